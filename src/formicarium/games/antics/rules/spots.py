"""How a place for a tile is named, click by click: a spot, then the way to the other half.

A spot is a hex of the hill, or the empty hex on one of its sides. What may be built where is told
in hill.py.
"""

import numpy as np

from formicarium.core.compiled import rule
from formicarium.core.layout import Row
from formicarium.games.antics.actions import ON_HEX, Code, laying_of, spot_of, spot_parts
from formicarium.games.antics.rules.hill import (
    covering_ways,
    ground_ways,
    has_room,
    hex_at,
    hex_towards,
    touches_hill,
)
from formicarium.games.antics.state import DOUBLES, WAY_Q, WAY_R, WAYS


@rule
def list_spots(state: Row, me: Row, out: np.ndarray) -> int:
    """Every hex that can be covered, and every empty one beside the hill with room (AN-5.15)."""
    count = 0
    for number in range(1, me.hexes + 1):
        if covering_ways(state, me, number):
            out[count] = Code.HEX + spot_of(number, ON_HEX)
            count += 1
        for way in range(WAYS):
            q, r = me.q[number] + WAY_Q[way], me.r[number] + WAY_R[way]
            if hex_at(me, q, r) == 0 and is_named_after(me, q, r, number) and has_room(me, q, r):
                out[count] = Code.HEX + spot_of(number, way)
                count += 1
    return count


@rule
def is_named_after(me: Row, q: int, r: int, number: int) -> bool:
    """Whether this is the lowest number that an empty hex touches (AN-5.17)."""
    way = 0
    while way < WAYS and not 0 < hex_towards(me, q, r, way) < number:
        way += 1
    return way == WAYS


@rule
def place_of(me: Row, spot: int) -> tuple[int, int]:
    """The coordinates of a spot."""
    number, way = spot_parts(spot)
    q, r = int(me.q[number]), int(me.r[number])
    return (q, r) if way == ON_HEX else (q + WAY_Q[way], r + WAY_R[way])


@rule
def layings(state: Row, me: Row, spot: int) -> int:
    """The ways in which the tile at hand may lie with one half on a spot (AN-5.18)."""
    number, side = spot_parts(spot)
    if side == ON_HEX:
        return covering_ways(state, me, number)
    q, r = place_of(me, spot)
    ways = ground_ways(me, q, r)
    return ways if is_double(state.tile) else ways | swapped_ways(me, q, r, ways)


@rule
def swapped_ways(me: Row, q: int, r: int, ways: int) -> int:
    """Those ways on which the other half touches no hill and so has no name (AN-5.18)."""
    swapped = 0
    for way in range(WAYS):
        if (ways >> way) & 1 and not touches_hill(me, q + WAY_Q[way], r + WAY_R[way]):
            swapped |= 1 << laying_of(way, True)
    return swapped


@rule
def is_double(tile: int) -> bool:
    """Whether both symbols of a tile, kind + 1, are the same (AN-5.18)."""
    return (DOUBLES >> int(tile) - 1) & 1 != 0
