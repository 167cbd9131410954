"""Myrmes: how phases, seasons and years follow each other."""

from formicarium.core.compiled import rule
from formicarium.core.layout import Row
from formicarium.games.myrmes.rules.atelier import next_in_atelier
from formicarium.games.myrmes.rules.opening import roll_dice
from formicarium.games.myrmes.rules.together import open_phase, settle
from formicarium.games.myrmes.rules.turns import all_decide
from formicarium.games.myrmes.rules.workers import next_with_worker
from formicarium.games.myrmes.state import (
    DEEPEST,
    SEASONS,
    TRACKS,
    YEARS,
    Phase,
    Reveal,
    TokenAfterWinter,
)


@rule
def go_on(parts: Row, state: Row) -> None:
    """From phase to phase, until somebody has to decide or the game is over."""
    while state.to_act == 0 and state.phase != Phase.OVER:
        if state.phase == Phase.WORKER:
            begin_turn(state, next_with_worker(state), Phase.HARVEST)
        elif state.phase == Phase.ATELIER:
            begin_turn(state, next_in_atelier(parts, state), Phase.DISCARD)
        elif state.phase == Phase.START:
            begin_season(state)
        else:
            settle(parts, state)
            end_phase(state)
        if all_decide(state):
            open_phase(parts, state)


@rule
def begin_turn(state: Row, seat: int, otherwise: int) -> None:
    """The turn of a seat; where nobody is left, the next phase of all."""
    if seat < 0:
        state.phase = otherwise
    else:
        state.seat = seat
        state.to_act = 1 << seat


@rule
def end_phase(state: Row) -> None:
    """What comes after a phase of all."""
    if state.phase == Phase.EVENT:
        state.phase = Phase.BROOD
    elif state.phase == Phase.BROOD:
        state.phase = Phase.WORKER
        state.seat = (state.first + state.players - 1) % state.players
    elif state.phase == Phase.HARVEST:
        state.phase = Phase.ATELIER
    elif state.phase == Phase.DISCARD:
        end_season(state)
    else:
        end_year(state)


@rule
def begin_season(state: Row) -> None:
    """All event markers go to the die of the season (MY-3.6, MY-4.1, MY-15.8)."""
    for seat in range(state.players):
        state.seats[seat].event = state.dice[state.season]
    together = state.options.reveal == Reveal.TOGETHER
    state.phase = Phase.BROOD if together else Phase.EVENT


@rule
def end_season(state: Row) -> None:
    """Workers and nurses return (MY-6.11, MY-15.4, MY-15.5), soldiers stay (MY-15.9).

    The die is taken off, and the first player changes (MY-15.6, MY-15.7).
    """
    for seat in range(state.players):
        me = state.seats[seat]
        for level in range(DEEPEST + 1):
            me.workers += (int(me.rooms) >> level) & 1
        me.rooms = 0
        me.event = 0
        for track in range(TRACKS):
            me.placed[track] = 0
    state.dice[state.season] = 0
    state.first = (state.first + 1) % state.players
    if state.season < SEASONS - 1:
        state.season += 1
        begin_season(state)
    else:
        state.phase = Phase.WINTER


@rule
def end_year(state: Row) -> None:
    """After the third winter the game is over (MY-17.1); else the dice are rolled for a new year.

    (MY-16.9, MY-16.10)
    """
    if state.year == YEARS:
        state.phase = Phase.OVER
        return
    state.year += 1
    state.season = 0
    if state.options.token_after_winter == TokenAfterWinter.MOVES:
        state.first = (state.first + 1) % state.players
    roll_dice(state)
    begin_season(state)
