"""A recorded game, shown again."""

import sys
from collections.abc import Iterator
from pathlib import Path

from rich.console import RenderableType
from rich.table import Table as Grid
from rich.text import Text

from formicarium.cli import files
from formicarium.cli.faults import WrongUse
from formicarium.cli.loading import check_components
from formicarium.cli.screen import Paper, language_here, words
from formicarium.cli.sheet import score_sheet
from formicarium.cli.terminal import heading, outcome
from formicarium.core.drawing import picture
from formicarium.core.record import Record
from formicarium.core.state import State
from formicarium.core.text import Phrases


def replay(
    file: Path, language: str | None, step: bool, at: int | None, components: Path | None
) -> None:
    """Show a record: all its decisions, one after the other, or a single position."""
    say = words(language_here(language))
    check_components(components)
    with files.blamed(file):
        record = Record.load(files.read(file), components)
    last = len(record.decisions)
    if at is not None and at > last:
        raise WrongUse(f"--at {at}: the record has {last} decisions; choose 0 to {last}")
    paper = Paper()
    paper.print(heading(record, say))
    if at is not None:
        show_position(paper, record, at, say)
    elif step:
        step_through(paper, record, say)
    else:
        tell(paper, record, say)


def show_position(paper: Paper, record: Record, number: int, say: Phrases) -> None:
    """The position after some decisions, and the points at that time."""
    states = [record.start(), *(state for _, _, state in record.replay())]
    paper.lay_out(position(states[number], say))


def step_through(paper: Paper, record: Record, say: Phrases) -> None:
    """Every position in turn; a line of input leads on."""
    paper.lay_out(position(record.start(), say))
    for number, (seat, action, state) in enumerate(record.replay(), 1):
        if not wait(say("replay.next")):
            return
        who, sentence = say("replay.seat", seat=seat + 1), action.describe(say.language)
        paper.print(Text(f"{number}  {who}  {action.text}  {sentence}", "bold"))
        paper.lay_out(position(state, say))


def tell(paper: Paper, record: Record, say: Phrases) -> None:
    """Every decision in words, and how it ended."""
    paper.print(lines(record, say))
    paper.print()
    paper.lay_out(position(record.state, say))


def lines(record: Record, say: Phrases) -> Grid:
    """Number, seat, notation and words of every decision."""
    grid = Grid.grid(padding=(0, 2))
    grid.add_column(justify="right", style="dim", no_wrap=True)
    grid.add_column(no_wrap=True)
    grid.add_column(style="cyan", no_wrap=True)
    for number, (seat, action, _) in enumerate(record.replay(), 1):
        who, sentence = say("replay.seat", seat=seat + 1), action.describe(say.language)
        grid.add_row(str(number), who, action.text, sentence)
    return grid


def position(state: State, say: Phrases) -> Iterator[RenderableType]:
    """A position with its score sheet, and the winners when it is the last."""
    labels = [say("replay.seat", seat=seat + 1) for seat in range(state.game.players)]
    yield picture(state, None, say.language)
    yield score_sheet(state, labels, say.language)
    if state.is_over:
        yield outcome(state, labels, say)


def wait(prompt: str) -> bool:
    """Whether the reader wants to go on."""
    try:
        answer = input(prompt)
    except EOFError:
        return False
    if not sys.stdin.isatty():
        sys.stdout.write("\n")
    return answer.strip().lower() not in ("q", "quit")
