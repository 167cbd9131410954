"""A template, bound to each game: games in which everybody takes what looks best at once.

As `GreedyBot` plays, without Python between decisions.
"""

from typing import TYPE_CHECKING, Any

import numpy as np

from formicarium.core.chance import below, seed_of
from formicarium.core.compiled import rule

if TYPE_CHECKING:
    from formicarium.bots.tree import Desk, desk_for, look_at_all
    from formicarium.core.contract import apply, legal, score, setup
    from formicarium.core.stepping import copy_into, first_seat, parts_in, state_in

Array = np.ndarray[Any, Any]
WORLDS = 4


@rule
def choose(
    desk: "Desk", start: Array, seat: int, seed: np.uint64, count: int, values: Array
) -> int:
    """The action that looks best; any of them, if several do."""
    codes = desk.room[0].codes[:count].copy()
    values[:count] = 0.0
    look_at_all(desk, start, seat, WORLDS, seed, codes, values[:count])
    best, ties = 0, 0
    for index in range(count):
        if values[index] > values[best]:
            best, ties = index, 0
        if values[index] == values[best]:
            ties += 1
            best = index if below(desk.dice[0], ties) == 0 else best
    return int(codes[best])


@rule
def play(
    parts_bytes: Array,
    blank: Array,
    seed: np.uint64,
    settings: Array,
    mind: Array,
    states: Array,
    seats: Array,
    standing: Array,
) -> int:
    """One game: some of its decisions, each as likely as any other, and how it ended."""
    desk = desk_for(parts_bytes, blank, settings, mind)
    values, now = np.empty(desk.room[0].codes.size), blank.copy()
    parts, state, choices, decisions = parts_in(parts_bytes), state_in(now), 0, 0
    setup(parts, state, seed)
    desk.dice[0].rng = seed_of(seed, 1)
    while state.to_act:
        seat = first_seat(state.to_act)
        count = legal(parts, state, seat, desk.room[0].codes)
        code = desk.room[0].codes[0]
        decisions += 1
        if count > 1:
            place, choices = choices, choices + 1
            if place >= seats.size:
                place = below(desk.dice[0], choices)
            if place < seats.size:
                copy_into(states[place], now)
                seats[place] = seat
            code = choose(desk, now, seat, seed_of(seed, 2 + decisions), count, values)
        apply(parts, state, seat, code)
    score(parts, state, standing)
    return min(choices, seats.size)
