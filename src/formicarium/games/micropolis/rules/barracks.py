"""Barracks: manned when they are built, or later by a sentinel."""

import numpy as np

from formicarium.core.compiled import rule
from formicarium.core.layout import Row
from formicarium.games.micropolis.actions import Code
from formicarium.games.micropolis.state import ARMY_CAP, RING


@rule
def garrison(parts: Row, state: Row, slot: int) -> None:
    """Soldiers move from the army into the barracks, all posts at once (MP-5.1, MP-5.2)."""
    anthill = state.anthills[state.anthill]
    anthill.army -= parts.tiles[anthill.tiles[slot]].barracks
    anthill.manned[slot] = 1


@rule
def withdraw(parts: Row, state: Row, slot: int) -> None:
    """All soldiers of the barracks move back into the army (MP-5.20)."""
    anthill = state.anthills[state.anthill]
    anthill.army += parts.tiles[anthill.tiles[slot]].barracks
    anthill.manned[slot] = 0


@rule
def may_garrison(parts: Row, state: Row, slot: int) -> bool:
    """Whether the sentinel may fill the barracks in a slot now (MP-5.20, MP-5.22, MP-5.23)."""
    anthill = state.anthills[state.anthill]
    size = parts.tiles[anthill.tiles[slot]].barracks
    untouched = not (state.touched >> slot) & 1
    return size > 0 and untouched and anthill.manned[slot] == 0 and size <= anthill.army


@rule
def may_withdraw(parts: Row, state: Row, slot: int) -> bool:
    """Whether the sentinel may empty the barracks in a slot now (MP-5.20, MP-5.22, MP-5.23)."""
    anthill = state.anthills[state.anthill]
    size = parts.tiles[anthill.tiles[slot]].barracks
    untouched = not (state.touched >> slot) & 1
    return untouched and anthill.manned[slot] == 1 and anthill.army + size <= ARMY_CAP


@rule
def can_rearrange(parts: Row, state: Row) -> bool:
    """Whether the sentinel finds anything to move (MP-5.23)."""
    for slot in range(RING):
        if may_garrison(parts, state, slot) or may_withdraw(parts, state, slot):
            return True
    return False


@rule
def list_rearrangements(parts: Row, state: Row, out: np.ndarray) -> int:
    """Fill or empty one of this anthill's barracks, or be done (MP-5.21, MP-5.22, MP-10.11)."""
    count = 0
    for slot in range(RING):
        if may_garrison(parts, state, slot):
            out[count] = Code.GARRISON + slot
            count += 1
    for slot in range(RING):
        if may_withdraw(parts, state, slot):
            out[count] = Code.WITHDRAW + slot
            count += 1
    out[count] = Code.DONE
    return count + 1


@rule
def rearrange(parts: Row, state: Row, code: int) -> bool:
    """One step of the sentinel; whether it was her last.

    Each of the barracks is touched once at most, so she comes to an end; as they hold four soldiers
    at most, every arrangement can still be reached (MP-5.19, MP-5.22, MP-5.23).
    """
    if code < Code.WITHDRAW:
        garrison(parts, state, code - Code.GARRISON)
        state.touched |= 1 << (code - Code.GARRISON)
    elif code < Code.DONE:
        withdraw(parts, state, code - Code.WITHDRAW)
        state.touched |= 1 << (code - Code.WITHDRAW)
    return code == Code.DONE or not can_rearrange(parts, state)
