"""Myrmes: positions as JSON, written and read."""

from collections import Counter
from collections.abc import Callable, Iterable
from typing import Annotated, Any

import msgspec
import numpy as np

from formicarium.core import terms
from formicarium.core.compiled import rule
from formicarium.core.errors import BadPosition, require
from formicarium.core.layout import Row, plain_row
from formicarium.core.positions import (
    LEFT_OUT,
    Meant,
    Within,
    Written,
    by_name,
    counted,
    index_of,
    members,
    numbers_of,
    read_generator,
    read_position,
    require_meaning,
    within,
    word,
    written,
)
from formicarium.games.myrmes.actions import Code
from formicarium.games.myrmes.components import HEX_NAMES, place_numbers, places
from formicarium.games.myrmes.rules import atelier, garden, harvest, laying, objectives, opening
from formicarium.games.myrmes.rules.together import asked, choose, next_choice, open_phase
from formicarium.games.myrmes.state import (
    AFTER_AUTUMN,
    ANTS,
    ATELIER_NAMES,
    CUBE_NAMES,
    DEEPEST,
    DRAWN,
    EVENTS,
    EXTRA_MOVES,
    FORM_NAMES,
    FORM_OF,
    GROUND_NAMES,
    HEXES,
    IN_ATELIER,
    IN_TURN,
    KINDS,
    LAY_NAMES,
    MARKERS,
    MOVES,
    NURSES,
    OBJECTIVES_OF_LEVEL,
    PAYING,
    PER_LEVEL,
    PHASE_NAMES,
    POINT_NAMES,
    PREY_NAMES,
    QUESTION_NAMES,
    SEASON_NAMES,
    SEASONS,
    SEATS,
    START_LARVAE,
    START_NURSES,
    START_POINTS,
    START_WORKERS,
    STORE,
    TILE_NAMES,
    TOGETHER,
    TRACK_LIMIT,
    TRACK_NAMES,
    TUNNELS,
    WALKING,
    WITHOUT_EVENT,
    WORD,
    YEARS,
    AfterHunt,
    Ask,
    Atelier,
    Cube,
    Cubes,
    Event0,
    Ground,
    Markers,
    NeutralMarker,
    Phase,
    PheromonePrice,
    Points,
    Question,
    Reveal,
    SeasonEvent,
    StartSpaces,
    Toll,
    Track,
)

MANY = 999
BOUNDS = "{}, and it must be {least} to {most}"
WALKER = Meant(WALKING, True, "is in the garden, there and only there")
LAID = Meant([Phase.LAY], True, "is for phase lay")
USED = Meant(IN_ATELIER, says="is for the atelier")
STEP_NAMES = ("ready", *QUESTION_NAMES[1:])  # a seat that has decided is asked nothing

# --- What a position says -------------------------------------------------------------------------


def hexes_of(mask: list[int]) -> list[str]:
    """A mask of hexes by name."""
    if not any(mask):
        return []
    return [name for hex_, name in enumerate(HEX_NAMES) if mask[hex_ // WORD] >> hex_ % WORD & 1]


def _hex_names(hexes: Iterable[int]) -> list[str]:
    return [HEX_NAMES[hex_] for hex_ in hexes]


class TileDoc(terms.Doc):
    """A tile in the garden."""

    cells: Annotated[list[str], _hex_names]
    kind: Annotated[str, word(GROUND_NAMES)] = "pheromone"
    owner: Annotated[int | None, word((None, *range(SEATS)))] = 0
    cubes: Annotated[list[str] | None, _hex_names] = None


class SeatDoc(terms.SeatDoc):
    """One player in a position."""

    larvae: Annotated[int, Within(0, MANY)] = START_LARVAE
    food: Annotated[int, Within(0, MANY)] = 0
    earth: Annotated[int, Within(0, MANY)] = 0
    stone: Annotated[int, Within(0, MANY)] = 0
    soldiers: Annotated[int, Within(0, ANTS)] = 0
    nurses: Annotated[int, Within(0, NURSES)] = START_NURSES
    level: Annotated[int, Within(0, DEEPEST)] = 0
    trophies: Annotated[int, Within(0, 99)] = 0
    workers: int | None = None
    rooms: Annotated[list[int], members(range(DEEPEST + 1))] = []
    tunnels: Annotated[list[str] | None, _hex_names] = None
    event: int | None = None
    placed: Annotated[dict[str, int], by_name(TRACK_NAMES)] = {}
    done: Annotated[dict[str, int], counted("123456")] = {}
    left: Annotated[dict[str, int], by_name(FORM_NAMES)] = {}
    markers: int | None = None
    points: Annotated[dict[str, int], by_name(POINT_NAMES)] = {}
    step: Annotated[str | None, word(STEP_NAMES)] = None
    hatch: Annotated[int, Written([Phase.BROOD])] = 0
    picked: Annotated[list[str] | None, hexes_of, Written([Phase.HARVEST, Phase.GIVE])] = None
    chosen: Annotated[list[int], Written([Phase.HARVEST, Phase.DISCARD, Phase.WINTER])] = (
        msgspec.field(default_factory=lambda: [0, 0, 0])
    )


class PositionDoc(terms.PositionDoc):
    """A position; what is left out is filled in."""

    year: int | None = None
    season: Annotated[str | None, word(SEASON_NAMES)] = None
    phase: Annotated[str | None, word(PHASE_NAMES)] = None
    first: int = 0
    dice: list[int] | None = None
    objectives: list[int] = msgspec.field(default_factory=lambda: [1, 2, 8, 9, 15, 16])
    prey: dict[str, str] = {}
    tiles: list[TileDoc] = []
    seats: list[SeatDoc] = []
    seat: Annotated[int | None, Written(IN_TURN)] = None
    worker: Annotated[str | None, word(HEX_NAMES, 1), WALKER] = None
    moves: Annotated[int | None, Meant(WALKING, says="belong to a worker in the garden")] = None
    hunted: Annotated[bool, bool, Written(WALKING)] = False
    paid: Annotated[list[str], hexes_of, Written(WALKING)] = []
    laying: Annotated[str | None, word(LAY_NAMES, 1), LAID] = None
    used: Annotated[list[str] | None, members(ATELIER_NAMES), USED] = None
    due: Annotated[int | None, Meant(PAYING, says="is for phases pay and give")] = None
    objective: Annotated[int | None, Meant(PAYING, True, "is for phases pay and give")] = None
    barrier: Annotated[int, Within(0, 1 << 30)] = 1


# --- Writing --------------------------------------------------------------------------------------


def to_position(parts: Row, state: Row) -> dict[str, Any]:
    """The whole position, secrets included."""
    game = plain(state)
    return document(game, asked(parts, state) if game.phase in TOGETHER else 0)


def plain(state: Any) -> Any:
    """A state, and the seats in play, as numbers and lists."""
    game = plain_row(state)
    game.options = plain_row(state["options"])
    game.seats = [plain_row(state["seats"][seat]) for seat in range(game.players)]
    return game


def ants_of(game: Any, seat: int) -> int:
    """Workers and soldiers of a seat, wherever they are."""
    me, out = game.seats[seat], game.worker > 0 and game.seat == seat
    ants: int = me.workers + me.rooms.bit_count() + me.soldiers + out
    return ants


def document(game: Any, asked: int) -> dict[str, Any]:
    """Plain numbers as a document; the seats that are asked are bits."""
    prey = [hex_ for hex_, ground in enumerate(game.ground) if GROUND_NAMES[ground] in PREY_NAMES]
    once, denied = game.options.toll == Toll.ONCE, game.options.after_hunt == AfterHunt.NO_TILE
    held = {
        "prey": {HEX_NAMES[hex_]: GROUND_NAMES[game.ground[hex_]] for hex_ in prey},
        "tiles": [_tile(game, first) for first, place in enumerate(game.place) if place],
        "seats": [_seat(game, seat, bool(asked >> seat & 1)) for seat in range(game.players)],
        "hunted": game.hunted if denied else LEFT_OUT,
        "paid": game.paid if once else LEFT_OUT,
    }
    return written(PositionDoc, vars(game) | held)


def _tile(game: Any, first: int) -> dict[str, Any]:
    hexes, ground = places()[game.place[first] - 1].hexes, game.ground[first]
    cubes = [hex_ for hex_ in hexes if game.cube[hex_]]
    held = {
        "cells": hexes,
        "kind": ground,
        "owner": game.owner[first],
        "cubes": cubes if ground == Ground.PHEROMONE else LEFT_OUT,
    }
    return written(TileDoc, held)


def _seat(game: Any, seat: int, asked: bool) -> dict[str, Any]:
    me = game.seats[seat]
    held = {
        "phase": game.phase,
        "tunnels": [hex_ - 1 for hex_ in me.tunnels if hex_],
        "step": me.question if asked else LEFT_OUT,
        **dict(zip(CUBE_NAMES, me.store, strict=True)),
    }
    return written(SeatDoc, vars(me) | held)


# --- Reading --------------------------------------------------------------------------------------


def _put(game: Any, state: Any) -> None:
    """Write them into a state."""
    for name, held in vars(game).items():
        if name not in ("options", "seats"):
            state[name] = held
    for seat, me in enumerate(game.seats):
        state["seats"][seat] = tuple(vars(me).values())


def from_position(parts: Row, state: Row, body: dict[str, Any]) -> None:
    """Fill a state that holds players and options; `BadPosition` names a broken invariant."""
    doc = read_position(body, PositionDoc, "Myrmes")
    opening.lay_out(parts, state)
    game = plain(state)
    _fill_time(game, doc)
    _fill_garden(parts, game, doc)
    told, players = len(doc.seats), game.players
    require(told <= players, f"there are {told} seats, and must be {players}")
    seats = doc.seats + [SeatDoc()] * (players - told)
    for seat, seat_doc in enumerate(seats):
        _fill_seat(parts, game, seat, seat_doc)
    _check_prey(parts, game)
    _fill_supply(game)
    _fill_turn(parts, game, doc, seats)
    if game.phase not in TOGETHER:
        _check_no_choices(game, seats)
    _put(game, state)
    if game.phase in TOGETHER:
        open_phase(parts, state)
        for seat, seat_doc in enumerate(seats):
            _fill_choices(parts, state, seat, seat_doc)
    require(_leaves_a_decision(parts, state), "nothing is left to decide")


def _require_different(told: Iterable[object], what: str) -> None:
    """Refuse a list that names something twice."""
    twice = [each for each, count in Counter(told).items() if count > 1]
    require(not twice, f"{what}: {twice[:1]} is named twice")


def _number(names: tuple[str, ...], told: str, what: str) -> int:
    """The number that a name stands for."""
    return index_of(told, names, f"there is no {what} {told!r}")


def _hex(name: str) -> int:
    return _number(HEX_NAMES, name, "hex")


def _within(told: int | None, least: int, most: int, what: str, usual: int = 0) -> int:
    """A number within its bounds; the usual one where none is told."""
    return within(usual if told is None else told, least, most, f"{what}: {BOUNDS}")


# --- Time and garden ------------------------------------------------------------------------------


def _fill_time(game: Any, doc: PositionDoc) -> None:
    """Year, season, phase, dice, objectives and the generator."""
    apart = game.options.reveal == Reveal.APART
    phase = _number(PHASE_NAMES, doc.phase or ("event" if apart else "brood"), "phase")
    require(phase != Phase.EVENT or apart, "events are decided with the births (reveal=together)")
    late, over, start = phase in AFTER_AUTUMN, phase == Phase.OVER, phase == Phase.START
    season = doc.season or SEASON_NAMES[-1 if late else 0]
    require(season == "autumn" or not late, "winter and the end come after autumn")
    game.phase = phase
    game.season = _number(SEASON_NAMES, season, "season")
    game.year = _within(doc.year, 1, YEARS, "year", YEARS if over else 1)
    require(not over or game.year == YEARS, f"the game ends in year {YEARS}")
    first = (game.year, game.season) == (1, 0)
    require(first or not start, "start spaces are chosen before the first season")
    chosen = game.options.start_spaces == StartSpaces.CHOSEN
    require(chosen or not start, "start spaces are only chosen with start_spaces=chosen")
    game.first = _within(doc.first, 0, game.players - 1, "first")
    game.dice = _dice(doc.dice, SEASONS if late else game.season)
    game.objectives = _objectives(doc.objectives)
    game.barrier = numbers_of(doc, f"{{key}}: {BOUNDS}")["barrier"]
    game.rng = read_generator(doc.rng)


def _dice(told: list[int] | None, gone: int) -> list[int]:
    """The three dice; those of seasons gone by are taken off."""
    dice = [0] * gone + [5] * (SEASONS - gone) if told is None else told
    require(len(dice) == SEASONS, f"there are {len(dice)} dice, and must be {SEASONS}")
    for number, (season, pips) in enumerate(zip(SEASON_NAMES, dice, strict=True)):
        if number >= gone:
            _within(pips, 1, 6, f"the die of {season}")
        require(number >= gone or pips == 0, f"the die of {season} is gone, so it is 0")
    return dice


def _objectives(told: list[int]) -> list[int]:
    """Two objectives of each level."""
    require(len(told) == DRAWN, f"there are {len(told)} objectives, not {DRAWN}")
    require(told == sorted({*told}), f"objectives {told} are not ascending")
    first = 1
    for level, of_level in enumerate(OBJECTIVES_OF_LEVEL):
        for number in told[PER_LEVEL * level : PER_LEVEL * (level + 1)]:
            _within(number, first, first + of_level - 1, f"objectives of level {level + 1}")
        first += of_level
    return told


def _fill_garden(parts: Any, game: Any, doc: PositionDoc) -> None:
    """Prey and tiles; tunnels come with their owners."""
    for name, kind in doc.prey.items():
        hex_ = _hex(name)
        require(parts["prey_space"][hex_], f"{name} is no prey space")
        _occupy(game, hex_, Ground.LADYBUG + _number(PREY_NAMES, kind, "prey"))
    for kind, count in Counter(doc.prey.values()).items():
        tokens = int(parts["prey"]["tokens"][GROUND_NAMES.index(kind)])
        require(count <= tokens, f"prey: {count} of {kind}, and there are only {tokens}")
    for tile in doc.tiles:
        _fill_tile(parts, game, tile)
    used = Counter(ground for ground, place in zip(game.ground, game.place, strict=True) if place)
    game.farms -= used[Ground.FARM] + used[Ground.SCAVENGING]
    game.subcolonies -= used[Ground.SUBCOLONY]
    require(game.farms >= 0, "there are not so many farms and scavenging tiles")
    require(game.subcolonies >= 0, "there are not so many sub-colonies")


UNUSABLE = {Ground.WATER: "is water", Ground.OUTSIDE: "lies outside the area"}


def _occupy(game: Any, hex_: int, ground: int) -> None:
    """Put something on a hex that must be empty."""
    there = game.ground[hex_]
    if there != Ground.EMPTY:
        both = f"holds two things, {GROUND_NAMES[there]} and {GROUND_NAMES[ground]}"
        raise BadPosition(f"{HEX_NAMES[hex_]} {UNUSABLE.get(there, both)}")
    game.ground[hex_] = ground


def _fill_tile(parts: Any, game: Any, doc: TileDoc) -> None:
    hexes = tuple(sorted(map(_hex, doc.cells)))
    kind = Ground.PHEROMONE + _number(TILE_NAMES, doc.kind, "kind of tile")
    number, named = place_numbers().get(hexes), " ".join(HEX_NAMES[hex_] for hex_ in hexes)
    special = kind != Ground.PHEROMONE
    if number is None or (special and parts["form"][number] != FORM_OF[LAY_NAMES.index(doc.kind)]):
        raise BadPosition(f"{named} is no form of a {doc.kind}")
    owner = 0 if doc.owner is None else 1 + _within(doc.owner, 0, game.players - 1, "owner")
    for hex_ in hexes:
        _occupy(game, hex_, kind)
        game.lead[hex_] = hexes[0] + 1
        game.owner[hex_] = owner
    game.place[hexes[0]] = number + 1
    yielding = [HEX_NAMES[hex_] for hex_ in hexes if parts["yields"][hex_]]
    bare = special or not owner
    cubes = doc.cubes if doc.cubes is not None else [] if bare else yielding
    require(not (cubes and bare), f"{named}: cubes lie on pheromones that have an owner")
    _require_different(cubes, f"{named}: cubes")
    for name in cubes:
        require(name in yielding, f"{named}: no cube can lie on {name}")
        game.cube[_hex(name)] = int(parts["yields"][_hex(name)])


# --- Seats ----------------------------------------------------------------------------------------


def _fill_seat(parts: Any, game: Any, seat: int, doc: SeatDoc) -> None:
    """One player's board."""
    me, name = game.seats[seat], f"seat {seat}"
    bounded = numbers_of(doc, f"{name}: {{key}}: {BOUNDS}")
    me.store = [bounded.pop(cube) for cube in CUBE_NAMES]
    vars(me).update(bounded)
    all_used = Phase.HARVEST <= game.phase <= Phase.DISCARD or game.phase == Phase.OVER
    usual = 0 if all_used else START_WORKERS
    me.workers = _within(doc.workers, 0, ANTS, f"{name}: workers", usual)
    _require_different(doc.rooms, f"{name}: rooms")
    for level in doc.rooms:
        me.rooms |= 1 << _within(level, 0, DEEPEST, f"{name}: rooms")
    _fill_tunnels(parts, game, seat, doc.tunnels)
    _fill_placed(game, me, doc, name)
    _fill_done(game, me, doc, name)
    _fill_pieces(parts, game, seat, doc)
    me.points[Points.START] = START_POINTS
    for source, points in doc.points.items():
        number = _number(POINT_NAMES, source, "source of points")
        me.points[number] = _within(points, -MANY, MANY, f"{name}: points")
    _check_times(game, me, name)


def _fill_tunnels(parts: Any, game: Any, seat: int, told: list[str] | None) -> None:
    starting, me = game.phase == Phase.START, game.seats[seat]
    spaces = [HEX_NAMES[hex_] for hex_ in parts["starts"][game.players, : game.players]]
    names = told if told is not None else [] if starting else [spaces[seat]]
    fits = len(names) <= 1 if starting else 1 <= len(names) <= TUNNELS
    require(fits, f"seat {seat} has {len(names)} tunnels")
    for index, hex_ in enumerate(sorted(map(_hex, names))):
        _occupy(game, hex_, Ground.TUNNEL)
        game.owner[hex_] = seat + 1
        me.tunnels[index] = hex_ + 1
        require(not starting or names[0] in spaces, f"{names[0]} is no start space")


def _fill_placed(game: Any, me: Any, doc: SeatDoc, name: str) -> None:
    """Nurses at work, and the event; in births they are choices, which are made again later."""
    choosing = game.phase == Phase.BROOD
    for track, nurses in doc.placed.items():
        number = _number(TRACK_NAMES, track, "track")
        _within(nurses, 0, TRACK_LIMIT[number], f"{name}: nurses placed on {track}")
        me.placed[number] = 0 if choosing else nurses
    require(sum(doc.placed.values()) <= me.nurses, f"{name} places more nurses than it has")
    idle = game.phase in (*WITHOUT_EVENT, Phase.EVENT)
    require(not idle or not any(me.placed), f"{name}: nobody is placed in this phase")
    die = 0 if game.phase in WITHOUT_EVENT else game.dice[game.season]
    event = _within(doc.event, 0, EVENTS - 1, f"{name}: event", die)
    require(die or not event, f"{name}: there is no event in this phase")
    together = choosing and game.options.reveal == Reveal.TOGETHER
    me.event = die if together or game.phase == Phase.EVENT else event


def _season_number(game: Any) -> int:
    number: int = (game.year - 1) * SEASONS + game.season + 1
    return number


def _fill_done(game: Any, me: Any, doc: SeatDoc, name: str) -> None:
    """Objectives fulfilled, none of a closed level."""
    now, early = _season_number(game), Phase.OVER < game.phase < Phase.ATELIER
    for key, season in doc.done.items():
        require(key in [*"123456"], f"{name}: there is no objective {key!r}")
        me.done[int(key) - 1] = _within(season, 1, now, f"{name}: season of objective {key}")
    require(not early or now not in me.done, f"{name}: no objective is done before the atelier")
    _check_done(me, name)


def _check_done(me: Any, name: str) -> None:
    """One objective a season, levels in their order, and a nurse on each."""
    seasons = [season for season in me.done if season]
    once = len(seasons) == len({*seasons})
    require(once, f"{name} has done two objectives in one season")
    for number in range(PER_LEVEL, DRAWN):
        above = number - number % PER_LEVEL - PER_LEVEL
        before = [season for season in me.done[above : above + PER_LEVEL] if season]
        open_ = not me.done[number] or any(season < me.done[number] for season in before)
        require(open_, f"{name}: objective {number + 1} is done, but none of the level before it")
    nurses = me.nurses + len(seasons)
    require(nurses <= NURSES, f"{name} has more than {NURSES} nurses")


def _fill_pieces(parts: Any, game: Any, seat: int, doc: SeatDoc) -> None:
    """Pheromones in the supply and markers: those lying are gone."""
    me, name = game.seats[seat], f"seat {seat}"
    own = [hex_ for hex_, place in enumerate(game.place) if place and game.owner[hex_] == seat + 1]
    pheromones = [hex_ for hex_ in own if game.ground[hex_] == Ground.PHEROMONE]
    lying = Counter(places()[game.place[hex_] - 1].form for hex_ in pheromones)
    for form, pieces in enumerate(parts["pieces"].tolist()):
        rest, called = pieces - lying[form], FORM_NAMES[form]
        me.left[form] = _within(doc.left.get(called), 0, rest, f"{name}: {called} left", rest)
    for called in doc.left:
        _number(FORM_NAMES, called, "form")
    specials = len(own) - len(pheromones)
    rest = MARKERS - specials
    me.markers = rest if doc.markers is None else doc.markers
    spent = game.options.neutral_marker == NeutralMarker.SPENT
    fits = me.markers == rest or (spent and me.markers < rest)
    require(fits, f"{name}: {me.markers} markers free and {specials} special tiles")
    enough = me.markers >= 0 or game.options.markers == Markers.UNLIMITED
    require(enough and me.markers >= -99, f"{name} has more special tiles than markers")


def _check_times(game: Any, me: Any, name: str) -> None:
    """What can only be at some time of the season."""
    phase = game.phase
    ants = me.workers + me.rooms.bit_count() + me.soldiers
    require(ants <= ANTS, f"{name} has {ants} ants, more than {ANTS}")
    working = Phase.WORKER <= phase <= Phase.DISCARD
    require(working or not me.rooms, f"{name}: no worker is in a room in this phase")
    deepest = min(me.level + (me.event == SeasonEvent.LEVEL), DEEPEST)
    reached = phase >= Phase.ATELIER or me.rooms < 2 << deepest
    require(reached, f"{name}: a worker is in a room deeper than level {deepest}")
    used = Phase.HARVEST <= phase <= Phase.DISCARD
    require(not used or not me.workers, f"{name}: all workers have been used by then")
    acting = phase < Phase.DISCARD
    require(acting or not me.placed[Track.ATELIER], f"{name}: the atelier is closed by then")
    if not working:
        everything = game.options.event_0 == Event0.EVERYTHING
        keeps = STORE[min(me.level + everything, DEEPEST)]
        cubes = sum(me.store)
        require(cubes <= keeps, f"{name}: the storeroom keeps {keeps} cubes, not {cubes}")


def _check_prey(parts: Any, game: Any) -> None:
    """No more tokens, kept and lying, than the area has spaces for prey."""
    spaces = [game.ground[hex_] for hex_ in np.flatnonzero(parts["prey_space"]).tolist()]
    lying = sum(Ground.LADYBUG <= ground <= Ground.SPIDER for ground in spaces)
    tokens = lying + sum(me.trophies for me in game.seats)
    most = len(spaces) - spaces.count(Ground.OUTSIDE)
    require(tokens <= most, f"there are {tokens} prey tokens, and {most} spaces for prey")


def _fill_supply(game: Any) -> None:
    """Cubes in the box: all that are nowhere else."""
    limited = game.options.cubes == Cubes.LIMITED
    for kind, name in enumerate(CUBE_NAMES):
        game.supply[kind] -= sum(me.store[kind] for me in game.seats) + game.cube.count(kind + 1)
        enough = game.supply[kind] >= 0 or not limited
        require(enough, f"there is more {name} than in the box")


def _add_hex(mask: list[int], hex_: int) -> None:
    mask[hex_ // WORD] |= 1 << hex_ % WORD


# --- Turns ----------------------------------------------------------------------------------------


def _fill_turn(parts: Any, game: Any, doc: PositionDoc, seats: list[SeatDoc]) -> None:
    """The seat in turn, with its worker or its nurses."""
    phase = game.phase
    if phase in IN_TURN:
        told = _next_to_start(game, doc) if phase == Phase.START else doc.seat
        game.seat = _within(told, 0, game.players - 1, "seat", game.first)
        game.to_act = 1 << game.seat
    else:
        require(doc.seat in (None, 0), '"seat" says who is in turn; here all decide')
    require_meaning(doc, phase, PHASE_NAMES[phase])
    if phase in WALKING:
        _fill_walk(game, doc)
    if phase in IN_ATELIER:
        _fill_atelier(parts, game, doc, seats)


def _turn_order(game: Any) -> list[int]:
    return [(game.first + place) % game.players for place in range(game.players)]


def _next_to_start(game: Any, doc: PositionDoc) -> int:
    """The seat that chooses its start space: those before it have one, the others none."""
    order = _turn_order(game)
    chosen = [bool(game.seats[seat].tunnels[0]) for seat in order]
    require(chosen == sorted(chosen, reverse=True), "start spaces are chosen in turn order")
    require(sum(chosen) < game.players - 1, "nothing is left to decide")
    seat = order[sum(chosen)]
    require(doc.seat in (None, seat), f"seat {seat} is the next to choose a start space")
    return seat


def _fill_walk(game: Any, doc: PositionDoc) -> None:
    """The worker in the garden."""
    me, name = game.seats[game.seat], str(doc.worker)
    hex_ = _hex(name)
    ground = game.ground[hex_]
    require(ground < Ground.WATER, f"the worker cannot be on {name}")
    require(GROUND_NAMES[ground] not in PREY_NAMES, f"there is prey on {name}")
    game.worker = game.lead[hex_] or hex_ + 1
    usual = MOVES + EXTRA_MOVES if me.event == SeasonEvent.MOVEMENT else MOVES
    game.moves = _within(doc.moves, 0, usual, "moves", usual)
    require(ants_of(game, game.seat) <= ANTS, f"seat {game.seat} has more than {ANTS} ants")
    denied = game.options.after_hunt == AfterHunt.NO_TILE
    require(denied or not doc.hunted, '"hunted" only matters with after_hunt=no_tile')
    game.hunted = int(doc.hunted)
    once = game.options.toll == Toll.ONCE
    require(once or not doc.paid, '"paid" only matters with toll=once')
    for hex_ in map(_hex, doc.paid):
        _add_hex(game.paid, game.lead[hex_] - 1 if game.lead[hex_] else hex_)
    if doc.laying is not None:
        game.laying = _number(LAY_NAMES, doc.laying, "tile") + 1


def _fill_atelier(parts: Any, game: Any, doc: PositionDoc, seats: list[SeatDoc]) -> None:
    """A turn in the atelier; those before it in turn order have finished theirs."""
    me, order = game.seats[game.seat], _turn_order(game)
    game.used = 1 << Atelier.OBJECTIVE if game.phase in PAYING and doc.used is None else 0
    for name in doc.used or ():
        game.used |= 1 << _number(ATELIER_NAMES, name, "action of the atelier")
    acting = game.used.bit_count() + me.placed[Track.ATELIER]
    require(acting <= len(Atelier), f"seat {game.seat}: more nurses in the atelier than actions")
    for seat in order[: order.index(game.seat)]:
        finished = not game.seats[seat].placed[Track.ATELIER]
        require(finished, "seats before the one in turn have no nurse left")
    if game.phase not in PAYING:
        require(me.placed[Track.ATELIER], f"seat {game.seat} has no nurse in the atelier")
        return
    game.objective = _within(doc.objective, 1, DRAWN, "objective")
    number = game.objective - 1
    require(game.used & 1 << Atelier.OBJECTIVE, 'while paying "objective" is used')
    me.done[number] = me.done[number] or _season_number(game)
    require(me.done[number] == _season_number(game), "the objective is fulfilled this season")
    _check_done(me, f"seat {game.seat}")
    _fill_due(parts, game, doc, seats[game.seat])


def _fill_due(parts: Any, game: Any, doc: PositionDoc, seat_doc: SeatDoc) -> None:
    """What is still to be paid or given, and the tiles given so far."""
    tile = plain_row(parts["objectives"][game.objectives[game.objective - 1]])
    asks = [Ask.EARTH_OR_STONE] if game.phase == Phase.PAY else [Ask.SPECIALS]
    if game.phase == Phase.GIVE and game.options.pheromone_price == PheromonePrice.TILES:
        asks.append(Ask.GROUP)
    require(tile.ask in asks, "that objective is not paid so")
    full = tile.need if tile.ask == Ask.GROUP else tile.pay
    game.due = _within(doc.due, 1, full, "due", full)
    given = seat_doc.picked or []
    _require_different(given, "picked")
    if game.phase == Phase.GIVE:
        require(len(given) == full - game.due, f"{len(given)} tiles are given, {game.due} due")
    for name in given:
        hex_ = _hex(name)
        neutral = game.place[hex_] and not game.owner[hex_]
        require(neutral, f"{name} is not the first hex of a neutral tile")
        _add_hex(game.seats[game.seat].picked, hex_)


# --- Choices --------------------------------------------------------------------------------------


def _fill_choices(parts: Row, state: Any, seat: int, doc: SeatDoc) -> None:
    """Make a seat's choices once more, up to the step where it stands."""
    name = f"seat {seat}"
    require(len(doc.chosen) == KINDS, f"{name}: chosen has {KINDS} numbers")
    _within(doc.hatch, 0, Code.ROOM - Code.HATCH - 1, f"{name}: hatch")
    me = plain_row(state["seats"][seat])
    asked = me.question != Question.NONE
    require(asked or doc.step is None, f"{name} has nothing to decide in this phase")
    wanted = me.question if doc.step is None else _number(STEP_NAMES, doc.step, "step")
    picked = hexes_of(me.picked) if doc.picked is None else doc.picked
    told = _told(int(state["dice"][state["season"]]), doc, picked)
    while me.question != Question.NONE and (me.question, _made(me)) != (wanted, told):
        chosen = any(take(parts, state, seat, code) for code in _wishes(me, doc, picked))
        require(chosen, f"{name}: its choices do not lead to step {doc.step!r}")
        me = plain_row(state["seats"][seat])
    fits = (me.question, _made(me)) == (wanted, told)
    require(fits, f"{name}: its choices do not fit step {doc.step!r}")


def _told(die: int, doc: SeatDoc, picked: list[str]) -> tuple[object, ...]:
    """All choices that a document tells of."""
    event = die if doc.event is None else doc.event
    placed = [doc.placed.get(track, 0) for track in TRACK_NAMES]
    return event, placed, doc.hatch, doc.chosen, {*picked}


def _made(me: Any) -> tuple[object, ...]:
    """All choices that a seat has made."""
    return me.event, me.placed, me.hatch, me.chosen, {*hexes_of(me.picked)}


@rule
def take(parts: Row, state: Row, seat: int, code: int) -> bool:
    """Choose something if that is legal; whether it was."""
    legal = next_choice(parts, state, seat, code - 1) == code
    if legal:
        choose(parts, state, seat, code)
    return legal


def _wishes(me: Any, doc: SeatDoc, picked: list[str]) -> list[int]:
    """What a document would have a seat choose at its present step, the first best first."""
    question = Question(me.question)
    if question == Question.EVENT:
        return [] if doc.event is None else [Code.EVENT + doc.event]
    if question == Question.HATCH:
        return [Code.HATCH + doc.hatch]
    if question in (Question.TILES, Question.MORE):
        full = question == Question.MORE and me.chosen[harvest.MORE] == doc.chosen[harvest.MORE]
        due = [name for name in picked if name not in hexes_of(me.picked)]
        return [int(Code.DONE)] if full else [Code.HEX + _hex(name) for name in due]
    if question in (Question.SCAVENGE, Question.CUBES):
        # What is plenty goes first: with a single kind left there would be no question any more.
        kinds = sorted(range(KINDS), key=lambda kind: me.chosen[kind] - me.store[kind])
        return [Code.FOOD + kind for kind in kinds if me.chosen[kind] < doc.chosen[kind]]
    if question == Question.FEED:
        more = me.chosen[Cube.FOOD] < doc.chosen[Cube.FOOD]
        return [int(Code.CONVERT if more else Code.DONE)]
    track = QUESTION_NAMES[question]
    return [Code[track.upper()] + doc.placed.get(track, 0)]


def _check_no_choices(game: Any, seats: list[SeatDoc]) -> None:
    """Refuse choices where nobody decides in secret."""
    for seat, doc in enumerate(seats):
        picking = game.phase == Phase.GIVE and seat == game.seat
        alone = doc.step is None and not doc.hatch and not any(doc.chosen)
        require(alone and (picking or not doc.picked), f"seat {seat}: there is nothing to choose")


def _leaves_a_decision(parts: Row, state: Any) -> bool:
    """Whether the phase really leaves something to decide."""
    seat, phase = int(state["seat"]), Phase(int(state["phase"]))
    me, due = state["seats"][seat], int(state["due"])
    _, earth, stone = me["store"].tolist()
    lay, dig = int(state["laying"]) - 1, int(Atelier.TUNNEL)
    left: dict[Phase, Callable[[], Any]] = {
        Phase.WORKER: lambda: me["workers"] > 0,
        Phase.GARDEN: lambda: garden.can_go_on(parts, state, seat),
        Phase.STAND: lambda: garden.may_clean(parts, state, me),
        Phase.LAY: lambda: laying.tiles_to_lay(parts, state, me) >> lay & 1,
        Phase.ATELIER: lambda: atelier.can_work(parts, state, seat),
        Phase.DIG: lambda: atelier.is_open(state, dig) and atelier.can_dig(parts, state, seat),
        Phase.PAY: lambda: earth and stone and due < earth + stone,
        Phase.GIVE: lambda: objectives.list_gifts(parts, state, seat, np.empty(HEXES, np.int32)),
        Phase.OVER: lambda: True,
    }
    return bool(left.get(phase, lambda: state["to_act"] > 0)())
