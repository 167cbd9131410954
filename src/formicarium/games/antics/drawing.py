"""Antics!: the game in a terminal.

The map is drawn as it lies there: a path is a line of signs of its terrain, with its number
and the ants on it; a clearing is a number in brackets, with the food on it. A hill is seen from
above like a wall of bricks, each hex with its number, its symbol and its level; where a line leads
from one to the next they are halves of one tile.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby, zip_longest
from typing import Any

import numpy as np
from rich.text import Text

from formicarium.core import drawing
from formicarium.core.drawing import Cell, Sign
from formicarium.core.layout import Row
from formicarium.games.antics.actions import clearing_name, path_name
from formicarium.games.antics.components import kind_of_tile
from formicarium.games.antics.state import (
    ANTEATERS,
    FOOD_NAMES,
    GORGE,
    PAIRS,
    PATHS,
    PREYS,
    TERRAINS,
    WAY_Q,
    WAY_R,
    Colour,
    Nest,
    Symbol,
    Way,
    names,
)


def _signs(words: Iterable[str], looks: str) -> dict[str, Sign]:
    """A sign and a style for each word, such as "▲ bold yellow"."""
    signs = (look.strip().partition(" ") for look in looks.split(","))
    return {word: (sign, style) for word, (sign, _, style) in zip(words, signs, strict=True)}


SYMBOL_SIGNS = _signs(
    names(Symbol),
    "◈ bold cyan, ▲ bold yellow, ○ bold white, ✱ bold red, ► bold green, ♣ bold magenta",
)
FOOD_SIGNS = _signs(
    FOOD_NAMES,
    "Ж bold yellow, λ bold green, ‡ bold blue, Ф bold dark_orange3, ω bold bright_black,"
    "♥ bold red, ♠ bold green, ♦ bold dark_orange3",
)
# What a path through each terrain looks like, and a nest.
TERRAIN_SIGNS = _signs(
    names(Nest), "* yellow, v green, ~ blue, . dark_orange3, o bright_black, = red"
)
GORGE_SIGN = ("=", "red")
ANTEATER_STYLES = {
    colour: style for colour, (_, style) in zip(names(Colour), TERRAIN_SIGNS.values(), strict=True)
}
PLAYERS = "¹²³⁴"
PLAYER_STYLES = ("bold cyan", "bold magenta", "bold green", "bold yellow")
SOLDIER = "✦"
ANTEATER = "«"
NONE_LEFT = ("×", "dim")
LEVEL_COLOURS = ("grey11", "grey19", "grey27", "grey35", "grey42")
MARKED = "bold black on white"
CHOSEN = "bold black on yellow"

MAP_SIZE = (76, 100)  # columns, at least and at most
MAP_SHAPE = 0.27  # rows for a column
LABELS_AT = (0.5, 0.42, 0.58, 0.34, 0.66)  # where on a path its label may stand
HALF_HEX = 3  # columns; a row lies half a hex further to the right than the one above
BRICK = 5  # columns of a hex; the one behind them is empty, or joins it to its neighbour
GAP = 3  # columns between two hills
NAME_WIDTH = 4
HOME_WIDTH = 12  # prey of all kinds, some of it in brackets, stands in one line


class Picture(drawing.Picture):
    """Display, map, what everybody has, and the hills, that of whoever decides last."""

    def lines(self, width: int) -> Iterator[Text]:
        """The whole picture."""
        yield from packed(self.status(), width)
        yield Text()
        yield from in_columns(self.display())
        yield Text()
        yield from self.map(width)
        yield Text()
        yield from in_columns(self.colonies(width))
        yield Text()
        yield from side_by_side([self.hill(seat, width) for seat in self.seats()], width)
        yield Text()
        yield from packed(self.legend(), width)
        if self.view["to_act"]:
            yield Text()
            yield from packed(self.decision(), width)

    def seats(self) -> list[int]:
        """All seats, whoever has to decide last."""
        to_act = self.view["to_act"]
        return sorted(range(len(self.view["colonies"])), key=lambda seat: (seat in to_act, seat))

    # --- The turn and the display -----------------------------------------------------------------

    def status(self) -> Iterator[Text]:
        """How far the game has come."""
        view, say = self.view, self.say
        yield word(say("drawing.round", n=view["round"]), "bold")
        if view["last_turns"]:
            yield word(say.count("last_turns", view["last_turns"]), "bold red")
        bag = sum(view["bag"].values())
        yield word(say("drawing.bag", tiles=say.count("tiles", bag)))
        if view["to_act"]:
            yield word(say(f"drawing.{self.next_meal()}"))

    def decision(self) -> Iterator[Text]:
        """What has to be decided now, and what is left of the action and of the turn."""
        view, say = self.view, self.say
        food = say(f"names.{view['wanted']}") if "wanted" in view else ""
        used_up = view["phase"] == "act" and not view["actions"]
        now = "end" if used_up else view["phase"]
        question = say(f"drawing.now.{now}", field=view.get("scout_field"), food=food)
        yield word(question, "bold yellow")
        if "tile" in view:
            yield word(f"{say('drawing.hand')} ") + tile(view["tile"])
        if "pick" in view:
            yield word(self.picked(), "cyan")
        if "steps" in view:
            yield word(say.count("steps", view["steps"]))
        if "marked" in view:
            yield word(say.count("actions", view["actions"]), "dim")

    def picked(self) -> str:
        """The piece of food that somebody is to get, and where it is now."""
        order, *what = self.view["pick"].split()
        if order == "load":
            clearing = int(what[0])
            food = self.say(f"names.{self.lying_at(clearing)}")
            return self.say("actions.load", clearing=clearing, food=food)
        own = self.view["colonies"][self.view["to_act"][0]]
        loads = [load.split() for load in own["carrying"]]
        where = what[1] if what[1:] else next(path for food, path in loads if food == what[0])
        place = self.say("places.gorge" if where == path_name(GORGE) else "places.path", path=where)
        return self.say("actions.carry", path=place, food=self.say(f"names.{what[0]}"))

    def lying_at(self, clearing: int) -> str:
        """What can be loaded from a clearing."""
        if prey := int(self.parts.prey_at[clearing]):
            return FOOD_NAMES[prey - 1]
        return FOOD_NAMES[PREYS + int(self.parts.leaf[clearing]) - 1]

    def next_meal(self) -> str:
        """What the next anteater to arrive will eat."""
        if len(self.view["arrived"]) < ANTEATERS - 1:
            return "eats_prey"
        return "eats_both" if self.view["players"] == 4 else "eats_ants"

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
            arrived = "reverse " if name in self.view["arrived"] else "bold "
            label = word(ANTEATER + self.say(f"drawing.{name}"), arrived + ANTEATER_STYLES[name])
            return label + self.prey_of(name)
        return tile(name)

    def prey_of(self, name: str) -> Text:
        """What an anteater eats, and what it eats when it is turned over."""
        colour = names(Colour).index(name)
        (pair,) = (pair for pair in self.parts.anteater.tolist() if colour in pair)
        (other,) = (side for side in pair if side != colour)
        prey = FOOD_NAMES
        return signs([FOOD_SIGNS[prey[colour]], ("/", "dim"), FOOD_SIGNS[prey[other]]])

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
        yield f"({clearing_name(number)}", "bold"
        if prey := int(self.parts.prey_at[number]):
            sign, style = FOOD_SIGNS[FOOD_NAMES[prey - 1]]
            left = self.view["prey"][FOOD_NAMES[prey - 1]]
            yield (sign * left, style) if left else NONE_LEFT
        if leaf := int(self.parts.leaf[number]):
            sign, style = FOOD_SIGNS[FOOD_NAMES[PREYS + leaf - 1]]
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
        name = path_name(path)
        label = self.say("drawing.gorge") if path == GORGE else name
        yield label, f"reverse {self.terrain(path)[1]}"
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

    def colonies(self, width: int) -> Iterator[list[Text]]:
        """What everybody has besides a hill and a network; what is too wide goes on below."""
        nests = [names(Nest)[nest] for nest in self.parts.nests]
        heads = [self.say(f"drawing.{head}") for head in ("ants", *map("nest_{}".format, nests))]
        last = [self.say("drawing.tiles"), self.say("drawing.home")]
        yield [Text(), *(word(head, "dim") for head in (*heads, *last))]
        room = width - NAME_WIDTH - sum(2 + len(head) for head in heads) - 2 - HOME_WIDTH - 2
        for seat, colony in enumerate(self.view["colonies"]):
            cells = [
                self.name(seat),
                word(str(colony["ants"])),
                *(self.nest(colony, nest) for nest in nests),
            ]
            tiles = [*packed(map(tile, colony["tiles"]), room, " ")]
            home = self.home(colony)
            homes = [home[at : at + HOME_WIDTH] for at in range(0, max(len(home), 1), HOME_WIDTH)]
            for some_tiles, some_food in zip_longest(tiles, homes, fillvalue=Text()):
                yield [*cells, some_tiles, some_food]
                cells = [Text()] * len(cells)

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
        leaves = signs(FOOD_SIGNS[leaf] for leaf in FOOD_NAMES[PREYS:] for _ in range(colony[leaf]))
        waits = word("(") + waiting + word(")") if waiting else Text()
        return stored + waits + leaves

    # --- Hills ------------------------------------------------------------------------------------

    def hill(self, seat: int, width: int) -> list[Text]:
        """A hill seen from above; one that is too wide is shown in strips."""
        hexes = self.view["colonies"][seat]["hexes"]
        canvas = Canvas()
        if seat in self.view["to_act"] and self.view["phase"] == "hex":
            for place, name in ground_beside(hexes).items():
                canvas.write(brick_cell(place), [(name.replace(" ", "").rjust(BRICK), "dim")])
        for hexagon in hexes:
            self.lay_brick(canvas, seat, hexagon)
        for hexagon in whole_tiles(hexes):
            join_halves(canvas, hexagon)
        if seat in self.view["to_act"] and " " in self.view.get("spot", ""):
            number, way = self.view["spot"].split()
            place = neighbour(hexes[int(number) - 1]["at"], way)
            canvas.write(brick_cell(place), [(" " * BRICK, CHOSEN)])
        title = self.name(seat) + word(f" {self.say('drawing.hill')}", "dim")
        return [title, *in_strips(canvas.lines(), width)]

    def lay_brick(self, canvas: "Canvas", seat: int, hexagon: dict[str, Any]) -> None:
        """A hex as a brick: its number, its symbol or the prey on it, and its level."""
        number, level = hexagon["hex"], hexagon["level"]
        ground = f"on {LEVEL_COLOURS[level - 1]}"
        sign, style = self.on_hex(seat, hexagon)
        pieces = [(f"{number:>3}", f"grey62 {ground}"), (sign, f"{style} {ground}")]
        pieces.append((str(level), f"bold white {ground}"))
        if own := self.highlight(seat, number):
            pieces = [(text, own) for text, _ in pieces]
        canvas.write(brick_cell(hexagon["at"]), pieces)

    def on_hex(self, seat: int, hexagon: dict[str, Any]) -> Sign:
        """What a hex shows; where prey lies, nothing else matters any more."""
        for food, number in self.view["colonies"][seat]["stored"].items():
            if number == hexagon["hex"]:
                return FOOD_SIGNS[food]
        return SYMBOL_SIGNS[hexagon["symbol"]]

    def highlight(self, seat: int, number: int) -> str:
        """The style of a hex with a marker, or of the one that a tile is being laid on."""
        if seat not in self.view["to_act"]:
            return ""
        if str(number) == self.view.get("spot"):
            return CHOSEN
        return MARKED if number in self.view.get("marked", []) else ""

    # --- Words ------------------------------------------------------------------------------------

    def legend(self) -> Iterator[Text]:
        """What the signs mean."""
        for name, sign in SYMBOL_SIGNS.items():
            yield signs([sign]) + word(f" {self.say(f'symbols.{name}')}", "dim")
        for name, sign in FOOD_SIGNS.items():
            yield signs([sign]) + word(f" {self.say(f'names.{name}')}", "dim")
        for name in names(Nest)[:TERRAINS]:
            stroke, style = TERRAIN_SIGNS[name]
            yield word(stroke * 3, style) + word(f" {self.say(f'drawing.nest_{name}')}", "dim")
        stroke, style = GORGE_SIGN
        yield word(stroke * 3, style) + word(f" {self.say('places.gorge')}", "dim")
        ants = PLAYERS[: len(self.view["colonies"])]
        yield word(ants, "bold") + word(f" {self.say('drawing.workers')}", "dim")
        yield word(SOLDIER, "bold") + word(f" {self.say('drawing.soldier')}", "dim")
        yield word(ANTEATER, "bold") + word(f" {self.say('drawing.anteater')}", "dim")


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


def clearing_cells(parts: Row, columns: int, rows: int) -> list[Cell]:
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


# --- Hexes ----------------------------------------------------------------------------------------


def brick_cell(place: Sequence[int]) -> Cell:
    """Where the brick of a hex begins."""
    q, r = place
    return r, HALF_HEX * (2 * q + r)


def neighbour(place: Sequence[int], way: str) -> tuple[int, int]:
    """The place of the next hex in some direction."""
    step = names(Way).index(way)
    return place[0] + WAY_Q[step], place[1] + WAY_R[step]


def whole_tiles(hexes: Sequence[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """The hexes of tiles that nothing covers."""
    tops = {(*hexagon["at"], hexagon["level"]): hexagon["mate"] for hexagon in hexes}
    for hexagon in hexes:
        back = names(Way)[names(Way).index(hexagon["mate"]) - len(Way) // 2]
        if tops.get((*neighbour(hexagon["at"], hexagon["mate"]), hexagon["level"])) == back:
            yield hexagon


def join_halves(canvas: Canvas, hexagon: dict[str, Any]) -> None:
    """A line from a hex to the other half of its tile, drawn once for the two."""
    row, column = brick_cell(hexagon["at"])
    if hexagon["mate"] == "e":
        canvas.write((row, column + BRICK), [("─", "bold")])
    elif hexagon["mate"] == "se":
        canvas.write((row, column + BRICK), [("╲", "bold")])
    elif hexagon["mate"] == "sw":
        canvas.write((row, column - 1), [("╱", "bold")])


def ground_beside(hexes: Sequence[dict[str, Any]]) -> dict[tuple[int, int], str]:
    """The empty hexes around a hill that have room for half a tile, each by its name."""
    beside: dict[tuple[int, int], list[str]] = {}
    for hexagon in hexes:
        for way in names(Way):
            place = neighbour(hexagon["at"], way)
            beside.setdefault(place, []).append(f"{hexagon['hex']} {way}")
    hill = {tuple(hexagon["at"]) for hexagon in hexes}
    return {
        place: sides[0]
        for place, sides in beside.items()
        if place not in hill and len(sides) < len(Way)
    }


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
    lines = [*rows]
    widths = [max(len(cell) for cell in column) for column in zip(*lines, strict=True)]
    for row in lines:
        cells = [cell.copy() for cell in row]
        for cell, width in zip(cells, widths, strict=True):
            cell.align("left", width)
        yield Text("  ").join(cells)


def in_strips(lines: Sequence[Text], width: int) -> Iterator[Text]:
    """Lines cut to a width, what is cut off standing below; no hex is torn apart in both strips."""
    longest = max(len(line) for line in lines)
    step = width - 2 * HALF_HEX
    for start in range(0, max(longest - 2 * HALF_HEX, 1), step):
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


def packed(words: Iterable[Text], width: int, gap: str = "  ") -> Iterator[Text]:
    """Words in lines, none of them torn apart."""
    line = Text()
    for text in words:
        if line and len(line) + len(gap) + len(text) > width:
            yield line
            line = Text()
        line = line + Text(gap) + text if line else text
    yield line
