"""What is kept of one person: all of it told, or all of it forgotten."""

from collections.abc import Collection
from typing import Any, TypeVar

import msgspec
from msgspec.structs import replace
from sqlalchemy import Column, ColumnElement, Connection, Select, delete, select, union, update

from formicarium.server.store.acts import check_one_left, ending, in_turn
from formicarium.server.store.database import Database
from formicarium.server.store.entries import (
    OwnAccount,
    OwnAct,
    OwnBlock,
    OwnData,
    OwnLine,
    OwnRating,
    OwnReport,
    OwnSeeker,
    OwnTable,
    OwnTotal,
    OwnVariations,
    Result,
)
from formicarium.server.store.forgetting import forget_in_reports
from formicarium.server.store.lists import belonging_to
from formicarium.server.store.notices import OwnSubscription, OwnWishes
from formicarium.server.store.profiles import sharing_in
from formicarium.server.store.results import forget_figures
from formicarium.server.store.schema import (
    accounts,
    acts,
    barred,
    blocks,
    chat,
    jobs,
    letters,
    notices,
    people,
    ratings,
    reports,
    reserved,
    resets,
    seats,
    seekers,
    sessions,
    sharing,
    sightings,
    subscriptions,
    tables,
    tallies,
    variations,
    wishes,
)
from formicarium.server.store.sessions import end_where

# What is emptied when somebody is forgotten, and where it says whose it is.
EMPTIED = (
    (people, people.c.number, {"name": "", "looks": "", "former": None}),
    (chat, chat.c.person, {"text": "", "key": ""}),
    (tables, tables.c.host, {"address": ""}),
)
REMOVED = (
    *(accounts, reserved, resets, jobs, sightings, variations, sharing, blocks, seekers),
    *(wishes, subscriptions, notices, letters),
)
TOLD = ("ban", "unban", "mute", "unmute")  # acts of which those hear whom they are about

T = TypeVar("T", bound=msgspec.Struct)


class KeepsOwnData(Database):
    """What is kept of one person."""

    async def forget_person(self, number: int, at: float) -> list[str]:
        """Forget somebody: her name, account and sessions, all that she said, where she came from.

        Records of her games stay, and so does her number. Which sessions end, by their hashes.
        """
        ended = await self._writer.do(
            f"person {number}", lambda connection, _: forget(connection, [number], at)
        )
        await self._leave_no_trace()
        return ended

    async def data_of(self, number: int) -> OwnData | None:
        """All that is kept of somebody, and nothing of others."""
        return await self._read(lambda connection: _data(connection, number))


def forget(connection: Connection, numbers: Collection[int], at: float) -> list[str]:
    """Forget people; which sessions end, by their hashes."""
    in_turn(connection)
    check_one_left(connection, numbers, at)
    forget_in_reports(connection, numbers)
    ended = end_where(connection, numbers, sessions.c.person.in_(numbers))
    for table in REMOVED:
        connection.execute(delete(table).where(table.c.person.in_(numbers)))
    connection.execute(delete(blocks).where(blocks.c.other.in_(numbers)))
    forget_figures(connection, numbers)
    for table, whose, empty in EMPTIED:
        connection.execute(update(table).where(whose.in_(numbers)).values(empty))
    gone = {"gone": at, "role": "", "ban_reason": ""}
    connection.execute(update(people).where(people.c.number.in_(numbers)).values(gone))
    return ended


def _data(connection: Connection, number: int) -> OwnData | None:
    person = connection.execute(select(people).where(people.c.number == number)).one_or_none()
    if person is None or person.gone is not None:
        return None

    def read(kind: type[T], order: Column[Any], *where: ColumnElement[bool]) -> list[T]:
        return [kind(**row._mapping) for row in connection.execute(_own(kind, order).where(*where))]

    return OwnData(
        number=number,
        name=person.name,
        created=person.created,
        seen=person.seen,
        account=next(iter(read(OwnAccount, accounts.c.created, accounts.c.person == number)), None),
        tables=_tables(connection, number),
        said=read(OwnLine, chat.c.at, chat.c.person == number, chat.c.text != ""),
        tried=read(OwnVariations, variations.c.changed, variations.c.person == number),
        reports=read(OwnReport, reports.c.at, reports.c.by == number),
        bans=_bans(connection, number),
        acts=_acts(connection, acts.c.by == number),
        sightings=_sightings(connection, number),
        addresses=_addresses(connection, number),
        wishes=next(iter(read(OwnWishes, wishes.c.changed, wishes.c.person == number)), None),
        subscriptions=read(
            OwnSubscription, subscriptions.c.created, subscriptions.c.person == number
        ),
        sharing=sharing_in(connection, number),
        totals=read(OwnTotal, tallies.c.game, tallies.c.person == number),
        ratings=read(OwnRating, ratings.c.game, ratings.c.person == number),
        blocks=read(OwnBlock, blocks.c.at, blocks.c.person == number),
        seekers=read(OwnSeeker, seekers.c.since, seekers.c.person == number),
    )


def _own(kind: type[msgspec.Struct], order: Column[Any]) -> Select[Any]:
    """What is kept of a kind, in the order of one of its columns."""
    columns = order.table.c
    names = {name: name if name in columns else f"{name}_id" for name in kind.__struct_fields__}
    return select(*(columns[names[name]].label(name) for name in names)).order_by(order)


def _acts(connection: Connection, *where: ColumnElement[bool]) -> list[OwnAct]:
    found = connection.execute(select(acts).where(*where).order_by(acts.c.number))
    return [
        OwnAct(row.at, row.kind, row.table_id, row.place, ending(row.until), row.reason)
        for row in found
    ]


def _bans(connection: Connection, number: int) -> list[OwnAct]:
    """What was decided about somebody. Why is told to those alone who are banned."""
    found = _acts(connection, acts.c.person == number, acts.c.kind.in_(TOLD))
    return [one if one.kind == "ban" else replace(one, reason="") for one in found]


def _sightings(connection: Connection, number: int) -> dict[str, float]:
    query = select(sightings.c.table_id, sightings.c.until).where(sightings.c.person == number)
    return dict(connection.execute(query).all())


def _addresses(connection: Connection, number: int) -> list[str]:
    """Where somebody was when she asked for something."""
    places = ((tables, tables.c.host), (jobs, jobs.c.person), (barred, barred.c.person))
    found = union(*(select(table.c.address).where(whose == number) for table, whose in places))
    return sorted(address for address in connection.scalars(found) if address)


def _tables(connection: Connection, number: int) -> list[OwnTable]:
    taken: dict[str, list[int]] = {}
    places = select(seats.c.table_id, seats.c.seat).where(seats.c.person == number)
    for table, seat in connection.execute(places.order_by(seats.c.table_id, seats.c.seat)):
        taken.setdefault(table, []).append(seat)
    query = select(tables).where(tables.c.id.in_(belonging_to(number)))
    return [
        OwnTable(
            id=row.id,
            game=row.game,
            created=row.created,
            status=row.status,
            host=row.host == number,
            seats=taken.get(row.id, []),
            result=None if row.result is None else msgspec.json.decode(row.result, type=Result),
        )
        for row in connection.execute(query.order_by(tables.c.created))
    ]
