"""Antics!: positions as JSON, written and read."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from enum import IntEnum
from typing import Annotated, Any, TypeVar

import msgspec
import numpy as np

from formicarium.core import terms
from formicarium.core.errors import BadPosition, require
from formicarium.core.layout import Row
from formicarium.core.positions import read_generator, read_position
from formicarium.games.antics.actions import (
    MOST_LEGAL,
    NOTATIONS,
    SPELLINGS,
    Code,
    path_name,
    spot_name,
    squeezed,
)
from formicarium.games.antics.components import kind_of_tile
from formicarium.games.antics.rules import can_go_on, cleanup, food, hill, legal
from formicarium.games.antics.rules.anteaters import ALL_ANTEATERS, anteaters_arrived
from formicarium.games.antics.rules.building import tiles_held
from formicarium.games.antics.rules.network import is_joined
from formicarium.games.antics.rules.setup import lay_leaves
from formicarium.games.antics.rules.turns import is_last_turn, seat_in_turn
from formicarium.games.antics.state import (
    ANTS,
    ANY_NEST,
    CLEARINGS,
    FAR,
    FIELDS,
    FOOD_NAMES,
    FOODS,
    GORGE,
    KINDS,
    LEAVES,
    LEVELS,
    MARKERS,
    OPPOSITE,
    PATHS,
    PREYS,
    ROUND_LIMIT,
    ROWS,
    SHOWN,
    SUPPLY_KEPT,
    TILE_NAMES,
    WAITING,
    WAY_Q,
    WAY_R,
    Colour,
    Gorge,
    Leaf,
    Nest,
    Phase,
    Prey,
    RecallLaden,
    Storage,
    Symbol,
    Way,
    Workers,
    names,
)

Word = TypeVar("Word")

# --- Writing --------------------------------------------------------------------------------------

IN_TURN = range(Phase.ACT, Phase.STORE)
WITH_STEPS = range(Phase.TILE, Phase.STORE)
PATH_NAMES = tuple(path_name(path) for path in range(PATHS))
GORGE_LAST: tuple[int | str, ...] = (*range(1, PATHS), "gorge")


def counted(words: Sequence[str], counts: np.ndarray) -> dict[str, int]:
    """How many there are of each, where there are any."""
    return {word: count for word, count in zip(words, counts.tolist(), strict=True) if count}


def _repeated(words: Iterable[Word], counts: Iterable[int]) -> list[Word]:
    """Each as often as it is there."""
    return [word for word, count in zip(words, counts, strict=True) for _ in range(count)]


def _members(words: Iterable[Word], bits: int) -> list[Word]:
    """The members of a set."""
    return [word for index, word in enumerate(words) if bits >> index & 1]


def to_position(parts: Row, state: Row) -> dict[str, Any]:
    """The whole position, secrets included."""
    anteaters = _colours_up(parts, state)
    # A number below zero counts from the end: the last name is that of the first anteater.
    pieces = (None, *TILE_NAMES, *reversed(anteaters))
    return {
        "phase": names(Phase)[state.phase],
        "first": int(state.first),
        "turns": int(state.turns),
        **_running_action(state),
        "taken": bool(state.taken),
        "last_turns": int(state.last_turns),
        "colonies": [_colony(state.colonies[seat]) for seat in range(state.players)],
        "prey": dict(zip(names(Prey), state.prey.tolist(), strict=True)),
        "leaves": _repeated(range(CLEARINGS), state.lying.tolist()),
        "display": [[pieces[piece] for piece in row] for row in state.display.T.tolist()],
        "arrived": _members(anteaters, int(state.arrived)),
        "barrier": int(state.barrier),
        "rng": hex(int(state.rng)),
    }


def _colours_up(parts: Row, state: Row) -> list[str]:
    """The colour that each anteater shows."""
    sides = int(state.sides)
    return [
        names(Colour)[colours[sides >> anteater & 1]]
        for anteater, colours in enumerate(parts.anteater.tolist())
    ]


def _running_action(state: Row) -> dict[str, Any]:
    """What means something only in some phases."""
    doc: dict[str, Any] = {}
    phase = int(state.phase)
    if phase in IN_TURN:
        doc |= {"marked": [n for n in state.marked.tolist() if n], "hero": bool(state.hero)}
    if phase == Phase.SCOUT:
        doc |= {"level": int(state.level), "scout_field": int(state.scout_field)}
    if phase in WITH_STEPS:
        doc["steps"] = int(state.steps)
    if phase in (Phase.HEX, Phase.LAY):
        doc["tile"] = TILE_NAMES[state.tile - 1]
    if phase == Phase.LAY:
        doc["spot"] = spot_name(int(state.spot) - 1)
    if phase == Phase.HATCH and state.first_nest:
        bound = state.first_nest != ANY_NEST
        doc["first_nest"] = names(Nest)[state.first_nest - 1] if bound else "any"
    if phase == Phase.GIVE:
        doc["pick"] = NOTATIONS[Code.LOAD + state.pick - 1]
    return doc


def _colony(colony: Row) -> dict[str, Any]:
    prey, home = names(Prey), colony.prey_home.tolist()
    gorge, *paths = colony.workers.tolist()
    soldiers = int(colony.soldiers)
    green, brown = colony.leaves_home.tolist()
    return {
        "hill": _hill(colony),
        "tiles": _repeated(TILE_NAMES, colony.tiles.tolist()),
        "nests": counted(names(Nest), colony.nests),
        "workers": _repeated(GORGE_LAST, [*paths, gorge]),
        "soldiers": _members(GORGE_LAST, soldiers >> 1 | (soldiers & 1) << len(paths)),
        "carrying": _carrying(colony),
        "stored": {prey[kind]: number for kind, number in enumerate(home) if number > 0},
        "waiting": [prey[kind] for kind, number in enumerate(home) if number == WAITING],
        "green": green,
        "brown": brown,
    }


def _hill(colony: Row) -> list[str]:
    """The tiles in the order of building."""
    built = int(colony.built)
    columns = (colony.tile_kind, colony.tile_q, colony.tile_r, colony.tile_way)
    return [
        f"{TILE_NAMES[kind]} {q},{r} {names(Way)[way]}"
        for kind, q, r, way in zip(*(column[:built].tolist() for column in columns), strict=True)
    ]


def _carrying(colony: Row) -> list[str]:
    prey = [
        f"{name} {PATH_NAMES[where - 1]}"
        for name, where in zip(names(Prey), colony.prey_on.tolist(), strict=True)
        if where
    ]
    for name, paths in zip(names(Leaf), colony.leaves.tolist(), strict=True):
        prey += [f"{name} {path}" for path in _repeated(PATH_NAMES, paths)]
    return prey


# --- Reading --------------------------------------------------------------------------------------


# No number in a position is larger; one of a thousand digits could not even be shown.
Number = Annotated[int, msgspec.Meta(ge=-(1 << 31), le=1 << 31)]


class ColonyDoc(terms.Doc):
    """One colony in a position."""

    hill: list[str] = []
    tiles: list[str] = []
    nests: dict[str, Number] = {}
    workers: list[Number | str] = []
    soldiers: list[Number | str] = []
    carrying: list[str] = []
    stored: dict[str, Number] = {}
    waiting: list[str] = []
    green: Number = 0
    brown: Number = 0


class PositionDoc(terms.PositionDoc):
    """A position; what is left out is filled in."""

    phase: str = "act"
    first: Number = 0
    turns: Number | None = None
    seat: Number | None = None
    marked: list[Number] = []
    hero: bool | None = None
    level: Number | None = None
    scout_field: Number | None = None
    steps: Number | None = None
    tile: str | None = None
    spot: str | None = None
    first_nest: str | None = None
    pick: str | None = None
    taken: bool | None = None
    last_turns: Number = 0
    colonies: list[ColonyDoc] | None = None
    prey: dict[str, Number] = {}
    leaves: list[Number] | None = None
    display: list[list[str | None]] | None = None
    arrived: list[str] | None = None
    barrier: Number = 1


def from_position(parts: Row, state: Row, body: dict[str, Any]) -> None:
    """Fill a state that holds players and options; `BadPosition` names a broken invariant."""
    doc = read_position(body, PositionDoc, "Antics!")
    if doc.colonies is None:
        doc.colonies = [ColonyDoc() for _ in range(state.players)]
    count = len(doc.colonies)
    require(count == state.players, f"there are {count} colonies, and must be {state.players}")
    in_turn = _fill_turn(state, doc)
    colonies = [ColonyReader(parts, state, *numbered) for numbered in enumerate(doc.colonies)]
    _fill_tiles(parts, state, doc, colonies)
    for colony in colonies:
        colony.fill()
    _fill_prey(state, doc)
    _fill_leaves(parts, state, doc)
    _fill_generator(state, doc)
    _check_soldiers(state)
    _check_surplus(state, in_turn)
    _fill_markers(state, in_turn, doc)
    RunningAction(parts, state, in_turn, doc).fill()


def _word(words: type[IntEnum], name: str, where: str) -> int:
    """The number of a word, or `BadPosition` if there is none such."""
    known = names(words)
    require(name in known, f"{where}: {name!r} is none of {', '.join(known)}")
    return known.index(name)


def _kind(name: str, where: str) -> int:
    kind = kind_of_tile(name)
    if kind is None:
        raise BadPosition(f"{where}: there is no tile {name!r}")
    return kind


def _tally(numbers: Iterable[int], size: int) -> list[int]:
    """How often each number is there."""
    counts = [0] * size
    for number in numbers:
        counts[number] += 1
    return counts


# --- Whose turn it is -----------------------------------------------------------------------------


def _fill_turn(state: Row, doc: PositionDoc) -> int:
    """Turns and phase; the seat in turn."""
    players = int(state.players)
    state.phase = phase = _word(Phase, doc.phase, "phase")
    require(0 <= doc.first < players, f"first: there is no seat {doc.first}")
    seat = doc.first if doc.seat is None else doc.seat
    require(0 <= seat < players, f"seat: there is no seat {seat}")
    over = phase == Phase.OVER
    most = 0 if over else players
    require(0 <= doc.last_turns <= most, f"last_turns: {doc.last_turns}, and can be 0 to {most}")
    turns = doc.turns
    if turns is None:
        turns = players + over + (seat - doc.first - over) % players
    # One turn triggers the end, and then everybody has one.
    least = 1 + players - doc.last_turns if over or doc.last_turns else 0
    most = ROUND_LIMIT * players - (not over)
    fits = least <= turns <= most
    require(fits, f"turns: {turns} are finished, and there can be {least} to {most}")
    fits = doc.seat is None or (doc.first + turns) % players == seat
    require(fits, f"seat: after {turns} turns it is not the turn of seat {seat}")
    state.first, state.turns, state.last_turns = doc.first, turns, doc.last_turns
    in_turn = int(seat_in_turn(state))
    state.to_act = 0 if over else 1 << in_turn
    return in_turn


def _fill_generator(state: Row, doc: PositionDoc) -> None:
    require(0 <= doc.barrier < 1 << 31, f"barrier: {doc.barrier} is not a count")
    state.barrier = doc.barrier
    state.rng = read_generator(doc.rng)


# --- Tiles and the display ------------------------------------------------------------------------


def _fill_tiles(parts: Row, state: Row, doc: PositionDoc, colonies: "list[ColonyReader]") -> None:
    """Display and bag: every tile is somewhere exactly once."""
    had = [kind for colony in colonies for kind, *_ in colony.hill]
    had += [kind for colony in colonies for kind in colony.supply()]
    total = parts.bag.tolist()
    total[parts.start] += int(state.players)
    left = [count - used for count, used in zip(total, _tally(had, KINDS), strict=True)]
    display = _usual_display(parts, left) if doc.display is None else doc.display
    pieces = _fill_display(parts, state, display)
    used = _tally(had + [piece - 1 for piece in pieces if piece > 0], KINDS)
    for name, count, most in zip(TILE_NAMES, used, total, strict=True):
        require(count <= most, f"there are {count} tiles {name}, and only {most} exist")
    state.bag[:] = [most - count for count, most in zip(used, total, strict=True)]
    _fill_arrivals(parts, state, doc)
    _fill_taken(state, doc)


def _usual_display(parts: Row, left: list[int]) -> list[list[str | None]]:
    """Anteaters at the end, and one tile of each kind in turn as long as there are any."""
    tiles: list[str | None] = []
    while len(tiles) < SHOWN and max(left) > 0:
        tiles += [TILE_NAMES[kind] for kind in range(KINDS) if left[kind] > 0]
        left = [count - 1 for count in left]
    tiles = (tiles + [None] * SHOWN)[:SHOWN]
    return [[*tiles[row::ROWS], names(Colour)[parts.anteater[row, 0]]] for row in range(ROWS)]


def _fill_display(parts: Row, state: Row, rows: list[list[str | None]]) -> list[int]:
    """Tiles and anteaters, which say by their colours which side is up; the pieces."""
    fits = len(rows) == ROWS and all(len(row) == FIELDS for row in rows)
    require(fits, f"display: it must have {ROWS} rows of {FIELDS} fields")
    anteaters = {
        names(Colour)[colour]: (anteater, side)
        for anteater, colours in enumerate(parts.anteater.tolist())
        for side, colour in enumerate(colours)
    }
    pieces, seen, sides = [], [], 0
    for number in range(FIELDS * ROWS):
        place, row = divmod(number, ROWS)
        name = rows[row][place]
        if name in anteaters:
            anteater, side = anteaters[name]
            sides |= side << anteater
            seen.append((row, anteater))
            pieces.append(-1 - anteater)
        else:
            pieces.append(0 if name is None else _kind(name, "display") + 1)
    for what, found in (("row", [row for row, _ in seen]), ("kind", [a for _, a in seen])):
        require(sorted(found) == [0, 1, 2], f"display: not one anteater for each {what}")
    state.display.flat, state.sides = pieces, sides
    return pieces


def _fill_arrivals(parts: Row, state: Row, doc: PositionDoc) -> None:
    on_field_1 = int(anteaters_arrived(state))
    in_attack = bool(state.phase == Phase.ANTEATER)
    arrived = 0 if in_attack else on_field_1
    if doc.arrived is not None:
        shown = _colours_up(parts, state)
        for name in doc.arrived:
            require(name in shown, f"arrived: no anteater shows {name}")
        arrived = sum({1 << shown.index(name) for name in doc.arrived})
    require(arrived != ALL_ANTEATERS, "arrived: after the third all anteaters go back")
    new = on_field_1 & ~arrived
    fits = arrived & ~on_field_1 == 0 and (in_attack or new == 0)
    require(fits, "arrived: it does not fit the anteaters on field 1")
    state.arrived = arrived


def _fill_taken(state: Row, doc: PositionDoc) -> None:
    """Gaps on display need a reason."""
    display, phase, ending = state.display, int(state.phase), doc.last_turns > 0
    full, attack = (display > 0).sum() == SHOWN, phase == Phase.ANTEATER
    settled = attack or phase == Phase.OVER
    taken = not (settled or ending or full) if doc.taken is None else doc.taken
    require(not (taken and settled), f"taken: no tiles are taken in phase {doc.phase}")
    waits = attack and anteaters_arrived(state) == ALL_ANTEATERS
    excused = taken or ending or waits or (settled and not (attack and state.bag.any()))
    require(full or excused, "display: it has gaps, but nothing was taken")
    # No tile is taken from the last field, so a gap there has triggered the end.
    dry = not settled and not ending and not display[-1].all()
    require(not dry, f"display: field {FIELDS} has a gap, but the end is not triggered")
    state.taken = taken


# --- Colonies -------------------------------------------------------------------------------------

Tile = tuple[int, int, int, int]  # kind, place of the first symbol, and way to the second

TILE_FORM = re.compile(r"(\w+\+\w+) (-?\d{1,3}),(-?\d{1,3}) (\w+)", re.ASCII)

# What is wrong with a tile, in words.
FAULTS = {
    hill.STICKS_OUT: "sticks out: what it covers is not of one height",
    hill.TOUCHES_NOTHING: "touches nothing",
    hill.TOO_HIGH: f"lies too high, above level {LEVELS}",
    hill.ON_ONE_TILE: "rests on one tile only",
}


class ColonyReader:
    """One colony on its way into a state."""

    def __init__(self, parts: Row, state: Row, seat: int, doc: ColonyDoc) -> None:
        self.parts, self.state, self.doc = parts, state, doc
        self.colony, self.exists = state.colonies[seat], int(parts.exists)
        self.where = f"colony {seat}"
        self.hill = [self.tile(text) for text in doc.hill]

    def require(self, holds: object, otherwise: str) -> None:
        require(holds, self.where + otherwise)

    def tile(self, text: str) -> Tile:
        """A tile of a hill, in whichever order its symbols stand."""
        form = TILE_FORM.fullmatch(text)
        if form is None:
            raise BadPosition(f'{self.where}: {text!r} is not a tile such as "scout+hatch 1,0 se"')
        kind, q, r = _kind(form[1], self.where), int(form[2]), int(form[3])
        way = _word(Way, form[4], self.where)
        if TILE_NAMES[kind] == form[1]:
            return kind, q, r, way
        return kind, q + WAY_Q[way], r + WAY_R[way], OPPOSITE[way]

    def supply(self) -> list[int]:
        """The tiles in the supply."""
        return [_kind(name, self.where) for name in self.doc.tiles]

    def path(self, name: int | str) -> int:
        """The number of a path; the gorge has none for players."""
        path = GORGE if name == "gorge" else name
        known = isinstance(path, int) and 0 <= path < PATHS and self.exists >> path & 1
        self.require(known and (path or name == "gorge"), f": there is no path {name!r}")
        return int(path)

    def fill(self) -> None:
        """Everything that the player has."""
        self.fill_hill()
        self.colony.tiles[:] = _tally(self.supply(), KINDS)
        self.fill_ants()
        self.fill_network()
        self.fill_loads()
        self.fill_homes()

    def fill_hill(self) -> None:
        """The base, and the tiles in the order of building."""
        for text, (_, q, r, _) in zip(self.doc.hill, self.hill, strict=True):
            self.require(max(abs(q), abs(r)) <= FAR, f": {text} {FAULTS[hill.TOUCHES_NOTHING]}")
        for column, name in enumerate(("tile_kind", "tile_q", "tile_r", "tile_way")):
            self.colony[name][: len(self.hill)] = [tile[column] for tile in self.hill]
        fault = hill.rebuild(self.parts, self.colony, len(self.hill))
        if fault != hill.FITS:
            raise BadPosition(f"{self.where}: {self.doc.hill[self.colony.built]} {FAULTS[fault]}")

    def fill_ants(self) -> None:
        """What is neither in nests nor on paths is in the supply."""
        nests = self.colony.nests
        for name, count in self.doc.nests.items():
            nest = _word(Nest, name, self.where)
            self.require(0 <= count < ANTS, f": {count} ants in nest {name}")
            nests[nest] = count
        out = sum(self.doc.nests.values()) + len(self.doc.workers) + len(self.doc.soldiers)
        self.require(out < ANTS, f" has {out} ants out, and only {ANTS - 1}")
        self.colony.ants = ANTS - 1 - out

    def fill_network(self) -> None:
        """Workers and soldiers."""
        workers = _tally(map(self.path, self.doc.workers), PATHS)
        self.require(workers[GORGE] <= 1, " has more than one bridge")
        crowded = max(workers) > 1 and self.state.options.workers == Workers.ONE
        self.require(not crowded, " has two workers on a path")
        net, soldiers = sum(1 << path for path, count in enumerate(workers) if count), 0
        for name in self.doc.soldiers:
            path = self.path(name)
            self.require(not soldiers >> path & 1, f": two soldiers on path {name}")
            self.require(net >> path & 1, f": a soldier without own worker on path {name}")
            apart = path == GORGE and self.state.options.gorge == Gorge.APART
            self.require(not apart, ": a soldier on the gorge, which is apart")
            soldiers |= 1 << path
        joined = is_joined(self.parts, net)
        self.require(joined, ": the network is not joined to the great anthill")
        self.colony.workers[:] = workers
        self.colony.net, self.colony.soldiers = net, soldiers

    def fill_loads(self) -> None:
        """Food on ants, no more than there are workers."""
        loads, prey_on = [self.load(text) for text in self.doc.carrying], self.colony.prey_on
        for path, count in Counter(path for _, path in loads).items():
            there = self.colony.workers[path]
            self.require(count <= there, f": {count} loads and {there} workers on path {path}")
        for thing, path in loads:
            twice = thing < PREYS and prey_on[thing]
            self.require(not twice, f" has two of {FOOD_NAMES[thing]}")
            food.put_on(self.colony, thing, path)

    def load(self, text: str) -> tuple[int, int]:
        """A piece of food, and the path that it is on."""
        name, _, place = text.partition(" ")
        self.require(name in FOOD_NAMES, f": there is no food {name!r}")
        path = PATH_NAMES.index(place) if place in PATH_NAMES else PATHS
        self.require(self.exists >> path & 1, f": there is no path {place!r}")
        return FOOD_NAMES.index(name), path

    def fill_homes(self) -> None:
        """Food that has been brought home: prey on a hex or beside the hill, and leaves."""
        for name, number in self.doc.stored.items():
            self.check_room(number, f": {name} on hex {number}")
            self.bring_home(name, number)
        for name in self.doc.waiting:
            self.bring_home(name, WAITING)
        leaves = (self.doc.green, self.doc.brown)
        for name, count in zip(names(Leaf), leaves, strict=True):
            self.require(0 <= count <= LEAVES, f": {count} {name} leaves")
        self.colony.leaves_home[:] = leaves

    def bring_home(self, name: str, place: int) -> None:
        kind = _word(Prey, name, self.where)
        has_one = self.colony.prey_on[kind] or self.colony.prey_home[kind]
        self.require(not has_one, f" has two of {name}")
        self.colony.prey_home[kind] = place

    def check_room(self, number: int, what: str) -> None:
        self.require(1 <= number <= self.colony.hexes, f"{what}, which does not exist")
        self.require(number not in self.colony.prey_home, f"{what}, which holds prey already")
        fungus = self.colony.symbol[number] == Symbol.FUNGUS
        fits = not fungus or self.state.options.storage == Storage.ANY_HEX
        self.require(fits, f"{what}, which shows fungus")


# --- Food -----------------------------------------------------------------------------------------


def _fill_prey(state: Row, doc: PositionDoc) -> None:
    """Prey on clearings; what is missing everywhere has been eaten."""
    for name in doc.prey:
        _word(Prey, name, "prey")
    colonies = state.colonies
    had = ((colonies["prey_on"] != 0) | (colonies["prey_home"] != 0)).sum(axis=0).tolist()
    most = int(state.players) - 1
    lying = [doc.prey.get(name, most - count) for name, count in zip(names(Prey), had, strict=True)]
    for name, left, count in zip(names(Prey), lying, had, strict=True):
        fits = 0 <= left <= most - count
        where = f"{left} of {name} lie there, {count} are with players"
        require(fits, f"prey: {where}, and {most} exist")
    state.prey[:] = lying


def _fill_leaves(parts: Row, state: Row, doc: PositionDoc) -> None:
    """Leaves on clearings: those that lay there in the beginning, less those that players have."""
    lay_leaves(parts, state)
    colonies = state.colonies
    had = (colonies["leaves"].sum(axis=2) + colonies["leaves_home"]).sum(axis=0).tolist()
    if doc.leaves is None:
        _take_leaves(parts, state, had)
    else:
        lying = Counter(doc.leaves)
        for clearing, count in lying.items():
            fits = 0 <= clearing < CLEARINGS and count <= state.lying[clearing]
            require(fits, f"leaves: {count} on clearing {clearing}, where so many never lay")
        state.lying[:] = [lying[clearing] for clearing in range(CLEARINGS)]
    lost = state.options.recall_laden == RecallLaden.FOOD_LOST
    for colour, name in enumerate(names(Leaf)):
        count = had[colour] + int(state.lying[parts.leaf == colour + 1].sum())
        fits = count == LEAVES or (lost and count < LEAVES)
        require(fits, f"leaves: there are {count} {name}, not {LEAVES}")


def _take_leaves(parts: Row, state: Row, had: list[int]) -> None:
    """Take away what players have, from the lowest numbers first."""
    for colour, count in enumerate(had):
        for clearing in np.flatnonzero(parts.leaf == colour + 1):
            gone = min(count, int(state.lying[clearing]))
            state.lying[clearing] -= gone
            count -= gone


# --- What must hold between turns -----------------------------------------------------------------


def _check_soldiers(state: Row) -> None:
    guarded = 0
    for soldiers in state.colonies["soldiers"].tolist():
        twice = guarded & soldiers
        require(not twice, f"two soldiers on path {path_name(twice.bit_length() - 1)}")
        guarded |= soldiers


def _check_surplus(state: Row, in_turn: int) -> None:
    """Whoever is not in turn has put her prey away and kept three tiles."""
    phase = int(state.phase)
    busy = (in_turn - (phase == Phase.OVER)) % int(state.players)
    for seat, held in enumerate(state.colonies["tiles"].sum(axis=1).tolist()):
        others = seat != busy
        fits = held <= SUPPLY_KEPT or not (others or phase == Phase.ANTEATER)
        require(fits, f"colony {seat} has {held} tiles, over {SUPPLY_KEPT}")
        due = others or phase not in (*IN_TURN, Phase.STORE)
        fits = not due or _is_stored(state, state.colonies[seat])
        require(fits, f"colony {seat}: prey waits, but there is room")


def _is_stored(state: Row, colony: Row) -> bool:
    """Whether all prey is put away for which there is room."""
    return WAITING not in colony.prey_home or cleanup.next_room(state, colony, 0) == 0


def _fill_markers(state: Row, in_turn: int, doc: PositionDoc) -> None:
    """What has been used in this turn."""
    phase, me = int(state.phase), state.colonies[in_turn]
    if phase not in IN_TURN:
        require(not doc.marked and not doc.hero, f"no markers lie in phase {doc.phase}")
        return
    symbols, prey, hexes = me.symbol, me.prey_home, me.hexes
    for index, number in enumerate(doc.marked):
        what = f"marked: hex {number}"
        require(1 <= number <= hexes, f"{what} does not exist")
        require(number not in doc.marked[:index], f"{what} is there twice")
        require(symbols[number] != Symbol.FUNGUS, f"{what} shows fungus")
        require(number not in prey, f"{what} holds prey")
    by_hero = phase > Phase.ACT and not _is_marked_action(me, Phase(phase), doc)
    hero = by_hero if doc.hero is None else doc.hero
    used, actions = len(doc.marked) + hero, min(int(state.turns) + 1, MARKERS)
    require(used <= actions, f"{used} markers are used, and there are {actions} actions")
    fits = not by_hero or (hero and _level_at_least(doc) == 1)
    require(fits, f"phase {doc.phase}: neither the last marker nor the hero allows that action")
    require(used or _is_stored(state, me), "prey waits, but there was room for it")
    state.marked[: len(doc.marked)] = doc.marked
    state.hero, state.actions = hero, actions - used


# The action that runs in a phase, where it has another name.
RUNNING = {"TILE": "BUILD", "HEX": "BUILD", "LAY": "BUILD", "GIVE": "TRANSPORT"}


def _is_marked_action(me: Row, phase: Phase, doc: PositionDoc) -> bool:
    """Whether the hex marked last allows the running action; it cannot have been covered since."""
    if not doc.marked:
        return False
    number = doc.marked[-1]
    level, least = int(me.height[number]), _level_at_least(doc)
    exact = phase == Phase.SCOUT or (phase == Phase.HATCH and doc.first_nest != "any")
    fits = level == least if exact else level >= least
    return fits and bool(me.symbol[number] == Symbol[RUNNING.get(phase.name, phase.name)])


def _level_at_least(doc: PositionDoc) -> int:
    """The level of the running action as far as it can be told: steps left, and ants hatched."""
    return (doc.level or doc.steps or 0) + _hatched(doc)


def _hatched(doc: PositionDoc) -> int:
    """How many ants have hatched in the running action, at least."""
    return {None: 0, "any": 2}.get(doc.first_nest, 1)


# --- The decision ---------------------------------------------------------------------------------

# The phases in which a field means something; all but two must be given there.
MEANT_IN = {
    "level": (Phase.SCOUT,),
    "scout_field": (Phase.SCOUT,),
    "steps": WITH_STEPS,
    "tile": (Phase.HEX, Phase.LAY),
    "spot": (Phase.LAY,),
    "first_nest": (Phase.HATCH,),
    "pick": (Phase.GIVE,),
}
MAY_BE_LEFT_OUT = ("scout_field", "first_nest")

# What is said where nothing is left to decide.
NO_CHOICE = {
    Phase.SCOUT: "field {state.scout_field} leaves no choice of tiles",
    Phase.TILE: "there is no choice of tiles",
    Phase.LAY: "spot: from {doc.spot} a tile goes only one way",
    Phase.GIVE: "pick: only one can get {doc.pick}",
    Phase.STORE: "there is no choice of hexes to store prey on",
    Phase.RETURN: "there is no choice of tiles to return",
    Phase.ANTEATER: "{choices} anteaters are new on field 1, and that is no choice",
}


class RunningAction:
    """The running action or clean-up, which really leaves something to decide."""

    def __init__(self, parts: Row, state: Row, in_turn: int, doc: PositionDoc) -> None:
        self.parts, self.state, self.doc = parts, state, doc
        self.seat, self.me = in_turn, state.colonies[in_turn]

    def fill(self) -> None:
        """What has been decided so far, and what has to be decided now."""
        state, doc, phase = self.state, self.doc, int(self.state.phase)
        for name, phases in MEANT_IN.items():
            given, meant = getattr(doc, name) is not None, phase in phases
            require(meant or not given, f'"{name}" means nothing in phase {doc.phase}')
            needed = meant and name not in MAY_BE_LEFT_OUT
            require(given or not needed, f'"{name}" must be given in phase {doc.phase}')
        if phase == Phase.SCOUT:
            self.fill_scouting()
        elif phase in (Phase.TILE, Phase.HEX, Phase.LAY):
            self.fill_building()
        elif phase in WITH_STEPS:
            self.fill_steps()
        elif phase not in (Phase.ACT, Phase.OVER):
            self.check_clean_up()
        if phase in NO_CHOICE:
            choices = len(self.legal())
            complaint = NO_CHOICE[Phase(phase)]
            require(choices > 1, complaint.format(state=state, doc=doc, choices=choices))

    def legal(self) -> list[int]:
        """All codes that can be chosen now, thefts aside."""
        out = np.empty(MOST_LEGAL, np.int32)
        codes = out[: legal(self.parts, self.state, self.seat, out)].tolist()
        return [code for code in codes if not Code.STEAL <= code < Code.STORE]

    def chosen(self, before: Phase, notation: str, field: str) -> int:
        """The code that was chosen in the phase before this one, if it was legal there."""
        phase = int(self.state.phase)
        self.state.phase = before
        codes = self.legal()
        self.state.phase = phase
        code = SPELLINGS.get(squeezed(notation))
        require(code is not None and code in codes, f"{field}: {notation} cannot be chosen")
        return int(code or 0)

    def fill_scouting(self) -> None:
        """The fields that are scouted."""
        level = self.state.level = _in_range(self.doc.level, LEVELS, "level")
        place = 1 if self.doc.scout_field is None else self.doc.scout_field
        self.state.scout_field = _in_range(place, level, "scout_field")

    def fill_building(self) -> None:
        """The tile that is built, and where one half of it goes."""
        state, doc = self.state, self.doc
        state.steps = _in_range(doc.steps, min(LEVELS, int(tiles_held(self.me))), "steps")
        if doc.tile is not None:
            kind = _kind(doc.tile, "tile")
            require(self.me.tiles[kind] > 0, f"tile: {doc.tile} is not in the supply")
            state.tile = kind + 1
        if doc.spot is not None:
            state.spot = self.chosen(Phase.HEX, f"hex {doc.spot}", "spot") - Code.HEX + 1

    def fill_steps(self) -> None:
        """Hatching, ants! or transport, and the food that was picked."""
        state, doc = self.state, self.doc
        if doc.first_nest == "any":
            state.first_nest = ANY_NEST
        elif doc.first_nest is not None:
            state.first_nest = _word(Nest, doc.first_nest, "first_nest") + 1
        state.steps = _in_range(doc.steps, LEVELS - _hatched(doc), "steps")
        if doc.pick is None:
            possible = can_go_on(self.parts, state, self.seat)
            require(possible, f"phase {doc.phase}: neither a step nor a theft is possible")
        else:
            pick = self.chosen(Phase.TRANSPORT, doc.pick, "pick") - Code.LOAD
            require(pick < CLEARINGS + FOODS, NO_CHOICE[Phase.GIVE].format(doc=doc))
            state.pick = pick + 1

    def check_clean_up(self) -> None:
        """What makes a decision in clean-up possible."""
        state, phase = self.state, self.state.phase
        if phase == Phase.STORE:
            require(WAITING in self.me.prey_home, "no prey waits to be stored")
        else:
            require(not is_last_turn(state), "after the very last turn only prey is put away")
        if phase == Phase.RETURN:
            require(tiles_held(self.me) > SUPPLY_KEPT, NO_CHOICE[Phase.RETURN])
        if phase == Phase.ANTEATER and anteaters_arrived(state) == ALL_ANTEATERS:
            closed = all((row[:-1] != 0)[row[1:] != 0].all() for row in state.display.T)
            require(closed, "display: rows are closed up before anteaters attack")


def _in_range(value: int | None, most: int, name: str) -> int:
    number = value or 0
    require(1 <= number <= most, f"{name}: {number}, and can be 1 to {most}")
    return number
