"""All that requests need, in one place."""

import asyncio
import math
from dataclasses import dataclass, field
from typing import Any

from litestar.connection import ASGIConnection

from formicarium.server.api.errors import problem
from formicarium.server.api.visitors import Visitor
from formicarium.server.house.administration import Administration, ban_in_words, in_words
from formicarium.server.house.engines import Engines
from formicarium.server.house.game_files import GameFiles
from formicarium.server.house.house import House
from formicarium.server.house.jobs import Jobs
from formicarium.server.house.library import Library
from formicarium.server.house.people import Passwords
from formicarium.server.house.post import Post
from formicarium.server.house.readiness import Readiness
from formicarium.server.house.sessions import Sessions
from formicarium.server.house.spending import Spending
from formicarium.server.limits import Counted, Limits, Who
from formicarium.server.metrics import Metrics
from formicarium.server.settings import Settings
from formicarium.server.store import Store
from formicarium.server.store.acts import ending

HASHING = 2  # passwords at the same time: each takes much memory
EVENT = 250  # bytes that an event takes in the database, about
MINUTE = 60.0  # seconds of thinking that must be left before a bot begins
GUEST = 400  # those of a person with a session
GAME = 20_000  # bytes of a table with a game of usual length

Connection = ASGIConnection[Any, Any, Any, Any]


@dataclass(slots=True)
class Services:
    """All that requests need, open from the beginning of the house to its end."""

    settings: Settings
    store: Store
    library: Library
    house: House
    jobs: Jobs
    metrics: Metrics
    readiness: Readiness
    spending: Spending
    passwords: Passwords
    administration: Administration
    post: Post
    secret: bytes  # that tokens of seats are made with
    engines: Engines = field(default_factory=Engines)
    game_files: GameFiles = field(default_factory=GameFiles)
    hashing: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(HASHING))
    talks: "set[asyncio.Task[None]]" = field(default_factory=set)  # one for each socket

    def check_may_act(self, visitor: Visitor) -> None:
        """Whether somebody may do anything but look."""
        ban = self.administration.ban_of(visitor.person)
        if ban is None:
            return
        self.administration.notice(visitor.person, visitor.address)
        raise problem(
            403, "banned", ban_in_words(ban), until=ending(ban.banned_until), reason=ban.ban_reason
        )

    def check_may_talk(self, visitor: Visitor) -> None:
        """Whether somebody may say something."""
        self._unless_muted(visitor, "muted", "you cannot say anything here")

    def check_may_rename(self, visitor: Visitor) -> None:
        """Whether somebody may be called otherwise, which others would read."""
        self._unless_muted(visitor, "muted_name", "you are muted, and keep your name")

    def _unless_muted(self, visitor: Visitor, error: str, message: str) -> None:
        until = self.administration.mute_of(visitor.person)
        if until is not None:
            raise problem(403, error, f"{message} {in_words(until)}", until=ending(until))

    def check_may_come(self, visitor: Visitor) -> None:
        """Whether somebody whom the house does not know may come in from where she is."""
        if self.administration.is_barred(visitor.address):
            raise problem(
                403,
                "barred",
                "no new guests come in from your network for some time; log in with an account, or"
                " try again later",
            )

    async def check_may_be_rated(self, visitor: Visitor) -> None:
        """Whether somebody may play for a rating: a guest might be anybody."""
        has_account = await self.store.account_of(visitor.herself()) is not None
        if not (has_account and self.settings.accounts):
            raise problem(403, "account_needed", "rated games are for people with an account")

    def pay(self, kind: Counted, visitor: Visitor) -> None:
        """Count something for a person, and for her address; `Problem` if it is too much."""
        self.pay_for_person(kind, visitor)
        self.pay_for_address(kind, visitor.address)

    @property
    def sessions(self) -> Sessions:
        """Who holds which session."""
        return self.house.sessions

    def pay_for_person(self, kind: Counted, visitor: Visitor) -> None:
        """Count something for a person alone."""
        self._charge(self.spending.people, kind, visitor.who)

    def pay_for_address(self, kind: Counted, address: str) -> None:
        """Count something for an address alone."""
        self._charge(self.spending.addresses, kind, address)

    def pay_for_guest(self, visitor: Visitor) -> None:
        """Count somebody whom the house has never seen, and what is stored of her."""
        self.pay_for_address(Counted.GUEST, visitor.address)
        self.keep(visitor, GUEST)

    def spend(self, kind: Counted, visitor: Visitor) -> None:
        """Count something that has happened already."""
        now = self.house.now()
        self.spending.people.spend(kind, visitor.who, now)
        self.spending.addresses.spend(kind, visitor.address, now)

    def check_may_pay(self, kind: Counted, visitor: Visitor) -> None:
        """Whether there is enough left to count something that may come of this."""
        now, limits = self.house.now(), self.spending
        self._refuse(kind, limits.people.wait(kind, visitor.who, now))
        self._refuse(kind, limits.addresses.wait(kind, visitor.address, now))

    def _charge(self, limits: Limits, kind: Counted, who: Who) -> None:
        self._refuse(kind, limits.allow(kind, who, self.house.now()))

    def _refuse(self, kind: Counted, wait: float) -> None:
        if wait:
            self.metrics.refusals.labels(str(kind)).inc()
            raise problem(
                429, "too_many", f"too many: {kind}; try again in {wait:.1f} seconds", wait
            )

    def check_thinking(self, visitor: Visitor) -> None:
        """Whether bots may begin to think for somebody; where they have begun, they go on."""
        self._check_left(
            Counted.THINKING,
            visitor,
            MINUTE,
            "thought_enough",
            "the bots of this house have thought as much for your address as they may; the games"
            " that have begun go on, new ones can be had",
        )

    def check_space(self, visitor: Visitor) -> None:
        """Whether somebody may have something stored that no running game needs."""
        self._check_left(
            Counted.BYTE,
            visitor,
            GAME,
            "no_room",
            "your address has stored as much in this house as it may in a day; the games that have"
            " begun can be played to their end, and there is room again",
        )

    def _check_left(
        self, kind: Counted, visitor: Visitor, amount: float, error: str, sentence: str
    ) -> None:
        wait = self.spending.addresses.wait(kind, visitor.address, self.house.now(), amount)
        if wait:
            self.metrics.refusals.labels(str(kind)).inc()
            minutes = math.ceil(wait / 60)
            raise problem(429, error, f"{sentence} in about {minutes} minutes", wait)

    def keep(self, visitor: Visitor, size: int) -> None:
        """Count what was stored for somebody: so many bytes."""
        self.spending.addresses.spend(Counted.BYTE, visitor.address, self.house.now(), size)


def services_of(connection: Connection) -> Services:
    """The services of the house that a request came to."""
    services: Services = connection.app.state.services
    return services
