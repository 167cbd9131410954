"""How long people have thought.

What was thought since a decision was first due counts on when it is taken back: nobody gains time
by deciding and taking back. While nobody or a bot sits on a seat, its time stands still.
"""

from collections.abc import Collection, Sequence

from formicarium.server.domain.events import Clock, Event, Kind
from formicarium.server.domain.seats import Seat

LEISURE = 4 * 3600.0  # seconds for a decision that nobody waits for at the table
DAY = 86_400.0


def run_clocks(
    seats: Sequence[Seat], event: Event, before: Collection[int], now: Collection[int]
) -> None:
    """Count what people have thought until an event; `before` and `now`: the seats of those."""
    for number, seat in enumerate(seats):
        has_moved = number == event.seat and event.kind in (Kind.PLAYED, Kind.UNDONE)
        if number in before and (has_moved or number not in now):
            thought = max(0.0, event.at - seat.began)  # a clock may be set back
            seat.used += thought
            seat.spent[-1] += thought
        if has_moved:
            _go_on(seat, event.kind)
        if number in now and (has_moved or number not in before):
            seat.began = event.at


def _go_on(seat: Seat, kind: Kind) -> None:
    """The next decision is to come, or the last one again."""
    if kind == Kind.PLAYED:
        seat.spent.append(0.0)
    else:
        later = seat.spent.pop()
        seat.spent[-1] += later


def deadline(clock: Clock, seat: Seat) -> float:
    """When the time of somebody who thinks is over."""
    return seat.began + clock.seconds - (seat.used if clock.per == "game" else seat.spent[-1])


def has_time_again(clock: Clock | None, seat: Seat, is_thinking: bool, at: float) -> bool:
    """Whether there would be time left for a seat's last decision if it took it back."""
    if clock is None or clock.per == "game":
        return True
    thought = sum(seat.spent[-2:]) + (at - seat.began if is_thinking else 0.0)
    return thought < clock.seconds


def is_by_the_day(clock: Clock | None) -> bool:
    """Whether people play when they find time, and not all at the same time."""
    return clock is None or clock.seconds >= (LEISURE if clock.per == "decision" else DAY)
