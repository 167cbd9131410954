"""Myrmes: why an action is forbidden, and by which rule."""

from collections.abc import Callable, Mapping
from typing import NamedTuple

from formicarium.core.layout import Row
from formicarium.core.rulebook import Refusal
from formicarium.games.myrmes.actions import CUBE_KINDS, ROMAN, Code, split
from formicarium.games.myrmes.components import HEX_NAMES, places
from formicarium.games.myrmes.rules.atelier import level_cost
from formicarium.games.myrmes.rules.colony import least_size, room_level, size_limit
from formicarium.games.myrmes.rules.garden import is_prey, soldiers_due
from formicarium.games.myrmes.rules.harvest import tile_to_harvest
from formicarium.games.myrmes.rules.objectives import is_unlocked, nurses_owned
from formicarium.games.myrmes.rules.specials import (
    LEVELS,
    can_pay,
    has_marker,
    special_level,
    specials_left,
)
from formicarium.games.myrmes.rules.tiles import cubes_on
from formicarium.games.myrmes.rules.together import is_asked
from formicarium.games.myrmes.rules.turns import all_decide, nurse_acts
from formicarium.games.myrmes.rules.workers import ROOM_LEVELS
from formicarium.games.myrmes.state import (
    DEEPEST,
    FORM_OF,
    LARVAE_PER_FOOD,
    NURSES,
    SIZE_OF,
    Ask,
    Atelier,
    Form,
    Ground,
    Phase,
    Question,
    Special,
)

Why = tuple[str, str, Mapping[str, object]]  # rule, phrase and its values
Reason = Callable[[Row, Row, int, Code, int], Why]


class Wanted(NamedTuple):
    """What has to be decided: by which rule, how that is called, and what could be answered."""

    rule: str
    name: str
    kinds: tuple[Code, ...]
    why: Reason  # one of these answers is wrong


def refusal(parts: Row, state: Row, seat: int, code: int) -> Refusal:
    """The rule that forbids an action, which is known to be illegal."""
    rule, phrase, values = _why(parts, state, seat, code)
    return Refusal(f"MY-{rule}", f"refusals.{phrase}", values)


def _why(parts: Row, state: Row, seat: int, code: int) -> Why:
    if state.phase == Phase.OVER:
        return "17.1", "over", {}
    if not state.to_act >> seat & 1:
        return _not_to_act(parts, state, seat)
    kind, number = split(code)
    wanted = _wanted(parts, state, seat)
    if kind not in wanted.kinds:
        return wanted.rule, f"wanted.{wanted.name}", {}
    if kind == Code.CONVERT:
        return _convert(state, seat)
    return wanted.why(parts, state, seat, kind, number)


def _not_to_act(parts: Row, state: Row, seat: int) -> Why:
    if all_decide(state):
        asked = is_asked(parts, state, seat)
        return ("3.5", "decided", {}) if asked else ("3.4", "nothing", {})
    rule = "2.8" if state.phase == Phase.START else "13.1" if nurse_acts(state) else "6.1"
    return rule, "turn", {"seat": int(state.seat) + 1}


def _wanted(parts: Row, state: Row, seat: int) -> Wanted:
    if all_decide(state):
        return ASKED[Question(int(state.seats[seat].question))]
    wanted = IN_PHASE[Phase(int(state.phase))]
    if state.phase == Phase.GIVE:
        tile = parts.objectives[state.objectives[state.objective - 1]]
        return wanted if tile.ask == Ask.SPECIALS else GROUP
    return wanted


def _convert(state: Row, seat: int) -> Why:
    larvae = int(state.seats[seat].larvae)
    if larvae < LARVAE_PER_FOOD:
        return "3.7", "larvae", {"larvae": larvae}
    return "1.11", "no_food", {}


# --- Phases of all --------------------------------------------------------------------------------


def _event(parts: Row, state: Row, seat: int, kind: Code, number: int) -> Why:
    way = abs(number - int(state.dice[state.season]))
    return "4.4", "event", {"way": way, "larvae": int(state.seats[seat].larvae)}


def _nurses(parts: Row, state: Row, seat: int, kind: Code, number: int) -> Why:
    return "5.1", "nurses", {"nurses": number}


def _hatch(parts: Row, state: Row, seat: int, kind: Code, number: int) -> Why:
    return "5.8", "hatch", {"workers": number}


def _tiles(parts: Row, state: Row, seat: int, kind: Code, number: int) -> Why:
    first = int(tile_to_harvest(parts, state, seat))
    values = {"hex": HEX_NAMES[number], "tile": HEX_NAMES[first]}
    if state.lead[number] != first + 1:
        return "12.3", "other_tile", values
    return "12.2", "no_cube", values


def _more(parts: Row, state: Row, seat: int, kind: Code, number: int) -> Why:
    return "12.7", "must_harvest" if kind == Code.DONE else "no_more_cube", {}


def _scavenge(parts: Row, state: Row, seat: int, kind: Code, number: int) -> Why:
    return "12.5", "scavenge", {}


def _discard(parts: Row, state: Row, seat: int, kind: Code, number: int) -> Why:
    return "15.2", "no_such_cube", {}


# --- Workers --------------------------------------------------------------------------------------


def _start(parts: Row, state: Row, seat: int, kind: Code, number: int) -> Why:
    return "2.8", "start", {"hex": HEX_NAMES[number]}


def _worker(parts: Row, state: Row, seat: int, kind: Code, number: int) -> Why:
    if kind == Code.HEX:
        return "7.1", "tunnel", {"hex": HEX_NAMES[number]}
    me = state.seats[seat]
    level = ROOM_LEVELS[number]
    if level > room_level(state, me):
        return "6.4", "room_level", {"room": level}
    if me.rooms >> level & 1:
        return "6.5", "room_taken", {"room": level}
    return "6.10", "queen", {}


def _garden(parts: Row, state: Row, seat: int, kind: Code, number: int) -> Why:
    if kind == Code.CLEAN:
        return _clean(parts, state)
    if kind == Code.LAY:
        return _lay(state, seat, number)
    return _step(parts, state, seat, number)


def _step(parts: Row, state: Row, seat: int, hex_: int) -> Why:
    values: dict[str, object] = {"hex": HEX_NAMES[hex_]}
    if state.ground[hex_] == Ground.OUTSIDE:
        return "2.5", "outside", values
    if state.ground[hex_] == Ground.WATER:
        return "7.6", "water", values
    if state.lead[hex_] == state.worker:
        return "7.7", "own_hex", values
    if not _is_beside_worker(parts, state, hex_):
        return "7.4", "far", values
    if state.moves == 0:
        return "7.5", "moves", values
    values["soldiers"] = int(soldiers_due(parts, state, seat, hex_))
    return ("8.2", "prey", values) if is_prey(state, hex_) else ("7.11", "toll", values)


def _is_beside_worker(parts: Row, state: Row, hex_: int) -> bool:
    first = int(state.worker) - 1
    place = int(state.place[first])
    hexes = places()[place - 1].hexes if place else (first,)
    return hex_ != first and any(hex_ in parts.neighbours[own] for own in hexes)


def _clean(parts: Row, state: Row) -> Why:
    ground = state.ground[state.worker - 1]
    if ground == Ground.EMPTY:
        return "9.1", "nothing_to_clean", {}
    if ground != Ground.PHEROMONE:
        return "9.8", "uncleanable", {}
    if cubes_on(parts, state, int(state.worker) - 1):
        return "9.2", "cubes", {}
    return "9.1", "no_earth", {}


def _lay(state: Row, seat: int, lay: int) -> Why:
    if state.hunted:
        return "8.8", "hunted", {}
    if state.ground[state.worker - 1] != Ground.EMPTY:
        return "10.2", "not_empty", {}
    return _pheromone(state, seat, lay) if lay < Special.FARM else _special(state, seat, lay)


def _pheromone(state: Row, seat: int, form: int) -> Why:
    me = state.seats[seat]
    size, limit, least = SIZE_OF[form], int(size_limit(state, me)), int(least_size(state, me))
    if size > limit:
        rule = "10.5" if form == Form.PYRAMID else "10.3"
        return rule, "too_large", {"size": size, "limit": limit}
    if size < least:
        return "10.4", "too_small", {"size": size, "least": least}
    if me.left[form] == 0:
        return "10.14", "used_up", {}
    return "10.8", "no_place", {}


def _special(state: Row, seat: int, lay: int) -> Why:
    me = state.seats[seat]
    level = LEVELS[lay - Special.FARM]
    if special_level(state, me) < level:
        return "11.3", "special_level", {"level": ROMAN[level]}
    if not can_pay(me, lay):
        return "11.4", "special_cost", {}
    if not has_marker(state, me):
        return "11.5", "marker", {}
    if specials_left(state, lay) == 0:
        return "11.6", "specials_gone", {}
    return "10.8", "no_place", {}


def _stand(parts: Row, state: Row, seat: int, kind: Code, number: int) -> Why:
    return "9.6", "stand", {"hex": HEX_NAMES[number]}


def _place(parts: Row, state: Row, seat: int, kind: Code, number: int) -> Why:
    place = places()[number]
    grounds = {Ground(int(state.ground[hex_])): HEX_NAMES[hex_] for hex_ in place.hexes}
    if place.form != FORM_OF[state.laying - 1]:
        return "10.16", "form", {}
    if state.worker - 1 not in place.hexes:
        return "10.6", "uncovered", {"hex": HEX_NAMES[state.worker - 1]}
    if Ground.OUTSIDE in grounds:
        return "10.9", "outside", {"hex": grounds[Ground.OUTSIDE]}
    if Ground.WATER in grounds:
        return "10.7", "covers_water", {"hex": grounds[Ground.WATER]}
    occupied = [name for ground, name in grounds.items() if ground != Ground.EMPTY]
    if occupied:
        return "10.8", "occupied", {"hex": occupied[0]}
    return "10.10", "flipped", {}


# --- Atelier --------------------------------------------------------------------------------------


def _atelier(parts: Row, state: Row, seat: int, kind: Code, number: int) -> Why:
    if kind == Code.DONE:
        return "13.5", "idle", {}
    action = ACTION_OF[kind]
    if state.used >> action & 1:
        return "13.2", "used", {}
    if state.used >> action:
        return "13.4", "order", {}
    if action == Atelier.TUNNEL:
        return "13.10", "no_tunnel", {}
    if action == Atelier.LEVEL:
        return _level(state, seat)
    return _nurse(state, seat) if action == Atelier.NURSE else _objective(state, seat, number)


def _level(state: Row, seat: int) -> Why:
    me = state.seats[seat]
    if me.level == DEEPEST:
        return "13.15", "deepest", {}
    earth, stone = level_cost(state, me)
    rule = ("13.12", "13.13", "13.14")[me.level]
    phrase = "level_cost" if earth and stone else "level_earth" if earth else "level_stone"
    return rule, phrase, {"earth": int(earth), "stone": int(stone)}


def _nurse(state: Row, seat: int) -> Why:
    if nurses_owned(state.seats[seat]) == NURSES:
        return "13.18", "nurses_full", {"nurses": NURSES}
    return "13.16", "nurse_cost", {}


def _objective(state: Row, seat: int, number: int) -> Why:
    me, values = state.seats[seat], {"n": number + 1}
    if me.done[number]:
        return "14.3", "objective_done", values
    if not is_unlocked(me, number):
        return "14.2", "objective_closed", values
    return "14.4", "objective_lacking", values


def _dig(parts: Row, state: Row, seat: int, kind: Code, number: int) -> Why:
    values = {"hex": HEX_NAMES[number]}
    if state.ground[number] == Ground.OUTSIDE:
        return "2.5", "outside", values
    if state.ground[number] != Ground.EMPTY:
        return "13.7", "no_dig", values
    return "13.8", "far_dig", values


def _pay(parts: Row, state: Row, seat: int, kind: Code, number: int) -> Why:
    return "14.12", "wanted.pay", {}


def _special_gift(parts: Row, state: Row, seat: int, kind: Code, number: int) -> Why:
    return "14.15", "gift", {"hex": HEX_NAMES[number]}


def _group_gift(parts: Row, state: Row, seat: int, kind: Code, number: int) -> Why:
    return "14.21", "gift", {"hex": HEX_NAMES[number]}


# --- What is wanted -------------------------------------------------------------------------------

ACTION_OF = {
    Code.TUNNEL: Atelier.TUNNEL,
    Code.LEVEL: Atelier.LEVEL,
    Code.NURSE: Atelier.NURSE,
    Code.OBJECTIVE: Atelier.OBJECTIVE,
}
GARDEN_KINDS = (Code.HEX, Code.LAY, Code.CLEAN, Code.CONVERT, Code.DONE)

IN_PHASE = {
    Phase.START: Wanted("2.8", "start", (Code.HEX,), _start),
    Phase.WORKER: Wanted("6.2", "worker", (Code.ROOM, Code.HEX, Code.CONVERT), _worker),
    Phase.GARDEN: Wanted("7.17", "garden", GARDEN_KINDS, _garden),
    Phase.STAND: Wanted("9.6", "stand", (Code.HEX,), _stand),
    Phase.LAY: Wanted("10.16", "lay", (Code.PLACE,), _place),
    Phase.ATELIER: Wanted("13.1", "atelier", (Code.CONVERT, Code.DONE, *ACTION_OF), _atelier),
    Phase.DIG: Wanted("13.7", "dig", (Code.HEX,), _dig),
    Phase.PAY: Wanted("14.12", "pay", CUBE_KINDS, _pay),
    Phase.GIVE: Wanted("14.15", "specials", (Code.HEX,), _special_gift),
}
GROUP = Wanted("14.21", "group", (Code.HEX,), _group_gift)

ASKED = {
    Question.EVENT: Wanted("4.2", "event", (Code.EVENT,), _event),
    Question.LARVAE: Wanted("5.2", "larvae", (Code.LARVAE,), _nurses),
    Question.WORKERS: Wanted("5.2", "workers", (Code.WORKERS,), _nurses),
    Question.SOLDIERS: Wanted("5.2", "soldiers", (Code.SOLDIERS,), _nurses),
    Question.ATELIER: Wanted("5.2", "nurses", (Code.ATELIER,), _nurses),
    Question.HATCH: Wanted("5.8", "hatch", (Code.HATCH,), _hatch),
    Question.TILES: Wanted("12.1", "tiles", (Code.HEX,), _tiles),
    Question.MORE: Wanted("12.7", "more", (Code.HEX, Code.DONE), _more),
    Question.SCAVENGE: Wanted("12.5", "scavenge", CUBE_KINDS, _scavenge),
    Question.CUBES: Wanted("15.2", "cubes", CUBE_KINDS, _discard),
    Question.FEED: Wanted("16.6", "feed", (Code.CONVERT, Code.DONE), _discard),
}
