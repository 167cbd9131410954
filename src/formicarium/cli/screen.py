"""The terminal: two consoles, the reader's language, and what a position looks like."""

import os
import sys
from collections.abc import Iterable
from io import TextIOWrapper
from typing import TYPE_CHECKING, NoReturn

from rich.console import Console, RenderableType
from rich.text import Text

from formicarium.cli.faults import NOBODY_READS, one_line
from formicarium.core.text import LANGUAGES, Phrases, check_language, phrases

if TYPE_CHECKING:
    pass


class Paper(Console):
    """A console that prints what it is given, and falls silent when nobody reads on."""

    def __init__(self, stderr: bool = False) -> None:
        super().__init__(stderr=stderr, markup=False, highlight=False, emoji=False)

    def lay_out(self, parts: Iterable[RenderableType]) -> None:
        """Print things below each other."""
        for part in parts:
            self.print(part)

    def on_broken_pipe(self) -> NoReturn:
        """Leave as other tools do at the end of a pipe."""
        self.quiet = True
        silence()
        raise SystemExit(NOBODY_READS)


def complain(message: str, code: int) -> int:
    """Say in one line on the error output what is wrong; the exit code to leave with."""
    line = Text.assemble(("formicarium: ", "bold red"), one_line(message))
    Paper(stderr=True).print(line, soft_wrap=True)
    return code


def aside(message: str) -> None:
    """Say something beside the result."""
    Paper(stderr=True).print(Text(message, "dim"), soft_wrap=True)


def silence() -> None:
    """Let nothing more be written, so that nothing can fail when Python closes its output."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())


def tolerate_any_encoding() -> None:
    """Where a terminal lacks a character, a question mark stands in for it."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")


def language_here(wanted: str | None = None) -> str:
    """The language asked for, else that of the environment if we speak it, else English."""
    if wanted is not None:
        return check_language(wanted)
    locale = os.environ.get("LC_ALL") or os.environ.get("LANG") or ""
    return locale[:2] if locale[:2] in LANGUAGES else "en"


def words(language: str) -> Phrases:
    """The phrases of the command line itself."""
    return phrases("formicarium.cli", language)
