"""Counting: how many ways there are to play on from a position."""

import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from rich.text import Text

from formicarium.cli import files
from formicarium.cli.loading import load_game
from formicarium.cli.screen import Paper, language_here, words
from formicarium.cli.waiting import compiling, interruptible
from formicarium.core.errors import BadPosition
from formicarium.core.state import State
from formicarium.core.text import Phrases


def perft(
    name: str,
    depth: int,
    players: int | None,
    seed: int,
    options: Sequence[str],
    position: Path | None,
    divide: bool,
) -> None:
    """Count the sequences of decisions of every length up to a depth."""
    say = words(language_here())
    document: Any = None if position is None else files.read_json(position, BadPosition)
    game = load_game(name, players, options, position=document)
    with compiling(say), files.blamed(position):
        state = interruptible(
            lambda: game.start(seed) if position is None else game.position(document)
        )
        counted(state, 1)
    if divide:
        print_division(Paper(), state, depth)
    else:
        print_counts(Paper(), state, depth, say)


def print_counts(paper: Paper, state: State, depth: int, say: Phrases) -> None:
    """A line for every depth, as soon as it is counted."""
    columns = [say(f"perft.{name}") for name in ("depth", "lines", "seconds", "rate")]
    paper.print(Text("".join(f"{column:>14}" for column in columns), "bold"))
    for length in range(1, depth + 1):
        start = time.perf_counter()
        count = counted(state, length)
        seconds = time.perf_counter() - start
        figures = (f"{length}", f"{count:,}", f"{seconds:.3f}", f"{count / seconds:,.0f}")
        paper.print("".join(f"{figure:>14}" for figure in figures))


def print_division(paper: Paper, state: State, depth: int) -> None:
    """The count behind each first action, which is how two programs find where they differ."""
    total = 0
    for seat in state.to_act[:1]:
        for action in state.actions(seat):
            after = state.copy()
            after.play(seat, action)
            count = counted(after, depth - 1)
            paper.print(f"{action.text:<16}{count:>16,}")
            total += count
    paper.print(Text(f"{'':<16}{total:>16,}", "bold"))


def counted(state: State, depth: int) -> int:
    return interruptible(lambda: state.game.perft(state, depth))
