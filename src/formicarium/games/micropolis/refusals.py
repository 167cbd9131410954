"""Micropolis: why an action is forbidden, and by which rule."""

import numpy as np

from formicarium.core.rulebook import Refusal
from formicarium.games.micropolis.actions import Code, anthill_name, split
from formicarium.games.micropolis.rules import token_holder
from formicarium.games.micropolis.state import ARMY_CAP, Phase

# When each kind of action belongs, and the rule that says so.
BELONGS = {
    Code.TAKE: (Phase.TAKE, "MP-3.2"),
    Code.TAKE_WITH_TOKEN: (Phase.TAKE, "MP-3.2"),
    Code.PLACE: (Phase.PLACE, "MP-4.2"),
    Code.MAN_YES: (Phase.MAN, "MP-5.3"),
    Code.MAN_NO: (Phase.MAN, "MP-5.3"),
    Code.GARRISON: (Phase.SENTINEL, "MP-5.4"),
    Code.WITHDRAW: (Phase.SENTINEL, "MP-5.19"),
    Code.DONE: (Phase.SENTINEL, "MP-5.19"),
    Code.ANTHILL: (Phase.ANTHILL, "MP-10.7"),
    Code.LEAD: (Phase.LEADER, "MP-7.5"),
}


def refusal(parts: np.record, state: np.record, seat: int, code: int) -> Refusal:
    """The rule that forbids an action, which is known to be illegal."""
    kind, number = split(code)
    if state.phase == Phase.OVER:
        return Refusal("MP-8.1", "refusals.over", {})
    if not state.to_act >> seat & 1:
        rule = "MP-7.5" if state.phase == Phase.LEADER else "MP-3.1"
        return Refusal(rule, "refusals.turn", {"seat": int(state.to_act).bit_length()})
    phase, rule = BELONGS[kind]
    if state.phase != phase:
        wanted = Phase(int(state.phase)).name.lower()
        return Refusal(rule, f"refusals.wanted.{wanted}", {})
    if phase == Phase.TAKE:
        return _take(state, kind, number)
    if phase == Phase.SENTINEL:
        return _rearrangement(parts, state, kind, number)
    return Refusal("MP-7.5", "refusals.lead", {"anthill": anthill_name(state, number)})


def _take(state: np.record, kind: Code, number: int) -> Refusal:
    if number >= state.row_length:
        return Refusal("MP-3.7", "refusals.row", {"length": int(state.row_length)})
    if kind == Code.TAKE:
        army = int(state.anthills[state.anthill].army)
        return Refusal("MP-3.5", "refusals.cost", {"cost": number, "army": army})
    if state.anthills[token_holder(state)].tokens == 0:
        return Refusal("MP-3.15", "refusals.token", {})
    return Refusal("MP-3.14", "refusals.free", {})


def _rearrangement(parts: np.record, state: np.record, kind: Code, number: int) -> Refusal:
    anthill = state.anthills[state.anthill]
    size = int(parts.tiles[anthill.tiles[number]].barracks)
    values = {"slot": number + 1, "size": size, "army": int(anthill.army), "cap": ARMY_CAP}
    if size == 0:
        return Refusal("MP-5.19", "refusals.no_barracks", values)
    if state.touched >> number & 1:
        return Refusal("MP-5.23", "refusals.touched", values)
    if kind == Code.GARRISON:
        phrase = "refusals.manned" if anthill.manned[number] else "refusals.too_few"
    else:
        phrase = "refusals.too_many" if anthill.manned[number] else "refusals.empty"
    return Refusal("MP-5.22", phrase, values)
