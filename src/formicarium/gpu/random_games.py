"""A template, bound to each game: the kernel that plays whole random games, one thread a game.

Game i is the same as game i of the CPU's `random_games` in `formicarium.core.stepping`: the same
functions, the same seed, the same bytes.
"""

from typing import TYPE_CHECKING, Any

import numpy as np
from numba import cuda

from formicarium.core.chance import seed_of

if TYPE_CHECKING:
    from formicarium.core.contract import MOST_LEGAL, STATE, score
    from formicarium.core.stepping import DICE, random_game

Array = np.ndarray[Any, Any]

ALIGNMENT = 16  # to the compiler a row is bytes, which by themselves need not lie on a border


def random_games(
    parts: Array,
    blank: Array,
    seed: np.uint64,
    first: int,
    lengths: Array,
    standing: Array,
    ends: Array,
) -> None:
    """Play the games number `first` and following of a series; keep what came of each.

    A game is played in the thread's own memory, which the GPU interleaves so that neighbouring
    threads read neighbouring words. `ends` keeps how each game ended where it has room for that.
    """
    codes = cuda.local.array(MOST_LEGAL, np.int32)
    dice = cuda.local.array(1, DICE, ALIGNMENT)
    state = cuda.local.array(1, STATE, ALIGNMENT)
    for index in range(cuda.grid(1), lengths.size, cuda.gridsize(1)):
        state[0] = blank[0]
        game_seed = seed_of(seed, first + index)
        lengths[index] = random_game(parts[0], state[0], game_seed, dice[0], codes)
        score(parts[0], state[0], standing[index])
        if ends.size > 0:
            ends[index] = state[0]
