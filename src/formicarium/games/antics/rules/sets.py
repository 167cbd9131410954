"""Sets of paths, clearings, nests, kinds or ways: numbers with one bit for each member."""

import numpy as np

from formicarium.core.compiled import rule

HALF_WORD = 0xFFFFFFFF

# Where a list of codes begins. Of a plain 0 the compiler would make versions of their own.
EMPTY = np.int64(0)


@rule
def lowest(bits: int) -> int:
    """The lowest member of a set that is not empty."""
    index = 0
    if bits & HALF_WORD == 0:
        bits >>= 32
        index = 32
    while bits & 0xFF == 0:
        bits >>= 8
        index += 8
    while bits & 1 == 0:
        bits >>= 1
        index += 1
    return index


@rule
def is_single(bits: int) -> bool:
    """Whether a set has exactly one member."""
    return bits != 0 and bits & (bits - 1) == 0


@rule
def size_of(bits: int) -> int:
    """How many members a set has."""
    size = 0
    while bits:
        bits &= bits - 1
        size += 1
    return size


@rule
def those_present(counts: np.ndarray) -> int:
    """The set of those that there is at least one of."""
    bits = 0
    for index in range(counts.size):
        if counts[index] > 0:
            bits |= 1 << index
    return bits


@rule
def list_set(out: np.ndarray, count: int, first: int, bits: int) -> int:
    """Write a code for each member of a set; how many codes there are then."""
    while bits:
        out[count] = first + lowest(bits)
        bits &= bits - 1
        count += 1
    return count
