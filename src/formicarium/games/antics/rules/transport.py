"""Transport: food is loaded from clearings, passed from ant to ant, and handed in."""

import numpy as np

from formicarium.core.compiled import rule
from formicarium.core.layout import Row
from formicarium.games.antics.actions import Code, food_of_pick, is_load
from formicarium.games.antics.rules.food import (
    NOTHING,
    has_leaves,
    has_prey,
    list_food,
    path_of,
    prey_on_paths,
    put_on,
    take_food,
    unladen,
)
from formicarium.games.antics.rules.sets import EMPTY, is_single, list_set, lowest
from formicarium.games.antics.state import GREAT_ANTHILL, PREYS, WAITING, Phase

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
    """The clearings from which a free worker can load something (AN-8.2, AN-8.3, AN-8.4)."""
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
def neighbours(parts: Row, path: int) -> int:
    """The paths that share a clearing with a path, the great anthill aside (AN-8.5, AN-8.6)."""
    paths = 0
    for end in range(2):
        clearing = parts.ends[path, end]
        if clearing != GREAT_ANTHILL:
            paths |= parts.touching[clearing]
    return paths & ~(1 << path)


@rule
def paths_to_move_from(parts: Row, me: Row, free: int) -> int:
    """The paths from which food can be handed in or passed on (AN-8.5, AN-8.7, AN-8.11)."""
    paths = me.net & parts.at_anthill
    bits = me.net & ~parts.at_anthill
    while bits:
        path = lowest(bits)
        bits &= bits - 1
        if neighbours(parts, path) & free:
            paths |= 1 << path
    return paths


@rule
def can_transport(parts: Row, state: Row, me: Row) -> bool:
    """Whether any piece of food can be moved."""
    if me.net == 0:
        return False
    free = unladen(me)
    if clearings_to_load(parts, state, me, free):
        return True
    paths = paths_to_move_from(parts, me, free)
    return has_leaves(me, paths) or prey_on_paths(me, paths) != 0


@rule
def list_picks(parts: Row, state: Row, me: Row, out: np.ndarray) -> int:
    """Every piece of food that somebody can get (AN-8.1, AN-8.16)."""
    free = unladen(me)
    count = list_set(out, EMPTY, Code.LOAD, clearings_to_load(parts, state, me, free))
    paths = paths_to_move_from(parts, me, free)
    return list_food(me, paths, prey_on_paths(me, paths), Code.CARRY, out, count)


# --- Who gets it ----------------------------------------------------------------------------------


@rule
def receivers(parts: Row, me: Row, pick: int) -> int:
    """The paths that a pick can go to, and home (AN-8.5, AN-8.7, AN-8.12, AN-8.13)."""
    free = unladen(me)
    if is_load(pick):
        return parts.touching[pick] & free
    path = path_of(me, food_of_pick(pick))
    home = (parts.at_anthill >> path) & 1
    return neighbours(parts, path) & free | home << HOME


@rule
def choose_food(parts: Row, state: Row, me: Row, pick: int) -> None:
    """This piece moves; who gets it is asked unless there is only one (AN-8.16)."""
    candidates = receivers(parts, me, pick)
    state.pick = pick + 1
    state.phase = Phase.GIVE
    if is_single(candidates):
        give(parts, state, me, lowest(candidates))


@rule
def give(parts: Row, state: Row, me: Row, target: int) -> None:
    """The piece goes to an ant on a path, or home (AN-8.1, AN-8.8, AN-8.17)."""
    thing = pick_up(parts, state, me, int(state.pick) - 1)
    if target == HOME:
        bring_home(me, thing)
    else:
        put_on(me, thing, target)
    state.pick = 0
    state.steps -= 1
    state.phase = Phase.TRANSPORT


@rule
def pick_up(parts: Row, state: Row, me: Row, pick: int) -> int:
    """A piece leaves its clearing or the ant that has carried it; what it is."""
    if not is_load(pick):
        return take_food(me, food_of_pick(pick))
    thing = thing_lying(parts, state, pick)
    if thing < PREYS:
        state.prey[thing] -= 1
    else:
        state.lying[pick] -= 1
    return thing


@rule
def bring_home(me: Row, thing: int) -> None:
    """Food comes to lie beside the hill (AN-8.7, AN-10.5)."""
    if thing < PREYS:
        me.prey_home[thing] = WAITING
    else:
        me.leaves_home[thing - PREYS] += 1
