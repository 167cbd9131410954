"""Myrmes: how phases, seasons and years follow each other."""

import numpy as np

from formicarium.core.compiled import rule
from formicarium.games.myrmes.rules.atelier import next_in_atelier
from formicarium.games.myrmes.rules.opening import roll_dice
from formicarium.games.myrmes.rules.together import open_phase, settle
from formicarium.games.myrmes.rules.workers import next_with_worker
from formicarium.games.myrmes.state import (
    SEASONS,
    TRACKS,
    YEARS,
    Phase,
    Reveal,
    TokenAfterWinter,
)

ROOM_BITS = 4


@rule
def go_on(parts: np.record, state: np.record) -> None:
    """From phase to phase, until somebody has to decide or the game is over."""
    while state.to_act == 0 and state.phase != Phase.OVER:
        if state.phase == Phase.WORKER:
            seat = next_with_worker(state)
            turn_or_phase(parts, state, seat, Phase.HARVEST)
        elif state.phase == Phase.ATELIER:
            seat = next_in_atelier(parts, state)
            turn_or_phase(parts, state, seat, Phase.DISCARD)
        elif state.phase == Phase.START:
            begin_season(parts, state)
        else:
            settle(parts, state)
            follow(parts, state)


@rule
def turn_or_phase(parts: np.record, state: np.record, seat: int, phase: int) -> None:
    """The turn of a seat; where nobody is left, the next phase of all."""
    if seat >= 0:
        state.seat = seat
        state.to_act = 1 << seat
    else:
        state.phase = phase
        open_phase(parts, state)


@rule
def follow(parts: np.record, state: np.record) -> None:
    """What comes after a phase of all."""
    if state.phase == Phase.EVENT:
        state.phase = Phase.BROOD
        open_phase(parts, state)
    elif state.phase == Phase.BROOD:
        state.phase = Phase.WORKER
        state.seat = (state.first + state.players - 1) % state.players
    elif state.phase == Phase.HARVEST:
        state.phase = Phase.ATELIER
    elif state.phase == Phase.DISCARD:
        end_season(parts, state)
    else:
        end_year(parts, state)


@rule
def begin_season(parts: np.record, state: np.record) -> None:
    """All event markers go to the die of the season."""
    for seat in range(state.players):
        state.seats[seat].event = state.dice[state.season]
    together = state.options.reveal == Reveal.TOGETHER
    state.phase = Phase.BROOD if together else Phase.EVENT
    open_phase(parts, state)


@rule
def end_season(parts: np.record, state: np.record) -> None:
    """Workers and nurses return, the die is taken off, the first player changes."""
    for seat in range(state.players):
        me = state.seats[seat]
        for level in range(ROOM_BITS):
            me.workers += (int(me.rooms) >> level) & 1
        me.rooms = 0
        me.event = 0
        for track in range(TRACKS):
            me.placed[track] = 0
    state.dice[state.season] = 0
    state.first = (state.first + 1) % state.players
    if state.season == SEASONS - 1:
        state.phase = Phase.WINTER
        open_phase(parts, state)
    else:
        state.season += 1
        begin_season(parts, state)


@rule
def end_year(parts: np.record, state: np.record) -> None:
    """After the third winter the game is over; else the dice are rolled for a new year."""
    if state.year == YEARS:
        state.phase = Phase.OVER
        return
    state.year += 1
    state.season = 0
    if state.options.token_after_winter == TokenAfterWinter.MOVES:
        state.first = (state.first + 1) % state.players
    roll_dice(state)
    begin_season(parts, state)
