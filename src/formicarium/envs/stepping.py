"""A template, bound to each game: one step of many games, in one call.

The arrays that it writes to are seen as lists of rows (`formicarium.envs.batch` makes both
from the same memory), and only rows are handed on: Numba counts the users of an array at every
call that it is handed to, which would take as long as all the rest.
"""

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from formicarium.core.chance import below, scrambled, seed_of
from formicarium.core.compiled import rule
from formicarium.core.layout import Row, layout
from formicarium.envs.rewards import pay

if TYPE_CHECKING:
    from formicarium.core.contract import apply, legal, observe, redetermine, score, setup
    from formicarium.core.stepping import first_seat, parts_in

Bytes = np.ndarray[Any, np.dtype[np.uint8]]
Array = np.ndarray[Any, Any]

NOBODY = -1
GIVEN = -2  # nobody yet: the game was put here, and goes on from where it stands
OTHER_STREAM = np.uint64(0x5C5C5C5C5C5C5C5C)  # opponents have dice of their own

# A lane plays one game after the other. What it keeps from game to game:
LANE = layout(
    ("number", np.int64),
    ("rng", np.uint64),  # the dice of opponents who play at random
    ("seed", np.uint64),  # from which those of all games are drawn
    ("games", np.int64),  # begun so far
    ("learner", np.int64),  # the only seat that is asked; -1: every seat is, in turn
    ("asked", np.int64),  # who is asked now; -1: nobody yet
    ("count", np.int64),  # how many actions are allowed
    ("illegal", np.int64),  # answers so far that were not
)


class Lanes(NamedTuple):
    """All that a step reads and writes: one row a lane in each list."""

    states: Array
    lanes: Array
    lists: Array  # `codes`: what may be answered
    masks: Array  # `allowed`: the same as 1 or 0 by code
    observations: Array  # `numbers`: what the seat that is asked knows
    last_observations: Array  # the same at the end of a game, for the seat that was asked last
    standings: Array  # `seats`: points and tie-breaks of the last finished game
    rewards: Array  # `seats`: not 0 but at the end of a game
    finished: Array  # whether a game has ended with this step


@rule
def deal(parts: Row, state: Row, lane: Row) -> None:
    """Set up the next game of a lane in a blank state."""
    seed = seed_of(seed_of(lane.seed, lane.number), lane.games)
    setup(parts, state, seed)
    if lane.learner >= 0:
        lane.learner = (lane.number + lane.games) % int(state.players)
    lane.rng = scrambled(seed ^ OTHER_STREAM)
    lane.games += 1


@rule
def is_allowed(allowed: Array, code: int) -> bool:
    """Whether a code is an answer to the question."""
    return bool(0 <= code < allowed.size and allowed[code] != 0)


@rule
def forget_question(lane: Row, codes: Array, allowed: Array) -> None:
    """Take back what was allowed, and nothing else: most codes never were."""
    for place in range(lane.count):
        allowed[codes[place]] = 0


@rule
def decider(to_act: int, learner: int) -> int:
    """Who of those to act is asked first: the learner, if there is one among them."""
    if learner >= 0 and (to_act >> learner) & 1:
        return learner
    return first_seat(to_act)


@rule
def next_question(parts: Row, state: Row, lane: Row, codes: Array) -> int:
    """Let opponents play until somebody is asked; how many answers there are, 0 at the end."""
    while state.to_act:
        seat = decider(state.to_act, lane.learner)
        count = legal(parts, state, seat, codes)
        if lane.learner < 0 or seat == lane.learner:
            lane.asked = seat
            return count
        apply(parts, state, seat, codes[below(lane, count)])
    return 0


@rule
def ask(lane: Row, count: int, codes: Array, allowed: Array) -> None:
    """Write down what may be answered."""
    lane.count = count
    for place in range(count):
        allowed[codes[place]] = 1


@rule
def settle(
    parts: Row, state: Row, lane: Row, kind: int, standing: Array, rewards: Array, look: Array
) -> None:
    """Count the points of a game that is over, and pay every seat."""
    score(parts, state, standing)
    pay(standing, int(state.players), kind, rewards)
    observe(parts, state, lane.asked, look)


@rule
def step(
    parts_bytes: Bytes, blank: Array, rows: Lanes, actions: Array, kind: int, first: int, last: int
) -> None:
    """Play one action in each of some lanes, and on to the next question.

    Where nobody is asked yet or a game has ended, the next one begins. An action that is not
    allowed is counted, and the game stays as it was.
    """
    parts = parts_in(parts_bytes)
    for index in range(first, last):
        state, lane = rows.states[index], rows.lanes[index]
        codes, allowed = rows.lists[index].codes, rows.masks[index].allowed
        standing, rewards = rows.standings[index].seats, rows.rewards[index].seats
        if rows.finished[index]:
            rows.finished[index] = False
            rewards[:] = 0
        if lane.asked >= 0 and not is_allowed(allowed, actions[index]):
            lane.illegal += 1
            continue
        forget_question(lane, codes, allowed)
        count = 0
        if lane.asked >= 0:
            apply(parts, state, lane.asked, actions[index])
        if lane.asked != NOBODY:
            count = next_question(parts, state, lane, codes)
        while count == 0:
            if lane.asked >= 0:
                look = rows.last_observations[index].numbers
                settle(parts, state, lane, kind, standing, rewards, look)
                rows.finished[index] = True
            rows.states[index] = blank[0]
            deal(parts, state, lane)
            count = next_question(parts, state, lane, codes)
        ask(lane, count, codes, allowed)
        observe(parts, state, lane.asked, rows.observations[index].numbers)


@rule
def forget(parts_bytes: Bytes, rows: Lanes, seed: np.uint64) -> None:
    """Draw anew, in every game, what the seat that is asked cannot know."""
    parts = parts_in(parts_bytes)
    for index in range(rows.lanes.size):
        lane = rows.lanes[index]
        redetermine(parts, rows.states[index], lane.asked, seed_of(seed, lane.number))
