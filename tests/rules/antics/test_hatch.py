"""Section 6: hatch."""

from __future__ import annotations

import pytest

from tests.rules.antics.helpers import (
    again,
    fields,
    nests,
    offered,
    phase,
    play,
    position,
    refuse,
    supply,
    texts,
)
from tests.rules.antics.reckoning import NESTS, Doc


@pytest.mark.rule("AN-6.1")
@pytest.mark.parametrize("level", [1, 2, 3, 4, 5])
def test_up_to_as_many_as_the_level(level: int) -> None:
    state = position(phase="hatch", steps=level)
    play(state, "; ".join(["hatch soil"] * level))
    assert phase(state) == "act"
    assert (nests(state), supply(state)) == ({"soil": level}, 11 - level)


@pytest.mark.rule("AN-6.1", "AN-1.6")
@pytest.mark.parametrize("nest", NESTS)
def test_into_every_nest(nest: str) -> None:
    state = play(position(phase="hatch", steps=1), f"hatch {nest}")
    assert nests(state) == {nest: 1}


@pytest.mark.rule("AN-6.2")
@pytest.mark.parametrize("nest", NESTS)
def test_the_second_goes_where_the_first_went(nest: str) -> None:
    state = play(position(phase="hatch", steps=5), f"hatch {nest}")
    assert texts(state) == [f"hatch {nest}", "done"]
    for other in set(NESTS) - {nest}:
        assert refuse(state, f"hatch {other}") == "AN-6.2"
    again(state)


@pytest.mark.rule("AN-6.2")
def test_each_action_begins_anew() -> None:
    state = play(position(), "use 4; hatch water; hero hatch; hatch red")
    assert nests(state) == {"water": 1, "red": 1}


@pytest.mark.rule("AN-6.3")
def test_from_the_third_on_the_nest_is_free() -> None:
    state = play(position(phase="hatch", steps=5), "hatch water; hatch water")
    assert offered(state, "hatch") == [*NESTS]
    again(state)
    play(state, "hatch red")
    assert offered(state, "hatch") == [*NESTS]
    play(state, "hatch stone; hatch flower")
    assert nests(state) == {"water": 2, "red": 1, "stone": 1, "flower": 1}
    assert phase(state) == "act"


@pytest.mark.rule("AN-6.4")
@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("", {}),
        ("hatch water", {"water": 1}),
        ("hatch water; hatch water", {"water": 2}),
        ("hatch water; hatch water; hatch red", {"water": 2, "red": 1}),
    ],
)
def test_one_may_stop_at_any_number(line: str, found: dict[str, int]) -> None:
    state = play(position(phase="hatch", steps=5), f"{line}; done")
    assert (phase(state), nests(state)) == ("act", found)


@pytest.mark.rule("AN-6.5")
@pytest.mark.parametrize("left", [1, 2, 3])
def test_no_more_than_the_supply(left: int) -> None:
    state = position({"nests": {"grass": 11 - left}}, phase="hatch", steps=5)
    play(state, "; ".join(["hatch water"] * left))
    assert (phase(state), supply(state)) == ("act", 0)


@pytest.mark.rule("AN-6.5", "AN-9.1")
def test_an_empty_supply_that_a_theft_would_fill() -> None:
    thief: Doc = {"nests": {"red": 10}, "workers": [2]}
    victim: Doc = {"workers": [2], "carrying": ["green 2"]}
    state = position(thief, victim, phase="hatch", steps=2)
    assert texts(state) == ["done", "steal 2 green 2"]
    assert refuse(state, "hatch water") == "AN-6.5"
    play(state, "steal 2 green 2")
    assert offered(state, "hatch") == [*NESTS]
    play(state, "hatch soil")
    assert (phase(state), nests(state)) == ("act", {"red": 9, "soil": 1})


@pytest.mark.rule("AN-6.6")
def test_nests_hold_any_number_of_anybody() -> None:
    state = position(
        {"nests": {"water": 10}}, *[{"nests": {"water": 11}}] * 3, phase="hatch", steps=1
    )
    play(state, "hatch water")
    assert [nests(state, number) for number in range(4)] == [{"water": 11}] * 4


@pytest.mark.rule("AN-6.7")
def test_daniel_hatches_four() -> None:
    state = position(phase="hatch", steps=4)
    play(state, "hatch water; hatch water; hatch grass; hatch red")
    assert nests(state) == {"water": 2, "grass": 1, "red": 1}
    assert (phase(state), supply(state)) == ("act", 7)
    state = play(position(phase="hatch", steps=4), "hatch water")
    assert refuse(state, "hatch grass") == "AN-6.2"


@pytest.mark.rule("AN-6.1", "AN-6.2", "AN-6.3")
def test_a_hatching_as_a_position() -> None:
    bound = position({"nests": {"water": 1}}, phase="hatch", steps=3, first_nest="water")
    assert offered(bound, "hatch") == ["water"]
    free = position({"nests": {"water": 2}}, phase="hatch", steps=3, first_nest="any")
    assert offered(play(free, "hatch red"), "hatch") == [*NESTS]
    begun = position({"nests": {"water": 1}}, phase="hatch", steps=3)
    assert offered(play(begun, "hatch red"), "hatch") == ["red"]
    assert fields(begun, "steps", "first_nest") == [2, "red"]
