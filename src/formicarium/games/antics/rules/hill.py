"""The hill: hexes and how they are found, where a tile may lie, and laying it."""

from formicarium.core.compiled import rule
from formicarium.core.layout import Row
from formicarium.games.antics.actions import SPOTS
from formicarium.games.antics.rules.table import is_blocked
from formicarium.games.antics.state import BASE_HEXES, DOUBLES, LEVELS, WAY_Q, WAY_R, WAYS

# --- Finding hexes --------------------------------------------------------------------------------


@rule
def bucket(q: int, r: int) -> int:
    """Where the search for a hex begins."""
    return (q & 7) << 3 | (r & 7)


@rule
def hex_at(me: Row, q: int, r: int) -> int:
    """The number of the hex at some coordinates, 0 if the ground is empty there."""
    number = me.grid[bucket(q, r)]
    while number and (me.q[number] != q or me.r[number] != r):
        number = me.chain[number]
    return number + 0  # as wide as any other number


@rule
def add_hex(me: Row, q: int, r: int) -> int:
    """A new hex on the ground gets the next number."""
    me.hexes += 1
    number = int(me.hexes)
    me.q[number] = q
    me.r[number] = r
    me.chain[number] = me.grid[bucket(q, r)]
    me.grid[bucket(q, r)] = number
    return number


# --- Where a tile may lie -------------------------------------------------------------------------
#
# A spot is a hex of the hill, or the ground on one of its sides. Where ways are listed as bits, way
# d has bit d, and bit 6 + d if the tile may lie the other way round, which would be the same where
# both symbols are alike.


@rule
def covering_ways(state: Row, me: Row, number: int) -> int:
    """The ways in which a tile may cover a hex: flat, on two tiles, over no marker or prey."""
    height = me.height[number]
    if height == LEVELS or is_blocked(state, me, number):
        return 0
    ways = 0
    for way in range(WAYS):
        other = hex_at(me, me.q[number] + WAY_Q[way], me.r[number] + WAY_R[way])
        flat = other != 0 and me.height[other] == height
        if flat and me.mate[number] != way and not is_blocked(state, me, other):
            ways |= 1 << way
    return ways


@rule
def ground_ways(me: Row, q: int, r: int, alike: bool) -> int:
    """The ways in which a tile may lie on the ground, one half on this empty hex."""
    ways = 0
    for way in range(WAYS):
        if hex_at(me, q + WAY_Q[way], r + WAY_R[way]) == 0:
            ways |= 1 << way
            if not alike and not touches_hill(me, q + WAY_Q[way], r + WAY_R[way]):
                ways |= 1 << WAYS + way
    return ways


@rule
def touches_hill(me: Row, q: int, r: int) -> bool:
    """Whether a hex of the hill lies beside this empty hex."""
    way = 0
    while way < WAYS and hex_at(me, q + WAY_Q[way], r + WAY_R[way]) == 0:
        way += 1
    return way < WAYS


@rule
def is_named_after(me: Row, q: int, r: int, number: int) -> bool:
    """Whether this hex of the hill gives an empty one its name, and a tile finds room there."""
    room = False
    for way in range(WAYS):
        other = hex_at(me, q + WAY_Q[way], r + WAY_R[way])
        if other == 0:
            room = True
        elif other < number:
            return False
    return room


@rule
def place_of(me: Row, spot: int) -> tuple[int, int]:
    """The coordinates of a spot."""
    number = spot // SPOTS + 1
    side = spot % SPOTS
    if side == 0:
        return int(me.q[number]), int(me.r[number])
    return me.q[number] + WAY_Q[side - 1], me.r[number] + WAY_R[side - 1]


@rule
def is_double(tile: int) -> bool:
    """Whether both symbols of a tile, kind + 1, are the same."""
    return (DOUBLES >> int(tile) - 1) & 1 != 0


@rule
def ways_from(state: Row, me: Row, spot: int) -> int:
    """The ways in which a tile may lie with one half on a spot."""
    if spot % SPOTS == 0:
        return covering_ways(state, me, spot // SPOTS + 1)
    q, r = place_of(me, spot)
    return ground_ways(me, q, r, is_double(state.tile))


# --- Laying ---------------------------------------------------------------------------------------


@rule
def lay_base(parts: Row, me: Row) -> None:
    """Six hexes, which count as three tiles."""
    for index in range(BASE_HEXES):
        number = add_hex(me, parts.base_q[index], parts.base_r[index])
        cover(me, number, parts.base_symbol[index], parts.base_mate[index])


@rule
def lay_tile(parts: Row, me: Row, kind: int, q: int, r: int, way: int) -> None:
    """A tile becomes part of the hill, its first symbol here and its second one that way."""
    second_q, second_r = q + WAY_Q[way], r + WAY_R[way]
    number, other = hex_at(me, q, r), hex_at(me, second_q, second_r)
    if number == 0:
        number, other = add_hex(me, q, r), add_hex(me, second_q, second_r)
    cover(me, number, parts.first[kind], way)
    cover(me, other, parts.second[kind], (way + 3) % WAYS)
    me.levels[me.height[number] - 1] += 1
    note_tile(me, kind, q, r, way)


@rule
def cover(me: Row, number: int, symbol: int, mate: int) -> None:
    """One half of a tile comes to lie on a hex."""
    me.height[number] += 1
    me.symbol[number] = symbol
    me.mate[number] = mate


@rule
def note_tile(me: Row, kind: int, q: int, r: int, way: int) -> None:
    """Remember how the hill was built."""
    me.tile_kind[me.built] = kind
    me.tile_q[me.built] = q
    me.tile_r[me.built] = r
    me.tile_way[me.built] = way
    me.built += 1


# --- Positions ------------------------------------------------------------------------------------

FITS, STICKS_OUT, TOUCHES_NOTHING, TOO_HIGH, ON_ONE_TILE = range(5)


@rule
def fault_of_tile(me: Row, q: int, r: int, way: int) -> int:
    """What is wrong with a tile that lies here and that way."""
    other_q, other_r = q + WAY_Q[way], r + WAY_R[way]
    below, other = hex_at(me, q, r), hex_at(me, other_q, other_r)
    if me.height[below] != me.height[other]:
        return STICKS_OUT
    if below == 0:
        touches = touches_hill(me, q, r) or touches_hill(me, other_q, other_r)
        return FITS if touches else TOUCHES_NOTHING
    if me.height[below] == LEVELS:
        return TOO_HIGH
    return ON_ONE_TILE if me.mate[below] == way else FITS


@rule
def rebuild(parts: Row, me: Row, tiles: int) -> int:
    """Lay the base, and on it so many tiles as they were noted, up to one with a fault; which."""
    lay_base(parts, me)
    fault = FITS
    while me.built < tiles and fault == FITS:
        kind, way = int(me.tile_kind[me.built]), int(me.tile_way[me.built])
        q, r = int(me.tile_q[me.built]), int(me.tile_r[me.built])
        fault = fault_of_tile(me, q, r, way)
        if fault == FITS:
            lay_tile(parts, me, kind, q, r, way)
    return fault
