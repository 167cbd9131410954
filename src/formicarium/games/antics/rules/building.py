"""Build: which tile, which hex, and which way the other half goes."""

import numpy as np

from formicarium.core.compiled import rule
from formicarium.core.layout import Row
from formicarium.games.antics.actions import SPOTS, Code
from formicarium.games.antics.rules.hill import (
    covering_ways,
    hex_at,
    is_named_after,
    lay_tile,
    place_of,
    ways_from,
)
from formicarium.games.antics.rules.table import finish_action, is_single, lowest
from formicarium.games.antics.state import KINDS, WAY_Q, WAY_R, WAYS, Phase


@rule
def tiles_held(me: Row) -> int:
    """How many tiles a player has in her supply."""
    held = 0
    for count in me.tiles:
        held += int(count)
    return held


@rule
def kinds_held(me: Row) -> int:
    """The kinds of tiles in a player's supply, as a set."""
    kinds = 0
    for kind in range(KINDS):
        if me.tiles[kind] > 0:
            kinds |= 1 << kind
    return kinds


@rule
def begin_building(state: Row, me: Row, level: int) -> None:
    """As many tiles as the level says, or all that there are."""
    state.steps = min(level, tiles_held(me))
    build_on(state, me)


@rule
def build_on(state: Row, me: Row) -> None:
    """Ask for the next tile, where there is a choice, else for its place; or all are built."""
    if state.steps == 0:
        finish_action(state)
        return
    kinds = kinds_held(me)
    if is_single(kinds):
        choose_tile(state, lowest(kinds))
    else:
        state.phase = Phase.TILE


@rule
def choose_tile(state: Row, kind: int) -> None:
    """This tile is built next."""
    state.tile = kind + 1
    state.phase = Phase.HEX


@rule
def list_spots(state: Row, me: Row, out: np.ndarray) -> int:
    """Every hex that can be covered, and every empty one beside the hill that has room."""
    count = 0
    for number in range(1, me.hexes + 1):
        spot = Code.HEX + (number - 1) * SPOTS
        if covering_ways(state, me, number):
            out[count] = spot
            count += 1
        for way in range(WAYS):
            q, r = me.q[number] + WAY_Q[way], me.r[number] + WAY_R[way]
            if hex_at(me, q, r) == 0 and is_named_after(me, q, r, number):
                out[count] = spot + 1 + way
                count += 1
    return count


@rule
def choose_spot(parts: Row, state: Row, me: Row, spot: int) -> None:
    """One half goes here; the other is asked for unless there is only one way."""
    ways = ways_from(state, me, spot)
    state.spot = spot + 1
    state.phase = Phase.LAY
    if is_single(ways):
        choose_way(parts, state, me, lowest(ways))


@rule
def choose_way(parts: Row, state: Row, me: Row, way: int) -> None:
    """Lay the tile, its first symbol on the chosen hex unless it is swapped."""
    kind = int(state.tile) - 1
    q, r = place_of(me, state.spot - 1)
    if way >= WAYS:
        way -= WAYS
        lay_tile(parts, me, kind, q + WAY_Q[way], r + WAY_R[way], (way + 3) % WAYS)
    else:
        lay_tile(parts, me, kind, q, r, way)
    me.tiles[kind] -= 1
    state.tile = 0
    state.spot = 0
    state.steps -= 1
    build_on(state, me)
