"""Whose turn it is to be thought for: everybody gets the same share, not every question."""

from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass, field
from enum import IntEnum
from math import exp2
from typing import Protocol, TypeVar

HALF_LIFE = 10.0  # seconds after which half of what somebody has had is forgotten
GRAIN = 2  # digits: a hundredth of a second more or less is no reason to let somebody wait
PATIENT = 10.0  # seconds after which a question counts as if somebody watched
MOST = 10_000  # addresses, people and tables that are remembered,
TRACE = 0.001  # as long as they have had so many seconds lately


class Urgency(IntEnum):
    """What comes first of those who have had the same."""

    DECISION = 0
    HINT = 1
    ANALYSIS = 2


def always() -> bool:
    """Somebody has asked just now, and waits."""
    return True


@dataclass(frozen=True, slots=True)
class Share:
    """For whom something is thought."""

    address: str = ""
    person: Hashable = ""
    table: str = ""
    is_watched: Callable[[], bool] = field(default=always, compare=False)
    ticket: str = ""  # by which those are found who wait


NOBODY = Share()


class Waiting(Protocol):
    """A question that waits."""

    share: Share
    urgency: Urgency
    came: float


Key = tuple[Hashable, ...]
Question = TypeVar("Question", bound=Waiting)


class Ledger:
    """How many seconds were thought for everybody lately, and who is next.

    What lies longer back counts less: half after some seconds, a quarter after twice as many.

    >>> ledger = Ledger()
    >>> ledger.charge(Share("here", "ada", "t"), seconds=4, now=0)
    >>> ledger.had(Share("here", "ben", "u"), now=HALF_LIFE)
    (2.0, 0.0, 0.0)
    """

    def __init__(self) -> None:
        self._had: dict[Key, tuple[float, float]] = {}  # seconds, and when
        self._most = MOST  # entries before it is looked for those that count no more

    def charge(self, share: Share, seconds: float, now: float) -> None:
        """Somebody was thought for, or will be."""
        for key in (_address(share), _person(share), _table(share)):
            self._had[key] = max(0.0, self._exactly(key, now) + seconds), now
        if len(self._had) > self._most:
            self._had = {
                key: entry for key, entry in self._had.items() if self._exactly(key, now) > TRACE
            }
            self._most = max(MOST, 2 * len(self._had))

    def give_back(self, share: Share, seconds: float, charged: float, now: float) -> None:
        """What was charged then is not charged any more."""
        self.charge(share, -seconds * _left(now - charged), now)

    def had(self, share: Share, now: float) -> tuple[float, float, float]:
        """What an address has had lately, a person there, and a table of hers."""
        return (
            self._now(_address(share), now),
            self._now(_person(share), now),
            self._now(_table(share), now),
        )

    def next(self, waiting: Iterable[Question], now: float) -> Question:
        """The question that is answered next; the one rule for bots, hints and analyses.

        1. What somebody watches comes first: a table that is looked at, a hint or an analysis,
           for which somebody has asked. What has waited for long counts as watched, so that
           nobody waits for ever.
        2. Then the address that has had the least thinking lately; at the same address the person,
           and of hers the table. So the hints of one address never starve the bots of another, nor
           the other way round: whatever was thought for it, it has had.
        3. Of those who have had the same, bots come before hints, and hints before analyses.
        4. Then who came first.
        """
        left = [*waiting]
        left = [one for one in left if now - one.came >= PATIENT or one.share.is_watched()] or left
        for key_of in (_address, _person, _table):
            left = self._least(left, key_of, now)
        return min(left, key=lambda one: (one.urgency, one.came))

    def _least(
        self, waiting: list[Question], key_of: Callable[[Share], Key], now: float
    ) -> list[Question]:
        """Those that are for whoever has had the least."""
        keys = [key_of(one.share) for one in waiting]
        had = {key: self._now(key, now) for key in {*keys}}
        least = min(had.values())
        return [one for one, key in zip(waiting, keys, strict=True) if had[key] == least]

    def _now(self, key: Key, now: float) -> float:
        return round(self._exactly(key, now), GRAIN) if key in self._had else 0.0

    def _exactly(self, key: Key, now: float) -> float:
        seconds, at = self._had.get(key, (0.0, now))
        return seconds * _left(now - at)


def _left(seconds: float) -> float:
    """The share of something that is remembered after so many seconds."""
    return exp2(min(0.0, -seconds / HALF_LIFE))


def _address(share: Share) -> Key:
    return (share.address,)


def _person(share: Share) -> Key:
    return share.address, share.person


def _table(share: Share) -> Key:
    return share.address, share.person, share.table
