"""How fast each game has to be."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Bar:
    """A limit: so many times a rival's speed at least, or without a rival so much at most."""

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


def _bars(
    whole_games: float, stepped: float, search: float, cold: float, cached: float, *own: Bar
) -> tuple[Bar, ...]:
    """What is asked of every game, and of one alone."""
    return (
        Bar("whole games", whole_games, "Catanatron"),
        Bar("stepped", stepped, "OpenSpiel chess"),
        Bar("search", search, "OpenSpiel search"),
        *own,
        Bar("cold start", cold),
        Bar("cached start", cached),
    )


# Speeds in moves or simulations per second, times in seconds, sizes in bytes.
BARS: dict[str, tuple[Bar, ...]] = {
    "antics": _bars(50, 0.5, 10, 30, 1.5, Bar("state", 6 * 1024)),
    "micropolis": _bars(200, 1, 50, 20, 1, Bar("state copy", 2e-6)),
    "minicity": _bars(100, 1, 50, 20, 1, Bar("state", 2 * 1024)),
    "myrmes": _bars(50, 0.5, 10, 30, 1.5, Bar("state", 4 * 1024), Bar("state copy", 3e-6)),
}
