"""Cards of the hand: which can be laid where, and drawing new ones."""

import numpy as np

from formicarium.core.compiled import rule
from formicarium.core.layout import Row
from formicarium.games.minicity.actions import Code
from formicarium.games.minicity.rules.counting import card_limit, total
from formicarium.games.minicity.rules.friends import millipede_steps, snail_hand, stick_helps
from formicarium.games.minicity.rules.roads import draw_card, roads_in_use, run
from formicarium.games.minicity.rules.tunnels import destinations
from formicarium.games.minicity.state import ANTS, ENDS, FirstCard, Stuck

PLAY = int(Code.PLAY)


@rule
def ends_in_use(state: Row) -> int:
    """Bit per end of the roads in use (MC-3.6)."""
    return (1 << 2 * roads_in_use(state)) - 1


@rule
def ends_for(parts: Row, state: Row, player: Row, ant: int) -> int:
    """Bit per end where a card that moves this ant may be laid (MC-11.7)."""
    if state.options.stuck == Stuck.VOID:
        return ends_in_use(state)
    millipedes = millipede_steps(state, player)
    playable = 0
    for end in range(2 * roads_in_use(state)):
        steps = 1 + run(state, ant, end) + millipedes
        if destinations(parts, state, ant, steps) != 0:
            playable |= 1 << end
    return playable


@rule
def may_play(parts: Row, state: Row, player: Row) -> bool:
    """Whether a card can be laid, as what it is or with the stick insect."""
    if state.plays >= card_limit(parts, state):
        return False
    if state.options.stuck == Stuck.VOID:
        return total(player.hand) > 0
    any_colour = stick_helps(state, player)
    for ant in range(ANTS):
        if (any_colour or player.hand[ant] > 0) and ends_for(parts, state, player, ant) != 0:
            return True
    return False


@rule
def may_finish(state: Row, playable: bool) -> bool:
    """Whether the turn may end here: the first card must be laid, if one can be.

    (MC-3.10, MC-3.11, MC-11.5)
    """
    return state.plays > 0 or state.options.first_card == FirstCard.MAY or not playable


@rule
def list_cards(parts: Row, state: Row, player: Row, out: np.ndarray) -> int:
    """Cards of the hand, the stick insect, and the end of the turn (MC-3.7)."""
    count = 0
    if state.plays < card_limit(parts, state):
        count = list_plays(parts, state, player, out)
        if stick_helps(state, player):
            for ant in range(ANTS):
                if ends_for(parts, state, player, ant) != 0:
                    out[count] = Code.STICK + ant
                    count += 1
    if may_finish(state, count > 0):
        out[count] = Code.FINISH
        count += 1
    return count


@rule
def list_plays(parts: Row, state: Row, player: Row, out: np.ndarray) -> int:
    """Every card of the hand at every end, as what it is or for the colour that was named.

    (MC-3.3, MC-3.5)
    """
    if state.options.stuck == Stuck.UNPLAYABLE:
        return list_plays_that_move(parts, state, player, out)
    count = 0
    ends = 2 * roads_in_use(state)
    for card in range(ANTS):
        for end in range(ENDS):
            out[count + end] = PLAY + card * ENDS + end
        count += ends if player.hand[card] > 0 else 0  # so many of them stay in the list
    return count


@rule
def list_plays_that_move(parts: Row, state: Row, player: Row, out: np.ndarray) -> int:
    """The same, where no card may be laid whose ant could go nowhere (MC-11.7)."""
    count = 0
    for card in range(ANTS):
        if player.hand[card] > 0:
            ends = ends_for(parts, state, player, state.mimic - 1 if state.mimic > 0 else card)
            for end in range(ENDS):
                if (ends >> end) & 1:
                    out[count] = PLAY + card * ENDS + end
                    count += 1
    return count


@rule
def refill_hand(state: Row, player: Row) -> None:
    """Draw up to four cards, or as many as the snail allows (MC-7.5)."""
    cards, limit = total(player.hand), snail_hand(player)
    if cards < limit:
        state.barrier += 1
    for _ in range(cards, limit):
        player.hand[draw_card(state)] += 1
