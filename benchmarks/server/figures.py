"""What is measured, and how."""

import json
import re
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec

from benchmarks.server.processes import (
    CannotMeasure,
    Process,
    answer,
    cores,
    free_port,
    scratch,
    started,
    wait_for,
    wait_until_quiet,
)
from benchmarks.server.rivals import (
    DURABLE,
    HERE,
    IN_MEMORY,
    MODULES,
    OURS,
    Rival,
    Server,
    event_bytes,
    launched,
    moves_stored,
    serving,
)

PARTS = ("race", "pace", "memory", "start")

RACE_TABLES = 100  # with two people each
LIVE_TABLES = 500
SPECTATORS = 2  # at each of them, beside the two who play
INTERVAL = 2.0  # seconds between two moves at a live table
LONGEST = 60.0  # seconds at that pace: then the first games are over
WARM_UP = 200  # tables that are played at before memory is measured
IDLE_MOVES = 4  # that are played at a table before everybody leaves
IDLE = 60.0  # seconds until a table that nobody looks at leaves memory,
IDLE_EACH = 0.05  # and as much longer for each table as it may take to make it
IN_MEMORY_NOW = re.compile(rb"^formicarium_tables_in_memory\S* (\S+)$", re.MULTILINE)

Report = Callable[[str], None]


class Race(msgspec.Struct):
    """Moves as fast as a server answers, in one round."""

    rival: str
    moves: int
    seconds: float
    server_cpu: float  # seconds
    client_cpu: float

    @property
    def rate(self) -> float:
        """Moves per second."""
        return self.moves / self.seconds


class Spread(msgspec.Struct):
    """How long something took, in milliseconds."""

    p50: float
    p90: float
    p99: float
    max: float


class Pace(msgspec.Struct):
    """Moves at a steady pace, and how long each took."""

    rival: str
    moves: int
    seconds: float
    server_cpu: float
    client_cpu: float
    answered: Spread  # until the mover had the answer
    seen: Spread  # until the last of the table's sockets had the new document


class Memory(msgspec.Struct):
    """Bytes that our server holds."""

    tables: int
    empty: int  # before there were tables
    kept: int  # when they had just been left,
    tables_kept: int  # and so many of them were still in memory
    idle: int  # when all had left memory
    events: int  # of one table, in the database

    @property
    def per_kept(self) -> float:
        """Bytes of a table in memory, beyond its events."""
        return max(0.0, (self.kept - self.empty) / max(1, self.tables_kept) - self.events)

    @property
    def per_idle(self) -> float:
        """Bytes of a table that nobody looks at, beyond its events."""
        return max(0.0, (self.idle - self.empty) / self.tables - self.events)


class Start(msgspec.Struct):
    """Seconds from launching our server until its page and its games are there."""

    is_cold: bool  # none of the games was compiled before
    seconds: float


class Audit(msgspec.Struct):
    """Moves of one of our servers: what clients were told, and what was stored."""

    acknowledged: int
    stored: int


class Figures(msgspec.Struct):
    """All that was measured."""

    races: list[Race] = []
    paces: list[Pace] = []
    memory: Memory | None = None
    starts: list[Start] = []
    audits: list[Audit] = []


def collect(
    seconds: float, rounds: int, idle_tables: int, parts: tuple[str, ...], report: Report
) -> Figures:
    """Measure, the rivals in turn, so that a busy moment strikes all alike."""
    figures = Figures()
    if "race" in parts:
        for number in range(1, rounds + 1):
            for rival in (DURABLE, OURS, IN_MEMORY):
                report(f"moves per second, round {number} of {rounds}: {rival.name}")
                figures.races.append(race(rival, seconds, figures.audits))
    if "pace" in parts:
        for rival in (DURABLE, OURS):
            report(f"{LIVE_TABLES} live tables: {rival.name}")
            figures.paces.append(pace(rival, min(rounds * seconds, LONGEST), figures.audits))
    if "memory" in parts:
        report(f"{idle_tables} idle tables")
        figures.memory = memory(idle_tables, figures.audits)
    if "start" in parts:
        for number in range(1, rounds + 1):
            report(f"starts, round {number} of {rounds}")
            figures.starts += starts()
    return figures


def race(rival: Rival, seconds: float, audits: list[Audit]) -> Race:
    """One round of moves as fast as a server answers."""
    found = with_load(rival, audits, work="race", tables=RACE_TABLES, seconds=seconds)
    return msgspec.convert({"rival": rival.name, **found}, Race)


def pace(rival: Rival, seconds: float, audits: list[Audit]) -> Pace:
    """Moves at many tables, steadily, with people watching."""
    found = with_load(
        rival,
        audits,
        work="steady",
        tables=LIVE_TABLES,
        spectators=SPECTATORS,
        interval=INTERVAL,
        seconds=seconds,
    )
    return msgspec.convert({"rival": rival.name, **found}, Pace)


def with_load(rival: Rival, audits: list[Audit], **task: Any) -> dict[str, Any]:
    """What the load client finds at a new server."""
    with scratch() as folder:
        data = folder / "data"
        with serving(rival, data, cores()[1]) as server:
            found = load(server, **task)
        if rival is OURS:
            audits.append(Audit(found["played"], moves_stored(data)))
        return found


def load(server: Server, **task: Any) -> dict[str, Any]:
    """Let the load client do something, and look at the clocks when it says so."""
    asked = {"speaker": server.speaker, "url": server.url, **task}
    command = ["node", str(HERE / "client.mjs"), f"{MODULES}/", json.dumps(asked)]
    log = server.folder.with_name("client.log")
    with started(command, cores()[0], log, talks=True) as client:
        spent = {"server_cpu": 0.0, "client_cpu": 0.0}
        for event in events(client):
            server.process.check()
            if event["event"] == "result":
                return {**event, **spent}
            sign = -1 if event["event"] == "begin" else 1
            spent["server_cpu"] += sign * server.process.cpu_seconds()
            spent["client_cpu"] += sign * client.cpu_seconds()
        client.child.wait()
        raise CannotMeasure(
            f"the load client has failed:\n{client.last_words()}\n{server.process.last_words()}"
        )


def events(client: Process) -> Iterator[dict[str, Any]]:
    """What the client tells; it goes on when that has been looked at."""
    if client.child.stdout is None or client.child.stdin is None:
        raise CannotMeasure("the load client cannot be heard")
    for line in client.child.stdout:
        yield json.loads(line)
        client.child.stdin.write("\n")
        client.child.stdin.flush()


def memory(tables: int, audits: list[Audit]) -> Memory:
    """What our server holds with no tables, with many, and when all of those are left."""
    idle_seconds = IDLE + IDLE_EACH * tables
    metrics_port = free_port()
    settings = {
        "FORMICARIUM_IDLE_SECONDS": str(idle_seconds),
        "FORMICARIUM_METRICS_PORT": str(metrics_port),
    }
    with scratch() as folder:
        data = folder / "data"
        with serving(OURS, data, cores()[1], settings) as server:
            first = load(server, work="abandon", tables=WARM_UP, moves=IDLE_MOVES)
            wait_until_quiet(server.process)
            empty, before = server.process.resident(), in_memory(metrics_port)
            second = load(server, work="abandon", tables=tables, moves=IDLE_MOVES)
            kept, tables_kept = server.process.resident(), in_memory(metrics_port)
            wait_for(lambda: in_memory(metrics_port) == 0, server.process, 2 * idle_seconds)
            wait_until_quiet(server.process)
            idle = server.process.resident()
        audits.append(Audit(first["played"] + second["played"], moves_stored(data)))
        each = event_bytes(data) // (tables + WARM_UP)
        return Memory(tables, empty, kept, tables_kept - before, idle, each)


def in_memory(port: int) -> int:
    """How many tables our server holds in memory, as it says itself."""
    told = IN_MEMORY_NOW.search(answer(f"http://127.0.0.1:{port}/metrics") or b"")
    if told is None:
        raise CannotMeasure("the metrics do not say how many tables are in memory")
    return int(float(told[1]))


def starts() -> list[Start]:
    """One start with all that the games need, and one as it is after an installation.

    Which leaves Python's own bytecode, and nothing of the games.
    """
    with scratch() as folder:
        kept = with_bytecode(folder / "bytecode")
        with serving(OURS, folder / "first", None, kept):
            pass  # now everything is compiled
        warm = Start(False, start(folder / "warm", kept))
        cache = {"NUMBA_CACHE_DIR": str(folder / "cache")}
        cold = Start(True, start(folder / "cold", kept | cache))
    return [warm, cold]


def with_bytecode(folder: Path) -> dict[str, str]:
    """Let Python keep its bytecode, as it does unless it is told not to."""
    return {"PYTHONDONTWRITEBYTECODE": "", "PYTHONPYCACHEPREFIX": str(folder)}


def start(folder: Path, environment: dict[str, str]) -> float:
    """Seconds until a new server can be used."""
    folder.mkdir()
    port = free_port()
    pages = [f"http://127.0.0.1:{port}{path}" for path in ("/", "/api/games")]
    begin = time.perf_counter()
    with launched(folder, port, None, environment) as process:
        wait_for(lambda: all(answer(page) is not None for page in pages), process)
        return time.perf_counter() - begin
