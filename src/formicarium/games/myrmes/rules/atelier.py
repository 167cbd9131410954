"""Myrmes: the atelier: tunnels, levels, nurses; objectives have a file of their own."""

import numpy as np

from formicarium.core.compiled import rule
from formicarium.core.layout import Row
from formicarium.games.myrmes.actions import Code
from formicarium.games.myrmes.components import DIRECTIONS
from formicarium.games.myrmes.rules.colony import convert, gain, may_convert, spend
from formicarium.games.myrmes.rules.objectives import (
    fulfil,
    give,
    may_fulfil,
    nurses_owned,
    pay_cube,
)
from formicarium.games.myrmes.rules.turns import in_turn
from formicarium.games.myrmes.state import (
    DEEPEST,
    DRAWN,
    HEXES,
    LEVEL_COSTS,
    NURSES,
    PRINTED,
    TUNNELS,
    Atelier,
    AtelierOrder,
    Cube,
    Ground,
    Level2Cost,
    Permission,
    Phase,
    Track,
)

NURSE_FOOD = 2
NURSE_LARVAE = 2

# --- Turns ----------------------------------------------------------------------------------------


@rule
def next_in_atelier(parts: Row, state: Row) -> int:
    """The next seat in turn order that can do anything with its nurses; -1: no more (MY-13.1)."""
    for place in range(state.players):
        seat = in_turn(state, place)
        if can_work(parts, state, seat):
            return seat
        state.seats[seat].placed[Track.ATELIER] = 0
    return -1


@rule
def can_work(parts: Row, state: Row, seat: int) -> bool:
    """Whether a turn in the atelier goes on: with a nurse, and something to do (MY-13.6)."""
    me = state.seats[seat]
    if me.placed[Track.ATELIER] == 0:
        return False
    return may_convert(state, me) or works_to_do(parts, state, seat) != 0


@rule
def works_to_do(parts: Row, state: Row, seat: int) -> int:
    """Bit per action that is possible: tunnel, level, nurse, and each of the six objectives."""
    me = state.seats[seat]
    works = 0
    if is_open(state, Atelier.TUNNEL) and can_dig(parts, state, seat):
        works |= 1 << Atelier.TUNNEL
    if is_open(state, Atelier.LEVEL) and may_deepen(state, me):
        works |= 1 << Atelier.LEVEL
    if is_open(state, Atelier.NURSE) and may_hire(me):
        works |= 1 << Atelier.NURSE
    if is_open(state, Atelier.OBJECTIVE):
        for number in range(DRAWN):
            if may_fulfil(parts, state, seat, number):
                works |= 1 << Atelier.OBJECTIVE + number
    return works


@rule
def is_open(state: Row, action: int) -> bool:
    """Each action once a season (MY-13.2); in the printed order none before one taken (MY-13.4)."""
    later = int(state.used) >> action
    if state.options.atelier_order == AtelierOrder.PRINTED:
        return later == 0
    return later & 1 == 0


@rule
def list_works(parts: Row, state: Row, seat: int, out: np.ndarray) -> int:
    """The four actions, food from larvae, or leaving the other nurses idle (MY-3.8, MY-13.5)."""
    count = 0
    works = works_to_do(parts, state, seat)
    if may_convert(state, state.seats[seat]):
        out[count] = Code.CONVERT
        count += 1
    if works == 0 or state.options.idle_nurses == Permission.ALLOWED:
        out[count] = Code.DONE
        count += 1
    for index in range(Atelier.OBJECTIVE + DRAWN):
        if (works >> index) & 1:
            out[count] = Code.TUNNEL + index
            count += 1
    return count


@rule
def use_nurse(parts: Row, state: Row, seat: int, code: int) -> bool:
    """A decision in the atelier; whether the seat's turn there is over."""
    if state.phase == Phase.ATELIER:
        act(parts, state, seat, code)
    elif state.phase == Phase.DIG:
        dig(state, seat, code - Code.HEX)
    elif state.phase == Phase.PAY:
        pay_cube(state, state.seats[seat], code - Code.FOOD)
    else:
        give(parts, state, seat, code - Code.HEX)
    if code == Code.DONE:
        return True
    return state.phase == Phase.ATELIER and not can_work(parts, state, seat)


@rule
def act(parts: Row, state: Row, seat: int, code: int) -> None:
    """What a nurse is used for; a tunnel still has to be placed."""
    me = state.seats[seat]
    if code == Code.TUNNEL:
        state.phase = Phase.DIG
    elif code == Code.CONVERT:
        convert(state, me)
    elif code == Code.LEVEL:
        deepen(state, me)
    elif code == Code.NURSE:
        hire(state, me)
    elif code >= Code.OBJECTIVE:
        fulfil(parts, state, seat, code - Code.OBJECTIVE)


# --- Tunnel ---------------------------------------------------------------------------------------


@rule
def may_dig(parts: Row, state: Row, seat: int, hex_: int) -> bool:
    """Whether a hex is empty and lies next to an element of a seat (MY-13.7, MY-13.8)."""
    if state.ground[hex_] == Ground.EMPTY:
        for direction in range(DIRECTIONS):
            other = parts.neighbours[hex_, direction]
            if other >= 0 and state.owner[other] == seat + 1:
                return True
    return False


@rule
def can_dig(parts: Row, state: Row, seat: int) -> bool:
    """Whether a tunnel is left, and a hex to dig it at (MY-13.10)."""
    if state.seats[seat].tunnels[TUNNELS - 1] > 0:
        return False
    found = False
    for hex_ in range(HEXES):
        found = found or may_dig(parts, state, seat, hex_)
    return found


@rule
def list_digs(parts: Row, state: Row, seat: int, out: np.ndarray) -> int:
    """Every hex where a tunnel can come out."""
    count = 0
    for hex_ in range(HEXES):
        if may_dig(parts, state, seat, hex_):
            out[count] = Code.HEX + hex_
            count += 1
    return count


@rule
def dig(state: Row, seat: int, hex_: int) -> None:
    """A new tunnel, and the earth that was there; tunnels are kept in reading order (MY-13.9)."""
    me = state.seats[seat]
    state.phase = Phase.ATELIER
    state.used |= 1 << Atelier.TUNNEL
    me.placed[Track.ATELIER] -= 1
    at = TUNNELS - 1
    while at > 0 and (me.tunnels[at - 1] == 0 or me.tunnels[at - 1] > hex_):
        me.tunnels[at] = me.tunnels[at - 1]
        at -= 1
    me.tunnels[at] = hex_ + 1
    state.ground[hex_] = Ground.TUNNEL
    state.owner[hex_] = seat + 1
    gain(state, me, Cube.EARTH)


# --- Level and nurse ------------------------------------------------------------------------------


@rule
def level_cost(state: Row, me: Row) -> tuple[int, int]:
    """Earth and stone for the next level (MY-13.13)."""
    if me.level == 1 and state.options.level_2_cost == Level2Cost.BOARD:
        return LEVEL_COSTS[PRINTED]
    return LEVEL_COSTS[me.level]


@rule
def may_deepen(state: Row, me: Row) -> bool:
    """Whether there is a deeper level, and the cubes for it (MY-13.15)."""
    if me.level == DEEPEST:
        return False
    earth, stone = level_cost(state, me)
    return me.store[Cube.EARTH] >= earth and me.store[Cube.STONE] >= stone


@rule
def deepen(state: Row, me: Row) -> None:
    """The colony goes one level deeper (MY-13.11)."""
    earth, stone = level_cost(state, me)
    state.used |= 1 << Atelier.LEVEL
    me.placed[Track.ATELIER] -= 1
    spend(state, me, Cube.EARTH, earth)
    spend(state, me, Cube.STONE, stone)
    me.level += 1


@rule
def may_hire(me: Row) -> bool:
    """Whether another nurse can be had (MY-13.16, MY-13.18)."""
    return (
        nurses_owned(me) < NURSES
        and me.store[Cube.FOOD] >= NURSE_FOOD
        and me.larvae >= NURSE_LARVAE
    )


@rule
def hire(state: Row, me: Row) -> None:
    """A new nurse, who can be placed next season (MY-13.16, MY-13.17)."""
    state.used |= 1 << Atelier.NURSE
    me.placed[Track.ATELIER] -= 1
    spend(state, me, Cube.FOOD, NURSE_FOOD)
    me.larvae -= NURSE_LARVAE
    me.nurses += 1
