"""Myrmes: the action space, its notation, and each action in words."""

import functools
from enum import IntEnum

import numpy as np

from formicarium.core.text import Phrases
from formicarium.games.myrmes.components import HEX_NAMES, NUMBER_OF, place_numbers, places
from formicarium.games.myrmes.state import (
    DEEPEST,
    DRAWN,
    EVENTS,
    HEXES,
    LAYS,
    PLACES,
    ROOMS,
    TRACK_LIMIT,
    Ask,
    Cube,
    Form,
    Ground,
    Lay,
    Phase,
    Track,
)


class Code(IntEnum):
    """Where each kind of action begins in the action space."""

    EVENT = 0  # + Event
    LARVAE = EVENT + EVENTS  # + nurses, like the next three
    WORKERS = LARVAE + TRACK_LIMIT[Track.LARVAE] + 1
    SOLDIERS = WORKERS + TRACK_LIMIT[Track.WORKERS] + 1
    ATELIER = SOLDIERS + TRACK_LIMIT[Track.SOLDIERS] + 1
    HATCH = ATELIER + TRACK_LIMIT[Track.ATELIER] + 1  # + workers born
    ROOM = HATCH + 4  # + 0, 1, 2 for earth, 3 for stone, 4: room 3
    LAY = ROOM + ROOMS  # + Lay
    CLEAN = LAY + LAYS
    CONVERT = CLEAN + 1
    DONE = CONVERT + 1
    TUNNEL = DONE + 1
    LEVEL = TUNNEL + 1
    NURSE = LEVEL + 1
    OBJECTIVE = NURSE + 1  # + 0 to 5
    FOOD = OBJECTIVE + DRAWN
    EARTH = FOOD + 1
    STONE = EARTH + 1
    HEX = STONE + 1  # + hex; what it means follows from the phase
    PLACE = HEX + HEXES  # + place of a tile
    END = PLACE + PLACES


ACTIONS = int(Code.END)

ROMAN = ("0", "I", "II", "III")

# --- Notation -------------------------------------------------------------------------------------


def write(parts: np.record, state: np.record, code: int) -> str:
    """An action code as notation."""
    return _notations()[code]


def read(parts: np.record, state: np.record, text: str) -> int | None:
    """Notation as an action code, or None if it means nothing; hexes of a tile in any order."""
    words = text.lower().split()
    if len(words) > 1 and all(word in NUMBER_OF for word in words):
        number = place_numbers().get(tuple(sorted(NUMBER_OF[word] for word in words)))
        return None if number is None else Code.PLACE + number
    return _codes().get(" ".join(words))


def split(code: int) -> tuple[Code, int]:
    """The kind of an action and the number that goes with it."""
    kind = max(kind for kind in Code if kind <= code)
    return kind, code - kind


@functools.cache
def _notations() -> tuple[str, ...]:
    tracks = zip(Track, TRACK_LIMIT, strict=True)
    return (
        *(f"event {event}" for event in range(EVENTS)),
        *(f"{track.name.lower()} {n}" for track, most in tracks for n in range(most + 1)),
        *(f"hatch {workers}" for workers in range(Code.ROOM - Code.HATCH)),
        *("room 0", "room 1", "room 2 earth", "room 2 stone", "room 3"),
        *(f"lay {lay.name.lower()}" for lay in Lay),
        *("clean", "convert", "done", "tunnel", "level", "nurse"),
        *(f"objective {number + 1}" for number in range(DRAWN)),
        *("food", "earth", "stone"),
        *HEX_NAMES,
        *(" ".join(HEX_NAMES[hex_] for hex_ in place.hexes) for place in places()),
    )


@functools.cache
def _codes() -> dict[str, int]:
    return {notation: code for code, notation in enumerate(_notations())}


# --- Words ----------------------------------------------------------------------------------------

TRACK_KINDS = (Code.LARVAE, Code.WORKERS, Code.SOLDIERS, Code.ATELIER)
CUBE_KINDS = (Code.FOOD, Code.EARTH, Code.STONE)


def describe(parts: np.record, state: np.record, seat: int, code: int, say: Phrases) -> str:
    """An action as a sentence; as notation where it has no meaning now."""
    kind, number = split(code)
    key, words = f"actions.{kind.name.lower()}", {"n": number, **_numbers(kind, number, say)}
    phase = Phase(int(state.phase)).name.lower()
    if kind == Code.EVENT:
        way = abs(number - int(state.dice[state.season]))
        words["name"] = say(f"events.{number}")
        words["cost"] = say("actions.price", larvae=say.count("larvae", way)) if way else ""
    elif kind == Code.ROOM:
        key += f".{number}"
    elif kind == Code.LAY:
        key += f".{Lay(number).name.lower()}"
    elif kind == Code.LEVEL:
        words["level"] = ROMAN[min(state.seats[seat].level + 1, DEEPEST)]
    elif kind == Code.OBJECTIVE:
        words |= {"n": number + 1, "what": objective_text(parts, state, number, say)}
    elif kind == Code.DONE:
        key += f".{phase}"
    elif kind in CUBE_KINDS:
        key = f"actions.cube.{phase}"
    elif kind == Code.HEX:
        key, words = _hex(parts, state, seat, number, say)
    elif kind == Code.PLACE:
        words["hexes"] = _notations()[code]
    return say(key, **words) if key in say.keys else _notations()[code]


def objective_text(parts: np.record, state: np.record, number: int, say: Phrases) -> str:
    """What one of the six objectives asks for."""
    tile = parts.objectives[state.objectives[number]]
    ask, level = Ask(int(tile.ask)), ROMAN[min(tile.need, DEEPEST)]
    return say(
        f"objectives.{ask.name.lower()}", need=int(tile.need), pay=int(tile.pay), level=level
    )


def thing_at(parts: np.record, state: np.record, hex_: int, say: Phrases) -> str:
    """The prey, tunnel or tile on a hex, by name; nothing where there is none."""
    ground = Ground(int(state.ground[hex_]))
    if ground == Ground.PHEROMONE:
        form = Form(int(parts.form[state.place[state.lead[hex_] - 1] - 1]))
        return say(f"names.{form.name.lower()}")
    if Ground.EMPTY < ground < Ground.WATER:
        return say(f"names.{ground.name.lower()}")
    return ""


def _numbers(kind: Code, number: int, say: Phrases) -> dict[str, object]:
    """Nurses, workers or cubes that an action is about."""
    if kind in TRACK_KINDS:
        return {"nurses": say.count("nurses", number)}
    if kind == Code.HATCH:
        return {"workers": say.count("workers", number)}
    return {"cube": say(f"names.{kind.name.lower()}")} if kind in CUBE_KINDS else {}


def _hex(
    parts: np.record, state: np.record, seat: int, hex_: int, say: Phrases
) -> tuple[str, dict[str, object]]:
    """What it means to name a hex now."""
    phase = Phase(int(state.phase))
    what, cube = thing_at(parts, state, hex_, say), Cube(int(state.cube[hex_]))
    words: dict[str, object] = {"hex": HEX_NAMES[hex_], "what": what}
    words["cube"] = say(f"names.{cube.name.lower()}") if cube else ""
    key = f"actions.hex.{phase.name.lower()}"
    if phase == Phase.GARDEN:
        ground = Ground(int(state.ground[hex_]))
        if Ground.LADYBUG <= ground <= Ground.SPIDER:
            soldiers = int(parts.prey[ground].soldiers)
            return f"{key}.hunt", words | {"cost": say.count("soldiers", soldiers)}
        foreign = state.owner[hex_] not in (0, seat + 1)
        key += ".foreign" if foreign else ".onto" if what else ".step"
    return key, words
