"""Turns and rounds: who is next, when the row is refilled, when the game ends."""

from formicarium.core.compiled import rule
from formicarium.core.layout import Row
from formicarium.games.micropolis.rules.leader import pass_marker
from formicarium.games.micropolis.rules.seats import (
    anthills_each,
    rounds_to_play,
    seat_in_turn,
)
from formicarium.games.micropolis.rules.taking import apply_cap
from formicarium.games.micropolis.state import RING, ROW, Phase, Variant


@rule
def begin_turn(state: Row) -> None:
    """Ask the seat in turn for an anthill where there is a choice, else for a tile.

    (MP-7.7, MP-10.7, MP-10.8)
    """
    seat = seat_in_turn(state)
    state.to_act = 1 << seat
    first = seat * anthills_each(state)
    state.anthill = first
    state.phase = Phase.TAKE
    if state.options.variant == Variant.EXPERT:
        if state.anthills[first].built == RING:
            state.anthill = first + 1
        elif state.anthills[first + 1].built < RING:
            state.phase = Phase.ANTHILL


@rule
def end_turn(state: Row) -> None:
    """The next turn; after a round perhaps a refill and a new leader; after the last, the end.

    The leader is found after the row is refilled, and only then (MP-6.1, MP-6.8, MP-6.9, MP-7.1).
    """
    apply_cap(state, state.anthills[state.anthill])
    state.slot = 0
    state.touched = 0
    state.turns += 1
    round_ends = state.turns % state.players == 0
    if state.turns == rounds_to_play(state) * state.players:
        end_game(state)
    elif round_ends and must_refill(state):
        refill_row(state)
        if pass_marker(state):
            begin_turn(state)
    else:
        begin_turn(state)


@rule
def end_game(state: Row) -> None:
    """All anthills are complete: nobody has anything to decide (MP-8.1)."""
    state.phase = Phase.OVER
    state.anthill = 0
    state.to_act = 0


@rule
def must_refill(state: Row) -> bool:
    """After a base round with too few tiles for everyone; after every second expert round.

    (MP-6.1, MP-6.2, MP-6.5, MP-6.6, MP-10.5)
    """
    if state.options.variant == Variant.EXPERT:
        return state.turns // state.players % 2 == 0
    return state.row_length <= state.players


@rule
def refill_row(state: Row) -> None:
    """Turn up tiles until seven lie in the row; what lies there stays (MP-6.2, MP-6.3, MP-6.4).

    The pile is always large enough (MP-6.7).
    """
    while state.row_length < ROW:
        state.pile_length -= 1
        state.row[state.row_length] = state.pile[state.pile_length]
        state.pile[state.pile_length] = 0
        state.row_length += 1
    state.barrier += 1
