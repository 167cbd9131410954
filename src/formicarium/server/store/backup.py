"""Copies of a SQLite database, made while the server runs, and the way back."""

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import NamedTuple

from formicarium.server.store.engines import parsed
from formicarium.server.store.errors import BadDatabase
from formicarium.server.store.migrations import check_known

COUNTED = ("tables", "events", "people", "accounts", "chat")
PATIENCE = 1.0  # seconds to wait for others who use a database


def backup(url: str, file: Path) -> None:
    """Copy a database into a new file, as it is at this moment."""
    source = _sqlite_file(url, "pg_dump")
    if file.exists():
        raise BadDatabase(f"{file} exists already; name another file")
    if not source.exists():
        raise BadDatabase(f"there is no database {source}")
    beside = file.with_name(f"{file.name}.new")
    with _about(file):
        beside.unlink(missing_ok=True)
        beside.touch(mode=0o600)
        try:
            with _opened(source) as here, _opened(beside) as there:
                _check(here, source)
                here.backup(there, progress=_stop_if_busy)
                there.execute("PRAGMA journal_mode = DELETE")  # all in one file
            beside.rename(file)
        finally:
            beside.unlink(missing_ok=True)


def size_of(url: str) -> int:
    """How many bytes a copy of a database has at most."""
    source = _sqlite_file(url, "pg_dump")
    parts = (source, source.with_name(f"{source.name}-wal"))
    return sum(part.stat().st_size for part in parts if part.exists())


def restore(file: Path, url: str, *, overwrite: bool = False) -> None:
    """Make a database what it was when the copy was taken. The server must not run meanwhile."""
    target = _sqlite_file(url, "pg_restore")
    if not file.is_file():
        raise BadDatabase(f"there is no file {file}")
    with _about(target):
        target.parent.mkdir(parents=True, exist_ok=True)
        target.touch(mode=0o600)
        with _opened(file) as there, _opened(target) as here:
            _check(there, file)
            _lock(here)
            if not overwrite and _holds_anything(here):
                raise BadDatabase(f"{target} holds games already; overwrite it if you mean to")
            there.backup(here, progress=_stop_if_busy)


class Contents(NamedTuple):
    """What a copy holds."""

    revision: str
    counts: dict[str, int]  # how much there is of each of COUNTED
    tables: list[str]


def looked_into(file: Path) -> Contents:
    """What a copy holds, if it is whole."""
    if not file.is_file():
        raise BadDatabase(f"there is no file {file}")
    with _about(file), _opened(file) as connection:
        _check(connection, file)
        if connection.execute("PRAGMA foreign_key_check").fetchone() is not None:
            raise BadDatabase(f"{file} is damaged: parts of tables are left without their table")
        (revision,) = connection.execute("SELECT version_num FROM alembic_version").fetchone()
        counts = {name: _count(connection, name) for name in COUNTED}
        tables = [name for (name,) in connection.execute("SELECT id FROM tables ORDER BY id")]
        return Contents(revision, counts, tables)


def copy_aside(file: Path, target: Path) -> None:
    """Copy a file in which nobody writes."""
    with _about(target):
        shutil.copyfile(file, target)


def _count(connection: sqlite3.Connection, name: str) -> int:
    return int(connection.execute(f"SELECT count(*) FROM {name}").fetchone()[0])


def _sqlite_file(url: str, tool: str) -> Path:
    address = parsed(url)
    if address.get_backend_name() != "sqlite":
        raise BadDatabase(f"this is for SQLite; PostgreSQL has a program of its own: {tool}")
    return Path(address.database or "")


def _lock(connection: sqlite3.Connection) -> None:
    """Have a database for oneself; that fails while any other process has it open."""
    connection.execute("PRAGMA locking_mode = EXCLUSIVE")
    connection.execute("BEGIN EXCLUSIVE")
    connection.rollback()


def _stop_if_busy(status: int, _remaining: int, _total: int) -> None:
    """Python would try for ever."""
    if status in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        raise BadDatabase("the database is in use; stop the server first")


def _check(connection: sqlite3.Connection, file: Path) -> None:
    """Whether a file is a whole database of this program."""
    if connection.execute("PRAGMA integrity_check").fetchone() != ("ok",):
        raise BadDatabase(f"{file} is damaged")
    if not _has_table(connection, "alembic_version") or not _has_table(connection, "events"):
        raise BadDatabase(f"{file} is not a database of Formicarium")
    row = connection.execute("SELECT version_num FROM alembic_version").fetchone()
    check_known(row[0] if row else None)


def _holds_anything(connection: sqlite3.Connection) -> bool:
    names = [name for name in ("tables", "people") if _has_table(connection, name)]
    return any(connection.execute(f"SELECT 1 FROM {name} LIMIT 1").fetchone() for name in names)


def _has_table(connection: sqlite3.Connection, name: str) -> bool:
    query = "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?"
    return connection.execute(query, (name,)).fetchone() is not None


@contextmanager
def _opened(file: Path) -> Iterator[sqlite3.Connection]:
    with closing(sqlite3.connect(file, timeout=PATIENCE)) as connection:
        yield connection


@contextmanager
def _about(file: Path) -> Iterator[None]:
    """Whatever goes wrong here is about that file."""
    try:
        yield
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode & 0xFF == sqlite3.SQLITE_BUSY:
            raise BadDatabase(f"{file} is in use; stop the server first") from error
        raise BadDatabase(f"cannot use {file}: {error}") from error
    except (OSError, sqlite3.DatabaseError) as error:
        raise BadDatabase(f"cannot use {file}: {error}") from error
