"""Micropolis: the parts that the rules look things up in, made from a set of tiles.

A tile has four openings: left and right, each with an outer and an inner level. Its segments join
openings to pieces of gallery. All questions that scoring asks of a tile are answered by lists over
the sixteen sets of openings, so that following a gallery around the ring is a few look-ups.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Literal

import numpy as np

from formicarium.core import terms
from formicarium.core.compiled import rule
from formicarium.core.components import read_components
from formicarium.core.errors import BadComponents
from formicarium.core.layout import Row, layout
from formicarium.games.micropolis.state import TILES, Effect

KIND = "micropolis/tiles"
# Our own design: 61 tiles, all different, with what they show (MP-12.1, MP-12.2, MP-12.3).
STANDARD = {KIND: Path(__file__).parent / "components" / "tiles.json"}

PORTS = ("LO", "LI", "RO", "RI")  # the bits of a set of openings, in this order
PORT_SETS = 1 << len(PORTS)
# In the order of their rarity; a gift stands for any of them (MP-1.8).
FRUITS = ("cherry", "lemon", "grape", "blackberry", "fig", "pomegranate")
MOST_BARRACKS = 4
MOST_EGGS = 9
MOST_FRUITS = 9

Port = Literal["LO", "LI", "RO", "RI"]
Specialist = Literal["queen", "nurse", "architect", "officer", "sentinel"]
Fruit = Literal["cherry", "lemon", "grape", "blackberry", "fig", "pomegranate", "gift"]

TILE = layout(
    ("effect", np.int8),
    ("eggs", np.int8),  # of a nurse
    ("barracks", np.int8),  # how many soldiers they hold, 0: none
    ("spread", np.int8, (PORT_SETS,)),  # all openings that the segments join to the given ones
    ("holds", np.int64, (PORT_SETS,)),  # what is printed in the segments of the given openings
)

# What a piece of gallery holds is one number, so that it is looked up and added up at once: a bit
# for each kind of fruit, then how many ants (MP-1.7), how many of them queens, and how many gifts.
# Below them is room for the junctions that a gallery runs through; see `scoring.py`.
FRUITS_AT = 22
ANTS_AT = FRUITS_AT + len(FRUITS)
QUEENS_AT, GIFTS_AT = ANTS_AT + 10, ANTS_AT + 16
ALL_FRUITS = (1 << len(FRUITS)) - 1

PARTS = layout(
    ("soldiers", np.int8),  # in the box (MP-1.2)
    ("tokens", np.int8),  # MP-1.3
    ("per_ant", np.int32),
    ("colony", np.int32),  # points of the two majorities
    ("red_army", np.int32),
    ("harvest", np.int32, (len(FRUITS) + 1,)),  # by number of different fruits
    ("barracks", np.int32, (MOST_BARRACKS + 1,)),  # by size
    ("tiles", TILE, (TILES + 1,)),  # by tile number, from 1
)


class Segment(terms.Doc):
    """One connected piece of gallery on a tile; with a single opening it is a dead end (MP-1.9)."""

    ports: list[Port]
    workers: int = 0
    specialist: Specialist | None = None
    eggs: int = 0
    fruits: list[Fruit] = []


class Tile(terms.Doc):
    """One anthill tile."""

    id: int
    segments: list[Segment]
    barracks: int = 0


class SharedPieces(terms.Doc):
    """Pieces that all players share (MP-1.2, MP-1.3)."""

    soldiers: int
    architect_tokens: int


class Scoring(terms.Doc):
    """What things are worth."""

    ant: int
    colony: int
    red_army: int
    harvest: list[int]
    barracks: list[int]


class TileSet(terms.TileSet):
    """A set of tiles as it stands in a file."""

    kind: Literal["micropolis/tiles"]
    version: int
    supply: SharedPieces
    scoring: Scoring
    tiles: list[Tile]
    provenance: dict[str, str] = {}


def make_parts(documents: Mapping[str, object]) -> Row:
    """The parts made from a set of tiles, or `BadComponents` with every fault in it (MP-12.5)."""
    tiles = read_components(documents[KIND], TileSet, "a set of tiles")
    faults = list(faults_of(tiles))
    if faults:
        raise BadComponents("the set of tiles has faults: " + "; ".join(faults), faults)
    return _filled(tiles)


def faults_of(tiles: TileSet) -> Iterator[str]:
    """Everything that makes a set unplayable, each in a line that names the place."""
    yield from _faults_of_numbers(tiles)
    yield from _faults_of_values(tiles)
    for tile in tiles.tiles:
        for fault in _faults_of_tile(tile):
            yield f"tile {tile.id}: {fault}"


def _faults_of_numbers(tiles: TileSet) -> Iterator[str]:
    """There are 61 tiles with numbers of their own (MP-12.1)."""
    count = Counter(tile.id for tile in tiles.tiles)
    if len(tiles.tiles) != TILES:
        yield f"there are {len(tiles.tiles)} tiles, and there must be {TILES}"
    for number, times in count.items():
        if times > 1:
            yield f"tile {number} is there {times} times"
        if not 1 <= number <= TILES:
            yield f"tile {number}: numbers run from 1 to {TILES}"


def _faults_of_values(tiles: TileSet) -> Iterator[str]:
    supply, scoring = tiles.supply, tiles.scoring
    if not 30 <= supply.soldiers <= 100:
        yield f"supply: {supply.soldiers} soldiers, and there must be 30 to 100"
    if not 0 <= supply.architect_tokens <= 20:
        yield f"supply: {supply.architect_tokens} architect tokens, and there must be 0 to 20"
    if len(scoring.harvest) != len(FRUITS) + 1:
        yield f"scoring: harvest lists {len(scoring.harvest)} values, for 0 to 6 fruits it needs 7"
    if len(scoring.barracks) != MOST_BARRACKS + 1:
        yield f"scoring: barracks lists {len(scoring.barracks)} values, for sizes 0 to 4 it needs 5"
    values = [scoring.ant, scoring.colony, scoring.red_army, *scoring.harvest, *scoring.barracks]
    for value in values:
        if not 0 <= value <= 1000:
            yield f"scoring: {value} points, and values run from 0 to 1000"


def _faults_of_tile(tile: Tile) -> Iterator[str]:
    """Each opening in one segment, one immediate effect at most (MP-12.2, MP-12.4)."""
    ports = Counter[str](port for segment in tile.segments for port in segment.ports)
    for port in PORTS:
        if ports[port] != 1:
            yield f"opening {port} belongs to {ports[port]} segments, and must belong to one"
    if any(not segment.ports for segment in tile.segments):
        yield "a segment has no opening"
    if not 0 <= tile.barracks <= MOST_BARRACKS:
        yield f"barracks for {tile.barracks} soldiers, and sizes run from 0 to {MOST_BARRACKS}"
    effects = _immediate(tile)
    if len(effects) > 1:
        yield f"shows {' and '.join(effects)}, and a tile has at most one immediate effect"
    for segment in tile.segments:
        if not 0 <= segment.workers <= 9:
            yield f"{segment.workers} workers in a segment, and there may be 0 to 9"
        fewest, most = (1, MOST_EGGS) if segment.specialist == "nurse" else (0, 0)
        if not fewest <= segment.eggs <= most:
            yield f"{segment.eggs} eggs: a nurse carries 1 to {MOST_EGGS}, and nobody else any"
        if len(segment.fruits) > MOST_FRUITS:
            yield f"{len(segment.fruits)} fruits in a segment, and there may be 0 to {MOST_FRUITS}"


def _immediate(tile: Tile) -> list[str]:
    shown = [s.specialist for s in tile.segments if s.specialist not in (None, "queen")]
    return [str(specialist) for specialist in shown] + ["barracks"] * bool(tile.barracks)


def _filled(tiles: TileSet) -> Row:
    parts: Row = np.zeros(1, PARTS)[0]
    parts.soldiers = tiles.supply.soldiers
    parts.tokens = tiles.supply.architect_tokens
    parts.per_ant = tiles.scoring.ant
    parts.colony = tiles.scoring.colony
    parts.red_army = tiles.scoring.red_army
    parts.harvest[:] = tiles.scoring.harvest
    parts.barracks[:] = tiles.scoring.barracks
    for tile in tiles.tiles:
        _fill_tile(parts.tiles[tile.id], tile)
    return parts


def _fill_tile(row: Any, tile: Tile) -> None:
    effect = _immediate(tile)
    row.effect = Effect[effect[0].upper()] if effect else Effect.NONE
    row.eggs = sum(segment.eggs for segment in tile.segments)
    row.barracks = tile.barracks
    for ports in range(PORT_SETS):
        for segment in tile.segments:
            joined = sum(1 << PORTS.index(port) for port in segment.ports)
            if joined & ports:
                row.spread[ports] |= joined
                row.holds[ports] = put_together(int(row.holds[ports]), _held_by(segment))


def _held_by(segment: Segment) -> int:
    ants = segment.workers + (segment.specialist is not None)
    fruits = sum(1 << FRUITS.index(fruit) for fruit in {*segment.fruits} - {"gift"})
    queens, gifts = segment.specialist == "queen", segment.fruits.count("gift")
    return fruits << FRUITS_AT | ants << ANTS_AT | queens << QUEENS_AT | gifts << GIFTS_AT


# --- Compiled: what pieces of gallery hold --------------------------------------------------------


@rule
def put_together(one: int, other: int) -> int:
    """What two pieces hold: numbers add up, and a kind of fruit is there or not (MP-8.8)."""
    return one + other - (one & other & ((1 << ANTS_AT) - 1))


@rule
def ants_of(held: int) -> int:
    """Ants, workers and specialists alike, queens too (MP-1.7, MP-8.15)."""
    return (held >> ANTS_AT) & 1023


@rule
def queens_of(held: int) -> int:
    """Queens."""
    return (held >> QUEENS_AT) & 63


@rule
def fruits_of(held: int) -> int:
    """Bit per kind of fruit."""
    return (held >> FRUITS_AT) & ALL_FRUITS


@rule
def gifts_of(held: int) -> int:
    """Gifts."""
    return held >> GIFTS_AT
