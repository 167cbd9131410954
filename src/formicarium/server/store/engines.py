"""Connections to the database, and what to do when they fail."""

import logging
import os
import sqlite3
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

from sqlalchemy import URL, Engine, create_engine, event, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, InterfaceError, OperationalError

from formicarium.core.errors import MissingExtra
from formicarium.server.store.errors import BadDatabase, DiskFull, Unavailable

PATIENCE = 30.0  # seconds that a database may be away
FIRST_PAUSE = 0.05  # seconds, then twice as long each time,
LONGEST_PAUSE = 2.0  # up to this
BUSY = 10_000  # milliseconds that SQLite waits for another process
CACHE = 32_768  # kilobytes of the database that the writer keeps in memory
LOG = 10_000  # pages that SQLite collects in its log before it moves them to their place
READERS = 4  # connections that read at the same time

# Errors that may pass. PostgreSQL: lost connections, deadlocks, full disks, locks, shutdowns,
# failing disks. SQLite: busy, locked, read-only, failing, full, not to be opened.
PASSING_STATES = ("08", "40", "53", "55", "57", "58")
PASSING_CODES = (5, 6, 8, 10, 13, 14)
# Those of a disk that takes no more. SQLite: full, or it fails at writing (a quota) or growing.
FULL_STATE = "53100"
FULL_CODES = (13, 778, 4874)

CALM = 10.0  # seconds without a failure: a disk that is nearly full takes a little now and then

log = logging.getLogger("formicarium.server")

Answer = TypeVar("Answer")


def parsed(url: str) -> URL:
    """The address of a database of a kind that is supported."""
    try:
        address = make_url(url)
    except ArgumentError as error:
        raise BadDatabase("the address of the database is none; see docs/server.md") from error
    kind = address.get_backend_name()
    if kind == "postgresql":
        return address.set(drivername="postgresql+psycopg")
    if kind != "sqlite":
        raise BadDatabase(f"{kind} is not supported; use sqlite:///FILE or postgresql://…")
    if not address.database or address.database == ":memory:":
        raise BadDatabase("SQLite needs a file: sqlite:///FILE")
    return address


def writing_engine(address: URL) -> Engine:
    """For the one connection of a process that writes."""
    if address.get_backend_name() == "postgresql":
        return _postgres(address, pool_size=1, max_overflow=0)
    _make_private(Path(address.database or ""))
    engine = create_engine(address, pool_size=1, max_overflow=0)
    event.listen(engine, "connect", _set_up_sqlite)
    event.listen(engine, "connect", _give_room)
    event.listen(engine, "begin", _begin_immediate)
    return engine


def reading_engine(address: URL) -> Engine:
    """For reading alone: every statement by itself sees what is committed."""
    if address.get_backend_name() == "postgresql":
        return _postgres(address, pool_size=READERS, max_overflow=0, isolation_level="AUTOCOMMIT")
    engine = create_engine(address, pool_size=READERS, max_overflow=0, isolation_level="AUTOCOMMIT")
    event.listen(engine, "connect", _set_up_sqlite)
    return engine


def persist(action: Callable[[int], Answer], patience: float = PATIENCE) -> Answer:
    """What an action answers, tried again for a while if the database is away.

    The action is told how often it was tried before. A full disk is not waited for: people would.
    """
    deadline = time.monotonic() + patience
    pause = FIRST_PAUSE
    tries = 0
    while True:
        try:
            return action(tries)
        except DBAPIError as error:
            if is_full(error):
                raise DiskFull(f"the disk is full: {in_short(error)}") from error
            if not passes(error):
                raise
            if time.monotonic() + pause > deadline:
                raise Unavailable(f"the database does not answer: {in_short(error)}") from error
        time.sleep(pause)
        pause = min(2 * pause, LONGEST_PAUSE)
        tries += 1


def passes(error: BaseException) -> bool:
    """Whether an error is the database's trouble, not that of what it was asked."""
    if not isinstance(error, DBAPIError):
        return False
    if error.connection_invalidated:
        return True
    if not isinstance(error, OperationalError | InterfaceError):
        return False
    state = getattr(error.orig, "sqlstate", None)
    code = getattr(error.orig, "sqlite_errorcode", None)
    if state is not None:
        return str(state).startswith(PASSING_STATES)
    return code is None or code & 0xFF in PASSING_CODES


def is_full(error: DBAPIError) -> bool:
    """Whether it is the disk that takes no more."""
    state = getattr(error.orig, "sqlstate", None)
    return state == FULL_STATE or getattr(error.orig, "sqlite_errorcode", None) in FULL_CODES


class Fortune:
    """Says once that the database fails at something, and once that it does so no more."""

    def __init__(self, what: str) -> None:
        self.what = what  # "read" or "written"
        self._failed: float | None = None  # when it did so last
        self._lock = threading.Lock()

    def note(self, error: Unavailable | None = None) -> None:
        """It was tried, and has failed or not."""
        if error is None and self._failed is None:
            return  # nearly always
        with self._lock:
            now, before = time.monotonic(), self._failed
            if error is not None:
                self._failed = now
                if before is None:
                    log.error("nothing can be %s, and people are told so: %s", self.what, error)
            elif before is not None and now - before >= CALM:
                self._failed = None
                log.warning("the database can be %s again", self.what)


def tidy_up(engine: Engine) -> None:
    """Write a SQLite database anew, without the room that a migration has left and what lies there.

    A disk that has no room for it does no harm.
    """
    connection = engine.raw_connection()
    try:
        connection.cursor().execute("VACUUM")
    except sqlite3.OperationalError as error:
        log.warning("the database was not tidied up: %s", in_short(error))
    finally:
        connection.close()


def in_short(error: BaseException) -> str:
    """An error of the database in one line, without the data that it was about."""
    cause = getattr(error, "orig", None) or error
    lines = str(cause).splitlines()
    return lines[0] if lines else type(cause).__name__


def _postgres(address: URL, **settings: Any) -> Engine:
    arguments = {"connect_timeout": 10, "application_name": "formicarium"}
    try:
        return create_engine(address, connect_args=arguments, hide_parameters=True, **settings)
    except ModuleNotFoundError as error:
        raise MissingExtra("PostgreSQL needs formicarium[scale]") from error


def _make_private(file: Path) -> None:
    """A new database is its owner's alone: it holds the seeds of running games."""
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.touch(mode=0o600)
        file.open("r+b").close()
        if not os.access(file.parent, os.W_OK):
            raise OSError("its folder cannot be written")
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise BadDatabase(f"cannot use the database {file}: {reason}") from error


def _set_up_sqlite(connection: Any, _record: object) -> None:
    # The driver would begin transactions of its own, and too late.
    connection.isolation_level = None
    cursor = connection.cursor()
    try:
        cursor.execute(f"PRAGMA busy_timeout = {BUSY}")
        cursor.execute("PRAGMA journal_mode = WAL")
        cursor.execute("PRAGMA synchronous = FULL")
        cursor.execute("PRAGMA foreign_keys = ON")
        cursor.execute("PRAGMA secure_delete = ON")  # what is forgotten leaves no trace
    finally:
        cursor.close()


def _give_room(connection: Any, _record: object) -> None:
    """Let a transaction with many tables stay in memory, and their pages be moved once for many."""
    connection.execute(f"PRAGMA cache_size = -{CACHE}").close()
    connection.execute(f"PRAGMA wal_autocheckpoint = {LOG}").close()
    # What a savepoint would restore: with many tables, a file of it grows like the transaction.
    connection.execute("PRAGMA temp_store = MEMORY").close()


def _begin_immediate(connection: Any) -> None:
    connection.exec_driver_sql("BEGIN IMMEDIATE")
