"""The hill: its hexes, where a tile may lie, and laying it.

How players name such a place, click by click, is told in spots.py.
"""

from formicarium.core.compiled import rule
from formicarium.core.layout import Row
from formicarium.core.numbers import wide
from formicarium.games.antics.state import (
    BASE_HEXES,
    LEVELS,
    OPPOSITE,
    PREYS,
    WAY_Q,
    WAY_R,
    WAYS,
)

# --- Hexes ----------------------------------------------------------------------------------------


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
    return wide(number)


@rule
def hex_towards(me: Row, q: int, r: int, way: int) -> int:
    """The number of the hex that lies one step away from some coordinates, 0: none."""
    return hex_at(me, q + WAY_Q[way], r + WAY_R[way])


@rule
def hex_beside(me: Row, number: int, way: int) -> int:
    """The number of the hex beside another one, 0: none."""
    return hex_towards(me, me.q[number], me.r[number], way)


@rule
def add_hex(me: Row, q: int, r: int) -> int:
    """A new hex on the ground gets the next number (AN-5.7, AN-5.16)."""
    me.hexes += 1
    number = int(me.hexes)
    me.q[number] = q
    me.r[number] = r
    me.chain[number] = me.grid[bucket(q, r)]
    me.grid[bucket(q, r)] = number
    return number


@rule
def is_blocked(state: Row, me: Row, number: int) -> bool:
    """Whether a marker or prey lies on a hex (AN-3.5, AN-3.7, AN-5.10, AN-5.11)."""
    for marker in state.marked:
        if marker == number:
            return True
    return holds_prey(me, number)


@rule
def holds_prey(me: Row, number: int) -> bool:
    """Whether prey lies on a hex (AN-10.3)."""
    prey = 0
    for kind in range(PREYS):
        prey += me.prey_home[kind] == number
    return prey > 0


# --- Where a tile may lie -------------------------------------------------------------------------

FITS, STICKS_OUT, TOUCHES_NOTHING, TOO_HIGH, ON_ONE_TILE = range(5)


@rule
def fault_of_tile(me: Row, q: int, r: int, way: int) -> int:
    """What is wrong with a tile that lies here and that way (AN-5.3, AN-5.4, AN-5.6)."""
    below, other = hex_at(me, q, r), hex_towards(me, q, r, way)
    if below or other:
        return fault_above(me, below, other, way)
    touches = touches_hill(me, q, r) or touches_hill(me, q + WAY_Q[way], r + WAY_R[way])
    return FITS if touches else TOUCHES_NOTHING


@rule
def fault_above(me: Row, below: int, other: int, way: int) -> int:
    """What is wrong with a tile upon two neighbours (AN-5.4, AN-5.5, AN-5.8)."""
    if me.height[below] != me.height[other]:
        return STICKS_OUT
    if me.height[below] == LEVELS:
        return TOO_HIGH
    return ON_ONE_TILE if me.mate[below] == way else FITS


@rule
def touches_hill(me: Row, q: int, r: int) -> bool:
    """Whether a hex of the hill lies beside this empty hex (AN-5.6)."""
    way = 0
    while way < WAYS and hex_towards(me, q, r, way) == 0:
        way += 1
    return way < WAYS


@rule
def covering_ways(state: Row, me: Row, number: int) -> int:
    """The ways in which a tile may cover a hex (AN-5.10, AN-5.11, AN-5.12)."""
    if me.height[number] == LEVELS or is_blocked(state, me, number):
        return 0
    ways = 0
    for way in range(WAYS):
        other = hex_beside(me, number, way)
        if fault_above(me, number, other, way) == FITS and not is_blocked(state, me, other):
            ways |= 1 << way
    return ways


@rule
def ground_ways(me: Row, q: int, r: int) -> int:
    """The ways in which a tile may lie on the ground beside the hill (AN-5.3, AN-5.6)."""
    ways = 0
    for way in range(WAYS):
        if hex_towards(me, q, r, way) == 0:
            ways |= 1 << way
    return ways


@rule
def has_room(me: Row, q: int, r: int) -> bool:
    """Whether a tile finds room on the ground, one half on this hex beside the hill."""
    way = 0
    while way < WAYS and hex_towards(me, q, r, way):
        way += 1
    return way < WAYS


# --- Laying ---------------------------------------------------------------------------------------


@rule
def lay_base(parts: Row, me: Row) -> None:
    """Six hexes, which count as three tiles (AN-2.2, AN-5.9)."""
    for index in range(BASE_HEXES):
        number = add_hex(me, parts.base_q[index], parts.base_r[index])
        cover(me, number, parts.base_symbol[index], parts.base_mate[index])


@rule
def lay_tile(parts: Row, me: Row, kind: int, q: int, r: int, way: int) -> None:
    """A tile joins the hill, its first symbol here and its second one that way (AN-5.13)."""
    number, other = hex_at(me, q, r), hex_towards(me, q, r, way)
    if number == 0:
        number, other = add_hex(me, q, r), add_hex(me, q + WAY_Q[way], r + WAY_R[way])
    cover(me, number, parts.first[kind], way)
    cover(me, other, parts.second[kind], OPPOSITE[way])
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
