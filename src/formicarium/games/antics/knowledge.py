"""Antics!: what a seat knows.

Everything lies open but the generator that draws tiles from the bag.
"""

from typing import Annotated, Any, Literal

import msgspec
import numpy as np

from formicarium.core import terms
from formicarium.core.compiled import rule
from formicarium.core.layout import Row
from formicarium.core.positions import by_name, counted
from formicarium.games.antics.positions import to_position
from formicarium.games.antics.state import (
    ANTEATERS,
    ANTS,
    CLEARINGS,
    COLONIES,
    FAR,
    FIELDS,
    FOODS,
    HEXES,
    KINDS,
    LEAVES,
    LEVELS,
    MARKERS,
    NESTS,
    PATHS,
    PREYS,
    ROUND_LIMIT,
    ROWS,
    TILE_NAMES,
    TILES,
    WAYS,
    Leaf,
    Phase,
    Symbol,
    Way,
    names,
)

PHASES, SYMBOLS = len(Phase), len(Symbol)

# What `observe` writes: (name, length). All numbers lie between -1 and 1.
MIDDLE_SEEN = (
    ("phase", PHASES),  # one of them is 1
    ("own_turn", 1),  # 1 if this seat has to decide
    ("in_turn", COLONIES),  # 1 for the seat that has to decide, this one first, then clockwise
    ("first", COLONIES),  # 1 for the start player, likewise
    ("progress", 1),  # finished turns, of all turns that there may be
    ("last_turns", 1),  # / 4
    ("turn", 3),  # actions left / 3, the hero, whether tiles were taken
    ("marked", MARKERS),  # hex numbers / 126
    ("running", 5),  # level, field and steps / 5, tile / 21, nest of the first ant / 6
    ("chosen", 2),  # hex to build on, food to give: their numbers / how many there are
    ("arrived", ANTEATERS),  # 1 for anteaters that have attacked
    ("sides", ANTEATERS),  # 1 if the second colour is up
    ("display", FIELDS * ROWS),  # kind + 1 of a tile / 21, or below zero an anteater / 3
    ("bag", KINDS),  # / 60
    ("prey", PREYS),  # on clearings / 3
    ("lying", CLEARINGS),  # leaves on clearings / 5
)
# And then for each colony, beginning with that of the seat itself, clockwise:
COLONY_SEEN = (
    ("ants", 1),  # / 12, as all other ants
    ("nests", NESTS),
    ("workers", PATHS),
    ("soldiers", PATHS),
    ("prey_on", PREYS),  # path + 1 / 48
    ("prey_home", PREYS),  # hex / 126, below zero: waiting
    ("leaves", len(Leaf) * PATHS),  # carried / 5
    ("leaves_home", len(Leaf)),  # / 5
    ("tiles", KINDS),  # supply / 60
    ("levels", LEVELS),  # tiles built on each / 60
    ("q", HEXES),  # / 127
    ("r", HEXES),
    ("height", HEXES),  # / 5
    ("symbol", HEXES),  # number + 1 / 6, 0: no hex
    ("mate", HEXES),  # Way to the other half of the top tile, + 1 / 6, 0: no hex
    # How the hill was built, tile by tile; those that lie covered are among them.
    ("tile_kind", TILES),  # kind + 1 / 21, 0: no tile
    ("tile_q", TILES),  # / 127, of the first half
    ("tile_r", TILES),  # / 127
    ("tile_way", TILES),  # Way to the second half, + 1 / 6, 0: no tile
)
OBSERVATION = (
    *MIDDLE_SEEN,
    *((f"{name}_{place}", size) for place in range(COLONIES) for name, size in COLONY_SEEN),
)
MIDDLE_SIZE = sum(size for _, size in MIDDLE_SEEN)
COLONY_SIZE = sum(size for _, size in COLONY_SEEN)

# --- Compiled -------------------------------------------------------------------------------------


@rule
def redetermine(parts: Row, state: Row, seat: int, seed: np.uint64) -> None:
    """Forget the generator: what will be drawn is all that is hidden (AN-1.10)."""
    state.rng = seed


@rule
def reopen(parts: Row, state: Row, seat: int) -> None:
    """Nobody decides anything in secret."""


@rule
def observe(parts: Row, state: Row, seat: int, out: np.ndarray) -> None:
    """What a seat knows as numbers, in the order of `OBSERVATION`."""
    out[:] = 0
    observe_middle(state, seat, out)
    for place in range(state.players):
        colony = state.colonies[(seat + place) % state.players]
        observe_colony(colony, out, MIDDLE_SIZE + place * COLONY_SIZE)


@rule
def write_row(out: np.ndarray, at: int, values: np.ndarray, scale: int) -> int:
    """Numbers as parts of the largest that there can be; where the next ones begin."""
    for value in values:
        out[at] = value / scale
        at += 1
    return at


@rule
def write_bits(out: np.ndarray, at: int, bits: int, size: int) -> int:
    """1 for every member of a set; where the next numbers begin."""
    for index in range(size):
        out[at + index] = (bits >> index) & 1
    return at + size


@rule
def observe_middle(state: Row, seat: int, out: np.ndarray) -> None:
    """The turn, and what lies in the middle."""
    out[state.phase] = 1
    at = PHASES
    out[at] = (state.to_act >> seat) & 1
    at = observe_turn_order(state, seat, out, at + 1)
    out[at] = state.turns / (ROUND_LIMIT * int(state.players))
    out[at + 1] = state.last_turns / COLONIES
    out[at + 2] = state.actions / MARKERS
    out[at + 3] = state.hero
    out[at + 4] = state.taken
    at = write_row(out, at + 5, state.marked, HEXES)
    out[at] = state.level / LEVELS
    out[at + 1] = state.scout_field / LEVELS
    out[at + 2] = state.steps / LEVELS
    out[at + 3] = state.tile / KINDS
    out[at + 4] = state.first_nest / NESTS
    out[at + 5] = state.spot / (HEXES * (1 + WAYS))
    out[at + 6] = state.pick / (CLEARINGS + FOODS)
    at = write_bits(out, at + 7, state.arrived, ANTEATERS)
    at = write_bits(out, at, state.sides, ANTEATERS)
    for place in range(FIELDS):
        for row in range(ROWS):
            piece = state.display[place, row]
            out[at] = piece / (KINDS if piece > 0 else ANTEATERS)
            at += 1
    at = write_row(out, at, state.bag, TILES)
    at = write_row(out, at, state.prey, COLONIES - 1)
    write_row(out, at, state.lying, LEAVES)


@rule
def observe_turn_order(state: Row, seat: int, out: np.ndarray, at: int) -> int:
    """Who has to decide and who began; where the next numbers begin."""
    players = int(state.players)
    for place in range(players):
        other = (seat + place) % players
        out[at + place] = (state.to_act >> other) & 1
        out[at + COLONIES + place] = other == state.first
    return at + 2 * COLONIES


@rule
def observe_colony(colony: Row, out: np.ndarray, at: int) -> None:
    """One colony, its numbers beginning at a place of their own."""
    out[at] = colony.ants / ANTS
    at = write_row(out, at + 1, colony.nests, ANTS)
    at = write_row(out, at, colony.workers, ANTS)
    at = write_bits(out, at, colony.soldiers, PATHS)
    at = write_row(out, at, colony.prey_on, PATHS)
    at = write_row(out, at, colony.prey_home, HEXES)
    at = write_row(out, at, colony.leaves[0], LEAVES)
    at = write_row(out, at, colony.leaves[1], LEAVES)
    at = write_row(out, at, colony.leaves_home, LEAVES)
    at = write_row(out, at, colony.tiles, TILES)
    at = write_row(out, at, colony.levels, TILES)
    for number in range(1, colony.hexes + 1):
        index = at + number - 1
        out[index] = colony.q[number] / FAR
        out[index + HEXES] = colony.r[number] / FAR
        out[index + 2 * HEXES] = colony.height[number] / LEVELS
        out[index + 3 * HEXES] = (colony.symbol[number] + 1) / SYMBOLS
        out[index + 4 * HEXES] = (colony.mate[number] + 1) / WAYS
    observe_tiles(colony, out, at + 5 * HEXES)


@rule
def observe_tiles(colony: Row, out: np.ndarray, at: int) -> None:
    """The tiles of a hill in the order of building."""
    for number in range(colony.built):
        index = at + number
        out[index] = (colony.tile_kind[number] + 1) / KINDS
        out[index + TILES] = colony.tile_q[number] / FAR
        out[index + 2 * TILES] = colony.tile_r[number] / FAR
        out[index + 3 * TILES] = (colony.tile_way[number] + 1) / WAYS


# --- Views ----------------------------------------------------------------------------------------

PhaseName = Literal[
    "over",
    "act",
    "scout",
    "tile",
    "hex",
    "lay",
    "hatch",
    "ants",
    "transport",
    "give",
    "store",
    "return",
    "anteater",
]
SymbolName = Literal["scout", "build", "hatch", "ants", "transport", "fungus"]
ColourName = Literal["yellow", "green", "blue", "brown", "grey", "red"]
PreyName = Literal["butterfly", "grasshopper", "dragonfly", "beetle", "woodlouse", "ladybird"]
WayName = Literal["e", "ne", "nw", "w", "sw", "se"]
PathName = int | Literal["gorge"]


class HillHexView(terms.Doc):
    """A hex of a hill, seen from above."""

    hex: int  # its number
    at: Annotated[list[int], msgspec.Meta(min_length=2, max_length=2)]  # its place, q and r
    level: int  # 1 to 5
    symbol: SymbolName
    mate: WayName  # where the other half of its tile lies


class AnticsColonyView(terms.Doc):
    """What a player has."""

    hill: list[str]  # tiles in the order of building: "scout+hatch 1,0 se"
    tiles: list[str]  # in the supply: "scout+hatch"
    nests: dict[str, int]  # ants by nest, where there are any
    workers: list[PathName]  # the paths they stand on; on the gorge: the bridge
    soldiers: list[PathName]
    carrying: list[str]  # food and path: "butterfly 2", "green gorge"
    stored: dict[str, int]  # prey -> the hex that it lies on
    waiting: list[PreyName]  # beside the hill, until there is room
    green: int  # leaves beside the hill
    brown: int
    ants: int  # in the supply
    levels: list[int]  # tiles built on levels 1 to 5, without the base
    hexes: list[HillHexView]


class View(terms.View):
    """What everybody knows of a game of Antics!."""

    phase: PhaseName
    first: int  # the start player
    turns: int  # finished, of all players
    taken: bool  # tiles were taken from the display in this turn
    last_turns: int  # still to be played once the end is triggered, else 0
    colonies: list[AnticsColonyView]  # by seat
    prey: dict[str, int]  # on clearings, by kind
    leaves: list[int]  # clearings, once for each leaf there
    display: list[list[str | None]]  # rows a, b, c of six: a tile, an anteater's colour, or nothing
    arrived: list[ColourName]  # anteaters that have attacked since they last went back
    to_act: list[int]  # the seat that has to decide
    round: int  # from 1
    bag: dict[str, int]  # tiles by kind
    exhausted: list[PreyName]  # kinds of prey that lie on no clearing
    actions: int  # left in this turn
    # In a turn: hexes with a marker, in the order of use, and whether the hero was used.
    marked: list[int] | msgspec.UnsetType = msgspec.UNSET
    hero: bool | msgspec.UnsetType = msgspec.UNSET
    # In the middle of an action:
    level: int | msgspec.UnsetType = msgspec.UNSET  # scout: the highest field to take from
    scout_field: int | msgspec.UnsetType = msgspec.UNSET  # scout: the one at hand
    steps: int | msgspec.UnsetType = msgspec.UNSET  # left, the one at hand included
    tile: str | msgspec.UnsetType = msgspec.UNSET  # hex, lay: the tile that is being built
    spot: str | msgspec.UnsetType = msgspec.UNSET  # lay: the chosen hex, "4" or "4 se"
    first_nest: str | msgspec.UnsetType = msgspec.UNSET  # hatch: of the first ant; then "any"
    pick: str | msgspec.UnsetType = msgspec.UNSET  # give: the food, "load 6" or "carry green 7"
    wanted: PreyName | msgspec.UnsetType = msgspec.UNSET  # store: what is put away now


def view(parts: Row, state: Row, seat: int | None) -> dict[str, Any]:
    """The position without its secrets, and what follows from it. All seats know the same."""
    known = to_position(parts, state)
    del known["rng"], known["barrier"]
    to_act = int(state.to_act)
    known["to_act"] = [s for s in range(state.players) if to_act >> s & 1]
    known["round"] = min(int(state.turns) // int(state.players) + 1, ROUND_LIMIT)
    known["bag"] = counted(by_name(TILE_NAMES)).write(state.bag)
    known["exhausted"] = [name for name, left in known["prey"].items() if not left]
    known["actions"] = int(state.actions)
    if state.phase == Phase.STORE:
        known["wanted"] = known["colonies"][to_act.bit_length() - 1]["waiting"][0]
    for colony, doc in zip(state.colonies, known["colonies"], strict=False):
        doc["ants"] = int(colony.ants)
        doc["levels"] = colony.levels.tolist()
        doc["hexes"] = _hexes(colony)
    return known


def _hexes(colony: Row) -> list[dict[str, Any]]:
    """The hill as it looks from above."""
    seen = slice(1, int(colony.hexes) + 1)
    shown = (colony.q, colony.r, colony.height, colony.symbol, colony.mate)
    symbols, ways = names(Symbol), names(Way)
    return [
        {"hex": number, "at": [q, r], "level": level, "symbol": symbols[symbol], "mate": ways[mate]}
        for number, (q, r, level, symbol, mate) in enumerate(
            zip(*(values[seen].tolist() for values in shown), strict=True), 1
        )
    ]
