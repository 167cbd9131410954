"""The leader: who may have the Red Army marker next."""

import numpy as np

from formicarium.core.compiled import rule
from formicarium.core.layout import Row
from formicarium.games.micropolis.actions import Code
from formicarium.games.micropolis.rules.seats import (
    anthill_count,
    anthills_each,
    anthills_of,
    owner,
)
from formicarium.games.micropolis.state import Edition, LeaderAtZero


@rule
def list_leaders(state: Row, out: np.ndarray) -> int:
    """Whom the leader may give the marker to (MP-7.5, MP-10.17)."""
    count = 0
    candidates = leader_candidates(state)
    for anthill in range(anthill_count(state)):
        if (candidates >> anthill) & 1:
            out[count] = Code.LEAD + anthill
            count += 1
    return count


@rule
def leader_candidates(state: Row) -> int:
    """Bit per anthill that may have the marker next (MP-7.1, MP-7.6, MP-11.3, MP-11.5)."""
    marked = 1 << int(state.leader)
    if state.options.leader_at_zero == LeaderAtZero.STAYS and armies_at_least(state, 1) == 0:
        return marked
    if state.options.edition == Edition.FRENCH:
        return french_candidates(state, marked)
    return german_candidates(state, marked)


@rule
def german_candidates(state: Row, marked: int) -> int:
    """The largest army leads; on a tie the marker must go to another player, if one is tied.

    (MP-7.2, MP-7.3, MP-7.4, MP-10.15, MP-10.16, MP-10.18)
    """
    largest = 0
    for anthill in range(anthill_count(state)):
        largest = max(largest, state.anthills[anthill].army)
    tied = armies_at_least(state, largest)
    if tied & (tied - 1) == 0:
        return tied
    others = tied & ~anthills_of(state, owner(state, state.leader))
    return others or tied & ~marked


@rule
def french_candidates(state: Row, marked: int) -> int:
    """Whoever has as many soldiers as the leader or more may take the marker (MP-7.8, MP-10.19)."""
    challengers = armies_at_least(state, state.anthills[state.leader].army) & ~marked
    if challengers == 0:
        return marked
    own = anthills_of(state, owner(state, state.leader))
    for anthill in range(anthill_count(state)):
        if (challengers & ~own) >> anthill & 1 and equals_an_own_army(state, anthill):
            return challengers & ~own
    return challengers


@rule
def equals_an_own_army(state: Row, anthill: int) -> bool:
    """Whether an anthill's army is as large as one of the leader's."""
    first = owner(state, state.leader) * anthills_each(state)
    for which in range(anthills_each(state)):
        if state.anthills[first + which].army == state.anthills[anthill].army:
            return True
    return False


@rule
def armies_at_least(state: Row, soldiers: int) -> int:
    """Bit per anthill whose army is that large."""
    found = 0
    for anthill in range(anthill_count(state)):
        if state.anthills[anthill].army >= soldiers:
            found |= 1 << anthill
    return found


@rule
def next_clockwise(state: Row, anthills: int) -> int:
    """The first of some anthills in the order of play, beginning after the leader (MP-10.17)."""
    anthill = (owner(state, state.leader) + 1) * anthills_each(state) % anthill_count(state)
    while not (anthills >> anthill) & 1:
        anthill = (anthill + 1) % anthill_count(state)
    return anthill
