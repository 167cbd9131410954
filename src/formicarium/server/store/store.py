"""The store: what a house keeps, for code that must never wait in the event loop."""

import asyncio
import secrets as randomness
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Self, TypeVar

import msgspec
from sqlalchemy import (
    Connection,
    Engine,
    Select,
    and_,
    delete,
    desc,
    insert,
    or_,
    select,
    text,
    union,
    update,
)
from sqlalchemy.exc import DBAPIError

from formicarium.server.events import Event, Head
from formicarium.server.store import schema
from formicarium.server.store.appending import read_events, rows
from formicarium.server.store.engines import (
    PATIENCE,
    READERS,
    in_short,
    parsed,
    persist,
    reading_engine,
    writing_engine,
)
from formicarium.server.store.entries import (
    Account,
    Invitation,
    Job,
    Line,
    Listing,
    Person,
    Place,
    Result,
    Snapshot,
    Stored,
    Summary,
    Write,
)
from formicarium.server.store.errors import BadDatabase, BadWrite, NameTaken
from formicarium.server.store.migrations import upgrade
from formicarium.server.store.schema import (
    accounts,
    chat,
    events,
    invitations,
    jobs,
    people,
    seats,
    snapshots,
    tables,
)
from formicarium.server.store.texts import check, findable, folded
from formicarium.server.store.writer import Action, Committed, Writer

PAGE = 50  # tables on a page of a list
LINES = 200  # of a chat that are read at once
FAR = 2**31 - 1  # numbers of events, lines and rows never get there
MOST_DUE = 1000  # tables that a steward is told of at once

# What belongs to a table, and is nothing without it.
PARTS = (
    schema.events,
    schema.seats,
    schema.claims,
    schema.snapshots,
    schema.invitations,
    schema.talks,
    schema.chat,
    schema.jobs,
)

Answer = TypeVar("Answer")

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
COUNT_LINE = text(
    "INSERT INTO talks (table_id, lines) VALUES (:table, 1)"
    " ON CONFLICT (table_id) DO UPDATE SET lines = talks.lines + 1 RETURNING lines"
)
ADD_PERSON = text(
    "INSERT INTO people (id, name, created) VALUES (:id, :name, :created) ON CONFLICT DO NOTHING"
)
ADD_ACCOUNT = text(
    "INSERT INTO accounts (folded, name, password_hash, person, created)"
    " VALUES (:folded, :name, :password_hash, :person, :created) ON CONFLICT DO NOTHING"
)
ADD_INVITATION = text(
    "INSERT INTO invitations (token_hash, table_id, seat, created)"
    " VALUES (:token_hash, :table, :seat, :at) ON CONFLICT DO NOTHING"
)
ADD_SECRET = text("INSERT INTO secrets (name, value) VALUES (:name, :value) ON CONFLICT DO NOTHING")


class _Listed(msgspec.Struct):
    """What lists show of a head that has no column."""

    options: dict[str, str]


class Store:
    """A database. Whatever writes has written durably when it returns, or raises."""

    def __init__(
        self, reading: Engine, writing: Engine, clock: Callable[[], float], patience: float
    ) -> None:
        self.clock = clock
        self.patience = patience
        self.holder = randomness.token_hex(16)  # of leases
        self._reading = reading
        self._writing = writing
        self._writer = Writer(writing, patience)
        self._readers = ThreadPoolExecutor(READERS, "formicarium-reader")

    @classmethod
    async def open(
        cls, url: str, *, clock: Callable[[], float] = time.time, patience: float = PATIENCE
    ) -> Self:
        """The database at an address, made or brought up to date if need be.

        `patience` is how many seconds a database may be away before that is an error.
        """
        address = parsed(url)
        writing = writing_engine(address)
        try:
            await asyncio.to_thread(persist, lambda _: _bring_up_to_date(writing), patience)
        except BaseException as error:
            writing.dispose()
            if isinstance(error, DBAPIError):
                raise BadDatabase(f"cannot use the database: {in_short(error)}") from error
            raise
        return cls(reading_engine(address), writing, clock, patience)

    def watch(self, committed: Committed) -> None:
        """Tell of every commit: how many writes there were in it, and how long it took."""
        self._writer.committed = committed

    async def close(self) -> None:
        """Write what is waiting, then let go of the database."""
        await self._writer.close()
        await asyncio.to_thread(self._readers.shutdown)
        self._reading.dispose()
        self._writing.dispose()

    # Tables.

    async def create(self, head: Head, write: Write) -> None:
        """Keep a new table and its first events, if any; `Stale` if there is one of that name."""
        await self._writer.append(rows(write, head))

    async def append(self, write: Write) -> None:
        """Keep events; see the errors for why that may fail."""
        await self._writer.append(rows(write))

    async def load(self, table: str) -> Stored | None:
        """All that is known about a table."""

        def query(connection: Connection) -> Stored | None:
            # Events come last, so that a snapshot is never newer than they are.
            head = _head(connection, table)
            snapshot = _snapshot(connection, table)
            found = read_events(connection, table) if head is not None else []
            return None if head is None else Stored(head, found, snapshot)

        table = findable(table)
        return await self._read(query)

    async def events_since(self, table: str, number: int) -> list[Event]:
        """The events of a table after that number, in order."""
        after = events.c.number > _near(number)
        return await self._read(lambda connection: read_events(connection, findable(table), after))

    async def versions(self, names: Sequence[str]) -> dict[str, int]:
        """How many events there are of each of these tables."""
        query = select(tables.c.id, tables.c.version).where(tables.c.id.in_(names))
        return await self._read(lambda connection: dict(connection.execute(query).tuples().all()))

    async def head(self, table: str) -> Head | None:
        """What a table was made with."""
        return await self._read(lambda connection: _head(connection, findable(table)))

    async def keep_snapshot(self, table: str, snapshot: Snapshot) -> None:
        """Keep a snapshot in place of older ones; if there is a newer one, that one stays."""
        check(table, snapshot.rules)
        fields = {"table": table, **msgspec.structs.asdict(snapshot)}
        await self._do(
            f"snapshot {table}",
            lambda connection, _: connection.execute(KEEP_SNAPSHOT, fields).close(),
        )

    async def summaries(self, listing: Listing, person: str, page: int = 0) -> list[Summary]:
        """A page of a list, counted from 0, newest change that all know of first.

        `mine`: all where the person sits or that the person made; `open`: public ones that may be
        joined; `live`: public ones that are played; `archive`: what is over, public or mine. Locked
        ones are listed for their own people only.
        """
        chosen = (
            _listed(listing, findable(person))
            .order_by(desc(tables.c.shown), desc(tables.c.id))
            .limit(PAGE)
            .offset(_near(page * PAGE))
        )
        return await self._read(lambda connection: _summaries(connection, chosen))

    async def keep_result(self, table: str, result: Result) -> None:
        """Keep how a game ended that was over before results were kept."""
        text = msgspec.json.encode(result).decode()
        change = update(tables).where(tables.c.id == findable(table)).values(result=text)
        await self._do(f"result {table}", lambda connection, _: connection.execute(change).close())

    async def due(self, now: float) -> list[str]:
        """Tables whose deadline has passed, the longest overdue first."""
        query = (
            select(tables.c.id)
            .where(schema.HAS_DEADLINE, tables.c.deadline <= now)
            .order_by(tables.c.deadline)
            .limit(MOST_DUE)
        )
        return await self._read(lambda connection: [*connection.scalars(query)])

    async def remove_waiting(self, before: float) -> list[str]:
        """Remove tables that were never begun and have not changed since; which they were."""
        query = (
            select(tables.c.id)
            .where(tables.c.status == "waiting", tables.c.shown < before)
            .order_by(tables.c.shown)
            .limit(MOST_DUE)
        )

        def action(connection: Connection, _again: bool) -> list[str]:
            found = [*connection.scalars(query)]
            for part in PARTS:
                connection.execute(delete(part).where(part.c.table_id.in_(found)))
            connection.execute(delete(tables).where(tables.c.id.in_(found)))
            return found

        return await self._do("removal", action)

    async def waiting_for_bots(self, before: float, since: float = 0.0) -> list[str]:
        """Tables where a bot has to act, and of which the last event lies between these times."""
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
        return await self._do(f"claim {table}", action)

    # People.

    async def add_person(self, person: Person) -> None:
        """Keep a person; one who is there stays as they are."""
        check(person.id, person.name)
        fields = msgspec.structs.asdict(person)
        await self._do(
            f"person {person.id}",
            lambda connection, _: connection.execute(ADD_PERSON, fields).close(),
        )

    async def person(self, id: str) -> Person | None:
        query = select(people).where(people.c.id == findable(id))
        found = await self._one(query)
        return None if found is None else Person(found.id, found.name, found.created)

    async def rename(self, id: str, name: str) -> None:
        check(id, name)
        change = update(people).where(people.c.id == id).values(name=name)
        await self._do(f"person {id}", lambda connection, _: connection.execute(change).close())

    async def add_account(self, name: str, password_hash: str, person: str) -> None:
        """Give a person an account; `NameTaken` if another has that name in any spelling."""
        check(name, password_hash, person)
        key = folded(name)
        fields = {
            "folded": key,
            "name": name,
            "password_hash": password_hash,
            "person": person,
            "created": self.clock(),
        }
        mine = Account(name, password_hash, person)

        def action(connection: Connection, _again: bool) -> None:
            connection.execute(ADD_ACCOUNT, fields)
            # A hash is salted: an account that is equal was made by this very request.
            if _account(connection, key) != mine:
                raise NameTaken(f"there is an account {name} already; choose another name")

        await self._do(f"account {key}", action)

    async def account(self, name: str) -> Account | None:
        """The account of that name, in whatever case it is written."""
        key = folded(findable(name))
        return await self._read(lambda connection: _account(connection, key))

    async def account_of(self, person: str) -> Account | None:
        """The account of a person, if there is one."""
        query = select(accounts.c.name, accounts.c.password_hash, accounts.c.person)
        row = await self._one(query.where(accounts.c.person == findable(person)).limit(1))
        return None if row is None else Account(*row)

    async def change_password(self, name: str, password_hash: str) -> None:
        """Store another hash for an account."""
        check(name, password_hash)
        key = folded(name)
        change = update(accounts).where(accounts.c.folded == key)
        change = change.values(password_hash=password_hash)
        await self._do(f"account {key}", lambda connection, _: connection.execute(change).close())

    # Seats and invitations.

    async def add_invitation(
        self, token_hash: str, table: str, seat: int | None, at: float
    ) -> None:
        check(token_hash, table)
        fields = {"token_hash": token_hash, "table": table, "seat": seat, "at": at}
        await self._do(
            f"invitation {token_hash}",
            lambda connection, _: connection.execute(ADD_INVITATION, fields).close(),
        )

    async def invitation(self, token_hash: str) -> Invitation | None:
        query = select(invitations).where(invitations.c.token_hash == findable(token_hash))
        row = await self._one(query)
        return None if row is None else Invitation(row.table_id, row.seat, row.created, row.used)

    async def seat_of(self, token_hash: str) -> tuple[str, int] | None:
        """The table and the seat that a token is for."""
        query = select(seats.c.table_id, seats.c.seat).where(
            schema.HAS_TOKEN, seats.c.token_hash == findable(token_hash)
        )
        row = await self._one(query)
        return None if row is None else (row.table_id, row.seat)

    # Chat.

    async def say(
        self, table: str, person: str, name: str, text: str, at: float, key: str = ""
    ) -> int:
        """Keep what somebody says; the number of the line. A repeated key says nothing anew."""
        fields = {"table_id": table, "person": person, "name": name, "text": text, "at": at}
        fields["key"] = key

        def action(connection: Connection, again: bool) -> int:
            same = {"table_id": table, "key": key} if key else fields
            said = _same_line(connection, same) if key or again else None
            if said is not None:
                return said
            number: int = connection.execute(COUNT_LINE, {"table": table}).scalar_one()
            connection.execute(insert(chat), {"number": number, **fields})
            return number

        check(table, person, name, text, key)
        return await self._do(f"chat {table}", action)

    async def chat(
        self, table: str, since: int, before: int = FAR, most: int = LINES
    ) -> list[Line]:
        """What was said at a table between two lines, in order: the last of it, if it is much."""
        query = (
            select(chat.c.number, chat.c.at, chat.c.person, chat.c.name, chat.c.text)
            .where(chat.c.table_id == findable(table))
            .where(chat.c.number > _near(since), chat.c.number < _near(before))
            .order_by(desc(chat.c.number))
            .limit(most)
        )
        return await self._read(
            lambda connection: [Line(*row) for row in connection.execute(query)][::-1]
        )

    # Jobs.

    async def add_job(self, job: Job) -> None:
        check(job.id, job.kind, job.table, job.person, job.status)
        fields = {
            **msgspec.structs.asdict(job),
            "table_id": job.table,
            "result": _json(job.result),
            "created": self.clock(),
        }
        del fields["table"]

        def action(connection: Connection, again: bool) -> None:
            if not (again and _job(connection, job.id)):
                connection.execute(insert(jobs), fields)

        await self._do(f"job {job.id}", action)

    async def job(self, id: str) -> Job | None:
        return await self._read(lambda connection: _job(connection, findable(id)))

    # Secrets.

    async def secret(self, name: str) -> bytes:
        """Random bytes of the house's own, the same for every process and for ever."""
        fields = {"name": name, "value": randomness.token_bytes(32)}

        def action(connection: Connection, _again: bool) -> bytes:
            connection.execute(ADD_SECRET, fields)
            query = select(schema.secrets.c.value).where(schema.secrets.c.name == name)
            return bytes(connection.execute(query).scalar_one())

        check(name)
        return await self._do(f"secret {name}", action)

    async def _do(self, order: str, action: Action[Answer]) -> Answer:
        return await self._writer.do(order, action)

    async def _one(self, query: Select[Any]) -> Any:
        """The row that a query finds, or none."""
        return await self._read(lambda connection: connection.execute(query).one_or_none())

    async def _read(self, query: Callable[[Connection], Answer]) -> Answer:
        def once(_tries: int) -> Answer:
            with self._reading.connect() as connection:
                return query(connection)

        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._readers, lambda: persist(once, self.patience))


def _bring_up_to_date(engine: Engine) -> None:
    with engine.begin() as connection:
        upgrade(connection)


def _head(connection: Connection, table: str) -> Head | None:
    found = connection.scalar(select(tables.c.head).where(tables.c.id == table))
    return None if found is None else msgspec.json.decode(found, type=Head)


def _snapshot(connection: Connection, table: str) -> Snapshot | None:
    query = select(snapshots).where(snapshots.c.table_id == table)
    row = connection.execute(query).one_or_none()
    return None if row is None else Snapshot(row.number, row.rules, bytes(row.state))


def _listed(listing: Listing, person: str) -> Select[Any]:
    """The tables of a list, in no order yet."""
    query = select(tables)
    sits = select(seats.c.table_id).where(seats.c.person == person, seats.c.person != "")
    made = select(tables.c.id).where(tables.c.host == person, tables.c.host != "")
    if listing == "mine":
        return query.where(tables.c.id.in_(union(sits, made)))
    if listing == "open":
        may_enter = and_(tables.c.status != "over", tables.c.public, ~tables.c.locked)
        return query.where(schema.HAS_OPEN_SEAT, may_enter)
    is_mine = or_(tables.c.id.in_(sits), tables.c.id.in_(made))
    if listing == "live":
        may_watch = and_(tables.c.public, or_(~tables.c.locked, is_mine))
        return query.where(tables.c.status == "playing", may_watch)
    for_all = and_(tables.c.public, ~tables.c.locked)
    return query.where(tables.c.status == "over", or_(for_all, is_mine))


def _summaries(connection: Connection, chosen: Select[Any]) -> list[Summary]:
    found = connection.execute(chosen).all()
    places: dict[str, list[Place]] = {row.id: [] for row in found}
    query = (
        select(seats.c.table_id, seats.c.kind, seats.c.person, seats.c.name, seats.c.level)
        .where(seats.c.table_id.in_(places))
        .order_by(seats.c.table_id, seats.c.seat)
    )
    for table, *place in connection.execute(query):
        places[table].append(Place(*place))
    return [_summary(row, tuple(places[row.id])) for row in found]


def _summary(row: Any, places: tuple[Place, ...]) -> Summary:
    return Summary(
        id=row.id,
        game=row.game,
        players=row.players,
        options=msgspec.json.decode(row.head, type=_Listed).options,
        host=row.host,
        follows=row.follows,
        created=row.created,
        shown=row.shown,
        result=None if row.result is None else msgspec.json.decode(row.result, type=Result),
        version=row.version,
        status=row.status,
        public=row.public,
        locked=row.locked,
        to_act=row.to_act,
        bots=row.bots,
        deadline=row.deadline,
        seats=places,
    )


def _account(connection: Connection, key: str) -> Account | None:
    query = select(accounts.c.name, accounts.c.password_hash, accounts.c.person)
    row = connection.execute(query.where(accounts.c.folded == key)).one_or_none()
    return None if row is None else Account(*row)


def _same_line(connection: Connection, fields: dict[str, Any]) -> int | None:
    """The line that was written by the same request, or a commit that was never confirmed."""
    same = [chat.c[name] == value for name, value in fields.items()]
    return connection.scalar(select(chat.c.number).where(*same))


def _job(connection: Connection, id: str) -> Job | None:
    row = connection.execute(select(jobs).where(jobs.c.id == id)).one_or_none()
    if row is None:
        return None
    result = msgspec.json.decode(row.result)
    return Job(
        row.id, row.kind, row.table_id, row.seat, row.person, row.status, row.progress, result
    )


def _json(value: Any) -> str:
    try:
        return msgspec.json.encode(value).decode()
    except (TypeError, ValueError) as error:
        raise BadWrite(f"the result of a job cannot be stored: {error}") from error


def _near(number: int) -> int:
    """A number that databases can count with."""
    return max(0, min(number, FAR))
