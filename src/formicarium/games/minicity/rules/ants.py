"""Where the ant in play can go."""

import numpy as np

from formicarium.core.compiled import rule
from formicarium.core.layout import Row
from formicarium.games.minicity.actions import Code
from formicarium.games.minicity.rules.friends import millipede_steps
from formicarium.games.minicity.rules.roads import ant_in_play, reach
from formicarium.games.minicity.rules.tunnels import ants_stand, destinations
from formicarium.games.minicity.state import CHAMBERS, Stuck

GO = int(Code.GO)


@rule
def goals(parts: Row, state: Row, player: Row) -> int:
    """Bit per chamber where the ant in play can go, with all the millipedes there are."""
    steps = reach(state) + millipede_steps(state, player)
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
    """Whether the ant, which can go to some chambers, may stay where it is (MC-4.11, MC-4.12).

    A millipede need not be used, unless nothing else has made the card playable (MC-10.4, MC-11.7).
    """
    if chambers == 0:
        return True
    if state.options.stuck == Stuck.UNPLAYABLE or millipede_steps(state, player) == 0:
        return False
    return must_stay(parts, state)


@rule
def list_goals(parts: Row, state: Row, player: Row, out: np.ndarray) -> int:
    """Where the ant can go, whatever way, and perhaps to stay (MC-4.10)."""
    count = 0
    chambers = goals(parts, state, player)
    for chamber in range(1, CHAMBERS + 1):
        out[count] = GO + chamber - 1  # stays in the list if it is a goal
        count += (chambers >> chamber) & 1
    if may_stay(parts, state, player, chambers):
        out[count] = Code.STAY
        count += 1
    return count
