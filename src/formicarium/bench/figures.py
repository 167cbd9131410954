"""All figures of a game, measured in rounds so that a busy moment strikes all alike."""

from collections.abc import Callable
from dataclasses import dataclass
from statistics import median
from tempfile import TemporaryDirectory

from formicarium import Game, MissingExtra
from formicarium.bench import measure
from formicarium.bench.measure import StartTimes
from formicarium.bench.rivals import Measured, openspiel_search, rivals

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


@dataclass(frozen=True, slots=True)
class _Round:
    """One measurement of each line, taken one after the other."""

    whole: Measured
    stepped: Measured
    search: float
    other_search: list[float]
    others: list[Measured]
    interpreted: Measured
    copy: float
    cached: StartTimes


def collect(game: Game, seconds: float, beside: bool, tell: Callable[[str], None]) -> Figures:
    """Measure everything; each line gets so many seconds in all, a share of them in each round."""
    missing = _missing() if beside else "the rivals were left out"
    with TemporaryDirectory(prefix="formicarium-bench-") as cache:
        tell("the first start, with nothing compiled yet")
        cold = measure.start(game, cache)
        game.random_games(1, seed=0)
        measure.simulations(game, 0)
        rounds = []
        for number in range(1, ROUNDS + 1):
            tell(f"round {number} of {ROUNDS}")
            rounds.append(_round(game, seconds / ROUNDS, cache, beside=not missing))
    copies = tuple(one.copy for one in rounds)
    own = (
        _speed([one.whole for one in rounds]),
        _speed([one.stepped for one in rounds]),
        _speed([one.interpreted for one in rounds]),
        _search("search", [one.search for one in rounds]),
        Figure("state", "bytes", game.blank.size, (game.blank.size,), {}),
        Figure("state copy", "s", median(copies), copies, {}),
        _start("cold start", [cold]),
        _start("cached start", [one.cached for one in rounds]),
    )
    others = [_speed([*line]) for line in zip(*(one.others for one in rounds), strict=True)]
    searches = zip(*(one.other_search for one in rounds), strict=True)
    others += [_search("OpenSpiel search", [*line]) for line in searches]
    return Figures(own, tuple(others), missing)


def _missing() -> str:
    """Why the rivals cannot be measured, if they cannot."""
    try:
        list(rivals(0))
    except MissingExtra as error:
        return str(error)
    return ""


def _round(game: Game, share: float, cache: str, beside: bool) -> _Round:
    return _Round(
        whole=measure.whole_games(game, share),
        stepped=measure.stepped(game, share),
        search=measure.simulations(game, share),
        other_search=[openspiel_search(share)] if beside else [],
        others=list(rivals(share)) if beside else [],
        interpreted=measure.interpreted(game, share),
        copy=measure.state_copy(game, share / 10),
        cached=measure.start(game, cache),
    )


def _speed(rounds: list[Measured]) -> Figure:
    speeds = tuple(measured.moves_per_second for measured in rounds)
    games = median(measured.games_per_second for measured in rounds)
    return Figure(rounds[0].name, "moves/s", median(speeds), speeds, {"games/s": games})


def _search(name: str, rounds: list[float]) -> Figure:
    return Figure(name, "simulations/s", median(rounds), tuple(rounds), {})


def _start(name: str, rounds: list[StartTimes]) -> Figure:
    seconds = tuple(start.seconds for start in rounds)
    details = {
        "importing": median(start.importing for start in rounds),
        "cpu": median(start.cpu for start in rounds),
    }
    return Figure(name, "s", median(seconds), seconds, details)
