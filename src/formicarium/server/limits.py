"""How much anybody may ask for."""

import ipaddress
import math
from collections import Counter, OrderedDict
from collections.abc import Mapping
from enum import StrEnum
from typing import NamedTuple, TypeVar

from formicarium.server.settings import Settings

MOST = 100_000  # people or addresses that are remembered, for each kind
HAIR = 1e-6  # seconds: rounding is nobody's fault
AT_ONCE = 4  # of so many people behind an address one does at any time as much as she may
NEW = 25  # guests in an hour for each person who may share an address: browsers come and go
DAY = 86_400.0  # seconds


class Counted(StrEnum):
    """What there can be too much of."""

    REQUEST = "request"
    MESSAGE = "message"  # on a socket
    TABLE = "table"
    CHAT = "chat"
    LOGIN = "login"
    GUEST = "guest"  # whom the house has never seen
    JOB = "job"
    REPORT = "report"
    NOTICE = "notice"  # a browser that is to be told something,
    MAIL = "mail"  # or an address of mail
    THINKING = "thinking"  # seconds of bots, hints and analyses
    BYTE = "byte"  # that is stored


QUICK = (Counted.REQUEST, Counted.MESSAGE, Counted.LOGIN)


class Allowance(NamedTuple):
    """So many at once, and then one more every so many seconds."""

    burst: float
    seconds: float


def rates_of(settings: Settings) -> dict[Counted, Allowance]:
    """The rates that are set for one person."""
    return {
        Counted.REQUEST: Allowance(settings.requests_burst, 1 / settings.requests_per_second),
        Counted.MESSAGE: Allowance(settings.messages_burst, 1 / settings.messages_per_second),
        Counted.TABLE: Allowance(settings.tables_per_hour, 3600 / settings.tables_per_hour),
        Counted.CHAT: Allowance(settings.chat_per_minute, 60 / settings.chat_per_minute),
        Counted.LOGIN: Allowance(settings.logins_per_minute, 60 / settings.logins_per_minute),
        Counted.JOB: Allowance(settings.jobs_per_minute, 60 / settings.jobs_per_minute),
        Counted.REPORT: Allowance(settings.reports_per_day, DAY / settings.reports_per_day),
        Counted.NOTICE: Allowance(settings.notices_per_day, DAY / settings.notices_per_day),
        Counted.MAIL: Allowance(settings.mails_per_day, DAY / settings.mails_per_day),
    }


def rates_of_address(settings: Settings) -> dict[Counted, Allowance]:
    """The rates of all who share an address.

    Requests, messages and logins cost the processor whatever becomes of them, and nobody needs them
    all the time: of these an address has as many as a part of its people. Of thinking it may have
    half of what this process can think.
    """
    people = settings.people_per_address
    quick = max(1.0, people / AT_ONCE)
    rates = {}
    for kind, (burst, seconds) in rates_of(settings).items():
        share = quick if kind in QUICK else people
        rates[kind] = Allowance(burst * share, seconds / share)
    rates[Counted.GUEST] = Allowance(people * NEW, 3600 / (people * NEW))
    thinking, stored = settings.thinking_per_hour * settings.thinkers, settings.stored_per_day
    rates[Counted.THINKING] = Allowance(thinking, 3600 / thinking)
    rates[Counted.BYTE] = Allowance(stored, DAY / stored)
    return rates


Who = str | int  # a person or an address
Key = TypeVar("Key")
Spender = tuple[Counted, Who]


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
        self.news: dict[Spender, float] | None = None  # what was spent here since others were told
        self._full_at: dict[Counted, OrderedDict[Who, float]] = {
            kind: OrderedDict() for kind in rates
        }

    def allow(self, kind: Counted, who: Who, now: float) -> float:
        """How many seconds to wait; 0.0: go on, and that was counted."""
        wait = self.wait(kind, who, now)
        if not wait:
            self.spend(kind, who, now)
        return wait

    def wait(self, kind: Counted, who: Who, now: float, amount: float = 1.0) -> float:
        """How many seconds to wait until so much is left; 0.0: go on."""
        burst, seconds = self.rates[kind]
        wait = self._full(kind, who, now) - now - max(0.0, burst - amount) * seconds
        return wait if wait > HAIR else 0.0

    def spend(self, kind: Counted, who: Who, now: float, amount: float = 1.0) -> None:
        """Count something that has happened, and have others told."""
        self.hear(kind, who, now, amount)
        if self.news is not None:
            self.news[kind, who] = self.news.get((kind, who), 0.0) + amount

    def hear(self, kind: Counted, who: Who, now: float, amount: float) -> None:
        """Count something that has happened, here or elsewhere; no bucket is more than empty."""
        burst, seconds = self.rates[kind]
        buckets = self._full_at[kind]
        full_at = self._full(kind, who, now) + amount * seconds
        buckets[who] = min(full_at, now + burst * seconds)
        buckets.move_to_end(who)
        self._forget(buckets, now)

    def taken_news(self) -> list[tuple[Counted, Who, float]]:
        """What was spent here since this was last asked; it is asked if others are to know."""
        news, self.news = self.news or {}, {}
        return [(kind, who, amount) for (kind, who), amount in news.items()]

    def __len__(self) -> int:
        return sum(map(len, self._full_at.values()))

    def _full(self, kind: Counted, who: Who, now: float) -> float:
        """When a bucket will be full again, or has been."""
        burst, seconds = self.rates[kind]
        full_at = max(now, self._full_at[kind].get(who, now))
        # No bucket is so empty: the clock was set back.
        return now if full_at > now + (burst + 1) * seconds else full_at

    def _forget(self, buckets: OrderedDict[Who, float], now: float) -> None:
        """Drop buckets at the front that are full again, or are too many."""
        while buckets:
            who, full_at = next(iter(buckets.items()))
            if full_at > now and len(buckets) <= self.most:
                return
            del buckets[who]


class Elsewhere(NamedTuple):
    """What another process has told of its crowd."""

    heard: float
    together: int
    largest: Mapping[str, int]  # the addresses that have most


class Crowd:
    """Things that last, such as sockets: how many a person has, an address, and all together.

    Where there is a most for all together, no address has more than are still free. So one address
    has half of all at most, two have a third each, and whoever comes from another one finds room.

    >>> sockets = Crowd(each=1, at_address=5, together=10)
    >>> sockets.admit("ada", "1.1.1.1"), sockets.admit("ada", "1.1.1.1"), sockets.together
    (True, False, 1)
    >>> sockets.release("ada", "1.1.1.1")
    >>> sockets.admit("ada", "1.1.1.1")
    True
    """

    def __init__(self, each: int, at_address: int, together: float = math.inf) -> None:
        self.most_each = each
        self.most_at_address = at_address
        self.most_together = together
        self.here = 0
        self._of: Counter[Who] = Counter()
        self._at: Counter[str] = Counter()
        self._elsewhere: dict[str, Elsewhere] = {}  # by the name of the process

    def of(self, who: Who) -> int:
        """How many somebody has here."""
        return self._of[who]

    def at(self, address: str) -> int:
        """How many an address has, as far as is known."""
        others = self._elsewhere.values()
        return self._at[address] + sum(other.largest.get(address, 0) for other in others)

    @property
    def together(self) -> int:
        """How many there are, as far as is known."""
        return self.here + sum(other.together for other in self._elsewhere.values())

    def has_room(self, address: str) -> bool:
        """Whether an address may have one more."""
        most = min(self.most_at_address, self.most_together - self.together)
        return self.at(address) < most

    def admit(self, who: Who, address: str) -> bool:
        """One more, if there is room."""
        if self.of(who) >= self.most_each or not self.has_room(address):
            return False
        self._of[who] += 1
        self._at[address] += 1
        self.here += 1
        return True

    def release(self, who: Who, address: str) -> None:
        """One less."""
        if not self.of(who):
            raise ValueError(f"{str(who)[:6]} has none to give back")
        self.here -= 1
        _take_one(self._of, who)
        _take_one(self._at, address)

    def largest(self, most: int) -> dict[str, int]:
        """The addresses that have most here."""
        return dict(self._at.most_common(most))

    def hear(self, sender: str, told: Elsewhere) -> None:
        """Another process says what it has now."""
        self._elsewhere[sender] = told

    def forget(self, before: float) -> None:
        """Processes that have said nothing since are gone, and their crowd with them."""
        for sender, told in [*self._elsewhere.items()]:
            if told.heard < before:
                del self._elsewhere[sender]


def _take_one(counts: Counter[Key], key: Key) -> None:
    """One less of something; what has come to nothing is forgotten."""
    counts[key] -= 1
    if not counts[key]:
        del counts[key]


def client_address(peer: str, forwarded: str, proxies: int) -> str:
    """The address that somebody is counted by.

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
