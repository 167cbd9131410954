"""Where an ant can go, and going there."""

import numpy as np

from formicarium.core.compiled import rule
from formicarium.core.layout import Row
from formicarium.games.minicity.actions import Code
from formicarium.games.minicity.components import FARTHEST
from formicarium.games.minicity.rules.roads import ant_in_play, run, turn_up
from formicarium.games.minicity.rules.table import free_places, unused
from formicarium.games.minicity.state import (
    ANTS,
    CHAMBERS,
    MILLIPEDE,
    Phase,
    Stuck,
    Tunnels,
)

GO = int(Code.GO)


@rule
def ants_stand(state: Row) -> int:
    """Bit per chamber where an ant stands."""
    chambers = 0
    for ant in range(ANTS):
        chambers |= 1 << int(state.ants[ant])
    return chambers


@rule
def destinations(parts: Row, state: Row, ant: int, steps: int) -> int:
    """Bit per chamber where an ant can end: few steps away, and nobody stands there.

    (MC-1.6, MC-4.5, MC-4.6, MC-4.7, MC-4.9)
    """
    occupied = ants_stand(state)
    if state.options.tunnels == Tunnels.OPEN:
        return int(parts.within[state.ants[ant], min(steps, FARTHEST)]) & ~occupied
    return run_around(parts, int(state.ants[ant]), steps, occupied) & ~occupied


@rule
def run_around(parts: Row, origin: int, steps: int, occupied: int) -> int:
    """Bit per chamber within some steps, where ants block the tunnels (MC-4.8, MC-11.6)."""
    seen = 1 << origin
    frontier = seen
    for _ in range(steps):
        grown = 0
        for chamber in range(1, CHAMBERS + 1):
            if (frontier >> chamber) & 1:
                grown |= int(parts.neighbours[chamber])
        frontier = grown & ~seen & ~occupied
        seen |= frontier
    return seen


@rule
def reach(state: Row) -> int:
    """How many steps the card in play allows (MC-4.2, MC-4.13)."""
    return run(state, ant_in_play(state), int(state.end) - 1)


@rule
def goals(parts: Row, state: Row, player: Row) -> int:
    """Bit per chamber where the ant in play can go, with all the millipedes there are.

    (MC-10.1, MC-10.3)
    """
    steps = reach(state) + unused(state, player, MILLIPEDE)
    return destinations(parts, state, ant_in_play(state), steps)


@rule
def can_go(parts: Row, state: Row, player: Row) -> bool:
    """Whether the ant in play can go anywhere: nearly always a chamber beside it is free."""
    beside = int(parts.neighbours[state.ants[ant_in_play(state)]])
    return beside & ~ants_stand(state) != 0 or goals(parts, state, player) != 0


@rule
def must_stay(parts: Row, state: Row) -> bool:
    """Whether the card alone takes the ant nowhere (MC-4.12)."""
    return destinations(parts, state, ant_in_play(state), reach(state)) == 0


@rule
def may_stay(parts: Row, state: Row, player: Row, chambers: int) -> bool:
    """Whether the ant, which can go to some chambers, may stay where it is.

    A millipede need not be used, unless nothing else has made the card playable.

    (MC-4.11, MC-4.12, MC-10.4, MC-11.7)
    """
    if chambers == 0:
        return True
    if state.options.stuck == Stuck.UNPLAYABLE or unused(state, player, MILLIPEDE) == 0:
        return False
    return must_stay(parts, state)


@rule
def list_goals(parts: Row, state: Row, player: Row, out: np.ndarray) -> int:
    """Where the ant can go, and perhaps to stay (MC-4.10)."""
    count = 0
    chambers = goals(parts, state, player)
    for chamber in range(1, CHAMBERS + 1):
        out[count] = GO + chamber - 1  # stays in the list if it is a goal
        count += (chambers >> chamber) & 1
    if may_stay(parts, state, player, chambers):
        out[count] = Code.STAY
        count += 1
    return count


@rule
def use_millipedes(parts: Row, state: Row, chamber: int) -> None:
    """Millipedes help the ant over what the card falls short of (MC-10.1, MC-10.2)."""
    ant = ant_in_play(state)
    steps = reach(state)
    while not (destinations(parts, state, ant, steps) >> int(chamber)) & 1:
        steps += 1
        state.used[MILLIPEDE] += 1


@rule
def go(parts: Row, state: Row, player: Row, chamber: int) -> None:
    """The ant runs to a chamber, perhaps with millipedes (MC-5.6)."""
    if unused(state, player, MILLIPEDE) > 0:
        use_millipedes(parts, state, chamber)
    state.ants[ant_in_play(state)] = chamber
    state.chamber = chamber
    state.room = 1 if free_places(parts, state, chamber) > 0 else 0
    state.phase = Phase.UNLOAD
    if state.mimic > 0:
        turn_up(state)
