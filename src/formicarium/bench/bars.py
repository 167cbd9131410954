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


# Speeds in moves or simulations per second, times in seconds, sizes in bytes.
BARS: dict[str, tuple[Bar, ...]] = {
    "antics": (
        Bar("whole games", 50, "Catanatron"),
        Bar("stepped", 0.5, "OpenSpiel chess"),
        Bar("search", 10, "OpenSpiel search"),
        Bar("state", 6 * 1024),
        Bar("cold start", 30),
        Bar("cached start", 1.5),
    ),
    "micropolis": (
        Bar("whole games", 200, "Catanatron"),
        Bar("stepped", 1, "OpenSpiel chess"),
        Bar("search", 50, "OpenSpiel search"),
        Bar("state copy", 2e-6),
        Bar("cold start", 20),
        Bar("cached start", 1),
    ),
    "minicity": (
        Bar("whole games", 100, "Catanatron"),
        Bar("stepped", 1, "OpenSpiel chess"),
        Bar("search", 50, "OpenSpiel search"),
        Bar("state", 2 * 1024),
        Bar("cold start", 20),
        Bar("cached start", 1),
    ),
    "myrmes": (
        Bar("whole games", 50, "Catanatron"),
        Bar("stepped", 0.5, "OpenSpiel chess"),
        Bar("search", 10, "OpenSpiel search"),
        Bar("state", 4 * 1024),
        Bar("state copy", 3e-6),
        Bar("cold start", 30),
        Bar("cached start", 1.5),
    ),
}
