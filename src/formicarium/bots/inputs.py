"""What a network is handed of a position: whole numbers, read off the observation for networks.

A category is one of so many rows of weights, and nothing where it is 0. A flag, a count or a scalar
is a number of rows of its own, as a part of what is usual. Behind them come the points and leads
that the hand judgement expects. Boards, which have many rows, are left out unless a game says so.
"""

from collections.abc import Iterator
from typing import Any

import numpy as np

from formicarium.core.errors import BadOption
from formicarium.core.layout import layout
from formicarium.core.rulebook import Rulebook
from formicarium.core.slices import NumberKind, SlicePlace, placed

Array = np.ndarray[Any, Any]

MOST_ROWS = 20  # of a block, beyond which it is a board
WIDTH, HIDDEN = 64, 32  # numbers in the two layers of a network
# All numbers are whole; of so many bits behind the point.
INPUT_BITS, FIRST_BITS, ACTIVE_BITS, LATER_BITS = 6, 13, 9, 12
ONE = 1 << INPUT_BITS  # the usual count, a flag that is set
MOST_INPUT = 4 * ONE
MOST_ACTIVE = (1 << ACTIVE_BITS + 1) - 1

# What the template of a network knows besides: see `sizes_of`.
SIZE: int  # bytes of an observation
INPUTS: int  # numbers that the network is handed,
READS: int  # and how many of them come from the observation
ROWS: int  # rows of weights
SEATS: int  # for which the network has an opinion: as many as may play

# One number that a network is handed.
READ = layout(
    ("at", np.int32),  # where it lies in the observation
    ("row", np.int32),  # the first row of weights that is its own
    ("usual", np.int32),  # what counts as 1; of a category 0
    ("most", np.int32),  # of a category: the last one
    ("wide", np.int32),  # 1: of two bytes
)


def slices_of(book: Rulebook) -> Iterator[SlicePlace]:
    """The slices that a network reads."""
    book.observing("network")
    chosen = {block.name for block in book.network if block.rows <= MOST_ROWS}
    chosen |= {*book.network_inputs}
    return (place for place in placed(book.network) if place.block in chosen)


def reads_of(book: Rulebook) -> Array:
    """All numbers that a network is handed, those of the hand judgement last."""
    found, row = list[tuple[int, ...]](), 0
    for place in slices_of(book):
        part = place.part
        is_category, wide = part.kind is NumberKind.CATEGORY, int(part.bytes == 2)
        usual = 1 if part.kind is NumberKind.FLAG else part.usual
        for start in range(place.start, place.start + place.rows * place.stride, place.stride):
            for at in range(start, start + part.width, part.bytes):
                found.append((at, row, 0 if is_category else usual, part.size - 1, wide))
                row += part.size - 1 if is_category else 1
    if not found:
        raise BadOption(f"{book.name} has nothing that a network could read")
    found += [(0, row + number, 1, 0, 0) for number in range(by_hand(book))]
    return np.array(found, READ)


def by_hand(book: Rulebook) -> int:
    """How many numbers come from the hand judgement: lead and points of each seat, and openness."""
    return 2 * book.players[-1] + 1


def sizes_of(book: Rulebook) -> dict[str, int]:
    """What the template of a network needs to know: see `correction.py`."""
    reads = reads_of(book)
    return {
        "SIZE": sum(block.rows * block.width for block in book.network),
        "INPUTS": len(reads),
        "READS": len(reads) - by_hand(book),
        "ROWS": int(reads[-1]["row"]) + 1,
        "SEATS": book.players[-1],
    }
