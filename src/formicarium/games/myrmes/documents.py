"""Myrmes: a state as a document: all that positions and views have in common."""

from collections import Counter
from collections.abc import Iterable
from enum import IntEnum
from types import SimpleNamespace
from typing import Any

import msgspec
import numpy as np

from formicarium.core import terms
from formicarium.core.compiled import rule
from formicarium.core.errors import require
from formicarium.core.layout import Row
from formicarium.games.myrmes.components import HEX_NAMES, NUMBER_OF, places
from formicarium.games.myrmes.rules.together import is_asked
from formicarium.games.myrmes.state import (
    DEEPEST,
    FORMS,
    LAY_NAMES,
    SEATS,
    START_LARVAE,
    START_NURSES,
    WORD,
    AfterHunt,
    Atelier,
    Cube,
    Ground,
    Phase,
    Points,
    Question,
    Toll,
    Track,
)

# --- Plain numbers --------------------------------------------------------------------------------
#
# Documents are written from and read into plain numbers and lists: Python reads the fields of a row
# twenty times as slowly.


def plain_row(holder: Any) -> Any:
    """A row as numbers and lists."""
    fields = zip(holder.dtype.names, holder.tolist(), strict=True)
    return SimpleNamespace(
        **{name: held.tolist() if isinstance(held, np.ndarray) else held for name, held in fields}
    )


def plain(state: Any) -> Any:
    """A state so, with the seats in play."""
    game = plain_row(state)
    game.options = plain_row(state["options"])
    game.seats = [plain_row(state["seats"][seat]) for seat in range(game.players)]
    return game


# --- What follows from a position -----------------------------------------------------------------


@rule
def asked(parts: Row, state: Row) -> int:
    """Bit per seat that the phase leaves something to decide, with all others."""
    seats = 0
    for seat in range(SEATS):
        if seat < state.players and is_asked(parts, state, seat):
            seats |= 1 << seat
    return seats


def ants_of(game: Any, seat: int) -> int:
    """Workers and soldiers of a seat, wherever they are."""
    me = game.seats[seat]
    out = game.worker > 0 and game.seat == seat
    ants: int = me.workers + me.rooms.bit_count() + me.soldiers + out
    return ants


# --- Names ----------------------------------------------------------------------------------------


def names_of(members: Iterable[IntEnum]) -> tuple[str, ...]:
    return tuple(member.name.lower() for member in members)


SEASON_NAMES = ("spring", "summer", "autumn")
PHASE_NAMES, QUESTION_NAMES, GROUND_NAMES = names_of(Phase), names_of(Question), names_of(Ground)
CUBE_NAMES, TRACK_NAMES, FORM_NAMES = names_of(Cube), names_of(Track), LAY_NAMES[:FORMS]
POINT_NAMES, ATELIER_NAMES = names_of(Points), names_of(Atelier)
READY = "ready"

TILE_NAMES = GROUND_NAMES[Ground.PHEROMONE : Ground.WATER]
WALKING = (Phase.GARDEN, Phase.STAND, Phase.LAY)
IN_ATELIER = (Phase.ATELIER, Phase.DIG, Phase.PAY, Phase.GIVE)
PAYING = (Phase.PAY, Phase.GIVE)
IN_TURN = (Phase.START, Phase.WORKER, *WALKING, *IN_ATELIER)
TOGETHER = (Phase.EVENT, Phase.BROOD, Phase.HARVEST, Phase.DISCARD, Phase.WINTER)
WITHOUT_EVENT = (Phase.START, Phase.WINTER, Phase.OVER)
AFTER_AUTUMN = (Phase.WINTER, Phase.OVER)


# --- Writing --------------------------------------------------------------------------------------


def document(game: Any, asked: int) -> dict[str, Any]:
    """Plain numbers as a position; the seats that are asked are bits."""
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
        "seats": [
            _seat(game.phase, me, bool(asked >> seat & 1)) for seat, me in enumerate(game.seats)
        ],
    }
    if game.phase in IN_TURN:
        doc["seat"] = game.seat
    if game.phase in WALKING:
        doc |= {"worker": HEX_NAMES[game.worker - 1], "moves": game.moves}
        doc |= {"hunted": bool(game.hunted)} if game.options.after_hunt == AfterHunt.NO_TILE else {}
        doc |= {"paid": hexes_of(game.paid)} if game.options.toll == Toll.ONCE else {}
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


def hexes_of(mask: list[int]) -> list[str]:
    if not any(mask):
        return []
    return [name for hex_, name in enumerate(HEX_NAMES) if mask[hex_ // WORD] >> hex_ % WORD & 1]


def _seat(phase: int, me: Any, asked: bool) -> dict[str, Any]:
    doc: dict[str, Any] = {
        "larvae": me.larvae,
        **dict(zip(CUBE_NAMES, me.store, strict=True)),
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
    if asked:
        doc["step"] = QUESTION_NAMES[me.question] if me.question else READY
    if phase == Phase.BROOD:
        doc["hatch"] = me.hatch
    if phase in (Phase.HARVEST, Phase.GIVE):
        doc["picked"] = hexes_of(me.picked)
    if phase in (Phase.HARVEST, Phase.DISCARD, Phase.WINTER):
        doc["chosen"] = me.chosen
    return doc


# --- Reading --------------------------------------------------------------------------------------


class TileDoc(msgspec.Struct, forbid_unknown_fields=True):
    """A tile in the garden."""

    cells: list[str]
    kind: str = "pheromone"
    owner: int | None = 0
    cubes: list[str] | None = None


class SeatDoc(terms.SeatDoc):
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


class PositionDoc(terms.PositionDoc):
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


def require_different(told: Iterable[object], what: str) -> None:
    """Refuse a list that names something twice."""
    twice = [each for each, count in Counter(told).items() if count > 1]
    require(not twice, f"{what}: {twice[:1]} is named twice")


def number_of(names: tuple[str, ...], name: str, what: str) -> int:
    """The number that a name stands for."""
    require(name in names, f"there is no {what} {name!r}")
    return names.index(name)


def hex_of(name: str) -> int:
    """The number of a hex."""
    require(name in NUMBER_OF, f"there is no hex {name!r}")
    return NUMBER_OF[name]


def bounded(told: int | None, least: int, most: int, what: str, usual: int = 0) -> int:
    """A number within its bounds; the usual one where none is told."""
    number = usual if told is None else told
    require(least <= number <= most, f"{what}: {number}, and it must be {least} to {most}")
    return number
