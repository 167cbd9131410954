"""What a balance report tells, as plain numbers."""

from collections.abc import Mapping
from typing import Any

import msgspec

Interval = tuple[float, float]  # where the true share lies, nineteen times out of twenty


class Spread(msgspec.Struct, frozen=True):
    """How often each value came up.

    >>> Spread({2: 1, 4: 3}).mean
    3.5
    """

    counts: dict[int, int]

    @classmethod
    def of(cls, counts: Mapping[int, int]) -> "Spread":
        """The values that did come up, in ascending order."""
        return cls({value: count for value, count in sorted(counts.items()) if count})

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
        return self.reaching(0.5)

    def reaching(self, share: float) -> int:
        """The smallest value that such a share of the values is not above.

        >>> Spread({1: 18, 7: 1, 9: 1}).reaching(0.95)
        7
        """
        seen = 0
        for value, count in sorted(self.counts.items()):
            seen += count
            if seen >= share * self.total:
                return value
        return 0

    def up_to(self, value: int) -> float:
        """The share of values that are not larger."""
        within = sum(count for other, count in self.counts.items() if other <= value)
        return within / max(self.total, 1)


class SeatFigures(msgspec.Struct, frozen=True):
    """How a seat fared, or a place in the order of play."""

    share: float  # of the victories
    interval: Interval
    points: float  # on average
    uncertainty: float | None  # of that average; of a single game nobody can tell
    is_fair: bool = True  # whether an equal share lies within the interval


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


class Clicks(msgspec.Struct, frozen=True):
    """How often players are asked."""

    decisions: Spread  # of one seat in one game
    single: float  # share of the questions with one answer only
    in_a_row: Spread  # decisions of a seat until another one decides
    most: int  # legal actions at once


class ActionUse(msgspec.Struct, frozen=True):
    """How often actions of one kind are there, and are used."""

    name: str  # the first word of the notation, or the first two; # is any place
    offered: float  # questions with such an answer, for each seat and game
    taken: float  # such answers
    single: float  # share of those questions that have no other answer
    is_hardly_used: bool  # less than once in ten games, but offered more often


class NotableGame(msgspec.Struct, frozen=True):
    """A game to look at."""

    number: int  # of the game in its report, counted from 0
    seed: int
    length: int  # decisions
    quiet: float  # longest part of it in which no score changed
    quiet_end: float  # part of it after the last change


class Standstills(msgspec.Struct, frozen=True):
    """Whether games come to nothing for a while, or never come to an end."""

    quiet: Spread  # the longest part of a game in which no score changed, in percent
    quiet_end: Spread  # the part after the last change
    still: int  # games in which no score changed in all of the second half, or in more
    long: int  # games that are more than twice as long as usual
    rounds: Spread | None  # where the game counts them
    endings: dict[str, int]  # where the game says how it ended
    quietest: tuple[NotableGame, ...]
    longest: tuple[NotableGame, ...]


class ChanceTenth(msgspec.Struct, frozen=True):
    """All positions in which about the same chance of winning was told."""

    low: float  # from this chance on, up to that of the next tenth
    positions: int
    games: int  # that they come from
    told: float | None  # on average
    won: float | None
    luck: float | None  # how far apart true chances may be, nineteen times out of twenty
    is_right: bool | None  # within 5 points; of fewer than 400 positions nobody can tell


class ScoreQuarter(msgspec.Struct, frozen=True):
    """How far off the chances are that are told in a quarter of the game (Brier's score)."""

    positions: int
    brier: float | None  # mean square of what was told less what was won; 0 is perfect
    base: float | None  # the same for somebody who always tells an equal share


class LeadFifth(msgspec.Struct, frozen=True):
    """Whether those who expect to lead in a fifth of the game lead in the end."""

    positions: int
    correlation: float | None  # of the expected with the real final lead; 1 is perfect


class Calibration(msgspec.Struct, frozen=True):
    """What bots tell about the end, beside what became true."""

    own: tuple[ChanceTenth, ...]  # of the seat that decides
    others: tuple[ChanceTenth, ...]  # that it tells of the other seats
    quarters: tuple[ScoreQuarter, ...]  # own chances
    fifths: tuple[LeadFifth, ...]


class Behaviour(msgspec.Struct, frozen=True):
    """What was done in the games."""

    clicks: Clicks
    actions: tuple[ActionUse, ...]  # by the first word of the notation
    details: tuple[ActionUse, ...]  # by the first two, where not too many can follow the first
    silent: tuple[str, ...]  # categories that give points to fewer than one seat in twenty
    order: tuple[SeatFigures, ...]  # first player, second player and so on
    standstills: Standstills
    calibration: Calibration | None  # where bots tell chances of winning

    @property
    def hardly_used(self) -> list[ActionUse]:
        """Actions that are hardly ever taken although they are offered."""
        return [use for use in (*self.actions, *self.details) if use.is_hardly_used]


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
    behaviour: Behaviour | None = None
