"""Stealing: a soldier from the red nest takes food from an ant on the same path."""

import numpy as np

from formicarium.core.compiled import rule
from formicarium.core.layout import Row
from formicarium.games.antics.actions import Code
from formicarium.games.antics.rules.table import (
    has_prey,
    list_set,
    lowest,
    put_on,
    take_off,
    unladen,
    without_gorge,
)
from formicarium.games.antics.state import FOODS, PATHS, PREYS, Gorge, Guard, Leaf, Nest


@rule
def paths_to_steal_on(state: Row, thief: int, victim: int) -> int:
    """The paths on which food of this victim is within the thief's reach."""
    me, other = state.colonies[thief], state.colonies[victim]
    paths = me.net & other.net & ~other.soldiers
    if paths == 0 or thief == victim:
        return 0
    if state.options.gorge == Gorge.APART:
        paths = without_gorge(paths)
    if state.options.guard == Guard.PATH:
        for seat in range(state.players):
            if seat != thief:
                paths &= ~state.colonies[seat].soldiers
    return paths & unladen(me)


@rule
def prey_to_steal(me: Row, other: Row, paths: int) -> int:
    """The kinds of prey on these paths that the thief does not have yet."""
    kinds = 0
    for kind in range(PREYS):
        path = int(other.prey_on[kind]) - 1
        if path >= 0 and (paths >> path) & 1 and not has_prey(me, kind):
            kinds |= 1 << kind
    return kinds


@rule
def leaves_to_steal(other: Row, paths: int, colour: int) -> int:
    """Those of these paths on which the victim's ants have a leaf."""
    found = 0
    while paths:
        path = lowest(paths)
        paths &= paths - 1
        if other.leaves[colour, path] > 0:
            found |= 1 << path
    return found


@rule
def can_steal(state: Row, thief: int) -> bool:
    """Whether any food can be stolen."""
    me = state.colonies[thief]
    if me.nests[Nest.RED] == 0 or me.net == 0:
        return False
    for victim in range(state.players):
        other = state.colonies[victim]
        paths = paths_to_steal_on(state, thief, victim)
        prey = prey_to_steal(me, other, paths)
        green = leaves_to_steal(other, paths, Leaf.GREEN)
        if prey | green | leaves_to_steal(other, paths, Leaf.BROWN):
            return True
    return False


@rule
def list_thefts(state: Row, thief: int, out: np.ndarray, count: int) -> int:
    """Every piece of food that can be stolen, behind the codes that are there already."""
    me = state.colonies[thief]
    if me.nests[Nest.RED] == 0 or me.net == 0:
        return count
    for victim in range(state.players):
        paths = paths_to_steal_on(state, thief, victim)
        if paths:
            other = state.colonies[victim]
            first = Code.STEAL + victim * FOODS
            count = list_set(out, count, first, prey_to_steal(me, other, paths))
            green = leaves_to_steal(other, paths, Leaf.GREEN)
            brown = leaves_to_steal(other, paths, Leaf.BROWN)
            count = list_set(out, count, first + PREYS, green)
            count = list_set(out, count, first + PREYS + PATHS, brown)
    return count


@rule
def steal(state: Row, thief: int, number: int) -> None:
    """The soldier goes home, and the food changes ants."""
    me, other = state.colonies[thief], state.colonies[number // FOODS]
    food = number % FOODS
    if food < PREYS:
        thing = food
        path = int(other.prey_on[food]) - 1
    else:
        thing = PREYS + (food - PREYS) // PATHS
        path = (food - PREYS) % PATHS
    take_off(other, thing, path)
    put_on(me, thing, path)
    me.nests[Nest.RED] -= 1
    me.ants += 1
