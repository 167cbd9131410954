"""The leader: at a refill the Red Army marker stays or passes on.

    pass_marker    one anthill may have the marker: it gets it
       | several
    Phase.LEADER   choose_leader: the old leader gives it to one of them
       | option: she only names a player, who has two of them
    Phase.LEADER   choose_leader: the receiver decides between her own

A set of anthills is a number with a bit for each.
"""

import numpy as np

from formicarium.core.compiled import rule
from formicarium.core.layout import Row
from formicarium.games.micropolis.actions import Code
from formicarium.games.micropolis.rules.seats import anthill_count, anthills_each, owner
from formicarium.games.micropolis.state import (
    Edition,
    ExpertTie,
    FrenchMarker,
    LeaderAtZero,
    Phase,
    Variant,
)

FIRSTS = 0b010101  # expert: anthill a of each player

# --- Passing it on --------------------------------------------------------------------------------


@rule
def pass_marker(state: Row) -> bool:
    """Give the marker to whom it is due, or ask the leader to choose; whether it is settled.

    (MP-7.4, MP-7.5, MP-10.17)
    """
    if must_choose(state):
        state.phase = Phase.LEADER
        state.anthill = 0
        state.to_act = 1 << first_to_choose(state)
        return False
    state.leader = next_clockwise(state, candidates(state))
    return True


@rule
def must_choose(state: Row) -> bool:
    """Whether several anthills may have the marker, and nothing else decides between them."""
    return several(candidates(state)) and not expert_tie_goes(state, ExpertTie.CLOCKWISE)


@rule
def first_to_choose(state: Row) -> int:
    """The leader, or by option whoever owns all anthills that may have the marker (MP-11.16)."""
    found = candidates(state)
    receiver = owner(state, next_clockwise(state, found))
    hers_alone = found & ~anthills_of(state, receiver) == 0
    if hers_alone and expert_tie_goes(state, ExpertTie.RECEIVER):
        return receiver
    return owner(state, state.leader)


@rule
def list_leaders(state: Row, seat: int, out: np.ndarray) -> int:
    """Whom a seat may give the marker to."""
    count = 0
    found = choices(state, seat)
    for anthill in range(anthill_count(state)):
        if (found >> anthill) & 1:
            out[count] = Code.LEAD + anthill
            count += 1
    return count


@rule
def choices(state: Row, seat: int) -> int:
    """The anthills that a seat chooses from (MP-7.5, MP-10.17).

    By option the leader only names a player, by the first of her anthills, and a receiver chooses
    between her own (MP-11.16).
    """
    found = candidates(state)
    if not expert_tie_goes(state, ExpertTie.RECEIVER):
        return found
    if seat == owner(state, state.leader):
        return found & ~((found & FIRSTS) << 1)
    return found & anthills_of(state, seat)


@rule
def choose_leader(state: Row, seat: int, anthill: int) -> bool:
    """Give the marker to an anthill, or by option let its owner choose; whether it is settled.

    (MP-7.5, MP-10.17, MP-11.16)
    """
    receiver = owner(state, anthill)
    only_named = seat != receiver and expert_tie_goes(state, ExpertTie.RECEIVER)
    if only_named and several(choices(state, receiver)):
        state.to_act = 1 << receiver
        return False
    state.leader = anthill
    return True


@rule
def expert_tie_goes(state: Row, choice: int) -> bool:
    """Whether a tie in the expert game is decided in this way."""
    return state.options.variant == Variant.EXPERT and state.options.expert_tie == choice


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
    own = anthills_of(state, owner(state, state.leader))
    return largest & ~own or largest & ~marked(state) or largest


@rule
def french_candidates(state: Row) -> int:
    """All armies as large as the marked one or larger; if somebody else's ties, none of her own.

    In the expert game then only those of players who tie (MP-7.8, MP-10.19, MP-11.19).
    """
    challengers = armies_from(state, state.anthills[state.leader].army) & ~marked(state)
    others = challengers & ~anthills_of(state, owner(state, state.leader))
    rivals = tied(state, others)
    if rivals == 0:
        return challengers or marked(state)
    if state.options.variant == Variant.BASE or state.options.french_marker == FrenchMarker.ANY:
        return others
    firsts = (rivals | rivals >> 1) & FIRSTS
    return others & (firsts | firsts << 1)


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
def anthills_of(state: Row, seat: int) -> int:
    """The anthills of a player."""
    each = anthills_each(state)
    return ((1 << each) - 1) << (seat * each)


@rule
def several(anthills: int) -> bool:
    """Whether there are more than one."""
    return anthills & (anthills - 1) != 0


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
