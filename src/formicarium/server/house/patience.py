"""How patient the house is with services of browsers: strangers choose them, and some never answer.

Each is sent a few messages at the same time, so that no service keeps the messages to others back.
One that does not answer is asked by one message alone, and less and less often.
"""

from collections import Counter
from typing import NamedTuple
from urllib.parse import urlsplit

from formicarium.server.house.deliveries import Delivery, later, never

EACH = 8  # messages that one service is sent at the same time
BUSY = 1.0  # seconds until it is looked again whether it has time
FIRST, LONGEST = 30.0, 6 * 3600.0  # seconds it is left alone; twice as many each time
ENDED = 20  # times in a row, which take three days
SILENT = ("TimeoutError", "gaierror")  # what it is called when nobody answers, or nobody says where
MOST = 1000  # services of which that is remembered


class Silence(NamedTuple):
    """That a service does not answer."""

    times: int  # in a row
    since: float
    noted: float
    until: float  # it is left alone


class Patience:
    """What is known of services of browsers."""

    def __init__(self) -> None:
        self._asked: Counter[str] = Counter()  # how many messages are on their way to each
        self._silences: dict[str, Silence] = {}
        self._answered = 0.0  # when any of them did last

    def begin(self, service: str, now: float) -> Delivery | None:
        """A message is to be sent now; or, if not now, when."""
        silence = self._silences.get(service)
        if silence is not None and now < silence.until:
            return later("silent", silence.until - now, was_tried=False)
        if self._asked[service] >= (EACH if silence is None else 1):
            return later("busy", BUSY, was_tried=False)
        self._asked[service] += 1
        return None

    def end(self, service: str, begun: float, outcome: Delivery, now: float) -> Delivery:
        """What came of it; nothing is sent there any more if it has been silent for days.

        Unless all of them are: then the network of the house is gone.
        """
        self._asked -= Counter([service])
        if outcome.reason not in SILENT:
            self._silences.pop(service, None)
            self._answered = now
            return outcome
        before = self._silences.pop(service, None) or Silence(0, now, -1.0, now)
        if begun < before.noted:  # others have waited at the same time
            self._silences[service] = before
            return outcome
        wait = min(FIRST * 2 ** min(before.times, 20), LONGEST)
        silence = Silence(before.times + 1, before.since, now, now + wait)
        self._silences[service] = silence
        if len(self._silences) > MOST:
            del self._silences[next(iter(self._silences))]
        is_over = silence.times >= ENDED and self._answered > silence.since
        return never("silent", is_gone=True) if is_over else outcome


def service_of(endpoint: str) -> str:
    """Whose an address is: a stranger may have any number of names under her own.

    >>> service_of("https://a.b.push.example.org/ada")
    'example.org'
    """
    return ".".join(urlsplit(endpoint).netloc.lower().split(".")[-2:])
