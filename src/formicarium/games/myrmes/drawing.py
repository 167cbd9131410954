"""Myrmes: the game in a terminal.

The garden is drawn row by row. An empty hex shows what it would yield. A tile runs from the number
of its owner to a bracket in each row, and shows the cubes that lie on it, so that nothing depends
on colours alone.
"""

from collections.abc import Iterable, Iterator
from itertools import zip_longest
from typing import Any

import numpy as np
from rich.console import Console, ConsoleOptions, RenderResult
from rich.text import Text

from formicarium.core.text import Phrases
from formicarium.games.myrmes.actions import ROMAN
from formicarium.games.myrmes.components import COLUMNS, HEX_COLUMNS, LETTERS, NUMBER_OF
from formicarium.games.myrmes.state import SEASONS, Ask, Cube, TwoPlayerArea

Sign = tuple[str, str]  # a character and its style

CUBES = {
    Cube.FOOD: ("♣", "green"),
    Cube.EARTH: ("▪", "yellow"),
    Cube.STONE: ("▲", "white"),
}
MUSHROOM, WATER, BARE = ("°", "magenta"), ("≈", "blue"), ("·", "")
TUNNEL, WORKER, NEUTRAL = "◉", "@", "-"
SPECIALS = {"farm": "✿", "scavenging": "⚒", "subcolony": "⌂"}
PREY_STYLE = "bold white on red"
WORKER_STYLE = "bold reverse"
SEAT_STYLES = ("black on cyan", "black on orange1", "black on green3", "black on orchid")
NEUTRAL_STYLE = "black on grey70"
RESOURCES = {"food": Cube.FOOD, "earth": Cube.EARTH, "stone": Cube.STONE}

PITCH = 2  # characters of a column; a hex has two columns
MARGIN = 4
GARDEN = MARGIN + PITCH * 26 + 3  # characters of a row
SIDE = 40  # what stands beside the garden


def draw(parts: np.record, view: dict[str, Any], say: Phrases) -> "Drawing":
    """The table as a player sees it."""
    return Drawing(parts, view, say)


class Drawing:
    """The garden, the objectives and the boards of all players."""

    def __init__(self, parts: np.record, view: dict[str, Any], say: Phrases) -> None:
        self.parts = parts
        self.view = view
        self.say = say

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        side = [*self.time(), Text(), *self.objectives(), Text(), *self.legend()]
        garden = [*self.garden()]
        if options.max_width >= GARDEN + SIDE:
            yield from beside(garden, side)
        else:
            yield from (*self.time(), *garden, *self.objectives(), *self.legend())
        yield Text()
        for seat in range(self.view["players"]):
            yield from self.seat(seat)

    # --- The garden -------------------------------------------------------------------------------

    def garden(self) -> Iterator[Text]:
        """Rows of hexes under their numbers; every second row stands half a hex to the right."""
        numbers = "".join(f"{number:<{2 * PITCH}}" for number in range(1, 14))
        yield Text(" " * (MARGIN + 1) + numbers, "dim")
        signs = self.signs()
        for row, letter in enumerate(LETTERS):
            line = Text(f" {letter} ".ljust(MARGIN), "dim")
            line.append(" " * PITCH * COLUMNS[row])
            for hex_, (there, _) in enumerate(HEX_COLUMNS):
                if there == row:
                    for sign, style in signs[hex_]:
                        line.append(sign, style)
            yield line

    def signs(self) -> list[list[Sign]]:
        """Four characters for each hex."""
        cells = [
            [(" ", ""), self.terrain(hex_), (" ", ""), (" ", "")]
            for hex_ in range(len(HEX_COLUMNS))
        ]
        for name, kind in self.view["prey"].items():
            letter = self.say(f"names.{kind}")[0].upper()
            cells[NUMBER_OF[name]][1] = (letter, PREY_STYLE)
        for number, seat in enumerate(self.view["seats"]):
            for name in seat["tunnels"]:
                style = SEAT_STYLES[number]
                cells[NUMBER_OF[name]][:3] = [
                    (str(number + 1), style),
                    (TUNNEL, style),
                    (" ", style),
                ]
        for tile in self.view["tiles"]:
            self.paint_tile(cells, tile)
        if "worker" in self.view:
            cells[NUMBER_OF[self.view["worker"]]][1] = (WORKER, WORKER_STYLE)
        return cells

    def terrain(self, hex_: int) -> Sign:
        """What an empty hex shows: the cube that it yields."""
        players = self.view["players"]
        narrow = TwoPlayerArea[self.view["options"]["two_player_area"].upper()]
        area = players - 1 if players > 2 else int(narrow)
        if not self.parts.inside[area, hex_]:
            return " ", ""
        if self.parts.water[hex_]:
            return WATER
        return CUBES.get(Cube(int(self.parts.yields[hex_])), MUSHROOM)

    def paint_tile(self, cells: list[list[Sign]], tile: dict[str, Any]) -> None:
        """A tile on its hexes: owner, what lies there, bracket."""
        owner = tile["owner"]
        style = NEUTRAL_STYLE if owner is None else SEAT_STYLES[owner]
        hexes = [NUMBER_OF[name] for name in tile["cells"]]
        for hex_, name in zip(hexes, tile["cells"], strict=True):
            sign = SPECIALS.get(tile["kind"], BARE[0])
            if name in tile.get("cubes", ()):
                sign = CUBES[Cube(int(self.parts.yields[hex_]))][0]
            begins = hex_ - 1 not in hexes or name[0] != tile["cells"][hexes.index(hex_ - 1)][0]
            ends = hex_ + 1 not in hexes or name[0] != tile["cells"][hexes.index(hex_ + 1)][0]
            first = NEUTRAL if owner is None else str(owner + 1)
            cells[hex_][:3] = [
                (first if begins else " ", style),
                (sign, style),
                ("]" if ends else " ", style),
            ]
            cells[hex_][3] = (" ", "" if ends else style)

    # --- Beside it --------------------------------------------------------------------------------

    def time(self) -> Iterator[Text]:
        """Year, season, dice, and the food that the winter will take."""
        view, say = self.view, self.say
        season = "winter" if view["phase"] == "winter" else view["season"]
        yield Text(say("drawing.time", year=view["year"], season=say(f"seasons.{season}")), "bold")
        dice = [
            (f"{say(f'seasons.{name}')} {die or NEUTRAL}", "" if die else "dim")
            for name, die in zip(
                ("spring", "summer", "autumn")[:SEASONS], view["dice"], strict=True
            )
        ]
        yield Text("  ").join(Text(*die) for die in dice)
        yield Text(say("drawing.winter", food=view["winter"]), "dim")

    def objectives(self) -> Iterator[Text]:
        """The six objectives, and who has fulfilled them."""
        for index, number in enumerate(self.view["objectives"]):
            tile = self.parts.objectives[number]
            ask = Ask(int(tile.ask)).name.lower()
            words = {
                "need": int(tile.need),
                "pay": int(tile.pay),
                "level": ROMAN[min(tile.need, 3)],
            }
            line = Text(f"{index + 1} ", "bold") + Text(self.say(f"objectives.{ask}", **words))
            for seat, doc in enumerate(self.view["seats"]):
                if str(index + 1) in doc["done"]:
                    line += Text(" ") + Text(f" {seat + 1} ", SEAT_STYLES[seat])
            yield line

    def legend(self) -> Iterator[Text]:
        """What the signs mean."""
        named = {**{name: CUBES[cube] for name, cube in RESOURCES.items()}, "mushroom": MUSHROOM}
        named |= {"water": WATER, "tunnel": (TUNNEL, "bold"), "worker": (WORKER, WORKER_STYLE)}
        named |= {name: (sign, "bold") for name, sign in SPECIALS.items()}
        for kind in sorted({*self.view["prey"].values()}):
            named[kind] = (self.say(f"names.{kind}")[0].upper(), PREY_STYLE)
        words = [
            Text(*sign) + Text(f" {self.say(f'names.{name}')}", "dim")
            for name, sign in named.items()
        ]
        for start in range(0, len(words), 3):
            yield Text("  ").join(words[start : start + 3])

    # --- Players ----------------------------------------------------------------------------------

    def seat(self, number: int) -> Iterator[Text]:
        """A player's board: what she has, and where her nurses are."""
        doc, say = self.view["seats"][number], self.say
        deciding = number in self.view["to_act"]
        cubes = [f"{CUBES[cube][0]} {doc[name]}" for name, cube in RESOURCES.items()]
        yield Text.assemble(
            (f" {number + 1} ", SEAT_STYLES[number]),
            ("▶ " if deciding else "  ", "bold"),
            "  ".join(
                [
                    say("drawing.level", level=ROMAN[doc["level"]]),
                    " ".join(cubes) + f" ({doc['capacity']})",
                    say.count("larvae", doc["larvae"]),
                    say.count("workers", doc["workers"]),
                    say.count("soldiers", doc["soldiers"]),
                    say.count("nurses", doc["nurses"]),
                    *self.event(doc),
                ]
            ),
        )
        details = [*self.placed(doc), *self.rooms(doc)]
        if doc["trophies"]:
            details.append(f"{say('names.prey')} {doc['trophies']}")
        if details:
            yield Text(" " * 5 + "  ".join(details), "dim")

    def event(self, doc: dict[str, Any]) -> Iterator[str]:
        if self.view["phase"] not in ("start", "winter", "over"):
            event = doc["event"]
            yield self.say("drawing.event", n=event, name=self.say(f"events.{event}"))

    def placed(self, doc: dict[str, Any]) -> Iterator[str]:
        for track, nurses in doc["placed"].items():
            if nurses:
                yield self.say(f"actions.{track}", nurses=self.say.count("nurses", nurses))

    def rooms(self, doc: dict[str, Any]) -> Iterator[str]:
        if doc["rooms"]:
            rooms = " ".join(ROMAN[level] for level in doc["rooms"])
            yield self.say("drawing.rooms", rooms=rooms)


def beside(left: Iterable[Text], right: Iterable[Text]) -> Iterator[Text]:
    """Two columns of lines."""
    for one, other in zip_longest(left, right, fillvalue=Text()):
        line = one.copy()
        line.pad_right(max(GARDEN - one.cell_len, 0))
        yield line + Text("  ") + other
