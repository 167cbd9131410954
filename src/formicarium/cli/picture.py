"""A picture of a game in the terminal, for the documents."""

from pathlib import Path

from formicarium.cli import files
from formicarium.cli.loading import HUMAN, OPPONENT, load_game
from formicarium.cli.terminal import TerminalTable
from formicarium.core.drawing import as_svg
from formicarium.core.record import Record


def save_picture(
    name: str, out: Path, players: int, seed: int, decisions: int, width: int, language: str
) -> None:
    """Let bots play for a while, then draw what a person in the first seat would see."""
    files.check_writable(out)
    record = Record(load_game(name, players, ()), seed)
    table = TerminalTable(record, [OPPONENT] * players, seed, language)
    while not record.state.is_over and not begins_a_turn(record, decisions):
        table.let_bot_decide(record.state.to_act[0])
    table.seats = [HUMAN, *table.seats[1:]]
    files.write(out, as_svg(table.screen(0), f"formicarium play {name}", width))


def begins_a_turn(record: Record, decisions: int) -> bool:
    """Whether the first seat has a turn before it, and enough has happened."""
    others = [0 in record.state.to_act, *(seat != 0 for seat, _ in record.decisions[-1:])]
    return len(record.decisions) >= decisions and all(others)
