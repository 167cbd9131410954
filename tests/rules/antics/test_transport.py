"""Section 8: transport."""

from __future__ import annotations

from typing import Any

import pytest

import formicarium as fm
from formicarium.games.antics.components import make_parts
from formicarium.games.antics.rules.transport import neighbours
from tests.rules.antics.helpers import (
    again,
    at_home,
    carrying,
    colony,
    fields,
    offered,
    phase,
    play,
    position,
    prey,
    refuse,
    soldiers,
    texts,
)
from tests.rules.antics.reckoning import BOARD, ENDS, LEAF_AT, PREY, PREY_AT, TERRAIN, TILES, Doc


def transport(*colonies: Doc, steps: int = 5, **fields: Any) -> fm.State:
    return position(*colonies, phase="transport", steps=steps, **fields)


def way_to(clearing: int) -> list[int]:
    """The fewest paths from the great anthill to a clearing, without the gorge."""
    routes: dict[int, list[int]] = {0: []}
    while clearing not in routes:
        for here, route in list(routes.items()):
            for path in TERRAIN:
                if here in ENDS[path]:
                    (there,) = ENDS[path] - {here}
                    if len(routes.get(there, TERRAIN)) > len(route) + 1:
                        routes[there] = [*route, path]
    return routes[clearing]


@pytest.mark.rule("AN-8.1")
@pytest.mark.parametrize("level", [1, 2, 3, 4, 5])
def test_up_to_as_many_steps_as_the_level(level: int) -> None:
    line = ["load 13", "carry brown 16; to 5", "carry brown 5; home", "load 22", "load 23"]
    state = transport({"workers": [5, 15, 16, 34, 36]}, steps=level)
    for number, step in enumerate(line[:level], 1):
        assert fields(state, "steps") == [level - number + 1]
        play(state, step)
        assert phase(state) == ("transport" if number < level else "act")


@pytest.mark.rule("AN-8.1")
def test_several_pieces_in_one_action() -> None:
    state = play(transport({"workers": [1, 8, 2, 9]}), "load 6; load 7; carry brown 8")
    assert carrying(state) == ["brown 1", "brown 9"]


@pytest.mark.rule("AN-8.1")
@pytest.mark.parametrize("action", ["use 2", "end", "place 2", "hatch red", "to 5", "home"])
def test_nothing_else_happens_in_between(action: str) -> None:
    assert refuse(transport({"workers": [5, 16]}), action) == "AN-8.1"


@pytest.mark.rule("AN-8.2")
@pytest.mark.parametrize("clearing", sorted({*PREY_AT, *LEAF_AT}))
def test_loading_from_a_clearing_at_either_end(clearing: int) -> None:
    for path in (path for path in TERRAIN if clearing in ENDS[path]):
        (far,) = ENDS[path] - {clearing}
        chain = list(dict.fromkeys([*way_to(far), path]))
        state = play(transport({"workers": chain}), f"load {clearing}")
        food = PREY_AT.get(clearing) or LEAF_AT[clearing]
        if phase(state) == "give":
            play(state, f"to {path}")
        assert carrying(state) == [f"{food} {path}"]


@pytest.mark.rule("AN-8.2")
def test_the_piece_leaves_the_clearing() -> None:
    state = play(transport({"workers": [5, 15, 16, 34]}), "load 22; load 13")
    assert prey(state)["butterfly"] == 2
    assert state.to_position()["leaves"] == [6, 7, 9, 11, 14, 15, 17, 18, 19]
    assert refuse(state, "load 13") == "AN-8.2"


@pytest.mark.rule("AN-8.2")
@pytest.mark.parametrize("clearing", [0, 1, 5, 6, 22, 26, 31])
def test_nothing_from_elsewhere(clearing: int) -> None:
    assert refuse(transport({"workers": [5, 16]}), f"load {clearing}") == "AN-8.2"


@pytest.mark.rule("AN-8.3")
@pytest.mark.parametrize(
    "has",
    [
        {"carrying": ["butterfly 15"]},
        {"waiting": ["butterfly"]},
        {"stored": {"butterfly": 5}},
    ],
    ids=["on an ant", "beside the hill", "on the hill"],
)
def test_no_second_prey_of_a_kind(has: Doc) -> None:
    state = transport({"workers": [5, 15, 34, 36], **has})
    assert offered(state, "load") == ["23"]
    assert refuse(state, "load 22") == "AN-8.3"
    play(state, "load 23")
    assert "ladybird 36" in carrying(state)


@pytest.mark.rule("AN-8.3")
def test_a_kind_twice_with_one_player_is_no_position() -> None:
    for has in (
        {"carrying": ["butterfly 34"], "waiting": ["butterfly"]},
        {"carrying": ["butterfly 34"], "stored": {"butterfly": 5}},
        {"carrying": ["butterfly 34", "butterfly 15"]},
        {"waiting": ["butterfly", "butterfly"]},
        {"waiting": ["butterfly"], "stored": {"butterfly": 5}},
    ):
        with pytest.raises(fm.BadPosition):
            position({"workers": [5, 15, 34], **has})


@pytest.mark.rule("AN-8.3")
def test_others_may_have_the_same_kind() -> None:
    rival: Doc = {"workers": [5, 15, 34], "carrying": ["butterfly 34"]}
    state = play(transport({"workers": [5, 15, 34]}, rival), "load 22")
    assert carrying(state) == carrying(state, 1) == ["butterfly 34"]


@pytest.mark.rule("AN-8.4")
def test_any_number_of_leaves() -> None:
    own: Doc = {
        "workers": [1, 8, 4, 14],
        "carrying": ["brown 1"],
        "brown": 2,
        "green": 3,
    }
    state = transport(own, leaves=[6, 11, 14, 19])
    play(state, "load 6; load 11")
    assert carrying(state) == ["brown 1", "brown 14", "brown 8"]


@pytest.mark.rule("AN-8.5")
@pytest.mark.parametrize(
    ("one", "other", "clearing"),
    [(5, 16, 5), (16, 21, 13), (15, 34, 12), (26, 0, 16), (27, 26, 16)],
)
def test_passing_between_paths_that_share_a_clearing(one: int, other: int, clearing: int) -> None:
    assert ENDS[one] & ENDS[other] == {clearing}
    names = [path or "gorge" for path in (one, other)]
    for giver, taker in (names, names[::-1]):
        own: Doc = {
            "workers": [5, 15, 16, 21, 33, 34, "gorge", 26, 27],
            "carrying": [f"green {giver}"],
        }
        state = play(transport(own), f"carry green {giver}; to {taker}")
        assert carrying(state) == [f"green {taker}"]


@pytest.mark.rule("AN-8.5")
def test_no_passing_over_a_distance() -> None:
    state = transport({"workers": [5, 15, 16, 34], "carrying": ["green 34"]})
    play(state, "carry green 34")
    assert carrying(state) == ["green 15"]
    state = transport({"workers": [1, 5, 6, 15, 16], "carrying": ["green 15"]})
    play(state, "carry green 15")
    assert offered(state, "to") == ["5", "6", "16"]
    assert refuse(state, "to 1") == "AN-8.5"


@pytest.mark.rule("AN-8.6")
def test_nothing_is_passed_through_the_great_anthill() -> None:
    state = transport({"workers": [1, 2, 5, 15], "carrying": ["green 5"]})
    play(state, "carry green 5")
    assert texts(state) == ["to 15", "home"]
    for path in (1, 2):
        assert refuse(state, f"to {path}") == "AN-8.6"
    state = transport({"workers": [1, 2, "gorge"], "carrying": ["green 2"]})
    play(state, "carry green 2")
    assert at_home(state) == ["green"]


def neighbours_of(path: int, *more: Doc) -> set[int]:
    """The paths to which the rules let food be passed, on our map with some paths more."""
    board = {**BOARD, "paths": [*BOARD["paths"], *more]}
    bits = neighbours(make_parts({"antics/board": board, "antics/tiles": TILES}), path)
    return {number for number in range(48) if int(bits) >> number & 1}


@pytest.mark.rule("AN-8.5", "AN-8.6")
@pytest.mark.parametrize("path", ENDS)
def test_neighbours_share_a_clearing_that_is_not_the_great_anthill(path: int) -> None:
    shared = {other for other in ENDS if ENDS[other] & ENDS[path] - {0}}
    assert neighbours_of(path) == shared - {path}


@pytest.mark.rule("AN-8.6")
def test_paths_that_meet_elsewhere_too_are_neighbours() -> None:
    assert ENDS[5] == {0, 5}
    twin: Doc = {"id": 41, "ends": [5, 0], "terrain": "soil"}
    assert neighbours_of(5, twin) == neighbours_of(5) | {41}
    assert not neighbours_of(41, twin) & {1, 2, 3, 4}


@pytest.mark.rule("AN-8.7")
@pytest.mark.parametrize("path", [1, 2, 3, 4, 5, "gorge"])
@pytest.mark.parametrize("food", ["green", "brown", "beetle"])
def test_delivering_at_the_great_anthill(path: int | str, food: str) -> None:
    state = transport({"workers": [path], "carrying": [f"{food} {path}"]}, steps=1)
    before = prey(state)
    play(state, f"carry {food}" if food == "beetle" else f"carry {food} {path}")
    assert (phase(state), at_home(state), carrying(state)) == ("act", [food], [])
    assert prey(state) == before
    waiting = colony(state)["waiting"]
    assert waiting == (["beetle"] if food == "beetle" else [])


@pytest.mark.rule("AN-8.7")
def test_not_from_anywhere_else() -> None:
    state = play(transport({"workers": [5, 16, 21], "carrying": ["green 16"]}), "carry green 16")
    assert texts(state) == ["to 5", "to 21"]
    assert refuse(state, "home") == "AN-8.7"


@pytest.mark.rule("AN-8.8", "AN-16.3")
@pytest.mark.parametrize("clearing", sorted({*PREY_AT, *LEAF_AT}))
def test_food_from_k_paths_away_takes_k_plus_one_steps(clearing: int) -> None:
    chain = way_to(clearing)
    food = PREY_AT.get(clearing) or LEAF_AT[clearing]
    distance = {"brown": 2, "green": 3, "dragonfly": 4, "grasshopper": 4, "beetle": 4}.get(food, 3)
    assert len(chain) == distance
    state = transport({"workers": chain}, steps=distance + 1)
    play(state, f"load {clearing}")
    for here, there in zip(chain[::-1], [*map(str, chain[-2::-1]), ""], strict=True):
        assert at_home(state) == []
        play(state, f"carry {food}" if food in PREY else f"carry {food} {here}")
        if phase(state) == "give":
            play(state, f"to {there}" if there else "home")
    assert (phase(state), at_home(state)) == ("act", [food])


@pytest.mark.rule("AN-8.8", "AN-7.13")
def test_the_bridge_is_a_short_cut() -> None:
    state = transport({"workers": ["gorge", 30]}, steps=3)
    play(state, "load 20; carry dragonfly; carry dragonfly; home")
    assert (phase(state), at_home(state)) == ("act", ["dragonfly"])


@pytest.mark.rule("AN-8.9")
def test_one_piece_for_each_ant() -> None:
    state = transport({"workers": [5, 15, 34], "carrying": ["green 34", "brown 15"]})
    assert offered(state, "carry") == ["brown 15"]
    assert refuse(state, "load 22") == "AN-8.9"
    assert refuse(state, "carry green 34") == "AN-8.9"
    with pytest.raises(fm.BadPosition):
        position({"workers": [5], "carrying": ["green 5", "brown 5"]})
    with pytest.raises(fm.BadPosition):
        position({"workers": [5], "carrying": ["green 1"]})


@pytest.mark.rule("AN-8.9")
def test_a_laden_ant_is_not_skipped() -> None:
    # Path 15 is laden: the butterfly must wait until its leaf has moved on.
    own: Doc = {"workers": [5, 15, 34, 36], "carrying": ["butterfly 34", "green 15"]}
    state = play(transport(own, steps=3), "carry butterfly")
    assert carrying(state) == ["butterfly 36", "green 15"]
    state = play(transport(own, steps=3), "carry green 15; to 5; carry butterfly; to 15")
    assert carrying(state) == ["butterfly 15", "green 5"]
    crowded: Doc = {
        "workers": [5, 6, 15, 16, 34],
        "carrying": ["butterfly 15", "green 5"],
    }
    state = play(transport(crowded), "carry butterfly")
    assert offered(state, "to") == ["6", "16", "34"]
    assert refuse(state, "to 5") == "AN-8.9"


@pytest.mark.rule("AN-8.10")
def test_soldiers_do_not_carry() -> None:
    own: Doc = {"workers": [5, 15, 34], "soldiers": [34], "carrying": ["green 34"]}
    state = transport(own)
    assert refuse(state, "load 22") == "AN-8.9"
    assert offered(state, "carry") == ["green 34"]
    with pytest.raises(fm.BadPosition):
        position({**own, "carrying": ["green 34", "brown 34"]})
    assert soldiers(state) == [34]


@pytest.mark.rule("AN-8.10")
def test_the_ant_on_the_gorge_carries() -> None:
    state = transport({"workers": ["gorge", 26, 30], "carrying": ["green 26"]})
    play(state, "carry green 26; to gorge; load 20")
    assert carrying(state) == ["dragonfly 30", "green gorge"]


@pytest.mark.rule("AN-8.11")
def test_ants_of_others_do_not_help() -> None:
    state = transport({"workers": [5, 16]}, {"workers": [5, 15, 34]})
    assert offered(state, "load") == ["13"]
    assert refuse(state, "load 22") == "AN-8.2"
    assert refuse(state, "carry green 5") == "AN-8.5"


@pytest.mark.rule("AN-8.11")
def test_ants_of_others_do_not_hinder() -> None:
    rival: Doc = {
        "workers": [5, 15, 16, 34],
        "soldiers": [16],
        "carrying": ["brown 5", "green 15", "brown 16"],
    }
    state = transport({"workers": [5, 16]}, rival, leaves=[7, 9, 13, 14, 15, 17, 18])
    play(state, "load 13; carry brown 16; carry brown 5; home")
    assert at_home(state) == ["brown"]
    assert carrying(state, 1) == ["brown 16", "brown 5", "green 15"]


@pytest.mark.rule("AN-8.12")
def test_food_may_be_passed_away_from_the_great_anthill() -> None:
    state = transport({"workers": [5, 15, 34], "carrying": ["brown 5"]}, steps=2)
    play(state, "carry brown 5; to 15; carry brown 15; to 34")
    assert (phase(state), carrying(state)) == ("act", ["brown 34"])


@pytest.mark.rule("AN-8.13")
def test_food_is_never_put_back() -> None:
    # The ant on path 34 stands at the clearing of the butterflies and finds nobody to take it.
    own: Doc = {"workers": [5, 15, 34], "carrying": ["butterfly 34", "brown 15", "green 5"]}
    state = transport(own)
    assert texts(state) == ["carry green 5", "done"]
    play(state, "carry green 5")
    assert prey(state)["butterfly"] == 2


@pytest.mark.rule("AN-8.14")
def test_a_kind_is_exhausted_when_its_clearing_is_empty() -> None:
    state = transport({"workers": [5, 15, 34, 36]}, prey={"butterfly": 1, "beetle": 0})
    assert state.view(None)["exhausted"] == ["beetle"]
    play(state, "load 22")
    assert state.view(None)["exhausted"] == ["butterfly", "beetle"]
    play(state, "carry butterfly; to 15; carry butterfly; to 5; carry butterfly; home")
    assert state.view(None)["exhausted"] == ["butterfly", "beetle"]


@pytest.mark.rule("AN-8.15")
@pytest.mark.parametrize("line", ["", "load 13; to 16", "load 13; to 16; carry brown 16; to 5"])
def test_one_may_stop_at_any_time(line: str) -> None:
    state = play(transport({"workers": [5, 16, 21]}), f"{line}; done")
    assert phase(state) == "act"


@pytest.mark.rule("AN-8.16")
def test_the_piece_and_then_who_gets_it() -> None:
    state = play(transport({"workers": [5, 16, 21]}), "load 13")
    assert fields(state, "phase", "pick", "steps") == ["give", "load 13", 5]
    assert texts(state) == ["to 16", "to 21"]
    again(state)
    play(state, "to 16")
    assert fields(state, "phase", "steps") == ["transport", 4]
    play(state, "carry brown 16")
    assert fields(state, "phase", "pick") == ["give", "carry brown 16"]
    assert texts(state) == ["to 5", "to 21"]
    for action in ("carry brown 16", "done", "load 13", "end", "use 2"):
        assert refuse(state, action) == "AN-8.16"
    play(state, "to 5; carry brown 5")
    assert texts(state) == ["to 16", "home"]


@pytest.mark.rule("AN-8.16")
def test_a_piece_that_nobody_can_take_is_not_offered() -> None:
    state = transport({"workers": [5, 16], "carrying": ["green 16"]})
    assert texts(state) == ["carry green 16", "done"]
    assert refuse(state, "load 13") == "AN-8.9"
    assert refuse(state, "carry brown 16") == "AN-8.5"
    assert refuse(state, "carry butterfly") == "AN-8.5"


@pytest.mark.rule("AN-8.17", "AN-9.7")
def test_daniel_brings_a_leaf_home_and_loads_a_butterfly() -> None:
    daniel: Doc = {"workers": [5, 15, 16, 34], "soldiers": [34]}
    rival: Doc = {"workers": [5, 15, 34], "nests": {"red": 1}}
    state = transport(daniel, rival, steps=4)
    play(state, "load 13")
    assert carrying(state) == ["brown 16"]
    play(state, "carry brown 16; to 5; carry brown 5; home")
    assert at_home(state) == ["brown"]
    play(state, "load 22")
    assert (phase(state), carrying(state)) == ("act", ["butterfly 34"])
    assert colony(state)["brown"] == 1
    play(state, "end")
    assert refuse(state, "steal 1 butterfly") == "AN-9.7"
