"""Myrmes: setup, and the decisions of a season phase by phase.

Phases, and the files that carry them out; `seasons` leads from each to the next.

    START        a start space, where they are chosen       opening
      |
      v          three years of three seasons
    EVENT   *    only where events are revealed first       brood
    BROOD   *    the event and the births                   brood
      |
      v          while anybody has a worker
    WORKER       a room, or out by a tunnel                 workers
      GARDEN     walk, hunt, convert                        garden
      STAND      clean, and stand on a freed hex            garden
      LAY        a tile; the worker is gone                 laying, specials
      |
      v
    HARVEST *    cubes, and what special tiles bring        harvest, specials
      |
      v          while anybody has a nurse who can act
    ATELIER      tunnel, level, nurse, objective            atelier
      DIG        where the tunnel comes out                 atelier
      PAY, GIVE  earth or stone, or tiles, are paid         objectives
      |
      v
    DISCARD *    what the storeroom cannot keep             storeroom
      |
      v          after autumn
    WINTER  *    food for all                               storeroom
      |
      v          after the third winter
    OVER                                                    scoring

In phases with a star all decide at the same time (`together`). `turns` and `colony`, `tiles` and
`numbers` are what all of them speak of.
"""

import numpy as np

from formicarium.core.chance import below
from formicarium.core.compiled import rule
from formicarium.core.layout import Row
from formicarium.core.numbers import wide
from formicarium.games.myrmes.actions import Code
from formicarium.games.myrmes.rules.atelier import list_digs, list_works, use_nurse
from formicarium.games.myrmes.rules.colony import convert
from formicarium.games.myrmes.rules.garden import (
    can_go_on,
    clean,
    list_garden,
    list_stands,
    step_to,
)
from formicarium.games.myrmes.rules.laying import lay_tile, list_places
from formicarium.games.myrmes.rules.objectives import list_gifts
from formicarium.games.myrmes.rules.opening import (
    assign_starts,
    draw_objectives,
    lay_out,
    list_starts,
    roll_dice,
    scatter_prey,
    take_start,
)
from formicarium.games.myrmes.rules.seasons import begin_season, go_on
from formicarium.games.myrmes.rules.together import choose, list_choices, open_phase
from formicarium.games.myrmes.rules.turns import nurse_acts, worker_acts
from formicarium.games.myrmes.rules.workers import end_action, enter_room, leave_by, list_uses
from formicarium.games.myrmes.state import FirstPlayer, Phase, Track


@rule
def setup(parts: Row, state: Row, seed: np.uint64) -> None:
    """Garden, prey, objectives, dice, the first player (MY-2.14) and everybody's tunnel."""
    state.rng = seed
    state.year = 1
    lay_out(parts, state)
    if state.options.first_player == FirstPlayer.RANDOM:
        state.first = below(state, wide(state.players))
    else:
        state.first = state.options.first_player - 1
    scatter_prey(parts, state)
    draw_objectives(state)
    roll_dice(state)
    assign_starts(parts, state)
    if state.to_act == 0:
        begin_season(state)
        open_phase(parts, state)


# --- What is legal --------------------------------------------------------------------------------


@rule
def legal(parts: Row, state: Row, seat: int, out: np.ndarray) -> int:
    """The codes of all legal actions of a seat to act, in ascending order."""
    phase = state.phase
    if phase == Phase.GARDEN:
        return list_garden(parts, state, seat, out)
    if phase == Phase.WORKER:
        return list_uses(state, seat, out)
    if phase == Phase.LAY:
        return list_places(parts, state, out)
    if phase == Phase.STAND:
        return list_stands(parts, state, out)
    if phase == Phase.START:
        return list_starts(parts, state, out)
    if phase == Phase.ATELIER:
        return list_works(parts, state, seat, out)
    if phase == Phase.DIG:
        return list_digs(parts, state, seat, out)
    if phase == Phase.PAY:
        out[0] = Code.EARTH
        out[1] = Code.STONE
        return 2
    if phase == Phase.GIVE:
        return list_gifts(parts, state, seat, out)
    return list_choices(parts, state, seat, out)


# --- What it does ---------------------------------------------------------------------------------


@rule
def apply(parts: Row, state: Row, seat: int, code: int) -> None:
    """Carry out a legal action and all that follows from it."""
    decide(parts, state, seat, wide(code))
    if state.to_act == 0:
        go_on(parts, state)


@rule
def decide(parts: Row, state: Row, seat: int, code: int) -> None:
    """One decision; nobody is to act when a turn or a phase ends with it."""
    if worker_acts(state):
        if use_worker(parts, state, seat, code):
            end_action(state)
    elif state.phase == Phase.START:
        take_start(parts, state, seat, code - Code.HEX)
    elif nurse_acts(state):
        if use_nurse(parts, state, seat, code):
            state.seats[seat].placed[Track.ATELIER] = 0
            state.used = 0
            state.to_act = 0
    else:
        choose(parts, state, seat, code)


@rule
def use_worker(parts: Row, state: Row, seat: int, code: int) -> bool:
    """A decision about a worker; whether her action is over."""
    me = state.seats[seat]
    if code == Code.CONVERT:
        convert(state, me)
        return state.phase == Phase.GARDEN and not can_go_on(parts, state, seat)
    if state.phase == Phase.WORKER:
        if code < Code.HEX:
            enter_room(state, me, code - Code.ROOM)
            return True
        leave_by(state, me, code - Code.HEX)
    elif state.phase == Phase.LAY:
        lay_tile(parts, state, seat, code - Code.PLACE)
        return True
    elif state.phase == Phase.STAND:
        clean(parts, state, seat, code - Code.HEX)
    elif code >= Code.HEX:
        step_to(parts, state, seat, code - Code.HEX)
    else:
        return prepare(state, code)
    return not can_go_on(parts, state, seat)


@rule
def prepare(state: Row, code: int) -> bool:
    """Name what to lay or clean, or end the action; whether it is over (MY-10.16)."""
    if code == Code.CLEAN:
        state.phase = Phase.STAND
    elif code < Code.CLEAN:
        state.phase = Phase.LAY
        state.laying = code - Code.LAY + 1
    return code == Code.DONE
