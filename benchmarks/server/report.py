"""The table that a run prints, and the document that it can keep."""

import platform
from collections.abc import Iterable, Iterator
from statistics import median
from typing import Any, NamedTuple

import msgspec
from rich.console import Console
from rich.table import Table

from benchmarks.server.figures import (
    INTERVAL,
    LIVE_TABLES,
    RACE_TABLES,
    SPECTATORS,
    Audit,
    Figures,
    Memory,
    Pace,
    Race,
    Start,
)
from benchmarks.server.rivals import DURABLE, IN_MEMORY, OURS, versions
from formicarium.bench import machine

WIDE = 120
RATIO = 3.0  # times the moves per second of boardgame.io with its durable storage
P99 = 50.0  # milliseconds
IDLE_TABLE = 20 * 1024  # bytes
STARTS = {True: 5.0, False: 2.0}  # seconds: cold, warm

NOTES = f"""\
moves/s: {RACE_TABLES} tables of two; a table's next move is sent when both have seen the last one.
live tables: {LIVE_TABLES} of them with {LIVE_TABLES * (2 + SPECTATORS)} sockets, a move every \
{INTERVAL:g} s at each, {LIVE_TABLES / INTERVAL:g} moves/s in all.
Ours answers when a move is on the disk; boardgame.io tells everybody first and writes a file then,
without waiting for the disk. Ours runs with its limits for single people lifted."""


class Line(NamedTuple):
    """One line of the table."""

    what: str
    figure: str
    more: str = ""
    bar: str = ""
    is_met: bool | None = None


def table(figures: Figures, pinned: str) -> Table:
    """All figures with their bars."""
    about, python = machine.description(), f"Python {platform.python_version()}"
    made = Table(
        title="The server",
        caption=f"{pinned}, {python} ({', '.join(platform.python_build())}), {about['processor']}, "
        f"load {about['load']} on {about['cores']} cores; medians of the rounds",
    )
    for column in ("what", "figure", "", "bar", ""):
        made.add_column(column, justify="right" if column in ("figure", "bar") else "left")
    for section in (
        races(figures.races),
        paces(figures.paces),
        memory(figures.memory),
        starts(figures.starts),
        audits(figures.audits),
    ):
        for line in section:
            verdict = {True: "[green]met[/]", False: "[red]missed[/]", None: ""}[line.is_met]
            made.add_row(line.what, line.figure, line.more, line.bar, verdict)
        made.add_section()
    return made


def rate(measured: Iterable[Race], name: str) -> float | None:
    """The median of a server's moves per second, if it was measured."""
    rates = [race.rate for race in measured if race.rival == name]
    return median(rates) if rates else None


def ratio(measured: list[Race], name: str) -> float | None:
    """How many times as many moves per second ours makes as another."""
    ours, theirs = rate(measured, OURS.name), rate(measured, name)
    return ours / theirs if ours and theirs else None


def races(measured: list[Race]) -> Iterator[Line]:
    """Moves per second, ours beside each of the others."""
    for rival in (OURS, DURABLE, IN_MEMORY):
        rounds = [race for race in measured if race.rival == rival.name]
        if not rounds:
            continue
        server = median(race.server_cpu / race.seconds for race in rounds)
        client = median(race.client_cpu / race.seconds for race in rounds)
        each = median(1000 * race.server_cpu / race.moves for race in rounds)
        more = f"CPU: server {server:.0%}, {each:.2f} ms a move; client {client:.0%}"
        yield Line(rival.name, f"{median(race.rate for race in rounds):,.0f} moves/s", more)
    for rival in (DURABLE, IN_MEMORY):
        times = ratio(measured, rival.name)
        if times is not None:
            is_asked = rival is DURABLE
            bar = f"≥ {RATIO:g} ×" if is_asked else ""
            is_met = times >= RATIO if is_asked else None
            yield Line(f"… times {rival.name}", f"{times:.2f} ×", "", bar, is_met)


def paces(measured: list[Pace]) -> Iterator[Line]:
    """How long moves take with many live tables; the bar is for ours."""
    for pace in measured:
        is_ours = pace.rival == OURS.name
        cpu = f"CPU: server {pace.server_cpu / pace.seconds:.0%}"
        for what, spread in (("answered", pace.answered), ("seen by all", pace.seen)):
            yield Line(
                f"{pace.rival}: p99 until {what}",
                f"{spread.p99:.1f} ms",
                f"p50 {spread.p50:.1f}, p90 {spread.p90:.1f}, max {spread.max:.1f}; "
                f"{pace.moves / pace.seconds:,.0f} moves/s; {cpu}",
                f"≤ {P99:g} ms" if is_ours else "",
                spread.p99 <= P99 if is_ours else None,
            )


def memory(measured: Memory | None) -> Iterator[Line]:
    """What a table costs, beyond its events."""
    if measured is None:
        return
    of_all = f"{measured.empty / 2**20:.0f} MB → {{:.0f}} MB, events {measured.events:,} bytes each"
    yield Line(
        f"an idle table ({measured.tables:,} of them)",
        f"{measured.per_idle / 1024:.1f} KB",
        of_all.format(measured.idle / 2**20),
        f"≤ {IDLE_TABLE // 1024} KB",
        measured.per_idle <= IDLE_TABLE,
    )
    yield Line(
        f"a table in memory ({measured.tables_kept:,} of them)",
        f"{measured.per_kept / 1024:.1f} KB",
        of_all.format(measured.kept / 2**20),
    )


def starts(measured: list[Start]) -> Iterator[Line]:
    """From launching to a page."""
    for is_cold, bar in STARTS.items():
        times = [start.seconds for start in measured if start.is_cold == is_cold]
        if times:
            name = "cold start" if is_cold else "warm start"
            more = f"{min(times):.2f} – {max(times):.2f} s"
            figure = f"{median(times):.2f} s"
            yield Line(name, figure, more, f"≤ {bar:g} s", median(times) <= bar)


def audits(measured: list[Audit]) -> Iterator[Line]:
    """Whether all that was acknowledged is stored, and nothing else."""
    if measured:
        acknowledged = sum(audit.acknowledged for audit in measured)
        stored = sum(audit.stored for audit in measured)
        yield Line(
            "moves acknowledged",
            f"{acknowledged:,}",
            f"{stored:,} stored, {len(measured)} databases",
            "all",
            is_complete(measured),
        )


def is_complete(measured: list[Audit]) -> bool:
    """Whether every database holds the moves that its clients know of."""
    return all(audit.acknowledged == audit.stored for audit in measured)


def show(figures: Figures, pinned: str) -> None:
    """Print the table; in a file or a pipe it need not be narrow."""
    console = Console()
    console = console if console.is_terminal else Console(width=WIDE)
    console.print(table(figures, pinned))
    console.print(NOTES, markup=False, highlight=False)


def document(figures: Figures, seconds: float, pinned: str) -> bytes:
    """Every round, the machine and all versions."""
    doc: dict[str, Any] = {
        "seconds": seconds,
        "pinned": pinned,
        "machine": machine.description(),
        "versions": {**machine.versions(), **versions()},
        "figures": figures,
        "ratio": ratio(figures.races, DURABLE.name),
        "all moves stored": is_complete(figures.audits),
    }
    return msgspec.json.format(msgspec.json.encode(doc)) + b"\n"
