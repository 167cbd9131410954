"""The end of a turn: prey is put away, surplus goes back, the display moves, anteaters attack."""

import numpy as np

from formicarium.core.compiled import rule
from formicarium.core.layout import Row
from formicarium.games.antics.actions import Code
from formicarium.games.antics.rules.anteaters import (
    ALL_ANTEATERS,
    anteaters_arrived,
    anteaters_to_attack,
    attack,
    colour_up,
)
from formicarium.games.antics.rules.building import kinds_held, tiles_held
from formicarium.games.antics.rules.display import close_rows, refill
from formicarium.games.antics.rules.food import NOTHING
from formicarium.games.antics.rules.hill import holds_prey
from formicarium.games.antics.rules.sets import is_single, lowest
from formicarium.games.antics.rules.turns import end_game, end_turn, is_last_turn
from formicarium.games.antics.state import (
    ANTEATERS,
    FIRST_HEX,
    PREYS,
    SUPPLY_KEPT,
    WAITING,
    Phase,
    Refill,
    Storage,
    Symbol,
)


@rule
def clean_up(parts: Row, state: Row, me: Row) -> None:
    """Everything that is still to be done after a turn, up to the next decision (AN-12.6)."""
    if must_store(state, me):
        state.phase = Phase.STORE
    elif is_last_turn(state):
        end_game(state)
    elif must_return(state, me):
        state.phase = Phase.RETURN
    else:
        move_display(parts, state)
        if must_choose_anteater(parts, state):
            state.phase = Phase.ANTEATER
        else:
            end_turn(state)


# --- Storing prey ---------------------------------------------------------------------------------


@rule
def prey_to_store(me: Row) -> int:
    """The kind of prey that is put away next, if any waits (AN-10.2)."""
    for kind in range(PREYS):
        if me.prey_home[kind] == WAITING:
            return kind
    return NOTHING


@rule
def can_store_on(state: Row, me: Row, number: int) -> bool:
    """Whether prey may be put on a hex: an action that is free of prey (AN-10.2, AN-10.4)."""
    fits = me.symbol[number] != Symbol.FUNGUS or state.options.storage == Storage.ANY_HEX
    return fits and not holds_prey(me, number)


@rule
def next_room(state: Row, me: Row, number: int) -> int:
    """The first hex behind this one that prey may be put on, 0: none."""
    for room in range(number + 1, me.hexes + 1):
        if can_store_on(state, me, room):
            return room
    return 0


@rule
def list_stores(state: Row, me: Row, out: np.ndarray) -> int:
    """Every hex that prey may be put on."""
    count = 0
    room = next_room(state, me, 0)
    while room:
        out[count] = Code.STORE + room - FIRST_HEX
        count += 1
        room = next_room(state, me, room)
    return count


@rule
def must_store(state: Row, me: Row) -> bool:
    """Put prey away where that leaves no choice; whether one has to be made (AN-10.2, AN-10.6)."""
    kind = prey_to_store(me)
    while kind != NOTHING:
        room = next_room(state, me, 0)
        if room == 0:
            return False
        if next_room(state, me, room):
            return True
        me.prey_home[kind] = room
        kind = prey_to_store(me)
    return False


# --- Surplus tiles --------------------------------------------------------------------------------


@rule
def return_tile(state: Row, me: Row, kind: int) -> None:
    """A tile goes back into the bag (AN-10.8, AN-10.9)."""
    me.tiles[kind] -= 1
    state.bag[kind] += 1


@rule
def must_return(state: Row, me: Row) -> bool:
    """Return tiles where that leaves no choice; whether one has to be made (AN-10.7)."""
    kinds = kinds_held(me)
    for _ in range(SUPPLY_KEPT, tiles_held(me)):
        if not is_single(kinds):
            return True
        return_tile(state, me, lowest(kinds))
    return False


# --- Display and anteaters ------------------------------------------------------------------------


@rule
def move_display(parts: Row, state: Row) -> None:
    """Close up and refill; with three anteaters on field 1 not yet (AN-10.10, AN-10.11)."""
    if state.taken:
        state.taken = 0
        close_rows(state)
        if anteaters_arrived(state) != ALL_ANTEATERS:
            refill(parts, state, state.options.refill == Refill.FUNGUS_FAR)


@rule
def must_choose_anteater(parts: Row, state: Row) -> bool:
    """A single new anteater attacks; whether one of several has to be chosen (AN-11.1, AN-11.2)."""
    new = anteaters_to_attack(state)
    if is_single(new):
        attack(parts, state, lowest(new))
        return False
    return new != 0


@rule
def colours_to_attack(parts: Row, state: Row) -> int:
    """The colours of the anteaters of which one may attack next."""
    colours = 0
    new = anteaters_to_attack(state)
    for anteater in range(ANTEATERS):
        if (new >> anteater) & 1:
            colours |= 1 << colour_up(parts, state, anteater)
    return colours


@rule
def anteater_of(parts: Row, state: Row, colour: int) -> int:
    """The anteater that shows a colour."""
    anteater = 0
    while colour_up(parts, state, anteater) != colour:
        anteater += 1
    return anteater
