"""Counting: turns and cards, stones and places."""

import numpy as np

from formicarium.core.compiled import rule
from formicarium.core.layout import Row
from formicarium.games.minicity.state import (
    COLOURS,
    MOST_CARDS,
    ROUNDS,
    ROUNDS_WITHOUT_STOP,
    SafetyStop,
)


@rule
def seat_in_turn(state: Row) -> int:
    """Whose turn it is: clockwise, beginning with the start player (MC-3.1)."""
    return (int(state.first) + int(state.turns)) % int(state.players)


@rule
def seat_to_act(state: Row) -> int:
    """Who has to decide, where only one seat has to: as `seat_in_turn`, without a division."""
    seat = 0
    while state.to_act >> seat > 1:
        seat += 1
    return seat


@rule
def turns_to_play(state: Row) -> int:
    """After so many turns a game that nobody has won is stopped (MC-8.5, MC-11.16)."""
    stopped = state.options.safety_stop == SafetyStop.ON
    return (ROUNDS if stopped else ROUNDS_WITHOUT_STOP) * int(state.players)


@rule
def card_limit(parts: Row, state: Row) -> int:
    """How many cards may be played in this turn: three, fewer in the first round.

    However many there are in the hand (MC-3.7, MC-3.9, MC-10.32).
    """
    if state.turns < state.players:
        return int(parts.first_round[state.players, state.turns])
    return MOST_CARDS


@rule
def total(counts: np.ndarray) -> int:
    """Stones of all colours, or cards of all colours."""
    number = 0
    for colour in range(COLOURS):
        number += int(counts[colour])
    return number


@rule
def stones_held(player: Row) -> int:
    """What a player still has to unload, box and reserve (MC-8.3)."""
    return total(player.box) + total(player.reserve)


@rule
def free_places(parts: Row, state: Row, chamber: int) -> int:
    """How many more stones a chamber takes."""
    return int(parts.places[chamber]) - int(state.stored[chamber])
