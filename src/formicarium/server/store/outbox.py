"""What is still to be told: notices, and the messages that are made of them.

A notice is written with the event that it comes from. When it is due, it becomes messages to all
places where its person is reached, in one transaction; each message is sent by whoever holds it.
"""

from collections.abc import Collection, Iterable, Sequence
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import Connection, Row, bindparam, delete, insert, select, text, update

from formicarium.server.domain.events import Clock
from formicarium.server.domain.people import NO_NAME
from formicarium.server.store import schema
from formicarium.server.store.appending import ADD_NOTICE
from formicarium.server.store.database import Database
from formicarium.server.store.notices import (
    Channel,
    Draft,
    DueNotice,
    HowItStands,
    Letter,
    Matter,
    NewNotice,
    Wishes,
)
from formicarium.server.store.people import names_in
from formicarium.server.store.schema import letters, notices, seats, subscriptions, tables, wishes
from formicarium.server.store.wishes import wishes_in

MOST = 500  # notices that are looked at together

# To one person one message at a time: whom nobody can reach keeps no other one waiting. Of two
# workers each takes others; SQLite has one that writes anyway.
TAKE = (
    "UPDATE letters SET holder = :holder, until = :until WHERE number IN (SELECT number FROM"
    " letters WHERE until <= :now AND number IN (SELECT number FROM (SELECT number,"
    " row_number() OVER (PARTITION BY person ORDER BY due, number) AS place FROM letters"
    " WHERE channel = :channel AND due <= :now AND until <= :now AND person NOT IN"
    " (SELECT person FROM letters WHERE channel = :channel AND due <= :now AND until > :now"
    " AND holder = :holder)) AS firsts WHERE place = 1)"
    " ORDER BY due, number LIMIT :most{locked})"
    " RETURNING number, person, channel, subscription, about, created, tries"
)
PUT_OFF = (
    update(notices)
    .where(
        notices.c.person == bindparam("_person"),
        notices.c.table_id == bindparam("_table"),
        notices.c.kind == bindparam("_kind"),
        notices.c.number == bindparam("_number"),
    )
    .values(due=bindparam("_due"))
)
NOTED = text(
    "INSERT INTO chores (name, at) VALUES (:name, :at)"
    " ON CONFLICT (name) DO UPDATE SET at = excluded.at WHERE chores.at = :before RETURNING name"
)


class _Timed(msgspec.Struct):
    """What of a head says how quickly people play."""

    clock: Clock | None = None


class RunningOut(NamedTuple):
    """Somebody whose table has a clock that runs out soon."""

    person: int
    table: str
    deadline: float
    clock: Clock | None


class KeepsOutbox(Database):
    """What is still to be told."""

    async def due_notices(self, now: float) -> list[DueNotice]:
        """Notices whose time has come, those that have waited longest first."""
        query = select(notices).where(notices.c.due <= now).order_by(notices.c.due).limit(MOST)

        def read(connection: Connection) -> list[DueNotice]:
            found = [
                (row.person, Matter(row.kind, row.table_id, row.number), row.at)
                for row in connection.execute(query)
            ]
            standings = standings_in(connection, [(person, one) for person, one, _ in found])
            return [
                DueNotice(person, matter, at, standings[person, matter])
                for person, matter, at in found
            ]

        return await self._read(read)

    async def wishes_of(self, people: Collection[int]) -> dict[int, Wishes]:
        """What these people wish."""
        return await self._read(lambda connection: wishes_in(connection, people))

    async def put_off(self, found: Iterable[tuple[DueNotice, float]]) -> None:
        """Look at notices again at another time."""
        rows = [
            {
                "_person": one.person,
                "_table": one.matter.table,
                "_kind": one.matter.kind,
                "_number": one.matter.number,
                "_due": due,
            }
            for one, due in found
        ]
        if rows:
            await self._execute("notices", PUT_OFF, rows)

    async def write_letters(
        self, settled: Sequence[DueNotice], drafts: Sequence[Draft], now: float
    ) -> None:
        """Make messages of notices, which are settled by that.

        What another worker has settled meanwhile is told by that one.
        """

        def action(connection: Connection, _again: bool) -> None:
            mine = {(one.person, one.matter) for one in settled if _settle(connection, one)}
            for draft in drafts:
                about = [one for one in draft.about if (draft.person, one) in mine]
                if about:
                    _write(connection, draft, about, now)

        await self._writer.do("notices", action)

    async def running_out(self, now: float, until: float) -> list[RunningOut]:
        """People who wish for something, and must decide before a clock runs out in that time."""
        query = (
            select(seats.c.person, tables.c.id, tables.c.deadline, tables.c.head)
            .join(tables, tables.c.id == seats.c.table_id)
            .join(wishes, wishes.c.person == seats.c.person)
            .where(schema.HAS_DEADLINE, tables.c.deadline > now, tables.c.deadline <= until)
            .where(seats.c.kind == "person", schema.MUST_DECIDE)
            .distinct()
        )

        def read(connection: Connection) -> list[RunningOut]:
            return [
                RunningOut(person, table, deadline, _clock(head))
                for person, table, deadline, head in connection.execute(query)
            ]

        return await self._read(read)

    async def last_done(self, chore: str) -> float:
        """Up to when something was done for all."""
        chores = schema.chores
        query = select(chores.c.at).where(chores.c.name == chore)
        return await self._read(lambda connection: connection.scalar(query) or 0.0)

    async def remind(
        self, chore: str, before: float, at: float, found: Sequence[tuple[str, int, NewNotice]]
    ) -> None:
        """Keep notices that come from no event, and up to when that is done.

        One worker does it: the one that finds it done up to where it began itself.
        """
        rows = [{"table": table, "number": number, **new._asdict()} for table, number, new in found]

        def action(connection: Connection, _again: bool) -> None:
            fields = {"name": chore, "before": before, "at": at}
            if connection.scalar(NOTED, fields) is not None and rows:
                connection.execute(ADD_NOTICE, rows)

        await self._writer.do("notices", action)

    # --- Messages on their way --------------------------------------------------------------------

    async def take_letters(
        self, channel: Channel, now: float, until: float, most: int
    ) -> list[Letter]:
        """Messages that are due, and that this process alone sends until its time is over."""
        waiting = select(letters.c.number).where(
            letters.c.channel == channel, letters.c.due <= now, letters.c.until <= now
        )
        if await self._one(waiting.limit(1)) is None:
            return []  # a house in which nobody is told anything writes nothing
        is_shared = self._reading.dialect.name == "postgresql"
        take = text(TAKE.format(locked=" FOR UPDATE SKIP LOCKED" if is_shared else ""))
        fields = {"channel": channel, "now": now, "until": until, "most": most}

        def action(connection: Connection, _again: bool) -> list[Letter]:
            found = connection.execute(take, {**fields, "holder": self.holder})
            return sorted(map(_letter, found), key=lambda one: one.number)

        return await self._writer.do("letters", action)

    async def standings(self, person: int, about: Sequence[Matter]) -> dict[Matter, HowItStands]:
        """How it stands with what somebody is to be told."""
        asked = [(person, one) for one in about]
        found = await self._read(lambda connection: standings_in(connection, asked))
        return {matter: standing for (_, matter), standing in found.items()}

    async def settle_letter(self, number: int) -> None:
        """A message has arrived, or never will."""
        await self._execute("letters", delete(letters).where(letters.c.number == number))

    async def put_letter_off(self, number: int, due: float, was_tried: bool = True) -> None:
        """A message is sent later, by anybody, unless another one holds it by now."""
        mine = (letters.c.number == number, letters.c.holder == self.holder)
        again = {"due": due, "until": 0.0, "holder": "", "tries": letters.c.tries + int(was_tried)}
        await self._execute("letters", update(letters).where(*mine).values(again))

    async def give_back_letters(self, channel: Channel) -> None:
        """Let others send at once what this process holds."""
        mine = (letters.c.channel == channel, letters.c.holder == self.holder)
        if await self._one(select(letters.c.number).where(*mine).limit(1)) is not None:
            free = update(letters).where(*mine).values(until=0.0, holder="")
            await self._execute("letters", free)


def standings_in(
    connection: Connection, asked: Collection[tuple[int, Matter]]
) -> dict[tuple[int, Matter], HowItStands]:
    """How it stands with what people are to be told."""
    names = {matter.table for _, matter in asked}
    rows = {row.id: row for row in connection.execute(select(tables).where(tables.c.id.in_(names)))}
    sitting: dict[str, list[Row[Any]]] = {name: [] for name in names}
    for seat in connection.execute(select(seats).where(seats.c.table_id.in_(names))):
        sitting[seat.table_id].append(seat)
    called = names_in(connection, {seat.person for each in sitting.values() for seat in each})
    found = {}
    for person, matter in asked:
        table, places = rows.get(matter.table), sitting[matter.table]
        if table is None:
            found[person, matter] = HowItStands()
            continue
        others = sorted({seat.person for seat in places} - {0, person})
        found[person, matter] = HowItStands(
            _holds(person, matter, table, places),
            table.game,
            _clock(table.head),
            table.deadline,
            tuple((other, called.get(other, NO_NAME)) for other in others),
        )
    return found


def _holds(person: int, matter: Matter, table: Row[Any], places: Sequence[Row[Any]]) -> bool:
    """Whether it is still so what somebody is to be told."""
    mine = [seat for seat in places if seat.person == person]
    if matter.kind == "invitation":
        return table.status == "waiting" and any(seat.kind == "open" for seat in mine)
    if matter.kind == "over":
        return table.status == "over" and bool(mine)
    must_decide = table.status == "playing" and any(
        seat.kind == "person" and table.to_act >> seat.seat & 1 for seat in mine
    )
    if matter.kind == "reminder":
        # Another turn has another end.
        return must_decide and table.deadline is not None and table.deadline < matter.number + 1
    return must_decide


def _clock(head: str) -> Clock | None:
    return msgspec.json.decode(head, type=_Timed).clock


def _settle(connection: Connection, one: DueNotice) -> bool:
    """Take a notice away; whether it was still there, and the same one."""
    mine = (
        (notices.c.person == one.person)
        & (notices.c.table_id == one.matter.table)
        & (notices.c.kind == one.matter.kind)
        & (notices.c.number == one.matter.number)
    )
    return connection.execute(delete(notices).where(mine)).rowcount > 0


def _write(connection: Connection, draft: Draft, about: Sequence[Matter], now: float) -> None:
    """Messages to all places where somebody is reached in one way."""
    places = [0]
    if draft.channel == "push":
        hers = subscriptions.c.person == draft.person
        places = [*connection.scalars(select(subscriptions.c.number).where(hers))]
    for place in places:
        letter = {"person": draft.person, "channel": draft.channel, "subscription": place}
        times = {"created": now, "due": now, "until": 0.0, "tries": 0}
        about_it = msgspec.json.encode(about).decode()
        connection.execute(insert(letters), {**letter, **times, "about": about_it, "holder": ""})
    told = update(wishes).where(wishes.c.person == draft.person)
    connection.execute(told.values(told=now))


def _letter(row: Row[Any]) -> Letter:
    about = msgspec.json.decode(row.about, type=tuple[Matter, ...])
    return Letter(
        row.number, row.person, row.channel, row.subscription, about, row.created, row.tries
    )
