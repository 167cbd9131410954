"""Myrmes: positions as JSON, written and read."""

from collections import Counter
from collections.abc import Callable, Iterable
from types import SimpleNamespace
from typing import Annotated, Any

import msgspec
import numpy as np

from formicarium.core import positions as form
from formicarium.core import terms
from formicarium.core.compiled import rule
from formicarium.core.errors import BadPosition, require
from formicarium.core.layout import Row, plain_row
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
    START_LARVAE,
    START_NURSES,
    START_POINTS,
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
WALKER = form.Meant(WALKING, True, '"worker" is in the garden, there and only there')
MOVING = form.Meant(WALKING, says='"moves" belong to a worker in the garden')
LAID = form.Meant([Phase.LAY], True, '"laying" is for phase lay')
USED = form.Meant(IN_ATELIER, says='"used" is for the atelier')
DUE = form.Meant(PAYING, says='"due" is for phases pay and give')
PAID_FOR = form.Meant(PAYING, True, '"objective" is for phases pay and give')
PICKING = form.Written([Phase.HARVEST, Phase.GIVE])
CHOOSING = form.Written([Phase.HARVEST, Phase.DISCARD, Phase.WINTER])
STEP_NAMES = ("ready", *QUESTION_NAMES[1:])  # a seat that has decided is asked nothing

# --- What a position says -------------------------------------------------------------------------


def _bounded(least: int, most: int) -> form.ToldAs:
    return form.number(least, most, f"{{at}}: {BOUNDS}")


def _called(what: str) -> str:
    """What is said of a word that is none."""
    return f"there is no {what} {{!r}}"


def hexes_of(mask: list[int]) -> list[str]:
    """A mask of hexes by name."""
    if not any(mask):
        return []
    return [name for hex_, name in enumerate(HEX_NAMES) if mask[hex_ // WORD] >> hex_ % WORD & 1]


def mask_of(hexes: Iterable[int]) -> list[int]:
    """A set of hexes as a mask."""
    mask = sum(1 << hex_ for hex_ in {*hexes})
    return [mask >> at & (1 << WORD) - 1 for at in range(0, HEXES, WORD)]


TILE_KIND = form.word(TILE_NAMES, Ground.PHEROMONE, _called("kind of tile"))
EACH_HEX = form.each(HEX_NAMES, _called("hex"))


class TileDoc(terms.Doc):
    """A tile in the garden."""

    cells: Annotated[list[str], EACH_HEX]
    kind: Annotated[str, TILE_KIND] = "pheromone"
    owner: Annotated[int | None, form.ToldAs(lambda owner: owner - 1 if owner else None)] = 0
    cubes: Annotated[list[str] | None, form.ToldAs(EACH_HEX.write)] = None


IN_ROOMS = form.members(range(DEEPEST + 1), f"{{at}}: {{}}, and it must be 0 to {DEEPEST}")
ACTIONS = form.members(ATELIER_NAMES, _called("action of the atelier"))
STEP = form.word(STEP_NAMES, 0, _called("step"))
NO_OBJECTIVE = "{where}: there is no objective {!r}"
EARNED = (-MANY, MANY, f"{{where}}: points: {BOUNDS}")
POINTS_TOLD = form.by_name(POINT_NAMES, _called("source of points"), EARNED)


class SeatDoc(terms.SeatDoc):
    """One player in a position."""

    larvae: Annotated[int, _bounded(0, MANY)] = START_LARVAE
    food: Annotated[int, _bounded(0, MANY)] = 0
    earth: Annotated[int, _bounded(0, MANY)] = 0
    stone: Annotated[int, _bounded(0, MANY)] = 0
    soldiers: Annotated[int, _bounded(0, ANTS)] = 0
    nurses: Annotated[int, _bounded(0, NURSES)] = START_NURSES
    level: Annotated[int, _bounded(0, DEEPEST)] = 0
    trophies: Annotated[int, _bounded(0, 99)] = 0
    workers: Annotated[int | None, _bounded(0, ANTS)] = None
    rooms: Annotated[list[int], IN_ROOMS] = []
    tunnels: Annotated[list[str] | None, EACH_HEX] = None
    event: Annotated[int | None, _bounded(0, EVENTS - 1)] = None
    placed: Annotated[dict[str, int], form.by_name(TRACK_NAMES, _called("track"))] = {}
    done: Annotated[dict[str, int], form.counted(form.by_name("123456", NO_OBJECTIVE))] = {}
    left: Annotated[dict[str, int], form.by_name(FORM_NAMES, _called("form"))] = {}
    markers: int | None = None
    points: Annotated[dict[str, int], POINTS_TOLD] = {}
    step: Annotated[str | None, form.ToldAs(STEP.write)] = None
    hatch: Annotated[int, form.Written([Phase.BROOD])] = 0
    picked: Annotated[list[str] | None, form.ToldAs(hexes_of), PICKING] = None
    chosen: Annotated[list[int], CHOOSING] = msgspec.field(default_factory=lambda: [0, 0, 0])


class PositionDoc(terms.PositionDoc):
    """A position; what is left out is filled in."""

    year: int | None = None
    season: Annotated[str | None, form.ToldAs(form.word(SEASON_NAMES).write)] = None
    phase: Annotated[str | None, form.word(PHASE_NAMES)] = None
    first: int = 0
    dice: list[int] | None = None
    objectives: list[int] = msgspec.field(default_factory=lambda: [1, 2, 8, 9, 15, 16])
    prey: dict[str, str] = {}
    tiles: list[TileDoc] = []
    seats: list[SeatDoc] = []
    seat: Annotated[int | None, form.Written(IN_TURN)] = None
    worker: Annotated[str | None, form.word(HEX_NAMES, 1, _called("hex")), WALKER] = None
    moves: Annotated[int | None, MOVING] = None
    hunted: Annotated[bool, form.WHETHER, form.Written(WALKING)] = False
    paid: Annotated[list[str], form.ToldAs(hexes_of), form.Written(WALKING)] = []
    laying: Annotated[str | None, form.word(LAY_NAMES, 1, _called("tile")), LAID] = None
    used: Annotated[list[str] | None, ACTIONS, USED] = None
    due: Annotated[int | None, DUE] = None
    objective: Annotated[int | None, _bounded(1, DRAWN), PAID_FOR] = None
    barrier: Annotated[int, _bounded(0, 1 << 30)] = 1


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
        "hunted": game.hunted if denied else form.LEFT_OUT,
        "paid": game.paid if once else form.LEFT_OUT,
    }
    return form.written(PositionDoc, vars(game) | held)


def _tile(game: Any, first: int) -> dict[str, Any]:
    hexes, ground = places()[game.place[first] - 1].hexes, game.ground[first]
    cubes = [hex_ for hex_ in hexes if game.cube[hex_]]
    held = {
        "cells": hexes,
        "kind": ground,
        "owner": game.owner[first],
        "cubes": cubes if ground == Ground.PHEROMONE else form.LEFT_OUT,
    }
    return form.written(TileDoc, held)


def _seat(game: Any, seat: int, asked: bool) -> dict[str, Any]:
    me = game.seats[seat]
    held = {
        "phase": game.phase,
        "tunnels": [hex_ - 1 for hex_ in me.tunnels if hex_],
        "step": me.question if asked else form.LEFT_OUT,
        **dict(zip(CUBE_NAMES, me.store, strict=True)),
    }
    return form.written(SeatDoc, vars(me) | held)


# --- Reading --------------------------------------------------------------------------------------


def from_position(parts: Row, state: Row, body: dict[str, Any]) -> None:
    """Fill a state that holds players and options; `BadPosition` names a broken invariant."""
    doc = form.read_position(body, PositionDoc, "Myrmes")
    opening.lay_out(parts, state)
    game = plain(state)
    _fill_time(game, doc)
    _fill_garden(parts, game, doc)
    told, players = len(doc.seats), game.players
    require(told <= players, f"there are {told} seats, and must be {players}")
    seats = doc.seats + [SeatDoc()] * (players - told)
    for seat, seat_doc in enumerate(seats):
        _fill_seat(parts, game, seat, seat_doc)
    _check_supply(parts, game)
    _fill_turn(parts, game, doc, seats)
    for name, held in vars(game).items():
        if name not in ("options", "seats"):
            state[name] = held
    for seat, me in enumerate(game.seats):
        state["seats"][seat] = tuple(vars(me).values())
    if game.phase in TOGETHER:
        open_phase(parts, state)
        for seat, seat_doc in enumerate(seats):
            _fill_choices(parts, state, seat, seat_doc)
    require(_leaves_a_decision(parts, state), "nothing is left to decide")


def _hex(name: str) -> int:
    return form.index_of(name, HEX_NAMES, _called("hex"))


def _within(told: int | None, least: int, most: int, what: str, usual: int = 0) -> int:
    """A number within its bounds; the usual one where none is told."""
    return form.within(usual if told is None else told, least, most, f"{what}: {BOUNDS}")


def _require_different(told: Iterable[object], what: str) -> None:
    """Refuse a list that names something twice."""
    twice = [each for each, count in Counter(told).items() if count > 1]
    require(not twice, f"{what}: {twice[:1]} is named twice")


# --- Time and garden ------------------------------------------------------------------------------


def _fill_time(game: Any, doc: PositionDoc) -> None:
    """Year, season, phase, dice and objectives."""
    apart = game.options.reveal == Reveal.APART
    told = doc.phase or ("event" if apart else "brood")
    game.phase = phase = Phase(form.index_of(told, PHASE_NAMES, _called("phase")))
    require(phase != Phase.EVENT or apart, "events are decided with the births (reveal=together)")
    late, over, start = phase in AFTER_AUTUMN, phase == Phase.OVER, phase == Phase.START
    season = doc.season or SEASON_NAMES[-1 if late else 0]
    require(season == "autumn" or not late, "winter and the end come after autumn")
    game.season = form.index_of(season, SEASON_NAMES, _called("season"))
    game.year = _within(doc.year, 1, YEARS, "year", YEARS if over else 1)
    require(not over or game.year == YEARS, f"the game ends in year {YEARS}")
    first = (game.year, game.season) == (1, 0)
    require(first or not start, "start spaces are chosen before the first season")
    chosen = game.options.start_spaces == StartSpaces.CHOSEN
    require(chosen or not start, "start spaces are only chosen with start_spaces=chosen")
    game.first = _within(doc.first, 0, game.players - 1, "first")
    game.dice = _dice(doc.dice, SEASONS if late else game.season)
    game.objectives = _objectives(doc.objectives)


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
    for place, number in enumerate(told):
        level = place // PER_LEVEL
        before, of_level = sum(OBJECTIVES_OF_LEVEL[:level]), OBJECTIVES_OF_LEVEL[level]
        _within(number, before + 1, before + of_level, f"objectives of level {level + 1}")
    return told


def _fill_garden(parts: Any, game: Any, doc: PositionDoc) -> None:
    """Prey and tiles; tunnels come with their owners."""
    for name, kind in doc.prey.items():
        hex_ = _hex(name)
        require(parts["prey_space"][hex_], f"{name} is no prey space")
        _occupy(game, hex_, Ground.LADYBUG + form.index_of(kind, PREY_NAMES, _called("prey")))
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
    both = f"holds two things, {GROUND_NAMES[there]} and {GROUND_NAMES[ground]}"
    require(there == Ground.EMPTY, f"{HEX_NAMES[hex_]} {UNUSABLE.get(there, both)}")
    game.ground[hex_] = ground


def _fill_tile(parts: Any, game: Any, doc: TileDoc) -> None:
    tile = SimpleNamespace()
    form.fill(tile, doc)
    hexes, special = tuple(sorted(tile.cells)), tile.kind != Ground.PHEROMONE
    number, named = place_numbers().get(hexes), " ".join(HEX_NAMES[hex_] for hex_ in hexes)
    if number is None or (special and parts["form"][number] != FORM_OF[LAY_NAMES.index(doc.kind)]):
        raise BadPosition(f"{named} is no form of a {doc.kind}")
    owner = 0 if doc.owner is None else 1 + _within(doc.owner, 0, game.players - 1, "owner")
    for hex_ in hexes:
        _occupy(game, hex_, tile.kind)
        game.lead[hex_], game.owner[hex_] = hexes[0] + 1, owner
    game.place[hexes[0]] = number + 1
    yields = {HEX_NAMES[hex_]: (hex_, int(parts["yields"][hex_])) for hex_ in hexes}
    yielding, bare = [name for name, (_, cube) in yields.items() if cube], special or not owner
    cubes = doc.cubes if doc.cubes is not None else [] if bare else yielding
    require(not (cubes and bare), f"{named}: cubes lie on pheromones that have an owner")
    _require_different(cubes, f"{named}: cubes")
    for name in cubes:
        require(name in yielding, f"{named}: no cube can lie on {name}")
        game.cube[yields[name][0]] = yields[name][1]


# --- Seats ----------------------------------------------------------------------------------------


def _fill_seat(parts: Any, game: Any, seat: int, doc: SeatDoc) -> None:
    """One player's board."""
    me, name, phase = game.seats[seat], f"seat {seat}", Phase(game.phase)
    if Phase.HARVEST <= phase <= Phase.DISCARD or phase == Phase.OVER:
        me.workers = 0
    me.event = 0 if phase in WITHOUT_EVENT else game.dice[game.season]
    form.fill(me, doc, phase, name)
    me.store = [vars(me).pop(cube) for cube in CUBE_NAMES]
    _require_different(doc.rooms, f"{name}: rooms")
    _fill_tunnels(parts, game, seat, doc)
    _check_placed(game, me, doc, name)
    _check_done(game, me, doc, name)
    _fill_pieces(parts, game, seat, doc)
    me.points[Points.START] = doc.points.get("start", START_POINTS)
    _check_times(game, me, name)


def _fill_tunnels(parts: Any, game: Any, seat: int, doc: SeatDoc) -> None:
    """The tunnels of a seat; where none are told, its start space."""
    me, starting = game.seats[seat], game.phase == Phase.START
    spaces = parts["starts"][game.players, : game.players].tolist()
    usual = [] if starting else [spaces[seat]]
    tunnels = usual if doc.tunnels is None else sorted(me.tunnels)
    fits = len(tunnels) <= 1 if starting else 1 <= len(tunnels) <= TUNNELS
    require(fits, f"seat {seat} has {len(tunnels)} tunnels")
    for hex_ in tunnels:
        _occupy(game, hex_, Ground.TUNNEL)
        game.owner[hex_] = seat + 1
        require(not starting or hex_ in spaces, f"{HEX_NAMES[hex_]} is no start space")
    me.tunnels = [hex_ + 1 for hex_ in tunnels] + [0] * (TUNNELS - len(tunnels))


def _check_placed(game: Any, me: Any, doc: SeatDoc, name: str) -> None:
    """Nurses at work, and the event; in births they are choices, which are made again later."""
    phase, die = game.phase, 0 if game.phase in WITHOUT_EVENT else game.dice[game.season]
    for track, most, nurses in zip(TRACK_NAMES, TRACK_LIMIT, me.placed, strict=True):
        _within(nurses, 0, most, f"{name}: nurses placed on {track}")
    require(sum(me.placed) <= me.nurses, f"{name} places more nurses than it has")
    if phase == Phase.BROOD:
        me.placed = [0] * len(Track)
    idle = phase in (*WITHOUT_EVENT, Phase.EVENT)
    require(not idle or not any(me.placed), f"{name}: nobody is placed in this phase")
    require(die or not doc.event, f"{name}: there is no event in this phase")
    together = phase == Phase.BROOD and game.options.reveal == Reveal.TOGETHER
    if doc.event is None or together or phase == Phase.EVENT:
        me.event = die


def _season_number(game: Any) -> int:
    number: int = (game.year - 1) * SEASONS + game.season + 1
    return number


def _check_done(game: Any, me: Any, doc: SeatDoc, name: str) -> None:
    """Objectives fulfilled, none of a closed level."""
    now, early = _season_number(game), Phase.OVER < game.phase < Phase.ATELIER
    for key, season in doc.done.items():
        _within(season, 1, now, f"{name}: season of objective {key}")
    require(not early or now not in me.done, f"{name}: no objective is done before the atelier")
    _check_order(me, name)


def _check_order(me: Any, name: str) -> None:
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
    for piece, (called, most) in enumerate(zip(FORM_NAMES, parts["pieces"].tolist(), strict=True)):
        rest = most - lying[piece]
        me.left[piece] = _within(doc.left.get(called), 0, rest, f"{name}: {called} left", rest)
    specials = len(own) - len(pheromones)
    me.markers -= specials
    markers = me.markers if doc.markers is None else doc.markers
    spent = game.options.neutral_marker == NeutralMarker.SPENT
    fits = markers == me.markers or (spent and markers < me.markers)
    require(fits, f"{name}: {markers} markers free and {specials} special tiles")
    enough = markers >= 0 or game.options.markers == Markers.UNLIMITED
    require(enough and markers >= -99, f"{name} has more special tiles than markers")
    me.markers = markers


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
    everything = game.options.event_0 == Event0.EVERYTHING
    keeps, cubes = STORE[min(me.level + everything, DEEPEST)], sum(me.store)
    kept = working or cubes <= keeps
    require(kept, f"{name}: the storeroom keeps {keeps} cubes, not {cubes}")


def _check_supply(parts: Any, game: Any) -> None:
    """No more prey than the area has spaces for it, and no more cubes than the box had."""
    spaces = [game.ground[hex_] for hex_ in np.flatnonzero(parts["prey_space"]).tolist()]
    lying = sum(Ground.LADYBUG <= ground <= Ground.SPIDER for ground in spaces)
    tokens = lying + sum(me.trophies for me in game.seats)
    most = len(spaces) - spaces.count(Ground.OUTSIDE)
    require(tokens <= most, f"there are {tokens} prey tokens, and {most} spaces for prey")
    limited = game.options.cubes == Cubes.LIMITED
    for kind, name in enumerate(CUBE_NAMES):
        game.supply[kind] -= sum(me.store[kind] for me in game.seats) + game.cube.count(kind + 1)
        enough = game.supply[kind] >= 0 or not limited
        require(enough, f"there is more {name} than in the box")


# --- Turns ----------------------------------------------------------------------------------------


def _fill_turn(parts: Any, game: Any, doc: PositionDoc, seats: list[SeatDoc]) -> None:
    """The seat in turn, with its worker or its nurses."""
    phase = Phase(game.phase)
    if phase in IN_TURN:
        told = _next_to_start(game, doc) if phase == Phase.START else doc.seat
        game.seat = _within(told, 0, game.players - 1, "seat", game.first)
        game.to_act = 1 << game.seat
    else:
        require(doc.seat in (None, 0), '"seat" says who is in turn; here all decide')
    form.fill(game, doc, phase)
    if phase in WALKING:
        _fill_walk(game, doc)
    if phase in IN_ATELIER:
        _fill_atelier(parts, game, doc, seats)
    for seat, seat_doc in enumerate(seats if phase not in TOGETHER else ()):
        picking = phase == Phase.GIVE and seat == game.seat
        alone = seat_doc.step is None and not seat_doc.hatch and not any(seat_doc.chosen)
        fits = alone and (picking or not seat_doc.picked)
        require(fits, f"seat {seat}: there is nothing to choose")


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
    me, hex_ = game.seats[game.seat], game.worker - 1
    ground = game.ground[hex_]
    require(ground < Ground.WATER, f"the worker cannot be on {doc.worker}")
    require(GROUND_NAMES[ground] not in PREY_NAMES, f"there is prey on {doc.worker}")
    game.worker = game.lead[hex_] or hex_ + 1
    usual = MOVES + EXTRA_MOVES if me.event == SeasonEvent.MOVEMENT else MOVES
    game.moves = _within(doc.moves, 0, usual, "moves", usual)
    require(ants_of(game, game.seat) <= ANTS, f"seat {game.seat} has more than {ANTS} ants")
    denied = game.options.after_hunt == AfterHunt.NO_TILE
    require(denied or not doc.hunted, '"hunted" only matters with after_hunt=no_tile')
    once = game.options.toll == Toll.ONCE
    require(once or not doc.paid, '"paid" only matters with toll=once')
    elements = [game.lead[hex_] or hex_ + 1 for hex_ in map(_hex, doc.paid)]
    game.paid = mask_of(first - 1 for first in elements)


def _fill_atelier(parts: Any, game: Any, doc: PositionDoc, seats: list[SeatDoc]) -> None:
    """A turn in the atelier; those before it in turn order have finished theirs."""
    me, order, name = game.seats[game.seat], _turn_order(game), f"seat {game.seat}"
    if game.phase in PAYING and doc.used is None:
        game.used = 1 << Atelier.OBJECTIVE
    acting = game.used.bit_count() + me.placed[Track.ATELIER]
    require(acting <= len(Atelier), f"{name}: more nurses in the atelier than actions")
    for seat in order[: order.index(game.seat)]:
        finished = not game.seats[seat].placed[Track.ATELIER]
        require(finished, "seats before the one in turn have no nurse left")
    if game.phase not in PAYING:
        require(me.placed[Track.ATELIER], f"{name} has no nurse in the atelier")
        return
    number, now = game.objective - 1, _season_number(game)
    require(game.used & 1 << Atelier.OBJECTIVE, 'while paying "objective" is used')
    me.done[number] = me.done[number] or now
    require(me.done[number] == now, "the objective is fulfilled this season")
    _check_order(me, name)
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
        neutral = game.place[_hex(name)] and not game.owner[_hex(name)]
        require(neutral, f"{name} is not the first hex of a neutral tile")
    game.seats[game.seat].picked = mask_of(map(_hex, given))


# --- Choices --------------------------------------------------------------------------------------


def _fill_choices(parts: Row, state: Any, seat: int, doc: SeatDoc) -> None:
    """Make a seat's choices once more, up to the step where it stands."""
    name = f"seat {seat}"
    require(len(doc.chosen) == KINDS, f"{name}: chosen has {KINDS} numbers")
    _within(doc.hatch, 0, Code.ROOM - Code.HATCH - 1, f"{name}: hatch")
    me = plain_row(state["seats"][seat])
    asked = me.question != Question.NONE
    require(asked or doc.step is None, f"{name} has nothing to decide in this phase")
    wanted = me.question if doc.step is None else STEP.read(doc.step, {})
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
