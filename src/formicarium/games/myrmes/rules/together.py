"""Myrmes: phases in which all decide at the same time.

A seat's choices are kept apart until all are in, so that nothing open changes meanwhile.
"""

import numpy as np

from formicarium.core.compiled import rule
from formicarium.core.layout import Row
from formicarium.games.myrmes.actions import Code
from formicarium.games.myrmes.rules.brood import (
    give_birth,
    go_on_brooding,
    nurses_left,
    pay_event,
    workers_to_hatch,
)
from formicarium.games.myrmes.rules.harvest import (
    begin_harvest,
    bring_in,
    go_on_harvesting,
    must_choose_cubes,
    next_pick,
)
from formicarium.games.myrmes.rules.storeroom import (
    discard,
    feed,
    go_on_discarding,
    go_on_feeding,
    must_choose_discards,
    must_choose_food,
)
from formicarium.games.myrmes.rules.table import add_hex, in_turn
from formicarium.games.myrmes.state import (
    EVENTS,
    KINDS,
    TRACK_LIMIT,
    Event3,
    Phase,
    Reveal,
    Step,
)

TRACK_CODES = (int(Code.LARVAE), int(Code.WORKERS), int(Code.SOLDIERS), int(Code.ATELIER))

# --- Who is asked ---------------------------------------------------------------------------------


@rule
def is_asked(parts: Row, state: Row, seat: int) -> bool:
    """Whether the phase leaves a seat anything to decide; everybody can see that."""
    me = state.seats[seat]
    if state.phase == Phase.EVENT:
        return me.larvae > 0
    if state.phase == Phase.BROOD:
        return me.nurses > 0 or (state.options.reveal == Reveal.TOGETHER and me.larvae > 0)
    if state.phase == Phase.HARVEST:
        return must_choose_cubes(parts, state, seat)
    if state.phase == Phase.DISCARD:
        return must_choose_discards(state, me)
    return state.phase == Phase.WINTER and must_choose_food(state, me)


@rule
def open_phase(parts: Row, state: Row) -> None:
    """Ask everybody who has a choice."""
    state.seat = 0
    for place in range(state.players):
        seat = in_turn(state, place)
        begin_choosing(parts, state, seat)
        if state.seats[seat].step != Step.NONE:
            state.to_act += 1 << seat


@rule
def begin_choosing(parts: Row, state: Row, seat: int) -> None:
    """The first step of a seat, and what is done without a question."""
    me = state.seats[seat]
    if state.phase == Phase.HARVEST:
        begin_harvest(parts, state, seat)
    elif not is_asked(parts, state, seat):
        me.step = Step.NONE
    elif state.phase == Phase.DISCARD:
        me.step = Step.CUBES
    elif state.phase == Phase.WINTER:
        me.step = Step.FEED
    elif me.larvae > 0 and (state.phase == Phase.EVENT or state.options.reveal == Reveal.TOGETHER):
        me.step = Step.EVENT
    else:
        me.step = Step.LARVAE


# --- Choices --------------------------------------------------------------------------------------


@rule
def next_choice(parts: Row, state: Row, seat: int, after: int) -> int:
    """The next code that a seat may choose after the given one; -1: no more."""
    me = state.seats[seat]
    if me.step == Step.MORE and after < Code.DONE and state.options.event_3 == Event3.OPTIONAL:
        return Code.DONE + 0
    if me.step == Step.TILES or me.step == Step.MORE:
        hex_ = next_pick(parts, state, seat, after - Code.HEX if after >= Code.HEX else -1)
        return Code.HEX + hex_ if hex_ >= 0 else -1
    if me.step == Step.CUBES:
        for kind in range(KINDS):
            if Code.FOOD + kind > after and me.store[kind] > me.chosen[kind]:
                return Code.FOOD + kind
        return -1
    first, last = range_of_choices(state, me)
    following = after + 1 if after >= first else first
    return following if following <= last else -1


@rule
def range_of_choices(state: Row, me: Row) -> tuple[int, int]:
    """The first and the last code, where all between them are legal."""
    if me.step == Step.EVENT:
        first = max(state.dice[state.season] - me.larvae, 0)
        last = min(state.dice[state.season] + me.larvae, EVENTS - 1)
        return Code.EVENT + first, Code.EVENT + last
    if me.step == Step.HATCH:
        fewest, most = workers_to_hatch(state, me)
        return Code.HATCH + fewest, Code.HATCH + most
    if me.step == Step.SCAVENGE:
        return Code.EARTH + 0, Code.STONE + 0
    if me.step == Step.FEED:
        return Code.CONVERT + 0, Code.DONE + 0
    track = me.step - Step.LARVAE
    most = min(TRACK_LIMIT[track], nurses_left(me))
    return TRACK_CODES[track], TRACK_CODES[track] + most


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
    """Note a seat's choice and take it to its next step; when all are through, nobody is to act."""
    me = state.seats[seat]
    note(me, code)
    if state.phase == Phase.BROOD:
        go_on_brooding(state, me)
    elif state.phase == Phase.HARVEST:
        if code == Code.DONE:
            me.step = Step.SCAVENGE
        go_on_harvesting(parts, state, seat)
    elif state.phase == Phase.DISCARD:
        go_on_discarding(state, me)
    elif state.phase == Phase.WINTER and code != Code.DONE:
        go_on_feeding(state, me)
    else:
        me.step = Step.NONE
    if me.step == Step.NONE:
        state.to_act -= 1 << seat


@rule
def note(me: Row, code: int) -> None:
    """What a choice changes before it takes effect."""
    if me.step == Step.EVENT:
        me.event = code - Code.EVENT
    elif me.step <= Step.ATELIER:
        track = me.step - Step.LARVAE
        me.placed[track] = code - TRACK_CODES[track]
    elif me.step == Step.HATCH:
        me.hatch = code - Code.HATCH
    elif code >= Code.HEX:
        add_hex(me.picked, code - Code.HEX)
        if me.step == Step.MORE:
            me.chosen[0] += 1
    elif code >= Code.FOOD:
        me.chosen[code - Code.FOOD] += 1
    elif code == Code.CONVERT:
        me.chosen[0] += 1


# --- Effects --------------------------------------------------------------------------------------


@rule
def settle(parts: Row, state: Row) -> None:
    """All is revealed and takes effect, in turn order from the first player."""
    asked = 0
    for place in range(state.players):
        if is_asked(parts, state, in_turn(state, place)):
            asked += 1
    if asked > 1:
        state.barrier += 1
    for place in range(state.players):
        seat = in_turn(state, place)
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
