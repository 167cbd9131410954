"""Micropolis: why an action is forbidden, and by which rule."""

from formicarium.core.layout import Row
from formicarium.core.rulebook import Refusal, out_of_turn
from formicarium.games.micropolis.actions import Code, anthill_name, split
from formicarium.games.micropolis.rules.leader import candidates
from formicarium.games.micropolis.rules.seats import anthills_each, owner
from formicarium.games.micropolis.rules.taking import token_holder, tokens_of
from formicarium.games.micropolis.state import ARMY_CAP, RING, Edition, Phase

# What has to be decided in each phase, and the rule that says so.
WANTED = {
    Phase.ANTHILL: "MP-10.7",
    Phase.TAKE: "MP-3.2",
    Phase.PLACE: "MP-4.2",
    Phase.MAN: "MP-5.1",
    Phase.SENTINEL: "MP-5.22",
    Phase.LEADER: "MP-7.5",
}

# What can be decided in it.
CODES_OF = {
    Phase.ANTHILL: (Code.ANTHILL,),
    Phase.TAKE: (Code.TAKE, Code.TAKE_WITH_TOKEN),
    Phase.PLACE: (Code.PLACE,),
    Phase.MAN: (Code.MAN_YES, Code.MAN_NO),
    Phase.SENTINEL: (Code.GARRISON, Code.WITHDRAW, Code.DONE),
    Phase.LEADER: (Code.LEAD,),
}


def refusal(parts: Row, state: Row, seat: int, code: int) -> Refusal:
    """The rule that forbids an action, which is known to be illegal."""
    kind, number = split(code)
    phase = Phase(int(state.phase))
    turn = "MP-7.5" if phase == Phase.LEADER else "MP-3.1"
    waits = out_of_turn(state, seat, over="MP-8.1", turn=turn)
    if waits:
        return waits
    if kind == Code.ANTHILL and phase == Phase.TAKE and anthills_each(state) == 2:
        full = state.anthills[state.anthill ^ 1].built == RING
        named = {"anthill": "ab"[state.anthill % 2]}
        return Refusal("MP-10.8" if full else "MP-10.7", "refusals.anthill", named)
    if kind not in CODES_OF[phase]:
        return Refusal(WANTED[phase], f"refusals.wanted.{phase.name.lower()}", {})
    if phase == Phase.TAKE:
        return _take(state, kind, number)
    if phase == Phase.SENTINEL:
        return _rearrangement(parts, state, kind, number)
    return _leader(state, number)


def _take(state: Row, kind: Code, number: int) -> Refusal:
    if number >= state.row_length:
        return Refusal("MP-3.7", "refusals.row", {"length": int(state.row_length)})
    if kind == Code.TAKE:
        rule = "MP-10.9" if anthills_each(state) == 2 else "MP-3.5"
        army = int(state.anthills[state.anthill].army)
        return Refusal(rule, "refusals.cost", {"cost": number, "army": army})
    if state.anthills[token_holder(state)].tokens == 0:
        elsewhere = tokens_of(state, owner(state, state.anthill)) > 0
        return Refusal("MP-10.14" if elsewhere else "MP-3.15", "refusals.token", {})
    return Refusal("MP-3.14", "refusals.free", {})


def _rearrangement(parts: Row, state: Row, kind: Code, number: int) -> Refusal:
    anthill = state.anthills[state.anthill]
    size = int(parts.tiles[anthill.tiles[number]].barracks)
    values = {"slot": number + 1, "size": size, "army": int(anthill.army), "cap": ARMY_CAP}
    if size == 0:
        return Refusal("MP-5.22", "refusals.no_barracks", values)
    if state.touched >> number & 1:
        return Refusal("MP-5.23", "refusals.touched", values)
    if kind == Code.GARRISON:
        phrase = "refusals.manned" if anthill.manned[number] else "refusals.too_few"
    else:
        phrase = "refusals.too_many" if anthill.manned[number] else "refusals.empty"
    return Refusal("MP-5.22", phrase, values)


def _leader(state: Row, number: int) -> Refusal:
    expert = anthills_each(state) == 2
    own = owner(state, number) == owner(state, state.leader)
    if candidates(state) >> number & 1:
        rule = "MP-10.17"
    elif state.options.edition == Edition.FRENCH:
        rule = "MP-10.19" if expert else "MP-7.8"
    elif own:
        rule = "MP-10.16" if expert else "MP-7.3"
    else:
        rule = "MP-10.17" if expert else "MP-7.5"
    return Refusal(rule, "refusals.lead", {"anthill": anthill_name(state, number)})
