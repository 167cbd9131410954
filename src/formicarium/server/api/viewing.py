"""From where a visitor looks at a table, and what is shown there."""

import asyncio
from dataclasses import dataclass

from litestar.di import NamedDependency
from litestar.params import SkipValidation

from formicarium.core.rulebook import Document
from formicarium.server.api.bodies import AskedSeat, TableName
from formicarium.server.api.errors import problem
from formicarium.server.api.requests import Anybody, TheServices
from formicarium.server.api.services import Services
from formicarium.server.api.visitors import Visitor
from formicarium.server.domain.seats import Refused
from formicarium.server.domain.table import Table
from formicarium.server.house import daily
from formicarium.server.house.house import LINES, NoTable
from formicarium.server.house.live import LiveTable

PREPARING = 20.0  # seconds that a request waits for a game to be compiled


@dataclass(frozen=True, slots=True)
class Glance:
    """Somebody who wants to look at a table, from a seat of hers."""

    services: Services
    visitor: Visitor
    table: str
    asked: int | None  # the seat

    async def live(self) -> LiveTable:
        """The table, if she may see it."""
        return await table_for(self.services, self.visitor, self.table)

    def seat(self, table: Table) -> int | None:
        """The seat from which she looks."""
        return seat_for(self.visitor, table, self.asked)


async def provide_glance(
    services: TheServices, visitor: Anybody, table: TableName, seat: AskedSeat = None
) -> Glance:
    """What requests that look at a table have in common."""
    return Glance(services, visitor, table, seat)


TheGlance = NamedDependency[SkipValidation[Glance]]


async def table_for(services: Services, visitor: Visitor, table: str) -> LiveTable:
    """A table, if the visitor may see it; for strangers, a locked one is not there."""
    live = services.house.at_hand(table)
    if live is None:
        try:
            live = await asyncio.wait_for(services.house.live(table), PREPARING)
        except TimeoutError:
            message = "this game is being prepared; try again in a moment"
            raise problem(503, "preparing", message, PREPARING) from None
    if not may_see(visitor, live.table):
        raise NoTable("there is no such table; the link may be mistyped, or very old")
    if not await daily.may_see(services.house, live.table, visitor.person):
        raise Refused("daily_first", "how others play the game of the day is shown after your own")
    return live


def may_see(visitor: Visitor, table: Table) -> bool:
    """Whether a visitor may look at a table."""
    if visitor.token is not None and visitor.token.table != table.head.id:
        return False
    return not table.is_locked or bool(visitor.person and table.belongs_to(visitor.person))


def seat_for(visitor: Visitor, table: Table, asked: int | None) -> int | None:
    """The seat from which a visitor looks: as asked; else where she must decide, or her first."""
    mine = visitor.seats(table)
    if asked is not None:
        if asked not in mine:
            raise Refused("not_yours", f"seat {asked + 1} is not yours")
        return asked
    waiting = [seat for seat in mine if seat in table.to_act]
    return next(iter([*waiting, *mine]), None)


async def document(
    services: Services,
    live: LiveTable,
    visitor: Visitor,
    asked: int | None,
    language: str,
    since: int | None = None,
) -> Document:
    """A table as a visitor may see it, with what happened since a version: a page at most."""
    async with services.house.held(live.table.head.id) as live:
        table = live.table
        seat = seat_for(visitor, table, asked)
        viewer = table.spectator if seat is None else seat
        log = () if since is None else table.notices(viewer, since)
        if log is not None:
            return live.shown.document(seat, visitor.person, language, log)
    # So much is missing that the game must be looked through from its beginning.
    earlier = await services.house.log(
        table.head.id, seat, since or 0, language, visitor.address, newest=True
    )
    known = max((notice.versions[viewer] for notice in earlier), default=0)
    async with services.house.held(table.head.id) as live:
        newer = [one for one in live.table.recent if one.versions.get(viewer, 0) > known]
        log = [*earlier, *newer][-LINES:]
        return live.shown.document(seat, visitor.person, language, log)
