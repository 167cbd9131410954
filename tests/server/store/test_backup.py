"""Copies of a database, and the way back."""

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from formicarium.server.store import Store
from formicarium.server.store.backup import backup, restore
from formicarium.server.store.errors import BadDatabase
from tests.server.store.made import head, numbers, opened, plays, with_store


@pytest.fixture
def url(tmp_path: Path) -> str:
    """A database with one table and three events."""

    async def make(store: Store) -> None:
        await store.create(head(seed=2**64 - 1), plays("t", 1, 2, 3))

    address = f"sqlite:///{tmp_path}/house.db"
    with_store(address, make)
    return address


@pytest.fixture
def copy(url: str, tmp_path: Path) -> Path:
    file = tmp_path / "copy.db"
    backup(url, file)
    return file


async def found(url: str) -> list[int]:
    async with opened(url) as store:
        return await numbers(store)


def test_a_copy_is_what_the_database_was(url: str, tmp_path: Path) -> None:
    async def test(store: Store) -> None:
        await store.append(plays("t", 4, 5, 6))
        writing = asyncio.create_task(store.append(plays("t", 7)))
        await asyncio.to_thread(backup, url, tmp_path / "copy.db")
        await writing

    with_store(url, test)
    assert [file.name for file in sorted(tmp_path.iterdir())] == ["copy.db", "house.db"]
    there = asyncio.run(found(f"sqlite:///{tmp_path}/copy.db"))
    assert there in ([*range(1, 7)], [*range(1, 8)])


def test_a_copy_is_its_owners_alone(copy: Path) -> None:
    assert copy.stat().st_mode & 0o777 == 0o600


def test_a_copy_never_overwrites(url: str, copy: Path) -> None:
    before = copy.read_bytes()
    with pytest.raises(BadDatabase, match="exists already"):
        backup(url, copy)
    assert copy.read_bytes() == before


def test_there_is_nothing_to_copy(tmp_path: Path) -> None:
    with pytest.raises(BadDatabase, match="there is no database"):
        backup(f"sqlite:///{tmp_path}/none.db", tmp_path / "copy.db")
    (tmp_path / "house.db").write_text("Dear diary, " * 1000)
    with pytest.raises(BadDatabase, match="cannot use"):
        backup(f"sqlite:///{tmp_path}/house.db", tmp_path / "copy.db")
    assert [file.name for file in tmp_path.iterdir()] == ["house.db"]


def test_the_way_back(url: str, copy: Path, tmp_path: Path) -> None:
    new = f"sqlite:///{tmp_path}/new/house.db"
    restore(copy, new)
    assert asyncio.run(found(new)) == [1, 2, 3]


def test_an_empty_database_may_be_overwritten(copy: Path, tmp_path: Path) -> None:
    new = f"sqlite:///{tmp_path}/new.db"
    assert asyncio.run(found(new)) == []
    restore(copy, new)
    assert asyncio.run(found(new)) == [1, 2, 3]


def test_games_are_overwritten_only_on_purpose(url: str, copy: Path) -> None:
    async def play_on(store: Store) -> None:
        await store.append(plays("t", 4))

    with_store(url, play_on)
    with pytest.raises(BadDatabase, match="holds games already"):
        restore(copy, url)
    assert asyncio.run(found(url)) == [1, 2, 3, 4]
    restore(copy, url, overwrite=True)
    assert asyncio.run(found(url)) == [1, 2, 3]


def test_a_running_server_keeps_its_database(url: str, copy: Path) -> None:
    async def test(store: Store) -> None:
        await store.append(plays("t", 4))
        with pytest.raises(BadDatabase, match="stop the server"):
            await asyncio.to_thread(restore, copy, url, overwrite=True)
        await store.append(plays("t", 5))
        assert await numbers(store) == [1, 2, 3, 4, 5]

    with_store(url, test)


def test_a_damaged_copy_is_refused(copy: Path, tmp_path: Path) -> None:
    content = copy.read_bytes()
    target = f"sqlite:///{tmp_path}/new.db"
    for bad in (b"Dear diary, " * 1000, content[:-4096], b""):
        copy.write_bytes(bad)
        with pytest.raises(BadDatabase):
            restore(copy, target)
    copy.unlink()
    with pytest.raises(BadDatabase, match="there is no file"):
        restore(copy, target)


def test_a_copy_of_something_else_is_refused(copy: Path, tmp_path: Path) -> None:
    target = f"sqlite:///{tmp_path}/new.db"
    with closing(sqlite3.connect(copy)) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
        connection.commit()
    with pytest.raises(BadDatabase, match="newer"):
        restore(copy, target)
    with closing(sqlite3.connect(copy)) as connection:
        connection.execute("DROP TABLE alembic_version")
        connection.commit()
    with pytest.raises(BadDatabase, match="not a database of Formicarium"):
        restore(copy, target)


def test_postgresql_has_its_own_programs(tmp_path: Path) -> None:
    url = "postgresql+psycopg://localhost/house"
    with pytest.raises(BadDatabase, match="pg_dump"):
        backup(url, tmp_path / "copy.db")
    (tmp_path / "copy.db").write_text("")
    with pytest.raises(BadDatabase, match="pg_restore"):
        restore(tmp_path / "copy.db", url)
