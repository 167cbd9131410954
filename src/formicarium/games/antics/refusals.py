"""Antics!: why an action is forbidden, and by which rule."""

from formicarium.core.layout import Row
from formicarium.core.rulebook import Refusal, out_of_turn
from formicarium.games.antics.actions import (
    ON_HEX,
    Code,
    food_of_pick,
    food_parts,
    is_load,
    laying_parts,
    split,
    spot_parts,
    take_parts,
    theft_parts,
)
from formicarium.games.antics.rules.food import (
    NOTHING,
    has_free_worker,
    has_prey,
    path_of,
    path_of_prey,
    unladen,
)
from formicarium.games.antics.rules.hill import (
    hex_at,
    hex_beside,
    hex_towards,
    holds_prey,
    is_blocked,
)
from formicarium.games.antics.rules.network import all_soldiers
from formicarium.games.antics.rules.spots import is_double, place_of
from formicarium.games.antics.rules.transport import neighbours, thing_lying
from formicarium.games.antics.state import (
    BRIDGE_SOLDIERS,
    FIRST_HEX,
    GORGE,
    LEVELS,
    PREYS,
    WAYS,
    Gorge,
    Guard,
    Nest,
    Phase,
    RecallGuarded,
    RecallLaden,
    Symbol,
    Workers,
)

# What has to be decided in each phase, and the rule that says so.
WANTED = {
    Phase.ACT: "AN-3.3",
    Phase.SCOUT: "AN-4.2",
    Phase.TILE: "AN-5.2",
    Phase.HEX: "AN-5.15",
    Phase.LAY: "AN-5.15",
    Phase.HATCH: "AN-6.1",
    Phase.ANTS: "AN-7.1",
    Phase.TRANSPORT: "AN-8.1",
    Phase.GIVE: "AN-8.16",
    Phase.STORE: "AN-10.2",
    Phase.RETURN: "AN-10.7",
    Phase.ANTEATER: "AN-11.2",
}


def refusal(parts: Row, state: Row, seat: int, code: int) -> Refusal:
    """The rule that forbids an action, which is known to be illegal."""
    kind, number = split(code)
    phase = Phase(int(state.phase))
    waits = out_of_turn(state, seat, over="AN-12.4", turn="AN-3.1")
    if waits:
        return waits
    if kind == Code.STEAL and phase in (Phase.HEX, Phase.LAY, Phase.GIVE):
        return _no("AN-9.1", "theft_in_step")
    if kind == Code.STEAL and phase >= Phase.STORE:
        return _no("AN-9.9", "theft_in_clean_up")
    if kind != Code.STEAL and kind not in BY_PHASE[phase]:
        return _no(WANTED[phase], f"wanted.{phase.name.lower()}")
    return REASONS[kind](parts, state, seat, number)


def _no(rule: str, phrase: str, **values: object) -> Refusal:
    return Refusal(rule, f"refusals.{phrase}", values)


def _there(rule: str, phrase: str, path: int, **values: object) -> Refusal:
    """A refusal that names a path, or the gorge, which has no number."""
    if path == GORGE:
        return _no(rule, f"{phrase}.gorge", **values)
    return _no(rule, f"{phrase}.path", path=path, **values)


# --- Using the hill -------------------------------------------------------------------------------


def _use(parts: Row, state: Row, seat: int, index: int) -> Refusal:
    me, number = state.colonies[seat], index + FIRST_HEX
    if state.actions == 0:
        return _no("AN-3.2", "no_action")
    if number > me.hexes:
        return _no("AN-3.3", "no_hex", hex=number)
    if me.symbol[number] == Symbol.FUNGUS:
        return _no("AN-1.3", "fungus", hex=number)
    if number in state.marked:
        return _no("AN-3.5", "used_hex", hex=number)
    return _no("AN-3.7", "prey_on_hex", hex=number)


def _hero(parts: Row, state: Row, seat: int, number: int) -> Refusal:
    if state.actions == 0:
        return _no("AN-3.2", "no_action")
    return _no("AN-3.9", "hero")


def _take(parts: Row, state: Row, seat: int, take: int) -> Refusal:
    place, row = take_parts(take)
    if place != state.scout_field:
        return _no("AN-4.1", "other_field", field=int(state.scout_field))
    if state.display[place - 1, row] < 0:
        return _no("AN-4.5", "anteater_there")
    return _no("AN-4.4", "empty_place")


# --- Building -------------------------------------------------------------------------------------


def _tile(parts: Row, state: Row, seat: int, number: int) -> Refusal:
    return _no("AN-5.1", "no_tile")


def _hex(parts: Row, state: Row, seat: int, spot: int) -> Refusal:
    me = state.colonies[seat]
    number, side = spot_parts(spot)
    if number > me.hexes:
        return _no("AN-5.6", "no_hex", hex=number)
    if side != ON_HEX:
        return _beside(me, spot)
    if is_blocked(state, me, number):
        return _in_the_way(state, number)
    if me.height[number] == LEVELS:
        return _no("AN-5.5", "too_high", hex=number, level=LEVELS)
    around = [int(hex_beside(me, number, way)) for way in range(WAYS)]
    flat = [way for way, n in enumerate(around) if n and me.height[n] == me.height[number]]
    if not flat:
        return _no("AN-5.4", "not_flat", hex=number)
    others = [around[way] for way in flat if way != me.mate[number]]
    if not others:
        return _no("AN-5.8", "one_tile", hex=number)
    return _in_the_way(state, next((n for n in others if n in state.marked), others[0]))


def _in_the_way(state: Row, number: int) -> Refusal:
    """What lies on a hex that may not be covered."""
    if number in state.marked:
        return _no("AN-5.10", "marker_below", hex=number)
    return _no("AN-5.11", "prey_below", hex=number)


def _beside(me: Row, spot: int) -> Refusal:
    number, _ = spot_parts(spot)
    q, r = map(int, place_of(me, spot))
    if hex_at(me, q, r):
        return _no("AN-5.17", "taken_ground", hex=number)
    around = [int(hex_towards(me, q, r, way)) for way in range(WAYS)]
    lowest = min(number for number in around if number)
    if lowest != number:
        return _no("AN-5.17", "other_name", hex=lowest)
    return _no("AN-5.4", "hole")


def _lay(parts: Row, state: Row, seat: int, laying: int) -> Refusal:
    me, spot = state.colonies[seat], int(state.spot) - 1
    below, side = spot_parts(spot)
    way, swapped = laying_parts(laying)
    q, r = map(int, place_of(me, spot))
    other = int(hex_towards(me, q, r, way))
    if side != ON_HEX:
        if other:
            return _no("AN-5.4", "half_on_hill")
        return _no("AN-5.18", "alike" if is_double(int(state.tile)) else "swapped")
    if swapped:
        return _no("AN-5.18", "swapped")
    if me.height[other] != me.height[below]:
        return _no("AN-5.4", "not_flat", hex=below)
    if me.mate[below] == way:
        return _no("AN-5.8", "one_tile", hex=below)
    return _in_the_way(state, other)


# --- Hatching and sending out ---------------------------------------------------------------------


def _hatch(parts: Row, state: Row, seat: int, number: int) -> Refusal:
    if state.first_nest > 0 and number + 1 != state.first_nest:
        return _no("AN-6.2", "second_nest")
    return _no("AN-6.5", "no_ants")


def _place(parts: Row, state: Row, seat: int, path: int) -> Refusal:
    me = state.colonies[seat]
    if path == GORGE:
        return _bridge(state, me)
    if not parts.exists >> path & 1:
        return _no("AN-7.2", "no_path", path=path)
    if me.net >> path & 1 and state.options.workers == Workers.ONE:
        return _no("AN-7.5", "worker_there", path=path)
    if me.nests[parts.terrain[path]] == 0:
        return _no("AN-7.2", "empty_nest", path=path)
    return _no("AN-7.3", "not_joined", path=path)


def _bridge(state: Row, me: Row) -> Refusal:
    if me.net >> GORGE & 1:
        return _no("AN-7.12", "bridge_there")
    if state.steps < BRIDGE_SOLDIERS:
        return _no("AN-7.10", "bridge_steps", steps=int(state.steps))
    if me.nests[Nest.RED] < BRIDGE_SOLDIERS:
        return _no("AN-7.9", "bridge_soldiers", soldiers=int(me.nests[Nest.RED]))
    return _no("AN-7.11", "bridge_not_joined")


def _secure(parts: Row, state: Row, seat: int, path: int) -> Refusal:
    me = state.colonies[seat]
    if path == GORGE and state.options.gorge == Gorge.APART:
        return _no("AN-7.14", "gorge_apart")
    if not me.net >> path & 1:
        return _there("AN-7.6", "no_worker", path)
    if all_soldiers(state) >> path & 1:
        return _there("AN-7.7", "soldier_there", path)
    return _no("AN-7.6", "no_soldier")


def _recall(parts: Row, state: Row, seat: int, path: int) -> Refusal:
    me = state.colonies[seat]
    if not me.net >> path & 1:
        return _there("AN-7.15", "no_worker", path)
    laden = not has_free_worker(me, path)
    if laden and state.options.recall_laden == RecallLaden.FORBIDDEN:
        return _there("AN-7.17", "recall_laden", path)
    if me.soldiers >> path & 1 and state.options.recall_guarded == RecallGuarded.SOLDIER_FIRST:
        return _there("AN-7.18", "recall_guarded", path)
    return _there("AN-7.16", "recall_cuts", path)


def _dismiss(parts: Row, state: Row, seat: int, path: int) -> Refusal:
    return _there("AN-7.15", "no_own_soldier", path)


def _leave(parts: Row, state: Row, seat: int, number: int) -> Refusal:
    return _no("AN-7.15", "nobody_in_nest")


# --- Transport ------------------------------------------------------------------------------------


def _load(parts: Row, state: Row, seat: int, clearing: int) -> Refusal:
    me = state.colonies[seat]
    thing = int(thing_lying(parts, state, clearing))
    if thing == NOTHING:
        return _no("AN-8.2", "nothing_lies", clearing=clearing)
    if thing < PREYS and has_prey(me, thing):
        return _no("AN-8.3", "kind_held")
    if not parts.touching[clearing] & me.net:
        return _no("AN-8.2", "no_worker_beside", clearing=clearing)
    return _no("AN-8.9", "all_laden")


def _carry(parts: Row, state: Row, seat: int, food: int) -> Refusal:
    if _path_of(state.colonies[seat], food) is None:
        return _no("AN-8.5", "not_carried")
    # The network holds together, so there is a neighbour, or the food could be handed in.
    return _no("AN-8.9", "all_laden")


def _path_of(colony: Row, food: int) -> int | None:
    """The path on which a player's ant carries a piece of food, if one does."""
    thing, path = food_parts(food)
    if thing < PREYS:
        path = int(path_of_prey(colony, thing))
        return path if path >= 0 else None
    return path if colony.leaves[thing - PREYS, path] > 0 else None


def _to(parts: Row, state: Row, seat: int, path: int) -> Refusal:
    me, pick = state.colonies[seat], int(state.pick) - 1
    if is_load(pick):
        if not (parts.touching[pick] & me.net) >> path & 1:
            return _there("AN-8.2", "cannot_load", path, clearing=pick)
        return _there("AN-8.9", "laden", path)
    source = int(path_of(me, food_of_pick(pick)))
    if not me.net >> path & 1:
        return _there("AN-8.5", "no_worker", path)
    if not neighbours(parts, source) >> path & 1:
        both = 1 << source | 1 << path
        if path != source and parts.at_anthill & both == both:
            return _there("AN-8.6", "over_anthill", path)
        return _there("AN-8.5", "no_neighbour", path)
    return _there("AN-8.9", "laden", path)


def _home(parts: Row, state: Row, seat: int, number: int) -> Refusal:
    if is_load(int(state.pick) - 1):
        return _no("AN-8.2", "home_from_clearing")
    return _no("AN-8.7", "far_from_home")


# --- Stealing and clean-up ------------------------------------------------------------------------


def _steal(parts: Row, state: Row, seat: int, theft: int) -> Refusal:
    victim, food = theft_parts(theft)
    me = state.colonies[seat]
    path = _path_of(state.colonies[victim], food)
    if victim == seat or path is None:
        return _no("AN-9.2", "nothing_to_steal")
    if path == GORGE and state.options.gorge == Gorge.APART:
        return _no("AN-7.14", "gorge_apart")
    if not me.net >> path & 1:
        return _there("AN-9.2", "no_worker", path)
    if not unladen(me) >> path & 1:
        return _there("AN-9.3", "laden", path)
    if me.nests[Nest.RED] == 0:
        return _no("AN-9.4", "no_soldier")
    if _guards(state, seat, victim) >> path & 1:
        return _there("AN-9.7", "protected", path)
    return _no("AN-9.6", "kind_held")


def _guards(state: Row, thief: int, victim: int) -> int:
    """The paths on which a victim's food is safe from a thief."""
    paths = int(state.colonies[victim].soldiers)
    if state.options.guard == Guard.PATH:
        paths |= int(all_soldiers(state)) & ~int(state.colonies[thief].soldiers)
    return paths


def _store(parts: Row, state: Row, seat: int, index: int) -> Refusal:
    me, number = state.colonies[seat], index + FIRST_HEX
    if number > me.hexes:
        return _no("AN-10.2", "no_hex", hex=number)
    if holds_prey(me, number):
        return _no("AN-10.3", "prey_on_hex", hex=number)
    return _no("AN-10.4", "prey_on_fungus", hex=number)


def _return(parts: Row, state: Row, seat: int, number: int) -> Refusal:
    return _no("AN-10.7", "no_tile")


def _anteater(parts: Row, state: Row, seat: int, number: int) -> Refusal:
    return _no("AN-11.1", "no_new_anteater")


BY_PHASE = {
    Phase.ACT: (Code.USE, Code.HERO, Code.END),
    Phase.SCOUT: (Code.TAKE,),
    Phase.TILE: (Code.TILE,),
    Phase.HEX: (Code.HEX,),
    Phase.LAY: (Code.LAY,),
    Phase.HATCH: (Code.HATCH,),
    Phase.ANTS: (Code.PLACE, Code.SECURE, Code.RECALL, Code.DISMISS, Code.LEAVE),
    Phase.TRANSPORT: (Code.LOAD, Code.CARRY),
    Phase.GIVE: (Code.TO, Code.HOME),
    Phase.STORE: (Code.STORE,),
    Phase.RETURN: (Code.RETURN,),
    Phase.ANTEATER: (Code.ANTEATER,),
}

# Neither the end of a turn nor that of an action is ever refused in its phase.
REASONS = {
    Code.USE: _use,
    Code.HERO: _hero,
    Code.TAKE: _take,
    Code.TILE: _tile,
    Code.HEX: _hex,
    Code.LAY: _lay,
    Code.HATCH: _hatch,
    Code.PLACE: _place,
    Code.SECURE: _secure,
    Code.RECALL: _recall,
    Code.DISMISS: _dismiss,
    Code.LEAVE: _leave,
    Code.LOAD: _load,
    Code.CARRY: _carry,
    Code.TO: _to,
    Code.HOME: _home,
    Code.STEAL: _steal,
    Code.STORE: _store,
    Code.RETURN: _return,
    Code.ANTEATER: _anteater,
}
