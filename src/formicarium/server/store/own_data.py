"""What is kept of one person: all of it told, or all of it forgotten."""

import msgspec
from sqlalchemy import Connection, delete, select, update

from formicarium.server.store.acts import check_one_left, in_turn
from formicarium.server.store.database import Database
from formicarium.server.store.entries import (
    OwnAccount,
    OwnData,
    OwnLine,
    OwnTable,
    OwnVariations,
    Result,
)
from formicarium.server.store.forgetting import forget_in_reports
from formicarium.server.store.schema import (
    accounts,
    chat,
    jobs,
    people,
    reserved,
    resets,
    seats,
    sightings,
    tables,
    variations,
)
from formicarium.server.store.sessions import end_all

# What is emptied when somebody is forgotten, and where it says whose it is.
EMPTIED = (
    (people, people.c.number, {"name": "", "former": None}),
    (chat, chat.c.person, {"text": "", "key": ""}),
    (tables, tables.c.host, {"address": ""}),
)
REMOVED = (accounts, reserved, resets, jobs, sightings, variations)


class KeepsOwnData(Database):
    """What is kept of one person."""

    async def forget_person(self, number: int, at: float) -> list[str]:
        """Forget somebody: her name, account and sessions, all that she said, where she came from.

        Records of her games stay, and so does her number. Which sessions end, by their hashes.
        """
        ended = await self._writer.do(
            f"person {number}", lambda connection, _: forget(connection, number, at)
        )
        await self._leave_no_trace()
        return ended

    async def data_of(self, number: int) -> OwnData | None:
        """All that is kept of somebody, and nothing of others."""
        return await self._read(lambda connection: _data(connection, number))


def forget(connection: Connection, number: int, at: float) -> list[str]:
    """Forget somebody; which sessions end, by their hashes."""
    in_turn(connection)
    check_one_left(connection, number, at)
    ended = end_all(connection, number)
    for table in REMOVED:
        connection.execute(delete(table).where(table.c.person == number))
    for table, whose, empty in EMPTIED:
        connection.execute(update(table).where(whose == number).values(empty))
    forget_in_reports(connection, number)
    gone = {"gone": at, "role": "", "ban_reason": ""}
    connection.execute(update(people).where(people.c.number == number).values(gone))
    return ended


def _data(connection: Connection, number: int) -> OwnData | None:
    person = connection.execute(select(people).where(people.c.number == number)).one_or_none()
    if person is None or person.gone is not None:
        return None
    account = select(accounts.c.name, accounts.c.created).where(accounts.c.person == number)
    said = (
        select(chat.c.table_id, chat.c.number, chat.c.at, chat.c.text)
        .where(chat.c.person == number, chat.c.text != "")
        .order_by(chat.c.at)
    )
    tried = select(variations.c.table_id, variations.c.lines, variations.c.changed).where(
        variations.c.person == number
    )
    return OwnData(
        number=number,
        name=person.name,
        created=person.created,
        seen=person.seen,
        account=next((OwnAccount(*row) for row in connection.execute(account)), None),
        tables=_tables(connection, number),
        said=[OwnLine(*row) for row in connection.execute(said)],
        tried=[OwnVariations(*row) for row in connection.execute(tried)],
    )


def _tables(connection: Connection, number: int) -> list[OwnTable]:
    taken: dict[str, list[int]] = {}
    places = select(seats.c.table_id, seats.c.seat).where(seats.c.person == number)
    for table, seat in connection.execute(places.order_by(seats.c.table_id, seats.c.seat)):
        taken.setdefault(table, []).append(seat)
    sits = select(seats.c.table_id).where(seats.c.person == number)
    query = select(tables).where(tables.c.id.in_(sits) | (tables.c.host == number))
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
