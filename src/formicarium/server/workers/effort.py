"""How thoroughly there is time to think, when many wait."""

from collections.abc import Hashable, Iterable
from dataclasses import dataclass

STEPS = (1.0, 3 / 4, 1 / 2, 1 / 4)  # of what a level usually thinks,
FURTHER = (1 / 8, 1 / 16, 1 / 32)  # and where even that would take too long
SOON = 1.5  # seconds in which the turns of all who wait should be over,
TURNS = 3.5  # or as many turns of the slowest: so many never disturb each other,
MANY = 5.0  # nor so many that are over within
LONG = 3.0  # seconds that a turn may take before it is thought about still shorter
LATELY = 20  # a mean is over about so many


@dataclass(slots=True)
class Mean:
    """A running mean, which forgets what was long ago."""

    value: float = 0.0
    count: int = 0

    def add(self, value: float) -> None:
        """One more."""
        self.count = min(self.count + 1, LATELY)
        self.value += (value - self.value) / self.count


class Experience:
    """What was learned about kinds of bots: how long they think, and how often in a turn.

    >>> known = Experience()
    >>> known.decided(("myrmes", "hard"), seconds=0.5, effort=1.0)
    >>> known.ended_turn(("myrmes", "hard"), decisions=4)
    >>> known.rest_of_turn(("myrmes", "hard"), taken=1), known.decision(("myrmes", "hard"))
    (1.5, 0.5)
    """

    def __init__(self) -> None:
        self._seconds: dict[Hashable, Mean] = {}
        self._decisions: dict[Hashable, Mean] = {}

    def decided(self, kind: Hashable, seconds: float, effort: float) -> None:
        """A bot has decided; what took less than its usual effort is only a first guess."""
        mean = self._seconds.setdefault(kind, Mean())
        if effort == 1.0:
            mean.add(seconds)
        elif not mean.count:
            mean.value = seconds / effort

    def ended_turn(self, kind: Hashable, decisions: int) -> None:
        """A bot has decided so often until somebody else had to."""
        self._decisions.setdefault(kind, Mean()).add(decisions)

    def decision(self, kind: Hashable) -> float:
        """The seconds of a decision with all effort; 0.0: not known yet."""
        return self._seconds[kind].value if kind in self._seconds else 0.0

    def rest_of_turn(self, kind: Hashable, taken: int) -> float:
        """The seconds of what is left of a turn after so many decisions."""
        turn = self._decisions[kind].value if kind in self._decisions else 1.0
        return self.decision(kind) * max(1.0, turn - taken)


class Load:
    """All that waits, and how long each address will if everybody gets the same share.

    An address that asks for much waits long itself; it lets nobody else wait longer than for as
    much as is theirs.

    >>> load = Load([("small", 0.5), *[("large", 0.5)] * 20], processes=1)
    >>> load.wait("small"), load.wait("large")
    (1.0, 10.5)
    >>> load.effort("small"), load.effort("large")
    (1.0, 0.25)
    """

    def __init__(self, waiting: Iterable[tuple[str, float]], processes: int) -> None:
        self._sums: dict[str, float] = {}
        self._slowest: dict[str, float] = {}
        self._processes = processes
        for address, seconds in waiting:
            self._sums[address] = self._sums.get(address, 0.0) + seconds
            self._slowest[address] = max(self._slowest.get(address, 0.0), seconds)
        self._all = sum(self._sums.values())

    def wait(self, address: str) -> float:
        """About how many seconds until all is thought that waits for an address."""
        return min(self._all, len(self._sums) * self._sums[address]) / self._processes

    def effort(self, address: str) -> float:
        """The share of its usual thinking for which there is time."""
        return effort_for(self.wait(address), self._slowest[address])


def effort_for(seconds: float, slowest: float) -> float:
    """The share of the usual thinking for which there is time.

    `seconds` is how long all that waits would take, `slowest` the longest turn of it.

    >>> [effort_for(seconds, slowest=0.1) for seconds in (1, 2, 3, 6, 13, 30)]
    [1.0, 0.75, 0.5, 0.25, 0.125, 0.0625]
    """
    in_time = max(SOON, TURNS * slowest, min(LONG, MANY * slowest))
    for step in STEPS:
        if seconds * step <= in_time:
            return step
    for step in (STEPS[-1], *FURTHER):
        if seconds * step <= max(LONG, in_time):
            return step
    return FURTHER[-1]
