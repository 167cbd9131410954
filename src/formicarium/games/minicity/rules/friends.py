"""The game with friends: points, purchases, and what the friends do at any moment of a turn."""

import numpy as np

from formicarium.core.compiled import rule
from formicarium.core.layout import Row
from formicarium.games.minicity.actions import PAIRS, Code
from formicarium.games.minicity.rules.table import free_places, unused
from formicarium.games.minicity.state import (
    ANTS,
    BUMBLEBEE,
    CHAMBERS,
    COLOURS,
    DRAGONFLY,
    DUEL_SURCHARGE,
    KINDS,
    LADYBIRD,
    RHINO,
    STRONGEST,
    Dragonfly,
    DuelCosts,
    Duplicates,
    Ladybird,
    Phase,
    PointsTrack,
    Rhino,
    RoomTest,
    Variant,
)

SWAPS = len(PAIRS)

# --- Points and purchases -------------------------------------------------------------------------


@rule
def cap_points(parts: Row, state: Row, player: Row) -> None:
    """Friendship points beyond the end of the track are lost (MC-9.7)."""
    if state.options.track == PointsTrack.LIMITED:
        player.points = min(player.points, parts.track)


@rule
def reward_for_restraint(parts: Row, state: Row, player: Row) -> int:
    """Points for a stop without unloading, where a place was free; as many as the track takes.

    (MC-9.3, MC-9.4, MC-9.5, MC-9.6)
    """
    if state.options.variant == Variant.BASE:
        return 0
    room = state.room == 1
    if state.options.room_test == RoomTest.UNLOADING:
        room = free_places(parts, state, state.chamber) > 0
    points = int(parts.value[parts.colour[state.chamber]]) if room else 0
    if state.options.track == PointsTrack.LIMITED:
        points = min(points, int(parts.track) - int(player.points))
    return points


@rule
def price(parts: Row, state: Row, kind: int) -> int:
    """What a friend costs; the strongest may cost two players more (MC-11.15)."""
    cost = int(parts.cost[kind])
    if kind in STRONGEST and state.players == 2 and state.options.duel_costs == DuelCosts.HIGHER:
        cost += DUEL_SURCHARGE
    return cost


@rule
def may_buy(parts: Row, state: Row, player: Row, kind: int) -> bool:
    """One friend a turn, of those that lie open, for points.

    (MC-9.9, MC-9.10, MC-9.11, MC-11.13)
    """
    if state.bought == 1 or state.market[kind] == 0:
        return False
    if state.options.duplicates == Duplicates.FORBIDDEN and player.friends[kind] > 0:
        return False
    return player.points >= price(parts, state, kind)


@rule
def buy(parts: Row, state: Row, player: Row, kind: int) -> None:
    """The friend lies before the buyer and helps from now on (MC-9.14, MC-11.12)."""
    points = player.points - price(parts, state, kind)
    if kind == RHINO and state.options.rhino == Rhino.AT_ONCE:
        points += 1
    player.points = points
    cap_points(parts, state, player)
    state.market[kind] -= 1
    player.friends[kind] += 1
    state.bought = 1


# --- The ladybird ---------------------------------------------------------------------------------


@rule
def places_elsewhere(parts: Row, state: Row, chamber: int) -> int:
    """Free places in the other chambers of the same colour (MC-1.4).

    All chambers of a colour together have as many free places as stones of it are still held.
    """
    colour = parts.colour[chamber]
    held = 0
    for seat in range(state.players):
        held += int(state.seats[seat].box[colour]) + int(state.seats[seat].reserve[colour])
    return held - free_places(parts, state, chamber)


@rule
def may_empty(parts: Row, state: Row, chamber: int) -> bool:
    """Whether the ladybird finds stones in a chamber and places for them elsewhere.

    (MC-10.8, MC-11.10)
    """
    stones = int(state.stored[chamber])
    needed = stones if state.options.ladybird == Ladybird.ALL_STONES else 1
    return stones > 0 and places_elsewhere(parts, state, chamber) >= needed


@rule
def may_carry(parts: Row, state: Row, chamber: int) -> bool:
    """Whether a stone of the chamber that is being emptied may go to another one.

    (MC-10.5, MC-10.6)
    """
    same_colour = parts.colour[chamber] == parts.colour[state.source]
    return chamber != state.source and same_colour and free_places(parts, state, chamber) > 0


@rule
def call_ladybird(state: Row, chamber: int) -> None:
    """She begins to empty a chamber."""
    state.used[LADYBIRD] += 1
    state.source = chamber
    state.phase = Phase.LADYBIRD


@rule
def carry(parts: Row, state: Row, chamber: int) -> bool:
    """One stone; whether there is more to carry (MC-10.8)."""
    state.stored[state.source] -= 1
    state.stored[chamber] += 1
    state.carried += 1
    return state.stored[state.source] > 0 and places_elsewhere(parts, state, state.source) > 0


@rule
def dismiss_ladybird(state: Row) -> None:
    """Back to where the turn was when she was called (MC-10.9)."""
    state.source = 0
    state.carried = 0
    if state.chamber > 0:
        state.phase = Phase.UNLOAD
    else:
        state.phase = Phase.MOVE if state.end > 0 else Phase.PLAY


@rule
def list_carries(parts: Row, state: Row, out: np.ndarray) -> int:
    """Where the ladybird may carry a stone, and whether she may stop (MC-10.7, MC-11.10)."""
    count = 0
    for chamber in range(1, CHAMBERS + 1):
        if may_carry(parts, state, chamber):
            out[count] = Code.CARRY + chamber - 1
            count += 1
    if state.carried > 0 and state.options.ladybird == Ladybird.ANY_NUMBER:
        out[count] = Code.DONE
        count += 1
    return count


# --- Dragonfly and bumblebee ----------------------------------------------------------------------


@rule
def may_swap_ants(state: Row, player: Row) -> bool:
    """Whether the dragonfly can help now (MC-10.12, MC-11.11)."""
    if state.phase == Phase.UNLOAD and state.options.dragonfly == Dragonfly.BEFORE_MOVE:
        return False
    return unused(state, player, DRAGONFLY) > 0


@rule
def swap_ants(state: Row, pair: int) -> None:
    """Two ants change places (MC-10.10, MC-10.11, MC-10.13)."""
    ant = 0
    while pair >= ANTS - 1 - ant:
        pair -= ANTS - 1 - ant
        ant += 1
    other = ant + 1 + pair
    chamber = state.ants[ant]
    state.ants[ant] = state.ants[other]
    state.ants[other] = chamber
    state.used[DRAGONFLY] += 1


@rule
def may_swap_stones(player: Row, give: int, take: int) -> bool:
    """A stone of the box against another one of the reserve (MC-10.15)."""
    return give != take and player.box[give] > 0 and player.reserve[take] > 0


@rule
def swap_stones(state: Row, player: Row, give: int, take: int) -> None:
    """The bumblebee exchanges a stone of the box and one of the reserve (MC-10.14)."""
    player.box[give] -= 1
    player.reserve[give] += 1
    player.reserve[take] -= 1
    player.box[take] += 1
    state.used[BUMBLEBEE] += 1


# --- Help at any moment ---------------------------------------------------------------------------


@rule
def has_help(parts: Row, state: Row, player: Row) -> bool:
    """Whether a friend can be bought or can help at this moment (MC-9.16)."""
    if state.options.variant == Variant.BASE:
        return False
    if may_swap_ants(state, player):
        return True
    for kind in range(KINDS):
        if may_buy(parts, state, player, kind):
            return True
    if unused(state, player, LADYBIRD) > 0:
        for chamber in range(1, CHAMBERS + 1):
            if may_empty(parts, state, chamber):
                return True
    if unused(state, player, BUMBLEBEE) > 0:
        for pair in range(COLOURS * COLOURS):
            if may_swap_stones(player, pair // COLOURS, pair % COLOURS):
                return True
    return False


@rule
def list_help(parts: Row, state: Row, player: Row, out: np.ndarray, count: int) -> int:
    """Purchases and the friends who can help at this moment, after `count` other actions.

    (MC-9.12, MC-9.18)
    """
    for kind in range(KINDS):
        if may_buy(parts, state, player, kind):
            out[count] = Code.BUY + kind
            count += 1
    if unused(state, player, LADYBIRD) > 0:
        for chamber in range(1, CHAMBERS + 1):
            if may_empty(parts, state, chamber):
                out[count] = Code.LADYBIRD + chamber - 1
                count += 1
    if may_swap_ants(state, player):
        for pair in range(SWAPS):
            out[count] = Code.DRAGONFLY + pair
            count += 1
    if unused(state, player, BUMBLEBEE) > 0:
        for pair in range(COLOURS * COLOURS):
            if may_swap_stones(player, pair // COLOURS, pair % COLOURS):
                out[count] = Code.BUMBLEBEE + pair
                count += 1
    return count


@rule
def use_help(parts: Row, state: Row, player: Row, code: int) -> None:
    """Buy a friend, or let one help."""
    if code < Code.LADYBIRD:
        buy(parts, state, player, code - Code.BUY)
    elif code < Code.CARRY:
        call_ladybird(state, code - Code.LADYBIRD + 1)
    elif code < Code.DONE:
        if not carry(parts, state, code - Code.CARRY + 1):
            dismiss_ladybird(state)
    elif code == Code.DONE:
        dismiss_ladybird(state)
    elif code < Code.BUMBLEBEE:
        swap_ants(state, code - Code.DRAGONFLY)
    else:
        pair = code - Code.BUMBLEBEE
        swap_stones(state, player, pair // COLOURS, pair % COLOURS)
