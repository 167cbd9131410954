"""Tables: their events, snapshots of them, who looks after them, and what is due at them."""

from collections.abc import Sequence

import msgspec
from sqlalchemy import Connection, select, text, update

from formicarium.server.domain.events import Event, Head
from formicarium.server.store import schema
from formicarium.server.store.appending import read_events, rows
from formicarium.server.store.database import Database
from formicarium.server.store.entries import Snapshot, StoredTable, Write
from formicarium.server.store.schema import events, sightings, snapshots, tables
from formicarium.server.store.texts import check, findable, near

MOST_DUE = 1000  # tables that a scheduler is told of at once

CLAIM = text(
    "INSERT INTO claims (table_id, holder, until) VALUES (:table, :holder, :until)"
    " ON CONFLICT (table_id) DO UPDATE SET holder = excluded.holder, until = excluded.until"
    " WHERE claims.until <= :now OR claims.holder = excluded.holder RETURNING table_id"
)
KEEP_SNAPSHOT = text(
    "INSERT INTO snapshots (table_id, number, rules, state)"
    " VALUES (:table, :number, :rules, :state)"
    " ON CONFLICT (table_id) DO UPDATE SET number = excluded.number, rules = excluded.rules,"
    " state = excluded.state WHERE snapshots.number <= excluded.number"
)


class KeepsTables(Database):
    """The tables of a house."""

    async def create(self, head: Head, write: Write) -> None:
        """Keep a new table and its first events, if any; `Stale` if there is one of that name."""
        await self._writer.append(rows(write, head))

    async def append(self, write: Write) -> None:
        """Keep events; see the errors for why that may fail."""
        await self._writer.append(rows(write))

    async def load(self, table: str) -> StoredTable | None:
        """All that is known about a table."""

        def query(connection: Connection) -> StoredTable | None:
            # Events come last, so that a snapshot is never newer than they are.
            row = connection.execute(chosen).one_or_none()
            if row is None:
                return None
            head = msgspec.json.decode(row.head, type=Head)
            snapshot = _snapshot(connection, table)
            seen = dict(connection.execute(sighted).all())
            found = read_events(connection, table)
            return StoredTable(head, found, snapshot, row.address, row.resting, seen)

        table = findable(table)
        sighted = select(sightings.c.person, sightings.c.until).where(sightings.c.table_id == table)
        chosen = select(tables.c.head, tables.c.address, tables.c.resting).where(
            tables.c.id == table
        )
        return await self._read(query)

    async def events_since(self, table: str, number: int) -> list[Event]:
        """The events of a table after that number, in order."""
        after = events.c.number > near(number)
        return await self._read(lambda connection: read_events(connection, findable(table), after))

    async def versions(self, names: Sequence[str]) -> dict[str, int]:
        """How many events there are of each of these tables."""
        query = select(tables.c.id, tables.c.version).where(tables.c.id.in_(names))
        return await self._read(lambda connection: dict(connection.execute(query).all()))

    async def head(self, table: str) -> Head | None:
        """What a table was made with."""
        return await self._read(lambda connection: _head(connection, findable(table)))

    async def keep_snapshot(self, table: str, snapshot: Snapshot) -> None:
        """Keep a snapshot in place of older ones; if there is a newer one, that one stays."""
        check(table, snapshot.rules)
        fields = {"table": table, **msgspec.structs.asdict(snapshot)}
        await self._execute(f"snapshot {table}", KEEP_SNAPSHOT, fields)

    async def due(self, now: float) -> list[str]:
        """Tables whose deadline has passed, the longest overdue first."""
        query = (
            select(tables.c.id)
            .where(schema.HAS_DEADLINE, tables.c.deadline <= now)
            .order_by(tables.c.deadline)
            .limit(MOST_DUE)
        )
        return await self._read(lambda connection: [*connection.scalars(query)])

    async def rest(self, table: str) -> bool:
        """No clock or bot of a table is due from now on; whether it was not so before."""
        change = (
            update(tables)
            .where(tables.c.id == findable(table), ~tables.c.resting)
            .values(resting=True)
        )

        def action(connection: Connection, again: bool) -> bool:
            return connection.execute(change).rowcount > 0 or again

        return await self._writer.do(f"rest {table}", action)

    async def wake(self, table: str) -> None:
        """A table goes on; the clock that rested begins anew with the next change."""
        change = update(tables).where(tables.c.id == findable(table), tables.c.resting)
        await self._execute(f"rest {table}", change.values(resting=False, deadline=None))

    async def waiting_for_bots(self, before: float, since: float = 0.0) -> list[str]:
        """Tables where a bot has to act, and of which the last event lies between these times.

        Tables of bots alone are not among them.
        """
        query = (
            select(tables.c.id)
            .where(schema.BOT_TO_ACT, tables.c.changed < before, tables.c.changed >= since)
            .order_by(tables.c.changed)
            .limit(MOST_DUE)
        )
        return await self._read(lambda connection: [*connection.scalars(query)])

    async def claim(self, table: str, until: float, now: float) -> bool:
        """Whether this store may look after a table until then.

        Of all stores on a database one is told so, until its time is over. It may claim again, for
        longer, or until `now` to let the table go.
        """
        fields = {"table": table, "holder": self.holder, "until": until, "now": now}

        def action(connection: Connection, _again: bool) -> bool:
            return connection.scalar(CLAIM, fields) is not None

        check(table)
        return await self._writer.do(f"claim {table}", action)


def _head(connection: Connection, table: str) -> Head | None:
    found = connection.scalar(select(tables.c.head).where(tables.c.id == table))
    return None if found is None else msgspec.json.decode(found, type=Head)


def _snapshot(connection: Connection, table: str) -> Snapshot | None:
    query = select(snapshots).where(snapshots.c.table_id == table)
    row = connection.execute(query).one_or_none()
    return None if row is None else Snapshot(row.number, row.rules, bytes(row.state))
