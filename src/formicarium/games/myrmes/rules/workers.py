"""Myrmes: using workers one after the other, in the rooms of the colony or in the garden."""

import numpy as np

from formicarium.core.compiled import rule
from formicarium.core.layout import Row
from formicarium.games.myrmes.actions import Code
from formicarium.games.myrmes.rules.colony import earn, gain, may_convert, room_level, spend
from formicarium.games.myrmes.state import (
    EXTRA_MOVES,
    MOVES,
    QUEEN_POINTS,
    ROOMS,
    TUNNELS,
    WORDS,
    Cube,
    Phase,
    Points,
    SeasonEvent,
)

ROOM_LEVELS = (0, 1, 2, 2, 3)  # by decision
QUEEN = 4  # the decision to feed her


@rule
def list_uses(state: Row, seat: int, out: np.ndarray) -> int:
    """A room, food from larvae, or a tunnel to leave by (MY-6.2, MY-6.3)."""
    me = state.seats[seat]
    count = 0
    for room in range(ROOMS):
        if may_enter(state, me, room):
            out[count] = Code.ROOM + room
            count += 1
    if may_convert(state, me):
        out[count] = Code.CONVERT
        count += 1
    for tunnel in range(TUNNELS):
        if me.tunnels[tunnel] > 0:
            out[count] = Code.HEX + me.tunnels[tunnel] - 1
            count += 1
    return count


@rule
def may_enter(state: Row, me: Row, room: int) -> bool:
    """Whether a room is deep enough, free, and has food for the queen (MY-6.4, MY-6.5, MY-6.10)."""
    level = ROOM_LEVELS[room]
    if level > room_level(state, me) or (int(me.rooms) >> level) & 1:
        return False
    return room != QUEEN or me.store[Cube.FOOD] > 0


@rule
def enter_room(state: Row, me: Row, room: int) -> None:
    """A worker in a room, and what it brings (MY-6.6, MY-6.7, MY-6.8, MY-6.9)."""
    me.workers -= 1
    me.rooms |= 1 << ROOM_LEVELS[room]
    if room == 0:
        me.larvae += 1
    elif room == QUEEN:
        spend(state, me, Cube.FOOD, 1)
        earn(state, me, Points.QUEEN, QUEEN_POINTS)
    else:
        gain(state, me, room - 1)


@rule
def leave_by(state: Row, me: Row, hex_: int) -> None:
    """A worker leaves through a tunnel; she will not return (MY-4.14, MY-7.1, MY-7.2, MY-7.3)."""
    me.workers -= 1
    state.worker = hex_ + 1
    state.moves = MOVES + EXTRA_MOVES if me.event == SeasonEvent.MOVEMENT else MOVES
    state.phase = Phase.GARDEN


@rule
def end_action(state: Row) -> None:
    """The worker is back in the supply, or stays in her room; the next one is used."""
    state.worker = 0
    state.moves = 0
    state.hunted = 0
    state.laying = 0
    for word in range(WORDS):
        state.paid[word] = 0
    state.phase = Phase.WORKER
    state.to_act = 0


@rule
def next_with_worker(state: Row) -> int:
    """The next seat, clockwise from the one in turn, with a worker; -1: all are used (MY-6.1)."""
    for steps in range(1, state.players + 1):
        seat = (state.seat + steps) % state.players
        if state.seats[seat].workers > 0:
            return seat
    return -1
