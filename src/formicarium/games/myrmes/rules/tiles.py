"""Myrmes: what lies in the garden: tiles, and all that a player's colony holds there."""

from formicarium.core.compiled import rule
from formicarium.core.layout import Row
from formicarium.core.numbers import wide
from formicarium.games.myrmes.state import LONGEST_TILE


@rule
def element_at(state: Row, hex_: int) -> int:
    """The hex that stands for whatever lies on a hex: of a tile its first one (MY-1.15)."""
    return state.lead[hex_] - 1 if state.lead[hex_] > 0 else hex_


@rule
def cell_of(parts: Row, state: Row, first: int, index: int) -> int:
    """The n-th hex of the tile with that first hex, or of a hex without a tile; -1: no more."""
    if state.place[first] > 0:
        return wide(parts.cells[state.place[first] - 1, index])
    return first if index == 0 else -1


@rule
def is_own_tile(state: Row, seat: int, hex_: int, ground: int) -> bool:
    """Whether a hex is the first one of a seat's tile of that kind."""
    return state.place[hex_] > 0 and state.ground[hex_] == ground and state.owner[hex_] == seat + 1


@rule
def cube_at(parts: Row, state: Row, first: int, index: int) -> int:
    """The cube on the n-th hex of a tile, its kind counted from 1; 0: none."""
    hex_ = cell_of(parts, state, first, index)
    return wide(state.cube[hex_]) if hex_ >= 0 else 0


@rule
def cubes_on(parts: Row, state: Row, first: int) -> int:
    """How many cubes lie on a tile."""
    cubes = 0
    for index in range(LONGEST_TILE):
        if cube_at(parts, state, first, index) > 0:
            cubes += 1
    return cubes
