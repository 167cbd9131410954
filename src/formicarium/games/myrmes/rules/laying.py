"""Myrmes: laying pheromones and special tiles."""

import numpy as np

from formicarium.core.compiled import rule
from formicarium.core.layout import Row
from formicarium.core.numbers import wide
from formicarium.games.myrmes.actions import Code
from formicarium.games.myrmes.rules.colony import earn, in_box, least_size, size_limit
from formicarium.games.myrmes.rules.specials import may_lay_special, pay_special
from formicarium.games.myrmes.state import (
    DISC,
    FORM_OF,
    FORMS,
    LAYS,
    LONGEST_TILE,
    SIZE_OF,
    SPECIAL_TILES,
    Ground,
    Permission,
    Points,
)

# By what is laid.
GROUND_OF = (*[int(Ground.PHEROMONE)] * FORMS, *(int(tile.ground) for tile in SPECIAL_TILES))

# --- What may be laid, and where ------------------------------------------------------------------


@rule
def tiles_to_lay(parts: Row, state: Row, me: Row) -> int:
    """Bit per tile (Form or Special) that the worker could lay where she stands.

    She must stand on an empty hex, for every pattern covers hers. A hunter may be denied tiles.

    (MY-10.1, MY-10.2, MY-11.1)
    """
    tiles = 0
    free = free_around(parts, state)
    if not state.hunted:
        for lay in range(LAYS):
            if may_lay(state, me, lay) and fits(parts, state, free, FORM_OF[lay]):
                tiles |= 1 << lay
    return tiles


@rule
def may_lay(state: Row, me: Row, lay: int) -> bool:
    """Whether the player has the tile and all that it asks for, wherever it goes (MY-10.14)."""
    if lay < FORMS:
        size = SIZE_OF[lay]
        fitting = least_size(state, me) <= size and size <= size_limit(state, me)
        return fitting and me.left[lay] > 0
    return may_lay_special(state, me, lay)


@rule
def free_around(parts: Row, state: Row) -> int:
    """Bit per empty hex of the disc around the worker (MY-10.7, MY-10.8, MY-10.9)."""
    free = 0
    for index in range(DISC):
        hex_ = parts.disc[state.worker - 1, index]
        if hex_ >= 0 and state.ground[hex_] == Ground.EMPTY:
            free |= 1 << index
    return free


@rule
def pattern_fits(parts: Row, state: Row, free: int, pattern: int) -> bool:
    """Whether all hexes of a pattern are empty, and it may be turned that way (MY-10.10)."""
    bits = int(parts.pattern[pattern])
    if free & bits != bits:
        return False
    return not parts.mirrored[pattern] or state.options.flipping == Permission.ALLOWED


@rule
def fits(parts: Row, state: Row, free: int, form: int) -> bool:
    """Whether a tile of that form finds a place."""
    for pattern in range(parts.first_pattern[form], parts.first_pattern[form + 1]):
        if pattern_fits(parts, state, free, pattern):
            return True
    return False


@rule
def list_places(parts: Row, state: Row, out: np.ndarray) -> int:
    """Every place for the tile that the worker lays (MY-10.6, MY-10.11)."""
    form = FORM_OF[state.laying - 1]
    free = free_around(parts, state)
    count = 0
    for pattern in range(parts.first_pattern[form], parts.first_pattern[form + 1]):
        if pattern_fits(parts, state, free, pattern):
            out[count] = Code.PLACE + parts.place_at[state.worker - 1, pattern]
            count += 1
    return count


# --- Laying it ------------------------------------------------------------------------------------


@rule
def lay_tile(parts: Row, state: Row, seat: int, place: int) -> None:
    """The tile is paid for, laid and filled, and scores at once; the action is over.

    (MY-10.13, MY-10.15, MY-10.18, MY-10.19, MY-11.9)
    """
    me = state.seats[seat]
    lay = state.laying - 1
    points = wide(parts.points[lay])
    if lay < FORMS:
        me.left[lay] -= 1
        earn(state, me, Points.PHEROMONES, points)
    else:
        pay_special(state, me, lay)
        earn(state, me, Points.SPECIALS, points)
    cover(parts, state, place, GROUND_OF[lay], seat + 1)


@rule
def cover(parts: Row, state: Row, place: int, ground: int, owner: int) -> None:
    """Put a tile on its hexes; on a pheromone a cube for each that yields one, while there are.

    Special tiles bear none (MY-10.12, MY-11.7).
    """
    first = parts.cells[place, 0]
    state.place[first] = place + 1
    for index in range(LONGEST_TILE):
        hex_ = parts.cells[place, index]
        if hex_ >= 0:
            state.ground[hex_] = ground
            state.lead[hex_] = first + 1
            state.owner[hex_] = owner
            kind = parts.yields[hex_] - 1
            if kind >= 0 and ground == Ground.PHEROMONE and in_box(state, kind):
                state.cube[hex_] = kind + 1
                state.supply[kind] -= 1
