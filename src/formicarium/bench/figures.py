"""All figures of a game, measured in rounds so that a busy moment strikes all alike."""

from collections.abc import Callable
from dataclasses import dataclass
from statistics import median
from tempfile import TemporaryDirectory

from formicarium import Game, MissingExtra
from formicarium.bench import measure
from formicarium.bench.measure import Start
from formicarium.bench.rivals import Measured, rivals

ROUNDS = 5


@dataclass(frozen=True, slots=True)
class Figure:
    """What one line of the table says: a number for each round, and the median of them."""

    name: str
    unit: str
    value: float
    rounds: tuple[float, ...]
    details: dict[str, float]


@dataclass(frozen=True, slots=True)
class Figures:
    """One run: our own figures, those of others, and why some of these are missing."""

    own: tuple[Figure, ...]
    others: tuple[Figure, ...]
    missing: str

    @property
    def values(self) -> dict[str, float]:
        """Every figure by its name."""
        return {figure.name: figure.value for figure in (*self.own, *self.others)}


def collect(game: Game, seconds: float, beside: bool, tell: Callable[[str], None]) -> Figures:
    """Measure everything; each line gets so many seconds in all, a share of them in each round."""
    share = seconds / ROUNDS
    whole, stepped, interpreted = [], [], []
    copies, cached = [], []
    others: list[list[Measured]] = []
    missing = "" if beside else "rivals were left out"
    with TemporaryDirectory(prefix="formicarium-bench-") as cache:
        tell("a first start, with nothing compiled yet")
        cold = measure.start(game, cache)
        game.random_games(1, seed=0)
        for number in range(1, ROUNDS + 1):
            tell(f"round {number} of {ROUNDS}")
            whole.append(measure.whole_games(game, share))
            stepped.append(measure.stepped(game, share))
            if not missing:
                try:
                    others.append(list(rivals(share)))
                except MissingExtra as error:
                    missing = str(error)
            interpreted.append(measure.interpreted(game, share))
            copies.append(measure.state_copy(game, share / 10))
            cached.append(measure.start(game, cache))
    own = (
        _speed("whole games", whole),
        _speed("stepped", stepped),
        _speed("interpreted", interpreted),
        Figure("state", "bytes", game.blank.size, (game.blank.size,), {}),
        Figure("state copy", "s", median(copies), tuple(copies), {}),
        _start("cold start", [cold]),
        _start("cached start", cached),
    )
    return Figures(own, tuple(_speed(line[0].name, line) for line in zip(*others)), missing)


def _speed(name: str, rounds: "list[Measured] | tuple[Measured, ...]") -> Figure:
    speeds = tuple(measured.moves_per_second for measured in rounds)
    games = median(measured.games_per_second for measured in rounds)
    return Figure(name, "moves/s", median(speeds), speeds, {"games/s": games})


def _start(name: str, rounds: list[Start]) -> Figure:
    seconds = tuple(start.seconds for start in rounds)
    details = {
        "importing": median(start.importing for start in rounds),
        "cpu": median(start.cpu for start in rounds),
    }
    return Figure(name, "s", median(seconds), seconds, details)
