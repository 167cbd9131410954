"""Numbers by which judgement comes closest to how games ended.

What is made small is how surprised one is by the winner (log-loss), and beside it by the lead in
points: by Newton's method, with differences in place of derivatives, so that `appraise` may be
anything. A little is added for each number that moves far from where it was, so that those that
the games say nothing about stay.
"""

from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple

import numpy as np

from formicarium.bots.judgement import ToldChances
from formicarium.core.game import Game

TEMPLATE = "formicarium.arena.appraising"

LEAD = 0.5  # how much the lead counts beside the victory
PULL = 20.0  # positions that speak for a number as it was
NUDGE = 1e-3  # by which numbers are moved to see what comes of it
LEAST_SCALE = 0.3  # by how much a number may move that was nothing before
LEAST_OPEN = 0.3
LEAST_CHANCE = 0.005  # that is told: whoever tells less knows it no better
LEAST_SHARPNESS = 0.1
FARTHEST = 0.5  # that sharpness moves at a time
STEPS = 10
ENOUGH = 5e-5  # of the loss: less is not worth another step
AT_A_TIME = 2000  # positions
DIGITS = 4  # of a number: more are not known

Floats = np.ndarray[Any, np.dtype[np.float64]]


class Positions(NamedTuple):
    """Positions of one table, and how their games ended: a row for each."""

    game: Game
    states: np.ndarray[Any, np.dtype[np.uint8]]
    scores: Floats
    shares: Floats  # of the victory

    def parts(self) -> Iterator["Positions"]:
        """Some at a time."""
        for first in range(0, len(self.states), AT_A_TIME):
            some = slice(first, first + AT_A_TIME)
            yield Positions(self.game, self.states[some], self.scores[some], self.shares[some])


class Slope(NamedTuple):
    """How large the loss is, and where it becomes smaller; sums over positions."""

    size: int  # positions
    surprise: float  # by the winner
    loss: float  # with the lead
    gradient: Floats
    curvature: Floats


class Fitted(NamedTuple):
    """Numbers, and the mean log-loss before and after they were found."""

    numbers: Floats
    before: float
    after: float


# --- What things are worth ------------------------------------------------------------------------


def fit(tables: Sequence[Positions], numbers: Floats, workers: int = 1) -> Fitted:
    """The numbers that tell best how games end."""
    home = numbers.copy()
    pull = PULL / np.maximum(0.5 * np.abs(home), LEAST_SCALE) ** 2
    is_open = open_numbers(tables[0].game)
    damping, first = 1e-3, slope(tables, numbers, workers)
    here = first
    for _ in range(STEPS):
        diagonal = np.diag(here.curvature) + pull
        curvature = here.curvature + np.diag(pull + damping * diagonal)
        moved = numbers - np.linalg.solve(curvature, here.gradient + pull * (numbers - home))
        moved[is_open] = np.maximum(moved[is_open], LEAST_OPEN)
        there = slope(tables, moved, workers)
        gain = cost(here, pull, numbers - home) - cost(there, pull, moved - home)
        if gain > 0:
            numbers, here, damping = moved, there, damping / 4
        else:
            damping *= 16
        if abs(gain) < ENOUGH * first.size:
            break
    return Fitted(numbers, first.surprise / first.size, here.surprise / here.size)


def cost(found: Slope, pull: Floats, moved: Floats) -> float:
    """The loss, and what it costs that numbers have moved."""
    return found.loss + 0.5 * float(np.sum(pull * moved**2))


def open_numbers(game: Game) -> np.ndarray[Any, np.dtype[np.bool_]]:
    """Which numbers say how open a game is: they stay above zero.

    >>> import formicarium as fm
    >>> int(open_numbers(fm.load("micropolis")).sum())  # by tiles to come
    11
    """
    marks = np.zeros(1, game.book.judgement_layout)
    marks["open"] = 1
    return marks.view(np.float64) > 0


def slope(tables: Sequence[Positions], numbers: Floats, workers: int = 1) -> Slope:
    """The loss over all positions; threads share the work, and change nothing about the sum."""
    spreads = {table.game.players: lead_spread(tables, table.game.players) for table in tables}
    parts = [part for table in tables for part in table.parts()]
    with ThreadPoolExecutor(workers) as pool:
        return added(pool.map(lambda part: slope_at(part, numbers, spreads), parts))


def added(slopes: Iterable[Slope]) -> Slope:
    """The sum of several."""
    return Slope(*(sum(values) for values in zip(*slopes, strict=True)))


def lead_spread(tables: Sequence[Positions], players: int) -> float:
    """How far apart so many players usually end, squared."""
    scores = np.concatenate([table.scores for table in tables if table.game.players == players])
    return float(np.mean(apart(scores) ** 2)) + 1e-9


def apart(points: Floats) -> Floats:
    """By how much everybody is ahead of the mean of all.

    >>> apart(np.array([[1.0, 5.0]])).tolist()
    [[-2.0, 2.0]]
    """
    away: Floats = points - points.mean(axis=1, keepdims=True)
    return away


def slope_at(part: Positions, numbers: Floats, spreads: dict[int, float]) -> Slope:
    """The same for some positions of one table."""
    points, open_ = appraised(part, numbers)
    drift, opening = drifts(part, numbers, points, open_)
    width = open_[:, None]
    chances = to_chances(points, width)
    turn = drift / width - points / width**2 * opening[:, :, None]  # of points / openness
    turn -= np.sum(chances * turn, axis=2, keepdims=True)
    leads = (drift - drift.mean(axis=2, keepdims=True)).reshape(numbers.size, -1)
    wrong = apart(points) - apart(part.scores)
    weight = LEAD / (spreads[part.game.players] * part.game.players)
    surprise = -float(np.sum(part.shares * np.log(np.maximum(chances, 1e-12))))
    weighted = (turn * np.sqrt(chances)).reshape(numbers.size, -1)
    return Slope(
        len(points),
        surprise,
        surprise + 0.5 * weight * float(np.sum(wrong**2)),
        turn.reshape(numbers.size, -1) @ (chances - part.shares).ravel()
        + weight * leads @ wrong.ravel(),
        weighted @ weighted.T + weight * leads @ leads.T,
    )


def to_chances(points: Floats, width: Floats) -> Floats:
    """Everybody's chance of winning, as bots reckon it.

    >>> to_chances(np.array([[3.0, 3.0]]), np.array([[1.0]])).tolist()
    [[0.5, 0.5]]
    """
    with np.errstate(all="ignore"):  # numbers that make nothing of it are never taken
        chances: Floats = np.exp((points - points.max(axis=1, keepdims=True)) / width)
        chances /= chances.sum(axis=1, keepdims=True)
    return chances


def drifts(
    part: Positions, numbers: Floats, points: Floats, open_: Floats
) -> tuple[Floats, Floats]:
    """How points, and how open a game is, change with each of the numbers."""
    drift, opening = np.empty((numbers.size, *points.shape)), np.empty((numbers.size, *open_.shape))
    for index in range(numbers.size):
        step = NUDGE * max(1.0, abs(numbers[index]))
        moved = numbers.copy()
        moved[index] += step
        other_points, other_open = appraised(part, moved)
        drift[index], opening[index] = (other_points - points) / step, (other_open - open_) / step
    return drift, opening


def appraised(part: Positions, numbers: Floats) -> tuple[Floats, Floats]:
    """What these numbers make of positions: everybody's points, and how open the games are."""
    points = np.zeros((len(part.states), part.game.players))
    open_ = np.zeros(len(part.states))
    part.game.book.bound(TEMPLATE).appraise_all(
        part.game.parts_bytes, part.states, numbers.view(np.uint8), points, open_
    )
    return points, open_


# --- How chances are told -------------------------------------------------------------------------


def fit_telling(chances: Floats, won: Floats) -> ToldChances:
    """How chances that a search told must be told, so that they are what comes true.

    >>> fit_telling(np.array([]), np.array([]))
    ToldChances(sharpness=1.0, own=0.0)
    """
    seen = np.clip(chances, LEAST_CHANCE, 1 - LEAST_CHANCE)
    odds = np.stack([np.log(seen / (1 - seen)), np.ones(seen.size)])
    home = np.array([1.0, 0.0])
    turn = home
    for _ in range(2 * STEPS):
        right = 1 / (1 + np.exp(-turn @ odds))
        curvature = (odds * right * (1 - right)) @ odds.T + PULL * np.eye(2)
        step = np.linalg.solve(curvature, odds @ (won - right) + PULL * (home - turn))
        turn = turn + np.clip(step, -FARTHEST, FARTHEST)
    sharpness, own = (shortened(float(number)) for number in turn)
    return ToldChances(max(sharpness, LEAST_SHARPNESS), own)


def shortened(number: float) -> float:
    """A number with as many digits as are known of it.

    >>> shortened(0.123456), shortened(-0.0)
    (0.1235, 0.0)
    """
    return float(f"{number:.{DIGITS}g}") + 0.0
