"""Taking a tile: the price in soldiers or a token, and what lies on it."""

import numpy as np

from formicarium.core.compiled import rule
from formicarium.core.layout import Row
from formicarium.games.micropolis.actions import Code
from formicarium.games.micropolis.rules.seats import anthills_each, owner, seat_in_turn
from formicarium.games.micropolis.state import (
    ARMY_CAP,
    Cap,
    FirstTileToken,
    Phase,
    SpentToken,
    Supply,
    Surplus,
    TokenLimit,
    TokenOwner,
)


@rule
def choose_anthill(state: Row, which: int) -> None:
    """Expert: this anthill pays for the tile, receives it, and feels its effect.

    (MP-10.7, MP-10.9, MP-10.10, MP-10.11)
    """
    state.anthill = seat_in_turn(state) * 2 + which
    state.phase = Phase.TAKE


@rule
def list_takes(state: Row, out: np.ndarray) -> int:
    """Every tile that the army can pay for, the first for nothing, and with a token every tile.

    (MP-3.3, MP-3.5, MP-3.11, MP-3.14, MP-3.15)
    """
    count = 0
    army = state.anthills[state.anthill].army
    for place_in_row in range(state.row_length):
        if place_in_row <= army:
            out[count] = Code.TAKE + place_in_row
            count += 1
    if state.anthills[token_holder(state)].tokens > 0:
        forbidden = state.options.first_tile_token == FirstTileToken.FORBIDDEN
        for place_in_row in range(1 if forbidden else 0, state.row_length):
            out[count] = Code.TAKE_WITH_TOKEN + place_in_row
            count += 1
    return count


@rule
def take(state: Row, code: int) -> None:
    """Pay, then take the tile and the soldiers on it (MP-3.9, MP-3.11, MP-3.12)."""
    if code < Code.TAKE_WITH_TOKEN:
        place_in_row = code - Code.TAKE
        pay_soldiers(state, place_in_row)
    else:
        place_in_row = code - Code.TAKE_WITH_TOKEN
        spend_token(state)
    collect_soldiers(state, place_in_row)
    state.tile = state.row[place_in_row]
    close_gap(state, place_in_row)


@rule
def pay_soldiers(state: Row, skipped: int) -> None:
    """One soldier of the army onto each tile that is passed over (MP-3.4, MP-3.6, MP-10.9)."""
    state.anthills[state.anthill].army -= skipped
    for place_in_row in range(skipped):
        state.soldiers[place_in_row] += 1


@rule
def collect_soldiers(state: Row, place_in_row: int) -> None:
    """Soldiers lying on the tile join the army (MP-3.8, MP-3.10, MP-10.10)."""
    anthill = state.anthills[state.anthill]
    anthill.army += state.soldiers[place_in_row]
    if state.options.cap == Cap.AT_ONCE:
        apply_cap(state, anthill)


@rule
def apply_cap(state: Row, anthill: Row) -> None:
    """Soldiers that find no hole in the foundation leave the army (MP-1.5, MP-3.10)."""
    surplus = max(anthill.army - ARMY_CAP, 0)
    anthill.army -= surplus
    if state.options.surplus == Surplus.RESERVE:
        state.reserve += surplus


@rule
def close_gap(state: Row, taken: int) -> None:
    """Forget the tile that was taken: only tiles still lying count (MP-3.7)."""
    state.row_length -= 1
    for place_in_row in range(taken, state.row_length):
        state.row[place_in_row] = state.row[place_in_row + 1]
        state.soldiers[place_in_row] = state.soldiers[place_in_row + 1]
    state.row[state.row_length] = 0
    state.soldiers[state.row_length] = 0


@rule
def token_holder(state: Row) -> int:
    """The anthill beside which the tokens lie that may be spent now (MP-10.14)."""
    if state.options.token_owner == TokenOwner.ANTHILL:
        return state.anthill
    return owner(state, state.anthill) * anthills_each(state)


@rule
def tokens_of(state: Row, seat: int) -> int:
    """How many tokens a player holds."""
    tokens = 0
    for which in range(anthills_each(state)):
        tokens += state.anthills[seat * anthills_each(state) + which].tokens
    return tokens


@rule
def gain_token(state: Row) -> None:
    """An architect brings a token, if one is left and may be held (MP-5.10, MP-5.11, MP-5.12)."""
    none_left = state.tokens <= 0 and state.options.architects == Supply.LIMITED
    has_one = tokens_of(state, owner(state, state.anthill)) > 0
    if none_left or (has_one and state.options.token_limit == TokenLimit.ONE):
        return
    state.tokens -= 1
    state.anthills[token_holder(state)].tokens += 1


@rule
def spend_token(state: Row) -> None:
    """A spent token goes back to the reserve (MP-3.13)."""
    state.anthills[token_holder(state)].tokens -= 1
    if state.options.spent_token == SpentToken.RESERVE:
        state.tokens += 1
