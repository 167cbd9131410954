"""Rules by which a block of threads puts games that do the same beside each other.

The 32 threads of a warp carry out one instruction together. Where each plays a game that stands
elsewhere, 31 of them wait while one works. So the games of a block are sorted before every step,
by what comes next: first by the phase, when legal actions are listed, then by phase and kind of
action, when one is carried out.
"""

from typing import Any

import numpy as np
from numba import cuda

from formicarium.core.compiled import rule
from formicarium.core.layout import layout

Array = np.ndarray[Any, Any]

ROOM = 1024  # games of one block, at most
SCOUTS = 32  # parts in which groups are counted


# A slot plays one game after the other.
SLOT = layout(
    ("number", np.int64),  # of the game; -1: none is left
    ("rng", np.uint64),  # the dice of the random player
    ("decisions", np.int64),
)


@rule
def arrange(keys: Array, order: Array, starts: Array, sums: Array, groups: int, count: int) -> None:
    """Write into `order` the places 0 to count - 1, those with the same key beside each other.

    All threads of the block come here together. `starts` has room for all groups.
    """
    thread, threads = cuda.threadIdx.x, cuda.blockDim.x
    for group in range(thread, groups, threads):
        starts[group] = 0
    cuda.syncthreads()
    for place in range(thread, count, threads):
        cuda.atomic.add(starts, keys[place], 1)
    cuda.syncthreads()
    add_up(starts, sums, groups)
    for place in range(thread, count, threads):
        order[cuda.atomic.add(starts, keys[place], 1)] = place
    cuda.syncthreads()


@rule
def add_up(starts: Array, sums: Array, groups: int) -> None:
    """Turn how many each group has into where it begins."""
    thread, threads = cuda.threadIdx.x, cuda.blockDim.x
    each = (groups + SCOUTS - 1) // SCOUTS
    for scout in range(thread, SCOUTS, threads):
        total = 0
        for group in range(min(scout * each, groups), min((scout + 1) * each, groups)):
            total += starts[group]
        sums[scout] = total
    cuda.syncthreads()
    for scout in range(thread, SCOUTS, threads):
        begin = 0
        for before in range(scout):
            begin += sums[before]
        for group in range(min(scout * each, groups), min((scout + 1) * each, groups)):
            size = starts[group]
            starts[group] = begin
            begin += size
    cuda.syncthreads()
