"""Myrmes: the harvest: a cube from each pheromone, and what special tiles bring.

A seat is asked about its pheromones, about more cubes (event 3), and about scavenging. The hexes
whose cubes it takes are `picked`; `chosen` counts more cubes, and what scavenging brings.
"""

from formicarium.core.compiled import rule
from formicarium.core.layout import Row
from formicarium.core.numbers import wide
from formicarium.games.myrmes.actions import Code
from formicarium.games.myrmes.rules.colony import clear_choices, gain
from formicarium.games.myrmes.rules.numbers import add_hex, within
from formicarium.games.myrmes.rules.specials import harvest_special, scavengings
from formicarium.games.myrmes.rules.tiles import cell_of, cube_at, cubes_on, is_own_tile
from formicarium.games.myrmes.state import (
    HEXES,
    LONGEST_TILE,
    MORE_CUBES,
    Cube,
    Event3,
    Ground,
    Question,
    SeasonEvent,
)

MORE = int(Cube.FOOD)  # where `chosen` counts more cubes: scavenging brings no food

# --- Who is asked ---------------------------------------------------------------------------------


@rule
def must_choose_cubes(parts: Row, state: Row, seat: int) -> bool:
    """Whether the harvest leaves a seat anything to choose (MY-12.2, MY-12.5, MY-12.7)."""
    left = 0
    for hex_ in range(HEXES):
        if is_own_tile(state, seat, hex_, Ground.PHEROMONE):
            if not bears_one_kind(parts, state, hex_):
                return True
            left += max(cubes_on(parts, state, hex_) - 1, 0)
    taken_unasked = MORE_CUBES if state.options.event_3 == Event3.FORCED else 0
    if state.seats[seat].event == SeasonEvent.HARVEST and left > taken_unasked:
        return True
    return scavengings(state, seat) > 0


@rule
def bears_one_kind(parts: Row, state: Row, first: int) -> bool:
    """Whether all cubes on a pheromone are alike: then nothing is asked (MY-12.2)."""
    kinds = 0
    for index in range(LONGEST_TILE):
        cube = cube_at(parts, state, first, index)
        if cube > 0:
            kinds |= 1 << cube
    return kinds & (kinds - 1) == 0


# --- One question after the other -----------------------------------------------------------------


@rule
def begin_harvest(parts: Row, state: Row, seat: int) -> None:
    """A cube from each pheromone, without a question where all are alike (MY-12.1, MY-12.2)."""
    me = state.seats[seat]
    for hex_ in range(HEXES):
        if is_own_tile(state, seat, hex_, Ground.PHEROMONE) and bears_one_kind(parts, state, hex_):
            pick_first(parts, state, me, hex_)
    me.question = Question.TILES
    go_on_harvesting(parts, state, seat)


@rule
def pick_first(parts: Row, state: Row, me: Row, first: int) -> None:
    """The first cube on a pheromone, if there is any."""
    for index in range(LONGEST_TILE):
        hex_ = cell_of(parts, state, first, index)
        if hex_ >= 0 and state.cube[hex_] > 0:
            add_hex(me.picked, hex_)
            return


@rule
def go_on_harvesting(parts: Row, state: Row, seat: int) -> None:
    """Pheromones, then more cubes, then scavenging (MY-12.8)."""
    me = state.seats[seat]
    if me.question == Question.TILES and tile_to_harvest(parts, state, seat) < 0:
        me.question = Question.MORE
    if me.question == Question.MORE and not chooses_more(state, seat):
        me.question = Question.SCAVENGE
    scavenged = me.chosen[Cube.EARTH] + me.chosen[Cube.STONE]
    if me.question == Question.SCAVENGE and scavenged == scavengings(state, seat):
        me.question = Question.NONE


@rule
def tile_to_harvest(parts: Row, state: Row, seat: int) -> int:
    """The next own pheromone to choose from, by its first hex; -1: no more (MY-12.3)."""
    for hex_ in range(HEXES):
        if is_own_tile(state, seat, hex_, Ground.PHEROMONE) and is_untouched(
            parts, state, seat, hex_
        ):
            return hex_
    return -1


@rule
def is_untouched(parts: Row, state: Row, seat: int, first: int) -> bool:
    """Whether an own pheromone bears cubes, none of which is picked."""
    for index in range(LONGEST_TILE):
        hex_ = cell_of(parts, state, first, index)
        if hex_ >= 0 and within(state.seats[seat].picked, hex_):
            return False
    return cubes_on(parts, state, first) > 0


@rule
def chooses_more(state: Row, seat: int) -> bool:
    """Event 3: whether a seat chooses more cubes; what must go, goes (MY-4.13, MY-12.7)."""
    me = state.seats[seat]
    if me.event != SeasonEvent.HARVEST:
        return False
    left = 0
    for hex_ in range(HEXES):
        if is_left(state, seat, hex_):
            left += 1
    more = min(MORE_CUBES - me.chosen[MORE], left)
    if state.options.event_3 == Event3.FORCED and more == left:
        pick_all(state, seat)
        return False
    return more > 0


@rule
def pick_all(state: Row, seat: int) -> None:
    """All own cubes that are left."""
    for hex_ in range(HEXES):
        if is_left(state, seat, hex_):
            add_hex(state.seats[seat].picked, hex_)


@rule
def is_left(state: Row, seat: int, hex_: int) -> bool:
    """Whether an own cube lies there that is not picked."""
    if state.cube[hex_] == 0 or state.owner[hex_] != seat + 1:
        return False
    return not within(state.seats[seat].picked, hex_)


# --- Answers --------------------------------------------------------------------------------------


@rule
def next_to_harvest(parts: Row, state: Row, seat: int, after: int) -> int:
    """The next code for a cube, or for enough of more cubes; -1: no more."""
    me = state.seats[seat]
    optional = me.question == Question.MORE and state.options.event_3 == Event3.OPTIONAL
    if optional and after < Code.DONE:
        return wide(Code.DONE)
    tile = tile_to_harvest(parts, state, seat) if me.question == Question.TILES else -1
    for hex_ in range(max(after - Code.HEX, -1) + 1, HEXES):
        asked = tile < 0 or state.lead[hex_] == tile + 1
        if asked and is_left(state, seat, hex_) and is_first_of_kind(parts, state, seat, hex_):
            return Code.HEX + hex_
    return -1


@rule
def is_first_of_kind(parts: Row, state: Row, seat: int, hex_: int) -> bool:
    """Whether no such cube is left on an earlier hex of the same pheromone (MY-12.2)."""
    for index in range(LONGEST_TILE):
        earlier = cell_of(parts, state, state.lead[hex_] - 1, index)
        alike = earlier >= 0 and state.cube[earlier] == state.cube[hex_]
        if alike and earlier < hex_ and is_left(state, seat, earlier):
            return False
    return True


@rule
def answer_harvest(parts: Row, state: Row, seat: int, code: int) -> None:
    """Pick a cube, stop picking more, or choose earth or stone."""
    me = state.seats[seat]
    if code == Code.DONE:
        me.question = Question.SCAVENGE
    elif code < Code.HEX:
        me.chosen[code - Code.FOOD] += 1
    else:
        add_hex(me.picked, code - Code.HEX)
        if me.question == Question.MORE:
            me.chosen[MORE] += 1
    go_on_harvesting(parts, state, seat)


# --- Bringing it in -------------------------------------------------------------------------------


@rule
def bring_in(parts: Row, state: Row, seat: int) -> None:
    """Cubes to the storeroom (MY-12.9), and what own special tiles bring (MY-12.10)."""
    me = state.seats[seat]
    for hex_ in range(HEXES):
        if within(me.picked, hex_):
            me.store[state.cube[hex_] - 1] += 1
            state.cube[hex_] = 0
        harvest_special(state, seat, hex_)
    for _ in range(me.chosen[Cube.EARTH]):
        gain(state, me, Cube.EARTH)
    for _ in range(me.chosen[Cube.STONE]):
        gain(state, me, Cube.STONE)
    clear_choices(me)
