"""Food on ants: who carries what, and who could take more.

A thing is prey by its kind, or behind these a leaf by its colour. A piece of food that is carried
has a number of its own: see `food_of` in actions.py.
"""

import numpy as np

from formicarium.core.compiled import rule
from formicarium.core.layout import Row
from formicarium.games.antics.actions import food_of, food_parts
from formicarium.games.antics.rules.sets import list_set, lowest
from formicarium.games.antics.state import LEAF_COLOURS, PREYS, Leaf

NOTHING = -1  # where prey or any other food is asked for


@rule
def has_prey(me: Row, kind: int) -> bool:
    """Whether a player has prey of a kind: on an ant, beside her hill or on it (AN-8.3)."""
    return me.prey_on[kind] != 0 or me.prey_home[kind] != 0


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
def take_food(me: Row, food: int) -> int:
    """A piece of food leaves its ant; what it is."""
    thing, _ = food_parts(food)
    take_off(me, thing, path_of(me, food))
    return thing


@rule
def hand_over(giver: Row, taker: Row, food: int) -> None:
    """A piece of food changes ants on its path."""
    path = path_of(giver, food)
    put_on(taker, take_food(giver, food), path)


@rule
def path_of(me: Row, food: int) -> int:
    """The path on which a piece of food is carried."""
    thing, path = food_parts(food)
    return path_of_prey(me, thing) if thing < PREYS else path


@rule
def path_of_prey(me: Row, kind: int) -> int:
    """The path on which prey is carried, below zero if it is not."""
    return int(me.prey_on[kind]) - 1


@rule
def prey_on_paths(me: Row, paths: int) -> int:
    """The kinds of prey that a player's ants carry on these paths."""
    kinds = 0
    for kind in range(PREYS):
        path = path_of_prey(me, kind)
        if path >= 0 and (paths >> path) & 1:
            kinds |= 1 << kind
    return kinds


@rule
def leaves_on_paths(me: Row, paths: int, colour: int) -> int:
    """Those of these paths on which a player's ants carry a leaf."""
    found = 0
    while paths:
        path = lowest(paths)
        paths &= paths - 1
        if me.leaves[colour, path] > 0:
            found |= 1 << path
    return found


@rule
def has_leaves(me: Row, paths: int) -> bool:
    """Whether a player's ants carry a leaf on any of these paths."""
    green = leaves_on_paths(me, paths, Leaf.GREEN)
    return green | leaves_on_paths(me, paths, Leaf.BROWN) != 0


@rule
def list_food(me: Row, paths: int, prey: int, first: int, out: np.ndarray, count: int) -> int:
    """Write a code for these kinds of prey, and for each leaf that ants carry on these paths."""
    count = list_set(out, count, first, prey)
    for colour in range(LEAF_COLOURS):
        leaves = leaves_on_paths(me, paths, colour)
        count = list_set(out, count, first + food_of(PREYS + colour, 0), leaves)
    return count


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
    """Whether more workers of a player stand on a path than carry food there (AN-8.9, AN-8.10)."""
    free = int(me.workers[path]) - me.leaves[0, path] - me.leaves[1, path]
    for where in me.prey_on:
        if where == path + 1:
            free -= 1
    return free > 0
