"""Mini City: what a position is worth to a bot."""

import numpy as np

from formicarium.core.compiled import rule
from formicarium.core.layout import Row, layout
from formicarium.games.minicity.rules.ants import goals
from formicarium.games.minicity.rules.counting import (
    card_limit,
    free_places,
    seat_in_turn,
    stones_held,
)
from formicarium.games.minicity.rules.roads import roads_in_use, run
from formicarium.games.minicity.rules.tunnels import destinations
from formicarium.games.minicity.scoring import share_of
from formicarium.games.minicity.state import (
    ANTS,
    CHAMBERS,
    COLOURS,
    KINDS,
    SEATS,
    Phase,
    Variant,
)

BY_PLAYERS = (SEATS + 1,)

JUDGEMENT = layout(
    # The lead that makes victory e times as likely: at the end, and for each stone until then.
    ("open", np.float64, BY_PLAYERS),
    ("open_per_stone", np.float64, BY_PLAYERS),
    # What a stone counts that is still in the box, but finds a place
    ("arrived", np.float64),  # where the ant has just arrived,
    ("on_the_way", np.float64),  # where the ant in play goes,
    ("in_hand", np.float64),  # or where an ant goes with a card of the hand.
    ("card", np.float64),  # what another card in this turn brings beside that
    ("step", np.float64),  # the farther the next free place, the worse for stones without one
    ("wait", np.float64, BY_PLAYERS),  # what it costs that others have their turns before
    ("point", np.float64),  # what a friendship point brings, for every stone still to be unloaded
    ("friend", np.float64, (KINDS,)),  # the same for the friends, from the millipede to the snail
)

DIGIT = 8  # bits of one colour where the stones of all colours are packed into one number
LARGEST = (1 << DIGIT) - 1


@rule
def appraise(parts: Row, mind: Row, state: Row, out: np.ndarray) -> float:
    """The stones unloaded, those that may soon be, and the friends who help with the others."""
    share = share_of(parts, state)
    ahead, fewest = -LARGEST, share
    for seat in range(state.players):
        player = state.seats[seat]
        held = stones_held(player)
        out[seat] = prospects(parts, mind, state, seat) - held
        out[seat] -= mind.wait[state.players] * turns_to_wait(state, seat)
        if state.options.variant == Variant.FRIENDS:
            out[seat] += held * friendship(mind, player)
        ahead, fewest = max(ahead, out[seat]), min(fewest, held)
    for seat in range(state.players):
        out[seat] += share - ahead  # the first will unload all; the others stay behind by as much
    return mind.open[state.players] + mind.open_per_stone[state.players] * fewest


@rule
def turns_to_wait(state: Row, seat: int) -> int:
    """How many others have their turn before a seat has hers."""
    return (seat - seat_in_turn(state)) % int(state.players)


@rule
def friendship(mind: Row, player: Row) -> float:
    """What friends, and the points to buy some, bring for every stone still held."""
    worth = mind.point * player.points
    for kind in range(KINDS):
        worth += mind.friend[kind] * player.friends[kind]
    return worth


@rule
def prospects(parts: Row, mind: Row, state: Row, seat: int) -> float:
    """What the stones of the box may become: no stone is counted for two ants."""
    worth, box = in_play(parts, mind, state, seat)
    for ant in range(ANTS):
        if state.seats[seat].hand[ant] > 0:
            chambers = destinations(parts, state, ant, longest_reach(state, ant))
            stones, box = unloaded(parts, state, best_of(parts, state, chambers, box), box)
            worth += mind.in_hand * stones
    return worth - mind.step * way_to_go(parts, state, box)


@rule
def in_play(parts: Row, mind: Row, state: Row, seat: int) -> tuple[float, int]:
    """What the rest of this turn brings, and the stones that are then left in the box."""
    player = state.seats[seat]
    box = packed(player.box)
    if seat != seat_in_turn(state) or not Phase.STOCK < state.phase < Phase.REFILL:
        return 0.0, box
    worth = mind.card * (card_limit(parts, state) - int(state.plays))
    if state.phase == Phase.MOVE:
        stop = best_of(parts, state, goals(parts, state, player), box)
        stones, box = unloaded(parts, state, stop, box)
        worth += mind.on_the_way * stones
    elif state.phase == Phase.UNLOAD:
        stones, box = unloaded(parts, state, int(state.chamber), box)
        worth += mind.arrived * stones
    return worth, box


@rule
def longest_reach(state: Row, ant: int) -> int:
    """How far another card of its colour would take an ant, laid where it helps most."""
    longest = 0
    for end in range(2 * roads_in_use(state)):
        longest = max(longest, run(state, ant, end))
    return longest + 1


# --- Stones of the box ----------------------------------------------------------------------------


@rule
def packed(box: np.ndarray) -> int:
    """The stones of a box, `DIGIT` bits for each colour."""
    stones = 0
    for colour in range(COLOURS):
        stones |= int(box[colour]) << DIGIT * colour
    return stones


@rule
def fitting(parts: Row, state: Row, chamber: int, box: int) -> int:
    """How many stones of a box a chamber takes; no chamber takes none."""
    stones = (box >> DIGIT * int(parts.colour[chamber])) & LARGEST
    return min(stones, free_places(parts, state, chamber))


@rule
def best_of(parts: Row, state: Row, chambers: int, box: int) -> int:
    """The chamber that takes most stones of a box, of a set as bits; 0 if none takes any."""
    best, most = 0, 0
    for chamber in range(1, CHAMBERS + 1):
        if (chambers >> chamber) & 1:
            stones = fitting(parts, state, chamber, box)
            if stones > most:
                best, most = chamber, stones
    return best


@rule
def unloaded(parts: Row, state: Row, chamber: int, box: int) -> tuple[int, int]:
    """How many stones go into a chamber, and what is left of the box."""
    stones = fitting(parts, state, chamber, box)
    return stones, box - (stones << DIGIT * int(parts.colour[chamber]))


@rule
def way_to_go(parts: Row, state: Row, box: int) -> int:
    """Steps from the nearest ant to the nearest free place, for each colour in the box."""
    steps = 0
    for colour in range(COLOURS):
        if (box >> DIGIT * colour) & LARGEST:
            steps += nearest(parts, state, colour)
    return steps


@rule
def nearest(parts: Row, state: Row, colour: int) -> int:
    """Steps from any ant to a free place of a colour."""
    fewest = CHAMBERS
    for chamber in range(1, CHAMBERS + 1):
        if parts.colour[chamber] == colour and free_places(parts, state, chamber) > 0:
            for ant in range(ANTS):
                fewest = min(fewest, int(parts.distance[state.ants[ant], chamber]))
    return fewest
