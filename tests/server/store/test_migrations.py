"""Databases of every age, and none that is younger than the program."""

import asyncio
from pathlib import Path

import msgspec
import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection, create_engine, text

from formicarium.server.store import Store
from formicarium.server.store.engines import parsed, writing_engine
from formicarium.server.store.errors import BadDatabase
from formicarium.server.store.migrations import NEWEST, revision, revisions, upgrade
from formicarium.server.store.schema import METADATA
from tests.server.store.made import head, numbers, opened, plays, with_store, write


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
        (found,) = await store.summaries("archive", "")
        assert (found.shown, found.result) == (5.0, None)
        assert [line.text for line in await store.chat("t", 0)] == ["hello"]
        assert await store.say("t", "ada", "Ada", "still here", 3.0, "k") == 2

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
