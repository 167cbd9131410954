"""Stones: chosen from the reserve for the box, and unloaded from there."""

import numpy as np

from formicarium.core.compiled import rule
from formicarium.core.layout import Row
from formicarium.games.minicity.actions import Code
from formicarium.games.minicity.rules.counting import free_places, total
from formicarium.games.minicity.rules.friends import caterpillar_box, grasshopper_may_stop
from formicarium.games.minicity.state import BOX, COLOURS, Phase, Stocking


@rule
def stock(player: Row, colour: int) -> None:
    """A stone moves from the reserve to the box (MC-2.11)."""
    player.reserve[colour] -= 1
    player.box[colour] += 1


@rule
def can_stock(player: Row) -> bool:
    """Whether the box has room and the reserve has stones (MC-7.3)."""
    return total(player.box) < caterpillar_box(player) and total(player.reserve) > 0


@rule
def stock_what_is_forced(player: Row) -> None:
    """Where all the rest fits, or only one colour is left, there is nothing to choose (MC-7.4)."""
    room = caterpillar_box(player) - total(player.box)
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
    """The colours in the reserve, and perhaps to leave the grasshopper (MC-2.11, MC-7.2)."""
    count = 0
    for colour in range(COLOURS):
        if player.reserve[colour] > 0:
            out[count] = Code.STOCK + colour
            count += 1
    if state.phase == Phase.HOP and grasshopper_may_stop(state):
        out[count] = Code.LEAVE
        count += 1
    return count


@rule
def most_unloaded(parts: Row, state: Row, player: Row) -> int:
    """How many stones of the box match the chamber and find a place (MC-5.2, MC-5.3, MC-5.4)."""
    stones = int(player.box[parts.colour[state.chamber]])
    return min(free_places(parts, state, state.chamber), stones)


@rule
def list_unloadings(parts: Row, state: Row, player: Row, out: np.ndarray) -> int:
    """Every number of stones, from none to the most (MC-5.5)."""
    most = most_unloaded(parts, state, player)
    for stones in range(most + 1):
        out[stones] = Code.UNLOAD + stones
    return most + 1


@rule
def store(parts: Row, state: Row, player: Row, stones: int) -> None:
    """Stones of the box into the chamber where the ant has arrived (MC-5.1)."""
    state.stored[state.chamber] += stones
    player.box[parts.colour[state.chamber]] -= stones
