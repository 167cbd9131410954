"""Mini City: a turn is to lay a card, move the ant and unload, again and again; then to refill.

    setup
      |
    STOCK                          OVER <-- the last round -+
      |                                                     |
      +------------------> begin_turn <------------------ REFILL
                               |                            ^
      +----------------------> PLAY -- end -----------------+
      |                        |  |
      |                        |  stick --> STICK
      |                        |              |
      |                       play <-------- play
      |                        |
      |                       MOVE -- go --> UNLOAD -- unload --+-- the last stone --> OVER
      |                        |               |                |
      |                       stay          unload 0            +-- a grasshopper --> HOP
      |                        |               |                |                      |
      +----- finish_card <-----+---------------+----------------+----------------------+

    phase      is about                           allowed by               turn.py carries out
    STOCK      the first seven stones             stones.list_stones       choose_stone
    PLAY       a card, or the end of the turn     cards.list_cards         play_card, finish_turn
    STICK      a card for the colour just named   cards.list_plays         play_card
    MOVE       where its ant goes                 ants.list_goals          arrive, stay
    UNLOAD     how many stones                    stones.list_unloadings   unload
    HOP        stones after unloading             stones.list_stones       choose_stone, finish_card
    REFILL     stones at the end of the turn      stones.list_stones       choose_stone, refill
    LADYBIRD   where a stone goes                 friends.list_carries     let_help

At PLAY, MOVE and UNLOAD friends may be bought and help (friends.list_help, let_help): only the
ladybird needs a phase of her own, and the turn goes on where she was called. Where just one action
is left it is taken by itself (only_choice): decisions are asked for only where the rules leave one.
"""

import numpy as np

from formicarium.core.compiled import rule
from formicarium.core.layout import Row
from formicarium.core.numbers import wide
from formicarium.games.minicity.rules.ants import list_goals
from formicarium.games.minicity.rules.cards import list_cards, list_plays
from formicarium.games.minicity.rules.counting import seat_to_act
from formicarium.games.minicity.rules.friends import list_carries, list_help
from formicarium.games.minicity.rules.opening import setup
from formicarium.games.minicity.rules.stones import list_stones, list_unloadings
from formicarium.games.minicity.rules.turn import UNDECIDED, act, only_choice
from formicarium.games.minicity.state import Phase, Variant

__all__ = ["apply", "legal", "setup"]


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
    # As wide as what `only_choice` answers, so that `act` is compiled once.
    step = wide(code)
    while step != UNDECIDED:
        act(parts, state, state.seats[seat], step)
        seat = seat_to_act(state)
        step = only_choice(parts, state, state.seats[seat])
