"""What gets to the great anthill leaves the board: nothing is passed across it (AN-8.6)."""

from __future__ import annotations

import itertools
from typing import Any

import pytest

import formicarium as fm
from tests.rules.antics.helpers import (
    at_home,
    carrying,
    fields,
    offered,
    phase,
    play,
    position,
    refuse,
    texts,
    workers,
)
from tests.rules.antics.reckoning import ENDS, GORGE, Doc, neighbours, path_name

# The paths that touch the great anthill, the gorge among them.
AT_THE_ANTHILL = sorted(path for path in ENDS if 0 in ENDS[path])
PAIRS = list(itertools.permutations(AT_THE_ANTHILL, 2))


def names(paths: list[int]) -> list[int | str]:
    return [path or "gorge" for path in paths]


def beyond(path: int) -> int:
    """A path that goes on from the far clearing of one path at the great anthill only."""
    return next(
        other
        for other in ENDS
        if [near for near in AT_THE_ANTHILL if neighbours(near, other)] == [path]
    )


def transport(paths: list[int], *loads: str, steps: int = 5, **more: Any) -> fm.State:
    own: Doc = {"workers": names(paths), "carrying": [*loads]}
    return position(own, phase="transport", steps=steps, **more)


def word(food: str, path: int) -> str:
    """How a piece on a path is named: prey by its kind alone."""
    return f"carry {food} {path_name(path)}" if food in ("green", "brown") else f"carry {food}"


@pytest.mark.rule("AN-8.6")
def test_six_ways_lead_to_the_great_anthill() -> None:
    assert AT_THE_ANTHILL == [GORGE, 1, 2, 3, 4, 5]
    assert all(ENDS[one] & ENDS[other] == {0} for one, other in PAIRS)


@pytest.mark.rule("AN-8.6", "AN-8.7")
@pytest.mark.parametrize(("laden", "empty"), PAIRS)
def test_from_one_side_to_the_other_there_is_no_step(laden: int, empty: int) -> None:
    # The only receiver is the great anthill, so nothing is asked.
    for food in ("green", "brown", "beetle"):
        state = transport([laden, empty], f"{food} {path_name(laden)}")
        play(state, word(food, laden))
        assert (at_home(state), carrying(state)) == ([food], [])


@pytest.mark.rule("AN-8.6")
@pytest.mark.parametrize(("laden", "other_side"), PAIRS)
def test_with_roads_on_both_sides_food_stays_on_its_own(laden: int, other_side: int) -> None:
    near, far = beyond(laden), beyond(other_side)
    state = transport([laden, near, other_side, far], f"green {path_name(laden)}")
    play(state, word("green", laden))
    assert texts(state) == [f"to {path_name(near)}", "home"]
    assert refuse(state, f"to {path_name(other_side)}") == "AN-8.6"
    assert refuse(state, f"to {path_name(far)}") == "AN-8.5"
    play(state, f"to {path_name(near)}")
    assert carrying(state) == [f"green {path_name(near)}"]


@pytest.mark.rule("AN-8.6")
@pytest.mark.parametrize(("near", "other_side"), PAIRS)
def test_the_second_path_of_a_road_gives_to_the_first_alone(near: int, other_side: int) -> None:
    far = beyond(near)
    state = transport([near, far, other_side], f"green {path_name(far)}")
    play(state, word("green", far))
    assert carrying(state) == [f"green {path_name(near)}"]


@pytest.mark.rule("AN-8.6", "AN-8.2")
def test_a_leaf_of_one_side_is_loaded_and_moved_on_that_side() -> None:
    # Path 8 leads from path 1 to the leaf of clearing 6, path 9 from path 2 to that of 7.
    for line, laden in (("load 6; carry brown 8", 1), ("load 7; carry brown 9", 2)):
        state = transport([1, 8, 2, 9])
        assert offered(state, "load") == ["6", "7"]
        assert carrying(play(state, line)) == [f"brown {laden}"]


@pytest.mark.rule("AN-8.6", "AN-8.7")
@pytest.mark.parametrize(("one", "other"), PAIRS)
def test_each_side_hands_in_for_itself(one: int, other: int) -> None:
    state = transport([one, other], f"brown {path_name(one)}", f"green {path_name(other)}")
    play(state, word("brown", one))
    assert (at_home(state), carrying(state)) == (["brown"], [f"green {path_name(other)}"])
    play(state, word("green", other))
    assert (at_home(state), carrying(state)) == (["brown", "green"], [])


@pytest.mark.rule("AN-8.6")
def test_all_sides_at_once() -> None:
    for laden in AT_THE_ANTHILL:
        state = transport(AT_THE_ANTHILL, f"green {path_name(laden)}", steps=1)
        assert texts(state) == [word("green", laden), "done"]
        play(state, word("green", laden))
        assert (phase(state), at_home(state)) == ("act", ["green"])


@pytest.mark.rule("AN-8.6", "AN-8.8")
def test_delivering_is_one_step_and_not_half_of_a_crossing() -> None:
    state = transport([1, 2, 8, 9], "brown 8", steps=3)
    play(state, "carry brown 8; carry brown 1")
    assert texts(state) == ["to 8", "home"]
    play(state, "home")
    assert (fields(state, "steps"), at_home(state), carrying(state)) == ([1], ["brown"], [])


@pytest.mark.rule("AN-8.5", "AN-8.6")
def test_around_the_great_anthill_there_is_a_way() -> None:
    # Path 6 joins the far ends of 1 and 5, path 7 those of 3 and 4.
    for one, between, other in ((1, 6, 5), (5, 6, 1), (3, 7, 4), (4, 7, 3)):
        state = transport([one, between, other], f"green {one}", steps=3)
        play(state, f"carry green {one}")
        assert texts(state) == [f"to {between}", "home"]
        assert refuse(state, f"to {other}") == "AN-8.6"
        play(state, f"to {between}; carry green {between}; to {other}")
        assert carrying(state) == [f"green {other}"]


@pytest.mark.rule("AN-8.6", "AN-7.3")
@pytest.mark.parametrize(("one", "other"), PAIRS)
def test_both_sides_are_one_network_all_the_same(one: int, other: int) -> None:
    # Roads hang together at the great anthill; only food does not cross it.
    state = transport([one, beyond(one), other, beyond(other)], f"green {path_name(one)}")
    assert len(workers(state)) == 4


@pytest.mark.rule("AN-8.6", "AN-8.11")
def test_ants_of_others_do_not_carry_across_either() -> None:
    mine: Doc = {"workers": [1], "carrying": ["green 1"]}
    state = position(mine, {"workers": [1, 2, 8]}, phase="transport", steps=2)
    play(state, "carry green 1")
    assert (at_home(state), carrying(state), carrying(state, 1)) == (["green"], [], [])
