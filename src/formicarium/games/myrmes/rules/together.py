"""Myrmes: phases in which all decide at the same time.

A seat is asked one question after the other. Its answers are kept apart until all are in, so that
nothing open changes meanwhile; then all of them take effect. What is asked stands with the phase:
`brood`, `harvest`, `storeroom`.
"""

import numpy as np

from formicarium.core.compiled import rule
from formicarium.core.layout import Row
from formicarium.core.numbers import wide
from formicarium.games.myrmes.actions import Code
from formicarium.games.myrmes.rules.brood import (
    answer_brood,
    brood_answers,
    first_in_brood,
    give_birth,
    pay_event,
)
from formicarium.games.myrmes.rules.harvest import (
    answer_harvest,
    begin_harvest,
    bring_in,
    must_choose_cubes,
    next_to_harvest,
)
from formicarium.games.myrmes.rules.storeroom import (
    answer_discard,
    answer_winter,
    discard,
    feed,
    must_choose_discards,
    must_choose_food,
    next_to_discard,
)
from formicarium.games.myrmes.rules.turns import in_turn
from formicarium.games.myrmes.state import SEATS, Phase, Question

# --- Questions ------------------------------------------------------------------------------------


@rule
def is_asked(parts: Row, state: Row, seat: int) -> bool:
    """Whether the phase leaves a seat anything to decide; everybody can see that (MY-3.4)."""
    if state.phase == Phase.HARVEST:
        return must_choose_cubes(parts, state, seat)
    return first_question(state, state.seats[seat]) != Question.NONE


@rule
def asked(parts: Row, state: Row) -> int:
    """Bit per seat that the phase leaves something to decide, with all others."""
    seats = 0
    for seat in range(SEATS):
        if seat < state.players and is_asked(parts, state, seat):
            seats |= 1 << seat
    return seats


@rule
def first_question(state: Row, me: Row) -> int:
    """What a seat is asked first in any phase but the harvest."""
    if state.phase == Phase.DISCARD:
        return wide(Question.CUBES if must_choose_discards(state, me) else Question.NONE)
    if state.phase == Phase.WINTER:
        return wide(Question.FEED if must_choose_food(state, me) else Question.NONE)
    return first_in_brood(state, me)


@rule
def open_phase(parts: Row, state: Row) -> None:
    """Ask everybody who has a choice."""
    state.seat = 0
    for place in range(state.players):
        seat = in_turn(state, place)
        begin_choosing(parts, state, seat)
        if state.seats[seat].question != Question.NONE:
            state.to_act += 1 << seat


@rule
def begin_choosing(parts: Row, state: Row, seat: int) -> None:
    """The first question to a seat, and what is done without one."""
    if state.phase == Phase.HARVEST:
        begin_harvest(parts, state, seat)
    else:
        me = state.seats[seat]
        me.question = first_question(state, me)


# --- Answers --------------------------------------------------------------------------------------


@rule
def next_choice(parts: Row, state: Row, seat: int, after: int) -> int:
    """The next code that a seat may choose after the given one; -1: no more."""
    me = state.seats[seat]
    if me.question == Question.TILES or me.question == Question.MORE:
        return next_to_harvest(parts, state, seat, after)
    if me.question == Question.CUBES:
        return next_to_discard(me, after)
    first, last = range_of_choices(state, me)
    following = max(after + 1, first)
    return following if following <= last else -1


@rule
def range_of_choices(state: Row, me: Row) -> tuple[int, int]:
    """The first and the last code, where all between them are legal."""
    if me.question == Question.SCAVENGE:
        return wide(Code.EARTH), wide(Code.STONE)
    if me.question == Question.FEED:
        return wide(Code.CONVERT), wide(Code.DONE)
    return brood_answers(state, me)


@rule
def list_choices(parts: Row, state: Row, seat: int, out: np.ndarray) -> int:
    """All that a seat may choose."""
    count = 0
    code = next_choice(parts, state, seat, Code.EVENT - 1)
    while code >= 0:
        out[count] = code
        count += 1
        code = next_choice(parts, state, seat, code)
    return count


@rule
def choose(parts: Row, state: Row, seat: int, code: int) -> None:
    """A seat's answer leads to its next question; when all are through, nobody is to act."""
    me = state.seats[seat]
    if state.phase == Phase.HARVEST:
        answer_harvest(parts, state, seat, code)
    elif state.phase == Phase.DISCARD:
        answer_discard(state, me, code - Code.FOOD)
    elif state.phase == Phase.WINTER:
        answer_winter(state, me, code)
    else:
        answer_brood(state, me, code)
    if me.question == Question.NONE:
        state.to_act -= 1 << seat


# --- Effects --------------------------------------------------------------------------------------


@rule
def settle(parts: Row, state: Row) -> None:
    """All is revealed and takes effect, in turn order from the first player (MY-3.5)."""
    asked = 0
    for place in range(state.players):
        if is_asked(parts, state, in_turn(state, place)):
            asked += 1
    if asked > 1:
        state.barrier += 1
    for place in range(state.players):
        take_effect(parts, state, in_turn(state, place))


@rule
def take_effect(parts: Row, state: Row, seat: int) -> None:
    """What a seat has decided."""
    me = state.seats[seat]
    if state.phase == Phase.EVENT:
        pay_event(state, me)
    elif state.phase == Phase.BROOD:
        give_birth(state, me)
    elif state.phase == Phase.HARVEST:
        bring_in(parts, state, seat)
    elif state.phase == Phase.DISCARD:
        discard(state, me)
    else:
        feed(state, me)
