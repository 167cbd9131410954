"""The leader: at a refill the Red Army marker stays or passes on.

    pass_marker    one anthill may have the marker: it gets it
       | several
    Phase.LEADER   choose_leader: the old leader gives it to one of them

A set of anthills is a number with a bit for each.
"""

import numpy as np

from formicarium.core.compiled import rule
from formicarium.core.layout import Row
from formicarium.games.micropolis.actions import Code
from formicarium.games.micropolis.rules.seats import anthill_count, anthills_each, owner
from formicarium.games.micropolis.state import Edition, ExpertTie, LeaderAtZero, Phase

# --- Passing it on --------------------------------------------------------------------------------


@rule
def pass_marker(state: Row) -> bool:
    """Give the marker to whom it is due, or ask the leader to choose; whether it is settled.

    (MP-7.4, MP-7.5, MP-10.17)
    """
    if must_choose(state):
        state.phase = Phase.LEADER
        state.anthill = 0
        state.to_act = 1 << owner(state, state.leader)
        return False
    state.leader = next_clockwise(state, candidates(state))
    return True


@rule
def must_choose(state: Row) -> bool:
    """Whether several anthills may have the marker, and nothing else decides between them."""
    found = candidates(state)
    several = found & (found - 1) != 0
    clockwise = anthills_each(state) == 2 and state.options.expert_tie == ExpertTie.CLOCKWISE
    return several and not clockwise


@rule
def list_leaders(state: Row, out: np.ndarray) -> int:
    """Whom the leader may give the marker to (MP-7.5, MP-10.17)."""
    count = 0
    found = candidates(state)
    for anthill in range(anthill_count(state)):
        if (found >> anthill) & 1:
            out[count] = Code.LEAD + anthill
            count += 1
    return count


@rule
def choose_leader(state: Row, anthill: int) -> None:
    """The old leader gives the marker to an anthill (MP-7.5, MP-10.17)."""
    state.leader = anthill


@rule
def next_clockwise(state: Row, anthills: int) -> int:
    """The first of some anthills in the order of play, beginning after the leader (MP-10.17)."""
    anthill = (owner(state, state.leader) + 1) * anthills_each(state) % anthill_count(state)
    while not (anthills >> anthill) & 1:
        anthill = (anthill + 1) % anthill_count(state)
    return anthill


# --- Who may have it ------------------------------------------------------------------------------


@rule
def candidates(state: Row) -> int:
    """The anthills that may have the marker next (MP-7.1, MP-7.6, MP-11.3, MP-11.5)."""
    if state.options.leader_at_zero == LeaderAtZero.STAYS and largest_army(state) == 0:
        return marked(state)
    if state.options.edition == Edition.FRENCH:
        return french_candidates(state)
    return german_candidates(state)


@rule
def german_candidates(state: Row) -> int:
    """The largest armies: somebody else's first, then the leader's other one, then the marked one.

    (MP-7.2, MP-7.3, MP-10.15, MP-10.16, MP-10.18)
    """
    largest = armies_from(state, largest_army(state))
    return largest & ~own(state) or largest & ~marked(state) or largest


@rule
def french_candidates(state: Row) -> int:
    """All armies as large as the marked one or larger; if somebody else's ties, none of her own.

    (MP-7.8, MP-10.19)
    """
    challengers = armies_from(state, state.anthills[state.leader].army) & ~marked(state)
    others = challengers & ~own(state)
    if tied(state, others):
        return others
    return challengers or marked(state)


@rule
def tied(state: Row, anthills: int) -> int:
    """Those of some anthills whose army is as large as one of the leader's."""
    found = 0
    first = owner(state, state.leader) * anthills_each(state)
    for anthill in range(anthill_count(state)):
        for mine in range(first, first + anthills_each(state)):
            if state.anthills[anthill].army == state.anthills[mine].army:
                found |= 1 << anthill
    return found & anthills


# --- Sets of anthills -----------------------------------------------------------------------------


@rule
def marked(state: Row) -> int:
    """The anthill with the marker."""
    return 1 << int(state.leader)


@rule
def own(state: Row) -> int:
    """The anthills of the leader."""
    each = anthills_each(state)
    return ((1 << each) - 1) << (owner(state, state.leader) * each)


@rule
def armies_from(state: Row, soldiers: int) -> int:
    """The anthills whose army is that large or larger; barracks do not count (MP-7.1)."""
    found = 0
    for anthill in range(anthill_count(state)):
        if state.anthills[anthill].army >= soldiers:
            found |= 1 << anthill
    return found


@rule
def largest_army(state: Row) -> int:
    """How many soldiers stand on one foundation, at most."""
    largest = 0
    for anthill in range(anthill_count(state)):
        largest = max(largest, state.anthills[anthill].army)
    return largest
