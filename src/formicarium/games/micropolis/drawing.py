"""Micropolis: the game in a terminal.

A tile is drawn two lines high, the outer level above the inner one. Its galleries run through it as
heavy lines, with the ants and fruits that they hold; in an anthill each gallery has its own colour.
"""

import functools
from collections.abc import Callable, Iterator, Sequence
from itertools import groupby, zip_longest
from typing import Any

import numpy as np
from rich.text import Text

from formicarium.core import drawing
from formicarium.core.drawing import Sign
from formicarium.core.layout import Row
from formicarium.core.text import Phrases
from formicarium.games.micropolis.components import (
    FRUITS,
    PORTS,
    ants_of,
    fruits_of,
    gifts_of,
    queens_of,
)
from formicarium.games.micropolis.scoring import ALL_OPENINGS, galleries_over, openings
from formicarium.games.micropolis.state import ANTHILL, ARMY_CAP, RING, ROW, Effect

SOLDIER, HOLE, TOKEN, MARKER = ("●", "red"), ("○", "bright_black"), ("◈", "yellow"), ("⚑", "red")
ANT, QUEEN, GIFT, MORE = ("•", "bold"), ("♛", "bold magenta"), ("★", "bold yellow"), ("…", "bold")
FRUIT_SIGNS = dict(
    zip(
        FRUITS,
        [
            ("♥", "bold red"),
            ("◆", "bold yellow"),
            ("♣", "bold green"),
            ("♠", "bold blue"),
            ("▲", "bold magenta"),
            ("✿", "bold bright_red"),
        ],
        strict=True,
    )
)
NAMED_SIGNS = {
    "ant": ANT,
    "queen": QUEEN,
    **FRUIT_SIGNS,
    "gift": GIFT,
    "soldier": SOLDIER,
    "token": TOKEN,
}

FRAME = "bright_black"
EARTH = "yellow"  # galleries of a tile that lies by itself
DEAD_END = "bright_black"  # galleries of an anthill that stay within one tile
COLOURS = ("cyan", "green", "yellow", "magenta", "blue", "bright_cyan", "bright_green")

WIDEST, NARROWEST = 12, 5  # columns of a tile

Cell = tuple[int, int]  # level (0 outer, 1 inner) and column on a tile
Levels = tuple[Text, Text]
Line = tuple[str, Sequence[Text]]  # edges, and what stands between them tile by tile

# Edges of a line: left, between tiles, right.
LOOSE, OPEN, CLOSED = "│││", "┝┿┥", "┿┿┿"

# Which way a gallery leaves a cell, and the line that it draws there.
LEFTWARDS, RIGHTWARDS, ACROSS = 1, 2, 4
SIDEWAYS = (LEFTWARDS, RIGHTWARDS, LEFTWARDS | RIGHTWARDS)
WAYS = (*SIDEWAYS, *(way | ACROSS for way in SIDEWAYS))
LINES = {
    (way, level): sign
    for level, signs in enumerate(("╸╺━┓┏┳", "╸╺━┛┗┻"))
    for way, sign in zip(WAYS, signs, strict=True)
}
FALLING, RISING = 0b1001, 0b0110  # LO with RI, and LI with RO: on one tile they cross


class Picture(drawing.Picture):
    """Anthills of the others, the row, and the anthill of whoever has to decide."""

    def __init__(self, parts: Row, view: dict[str, Any], say: Phrases) -> None:
        super().__init__(parts, view, say)
        self.each = 2 if view["options"]["variant"] == "expert" else 1

    def lines(self, width: int) -> Iterator[Text]:
        """The whole picture."""
        yield self.supply()
        yield Text()
        for number in self.anthills(own=False):
            yield from self.anthill(number, width)
        yield Text()
        yield from self.row(width)
        for number in self.anthills(own=True):
            yield Text()
            yield from self.own_anthill(number, width)
        yield Text()
        yield from self.legend(width)

    def anthills(self, own: bool) -> list[int]:
        """The anthills of whoever has to decide, or all the others."""
        to_act = self.view["to_act"]
        return [n for n in range(len(self.view["anthills"])) if (n // self.each in to_act) == own]

    def supply(self) -> Text:
        """What everybody shares: time, soldiers, tokens and tiles."""
        view, say = self.view, self.say
        return Text("  ").join(
            [
                word(say("drawing.round", n=view["round"], of=view["rounds"]), "bold"),
                Text(f"{say('names.reserve')} {view['reserve']}") + signs(SOLDIER),
                Text(f"{view['tokens']}") + signs(TOKEN),
                Text(f"{say('names.pile')} {view['pile_length']}"),
            ]
        )

    # --- The row ----------------------------------------------------------------------------------

    def row(self, width: int) -> Iterator[Text]:
        """The tiles on offer with their prices, and the tile that was just taken."""
        hand = self.view.get("tile")
        each = tile_width(width, ROW)
        if hand:
            each = min(each, tile_width(width - 3, len(self.view["row"]) + 1))
        lines = [*self.offer(each)]
        if hand:
            beside = [word(self.say("drawing.hand"), "bold"), *self.loose_tiles([hand], each)]
            pairs = zip_longest(lines, beside, fillvalue=Text())
            lines = [line + Text("  ") + other for line, other in pairs]
        yield from lines

    def offer(self, width: int) -> Iterator[Text]:
        row, soldiers = self.view["row"], self.view["soldiers"]
        yield columns([self.price(place) for place in range(len(row))], width)
        yield from self.loose_tiles(row, width)
        if any(soldiers):
            lying = [Text(f"+{n}" if n else "") + signs(SOLDIER, n > 0) for n in soldiers]
            yield columns(lying, width)

    def price(self, place: int) -> Text:
        """The place in the row and what it costs to take from it."""
        cost = Text(f"−{place}") + signs(SOLDIER) if place else Text(self.say("drawing.free"))
        return word(f"{place + 1} ", "bold") + cost

    def loose_tiles(self, tiles: Sequence[int], width: int) -> Iterator[Text]:
        """Tiles that lie side by side without being joined."""
        levels = [paint_tile(self.parts.tiles[t], width, lambda _: EARTH) for t in tiles]
        bodies = [*zip(*levels, strict=True), [self.effect(t, width) for t in tiles]]
        yield from framed(tiles, [(LOOSE, body) for body in bodies], width)

    def effect(self, number: int, width: int) -> Text:
        """What a tile does at once when it is placed."""
        tile = self.parts.tiles[number]
        effect = Effect(int(tile.effect))
        if effect == Effect.NONE:
            return Text()
        if effect == Effect.BARRACKS:
            return posts(int(tile.barracks), manned=False)
        name = Text(self.say(f"names.{effect.name.lower()}"))
        if effect == Effect.NURSE:
            name += Text(f" +{tile.eggs}") + signs(SOLDIER)
        return name if len(name) <= width else Text(self.say(f"short.{effect.name.lower()}"))

    # --- Anthills ---------------------------------------------------------------------------------

    def anthill(self, number: int, width: int) -> Iterator[Text]:
        """An anthill in short: its army, and its galleries from the left end to the right end."""
        doc = self.view["anthills"][number]
        garrisons = [self.barracks(tile, doc) for tile in doc["tiles"]]
        yield Text("  ").join([self.foundation(number), *filter(None, garrisons)])
        if doc["tiles"]:
            each = self.ring_width(width)
            yield from (beside(body, edges, each) for edges, body in self.ring(doc, each))

    def own_anthill(self, number: int, width: int) -> Iterator[Text]:
        """An anthill with the numbers of its tiles and the barracks where they stand."""
        doc = self.view["anthills"][number]
        yield self.foundation(number)
        if doc["tiles"]:
            each = self.ring_width(width)
            barracks = [self.barracks(tile, doc) for tile in doc["tiles"]]
            yield from framed(doc["tiles"], [*self.ring(doc, each), (LOOSE, barracks)], each)

    def foundation(self, number: int) -> Text:
        """Who it belongs to, the army, the marker, tokens and progress."""
        doc, say = self.view["anthills"][number], self.say
        army = signs(SOLDIER, doc["army"]) + signs(HOLE, ARMY_CAP - doc["army"])
        in_play = self.view.get("anthill") == number
        words = [
            word(f"{'▶' if in_play else ' '} {self.name(number)}", "bold"),
            army + word(f" {doc['army']}"),
        ]
        if self.view["leader"] == number:
            words.append(signs(MARKER) + word(f" {say('names.leader')}", MARKER[1]))
        if doc["tokens"]:
            words.append(signs(TOKEN, doc["tokens"]))
        words.append(word(say.count("tiles", len(doc["tiles"])), "dim"))
        return Text("  ").join(words)

    def name(self, number: int) -> str:
        letter = "ab"[number % 2] if self.each == 2 else ""
        return f"{self.say('names.anthill')} {number // self.each + 1}{letter}"

    def barracks(self, tile: int, doc: dict[str, Any]) -> Text:
        """The barracks of a tile in an anthill, if it has any."""
        size = int(self.parts.tiles[tile].barracks)
        return posts(size, tile in doc["manned"]) if size else Text()

    def ring_width(self, width: int) -> int:
        """Columns of a tile, so that the largest anthill fits."""
        return tile_width(width, max(ROW, *(len(a["tiles"]) for a in self.view["anthills"])))

    def ring(self, doc: dict[str, Any], width: int) -> list[Line]:
        """The tiles of an anthill, joined; a complete ring is joined at its ends as well."""
        colour = gallery_colours(self.parts, doc)
        levels = [
            paint_tile(self.parts.tiles[tile], width, functools.partial(colour, index))
            for index, tile in enumerate(doc["tiles"])
        ]
        edges = CLOSED if len(doc["tiles"]) == RING else OPEN
        return [(edges, body) for body in zip(*levels, strict=True)]

    # --- Words ------------------------------------------------------------------------------------

    def legend(self, width: int) -> Iterator[Text]:
        """What the signs mean, of those that are in sight."""
        tiles = [*self.view["row"], *(t for a in self.view["anthills"] for t in a["tiles"])]
        tiles += [self.view["tile"]] if "tile" in self.view else []
        seen = {sign for t in tiles for sign in contents(self.parts.tiles[t], ALL_OPENINGS)}
        seen |= {SOLDIER, TOKEN}
        words = [
            signs(sign) + word(f" {self.say(f'names.{name}')}", "dim")
            for name, sign in NAMED_SIGNS.items()
            if sign in seen
        ]
        yield from packed(words, width)


# --- Tiles ----------------------------------------------------------------------------------------


def paint_tile(tile: Row, width: int, colour: Callable[[int], str]) -> Levels:
    """The two levels of a tile, with the colour that each of its pieces of gallery has."""
    segments = sorted({int(tile.spread[1 << port]) for port in range(len(PORTS))})
    canvas: dict[Cell, Sign] = {}
    for segment in segments:
        cells = course(segment, width)
        canvas |= {
            (level, column): (LINES[ways, level], colour(segment))
            for (level, column), ways in cells.items()
        }
    if {FALLING, RISING} <= {*segments}:
        canvas |= crossing(width, colour(FALLING), colour(RISING))
    for segment in segments:
        canvas |= furnished(contents(tile, segment), rooms(segment, width, canvas))
    outer, inner = (
        Text.assemble(*(canvas.get((level, column), (" ", "")) for column in range(width)))
        for level in (0, 1)
    )
    return outer, inner


def course(segment: int, width: int) -> dict[Cell, int]:
    """The cells that a piece of gallery runs through, and which way it leaves each of them."""
    left, right = segment & 0b0011, segment & 0b1100
    bend = width // 2 + (0 if left and right else -1 if left else 1)
    rises = segment & 0b0101 and segment & 0b1010
    cells = {}
    for level in (0, 1):
        to_left, to_right = segment >> level & 1, segment >> 2 + level & 1
        if to_left or to_right:
            first, last = 0 if to_left else bend, width - 1 if to_right else bend
            for column in range(first, last + 1):
                ways = LEFTWARDS if column > first or to_left else 0
                ways |= RIGHTWARDS if column < last or to_right else 0
                ways |= ACROSS if rises and column == bend else 0
                cells[level, column] = ways
    return cells


def crossing(width: int, falling: str, rising: str) -> dict[Cell, Sign]:
    """Two galleries that pass each other, from one level to the other."""
    middle = width // 2
    return {
        (0, middle - 1): ("╲", falling),
        (0, middle): ("╱", rising),
        (1, middle - 1): ("╱", rising),
        (1, middle): ("╲", falling),
    }


def contents(tile: Row, ports: int) -> list[Sign]:
    """Ants, fruits and gifts in the galleries at some openings."""
    held = int(tile.holds[ports])
    queens, kinds = queens_of(held), fruits_of(held)
    fruits = [sign for kind, sign in enumerate(FRUIT_SIGNS.values()) if kinds >> kind & 1]
    ants = ants_of(held) - queens
    return [*[ANT] * ants, *[QUEEN] * queens, *fruits, *[GIFT] * gifts_of(held)]


def rooms(segment: int, width: int, canvas: dict[Cell, Sign]) -> list[list[Cell]]:
    """Stretches of a piece of gallery where something can be drawn, the longest first."""
    straight = "━╸╺"
    cells = [cell for cell in course(segment, width) if canvas[cell][0] in straight]
    runs = [
        [*run] for _, run in groupby(cells, key=lambda cell: (cell[0], cell[1] - cells.index(cell)))
    ]
    return sorted(runs, key=len, reverse=True)


def furnished(things: list[Sign], stretches: list[list[Cell]]) -> dict[Cell, Sign]:
    """Where everything in a piece of gallery is drawn."""
    things = fitting(things, sum(map(len, stretches)))
    placed: dict[Cell, Sign] = {}
    for stretch in stretches:
        here, things = things[: len(stretch)], things[len(stretch) :]
        start = (len(stretch) - len(here)) // 2
        placed |= dict(zip(stretch[start:], here, strict=False))
    return placed


def fitting(things: list[Sign], space: int) -> list[Sign]:
    """The same things on little space: ants as a number, and what is too much left out."""
    ants = things.count(ANT)
    if len(things) > space and ants > 1:
        number = [(digit, ANT[1]) for digit in str(ants)]
        things = [*number, *(thing for thing in things if thing != ANT)]
    return things if len(things) <= space else [*things[: space - 1], MORE]


# --- Galleries ------------------------------------------------------------------------------------


def gallery_colours(parts: Row, doc: dict[str, Any]) -> Callable[[int, int], str]:
    """The colour of the gallery at some openings of the n-th tile from the left end."""
    anthill: Row = np.zeros(1, ANTHILL)[0]
    for index, tile in enumerate(doc["tiles"]):
        anthill.tiles[(index - doc["lefts"]) % RING] = tile
    long = galleries_over(parts, anthill, 2)

    def colour(index: int, ports: int) -> str:
        slot = (index - doc["lefts"]) % RING
        for number, gallery in enumerate(long):
            if openings(slot, gallery) & ports:
                return COLOURS[number % len(COLOURS)]
        return DEAD_END

    return colour


# --- Lines ----------------------------------------------------------------------------------------


def word(text: str, style: str = "") -> Text:
    """A text whose style ends where it ends, whatever is put behind it."""
    return Text.assemble((text, style))


def signs(sign: Sign, count: int = 1) -> Text:
    return word(sign[0] * count, sign[1])


def posts(size: int, manned: bool) -> Text:
    """Barracks: full or empty."""
    return word("[", FRAME) + signs(SOLDIER if manned else HOLE, size) + word("]", FRAME)


def tile_width(width: int, tiles: int) -> int:
    """Columns for each of some tiles with frames between and around them."""
    return max(NARROWEST, min(WIDEST, (width - 1) // tiles - 1))


def centred(text: Text, width: int) -> Text:
    text = text.copy()
    text.align("center", width)
    return text


def columns(texts: Sequence[Text], width: int) -> Text:
    """Texts above or below the tiles of a frame."""
    return Text(" ") + Text(" ").join(centred(text, width) for text in texts) + Text(" ")


def beside(texts: Sequence[Text], edges: str, width: int) -> Text:
    """One line of a frame: left edge, joint and right edge are given as three characters."""
    left, joint, right = (word(edge, FRAME) for edge in edges)
    return left + joint.join(centred(text, width) for text in texts) + right


def packed(words: Sequence[Text], width: int) -> Iterator[Text]:
    """Words in lines, none of them torn apart."""
    line = Text()
    for word in words:
        if line and len(line) + 2 + len(word) > width:
            yield line
            line = Text()
        line = line + Text("  ") + word if line else word
    yield line


def framed(tiles: Sequence[int], bodies: Sequence[Line], width: int) -> Iterator[Text]:
    """Tiles in a frame, with their numbers above."""
    numbers = "┬".join(f" {tile} ".center(width, "─") for tile in tiles)
    yield Text(f"╭{numbers}╮", FRAME)
    yield from (beside(body, edges, width) for edges, body in bodies)
    yield Text(f"╰{'┴'.join(['─' * width] * len(tiles))}╯", FRAME)
