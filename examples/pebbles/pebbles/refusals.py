"""Pebbles: why an action is forbidden, and by which rule."""

from formicarium.core.layout import Row
from formicarium.core.rulebook import Refusal, out_of_turn
from pebbles.actions import NAMES, Code
from pebbles.state import Phase


def refusal(parts: Row, state: Row, seat: int, code: int) -> Refusal:
    """The rule that forbids an action, which is known to be illegal."""
    waits = out_of_turn(state, seat, over="PB-3.1", turn="PB-1.5")
    if waits:
        return waits
    if state.phase == Phase.DIG:
        return Refusal("PB-2.2", "refusals.dig", {})
    if code in (Code.DIG, Code.HOME):
        return Refusal("PB-2.1", "refusals.take", {})
    return Refusal("PB-2.1", "refusals.colour", {"colour": NAMES[code - Code.TAKE]})
