"""A table in a terminal, drawn line by line."""

from collections.abc import Iterator

import numpy as np
from rich.console import Console, ConsoleOptions, RenderableType, RenderResult

from formicarium.core.rulebook import Document
from formicarium.core.text import Phrases


class Drawing:
    """The table as a player sees it, as wide as the terminal allows; a game says what to draw."""

    def __init__(self, parts: np.record, view: Document, say: Phrases) -> None:
        self.parts = parts
        self.view = view
        self.say = say

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        yield from self.lines(options.max_width)

    def lines(self, width: int) -> Iterator[RenderableType]:
        """The whole picture."""
        raise NotImplementedError
