"""All that requests need, in one place."""

import asyncio
from dataclasses import dataclass, field
from typing import Any

from litestar.connection import ASGIConnection

from formicarium.server.api.errors import problem
from formicarium.server.api.visitors import Visitor
from formicarium.server.house.house import House
from formicarium.server.house.jobs import Jobs
from formicarium.server.house.library import Library
from formicarium.server.house.people import Passwords
from formicarium.server.house.readiness import Readiness
from formicarium.server.limits import Counted, Crowd, Limits
from formicarium.server.metrics import Metrics
from formicarium.server.settings import Settings
from formicarium.server.store import Store

HASHING = 2  # passwords at the same time: each takes much memory
REPLAYING = 2  # games at the same time: the event loop needs its turns

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
    limits: Limits  # for every person,
    addresses: Limits  # and for all who share an address: people cost nothing to make
    sockets: Crowd
    passwords: Passwords
    secret: bytes  # that cookies are signed with
    hashing: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(HASHING))
    replaying: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(REPLAYING))
    talks: "set[asyncio.Task[None]]" = field(default_factory=set)  # one for each socket

    def pay(self, kind: Counted, visitor: Visitor) -> None:
        """Count something for a person, and for her address; `Problem` if it is too much."""
        self.charge(self.limits, kind, visitor.who)
        self.charge(self.addresses, kind, visitor.address)

    def charge(self, limits: Limits, kind: Counted, who: str) -> None:
        """Count something for somebody; `Problem` if it is too much."""
        wait = limits.allow(kind, who, self.house.now())
        if wait:
            self.metrics.refusals.labels(str(kind)).inc()
            raise problem(
                429, "too_many", f"too many: {kind}; try again in {wait:.1f} seconds", wait
            )


def services_of(connection: Connection) -> Services:
    """The services of the house that a request came to."""
    services: Services = connection.app.state.services
    return services
