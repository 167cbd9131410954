"""A second, slow way to say what is legal and what it is worth, written from the rules alone.

It reads positions as they are written down, and the board and the tiles from their files.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations_with_replacement
from pathlib import Path
from typing import Any

_FILES = Path(__file__).parents[3] / "src/formicarium/games/antics/components"

Doc = dict[str, Any]
Cell = tuple[int, int]
Load = tuple[str, int]  # a kind of food, and the path on which it is carried

BOARD: Doc = json.loads((_FILES / "board.json").read_text("utf-8"))
TILES: Doc = json.loads((_FILES / "tiles.json").read_text("utf-8"))

SYMBOLS = ("scout", "build", "hatch", "ants", "transport", "fungus")
ACTIONS = SYMBOLS[:5]
NESTS = ("flower", "grass", "water", "soil", "stone", "red")
COLOURS = ("yellow", "green", "blue", "brown", "grey", "red")
PREY = ("butterfly", "grasshopper", "dragonfly", "beetle", "woodlouse", "ladybird")
KINDS = tuple("+".join(pair) for pair in combinations_with_replacement(SYMBOLS, 2))
WAYS: dict[str, Cell] = {
    "e": (1, 0),
    "ne": (1, -1),
    "nw": (0, -1),
    "w": (-1, 0),
    "sw": (-1, 1),
    "se": (0, 1),
}
ANTEATERS: list[list[str]] = BOARD["anteaters"]
GORGE = 0

ENDS: dict[int, set[int]] = {path["id"]: set(path["ends"]) for path in BOARD["paths"]}
ENDS[GORGE] = set(BOARD["gorge"])
TERRAIN: dict[int, str] = {path["id"]: path["terrain"] for path in BOARD["paths"]}
PREY_AT: dict[int, str] = {c["id"]: c["prey"] for c in BOARD["clearings"] if "prey" in c}
LEAF_AT: dict[int, str] = {c["id"]: c["leaf"] for c in BOARD["clearings"] if "leaf" in c}


def kind(text: str) -> str:
    """A pair of symbols with the lower one first."""
    return "+".join(sorted(text.split("+"), key=SYMBOLS.index))


def all_tiles(players: int) -> Counter[str]:
    """Every tile in play, by kind."""
    return Counter({**TILES["bag"]}) + Counter({kind(TILES["start"]): players})


def path_number(name: str | int) -> int:
    return GORGE if name == "gorge" else int(name)


def path_name(path: int) -> str:
    return str(path) if path else "gorge"


def neighbours(one: int, other: int) -> bool:
    """Whether two paths share a clearing; the great anthill is none."""
    return one != other and bool(ENDS[one] & ENDS[other] - {0})


def joined(net: Iterable[int]) -> bool:
    """Whether every path of a network leads to the great anthill through the network."""
    left, reached = set(net), {0}
    while near := {path for path in left if ENDS[path] & reached}:
        left -= near
        reached |= {end for path in near for end in ENDS[path]}
    return not left


def beside(cell: Cell) -> dict[str, Cell]:
    """The six hexes around one."""
    return {way: (cell[0] + q, cell[1] + r) for way, (q, r) in WAYS.items()}


class Hill:
    """An anthill: on each hex a stack of symbols, each with the number of its tile."""

    def __init__(self, tiles: Iterable[str] = ()) -> None:
        self.cells: list[Cell] = []
        self.stacks: dict[Cell, list[tuple[str, int]]] = {}
        self.tiles = 0
        self.levels = [0] * 5
        for pair in TILES["base"]:
            self._put([((q, r), symbol) for q, r, symbol in pair])
        self.levels = [0] * 5
        for tile in tiles:
            self.build(tile)

    def build(self, text: str) -> None:
        """Add a tile such as "scout+hatch 1,0 se"; whatever the rules forbid fails."""
        symbols, place, way = text.split()
        q, r = map(int, place.split(","))
        near, far = (q, r), beside((q, r))[way]
        assert self.flat(near, far), f"{text} sticks out"
        assert self.height(near) < 5, f"{text} is too high"
        if self.height(near):
            assert self.rests_on_two(near, far), f"{text} rests on one tile"
        else:
            assert self.touches(near) or self.touches(far), f"{text} touches nothing"
        halves = list(zip((near, far), symbols.split("+"), strict=True))
        self._put(sorted(halves, key=lambda half: SYMBOLS.index(half[1])))

    def _put(self, halves: Sequence[tuple[Cell, str]]) -> None:
        for cell, symbol in halves:
            if cell not in self.stacks:
                self.cells.append(cell)
            self.stacks.setdefault(cell, []).append((symbol, self.tiles))
        self.tiles += 1
        self.levels[self.height(halves[0][0]) - 1] += 1

    def height(self, cell: Cell) -> int:
        return len(self.stacks.get(cell, ()))

    def flat(self, one: Cell, other: Cell) -> bool:
        return self.height(one) == self.height(other)

    def rests_on_two(self, one: Cell, other: Cell) -> bool:
        return self.stacks[one][-1][1] != self.stacks[other][-1][1]

    def touches(self, cell: Cell) -> bool:
        return any(near in self.stacks for near in beside(cell).values())

    def number(self, cell: Cell) -> int:
        return self.cells.index(cell) + 1

    def cell(self, number: int) -> Cell:
        return self.cells[number - 1]

    def shows(self, number: int) -> str:
        return self.stacks[self.cell(number)][-1][0]

    def level(self, number: int) -> int:
        return self.height(self.cell(number))

    def shown(self) -> dict[int, tuple[int, str]]:
        """Hex -> its level and the symbol on top."""
        numbers = range(1, len(self.cells) + 1)
        return {number: (self.level(number), self.shows(number)) for number in numbers}

    def fringe(self) -> dict[Cell, str]:
        """The empty hexes beside the hill, with their names."""
        names: dict[Cell, str] = {}
        for number, cell in enumerate(self.cells, 1):
            for way, near in beside(cell).items():
                if near not in self.stacks:
                    names.setdefault(near, f"{number} {way}")
        return names

    def placements(self, blocked: Iterable[int] = ()) -> dict[str, set[str]]:
        """Where a tile can go: `hex` -> every `lay`."""
        closed = {self.cell(number) for number in blocked}
        found: dict[str, set[str]] = {}
        for number, cell in enumerate(self.cells, 1):
            for way, other in beside(cell).items():
                if (
                    other in self.stacks
                    and self.flat(cell, other)
                    and self.height(cell) < 5
                    and self.rests_on_two(cell, other)
                    and not closed & {cell, other}
                ):
                    found.setdefault(f"hex {number}", set()).add(f"lay {way}")
        for cell, name in self.fringe().items():
            for way, other in beside(cell).items():
                if other not in self.stacks:
                    found.setdefault(f"hex {name}", set()).add(f"lay {way}")
                    if not self.touches(other):
                        found[f"hex {name}"].add(f"lay {way} swapped")
        return found


class Colony:
    """What one player has, from her part of a position."""

    def __init__(self, doc: Doc) -> None:
        self.hill = Hill(doc.get("hill", []))
        self.tiles = Counter(map(kind, doc.get("tiles", [])))
        self.nests = Counter({nest: count for nest, count in doc.get("nests", {}).items() if count})
        self.workers = Counter(map(path_number, doc.get("workers", [])))
        self.soldiers = Counter(map(path_number, doc.get("soldiers", [])))
        self.loads: list[Load] = []
        for text in doc.get("carrying", []):
            food, path = text.split()
            self.loads.append((food, path_number(path)))
        self.stored: dict[str, int] = dict(doc.get("stored", {}))
        self.waiting: list[str] = list(doc.get("waiting", []))
        self.leaves = {colour: doc.get(colour, 0) for colour in ("green", "brown")}

    def ants(self) -> int:
        """How many stand in nests, on paths and on the gorge."""
        return self.nests.total() + self.workers.total() + self.soldiers.total()

    def prey(self) -> list[str]:
        """All prey that she has, on ants, beside the hill and on it."""
        return [*(food for food, _ in self.loads if food in PREY), *self.waiting, *self.stored]

    def idle(self, path: int) -> int:
        """How many of her workers on a path carry nothing."""
        return self.workers[path] - sum(on == path for _, on in self.loads)

    def points(self, options: Doc) -> Doc:
        """Points for prey and for fungus."""
        waiting = self.waiting if options["no_room"] == "counts" else []
        prey = len({*self.stored, *waiting})
        fungus = sorted(
            (
                level
                for number, (level, symbol) in self.hill.shown().items()
                if symbol == "fungus" and number not in self.stored.values()
            ),
            reverse=True,
        )
        bonus = [2] * self.leaves["green"] + [0] * self.leaves["brown"]
        pairs = list(zip(fungus, bonus, strict=False))
        return {"prey": prey * prey, "fungus": sum(level + more for level, more in pairs)}


class Table:
    """A whole position, and what the seat in turn may do in it."""

    def __init__(self, doc: Doc) -> None:
        self.doc = doc
        self.options: dict[str, str] = doc["options"]
        self.colonies = [Colony(colony) for colony in doc["colonies"]]
        self.seat = (doc["first"] + doc["turns"]) % doc["players"]
        self.me = self.colonies[self.seat]
        self.phase: str = doc["phase"]

    def supply(self, seat: int) -> int:
        return 11 - self.colonies[seat].ants()

    def tiles(self) -> Counter[str]:
        """All tiles outside the bag."""
        built = (tile.split()[0] for own in self.doc["colonies"] for tile in own["hill"])
        held = (tile for own in self.doc["colonies"] for tile in own["tiles"])
        return Counter(map(kind, [*built, *held, *self.on_display()]))

    def bag(self) -> Counter[str]:
        return all_tiles(self.doc["players"]) - self.tiles()

    def on_display(self) -> list[str]:
        places = [place for row in self.doc["display"] for place in row]
        return [place for place in places if place and place not in COLOURS]

    def legal(self) -> set[str]:
        """The notation of everything the seat in turn may do."""
        free: Iterable[str] = ()
        if self.phase in ("act", "scout", "tile", "hatch", "ants", "transport"):
            free = self.thefts()
        return {*getattr(self, "_" + self.phase)(), *free}

    def _act(self) -> Iterator[str]:
        yield "end"
        doc = self.doc
        if len(doc["marked"]) + doc["hero"] == min(doc["turns"] + 1, 3):
            return
        if not doc["hero"]:
            yield from (f"hero {action}" for action in ACTIONS)
        for number, (_, symbol) in self.me.hill.shown().items():
            if symbol in ACTIONS and number not in self.blocked():
                yield f"use {number}"

    def blocked(self) -> set[int]:
        """Hexes under a marker or under prey."""
        return {*self.doc["marked"], *self.me.stored.values()}

    def _scout(self) -> Iterator[str]:
        field = self.doc["scout_field"]
        for name, row in zip("abc", self.doc["display"], strict=True):
            if row[field - 1] and row[field - 1] not in COLOURS:
                yield f"take {field}{name}"

    def _tile(self) -> Iterator[str]:
        return (f"tile {tile}" for tile in self.me.tiles)

    def _hex(self) -> Iterator[str]:
        return iter(self.me.hill.placements(self.blocked()))

    def _lay(self) -> Iterator[str]:
        return iter(self.me.hill.placements(self.blocked())[f"hex {self.doc['spot']}"])

    def _hatch(self) -> Iterator[str]:
        yield "done"
        bound = self.doc.get("first_nest", "any")
        if self.supply(self.seat):
            yield from (f"hatch {nest}" for nest in NESTS if bound in ("any", nest))

    def _ants(self) -> Iterator[str]:
        yield "done"
        me, others = self.me, self.options
        net = set(me.workers)
        for path, terrain in TERRAIN.items():
            room = others["workers"] == "several" or path not in net
            near = 0 in ENDS[path] or any(neighbours(path, own) for own in net)
            if room and near and me.nests[terrain]:
                yield f"place {path}"
        near = 0 in ENDS[GORGE] or any(neighbours(GORGE, own) for own in net)
        if near and me.nests["red"] >= 3 and self.doc["steps"] >= 3 and GORGE not in net:
            yield "bridge"
        for path in net:
            if me.nests["red"] and not self.secured(path) and self.open_to_soldiers(path):
                yield f"secure {path_name(path)}"
            if self.may_leave(path):
                yield f"recall {path_name(path)}"
        yield from (f"dismiss {path_name(path)}" for path in me.soldiers)
        yield from (f"leave {nest}" for nest in me.nests)

    def secured(self, path: int) -> bool:
        return any(path in colony.soldiers for colony in self.colonies)

    def open_to_soldiers(self, path: int) -> bool:
        return path != GORGE or self.options["gorge"] == "path"

    def may_leave(self, path: int) -> bool:
        me, options = self.me, self.options
        if not me.idle(path) and options["recall_laden"] == "forbidden":
            return False
        if me.workers[path] > 1:
            return True
        if path in me.soldiers and options["recall_guarded"] == "soldier_first":
            return False
        return joined(set(me.workers) - {path})

    def _transport(self) -> Iterator[str]:
        yield "done"
        for clearing in {*PREY_AT, *LEAF_AT}:
            if self.lies(clearing) and self.takers(clearing):
                yield f"load {clearing}"
        for food, path in self.me.loads:
            if 0 in ENDS[path] or self.receivers(path):
                yield f"carry {food}" if food in PREY else f"carry {food} {path_name(path)}"

    def lies(self, clearing: int) -> bool:
        """Whether she finds something there that she may take."""
        if clearing in LEAF_AT:
            return clearing in self.doc["leaves"]
        prey = PREY_AT[clearing]
        return self.doc["prey"][prey] > 0 and prey not in self.me.prey()

    def takers(self, clearing: int) -> list[int]:
        return [p for p in self.me.workers if clearing in ENDS[p] and self.me.idle(p)]

    def receivers(self, path: int) -> list[int]:
        return [p for p in self.me.workers if neighbours(path, p) and self.me.idle(p)]

    def _give(self) -> Iterator[str]:
        verb, what, *where = self.doc["pick"].split()
        if verb == "load":
            yield from (f"to {path_name(path)}" for path in self.takers(int(what)))
            return
        path = path_number(where[0]) if where else dict(self.me.loads)[what]
        if 0 in ENDS[path]:
            yield "home"
        yield from (f"to {path_name(other)}" for other in self.receivers(path))

    def thefts(self) -> Iterator[str]:
        if not self.me.nests["red"]:
            return
        for seat, victim in enumerate(self.colonies):
            for food, path in victim.loads if seat != self.seat else ():
                mine = self.me.idle(path) and food not in self.me.prey()
                if mine and self.open_to_soldiers(path) and not self.guarded(seat, path):
                    where = "" if food in PREY else f" {path_name(path)}"
                    yield f"steal {seat + 1} {food}{where}"

    def guarded(self, victim: int, path: int) -> bool:
        if self.options["guard"] == "owner":
            return path in self.colonies[victim].soldiers
        others = (own for seat, own in enumerate(self.colonies) if seat != self.seat)
        return any(path in own.soldiers for own in others)

    def _store(self) -> Iterator[str]:
        return (f"store {number}" for number in self.free_hexes(self.seat))

    def free_hexes(self, seat: int) -> list[int]:
        """Where prey could be put."""
        own = self.colonies[seat]
        return [
            number
            for number, (_, symbol) in own.hill.shown().items()
            if number not in own.stored.values()
            and (symbol in ACTIONS or self.options["storage"] == "any_hex")
        ]

    def _return(self) -> Iterator[str]:
        return (f"return {tile}" for tile in self.me.tiles)

    def _anteater(self) -> Iterator[str]:
        return (f"anteater {colour}" for colour in self.on_field_1(self.doc["display"]))

    def on_field_1(self, rows: Iterable[Sequence[str | None]]) -> list[str]:
        """The anteaters that have newly reached field 1."""
        first = [row[0] for row in rows if row]
        return [c for c in first if c in COLOURS and c not in self.doc["arrived"]]

    def scores(self) -> list[int]:
        return [sum(own.points(self.options).values()) for own in self.colonies]


def closed(row: Sequence[str | None]) -> list[str]:
    """A row pushed together towards field 1."""
    return [place for place in row if place]


def other_side(colour: str) -> str:
    """The colour on the back of an anteater."""
    (back,) = (side for pair in ANTEATERS if colour in pair for side in pair if side != colour)
    return back


def walk(colour: str) -> list[str]:
    """The nests in the order in which an anteater looks into them."""
    start = COLOURS.index(colour)
    return [NESTS[(start - step) % 6] for step in range(6)]


class Aftermath:
    """What the anteaters leave after `end`, if nothing had to be asked: all but the drawn tiles."""

    def __init__(self, doc: Doc) -> None:
        table = Table(doc)
        self.prey: dict[str, int] = dict(doc["prey"])
        self.nests = [Counter(own.nests) for own in table.colonies]
        self.rows = [closed(row) if doc["taken"] else list(row) for row in doc["display"]]
        self.arrived: list[str] = list(doc["arrived"])
        self.players: int = doc["players"]
        for colour in table.on_field_1(self.rows):
            self._attack(colour)
        self.reset = len(self.arrived) == 3
        if self.reset:
            self.arrived = []
            self.back = [other_side(row[0]) for row in self.rows]
            self.rows = [row[1:] for row in self.rows]

    def _attack(self, colour: str) -> None:
        last = len(self.arrived) == 2
        prey = PREY[COLOURS.index(colour)]
        if (not last or self.players == 4) and self.prey[prey]:
            self.prey[prey] -= 1
        if last:
            found = (nest for nest in walk(colour) if any(own[nest] for own in self.nests))
            eaten = next(found, "")
            for own in self.nests:
                del own[eaten]
        self.arrived.append(colour)
