"""Many write at once: nobody waits for nothing, and nobody pays for another's mistake."""

import asyncio
import sqlite3
from collections.abc import Sequence
from random import Random
from typing import Any

import pytest
from sqlalchemy.exc import OperationalError

from formicarium.server.domain.people import NOBODY
from formicarium.server.store import Store
from formicarium.server.store.errors import BadWrite, NameTaken, Repeated, Stale, Used
from formicarium.server.store.writer import Asked, Writer
from tests.server.databases import ON_POSTGRES, Cluster
from tests.server.store.made import (
    ADA,
    SEATS,
    asked,
    head,
    held,
    numbers,
    opened,
    played,
    plays,
    with_store,
    write,
)


async def make(store: Store, *tables: str) -> None:
    await asyncio.gather(*(store.create(head(table), write(table)) for table in tables))


@pytest.fixture
def sizes(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many writes each transaction had."""
    found: list[int] = []
    transaction = Writer._transaction

    def counted(self: Writer, batch: Sequence[Asked], again: bool) -> list[object]:
        found.append(len(batch))
        return transaction(self, batch, again)

    monkeypatch.setattr(Writer, "_transaction", counted)
    return found


def forget_commit(monkeypatch: pytest.MonkeyPatch) -> None:
    """From now on, the connection is lost once just after every commit."""
    transaction = Writer._transaction

    def lost(self: Writer, batch: Sequence[Asked], again: bool) -> list[object]:
        answers = transaction(self, batch, again)
        if not again:
            raise OperationalError("COMMIT", {}, sqlite3.OperationalError("connection lost"))
        return answers

    monkeypatch.setattr(Writer, "_transaction", lost)


def test_what_waits_is_written_in_one_transaction(database: str, sizes: list[int]) -> None:
    tables = [f"t{number}" for number in range(100)]

    async def test(store: Store) -> None:
        await make(store, *tables)
        sizes.clear()
        async with held(store):
            tasks = await asked(*(store.append(plays(table, 1, 2)) for table in tables))
        await asyncio.gather(*tasks)
        assert sizes == [1, 100]
        for table in tables:
            assert await numbers(store, table) == [1, 2]

    with_store(database, test)


def test_only_the_guilty_of_a_batch_notice(database: str, sizes: list[int]) -> None:
    async def test(store: Store) -> None:
        await make(store, *"abcdefgh")
        await store.append(write("a", played(1, key="k")))
        await store.add_invitation("used", "b", None, 1.0)
        await store.append(plays("b", 1, uses="used"))
        sizes.clear()
        async with held(store):
            calls: list[Any] = [
                store.append(plays("a", 1)),
                store.append(write("a", played(2, key="k"))),
                store.append(plays("a", 2)),
                store.append(plays("b", 2, uses="used")),
                store.append(plays("c", 1)),
                store.append(plays("d", 7)),
                store.append(plays("e", 1, seats=SEATS, tokens={0: "hash"})),
                store.append(plays("f", 1, to_act=2**80)),
                store.say("g", ADA, "hello", 1.0),
                store.say("nowhere", ADA, "hello", 1.0),
                store.append(plays("nowhere", 1)),
                store.create(head("new"), plays("new", 1)),
                store.append(plays("h", 1, 2)),
            ]
            tasks = await asked(*calls)
        answers = await asyncio.gather(*tasks, return_exceptions=True)
        kinds = [None if answer is None else type(answer) for answer in answers]
        assert kinds == [
            Stale, Repeated, None, Used, None, Stale, None, BadWrite, int, BadWrite, BadWrite,
            None, None,
        ]  # fmt: skip
        assert sizes == [1, len(calls)]
        found = {table: await numbers(store, table) for table in [*"abcdefgh", "new", "nowhere"]}
        assert found == {
            "a": [1, 2], "b": [1], "c": [1], "d": [], "e": [1], "f": [], "g": [], "h": [1, 2],
            "new": [1], "nowhere": [],
        }  # fmt: skip
        assert await store.seat_of("hash") == ("e", 0)
        assert len(await store.chat("g", 0)) == 1

    with_store(database, test)


def test_a_table_may_be_written_twice_in_a_batch(database: str, sizes: list[int]) -> None:
    async def test(store: Store) -> None:
        async with held(store):
            tasks = await asked(
                store.create(head(), plays("t", 1)),
                store.append(plays("t", 2, 3, to_act=1)),
                store.append(plays("t", 4, to_act=2, seats=SEATS)),
            )
        await asyncio.gather(*tasks)
        assert sizes == [1, 3]
        assert await numbers(store) == [1, 2, 3, 4]
        (summary,) = await store.summaries("live", NOBODY)
        assert (summary.version, summary.to_act, summary.shown) == (4, 2, 14.0)

    with_store(database, test)


def test_who_stops_waiting_disturbs_nobody(database: str) -> None:
    async def test(store: Store) -> None:
        await make(store, "t", "u")
        async with held(store):
            tasks = await asked(store.append(plays("t", 1)), store.append(plays("u", 1)))
            tasks[0].cancel()
        await tasks[1]
        assert await numbers(store, "u") == [1]
        assert await numbers(store, "t") == [1]

    with_store(database, test)


@ON_POSTGRES
def test_what_postgresql_cannot_index_is_refused_at_once(postgres: Cluster) -> None:
    """Its complaint looks like one of a database in trouble, but waiting would not help."""
    long = Random(1).randbytes(20_000).hex()

    async def test(store: Store) -> None:
        await make(store, "t")
        with pytest.raises(BadWrite, match="index row"):
            await store.append(write("t", played(1, key=long)))
        await store.append(plays("t", 1))

    with_store(postgres.new_database(), test)


def test_two_stores_never_write_the_same_number(database: str) -> None:
    tables = ["a", "b", "c"]
    each = 8  # decisions of a player

    async def player(store: Store, table: str, name: int) -> int:
        """Append until all is said; how often somebody else was faster."""
        late = 0
        for step in range(each):
            while True:
                number = len(await store.events_since(table, 0)) + 1
                try:
                    await store.append(write(table, played(number, by=name, key=f"{name} {step}")))
                    break
                except Stale:
                    late += 1
        return late

    async def test(store: Store) -> None:
        async with opened(database) as other:
            await make(store, *tables)
            late = await asyncio.gather(
                *(
                    player(each, table, 2 * place + number + 1)
                    for place, each in enumerate((store, other))
                    for number in range(2)
                    for table in tables
                )
            )
            assert sum(late) > 0
            for table in tables:
                events = await store.events_since(table, 0)
                assert events == await other.events_since(table, 0)
                assert [event.number for event in events] == [*range(1, 4 * each + 1)]
                assert len({event.key for event in events}) == 4 * each
                for name in {event.by for event in events}:
                    keys = [event.key for event in events if event.by == name]
                    assert keys == [f"{name} {step}" for step in range(each)]

    with_store(database, test)


def test_stores_that_write_many_tables_at_once_do_not_block_each_other(database: str) -> None:
    tables = [f"t{number}" for number in range(20)]

    async def test(store: Store) -> None:
        async with opened(database) as other:
            await make(store, *tables)
            for step in range(3):
                calls: list[Any] = []
                for place, each in enumerate((store, other)):
                    order = tables if place else tables[::-1]
                    calls += [each.append(plays(table, step + 1)) for table in order]
                    calls += [each.say(table, NOBODY, f"{step} {place}", 1.0) for table in order]
                    calls += [each.claim(table, 99.0, 1.0) for table in order]
                answers = await asyncio.gather(*calls, return_exceptions=True)
                assert {type(each) for each in answers} <= {type(None), Stale, int, bool}
            for table in tables:
                assert await numbers(store, table) == [1, 2, 3]
                assert [line.number for line in await other.chat(table, 0)] == [*range(1, 7)]

    with_store(database, test)


def test_a_commit_that_was_never_confirmed_is_not_done_twice(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test(store: Store) -> None:
        await make(store, "t", "u", "v")
        ada, eve = await store.add_person(1.0, "Ada"), await store.add_person(1.0, "Eve")
        await store.add_account("Taken", "hash", eve)
        await store.add_invitation("i", "t", None, 1.0)
        await store.append(write("v", played(1, key="k")))
        forget_commit(monkeypatch)
        async with held(store):
            calls: list[Any] = [
                store.create(head("new"), write("new")),
                store.append(write("t", played(1, key="k1"), uses="i")),
                store.append(write("t", played(2, key="k2"))),
                store.append(plays("u", 1)),
                store.append(write("u", played(1, code=4))),
                store.append(write("v", played(2, key="k"))),
                store.say("t", ada, "hello", 5.0),
                store.claim("t", 50.0, 10.0),
                store.add_account("Ada", "hash", ada),
                store.add_account("taken", "hash", ada),
            ]
            tasks = await asked(*calls)
        answers = await asyncio.gather(*tasks, return_exceptions=True)
        assert answers[:4] == [None] * 4
        assert isinstance(answers[4], Stale)
        assert isinstance(answers[5], Repeated)
        assert answers[6:9] == [1, True, None]
        assert isinstance(answers[9], NameTaken)
        assert await numbers(store, "t") == [1, 2]
        assert await numbers(store, "u") == [1]
        assert await numbers(store, "v") == [1]
        assert len(await store.chat("t", 0)) == 1

    with_store(database, test)


def test_another_write_with_the_same_number_is_not_taken_for_ours(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test(store: Store) -> None:
        await make(store, "t")
        await store.append(plays("t", 1))
        forget_commit(monkeypatch)
        for other in ({"code": 4}, {"at": 5.0}, {"seat": 1}, {"key": "k"}):
            with pytest.raises(Stale):
                await store.append(write("t", played(1, **other)))
        assert await numbers(store) == [1]

    with_store(database, test)
