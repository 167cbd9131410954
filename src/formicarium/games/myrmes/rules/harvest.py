"""Myrmes: the harvest: a cube from each pheromone, and what special tiles bring."""

from formicarium.core.compiled import rule
from formicarium.core.layout import Row
from formicarium.games.myrmes.rules.table import (
    add_hex,
    cell_of,
    clear_choices,
    earn,
    gain,
    within,
)
from formicarium.games.myrmes.state import (
    HEXES,
    LONGEST_TILE,
    MORE_CUBES,
    Event,
    Event3,
    Ground,
    Points,
    Step,
    Store,
)

SUBCOLONY_POINTS = 2

# --- What there is --------------------------------------------------------------------------------


@rule
def is_own_tile(state: Row, seat: int, hex_: int, ground: int) -> bool:
    """Whether a hex is the first one of a seat's tile of that kind."""
    return state.place[hex_] > 0 and state.ground[hex_] == ground and state.owner[hex_] == seat + 1


@rule
def cubes_on(parts: Row, state: Row, seat: int, first: int) -> tuple[int, int, int]:
    """Cubes on a pheromone: how many, of which kinds (a bit for each), and how many are picked."""
    cubes = 0
    kinds = 0
    picked = 0
    for index in range(LONGEST_TILE):
        hex_ = cell_of(parts, state, first, index)
        if hex_ >= 0 and state.cube[hex_] > 0:
            cubes += 1
            kinds |= 1 << int(state.cube[hex_])
            if within(state.seats[seat].picked, hex_):
                picked += 1
    return cubes, kinds, picked


@rule
def scavengings(state: Row, seat: int) -> int:
    """How many scavenging tiles a seat has."""
    tiles = 0
    for hex_ in range(HEXES):
        if is_own_tile(state, seat, hex_, Ground.SCAVENGING):
            tiles += 1
    return tiles


@rule
def must_choose_cubes(parts: Row, state: Row, seat: int) -> bool:
    """Whether the harvest leaves a seat anything to choose."""
    left = 0
    for hex_ in range(HEXES):
        if is_own_tile(state, seat, hex_, Ground.PHEROMONE):
            cubes, kinds, _ = cubes_on(parts, state, seat, hex_)
            if kinds & (kinds - 1):
                return True
            if cubes > 0:
                left += cubes - 1
    taken_unasked = MORE_CUBES if state.options.event_3 == Event3.FORCED else 0
    if state.seats[seat].event == Event.HARVEST and left > taken_unasked:
        return True
    return scavengings(state, seat) > 0


# --- Choosing -------------------------------------------------------------------------------------


@rule
def begin_harvest(parts: Row, state: Row, seat: int) -> None:
    """Where one kind is left its first cube is taken without a question."""
    me = state.seats[seat]
    for hex_ in range(HEXES):
        if is_left(state, seat, hex_):
            first = state.lead[hex_] - 1
            _, kinds, picked = cubes_on(parts, state, seat, first)
            if kinds & (kinds - 1) == 0 and picked == 0:
                add_hex(me.picked, hex_)
    me.step = Step.TILES
    go_on_harvesting(parts, state, seat)


@rule
def go_on_harvesting(parts: Row, state: Row, seat: int) -> None:
    """The next pheromone to choose from, then more cubes, then scavenging."""
    me = state.seats[seat]
    if me.step == Step.TILES and tile_to_harvest(parts, state, seat) < 0:
        me.step = Step.MORE
    if me.step == Step.MORE and not more_to_choose(state, seat):
        me.step = Step.SCAVENGE
    scavenged = me.chosen[Store.EARTH] + me.chosen[Store.STONE]
    if me.step == Step.SCAVENGE and scavenged == scavengings(state, seat):
        me.step = Step.NONE


@rule
def tile_to_harvest(parts: Row, state: Row, seat: int) -> int:
    """The first hex of the first own pheromone with cubes of which none is picked; -1: no more."""
    for hex_ in range(HEXES):
        if is_own_tile(state, seat, hex_, Ground.PHEROMONE):
            cubes, _, picked = cubes_on(parts, state, seat, hex_)
            if cubes > 0 and picked == 0:
                return hex_
    return -1


@rule
def is_left(state: Row, seat: int, hex_: int) -> bool:
    """Whether an own cube lies there that is not picked."""
    if state.cube[hex_] == 0 or state.owner[hex_] != seat + 1:
        return False
    return not within(state.seats[seat].picked, hex_)


@rule
def more_to_choose(state: Row, seat: int) -> bool:
    """Event 3: whether there is a choice of more cubes; if all must be taken, they are."""
    me = state.seats[seat]
    if me.event != Event.HARVEST:
        return False
    left = 0
    for hex_ in range(HEXES):
        if is_left(state, seat, hex_):
            left += 1
    if state.options.event_3 == Event3.OPTIONAL:
        return left > 0 and me.chosen[0] < MORE_CUBES
    if left > MORE_CUBES - me.chosen[0]:
        return me.chosen[0] < MORE_CUBES
    for hex_ in range(HEXES):
        if is_left(state, seat, hex_):
            add_hex(me.picked, hex_)
    return False


@rule
def next_pick(parts: Row, state: Row, seat: int, after: int) -> int:
    """The next hex whose cube may be chosen; -1: no more."""
    tile = 0
    if state.seats[seat].step == Step.TILES:
        tile = tile_to_harvest(parts, state, seat) + 1
    for hex_ in range(after + 1, HEXES):
        wanted = is_left(state, seat, hex_) and (tile == 0 or state.lead[hex_] == tile)
        if wanted and is_first_of_kind(parts, state, seat, hex_):
            return hex_
    return -1


@rule
def is_first_of_kind(parts: Row, state: Row, seat: int, hex_: int) -> bool:
    """Whether no such cube is left on an earlier hex of the same pheromone."""
    for index in range(LONGEST_TILE):
        earlier = cell_of(parts, state, state.lead[hex_] - 1, index)
        alike = earlier >= 0 and state.cube[earlier] == state.cube[hex_]
        if alike and earlier < hex_ and is_left(state, seat, earlier):
            return False
    return True


# --- Bringing it in -------------------------------------------------------------------------------


@rule
def bring_in(parts: Row, state: Row, seat: int) -> None:
    """Cubes to the storeroom, food from farms, earth or stone from scavenging, points."""
    me = state.seats[seat]
    for hex_ in range(HEXES):
        if within(me.picked, hex_):
            me.store[state.cube[hex_] - 1] += 1
            state.cube[hex_] = 0
        if is_own_tile(state, seat, hex_, Ground.FARM):
            gain(state, me, Store.FOOD)
        if is_own_tile(state, seat, hex_, Ground.SUBCOLONY):
            earn(state, me, Points.SUBCOLONIES, SUBCOLONY_POINTS)
    for _ in range(me.chosen[Store.EARTH]):
        gain(state, me, Store.EARTH)
    for _ in range(me.chosen[Store.STONE]):
        gain(state, me, Store.STONE)
    clear_choices(me)
