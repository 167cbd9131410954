"""The hill: where an ant gets in so many steps."""

from formicarium.core.compiled import rule
from formicarium.core.layout import Row
from formicarium.games.minicity.components import FARTHEST
from formicarium.games.minicity.state import ANTS, CHAMBERS, Tunnels


@rule
def ants_stand(state: Row) -> int:
    """Bit per chamber where an ant stands."""
    chambers = 0
    for ant in range(ANTS):
        chambers |= 1 << int(state.ants[ant])
    return chambers


@rule
def destinations(parts: Row, state: Row, ant: int, steps: int) -> int:
    """Bit per chamber where an ant can end: few steps away, and no ant stands there, nor itself.

    Ants on its way and full chambers do not hinder it
    (MC-1.6, MC-4.5, MC-4.6, MC-4.7, MC-4.8, MC-4.9).
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
