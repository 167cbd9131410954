"""What bots do in their games: clicks, actions, order of play, standstills, told chances."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Any, NamedTuple

from formicarium.arena.chances import Heard, Told, calibration, heard, nothing_heard, told
from formicarium.bots.referee import Player
from formicarium.core.game import Game
from formicarium.core.state import State
from formicarium.pages.figures import (
    ActionUse,
    Behaviour,
    Category,
    Clicks,
    NotableGame,
    SeatFigures,
    Spread,
    Standstills,
)

HARDLY_USED = 0.1  # times a game: an action that is taken less often, but offered more often
HARDLY_SCORES = 0.05  # of the seats: a category that gives points to fewer
STILL = 0.5  # of the decisions of a game: if no score changes in all that follow, it stands still
LONG = 2  # times the usual length
NOTABLE = 5  # games that are named
MOST_WORDS = 24  # that may follow a first one: nobody reads a longer list
MOST_NUMBERS = 8  # of these: more are places
PLACE = "#"  # for every word with a number in it where an action begins with one


class Conduct(NamedTuple):
    """What was done in one game."""

    first: int  # the seat that begins
    clicks: tuple[int, ...]  # decisions of each seat
    runs: Counter[int]  # how often a seat decided so many times in a row
    offered: Counter[str]  # decisions by kinds of actions that are legal,
    taken: Counter[str]  # that are taken,
    single: Counter[str]  # and that are the only ones
    quiet: int  # decisions in a row in which no score changed, at most
    quiet_end: int  # and at the end
    rounds: int | None  # where the game counts them
    ending: str  # how the game says that it ended; mostly it does not
    heard: Heard


# --- Watching a game ------------------------------------------------------------------------------


class Watch:
    """Somebody who looks on while a game is played."""

    def __init__(self, state: State) -> None:
        self.first = whole_or_none(state.view(None).get("first"))  # else who is first asked alone
        self.seats: list[int] = []  # who decided, in turn
        self.widths: list[int] = []  # among how many legal actions
        self.offered: Counter[str] = Counter()
        self.taken: Counter[str] = Counter()
        self.single: Counter[str] = Counter()
        self.changes: list[bool] = []  # whether a decision has changed a score
        self.tellings: list[Told] = []
        self._scores = state.scores()

    def decide(self, state: State, player: Player) -> None:
        """Let a player decide, and look at the question and the answer."""
        number, codes = len(self.seats), state.codes(player.seat)
        if self.first is None and len(state.to_act) == 1:
            self.first = player.seat
        forfeits = player.forfeits
        code = player.decide(state, number)
        if len(codes) > 1 and player.forfeits == forfeits:
            telling = told(player, number, state.game.players)
            self.tellings += [] if telling is None else [telling]
        self.seats.append(player.seat)
        self.widths.append(len(codes))
        self._count(state, codes, code)
        state.play(player.seat, code)
        before, self._scores = self._scores, state.scores()
        self.changes.append(before != self._scores)

    def _count(self, state: State, codes: Sequence[int], code: int) -> None:
        kinds = {kind for other in codes for kind in kinds_of(state.notation(other))}
        self.offered.update(kinds)
        self.taken.update(kinds_of(state.notation(code)))
        if len(codes) == 1:
            self.single.update(kinds)

    def conduct(self, state: State) -> Conduct:
        """What was seen, when the game is over."""
        quiet = stretches(self.changes)
        return Conduct(
            self.first or 0,
            tuple(self.seats.count(seat) for seat in range(state.game.players)),
            Counter(runs(self.seats)),
            self.offered,
            self.taken,
            self.single,
            max(quiet),
            quiet[-1],
            whole_or_none(state.view(None).get("round")),
            str(state.breakdown().get("ended", "")),
            heard(self.tellings, len(self.seats), state.winners(), self._scores),
        )


def kinds_of(notation: str) -> list[str]:
    """The kinds that an action is of: by its first word, and by its first two if there are.

    >>> kinds_of("buy snail"), kinds_of("room 2 earth"), kinds_of("end"), kinds_of("k10 k11 l10")
    (['buy', 'buy snail'], ['room', 'room 2'], ['end'], ['#', '# #'])
    """
    words = notation.split()[:2]
    if has_number(words[0]):
        words = [PLACE] * len(words)
    return [" ".join(words[:count]) for count in range(1, len(words) + 1)]


def has_number(word: str) -> bool:
    """Whether a word names a place rather than a thing to do."""
    return any(sign.isdigit() for sign in word)


def surveyed(game: Game) -> set[str]:
    """The first words that only a few second ones can follow.

    >>> import formicarium as fm
    >>> sorted(surveyed(fm.load("micropolis", players=2)))
    ['anthill', 'lead', 'man', 'place', 'take']
    """
    state = game.start(seed=0)
    followers: dict[str, set[str]] = {}
    for code in range(game.book.actions):
        for kind in kinds_of(state.notation(code))[1:]:
            first, _, second = kind.partition(" ")
            followers.setdefault(first, set()).add(second)
    return {
        first
        for first, words in followers.items()
        if len(words) <= (MOST_NUMBERS if any(map(has_number, words)) else MOST_WORDS)
    }


def runs(seats: Iterable[int]) -> Iterator[int]:
    """How often each seat decided before another one did.

    >>> [*runs([0, 0, 1, 0])]
    [2, 1, 1]
    """
    return (len([*decisions]) for _, decisions in groupby(seats))


def stretches(changes: Iterable[bool]) -> list[int]:
    """The decisions that changed nothing: before the first change, between them, after the last.

    >>> stretches([False, True, True, False, False])
    [1, 0, 2]
    """
    found = [0]
    for changed in changes:
        if changed:
            found.append(0)
        else:
            found[-1] += 1
    return found


def whole_or_none(value: Any) -> int | None:
    """A number that a view may or may not hold."""
    return value if isinstance(value, int) else None


# --- Summing up -----------------------------------------------------------------------------------


class BehaviourTally:
    """What was done in many games, none of which is kept."""

    def __init__(self, game: Game) -> None:
        self.surveyed = surveyed(game)
        self.games = 0
        self.clicks: Counter[int] = Counter()
        self.runs: Counter[int] = Counter()
        self.offered: Counter[str] = Counter()
        self.taken: Counter[str] = Counter()
        self.single: Counter[str] = Counter()
        self.lengths: Counter[int] = Counter()
        self.quiet: Counter[int] = Counter()  # percent of the game
        self.quiet_end: Counter[int] = Counter()
        self.rounds: Counter[int] = Counter()
        self.endings: Counter[str] = Counter()
        self.still = 0
        self.quietest: list[NotableGame] = []
        self.longest: list[NotableGame] = []
        self.heard = nothing_heard()

    def add(self, conduct: Conduct, number: int, seed: int) -> None:
        """One game more; whoever plays them, they are added in the order of their numbers."""
        length = sum(conduct.clicks)
        self.games += 1
        self.clicks.update(conduct.clicks)
        for name in ("runs", "offered", "taken", "single"):
            getattr(self, name).update(getattr(conduct, name))
        self.lengths[length] += 1
        self.quiet[100 * conduct.quiet // length] += 1
        self.quiet_end[100 * conduct.quiet_end // length] += 1
        self.rounds.update([] if conduct.rounds is None else [conduct.rounds])
        self.endings.update([conduct.ending] if conduct.ending else [])
        self.still += conduct.quiet_end >= STILL * length
        quiet, quiet_end = conduct.quiet / length, conduct.quiet_end / length
        game = NotableGame(number, seed, length, quiet, quiet_end)
        self.quietest = sorted([*self.quietest, game], key=lambda game: -game.quiet_end)[:NOTABLE]
        self.longest = sorted([*self.longest, game], key=lambda game: -game.length)[:NOTABLE]
        self.heard = self.heard.plus(conduct.heard)

    def behaviour(
        self, order: Sequence[SeatFigures], categories: Iterable[Category], most: int
    ) -> Behaviour:
        """What all these games tell together."""
        uses = [*self._uses()]
        silent = [
            category.name
            for category in categories
            if 1 - category.points.counts.get(0, 0) / category.points.total < HARDLY_SCORES
        ]
        return Behaviour(
            self._clicks(most),
            tuple(use for use in uses if " " not in use.name),
            tuple(use for use in uses if " " in use.name),
            tuple(silent),
            tuple(order),
            self._standstills(),
            calibration(self.heard),
        )

    def _clicks(self, most: int) -> Clicks:
        asked = sum(count * times for count, times in self.clicks.items())
        single = sum(count for kind, count in self.single.items() if " " not in kind)
        return Clicks(Spread.of(self.clicks), single / asked, Spread.of(self.runs), most)

    def _uses(self) -> Iterator[ActionUse]:
        """Every kind of action; those of two words where these can be surveyed."""
        seats, least = self.clicks.total(), HARDLY_USED * self.games
        for kind in sorted(self.offered):
            if " " in kind and kind.partition(" ")[0] not in self.surveyed:
                continue
            offered, taken = self.offered[kind], self.taken[kind]
            hardly = taken < least <= offered
            yield ActionUse(
                kind, offered / seats, taken / seats, self.single[kind] / offered, hardly
            )

    def _standstills(self) -> Standstills:
        usual = Spread.of(self.lengths).middle
        return Standstills(
            Spread.of(self.quiet),
            Spread.of(self.quiet_end),
            self.still,
            sum(count for length, count in self.lengths.items() if length > LONG * usual),
            Spread.of(self.rounds) if self.rounds else None,
            dict(sorted(self.endings.items())),
            tuple(self.quietest),
            tuple(self.longest),
        )
