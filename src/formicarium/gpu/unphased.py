"""The same for games that name no phases: they are sorted by the kind of action alone."""

from typing import Any

import numpy as np

from formicarium.core.compiled import rule
from formicarium.core.layout import Row


@rule
def phase_of(state: Row) -> int:
    """All games are in the same one."""
    return 0


@rule
def group_of(state: Row, kinds: np.ndarray[Any, Any], code: int) -> int:
    """In which group an action is carried out."""
    return int(kinds[code])
