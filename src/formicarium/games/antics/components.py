"""Antics!: the parts that the rules look things up in, made from a board and a set of tiles."""

import functools
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Literal

import numpy as np

from formicarium.core import terms
from formicarium.core.components import read_components
from formicarium.core.errors import BadComponents
from formicarium.core.layout import Row, layout
from formicarium.games.antics.state import (
    ANTEATERS,
    BASE_HEXES,
    CLEARINGS,
    GORGE,
    GREAT_ANTHILL,
    KINDS,
    LEAVES,
    NESTS,
    PAIRS,
    PATHS,
    TERRAINS,
    TILES,
    WAY_Q,
    WAY_R,
    Colour,
    Leaf,
    Nest,
    Prey,
    Symbol,
    names,
)

BOARD, TILE_SET = "antics/board", "antics/tiles"
FOLDER = Path(__file__).parent / "components"
STANDARD = {BOARD: FOLDER / "board.json", TILE_SET: FOLDER / "tiles.json"}

IN_BAG = TILES - 4  # all but the start tiles (AN-2.4)
MOST_PATHS = PATHS - 1
BASE_REACH = 3  # the largest coordinate of the base
MOST_SPAN = 10_000  # the largest width or height of a map

Place = tuple[int, int]

PARTS = layout(
    # The board. Sets of paths are numbers with one bit for each; the gorge is path 0.
    ("clearings", np.int8),  # how many there are, the great anthill included
    ("at", np.int16, (CLEARINGS, 2)),  # where a clearing lies on the map
    ("ends", np.int64, (PATHS, 2)),  # the clearings that a path joins
    ("terrain", np.int64, (PATHS,)),  # Nest of a path, -1: the gorge, or no such path
    ("exists", np.int64),  # paths that there are
    ("at_anthill", np.int64),  # paths that touch the great anthill
    ("joins", np.int64, (PATHS,)),  # paths that meet a path at either end
    ("touching", np.int64, (CLEARINGS,)),  # paths at a clearing
    ("through", np.int64, (TERRAINS,)),  # paths through a terrain
    ("prey_at", np.int64, (CLEARINGS,)),  # kind of prey + 1, 0: none
    ("leaf", np.int64, (CLEARINGS,)),  # Leaf + 1, 0: none
    ("leaves", np.int8, (CLEARINGS,)),  # how many lie there in the beginning
    ("nests", np.int64, (NESTS,)),  # from left to right
    ("left_of", np.int64, (NESTS,)),  # the nest where an anteater looks next
    ("anteater", np.int64, (ANTEATERS, 2)),  # colours of both sides
    # The tiles.
    ("first", np.int64, (KINDS,)),  # symbols of a kind
    ("second", np.int64, (KINDS,)),
    ("start", np.int64),  # kind of the start tiles
    ("bag", np.int8, (KINDS,)),  # AN-16.4
    # The base: in ours the first tile can be laid in 96 ways (AN-16.5, AN-5.19).
    ("base_q", np.int64, (BASE_HEXES,)),
    ("base_r", np.int64, (BASE_HEXES,)),
    ("base_symbol", np.int64, (BASE_HEXES,)),
    ("base_mate", np.int64, (BASE_HEXES,)),  # way to the other half
)


class NestPlace(terms.Doc):
    """A nest at the lower edge of the map."""

    nest: str
    at: Place


class Clearing(terms.Doc):
    """Where paths meet, and what lies there (AN-16.3)."""

    id: int
    at: Place
    great_anthill: bool = False
    prey: str | None = None
    leaf: str | None = None
    leaves: int = 0


class Trail(terms.Doc):
    """A path between two clearings."""

    id: int
    ends: Place
    terrain: str


class Board(terms.Board):
    """A board as it stands in a file (AN-16.1)."""

    kind: Literal["antics/board"]
    version: int
    size: Place
    nests: list[NestPlace]
    anteaters: list[list[str]]
    clearings: list[Clearing]
    paths: list[Trail]
    gorge: Place  # AN-16.2
    provenance: dict[str, str] = {}


class TileSet(terms.TileSet):
    """A set of tiles as it stands in a file."""

    kind: Literal["antics/tiles"]
    version: int
    start: str
    base: list[list[tuple[int, int, str]]]
    bag: dict[str, int]
    provenance: dict[str, str] = {}


def make_parts(documents: Mapping[str, object]) -> Row:
    """A board and a set of tiles as parts, or `BadComponents` with every fault (AN-16.6)."""
    board = read_components(documents[BOARD], Board, "a board")
    tiles = read_components(documents[TILE_SET], TileSet, "a set of tiles")
    faults = [*faults_of_board(board), *faults_of_tiles(tiles)]
    if faults:
        raise BadComponents("the components have faults: " + "; ".join(faults), faults)
    parts: Row = np.zeros(1, PARTS)[0]
    _fill_board(parts, board)
    _fill_tiles(parts, tiles)
    return parts


# --- The board ------------------------------------------------------------------------------------


def faults_of_board(board: Board) -> Iterator[str]:
    """Everything that makes a board unplayable, each in a line that names the place (AN-16.7)."""
    yield from _faults_of_nests(board)
    yield from _faults_of_anteaters(board)
    yield from _faults_of_numbers(board)
    for clearing in board.clearings:
        for fault in _faults_of_clearing(clearing):
            yield f"clearing {clearing.id}: {fault}"
    yield from _faults_of_food(board)
    yield from _faults_of_paths(board)
    yield from _faults_of_gorge(board)
    yield from _faults_of_ways(board)


def _faults_of_nests(board: Board) -> Iterator[str]:
    found = Counter(place.nest for place in board.nests)
    for nest in found:
        if nest not in names(Nest):
            yield f"nests: there is no nest {nest!r}"
    for nest in names(Nest):
        if found[nest] != 1:
            yield f"nests: {nest} is there {found[nest]} times, and must be there once"


def _faults_of_anteaters(board: Board) -> Iterator[str]:
    if len(board.anteaters) != ANTEATERS:
        yield f"anteaters: there are {len(board.anteaters)}, and there must be {ANTEATERS}"
    for number, sides in enumerate(board.anteaters, 1):
        if len(sides) != 2:
            yield f"anteater {number}: it has {len(sides)} sides, and must have 2"
    colours = Counter(colour for sides in board.anteaters for colour in sides)
    for colour, times in colours.items():
        if colour not in names(Colour):
            yield f"anteaters: there is no colour {colour!r}"
        if times > 1:
            yield f"anteaters: {colour} is there {times} times, and may be there once"


def _faults_of_numbers(board: Board) -> Iterator[str]:
    clearings, paths = board.clearings, board.paths
    width, height = board.size
    if not (0 < width <= MOST_SPAN and 0 < height <= MOST_SPAN):
        yield f"size: {width} by {height}, and each can be 1 to {MOST_SPAN}"
    if len(clearings) > CLEARINGS:
        yield f"there are {len(clearings)} clearings, and may be {CLEARINGS}"
    if len(paths) > MOST_PATHS:
        yield f"there are {len(paths)} paths, and may be {MOST_PATHS}"
    for due, clearing in enumerate(clearings):
        if clearing.id != due:
            yield f"clearing {clearing.id} stands where clearing {due} should"
        if clearing.great_anthill != (due == 0):
            yield f"clearing {clearing.id}: clearing 0 is the great anthill, and no other"
        if not (0 <= clearing.at[0] <= width and 0 <= clearing.at[1] <= height):
            yield f"clearing {clearing.id}: {_written(clearing.at)} lies outside the map"
    for due, path in enumerate(paths, 1):
        if path.id != due:
            yield f"path {path.id} stands where path {due} should"


def _faults_of_clearing(clearing: Clearing) -> Iterator[str]:
    if clearing.prey is not None and clearing.prey not in names(Prey):
        yield f"there is no prey {clearing.prey!r}"
    if clearing.leaf is not None and clearing.leaf not in names(Leaf):
        yield f"there is no leaf {clearing.leaf!r}"
    if clearing.prey is not None and clearing.leaf is not None:
        yield "prey and leaves lie there, and only one of them may"
    if clearing.great_anthill and (clearing.prey is not None or clearing.leaf is not None):
        yield "no food lies on the great anthill"
    if clearing.leaf is None and clearing.leaves != 0:
        yield f"{clearing.leaves} leaves, but it has no leaf"
    if clearing.leaf is not None and clearing.leaves < 1:
        yield f'"leaves" says how many lie there, and {clearing.leaves} are too few'


def _faults_of_food(board: Board) -> Iterator[str]:
    kinds = Counter(clearing.prey for clearing in board.clearings)
    for kind in names(Prey):
        if kinds[kind] != 1:
            yield f"prey: {kind} has {kinds[kind]} clearings, and must have one"
    for leaf in names(Leaf):
        count = sum(clearing.leaves for clearing in board.clearings if clearing.leaf == leaf)
        if count != LEAVES:
            yield f"leaves: there are {count} {leaf} ones, and must be {LEAVES}"


def _faults_of_paths(board: Board) -> Iterator[str]:
    seen: dict[tuple[frozenset[int], str], int] = {}
    for path in board.paths:
        if path.terrain not in names(Nest)[:TERRAINS]:
            yield f"path {path.id}: there is no terrain {path.terrain!r}"
        for fault in _faults_of_ends(board, path.ends):
            yield f"path {path.id}: {fault}"
        other = seen.setdefault((frozenset(path.ends), path.terrain), path.id)
        if other != path.id:
            yield f"path {path.id}: the same as path {other}, ends and terrain"
    for terrain in names(Nest)[:TERRAINS]:
        if not any(path.terrain == terrain for path in board.paths):
            yield f"paths: none leads through {terrain}"
    if not any(0 in path.ends for path in board.paths):
        yield "paths: none leaves the great anthill"


def _faults_of_gorge(board: Board) -> Iterator[str]:
    for fault in _faults_of_ends(board, board.gorge):
        yield f"gorge: {fault}"


def _faults_of_ends(board: Board, ends: Place) -> Iterator[str]:
    for end in ends:
        if not 0 <= end < len(board.clearings):
            yield f"there is no clearing {end}"
    if ends[0] == ends[1]:
        yield f"both ends are clearing {ends[0]}"


def _faults_of_ways(board: Board) -> Iterator[str]:
    """Clearings that no path leads to, however one goes."""
    reached, grown = {0}, set[int]()
    while reached != grown:
        grown = set(reached)
        for path in board.paths:
            if reached & {*path.ends}:
                reached |= {*path.ends}
    for number in range(len(board.clearings)):
        if number not in reached:
            yield f"clearing {number}: no path leads there from the great anthill"


def _fill_board(parts: Row, board: Board) -> None:
    parts.clearings = len(board.clearings)
    order = [Nest[place.nest.upper()] for place in board.nests]
    parts.nests[:] = order
    for index, nest in enumerate(order):
        parts.left_of[nest] = order[index - 1]
    for number, sides in enumerate(board.anteaters):
        parts.anteater[number] = [Colour[colour.upper()] for colour in sides]
    for clearing in board.clearings:
        parts.at[clearing.id] = clearing.at
        parts.prey_at[clearing.id] = Prey[clearing.prey.upper()] + 1 if clearing.prey else 0
        parts.leaf[clearing.id] = Leaf[clearing.leaf.upper()] + 1 if clearing.leaf else 0
        parts.leaves[clearing.id] = clearing.leaves
    parts.terrain[:] = -1
    for path in board.paths:
        terrain = Nest[path.terrain.upper()]
        parts.terrain[path.id] = terrain
        parts.through[terrain] |= 1 << path.id
        _fill_path(parts, path.id, path.ends)
    _fill_path(parts, GORGE, board.gorge)
    _fill_joins(parts)


def _fill_path(parts: Row, number: int, ends: Place) -> None:
    parts.ends[number] = ends
    parts.exists |= 1 << number
    for clearing in ends:
        parts.touching[clearing] |= 1 << number


def _fill_joins(parts: Row) -> None:
    parts.at_anthill = parts.touching[GREAT_ANTHILL]
    for number in range(PATHS):
        if parts.exists >> number & 1:
            start, end = parts.ends[number]
            parts.joins[number] = (parts.touching[start] | parts.touching[end]) & ~(1 << number)


# --- The tiles ------------------------------------------------------------------------------------


@functools.cache
def kind_of_tile(name: str) -> int | None:
    """The kind of tile that a name such as ``scout+hatch`` means, in either order."""
    known = names(Symbol)
    symbols = name.split("+")
    if len(symbols) != 2 or not {*symbols} <= {*known}:
        return None
    first, second = sorted(known.index(symbol) for symbol in symbols)
    return PAIRS.index((Symbol(first), Symbol(second)))


def faults_of_tiles(tiles: TileSet) -> Iterator[str]:
    """Everything that makes a set of tiles unplayable, line by line (AN-16.8)."""
    start = kind_of_tile(tiles.start)
    if start is None:
        yield f"start: there is no tile {tiles.start!r}"
    elif Symbol.FUNGUS in PAIRS[start]:
        yield f"start: {tiles.start} shows fungus, and a start tile may not"
    yield from _faults_of_bag(tiles)
    yield from _faults_of_base(tiles)


def _faults_of_bag(tiles: TileSet) -> Iterator[str]:
    seen: dict[int, str] = {}
    for name, count in tiles.bag.items():
        kind = kind_of_tile(name)
        if kind is None:
            yield f"bag: there is no tile {name!r}"
        elif seen.setdefault(kind, name) != name:
            yield f"bag: {name} is the same as {seen[kind]}"
        if count < 1:
            yield f"bag: {count} tiles {name}, and there must be at least one"
    if sum(tiles.bag.values()) != IN_BAG:
        yield f"bag: there are {sum(tiles.bag.values())} tiles, and must be {IN_BAG}"


def _faults_of_base(tiles: TileSet) -> Iterator[str]:
    if len(tiles.base) != BASE_HEXES // 2 or any(len(pair) != 2 for pair in tiles.base):
        yield "base: it must be three pairs of hexes"
        return
    hexes = [(q, r) for pair in tiles.base for q, r, _ in pair]
    for place, times in Counter(hexes).items():
        if times > 1:
            yield f"base: hex {_written(place)} is there {times} times"
        if max(map(abs, place)) > BASE_REACH:
            yield f"base: hex {_written(place)} lies beyond -{BASE_REACH} to {BASE_REACH}"
    for pair in tiles.base:
        first, second = ((q, r) for q, r, _ in pair)
        if _way(first, second) is None:
            yield f"base: hexes {_written(first)} and {_written(second)} do not touch"
    if len(_piece(hexes)) != len({*hexes}):
        yield "base: its hexes are not in one piece"
    shown = [symbol for pair in tiles.base for _, _, symbol in pair]
    for symbol in shown:
        if symbol not in names(Symbol):
            yield f"base: there is no symbol {symbol!r}"
    for symbol in names(Symbol)[: Symbol.FUNGUS]:
        if symbol not in shown:
            yield f"base: no hex shows {symbol}"


def _written(place: Place) -> str:
    return f"{place[0]},{place[1]}"


def _way(first: Place, second: Place) -> int | None:
    """The direction from a hex to one that touches it."""
    step = second[0] - first[0], second[1] - first[1]
    steps = [*zip(WAY_Q, WAY_R, strict=True)]
    return steps.index(step) if step in steps else None


def _piece(hexes: Iterable[Place]) -> set[Place]:
    """All hexes that hang together with the first."""
    left = [*hexes]
    piece = {left[0]}
    while joined := {h for h in left for p in piece if _way(p, h) is not None} - piece:
        piece |= joined
    return piece


def _fill_tiles(parts: Row, tiles: TileSet) -> None:
    parts.first[:] = [first for first, _ in PAIRS]
    parts.second[:] = [second for _, second in PAIRS]
    parts.start = kind_of_tile(tiles.start) or 0
    for name, count in tiles.bag.items():
        parts.bag[kind_of_tile(name)] = count
    hexes = [hexagon for pair in tiles.base for hexagon in pair]
    for index, (q, r, symbol) in enumerate(hexes):
        other = hexes[index ^ 1]
        parts.base_q[index], parts.base_r[index] = q, r
        parts.base_symbol[index] = Symbol[symbol.upper()]
        parts.base_mate[index] = _way((q, r), other[:2])
