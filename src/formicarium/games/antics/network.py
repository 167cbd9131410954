"""Antics!: what a seat knows, in bytes for a network, with what follows from it for points."""

from collections.abc import Mapping

import numpy as np

from formicarium.core.compiled import rule
from formicarium.core.layout import Row
from formicarium.core.observing import write, write_all, write_bits, write_scalar
from formicarium.core.slices import Array, Attributes, SliceBlock, category, count, flag, scalar
from formicarium.games.antics.evaluation import has_turn
from formicarium.games.antics.rules.hill import holds_prey
from formicarium.games.antics.rules.sets import lowest, size_of
from formicarium.games.antics.rules.turns import kinds_exhausted
from formicarium.games.antics.scoring import fungus_points, prey_points
from formicarium.games.antics.state import (
    ANTEATERS,
    ANTS,
    CLEARINGS,
    COLONIES,
    FIELDS,
    FOODS,
    GREAT_ANTHILL,
    HEXES,
    KINDS,
    LEAF_COLOURS,
    LEAVES,
    LEVELS,
    MARKERS,
    NESTS,
    PATHS,
    PREYS,
    ROUND_LIMIT,
    ROWS,
    TERRAINS,
    TILES,
    WAYS,
    Leaf,
    Nest,
    Phase,
    Prey,
    Symbol,
    names,
)

SYMBOLS = len(Symbol)
SHOWN = KINDS + 1 + ANTEATERS  # what can lie on display: nothing, a tile, an anteater
WAITING_AT = HEXES + 1  # in place of a hex: prey beside the hill
FARTHEST = 16  # paths on the way home

NETWORK = (
    SliceBlock(
        "table",
        1,
        (
            category("phase", len(Phase), "what has to be decided"),
            scalar("turns", ROUND_LIMIT, "turns that are over"),
            count("last_turns", COLONIES, "turns left once the end is triggered"),
            count("exhausted", PREYS, "kinds of prey that are no longer on their clearing"),
            count("actions", MARKERS, "left in this turn"),
            flag("hero", "she has been used"),
            flag("taken", "tiles were taken from the display in this turn"),
            category("marked", HEXES + 1, "hexes with a marker, in the order of use", MARKERS),
            count("level", LEVELS, "the highest field to take from"),
            count("field", LEVELS, "the field that is asked for, from 1"),
            count("steps", LEVELS, "left of the running action"),
            category("tile", KINDS + 1, "the tile that is being built", table="tiles"),
            category("first_nest", NESTS + 2, "of the first ant; the last from the third ant on"),
            scalar("spot", HEXES * (1 + WAYS), "the hex that was chosen, as its code, from 1"),
            scalar("pick", CLEARINGS + FOODS, "the food that was chosen, as its code, from 1"),
            flag("arrived", "anteaters that have attacked", ANTEATERS),
            flag("sides", "anteaters with their second colour up", ANTEATERS),
            count("bag", 4, "tiles in the bag, by kind", KINDS),
            count("prey", 3, "on its clearing, by kind", PREYS),
        ),
    ),
    # Rows of the fields, one field after the other.
    SliceBlock(
        "display",
        FIELDS * ROWS,
        (category("piece", SHOWN, "a tile, or behind all of them an anteater", table="tiles"),),
    ),
    SliceBlock("clearing", CLEARINGS, (count("leaves", LEAVES, "that lie there"),)),
    # By seat, beginning with the one that observes, then clockwise; so it is in `path`, too.
    SliceBlock(
        "colony",
        COLONIES,
        (
            flag("there", "whether somebody plays here"),
            flag("in_turn", "has to decide"),
            flag("first", "the start player"),
            flag("goes_on", "has or will have another turn"),
            scalar("prey_points", 20, "points for prey as they are now"),
            scalar("fungus_points", 20, "points for leaves on fungus"),
            count("preys", PREYS, "kinds of prey at home"),
            count("carried", PREYS, "kinds of prey on paths"),
            count("net", ANTS, "paths with workers"),
            count("soldiers", ANTS, "paths that are secured"),
            count("ants", ANTS, "in the supply"),
            count("nests", ANTS, "by nest", NESTS),
            count("leaves_home", LEAVES, "by colour", LEAF_COLOURS),
            count("leaves_out", LEAVES, "on paths, by colour", LEAF_COLOURS),
            count("near", FARTHEST, "how near home a piece of prey is, by kind", PREYS),
            category("prey_on", PATHS + 1, "path from 1, by kind of prey", PREYS, table="paths"),
            category("prey_home", HEXES + 2, "hex, or behind all waiting, by kind", PREYS),
            count("tiles", 3, "in the supply, by kind", KINDS),
            count("levels", 10, "tiles built on each level", LEVELS),
            count("best", LEVELS, "level of the best hex without prey, by symbol", SYMBOLS),
            count("second", LEVELS, "and of the second best", SYMBOLS),
            count("fungus", 5, "hexes with fungus without prey, by level", LEVELS),
        ),
    ),
    # The gorge, then paths by number.
    SliceBlock(
        "path",
        PATHS,
        (
            count("workers", 2, "by seat", COLONIES),
            flag("soldier", "by seat", COLONIES),
            count("green", LEAVES, "green leaves, by seat", COLONIES),
            count("brown", LEAVES, "brown leaves, by seat", COLONIES),
        ),
    ),
    # Hexes of all hills from above, in the order in which they were built, hill by hill.
    SliceBlock(
        "hex",
        COLONIES * HEXES,
        (
            category("symbol", SYMBOLS + 1, "0: no hex"),
            count("height", LEVELS, "its level"),
            category("mate", WAYS + 1, "the way to the other half of its tile, from 1"),
            scalar("q", 10, "its place"),
            scalar("r", 10, "its place"),
        ),
    ),
    # How hills were built, tile by tile; those that lie covered are among them.
    SliceBlock(
        "tile",
        COLONIES * TILES,
        (
            category("kind", KINDS + 1, "0: no tile", table="tiles"),
            category("way", WAYS + 1, "the way to its second half, from 1"),
            scalar("q", 10, "place of its first half"),
            scalar("r", 10, "place of its first half"),
        ),
    ),
)
WIDTHS = tuple(block.width for block in NETWORK)
HEX_WIDTH, TILE_WIDTH = WIDTHS[-2:]
PATH_WIDTH = WIDTHS[-3]
COLONY_WIDTH = WIDTHS[-4]


# --- Compiled -------------------------------------------------------------------------------------


@rule
def observe(parts: Row, state: Row, seat: int, out: np.ndarray) -> None:
    """What a seat knows, in the order of `NETWORK`."""
    out[:] = 0
    at = observe_display(state, out, observe_turn(state, out))
    at = write_all(out, at, state.lying)
    paths = at + COLONIES * COLONY_WIDTH
    hexes = paths + PATHS * PATH_WIDTH
    tiles = hexes + COLONIES * HEXES * HEX_WIDTH
    for place in range(state.players):
        number = (seat + place) % state.players
        colony = state.colonies[number]
        next_at = observe_standing(state, number, out, at + place * COLONY_WIDTH)
        next_at = observe_prey(parts, colony, out, next_at)
        observe_best(colony, out, observe_stock(colony, out, next_at))
        observe_paths(colony, out, paths + place)
        observe_hexes(colony, out, hexes + place * HEXES * HEX_WIDTH)
        observe_tiles(colony, out, tiles + place * TILES * TILE_WIDTH)


@rule
def observe_turn(state: Row, out: np.ndarray) -> int:
    """The turn and the running action; where the display begins."""
    at = write(out, 0, state.phase)
    at = write_scalar(out, at, state.turns)
    at = write(out, at, state.last_turns)
    at = write(out, at, kinds_exhausted(state))
    at = write(out, at, state.actions)
    at = write(out, at, state.hero)
    at = write(out, at, state.taken)
    at = write_all(out, at, state.marked)
    at = write(out, at, state.level)
    at = write(out, at, state.scout_field)
    at = write(out, at, state.steps)
    at = write(out, at, state.tile)
    at = write(out, at, state.first_nest if state.first_nest >= 0 else NESTS + 1)
    at = write_scalar(out, at, state.spot)
    at = write_scalar(out, at, state.pick)
    at = write_bits(out, at, state.arrived, ANTEATERS)
    at = write_bits(out, at, state.sides, ANTEATERS)
    at = write_all(out, at, state.bag)
    return write_all(out, at, state.prey)


@rule
def observe_display(state: Row, out: np.ndarray, at: int) -> int:
    """What can be taken; where the clearings begin."""
    for field in range(FIELDS):
        for row in range(ROWS):
            piece = int(state.display[field, row])
            at = write(out, at, piece if piece >= 0 else KINDS - piece)
    return at


@rule
def observe_standing(state: Row, number: int, out: np.ndarray, at: int) -> int:
    """Whose turn it is, and the points of a colony; where its food begins."""
    colony = state.colonies[number]
    at = write(out, at, 1)
    at = write(out, at, (state.to_act >> number) & 1)
    at = write(out, at, number == state.first)
    at = write(out, at, state.to_act != 0 and has_turn(state, number))
    at = write_scalar(out, at, prey_points(state, colony))
    return write_scalar(out, at, fungus_points(colony))


@rule
def observe_prey(parts: Row, colony: Row, out: np.ndarray, at: int) -> int:
    """Ants and food of a colony; where its tiles begin."""
    home, carried = 0, 0
    for kind in range(PREYS):
        home += colony.prey_home[kind] != 0
        carried += colony.prey_on[kind] != 0
    at = write(out, at, home)
    at = write(out, at, carried)
    at = write(out, at, size_of(colony.net))
    at = write(out, at, size_of(colony.soldiers))
    at = write(out, at, colony.ants)
    at = write_all(out, at, colony.nests)
    at = write_all(out, at, colony.leaves_home)
    for leaf in range(LEAF_COLOURS):
        at = write(out, at, leaves_out(colony, leaf))
    at = write_near(parts, colony, out, at)
    at = write_all(out, at, colony.prey_on)
    for kind in range(PREYS):
        hex_ = int(colony.prey_home[kind])
        at = write(out, at, hex_ if hex_ >= 0 else WAITING_AT)
    return at


@rule
def leaves_out(colony: Row, leaf: int) -> int:
    """Leaves of a colour that workers carry."""
    leaves = 0
    for path in range(PATHS):
        leaves += int(colony.leaves[leaf, path])
    return leaves


@rule
def write_near(parts: Row, colony: Row, out: np.ndarray, at: int) -> int:
    """How near home each piece of prey on a path is, along the own network."""
    left, ring = int(colony.net), int(colony.net) & int(parts.at_anthill)
    near = FARTHEST
    while ring and near > 0:
        left &= ~ring
        for kind in range(PREYS):
            path = int(colony.prey_on[kind]) - 1
            if path >= 0 and (ring >> path) & 1:
                out[at + kind] = near
        ring = paths_behind(parts, ring) & left
        near -= 1
    return at + PREYS


@rule
def paths_behind(parts: Row, paths: int) -> int:
    """All paths that meet one of these."""
    found = 0
    while paths:
        found |= int(parts.joins[lowest(paths)])
        paths &= paths - 1
    return found


@rule
def observe_stock(colony: Row, out: np.ndarray, at: int) -> int:
    """Tiles in the supply and on the hill."""
    at = write_all(out, at, colony.tiles)
    return write_all(out, at, colony.levels)


@rule
def observe_best(colony: Row, out: np.ndarray, at: int) -> None:
    """What the hill is good for: the two highest hexes of every symbol, and all fungus."""
    for number in range(1, colony.hexes + 1):
        if holds_prey(colony, number):
            continue
        symbol, height = int(colony.symbol[number]), int(colony.height[number])
        best, second = at + symbol, at + SYMBOLS + symbol
        if height > out[best]:
            out[second] = out[best]
            out[best] = height
        elif height > out[second]:
            out[second] = height
        if symbol == Symbol.FUNGUS:
            out[at + 2 * SYMBOLS + height - 1] += 1


@rule
def observe_paths(colony: Row, out: np.ndarray, at: int) -> None:
    """What is of one colony on every path."""
    soldiers, net = int(colony.soldiers), int(colony.net)
    for path in range(PATHS):
        if (net >> path) & 1:
            write(out, at, colony.workers[path])
            write(out, at + COLONIES, (soldiers >> path) & 1)
            write(out, at + 2 * COLONIES, colony.leaves[0, path])
            write(out, at + 3 * COLONIES, colony.leaves[1, path])
        at += PATH_WIDTH


@rule
def observe_hexes(colony: Row, out: np.ndarray, at: int) -> None:
    """A hill from above."""
    for number in range(1, colony.hexes + 1):
        at = write(out, at, colony.symbol[number] + 1)
        at = write(out, at, colony.height[number])
        at = write(out, at, colony.mate[number] + 1)
        at = write_scalar(out, at, colony.q[number])
        at = write_scalar(out, at, colony.r[number])


@rule
def observe_tiles(colony: Row, out: np.ndarray, at: int) -> None:
    """The tiles of a hill in the order of building."""
    for number in range(colony.built):
        at = write(out, at, colony.tile_kind[number] + 1)
        at = write(out, at, colony.tile_way[number] + 1)
        at = write_scalar(out, at, colony.tile_q[number])
        at = write_scalar(out, at, colony.tile_r[number])


# --- What things are like -------------------------------------------------------------------------


def tables(parts: Row) -> Mapping[str, Attributes]:
    """Tiles by their symbols, paths by terrain and ends, clearings by what lies there at first."""
    tiles = np.zeros((SHOWN, SYMBOLS + ANTEATERS), np.float32)
    for kind in range(KINDS):
        for symbol in (parts.first[kind], parts.second[kind]):
            tiles[1 + kind, symbol] += 0.5
    tiles[1 + KINDS :, SYMBOLS:] = np.eye(ANTEATERS)
    away = steps_away(parts)
    paths = np.zeros((PATHS + 1, TERRAINS + 2), np.float32)
    for path in range(PATHS):
        if int(parts.exists) >> path & 1:
            if parts.terrain[path] >= 0:
                paths[1 + path, parts.terrain[path]] = 1
            paths[1 + path, TERRAINS] = path == 0
            paths[1 + path, TERRAINS + 1] = min(away[parts.ends[path]]) / FARTHEST
    clearings = np.zeros((CLEARINGS, PREYS + LEAF_COLOURS + 1), np.float32)
    for clearing in range(int(parts.clearings)):
        clearings[clearing, :PREYS] = np.arange(PREYS) == parts.prey_at[clearing] - 1
        clearings[clearing, PREYS:-1] = np.arange(LEAF_COLOURS) == parts.leaf[clearing] - 1
        clearings[clearing, -1] = away[clearing] / FARTHEST
    preys, leaves, nests = names(Prey), names(Leaf), names(Nest)
    return {
        "tiles": Attributes((*names(Symbol), *(f"anteater {n}" for n in range(1, 4))), tiles),
        "paths": Attributes((*nests[:TERRAINS], "gorge", "away"), paths),
        "clearings": Attributes((*preys, *leaves, "away"), clearings),
    }


def steps_away(parts: Row) -> Array:
    """Paths between every clearing and the great anthill."""
    joined, steps = adjacency(parts)["clearing"], np.full(CLEARINGS, FARTHEST)
    steps[GREAT_ANTHILL] = 0
    for _ in range(CLEARINGS):
        steps = np.minimum(steps, 1 + np.where(joined, steps, FARTHEST).min(axis=1))
    away: Array = np.minimum(steps, FARTHEST)
    return away


def adjacency(parts: Row) -> Mapping[str, Array]:
    """Clearings that a path joins, and paths that meet."""
    joined = np.zeros((CLEARINGS, CLEARINGS), np.bool_)
    meet = np.zeros((PATHS, PATHS), np.bool_)
    for path in range(PATHS):
        if int(parts.exists) >> path & 1:
            one, other = parts.ends[path]
            joined[one, other] = joined[other, one] = True
            meet[path] = [int(parts.joins[path]) >> other & 1 for other in range(PATHS)]
    return {"clearing": joined, "path": meet & ~np.eye(PATHS, dtype=np.bool_)}
