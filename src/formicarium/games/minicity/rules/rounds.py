"""Beginning and ending turns, and the end of the game."""

from formicarium.core.compiled import rule
from formicarium.core.layout import Row
from formicarium.games.minicity.rules.friends import cap_points
from formicarium.games.minicity.rules.roads import refill_hand
from formicarium.games.minicity.rules.stones import (
    await_stones,
    can_stock,
    stock_what_is_forced,
)
from formicarium.games.minicity.rules.table import seat_in_turn, turns_to_play
from formicarium.games.minicity.state import (
    ONCE,
    RHINO,
    Phase,
    Stocking,
)


@rule
def begin_when_stocked(parts: Row, state: Row) -> None:
    """When everybody has the first seven stones, they are shown and the game begins (MC-2.12)."""
    await_stones(state)
    if state.to_act == 0:
        if state.options.stocking == Stocking.TOGETHER:
            state.barrier += 1
        begin_turn(parts, state)


@rule
def begin_turn(parts: Row, state: Row) -> None:
    """The next player; her rhinoceros beetle gives a point (MC-7.7, MC-10.21)."""
    seat = seat_in_turn(state)
    state.to_act = 1 << seat
    state.phase = Phase.PLAY
    player = state.seats[seat]
    player.points += player.friends[RHINO]
    cap_points(parts, state, player)


@rule
def refill(parts: Row, state: Row, player: Row) -> None:
    """Box and hand are filled; then the turn is over, and after the last one the game.

    (MC-7.1, MC-7.5, MC-8.5)
    """
    stock_what_is_forced(player)
    if can_stock(player):
        return
    refill_hand(state, player)
    state.turns += 1
    if state.turns == turns_to_play(state):
        end_game(state)
    else:
        begin_turn(parts, state)


@rule
def clear_turn(state: Row) -> None:
    """Forget what belonged to the turn; friends who helped are turned back (MC-9.17)."""
    state.plays = 0
    state.bought = 0
    for kind in range(ONCE):
        state.used[kind] = 0
    state.end = 0
    state.chamber = 0
    state.room = 0


@rule
def end_game(state: Row) -> None:
    """Somebody has unloaded everything, or the game is stopped: nobody has to decide.

    (MC-8.1, MC-8.2)
    """
    clear_turn(state)
    state.phase = Phase.OVER
    state.to_act = 0
