"""Antics!: the action space, its notation, and each action in words."""

import re

from formicarium.core import terms
from formicarium.core.compiled import rule
from formicarium.core.layout import Row
from formicarium.core.text import Phrases
from formicarium.games.antics.state import (
    CLEARINGS,
    COLONIES,
    FIRST_HEX,
    FOOD_NAMES,
    FOODS,
    GORGE,
    HEXES,
    KINDS,
    LEVELS,
    NESTS,
    PAIRS,
    PATHS,
    PREYS,
    ROWS,
    TILE_NAMES,
    WAITING,
    WAY_Q,
    WAY_R,
    WAYS,
    Colour,
    Nest,
    Symbol,
    Way,
    names,
)

SPOTS = 1 + WAYS  # a hex, and the ground on its six sides
ON_HEX = -1  # in place of a way: the hex itself, not the ground beside it


class Code(terms.Code):
    """Where each kind of action begins in the action space."""

    USE = 0  # + hex - FIRST_HEX
    HERO = USE + HEXES  # + Symbol of an action
    END = HERO + 5
    TAKE = END + 1  # + take_of; from field 6 nothing is taken (AN-4.8)
    TILE = TAKE + LEVELS * ROWS  # + kind
    HEX = TILE + KINDS  # + spot_of
    LAY = HEX + HEXES * SPOTS  # + laying_of
    HATCH = LAY + 2 * WAYS  # + Nest
    PLACE = HATCH + NESTS  # + path; the gorge: a bridge
    SECURE = PLACE + PATHS  # + path
    RECALL = SECURE + PATHS  # + path
    DISMISS = RECALL + PATHS  # + path
    LEAVE = DISMISS + PATHS  # + Nest
    LOAD = LEAVE + NESTS  # + clearing
    CARRY = LOAD + CLEARINGS  # + food_of
    TO = CARRY + FOODS  # + path
    HOME = TO + PATHS
    DONE = HOME + 1
    STEAL = DONE + 1  # + theft_of
    STORE = STEAL + COLONIES * FOODS  # + hex - FIRST_HEX
    RETURN = STORE + HEXES  # + kind
    ANTEATER = RETURN + KINDS  # + Colour
    END_OF_CODES = ANTEATER + len(Colour)


ACTIONS = int(Code.END_OF_CODES)
# Most can be chosen where half a tile goes: one of 126 hexes, or the ground beside them. One hex
# has 6 neighbours and each further one adds 2 at most, so that 126 have at most 2 * 126 + 4 = 256.
# That makes 382, and nothing can be stolen in that phase.
MOST_LEGAL = 512


# --- Numbers that stand for several things, one function each way ---------------------------------


@rule
def take_of(place: int, row: int) -> int:
    """A place on display: a field from 1 on, and a row."""
    return (place - 1) * ROWS + row


@rule
def take_parts(take: int) -> tuple[int, int]:
    """Field and row of a place on display."""
    return take // ROWS + 1, take % ROWS


@rule
def spot_of(number: int, way: int) -> int:
    """The ground on one side of a hex, or the hex itself."""
    return (number - FIRST_HEX) * SPOTS + way - ON_HEX


@rule
def spot_parts(spot: int) -> tuple[int, int]:
    """The hex that a spot is named after, and the way to it from there."""
    return spot // SPOTS + FIRST_HEX, spot % SPOTS + ON_HEX


@rule
def laying_of(way: int, swapped: bool) -> int:
    """The way to the other half of a tile, and whether the first symbol lies there."""
    return way + WAYS * swapped


@rule
def laying_parts(laying: int) -> tuple[int, bool]:
    """The way to the other half of a tile, and whether the tile is swapped."""
    return laying % WAYS, laying >= WAYS


@rule
def food_of(thing: int, path: int) -> int:
    """A piece of food that is carried: prey by its kind, a leaf by colour and path."""
    return thing if thing < PREYS else PREYS + (thing - PREYS) * PATHS + path


@rule
def food_parts(food: int) -> tuple[int, int]:
    """What a piece of food is, prey or else a leaf behind them, and the path that a leaf is on."""
    if food < PREYS:
        return food, GORGE
    return PREYS + (food - PREYS) // PATHS, (food - PREYS) % PATHS


@rule
def is_load(pick: int) -> bool:
    """Whether a pick is a clearing to load from; else it is a piece of food that is carried."""
    return pick < CLEARINGS


@rule
def food_of_pick(pick: int) -> int:
    """The piece of food that is carried, of a pick that is none from a clearing."""
    return pick - CLEARINGS


@rule
def theft_of(victim: int, food: int) -> int:
    """A piece of food that another player's ant carries."""
    return victim * FOODS + food


@rule
def theft_parts(theft: int) -> tuple[int, int]:
    """Whose ant carries a piece of food, and which piece."""
    return theft // FOODS, theft % FOODS


# --- Notation -------------------------------------------------------------------------------------


def path_name(path: int) -> str:
    """A path by its number; the gorge has none."""
    return "gorge" if path == GORGE else str(path)


def clearing_name(clearing: int) -> str:
    """A clearing by its number; the great anthill by its sign on the map."""
    return str(clearing) if clearing else "⌂"


def _notations() -> tuple[str, ...]:
    hexes, paths = range(1, HEXES + 1), [path_name(path) for path in range(PATHS)]
    ways, nests = names(Way), names(Nest)
    spots = [f"{number}{side}" for number in hexes for side in ("", *map(" {}".format, ways))]
    foods = [*FOOD_NAMES[:PREYS], *(f"{leaf} {p}" for leaf in FOOD_NAMES[PREYS:] for p in paths)]
    fields = [f"{field}{row}" for field in range(1, LEVELS + 1) for row in "abc"]
    return (
        *(f"use {number}" for number in hexes),
        *(f"hero {symbol}" for symbol in names(Symbol)[: Symbol.FUNGUS]),
        "end",
        *(f"take {field}" for field in fields),
        *(f"tile {tile}" for tile in TILE_NAMES),
        *(f"hex {spot}" for spot in spots),
        *(f"lay {way}" for way in ways),
        *(f"lay {way} swapped" for way in ways),
        *(f"hatch {nest}" for nest in nests),
        "bridge",
        *(f"place {path}" for path in paths[1:]),
        *(f"{order} {path}" for order in ("secure", "recall", "dismiss") for path in paths),
        *(f"leave {nest}" for nest in nests),
        *(f"load {clearing}" for clearing in range(CLEARINGS)),
        *(f"carry {food}" for food in foods),
        *(f"to {path}" for path in paths),
        "home",
        "done",
        *(f"steal {victim} {food}" for victim in range(1, COLONIES + 1) for food in foods),
        *(f"store {number}" for number in hexes),
        *(f"return {tile}" for tile in TILE_NAMES),
        *(f"anteater {colour}" for colour in names(Colour)),
    )


NOTATIONS = _notations()


def spot_name(spot: int) -> str:
    """A hex of the hill, or the ground beside it."""
    return NOTATIONS[Code.HEX + spot].removeprefix("hex ")


def squeezed(text: str) -> str:
    """Notation without what does not matter: case and spaces."""
    return "".join(text.lower().split())


def _spellings() -> dict[str, int]:
    codes = {squeezed(text): code for code, text in enumerate(NOTATIONS)}
    for kind, (first, second) in enumerate(PAIRS):
        other = f"{second.name}+{first.name}".lower()
        codes |= {f"tile{other}": Code.TILE + kind, f"return{other}": Code.RETURN + kind}
    return codes


SPELLINGS = _spellings()
AXIAL = re.compile(r"hex(-?\d{1,3}),(-?\d{1,3})", re.ASCII)


def write(parts: Row, state: Row, code: int) -> str:
    """An action code as notation."""
    return NOTATIONS[code]


def read(parts: Row, state: Row, text: str) -> int | None:
    """Notation as an action code, or None if it means nothing in this game."""
    wanted = squeezed(text)
    if axial := AXIAL.fullmatch(wanted):
        return _spot_at(state, int(axial[1]), int(axial[2]))
    return SPELLINGS.get(wanted)


def _spot_at(state: Row, q: int, r: int) -> int | None:
    """The hex at some coordinates in the hill of whoever has to decide, or beside it."""
    if not state.to_act:
        return None
    hill = state.colonies[int(state.to_act).bit_length() - 1]
    hexes = {(int(hill.q[n]), int(hill.r[n])): n for n in range(1, hill.hexes + 1)}
    if (q, r) in hexes:
        return Code.HEX + spot_of(hexes[q, r], ON_HEX)
    sides = [
        spot_of(hexes[place], way)
        for way in range(WAYS)
        if (place := (q - WAY_Q[way], r - WAY_R[way])) in hexes
    ]
    return Code.HEX + min(sides) if sides else None


def split(code: int) -> tuple[Code, int]:
    """The kind of an action and the number that goes with it."""
    kind = KIND_OF[code]
    return kind, code - kind


KIND_OF = tuple(max(kind for kind in Code if kind <= code) for code in range(ACTIONS))


# --- In words -------------------------------------------------------------------------------------

Words = dict[str, object]


def describe(parts: Row, state: Row, seat: int, code: int, say: Phrases) -> str:
    """An action as a sentence."""
    kind, number = split(code)
    words = WORDS[kind](Teller(parts, state, seat, say), number) if kind in WORDS else {}
    name = words.pop("action", kind.name.lower())
    return say(f"actions.{name}", **words)


class Teller:
    """What the numbers of actions mean to a player, in her language."""

    def __init__(self, parts: Row, state: Row, seat: int, say: Phrases) -> None:
        self.parts = parts
        self.state = state
        self.me = state.colonies[seat]
        self.say = say

    def symbol(self, number: int) -> Words:
        return {"symbol": self.say(f"symbols.{names(Symbol)[number]}")}

    def hex(self, number: int) -> Words:
        """A hex of the hill by what it shows and how high it lies."""
        level, symbol = int(self.me.height[number]), int(self.me.symbol[number])
        return {"hex": number, "level": level, **self.symbol(symbol)}

    def use(self, index: int) -> Words:
        """A hex with its action, and whether that has nothing to do."""
        number = index + FIRST_HEX
        idle = self.is_idle(int(self.me.symbol[number]), int(self.me.height[number]))
        return {"action": "use_idle" if idle else "use", **self.hex(number)}

    def hero(self, symbol: int) -> Words:
        return {"action": "hero_idle" if self.is_idle(symbol, 1) else "hero", **self.symbol(symbol)}

    def is_idle(self, symbol: int, level: int) -> bool:
        """Whether an action lacks all that it could move."""
        me = self.me
        if symbol == Symbol.SCOUT:
            return not (self.state.display[:level] > 0).any()
        if symbol == Symbol.BUILD:
            return not me.tiles.any()
        if symbol == Symbol.HATCH:
            return not me.ants
        return not me.net and not (symbol == Symbol.ANTS and me.nests.any())

    def tile(self, kind: int) -> Words:
        first, second = (self.symbol(symbol)["symbol"] for symbol in PAIRS[kind])
        return {"tile": f"{first} + {second}", "first": first, "second": second}

    def place(self, take: int) -> Words:
        """A place of the display, and the tile that lies there."""
        field, row = take_parts(take)
        piece = max(int(self.state.display[field - 1, row]), 1)
        return {"field": field, "row": "abc"[row], **self.tile(piece - 1)}

    def spot(self, spot: int) -> Words:
        number, way = spot_parts(spot)
        if way == ON_HEX:
            return self.hex(number)
        return {"action": "hex_beside", "hex": number, "side": self.say(f"sides.{names(Way)[way]}")}

    def way(self, number: int) -> Words:
        return {"way": self.say(f"ways.{names(Way)[number]}")}

    def laying(self, laying: int) -> Words:
        """Which half lies on the chosen hex, and where the other one goes."""
        way, swapped = laying_parts(laying)
        tile = self.tile(max(int(self.state.tile), 1) - 1)
        if swapped:
            tile = {"first": tile["second"], "second": tile["first"]}
        return {**tile, **self.way(way)}

    def nest(self, number: int) -> Words:
        return {"nest": self.say(f"nests.{names(Nest)[number]}")}

    def path(self, number: int) -> Words:
        if number == GORGE:
            return {"path": self.say("places.gorge")}
        return {"path": self.say("places.path", path=number)}

    def worker(self, path: int) -> Words:
        """Whom a path asks for, and where it leads."""
        if path == GORGE:
            return {"action": "bridge"}
        ant = self.say(f"ants.{names(Nest)[self.parts.terrain[path]]}")
        start, end = map(clearing_name, self.parts.ends[path].tolist())
        return {"ant": ant, "start": start, "end": end, **self.path(path)}

    def clearing(self, number: int) -> Words:
        """A clearing, and what lies there."""
        prey, leaf = int(self.parts.prey_at[number]), int(self.parts.leaf[number])
        thing = prey - 1 if prey else PREYS + max(leaf, 1) - 1
        return {"clearing": number, "food": self.thing(thing)}

    def thing(self, number: int) -> str:
        return self.say(f"names.{FOOD_NAMES[number]}")

    def food(self, number: int, carrier: Row | None = None) -> Words:
        """A piece of food that somebody carries, and where."""
        thing, path = food_parts(number)
        if thing < PREYS:
            owner = self.me if carrier is None else carrier
            path = max(int(owner.prey_on[thing]), 1) - 1
        return {"food": self.thing(thing), **self.path(path)}

    def theft(self, theft: int) -> Words:
        victim, food = theft_parts(theft)
        whom = self.say("names.seat", n=victim + 1)
        return {"whom": whom, **self.food(food, self.state.colonies[victim])}

    def store(self, index: int) -> Words:
        waiting = [kind for kind, home in enumerate(self.me.prey_home) if home == WAITING]
        return {"food": self.thing(waiting[0]) if waiting else "", **self.hex(index + FIRST_HEX)}

    def colour(self, number: int) -> Words:
        return {"colour": self.say(f"colours.{names(Colour)[number]}")}


WORDS = {
    Code.USE: Teller.use,
    Code.HERO: Teller.hero,
    Code.TAKE: Teller.place,
    Code.TILE: Teller.tile,
    Code.HEX: Teller.spot,
    Code.LAY: Teller.laying,
    Code.HATCH: Teller.nest,
    Code.PLACE: Teller.worker,
    Code.SECURE: Teller.path,
    Code.RECALL: Teller.path,
    Code.DISMISS: Teller.path,
    Code.LEAVE: Teller.nest,
    Code.LOAD: Teller.clearing,
    Code.CARRY: Teller.food,
    Code.TO: Teller.path,
    Code.STEAL: Teller.theft,
    Code.STORE: Teller.store,
    Code.RETURN: Teller.tile,
    Code.ANTEATER: Teller.colour,
}
