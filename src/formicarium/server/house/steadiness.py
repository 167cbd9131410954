"""Whether a clock can be relied on that somebody may set: else nobody's time is over by it."""

import logging
import time
from collections.abc import Callable

DAY = 86_400.0  # seconds
JUMP = DAY  # a clock that goes on by so much more than time does was wrong, or is;
DOUBT = DAY  # so long it is doubted, unless it goes back

log = logging.getLogger("formicarium.server")


def since_start() -> float:
    """Seconds by a clock that nobody can set; where the system can tell, it goes on asleep."""
    clock = getattr(time, "CLOCK_BOOTTIME", None)
    return time.monotonic() if clock is None else time.clock_gettime(clock)


class Steadiness:
    """Compares a clock with one that nobody can set.

    >>> passed = iter([0.0, 1.0, 2.0, 3.0, 4.0, 4.0 + DOUBT])
    >>> steady = Steadiness(100.0, lambda: next(passed))
    >>> steady.holds(101.0), steady.holds(2.0 + 400 * DAY), steady.holds(103.0)
    (True, False, True)
    >>> steady.holds(4.0 + 400 * DAY), steady.holds(4.0 + 401 * DAY)
    (False, True)
    """

    def __init__(self, now: float, passed: Callable[[], float] = since_start) -> None:
        self._passed = passed
        self._believed = now - passed()  # by how much the one shows more than the other,
        self._doubted: float | None = None  # and by how much now, if that is another matter
        self._until = 0.0

    def holds(self, now: float) -> bool:
        """Whether a clock that shows this has gone on evenly."""
        passed = self._passed()
        ahead = now - passed
        if abs(ahead - self._believed) < JUMP or (self._is_same(ahead) and passed >= self._until):
            self._believed, self._doubted = ahead, None
            return True
        if not self._is_same(ahead):
            log.warning("the clock has jumped: for a day nobody's time is over, or until it is set")
            self._doubted, self._until = ahead, passed + DOUBT
        return False

    def _is_same(self, ahead: float) -> bool:
        return self._doubted is not None and abs(ahead - self._doubted) < JUMP
