"""A template, bound to each game: one step of many games, in one call.

The arrays that it writes to are seen as lists of records (`formicarium.envs.vector` makes both
from the same memory), and only records are handed on: Numba counts the users of an array at every
call that it is handed to, which would take as long as all the rest.
"""

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from formicarium.core.chance import below, scrambled, seed_of
from formicarium.core.compiled import rule
from formicarium.core.layout import Row, layout
from formicarium.envs.rewards import pay

if TYPE_CHECKING:
    from formicarium.core.contract import apply, legal, observe, score, setup
    from formicarium.core.stepping import first_seat, parts_in

Bytes = np.ndarray[Any, np.dtype[np.uint8]]
Array = np.ndarray[Any, Any]

NOBODY = -1
OTHER_STREAM = np.uint64(0x5C5C5C5C5C5C5C5C)  # opponents have dice of their own

# What a table keeps from game to game.
TABLE = layout(
    ("number", np.int64),
    ("rng", np.uint64),  # the dice of opponents who play at random
    ("seed", np.uint64),  # from which those of all games are drawn
    ("games", np.int64),  # begun so far
    ("learner", np.int64),  # the only seat that is asked; -1: every seat is, in turn
    ("asked", np.int64),  # who is asked now; -1: nobody yet
    ("count", np.int64),  # how many actions are allowed
    ("illegal", np.int64),  # answers so far that were not
)


class Desk(NamedTuple):
    """All that a step reads and writes: one record a game in each list."""

    states: Array
    tables: Array
    lists: Array  # `codes`: what may be answered
    masks: Array  # `allowed`: the same as 1 or 0 by code
    observations: Array  # `numbers`: what the seat that is asked knows
    last_observations: Array  # the same at the end of a game, for the seat that was asked last
    standings: Array  # `seats`: points and tie-breaks of the last finished game
    rewards: Array  # `seats`: not 0 but at the end of a game
    finished: Array  # whether a game has ended with this step


@rule
def decider(to_act: int, learner: int) -> int:
    """Who of those to act is asked first: the learner, if there is one among them."""
    if learner >= 0 and (to_act >> learner) & 1:
        return learner
    return first_seat(to_act)


@rule
def deal(parts: Row, state: Row, table: Row) -> None:
    """Set up the next game of a table in a blank state."""
    seed = seed_of(seed_of(table.seed, table.number), table.games)
    setup(parts, state, seed)
    if table.learner >= 0:
        table.learner = (table.number + table.games) % int(state.players)
    table.rng = scrambled(seed ^ OTHER_STREAM)
    table.games += 1


@rule
def forget_question(table: Row, codes: Array, allowed: Array) -> None:
    """Take back what was allowed, and nothing else: most codes never were."""
    for place in range(table.count):
        allowed[codes[place]] = 0


@rule
def ask(table: Row, seat: int, count: int, codes: Array, allowed: Array) -> None:
    """Write down who is asked, and what may be answered."""
    table.asked = seat
    table.count = count
    for place in range(count):
        allowed[codes[place]] = 1


@rule
def step(
    parts: Bytes, blank: Array, desk: Desk, actions: Array, kind: int, first: int, last: int
) -> None:
    """Play one action at each of some tables, and on to the next question.

    Where nobody is asked yet or a game has ended, the next one begins. An action that is not
    allowed is counted, and the game stays as it was.
    """
    components = parts_in(parts)
    for index in range(first, last):
        state, table = desk.states[index], desk.tables[index]
        codes, allowed = desk.lists[index].codes, desk.masks[index].allowed
        if desk.finished[index]:
            desk.finished[index] = False
            desk.rewards[index].seats[:] = 0
        seat, code = table.asked, actions[index]
        if seat != NOBODY and (code < 0 or code >= allowed.size or allowed[code] == 0):
            table.illegal += 1
            continue
        forget_question(table, codes, allowed)
        while True:
            if seat != NOBODY:
                apply(components, state, seat, code)
                if not state.to_act:
                    standing = desk.standings[index].seats
                    score(components, state, standing)
                    pay(standing, int(state.players), kind, desk.rewards[index].seats)
                    look = desk.last_observations[index].numbers
                    observe(components, state, table.asked, look)
                    desk.finished[index] = True
            if seat == NOBODY or not state.to_act:
                desk.states[index] = blank[0]
                deal(components, state, table)
            seat = decider(state.to_act, table.learner)
            count = legal(components, state, seat, codes)
            if table.learner < 0 or seat == table.learner:
                break
            code = codes[below(table, count)]
        ask(table, seat, count, codes, allowed)
        observe(components, state, seat, desk.observations[index].numbers)
