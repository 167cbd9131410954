"""Myrmes: what a seat knows, and positions as JSON.

Everything lies open but the generator, and the choices of others while all decide at the same time.
"""

from collections import Counter
from collections.abc import Iterable
from enum import IntEnum
from types import SimpleNamespace
from typing import Any

import msgspec
import numpy as np

from formicarium.core.chance import below
from formicarium.core.compiled import rule
from formicarium.core.errors import BadPosition
from formicarium.games.myrmes.actions import Code
from formicarium.games.myrmes.components import HEX_NAMES, NUMBER_OF, place_numbers, places
from formicarium.games.myrmes.rules.atelier import can_dig, can_work, is_open
from formicarium.games.myrmes.rules.garden import can_go_on, is_prey, may_clean
from formicarium.games.myrmes.rules.laying import tiles_to_lay
from formicarium.games.myrmes.rules.objectives import list_gifts, nurses_owned
from formicarium.games.myrmes.rules.opening import lay_out
from formicarium.games.myrmes.rules.table import (
    all_decide,
    capacity,
    clear_choices,
    in_turn,
    points_of,
    room_level,
    season_number,
    size_limit,
    within,
)
from formicarium.games.myrmes.rules.together import (
    begin_choosing,
    choose,
    is_asked,
    list_choices,
    next_choice,
)
from formicarium.games.myrmes.state import (
    ANTS,
    DEEPEST,
    DRAWN,
    EVENTS,
    EXTRA_MOVES,
    FORM_OF,
    FORMS,
    HEXES,
    KINDS,
    MARKERS,
    MOVES,
    NURSES,
    OBJECTIVES,
    OBJECTIVES_OF_LEVEL,
    PER_LEVEL,
    SEASONS,
    SEATS,
    START_LARVAE,
    START_NURSES,
    START_POINTS,
    START_WORKERS,
    STORE,
    TRACK_LIMIT,
    TRACKS,
    TUNNELS,
    WINTER,
    WORD,
    YEARS,
    AfterHunt,
    Ask,
    Atelier,
    Cubes,
    Event,
    Event0,
    Form,
    Ground,
    Lay,
    Markers,
    NeutralMarker,
    Phase,
    Points,
    Reveal,
    Step,
    Store,
    Toll,
    Track,
)

PHASES = len(Phase)
STEPS = len(Step)
GROUNDS = len(Ground)
NUMBERS = 23  # open numbers of a seat

# What `observe` writes: (name, length). All numbers lie between -1 and 1.
OBSERVATION = (
    ("phase", PHASES),  # one of them is 1
    ("step", STEPS),  # of this seat, where all decide at the same time
    ("time", 2),  # year / 3, season / 2
    ("dice", SEASONS),  # / 6
    ("objectives", OBJECTIVES),  # 1 for those of this game
    ("table", KINDS + 2),  # supply of cubes / 30, special tiles left / 8
    ("worker", 5),  # moves / 6, what she lays / 10, whether she hunted, what is due and for what
    ("used", len(Atelier)),  # 1 for actions taken in the atelier
    ("own_turn", 1),  # 1 if this seat has to decide
    # By hex:
    ("ground", HEXES * GROUNDS),  # one of them is 1
    ("owner", HEXES * SEATS),  # this seat first, then clockwise
    ("cubes", HEXES * KINDS),
    ("stands", HEXES),  # 1 where the worker is
    ("picked", HEXES),  # 1 for cubes and tiles that this seat has chosen
    # By seat, this one first, then clockwise:
    ("in_turn", SEATS),  # 1 for those that have to decide
    ("first", SEATS),  # 1 for the first player
    ("events", SEATS * EVENTS),  # one of them is 1
    ("left", SEATS * FORMS),  # pheromones / 6
    ("done", SEATS * DRAWN),  # season / 9
    ("numbers", SEATS * NUMBERS),
)
LENGTH = dict(OBSERVATION)
GROUND_AT = sum(length for name, length in OBSERVATION[:9])
SEATS_AT = GROUND_AT + HEXES * (GROUNDS + SEATS + KINDS + 2)


# --- Redetermination ------------------------------------------------------------------------------


@rule
def redetermine(parts: np.record, state: np.record, seat: int, seed: np.uint64) -> None:
    """Forget the generator, and draw anew what others have chosen and not yet revealed."""
    state.rng = seed
    if all_decide(state):
        for other in range(SEATS):
            if other != seat and other < state.players:
                forget(parts, state, other)


@rule
def forget(parts: np.record, state: np.record, other: int) -> None:
    """Whoever still decides may stand anywhere; whoever has decided may have decided anything."""
    me = state.seats[other]
    decided = not (state.to_act >> other) & 1
    if hides_event(state):
        me.event = state.dice[state.season]
    if state.phase <= Phase.BROOD:
        for track in range(TRACKS):
            me.placed[track] = 0
    me.hatch = 0
    me.step = Step.NONE
    clear_choices(me)
    begin_choosing(parts, state, other)
    if decided and me.step != Step.NONE:
        state.to_act += 1 << other
        while me.step != Step.NONE:
            choose(parts, state, other, any_choice(parts, state, other))


@rule
def hides_event(state: np.record) -> bool:
    """Whether the events of others are not yet revealed."""
    together = state.options.reveal == Reveal.TOGETHER
    return state.phase == Phase.EVENT or (state.phase == Phase.BROOD and together)


@rule
def any_choice(parts: np.record, state: np.record, seat: int) -> int:
    """One of all that a seat may choose, each as likely."""
    count = 0
    code = next_choice(parts, state, seat, Code.EVENT - 1)
    while code >= 0:
        count += 1
        code = next_choice(parts, state, seat, code)
    code = next_choice(parts, state, seat, Code.EVENT - 1)
    for _ in range(below(state, count)):
        code = next_choice(parts, state, seat, code)
    return code


# --- Observation ----------------------------------------------------------------------------------


@rule
def observe(parts: np.record, state: np.record, seat: int, out: np.ndarray) -> None:
    """What a seat knows as numbers, in the order of `OBSERVATION`."""
    out[:] = 0
    observe_table(state, seat, out)
    for hex_ in range(HEXES):
        observe_hex(state, seat, hex_, out)
    for index in range(state.players):
        observe_seat(state, seat, index, out)


@rule
def observe_table(state: np.record, seat: int, out: np.ndarray) -> None:
    """The middle of the table, and what the seat itself decides."""
    out[state.phase] = 1
    out[PHASES + state.seats[seat].step] = 1
    at = PHASES + STEPS
    out[at] = state.year / YEARS
    out[at + 1] = state.season / 2
    for season in range(SEASONS):
        out[at + 2 + season] = state.dice[season] / 6
    at += 2 + SEASONS
    for number in range(DRAWN):
        out[at + int(state.objectives[number]) - 1] = 1
    at += OBJECTIVES
    for kind in range(KINDS):
        out[at + kind] = min(max(state.supply[kind] / 30, -1.0), 1.0)
    out[at + KINDS] = state.farms / 20
    out[at + KINDS + 1] = state.subcolonies / 20
    at += KINDS + 2
    out[at] = state.moves / 6
    out[at + 1] = state.laying / 10
    out[at + 2] = state.hunted
    out[at + 3] = state.due / 20
    out[at + 4] = state.objective / 6
    for action in range(4):
        out[at + 5 + action] = (int(state.used) >> action) & 1
    out[at + 9] = (state.to_act >> seat) & 1


@rule
def observe_hex(state: np.record, seat: int, hex_: int, out: np.ndarray) -> None:
    """What lies on a hex."""
    at = GROUND_AT
    out[at + hex_ * GROUNDS + int(state.ground[hex_])] = 1
    at += HEXES * GROUNDS
    if state.owner[hex_] > 0:
        index = (int(state.owner[hex_]) - 1 - seat) % int(state.players)
        out[at + hex_ * SEATS + index] = 1
    at += HEXES * SEATS
    if state.cube[hex_] > 0:
        out[at + hex_ * KINDS + int(state.cube[hex_]) - 1] = 1
    at += HEXES * KINDS
    if state.worker == hex_ + 1:
        out[at + hex_] = 1
    if within(state.seats[seat].picked, hex_):
        out[at + HEXES + hex_] = 1


@rule
def observe_seat(state: np.record, seat: int, index: int, out: np.ndarray) -> None:
    """What is open about the `index`-th seat from the one that observes."""
    other = (seat + index) % state.players
    me = state.seats[other]
    event = state.dice[state.season] if hides_event(state) and index > 0 else me.event
    at = SEATS_AT
    out[at + index] = (state.to_act >> other) & 1
    out[at + SEATS + index] = other == state.first
    at += 2 * SEATS
    out[at + index * EVENTS + int(event)] = 1
    at += SEATS * EVENTS
    for form in range(FORMS):
        out[at + index * FORMS + form] = me.left[form] / 12
    at += SEATS * FORMS
    for number in range(DRAWN):
        out[at + index * DRAWN + number] = me.done[number] / 9
    observe_numbers(state, me, index, out, at + SEATS * DRAWN + index * NUMBERS)


@rule
def observe_numbers(state: np.record, me: np.record, index: int, out: np.ndarray, at: int) -> None:
    """The numbers on a player's board."""
    out[at] = min(me.larvae / 20, 1.0)
    for kind in range(KINDS):
        out[at + 1 + kind] = min(me.store[kind] / 10, 1.0)
    out[at + 4] = me.workers / ANTS
    out[at + 5] = me.soldiers / ANTS
    out[at + 6] = me.nurses / NURSES
    out[at + 7] = me.level / DEEPEST
    out[at + 8] = me.trophies / 18
    out[at + 9] = max(me.markers / MARKERS, -1.0)
    out[at + 10] = min(max(points_of(me) / 100, -1.0), 1.0)
    for level in range(4):
        out[at + 11 + level] = (int(me.rooms) >> level) & 1
    if index == 0 or state.phase > Phase.BROOD:
        for track in range(TRACKS):
            out[at + 15 + track] = me.placed[track] / 4
    if index == 0:
        out[at + 19] = me.hatch / 4
        for kind in range(KINDS):
            out[at + 20 + kind] = min(me.chosen[kind] / 10, 1.0)


# --- Views ----------------------------------------------------------------------------------------


def view(parts: np.record, state: np.record, seat: int | None) -> dict[str, Any]:
    """The position without its secrets, and what follows from it."""
    known = to_position(parts, state)
    del known["rng"], known["barrier"]
    together, hidden = bool(all_decide(state)), bool(hides_event(state))
    scores = []
    for other, doc in enumerate(known["seats"]):
        me = state.seats[other].copy()
        scores.append(int(points_of(me)))
        if other != seat:
            for field in HIDDEN if together else ():
                doc.pop(field, None)
            if state.phase == Phase.BROOD:
                doc["placed"] = dict.fromkeys(TRACK_NAMES, 0)
        if other != seat and hidden:
            me.event = doc["event"] = known["dice"][state.season]
        doc["room_level"] = int(room_level(state, me))
        doc["size_limit"] = int(size_limit(state, me))
        doc["capacity"] = int(capacity(state, me))
        doc["ants_left"] = ANTS - _ants(state, other)
    known["to_act"] = [s for s in range(state.players) if state.to_act >> s & 1]
    known["scores"] = scores
    known["supply"] = _supply(state)
    known["farms"] = int(state.farms)
    known["subcolonies"] = int(state.subcolonies)
    known["winter"] = WINTER[state.year - 1]
    if together:
        known["asked"] = [s for s in range(state.players) if is_asked(parts, state, s)]
    return known


def _supply(state: np.record) -> dict[str, int] | None:
    if state.options.cubes == Cubes.UNLIMITED:
        return None
    return dict(zip(STORE_NAMES, state.supply.tolist(), strict=True))


def _ants(state: np.record, seat: int) -> int:
    """Workers and soldiers of a seat, wherever they are."""
    me = state.seats[seat]
    out = state.worker > 0 and state.seat == seat
    return int(me.workers) + int(me.rooms).bit_count() + int(me.soldiers) + int(out)


# --- Writing positions ----------------------------------------------------------------------------


def _name(member: IntEnum) -> str:
    return member.name.lower()


def _names_of(members: Iterable[IntEnum]) -> tuple[str, ...]:
    return tuple(_name(member) for member in members)


SEASON_NAMES = ("spring", "summer", "autumn")
PHASE_NAMES, STEP_NAMES, GROUND_NAMES = _names_of(Phase), _names_of(Step), _names_of(Ground)
STORE_NAMES, TRACK_NAMES, FORM_NAMES = _names_of(Store), _names_of(Track), _names_of(Form)
POINT_NAMES, LAY_NAMES, ATELIER_NAMES = _names_of(Points), _names_of(Lay), _names_of(Atelier)
READY = "ready"
HIDDEN = ("step", "hatch", "picked", "chosen")  # while others may still decide

TILE_NAMES = GROUND_NAMES[Ground.PHEROMONE : Ground.WATER]
PREY_NAMES = GROUND_NAMES[Ground.LADYBUG : Ground.TUNNEL]
WALKING = (Phase.GARDEN, Phase.STAND, Phase.LAY)
IN_ATELIER = (Phase.ATELIER, Phase.DIG, Phase.PAY, Phase.GIVE)
PAYING = (Phase.PAY, Phase.GIVE)
IN_TURN = (Phase.START, Phase.WORKER, *WALKING, *IN_ATELIER)
WITHOUT_EVENT = (Phase.START, Phase.WINTER, Phase.OVER)
AFTER_AUTUMN = (Phase.WINTER, Phase.OVER)


def _plain(holder: Any, left_out: tuple[str, ...] = ()) -> Any:
    """A record as numbers and lists, which plain Python reads ten times as fast."""
    names = [name for name in holder.dtype.names if name not in left_out]
    return SimpleNamespace(**{name: holder[name].tolist() for name in names})


def to_position(parts: np.record, state: np.record) -> dict[str, Any]:
    """The whole position, secrets included."""
    game, options = _plain(state, ("options", "seats")), state.options
    doc: dict[str, Any] = {
        "year": game.year,
        "season": SEASON_NAMES[game.season],
        "phase": PHASE_NAMES[game.phase],
        "first": game.first,
        "dice": game.dice,
        "objectives": game.objectives,
        "prey": {
            HEX_NAMES[hex_]: GROUND_NAMES[ground]
            for hex_, ground in enumerate(game.ground)
            if Ground.LADYBUG <= ground <= Ground.SPIDER
        },
        "tiles": [_tile(game, hex_) for hex_, place in enumerate(game.place) if place],
        "seats": [_seat(parts, state, game.phase, seat) for seat in range(game.players)],
    }
    if game.phase in IN_TURN:
        doc["seat"] = game.seat
    if game.phase in WALKING:
        doc |= {"worker": HEX_NAMES[game.worker - 1], "moves": game.moves}
        doc |= {"hunted": bool(game.hunted)} if options.after_hunt == AfterHunt.NO_TILE else {}
        doc |= {"paid": _hexes_in(game.paid)} if options.toll == Toll.ONCE else {}
    if game.phase == Phase.LAY:
        doc["laying"] = LAY_NAMES[game.laying - 1]
    if game.phase in IN_ATELIER:
        doc["used"] = [name for bit, name in enumerate(ATELIER_NAMES) if game.used >> bit & 1]
    if game.phase in PAYING:
        doc |= {"due": game.due, "objective": game.objective}
    return doc | {"barrier": game.barrier, "rng": hex(game.rng)}


def _tile(game: Any, first: int) -> dict[str, Any]:
    hexes, kind = places()[game.place[first] - 1].hexes, game.ground[first]
    doc: dict[str, Any] = {
        "cells": [HEX_NAMES[hex_] for hex_ in hexes],
        "kind": GROUND_NAMES[kind],
        "owner": game.owner[first] - 1 if game.owner[first] else None,
    }
    if kind == Ground.PHEROMONE:
        doc["cubes"] = [HEX_NAMES[hex_] for hex_ in hexes if game.cube[hex_]]
    return doc


def _hexes_in(mask: list[int]) -> list[str]:
    return [name for hex_, name in enumerate(HEX_NAMES) if mask[hex_ // WORD] >> hex_ % WORD & 1]


def _seat(parts: np.record, state: np.record, phase: int, seat: int) -> dict[str, Any]:
    me = _plain(state.seats[seat])
    doc: dict[str, Any] = {
        "larvae": me.larvae,
        **dict(zip(STORE_NAMES, me.store, strict=True)),
        "soldiers": me.soldiers,
        "nurses": me.nurses,
        "level": me.level,
        "trophies": me.trophies,
        "workers": me.workers,
        "rooms": [level for level in range(DEEPEST + 1) if me.rooms >> level & 1],
        "tunnels": [HEX_NAMES[hex_ - 1] for hex_ in me.tunnels if hex_],
        "event": me.event,
        "placed": dict(zip(TRACK_NAMES, me.placed, strict=True)),
        "done": {str(n): season for n, season in enumerate(me.done, 1) if season},
        "left": dict(zip(FORM_NAMES, me.left, strict=True)),
        "markers": me.markers,
        "points": dict(zip(POINT_NAMES, me.points, strict=True)),
    }
    if phase not in IN_TURN and is_asked(parts, state, seat):
        doc["step"] = STEP_NAMES[me.step] if me.step else READY
    if phase == Phase.BROOD:
        doc["hatch"] = me.hatch
    if phase in (Phase.HARVEST, Phase.GIVE):
        doc["picked"] = _hexes_in(me.picked)
    if phase in (Phase.HARVEST, Phase.DISCARD, Phase.WINTER):
        doc["chosen"] = me.chosen
    return doc


# --- Reading positions ----------------------------------------------------------------------------


class TileDoc(msgspec.Struct, forbid_unknown_fields=True):
    """A tile in the garden."""

    cells: list[str]
    kind: str = "pheromone"
    owner: int | None = 0
    cubes: list[str] | None = None


class SeatDoc(msgspec.Struct, forbid_unknown_fields=True):
    """One player in a position."""

    larvae: int = START_LARVAE
    food: int = 0
    earth: int = 0
    stone: int = 0
    soldiers: int = 0
    nurses: int = START_NURSES
    level: int = 0
    trophies: int = 0
    workers: int | None = None
    rooms: list[int] = []
    tunnels: list[str] | None = None
    event: int | None = None
    placed: dict[str, int] = {}
    done: dict[str, int] = {}
    left: dict[str, int] = {}
    markers: int | None = None
    points: dict[str, int] = {}
    step: str | None = None
    hatch: int = 0
    picked: list[str] | None = None
    chosen: list[int] = msgspec.field(default_factory=lambda: [0, 0, 0])


class PositionDoc(msgspec.Struct, forbid_unknown_fields=True):
    """A position; what is left out is filled in."""

    year: int | None = None
    season: str | None = None
    phase: str | None = None
    first: int = 0
    seat: int | None = None
    dice: list[int] | None = None
    objectives: list[int] = msgspec.field(default_factory=lambda: [1, 2, 8, 9, 15, 16])
    prey: dict[str, str] = {}
    tiles: list[TileDoc] = []
    seats: list[SeatDoc] = []
    worker: str | None = None
    moves: int | None = None
    hunted: bool = False
    paid: list[str] = []
    laying: str | None = None
    used: list[str] | None = None
    due: int | None = None
    objective: int | None = None
    barrier: int = 1
    rng: str = "0x0"


def from_position(parts: np.record, state: np.record, body: dict[str, Any]) -> None:
    """Fill a state that holds players and options; `BadPosition` names a broken invariant."""
    try:
        doc = msgspec.convert(body, PositionDoc)
    except msgspec.ValidationError as error:
        raise BadPosition(f"not a position of Myrmes: {error}") from error
    lay_out(parts, state)
    _fill_time(state, doc)
    _fill_garden(parts, state, doc)
    missing = state.players - len(doc.seats)
    _require(missing >= 0, f"there are {len(doc.seats)} seats, and must be {state.players}")
    seats = doc.seats + [SeatDoc() for _ in range(missing)]
    for seat, seat_doc in enumerate(seats):
        _fill_seat(parts, state, seat, seat_doc)
    _fill_supply(parts, state)
    _fill_turn(parts, state, doc, seats)
    if all_decide(state):
        for seat, seat_doc in enumerate(seats):
            _fill_choices(parts, state, seat, seat_doc)
    else:
        _check_no_choices(state, seats)
    _check_decision(parts, state)


def _require(holds: object, otherwise: str) -> None:
    if not holds:
        raise BadPosition(otherwise)


def _number(names: tuple[str, ...], name: str, what: str) -> int:
    """The number that a name stands for."""
    if name not in names:
        raise BadPosition(f"there is no {what} {name!r}")
    return names.index(name)


def _hex(name: str) -> int:
    if name not in NUMBER_OF:
        raise BadPosition(f"there is no hex {name!r}")
    return NUMBER_OF[name]


def _within(number: int, least: int, most: int, what: str) -> int:
    if not least <= number <= most:
        raise BadPosition(f"{what}: {number}, and it must be {least} to {most}")
    return number


# --- Time and garden ------------------------------------------------------------------------------


def _fill_time(state: np.record, doc: PositionDoc) -> None:
    """Year, season, phase, dice, objectives and the generator."""
    apart = state.options.reveal == Reveal.APART
    phase = _number(PHASE_NAMES, doc.phase or ("event" if apart else "brood"), "phase")
    _require(phase != Phase.EVENT or apart, "events are decided with the births (reveal=together)")
    late = phase in AFTER_AUTUMN
    season = doc.season or SEASON_NAMES[-1 if late else 0]
    _require(season in SEASON_NAMES, f"there is no season {season!r}")
    _require(season == "autumn" or not late, "winter and the end come after autumn")
    state.phase = phase
    state.season = SEASON_NAMES.index(season)
    usual = YEARS if phase == Phase.OVER else 1
    state.year = _within(usual if doc.year is None else doc.year, 1, YEARS, "year")
    _require(phase != Phase.OVER or state.year == YEARS, f"the game ends in year {YEARS}")
    _require(
        phase != Phase.START or (state.year, state.season) == (1, 0),
        "start spaces are chosen before the first season",
    )
    state.first = _within(doc.first, 0, state.players - 1, "first")
    _fill_dice(state, doc, SEASONS if late else int(state.season))
    _fill_objectives(state, doc.objectives)
    state.barrier = _within(doc.barrier, 0, 1 << 30, "barrier")
    try:
        state.rng = np.uint64(int(doc.rng, 16))
    except (ValueError, OverflowError):
        raise BadPosition(f"rng {doc.rng!r} is not a 64-bit number in hexadecimal") from None


def _fill_dice(state: np.record, doc: PositionDoc, gone: int) -> None:
    dice = [0] * gone + [5] * (SEASONS - gone) if doc.dice is None else doc.dice
    _require(len(dice) == SEASONS, f"there are {len(dice)} dice, and must be {SEASONS}")
    for season, pips in enumerate(dice):
        if season < gone:
            _require(pips == 0, f"the die of {SEASON_NAMES[season]} is gone, so it is 0")
        else:
            _within(pips, 1, 6, f"the die of {SEASON_NAMES[season]}")
    state.dice[:] = dice


def _fill_objectives(state: np.record, objectives: list[int]) -> None:
    _require(len(objectives) == DRAWN, f"there are {len(objectives)} objectives, not {DRAWN}")
    _require(objectives == sorted({*objectives}), f"objectives {objectives} are not ascending")
    first = 1
    for level, of_level in enumerate(OBJECTIVES_OF_LEVEL):
        pair = objectives[PER_LEVEL * level : PER_LEVEL * (level + 1)]
        for number in pair:
            _within(number, first, first + of_level - 1, f"objectives of level {level + 1}")
        first += of_level
    state.objectives[:] = objectives


def _fill_garden(parts: np.record, state: np.record, doc: PositionDoc) -> None:
    """Prey and tiles; tunnels come with their owners."""
    for name, kind in doc.prey.items():
        hex_ = _hex(name)
        _require(parts.prey_space[hex_], f"{name} is no prey space")
        _occupy(state, hex_, Ground.LADYBUG + _number(PREY_NAMES, kind, "prey"))
    for kind, count in Counter(doc.prey.values()).items():
        tokens = int(parts.prey[GROUND_NAMES.index(kind)].tokens)
        _require(count <= tokens, f"prey: {count} of {kind}, and there are only {tokens}")
    for tile in doc.tiles:
        _fill_tile(parts, state, tile)
    used = Counter(state.ground[state.place > 0].tolist())
    state.farms -= used[Ground.FARM] + used[Ground.SCAVENGING]
    state.subcolonies -= used[Ground.SUBCOLONY]
    _require(state.farms >= 0, "there are not so many farms and scavenging tiles")
    _require(state.subcolonies >= 0, "there are not so many sub-colonies")


def _occupy(state: np.record, hex_: int, ground: int) -> None:
    """Put something on a hex that must be empty."""
    there = int(state.ground[hex_])
    if there != Ground.EMPTY:
        reasons = {Ground.WATER: "is water", Ground.OUTSIDE: "lies outside the area"}
        both = f"holds two things, {GROUND_NAMES[there]} and {GROUND_NAMES[ground]}"
        raise BadPosition(f"{HEX_NAMES[hex_]} {reasons.get(Ground(there), both)}")
    state.ground[hex_] = ground


def _fill_tile(parts: np.record, state: np.record, doc: TileDoc) -> None:
    hexes = tuple(sorted(_hex(name) for name in doc.cells))
    kind = Ground.PHEROMONE + _number(TILE_NAMES, doc.kind, "kind of tile")
    number = place_numbers().get(hexes)
    named = " ".join(HEX_NAMES[hex_] for hex_ in hexes)
    special = kind != Ground.PHEROMONE
    if number is None or (special and parts.form[number] != FORM_OF[LAY_NAMES.index(doc.kind)]):
        raise BadPosition(f"{named} is no form of a {doc.kind}")
    owner = 0 if doc.owner is None else 1 + _within(doc.owner, 0, state.players - 1, "owner")
    for hex_ in hexes:
        _occupy(state, hex_, kind)
        state.lead[hex_] = hexes[0] + 1
        state.owner[hex_] = owner
    state.place[hexes[0]] = number + 1
    yielding = [HEX_NAMES[hex_] for hex_ in hexes if parts.yields[hex_]]
    bare = special or doc.owner is None
    cubes = doc.cubes if doc.cubes is not None else [] if bare else yielding
    _require(not (cubes and bare), f"{named}: cubes lie on pheromones that have an owner")
    for name in cubes:
        _require(name in yielding, f"{named}: no cube can lie on {name}")
        state.cube[_hex(name)] = parts.yields[_hex(name)]


# --- Seats ----------------------------------------------------------------------------------------


def _fill_seat(parts: np.record, state: np.record, seat: int, doc: SeatDoc) -> None:
    """One player's board."""
    me, name = state.seats[seat], f"seat {seat}"
    me.larvae = _within(doc.larvae, 0, 999, f"{name}: larvae")
    for kind, cubes in enumerate((doc.food, doc.earth, doc.stone)):
        me.store[kind] = _within(cubes, 0, 999, f"{name}: {STORE_NAMES[kind]}")
    me.soldiers = _within(doc.soldiers, 0, ANTS, f"{name}: soldiers")
    me.nurses = _within(doc.nurses, 0, NURSES, f"{name}: nurses")
    me.level = _within(doc.level, 0, DEEPEST, f"{name}: level")
    me.trophies = _within(doc.trophies, 0, 99, f"{name}: trophies")
    usual = 0 if Phase.HARVEST <= state.phase <= Phase.DISCARD or not state.phase else None
    workers = doc.workers if doc.workers is not None else usual
    me.workers = _within(START_WORKERS if workers is None else workers, 0, ANTS, f"{name}: workers")
    for level in doc.rooms:
        me.rooms |= 1 << _within(level, 0, DEEPEST, f"{name}: rooms")
    _fill_tunnels(parts, state, seat, doc)
    _fill_placed(state, me, doc, name)
    _fill_done(state, me, doc, name)
    _fill_pieces(parts, state, seat, doc)
    me.points[Points.START] = START_POINTS
    for source, points in doc.points.items():
        number = _number(POINT_NAMES, source, "source of points")
        me.points[number] = _within(points, -999, 999, f"{name}: points")
    _check_times(state, me, name)


def _fill_tunnels(parts: np.record, state: np.record, seat: int, doc: SeatDoc) -> None:
    me, starting = state.seats[seat], state.phase == Phase.START
    names = doc.tunnels
    if names is None:
        names = [] if starting else [HEX_NAMES[parts.starts[state.players, seat]]]
    _require(
        len(names) <= 1 if starting else 1 <= len(names) <= TUNNELS,
        f"seat {seat} has {len(names)} tunnels",
    )
    hexes = sorted(_hex(name) for name in names)
    for index, hex_ in enumerate(hexes):
        _occupy(state, hex_, Ground.TUNNEL)
        state.owner[hex_] = seat + 1
        me.tunnels[index] = hex_ + 1
        spaces = parts.starts[state.players, : state.players]
        _require(not starting or hex_ in spaces, f"{names[0]} is no start space")


def _fill_placed(state: np.record, me: Any, doc: SeatDoc, name: str) -> None:
    """Nurses at work, and the event; in births they are choices, which are made again later."""
    choosing = state.phase == Phase.BROOD
    for track, nurses in doc.placed.items():
        number = _number(TRACK_NAMES, track, "track")
        _within(nurses, 0, TRACK_LIMIT[number], f"{name}: nurses placed on {track}")
        me.placed[number] = 0 if choosing else nurses
    _require(sum(doc.placed.values()) <= me.nurses, f"{name} places more nurses than it has")
    idle = state.phase in (*WITHOUT_EVENT, Phase.EVENT)
    _require(not idle or not any(me.placed), f"{name}: nobody is placed in this phase")
    die_now = 0 if state.phase in WITHOUT_EVENT else int(state.dice[state.season])
    event = die_now if doc.event is None else _within(doc.event, 0, EVENTS - 1, f"{name}: event")
    _require(die_now or not event, f"{name}: there is no event in this phase")
    me.event = die_now if hides_event(state) else event


def _fill_done(state: np.record, me: Any, doc: SeatDoc, name: str) -> None:
    """Objectives fulfilled, none of a closed level."""
    for number, season in doc.done.items():
        _require(number in [*"123456"], f"{name}: there is no objective {number!r}")
        _within(season, 1, int(season_number(state)), f"{name}: season of objective {number}")
        me.done[int(number) - 1] = season
    for number in range(PER_LEVEL, DRAWN):
        above = number - number % PER_LEVEL - PER_LEVEL
        before = [int(season) for season in me.done[above : above + PER_LEVEL] if season]
        open_ = not me.done[number] or any(season <= me.done[number] for season in before)
        _require(open_, f"{name}: objective {number + 1} is done, but none of the level before it")
    _require(nurses_owned(me) <= NURSES, f"{name} has more than {NURSES} nurses")


def _fill_pieces(parts: np.record, state: np.record, seat: int, doc: SeatDoc) -> None:
    """Pheromones in the supply and markers: those lying are gone."""
    me, name = state.seats[seat], f"seat {seat}"
    own = (state.place > 0) & (state.owner == seat + 1)
    pheromones = own & (state.ground == Ground.PHEROMONE)
    forms = Counter(parts.form[state.place[pheromones] - 1].tolist())
    for form, pieces in enumerate(parts.pieces.tolist()):
        rest = pieces - forms[form]
        me.left[form] = _within(
            doc.left.get(FORM_NAMES[form], rest), 0, rest, f"{name}: {FORM_NAMES[form]} left"
        )
    for form_name in doc.left:
        _number(FORM_NAMES, form_name, "form")
    specials = int(own.sum() - pheromones.sum())
    rest = MARKERS - specials
    markers = rest if doc.markers is None else doc.markers
    spent = state.options.neutral_marker == NeutralMarker.SPENT
    _require(
        markers == rest or (spent and markers < rest),
        f"{name}: {markers} markers free and {specials} special tiles",
    )
    enough = markers >= 0 or state.options.markers == Markers.UNLIMITED
    _require(enough and markers >= -99, f"{name} has more special tiles than markers")
    me.markers = markers


def _check_times(state: np.record, me: Any, name: str) -> None:
    """What can only be at some time of the season."""
    phase = state.phase
    ants = int(me.workers) + int(me.rooms).bit_count() + int(me.soldiers)
    _require(ants <= ANTS, f"{name} has {ants} ants, more than {ANTS}")
    working = Phase.WORKER <= phase <= Phase.DISCARD
    _require(working or not me.rooms, f"{name}: no worker is in a room in this phase")
    used = Phase.HARVEST <= phase <= Phase.DISCARD
    _require(not used or not me.workers, f"{name}: all workers have been used by then")
    acting = phase < Phase.DISCARD
    _require(acting or not me.placed[Track.ATELIER], f"{name}: the atelier is closed by then")
    if not Phase.WORKER <= phase <= Phase.DISCARD:
        everything = state.options.event_0 == Event0.EVERYTHING
        keeps = STORE[min(me.level + everything, DEEPEST)]
        cubes = sum(me.store.tolist())
        _require(cubes <= keeps, f"{name}: the storeroom keeps {keeps} cubes, not {cubes}")


def _fill_supply(parts: np.record, state: np.record) -> None:
    """Cubes in the box: all that are nowhere else."""
    for kind in Store:
        stored = int(state.seats["store"][:, kind].sum())
        rest = int(state.supply[kind]) - stored - int((state.cube == kind + 1).sum())
        limited = state.options.cubes == Cubes.LIMITED
        _require(rest >= 0 or not limited, f"there is more {STORE_NAMES[kind]} than in the box")
        state.supply[kind] = rest


# --- Turns ----------------------------------------------------------------------------------------


def _fill_turn(parts: np.record, state: np.record, doc: PositionDoc, seats: list[SeatDoc]) -> None:
    """The seat in turn, with its worker or its nurses."""
    phase = Phase(int(state.phase))
    if phase in IN_TURN:
        seat = state.first if doc.seat is None else doc.seat
        state.seat = _next_to_start(state, doc) if phase == Phase.START else seat
        _within(int(state.seat), 0, state.players - 1, "seat")
        state.to_act = 1 << int(state.seat)
    else:
        _require(doc.seat in (None, 0), '"seat" says who is in turn; here all decide')
    walking = phase in WALKING
    _require((doc.worker is not None) == walking, '"worker" is in the garden, there and only there')
    _require(walking or doc.moves is None, '"moves" belong to a worker in the garden')
    _require((doc.laying is not None) == (phase == Phase.LAY), '"laying" is for phase lay')
    _require(doc.used is None or phase in IN_ATELIER, '"used" is for the atelier')
    payment = doc.objective is not None
    _require(payment == (phase in PAYING), '"objective" is for phases pay and give')
    _require(doc.due is None or phase in PAYING, '"due" is for phases pay and give')
    if walking:
        _fill_walk(state, doc)
    if phase in IN_ATELIER:
        _fill_atelier(parts, state, doc, seats)


def _next_to_start(state: np.record, doc: PositionDoc) -> int:
    """The seat that chooses its start space: those before it have one, the others none."""
    order = [int(in_turn(state, place)) for place in range(state.players)]
    chosen = [bool(state.seats[seat].tunnels[0]) for seat in order]
    _require(chosen == sorted(chosen, reverse=True), "start spaces are chosen in turn order")
    _require(sum(chosen) < state.players - 1, "nothing is left to decide")
    seat = order[sum(chosen)]
    _require(doc.seat in (None, seat), f"seat {seat} is the next to choose a start space")
    return seat


def _fill_walk(state: np.record, doc: PositionDoc) -> None:
    """The worker in the garden."""
    me = state.seats[state.seat]
    hex_ = _hex(str(doc.worker))
    ground = state.ground[hex_]
    _require(ground < Ground.WATER, f"the worker cannot be on {doc.worker}")
    _require(not is_prey(state, hex_), f"there is prey on {doc.worker}")
    state.worker = state.lead[hex_] or hex_ + 1
    usual = MOVES + EXTRA_MOVES if me.event == Event.MOVEMENT else MOVES
    state.moves = _within(usual if doc.moves is None else doc.moves, 0, 6, "moves")
    _require(_ants(state, int(state.seat)) <= ANTS, f"seat {state.seat} has more than {ANTS} ants")
    denied = state.options.after_hunt == AfterHunt.NO_TILE
    _require(denied or not doc.hunted, '"hunted" only matters with after_hunt=no_tile')
    state.hunted = doc.hunted
    once = state.options.toll == Toll.ONCE
    _require(once or not doc.paid, '"paid" only matters with toll=once')
    for name in doc.paid:
        element = state.lead[_hex(name)] - 1 if state.lead[_hex(name)] else _hex(name)
        state.paid[element // WORD] |= 1 << int(element) % WORD
    if doc.laying is not None:
        state.laying = _number(LAY_NAMES, doc.laying, "tile") + 1


def _fill_atelier(
    parts: np.record, state: np.record, doc: PositionDoc, seats: list[SeatDoc]
) -> None:
    """A turn in the atelier; those before it in turn order have finished theirs."""
    me, phase = state.seats[state.seat], state.phase
    for name in doc.used or ():
        state.used |= 1 << _number(ATELIER_NAMES, name, "action of the atelier")
    place = (int(state.seat) - int(state.first)) % int(state.players)
    for earlier in range(place):
        other = state.seats[in_turn(state, earlier)]
        _require(not other.placed[Track.ATELIER], "seats before the one in turn have no nurse left")
    if phase not in PAYING:
        _require(me.placed[Track.ATELIER], f"seat {state.seat} has no nurse in the atelier")
        return
    state.objective = _within(doc.objective or 0, 1, DRAWN, "objective")
    number = int(state.objective) - 1
    bit = 1 << Atelier.OBJECTIVE
    _require(doc.used is None or state.used & bit, 'while paying "objective" is used')
    state.used |= bit
    me.done[number] = me.done[number] or season_number(state)
    _require(me.done[number] == season_number(state), "the objective is fulfilled this season")
    _fill_due(parts, state, doc, seats[int(state.seat)])


def _fill_due(parts: np.record, state: np.record, doc: PositionDoc, seat_doc: SeatDoc) -> None:
    """What is still to be paid or given, and the tiles given so far."""
    tile = parts.objectives[state.objectives[state.objective - 1]]
    asks = (Ask.EARTH_OR_STONE,) if state.phase == Phase.PAY else (Ask.SPECIALS, Ask.GROUP)
    _require(tile.ask in asks, "that objective is not paid so")
    full = int(tile.need if tile.ask == Ask.GROUP else tile.pay)
    state.due = _within(full if doc.due is None else doc.due, 1, full, "due")
    given = seat_doc.picked or []
    if state.phase == Phase.GIVE:
        _require(len(given) == full - state.due, f"{len(given)} tiles are given, {state.due} due")
    for name in given:
        hex_ = _hex(name)
        neutral = state.place[hex_] and not state.owner[hex_]
        _require(neutral, f"{name} is not the first hex of a neutral tile")
        state.seats[state.seat].picked[hex_ // WORD] |= 1 << hex_ % WORD


# --- Choices --------------------------------------------------------------------------------------


def _fill_choices(parts: np.record, state: np.record, seat: int, doc: SeatDoc) -> None:
    """Make a seat's choices once more, up to the step where it stands."""
    me, name = state.seats[seat], f"seat {seat}"
    _require(len(doc.chosen) == KINDS, f"{name}: chosen has {KINDS} numbers")
    begin_choosing(parts, state, seat)
    asked = me.step != Step.NONE
    if asked:
        state.to_act += 1 << seat
    _require(asked or doc.step is None, f"{name} has nothing to decide in this phase")
    first = int(me.step)
    wanted = first if doc.step is None else _step(doc.step)
    picked = _hexes_in(me.picked.tolist()) if doc.picked is None else doc.picked
    while me.step != Step.NONE and not (me.step == wanted and _chosen(state, me, doc, picked)):
        code = _choice(parts, state, seat, doc, picked)
        _require(code is not None, f"{name}: its choices do not lead to step {doc.step!r}")
        choose(parts, state, seat, code)
    _require(
        me.step == wanted and _chosen(state, me, doc, picked),
        f"{name}: its choices do not fit step {doc.step!r}",
    )


def _step(name: str) -> int:
    return 0 if name == READY else 1 + _number(STEP_NAMES[1:], name, "step")


def _chosen(state: np.record, me: Any, doc: SeatDoc, picked: list[str]) -> bool:
    """Whether a seat has chosen all that a document says."""
    event = me.event == (state.dice[state.season] if doc.event is None else doc.event)
    wanted = [doc.placed.get(track, 0) for track in TRACK_NAMES]
    placed = state.phase != Phase.BROOD or me.placed.tolist() == wanted
    numbers = me.hatch == doc.hatch and me.chosen.tolist() == doc.chosen
    return bool(event and placed and numbers and {*_hexes_in(me.picked.tolist())} == {*picked})


def _choice(
    parts: np.record, state: np.record, seat: int, doc: SeatDoc, picked: list[str]
) -> int | None:
    """The next choice that leads to where a seat stands."""
    me = state.seats[seat]
    out = np.empty(HEXES, np.int32)
    legal = [int(code) for code in out[: list_choices(parts, state, seat, out)]]
    for code in _wishes(me, doc, picked):
        if code in legal:
            return code
    return None


def _wishes(me: Any, doc: SeatDoc, picked: list[str]) -> list[int]:
    """What a document would have a seat choose at its present step, the first best first."""
    step = Step(int(me.step))
    if step == Step.EVENT:
        return [] if doc.event is None else [Code.EVENT + doc.event]
    if step == Step.HATCH:
        return [Code.HATCH + doc.hatch]
    if step in (Step.TILES, Step.MORE):
        full = step == Step.MORE and me.chosen[0] == doc.chosen[0]
        return [Code.DONE] if full else [Code.HEX + _hex(name) for name in picked]
    if step in (Step.SCAVENGE, Step.CUBES):
        return [Code.FOOD + kind for kind in range(KINDS) if me.chosen[kind] < doc.chosen[kind]]
    if step == Step.FEED:
        return [Code.CONVERT if me.chosen[0] < doc.chosen[0] else Code.DONE]
    track = TRACK_NAMES[step - Step.LARVAE]
    return [Code[track.upper()] + doc.placed.get(track, 0)]


def _check_no_choices(state: np.record, seats: list[SeatDoc]) -> None:
    for seat, doc in enumerate(seats):
        picking = state.phase == Phase.GIVE and seat == state.seat
        alone = doc.step is None and not doc.hatch and not any(doc.chosen)
        _require(alone and (picking or not doc.picked), f"seat {seat}: there is nothing to choose")


def _check_decision(parts: np.record, state: np.record) -> None:
    """The phase really leaves something to decide."""
    if state.phase == Phase.OVER:
        return
    seat, phase = int(state.seat), state.phase
    me = state.seats[seat]
    possible = {
        Phase.WORKER: lambda: me.workers > 0,
        Phase.GARDEN: lambda: can_go_on(parts, state, seat),
        Phase.STAND: lambda: may_clean(parts, state, me),
        Phase.LAY: lambda: tiles_to_lay(parts, state, me) >> int(state.laying) - 1 & 1,
        Phase.ATELIER: lambda: can_work(parts, state, seat),
        Phase.DIG: lambda: is_open(state, int(Atelier.TUNNEL)) and can_dig(parts, state, seat),
        Phase.PAY: lambda: 0 < state.due < me.store[1:].sum() and me.store[1:].all(),
        Phase.GIVE: lambda: list_gifts(parts, state, seat, np.empty(HEXES, np.int32)) > 0,
    }
    decided = possible[Phase(int(phase))]() if phase in possible else state.to_act > 0
    _require(decided, "nothing is left to decide")
