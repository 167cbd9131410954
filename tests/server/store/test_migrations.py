"""Databases of every age, and none that is younger than the program."""

import asyncio
import hashlib
import json
from pathlib import Path

import msgspec
import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection, create_engine, text

from formicarium.server.domain.people import NOBODY, Called, guest_name
from formicarium.server.store import Store
from formicarium.server.store.engines import parsed, writing_engine
from formicarium.server.store.entries import Account
from formicarium.server.store.errors import BadDatabase, NameTaken
from formicarium.server.store.migrations import NEWEST, revision, revisions, upgrade
from formicarium.server.store.schema import METADATA
from tests.server.store.made import ADA, head, numbers, opened, plays, with_store, write


def indexes(connection: Connection) -> set[str]:
    """Every index as the database itself writes it."""
    if connection.dialect.name == "sqlite":
        query = "SELECT sql FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL"
    else:
        query = "SELECT indexdef FROM pg_indexes WHERE schemaname = current_schema()"
    found = {" ".join(row[0].split()) for row in connection.execute(text(query))}
    return {line for line in found if "alembic" not in line}


def test_the_newest_revision_is_known_without_a_search() -> None:
    assert revisions()[0] == NEWEST


def test_the_migrations_lead_to_the_schema(database: str) -> None:
    engine = writing_engine(parsed(database))
    with engine.begin() as connection:
        upgrade(connection)
        assert compare_metadata(MigrationContext.configure(connection), METADATA) == []
        migrated = indexes(connection)
        METADATA.drop_all(connection)
        METADATA.create_all(connection)
        assert indexes(connection) == migrated
        assert len(migrated) >= 8
    engine.dispose()


def test_a_database_of_the_first_revision_keeps_what_it_has(database: str) -> None:
    engine = writing_engine(parsed(database))
    with engine.begin() as connection:
        upgrade(connection, "0001")
        assert revision(connection) == "0001"
        connection.execute(
            text(
                "INSERT INTO tables VALUES ('t', :head, 'pebbles', 2, 'ada', '', 1.0, 5.0, 0,"
                " 'over', true, false, 0, 0, NULL, 0)"
            ),
            {"head": msgspec.json.encode(head()).decode()},
        )
        connection.execute(text("INSERT INTO talks VALUES ('t', 1)"))
        connection.execute(text("INSERT INTO chat VALUES ('t', 1, 2.0, 'ada', 'Ada', 'hello')"))
    engine.dispose()

    async def test(store: Store) -> None:
        (found,) = await store.summaries("archive", NOBODY)
        assert (found.shown, found.result) == (5.0, None)
        assert [line.text for line in await store.chat("t", 0)] == ["hello"]
        assert await store.say("t", ADA, "still here", 3.0, "k") == 2

    with_store(database, test)


OLDER = (  # what version 0.2 has kept: Ada had her seat under another name, Ben never said one
    "INSERT INTO people VALUES ('ada-with-22-letters-id', 'Ada', 100.0)",
    "INSERT INTO accounts VALUES ('ada', 'Ada', 'hash', 'ada-with-22-letters-id', 100.0)",
    "INSERT INTO tables (id, head, game, players, host, follows, created, changed, version, status,"
    " public, locked, to_act, bots, open_seats) VALUES ('t', :head, 'pebbles', 3,"
    " 'ada-with-22-letters-id', '', 50.0, 90.0, 4, 'playing', true, false, 0, 0, 0)",
    "INSERT INTO events VALUES ('t', 1, 'seated', 60.0, 0, NULL, 'ada-with-22-letters-id',"
    " 'ada-with-22-letters-id:k1', 1, 'ada-with-22-letters-id', 'Adelaide', '')",
    "INSERT INTO events VALUES ('t', 2, 'seated', 70.0, 1, NULL, 'ben', 'ben:k2', 2, 'ben',"
    " :guest, '')",
    "INSERT INTO events VALUES ('t', 3, 'seated', 80.0, 2, NULL, 'eve', 'a key', 3, 'eve',"
    " 'Evelyn', '')",
    "INSERT INTO events VALUES ('t', 4, 'renamed', 85.0, 2, NULL, 'eve', '', 4, 'eve', 'Eve', '')",
    "INSERT INTO seats (table_id, seat, kind, person, name, level) VALUES"
    " ('t', 0, 'person', 'ada-with-22-letters-id', 'Adelaide', ''),"
    " ('t', 1, 'person', 'ben', :guest, ''), ('t', 2, 'bot', '', '', 'hard')",
    "INSERT INTO talks VALUES ('t', 1)",
    "INSERT INTO chat VALUES ('t', 1, 95.0, 'ben', :guest, 'hello', 'ben:k3')",
    "INSERT INTO jobs (id, kind, table_id, seat, person, status, progress, result, created) VALUES"
    " ('j', 'hint', 't', 0, 'fay', 'done', 1, 'null', 99.0),"
    " ('k', 'analysis', 't', NULL, '', 'done', 1, 'null', 99.0)",
)


def older(connection: Connection, revision: str) -> None:
    """A database of an earlier version, with people by their texts."""
    upgrade(connection, revision)
    old = msgspec.to_builtins(head(players=3)) | {"host": "ada-with-22-letters-id", "seed": 2**63}
    number = int.from_bytes(hashlib.sha256(b"ben").digest()[:8])
    fields = {"head": json.dumps(old), "guest": f"Guest {1000 + number % 9000}"}
    for statement in OLDER:
        connection.execute(text(statement), fields)


@pytest.mark.parametrize("revision", ["0002", "0003"])
def test_everybody_gets_a_number_and_one_name(database: str, revision: str) -> None:
    engine = writing_engine(parsed(database))
    with engine.begin() as connection:
        older(connection, revision)
    engine.dispose()

    async def test(store: Store) -> None:
        stored = await store.load("t")
        assert stored is not None
        ada, ben, eve = (event.person for event in stored.events[:3])
        assert (ada, ben, eve) == (1, 2, 3)  # in the order in which they came
        assert (stored.head.host, stored.head.seed) == (ada, 2**63)
        assert [event.by for event in stored.events] == [ada, ben, eve, eve]
        assert [event.key for event in stored.events] == [f"{ada}:k1", f"{ben}:k2", "a key", ""]
        assert await store.names([ada, ben, eve]) == {
            ada: Called("Ada"),
            ben: Called(guest_name(ben), is_guest=True),
            eve: Called("Eve", is_guest=True),
        }
        (summary,) = await store.summaries("mine", ada)
        assert [seat.person for seat in summary.seats] == [ada, ben, NOBODY]
        assert await store.account("ADA") == Account("Ada", "hash", ada)
        (line,) = await store.chat("t", 0)
        assert (line.person, line.called) == (ben, Called(guest_name(ben), is_guest=True))
        assert await store.say("t", ben, "hello", 96.0, f"{ben}:k3") == 1  # it was said already
        jobs = [await store.job(name) for name in ("j", "k")]
        assert [job.person for job in jobs if job] == [4, NOBODY]
        assert await store.add_person(100.0) == 5
        with pytest.raises(NameTaken):
            await store.rename(eve, "АDА")  # in Cyrillic: Ada's account is older than this rule

    with_store(database, test)


def test_a_damaged_table_is_named(database: str) -> None:
    engine = writing_engine(parsed(database))
    with engine.begin() as connection:
        older(connection, "0003")
        connection.execute(text('UPDATE tables SET head = \'{"game": "peb\''))
    with pytest.raises(BadDatabase, match=r"table t of this database is damaged .* Restore a copy"):
        asyncio.run(Store.open(database))
    with engine.begin() as connection:
        assert revision(connection) == "0003"
    engine.dispose()


def test_names_are_found_and_reserved_by_how_they_look_now(database: str) -> None:
    engine = writing_engine(parsed(database))
    with engine.begin() as connection:
        upgrade(connection, "0006")
        for statement in (
            "INSERT INTO people (name, created, seen) VALUES ('William', 1, 1), ('Bill', 2, 2)",
            "INSERT INTO people (name, created, seen) VALUES ('', 3, 3)",
            "INSERT INTO accounts VALUES ('william', 'William', 'hash', 1, 1)",
            "INSERT INTO reserved VALUES ('wllllarn', 1)",
        ):
            connection.execute(text(statement))
    engine.dispose()

    async def test(store: Store) -> None:
        assert [one.name for one in await store.find_people("vvi")] == ["William"]
        with pytest.raises(NameTaken):
            await store.rename(2, "vvilliam")
        kept = text("SELECT looks FROM reserved")
        assert await store._read(lambda connection: [*connection.scalars(kept)]) == ["vvllllarn"]

    with_store(database, test)


def test_stores_may_be_opened_at_the_same_time(database: str) -> None:
    async def test() -> None:
        stores = await asyncio.gather(*(Store.open(database) for _ in range(4)))
        await stores[0].create(head(), write("t"))
        for number, store in enumerate(stores, 1):
            await store.append(plays("t", number))
        assert await numbers(stores[0]) == [1, 2, 3, 4]
        await asyncio.gather(*(store.close() for store in stores))

    asyncio.run(test())


def test_a_newer_database_is_left_alone(database: str) -> None:
    async def make(store: Store) -> None:
        await store.create(head(), write("t"))

    with_store(database, make)
    engine = create_engine(database)
    with engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    with pytest.raises(BadDatabase, match=r"newer version .* 9999"):
        with_store(database, make)
    with engine.begin() as connection:
        assert connection.scalar(text("SELECT version_num FROM alembic_version")) == "9999"
        assert connection.scalar(text("SELECT count(*) FROM tables")) == 1
    engine.dispose()


def test_a_path_may_have_any_characters(tmp_path: Path) -> None:
    async def test() -> None:
        async with opened(f"sqlite:///{tmp_path}/a house/100%s/émile.db") as store:
            await store.create(head(), write("t"))

    asyncio.run(test())
    assert (tmp_path / "a house" / "100%s" / "émile.db").exists()
