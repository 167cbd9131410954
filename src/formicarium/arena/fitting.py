"""Numbers by which judgement comes closest to how games ended.

What is made small is how surprised one is by the winner (log-loss), and beside it by the lead in
points: by Newton's method, with differences in place of derivatives, so that `appraise` may be
anything. A little is added for each number that moves far from where it was, so that those that
the games say nothing about stay.
"""

import os
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple

import numpy as np

from formicarium.core.game import Game

TEMPLATE = "formicarium.arena.appraising"

LEAD = 0.5  # how much the lead counts beside the victory
PULL = 20.0  # positions that speak for a number as it was
NUDGE = 1e-3  # by which numbers are moved to see what comes of it
LEAST_SCALE = 0.3  # by how much a number may move that was nothing before
LEAST_OPEN = 0.3
ROUNDS = 10
ENOUGH = 5e-5  # of the loss: less is not worth another round
AT_A_TIME = 2000  # positions

Floats = np.ndarray[Any, np.dtype[np.float64]]


class Positions(NamedTuple):
    """Positions of one table, and how their games ended: a row for each."""

    game: Game
    states: np.ndarray[Any, np.dtype[np.uint8]]
    scores: Floats
    shares: Floats

    def parts(self) -> Iterable["Positions"]:
        """Some at a time."""
        for first in range(0, len(self.states), AT_A_TIME):
            some = slice(first, first + AT_A_TIME)
            yield self._replace(
                states=self.states[some], scores=self.scores[some], shares=self.shares[some]
            )


class Slope(NamedTuple):
    """How large the loss is, and where it becomes smaller; sums over positions."""

    count: int
    surprise: float  # by the winner
    loss: float  # with the lead
    gradient: Floats
    curvature: Floats

    def __add__(self, other: "Slope") -> "Slope":  # type: ignore[override]  # tuples join instead
        return Slope(*(mine + its for mine, its in zip(self, other, strict=True)))


def fit(
    tables: Sequence[Positions], numbers: Floats, tell: Callable[[str], None] = print
) -> tuple[Floats, float]:
    """The numbers that tell best how games end, and how surprised they still are by the winner."""
    home, scale = numbers.copy(), np.maximum(0.5 * np.abs(numbers), LEAST_SCALE)
    is_open = open_numbers(tables[0].game)
    damping, here = 1e-3, slope(tables, numbers)
    for turn in range(ROUNDS):
        pull = PULL / scale**2
        gradient = here.gradient + pull * (numbers - home)
        diagonal = np.diag(here.curvature) + pull
        curvature = here.curvature + np.diag(pull + damping * diagonal)
        moved = numbers - np.linalg.solve(curvature, gradient)
        moved[is_open] = np.maximum(moved[is_open], LEAST_OPEN)
        there = slope(tables, moved)
        cost_here = here.loss + 0.5 * np.sum(pull * (numbers - home) ** 2)
        cost_there = there.loss + 0.5 * np.sum(pull * (moved - home) ** 2)
        gain = (cost_here - cost_there) / here.count
        tell(f"  {turn}: log-loss {there.surprise / there.count:.4f}, gain {gain:+.5f}")
        if gain > 0:
            numbers, here, damping = moved, there, damping / 4
        else:
            damping *= 16
        if abs(gain) < ENOUGH:
            break
    return numbers, here.surprise / here.count


def open_numbers(game: Game) -> np.ndarray[Any, np.dtype[np.bool_]]:
    """Which numbers say how open a game is: they stay above zero."""
    marks = np.zeros(1, game.book.judgement_layout)
    marks["open"] = 1
    return marks.view(np.float64) > 0


def slope(tables: Sequence[Positions], numbers: Floats) -> Slope:
    """The loss over all positions, by all cores."""
    parts = [part for table in tables for part in table.parts()]
    spread = {table.game.players: lead_spread(tables, table.game.players) for table in tables}
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        slopes = pool.map(lambda part: slope_of(part, numbers, spread[part.game.players]), parts)
        total, *others = slopes
        for one in others:
            total = total + one
    return total


def lead_spread(tables: Sequence[Positions], players: int) -> float:
    """How far apart players usually end, squared."""
    scores = np.concatenate([table.scores for table in tables if table.game.players == players])
    return float(np.mean(apart(scores) ** 2)) + 1e-9


def apart(points: Floats) -> Floats:
    """By how much everybody is ahead of the mean of all."""
    away: Floats = points - points.mean(axis=1, keepdims=True)
    return away


def slope_of(part: Positions, numbers: Floats, spread: float) -> Slope:
    """The same for some positions of one table."""
    points, open_ = appraised(part, numbers)
    drift = np.empty((numbers.size, *points.shape))  # of points, when a number is moved,
    opening = np.empty((numbers.size, *open_.shape))  # and of how open a game is
    for index in range(numbers.size):
        step = NUDGE * max(1.0, abs(numbers[index]))
        moved = numbers.copy()
        moved[index] += step
        other_points, other_open = appraised(part, moved)
        drift[index], opening[index] = (other_points - points) / step, (other_open - open_) / step
    width = open_[:, None]
    chances = np.exp((points - points.max(axis=1, keepdims=True)) / width)
    chances /= chances.sum(axis=1, keepdims=True)
    turn = drift / width - points / width**2 * opening[:, :, None]  # of points / openness
    turn -= np.sum(chances * turn, axis=2, keepdims=True)
    leads = drift - drift.mean(axis=2, keepdims=True)
    wrong = apart(points) - apart(part.scores)
    weight = LEAD / (spread * points.shape[1])
    surprise = -float(np.sum(part.shares * np.log(np.maximum(chances, 1e-12))))
    weighted = (turn * np.sqrt(chances)).reshape(numbers.size, -1)
    leads = leads.reshape(numbers.size, -1)
    return Slope(
        len(points),
        surprise,
        surprise + 0.5 * weight * float(np.sum(wrong**2)),
        turn.reshape(numbers.size, -1) @ (chances - part.shares).ravel()
        + weight * leads @ wrong.ravel(),
        weighted @ weighted.T + weight * leads @ leads.T,
    )


def appraised(part: Positions, numbers: Floats) -> tuple[Floats, Floats]:
    """What these numbers make of positions: everybody's points, and how open the games are."""
    points = np.zeros((len(part.states), part.game.players))
    open_ = np.zeros(len(part.states))
    part.game.book.bound(TEMPLATE).appraise_all(
        part.game.parts_bytes, part.states, numbers.view(np.uint8), points, open_
    )
    return points, open_
