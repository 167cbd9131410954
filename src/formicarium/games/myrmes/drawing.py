"""Myrmes: the game in a terminal.

The garden is drawn row by row, every second row half a hex to the right. An empty hex shows what it
would yield, a tile the cubes that lie on it. A tile begins with the number of its owner; a line
joins its rows, for tiles of one owner may touch.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, zip_longest
from typing import Any

from rich.text import Text

from formicarium.core import drawing
from formicarium.core.drawing import Sign
from formicarium.games.myrmes.actions import ROMAN, objective_words
from formicarium.games.myrmes.components import (
    COLUMNS,
    HEX_COLUMNS,
    LETTERS,
    NUMBER_OF,
)
from formicarium.games.myrmes.state import (
    BONUS,
    OBJECTIVE_POINTS,
    PER_LEVEL,
    PREY_NAMES,
    Ask,
    Ground,
    TwoPlayerArea,
)

CUBES: dict[str, Sign] = {"food": ("♣", "green"), "earth": ("▪", "yellow"), "stone": ("▲", "white")}
CUBE_SIGNS = (*CUBES.values(),)  # by Cube
MUSHROOM, WATER, BARE, BLANK = ("°", "magenta"), ("≈", "blue"), "·", (" ", "")
TUNNEL, WORKER, START, NEUTRAL, FIRST, POINT = "◉", "@", "◌", "-", "⚑", "★"
SPECIALS = {"farm": "✿", "scavenging": "⚒", "subcolony": "⌂"}
PREY_STYLE = "bold white on red"
WORKER_STYLE = "bold black on white"

# Two shades for each player, so that tiles that touch can look different.
INK = "bold #000000 on "
SHADES = (
    ("#5fafd7", "#87d7ff"),
    ("#d78700", "#ffaf5f"),
    ("#5faf5f", "#87d787"),
    ("#af87d7", "#d7afff"),
)
NEUTRAL_SHADES = ("#8a8a8a", "#b2b2b2")

PITCH = 2  # characters of a column; a hex has two columns
MARGIN = 4
GARDEN = MARGIN + PITCH * 26 + 1  # characters of a row
SIDE = 42  # what stands beside the garden

# A player's board: heads of its columns, and where those of the cubes stand among them.
BOARD = ("points", "level", "larvae", "workers", "soldiers", "nurses", "prey", "markers")
CUBES_AT = 2

BEFORE_HARVEST = ("event", "brood", "worker", "garden", "stand", "lay")

# Where a hex meets the four hexes of the rows above and below, in its four characters; and the line
# that joins it to those of the same tile: upwards, downwards, both.
JOINTS = ((0, -1), (2, 1))  # character, and on which side
JOINED = {(True, False): "╵", (False, True): "╷", (True, True): "│"}


class Picture(drawing.Picture):
    """The garden, the objectives and the boards of all players."""

    def lines(self, width: int) -> Iterator[Text]:
        """The whole picture."""
        if width >= GARDEN + SIDE:
            yield from beside(self.garden(), [*self.time(), *self.objectives(), *self.legend(SIDE)])
        else:
            yield from (*self.time(), *self.garden(), *self.objectives(), *self.legend(width))
        yield Text()
        yield from self.boards(width)
        yield from self.questions()

    # --- The garden -------------------------------------------------------------------------------

    def garden(self) -> Iterator[Text]:
        """Rows of hexes under their numbers."""
        numbers = "".join(f"{number:<{2 * PITCH}}" for number in range(1, 14))
        yield word(" " * (MARGIN + 1) + numbers.rstrip(), "dim")
        cells = self.cells()
        for row, letter in enumerate(LETTERS):
            line = word(f" {letter}".ljust(MARGIN), "dim") + Text(" " * PITCH * COLUMNS[row])
            here = [cell for cell, at in zip(cells, HEX_COLUMNS, strict=True) if at[0] == row]
            for sign, style in chain(*here):
                line.append(sign, style)
            if any(cell[1] != BLANK for cell in here):  # else the row is not in play
                yield line

    def cells(self) -> list[list[Sign]]:
        """Four characters for each hex."""
        cells = [[BLANK, sign, BLANK, BLANK] for sign in self.terrain()]
        for name, kind in self.view["prey"].items():
            cells[NUMBER_OF[name]][1] = (self.letter(kind), PREY_STYLE)
        for seat, doc in enumerate(self.view["seats"]):
            style = seat_style(seat)
            for name in doc["tunnels"]:
                cells[NUMBER_OF[name]][:3] = [(sign, style) for sign in f"{seat + 1}{TUNNEL} "]
        self.paint_tiles(cells)
        if "worker" in self.view:
            cell = cells[NUMBER_OF[self.view["worker"]]]
            place = next(place for place in (2, 0, 3) if cell[place][0] == " ")
            cell[place] = (WORKER, WORKER_STYLE)
        return cells

    def terrain(self) -> list[Sign]:
        """What every empty hex shows: the cube that it yields."""
        players = self.view["players"]
        narrow = TwoPlayerArea[self.view["options"]["two_player_area"].upper()]
        area = players - 1 if players > 2 else int(narrow)
        signs = [
            WATER if water else CUBE_SIGNS[cube - 1] if cube else MUSHROOM
            for cube, water in zip(
                self.parts["yields"].tolist(), self.parts["water"].tolist(), strict=True
            )
        ]
        if self.view["phase"] == "start":
            for hex_ in self.parts["starts"][players, :players].tolist():
                signs[hex_] = (START, "bold")
        inside = self.parts["inside"][area].tolist()
        return [sign if there else BLANK for sign, there in zip(signs, inside, strict=True)]

    def letter(self, prey: str) -> str:
        return self.say(f"names.{prey}")[0].upper()

    def paint_tiles(self, cells: list[list[Sign]]) -> None:
        """All tiles; one that touches another of the same owner gets the other shade."""
        shade_of: dict[int, tuple[object, int]] = {}  # owner and shade, by hex
        around = self.parts["neighbours"].tolist()
        for tile in self.view["tiles"]:
            hexes, owner = [NUMBER_OF[name] for name in tile["cells"]], tile["owner"]
            near = [shade_of.get(other) for hex_ in hexes for other in around[hex_]]
            shade = int((owner, 0) in near)
            shade_of |= dict.fromkeys(hexes, (owner, shade))
            colours = NEUTRAL_SHADES if owner is None else SHADES[owner]
            self.paint_tile(cells, tile, INK + colours[shade])

    def paint_tile(self, cells: list[list[Sign]], tile: dict[str, Any], style: str) -> None:
        """A tile on its hexes: owner, what lies there, and what joins them."""
        covered = {HEX_COLUMNS[NUMBER_OF[name]] for name in tile["cells"]}
        for name in tile["cells"]:
            row, column = HEX_COLUMNS[NUMBER_OF[name]]
            cell = cells[NUMBER_OF[name]]
            sign = SPECIALS.get(tile["kind"], BARE)
            if name in tile.get("cubes", ()):
                sign = self.terrain_sign(name)
            cell[:3] = [(" ", style), (sign, style), (" ", style)]
            for place, side in JOINTS:
                above, below = ((row + step, column + side) in covered for step in (-1, 1))
                cell[place] = (JOINED.get((above, below), " "), style)
            if (row, column + 2) in covered:
                cell[3] = (" ", style)
        leftmost = min(tile["cells"], key=lambda name: HEX_COLUMNS[NUMBER_OF[name]][::-1])
        owner = NEUTRAL if tile["owner"] is None else str(tile["owner"] + 1)
        cells[NUMBER_OF[leftmost]][0] = (owner, style)

    def terrain_sign(self, name: str) -> str:
        """The cube that a hex yields."""
        return CUBE_SIGNS[int(self.parts["yields"][NUMBER_OF[name]]) - 1][0]

    # --- Beside it --------------------------------------------------------------------------------

    def time(self) -> Iterator[Text]:
        """Year, season, dice, and the food that the winter will take."""
        view, say = self.view, self.say
        now = "winter" if view["phase"] in ("winter", "over") else view["season"]
        yield Text(say("drawing.time", year=view["year"], season=say(f"seasons.{now}")), "bold")
        yield Text("  ").join(
            word(f"{say(f'seasons.{name}')} {die or NEUTRAL}", "bold" if name == now else "dim")
            for name, die in zip(("spring", "summer", "autumn"), view["dice"], strict=True)
        )
        yield Text(say("drawing.winter", food=view["winter"]), "dim")
        farm, scavenging, subcolony = SPECIALS.values()
        tiles = f"{view['farms']} {farm}{scavenging}  {view['subcolonies']} {subcolony}"
        yield Text(say("drawing.specials", tiles=tiles), "dim")
        if view["supply"] is not None:
            cubes = " ".join(f"{CUBES[name][0]} {left}" for name, left in view["supply"].items())
            yield Text(say("drawing.supply", cubes=cubes), "dim")

    def objectives(self) -> Iterator[Text]:
        """The six objectives with their points, and who has fulfilled them."""
        bonus = f"+{BONUS[self.view['players']]}{POINT}"
        yield Text()
        yield Text(self.say("drawing.objectives", bonus=bonus), "dim")
        for index, number in enumerate(self.view["objectives"]):
            line = word(str(index + 1), "bold")
            line += word(f" +{OBJECTIVE_POINTS[index // PER_LEVEL]}{POINT}".rjust(6), "yellow")
            for seat, doc in enumerate(self.view["seats"]):
                done = str(index + 1) in doc["done"]
                line += word(str(seat + 1), seat_style(seat)) if done else Text(" ")
            yield line + Text(f" {objective_words(self.parts, number, self.say)}")

    def legend(self, width: int) -> Iterator[Text]:
        """What the signs mean, and what prey costs and brings."""
        named = CUBES | {"mushroom": MUSHROOM, "water": WATER, "tunnel": (TUNNEL, "bold")}
        named |= {name: (sign, "bold") for name, sign in SPECIALS.items()}
        named |= {"worker": (WORKER, WORKER_STYLE)} if "worker" in self.view else {}
        yield Text()
        names = {name: word(f" {self.say(f'names.{name}')}", "dim") for name in named}
        yield from packed([word(*sign) + names[name] for name, sign in named.items()], width)
        for kind in PREY_NAMES:
            if kind in self.view["prey"].values():
                prey = self.parts["prey"][Ground[kind.upper()]]
                soldiers = self.say.count("soldiers", int(prey["soldiers"]))
                gain = f"+{prey['food']}{CUBES['food'][0]}"
                gain += f" +{prey['points']}{POINT}" if prey["points"] else ""
                yield word(self.letter(kind), PREY_STYLE) + word(
                    f" {self.say(f'names.{kind}')}  −{soldiers}  {gain}", "dim"
                )

    # --- Players ----------------------------------------------------------------------------------

    def boards(self, width: int) -> Iterator[Text]:
        """What everybody has in columns, and below it what is true of this season alone."""
        heads = [self.say(f"drawing.{name}") for name in BOARD]
        heads.insert(CUBES_AT, " ".join(f" {sign}" for sign, _ in CUBES.values()) + "   ")
        rows = [self.board(seat) for seat in range(self.view["players"])]
        widths = [max(map(len, column)) for column in zip(heads, *rows, strict=True)]
        yield Text(" " * MARGIN + spread(heads, widths), "dim")
        for seat, row in enumerate(rows):
            deciding = "▶" if seat in self.view["to_act"] else " "
            first = FIRST if seat == self.view["first"] else " "
            label = word(str(seat + 1), seat_style(seat)) + word(f"{deciding}{first} ", "bold")
            yield label + Text(spread(row, widths))
            for told in (self.details(seat), self.tiles(seat)):
                for line in packed([Text(each, "dim") for each in told], width - MARGIN):
                    yield Text(" " * MARGIN) + line

    def board(self, seat: int) -> list[str]:
        """The numbers of one player."""
        doc = self.view["seats"][seat]
        level, deeper = doc["level"], doc["room_level"]
        cubes = " ".join(f"{doc[name]:2}" for name in CUBES)
        names = ("larvae", "workers", "soldiers", "nurses", "trophies", "markers")
        return [
            str(self.view["scores"][seat]),
            ROMAN[level] if deeper == level else f"{ROMAN[level]}→{ROMAN[deeper]}",
            f"{cubes} /{doc['capacity']}",
            *(str(doc[name]) for name in names),
        ]

    def details(self, seat: int) -> Iterator[str]:
        """A player's event, and where her ants and nurses are."""
        doc, say = self.view["seats"][seat], self.say
        if self.view["phase"] not in ("start", "winter", "over"):
            event = doc["event"]
            yield say("drawing.event", n=event, name=say(f"events.{event}"))
        if doc["rooms"]:
            yield say("drawing.rooms", rooms=" ".join(ROMAN[level] for level in doc["rooms"]))
        placed = [f"{say(f'drawing.{t}')} {n}" for t, n in doc["placed"].items() if n]
        if placed:
            yield say("drawing.placed", tracks=", ".join(placed))
        if self.view["phase"] == "brood" and self.decides(seat):
            yield say.count("room", doc["ants_left"])

    def tiles(self, seat: int) -> Iterator[str]:
        """How large a pheromone a player may lay, and those that she has left."""
        doc, say = self.view["seats"][seat], self.say
        if self.view["phase"] in BEFORE_HARVEST and self.decides(seat):
            yield say("drawing.limit", size=doc["size_limit"])
            yield from (f"{say(f'names.{form}')} {left}" for form, left in doc["left"].items())

    def decides(self, seat: int) -> bool:
        """Whether it is this player who looks on and has to decide."""
        alone = "seat" in self.view
        return seat in self.view["to_act"] and (alone or "step" in self.view["seats"][seat])

    def questions(self) -> Iterator[Text]:
        """What has to be decided, and what to know about it."""
        for seat in filter(self.decides, self.view["to_act"]):
            yield Text()
            told = " · ".join(self.question(seat))
            yield word(str(seat + 1), seat_style(seat)) + Text(f"  {told}", "bold")

    def question(self, seat: int) -> Iterator[str]:
        view, doc, say = self.view, self.view["seats"][seat], self.say
        yield say(f"refusals.wanted.{self.wanted(doc)}")
        if "worker" in view:
            moves = say.count("moves", view["moves"])
            yield say("drawing.worker", hex=view["worker"], moves=moves)
        if "laying" in view:
            yield say("drawing.laying", what=say(f"names.{view['laying']}"))
        if "due" in view:
            yield say("drawing.due", n=view["due"])
        if "excess" in doc:
            yield say("drawing.excess", n=doc["excess"])
        if "missing" in doc:
            yield say("drawing.missing", n=doc["missing"])

    def wanted(self, doc: dict[str, Any]) -> str:
        """The name of the decision that a player has to take."""
        view = self.view
        if "seat" not in view:
            step: str = doc["step"]
            return "nurses" if step == "atelier" else step
        if view["phase"] == "give":
            tile = self.parts["objectives"][view["objectives"][view["objective"] - 1]]
            return "specials" if tile["ask"] == Ask.SPECIALS else "group"
        return str(view["phase"])


# --- Lines ----------------------------------------------------------------------------------------


def word(text: str, style: str = "") -> Text:
    """A text whose style ends where it ends, whatever is put behind it."""
    return Text.assemble((text, style))


def seat_style(seat: int) -> str:
    return INK + SHADES[seat][0]


def spread(words: Sequence[str], widths: Sequence[int]) -> str:
    """Words in columns."""
    return "  ".join(text.rjust(width) for text, width in zip(words, widths, strict=True))


def packed(words: Sequence[Text], width: int) -> Iterator[Text]:
    """Words in lines, none of them torn apart."""
    line = Text()
    for text in words:
        if line and line.cell_len + 2 + text.cell_len > width:
            yield line
            line = Text()
        line = line + Text("  ") + text if line else text
    if line:
        yield line


def beside(left: Iterable[Text], right: Iterable[Text]) -> Iterator[Text]:
    """Two columns of lines."""
    for one, other in zip_longest(left, right, fillvalue=Text()):
        line = one.copy()
        line.pad_right(GARDEN - one.cell_len)
        yield line + other
