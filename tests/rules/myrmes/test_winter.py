"""Section 16: winter."""

from __future__ import annotations

import itertools
from typing import Any

import pytest

import formicarium as fm
from tests.rules.myrmes.helpers import (
    again,
    fewer,
    gained,
    last_worker,
    own,
    phase,
    play,
    position,
    refuse,
    store,
    stroll,
    texts,
    when,
)
from tests.rules.myrmes.reckoning import Doc

FED: Doc = {"food": 6, "level": 2, "larvae": 0}


def autumn(*seats: Doc, **fields: Any) -> fm.State:
    """The last worker of the autumn ends her action."""
    return play(last_worker(*seats, season="autumn", **fields), "done")


@pytest.mark.rule("MY-16.1", "MY-16.7")
@pytest.mark.parametrize(("year", "due"), [(1, 4), (2, 5), (3, 6)])
def test_food_by_year(year: int, due: int) -> None:
    state = autumn(FED, year=year)
    assert store(state) == (6 - due, 0, 0)
    assert gained(state) == {}
    waiting = position({"larvae": 3}, phase="winter", year=year)
    assert waiting.view(0)["winter"] == due


@pytest.mark.rule("MY-16.2", "MY-16.3")
@pytest.mark.parametrize(("soldiers", "paid"), [(0, 4), (1, 3), (3, 1), (4, 0), (7, 0)])
def test_soldiers_make_it_less(soldiers: int, paid: int) -> None:
    state = autumn({**FED, "soldiers": soldiers})
    assert store(state) == (6 - paid, 0, 0)
    assert own(state)["soldiers"] == soldiers
    assert gained(state) == {}


@pytest.mark.rule("MY-16.4", "MY-16.5")
@pytest.mark.parametrize("food", range(5))
@pytest.mark.parametrize(("year", "due"), [(1, 4), (2, 5), (3, 6)])
def test_each_food_missing_costs_three(food: int, year: int, due: int) -> None:
    state = autumn({"food": food, "larvae": 2}, year=year)
    assert store(state)[0] == 0
    missing = due - food
    assert gained(state) == ({"winter": -3 * missing} if missing else {})


@pytest.mark.rule("MY-16.4")
def test_other_cubes_are_no_food() -> None:
    state = autumn({"earth": 2, "stone": 2})
    assert (store(state), gained(state)) == ((0, 2, 2), {"winter": -12})


@pytest.mark.rule("MY-16.5")
def test_a_hungry_first_year() -> None:
    state = autumn(*({"larvae": 0} for _ in range(4)))
    assert state.scores() == [-2] * 4
    assert [gained(state, by) for by in range(4)] == [{"winter": -12}] * 4


@pytest.mark.rule("MY-16.6")
def test_larvae_are_converted_or_kept() -> None:
    state = position({"larvae": 7, "food": 1}, phase="winter")
    assert (state.to_act, texts(state)) == ((0,), ["convert", "done"])
    for wrong in ("food", "event 5", "larvae 1", "d4", "room 0"):
        assert refuse(state, wrong) == "MY-16.6"
    again(state)
    play(state, "convert")
    # Nothing changes before all have decided; a second conversion is possible.
    assert (own(state)["larvae"], texts(state)) == (7, ["convert", "done"])
    again(state)
    two, one = play(state.copy(), "convert"), play(state.copy(), "done")
    assert (own(two)["larvae"], gained(two)) == (1, {"winter": -3})
    assert (own(one)["larvae"], gained(one)) == (4, {"winter": -6})


@pytest.mark.rule("MY-16.6", "MY-3.4")
@pytest.mark.parametrize(
    ("me", "asked"),
    [
        ({"larvae": 3}, True),
        ({"larvae": 2}, False),
        ({"larvae": 9, "food": 4}, False),
        ({"larvae": 9, "food": 3}, True),
        ({"larvae": 9, "food": 3, "soldiers": 1}, False),
        ({"larvae": 9, "soldiers": 4}, False),
    ],
)
def test_only_while_food_is_missing(me: Doc, asked: bool) -> None:
    state = autumn(me)
    assert (phase(state) == "winter") is asked


@pytest.mark.rule("MY-16.6")
def test_not_more_than_is_missing() -> None:
    state = position({"larvae": 12, "food": 2}, phase="winter")
    play(state, "convert; convert")
    assert (phase(state), own(state)["larvae"], store(state)) == ("brood", 6, (0, 0, 0))
    assert gained(state) == {}


@pytest.mark.rule("MY-16.6", "MY-3.5")
@pytest.mark.parametrize("order", list(itertools.permutations(range(3))))
def test_all_decide_at_once(order: tuple[int, ...]) -> None:
    mine: Doc = {"larvae": 4, "food": 3}
    answers = {0: "convert", 1: "done", 2: "convert"}
    state = position(mine, mine, mine, {"larvae": 2, "food": 4}, phase="winter")
    assert state.to_act == (0, 1, 2)
    for by in order:
        assert state.scores() == [10] * 4
        play(state, answers[by], by=by)
    assert state.scores() == [10, 7, 10, 10]
    assert [own(state, by)["larvae"] for by in range(4)] == [1, 4, 1, 2]


@pytest.mark.rule("MY-16.8", "MY-18.28")
@pytest.mark.parametrize(
    ("start", "below", "stops"), [(10, -2, 0), (12, 0, 0), (20, 8, 8), (0, -12, 0), (-3, -15, -3)]
)
def test_debt(start: int, below: int, stops: int) -> None:
    me = {"larvae": 0, "points": {"start": start}}
    for choice, left in (("below_zero", below), ("stops_at_zero", stops)):
        state = autumn(me, options={"debt": choice})
        assert state.scores()[0] == left
        assert gained(state) == ({"winter": left - start} if left != start else {})


@pytest.mark.rule("MY-16.9")
def test_the_dice_are_rolled_anew() -> None:
    rolled = set()
    for number in range(1, 30):
        state = autumn(year=1, rng=hex(number * 0x9E3779B97F4A7C15 % 2**64))
        assert (phase(state), when(state)) == ("brood", (2, "spring"))
        dice = state.to_position()["dice"]
        assert all(1 <= pips <= 6 for pips in dice)
        assert [own(state, by)["event"] for by in range(4)] == [dice[0]] * 4
        rolled.add(tuple(dice))
    assert len(rolled) > 15


@pytest.mark.rule("MY-16.10", "MY-18.29", "MY-15.7")
@pytest.mark.parametrize(("choice", "steps"), [("stays", 1), ("moves", 2)])
@pytest.mark.parametrize("first", range(4))
def test_the_first_player_after_winter(choice: str, steps: int, first: int) -> None:
    state = autumn(first=first, options={"token_after_winter": choice})
    assert state.to_position()["first"] == (first + steps) % 4


@pytest.mark.rule("MY-16.10", "MY-15.7")
@pytest.mark.parametrize("players", fewer(range(2, 5), 1))
@pytest.mark.parametrize(("choice", "extra"), [("stays", 0), ("moves", 1)])
def test_the_first_player_through_a_whole_game(players: int, choice: str, extra: int) -> None:
    way = stroll(players, players, (("token_after_winter", choice),) if extra else ())
    begin = way[0]["first"]
    for doc in way:
        if doc["phase"] == "brood":
            seasons = ("spring", "summer", "autumn").index(doc["season"])
            moved = (doc["year"] - 1) * (3 + extra) + seasons
            assert doc["first"] == (begin + moved) % players


@pytest.mark.rule("MY-16.11")
@pytest.mark.parametrize(("action", "points", "larvae"), [("convert", -3, 1), ("done", -6, 4)])
def test_example(action: str, points: int, larvae: int) -> None:
    me = {"soldiers": 1, "food": 2, "larvae": 4}
    state = position(me, phase="winter", year=2)
    play(state, action)
    assert (gained(state), own(state)["larvae"]) == ({"winter": points}, larvae)
    assert store(state) == (0, 0, 0)
