"""Pebbles: what speaks for an action."""

from collections.abc import Iterable

from formicarium.core.reasons import Measure, Reason, Reasons
from formicarium.core.state import State
from pebbles.scoring import favourites_of
from pebbles.state import Phase


def goes_on(before: State, after: State) -> bool:
    """A turn goes on as long as somebody may still dig."""
    return bool(after.row.phase == Phase.DIG)


def loads(state: State, seat: int) -> int:
    """Points for loads."""
    return int(state.row.points[seat])


def favourites(state: State, seat: int) -> int:
    """Stones of the favourite colour that are at home."""
    return int(favourites_of(state.row, seat))


def nest(reason: Reason) -> Iterable[str]:
    """Where the load goes, as it is named where it is drawn."""
    return (f"seat {reason.seat}",)


REASONS = Reasons(
    goes_on=goes_on,
    measures=(
        Measure("loads", loads, says=("more",), category="loads", lights=nest),
        Measure("favourites", favourites, says=("more",), lights=nest),
    ),
)
