"""Whether bots still have the habits that a review of their games found strange.

The sums are kept in benchmarks/strength/habits.json. First players are drawn, and all seats have
the same bot.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import msgspec

import formicarium as fm
from benchmarks.strength.contests import table
from benchmarks.strength.series import Notebook
from formicarium.arena.play import hushed
from formicarium.bots.characters import described
from formicarium.bots.referee import Player
from formicarium.core.game import rulebook
from formicarium.core.text import phrases

SEED = 35_000_000
FIGURES = Path(__file__).with_name("habits.json")
ROUND = 10  # of Antics!, by whose beginning a colony should have set out
# Of Myrmes, in the first spring: the better of two openings, and the one that was taken before.
BETTER, WORSE = {"soldiers 3"}, {"soldiers 2", "atelier 1"}
BREEDING = ("larvae", "workers", "soldiers", "atelier")
IDLE = {"workers 1", "workers 3", "soldiers 1"}  # the last nurse there breeds nothing
COLUMNS = ("game", "players", "bot", "games", "victories by seats", "what was seen")
ABOUT = """## Habits

The same bot on all seats, the first player drawn. Myrmes: nurses that are placed where they breed
nothing, in a game, all seats together; what winter costs a seat in a game; and how often, of the
openings `soldiers 3` and `soldiers 2, atelier 1`, seats choose the first one, which wins more.
Antics!: seats that have neither a worker on a path nor a point when round 10 begins, and the
longest game.
"""


class Seen(msgspec.Struct, frozen=True):
    """What was seen in one game."""

    number: int
    shares: list[float]  # of the victory, for each seat
    counts: dict[str, float]


class Habit(NamedTuple):
    """Bots whose games are looked at."""

    game: str
    players: int
    bot: str
    wanted: int

    @property
    def name(self) -> str:
        """What the file with its games is called."""
        return f"habits-{self.game}-{self.players}-{described(self.bot).replace(':', '-')}"

    @property
    def numbers(self) -> range:
        """Of all games."""
        return range(self.wanted)

    @property
    def words(self) -> set[str]:
        """By what they can be chosen."""
        return {"habits", self.game, str(self.players), self.bot}

    def play(self, number: int) -> Seen:
        """One game, with all that can be counted in it."""
        return look_on(self, number)

    def journal(self, folder: Path) -> Notebook[Seen]:
        """Where the games are kept."""
        return Notebook(folder / f"{self.name}.jsonl", Seen)


HABITS = (
    *(Habit("antics", players, "normal", 300) for players in (2, 3, 4)),
    Habit("antics", 3, "greedy", 1000),
    *(Habit("myrmes", players, "greedy", 2000) for players in (2, 3, 4)),
    *(Habit("myrmes", players, "search:simulations=100", 600) for players in (2, 3, 4)),
)


class Habits(msgspec.Struct, frozen=True):
    """What all games of some bots tell."""

    game: str
    players: int
    bot: str
    games: int
    seats: list[float]  # shares of the victories
    counts: dict[str, float]


# --- Looking on -----------------------------------------------------------------------------------


def look_on(habit: Habit, number: int) -> Seen:
    """Play one game, and count."""
    seed = SEED + number
    state, counts = table(habit.game, habit.players).start(seed), Counter[str]()
    players = [Player(habit.bot, seat, seed) for seat in range(habit.players)]
    said: list[list[str]] = [[] for _ in players]
    decisions = 0
    with hushed():
        while not state.is_over:
            before = state.copy()
            seat = state.to_act[0]
            code = players[seat].decide(state, decisions)
            said[seat].append(state.notation(code))
            state.play(seat, code)
            decisions += 1
            if begins_round(before, state):
                counts["bare"] += bare(state)
    counts.update(at_the_end(state, said))
    winners = state.winners()
    shares = [(seat in winners) / len(winners) for seat in range(habit.players)]
    return Seen(number, shares, {name: float(count) for name, count in counts.items()})


def begins_round(before: fm.State, state: fm.State) -> bool:
    """Whether the round of Antics! begins in which colonies are looked at."""
    turns = (ROUND - 1) * state.game.players
    if state.game.name != "antics":
        return False
    return bool(before.row.turns < turns <= state.row.turns)


def bare(state: fm.State) -> int:
    """The colonies of Antics! that have neither a worker on a path nor a point."""
    colonies = zip(state.view(None)["colonies"], state.scores(), strict=True)
    return sum(not colony["workers"] and not points for colony, points in colonies)


def at_the_end(state: fm.State, said: Sequence[Sequence[str]]) -> dict[str, float]:
    """What can be counted when a game is over."""
    view, players = state.view(None), state.game.players
    if state.game.name == "antics":
        return {"rounds": view["turns"] / players}
    idle = sum(action in IDLE for actions in said for action in actions)
    winter = sum(seat["points"]["winter"] for seat in view["seats"])
    openings = [opening(actions) for actions in said]
    better, worse = openings.count(BETTER), openings.count(WORSE)
    return {"idle": idle, "winter": winter, "better": better, "worse": worse}


def opening(actions: Iterable[str]) -> set[str]:
    """Where a seat of Myrmes places nurses in the first spring.

    >>> sorted(opening(["event 1", "larvae 0", "soldiers 2", "atelier 1", "worker a1"]))
    ['atelier 1', 'soldiers 2']
    """
    placed = set[str]()
    for action in actions:
        first, _, rest = action.partition(" ")
        if first in BREEDING and rest != "0":
            placed.add(action)
        elif first not in (*BREEDING, "event"):
            break
    return placed


# --- Sums -------------------------------------------------------------------------------------


def of(games: Iterable[str]) -> list[Habit]:
    """What is looked at in some games."""
    return [habit for habit in HABITS if habit.game in {*games}]


def sum_habits(habits: Iterable[Habit], folder: Path) -> None:
    """Add up what was played."""
    known = load_habits()
    for habit in habits:
        seen = [*habit.journal(folder).rows.values()]
        before = known.get(habit.name)
        if seen and (before is None or len(seen) >= before.games):
            known[habit.name] = summed(habit, seen)
            print(*rows([known[habit.name]]), flush=True)
    FIGURES.write_bytes(msgspec.json.format(msgspec.json.encode(known)) + b"\n")


def summed(habit: Habit, seen: Sequence[Seen]) -> Habits:
    """The sums of some games; of rounds, the most."""
    names = sorted({name for one in seen for name in one.counts})
    counts = {
        name: (max if name == "rounds" else sum)(one.counts.get(name, 0.0) for one in seen)
        for name in names
    }
    shares = [sum(won) / len(seen) for won in zip(*(one.shares for one in seen), strict=True)]
    return Habits(habit.game, habit.players, habit.bot, len(seen), shares, counts)


def load_habits() -> dict[str, Habits]:
    """What was found before, of bots as they play today."""
    if not FIGURES.exists():
        return {}
    found = msgspec.json.decode(FIGURES.read_bytes(), type=dict[str, Habits])
    today = {habit.name for habit in HABITS}
    return {name: habits for name, habits in found.items() if name in today}


# --- The page -------------------------------------------------------------------------------------


def section(known: dict[str, Habits]) -> list[str]:
    """The part of the page about all this."""
    head = [f"| {' | '.join(COLUMNS)} |", "|---" * len(COLUMNS) + "|"]
    return [ABOUT, *head, *rows([*known.values()]), ""] if known else []


def rows(found: Iterable[Habits]) -> Iterator[str]:
    """A line for each table."""
    for one in found:
        cells = (
            phrases(rulebook(one.game).package, "en")("title"),
            one.players,
            f"`{one.bot}`",
            one.games,
            " ".join(f"{share:.1%}" for share in one.seats),
            in_antics(one) if one.game == "antics" else in_myrmes(one),
        )
        yield f"| {' | '.join(map(str, cells))} |"


def in_antics(one: Habits) -> str:
    """Bare colonies and standstills."""
    share = one.counts.get("bare", 0.0) / (one.games * one.players)
    return f"bare {share:.1%}, longest game {one.counts['rounds']:.0f} rounds"


def in_myrmes(one: Habits) -> str:
    """Nurses, winter and openings."""
    count = {name: one.counts.get(name, 0.0) for name in ("idle", "winter", "better", "worse")}
    winter = count["winter"] / (one.games * one.players)
    told = f"idle nurses {count['idle'] / one.games:.2f}, winter {winter:.2f} points"
    both = count["better"] + count["worse"]
    return f"{told}, better opening {count['better'] / both:.0%} of {both:.0f}" if both else told
