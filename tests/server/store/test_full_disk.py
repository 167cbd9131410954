"""A disk that takes no more: refused at once, said once, and over when there is room."""

import asyncio
import logging
import sqlite3
from collections.abc import Sequence

import pytest
from sqlalchemy import Connection
from sqlalchemy.exc import OperationalError

from formicarium.server.store import Store, engines
from formicarium.server.store.engines import persist
from formicarium.server.store.errors import DiskFull, Unavailable
from formicarium.server.store.writer import Asked, Writer
from tests.server.store.made import head, numbers, plays, with_store, write

MANY = range(1, 2000)  # events that need more than what is left of a page


async def give_room(store: Store, pages: int) -> None:
    """Let the database have so many pages more than it has now, as if the disk were so large."""

    def action(connection: Connection, _again: bool) -> None:
        now = connection.exec_driver_sql("PRAGMA page_count").scalar_one()
        connection.exec_driver_sql(f"PRAGMA max_page_count = {now + pages}")

    await store._writer.do("room", action)


@pytest.fixture
def tries(monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """Whether each transaction was one that is tried again."""
    found: list[bool] = []
    transaction = Writer._transaction

    def noted(self: Writer, batch: Sequence[Asked], again: bool) -> list[object]:
        found.append(again)
        return transaction(self, batch, again)

    monkeypatch.setattr(Writer, "_transaction", noted)
    return found


@pytest.fixture
def said(caplog: pytest.LogCaptureFixture) -> pytest.LogCaptureFixture:
    caplog.set_level(logging.INFO, "formicarium.server")
    return caplog


def test_a_full_disk_is_not_waited_for_and_said_once(
    database_file: str,
    tries: list[bool],
    said: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def test(store: Store) -> None:
        await store.create(head(), plays("t", 1))
        await give_room(store, 0)
        tries.clear()
        for _ in range(3):
            with pytest.raises(DiskFull, match="full"):
                await store.append(plays("t", *MANY[1:]))
        assert tries == [False] * 3
        assert await numbers(store) == [1]
        assert len(said.messages) == 1
        assert "nothing can be written" in said.messages[0]
        await give_room(store, 1000)
        assert len(said.messages) == 1  # that it takes a little means nothing
        monkeypatch.setattr(engines, "CALM", 0.0)
        await store.append(plays("t", *MANY[1:]))
        assert await numbers(store) == [*MANY]
        assert said.messages[1:] == ["the database can be written again"]

    with_store(database_file, test)


def test_all_of_a_batch_are_told_at_once(database_file: str, tries: list[bool]) -> None:
    async def test(store: Store) -> None:
        for table in "ab":
            await store.create(head(table), write(table))
        await give_room(store, 0)
        tries.clear()
        calls = [store.append(plays(table, *MANY)) for table in "ab"]
        assert [type(one) for one in await asyncio.gather(*calls, return_exceptions=True)] == (
            [DiskFull, DiskFull]
        )
        assert not any(tries)

    with_store(database_file, test)


class Orig(Exception):
    """What a driver raises."""

    def __init__(self, state: str | None = None, code: int | None = None) -> None:
        super().__init__("no space left on device")
        self.sqlstate, self.sqlite_errorcode = state, code


@pytest.mark.parametrize(
    "orig",
    [
        Orig(state="53100"),
        Orig(code=sqlite3.SQLITE_FULL),
        Orig(code=sqlite3.SQLITE_IOERR_WRITE),
        Orig(code=sqlite3.SQLITE_IOERR_SHMSIZE),
    ],
)
def test_what_a_full_disk_looks_like(orig: Orig) -> None:
    tried = []

    def action(tries: int) -> None:
        tried.append(tries)
        raise OperationalError("INSERT", {}, orig)

    with pytest.raises(DiskFull):
        persist(action, patience=60.0)
    assert tried == [0]


def test_another_trouble_is_waited_for() -> None:
    def action(tries: int) -> int:
        if tries == 0:
            raise OperationalError("INSERT", {}, Orig(code=sqlite3.SQLITE_BUSY))
        return tries

    assert persist(action) == 1


def test_a_database_that_cannot_be_read_is_said_once(
    database_file: str, said: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    def away(connection: Connection) -> None:
        raise OperationalError("SELECT", {}, Orig(code=sqlite3.SQLITE_IOERR))

    async def test(store: Store) -> None:
        monkeypatch.setattr(store, "patience", 0.0)
        for _ in range(3):
            with pytest.raises(Unavailable):
                await store._read(away)
        assert ["nothing can be read" in line for line in said.messages] == [True]
        monkeypatch.setattr(engines, "CALM", 0.0)
        assert await store.head("t") is None
        assert said.messages[1:] == ["the database can be read again"]

    with_store(database_file, test)


def test_what_is_written_can_be_read_back(database: str) -> None:
    async def test(store: Store) -> None:
        await store.pulse()
        await store.pulse()
        assert await store.size() > 0

    with_store(database, test)
