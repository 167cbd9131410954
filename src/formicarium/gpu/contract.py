"""What templates for a GPU are bound to beside the rules of a game; see `core.contract`."""

from typing import Any

import numpy as np

from formicarium.core.layout import Row

KINDS: int  # of actions
PHASES: int
GONE: int  # the group behind those of all phases: of what is not played on
GROUPS: int  # one for each phase and kind of action, and one for what is not carried out
STARTS: int  # room for as many groups as there may be
LOOK: type[Any]  # what observations are made of
LOOK_SIZE: int  # numbers of one
PIECE: int  # numbers of 32 bytes
PITCH: int  # and of 4 more, so that neighbouring threads use other banks of shared memory
PIECES: int  # numbers of a piece for every thread of a block
THREADS: int  # of a block, at most


def phase_of(state: Row) -> int:
    """The phase that a game is in."""
    raise NotImplementedError


def group_of(state: Row, kinds: np.ndarray[Any, Any], code: int) -> int:
    """In which group an action is carried out: one for each phase and kind."""
    raise NotImplementedError
