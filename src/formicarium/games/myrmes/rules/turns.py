"""Myrmes: the turn order, and the time of the year."""

from formicarium.core.compiled import rule
from formicarium.core.layout import Row
from formicarium.games.myrmes.state import SEASONS, Phase


@rule
def in_turn(state: Row, place: int) -> int:
    """The seat at a place in the turn order; the first player is at place 0 (MY-3.3)."""
    return (state.first + place) % state.players


@rule
def all_decide(state: Row) -> bool:
    """Whether this is a phase in which all decide at the same time (MY-3.3)."""
    phase = state.phase
    early = phase == Phase.EVENT or phase == Phase.BROOD
    late = phase == Phase.DISCARD or phase == Phase.WINTER
    return early or phase == Phase.HARVEST or late


@rule
def worker_acts(state: Row) -> bool:
    """Whether a worker is used, in a room or in the garden."""
    return state.phase >= Phase.WORKER and state.phase <= Phase.LAY


@rule
def nurse_acts(state: Row) -> bool:
    """Whether somebody's nurses are at work in the atelier."""
    return state.phase >= Phase.ATELIER and state.phase <= Phase.GIVE


@rule
def season_number(state: Row) -> int:
    """Seasons are counted from 1 to 9."""
    return (state.year - 1) * SEASONS + state.season + 1
