"""Myrmes: what everybody at the table says: turns, levels, cubes, points and hexes."""

import numpy as np

from formicarium.core.compiled import rule
from formicarium.core.layout import Row
from formicarium.games.myrmes.state import (
    DEEPEST,
    KINDS,
    LARVAE_PER_FOOD,
    LONGEST_TILE,
    SEASONS,
    SOURCES,
    STORE,
    WORD,
    WORDS,
    Cubes,
    Event,
    Event0,
    Event1,
    Event6,
    Permission,
    Phase,
    Points,
    Pyramid,
    Store,
)

SMALLEST = 2  # size of pheromones at level 0
LARGEST_WITHOUT_PYRAMID = 5

# --- Turns ----------------------------------------------------------------------------------------


@rule
def in_turn(state: Row, place: int) -> int:
    """The seat at a place in the turn order; the first player is at place 0."""
    return (state.first + place) % state.players


@rule
def all_decide(state: Row) -> bool:
    """Whether this is a phase in which all decide at the same time."""
    phase = state.phase
    early = phase == Phase.EVENT or phase == Phase.BROOD
    return early or phase == Phase.HARVEST or phase >= Phase.DISCARD


@rule
def season_number(state: Row) -> int:
    """Seasons are counted from 1 to 9."""
    return (state.year - 1) * SEASONS + state.season + 1


# --- Levels ---------------------------------------------------------------------------------------


@rule
def one_deeper(state: Row, me: Row) -> int:
    """Event 0 makes the colony count as one level deeper, as long as the season lasts."""
    in_season = state.phase >= Phase.EVENT and state.phase <= Phase.DISCARD
    return 1 if in_season and me.event == Event.LEVEL else 0


@rule
def room_level(state: Row, me: Row) -> int:
    """The deepest room that workers can use."""
    return min(me.level + one_deeper(state, me), DEEPEST)


@rule
def size_limit(state: Row, me: Row) -> int:
    """How many hexes a pheromone may have."""
    limit = SMALLEST + me.level + one_deeper(state, me)
    if me.event == Event.HEX:
        limit += 1
    if state.options.pyramid == Pyramid.ABSENT:
        limit = min(limit, LARGEST_WITHOUT_PYRAMID)
    return limit


@rule
def least_size(state: Row, me: Row) -> int:
    """How many hexes a pheromone must have."""
    if state.options.smaller_tiles == Permission.FORBIDDEN:
        return SMALLEST + me.level
    return SMALLEST


@rule
def special_level(state: Row, me: Row) -> int:
    """The level that counts for special tiles."""
    level = int(me.level)
    if state.options.event_0 != Event0.SIZES:
        level += one_deeper(state, me)
    if me.event == Event.HEX and state.options.event_6 == Event6.ALL_TILES:
        level += 1
    return level


@rule
def counted_level(state: Row, me: Row) -> int:
    """The level that counts for the storeroom and for objectives: the real one."""
    if state.options.event_0 == Event0.EVERYTHING:
        return room_level(state, me)
    return me.level + 0


@rule
def capacity(state: Row, me: Row) -> int:
    """How many cubes the storeroom keeps."""
    return STORE[counted_level(state, me)]


# --- Cubes ----------------------------------------------------------------------------------------


@rule
def in_box(state: Row, kind: int) -> bool:
    """Whether the box has a cube; it never runs out, unless the table wants it."""
    return state.supply[kind] > 0 or state.options.cubes == Cubes.UNLIMITED


@rule
def gain(state: Row, me: Row, kind: int) -> None:
    """A cube from the box into the storeroom, if there is one."""
    if in_box(state, kind):
        state.supply[kind] -= 1
        me.store[kind] += 1


@rule
def spend(state: Row, me: Row, kind: int, count: int) -> None:
    """Cubes from the storeroom back into the box."""
    me.store[kind] -= count
    state.supply[kind] += count


@rule
def may_convert(state: Row, me: Row) -> bool:
    """Whether larvae can be turned into food."""
    return me.larvae >= LARVAE_PER_FOOD and in_box(state, Store.FOOD)


@rule
def convert(state: Row, me: Row) -> None:
    """Three larvae become a food."""
    me.larvae -= LARVAE_PER_FOOD
    gain(state, me, Store.FOOD)


@rule
def cubes_stored(me: Row) -> int:
    """All cubes in the storeroom."""
    cubes = 0
    for kind in range(KINDS):
        cubes += me.store[kind]
    return cubes


# --- Points ---------------------------------------------------------------------------------------


@rule
def points_of(me: Row) -> int:
    """The score of a seat."""
    total = 0
    for source in range(SOURCES):
        total += me.points[source]
    return total


@rule
def earn(state: Row, me: Row, source: int, points: int) -> None:
    """Points, and what the event adds to them."""
    me.points[source] += points
    me.points[Points.EVENT] += extra_point(state, me, source, points)


@rule
def extra_point(state: Row, me: Row, source: int, points: int) -> int:
    """One more with event 1 where there are any points."""
    if points == 0 or me.event != Event.POINTS:
        return 0
    option = state.options.event_1
    if source == Points.CLEANING and option == Event1.NO_CLEANING:
        return 0
    return 1 if source < Points.SUBCOLONIES or option == Event1.EVERYTHING else 0


# --- Hexes ----------------------------------------------------------------------------------------


@rule
def within(mask: np.ndarray, hex_: int) -> bool:
    """Whether a hex belongs to a mask."""
    return (int(mask[hex_ // WORD]) >> int(hex_) % WORD) & 1 == 1


@rule
def add_hex(mask: np.ndarray, hex_: int) -> None:
    """Put a hex into a mask."""
    mask[hex_ // WORD] |= 1 << int(hex_) % WORD


@rule
def clear_choices(me: Row) -> None:
    """Forget what a seat has picked and chosen."""
    for word in range(WORDS):
        me.picked[word] = 0
    for kind in range(KINDS):
        me.chosen[kind] = 0


@rule
def element_at(state: Row, hex_: int) -> int:
    """The hex that stands for whatever lies on a hex: of a tile its first one."""
    return state.lead[hex_] - 1 if state.lead[hex_] > 0 else hex_


@rule
def cell_of(parts: Row, state: Row, first: int, index: int) -> int:
    """The n-th hex of the tile with that first hex, or of a hex without a tile; -1: no more."""
    if state.place[first] > 0:
        return parts.cells[state.place[first] - 1, index] + 0
    return first if index == 0 else -1


@rule
def bears_cubes(parts: Row, state: Row, first: int) -> bool:
    """Whether a cube lies on a tile."""
    for index in range(LONGEST_TILE):
        hex_ = cell_of(parts, state, first, index)
        if hex_ >= 0 and state.cube[hex_] > 0:
            return True
    return False


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
