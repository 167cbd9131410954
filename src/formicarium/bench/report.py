"""The command: measure, print one table, and keep the figures if asked to."""

from pathlib import Path
from typing import Any

import msgspec
from rich.console import Console
from rich.table import Table

from formicarium import FormicariumError, Game, load
from formicarium.bench import machine
from formicarium.bench.bars import Bar, bars_of
from formicarium.bench.figures import ROUNDS, Figure, Figures, collect
from formicarium.core.compiled import INTERPRETED
from formicarium.core.game import rulebook

SEATS = 4  # as many as sit at the rival's table, where a game is for so many
WIDE = 120
VERDICTS = {True: "[green]met[/]", False: "[red]missed[/]", None: "[dim]not measured[/]"}


def run(game: str, seconds: float, rivals: bool, json: Path | None) -> int:
    """Measure a game for so many seconds a line and print the table; 0 whatever the figures are."""
    _check(seconds, json)
    measured = load(game, players=min(SEATS, rulebook(game).players[-1]))
    console = _console()
    with machine.one_core() as where, console.status("measuring") as status:
        figures = collect(measured, seconds, rivals, lambda what: status.update(what))
    bars = bars_of(measured.book.package)
    console.print(_table(measured, figures, bars, where))
    if figures.missing:
        console.print(figures.missing, markup=False)
    if json is not None:
        json.write_bytes(_document(measured, seconds, figures, bars, where))
    return 0


def _console() -> Console:
    """Where the table goes; in a file or a pipe it need not be narrow."""
    console = Console()
    return console if console.is_terminal else Console(width=WIDE)


def _check(seconds: float, json: Path | None) -> None:
    if INTERPRETED:
        raise FormicariumError("compiled code is to be measured: unset NUMBA_DISABLE_JIT")
    if not seconds > 0:
        raise FormicariumError(f"cannot measure for {seconds} seconds: choose more than 0")
    if json is not None:
        try:
            json.touch()
        except OSError as error:
            raise FormicariumError(f"cannot write {json}: {error.strerror}") from error


def _table(game: Game, figures: Figures, bars: tuple[Bar, ...], where: str) -> Table:
    about = machine.description()
    table = Table(
        title=f"{game.name}, {game.players} players",
        caption=f"{where}, {about['processor']}, load {about['load']} on {about['cores']} cores; "
        f"medians of {ROUNDS} rounds, the cold start once",
    )
    for column in ("what", "figure", "", "beside", "bar", ""):
        table.add_column(column, justify="right" if column in ("figure", "bar") else "left")
    asked = {bar.figure: bar for bar in bars}
    for figure in figures.own:
        judged = _judged(asked.get(figure.name), figures.values, figure.unit)
        table.add_row(*_shown(figure), *judged)
    table.add_section()
    for figure in figures.others:
        ours = "search" if figure.unit == "simulations/s" else "stepped"
        times = figures.values[ours] / figure.value
        table.add_row(*_shown(figure), f"{ours} is {times:,.1f} × this", "", "")
    return table


def _shown(figure: Figure) -> tuple[str, str, str]:
    """A figure in words: its name, its number, and what more is known of it."""
    details = figure.details
    if figure.unit == "moves/s":
        return figure.name, f"{figure.value:,.0f} moves/s", f"{details['games/s']:,.0f} games/s"
    if "importing" in details:
        share = details["importing"] / figure.value
        more = f"import {share:.0%}, CPU {details['cpu']:.2f} s"
        return figure.name, f"{figure.value:.2f} s", more
    if figure.unit == "s":
        return figure.name, _short(figure.value), ""
    return figure.name, f"{figure.value:,.0f} {figure.unit}", ""


def _judged(bar: Bar | None, values: dict[str, float], unit: str) -> tuple[str, str, str]:
    """What a bar asks, what was reached, and whether that is enough."""
    if bar is None:
        return "", "", ""
    reached = bar.reached(values)
    verdict = VERDICTS[bar.met(values)]
    if bar.rival:
        beside = "" if reached is None else f"{reached:,.1f} × {bar.rival}"
        return beside, f"≥ {bar.limit:g} ×", verdict
    return "", f"≤ {_short(bar.limit) if unit == 's' else f'{bar.limit:,.0f} {unit}'}", verdict


def _short(seconds: float) -> str:
    return f"{seconds * 1e6:.3g} µs" if seconds < 1e-3 else f"{seconds:g} s"


def _document(
    game: Game, seconds: float, figures: Figures, bars: tuple[Bar, ...], where: str
) -> bytes:
    doc: dict[str, Any] = {
        "game": game.name,
        "players": game.players,
        "seconds": seconds,
        "rounds": ROUNDS,
        "value": "median of the rounds",
        "pinned": where,
        "machine": machine.description(),
        "versions": machine.versions(),
        "figures": figures.own,
        "rivals": figures.others,
        "missing": figures.missing,
        "bars": [
            {
                "figure": bar.figure,
                "rival": bar.rival,
                "limit": bar.limit,
                "reached": bar.reached(figures.values),
                "met": bar.met(figures.values),
            }
            for bar in bars
        ],
    }
    return msgspec.json.format(msgspec.json.encode(doc)) + b"\n"
