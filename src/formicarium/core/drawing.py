"""A table in a terminal, drawn line by line, and the same as a picture."""

import io
import re
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from rich.console import Console, ConsoleOptions, RenderableType, RenderResult

from formicarium.core.layout import Row
from formicarium.core.renamed import leading_on
from formicarium.core.rulebook import Document
from formicarium.core.text import Phrases, phrases

if TYPE_CHECKING:
    from formicarium.core.state import State

FONTS = "ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', monospace"
SLIMNESS = 0.602  # width by height of a character in those fonts
COLUMNS = 100

Sign = tuple[str, str]  # characters and their style
Cell = tuple[int, int]  # line and column


class Picture:
    """The table as a player sees it, as wide as the terminal allows; a game says what to draw."""

    def __init__(self, parts: Row, view: Document, say: Phrases) -> None:
        self.parts = parts
        self.view = view
        self.say = say

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        yield from self.lines(options.max_width)

    def lines(self, width: int) -> Iterator[RenderableType]:
        """The whole picture."""
        raise NotImplementedError


def picture(state: "State", seat: int | None, language: str = "en") -> RenderableType:
    """A position as a seat sees it; None is a spectator."""
    book = state.game.book
    return book.draw(state.game.parts_row, state.view(seat), phrases(book.package, language))


def paper(width: int = COLUMNS, *, record: bool = False) -> Console:
    """A console that nobody looks at, with all colours."""
    return Console(
        file=io.StringIO(),
        width=width,
        record=record,
        force_terminal=True,
        color_system="truecolor",
        legacy_windows=False,
        markup=False,
        highlight=False,
        emoji=False,
    )


def as_svg(lines: Iterable[RenderableType], title: str, width: int = COLUMNS) -> str:
    """What a terminal would show, as SVG that needs nothing from elsewhere.

    Its names come from what is drawn, so that several can stand in one page.
    """
    console = paper(width, record=True)
    for line in lines:
        console.print(line)
    text = console.export_svg(title=title, font_aspect_ratio=SLIMNESS)
    text = re.sub(r"\s*@font-face \{.*?\}", "", text, flags=re.DOTALL)
    text = re.sub(r"\s*<!--.*?-->", "", text)
    text = text.replace("<svg ", '<svg xml:space="preserve" ', 1)
    return text.replace("Fira Code, monospace", FONTS)


if not TYPE_CHECKING:
    __getattr__ = leading_on(__name__, Drawing="formicarium.core.drawing.Picture")
