"""What a seat sees: as text for a terminal, as SVG, and as pixels.

All three are drawn from a view, so that no picture shows a secret. The pixels need no library: a
character is a cell, and `font.txt` holds its dots, five in a row and seven rows; lines, blocks and
Braille follow from what Unicode calls them.
"""

import functools
import re
import unicodedata
from importlib import resources
from typing import Any

import numpy as np
from rich.console import Console
from rich.style import Style
from rich.terminal_theme import DIMMED_MONOKAI as THEME

from formicarium.core.drawing import COLUMNS, as_svg, paper, picture
from formicarium.core.errors import BadOption
from formicarium.core.state import State

Pixels = np.ndarray[Any, np.dtype[np.uint8]]
Dots = np.ndarray[Any, np.dtype[np.bool_]]

MODES = ("human", "ansi", "svg", "rgb_array")
FRAMES = 2  # a second
LINES = 72  # of every picture in pixels, so that a film can be made of them
WIDTH, HEIGHT = 6, 12  # of a cell
SPOTS, ROWS = 5, 7  # of a character in the font
UNKNOWN = "□"


def check_mode(mode: str | None) -> str | None:
    """A way to draw, or none."""
    if mode is not None and mode not in MODES:
        raise BadOption(f"render_mode={mode!r} is not a choice; choose one of: {', '.join(MODES)}")
    return mode


def drawn(state: State, seat: int | None, mode: str) -> str | Pixels | None:
    """A state as a seat sees it; in the mode `human` it goes to the terminal."""
    if mode == "ansi":
        return as_text(state, seat)
    if mode == "svg":
        return as_svg([picture(state, seat)], state.game.name)
    if mode == "rgb_array":
        return as_pixels(state, seat)
    Console(markup=False, highlight=False, emoji=False).print(picture(state, seat))
    return None


def as_text(state: State, seat: int | None) -> str:
    """Text with the colours of a terminal."""
    console = paper()
    with console.capture() as captured:
        console.print(picture(state, seat))
    return captured.get()


# --- Pixels ---------------------------------------------------------------------------------------


def as_pixels(state: State, seat: int | None) -> Pixels:
    """Rows of pixels, each red, green and blue; what lies below the last line is left out."""
    console = paper()
    lines = console.render_lines(picture(state, seat), pad=False)
    image = np.empty((LINES * HEIGHT, COLUMNS * WIDTH, 3), np.uint8)
    image[:] = THEME.background_color
    for row, line in enumerate(lines[:LINES]):
        column = 0
        for segment in line:
            ink, ground = colours(segment.style)
            for character in segment.text[: COLUMNS - column]:
                cell = image[row * HEIGHT :, column * WIDTH :][:HEIGHT, :WIDTH]
                cell[:] = np.where(dots_of(character)[:, :, None], ink, ground)
                column += 1
    return image


@functools.cache
def colours(style: Style | None) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """What characters of that style are written with, and on."""
    style = style or Style.null()
    ink: tuple[int, ...]
    ground: tuple[int, ...]
    ink = tuple(style.color.get_truecolor(THEME)) if style.color else THEME.foreground_color
    ground = (
        tuple(style.bgcolor.get_truecolor(THEME, foreground=False))
        if style.bgcolor
        else THEME.background_color
    )
    if style.reverse:
        ink, ground = ground, ink
    if style.dim:
        ink = tuple((a + b) // 2 for a, b in zip(ink, ground, strict=True))
    return ink, ground


@functools.cache
def dots_of(character: str) -> Dots:
    """The cell of a character."""
    cell = np.zeros((HEIGHT, WIDTH), np.bool_)
    name = unicodedata.name(character, "")
    if name.startswith("BRAILLE PATTERN"):
        draw_braille(cell, ord(character) & 0xFF)
    elif name.startswith("BOX DRAWINGS"):
        draw_lines(cell, name.removeprefix("BOX DRAWINGS "))
    elif not character.isspace():
        plain = unicodedata.normalize("NFKD", character)[0]
        known = font()
        rows = known.get(character) or known.get(plain) or known[UNKNOWN]
        for row, bits in enumerate(rows):
            for spot in range(SPOTS):
                cell[2 + row, spot] = bits >> (SPOTS - 1 - spot) & 1
    return cell


@functools.cache
def font() -> dict[str, tuple[int, ...]]:
    """The dots of every character that has a line in `font.txt`, row by row."""
    text = resources.files("formicarium.envs").joinpath("font.txt").read_text("utf-8")
    lines = (line.split(" ") for line in text.splitlines())
    return {character: tuple(int(row, 16) for row in rows) for character, *rows in lines}


BRAILLE = ((0, 0), (1, 0), (2, 0), (0, 1), (1, 1), (2, 1), (3, 0), (3, 1))  # row and column by bit


def draw_braille(cell: Dots, bits: int) -> None:
    """Dots in two columns of four."""
    for bit, (row, column) in enumerate(BRAILLE):
        if bits >> bit & 1:
            cell[1 + 3 * row : 3 + 3 * row, 1 + 3 * column : 3 + 3 * column] = True


MIDDLE = (HEIGHT // 2, WIDTH // 2)
WAYS = {"UP": (-1, 0), "DOWN": (1, 0), "LEFT": (0, -1), "RIGHT": (0, 1)}
BOTH = {"VERTICAL": ("UP", "DOWN"), "HORIZONTAL": ("LEFT", "RIGHT")}


def draw_lines(cell: Dots, name: str) -> None:
    """Lines from the middle of a cell to its borders, as their name says: `LIGHT UP AND LEFT`."""
    if "DIAGONAL" in name:
        for row in range(HEIGHT):
            column = row * WIDTH // HEIGHT
            rising = "UPPER RIGHT" in name
            cell[row, WIDTH - 1 - column if rising else column] = True
        return
    heavy = name.startswith("HEAVY")
    for part in re.split(r" AND | ARC ", name):
        heavy = "HEAVY" in part or (heavy and "LIGHT" not in part)
        for word in part.split():
            for way in BOTH.get(word, (word,)):
                if way in WAYS:
                    draw_line(cell, *WAYS[way], 2 if heavy else 1)


def draw_line(cell: Dots, down: int, right: int, thickness: int) -> None:
    """One line from the middle to a border."""
    row, column = MIDDLE
    rows = slice(row if down > 0 else 0, row + thickness if down < 0 else HEIGHT)
    columns = slice(column if right > 0 else 0, column + thickness if right < 0 else WIDTH)
    if down:
        cell[rows, column : column + thickness] = True
    else:
        cell[row : row + thickness, columns] = True
