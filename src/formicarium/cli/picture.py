"""A picture of a game in the terminal, for the documents."""

import io
import re
from pathlib import Path

from rich.console import Console

from formicarium.cli import files
from formicarium.cli.loading import HUMAN, OPPONENT, load_game
from formicarium.cli.table import Table
from formicarium.core.record import Record

FONTS = "ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', monospace"
SLIMNESS = 0.602  # width by height of a character in those fonts


def save_picture(
    name: str, out: Path, players: int, seed: int, decisions: int, width: int, language: str
) -> None:
    """Let bots play for a while, then draw what a person in the first seat would see."""
    files.check_writable(out)
    record = Record(load_game(name, players, ()), seed)
    table = Table(record, [OPPONENT] * players, seed, language)
    while not record.state.is_over and not begins_a_turn(record, decisions):
        table.let_bot_decide(record.state.to_act[0])
    table.seats = [HUMAN, *table.seats[1:]]
    files.write(out, drawn(table, width, f"formicarium play {name}"))


def begins_a_turn(record: Record, decisions: int) -> bool:
    """Whether the first seat has a turn before it, and enough has happened."""
    others = [0 in record.state.to_act, *(seat != 0 for seat, _ in record.decisions[-1:])]
    return len(record.decisions) >= decisions and all(others)


def drawn(table: Table, width: int, title: str) -> str:
    """The screen as SVG that needs nothing from elsewhere."""
    console = Console(
        record=True,
        file=io.StringIO(),
        width=width,
        color_system="truecolor",
        force_terminal=True,
        legacy_windows=False,
        markup=False,
        highlight=False,
    )
    for part in table.screen(0):
        console.print(part)
    picture = console.export_svg(title=title, unique_id="formicarium", font_aspect_ratio=SLIMNESS)
    picture = re.sub(r"\s*@font-face \{.*?\}", "", picture, flags=re.DOTALL)
    picture = re.sub(r"\s*<!--.*?-->", "", picture)
    picture = picture.replace("<svg ", '<svg xml:space="preserve" ', 1)
    return picture.replace("Fira Code, monospace", FONTS)
