"""Seats: whose anthill it is, whose turn, and for how many rounds."""

from formicarium.core.compiled import rule
from formicarium.core.layout import Row
from formicarium.games.micropolis.state import ROUNDS, Variant


@rule
def anthills_each(state: Row) -> int:
    """How many anthills a player builds (MP-10.2, MP-11.2)."""
    return 2 if state.options.variant == Variant.EXPERT else 1


@rule
def anthill_count(state: Row) -> int:
    """How many anthills are being built in all."""
    return state.players * anthills_each(state)


@rule
def owner(state: Row, anthill: int) -> int:
    """The seat that an anthill belongs to."""
    return anthill // 2 if state.options.variant == Variant.EXPERT else anthill


@rule
def seat_in_turn(state: Row) -> int:
    """Whose turn it is: the leader begins every round, then clockwise (MP-3.1, MP-10.6)."""
    return (owner(state, state.leader) + state.turns) % state.players


@rule
def rounds_to_play(state: Row) -> int:
    """How many rounds this game has."""
    return rounds_with(anthills_each(state))


@rule
def rounds_with(anthills: int) -> int:
    """One round for every tile that a player with so many anthills lays (MP-3.1, MP-10.5)."""
    return ROUNDS * anthills
