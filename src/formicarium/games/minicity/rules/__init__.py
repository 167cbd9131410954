"""Mini City: setup, the turn with its cards, ants and stones, and the friends.

A turn is: lay a card, move the ant, unload; again with further cards; then refill box and hand.
Friends can be bought and help at each of these moments. Decisions are asked for only where the
rules leave one.
"""

import numpy as np

from formicarium.core.chance import below, shuffle
from formicarium.core.compiled import rule
from formicarium.core.layout import Row
from formicarium.games.minicity.actions import Code
from formicarium.games.minicity.rules.ants import can_go, go, list_goals
from formicarium.games.minicity.rules.cards import act_with_cards, list_cards, list_plays, may_play
from formicarium.games.minicity.rules.friends import has_help, list_carries, list_help, use_help
from formicarium.games.minicity.rules.roads import refill_hand, renew_road, roads_in_use
from formicarium.games.minicity.rules.rounds import refill
from formicarium.games.minicity.rules.stones import await_stones, list_stones
from formicarium.games.minicity.rules.table import seat_to_act
from formicarium.games.minicity.rules.unloading import (
    choose_stone,
    finish_card,
    list_unloadings,
    most_unloaded,
    stay,
    unload,
)
from formicarium.games.minicity.state import (
    ANTS,
    CHAMBERS,
    COLOURS,
    KINDS,
    FirstPlayer,
    Phase,
    Variant,
)

UNDECIDED = -1
FINISH, STAY, UNLOAD_NOTHING = int(Code.FINISH), int(Code.STAY), int(Code.UNLOAD)


@rule
def setup(parts: Row, state: Row, seed: np.uint64) -> None:
    """Ants on their start zones, stones shared out, cards dealt, and a start player.

    (MC-2.2, MC-2.10, MC-2.13)
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


@rule
def legal(parts: Row, state: Row, seat: int, out: np.ndarray) -> int:
    """The codes of all legal actions of the seat to act, in ascending order (MC-9.13)."""
    player = state.seats[seat]
    if state.phase == Phase.PLAY:
        count = list_cards(parts, state, player, out)
    elif state.phase == Phase.MOVE:
        count = list_goals(parts, state, player, out)
    elif state.phase == Phase.UNLOAD:
        count = list_unloadings(parts, state, player, out)
    elif state.phase == Phase.STICK:
        return list_plays(parts, state, player, out)
    elif state.phase == Phase.LADYBIRD:
        return list_carries(parts, state, out)
    else:
        return list_stones(state, player, out)
    if state.options.variant == Variant.BASE:
        return count
    return list_help(parts, state, player, out, count)


@rule
def apply(parts: Row, state: Row, seat: int, code: int) -> None:
    """Carry out a legal action and all that follows from it (MC-5.9)."""
    # The sum is as wide as what `only_choice` answers, so that `act` is compiled once.
    step = code + 0
    while step != UNDECIDED:
        act(parts, state, state.seats[seat], step)
        seat = seat_to_act(state)
        step = only_choice(parts, state, state.seats[seat])


@rule
def act(parts: Row, state: Row, player: Row, code: int) -> None:
    """One step of a player (MC-3.2, MC-3.8)."""
    if code < Code.GO:
        act_with_cards(state, player, code)
    elif code < Code.STAY:
        go(parts, state, player, code - Code.GO + 1)
    elif code == Code.STAY:
        stay(parts, state)
    elif code < Code.STOCK:
        unload(parts, state, player, code - Code.UNLOAD)
    elif code < Code.LEAVE:
        choose_stone(parts, state, player, code - Code.STOCK)
    elif code == Code.LEAVE:
        finish_card(parts, state)
    else:
        use_help(parts, state, player, code)
    if state.phase == Phase.REFILL:
        refill(parts, state, player)


@rule
def only_choice(parts: Row, state: Row, player: Row) -> int:
    """The action of the player in turn where there is no other, so that nobody need be asked.

    (MC-3.12, MC-5.8, MC-9.16)
    """
    if state.phase == Phase.STOCK or state.phase == Phase.OVER:
        return UNDECIDED
    if state.phase == Phase.PLAY:
        action = FINISH
        others = may_play(parts, state, player)
    elif state.phase == Phase.MOVE:
        action = STAY
        others = can_go(parts, state, player)
    elif state.phase == Phase.UNLOAD:
        action = UNLOAD_NOTHING
        others = most_unloaded(parts, state, player) > 0
    else:
        return UNDECIDED
    return UNDECIDED if others or has_help(parts, state, player) else action
