"""Choosing stones of the reserve for the box: the first seven, and refilling."""

import numpy as np

from formicarium.core.compiled import rule
from formicarium.core.layout import Row
from formicarium.games.minicity.actions import Code
from formicarium.games.minicity.rules.table import box_limit, total
from formicarium.games.minicity.state import BOX, COLOURS, Grasshopper, Phase, Stocking


@rule
def stock(player: Row, colour: int) -> None:
    """A stone moves from the reserve to the box (MC-2.11)."""
    player.reserve[colour] -= 1
    player.box[colour] += 1


@rule
def can_stock(player: Row) -> bool:
    """Whether the box has room and the reserve has stones (MC-7.3)."""
    return total(player.box) < box_limit(player) and total(player.reserve) > 0


@rule
def stock_what_is_forced(player: Row) -> None:
    """Where all the rest fits, or only one colour is left, there is nothing to choose (MC-7.4)."""
    room = box_limit(player) - total(player.box)
    rest = total(player.reserve)
    for colour in range(COLOURS):
        stones = int(player.reserve[colour])
        if rest <= room or stones == rest:
            for _ in range(min(stones, room)):
                stock(player, colour)


@rule
def await_stones(state: Row) -> None:
    """Ask all who have fewer than seven stones in the box, or only the first of them.

    (MC-2.10, MC-2.12, MC-11.4)
    """
    state.to_act = 0
    for turn in range(state.players):
        seat = (int(state.first) + turn) % int(state.players)
        if total(state.seats[seat].box) < BOX:
            state.to_act |= 1 << seat
            if state.options.stocking == Stocking.IN_TURN:
                return


@rule
def choosing_in_secret(state: Row) -> bool:
    """Whether nobody sees yet which stones the others choose (MC-2.12)."""
    return state.phase == Phase.STOCK and state.options.stocking == Stocking.TOGETHER


@rule
def list_stones(state: Row, player: Row, out: np.ndarray) -> int:
    """The colours in the reserve; a player may also leave the grasshopper's offer.

    (MC-2.11, MC-7.2)
    """
    count = 0
    for colour in range(COLOURS):
        if player.reserve[colour] > 0:
            out[count] = Code.STOCK + colour
            count += 1
    if state.phase == Phase.HOP and may_leave(state):
        out[count] = Code.LEAVE
        count += 1
    return count


@rule
def may_leave(state: Row) -> bool:
    """Whether the box may stay as it is, short of its limit (MC-10.27, MC-11.14)."""
    return state.begun == 0 or state.options.grasshopper == Grasshopper.PARTIAL
