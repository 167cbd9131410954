"""A database for code that must not wait in the event loop: opened, read and written."""

import asyncio
import secrets as randomness
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Self, TypeVar

from sqlalchemy import Connection, Engine, Executable, Select, select, text
from sqlalchemy.exc import DBAPIError

from formicarium.server.store import schema
from formicarium.server.store.backup import size_of
from formicarium.server.store.engines import (
    PATIENCE,
    READERS,
    Fortune,
    in_short,
    parsed,
    persist,
    reading_engine,
    tidy_up,
    writing_engine,
)
from formicarium.server.store.errors import BadDatabase, Unavailable
from formicarium.server.store.migrations import upgrade
from formicarium.server.store.results import rebuild
from formicarium.server.store.texts import check
from formicarium.server.store.writer import Committed, Writer

Found = TypeVar("Found")

PULSE = "pulse"  # the name of what is written and read back to see that it can be
ADD_SECRET = text("INSERT INTO secrets (name, value) VALUES (:name, :value) ON CONFLICT DO NOTHING")
BEAT = text(
    "INSERT INTO secrets (name, value) VALUES (:name, :value) "
    "ON CONFLICT (name) DO UPDATE SET value = excluded.value"
)
EMPTY_LOG = text("PRAGMA wal_checkpoint(TRUNCATE)")
SIZE = text("SELECT pg_database_size(current_database())")


class Database:
    """Whatever writes has written durably when it returns, or raises."""

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
        self._fortune = Fortune("read")

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

    async def secret(self, name: str) -> bytes:
        """Random bytes of the house's own, the same for every process and for ever."""
        fields = {"name": name, "value": randomness.token_bytes(32)}

        def action(connection: Connection, _again: bool) -> bytes:
            connection.execute(ADD_SECRET, fields)
            query = select(schema.secrets.c.value).where(schema.secrets.c.name == name)
            return bytes(connection.execute(query).scalar_one())

        check(name)
        return await self._writer.do(f"secret {name}", action)

    async def pulse(self) -> None:
        """Write something and read it back; raises what is wrong."""
        written = randomness.token_bytes(8)

        def action(connection: Connection, _again: bool) -> None:
            connection.execute(BEAT, {"name": PULSE, "value": written})

        await self._writer.do(PULSE, action)
        query = select(schema.secrets.c.value).where(schema.secrets.c.name == PULSE)
        if await self._one(query) is None:  # what another process has written will do
            raise Unavailable("what was written cannot be read")

    async def size(self) -> int:
        """How many bytes the database has."""
        address = self._reading.url
        if address.get_backend_name() == "postgresql":
            return int(await self._read(lambda connection: connection.execute(SIZE).scalar_one()))
        return size_of(address.render_as_string())

    async def _leave_no_trace(self) -> None:
        """Of what was overwritten, leave nothing in SQLite's log either."""
        if self._reading.dialect.name == "sqlite":
            await self._read(lambda connection: connection.execute(EMPTY_LOG).close())

    async def _execute(self, order: str, statement: Executable, fields: Any = None) -> None:
        """Write what one statement says."""
        await self._writer.do(
            order, lambda connection, _: connection.execute(statement, fields).close()
        )

    async def _one(self, query: Select[Any]) -> Any:
        """The row that a query finds, or none."""
        return await self._read(lambda connection: connection.execute(query).one_or_none())

    async def _read(self, query: Callable[[Connection], Found]) -> Found:
        def once(_tries: int) -> Found:
            with self._reading.connect() as connection:
                return query(connection)

        def patiently() -> Found:
            try:
                found = persist(once, self.patience)
            except Unavailable as error:
                self._fortune.note(error)
                raise
            self._fortune.note()
            return found

        return await asyncio.get_running_loop().run_in_executor(self._readers, patiently)


def _bring_up_to_date(engine: Engine) -> None:
    with engine.begin() as connection:
        has_changed = upgrade(connection)
        if has_changed:
            rebuild(connection)
    if has_changed and engine.dialect.name == "sqlite":
        tidy_up(engine)
