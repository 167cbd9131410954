"""Databases for tests: a SQLite file, or a PostgreSQL that lives as long as the tests do.

To use them, import the fixtures `database` and `postgres` in a conftest.py.
"""

import asyncio
import functools
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from formicarium.server.store import Store
from tests.needs import IS_ROOT, POSTGRESQL, REDIS
from tests.server.killing import free_port

SETTINGS = "-c listen_addresses='' -c fsync=off -c shared_buffers=32MB -c max_connections=60"


class Cluster:
    """A PostgreSQL of our own, reached through a socket in its folder."""

    def __init__(self) -> None:
        # Not in the folder of the tests: paths of sockets must be short, and root's are closed.
        self.folder = Path(tempfile.mkdtemp(prefix="formicarium-"))
        self.made = 0
        if IS_ROOT:
            shutil.chown(self.folder, "postgres", "postgres")
        self._run("initdb", "--no-sync", "-A", "trust", "-U", "postgres", "-E", "UTF8")
        self.start()

    def start(self) -> None:
        options = f"{SETTINGS} -k {self.folder}"
        self._run("pg_ctl", "start", "-w", "-l", str(self.folder / "log"), "-o", options)

    def stop(self, mode: str = "fast") -> None:
        self._run("pg_ctl", "stop", "-w", "-m", mode)

    def restart(self) -> None:
        """As after a crash: nobody is told, nothing is finished."""
        self.stop("immediate")
        self.start()

    def new_database(self) -> str:
        """The address of an empty database: a schema of its own, which is made at once."""
        import psycopg

        self.made += 1
        name = f"test{self.made}"
        with psycopg.connect(host=str(self.folder), user="postgres", autocommit=True) as connection:
            connection.execute(f"CREATE SCHEMA {name}")
        options = f"-csearch_path%3D{name}"
        return f"postgresql+psycopg://postgres@/postgres?host={self.folder}&options={options}"

    def remove(self) -> None:
        self.stop("immediate")
        shutil.rmtree(self.folder)

    def _run(self, program: str, *arguments: str) -> None:
        command = [
            str(POSTGRESQL.get().parent / program),
            "-D",
            str(self.folder / "data"),
            *arguments,
        ]
        if IS_ROOT:
            command = ["runuser", "-u", "postgres", "--", *command]
        # The server keeps the files that it inherits, so output goes nowhere rather than to a pipe.
        subprocess.run(command, check=True, cwd=self.folder, stdout=subprocess.DEVNULL, timeout=60)


@pytest.fixture(scope="session")
def postgres() -> Iterator[Cluster]:
    POSTGRESQL.get()
    pytest.importorskip("psycopg", reason="psycopg is not installed")
    cluster = Cluster()
    yield cluster
    cluster.remove()


@contextmanager
def redis(folder: Path) -> Iterator[str]:
    """The address of a Redis of our own, which keeps nothing."""
    port = free_port()
    place = ["--port", str(port), "--bind", "127.0.0.1", "--save", "", "--dir", str(folder)]
    with subprocess.Popen([REDIS.get(), *place], stdout=subprocess.DEVNULL) as process:
        time.sleep(0.5)
        try:
            yield f"redis://127.0.0.1:{port}/0"
        finally:
            process.terminate()


@functools.cache
def blank() -> bytes:
    """A SQLite database in which nothing has happened yet: laid out once, which takes a while."""

    async def open_once(url: str) -> None:
        await (await Store.open(url)).close()

    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "blank"
        asyncio.run(open_once(f"sqlite:///{file}"))
        return file.read_bytes()


def lay_out(url: str) -> None:
    """Where there is no SQLite database yet, begin with a copy of the blank one."""
    file = Path(url.removeprefix("sqlite:///"))
    if url.startswith("sqlite:") and not file.exists():
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        file.write_bytes(blank())


@pytest.fixture
def database_file(tmp_path: Path) -> str:
    """The address of an empty SQLite database."""
    return f"sqlite:///{tmp_path}/house.db"


# Whatever needs PostgreSQL runs in one process, so that only one is started.
ON_POSTGRES = pytest.mark.xdist_group("postgres")


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=ON_POSTGRES)])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of an empty database, of each kind."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/house.db"
    cluster: Cluster = request.getfixturevalue("postgres")
    return cluster.new_database()
