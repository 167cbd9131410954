"""Section 7: the action called ants!."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import pytest

import formicarium as fm
from tests.rules.antics.helpers import (
    again,
    carrying,
    nests,
    offered,
    phase,
    play,
    position,
    refuse,
    soldiers,
    supply,
    texts,
    turret,
    workers,
)
from tests.rules.antics.reckoning import (
    BOARD,
    ENDS,
    NESTS,
    TERRAIN,
    Doc,
    all_tiles,
    joined,
    neighbours,
)

EVERY_NEST = dict.fromkeys(NESTS, 1)


def ants(*colonies: Doc, steps: int = 5, **fields: Any) -> fm.State:
    return position(*colonies, phase="ants", steps=steps, **fields)


@pytest.mark.rule("AN-7.1")
@pytest.mark.parametrize("level", [1, 2, 3, 4, 5])
def test_up_to_as_many_steps_as_the_level(level: int) -> None:
    # Placing and recalling take turns.
    line = ["place 2", "leave stone", "place 10", "recall 10", "leave red"]
    state = ants({"nests": {"water": 2, "stone": 1, "red": 1}}, steps=level)
    for number, action in enumerate(line[:level], 1):
        play(state, action)
        assert phase(state) == ("ants" if number < level else "act")


@pytest.mark.rule("AN-7.1")
@pytest.mark.parametrize("action", ["hatch red", "use 2", "end", "load 6"])
def test_nothing_else_happens_in_between(action: str) -> None:
    assert refuse(ants({"nests": {"water": 1}}), action) == "AN-7.1"


def routes() -> dict[int, list[int]]:
    """For each path a network that leads up to it, without it."""
    found: dict[int, list[int]] = {path: [] for path in TERRAIN if 0 in ENDS[path]}
    while far := set(TERRAIN) - set(found):
        for path in far:
            near = next((near for near in found if neighbours(near, path)), None)
            if near:
                found[path] = [*found[near], near]
    return found


ROUTES = routes()


@pytest.mark.rule("AN-7.2")
@pytest.mark.parametrize("path", range(1, 41))
def test_a_worker_goes_to_a_path_of_its_terrain(path: int) -> None:
    chain = ROUTES[path]
    state = play(ants({"workers": chain, "nests": {TERRAIN[path]: 1}}), f"place {path}; done")
    assert path in workers(state)
    assert (nests(state), supply(state)) == ({}, 11 - len(chain) - 1)
    others = {nest: 1 for nest in NESTS if nest != TERRAIN[path]}
    assert refuse(ants({"workers": chain, "nests": others}), f"place {path}") == "AN-7.2"


@pytest.mark.rule("AN-7.2")
def test_no_such_path() -> None:
    assert refuse(ants({"nests": EVERY_NEST}), "place 41") == "AN-7.2"


@pytest.mark.rule("AN-7.3")
@pytest.mark.parametrize(
    ("own", "reach"),
    [
        ([], {1, 2, 3, 4, 5}),
        ([2], {1, 3, 4, 5, 9, 10}),
        ([1], {2, 3, 4, 5, 6, 8}),
        ([5, 15], {1, 2, 3, 4, 6, 16, 18, 34, 36}),
        (["gorge"], {1, 2, 3, 4, 5, 26, 27, 30}),
        ([2, 10, 25], {1, 3, 4, 5, 9, 11, 24, 40}),
    ],
)
def test_joined_to_the_great_anthill_or_the_network(own: list[int | str], reach: set[int]) -> None:
    terrains = dict.fromkeys(NESTS[:5], 1)
    state = ants({"nests": terrains, "workers": own})
    assert set(map(int, offered(state, "place"))) == reach
    for path in set(TERRAIN) - reach - set(own):
        assert refuse(state, f"place {path}") == "AN-7.3"


@pytest.mark.rule("AN-7.3")
def test_the_networks_of_others_do_not_help() -> None:
    state = ants({"nests": {"water": 1}}, {"workers": [2]})
    assert refuse(state, "place 10") == "AN-7.3"
    assert offered(state, "place") == ["2"]


@pytest.mark.rule("AN-7.4")
def test_workers_of_different_players_on_one_path() -> None:
    state = ants({"nests": {"water": 1}}, {"workers": [2]}, {"workers": [2]}, {"workers": [2]})
    play(state, "place 2; done")
    assert [workers(state, number) for number in range(4)] == [[2]] * 4


@pytest.mark.rule("AN-7.5")
def test_one_worker_of_a_player_on_a_path() -> None:
    state = ants({"nests": {"water": 1}, "workers": [2]})
    assert refuse(state, "place 2") == "AN-7.5"
    with pytest.raises(fm.BadPosition):
        position({"workers": [2, 2]})


@pytest.mark.rule("AN-7.6")
def test_a_soldier_secures_a_path_with_an_own_worker() -> None:
    state = ants({"nests": {"red": 2}, "workers": [2, 10]}, {"workers": [1]})
    assert offered(state, "secure") == ["2", "10"]
    play(state, "secure 10")
    assert (soldiers(state), nests(state), supply(state)) == ([10], {"red": 1}, 7)
    assert refuse(state, "secure 1") == "AN-7.6"
    with pytest.raises(fm.BadPosition):
        position({"soldiers": [1]})


@pytest.mark.rule("AN-7.6")
def test_only_ants_of_the_red_nest_secure() -> None:
    state = ants({"nests": {"water": 1}, "workers": [2, 10]})
    assert refuse(state, "secure 2") == "AN-7.6"


@pytest.mark.rule("AN-7.7")
@pytest.mark.parametrize("owner", [0, 1])
def test_one_soldier_on_a_path(owner: int) -> None:
    table: list[Doc] = [{"workers": [2], "nests": {"red": 1}}, {"workers": [2]}]
    table[owner]["soldiers"] = [2]
    state = ants(*table)
    assert offered(state, "secure") == []
    assert refuse(state, "secure 2") == "AN-7.7"


@pytest.mark.rule("AN-7.7")
def test_two_soldiers_on_a_path_are_no_position() -> None:
    own: Doc = {"workers": [2], "soldiers": [2]}
    with pytest.raises(fm.BadPosition):
        position(own, own)
    with pytest.raises(fm.BadPosition):
        position({"workers": [2], "soldiers": [2, 2]})


@pytest.mark.rule("AN-7.8")
def test_soldiers_do_not_connect() -> None:
    # With the worker of path 10 gone, the soldier there would not hold the network together.
    own: Doc = {"workers": [2, 10, 25], "soldiers": [10]}
    together = {"recall_guarded": "together"}
    assert refuse(ants(own, options=together), "recall 10") == "AN-7.16"
    with pytest.raises(fm.BadPosition):
        position({"workers": [2, 25], "soldiers": [2]})


@pytest.mark.rule("AN-7.9", "AN-7.13")
def test_a_bridge_takes_three_soldiers() -> None:
    state = play(ants({"nests": {"red": 4}}, steps=4), "bridge")
    assert workers(state) == ["gorge"]
    assert (nests(state), supply(state)) == ({"red": 1}, 9)


@pytest.mark.rule("AN-7.9")
@pytest.mark.parametrize("red", [0, 1, 2])
def test_two_soldiers_are_too_few(red: int) -> None:
    state = ants({"nests": {"red": red, "water": 3}})
    assert refuse(state, "bridge") == "AN-7.9"


@pytest.mark.rule("AN-7.10")
@pytest.mark.parametrize(("level", "left"), [(3, 0), (4, 1), (5, 2)])
def test_a_bridge_takes_three_steps(level: int, left: int) -> None:
    state = play(ants({"nests": {"red": 3, "grass": 3}}, steps=level), "bridge")
    if left:
        assert state.to_position()["steps"] == left
    else:
        assert phase(state) == "act"


@pytest.mark.rule("AN-7.10")
def test_fewer_than_three_steps_do_not_build_it() -> None:
    for level in (1, 2):
        assert refuse(ants({"nests": {"red": 3}}, steps=level), "bridge") == "AN-7.10"
    state = play(ants({"nests": {"red": 5}, "workers": [2]}, steps=3), "secure 2")
    assert refuse(state, "bridge") == "AN-7.10"


@pytest.mark.rule("AN-7.11")
def test_the_gorge_must_touch_the_network(tmp_path: Path) -> None:
    # On our map it touches the great anthill; here it runs from clearing 8 to clearing 16.
    board = copy.deepcopy(BOARD)
    board["gorge"] = [8, 16]
    file = tmp_path / "board.json"
    file.write_text(json.dumps(board), "utf-8")
    other = fm.load("antics", players=4, components=file)

    def bridging(*paths: int) -> fm.State:
        own: Doc = {"nests": {"red": 3, "water": 2}, "workers": list(paths)}
        own["hill"] = [*turret("ants", 5, all_tiles(4))]
        fields: Doc = {"phase": "ants", "steps": 5, "marked": [7]}
        return other.position({**fields, "colonies": [own, {}, {}, {}]})

    assert refuse(bridging(), "bridge") == "AN-7.11"
    assert refuse(bridging(2, 9, 22), "bridge") == "AN-7.11"
    for net in ((2, 10), (3, 11), (2, 9, 22, 27)):
        state = play(bridging(*net), "bridge")
        assert "gorge" in workers(state)
    assert "bridge" in texts(ants({"nests": {"red": 3}}))


@pytest.mark.rule("AN-7.12")
def test_one_bridge_each() -> None:
    own: Doc = {"nests": {"red": 3}}
    state = ants(own, {"workers": ["gorge"]}, {"workers": ["gorge"]})
    play(state, "bridge")
    assert [workers(state, number) for number in range(3)] == [["gorge"]] * 3
    assert refuse(ants({**own, "workers": ["gorge"]}), "bridge") == "AN-7.12"
    with pytest.raises(fm.BadPosition):
        position({"workers": ["gorge", "gorge"]}, options={"workers": "several"})


@pytest.mark.rule("AN-7.13")
def test_the_ant_on_the_gorge_connects_and_carries() -> None:
    state = play(ants({"nests": {"red": 3, "grass": 1}}), "bridge; place 30; done")
    assert workers(state) == [30, "gorge"]
    assert supply(state) == 9
    state = position({"workers": [30, "gorge"]}, phase="transport", steps=3)
    play(state, "load 20; carry dragonfly")
    assert carrying(state) == ["dragonfly gorge"]
    play(state, "carry dragonfly; home")
    assert (phase(state), state.to_position()["colonies"][0]["waiting"]) == ("act", ["dragonfly"])


@pytest.mark.rule("AN-7.14")
def test_the_gorge_can_be_secured_like_a_path() -> None:
    state = play(ants({"nests": {"red": 2}, "workers": ["gorge"]}), "secure gorge")
    assert soldiers(state) == ["gorge"]
    assert refuse(state, "secure gorge") == "AN-7.7"
    assert refuse(state, "recall gorge") == "AN-7.18"
    play(state, "dismiss gorge; recall gorge")
    assert workers(state) == soldiers(state) == []


@pytest.mark.rule("AN-7.15")
def test_recalling_from_nests_paths_and_the_gorge() -> None:
    own: Doc = {
        "nests": {"water": 1, "red": 1},
        "workers": [2, 10, "gorge"],
        "soldiers": [2],
    }
    state = ants(own)
    assert offered(state, "recall") == ["gorge", "10"]
    assert offered(state, "dismiss") == ["2"]
    assert offered(state, "leave") == ["water", "red"]
    for left, action in enumerate(
        ["recall gorge", "recall 10", "dismiss 2", "leave red", "leave water"], 6
    ):
        play(state, action)
        assert supply(state) == left
    assert phase(state) == "act"
    assert (workers(state), soldiers(state), nests(state)) == ([2], [], {})


@pytest.mark.rule("AN-7.15")
def test_only_own_ants_are_recalled() -> None:
    rival: Doc = {"workers": [5], "soldiers": [5], "nests": {"soil": 1}}
    state = ants({"nests": {"red": 1}, "workers": [1]}, rival)
    for action in ("recall 5", "dismiss 5", "leave soil", "recall 2", "recall gorge", "dismiss 1"):
        assert refuse(state, action) == "AN-7.15"


@pytest.mark.rule("AN-7.16")
@pytest.mark.parametrize(
    ("net", "free"),
    [
        ([2], {2}),
        ([2, 10], {10}),
        ([2, 10, 25], {25}),
        ([2, 3, 10, 11], {2, 3, 10, 11}),  # a ring through the great anthill
        ([1, 5, 6], {1, 5, 6}),
        ([1, 6, 8], {6, 8}),
        ([5, 15, 16, 34], {16, 34}),
        ([0, 30], {30}),
        ([0, 1, 8, 19, 26], {0, 1, 8, 19, 26}),  # a ring with the bridge
        ([0, 1, 8, 19, 28, 30], {0, 1, 8, 19, 28, 30}),
        ([1, 2, 3, 4, 5], {1, 2, 3, 4, 5}),
        ([3, 4, 7, 12], {3, 4, 7, 12}),
    ],
)
def test_a_recall_does_not_cut_the_network(net: list[int], free: set[int]) -> None:
    assert {path for path in net if joined(set(net) - {path})} == free
    own: list[int | str] = [path or "gorge" for path in net]
    state = ants({"workers": own})
    names = {path: str(path or "gorge") for path in net}
    assert set(offered(state, "recall")) == {names[path] for path in free}
    for path in set(net) - free:
        assert refuse(state, f"recall {names[path]}") == "AN-7.16"


@pytest.mark.rule("AN-7.16")
@pytest.mark.parametrize("net", [[10], [2, 25], [30], [2, 9, 40], [1, 26]])
def test_a_network_away_from_the_great_anthill_is_no_position(net: list[int]) -> None:
    with pytest.raises(fm.BadPosition):
        position({"workers": net})


@pytest.mark.rule("AN-7.16")
def test_after_each_step_the_network_must_hold() -> None:
    # Not even for a moment: path 10 could be joined again by 3 and 11, but 2 must wait for them.
    own: Doc = {"workers": [2, 10], "nests": {"soil": 1, "flower": 1}}
    state = ants(own)
    assert refuse(state, "recall 2") == "AN-7.16"
    play(state, "place 3; place 11; recall 2")
    assert workers(state) == [10, 11, 3]


@pytest.mark.rule("AN-7.17")
def test_a_laden_worker_is_not_recalled() -> None:
    state = ants({"workers": [5, 16], "carrying": ["brown 16"], "nests": {"red": 1}})
    assert offered(state, "recall") == []
    assert refuse(state, "recall 16") == "AN-7.17"


@pytest.mark.rule("AN-7.18")
def test_the_soldier_leaves_first() -> None:
    state = ants({"workers": [5, 16], "soldiers": [16]})
    assert refuse(state, "recall 16") == "AN-7.18"
    play(state, "dismiss 16; recall 16")
    assert (workers(state), soldiers(state), supply(state)) == ([5], [], 10)


@pytest.mark.rule("AN-7.18", "AN-7.4")
def test_the_soldier_of_somebody_else_holds_nobody() -> None:
    state = ants({"workers": [5]}, {"workers": [5], "soldiers": [5]})
    play(state, "recall 5")
    assert (workers(state), workers(state, 1), soldiers(state, 1)) == ([], [5], [5])


@pytest.mark.rule("AN-7.19")
def test_the_ant_on_the_great_anthill_stays() -> None:
    state = play(ants({"nests": {"red": 1}}), "leave red")
    assert (phase(state), supply(state)) == ("act", 11)
    state = play(position(), "use 3")
    assert (phase(state), supply(state)) == ("act", 11)


@pytest.mark.rule("AN-7.20")
def test_the_first_two_may_come_from_different_nests() -> None:
    state = play(ants({"nests": {"water": 2, "soil": 2}}), "place 2; place 3")
    assert workers(state) == [2, 3]


@pytest.mark.rule("AN-7.21")
@pytest.mark.parametrize("line", ["", "place 2", "place 2; place 10", "place 2; recall 2"])
def test_one_may_stop_at_any_time(line: str) -> None:
    state = play(ants({"nests": {"water": 3}}), f"{line}; done")
    assert phase(state) == "act"


@pytest.mark.rule("AN-7.22", "AN-7.1", "AN-7.3", "AN-7.6", "AN-7.15")
def test_daniel_sends_his_ants() -> None:
    state = ants({"nests": {"water": 2, "grass": 1, "red": 1, "stone": 1}})
    assert supply(state) == 6
    assert refuse(state, "place 10") == "AN-7.3"
    play(state, "place 2; place 10; place 25; secure 10; leave stone")
    assert phase(state) == "act"
    assert (workers(state), soldiers(state)) == ([10, 2, 25], [10])
    assert (nests(state), supply(state)) == ({}, 7)
    state = state.game.position({**state.to_position(), "phase": "ants", "steps": 5})
    assert refuse(state, "recall 2") == "AN-7.16"
    assert refuse(state, "recall 10") == "AN-7.18"
    play(state, "recall 25; dismiss 10; recall 10; recall 2")
    assert supply(state) == 11


@pytest.mark.rule("AN-7.22")
def test_daniel_in_the_order_of_the_rule_book() -> None:
    # Water at the great anthill, grass joined to it, water again, a soldier, one ant recalled.
    own = {"nests": {"water": 2, "grass": 1, "red": 1, "stone": 1}, "workers": [3]}
    state = play(ants(own), "place 2; place 12; place 10; secure 10; leave stone")
    assert (workers(state), soldiers(state)) == ([10, 12, 2, 3], [10])
    again(state)
