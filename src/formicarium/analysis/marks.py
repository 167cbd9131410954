"""What is said of a decision, by the chance of winning that it gave away.

The numbers lie in `marks.json`, which the page reads as well.
"""

from collections.abc import Sequence
from importlib.resources import files
from typing import Literal

import msgspec

Mark = Literal["blunder", "mistake", "inaccuracy"]


class Marks(msgspec.Struct, frozen=True):
    """The numbers by which decisions are judged: shares of the chance of winning, and counts."""

    inaccuracy: float  # given away at least; less is not told, for a search errs by as much
    mistake: float
    blunder: float
    halves: float  # so much given away halves the accuracy of a decision
    sure: int  # so many tries tell what an action is worth
    worlds: int  # that are looked at where there were fewer


MARKS = msgspec.json.decode(files(__package__).joinpath("marks.json").read_bytes(), type=Marks)
WORST_FIRST: tuple[Mark, ...] = ("blunder", "mistake", "inaccuracy")


def mark_of(loss: float) -> Mark | None:
    """How a decision is marked that gave so much away, if at all.

    >>> mark_of(0.04), mark_of(0.12), mark_of(0.5)
    (None, 'mistake', 'blunder')
    """
    return next((mark for mark in WORST_FIRST if loss >= getattr(MARKS, mark)), None)


def accuracy_of(losses: Sequence[float]) -> float | None:
    """How well somebody has decided, from 0 to 1: the mean over all that was free to decide.

    >>> accuracy_of([0.0, 0.1]), accuracy_of([])
    (0.75, None)
    """
    if not losses:
        return None
    return sum(2 ** (-loss / MARKS.halves) for loss in losses) / len(losses)
