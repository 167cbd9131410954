"""A template, bound to each game that names its phases: what games are sorted by."""

from typing import TYPE_CHECKING, Any

import numpy as np

from formicarium.core.compiled import rule
from formicarium.core.layout import Row

if TYPE_CHECKING:
    from formicarium.gpu.contract import KINDS


@rule
def phase_of(state: Row) -> int:
    """The phase that a game is in."""
    return int(np.int64(state.phase))


@rule
def group_of(state: Row, kinds: np.ndarray[Any, Any], code: int) -> int:
    """In which group an action is carried out: one for each phase and kind."""
    return phase_of(state) * KINDS + int(kinds[code])
