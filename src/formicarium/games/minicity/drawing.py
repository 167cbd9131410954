"""Mini City: the game in a terminal.

The hill is drawn as a map: tunnels are fine dots, each chamber shows its number, the ant that
stands there, and its places below. A shape stands for a colour of food, a letter for a colour of
ants, so that nothing depends on colours alone.
"""

from collections.abc import Iterable, Iterator
from itertools import groupby, zip_longest
from typing import Any

import numpy as np
from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from formicarium.core import drawing
from formicarium.core.drawing import Cell, Sign
from formicarium.core.layout import Row
from formicarium.core.text import Phrases
from formicarium.games.minicity.actions import ant_name, colour_name, name
from formicarium.games.minicity.rules.friends import ladybird_may_carry, price
from formicarium.games.minicity.rules.roads import ant_in_play, run
from formicarium.games.minicity.rules.tunnels import destinations
from formicarium.games.minicity.state import (
    CHAMBERS,
    LETTERS,
    ONCE,
    STATE,
    Ant,
    DuelCosts,
    End,
    FoodColour,
    Friend,
    Tunnels,
)

Canvas = dict[Cell, Sign]

STONES = ("●", "■", "▲", "◆", "★")  # by FoodColour
PLACES = ("○", "□", "△", "◇", "☆")
FOOD_STYLES = ("gold1", "dark_orange", "dodger_blue1", "green3", "hot_pink")
ANT_STYLES = (
    "bold grey100 on red3",
    "bold grey0 on grey66",
    "bold grey0 on yellow3",
    "bold grey100 on purple4",
    "bold grey100 on grey27",
)
RIVER, FIELD, FACE_DOWN, BLANK = ("≈", "blue"), ("·", "bright_black"), ("?", "reverse"), (" ", "")
TUNNEL = "bright_black"
NUMBER = "bold"  # of a chamber
GOAL = "bold reverse"  # where something is going on, or where the card takes its ant
FAR_GOAL = "bold underline"  # where it gets with a friend, or a friend with a stone

LINES = 23  # of the map
WIDEST = 110
WIDE = 100  # there is room to say what friends do
INDENT = 5
MARGIN = 3  # columns beside the middle of a chamber
BRAILLE = 0x2800
DOTS = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))  # of a character, line by line


class Picture(drawing.Picture):
    """Roads and hill, what everybody has, and the own hand."""

    def __init__(self, parts: Row, view: dict[str, Any], say: Phrases) -> None:
        super().__init__(parts, view, say)
        self.state = state_of(view)
        self.friends = view["options"]["variant"] == "friends"

    def lines(self, width: int) -> Iterator[RenderableType]:
        """The whole picture."""
        width = min(width, WIDEST)
        yield self.supply()
        yield from self.step()
        yield Text()
        yield self.road("north", width)
        yield from paint(self.hill(width), width)
        if self.view["players"] > 2:
            yield self.road("south", width)
        yield Text()
        for seat in range(self.view["players"]):
            yield from self.seat(seat, width)
        yield Text()
        if self.friends and self.view["phase"] != "over":
            yield from self.market(width)
        yield from self.legend(width)

    def supply(self) -> Text:
        """Time and cards."""
        view, say = self.view, self.say
        words = [
            Text(say("drawing.round", n=view["round"]), "bold"),
            Text(f"{say('names.pile')} {view['pile_length']}"),
            Text(f"{say('names.discard')} {len(view['discard'])}"),
        ]
        if "plays" in view:
            words.append(Text(say("drawing.plays", n=view["plays"], of=view["limit"])))
        if view.get("bought"):
            words.append(Text(say("drawing.bought")))
        return Text("   ").join(words)

    def step(self) -> Iterator[Text]:
        """What the card in play allows, or what the next one stands for."""
        if "reach" in self.view:
            ant = ant_name(int(ant_in_play(self.state)), self.say)
            steps = self.say.count("steps", self.view["reach"])
            yield Text(self.say("drawing.reach", ant=ant, steps=steps), "bold")
        elif self.view["phase"] == "stick":
            ant = self.say(f"ants.{self.view['as']}")
            yield Text(self.say("drawing.named", ant=ant), "bold")

    # --- Roads and hill ---------------------------------------------------------------------------

    def road(self, which: str, width: int) -> Text:
        """A road from river to river, with the names of its ends."""
        west, east = (f"{which[0]}w", "dim"), (f"{which[0]}e", "dim")
        line = spaced([west, RIVER, *map(field, self.view[which]), RIVER, east])
        line.align("center", width)
        return line

    def hill(self, width: int) -> Canvas:
        """Tunnels, and the chambers on top of them."""
        at = [self.cell(chamber, width) for chamber in range(CHAMBERS + 1)]
        canvas = tunnels(self.parts, at)
        standing = {chamber: Ant[ant.upper()] for ant, chamber in self.view["ants"].items()}
        styles = self.number_styles()
        for chamber in range(1, CHAMBERS + 1):
            line, column = at[chamber]
            number = (str(chamber), styles.get(chamber, NUMBER))
            ant = [BLANK, ant_sign(standing[chamber])] if chamber in standing else []
            write(canvas, line, column, [number, *ant])
            write(canvas, line + 1, column, [self.places(chamber)])
        return canvas

    def cell(self, chamber: int, width: int) -> Cell:
        """Where a chamber lies on the canvas."""
        across, down = (int(part) for part in self.parts.at[chamber])
        return down * (LINES - 2) // 1000, MARGIN + across * (width - 2 * MARGIN - 1) // 1000

    def number_styles(self) -> dict[int, str]:
        """The chambers that the present decision is about."""
        view = self.view
        if "source" in view:
            return self.carries() | {view["source"]: GOAL}
        if "chamber" in view:
            return {view["chamber"]: GOAL}
        if "reach" not in view:
            return {}
        (seat,) = view["to_act"]
        friends, used = view["seats"][seat].get("friends", []), view.get("used", [])
        millipedes = friends.count("millipede") - used.count("millipede")
        far = self.goals(view["reach"] + millipedes)
        return dict.fromkeys(far, FAR_GOAL) | dict.fromkeys(self.goals(view["reach"]), GOAL)

    def goals(self, steps: int) -> list[int]:
        """Where so many steps take the ant in play."""
        chambers = int(destinations(self.parts, self.state, int(ant_in_play(self.state)), steps))
        return [chamber for chamber in range(1, CHAMBERS + 1) if chambers >> chamber & 1]

    def carries(self) -> dict[int, str]:
        """Where the ladybird may put a stone down."""
        return {
            chamber: FAR_GOAL
            for chamber in range(1, CHAMBERS + 1)
            if ladybird_may_carry(self.parts, self.state, chamber)
        }

    def places(self, chamber: int) -> Sign:
        """The places of a chamber, with stones and without."""
        colour, stored = self.parts.colour[chamber], self.view["stored"][str(chamber)]
        free = int(self.parts.places[chamber]) - stored
        return STONES[colour] * stored + PLACES[colour] * free, FOOD_STYLES[colour]

    # --- Players ----------------------------------------------------------------------------------

    def seat(self, seat: int, width: int) -> Iterator[Text]:
        """What a player has, as far as it is known."""
        doc, say = self.view["seats"][seat], self.say
        words = [
            Text(f"{'▶' if seat in self.view['to_act'] else ' '} {seat + 1}", "bold"),
            Text.assemble(f"{say('names.box')} ", *self.box(doc)),
            Text.assemble(f"{say('names.reserve')} ", *self.reserve(doc)),
            Text(say.count("cards", doc["cards"])),
        ]
        if self.friends:
            words.append(Text(say.count("points", doc["points"])))
        yield Text("  ").join(words)
        if self.friends and doc["friends"]:
            yield from flowing(self.helpers(seat), width, INDENT)
        if doc["hand"]:
            hand = Text.assemble(f"{say('names.hand')} ", spaced(map(field, doc["hand"])))
            yield from flowing([hand, *self.reaches(doc["hand"])], width, INDENT)

    def helpers(self, seat: int) -> Iterator[Text]:
        """The friends of a player; those who cannot help any more in this turn in brackets."""
        used = [*self.view.get("used", [])] if seat in self.view["to_act"] else []
        for friend in self.view["seats"][seat]["friends"]:
            words = self.say(f"friends.{friend}")
            if friend in used:
                used.remove(friend)
                yield Text(f"({words})", "dim italic")
            else:
                yield Text(words, "italic")

    def box(self, doc: dict[str, Any]) -> list[Sign]:
        if doc["box"] is None:
            return [("?" * (doc["stocked"] or 1), "")]
        return [(STONES[c] * doc["box"][name(c)], FOOD_STYLES[c]) for c in FoodColour]

    def reserve(self, doc: dict[str, Any]) -> list[Sign]:
        if doc["reserve"] is None:
            return [("?", "")]
        return [
            sign
            for c in FoodColour
            for sign in ((STONES[c], FOOD_STYLES[c]), (f"{doc['reserve'][name(c)]} ", ""))
        ]

    def reaches(self, hand: str) -> Iterator[Text]:
        """How far cards of a hand would take their ants, laid at each end.

        A card that lies face down will count with its own colour, so nothing is said while it does.
        """
        ants = [ant for ant in Ant if LETTERS[ant] in hand]
        if "as" in self.view:
            if "card" in self.view:
                return
            ants = [Ant[self.view["as"].upper()]]
        yield Text(self.say("drawing.steps"), "dim")
        for end in [*End][: 2 if self.view["players"] == 2 else 4]:
            steps = [1 + int(run(self.state, int(ant), int(end))) for ant in ants]
            signs = zip(map(ant_sign, ants), steps, strict=True)
            cards = (Text.assemble(sign, (str(number), "dim")) for sign, number in signs)
            yield Text(" ").join([Text(name(end), "dim"), *cards])

    # --- Words ------------------------------------------------------------------------------------

    def market(self, width: int) -> Iterator[RenderableType]:
        """The friends that can be bought, and what earns points."""
        there = [friend for friend in Friend if self.view["market"][name(friend)]]
        kinds = {
            "once": [friend for friend in there if friend < ONCE],
            "always": [friend for friend in there if friend >= ONCE],
        }
        columns = [
            [Text(self.say(f"drawing.{when}"), "dim"), *(self.offer(f, width) for f in friends)]
            for when, friends in kinds.items()
            if friends
        ]
        if width < WIDE:
            for column in columns:
                yield from flowing(column, width)
        elif columns:
            grid = Table.grid(padding=(0, 2))
            for row in zip_longest(*columns, fillvalue=Text()):
                grid.add_row(*row)
            yield grid
        points = [((STONES[c], FOOD_STYLES[c]), str(self.parts.value[c])) for c in FoodColour]
        yield listed(self.say("drawing.points"), points)

    def offer(self, friend: Friend, width: int) -> Text:
        """A friend that can be bought, its price, and what it does if there is room to say so."""
        copies = self.view["market"][name(friend)]
        cost = int(price(self.parts, self.state, int(friend)))
        return Text.assemble(
            (self.say(f"friends.{name(friend)}"), "italic"),
            (f" {cost}", "bold"),
            f" ×{copies}" if copies > 1 else "",
            (f" {self.say(f'helps.{name(friend)}')}" if width >= WIDE else "", "dim"),
        )

    def legend(self, width: int) -> Iterator[Text]:
        """What the signs mean: food, then ants."""
        food = [((STONES[c], FOOD_STYLES[c]), colour_name(c, self.say)) for c in FoodColour]
        ants = [(ant_sign(ant), f" {ant_name(ant, self.say)}") for ant in Ant]
        words = [
            Text(" ").join(Text.assemble(sign, (word, "dim")) for sign, word in signs)
            for signs in (food, ants)
        ]
        yield from flowing(words, width)


def state_of(view: dict[str, Any]) -> Row:
    """As much of a state as a drawing asks the rules about."""
    state: Row = np.zeros(1, STATE)[0]
    state.players = view["players"]
    state.options.tunnels = Tunnels[view["options"]["tunnels"].upper()]
    state.options.duel_costs = DuelCosts[view["options"]["duel_costs"].upper()]
    state.ants[:] = [view["ants"][name(ant)] for ant in Ant]
    for road, text in zip(state.roads, (view["north"], view["south"]), strict=True):
        road.cards[: len(text)] = [1 + LETTERS.find(letter) for letter in text]
        road.west = len(text) - len(text.lstrip("."))
        road.east = len(text.rstrip(".")) - 1
    state.source = view.get("source", 0)
    state.stored[1:] = [view["stored"][str(chamber)] for chamber in range(1, CHAMBERS + 1)]
    if "card" in view:
        end = End[view["card"].upper()]
        state.end = 1 + end
        if "as" in view:
            road = state.roads[end // 2]
            road.cards[road.east if end % 2 else road.west] = 1 + Ant[view["as"].upper()]
    return state


# --- Signs ----------------------------------------------------------------------------------------


def ant_sign(ant: Ant) -> Sign:
    """An ant as the letter that its cards have."""
    return LETTERS[ant], ANT_STYLES[ant]


def field(letter: str) -> Sign:
    """A card, or a field without one."""
    if letter in LETTERS:
        return ant_sign(Ant(LETTERS.index(letter)))
    return FACE_DOWN if letter == "?" else FIELD


def spaced(signs: Iterable[Sign]) -> Text:
    return Text(" ").join(Text(*sign) for sign in signs)


def listed(title: str, signs: Iterable[tuple[Sign, str]]) -> Text:
    """Signs and what they stand for, after a title."""
    words = (Text.assemble(sign, (f" {word}", "dim")) for sign, word in signs)
    return Text("  ").join([Text(title, "dim"), *words])


def flowing(words: Iterable[Text], width: int, indent: int = 0) -> Iterator[Text]:
    """Words one after the other, in as few lines as hold them unbroken."""
    line = Text(" " * indent)
    for word in words:
        if line.cell_len > indent:
            if line.cell_len + 2 + word.cell_len > width:
                yield line
                line = Text(" " * indent)
            else:
                line.append("  ")
        line.append_text(word)
    yield line


# --- Canvas ---------------------------------------------------------------------------------------


def tunnels(parts: Row, at: list[Cell]) -> Canvas:
    """All tunnels as lines of dots, eight to a character."""
    dots: dict[Cell, int] = {}
    for one, neighbours in enumerate(parts.neighbours.tolist()):
        for other in range(one + 1, CHAMBERS + 1):
            if neighbours >> other & 1:
                for line, column in between(at[one], at[other]):
                    cell = line // 4, column // 2
                    dots[cell] = dots.get(cell, 0) | DOTS[line % 4][column % 2]
    return {cell: (chr(BRAILLE + bits), TUNNEL) for cell, bits in dots.items()}


def between(one: Cell, other: Cell) -> Iterator[Cell]:
    """The dots of a straight line between two chambers, at the foot of their numbers."""
    down, across = 4 * (other[0] - one[0]), 2 * (other[1] - one[1])
    steps = max(abs(down), abs(across), 1)
    for step in range(steps + 1):
        yield 4 * one[0] + 3 + down * step // steps, 2 * one[1] + across * step // steps


def write(canvas: Canvas, line: int, column: int, signs: Iterable[Sign]) -> None:
    """Signs around the middle of a chamber, with a blank on either side."""
    cells = [(character, style) for text, style in signs for character in text]
    start = column - len(cells) // 2 - 1
    for index, cell in enumerate([BLANK, *cells, BLANK]):
        canvas[line, start + index] = cell


def paint(canvas: Canvas, width: int) -> Iterator[Text]:
    """The canvas, line by line."""
    for line in range(LINES):
        cells = (canvas.get((line, column), BLANK) for column in range(width))
        alike = groupby(cells, key=lambda cell: cell[1])
        yield Text.assemble(*(("".join(sign for sign, _ in some), style) for style, some in alike))
