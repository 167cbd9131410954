"""Random numbers that live inside a record.

The generator is SplitMix64 (Steele, Lea and Flood 2014): 64 bits of state in a field `rng`,
advanced by a constant and scrambled. A game is reproduced from options, seed and actions alone;
whoever holds the record can read the future, so it never leaves the authority.
"""

import numpy as np

from formicarium.core.compiled import rule, wrapping_rule
from formicarium.core.layout import Row

STRIDE = np.uint64(0x9E3779B97F4A7C15)
SCRAMBLE_1 = np.uint64(0xBF58476D1CE4E5B9)
SCRAMBLE_2 = np.uint64(0x94D049BB133111EB)
LOW_HALF = np.uint64(0xFFFFFFFF)
TWO_TO_32 = np.uint64(1 << 32)
SHIFT_27, SHIFT_30, SHIFT_31, SHIFT_32 = np.uint64(27), np.uint64(30), np.uint64(31), np.uint64(32)


@wrapping_rule
def scrambled(word: np.uint64) -> np.uint64:
    """A word whose every bit depends on all bits of the given one."""
    word = (word ^ (word >> SHIFT_30)) * SCRAMBLE_1
    word = (word ^ (word >> SHIFT_27)) * SCRAMBLE_2
    return word ^ (word >> SHIFT_31)


@wrapping_rule
def next_word(holder: Row) -> np.uint64:
    """The next 64 random bits of whatever holds a generator."""
    holder.rng = holder.rng + STRIDE
    return scrambled(holder.rng)


@wrapping_rule
def below(holder: Row, bound: int) -> int:
    """A whole number from 0 to bound - 1, each exactly as likely (Lemire 2019, with rejection)."""
    size = np.uint64(bound)
    product = (next_word(holder) >> SHIFT_32) * size
    if product & LOW_HALF < size:
        rejected = (TWO_TO_32 - size) % size
        while product & LOW_HALF < rejected:
            product = (next_word(holder) >> SHIFT_32) * size
    return int(np.int64(product >> SHIFT_32))


@rule
def shuffle(holder: Row, items: np.ndarray, count: int) -> None:
    """Put the first `count` items into random order, every order equally likely."""
    for last in range(count - 1, 0, -1):
        other = below(holder, last + 1)
        kept = items[last]
        items[last] = items[other]
        items[other] = kept


@wrapping_rule
def seed_of(seed: np.uint64, number: int) -> np.uint64:
    """The seed of the n-th game of a series, so that each can be played again by itself."""
    return scrambled(seed + STRIDE * np.uint64(number + 1))
