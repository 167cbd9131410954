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
from formicarium.core.positions import read_position
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
from formicarium.games.antics.rules import can_go_on, legal
from formicarium.games.antics.rules.anteaters import (
    ALL_ANTEATERS,
    anteaters_arrived,
    anteaters_to_attack,
)
from formicarium.games.antics.rules.building import kinds_held, tiles_held
from formicarium.games.antics.rules.cleanup import next_room, prey_to_store
from formicarium.games.antics.rules.food import NOTHING
from formicarium.games.antics.rules.hill import (
    FITS,
    ON_ONE_TILE,
    STICKS_OUT,
    TOO_HIGH,
    TOUCHES_NOTHING,
    rebuild,
)
from formicarium.games.antics.rules.network import is_joined
from formicarium.games.antics.rules.scouting import rows_with_tiles
from formicarium.games.antics.rules.setup import lay_leaves
from formicarium.games.antics.rules.spots import layings
from formicarium.games.antics.rules.transport import receivers
from formicarium.games.antics.rules.turns import is_last_turn, seat_in_turn
from formicarium.games.antics.state import (
    ANTS,
    ANY_NEST,
    CLEARINGS,
    FAR,
    FIELDS,
    FOODS,
    GORGE,
    KINDS,
    LEAVES,
    LEVELS,
    NESTS,
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


class ColonyDoc(msgspec.Struct, forbid_unknown_fields=True):
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
    rng: str = "0x0"


def from_position(parts: Row, state: Row, body: dict[str, Any]) -> None:
    """Fill a state that holds players and options; `BadPosition` names a broken invariant."""
    doc = read_position(body, PositionDoc, "Antics!")
    colonies = doc.colonies
    if colonies is None:
        colonies = [ColonyDoc() for _ in range(state.players)]
    count = len(colonies)
    require(count == state.players, f"there are {count} colonies, and must be {state.players}")
    in_turn = _fill_turn(state, doc)
    hills = [
        [_tile(text, f"colony {seat}") for text in colony.hill]
        for seat, colony in enumerate(colonies)
    ]
    _fill_tiles(parts, state, doc, colonies, hills)
    for seat, colony in enumerate(state.colonies[:count]):
        _fill_colony(parts, state, colony, colonies[seat], hills[seat], f"colony {seat}")
    _fill_prey(state, doc)
    _fill_leaves(parts, state, doc)
    _fill_generator(state, doc)
    _check_soldiers(state)
    _check_surplus(state, in_turn)
    _fill_markers(state, in_turn, doc)
    _fill_decision(parts, state, in_turn, doc)


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
    least, most = _fewest_turns(players, over, doc.last_turns), ROUND_LIMIT * players - (not over)
    fits = least <= turns <= most
    require(fits, f"turns: {turns} are finished, and there can be {least} to {most}")
    fits = doc.seat is None or (doc.first + turns) % players == seat
    require(fits, f"seat: after {turns} turns it is not the turn of seat {seat}")
    state.first, state.turns, state.last_turns = doc.first, turns, doc.last_turns
    in_turn = int(seat_in_turn(state))
    state.to_act = 0 if over else 1 << in_turn
    return in_turn


def _fewest_turns(players: int, over: bool, last_turns: int) -> int:
    """How many turns are finished at least: one triggers the end, and then everybody has one."""
    if over:
        return 1 + players
    return 1 + players - last_turns if last_turns else 0


RNG_FORM = re.compile(r"(0x)?[0-9a-fA-F]{1,16}")


def _fill_generator(state: Row, doc: PositionDoc) -> None:
    require(0 <= doc.barrier < 1 << 31, f"barrier: {doc.barrier} is not a count")
    state.barrier = doc.barrier
    hexadecimal = RNG_FORM.fullmatch(doc.rng)
    require(hexadecimal, f"rng {doc.rng!r} is not a 64-bit number in hexadecimal")
    state.rng = np.uint64(int(doc.rng, 16))


# --- Tiles and the display ------------------------------------------------------------------------

Tile = tuple[int, int, int, int]  # kind, place of the first symbol, and way to the second

TILE_FORM = re.compile(r"(\w+\+\w+) (-?\d{1,3}),(-?\d{1,3}) (\w+)", re.ASCII)


def _fill_tiles(
    parts: Row,
    state: Row,
    doc: PositionDoc,
    colonies: list[ColonyDoc],
    hills: list[list[Tile]],
) -> None:
    """Display and bag: every tile is somewhere exactly once."""
    kinds = [kind for hill in hills for kind, *_ in hill]
    for seat, colony in enumerate(colonies):
        kinds += [_kind(name, f"colony {seat}") for name in colony.tiles]
    total = parts.bag.tolist()
    total[parts.start] += int(state.players)
    left = [count - used for count, used in zip(total, _tally(kinds, KINDS), strict=True)]
    display = _usual_display(parts, left) if doc.display is None else doc.display
    pieces = _fill_display(parts, state, display)
    used = _tally(kinds + [piece - 1 for piece in pieces if piece > 0], KINDS)
    for name, count, most in zip(TILE_NAMES, used, total, strict=True):
        require(count <= most, f"there are {count} tiles {name}, and only {most} exist")
    state.bag[:] = [most - count for count, most in zip(used, total, strict=True)]
    _fill_arrivals(parts, state, doc)
    _fill_taken(state, doc)


def _tile(text: str, where: str) -> Tile:
    """A tile of a hill, in whichever order its symbols stand."""
    form = TILE_FORM.fullmatch(text)
    if form is None:
        raise BadPosition(f'{where}: {text!r} is not a tile such as "scout+hatch 1,0 se"')
    kind, q, r = _kind(form[1], where), int(form[2]), int(form[3])
    way = _word(Way, form[4], where)
    if TILE_NAMES[kind] == form[1]:
        return kind, q, r, way
    return kind, q + WAY_Q[way], r + WAY_R[way], OPPOSITE[way]


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
    for place in range(FIELDS):
        for row in range(ROWS):
            piece = rows[row][place]
            if piece in anteaters:
                anteater, side = anteaters[piece]
                pieces.append(-1 - anteater)
                sides |= side << anteater
                seen.append((row, anteater))
            else:
                pieces.append(0 if piece is None else _kind(piece, "display") + 1)
    for what, found in (("row", [row for row, _ in seen]), ("kind", [a for _, a in seen])):
        require(sorted(found) == [0, 1, 2], f"display: not one anteater for each {what}")
    state.display.flat = pieces
    state.sides = sides
    return pieces


def _fill_arrivals(parts: Row, state: Row, doc: PositionDoc) -> None:
    on_field_1 = int(anteaters_arrived(state))
    in_attack = bool(state.phase == Phase.ANTEATER)
    arrived = 0 if in_attack else on_field_1
    if doc.arrived is not None:
        arrived = 0
        shown = _colours_up(parts, state)
        for name in doc.arrived:
            require(name in shown, f"arrived: no anteater shows {name}")
            arrived |= 1 << shown.index(name)
    require(arrived != ALL_ANTEATERS, "arrived: after the third all anteaters go back")
    new = on_field_1 & ~arrived
    fits = arrived & ~on_field_1 == 0 and (in_attack or new == 0)
    require(fits, "arrived: it does not fit the anteaters on field 1")
    state.arrived = arrived


def _fill_taken(state: Row, doc: PositionDoc) -> None:
    """Gaps on display need a reason."""
    shown = int((state.display > 0).sum())
    phase = state.phase
    settled = phase in (Phase.OVER, Phase.ANTEATER)
    taken = doc.taken
    if taken is None:
        taken = not settled and state.last_turns == 0 and shown < SHOWN
    require(not (taken and settled), f"taken: no tiles are taken in phase {doc.phase}")
    attack = phase == Phase.ANTEATER
    full = shown == SHOWN or phase == Phase.OVER or (attack and not state.bag.any())
    waits = attack and anteaters_arrived(state) == ALL_ANTEATERS
    require(
        full or waits or taken or state.last_turns, "display: it has gaps, but nothing was taken"
    )
    # No tile is taken from the last field, so a gap there has triggered the end.
    dry = not settled and state.last_turns == 0 and not state.display[-1].all()
    require(not dry, f"display: field {FIELDS} has a gap, but the end is not triggered")
    state.taken = taken


# --- Colonies -------------------------------------------------------------------------------------


def _fill_colony(
    parts: Row,
    state: Row,
    colony: Row,
    doc: ColonyDoc,
    hill: list[Tile],
    where: str,
) -> None:
    _fill_hill(parts, colony, doc, hill, where)
    colony.tiles[:] = _tally((_kind(name, where) for name in doc.tiles), KINDS)
    _fill_ants(colony, doc, where)
    workers = _fill_network(parts, state, colony, doc, where)
    _fill_loads(parts, colony, doc, workers, where)
    _fill_homes(state, colony, doc, where)


# What is wrong with a tile, in words.
FAULTS = {
    STICKS_OUT: "sticks out: what it covers is not of one height",
    TOUCHES_NOTHING: "touches nothing",
    TOO_HIGH: f"lies too high, above level {LEVELS}",
    ON_ONE_TILE: "rests on one tile only",
}


def _fill_hill(parts: Row, colony: Row, doc: ColonyDoc, hill: list[Tile], where: str) -> None:
    """The base, and the tiles in the order of building."""
    for text, (_, q, r, _) in zip(doc.hill, hill, strict=True):
        require(max(abs(q), abs(r)) <= FAR, f"{where}: {text} {FAULTS[TOUCHES_NOTHING]}")
    for column, name in enumerate(("tile_kind", "tile_q", "tile_r", "tile_way")):
        colony[name][: len(hill)] = [tile[column] for tile in hill]
    fault = rebuild(parts, colony, len(hill))
    if fault != FITS:
        raise BadPosition(f"{where}: {doc.hill[colony.built]} {FAULTS[fault]}")


def _fill_ants(colony: Row, doc: ColonyDoc, where: str) -> None:
    """What is neither in nests nor on paths is in the supply."""
    nests = [0] * NESTS
    for name, count in doc.nests.items():
        nests[_word(Nest, name, where)] = count
        require(0 <= count < ANTS, f"{where}: {count} ants in nest {name}")
    out = sum(nests) + len(doc.workers) + len(doc.soldiers)
    require(out < ANTS, f"{where} has {out} ants out, and only {ANTS - 1}")
    colony.nests[:] = nests
    colony.ants = ANTS - 1 - out


def _fill_network(parts: Row, state: Row, colony: Row, doc: ColonyDoc, where: str) -> list[int]:
    """Workers and soldiers; how many workers stand on each path."""
    exists = int(parts.exists)
    workers = _tally((_path_number(exists, name, where) for name in doc.workers), PATHS)
    require(workers[GORGE] <= 1, f"{where} has more than one bridge")
    crowded = max(workers) > 1 and state.options.workers == Workers.ONE
    require(not crowded, f"{where} has two workers on a path")
    net = sum(1 << path for path, count in enumerate(workers) if count)
    soldiers = 0
    for name in doc.soldiers:
        path = _path_number(exists, name, where)
        require(not soldiers >> path & 1, f"{where}: two soldiers on path {name}")
        require(net >> path & 1, f"{where}: a soldier without own worker on path {name}")
        apart = path == GORGE and state.options.gorge == Gorge.APART
        require(not apart, f"{where}: a soldier on the gorge, which is apart")
        soldiers |= 1 << path
    joined = is_joined(parts, net)
    require(joined, f"{where}: the network is not joined to the great anthill")
    colony.workers[:] = workers
    colony.net, colony.soldiers = net, soldiers
    return workers


def _path_number(exists: int, name: int | str, where: str) -> int:
    path = GORGE if name == "gorge" else name
    known = isinstance(path, int) and 0 <= path < PATHS and exists >> path & 1
    require(known and (path != GORGE or name == "gorge"), f"{where}: there is no path {name!r}")
    return int(path)


def _fill_loads(parts: Row, colony: Row, doc: ColonyDoc, workers: list[int], where: str) -> None:
    things, exists = (*names(Prey), *names(Leaf)), int(parts.exists)
    loads = []
    for text in doc.carrying:
        name, _, place = text.partition(" ")
        require(name in things, f"{where}: there is no food {name!r}")
        path = PATH_NAMES.index(place) if place in PATH_NAMES else PATHS
        require(exists >> path & 1, f"{where}: there is no path {place!r}")
        loads.append((things.index(name), path))
    for path, count in Counter(path for _, path in loads).items():
        there = workers[path]
        require(count <= there, f"{where}: {count} loads and {there} workers on path {path}")
    for thing, path in loads:
        if thing >= PREYS:
            colony.leaves[thing - PREYS, path] += 1
        else:
            require(not colony.prey_on[thing], f"{where} has two of {things[thing]}")
            colony.prey_on[thing] = path + 1


def _fill_homes(state: Row, colony: Row, doc: ColonyDoc, where: str) -> None:
    """Food that has been brought home."""
    for name, number in doc.stored.items():
        _check_room(state, colony, number, f"{where}: {name} on hex {number}")
        _bring_home(colony, name, number, where)
    for name in doc.waiting:
        _bring_home(colony, name, WAITING, where)
    leaves = (doc.green, doc.brown)
    for name, count in zip(names(Leaf), leaves, strict=True):
        require(0 <= count <= LEAVES, f"{where}: {count} {name} leaves")
    colony.leaves_home[:] = leaves


def _bring_home(colony: Row, name: str, place: int, where: str) -> None:
    """Prey comes to lie on a hex or beside the hill."""
    kind = _word(Prey, name, where)
    has_one = colony.prey_on[kind] or colony.prey_home[kind]
    require(not has_one, f"{where} has two of {name}")
    colony.prey_home[kind] = place


def _check_room(state: Row, colony: Row, number: int, what: str) -> None:
    require(1 <= number <= colony.hexes, f"{what}, which does not exist")
    require(number not in colony.prey_home, f"{what}, which holds prey already")
    fungus = colony.symbol[number] == Symbol.FUNGUS
    require(not fungus or state.options.storage == Storage.ANY_HEX, f"{what}, which shows fungus")


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
        require(
            0 <= left <= most - count,
            f"prey: {left} of {name} lie there, {count} are with players, and {most} exist",
        )
    state.prey[:] = lying


def _fill_leaves(parts: Row, state: Row, doc: PositionDoc) -> None:
    """Leaves on clearings: those that lay there in the beginning, less those that players have."""
    lay_leaves(parts, state)
    colonies = state.colonies
    had = (colonies["leaves"].sum(axis=2) + colonies["leaves_home"]).sum(axis=0).tolist()
    if doc.leaves is None:
        _take_leaves(parts, state, had)
    else:
        _lay_out_leaves(state, doc.leaves)
    leaf, lying = parts.leaf, state.lying
    lost = state.options.recall_laden == RecallLaden.FOOD_LOST
    for colour, name in enumerate(names(Leaf)):
        count = had[colour] + int(lying[leaf == colour + 1].sum())
        fits = count == LEAVES or (lost and count < LEAVES)
        require(fits, f"leaves: there are {count} {name}, not {LEAVES}")


def _take_leaves(parts: Row, state: Row, had: list[int]) -> None:
    """Take away what players have, from the lowest numbers first."""
    for colour, count in enumerate(had):
        for clearing in np.flatnonzero(parts.leaf == colour + 1):
            gone = min(count, int(state.lying[clearing]))
            state.lying[clearing] -= gone
            count -= gone


def _lay_out_leaves(state: Row, clearings: list[int]) -> None:
    """Leaves lie where they lay in the beginning, and no more of them."""
    usual = state.lying.tolist()
    lying = Counter(clearings)
    for clearing, count in lying.items():
        known = 0 <= clearing < CLEARINGS
        fits = known and count <= usual[clearing]
        require(fits, f"leaves: {count} on clearing {clearing}, where so many never lay")
    state.lying[:] = [lying[clearing] for clearing in range(CLEARINGS)]


# --- What must hold between turns -----------------------------------------------------------------


def _check_soldiers(state: Row) -> None:
    guarded = 0
    for soldiers in state.colonies["soldiers"].tolist():
        twice = guarded & soldiers
        require(not twice, f"two soldiers on path {path_name(twice.bit_length() - 1)}")
        guarded |= soldiers


def _check_surplus(state: Row, in_turn: int) -> None:
    """Whoever is not in turn has put her prey away and kept three tiles."""
    phase, colonies = int(state.phase), state.colonies
    busy = (in_turn - (phase == Phase.OVER)) % int(state.players)
    held = colonies["tiles"].sum(axis=1).tolist()
    waits = (colonies["prey_home"] == WAITING).any(axis=1).tolist()
    for seat in range(len(held)):
        done = seat != busy or phase == Phase.ANTEATER
        fits = held[seat] <= SUPPLY_KEPT or not done
        require(fits, f"colony {seat} has {held[seat]} tiles, over {SUPPLY_KEPT}")
        done = seat != busy or phase not in (*IN_TURN, Phase.STORE)
        if done and waits[seat]:
            room = next_room(state, colonies[seat], 0)
            require(room == 0, f"colony {seat}: prey waits, but there is room")


def _fill_markers(state: Row, in_turn: int, doc: PositionDoc) -> None:
    """What has been used in this turn."""
    phase = int(state.phase)
    if phase not in IN_TURN:
        require(not doc.marked and not doc.hero, f"no markers lie in phase {doc.phase}")
        return
    me = state.colonies[in_turn]
    symbols, prey = me.symbol.tolist(), me.prey_home.tolist()
    for index, number in enumerate(doc.marked):
        what = f"marked: hex {number}"
        require(1 <= number <= me.hexes, f"{what} does not exist")
        require(number not in doc.marked[:index], f"{what} is there twice")
        require(symbols[number] != Symbol.FUNGUS, f"{what} shows fungus")
        require(number not in prey, f"{what} holds prey")
    by_hero = phase > Phase.ACT and not _is_marked_action(me, phase, doc)
    hero = by_hero if doc.hero is None else doc.hero
    used, actions = len(doc.marked) + hero, min(int(state.turns) + 1, 3)
    require(used <= actions, f"{used} markers are used, and there are {actions} actions")
    fits = not by_hero or (hero and _level_at_least(doc) == 1)
    require(fits, f"phase {doc.phase}: neither the last marker nor the hero allows that action")
    fresh = used == 0 and prey_to_store(me) != NOTHING
    require(not fresh or next_room(state, me, 0) == 0, "prey waits, but there was room for it")
    state.marked[: len(doc.marked)] = doc.marked
    state.hero, state.actions = hero, actions - used


# The action that runs in each phase.
RUNNING = {
    Phase.SCOUT: Symbol.SCOUT,
    Phase.TILE: Symbol.BUILD,
    Phase.HEX: Symbol.BUILD,
    Phase.LAY: Symbol.BUILD,
    Phase.HATCH: Symbol.HATCH,
    Phase.ANTS: Symbol.ANTS,
    Phase.TRANSPORT: Symbol.TRANSPORT,
    Phase.GIVE: Symbol.TRANSPORT,
}


def _is_marked_action(me: Row, phase: int, doc: PositionDoc) -> bool:
    """Whether the hex marked last allows the running action; it cannot have been covered since."""
    if not doc.marked:
        return False
    number = doc.marked[-1]
    level, least = int(me.height[number]), _level_at_least(doc)
    exact = phase == Phase.SCOUT or (phase == Phase.HATCH and doc.first_nest != "any")
    fits = level == least if exact else level >= least
    return bool(me.symbol[number] == RUNNING[Phase(phase)]) and fits


def _level_at_least(doc: PositionDoc) -> int:
    """The level of the running action as far as it can be told: steps left, and ants hatched."""
    return (doc.level or doc.steps or 0) + _hatched(doc)


def _hatched(doc: PositionDoc) -> int:
    """How many ants have hatched in the running action, at least."""
    if doc.first_nest is None:
        return 0
    return 2 if doc.first_nest == "any" else 1


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


def _fill_decision(parts: Row, state: Row, in_turn: int, doc: PositionDoc) -> None:
    """The running action, which really leaves something to decide."""
    phase = int(state.phase)
    for name, phases in MEANT_IN.items():
        given, meant = getattr(doc, name) is not None, phase in phases
        require(meant or not given, f'"{name}" means nothing in phase {doc.phase}')
        needed = meant and name not in MAY_BE_LEFT_OUT
        require(given or not needed, f'"{name}" must be given in phase {doc.phase}')
    me = state.colonies[in_turn]
    if phase == Phase.SCOUT:
        _fill_scouting(state, doc)
    elif phase in (Phase.TILE, Phase.HEX, Phase.LAY):
        _fill_building(parts, state, me, doc)
    elif phase in WITH_STEPS:
        _fill_steps(parts, state, me, doc)
    elif phase != Phase.ACT:
        _check_clean_up(state, me)


def _in_range(value: int | None, most: int, name: str) -> int:
    number = value or 0
    require(1 <= number <= most, f"{name}: {number}, and can be 1 to {most}")
    return number


def _fill_scouting(state: Row, doc: PositionDoc) -> None:
    state.level = _in_range(doc.level, LEVELS, "level")
    place = 1 if doc.scout_field is None else doc.scout_field
    state.scout_field = _in_range(place, int(state.level), "scout_field")
    rows = int(rows_with_tiles(state, int(state.scout_field)))
    require(rows.bit_count() > 1, f"field {state.scout_field} leaves no choice of tiles")


def _fill_building(parts: Row, state: Row, me: Row, doc: PositionDoc) -> None:
    state.steps = _in_range(doc.steps, min(LEVELS, int(tiles_held(me))), "steps")
    if doc.tile is None:
        require(int(kinds_held(me)).bit_count() > 1, "there is no choice of tiles")
        return
    kind = _kind(doc.tile, "tile")
    require(me.tiles[kind] > 0, f"tile: {doc.tile} is not in the supply")
    state.tile = kind + 1
    if doc.spot is not None:
        spot = _chosen(parts, state, Phase.HEX, f"hex {doc.spot}", "spot") - Code.HEX
        choices = int(layings(state, me, spot)).bit_count()
        require(choices > 1, f"spot: from {doc.spot} a tile goes only one way")
        state.spot = spot + 1


def _chosen(parts: Row, state: Row, before: Phase, notation: str, field: str) -> int:
    """The code that was chosen in the phase before this one, if it was legal there."""
    phase = int(state.phase)
    state.phase = before
    out = np.empty(MOST_LEGAL, np.int32)
    codes = out[: legal(parts, state, int(seat_in_turn(state)), out)]
    state.phase = phase
    code = SPELLINGS.get(squeezed(notation))
    require(code is not None and code in codes, f"{field}: {notation} cannot be chosen")
    return int(code or 0)


def _fill_steps(parts: Row, state: Row, me: Row, doc: PositionDoc) -> None:
    if doc.first_nest == "any":
        state.first_nest = ANY_NEST
    elif doc.first_nest is not None:
        state.first_nest = _word(Nest, doc.first_nest, "first_nest") + 1
    state.steps = _in_range(doc.steps, LEVELS - _hatched(doc), "steps")
    if doc.pick is None:
        possible = can_go_on(parts, state, int(seat_in_turn(state)))
        require(possible, f"phase {doc.phase}: neither a step nor a theft is possible")
        return
    pick = _chosen(parts, state, Phase.TRANSPORT, doc.pick, "pick") - Code.LOAD
    candidates = int(receivers(parts, me, pick)).bit_count()
    require(0 <= pick < CLEARINGS + FOODS and candidates > 1, f"pick: only one can get {doc.pick}")
    state.pick = pick + 1


def _check_clean_up(state: Row, me: Row) -> None:
    phase = state.phase
    if phase == Phase.STORE:
        require(prey_to_store(me) != NOTHING, "no prey waits to be stored")
        room = next_room(state, me, 0)
        several = room and next_room(state, me, room)
        require(several, "there is no choice of hexes to store prey on")
    elif phase != Phase.OVER:
        require(not is_last_turn(state), "after the very last turn only prey is put away")
    if phase == Phase.RETURN:
        several = int(kinds_held(me)).bit_count() > 1
        require(tiles_held(me) > SUPPLY_KEPT and several, "there is no choice of tiles to return")
    if phase == Phase.ANTEATER:
        new = int(anteaters_to_attack(state)).bit_count()
        require(new > 1, f"{new} anteaters are new on field 1, and that is no choice")
        closed = all((row[:-1] != 0)[row[1:] != 0].all() for row in state.display.T)
        all_there = anteaters_arrived(state) == ALL_ANTEATERS
        require(closed or not all_there, "display: rows are closed up before anteaters attack")
