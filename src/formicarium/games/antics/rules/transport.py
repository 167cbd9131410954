"""Transport: food is loaded from clearings, passed from ant to ant, and handed in."""

import numpy as np

from formicarium.core.compiled import rule
from formicarium.core.layout import Row
from formicarium.games.antics.actions import Code
from formicarium.games.antics.rules.table import (
    EMPTY,
    NOTHING,
    has_prey,
    is_single,
    list_set,
    lowest,
    put_on,
    take_off,
    unladen,
)
from formicarium.games.antics.state import CLEARINGS, PATHS, PREYS, WAITING, Leaf, Phase

HOME = Code.HOME - Code.TO  # delivery, among the paths that food can go to

# --- What can be picked ---------------------------------------------------------------------------


@rule
def thing_lying(parts: Row, state: Row, clearing: int) -> int:
    """What can be loaded from a clearing: prey, a leaf, or nothing."""
    kind = parts.prey_at[clearing] - 1
    if kind >= 0 and state.prey[kind] > 0:
        return kind
    if state.lying[clearing] > 0:
        return PREYS + parts.leaf[clearing] - 1
    return NOTHING


@rule
def clearings_to_load(parts: Row, state: Row, me: Row, free: int) -> int:
    """The clearings from which one of the free workers can load something."""
    clearings = 0
    while free:
        path = lowest(free)
        free &= free - 1
        for end in range(2):
            clearing = parts.ends[path, end]
            thing = thing_lying(parts, state, clearing)
            if thing >= PREYS or (thing != NOTHING and not has_prey(me, thing)):
                clearings |= 1 << clearing
    return clearings


@rule
def can_move(parts: Row, path: int, free: int) -> bool:
    """Whether food on a path can be handed in, or passed to one of the free workers."""
    return (parts.at_anthill >> path) & 1 != 0 or parts.joins[path] & free != 0


@rule
def prey_to_carry(parts: Row, me: Row, free: int) -> int:
    """The kinds of prey on a player's ants that can be passed or handed in."""
    kinds = 0
    for kind in range(PREYS):
        if me.prey_on[kind] and can_move(parts, int(me.prey_on[kind]) - 1, free):
            kinds |= 1 << kind
    return kinds


@rule
def leaves_to_carry(parts: Row, me: Row, free: int, colour: int) -> int:
    """The paths on which a player's ants have a leaf that can be passed or handed in."""
    paths = 0
    bits = me.net
    while bits:
        path = lowest(bits)
        bits &= bits - 1
        if me.leaves[colour, path] > 0 and can_move(parts, path, free):
            paths |= 1 << path
    return paths


@rule
def can_transport(parts: Row, state: Row, me: Row) -> bool:
    """Whether any piece of food can be moved."""
    if me.net == 0:
        return False
    free = unladen(me)
    if clearings_to_load(parts, state, me, free) or prey_to_carry(parts, me, free):
        return True
    green = leaves_to_carry(parts, me, free, Leaf.GREEN)
    return green | leaves_to_carry(parts, me, free, Leaf.BROWN) != 0


@rule
def list_picks(parts: Row, state: Row, me: Row, out: np.ndarray) -> int:
    """Every piece of food that somebody can get."""
    free = unladen(me)
    count = list_set(out, EMPTY, Code.LOAD, clearings_to_load(parts, state, me, free))
    count = list_set(out, count, Code.CARRY, prey_to_carry(parts, me, free))
    green = leaves_to_carry(parts, me, free, Leaf.GREEN)
    brown = leaves_to_carry(parts, me, free, Leaf.BROWN)
    count = list_set(out, count, Code.CARRY + PREYS, green)
    return list_set(out, count, Code.CARRY + PREYS + PATHS, brown)


# --- Who gets it ----------------------------------------------------------------------------------
#
# A pick is a clearing, or behind these a piece of food that is carried.


@rule
def thing_picked(parts: Row, state: Row, pick: int) -> int:
    """What is to be moved."""
    if pick < CLEARINGS:
        return thing_lying(parts, state, pick)
    food = pick - CLEARINGS
    return food if food < PREYS else PREYS + (food - PREYS) // PATHS


@rule
def path_picked(me: Row, pick: int) -> int:
    """The path on which the piece is that is passed on."""
    food = pick - CLEARINGS
    return int(me.prey_on[food]) - 1 if food < PREYS else (food - PREYS) % PATHS


@rule
def receivers(parts: Row, me: Row, pick: int) -> int:
    """The paths that a pick can go to, and home."""
    free = unladen(me)
    if pick < CLEARINGS:
        return parts.touching[pick] & free
    path = path_picked(me, pick)
    home = (parts.at_anthill >> path) & 1
    return parts.joins[path] & free | home << HOME


@rule
def choose_food(parts: Row, state: Row, me: Row, pick: int) -> None:
    """This piece moves; who gets it is asked unless there is only one."""
    candidates = receivers(parts, me, pick)
    state.pick = pick + 1
    state.phase = Phase.GIVE
    if is_single(candidates):
        give(parts, state, me, lowest(candidates))


@rule
def give(parts: Row, state: Row, me: Row, target: int) -> None:
    """The piece goes to an ant on a path, or home."""
    pick = int(state.pick) - 1
    thing = thing_picked(parts, state, pick)
    if pick >= CLEARINGS:
        take_off(me, thing, path_picked(me, pick))
    elif thing < PREYS:
        state.prey[thing] -= 1
    else:
        state.lying[pick] -= 1
    if target == HOME:
        bring_home(me, thing)
    else:
        put_on(me, thing, target)
    state.pick = 0
    state.steps -= 1
    state.phase = Phase.TRANSPORT


@rule
def bring_home(me: Row, thing: int) -> None:
    """Food comes to lie beside the hill."""
    if thing < PREYS:
        me.prey_home[thing] = WAITING
    else:
        me.leaves_home[thing - PREYS] += 1
