"""The game with friends: points, purchases, and the ten of them one after the other.

Other modules ask here wherever a friend matters. In the basic game nobody has any, and all answers
are those of the basic game.
"""

import numpy as np

from formicarium.core.compiled import rule
from formicarium.core.layout import Row
from formicarium.games.minicity.actions import PAIRS, Code
from formicarium.games.minicity.rules.counting import free_places, total
from formicarium.games.minicity.rules.roads import ant_in_play, lay, outermost, reach, road_at
from formicarium.games.minicity.rules.tunnels import destinations
from formicarium.games.minicity.state import (
    ANTS,
    BOX,
    BUMBLEBEE,
    CHAMBERS,
    COLOURS,
    DRAGONFLY,
    DUEL_SURCHARGE,
    EXOTIC,
    EXOTIC_BOX,
    GRASSHOPPER,
    HAND,
    KINDS,
    LADYBIRD,
    MILLIPEDE,
    ORANGE,
    ORANGE_BOX,
    RHINO,
    SNAIL,
    SNAIL_HAND,
    STICK,
    STRONGEST,
    Dragonfly,
    DuelCosts,
    Duplicates,
    Grasshopper,
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
    """Friendship points beyond the end of the track are lost (MC-9.7, MC-11.8)."""
    if state.options.track == PointsTrack.LIMITED:
        player.points = min(player.points, parts.track)


@rule
def reward_for_restraint(parts: Row, state: Row, player: Row) -> int:
    """Points for a stop without unloading, where a place was free; as many as the track takes.

    (MC-9.3, MC-9.4, MC-9.5, MC-9.6, MC-11.9)
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
    """One friend a turn, of those that lie open, for points, perhaps none that she has.

    (MC-9.9, MC-9.10, MC-9.11, MC-11.13)
    """
    if state.bought == 1 or state.market[kind] == 0:
        return False
    if state.options.duplicates == Duplicates.FORBIDDEN and player.friends[kind] > 0:
        return False
    return player.points >= price(parts, state, kind)


@rule
def may_buy_any(parts: Row, state: Row, player: Row) -> bool:
    """Whether any friend can be bought."""
    affordable = 0
    for kind in range(KINDS):
        affordable += may_buy(parts, state, player, kind)
    return affordable > 0


@rule
def buy(parts: Row, state: Row, player: Row, kind: int) -> None:
    """The friend lies before the buyer and helps from now on (MC-9.14)."""
    player.points += rhino_greeting(state, kind) - price(parts, state, kind)
    cap_points(parts, state, player)
    state.market[kind] -= 1
    player.friends[kind] += 1
    state.bought = 1


@rule
def unused(state: Row, player: Row, kind: int) -> int:
    """How many friends of a once-a-turn kind can still help in this turn (MC-9.15, MC-9.17)."""
    return int(player.friends[kind]) - int(state.used[kind])


# --- Millipede ------------------------------------------------------------------------------------


@rule
def millipede_steps(state: Row, player: Row) -> int:
    """How many steps farther than its reach an ant may go (MC-10.1, MC-10.3)."""
    return unused(state, player, MILLIPEDE)


@rule
def use_millipedes(parts: Row, state: Row, player: Row, chamber: int) -> None:
    """Those help that an ant needs beside its card to get to a chamber (MC-10.2)."""
    if millipede_steps(state, player) == 0:
        return
    ant = ant_in_play(state)
    steps = reach(state)
    while not (destinations(parts, state, ant, steps) >> int(chamber)) & 1:
        steps += 1
        state.used[MILLIPEDE] += 1


# --- Ladybird -------------------------------------------------------------------------------------


@rule
def places_elsewhere(parts: Row, state: Row, chamber: int) -> int:
    """Free places in the other chambers of the same colour.

    All chambers of a colour together have as many free places as stones of it are still held
    (MC-1.4).
    """
    colour = parts.colour[chamber]
    held = 0
    for seat in range(state.players):
        held += int(state.seats[seat].box[colour]) + int(state.seats[seat].reserve[colour])
    return held - free_places(parts, state, chamber)


@rule
def ladybird_may_empty(parts: Row, state: Row, chamber: int) -> bool:
    """Whether she finds stones in a chamber and places for them elsewhere (MC-10.8, MC-11.10)."""
    stones = int(state.stored[chamber])
    needed = stones if state.options.ladybird == Ladybird.ALL_STONES else 1
    return stones > 0 and places_elsewhere(parts, state, chamber) >= needed


@rule
def ladybird_helps(parts: Row, state: Row, player: Row) -> bool:
    """Whether there is a chamber that she may empty."""
    if unused(state, player, LADYBIRD) > 0:
        for chamber in range(1, CHAMBERS + 1):
            if ladybird_may_empty(parts, state, chamber):
                return True
    return False


@rule
def call_ladybird(state: Row, chamber: int) -> None:
    """She begins to empty a chamber."""
    state.used[LADYBIRD] += 1
    state.source = chamber


@rule
def ladybird_may_carry(parts: Row, state: Row, chamber: int) -> bool:
    """Whether a stone of the chamber that she empties may go to this one (MC-10.5, MC-10.6)."""
    same_colour = parts.colour[chamber] == parts.colour[state.source]
    return chamber != state.source and same_colour and free_places(parts, state, chamber) > 0


@rule
def list_carries(parts: Row, state: Row, out: np.ndarray) -> int:
    """Where the ladybird may carry a stone, and whether she may stop (MC-10.7, MC-11.10)."""
    count = 0
    for chamber in range(1, CHAMBERS + 1):
        if ladybird_may_carry(parts, state, chamber):
            out[count] = Code.CARRY + chamber - 1
            count += 1
    if state.carried > 0 and state.options.ladybird == Ladybird.ANY_NUMBER:
        out[count] = Code.DONE
        count += 1
    return count


@rule
def ladybird_carries(state: Row, chamber: int) -> None:
    """One stone to another chamber (MC-10.5)."""
    state.stored[state.source] -= 1
    state.stored[chamber] += 1
    state.carried += 1


@rule
def ladybird_is_done(parts: Row, state: Row) -> bool:
    """Whether nothing is left to carry, or no place for it (MC-10.8)."""
    return state.stored[state.source] == 0 or places_elsewhere(parts, state, state.source) == 0


@rule
def dismiss_ladybird(state: Row) -> None:
    """She has carried enough."""
    state.source = 0
    state.carried = 0


# --- Dragonfly ------------------------------------------------------------------------------------


@rule
def dragonfly_helps(state: Row, player: Row) -> bool:
    """Whether two ants may change places now (MC-10.12, MC-11.11)."""
    if state.phase == Phase.UNLOAD and state.options.dragonfly == Dragonfly.BEFORE_MOVE:
        return False
    return unused(state, player, DRAGONFLY) > 0


@rule
def dragonfly_swaps(state: Row, pair: int) -> None:
    """Two ants change places, and nothing else (MC-10.10, MC-10.11, MC-10.13)."""
    ant = 0
    while pair >= ANTS - 1 - ant:
        pair -= ANTS - 1 - ant
        ant += 1
    other = ant + 1 + pair
    chamber = state.ants[ant]
    state.ants[ant] = state.ants[other]
    state.ants[other] = chamber
    state.used[DRAGONFLY] += 1


# --- Bumblebee ------------------------------------------------------------------------------------


@rule
def bumblebee_may_swap(player: Row, give: int, take: int) -> bool:
    """A stone of the box against another one of the reserve (MC-10.15)."""
    return give != take and player.box[give] > 0 and player.reserve[take] > 0


@rule
def bumblebee_helps(state: Row, player: Row) -> bool:
    """Whether there are two stones to exchange."""
    if unused(state, player, BUMBLEBEE) > 0:
        for pair in range(COLOURS * COLOURS):
            if bumblebee_may_swap(player, pair // COLOURS, pair % COLOURS):
                return True
    return False


@rule
def bumblebee_swaps(state: Row, player: Row, give: int, take: int) -> None:
    """A stone of the box and one of the reserve change places (MC-10.14)."""
    player.box[give] -= 1
    player.reserve[give] += 1
    player.reserve[take] -= 1
    player.box[take] += 1
    state.used[BUMBLEBEE] += 1


# --- Stick insect ---------------------------------------------------------------------------------


@rule
def stick_helps(state: Row, player: Row) -> bool:
    """Whether a card of the hand, whichever, may stand for another colour (MC-10.16)."""
    return unused(state, player, STICK) > 0 and total(player.hand) > 0


@rule
def stick_names(state: Row, ant: int) -> None:
    """Any colour, for the next card to stand for (MC-10.16, MC-10.20)."""
    state.used[STICK] += 1
    state.mimic = 1 + ant


@rule
def stick_lays(state: Row, card: int, end: int) -> None:
    """The card lies face down, and counts as one of the colour that was named (MC-10.17)."""
    state.hidden = 1 + card
    lay(state, state.mimic - 1, end)


@rule
def stick_shows(state: Row) -> None:
    """The card is turned up and counts with its own colour from now on (MC-10.18)."""
    end = int(state.end) - 1
    road_at(state, end).cards[outermost(state, end)] = state.hidden
    state.hidden = 0
    state.mimic = 0
    state.barrier += 1


# --- Rhinoceros beetle ----------------------------------------------------------------------------


@rule
def rhino_gives(parts: Row, state: Row, player: Row) -> None:
    """A point at the beginning of each turn (MC-10.21)."""
    player.points += player.friends[RHINO]
    cap_points(parts, state, player)


@rule
def rhino_greeting(state: Row, kind: int) -> int:
    """The point that it may give when it is bought (MC-11.12)."""
    return 1 if kind == RHINO and state.options.rhino == Rhino.AT_ONCE else 0


# --- Caterpillars ---------------------------------------------------------------------------------


@rule
def caterpillar_box(player: Row) -> int:
    """How many stones the box is refilled to: seven, eight with an orange one, ten with an exotic.

    (MC-7.1, MC-10.22, MC-10.23, MC-10.24, MC-10.25, MC-10.28)
    """
    if player.friends[EXOTIC] > 0:
        return EXOTIC_BOX
    return ORANGE_BOX if player.friends[ORANGE] > 0 else BOX


# --- Grasshopper ----------------------------------------------------------------------------------


@rule
def has_grasshopper(player: Row) -> bool:
    """Whether the box may be refilled at once after unloading (MC-10.26, MC-10.29)."""
    return player.friends[GRASSHOPPER] > 0


@rule
def grasshopper_may_stop(state: Row) -> bool:
    """Whether the box may stay as it is, short of its limit (MC-10.27, MC-11.14)."""
    return state.begun == 0 or state.options.grasshopper == Grasshopper.PARTIAL


# --- Snail ----------------------------------------------------------------------------------------


@rule
def snail_hand(player: Row) -> int:
    """How many cards the hand is refilled to: four, five with a snail (MC-7.5, MC-10.31)."""
    return SNAIL_HAND if player.friends[SNAIL] > 0 else HAND


# --- Help at any moment ---------------------------------------------------------------------------


@rule
def has_help(parts: Row, state: Row, player: Row) -> bool:
    """Whether a friend can be bought or can help at this moment (MC-9.16)."""
    if state.options.variant == Variant.BASE:
        return False
    return (
        dragonfly_helps(state, player)
        or may_buy_any(parts, state, player)
        or ladybird_helps(parts, state, player)
        or bumblebee_helps(state, player)
    )


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
            if ladybird_may_empty(parts, state, chamber):
                out[count] = Code.LADYBIRD + chamber - 1
                count += 1
    if dragonfly_helps(state, player):
        for pair in range(SWAPS):
            out[count] = Code.DRAGONFLY + pair
            count += 1
    if unused(state, player, BUMBLEBEE) > 0:
        for pair in range(COLOURS * COLOURS):
            if bumblebee_may_swap(player, pair // COLOURS, pair % COLOURS):
                out[count] = Code.BUMBLEBEE + pair
                count += 1
    return count
