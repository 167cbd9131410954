"""How fast each game has to be: what its own `bars.toml` says."""

import tomllib
from importlib import resources

import msgspec


class Bar(msgspec.Struct, frozen=True):
    """A limit: so many times a rival's speed at least, or without a rival so much at most.

    Speeds are in moves or simulations per second, times in seconds, sizes in bytes.
    """

    figure: str
    limit: float
    rival: str = ""

    def reached(self, values: dict[str, float]) -> float | None:
        """What a run came to, if all that the bar speaks of was measured."""
        if self.figure not in values or (self.rival and self.rival not in values):
            return None
        return values[self.figure] / (values[self.rival] if self.rival else 1)

    def met(self, values: dict[str, float]) -> bool | None:
        """Whether a run kept to the limit, if that was measured."""
        reached = self.reached(values)
        if reached is None:
            return None
        return reached >= self.limit if self.rival else reached <= self.limit


class Bars(msgspec.Struct, frozen=True):
    """What `bars.toml` of a game may say, by figure; beside others also by rival."""

    beside: dict[str, dict[str, float]] = {}
    alone: dict[str, float] = {}


def bars_of(package: str) -> tuple[Bar, ...]:
    """What is asked of a game; games of others may do without.

    >>> [bar.figure for bar in bars_of("formicarium.games.micropolis") if not bar.rival]
    ['state copy', 'cold start', 'cached start']
    """
    file = resources.files(package) / "bars.toml"
    if not file.is_file():
        return ()
    told = msgspec.convert(tomllib.loads(file.read_text("utf-8")), Bars)
    beside = [(figure, rivals.items()) for figure, rivals in told.beside.items()]
    return (
        *(Bar(figure, limit, rival) for figure, limits in beside for rival, limit in limits),
        *(Bar(figure, limit) for figure, limit in told.alone.items()),
    )
