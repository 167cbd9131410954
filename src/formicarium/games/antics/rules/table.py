"""Words that all phases use: whose turn it is, sets of bits, food, and the running action."""

import numpy as np

from formicarium.core.compiled import rule
from formicarium.core.layout import Row
from formicarium.games.antics.state import GORGE, PREYS, ROUND_LIMIT, Phase

NOTHING = -1  # where prey or any other food is asked for

# A set of paths, clearings or nests is a number with one bit for each.

HALF_WORD = 0xFFFFFFFF


@rule
def lowest(bits: int) -> int:
    """The lowest member of a set that is not empty."""
    index = 0
    if bits & HALF_WORD == 0:
        bits >>= 32
        index = 32
    while bits & 0xFF == 0:
        bits >>= 8
        index += 8
    while bits & 1 == 0:
        bits >>= 1
        index += 1
    return index


# Where a list of codes begins. Of a plain 0 the compiler would make versions of their own.
EMPTY = np.int64(0)


@rule
def list_set(out: np.ndarray, count: int, first: int, bits: int) -> int:
    """Write a code for each member of a set; how many codes there are then."""
    while bits:
        out[count] = first + lowest(bits)
        bits &= bits - 1
        count += 1
    return count


@rule
def is_single(bits: int) -> bool:
    """Whether a set has exactly one member."""
    return bits != 0 and bits & (bits - 1) == 0


@rule
def seat_in_turn(state: Row) -> int:
    """Whose turn it is: clockwise from the start player on."""
    return (state.first + state.turns) % state.players


@rule
def is_last_turn(state: Row) -> bool:
    """Whether this is the very last turn of the game."""
    return state.last_turns == 1 or state.turns + 1 == ROUND_LIMIT * int(state.players)


@rule
def is_blocked(state: Row, me: Row, number: int) -> bool:
    """Whether a marker or prey lies on a hex, so that it can be neither used nor covered."""
    for marker in state.marked:
        if marker == number:
            return True
    return holds_prey(me, number)


@rule
def holds_prey(me: Row, number: int) -> bool:
    """Whether prey lies on a hex."""
    prey = 0
    for home in me.prey_home:
        prey += home == number
    return prey > 0


@rule
def has_prey(me: Row, kind: int) -> bool:
    """Whether a player has prey of a kind: on an ant, beside her hill or on it."""
    return me.prey_on[kind] != 0 or me.prey_home[kind] != 0


@rule
def finish_action(state: Row) -> None:
    """Back to the choice of the next action."""
    state.phase = Phase.ACT
    state.steps = 0
    state.first_nest = 0


# --- Food on ants ---------------------------------------------------------------------------------
#
# A thing is prey by its kind, or behind these a leaf by its colour.


@rule
def put_on(me: Row, thing: int, path: int) -> None:
    """A worker on a path takes a piece of food."""
    if thing < PREYS:
        me.prey_on[thing] = path + 1
    else:
        me.leaves[thing - PREYS, path] += 1


@rule
def take_off(me: Row, thing: int, path: int) -> None:
    """A worker on a path gives a piece of food away."""
    if thing < PREYS:
        me.prey_on[thing] = 0
    else:
        me.leaves[thing - PREYS, path] -= 1


@rule
def unladen(me: Row) -> int:
    """The paths on which a player has a worker without a load."""
    paths = 0
    bits = me.net
    while bits:
        path = lowest(bits)
        bits &= bits - 1
        if has_free_worker(me, path):
            paths |= 1 << path
    return paths


@rule
def has_free_worker(me: Row, path: int) -> bool:
    """Whether more workers of a player stand on a path than carry food there."""
    free = int(me.workers[path]) - me.leaves[0, path] - me.leaves[1, path]
    for where in me.prey_on:
        if where == path + 1:
            free -= 1
    return free > 0


@rule
def without_gorge(paths: int) -> int:
    """The same paths, the gorge not among them."""
    return paths & ~(1 << GORGE)
