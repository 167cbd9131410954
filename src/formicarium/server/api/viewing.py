"""From where a visitor looks at a table, and what is shown there."""

import asyncio

from formicarium.core.rulebook import Document
from formicarium.server.api.errors import problem
from formicarium.server.api.requests import Office, Visitor
from formicarium.server.house import Live, NoTable
from formicarium.server.table import Refused, Table

PREPARING = 20.0  # seconds that a request waits for a game to be compiled


async def enter(office: Office, visitor: Visitor, table: str) -> Live:
    """A table, if the visitor may see it; for strangers, a locked one is not there."""
    live = office.house.at_hand(table)
    if live is None:
        try:
            live = await asyncio.wait_for(office.house.live(table), PREPARING)
        except TimeoutError:
            message = "this game is being prepared; try again in a moment"
            raise problem(503, "preparing", message, PREPARING) from None
    if not may_see(visitor, live.table):
        raise NoTable("there is no such table; the link may be mistyped, or very old")
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
    office: Office,
    live: Live,
    visitor: Visitor,
    asked: int | None,
    language: str,
    since: int | None = None,
) -> Document:
    """A table as a visitor may see it, with all that happened since a version."""
    async with office.house.held(live.table.head.id) as live:
        table = live.table
        seat = seat_for(visitor, table, asked)
        viewer = table.spectator if seat is None else seat
        log = () if since is None else table.notices(viewer, since)
        if log is not None:
            return live.shown.document(seat, visitor.person, language, log)
    # So much is missing that the game must be looked through from its beginning.
    earlier = await office.house.log(table.head.id, seat, since or 0, language)
    known = max((notice.versions[viewer] for notice in earlier), default=0)
    async with office.house.held(table.head.id) as live:
        newer = [one for one in live.table.recent if one.versions.get(viewer, 0) > known]
        log = [*earlier, *newer]
        return live.shown.document(seat, visitor.person, language, log)
