"""Unloading stones where the ant has arrived, and what follows."""

import numpy as np

from formicarium.core.compiled import rule
from formicarium.core.layout import Row
from formicarium.games.minicity.actions import Code
from formicarium.games.minicity.rules.friends import reward_for_restraint
from formicarium.games.minicity.rules.roads import clear_at_river, turn_up
from formicarium.games.minicity.rules.rounds import begin_when_stocked, end_game
from formicarium.games.minicity.rules.stones import (
    can_stock,
    may_leave,
    stock,
    stock_what_is_forced,
)
from formicarium.games.minicity.rules.table import free_places, stones_held
from formicarium.games.minicity.state import (
    GRASSHOPPER,
    Phase,
)


@rule
def most_unloaded(parts: Row, state: Row, player: Row) -> int:
    """How many stones of the box match the chamber and find a place (MC-5.2, MC-5.3, MC-5.4)."""
    stones = int(player.box[parts.colour[state.chamber]])
    return min(free_places(parts, state, state.chamber), stones)


@rule
def list_unloadings(parts: Row, state: Row, player: Row, out: np.ndarray) -> int:
    """Every number of stones, from none to the most (MC-5.5)."""
    most = most_unloaded(parts, state, player)
    for stones in range(most + 1):
        out[stones] = Code.UNLOAD + stones
    return most + 1


@rule
def unload(parts: Row, state: Row, player: Row, stones: int) -> None:
    """Stones of the box into the chamber; the last stone wins, none may earn points.

    (MC-5.1, MC-8.1, MC-9.8, MC-10.26, MC-10.29)
    """
    if stones == 0:
        player.points += reward_for_restraint(parts, state, player)
        finish_card(parts, state)
        return
    state.stored[state.chamber] += stones
    player.box[parts.colour[state.chamber]] -= stones
    if stones_held(player) == 0:
        end_game(state)
    elif player.friends[GRASSHOPPER] > 0 and can_stock(player):
        state.chamber = 0
        state.room = 0
        state.phase = Phase.HOP
    else:
        finish_card(parts, state)


@rule
def choose_stone(parts: Row, state: Row, player: Row, colour: int) -> None:
    """A stone for the box: one of the first, at the end of a turn, or with the grasshopper.

    (MC-2.11, MC-7.2, MC-10.27)
    """
    stock(player, colour)
    if state.phase == Phase.STOCK:
        begin_when_stocked(parts, state)
    elif state.phase == Phase.HOP:
        state.begun = 1
        if not may_leave(state):
            stock_what_is_forced(player)
        if not can_stock(player):
            finish_card(parts, state)


@rule
def stay(parts: Row, state: Row) -> None:
    """The ant is stuck; its card has been played all the same (MC-4.12)."""
    if state.mimic > 0:
        turn_up(state)
    finish_card(parts, state)


@rule
def finish_card(parts: Row, state: Row) -> None:
    """All is done for a card: perhaps the river, then the next card (MC-3.8, MC-6.4, MC-10.30)."""
    clear_at_river(parts, state)
    state.end = 0
    state.chamber = 0
    state.room = 0
    state.begun = 0
    state.phase = Phase.PLAY
