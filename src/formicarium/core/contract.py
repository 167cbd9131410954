"""The compiled functions that every game gives, as a template sees them.

Templates (`stepping.py` and its like) are bound to one game after another by `compiled.bind`; these
declarations only tell the reader and the type checker what the names will mean.
"""

from typing import Any

import numpy as np

from formicarium.core.layout import Row

STATE: np.dtype[Any]  # the layout of a state
PARTS: np.dtype[Any]  # and of the parts of the game, made from its component set
JUDGEMENT: np.dtype[Any]  # and of the numbers by which bots judge
MOST_LEGAL: int  # how many actions can be legal at once


def setup(parts: Row, state: Row, seed: np.uint64) -> None:
    """Lay out the game in a state that holds players, options and zeros."""


def legal(parts: Row, state: Row, seat: int, out: np.ndarray) -> int:
    """Write the legal action codes of a seat in ascending order; how many there are."""
    raise NotImplementedError


def apply(parts: Row, state: Row, seat: int, code: int) -> None:
    """Carry out a legal action and all that follows from it, chance included."""


def redetermine(parts: Row, state: Row, seat: int, seed: np.uint64) -> None:
    """Replace all that a seat cannot know by a fresh sample; seat -1 is a spectator."""


def reopen(parts: Row, state: Row, seat: int) -> None:
    """Take back what others have decided in secret, so that all of it is still to come.

    How much of it there was, and who was asked first, can then not matter to whoever thinks.
    """


def score(parts: Row, state: Row, out: np.ndarray) -> None:
    """Write `out[seat] = points, tie_break` for every seat; higher wins."""


def observe(parts: Row, state: Row, seat: int, out: np.ndarray) -> None:
    """Write what a seat knows as numbers, in the order of the game's named slices."""


def appraise(parts: Row, mind: Row, state: Row, out: np.ndarray) -> float:
    """Write `out[seat]` = with how many points a seat may expect to end; only bots rely on it.

    `mind` holds the numbers by which they judge: see `formicarium.bots.judgement`. Return how open
    the game is: a lead of so many expected points makes victory e times as likely.
    """
    raise NotImplementedError


def glance(parts: Row, mind: Row, state: Row, out: np.ndarray) -> float:
    """As `appraise`, for a first look at an action: it may be rougher, if that is quicker."""
    raise NotImplementedError
