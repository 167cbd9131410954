"""What both sides of the comparison do alike: digests of arrays, and answers of which some are bad.

Each is written once as a plain function, for Numba's compilers of CPU and GPU.
"""

from typing import Any

import numpy as np
from numba import cuda

from formicarium.core.chance import below, seed_of
from formicarium.core.compiled import rule
from formicarium.core.layout import layout

DICE = layout(("unused", np.uint64), ("rng", np.uint64))
MIX, BEGIN, LOW = np.uint64(0x9E3779B1), np.uint64(0x7F4A7C15), np.uint64(0xFFFFFFFF)
BAD = -1, 1_000_000  # answers that no game knows

# In which order arrays are compared after every step.
COMPARED = (
    *("states", "observations", "masks", "codes", "finished", "rewards", "standings"),
    *("last_observations", "seats", "counts", "illegal"),
)
REDETERMINED, TURNED_ROUND, GIVEN = 50, 300, 700  # every so many steps; at those steps

Array = np.ndarray[Any, Any]


@rule
def product(words: Array, pair: int) -> np.uint64:
    """What two neighbouring words, and their place, add to a digest (NH, of UMAC)."""
    key = (np.uint64(2 * pair) * MIX + BEGIN) & LOW
    one = (np.uint64(words[2 * pair]) + key) & LOW
    other = (np.uint64(words[2 * pair + 1]) + ((key + MIX) & LOW)) & LOW
    return one * other


@rule
def digest_of_words(words: Array) -> np.uint64:
    """The digest of an array."""
    total = np.uint64(0)
    for pair in range(words.size // 2):
        total += product(words, pair)
    return total


@rule
def choose_all(lists: Array, counts: Array, seed: np.uint64, picks: Array) -> None:
    """An answer to every question, as the kernel `pick` gives it."""
    dice = np.zeros(1, DICE)
    for index in range(counts.size):
        dice[0].rng = seed_of(seed, index)
        picks[index] = lists[index, below(dice[0], counts[index])]


def spoil(picks: Array, step: int) -> None:
    """Give two bad answers, in other games at every step."""
    if cuda.grid(1) == 0:
        picks[(step * 7) % picks.size] = BAD[0]
        picks[(step * 13 + 5) % picks.size] = BAD[1]


def add_digest(words: Array, digests: Array, place: int) -> None:
    """Add the digest of an array to a number at a place."""
    total = np.uint64(0)
    for pair in range(cuda.grid(1), words.size // 2, cuda.gridsize(1)):
        total += product(words, pair)
    cuda.atomic.add(digests, place, total)
