"""Antics!: positions as JSON, written and read."""

import re
from collections import Counter
from collections.abc import Mapping
from enum import IntEnum
from typing import Annotated, Any

import msgspec
import numpy as np

from formicarium.core import positions as form
from formicarium.core import terms
from formicarium.core.errors import BadPosition, require
from formicarium.core.layout import Row, values_of
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
    Symbol,
    Way,
    Workers,
    names,
)

IN_TURN = range(Phase.ACT, Phase.STORE)
BUILDING = (Phase.TILE, Phase.HEX, Phase.LAY)
WITH_STEPS = range(Phase.TILE, Phase.STORE)
# The action that runs in a phase, where it has another name.
RUNNING = {**dict.fromkeys(BUILDING, "BUILD"), Phase.GIVE: "TRANSPORT"}
PATH_NAMES = tuple(path_name(path) for path in range(PATHS))
BRIDGE_LAST = [*range(1, PATHS), GORGE]
GORGE_LAST = (*range(1, PATHS), "gorge")
TILE_COLUMNS = ("tile_kind", "tile_q", "tile_r", "tile_way")
COUNT = "{where}: {}, and can be {least} to {most}"

# --- What a position says -------------------------------------------------------------------------

# No number in a position is larger; one of a thousand digits could not even be shown.
Number = Annotated[int, msgspec.Meta(ge=-(1 << 31), le=1 << 31)]


def _hill(held: Mapping[str, Any]) -> list[str]:
    """The tiles in the order of building."""
    columns = (held[name][: held["built"]].tolist() for name in TILE_COLUMNS)
    return [
        f"{TILE_NAMES[kind]} {q},{r} {names(Way)[way]}"
        for kind, q, r, way in zip(*columns, strict=True)
    ]


def _carrying(held: Mapping[str, Any]) -> list[str]:
    prey = zip(names(Prey), held["prey_on"].tolist(), strict=True)
    leaves = zip(names(Leaf), held["leaves"].tolist(), strict=True)
    carried = [f"{name} {PATH_NAMES[where - 1]}" for name, where in prey if where]
    return carried + [f"{name} {path}" for name, on in leaves for path in ON_PATHS.write(on)]


ON_PATHS = form.repeated(PATH_NAMES)
WORKERS = form.Held(lambda held: held["workers"][BRIDGE_LAST])
SOLDIERS = form.Held(lambda held: held["soldiers"] >> 1 | (held["soldiers"] & 1) << PATHS - 1)
IN_NEST = (0, ANTS - 1, "{where}: {} ants in nest {name}")
NESTS_TOLD = form.counted(form.by_name(names(Nest), bounds=IN_NEST))
HOME = form.counted(form.by_name(names(Prey)))
STORED = form.Held(lambda held: held["prey_home"].clip(0))
WAITS = form.Held(lambda held: (held["prey_home"] == WAITING).astype(int))
UNKNOWN_NEST = f"{{where}}: {{!r}} is none of {', '.join(names(Nest))}"
FIRST_NEST = form.word(("any", form.LEFT_OUT, *names(Nest)), ANY_NEST, UNKNOWN_NEST)
MARKED = form.ToldAs(lambda held: [number for number in held.tolist() if number])
PICK = form.ToldAs(lambda pick: NOTATIONS[Code.LOAD + pick - 1])
LEVEL = form.number(1, LEVELS, COUNT)
LYING = form.repeated(range(CLEARINGS))
BUILT = form.ToldAs(form.word(TILE_NAMES, 1).write)  # its symbols are read in either order
SPOT = form.ToldAs(lambda spot: spot_name(spot - 1))


class ColonyDoc(terms.Doc):
    """One colony in a position."""

    hill: Annotated[list[str], form.Held(_hill)] = []
    tiles: Annotated[list[str], form.repeated(TILE_NAMES)] = []
    nests: Annotated[dict[str, Number], NESTS_TOLD] = {}
    workers: Annotated[list[Number | str], form.repeated(GORGE_LAST), WORKERS] = []
    soldiers: Annotated[list[Number | str], form.members(GORGE_LAST), SOLDIERS] = []
    carrying: Annotated[list[str], form.Held(_carrying)] = []
    stored: Annotated[dict[str, Number], HOME, STORED] = {}
    waiting: Annotated[list[str], form.repeated(names(Prey)), WAITS] = []
    green: Annotated[Number, form.Held(lambda held: held["leaves_home"][Leaf.GREEN])] = 0
    brown: Annotated[Number, form.Held(lambda held: held["leaves_home"][Leaf.BROWN])] = 0


class PositionDoc(terms.PositionDoc):
    """A position; what is left out is filled in."""

    phase: Annotated[str, form.word(names(Phase))] = "act"
    first: Number = 0
    turns: Number | None = None
    seat: Number | None = None  # only read, as another way to say `turns`
    marked: Annotated[list[Number], MARKED, form.Written(IN_TURN)] = []
    hero: Annotated[bool | None, form.WHETHER, form.Written(IN_TURN)] = None
    level: Annotated[Number | None, LEVEL, form.Meant([Phase.SCOUT], True)] = None
    scout_field: Annotated[Number | None, form.Meant([Phase.SCOUT])] = None
    steps: Annotated[Number | None, form.Meant(WITH_STEPS, True)] = None
    tile: Annotated[str | None, BUILT, form.Meant([Phase.HEX, Phase.LAY], True)] = None
    spot: Annotated[str | None, SPOT, form.Meant([Phase.LAY], True)] = None
    first_nest: Annotated[str | None, FIRST_NEST, form.Meant([Phase.HATCH])] = None
    pick: Annotated[str | None, PICK, form.Meant([Phase.GIVE], True)] = None
    taken: Annotated[bool | None, form.WHETHER] = None
    last_turns: Number = 0
    colonies: list[ColonyDoc] | None = None
    prey: Annotated[dict[str, Number], form.ToldAs(form.by_name(names(Prey)).write)] = {}
    leaves: Annotated[list[Number] | None, LYING, form.Held("lying")] = None
    display: list[list[str | None]] | None = None
    arrived: list[str] | None = None
    barrier: Annotated[Number, form.number(0, (1 << 31) - 1, "{where}: {} is not a count")] = 1


# --- Writing --------------------------------------------------------------------------------------


def to_position(parts: Row, state: Row) -> dict[str, Any]:
    """The whole position, secrets included."""
    anteaters = _colours_up(parts, state)
    # A number below zero counts from the end: the last name is that of the first anteater.
    pieces = (None, *TILE_NAMES, *reversed(anteaters))
    colonies = state.colonies[: state.players]
    held = {
        "colonies": [form.written(ColonyDoc, values_of(colony)) for colony in colonies],
        "display": [[pieces[piece] for piece in row] for row in state.display.T.tolist()],
        "arrived": form.members(anteaters).write(state.arrived),
    }
    return form.written(PositionDoc, values_of(state) | held)


def _colours_up(parts: Row, state: Row) -> list[str]:
    """The colour that each anteater shows."""
    shown = int(state.sides) >> np.arange(len(parts.anteater)) & 1
    return [names(Colour)[colours[up]] for colours, up in zip(parts.anteater, shown, strict=True)]


# --- Reading --------------------------------------------------------------------------------------


def from_position(parts: Row, state: Row, body: dict[str, Any]) -> None:
    """Fill a state that holds players and options; `BadPosition` names a broken invariant."""
    doc, players = form.read_position(body, PositionDoc, "Antics!"), int(state.players)
    colonies = [ColonyDoc()] * players if doc.colonies is None else doc.colonies
    require(len(colonies) == players, f"there are {len(colonies)} colonies, and must be {players}")
    in_turn = _fill_turn(state, doc)
    _fill_tiles(parts, state, doc, colonies)
    for seat, colony in enumerate(colonies):
        _fill_colony(parts, state, seat, colony)
    _fill_prey(state, doc)
    _fill_leaves(parts, state, doc)
    _check_soldiers(state)
    _check_surplus(state, in_turn)
    _fill_markers(state, in_turn, doc)
    RunningAction(parts, state, in_turn, doc).fill()


def _word(words: type[IntEnum], told: str, where: str) -> int:
    """The number of a word, or `BadPosition` if there is none such."""
    return form.index_of(told, names(words), form.UNKNOWN, where=where)


def _kind(name: str, where: str) -> int:
    """A kind of tile, its symbols in either order."""
    kind = kind_of_tile(name)
    if kind is None:
        raise BadPosition(f"{where}: there is no tile {name!r}")
    return kind


def _path(name: int | str, where: str) -> int:
    """The number of a path; the gorge has none for players."""
    path = form.index_of(name, GORGE_LAST, "{where}: there is no path {!r}", where=where)
    return (path + 1) % PATHS


def _fill_turn(state: Row, doc: PositionDoc) -> int:
    """Turns and phase; the seat in turn."""
    players, turns = int(state.players), doc.turns
    state.phase = phase = _word(Phase, doc.phase, "phase")
    over = phase == Phase.OVER
    first = form.within(doc.first, 0, players - 1, "first: there is no seat {}")
    seat = first if doc.seat is None else doc.seat
    form.within(seat, 0, players - 1, "seat: there is no seat {}")
    form.within(doc.last_turns, 0, 0 if over else players, COUNT, where="last_turns")
    if turns is None:
        turns = players + over + (seat - first - over) % players
    # One turn triggers the end, and then everybody has one.
    least = 1 + players - doc.last_turns if over or doc.last_turns else 0
    most = ROUND_LIMIT * players - (not over)
    bounds = "turns: {} are finished, and there can be {least} to {most}"
    state.turns = form.within(turns, least, most, bounds)
    fits = doc.seat is None or (first + turns) % players == seat
    require(fits, f"seat: after {turns} turns it is not the turn of seat {seat}")
    state.first, state.last_turns = first, doc.last_turns
    in_turn = int(seat_in_turn(state))
    state.to_act = 0 if over else 1 << in_turn
    return in_turn


# --- Tiles and the display ------------------------------------------------------------------------


def _fill_tiles(parts: Row, state: Row, doc: PositionDoc, colonies: list[ColonyDoc]) -> None:
    """Hills, supplies, display and bag: every tile is somewhere exactly once."""
    had = []
    for seat, colony in enumerate(colonies):
        had += [_tile(text, f"colony {seat}")[0] for text in colony.hill]
        had += [_kind(name, f"colony {seat}") for name in colony.tiles]
    exist = parts.bag.astype(int)
    exist[parts.start] += state.players
    left = exist - form.tally(had, KINDS)
    rows = _usual_display(parts, left) if doc.display is None else doc.display
    had += [piece - 1 for piece in _fill_display(parts, state, rows) if piece > 0]
    used = form.tally(had, KINDS)
    for name, count, most in zip(TILE_NAMES, used, exist, strict=True):
        require(count <= most, f"there are {count} tiles {name}, and only {most} exist")
    state.bag[:] = exist - used
    _fill_arrivals(parts, state, doc)
    _fill_taken(state, doc)


def _usual_display(parts: Row, left: np.ndarray) -> list[list[str | None]]:
    """Anteaters at the end, and one tile of each kind in turn as long as there are any."""
    turn_by_turn = sorted((turn, kind) for kind in range(KINDS) for turn in range(left[kind]))
    tiles = [*(TILE_NAMES[kind] for _, kind in turn_by_turn), *[None] * SHOWN][:SHOWN]
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
    pieces, seen = [], []
    for number, name in enumerate(name for field in zip(*rows, strict=True) for name in field):
        if name in anteaters:
            seen.append((number % ROWS, *anteaters[name]))
            pieces.append(-1 - anteaters[name][0])
        else:
            pieces.append(0 if name is None else _kind(name, "display") + 1)
    for what, column in (("row", 0), ("kind", 1)):
        found = sorted(one[column] for one in seen)
        require(found == [0, 1, 2], f"display: not one anteater for each {what}")
    state.display.flat, state.sides = pieces, sum(side << kind for _, kind, side in seen)
    return pieces


def _fill_arrivals(parts: Row, state: Row, doc: PositionDoc) -> None:
    on_field_1 = int(anteaters_arrived(state))
    in_attack = bool(state.phase == Phase.ANTEATER)
    arrived = 0 if in_attack else on_field_1
    if doc.arrived is not None:
        shown = form.members(_colours_up(parts, state), "arrived: no anteater shows {}")
        arrived = shown.read(doc.arrived, {})
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


def _tile(text: str, where: str) -> Tile:
    """A tile of a hill, in whichever order its symbols stand."""
    found = TILE_FORM.fullmatch(text)
    if found is None:
        raise BadPosition(f'{where}: {text!r} is not a tile such as "scout+hatch 1,0 se"')
    kind, way = _kind(found[1], where), _word(Way, found[4], where)
    q, r = int(found[2]), int(found[3])
    if TILE_NAMES[kind] == found[1]:
        return kind, q, r, way
    return kind, q + WAY_Q[way], r + WAY_R[way], OPPOSITE[way]


def _fill_colony(parts: Row, state: Row, seat: int, doc: ColonyDoc) -> None:
    """Everything that a player has."""
    colony, where = state.colonies[seat], f"colony {seat}"
    for number, text in enumerate(doc.hill):
        kind, q, r, way = _tile(text, where)
        near = max(abs(q), abs(r)) <= FAR
        require(near, f"{where}: {text} {FAULTS[hill.TOUCHES_NOTHING]}")
        colony.tile_kind[number], colony.tile_way[number] = kind, way
        colony.tile_q[number], colony.tile_r[number] = q, r
    fault = hill.rebuild(parts, colony, len(doc.hill))
    if fault != hill.FITS:
        raise BadPosition(f"{where}: {doc.hill[colony.built]} {FAULTS[fault]}")
    colony.tiles[:] = form.tally((_kind(name, where) for name in doc.tiles), KINDS)
    form.fill(colony, doc, where=where)
    out = sum(doc.nests.values()) + len(doc.workers) + len(doc.soldiers)
    require(out < ANTS, f"{where} has {out} ants out, and only {ANTS - 1}")
    colony.ants = ANTS - 1 - out
    _fill_network(parts, state, colony, doc, where)
    _fill_loads(parts, colony, doc, where)
    _fill_homes(state, colony, doc, where)


def _fill_network(parts: Row, state: Row, colony: Row, doc: ColonyDoc, where: str) -> None:
    """Workers and soldiers."""
    for name in (*doc.workers, *doc.soldiers):
        exists = parts.exists >> _path(name, where) & 1
        require(exists, f"{where}: there is no path {name!r}")
    workers = form.tally((_path(name, where) for name in doc.workers), PATHS)
    require(workers[GORGE] <= 1, f"{where} has more than one bridge")
    crowded = max(workers) > 1 and state.options.workers == Workers.ONE
    require(not crowded, f"{where} has two workers on a path")
    net, soldiers = sum(1 << path for path, count in enumerate(workers) if count), 0
    for name in doc.soldiers:
        path = _path(name, where)
        require(not soldiers >> path & 1, f"{where}: two soldiers on path {name}")
        require(net >> path & 1, f"{where}: a soldier without own worker on path {name}")
        apart = path == GORGE and state.options.gorge == Gorge.APART
        require(not apart, f"{where}: a soldier on the gorge, which is apart")
        soldiers |= 1 << path
    joined = is_joined(parts, net)
    require(joined, f"{where}: the network is not joined to the great anthill")
    colony.workers[:] = workers
    colony.net, colony.soldiers = net, soldiers


def _fill_loads(parts: Row, colony: Row, doc: ColonyDoc, where: str) -> None:
    """Food on ants, no more than there are workers."""
    loads = []
    for text in doc.carrying:
        name, _, place = text.partition(" ")
        thing = form.index_of(name, FOOD_NAMES, "{where}: there is no food {!r}", where=where)
        path = PATH_NAMES.index(place) if place in PATH_NAMES else PATHS
        require(parts.exists >> path & 1, f"{where}: there is no path {place!r}")
        loads.append((thing, path))
    for path, count in Counter(path for _, path in loads).items():
        there = colony.workers[path]
        require(count <= there, f"{where}: {count} loads and {there} workers on path {path}")
    for thing, path in loads:
        twice = thing < PREYS and colony.prey_on[thing]
        require(not twice, f"{where} has two of {FOOD_NAMES[thing]}")
        food.put_on(colony, thing, path)


def _fill_homes(state: Row, colony: Row, doc: ColonyDoc, where: str) -> None:
    """Food that has been brought home: prey on a hex or beside the hill, and leaves."""
    on_hill = [(name, number, True) for name, number in doc.stored.items()]
    for name, number, stored in on_hill + [(name, WAITING, False) for name in doc.waiting]:
        what, kind = f"{where}: {name} on hex {number}, which", _word(Prey, name, where)
        if stored:
            require(1 <= number <= colony.hexes, f"{what} does not exist")
            require(number not in colony.prey_home, f"{what} holds prey already")
            fits = cleanup.can_store_on(state, colony, number)
            require(fits, f"{what} shows fungus")
        require(not food.has_prey(colony, kind), f"{where} has two of {name}")
        colony.prey_home[kind] = number
    for colour, told in (("green", doc.green), ("brown", doc.brown)):
        form.within(told, 0, LEAVES, f"{where}: {{}} {colour} leaves")
    colony.leaves_home[:] = doc.green, doc.brown


# --- Food -----------------------------------------------------------------------------------------


def _fill_prey(state: Row, doc: PositionDoc) -> None:
    """Prey on clearings; what is missing everywhere has been eaten."""
    for name in doc.prey:
        _word(Prey, name, "prey")
    colonies, most = state.colonies, int(state.players) - 1
    had = ((colonies["prey_on"] != 0) | (colonies["prey_home"] != 0)).sum(axis=0).tolist()
    for kind, (name, count) in enumerate(zip(names(Prey), had, strict=True)):
        left = doc.prey.get(name, most - count)
        where = f"{left} of {name} lie there, {count} are with players"
        require(0 <= left <= most - count, f"prey: {where}, and {most} exist")
        state.prey[kind] = left


def _fill_leaves(parts: Row, state: Row, doc: PositionDoc) -> None:
    """Leaves on clearings: those that lay there in the beginning, less those that players have."""
    lay_leaves(parts, state)
    colonies = state.colonies
    had = (colonies["leaves"].sum(axis=2) + colonies["leaves_home"]).sum(axis=0).tolist()
    if doc.leaves is None:
        _take_leaves(parts, state, had)
    else:
        for clearing, count in Counter(doc.leaves).items():
            fits = 0 <= clearing < CLEARINGS and count <= state.lying[clearing]
            require(fits, f"leaves: {count} on clearing {clearing}, where so many never lay")
        state.lying[:] = form.tally(doc.leaves, CLEARINGS)
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
    phase, me = Phase(state.phase), state.colonies[in_turn]
    if phase not in IN_TURN:
        require(not doc.marked and not doc.hero, f"no markers lie in phase {doc.phase}")
        return
    for index, number in enumerate(doc.marked):
        what = f"marked: hex {number}"
        require(1 <= number <= me.hexes, f"{what} does not exist")
        require(number not in doc.marked[:index], f"{what} is there twice")
        require(me.symbol[number] != Symbol.FUNGUS, f"{what} shows fungus")
        require(number not in me.prey_home, f"{what} holds prey")
    by_hero = phase > Phase.ACT and not _is_marked_action(me, phase, doc)
    hero = by_hero if doc.hero is None else doc.hero
    used, actions = len(doc.marked) + hero, min(int(state.turns) + 1, MARKERS)
    require(used <= actions, f"{used} markers are used, and there are {actions} actions")
    fits = not by_hero or (hero and _level_at_least(doc) == 1)
    require(fits, f"phase {doc.phase}: neither the last marker nor the hero allows that action")
    require(used or _is_stored(state, me), "prey waits, but there was room for it")
    state.marked[: len(doc.marked)] = doc.marked
    state.hero, state.actions = hero, actions - used


def _is_marked_action(me: Row, phase: Phase, doc: PositionDoc) -> bool:
    """Whether the hex marked last allows the running action; it cannot have been covered since."""
    if not doc.marked:
        return False
    number, least = doc.marked[-1], _level_at_least(doc)
    level, symbol = int(me.height[number]), Symbol(me.symbol[number])
    exact = phase == Phase.SCOUT or (phase == Phase.HATCH and doc.first_nest != "any")
    fits = level == least if exact else level >= least
    return fits and symbol.name == RUNNING.get(phase, phase.name)


def _level_at_least(doc: PositionDoc) -> int:
    """The level of the running action as far as it can be told: steps left, and ants hatched."""
    return (doc.level or doc.steps or 0) + _hatched(doc)


def _hatched(doc: PositionDoc) -> int:
    """How many ants have hatched in the running action, at least."""
    return {None: 0, "any": 2}.get(doc.first_nest, 1)


# --- The decision ---------------------------------------------------------------------------------

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
        state, doc, phase = self.state, self.doc, Phase(self.state.phase)
        form.fill(state, doc, phase)
        if phase == Phase.SCOUT:
            place = 1 if doc.scout_field is None else doc.scout_field
            state.scout_field = form.within(place, 1, state.level, COUNT, where="scout_field")
        elif phase in BUILDING:
            self.fill_building()
        elif phase in WITH_STEPS:
            self.fill_steps()
        elif phase not in (Phase.ACT, Phase.OVER):
            self.check_clean_up()
        if phase in NO_CHOICE:
            choices = len(self.legal())
            require(choices > 1, NO_CHOICE[phase].format(state=state, doc=doc, choices=choices))

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
        require(code in codes, f"{field}: {notation} cannot be chosen")
        return int(code or 0)

    def fill_building(self) -> None:
        """The tile that is built, and where one half of it goes."""
        state, doc = self.state, self.doc
        self.check_steps(min(LEVELS, int(tiles_held(self.me))))
        if doc.tile is not None:
            state.tile = 1 + _kind(doc.tile, "tile")
            require(self.me.tiles[state.tile - 1] > 0, f"tile: {doc.tile} is not in the supply")
        if doc.spot is not None:
            state.spot = self.chosen(Phase.HEX, f"hex {doc.spot}", "spot") - Code.HEX + 1

    def fill_steps(self) -> None:
        """Hatching, ants! or transport, and the food that was picked."""
        state, doc = self.state, self.doc
        self.check_steps(LEVELS - _hatched(doc))
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

    def check_steps(self, most: int) -> None:
        """The steps that are left, the one at hand included."""
        self.state.steps = form.within(self.doc.steps or 0, 1, most, COUNT, where="steps")
