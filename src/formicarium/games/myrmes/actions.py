"""Myrmes: the action space, its notation, and each action in words."""

import functools

from formicarium.core import terms
from formicarium.core.layout import Row
from formicarium.core.text import Phrases
from formicarium.games.myrmes.components import HEX_NAMES, NUMBER_OF, place_numbers, places
from formicarium.games.myrmes.state import (
    DEEPEST,
    DRAWN,
    EVENTS,
    FORMS,
    HEXES,
    LAY_NAMES,
    LAYS,
    LEVEL_COSTS,
    OBJECTIVE_POINTS,
    PER_LEVEL,
    PLACES,
    PRINTED,
    QUEEN_POINTS,
    ROOMS,
    TRACK_LIMIT,
    WORD,
    Ask,
    Cube,
    Ground,
    Level2Cost,
    Phase,
    Points,
    Track,
)


class Code(terms.Code):
    """Where each kind of action begins in the action space."""

    EVENT = 0  # + SeasonEvent
    LARVAE = EVENT + EVENTS  # + nurses, like the next three
    WORKERS = LARVAE + TRACK_LIMIT[Track.LARVAE] + 1
    SOLDIERS = WORKERS + TRACK_LIMIT[Track.WORKERS] + 1
    ATELIER = SOLDIERS + TRACK_LIMIT[Track.SOLDIERS] + 1
    HATCH = ATELIER + TRACK_LIMIT[Track.ATELIER] + 1  # + workers born
    ROOM = HATCH + 4  # + 0, 1, 2 for earth, 3 for stone, 4: room 3
    LAY = ROOM + ROOMS  # + Form or Special
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


def write(parts: Row, state: Row, code: int) -> str:
    """An action code as notation."""
    return _notations()[code]


def read(parts: Row, state: Row, text: str) -> int | None:
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
        *(f"lay {name}" for name in LAY_NAMES),
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
TERRAIN_NAMES = ("mushroom", "grass", "earth", "stone")  # by the cube that a dry hex yields
CUBE_KINDS = (Code.FOOD, Code.EARTH, Code.STONE)

Words = dict[str, object]


def describe(parts: Row, state: Row, seat: int, code: int, say: Phrases) -> str:
    """An action as a sentence; as notation where it has no meaning now."""
    kind, number = split(code)
    phase = Phase(int(state.phase)).name.lower()
    key, words = f"actions.{kind.name.lower()}", {"n": number, "gain": ""}
    if kind == Code.EVENT:
        words |= _event(state, number, say)
    elif kind in TRACK_KINDS:
        words |= _nurses(state, seat, kind, number, say)
    elif kind == Code.HATCH:
        words["workers"] = say.count("workers", number)
    elif kind == Code.ROOM:
        key += f".{number}"
        words["points"] = say.count("points", _points(state, seat, Points.QUEEN, QUEEN_POINTS))
    elif kind == Code.LAY:
        key += f".{LAY_NAMES[number]}"
        source = Points.SPECIALS if number >= FORMS else Points.PHEROMONES
        worth = _points(state, seat, source, int(parts.points[number]))
        words["gain"] = _gain(say, points=worth)
    elif kind == Code.CLEAN:
        words["gain"] = _gain(say, points=_points_for_cleaning(parts, state, seat))
    elif kind == Code.LEVEL:
        words |= _level(state, seat, say)
    elif kind == Code.OBJECTIVE:
        words |= _objective(parts, state, seat, number, say)
    elif kind == Code.DONE:
        key += f".{phase}"
    elif kind in CUBE_KINDS:
        key, words = f"actions.cube.{phase}", {"cube": say(f"names.{kind.name.lower()}")}
        words["cubes"] = _cubes(state, seat, code, say)
    elif kind == Code.HEX:
        key, words = _hex(parts, state, seat, number, say)
    elif kind == Code.PLACE:
        words |= _place(parts, state, number, say)
    return say(key, **words) if key in say.keys else _notations()[code]


def objective_words(parts: Row, tile: int, say: Phrases) -> str:
    """What the objective on a tile asks for."""
    _, ask, need, pay = parts["objectives"][tile].tolist()
    level = ROMAN[min(need, DEEPEST)]
    return say(f"objectives.{Ask(ask).name.lower()}", need=need, pay=pay, level=level)


def _several(say: Phrases, **things: int) -> str:
    """Some things with their numbers; none of which there are none."""
    return ", ".join(say.count(thing, number) for thing, number in things.items() if number)


def _gain(say: Phrases, **things: int) -> str:
    """What an action brings, to be put behind it."""
    what = _several(say, **things)
    return say("actions.gain", what=what) if what else ""


def _event(state: Row, event: int, say: Phrases) -> Words:
    way = abs(event - int(state.dice[state.season]))
    cost = say("actions.price", larvae=say.count("larvae", way)) if way else ""
    return {"name": say(f"events.{event}"), "cost": cost}


def _nurses(state: Row, seat: int, kind: Code, nurses: int, say: Phrases) -> Words:
    """Nurses on a track and what they breed; `told` names those on earlier tracks, too."""
    placed = [*state.seats[seat].placed.tolist()[: TRACK_KINDS.index(kind)], nurses]
    told: list[str] = []
    for track, count in zip(TRACK_KINDS, placed, strict=False):
        if count:
            who = str(count) if told else say.count("nurses", count)
            born = _born(state, seat, track, count, say)
            told.append(say(f"brood.{track.name.lower()}", nurses=who) + born)
    return {
        "nurses": say.count("nurses", nurses),
        "gain": _born(state, seat, kind, nurses, say),
        "told": say("brood.some", placed=_listed(told, say)) if told else say("brood.none"),
    }


def _born(state: Row, seat: int, kind: Code, nurses: int, say: Phrases) -> str:
    """What nurses breed, with the event of the season."""
    from formicarium.games.myrmes.rules.brood import larvae_for, soldiers_for, workers_for

    breed = {Code.LARVAE: larvae_for, Code.WORKERS: workers_for, Code.SOLDIERS: soldiers_for}
    if kind not in breed:
        return ""
    return _gain(say, **{kind.name.lower(): int(breed[kind](state, state.seats[seat], nurses))})


def _listed(things: list[str], say: Phrases) -> str:
    """Things as they are said one after the other."""
    if len(things) < 2:
        return "".join(things)
    return say("lists.and", some=", ".join(things[:-1]), last=things[-1])


def _cubes(state: Row, seat: int, code: int, say: Phrases) -> str:
    """All cubes that a seat names in the harvest or for its storeroom, up to this one."""
    from formicarium.games.myrmes.rules.numbers import within

    me = state.seats[seat]
    hexes = [h for h in range(HEXES) if within(me.picked, h) or code == Code.HEX + h]
    lying = [int(state.cube[hex_]) - 1 for hex_ in hexes]
    counts = [lying.count(cube) + (code == Code.FOOD + cube) for cube in Cube]
    for cube in Cube:
        # In the harvest food is not chosen: the number is that of more cubes, which lie there.
        if cube != Cube.FOOD or state.phase != Phase.HARVEST:
            counts[cube] += int(me.chosen[cube])
    return _listed([say.count(c.name.lower(), counts[c]) for c in Cube if counts[c]], say)


def _points(state: Row, seat: int, source: Points, points: int) -> int:
    """Points from a source, with what the event adds."""
    from formicarium.games.myrmes.rules.colony import extra_point

    return points + int(extra_point(state, state.seats[seat], int(source), points))


def _points_for_cleaning(parts: Row, state: Row, seat: int) -> int:
    """What the pheromone below the worker is worth to the seat."""
    place, owner = (int(held[state.worker - 1]) for held in (state.place, state.owner))
    foreign = place > 0 and owner not in (0, seat + 1)
    points = int(parts.points[parts.form[place - 1]]) if foreign else 0
    return _points(state, seat, Points.CLEANING, points)


def cost_below(state: Row, level: int) -> tuple[int, int]:
    """Earth and stone for the next level, as `level_cost` has them."""
    printed = level == 1 and state.options.level_2_cost == Level2Cost.BOARD
    return LEVEL_COSTS[PRINTED if printed else level]


def _level(state: Row, seat: int, say: Phrases) -> Words:
    """The next level and its cost; at the deepest one there is none."""
    level = min(int(state.seats[seat].level), DEEPEST - 1)
    earth, stone = cost_below(state, level)
    return {"level": ROMAN[level + 1], "cost": _several(say, earth=earth, stone=stone)}


def _objective(parts: Row, state: Row, seat: int, number: int, say: Phrases) -> Words:
    points = _points(state, seat, Points.OBJECTIVES, OBJECTIVE_POINTS[number // PER_LEVEL])
    what = objective_words(parts, int(state.objectives[number]), say)
    return {"n": number + 1, "what": what, "gain": _gain(say, points=points)}


def _place(parts: Row, state: Row, number: int, say: Phrases) -> Words:
    """The hexes of a place, and what they yield to a pheromone."""
    hexes = places()[number].hexes
    cubes = parts["yields"][[*hexes]].tolist() if state.laying <= FORMS else []
    yields = {cube.name.lower(): cubes.count(cube + 1) for cube in Cube}
    return {"hexes": _notations()[Code.PLACE + number].upper(), "gain": _gain(say, **yields)}


def _hex(parts: Row, state: Row, seat: int, hex_: int, say: Phrases) -> tuple[str, Words]:
    """What it means to name a hex now."""
    phase = Phase(int(state.phase))
    what, cube = _thing_at(state, hex_, say), int(state.cube[hex_])
    words: Words = {"hex": HEX_NAMES[hex_].upper(), "what": what}
    words["cube"] = say(f"names.{Cube(cube - 1).name.lower()}") if cube else ""
    key = f"actions.hex.{phase.name.lower()}"
    if phase == Phase.HARVEST:
        words["cubes"] = _cubes(state, seat, Code.HEX + hex_, say)
    if phase != Phase.GARDEN:
        return key, words
    ground = Ground(int(state.ground[hex_]))
    if Ground.LADYBUG <= ground <= Ground.SPIDER:
        _, soldiers, food, points = parts["prey"][ground].tolist()
        worth = _points(state, seat, Points.HUNTING, points)
        gain = _several(say, food=food, points=worth)
        return f"{key}.hunt", words | {"cost": say.count("soldiers", soldiers), "gain": gain}
    if state.owner[hex_] not in (0, seat + 1):
        return f"{key}.foreign", words | {"cost": say.count("soldiers", _toll(state, hex_))}
    return f"{key}.step", words | {"what": what or _terrain(parts, hex_, say)}


def _thing_at(state: Row, hex_: int, say: Phrases) -> str:
    """The prey, tunnel or tile on a hex, by name; nothing where there is none."""
    ground = Ground(int(state.ground[hex_]))
    if ground == Ground.PHEROMONE:
        form = places()[int(state.place[state.lead[hex_] - 1]) - 1].form
        return say(f"names.{form.name.lower()}")
    if Ground.EMPTY < ground < Ground.WATER:
        return say(f"names.{ground.name.lower()}")
    return ""


def _terrain(parts: Row, hex_: int, say: Phrases) -> str:
    """What an empty hex shows."""
    return say(f"names.{TERRAIN_NAMES[int(parts.yields[hex_])]}")


def _toll(state: Row, hex_: int) -> int:
    """Soldiers for entering a foreign element: none if it is paid for."""
    element = int(state.lead[hex_]) - 1 if state.lead[hex_] else hex_
    return 1 - (int(state.paid[element // WORD]) >> element % WORD & 1)
