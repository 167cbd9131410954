"""A turn: up to three actions with thefts in between, then clean-up. All decisions meet here.

    setup (setup.py) ─► begin_turn (turns.py)
                            │
    ┌───────────────────────▼──────────────────────────────────────────────────────┐
    │ ACT        a hex, the hero, or the end of the turn      list_uses, use (here)│◄──┐
    └─┬───────┬──────────┬─────────┬──────────┬────────────────────────────────┬───┘   │
      │       │          │         │          │                                │       │
    SCOUT   TILE       HATCH     ANTS     TRANSPORT ◄┐                        end      │
      │       │          │         │          │      │                         │       │
      │      HEX         │         │        GIVE ────┘                         │       │
      │       │          │         │          │                                │       │
      │      LAY         │         │          │                                │       │
      └───────┴──────────┴─────────┴──────────┴── finish_action (turns.py) ────┼───────┘
                                                                               │
    clean_up (cleanup.py) ◄────────────────────────────────────────────────────┘
      STORE      a hex for each prey that waits       must_store
      RETURN     tiles beyond three                   must_return
      ANTEATER   which of several attacks next        must_choose_anteater, attack (anteaters.py)
      │
      └─► end_turn, begin_turn: ACT of the next player; or end_game: OVER (turns.py)

    SCOUT a tile of a field: scouting.py      HATCH an ant into a nest: hatching.py
    TILE which one is built: building.py      ANTS an ant out or back: network.py
    HEX where: spots.py, by hill.py           TRANSPORT a piece of food: transport.py, food.py
    LAY which way: the same                   GIVE who gets it: transport.py

Where a phase leaves no choice it is passed unasked. Food can be stolen (thefts.py) in ACT, SCOUT,
TILE, HATCH, ANTS and TRANSPORT.
"""

import numpy as np

from formicarium.core.compiled import rule
from formicarium.core.layout import Row
from formicarium.games.antics.actions import Code, take_of
from formicarium.games.antics.rules.anteaters import attack
from formicarium.games.antics.rules.building import (
    begin_building,
    choose_laying,
    choose_spot,
    choose_tile,
    kinds_held,
)
from formicarium.games.antics.rules.cleanup import (
    anteater_of,
    clean_up,
    colours_to_attack,
    list_stores,
    prey_to_store,
    return_tile,
)
from formicarium.games.antics.rules.hatching import hatch, open_nests
from formicarium.games.antics.rules.hill import is_blocked
from formicarium.games.antics.rules.network import can_order, list_orders, order
from formicarium.games.antics.rules.scouting import begin_scouting, choose_row, rows_with_tiles
from formicarium.games.antics.rules.sets import EMPTY, list_set
from formicarium.games.antics.rules.setup import setup
from formicarium.games.antics.rules.spots import layings, list_spots
from formicarium.games.antics.rules.thefts import can_steal, list_thefts, steal
from formicarium.games.antics.rules.transport import (
    can_transport,
    choose_food,
    give,
    list_picks,
    receivers,
)
from formicarium.games.antics.rules.turns import clear_turn, finish_action, put_marker
from formicarium.games.antics.state import FIRST_HEX, Phase, Symbol

__all__ = ["apply", "legal", "setup"]

# --- Legal ----------------------------------------------------------------------------------------


@rule
def legal(parts: Row, state: Row, seat: int, out: np.ndarray) -> int:
    """The codes of all legal actions of the seat to act, in ascending order (AN-9.1, AN-9.9)."""
    me = state.colonies[seat]
    if state.phase == Phase.HEX:
        return list_spots(state, me, out)
    if state.phase == Phase.LAY:
        return list_set(out, EMPTY, Code.LAY, layings(state, me, int(state.spot) - 1))
    if state.phase == Phase.GIVE:
        return list_set(out, EMPTY, Code.TO, receivers(parts, me, int(state.pick) - 1))
    if state.phase >= Phase.STORE:
        return list_in_clean_up(parts, state, me, out)
    if state.phase == Phase.ACT:
        count = list_uses(state, me, out)
    elif state.phase <= Phase.TILE:
        count = list_tiles(state, me, out)
    else:
        count = list_steps(parts, state, me, out)
        out[count] = Code.DONE
        count += 1
    return list_thefts(state, seat, out, count)


@rule
def list_uses(state: Row, me: Row, out: np.ndarray) -> int:
    """Every action hex without marker or prey (AN-3.5, AN-3.7), the hero, and the end.

    It matters neither which action has been used before (AN-3.6), nor when the hex was built
    (AN-3.8), nor whether the action can do anything (AN-3.11). The hero acts once (AN-3.9). The
    turn may end at any time (AN-3.10), and does only when its player says so (AN-3.12).
    """
    count = 0
    if state.actions > 0:
        for number in range(1, me.hexes + 1):
            if me.symbol[number] != Symbol.FUNGUS and not is_blocked(state, me, number):
                out[count] = Code.USE + number - FIRST_HEX
                count += 1
        if not state.hero:
            for symbol in range(Symbol.FUNGUS):
                out[count] = Code.HERO + symbol
                count += 1
    out[count] = Code.END
    return count + 1


@rule
def list_tiles(state: Row, me: Row, out: np.ndarray) -> int:
    """The tiles on the field that is scouted, or those in the supply."""
    if state.phase == Phase.SCOUT:
        rows = rows_with_tiles(state, state.scout_field)
        return list_set(out, EMPTY, Code.TAKE + take_of(state.scout_field, 0), rows)
    return list_set(out, EMPTY, Code.TILE, kinds_held(me))


@rule
def list_steps(parts: Row, state: Row, me: Row, out: np.ndarray) -> int:
    """The steps of hatching, ants! or transport."""
    if state.phase == Phase.HATCH:
        return list_set(out, EMPTY, Code.HATCH, open_nests(state, me))
    if state.phase == Phase.ANTS:
        return list_orders(parts, state, me, out)
    return list_picks(parts, state, me, out)


@rule
def list_in_clean_up(parts: Row, state: Row, me: Row, out: np.ndarray) -> int:
    """What can be decided after a turn."""
    if state.phase == Phase.STORE:
        return list_stores(state, me, out)
    if state.phase == Phase.RETURN:
        return list_set(out, EMPTY, Code.RETURN, kinds_held(me))
    return list_set(out, EMPTY, Code.ANTEATER, colours_to_attack(parts, state))


# --- Apply ----------------------------------------------------------------------------------------


@rule
def apply(parts: Row, state: Row, seat: int, code: int) -> None:
    """Carry out a legal action and all that follows from it."""
    me = state.colonies[seat]
    # Random play hands in a code of 32 bits, which would be too narrow for a set of paths.
    code = int(np.int64(code))
    if state.phase >= Phase.STORE or code == Code.END:
        decide_in_clean_up(parts, state, me, code)
        clean_up(parts, state, me)
        return
    if code >= Code.STEAL:
        steal(state, seat, code - Code.STEAL)
    elif state.phase == Phase.ACT:
        use(state, me, code)
    elif state.phase <= Phase.LAY:
        take_or_build(parts, state, me, code)
    else:
        move_ants(parts, state, me, code)
    between_steps = Phase.HATCH <= state.phase <= Phase.TRANSPORT
    if between_steps and not can_go_on(parts, state, seat):
        finish_action(state)


@rule
def use(state: Row, me: Row, code: int) -> None:
    """A marker goes to a hex or the hero, and an action begins (AN-3.3, AN-3.4, AN-3.9)."""
    state.actions -= 1
    if code < Code.HERO:
        number = code - Code.USE + FIRST_HEX
        put_marker(state, number)
        symbol, level = int(me.symbol[number]), int(me.height[number])
    else:
        state.hero = 1
        symbol, level = code - Code.HERO, 1
    if symbol == Symbol.SCOUT:
        begin_scouting(state, me, level)
    elif symbol == Symbol.BUILD:
        begin_building(state, me, level)
    else:
        state.steps = level
        state.phase = Phase.HATCH + symbol - Symbol.HATCH


@rule
def take_or_build(parts: Row, state: Row, me: Row, code: int) -> None:
    """A step of scouting or building."""
    if state.phase == Phase.SCOUT:
        choose_row(state, me, code - Code.TAKE)
    elif state.phase == Phase.TILE:
        choose_tile(state, code - Code.TILE)
    elif state.phase == Phase.HEX:
        choose_spot(parts, state, me, code - Code.HEX)
    else:
        choose_laying(parts, state, me, code - Code.LAY)


@rule
def move_ants(parts: Row, state: Row, me: Row, code: int) -> None:
    """A step of hatching, ants! or transport, or the end of it (AN-6.4, AN-7.21, AN-8.15)."""
    if code == Code.DONE:
        state.steps = 0
    elif state.phase == Phase.HATCH:
        hatch(state, me, code - Code.HATCH)
    elif state.phase == Phase.ANTS:
        order(parts, state, me, code)
    elif state.phase == Phase.TRANSPORT:
        choose_food(parts, state, me, code - Code.LOAD)
    else:
        give(parts, state, me, code - Code.TO)


@rule
def can_go_on(parts: Row, state: Row, seat: int) -> bool:
    """Whether a step of the running action is left and possible, or a theft is (AN-3.13)."""
    if state.steps == 0:
        return False
    me = state.colonies[seat]
    if state.phase == Phase.HATCH:
        possible = me.ants > 0
    elif state.phase == Phase.ANTS:
        possible = can_order(parts, state, me)
    else:
        possible = can_transport(parts, state, me)
    return possible or can_steal(state, seat)


@rule
def decide_in_clean_up(parts: Row, state: Row, me: Row, code: int) -> None:
    """End the turn, put prey away, return a tile, or let an anteater attack."""
    if code == Code.END:
        clear_turn(state)
    elif state.phase == Phase.STORE:
        me.prey_home[prey_to_store(me)] = code - Code.STORE + FIRST_HEX
    elif state.phase == Phase.RETURN:
        return_tile(state, me, code - Code.RETURN)
    else:
        attack(parts, state, anteater_of(parts, state, code - Code.ANTEATER))
