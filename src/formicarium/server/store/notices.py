"""What people are told when they are not here, as it goes into the store and comes out."""

from datetime import UTC, datetime, tzinfo
from typing import Literal, NamedTuple, get_args
from zoneinfo import ZoneInfo

import msgspec

from formicarium.server.domain.events import Clock
from formicarium.server.domain.people import Called

NoticeKind = Literal["turn", "reminder", "over", "invitation"]
Channel = Literal["push", "mail"]
KINDS: tuple[NoticeKind, ...] = get_args(NoticeKind)


class NewNotice(NamedTuple):
    """Something that somebody is to be told, unless she comes by herself before it is due."""

    person: int
    kind: NoticeKind
    at: float
    due: float


class Wishes(msgspec.Struct, frozen=True, kw_only=True):
    """What somebody wishes to be told of, and when: at first nothing at all."""

    person: int
    push: frozenset[NoticeKind] = frozenset()
    mail: frozenset[NoticeKind] = frozenset()
    live: bool = False  # whether of tables as well where all are there at the same time
    language: str = "en"
    zone: str = "UTC"
    quiet_from: int = 0  # minutes of her day; where both are alike, it has no quiet hours
    quiet_until: int = 0
    pause: int = 900  # seconds between two messages
    address: str = ""  # of her mail, which she has confirmed
    pending: str = ""  # another one, which she has not confirmed yet
    asked: float = 0.0  # when she was sent a link for it
    looked: float = 0.0  # when she has last looked at the page
    told: float = 0.0  # when a message was last written for her
    changed: float = 0.0

    def wall_clock(self, at: float) -> datetime:
        """A time by the clock on her wall; by UTC where nobody knows her time zone any more."""
        try:
            zone: tzinfo = ZoneInfo(self.zone)
        except (OSError, ValueError, LookupError):
            zone = UTC
        return datetime.fromtimestamp(at, zone)

    def kinds(self, channel: Channel) -> frozenset[NoticeKind]:
        """What she wishes to be told in one way."""
        return self.push if channel == "push" else self.mail


class Subscription(msgspec.Struct, frozen=True):
    """A browser that takes messages: where they are sent, and for whom they are sealed."""

    number: int
    person: int
    token_hash: str  # of its session
    endpoint: str
    p256dh: str
    auth: str
    created: float


class Matter(NamedTuple):
    """What a message is about: which table, and what of it."""

    kind: str
    table: str
    number: int  # of the event that it comes from; of a reminder, when the clock runs out


class HowItStands(msgspec.Struct, frozen=True):
    """How it stands with what somebody is to be told."""

    holds: bool = False  # whether it is still so
    game: str = ""
    clock: Clock | None = None
    deadline: float | None = None
    others: tuple[tuple[int, Called], ...] = ()  # the other people at the table


class DueNotice(NamedTuple):
    """A notice whose time has come."""

    person: int
    matter: Matter
    at: float
    standing: HowItStands


class Draft(NamedTuple):
    """A message to be written: to whom, in which way, about what."""

    person: int
    channel: Channel
    about: tuple[Matter, ...]


class Letter(msgspec.Struct, frozen=True):
    """A message on its way to one place."""

    number: int
    person: int
    channel: Channel
    subscription: int  # of a message to a browser
    about: tuple[Matter, ...]
    created: float
    tries: int


class OwnWishes(msgspec.Struct, frozen=True):
    """What somebody wishes to be told, as she may take it along."""

    push: str
    mail: str
    address: str
    pending: str
    language: str
    zone: str
    quiet_from: int
    quiet_until: int
    pause: int
    live: bool
    looked: float


class OwnSubscription(msgspec.Struct, frozen=True):
    """A browser of hers that takes messages."""

    endpoint: str
    created: float
