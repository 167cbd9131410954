"""Myrmes: what a colony has and what counts for it: levels, cubes, larvae and points."""

from formicarium.core.compiled import rule
from formicarium.core.layout import Row
from formicarium.core.numbers import wide
from formicarium.games.myrmes.state import (
    DEEPEST,
    KINDS,
    LARVAE_PER_FOOD,
    SOURCES,
    STORE,
    WORDS,
    Cube,
    Cubes,
    Event0,
    Event1,
    Permission,
    Phase,
    Points,
    Pyramid,
    SeasonEvent,
)

SMALLEST = 2  # size of pheromones at level 0
LARGEST_WITHOUT_PYRAMID = 5

# --- Levels ---------------------------------------------------------------------------------------


@rule
def one_deeper(state: Row, me: Row) -> int:
    """Event 0: the colony counts as one level deeper while the season lasts (MY-4.5, MY-4.6)."""
    in_season = state.phase >= Phase.EVENT and state.phase <= Phase.DISCARD
    return 1 if in_season and me.event == SeasonEvent.LEVEL else 0


@rule
def room_level(state: Row, me: Row) -> int:
    """The deepest room that workers can use (MY-4.7, MY-6.4)."""
    return min(me.level + one_deeper(state, me), DEEPEST)


@rule
def size_limit(state: Row, me: Row) -> int:
    """How many hexes a pheromone may have (MY-4.7, MY-4.16, MY-10.3, MY-10.5)."""
    limit = SMALLEST + me.level + one_deeper(state, me)
    if me.event == SeasonEvent.HEX:
        limit += 1
    if state.options.pyramid == Pyramid.ABSENT:
        limit = min(limit, LARGEST_WITHOUT_PYRAMID)
    return limit


@rule
def least_size(state: Row, me: Row) -> int:
    """How many hexes a pheromone must have (MY-10.4)."""
    if state.options.smaller_tiles == Permission.FORBIDDEN:
        return SMALLEST + me.level
    return SMALLEST


@rule
def counted_level(state: Row, me: Row) -> int:
    """The level that counts for storeroom and objectives: the real one (MY-4.8, MY-14.23)."""
    if state.options.event_0 == Event0.EVERYTHING:
        return room_level(state, me)
    return wide(me.level)


@rule
def capacity(state: Row, me: Row) -> int:
    """How many cubes the storeroom keeps (MY-15.1)."""
    return STORE[counted_level(state, me)]


# --- Cubes ----------------------------------------------------------------------------------------


@rule
def in_box(state: Row, kind: int) -> bool:
    """Whether the box has a cube; it never runs out, unless the players want it (MY-1.10)."""
    return state.supply[kind] > 0 or state.options.cubes == Cubes.UNLIMITED


@rule
def gain(state: Row, me: Row, kind: int) -> None:
    """A cube from the box into the storeroom, if there is one (MY-1.11)."""
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
    """Whether larvae can be turned into food (MY-1.11, MY-3.7)."""
    return me.larvae >= LARVAE_PER_FOOD and in_box(state, Cube.FOOD)


@rule
def convert(state: Row, me: Row) -> None:
    """Three larvae become a food (MY-3.7)."""
    me.larvae -= LARVAE_PER_FOOD
    gain(state, me, Cube.FOOD)


@rule
def cubes_stored(me: Row) -> int:
    """All cubes in the storeroom (MY-15.1, MY-15.3)."""
    return me.store[Cube.FOOD] + me.store[Cube.EARTH] + me.store[Cube.STONE]


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
    """Points, and what the event adds to them (MY-17.2)."""
    me.points[source] += points
    me.points[Points.EVENT] += extra_point(state, me, source, points)


@rule
def extra_point(state: Row, me: Row, source: int, points: int) -> int:
    """One more with event 1 where there are any points (MY-4.9, MY-4.10, MY-4.11)."""
    if points == 0 or me.event != SeasonEvent.POINTS:
        return 0
    option = state.options.event_1
    if source == Points.CLEANING and option == Event1.NO_CLEANING:
        return 0
    return 1 if source < Points.SUBCOLONIES or option == Event1.EVERYTHING else 0


# --- Choices --------------------------------------------------------------------------------------


@rule
def clear_choices(me: Row) -> None:
    """Forget what a seat has picked and chosen."""
    for word in range(WORDS):
        me.picked[word] = 0
    for kind in range(KINDS):
        me.chosen[kind] = 0
