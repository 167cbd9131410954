"""What a balance report tells, as plain numbers."""

from typing import Any

import msgspec

Interval = tuple[float, float]  # where the true share lies, nineteen times out of twenty


class Spread(msgspec.Struct, frozen=True):
    """How often each value came up.

    >>> Spread({2: 1, 4: 3}).mean
    3.5
    """

    counts: dict[int, int]

    @property
    def total(self) -> int:
        """How many values there are."""
        return sum(self.counts.values())

    @property
    def mean(self) -> float:
        """The value on average."""
        return sum(value * count for value, count in self.counts.items()) / max(self.total, 1)

    @property
    def middle(self) -> int:
        """Half of the values are not above it, and half not below (the median)."""
        seen = 0
        for value, count in sorted(self.counts.items()):
            seen += count
            if 2 * seen >= self.total:
                return value
        return 0

    def up_to(self, value: int) -> float:
        """The share of values that are not larger."""
        within = sum(count for other, count in self.counts.items() if other <= value)
        return within / max(self.total, 1)


class SeatFigures(msgspec.Struct, frozen=True):
    """How a seat fared."""

    share: float  # of the victories
    interval: Interval
    points: float  # on average
    uncertainty: float | None  # of that average; of a single game nobody can tell


class Category(msgspec.Struct, frozen=True):
    """Points of one kind."""

    name: str  # as the score sheet calls it
    points: Spread
    winners: float  # on average of those who won
    others: float


class Branching(msgspec.Struct, frozen=True):
    """How many legal actions a decision has."""

    mean: float
    largest: int
    forced: float  # share of the decisions with one action only
    tenths: tuple[float, ...]  # the mean in every tenth of a game


class Doubling(msgspec.Struct, frozen=True):
    """What thinking twice as long is worth."""

    simulations: int
    games: int
    share: float  # of the victories, against half as many simulations
    interval: Interval


class Balance(msgspec.Struct, frozen=True):
    """All that some games between equal bots tell about their game."""

    about: dict[str, Any]  # with it, every game can be played again
    games: int
    seats: tuple[SeatFigures, ...]
    points: Spread
    categories: tuple[Category, ...]
    length: Spread  # decisions
    branching: Branching
    margin: Spread  # the winner's lead over the second
    close: int  # so many points between the first two are called a close game
    doublings: tuple[Doubling, ...]
    worth_doubling: float  # a smaller share of the victories than this is not worth it
    enough: int | None  # from so many simulations on no doubling was worth it
    forfeits: int  # decisions that a bot could not take, so that a random one was played
