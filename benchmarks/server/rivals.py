"""The servers that are measured: ours, and boardgame.io's with each kind of its storage."""

import json
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path
from typing import NamedTuple

from benchmarks.server.processes import (
    BUILD,
    CannotMeasure,
    Process,
    answer,
    free_port,
    started,
    wait_for,
    wait_until_quiet,
)
from formicarium.server.settings import DATABASE

HERE = Path(__file__).parent
MODULES = BUILD / "rivals" / "boardgame.io"
COMPILING = 600.0  # seconds until all games are ready, where nothing is compiled yet

# The load comes from one address and a few people; what keeps guests from asking for so much
# is not what is measured.
UNLIMITED = {
    "FORMICARIUM_REQUESTS_PER_SECOND": "1000000",
    "FORMICARIUM_REQUESTS_BURST": "1000000",
    "FORMICARIUM_MESSAGES_PER_SECOND": "1000000",
    "FORMICARIUM_MESSAGES_BURST": "1000000",
    "FORMICARIUM_TABLES_PER_HOUR": "1000000",
    "FORMICARIUM_SOCKETS_PER_ADDRESS": "1000000",
    "FORMICARIUM_STORED_PER_DAY": "1000000000000",
    "FORMICARIUM_PEOPLE_PER_ADDRESS": "1000000",
}


class Server(NamedTuple):
    """A server that runs."""

    process: Process
    url: str
    speaker: str  # the language that the load client speaks with it
    folder: Path  # where it keeps its tables


class Rival(NamedTuple):
    """A kind of server."""

    name: str
    speaker: str
    is_durable: bool = True


OURS = Rival("Formicarium, SQLite", "ours")
DURABLE = Rival("boardgame.io, FlatFile", "theirs")
IN_MEMORY = Rival("boardgame.io, in memory", "theirs", is_durable=False)


@contextmanager
def serving(
    rival: Rival, folder: Path, core: int | None, settings: Mapping[str, str] | None = None
) -> Iterator[Server]:
    """A server that is ready to be measured, until the block is left."""
    folder.mkdir()
    port = free_port()
    url = f"http://127.0.0.1:{port}"
    if rival.speaker == "ours":
        with launched(folder, port, core, {**UNLIMITED, **(settings or {})}) as process:
            wait_for(lambda: is_ready(url), process, COMPILING)
            wait_until_quiet(process)
            yield Server(process, url, rival.speaker, folder)
    else:
        storage = [str(folder)] if rival.is_durable else []
        program = str(HERE / "rival" / "server.mjs")
        command = ["node", program, f"{MODULES}/", str(port), *storage]
        environment = {"NODE_ENV": "production"}
        log = folder.with_suffix(".log")
        with started(command, core, log, environment) as process:
            wait_for(lambda: answer(f"{url}/games") is not None, process)
            wait_until_quiet(process)
            yield Server(process, url, rival.speaker, folder)


@contextmanager
def launched(
    folder: Path, port: int, core: int | None, environment: Mapping[str, str]
) -> Iterator[Process]:
    """Our own server, as soon as its process is there."""
    program = [sys.executable, "-m", "formicarium", "serve", "--no-browser"]
    where = ["--host", "127.0.0.1", "--port", str(port), "--data", str(folder)]
    log = folder.with_suffix(".log")
    with started([*program, *where], core, log, environment) as process:
        yield process


def is_ready(url: str) -> bool:
    """Whether our server answers, and can play all games without compiling."""
    told = answer(f"{url}/healthz")
    return told is not None and {*json.loads(told)["games"].values()} == {"ready"}


def install() -> None:
    """Bring boardgame.io and the load client's sockets to build/, if they are not there yet."""
    for program in ("node", "npm"):
        if not shutil.which(program):
            raise CannotMeasure(f"{program} is needed to run boardgame.io: install Node.js 20")
    wanted = (HERE / "rival" / "package.json").read_text("utf-8")
    listed = MODULES / "package.json"
    if listed.exists() and listed.read_text("utf-8") == wanted:
        return
    shutil.rmtree(MODULES, ignore_errors=True)
    MODULES.mkdir(parents=True)
    (MODULES / "package.json").write_text(wanted, "utf-8")
    command = ["npm", "install", "--no-package-lock", "--ignore-scripts", "--no-audit", "--no-fund"]
    done = subprocess.run(command, cwd=MODULES, capture_output=True, text=True, check=False)
    if done.returncode:
        listed.unlink()
        raise CannotMeasure(f"npm could not install boardgame.io:\n{done.stderr[-2000:]}")


def versions() -> dict[str, str]:
    """What is installed of the others."""
    node = subprocess.run(["node", "--version"], capture_output=True, text=True, check=True)
    listed = json.loads((MODULES / "package.json").read_text("utf-8"))
    return {"node": node.stdout.strip(), **listed["dependencies"]}


# --- Our database ---------------------------------------------------------------------------------

EVENT_BYTES = """
    SELECT coalesce(sum(16 + length(table_id) + length(kind) + length(key) + length(level)), 0)
    FROM events
"""


def moves_stored(folder: Path) -> int:
    """How many moves our database holds."""
    return _number(folder, "SELECT count(*) FROM events WHERE kind = 'played'")


def event_bytes(folder: Path) -> int:
    """What the events come to, without indexes and pages: their texts, and 16 bytes of numbers."""
    return _number(folder, EVENT_BYTES)


def _number(folder: Path, query: str) -> int:
    with closing(sqlite3.connect(folder / DATABASE)) as database:
        (found,) = database.execute(query).fetchone()
    return int(found)
