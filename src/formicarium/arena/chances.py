"""What bots tell about the end while they play, and what then becomes true."""

from collections.abc import Iterable, Sequence
from math import isfinite
from typing import Any, NamedTuple

import numpy as np

from formicarium.arena.statistics import NINETY_FIVE_PERCENT
from formicarium.bots import Bot
from formicarium.bots.referee import Player
from formicarium.pages.figures import Calibration, ChanceTenth, LeadFifth, ScoreQuarter

TENTHS, QUARTERS, FIFTHS = 10, 4, 5
ENOUGH_POSITIONS = 400  # in a tenth, before it is called right or wrong
RIGHT = 0.05  # what is won may be so much more or less than what was told

Sums = np.ndarray[Any, np.dtype[np.float64]]


class Told(NamedTuple):
    """What a bot told of the end when it had decided."""

    number: int  # of the decision, counted from 0
    seat: int
    chances: Sequence[float]  # of winning, for every seat
    points: Sequence[float]  # expected, for every seat; empty if the bot tells none


class Heard(NamedTuple):
    """All that was told in some games, summed up."""

    # By tenths of the chance: positions, games, told, won, and squares of how far each game is off.
    own: Sums  # of the seat that decides
    others: Sums  # of the other seats
    quarters: Sums  # by quarters of the game: positions, squared errors, and of equal shares
    fifths: Sums  # by fifths of the game: positions, leads expected and real, squares, products

    def plus(self, other: "Heard") -> "Heard":
        """What was told in these games and in those."""
        return Heard(*(mine + theirs for mine, theirs in zip(self, other, strict=True)))


# --- Listening ------------------------------------------------------------------------------------


def told(player: Player, number: int, players: int) -> Told | None:
    """What a bot tells of its n-th decision; None if it never does, or did not think."""
    chances = _numbers(player.bot, "expectations", players)
    if not chances or not all(0 <= chance <= 1 for chance in chances):
        return None
    return Told(number, player.seat, chances, _numbers(player.bot, "expected_points", players))


def _numbers(bot: Bot, method: str, players: int) -> tuple[float, ...]:
    """What a bot answers if that is a number for every seat: other people's may be broken."""
    try:
        numbers = tuple(map(float, getattr(bot, method, tuple)()))
    except Exception:
        return ()
    return numbers if len(numbers) == players and all(map(isfinite, numbers)) else ()


def heard(
    tellings: Iterable[Told], length: int, winners: Sequence[int], scores: Sequence[int]
) -> Heard:
    """What was told in a game of so many decisions, beside how it ended."""
    found = nothing_heard()
    won = [(seat in winners) / len(winners) for seat in range(len(scores))]
    for telling in tellings:
        _add_chances(found, telling, won)
        seat, equal = telling.seat, 1 / len(scores)
        error, base = telling.chances[seat] - won[seat], equal - won[seat]
        found.quarters[telling.number * QUARTERS // length] += (1, error**2, base**2)
        if telling.points:
            x, y = lead(telling.points, seat), lead(scores, seat)
            found.fifths[telling.number * FIFTHS // length] += (1, x, y, x * x, y * y, x * y)
    for sums in (found.own, found.others):
        sums[:, 1] = sums[:, 0] > 0
        sums[:, 4] = (sums[:, 2] - sums[:, 3]) ** 2
    return found


def nothing_heard() -> Heard:
    """The sums of no game at all."""
    tenths = np.zeros((TENTHS, 5))
    return Heard(tenths, tenths.copy(), np.zeros((QUARTERS, 3)), np.zeros((FIFTHS, 6)))


def _add_chances(found: Heard, telling: Told, won: Sequence[float]) -> None:
    for seat, chance in enumerate(telling.chances):
        sums = found.own if seat == telling.seat else found.others
        sums[min(int(chance * TENTHS), TENTHS - 1)] += (1, 0, chance, won[seat], 0)


def lead(points: Sequence[float], seat: int) -> float:
    """How far a seat is ahead of the best of the others; below zero if it is behind.

    >>> lead([3, 9, 5], 1), lead([3, 9, 5], 2)
    (4, -4)
    """
    return points[seat] - max(other for number, other in enumerate(points) if number != seat)


# --- Summing up -----------------------------------------------------------------------------------


def calibration(found: Heard) -> Calibration | None:
    """Whether what was told is true; None if nothing was told."""
    if not found.own[:, 0].any():
        return None
    return Calibration(
        tuple(map(_tenth, range(TENTHS), found.own.tolist())),
        tuple(map(_tenth, range(TENTHS), found.others.tolist())),
        tuple(_quarter(*sums) for sums in found.quarters.tolist()),
        tuple(_fifth(*sums) for sums in found.fifths.tolist()),
    )


def _tenth(number: int, sums: Sequence[float]) -> ChanceTenth:
    positions, games, told_in_all, won_in_all, squares = sums
    if not positions:
        return ChanceTenth(number / TENTHS, 0, 0, None, None, None, None)
    said, won = told_in_all / positions, won_in_all / positions
    luck = NINETY_FIVE_PERCENT * squares**0.5 / positions
    right = abs(said - won) <= RIGHT if positions >= ENOUGH_POSITIONS else None
    return ChanceTenth(number / TENTHS, int(positions), int(games), said, won, luck, right)


def _quarter(positions: float, errors: float, base: float) -> ScoreQuarter:
    if not positions:
        return ScoreQuarter(0, None, None)
    return ScoreQuarter(int(positions), errors / positions, base / positions)


def _fifth(n: float, x: float, y: float, xx: float, yy: float, xy: float) -> LeadFifth:
    """The correlation of expected and real leads (Pearson's); None where either is always equal."""
    spread = (n * xx - x * x) * (n * yy - y * y)
    return LeadFifth(int(n), float((n * xy - x * y) / spread**0.5) if spread > 1e-9 else None)
