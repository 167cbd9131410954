"""What bots of the level `hard` do in their games, and whether the chances that they tell are true.

The sums are kept in benchmarks/strength/conduct.json. The seeds are others than those of the games
in which it was found how chances are to be told.
"""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

import msgspec

from benchmarks.strength.contests import table
from benchmarks.strength.series import Notebook
from formicarium.arena.balance import BalanceStudy, Played, Task, balance, play
from formicarium.core.game import rulebook
from formicarium.core.text import phrases
from formicarium.pages.figures import Balance, Calibration

BOT = "hard"
GAMES = {"antics": 110, "micropolis": 900}  # at each table,
OTHERWISE = 1000
SEED = 51_000_000
FIGURES = Path(__file__).with_name("conduct.json")
COLUMNS = (
    "game",
    "players",
    "games",
    "error of a tenth",
    "Brier's score by quarters",
    "of equal shares",
    "leads by fifths",
    "victories by seats",
    "clicks of a seat",
    "with one answer",
    "hardly used",
)
ABOUT = """## What `hard` bots do, and whether their chances are true

`formicarium report --bots hard` on seeds that fitting has not seen. Error of a tenth: where a
chance of winning between 0 and 10 %, 10 and 20 % and so on was told, at least 400 times, how far
what was won is from it at most, in points, ± how far luck alone may take it there, nineteen times
out of twenty. Brier's score of the chances in each quarter of a game must be below that of somebody
who always tells equal shares. Leads: the correlation of the expected with the real final lead in
each fifth of a game. Where a tenth is off by more than 5 points and more than luck, how chances are
told was found anew with the help of these games; the row is from before. In 110 games of Antics!
luck alone may take a tenth farther off than 5 points. A third number for how chances are told, an
exponent of the odds, was tried on the games of Antics! and of Mini City for two: it was 1.32 ± 0.14
and 1.11 ± 0.07 and 0.97 ± 0.09, and 0.86 ± 0.09, and surprise fell by 0.003 at most.
"""


class Watched(msgspec.Struct, frozen=True):
    """A game, and all that is looked at in it."""

    number: int
    played: Played


class Table(NamedTuple):
    """Games among equals."""

    game: str
    players: int
    wanted: int
    seed: int

    @property
    def name(self) -> str:
        """What the file with its games is called."""
        return f"conduct-{self.game}-{self.players}-{self.seed}"

    @property
    def numbers(self) -> range:
        """Of all games."""
        return range(self.wanted)

    @property
    def words(self) -> set[str]:
        """By what they can be chosen."""
        return {"conduct", self.game, str(self.players), BOT}

    @property
    def study(self) -> BalanceStudy:
        """What is looked at."""
        return BalanceStudy(table(self.game, self.players), BOT, self.wanted, 0, self.seed)

    def play(self, number: int) -> Watched:
        """One game."""
        return Watched(number, play(self.study, Task(0, number)))

    def journal(self, folder: Path) -> Notebook[Watched]:
        """Where the games are kept."""
        return Notebook(folder / f"{self.name}.jsonl", Watched)


class Conduct(msgspec.Struct, frozen=True):
    """What the games at one table tell."""

    game: str
    players: int
    games: int
    error: float  # of the worst tenth with enough positions,
    luck: float  # and how far luck alone may take it there
    brier: list[float]
    base: list[float]
    leads: list[float]
    seats: list[float]
    clicks: float
    single: float
    hardly_used: list[str]


def tables(games: Iterable[str], wanted: int, seed: int) -> Iterator[Table]:
    """Two, three and four at a table; of no number given, as many games as tell enough."""
    for game in games:
        for players in (2, 3, 4):
            yield Table(game, players, wanted or GAMES.get(game, OTHERWISE), seed)


def sum_conduct(tables: Iterable[Table], folder: Path) -> None:
    """Add up what was played."""
    known = load_conduct()
    for one in tables:
        watched = [*one.journal(folder).rows.values()]
        if watched:
            watched.sort(key=lambda game: game.number)
            found = balance(one.study, (game.played for game in watched))
            known[f"{one.game} {one.players}"] = summed(one.game, one.players, found)
            print(*rows([known[f"{one.game} {one.players}"]]), flush=True)
    FIGURES.write_bytes(msgspec.json.format(msgspec.json.encode(known)) + b"\n")


def load_conduct() -> dict[str, Conduct]:
    """What was found before, by game and players."""
    if not FIGURES.exists():
        return {}
    return msgspec.json.decode(FIGURES.read_bytes(), type=dict[str, Conduct])


def summed(game: str, players: int, found: Balance) -> Conduct:
    """The figures that the page shows."""
    conduct = found.behaviour
    assert conduct is not None
    assert conduct.calibration is not None
    heard = conduct.calibration
    return Conduct(
        game,
        players,
        found.games,
        *max(errors(heard), default=(0.0, 0.0)),
        [quarter.brier or 0.0 for quarter in heard.quarters],
        [quarter.base or 0.0 for quarter in heard.quarters],
        [fifth.correlation or 0.0 for fifth in heard.fifths],
        [seat.share for seat in found.seats],
        conduct.clicks.decisions.mean,
        conduct.clicks.single,
        [use.name for use in conduct.hardly_used],
    )


def errors(heard: Calibration) -> Iterator[tuple[float, float]]:
    """How far off each tenth is of which that can be told, and how far luck may take it."""
    for tenth in heard.own:
        if tenth.is_right is not None:
            yield abs((tenth.told or 0.0) - (tenth.won or 0.0)), tenth.luck or 0.0


def section(known: dict[str, Conduct]) -> list[str]:
    """The part of the page about all this."""
    head = [f"| {' | '.join(COLUMNS)} |", "|---" * len(COLUMNS) + "|"]
    return [ABOUT, *head, *rows([*known.values()]), ""] if known else []


def rows(found: list[Conduct]) -> Iterator[str]:
    """A line for each table."""
    for one in found:
        cells = (
            phrases(rulebook(one.game).package, "en")("title"),
            one.players,
            one.games,
            f"{100 * one.error:.1f} ± {100 * one.luck:.1f}",
            " ".join(f"{score:.3f}" for score in one.brier),
            " ".join(f"{score:.3f}" for score in one.base),
            " ".join(f"{lead:.2f}" for lead in one.leads),
            " ".join(f"{share:.0%}" for share in one.seats),
            f"{one.clicks:.0f}",
            f"{one.single:.0%}",
            ", ".join(f"`{name}`" for name in one.hardly_used) or "–",
        )
        yield f"| {' | '.join(map(str, cells))} |"
