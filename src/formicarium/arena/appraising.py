"""A template, bound to each game: what bots think of many positions at once."""

from typing import TYPE_CHECKING, Any

import numpy as np

from formicarium.core.compiled import rule

if TYPE_CHECKING:
    from formicarium.core.contract import JUDGEMENT, appraise
    from formicarium.core.stepping import parts_in, state_in

Bytes = np.ndarray[Any, np.dtype[np.uint8]]


@rule
def appraise_all(
    parts_bytes: Bytes, states: np.ndarray, mind: np.ndarray, points: np.ndarray, open_: np.ndarray
) -> None:
    """Write every seat's expected points, and how open each game is."""
    for index in range(states.shape[0]):
        open_[index] = appraise(
            parts_in(parts_bytes), mind.view(JUDGEMENT)[0], state_in(states[index]), points[index]
        )
