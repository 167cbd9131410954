"""Antics!: the game in a terminal.

The map is drawn as it lies on the table: a path is a line of signs of its terrain, with its number
and the ants on it; a clearing is a number in brackets, with the food on it. A hill is seen from
above, each hex with its number, its symbol and its level.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby, zip_longest
from typing import Any

import numpy as np
from rich.console import Console, ConsoleOptions, RenderResult
from rich.text import Text

from formicarium.core.text import Phrases
from formicarium.games.antics.actions import path_name
from formicarium.games.antics.components import kind_of_tile
from formicarium.games.antics.state import (
    GORGE,
    PAIRS,
    PATHS,
    TERRAINS,
    Leaf,
    Nest,
    Prey,
    Symbol,
    names,
)

Sign = tuple[str, str]  # characters and their style
Cell = tuple[int, int]  # row and column

SYMBOL_SIGNS: dict[str, Sign] = dict(
    zip(
        names(Symbol),
        [
            ("◈", "bold cyan"),
            ("▲", "bold yellow"),
            ("○", "bold white"),
            ("✱", "bold red"),
            ("►", "bold green"),
            ("♣", "bold magenta"),
        ],
        strict=True,
    )
)
FOOD_SIGNS: dict[str, Sign] = dict(
    zip(
        (*names(Prey), *names(Leaf)),
        [
            ("⋈", "bold yellow"),
            ("λ", "bold green"),
            ("‡", "bold blue"),
            ("Θ", "bold dark_orange3"),
            ("ω", "bold bright_black"),
            ("♥", "bold red"),
            ("♠", "bold green"),
            ("♠", "bold dark_orange3"),
        ],
        strict=True,
    )
)
# What a path through each terrain looks like, and a nest.
TERRAIN_SIGNS: dict[str, Sign] = dict(
    zip(
        names(Nest),
        [
            ("*", "yellow"),
            ("v", "green"),
            ("~", "blue"),
            (".", "dark_orange3"),
            ("o", "bright_black"),
            ("=", "red"),
        ],
        strict=True,
    )
)
GORGE_SIGN = ("=", "red")
ANTEATER_STYLES = {
    "yellow": "yellow",
    "green": "green",
    "blue": "blue",
    "brown": "dark_orange3",
    "grey": "bright_black",
    "red": "red",
}
PLAYERS = "¹²³⁴"
PLAYER_STYLES = ("bold cyan", "bold magenta", "bold green", "bold yellow")
SOLDIER = "✦"
ANTHILL = "⌂"
LEVEL_STYLES = ("", "on grey15", "on grey23", "on grey30", "on grey37")

MAP_SIZE = (76, 100)  # columns, at least and at most
MAP_SHAPE = 0.27  # rows for a column
LABELS_AT = (0.5, 0.42, 0.58, 0.34, 0.66)  # where on a path its label may stand
HALF_HEX = 3  # columns; a row lies half a hex further to the right than the one above
GAP = 4  # columns between two hills


def draw(parts: np.record, view: dict[str, Any], say: Phrases) -> "Drawing":
    """The table as a player sees it, as wide as the terminal allows."""
    return Drawing(parts, view, say)


class Drawing:
    """Display, map, what everybody has, and the hills, that of whoever decides last."""

    def __init__(self, parts: np.record, view: dict[str, Any], say: Phrases) -> None:
        self.parts = parts
        self.view = view
        self.say = say

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        yield from self.lines(options.max_width)

    def lines(self, width: int) -> Iterator[Text]:
        """The whole picture."""
        yield from packed(self.status(), width)
        yield Text()
        yield from in_columns(self.display())
        yield Text()
        yield from self.map(width)
        yield Text()
        yield from in_columns(self.colonies())
        yield Text()
        yield from side_by_side([self.hill(seat, width) for seat in self.seats()], width)
        yield Text()
        yield from packed(self.legend(), width)

    def seats(self) -> list[int]:
        """All seats, whoever has to decide last."""
        to_act = self.view["to_act"]
        return sorted(range(len(self.view["colonies"])), key=lambda seat: (seat in to_act, seat))

    # --- The turn and the display -----------------------------------------------------------------

    def status(self) -> Iterator[Text]:
        """How far the game and the turn have come."""
        view, say = self.view, self.say
        yield word(say("drawing.round", n=view["round"]), "bold")
        if view["last_turns"]:
            yield word(say.count("last_turns", view["last_turns"]), "bold red")
        if view["to_act"]:
            yield word(say.count("actions", view["actions"]))
        if "steps" in view:
            yield word(say.count("steps", view["steps"]))
        if "tile" in view:
            yield word(f"{say('drawing.hand')} ") + tile(view["tile"])
        if "wanted" in view:
            yield word(f"{say('drawing.wanted')} ") + signs([FOOD_SIGNS[view["wanted"]]])
        bag = sum(view["bag"].values())
        yield word(say("drawing.bag", tiles=say.count("tiles", bag)), "dim")

    def display(self) -> Iterator[list[Text]]:
        """The six fields with their three rows."""
        title = word(self.say("drawing.display"), "bold")
        yield [title, *(word(str(place), "bold") for place in range(1, 7))]
        for letter, row in zip("abc", self.view["display"], strict=True):
            yield [word(letter, "bold"), *map(self.piece, row)]

    def piece(self, name: str | None) -> Text:
        """A tile, an anteater or an empty place."""
        if name is None:
            return word("·", "dim")
        if name in ANTEATER_STYLES:
            arrived = "reverse " if name in self.view["arrived"] else ""
            return word(self.say(f"drawing.{name}"), arrived + ANTEATER_STYLES[name])
        return tile(name)

    # --- The map ----------------------------------------------------------------------------------

    def map(self, width: int) -> Iterator[Text]:
        """Clearings and paths with all that stands and lies on them."""
        columns = max(MAP_SIZE[0], min(MAP_SIZE[1], width)) - 8
        spots = clearing_cells(self.parts, columns, int(columns * MAP_SHAPE))
        canvas = Canvas()
        paths = [path for path in range(PATHS) if self.parts.exists >> path & 1]
        courses = {path: course(*(spots[c] for c in self.parts.ends[path])) for path in paths}
        for path, cells in courses.items():
            for cell in cells:
                canvas.write(cell, [self.terrain(path)])
        taken: set[Cell] = set()
        for clearing, spot in enumerate(spots):
            taken |= canvas.write((spot[0], spot[1] - 1), [*self.clearing(clearing)])
        for path, cells in courses.items():
            taken |= self.label(canvas, path, cells, taken)
        yield from canvas.lines()

    def terrain(self, path: int) -> Sign:
        if path == GORGE:
            return GORGE_SIGN
        return TERRAIN_SIGNS[names(Nest)[self.parts.terrain[path]]]

    def clearing(self, number: int) -> Iterator[Sign]:
        """A clearing and the food on it."""
        yield f"({ANTHILL if number == 0 else number}", "bold"
        if prey := int(self.parts.prey_at[number]):
            sign, style = FOOD_SIGNS[names(Prey)[prey - 1]]
            yield sign * self.view["prey"][names(Prey)[prey - 1]], style
        if leaf := int(self.parts.leaf[number]):
            sign, style = FOOD_SIGNS[names(Leaf)[leaf - 1]]
            yield sign * self.view["leaves"].count(number), style
        yield ")", "bold"

    def label(self, canvas: "Canvas", path: int, cells: list[Cell], taken: set[Cell]) -> set[Cell]:
        """The number of a path and the ants on it, where there is room."""
        label = [*self.on_path(path)]
        size = sum(len(text) for text, _ in label)
        places = [cells[int(len(cells) * share)] for share in LABELS_AT]
        starts = [(row, max(column - size // 2, 0)) for row, column in places]
        free = [s for s in starts if not taken & {(s[0], s[1] + n) for n in range(-1, size + 1)}]
        return canvas.write((free or starts)[0], label)

    def on_path(self, path: int) -> Iterator[Sign]:
        """A path by its number, with everybody's ants and what they carry."""
        yield path_name(path), f"reverse {self.terrain(path)[1]}"
        name = path_name(path)
        for seat, colony in enumerate(self.view["colonies"]):
            workers = [*map(str, colony["workers"])].count(name)
            yield PLAYERS[seat] * workers, PLAYER_STYLES[seat]
            if name in map(str, colony["soldiers"]):
                yield SOLDIER, PLAYER_STYLES[seat]
            for load in colony["carrying"]:
                food, _, where = load.partition(" ")
                if where == name:
                    yield FOOD_SIGNS[food]

    # --- Colonies ---------------------------------------------------------------------------------

    def colonies(self) -> Iterator[list[Text]]:
        """What everybody has besides a hill and a network."""
        heads = ["", "ants", *(f"nest_{nest}" for nest in names(Nest)), "tiles", "home"]
        yield [word(self.say(f"drawing.{head}") if head else "", "dim") for head in heads]
        for seat, colony in enumerate(self.view["colonies"]):
            yield [
                self.name(seat),
                word(str(colony["ants"])),
                *(self.nest(colony, nest) for nest in names(Nest)),
                Text(" ").join(map(tile, colony["tiles"])),
                self.home(colony),
            ]

    def name(self, seat: int) -> Text:
        in_turn = "▶" if seat in self.view["to_act"] else " "
        return word(f"{in_turn} {seat + 1}{PLAYERS[seat]}", PLAYER_STYLES[seat])

    def nest(self, colony: dict[str, Any], nest: str) -> Text:
        count = colony["nests"].get(nest, 0)
        return word(str(count), f"bold {TERRAIN_SIGNS[nest][1]}") if count else word("·", "dim")

    def home(self, colony: dict[str, Any]) -> Text:
        """Food that has been brought home; prey that waits for room stands in brackets."""
        stored = signs(FOOD_SIGNS[name] for name in colony["stored"])
        waiting = signs(FOOD_SIGNS[name] for name in colony["waiting"])
        leaves = signs(FOOD_SIGNS[leaf] for leaf in names(Leaf) for _ in range(colony[leaf]))
        waits = word("(") + waiting + word(")") if waiting else Text()
        return stored + waits + leaves

    # --- Hills ------------------------------------------------------------------------------------

    def hill(self, seat: int, width: int) -> list[Text]:
        """A hill seen from above; one that is too wide is shown in strips."""
        colony = self.view["colonies"][seat]
        stored = {number: name for name, number in colony["stored"].items()}
        marked = self.view.get("marked", []) if seat in self.view["to_act"] else []
        canvas = Canvas()
        for hexagon in colony["hexes"]:
            q, r = hexagon["at"]
            number, level = hexagon["hex"], hexagon["level"]
            sign, style = SYMBOL_SIGNS[hexagon["symbol"]]
            ground = LEVEL_STYLES[level - 1]
            cell = [(f"{number:>2}", f"dim {ground}"), (sign, f"{style} {ground}")]
            cell.append((str(level), f"bold {ground}"))
            if number in marked:
                cell = [(text, f"{style} reverse") for text, style in cell]
            if number in stored:
                cell.append(FOOD_SIGNS[stored[number]])
            canvas.write((r, HALF_HEX * (2 * q + r)), cell)
        title = self.name(seat) + word(f" {self.say('drawing.hill')}", "dim")
        return [title, *in_strips(canvas.lines(), width)]

    # --- Words ------------------------------------------------------------------------------------

    def legend(self) -> Iterator[Text]:
        """What the signs mean."""
        for name, sign in SYMBOL_SIGNS.items():
            yield signs([sign]) + word(f" {self.say(f'symbols.{name}')}", "dim")
        for name, sign in FOOD_SIGNS.items():
            yield signs([sign]) + word(f" {self.say(f'names.{name}')}", "dim")
        for name in names(Nest)[:TERRAINS]:
            sign, style = TERRAIN_SIGNS[name]
            yield word(sign * 3, style) + word(f" {self.say(f'drawing.nest_{name}')}", "dim")
        yield word(GORGE_SIGN[0] * 3, GORGE_SIGN[1]) + word(f" {self.say('places.gorge')}", "dim")
        ants = PLAYERS[: len(self.view["colonies"])]
        yield word(ants, "bold") + word(f" {self.say('drawing.workers')}", "dim")
        yield word(SOLDIER, "bold") + word(f" {self.say('drawing.soldier')}", "dim")


# --- Drawing on a grid ----------------------------------------------------------------------------


class Canvas:
    """Characters in rows and columns, each with its style."""

    def __init__(self) -> None:
        self.cells: dict[Cell, Sign] = {}

    def write(self, start: Cell, pieces: Iterable[Sign]) -> set[Cell]:
        """Write some pieces one behind the other; the cells that they took."""
        row, column = start
        drawn = set()
        for text, style in pieces:
            for character in text:
                self.cells[row, column] = (character, style)
                drawn.add((row, column))
                column += 1
        return drawn

    def lines(self) -> list[Text]:
        """The rows from the first to the last that anything stands in."""
        rows = range(min(row for row, _ in self.cells), max(row for row, _ in self.cells) + 1)
        first = min(column for _, column in self.cells)
        last = max(column for _, column in self.cells)
        return [self.line(row, range(first, last + 1)) for row in rows]

    def line(self, row: int, columns: range) -> Text:
        cells = [self.cells.get((row, column), (" ", "")) for column in columns]
        runs = groupby(cells, key=lambda cell: cell[1])
        return Text.assemble(
            *(("".join(character for character, _ in run), style) for style, run in runs)
        )


def clearing_cells(parts: np.record, columns: int, rows: int) -> list[Cell]:
    """Where the clearings of a map lie on a grid of that size."""
    at = parts.at[: parts.clearings].astype(float)
    low, high = at.min(axis=0), at.max(axis=0)
    shares = (at - low) / np.maximum(high - low, 1)
    return [(round(y * (rows - 1)), round(x * (columns - 1)) + 1) for x, y in shares.tolist()]


def course(start: Cell, end: Cell) -> list[Cell]:
    """The cells on the way from one to another."""
    steps = max(abs(end[0] - start[0]), abs(end[1] - start[1]), 1)
    return [
        (
            round(start[0] + (end[0] - start[0]) * step / steps),
            round(start[1] + (end[1] - start[1]) * step / steps),
        )
        for step in range(steps + 1)
    ]


# --- Lines ----------------------------------------------------------------------------------------


def word(text: str, style: str = "") -> Text:
    """A text whose style ends where it ends, whatever is put behind it."""
    return Text.assemble((text, style))


def signs(pieces: Iterable[Sign]) -> Text:
    return Text.assemble(*pieces)


def tile(name: str) -> Text:
    """The two symbols of a tile."""
    return signs(SYMBOL_SIGNS[symbol.name.lower()] for symbol in PAIRS[kind_of_tile(name) or 0])


def in_columns(rows: Iterable[Sequence[Text]]) -> Iterator[Text]:
    """Rows of cells, those of one column below each other."""
    table = [*rows]
    widths = [max(len(cell) for cell in column) for column in zip(*table, strict=True)]
    for row in table:
        cells = [cell.copy() for cell in row]
        for cell, width in zip(cells, widths, strict=True):
            cell.align("left", width)
        yield Text("  ").join(cells)


def in_strips(lines: Sequence[Text], width: int) -> Iterator[Text]:
    """Lines cut to a width, what is cut off standing below."""
    longest = max(len(line) for line in lines)
    for start in range(0, longest, width):
        yield from (line[start : start + width] for line in lines)


def side_by_side(blocks: Sequence[list[Text]], width: int) -> Iterator[Text]:
    """Blocks of lines, as many beside each other as there is room for."""
    row: list[list[Text]] = []
    for block in blocks:
        if row and sum(map(block_width, [*row, block])) + GAP * len(row) > width:
            yield from joined(row)
            row = []
        row.append(block)
    yield from joined(row)


def block_width(block: list[Text]) -> int:
    return max(len(line) for line in block)


def joined(blocks: list[list[Text]]) -> Iterator[Text]:
    """Blocks of lines as one."""
    for lines in zip_longest(*blocks, fillvalue=Text()):
        cells = [line.copy() for line in lines]
        for cell, block in zip(cells, blocks, strict=True):
            cell.align("left", block_width(block))
        yield Text(" " * GAP).join(cells)


def packed(words: Iterable[Text], width: int) -> Iterator[Text]:
    """Words in lines, none of them torn apart."""
    line = Text()
    for text in words:
        if line and len(line) + 2 + len(text) > width:
            yield line
            line = Text()
        line = line + Text("  ") + text if line else text
    yield line
