"""What was acknowledged is there, whatever dies."""

import asyncio
import sqlite3
import subprocess
import sys
from contextlib import closing
from itertools import islice
from pathlib import Path

import pytest

from formicarium.server.domain.events import Event
from formicarium.server.store import Store, engines
from formicarium.server.store.errors import Unavailable
from tests.server.databases import ON_POSTGRES, Cluster
from tests.server.store.made import ADA, head, numbers, opened, played, plays, with_store, write

TABLES = ("a", "b", "c", "d")
PROGRAM = (sys.executable, "-m", "tests.server.store.appender")


def killed_after(url: str, acknowledgements: int) -> list[str]:
    """The acknowledgements of a process that is killed while it goes on."""
    with subprocess.Popen([*PROGRAM, url, *TABLES], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        seen = [*islice(process.stdout, acknowledgements)]
        process.kill()
        return seen + [line for line in process.stdout if line.endswith("\n")]


@pytest.mark.heavy
def test_nothing_acknowledged_is_lost_when_the_process_is_killed(database: str) -> None:
    async def make(store: Store) -> None:
        for table in TABLES:
            await store.create(head(table), write(table))

    async def count(store: Store) -> None:
        for table in TABLES:
            found = await numbers(store, table)
            assert found == [*range(1, len(found) + 1)]
            # One more may have been written when there was nobody left to acknowledge it.
            assert acknowledged[table] <= len(found) <= acknowledged[table] + 1
        versions = {each.id: each.version for each in await store.summaries("mine", ADA)}
        assert versions == {table: len(await numbers(store, table)) for table in TABLES}

    with_store(database, make)
    acknowledged = dict.fromkeys(TABLES, 0)
    for acknowledgements in (1, 90):
        lines = killed_after(database, acknowledgements)
        assert len(lines) >= acknowledgements
        for line in lines:
            table, number = line.split()
            assert int(number) > acknowledged[table]
            acknowledged[table] = int(number)
        with_store(database, count)


@ON_POSTGRES
def test_nothing_is_lost_or_doubled_when_postgresql_restarts(postgres: Cluster) -> None:
    url = postgres.new_database()
    tables = [f"t{number}" for number in range(10)]
    before, after = 30, 5  # events of each table

    async def play(store: Store, table: str, enough: asyncio.Event) -> list[Event]:
        """Append until enough is enough; what was acknowledged."""
        done: list[Event] = []
        while not enough.is_set() or len(done) < before + after:
            event = played(len(done) + 1, key=f"k{len(done)}")
            await store.append(write(table, event))
            done.append(event)
            if len(done) == before:
                halfway.release()
        return done

    async def test(store: Store) -> None:
        for table in tables:
            await store.create(head(table), write(table))
        enough = asyncio.Event()
        playing = [asyncio.create_task(play(store, table, enough)) for table in tables]
        for _ in range(2):
            await halfway.acquire()
            await asyncio.to_thread(postgres.restart)
        enough.set()
        for table, events in zip(tables, await asyncio.gather(*playing), strict=True):
            assert await store.events_since(table, 0) == events

    halfway = asyncio.Semaphore(0)
    with_store(url, test)


@ON_POSTGRES
def test_a_database_that_stays_away_is_an_error_and_may_come_back(postgres: Cluster) -> None:
    url = postgres.new_database()

    async def test() -> None:
        async with opened(url, patience=0.3) as store:
            await store.create(head(), write("t"))
            postgres.stop()
            try:
                with pytest.raises(Unavailable):
                    await store.append(plays("t", 1))
                with pytest.raises(Unavailable):
                    await store.load("t")
                with pytest.raises(Unavailable):
                    await Store.open(url, patience=0.3)
            finally:
                postgres.start()
            await store.append(plays("t", 1))
            assert await numbers(store) == [1]

    asyncio.run(test())


def test_a_locked_file_is_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another process may hold SQLite for longer than SQLite itself waits."""
    monkeypatch.setattr(engines, "BUSY", 20)
    passes = engines.passes

    async def test(store: Store) -> None:
        refused = asyncio.Event()
        loop = asyncio.get_running_loop()

        def note(error: BaseException) -> bool:
            loop.call_soon_threadsafe(refused.set)
            return passes(error)

        await store.create(head(), write("t"))
        monkeypatch.setattr(engines, "passes", note)
        with closing(sqlite3.connect(tmp_path / "house.db", isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            waiting = asyncio.create_task(store.append(plays("t", 1)))
            await refused.wait()
            assert await numbers(store) == []
            assert not waiting.done()
            other.execute("ROLLBACK")
        await waiting
        assert await numbers(store) == [1]

    with_store(f"sqlite:///{tmp_path}/house.db", test)
