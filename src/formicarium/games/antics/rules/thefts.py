"""Stealing: a soldier from the red nest takes food from an ant on the same path."""

import numpy as np

from formicarium.core.compiled import rule
from formicarium.core.layout import Row
from formicarium.games.antics.actions import Code, theft_of, theft_parts
from formicarium.games.antics.rules.food import (
    hand_over,
    has_leaves,
    has_prey,
    list_food,
    prey_on_paths,
    unladen,
)
from formicarium.games.antics.rules.network import without_gorge
from formicarium.games.antics.state import PREYS, Gorge, Guard, Nest


@rule
def paths_to_steal_on(state: Row, thief: int, victim: int) -> int:
    """The paths on which a thief can reach a victim's food (AN-9.2, AN-9.3, AN-9.7, AN-7.14)."""
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
    """The kinds of prey on these paths that the thief does not have yet (AN-9.6)."""
    kinds = prey_on_paths(other, paths)
    for kind in range(PREYS):
        if has_prey(me, kind):
            kinds &= ~(1 << kind)
    return kinds


@rule
def has_thief(me: Row) -> bool:
    """Whether a player has a soldier to steal with, and a worker to steal for (AN-9.2, AN-9.4)."""
    return me.nests[Nest.RED] > 0 and me.net != 0


@rule
def can_steal(state: Row, thief: int) -> bool:
    """Whether any food can be stolen."""
    me = state.colonies[thief]
    if not has_thief(me):
        return False
    for victim in range(state.players):
        other = state.colonies[victim]
        paths = paths_to_steal_on(state, thief, victim)
        if has_leaves(other, paths) or prey_to_steal(me, other, paths):
            return True
    return False


@rule
def list_thefts(state: Row, thief: int, out: np.ndarray, count: int) -> int:
    """Every piece of food that can be stolen, behind other codes (AN-9.1, AN-9.8)."""
    me = state.colonies[thief]
    if not has_thief(me):
        return count
    for victim in range(state.players):
        paths = paths_to_steal_on(state, thief, victim)
        if paths:
            other = state.colonies[victim]
            first = Code.STEAL + theft_of(victim, 0)
            count = list_food(other, paths, prey_to_steal(me, other, paths), first, out, count)
    return count


@rule
def steal(state: Row, thief: int, theft: int) -> None:
    """The soldier goes home, and the food changes ants (AN-9.4, AN-9.5, AN-9.10)."""
    victim, food = theft_parts(theft)
    me, other = state.colonies[thief], state.colonies[victim]
    hand_over(other, me, food)
    me.nests[Nest.RED] -= 1
    me.ants += 1
