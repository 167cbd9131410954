"""A template, bound to games of version 0.2: their `appraise` takes no numbers."""

from typing import TYPE_CHECKING, Any

import numpy as np

from formicarium.core.compiled import rule
from formicarium.core.layout import Row

if TYPE_CHECKING:

    def appraise(parts: Row, state: Row, out: np.ndarray[Any, Any]) -> float:
        """As the game itself has it."""
        raise NotImplementedError


@rule
def appraise_as_before(parts: Row, mind: Row, state: Row, out: np.ndarray) -> float:
    """With how many points seats may expect to end."""
    return appraise(parts, state, out)


@rule
def reopen_nothing(parts: Row, state: Row, seat: int) -> None:
    """What others have decided in secret is drawn by `redetermine` alone."""
