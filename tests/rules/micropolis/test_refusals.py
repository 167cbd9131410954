"""Whoever tries what is not allowed is told by which rule, and nothing changes."""

from __future__ import annotations

from collections.abc import Callable

import pytest

import formicarium as fm
from tests.rules.micropolis.helpers import finished, play, position, refuse, texts
from tests.rules.micropolis.reckoning import deal

EXPERT = {"variant": "expert"}


def taking() -> fm.State:
    return position(armies=[2])


def with_token() -> fm.State:
    return position(anthills=[{"tokens": 1}], options={"first_tile_token": "forbidden"})


def short_row() -> fm.State:
    return position(turn=3, anthills=[{}, {}, {}, {"army": 10, "tokens": 1}])


def placing() -> fm.State:
    return play(position(), "take 2")


def manning() -> fm.State:
    return play(position(row=[13]), "take 1; place left")


def sentinel() -> fm.State:
    hill = {"army": 3, "tiles": [7, 17, 60], "manned": [7]}
    return play(position(in_round=4, anthills=[hill], row=[41]), "take 1; place right")


def sentinel_at_nine() -> fm.State:
    hill = {"army": 9, "tiles": [7, 17, 60], "manned": [7]}
    return play(position(in_round=4, anthills=[hill], row=[41]), "take 1; place right")


def sentinel_once() -> fm.State:
    hill = {"army": 5, "tiles": [7, 17, 60], "manned": [7]}
    state = position(in_round=4, anthills=[hill], row=[41])
    return play(state, "take 1; place right; withdraw 1")


def leading() -> fm.State:
    return play(position(turn=3, armies=[5, 5, 5, 4]), "take 1; place left")


def expert() -> fm.State:
    return position(players=2, in_round=3, armies=[1, 9, 5, 5], options=EXPERT)


def expert_taking() -> fm.State:
    return play(expert(), "anthill a")


def expert_half_done() -> fm.State:
    hills = [{"tiles": [60, 61, 7, 10, 12, 31, 36, 45, 25, 2]}]
    return position(players=2, in_round=11, anthills=hills, options=EXPERT)


def expert_leading() -> fm.State:
    state = position(players=3, turn=2, armies=[5, 5, 5, 4, 5, 1], options=EXPERT)
    return play(state, "anthill b; take 1")


NAMED = [
    pytest.param(taking, "take 4", "MP-3.5", marks=pytest.mark.rule("MP-3.5")),
    pytest.param(taking, "take 2 token", "MP-3.15", marks=pytest.mark.rule("MP-3.15")),
    pytest.param(with_token, "take 1 token", "MP-3.14", marks=pytest.mark.rule("MP-3.14")),
    pytest.param(short_row, "take 5", "MP-3.7", marks=pytest.mark.rule("MP-3.7")),
    pytest.param(short_row, "take 5 token", "MP-3.7", marks=pytest.mark.rule("MP-3.7")),
    pytest.param(taking, "place left", "MP-3.2", marks=pytest.mark.rule("MP-3.2")),
    pytest.param(taking, "man yes", "MP-3.2", marks=pytest.mark.rule("MP-3.2")),
    pytest.param(taking, "done", "MP-3.2", marks=pytest.mark.rule("MP-3.2")),
    pytest.param(taking, "lead 2", "MP-3.2", marks=pytest.mark.rule("MP-3.2")),
    pytest.param(placing, "take 1", "MP-4.2", marks=pytest.mark.rule("MP-4.2")),
    pytest.param(placing, "man no", "MP-4.2", marks=pytest.mark.rule("MP-4.2")),
    pytest.param(manning, "take 1", "MP-5.1", marks=pytest.mark.rule("MP-5.1")),
    pytest.param(manning, "garrison 1", "MP-5.1", marks=pytest.mark.rule("MP-5.1")),
    pytest.param(sentinel, "garrison 2", "MP-5.22", marks=pytest.mark.rule("MP-5.22")),
    pytest.param(sentinel, "garrison 1", "MP-5.22", marks=pytest.mark.rule("MP-5.22")),
    pytest.param(sentinel, "withdraw 3", "MP-5.22", marks=pytest.mark.rule("MP-5.22")),
    pytest.param(sentinel, "take 1", "MP-5.22", marks=pytest.mark.rule("MP-5.22")),
    pytest.param(sentinel_at_nine, "withdraw 1", "MP-5.22", marks=pytest.mark.rule("MP-5.22")),
    pytest.param(sentinel_once, "garrison 1", "MP-5.23", marks=pytest.mark.rule("MP-5.23")),
    pytest.param(leading, "lead 1", "MP-7.3", marks=pytest.mark.rule("MP-7.3")),
    pytest.param(leading, "lead 4", "MP-7.5", marks=pytest.mark.rule("MP-7.5")),
    pytest.param(leading, "take 1", "MP-7.5", marks=pytest.mark.rule("MP-7.5")),
    pytest.param(expert, "take 1", "MP-10.7", marks=pytest.mark.rule("MP-10.7")),
    pytest.param(expert_taking, "take 3", "MP-10.9", marks=pytest.mark.rule("MP-10.9")),
    pytest.param(expert_half_done, "anthill a", "MP-10.8", marks=pytest.mark.rule("MP-10.8")),
    pytest.param(expert_leading, "lead 1b", "MP-10.16", marks=pytest.mark.rule("MP-10.16")),
    pytest.param(expert_leading, "lead 2b", "MP-10.17", marks=pytest.mark.rule("MP-10.17")),
]


@pytest.mark.parametrize(("make", "action", "rule"), NAMED)
def test_a_refusal_names_its_rule(make: Callable[[], fm.State], action: str, rule: str) -> None:
    assert refuse(make(), action).rule == rule


@pytest.mark.rule("MP-3.1")
@pytest.mark.parametrize("make", [taking, placing, manning, sentinel, expert_taking])
def test_out_of_turn(make: Callable[[], fm.State]) -> None:
    state = make()
    assert refuse(state, texts(state)[0], by=1).rule == "MP-3.1"


@pytest.mark.rule("MP-8.1")
def test_the_game_is_over() -> None:
    state = finished(deal(1, 2))
    for by in (0, 1):
        assert refuse(state, "take 1", by=by).rule == "MP-8.1"


@pytest.mark.rule("MP-3.2")
@pytest.mark.parametrize(
    "make",
    [taking, short_row, placing, manning, sentinel, sentinel_once, leading, expert, expert_taking],
)
def test_all_other_actions_are_refused(make: Callable[[], fm.State]) -> None:
    state = make()
    (by,) = state.to_act
    size = state.game.actions_size
    legal = set(state.codes(by))
    assert legal
    assert [action.code for action in state.actions(by)] == list(state.codes(by))
    for code in range(size):
        if code not in legal:
            refuse(state, code)
        else:
            play(state.copy(), next(a.text for a in state.actions(by) if a.code == code))


@pytest.mark.rule("MP-3.2")
@pytest.mark.parametrize(
    "nonsense", [-1, 1000, "take 0", "take 8", "place up", "lead 7", "dig", ""]
)
def test_what_is_no_action_is_refused(nonsense: str | int) -> None:
    # No rule forbids it, so none need be named.
    state = taking()
    before = state.to_bytes()
    with pytest.raises(fm.IllegalAction):
        state.play(0, nonsense)
    assert state.to_bytes() == before
