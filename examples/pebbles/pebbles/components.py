"""Pebbles: the bag of stones and what they are worth, checked and made into parts for the rules."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Literal

import msgspec
import numpy as np

from formicarium.core import terms
from formicarium.core.components import read_components
from formicarium.core.errors import BadComponents
from formicarium.core.layout import Row, layout
from pebbles.state import BROOK, COLOURS

KIND = "pebbles/bag"
STANDARD = {KIND: Path(__file__).parent / "components" / "bag.json"}
MOST_STONES = 25  # of a colour

PARTS = layout(
    ("stones", np.int8, (COLOURS,)),  # in the bag at first, by colour (PB-1.2)
    ("load", np.int16, (COLOURS + 1,)),  # points for so many stones brought home (PB-3.2)
    ("favourite", np.int16),  # points for each stone of the favourite colour (PB-3.3)
)


class Stones(terms.Doc):
    """How many stones of each colour."""

    white: int = 0
    yellow: int = 0
    red: int = 0
    black: int = 0

    def counts(self) -> tuple[int, ...]:
        """As the rules have them."""
        return msgspec.structs.astuple(self)


class BagPoints(terms.Doc):
    """What stones are worth."""

    load: list[int]
    favourite: int


class Bag(terms.Doc):
    """A bag of stones, as it stands in a file."""

    kind: Literal["pebbles/bag"]
    version: int
    stones: Stones
    points: BagPoints
    provenance: dict[str, str] = {}


def make_parts(documents: Mapping[str, object]) -> Row:
    """The parts made from a bag, or `BadComponents` with every fault in it."""
    bag = read_components(documents[KIND], Bag, "a bag of stones")
    faults = [*faults_of(bag)]
    if faults:
        raise BadComponents("the bag has faults: " + "; ".join(faults), faults)
    parts: Row = np.zeros(1, PARTS)[0]
    parts.stones[:] = bag.stones.counts()
    parts.load[:] = bag.points.load
    parts.favourite = bag.points.favourite
    return parts


def faults_of(bag: Bag) -> Iterator[str]:
    """Everything that makes a bag unplayable."""
    counts, points = bag.stones.counts(), bag.points
    if not all(0 <= count <= MOST_STONES for count in counts):
        yield f"{counts} stones, and there may be 0 to {MOST_STONES} of a colour"
    if sum(counts) < BROOK:
        yield f"{sum(counts)} stones are too few to fill the brook: it takes {BROOK}"
    if len(points.load) != COLOURS + 1:
        yield f"load has {len(points.load)} values, and for 0 to {COLOURS} stones it needs 5"
    if not all(0 <= value <= 100 for value in [*points.load, points.favourite]):
        yield "a value is not from 0 to 100"
