"""Myrmes: how the rules write lists of codes and sets of hexes, without room for more."""

import numpy as np

from formicarium.core.compiled import rule
from formicarium.games.myrmes.state import WORD, WORDS

Mask = tuple[int, int, int]
NOTHING = (0, 0, 0)


@rule
def insert(out: np.ndarray, count: int, code: int) -> int:
    """Put a code into an ascending list unless it is there; how long the list is then."""
    at = count
    while at > 0 and out[at - 1] > code:
        at -= 1
    if at > 0 and out[at - 1] == code:
        return count
    for index in range(count, at, -1):
        out[index] = out[index - 1]
    out[at] = code
    return count + 1


# --- Masks of hexes: three numbers ----------------------------------------------------------------


@rule
def within(mask: np.ndarray, hex_: int) -> bool:
    """Whether a hex belongs to a mask."""
    return (int(mask[hex_ // WORD]) >> int(hex_) % WORD) & 1 == 1


@rule
def add_hex(mask: np.ndarray, hex_: int) -> None:
    """Put a hex into a mask of a row."""
    mask[hex_ // WORD] |= 1 << int(hex_) % WORD


@rule
def with_hex(mask: Mask, hex_: int) -> Mask:
    """The same mask with one more hex."""
    word, bit = hex_ // WORD, 1 << int(hex_) % WORD
    return (
        mask[0] | (bit if word == 0 else 0),
        mask[1] | (bit if word == 1 else 0),
        mask[2] | (bit if word == 2 else 0),
    )


@rule
def hexes_in(mask: Mask) -> int:
    """How many hexes a mask has."""
    count = 0
    for word in range(WORDS):
        bits = mask[word]
        while bits:
            bits &= bits - 1
            count += 1
    return count
