"""How a game is set up."""

import numpy as np

from formicarium.core.chance import below, shuffle
from formicarium.core.compiled import rule
from formicarium.core.layout import Row
from formicarium.games.minicity.rules.cards import refill_hand
from formicarium.games.minicity.rules.roads import renew_road, roads_in_use
from formicarium.games.minicity.rules.stones import await_stones
from formicarium.games.minicity.state import (
    ANTS,
    CHAMBERS,
    COLOURS,
    KINDS,
    FirstPlayer,
    Phase,
    Variant,
)


@rule
def setup(parts: Row, state: Row, seed: np.uint64) -> None:
    """Ants on their start zones, stones shared out, cards dealt, and a start player.

    (MC-2.2, MC-2.10, MC-2.13, MC-11.3)
    """
    state.rng = seed
    for ant in range(ANTS):
        state.ants[ant] = parts.starts[ant]
    shuffle(state, state.ants, ANTS)
    share_stones(parts, state)
    deal(parts, state)
    if state.options.first_player == FirstPlayer.RANDOM:
        state.first = below(state, state.players)
    else:
        state.first = state.options.first_player - 1
    state.phase = Phase.STOCK
    await_stones(state)


@rule
def share_stones(parts: Row, state: Row) -> None:
    """Stones on marked places and in the reserves; friends beside the board.

    (MC-2.3, MC-2.4, MC-2.5, MC-9.1, MC-9.2)
    """
    for chamber in range(1, CHAMBERS + 1):
        state.stored[chamber] = parts.marks[state.players, chamber]
    for seat in range(state.players):
        for colour in range(COLOURS):
            state.seats[seat].reserve[colour] = parts.share[state.players, colour]
    if state.options.variant == Variant.FRIENDS:
        for kind in range(KINDS):
            state.market[kind] = parts.copies[kind]


@rule
def deal(parts: Row, state: Row) -> None:
    """Four cards each, and two onto each road in use (MC-2.6, MC-2.8, MC-2.9).

    All cards begin among the discards, so the first card that is drawn has them shuffled.
    """
    for ant in range(ANTS):
        state.discard[ant] = parts.movement[ant]
    for seat in range(state.players):
        refill_hand(state, state.seats[seat])
    for road in range(roads_in_use(state)):
        renew_road(parts, state, road)
