"""A template, bound to each game: its hand judgement, corrected by a small network.

The network sees what the seat knows that is to act, and what the hand judgement says. To the
points of each seat it adds something, as a part of how open the game is, and it changes how open
that is. So one of zeros changes nothing. It reckons in whole numbers, hence alike on every machine.
Nothing is made here: there is room behind its weights, so each thread has a copy of its own.
"""

from typing import TYPE_CHECKING

import numpy as np

from formicarium.bots.inputs import (
    ACTIVE_BITS,
    FIRST_BITS,
    HIDDEN,
    INPUT_BITS,
    LATER_BITS,
    MOST_ACTIVE,
    MOST_INPUT,
    ONE,
    READ,
    WIDTH,
)
from formicarium.core.compiled import rule
from formicarium.core.exponential import exp
from formicarium.core.layout import Row, layout

if TYPE_CHECKING:
    from formicarium.bots.inputs import INPUTS, READS, ROWS, SEATS, SIZE
    from formicarium.core.contract import JUDGEMENT, appraise, observe
    from formicarium.core.stepping import first_seat


OUTPUTS = SEATS + 1
LEAD_BITS = 2  # of what e times as likely means are 1
MOST_OPENED = 1.0  # so many e times as open, or as little, at most

NET = layout(
    ("reads", READ, (INPUTS,)),
    ("first", np.int16, (ROWS, WIDTH)),
    ("first_bias", np.int32, (WIDTH,)),
    ("second", np.int16, (HIDDEN, WIDTH)),
    ("second_bias", np.int32, (HIDDEN,)),
    ("last", np.int16, (OUTPUTS, HIDDEN)),
    ("last_bias", np.int32, (OUTPUTS,)),
    ("unit", np.float64),  # points that seats usually end with
    ("looks", np.int64),  # 1: first looks at actions ask it, too
)

ROOM = layout(
    ("seen", np.uint8, (SIZE,)),
    ("inputs", np.int16, (INPUTS,)),
    ("sums", np.int32, (WIDTH,)),
    ("active", np.int32, (WIDTH,)),
    ("hidden", np.int32, (HIDDEN,)),
    ("out", np.float64, (OUTPUTS,)),
)

# What stands in place of a judgement.
MIND = layout(("worth", JUDGEMENT), ("net", NET), ("room", ROOM))


@rule
def appraise_corrected(parts: Row, mind: Row, state: Row, out: np.ndarray) -> float:
    """With how many points seats may expect to end, and how open the game is: by both."""
    seat, players = first_seat(int(state.to_act)), int(state.players)
    openness = gather(parts, mind, state, seat, out)
    think(mind.net, mind.room)
    for place in range(players):
        out[(seat + place) % players] += openness * mind.room.out[place]
    return openness * exp(min(max(mind.room.out[SEATS], -MOST_OPENED), MOST_OPENED))


@rule
def glance_corrected(parts: Row, mind: Row, state: Row, out: np.ndarray) -> float:
    """The same for a first look at an action, for which the hand judgement may do."""
    if mind.net.looks:
        return appraise_corrected(parts, mind, state, out)
    return appraise(parts, mind.worth, state, out)


@rule
def gather(parts: Row, mind: Row, state: Row, seat: int, out: np.ndarray) -> float:
    """Collect all that the network is handed; points and openness are those of the hand judgement.

    Seats come in the order in which they sit, the one that observes first.
    """
    room, players = mind.room, int(state.players)
    observe(parts, state, seat, room.seen)
    for index in range(READS):
        room.inputs[index] = number_read(room.seen, mind.net.reads[index])
    openness = appraise(parts, mind.worth, state, out)
    usual = 0.0
    for other in range(players):
        usual += out[other] / players
    for place in range(SEATS):
        lead, points = 0.0, 0.0
        if place < players:
            points = out[(seat + place) % players]
            lead = (points - usual) / openness
        room.inputs[READS + place] = whole(lead / (1 << LEAD_BITS))
        room.inputs[READS + SEATS + place] = whole(points / mind.net.unit)
    room.inputs[READS + 2 * SEATS] = whole(openness / mind.net.unit * (1 << LEAD_BITS))
    return openness


@rule
def number_read(seen: np.ndarray, read: Row) -> int:
    """One number of an observation: which of many things, or a part of what is usual."""
    number = int(np.int64(seen[read.at]))
    if read.wide:
        number += int(np.int64(seen[read.at + 1])) << 8
        if number >> 15:
            number -= 1 << 16
    if number == 0:
        return 0
    if read.usual == 0:
        return min(number, int(read.most))
    parts = (number << INPUT_BITS) // int(read.usual)
    return min(max(parts, -MOST_INPUT), MOST_INPUT)


@rule
def whole(number: float) -> int:
    """A fraction as the network takes it."""
    within = min(max(number * ONE, -float(MOST_INPUT)), float(MOST_INPUT))
    return int(within + MOST_INPUT + 0.5) - MOST_INPUT


@rule
def think(net: Row, room: Row) -> None:
    """From what it is handed to what it says."""
    add_inputs(net, room)
    for unit in range(WIDTH):
        summed = int(room.sums[unit]) >> (INPUT_BITS + FIRST_BITS - ACTIVE_BITS)
        room.active[unit] = min(max(summed, 0), MOST_ACTIVE)
    for unit in range(HIDDEN):
        summed = weighed(net.second[unit], room.active, net.second_bias[unit])
        room.hidden[unit] = min(max(summed >> LATER_BITS, 0), MOST_ACTIVE)
    for unit in range(OUTPUTS):
        summed = weighed(net.last[unit], room.hidden, net.last_bias[unit])
        room.out[unit] = summed / float(1 << (LATER_BITS + ACTIVE_BITS))


@rule
def add_inputs(net: Row, room: Row) -> None:
    """The first layer: few inputs are not 0, and only their rows are added."""
    sums = room.sums
    for unit in range(WIDTH):
        sums[unit] = net.first_bias[unit]
    for index in range(INPUTS):
        number = int(room.inputs[index])
        if number != 0:
            row = int(net.reads[index].row)
            if net.reads[index].usual == 0:
                row, number = row + number - 1, ONE
            add_row(net.first[row], number, sums)


@rule
def add_row(weights: np.ndarray, number: int, sums: np.ndarray) -> None:
    """So many times a row of weights."""
    for unit in range(WIDTH):
        sums[unit] += np.int32(int(weights[unit]) * number)


@rule
def weighed(weights: np.ndarray, active: np.ndarray, bias: int) -> int:
    """A sum of weighed numbers; they are chosen so that it never has more than 32 bits."""
    total = int(bias)
    for index in range(weights.size):
        total += int(weights[index]) * int(active[index])
    return total
