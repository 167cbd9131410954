"""Micropolis: setup, turns, effects, the end of a round, and who leads.

    setup
      v
    begin_turn                        rounds.py    whose turn it is   <------------------+
      | expert, both anthills unfinished                                                 |
      +-> ANTHILL   choose_anthill    taking.py    which anthill pays and grows          |
      v                                                                                  |
    TAKE            take              taking.py    pay, take the tile, collect           |
      | the first tile and the tenth: nothing to choose                                  |
      +-> PLACE     place             building.py  left or right                         |
      v                                                                                  |
    resolve                           building.py  what the tile shows                   |
      +-> MAN       garrison          barracks.py  man the barracks, or not              |
      +-> SENTINEL  rearrange         barracks.py  fill and empty barracks               |
      v                                                                                  |
    end_turn                          rounds.py    a round may end, the row be refilled  |
      +-> OVER      end_game          rounds.py    after the last round                  |
      | after a refill: pass_marker   leader.py    who leads next                        |
      +-> LEADER    choose_leader     leader.py    where several may                     |
      +----------------------------------------------------------------------------------+

Decisions (in capitals: the phases) are asked for only where the rules leave one.
"""

import numpy as np

from formicarium.core.chance import below, shuffle
from formicarium.core.compiled import rule
from formicarium.core.layout import Row
from formicarium.games.micropolis.actions import Code
from formicarium.games.micropolis.rules.barracks import garrison, list_rearrangements, rearrange
from formicarium.games.micropolis.rules.building import place, resolve, sides_to_choose
from formicarium.games.micropolis.rules.leader import choose_leader, list_leaders
from formicarium.games.micropolis.rules.rounds import begin_turn, end_turn, refill_row
from formicarium.games.micropolis.rules.seats import anthill_count, anthills_each
from formicarium.games.micropolis.rules.taking import choose_anthill, list_takes, take
from formicarium.games.micropolis.state import START_ARMY, TILES, FirstLeader, Phase, Side


@rule
def setup(parts: Row, state: Row, seed: np.uint64) -> None:
    """Armies, reserve, shuffled pile, seven tiles in the row, and the first leader.

    (MP-2.2, MP-2.3, MP-2.4, MP-2.5, MP-10.2, MP-10.3, MP-10.4)
    """
    state.rng = seed
    for anthill in range(anthill_count(state)):
        state.anthills[anthill].army = START_ARMY
    state.reserve = parts.soldiers - START_ARMY * anthill_count(state)
    state.tokens = parts.tokens
    state.pile_length = TILES
    for index in range(TILES):
        state.pile[index] = index + 1
    shuffle(state, state.pile, TILES)
    refill_row(state)
    state.leader = first_leader(state) * anthills_each(state)
    begin_turn(state)


@rule
def first_leader(state: Row) -> int:
    """The seat that starts with the Red Army marker (MP-2.7, MP-10.4)."""
    if state.options.first_leader == FirstLeader.RANDOM:
        return below(state, state.players)
    return state.options.first_leader - 1


@rule
def legal(parts: Row, state: Row, seat: int, out: np.ndarray) -> int:
    """The codes of all legal actions of the seat to act, in ascending order: none is to pass.

    (MP-3.2)
    """
    if state.phase == Phase.ANTHILL:
        return list_numbered(out, Code.ANTHILL, 2)
    if state.phase == Phase.TAKE:
        return list_takes(state, out)
    if state.phase == Phase.PLACE:
        return list_numbered(out, Code.PLACE, 2)
    if state.phase == Phase.MAN:
        return list_numbered(out, Code.MAN_YES, 2)
    if state.phase == Phase.SENTINEL:
        return list_rearrangements(parts, state, out)
    return list_leaders(state, seat, out)


@rule
def apply(parts: Row, state: Row, seat: int, code: int) -> None:
    """Carry out a legal action and all that follows from it."""
    if state.phase == Phase.ANTHILL:
        choose_anthill(state, code - Code.ANTHILL)
    elif state.phase == Phase.LEADER:
        if choose_leader(state, seat, code - Code.LEAD):
            begin_turn(state)
    elif act_in_turn(parts, state, code):
        end_turn(state)


@rule
def act_in_turn(parts: Row, state: Row, code: int) -> bool:
    """A step of taking, placing and resolving a tile; whether the turn ends with it.

    (MP-3.2, MP-4.7, MP-5.4)
    """
    if state.phase == Phase.TAKE:
        take(state, code)
        if sides_to_choose(state):
            state.phase = Phase.PLACE
            return False
        place(state, Side.RIGHT)
    elif state.phase == Phase.PLACE:
        place(state, code - Code.PLACE)
    elif state.phase == Phase.MAN:
        if code == Code.MAN_YES:
            garrison(parts, state, state.slot)
        return True
    else:
        return rearrange(parts, state, code)
    return resolve(parts, state)


@rule
def list_numbered(out: np.ndarray, first: int, count: int) -> int:
    """Codes in a row, all of them legal."""
    for index in range(count):
        out[index] = first + index
    return count
