"""How much anybody may ask for."""

import ipaddress
from collections import OrderedDict
from collections.abc import Mapping
from enum import StrEnum
from typing import NamedTuple

from formicarium.server.settings import Settings

MOST = 100_000  # people or addresses that are remembered, for each kind
HAIR = 1e-6  # seconds: rounding is nobody's fault


class Counted(StrEnum):
    """What there can be too much of."""

    REQUEST = "request"
    MESSAGE = "message"  # on a socket
    TABLE = "table"
    CHAT = "chat"
    LOGIN = "login"
    JOB = "job"


class Allowance(NamedTuple):
    """So many at once, and then one more every so many seconds."""

    burst: int
    seconds: float


def rates_of(settings: Settings, people: int = 1) -> dict[Counted, Allowance]:
    """The rates that are set, for one person or for several behind the same address."""
    single = {
        Counted.REQUEST: Allowance(settings.requests_burst, 1 / settings.requests_per_second),
        Counted.MESSAGE: Allowance(settings.messages_burst, 1 / settings.messages_per_second),
        Counted.TABLE: Allowance(settings.tables_per_hour, 3600 / settings.tables_per_hour),
        Counted.CHAT: Allowance(settings.chat_per_minute, 60 / settings.chat_per_minute),
        Counted.LOGIN: Allowance(settings.logins_per_minute, 60 / settings.logins_per_minute),
        Counted.JOB: Allowance(settings.jobs_per_minute, 60 / settings.jobs_per_minute),
    }
    return {
        kind: Allowance(rate.burst * people, rate.seconds / people) for kind, rate in single.items()
    }


class Limits:
    """A bucket of tokens for each kind and person.

    Of each bucket only the time is kept at which it will be full again; one that is full is as good
    as none. Buckets lie in the order of their last use, so old ones are found at the front.

    >>> limits = Limits({Counted.CHAT: Allowance(burst=2, seconds=30)})
    >>> [limits.allow(Counted.CHAT, "ada", now) for now in (0.0, 1.0, 2.0, 30.0, 31.0)]
    [0.0, 0.0, 28.0, 0.0, 29.0]
    """

    def __init__(self, rates: Mapping[Counted, Allowance], most: int = MOST) -> None:
        self.rates = dict(rates)
        self.most = most
        self._full_at: dict[Counted, OrderedDict[str, float]] = {
            kind: OrderedDict() for kind in rates
        }

    def allow(self, kind: Counted, who: str, now: float) -> float:
        """How many seconds to wait; 0.0: go on, and that was counted."""
        burst, seconds = self.rates[kind]
        buckets = self._full_at[kind]
        full_at = max(now, buckets.get(who, now))
        if full_at > now + (burst + 1) * seconds:  # no bucket is so empty: the clock was set back
            full_at = now
        wait = full_at - now - (burst - 1) * seconds
        if wait > HAIR:
            return wait
        buckets[who] = full_at + seconds
        buckets.move_to_end(who)
        self._forget(buckets, now)
        return 0.0

    def __len__(self) -> int:
        return sum(map(len, self._full_at.values()))

    def _forget(self, buckets: OrderedDict[str, float], now: float) -> None:
        """Drop buckets at the front that are full again, or are too many."""
        while buckets:
            who, full_at = next(iter(buckets.items()))
            if full_at > now and len(buckets) <= self.most:
                return
            del buckets[who]


class Crowd:
    """Things that last, such as sockets: how many somebody has, and all together.

    >>> sockets = Crowd(each=1, together=10)
    >>> sockets.admit("ada"), sockets.admit("ada"), sockets.together
    (True, False, 1)
    >>> sockets.release("ada")
    >>> sockets.admit("ada")
    True
    """

    def __init__(self, each: int, together: int) -> None:
        self.most_each = each
        self.most_together = together
        self.together = 0
        self._count: dict[str, int] = {}

    def of(self, who: str) -> int:
        """How many somebody has."""
        return self._count.get(who, 0)

    def admit(self, who: str) -> bool:
        """One more, if there is room."""
        if self.of(who) >= self.most_each or self.together >= self.most_together:
            return False
        self._count[who] = self.of(who) + 1
        self.together += 1
        return True

    def release(self, who: str) -> None:
        """One less."""
        if not self.of(who):
            raise ValueError(f"{who[:6]} has none to give back")
        self._count[who] -= 1
        self.together -= 1
        if not self._count[who]:
            del self._count[who]


def client_address(peer: str, forwarded: str, proxies: int) -> str:
    """The address that somebody is counted by, for whom has no cookie yet.

    Every trusted proxy has appended whom it heard from to `X-Forwarded-For`; what stands before
    that can be anything. An IPv6 network belongs to one household, so that is what counts.

    >>> client_address("127.0.0.1", "6.6.6.6, 203.0.113.9", proxies=1)
    '203.0.113.9'
    >>> client_address("203.0.113.9", "6.6.6.6", proxies=0)
    '203.0.113.9'
    >>> client_address("2001:db8:1:2:3:4:5:6", "", proxies=0)
    '2001:db8:1:2::/64'
    """
    named = [part.strip() for part in forwarded.split(",")] if forwarded else []
    text = named[-proxies] if 0 < proxies <= len(named) else peer
    try:
        address = ipaddress.ip_address(text)
    except ValueError:
        return peer
    if isinstance(address, ipaddress.IPv6Address):
        if address.ipv4_mapped:
            return str(address.ipv4_mapped)
        return str(ipaddress.ip_network((int(address), 64), strict=False))
    return str(address)
