"""Observations: numbers without bounds, for which there is room from -1 to 1, or in bytes."""

import numpy as np

from formicarium.core.compiled import rule


@rule
def squashed(number: int, usual: int) -> float:
    """A number between -1 and 1 for every number: half for the usual one, and never the same twice.

    (That is so up to ten thousand, beyond which a float32 cannot tell all of them apart.)

    >>> [squashed(number, 10) for number in (0, 10, 30, -10)]
    [0.0, 0.5, 0.75, -0.5]
    """
    return number / (abs(int(number)) + int(usual))


# --- For networks ---------------------------------------------------------------------------------
#
# Each writes the next bytes of an observation, and says where those after them begin.


@rule
def write(out: np.ndarray, at: int, number: int) -> int:
    """A flag, a category or a count; what is more than a byte holds is as much as it holds.

    >>> seen = np.zeros(2, np.uint8)
    >>> write(seen, 0, 7), write(seen, 1, 300), seen
    (1, 2, array([  7, 255], dtype=uint8))
    """
    out[at] = min(max(int(number), 0), 255)
    return at + 1


@rule
def write_scalar(out: np.ndarray, at: int, number: int) -> int:
    """A number of 16 bits, the lower byte first; those beyond are the last there is.

    >>> seen = np.zeros(2, np.uint8)
    >>> write_scalar(seen, 0, -2), seen
    (2, array([254, 255], dtype=uint8))
    """
    held = min(max(int(number), -32768), 32767)
    out[at] = held & 255
    out[at + 1] = (held >> 8) & 255
    return at + 2


@rule
def write_all(out: np.ndarray, at: int, numbers: np.ndarray) -> int:
    """Flags, categories or counts, one behind the other."""
    for number in numbers:
        at = write(out, at, number)
    return at


@rule
def write_bits(out: np.ndarray, at: int, bits: int, size: int) -> int:
    """A flag for each member of a set."""
    for index in range(size):
        out[at + index] = (int(bits) >> index) & 1
    return at + size
