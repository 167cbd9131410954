"""Pebbles: how it is set up, what may be decided, and what comes of it."""

import numpy as np

from formicarium.core.chance import below, shuffle
from formicarium.core.compiled import rule
from formicarium.core.layout import Row
from pebbles.actions import Code
from pebbles.state import BROOK, COLOURS, Phase, Refill


@rule
def setup(parts: Row, state: Row, seed: np.uint64) -> None:
    """Deal the favourites and fill the brook; seat 1 begins (PB-1.2, PB-1.3, PB-1.5)."""
    state.rng = seed
    for colour in range(COLOURS):
        state.bag[colour] = parts.stones[colour]
        state.favourites[colour] = colour
    shuffle(state, state.favourites, COLOURS)
    begin_turn(state, 0)


@rule
def legal(parts: Row, state: Row, seat: int, out: np.ndarray) -> int:
    """A stone of any colour in the brook; then to dig or to go home (PB-2.1, PB-2.2)."""
    if state.phase == Phase.DIG:
        out[0], out[1] = Code.DIG, Code.HOME
        return 2
    count = 0
    for colour in range(COLOURS):
        if state.brook[colour] > 0:
            out[count] = Code.TAKE + colour
            count += 1
    return count


@rule
def apply(parts: Row, state: Row, seat: int, code: int) -> None:
    """Carry out a decision; whoever cannot dig goes home at once (PB-2.4)."""
    if code == Code.DIG:
        dig(state)
    elif code != Code.HOME:
        take(state, code - Code.TAKE)
    if code == Code.HOME or not can_dig(state):
        bring_home(parts, state, seat)
        begin_turn(state, (seat + 1) % int(state.players))


@rule
def take(state: Row, colour: int) -> None:
    """Lift a stone out of the brook (PB-2.1)."""
    state.brook[colour] -= 1
    state.carried[colour] = 1
    state.phase = Phase.DIG


@rule
def dig(state: Row) -> None:
    """A stone out of the bag: of a colour that she carries, and all of them are lost (PB-2.3)."""
    colour = draw(state)
    if state.carried[colour] == 0:
        state.carried[colour] = 1
    else:
        for lost in range(COLOURS):
            state.carried[lost] = 0


@rule
def can_dig(state: Row) -> bool:
    """Whether there is something to lose, something to gain, and something to find (PB-2.4)."""
    return 0 < in_all(state.carried) < COLOURS and in_all(state.bag) > 0


@rule
def bring_home(parts: Row, state: Row, seat: int) -> None:
    """What she carries goes into her nest, and counts as one load (PB-3.2)."""
    state.points[seat] += parts.load[in_all(state.carried)]
    for colour in range(COLOURS):
        state.nests[seat, colour] += state.carried[colour]
        state.carried[colour] = 0


@rule
def begin_turn(state: Row, seat: int) -> None:
    """Fill the brook up for whoever is next; if it stays empty, it is over (PB-2.5, PB-3.1)."""
    if state.options.refill == Refill.TURN or in_all(state.brook) == 0:  # PB-4.1
        while in_all(state.brook) < BROOK and in_all(state.bag) > 0:
            state.brook[draw(state)] += 1
    if in_all(state.brook) > 0:
        state.phase = Phase.TAKE
        state.to_act = 1 << seat
    else:
        state.phase = Phase.OVER
        state.to_act = 0
        state.barrier += 1  # favourites come to light (PB-3.3)


@rule
def draw(state: Row) -> int:
    """The colour of a stone out of the bag, each stone as likely as any other."""
    state.barrier += 1
    left = below(state, in_all(state.bag))
    colour = 0
    while left >= state.bag[colour]:
        left -= state.bag[colour]
        colour += 1
    state.bag[colour] -= 1
    return colour


@rule
def in_all(stones: np.ndarray) -> int:
    """How many stones of any colour."""
    count = 0
    for colour in range(COLOURS):
        count += int(stones[colour])
    return count
