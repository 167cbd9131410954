"""Myrmes: the garden and the pieces, as files and as the parts that the rules look things up in.

The shape of the garden is fixed: rows a to o of hexes, numbered 0 to 150 in reading order. What the
hexes show, where prey lies and where players start is read from a board; numbers of tiles, their
points, prey and objectives from a set of pieces.
"""

import functools
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, Literal

import msgspec
import numpy as np

from formicarium.core import terms
from formicarium.core.components import read_components
from formicarium.core.errors import BadComponents
from formicarium.core.layout import Row, layout
from formicarium.games.myrmes.state import (
    DEEPEST,
    DISC,
    FORMS,
    HEXES,
    LAY_NAMES,
    LAYS,
    LONGEST_TILE,
    OBJECTIVES,
    OBJECTIVES_OF_LEVEL,
    PATTERNS,
    PLACES,
    PREY_NAMES,
    SEATS,
    Ask,
    Cube,
    Form,
    Ground,
    Special,
)

BOARD, PIECES = "myrmes/board", "myrmes/pieces"
FOLDER = Path(__file__).parent / "components"
STANDARD = {BOARD: FOLDER / "board.json", PIECES: FOLDER / "pieces.json"}

DIRECTIONS = 6
AREAS = 4  # for two players, two in the narrow area, three, four
MOST_TOKENS = 18

PREY = layout(
    ("tokens", np.int8),
    ("soldiers", np.int8),  # lost in the hunt
    ("food", np.int8),
    ("points", np.int8),
)

OBJECTIVE = layout(
    ("level", np.int8),
    ("ask", np.int8),
    ("need", np.int8),
    ("pay", np.int8),
)

PARTS = layout(
    # The garden: hexes by number, -1 where there is none.
    ("neighbours", np.int16, (HEXES, DIRECTIONS)),
    ("disc", np.int16, (HEXES, DISC)),  # within two steps, in reading order
    ("yields", np.int8, (HEXES,)),  # Cube + 1; 0: none
    ("water", np.int8, (HEXES,)),
    ("inside", np.int8, (AREAS, HEXES)),
    ("prey_space", np.int8, (HEXES,)),
    ("starts", np.int16, (SEATS + 1, SEATS)),  # by number of players
    # Tiles: places in the garden, and patterns as seen from one of the covered hexes.
    ("pattern", np.int32, (PATTERNS,)),  # bit per hex of the disc
    ("mirrored", np.int8, (PATTERNS,)),  # 1: the tile has been flipped
    ("first_pattern", np.int16, (FORMS + 1,)),
    ("place_at", np.int16, (HEXES, PATTERNS)),
    ("cells", np.int16, (PLACES, LONGEST_TILE)),
    ("form", np.int8, (PLACES,)),
    # Pieces.
    ("pieces", np.int8, (FORMS,)),  # of a player
    ("points", np.int8, (LAYS,)),  # by Form or Special
    ("farms", np.int8),
    ("subcolonies", np.int8),
    ("prey", PREY, (Ground.SPIDER + 1,)),  # by Ground
    ("objectives", OBJECTIVE, (OBJECTIVES + 1,)),  # by number
)

# --- Hexes ----------------------------------------------------------------------------------------

Cell = tuple[int, int]  # row and place in a row of slanting columns: in reading order when sorted

# Names and neighbours of hexes (MY-1.2, MY-1.3).
LETTERS = "abcdefghijklmno"
COLUMNS = (9, 6, 3, 2, 1, 0, 1, 0, 1, 0, 1, 2, 3, 6, 9)  # of the first hexes; each hex has two
LENGTHS = (4, 7, 10, 11, 12, 13, 12, 13, 12, 13, 12, 11, 10, 7, 4)
MIDDLE = 7  # the middle row
TWO_PLAYERS_FROM = "h"

HEX_COLUMNS = tuple(
    (row, first + 2 * place)
    for row, (first, length) in enumerate(zip(COLUMNS, LENGTHS, strict=True))
    for place in range(length)
)
HEX_NAMES = tuple(f"{LETTERS[row]}{column // 2 + 1}" for row, column in HEX_COLUMNS)
CELLS: tuple[Cell, ...] = tuple(
    (row - MIDDLE, (column - row - 5) // 2) for row, column in HEX_COLUMNS
)
NUMBER_OF = {name: number for number, name in enumerate(HEX_NAMES)}
NUMBER_AT = {cell: number for number, cell in enumerate(CELLS)}

STEPS: tuple[Cell, ...] = ((-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0))
NEAR: tuple[Cell, ...] = tuple(
    (down, along) for down in range(-2, 3) for along in range(-2, 3) if abs(down + along) <= 2
)


def beside(cell: Cell, step: Cell) -> Cell:
    return cell[0] + step[0], cell[1] + step[1]


@functools.cache
def lying(step: Cell) -> tuple[int, ...]:
    """By hex: the hex that lies so from it, -1 where the garden ends."""
    return tuple(NUMBER_AT.get(beside(cell, step), -1) for cell in CELLS)


def around(steps: Iterable[Cell]) -> list[tuple[int, ...]]:
    """By hex: all hexes that lie so from it."""
    return [*zip(*map(lying, steps), strict=True)]


# --- Tiles ----------------------------------------------------------------------------------------

BASES: Mapping[Form, tuple[Cell, ...]] = {
    Form.PAIR: ((0, 0), (0, 1)),
    Form.LINE: ((0, 0), (0, 1), (0, 2)),
    Form.TRIANGLE: ((0, 0), (0, 1), (1, 0)),
    Form.RHOMBUS: ((0, 0), (0, 1), (1, 0), (-1, 1)),
    Form.PISTOL: ((0, 0), (0, 1), (0, 2), (1, 0)),
    Form.TRAPEZOID: ((0, 0), (0, 1), (0, 2), (1, 0), (1, 1)),
    Form.PYRAMID: ((0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (2, 0)),
}


class Pattern(msgspec.Struct, frozen=True):
    """One way for a tile to cover a hex: its cells as seen from there, in reading order."""

    form: Form
    cells: tuple[Cell, ...]
    mirrored: bool  # it cannot be had by turning alone


class TilePlace(msgspec.Struct, frozen=True):
    """Where a tile can lie: its hexes in reading order."""

    form: Form
    hexes: tuple[int, ...]


@functools.cache
def patterns() -> tuple[Pattern, ...]:
    """All patterns, by form and then by their cells."""
    found: dict[tuple[Form, tuple[Cell, ...]], bool] = {}
    for form, base in BASES.items():
        for mirrored in (False, True):
            cells = [(along, down) for down, along in base] if mirrored else [*base]
            for _ in range(DIRECTIONS):
                cells = [(down + along, -down) for down, along in cells]
                for down, along in cells:
                    seen = sorted(beside(cell, (-down, -along)) for cell in cells)
                    found.setdefault((form, tuple(seen)), mirrored)
    return tuple(Pattern(form, cells, found[form, cells]) for form, cells in sorted(found))


@functools.cache
def places() -> tuple[TilePlace, ...]:
    """All places, by form and then by their hexes (MY-10.17)."""
    found = []
    for pattern in patterns():
        if pattern.cells[0] == (0, 0):
            found += [(pattern.form, hexes) for hexes in around(pattern.cells) if -1 not in hexes]
    return tuple(TilePlace(form, hexes) for form, hexes in sorted(found))


@functools.cache
def place_numbers() -> dict[tuple[int, ...], int]:
    """The number of the place with those hexes."""
    return {place.hexes: number for number, place in enumerate(places())}


# --- Component sets -------------------------------------------------------------------------------

TERRAIN = "GMESW"  # grass, mushroom, earth, stone, water
YIELDS = {"G": Cube.FOOD, "E": Cube.EARTH, "S": Cube.STONE}
WATER = "W"


class BoardPieces(terms.Doc):
    """The parts of the board that three players leave out."""

    top: list[str]
    left: list[str]
    right: list[str]


class Board(terms.Board):
    """The garden as it stands in a file (MY-19.1, MY-19.2, MY-19.3)."""

    kind: Literal["myrmes/board"]
    version: int
    rows: dict[str, str]
    prey: list[str]
    pieces: BoardPieces
    starts: dict[str, list[str]]  # by number of players (MY-2.6)
    provenance: dict[str, str] = {}

    @property
    def terrain(self) -> str:
        """A letter for each hex."""
        return "".join(self.rows[row] for row in LETTERS)

    def areas(self) -> list[set[int]]:
        """The hexes in play: two players, two in the narrow area, three, four.

        (MY-2.2, MY-2.3, MY-2.4, MY-19.4)
        """
        pieces = self.pieces
        everything = set(range(HEXES))
        top, left, right = (
            {NUMBER_OF[name] for name in piece} for piece in (pieces.top, pieces.left, pieces.right)
        )
        lower = {hex_ for hex_ in everything if HEX_NAMES[hex_][0] >= TWO_PLAYERS_FROM}
        return [lower, lower - left - right, everything - top - left - right, everything]


class Pheromone(terms.Doc):
    """A form of pheromone: how many a player has, and what one is worth (MY-1.7)."""

    pieces: int
    points: int


class Specials(terms.Doc):
    """Special tiles that all players share (MY-1.8, MY-11.2)."""

    two_sided: int
    subcolonies: int
    points: dict[str, int]


class PreyKind(terms.Doc):
    """A kind of prey (MY-1.13, MY-8.3, MY-8.4, MY-8.5)."""

    tokens: int
    soldiers: int
    food: int
    points: int


class Objective(terms.Doc):
    """What has to be there, and what of it is paid (MY-14.16)."""

    id: int
    level: int
    ask: str
    pay: int = 0
    need: int | None = None

    @property
    def needed(self) -> int:
        return self.pay if self.need is None else self.need


class Pieces(terms.Doc):
    """Tiles, prey and objectives as they stand in a file."""

    kind: Literal["myrmes/pieces"]
    version: int
    pheromones: dict[str, Pheromone]
    specials: Specials
    prey: dict[str, PreyKind]
    objectives: list[Objective]
    provenance: dict[str, str] = {}


def make_parts(documents: Mapping[str, object]) -> Row:
    """The parts of a board and its pieces, or `BadComponents` with every fault (MY-19.5)."""
    board = read_components(documents[BOARD], Board, "a component set of Myrmes")
    pieces = read_components(documents[PIECES], Pieces, "a component set of Myrmes")
    faults = [*faults_of_form(board)] or [*faults_of(board, pieces)]
    if faults:
        raise BadComponents("the component set has faults: " + "; ".join(faults), faults)
    parts: Row = np.zeros(1, PARTS)[0]
    _fill_garden(parts, board)
    _fill_patterns(parts)
    _fill_pieces(parts, pieces)
    return parts


def faults_of_form(board: Board) -> Iterator[str]:
    """What keeps the board from being read at all: rows and names."""
    for letter in LETTERS:
        row, length = board.rows.get(letter, ""), LENGTHS[LETTERS.index(letter)]
        if letter in board.rows and len(row) != length:
            yield f"row {letter} has {len(row)} hexes, and there must be {length}"
        if not {*row} <= {*TERRAIN}:
            yield f"row {letter} is {row!r}, and its letters must be of {' '.join(TERRAIN)}"
    yield from _wrong_names("rows", board.rows, [*LETTERS])
    pieces = board.pieces
    lists = {"prey": board.prey, "top": pieces.top, "left": pieces.left, "right": pieces.right}
    lists |= {f"starts of {players}": starts for players, starts in board.starts.items()}
    yield from _wrong_names("starts", board.starts, ["2", "3", "4"])
    for what, names in lists.items():
        yield from (f"{what}: there is no hex {name!r}" for name in names if name not in NUMBER_OF)
        yield from (f"{what}: {name} is there twice" for name in _twice(names))


def faults_of(board: Board, pieces: Pieces) -> Iterator[str]:
    """Everything that makes a set unplayable, each in a line that names the place."""
    yield from _faults_of_board(board)
    yield from _faults_of_starts(board)
    yield from _faults_of_tiles(pieces)
    yield from _faults_of_prey(board, pieces)
    yield from _faults_of_objectives(pieces)


def _twice(names: Iterable[str]) -> list[str]:
    return [name for name, times in Counter(names).items() if times > 1]


def _faults_of_board(board: Board) -> Iterator[str]:
    for name in board.prey:
        if board.terrain[NUMBER_OF[name]] == WATER:
            yield f"prey: {name} is water"
    pieces = board.pieces
    for name in _twice([*pieces.top, *pieces.left, *pieces.right]):
        yield f"{name} belongs to two pieces of the board"


def _faults_of_starts(board: Board) -> Iterator[str]:
    wide, narrow, three, four = board.areas()
    for players, area in (("2", wide & narrow), ("3", three), ("4", four)):
        starts = board.starts[players]
        if len(starts) != int(players):
            yield f"starts of {players}: there are {len(starts)}, and there must be {players}"
        dry = {hex_ for hex_ in area if board.terrain[hex_] != WATER}
        for name in starts:
            fault = _fault_of_start(name, area, dry, board.prey)
            if fault:
                yield f"starts of {players}: {name} {fault}"


def _fault_of_start(name: str, area: set[int], dry: set[int], prey: Collection[str]) -> str:
    number = NUMBER_OF[name]
    if number not in area:
        return "lies outside their area"
    if number not in dry:
        return "is water"
    if name in prey:
        return "is a prey space"
    if not dry & {*around(STEPS)[number]}:
        return "has no dry neighbour"
    return ""


def _faults_of_tiles(pieces: Pieces) -> Iterator[str]:
    yield from _wrong_names("pheromones", pieces.pheromones, [*LAY_NAMES[:FORMS]])
    for name, form in pieces.pheromones.items():
        yield from _out_of_range(f"{name}: pieces", form.pieces, 12)
        yield from _out_of_range(f"{name}: points", form.points, 20)
    specials = pieces.specials
    yield from _out_of_range("two_sided", specials.two_sided, 20)
    yield from _out_of_range("subcolonies", specials.subcolonies, 20)
    yield from _wrong_names("specials", specials.points, [*LAY_NAMES[FORMS:]])
    for special, points in specials.points.items():
        yield from _out_of_range(f"{special}: points", points, 20)


def _faults_of_prey(board: Board, pieces: Pieces) -> Iterator[str]:
    yield from _wrong_names("prey", pieces.prey, [*PREY_NAMES])
    for name, prey in pieces.prey.items():
        yield from _out_of_range(f"{name}: tokens", prey.tokens, MOST_TOKENS)
        yield from _out_of_range(f"{name}: soldiers", prey.soldiers, 8)
        yield from _out_of_range(f"{name}: food", prey.food, 5)
        yield from _out_of_range(f"{name}: points", prey.points, 20)
    tokens = sum(prey.tokens for prey in pieces.prey.values())
    spaces = {NUMBER_OF[name] for name in board.prey}
    most = max(len(spaces & area) for area in board.areas())
    if most > tokens:
        yield f"{most} prey spaces in an area, and only {tokens} tokens"


def _faults_of_objectives(pieces: Pieces) -> Iterator[str]:
    ids = [objective.id for objective in pieces.objectives]
    if ids != [*range(1, OBJECTIVES + 1)]:
        yield f"objectives: the numbers are {ids}, and must be 1 to {OBJECTIVES} in order"
    levels = [objective.level for objective in pieces.objectives]
    if levels != [level for level, of in enumerate(OBJECTIVES_OF_LEVEL, 1) for _ in range(of)]:
        yield f"objectives: the levels are {levels}, and must be seven 1, seven 2, six 3"
    for objective in pieces.objectives:
        for fault in _faults_of_objective(objective):
            yield f"objective {objective.id}: {fault}"


def _faults_of_objective(objective: Objective) -> Iterator[str]:
    need, pay = objective.needed, objective.pay
    yield from _out_of_range("need", need, 20)
    yield from _out_of_range("pay", pay, 20)
    if pay > need:
        yield f"asks for {need} and takes {pay}"
    if objective.ask.upper() not in Ask.__members__:
        yield f"there is no such thing as {objective.ask!r}"
    if objective.ask == "specials" and pay >= need:
        yield "takes all special tiles that it asks for"
    if objective.ask == "group" and pay:
        yield "connected pheromones have no price of their own"
    if objective.ask == "colony" and need > DEEPEST:
        yield f"asks for level {need}, and the deepest is {DEEPEST}"


def _wrong_names(what: str, names: Collection[str], wanted: list[str]) -> Iterator[str]:
    yield from (f"{what}: {name} is missing" for name in wanted if name not in names)
    yield from (f"{what}: there is no {name!r}" for name in names if name not in wanted)


def _out_of_range(what: str, number: int, most: int) -> Iterator[str]:
    if not 0 <= number <= most:
        yield f"{what} {number}, and it must be 0 to {most}"


# --- Parts ----------------------------------------------------------------------------------------


def _fill_garden(parts: Any, board: Board) -> None:
    parts.neighbours[:] = around(STEPS)
    parts.disc[:] = around(NEAR)
    parts.yields[:] = [YIELDS[letter] + 1 if letter in YIELDS else 0 for letter in board.terrain]
    parts.water[:] = [letter == WATER for letter in board.terrain]
    for number, area in enumerate(board.areas()):
        parts.inside[number, [*area]] = 1
    parts.prey_space[[NUMBER_OF[name] for name in board.prey]] = 1
    for players, starts in board.starts.items():
        parts.starts[int(players), : len(starts)] = [NUMBER_OF[name] for name in starts]


def _fill_patterns(parts: Any) -> None:
    known = patterns()
    numbers = place_numbers()
    parts.pattern[:] = [sum(1 << NEAR.index(cell) for cell in p.cells) for p in known]
    parts.mirrored[:] = [pattern.mirrored for pattern in known]
    parts.first_pattern[:] = [sum(p.form < form for p in known) for form in range(FORMS + 1)]
    for index, pattern in enumerate(known):
        covered = around(pattern.cells)
        parts.place_at[:, index] = [numbers.get(hexes, -1) for hexes in covered]
    parts.form[:] = [place.form for place in places()]
    padding = (-1,) * LONGEST_TILE
    parts.cells[:] = [(place.hexes + padding)[:LONGEST_TILE] for place in places()]


def _fill_pieces(parts: Any, pieces: Pieces) -> None:
    for name, form in pieces.pheromones.items():
        parts.pieces[Form[name.upper()]] = form.pieces
        parts.points[Form[name.upper()]] = form.points
    for special, points in pieces.specials.points.items():
        parts.points[Special[special.upper()]] = points
    parts.farms = pieces.specials.two_sided
    parts.subcolonies = pieces.specials.subcolonies
    for name, prey in pieces.prey.items():
        row = parts.prey[Ground[name.upper()]]
        row.tokens, row.soldiers = prey.tokens, prey.soldiers
        row.food, row.points = prey.food, prey.points
    for objective in pieces.objectives:
        entry = parts.objectives[objective.id]
        entry.level, entry.ask = objective.level, Ask[objective.ask.upper()]
        entry.need, entry.pay = objective.needed, objective.pay
