"""Section 12, phase 4: harvest."""

from __future__ import annotations

import itertools

import pytest

from tests.rules.myrmes.helpers import (
    again,
    empty,
    gained,
    last_worker,
    phase,
    pheromone,
    play,
    refuse,
    special,
    store,
    texts,
    tile,
    when,
)
from tests.rules.myrmes.reckoning import Doc

MIXED = pheromone("d5 e4")  # stone and earth


@pytest.mark.rule("MY-12.1")
@pytest.mark.parametrize(
    ("tiles", "cubes"),
    [
        ([pheromone("c3 c4")], (0, 1, 0)),
        ([pheromone("c5 d6")], (1, 0, 0)),
        ([pheromone("c5 c6")], (1, 0, 0)),
        ([pheromone("d5 d6", cubes=["d5"])], (0, 0, 1)),
        ([pheromone("c3 c4"), pheromone("c5 d6"), pheromone("g2 g3")], (2, 1, 0)),
        ([empty("c3 c4"), pheromone("d3 e3")], (0, 0, 0)),
    ],
    ids=["earth", "food", "one cube", "last one", "three tiles", "nothing there"],
)
def test_one_cube_from_each(tiles: list[Doc], cubes: tuple[int, int, int]) -> None:
    state = last_worker(tiles=tiles)
    before = [len(lies["cubes"]) for lies in state.to_position()["tiles"]]
    play(state, "done")
    assert (phase(state), when(state)) == ("brood", (1, "summer"))
    assert store(state) == cubes
    after = [len(lies["cubes"]) for lies in state.to_position()["tiles"]]
    assert sum(before) - sum(after) == sum(cubes)
    assert len(after) == len(tiles)


@pytest.mark.rule("MY-12.1")
def test_everybody_from_her_own() -> None:
    tiles = [pheromone("c3 c4", 1), pheromone("g2 g3", 3)]
    state = play(last_worker(tiles=tiles), "done")
    assert [store(state, by) for by in range(4)] == [(0, 0, 0), (0, 1, 0), (0, 0, 0), (1, 0, 0)]


@pytest.mark.rule("MY-12.1")
def test_the_first_hex_of_a_kind_is_emptied() -> None:
    state = play(last_worker(tiles=[pheromone("c3 c4")]), "done")
    lies = tile(state, "c3")
    assert lies is not None
    assert lies["cubes"] == ["c4"]


@pytest.mark.rule("MY-12.1")
def test_also_from_those_laid_this_season() -> None:
    state = play(last_worker(), "c4; lay pair; c3 c4")
    assert (when(state), store(state)) == ((1, "summer"), (0, 1, 0))


@pytest.mark.rule("MY-12.1")
def test_it_is_not_optional() -> None:
    state = play(last_worker(tiles=[MIXED]), "done")
    assert texts(state) == ["d5", "e4"]
    for action in ("done", "earth", "food", "room 0", "event 5", "convert", "d5 e4"):
        assert refuse(state, action) == "MY-12.1"


@pytest.mark.rule("MY-12.2")
@pytest.mark.parametrize(("action", "cubes"), [("d5", (0, 0, 1)), ("e4", (0, 1, 0))])
def test_the_owner_chooses(action: str, cubes: tuple[int, int, int]) -> None:
    state = play(last_worker(tiles=[MIXED]), "done")
    assert (phase(state), state.to_act) == ("harvest", (0,))
    again(state)
    play(state, action)
    assert store(state) == cubes
    lies = tile(state, "d5")
    assert lies is not None
    assert lies["cubes"] == [{"d5": "e4", "e4": "d5"}[action]]


@pytest.mark.rule("MY-12.2")
def test_the_first_hex_stands_for_its_kind() -> None:
    # Earth, earth, food.
    state = play(last_worker(tiles=[pheromone("c3 c4 c5")]), "done")
    assert texts(state) == ["c3", "c5"]
    assert refuse(state, "c4") == "MY-12.2"
    gone = play(last_worker(tiles=[pheromone("c3 c4 c5", cubes=["c4", "c5"])]), "done")
    assert texts(gone) == ["c4", "c5"]
    assert refuse(gone, "c3") == "MY-12.2"


@pytest.mark.rule("MY-12.3")
def test_tile_after_tile() -> None:
    tiles = [pheromone("d5 e4"), pheromone("c3 c4 c5"), pheromone("c8 c9"), pheromone("g2 g3")]
    state = play(last_worker(tiles=tiles), "done")
    assert texts(state) == ["c3", "c5"]
    assert refuse(state, "d5") == "MY-12.3"
    play(state, "c5")
    assert texts(state) == ["c8", "c9"]
    again(state)
    play(state, "c9")
    assert texts(state) == ["d5", "e4"]
    play(state, "d5")
    assert store(state) == (2, 1, 1)


@pytest.mark.parametrize(
    ("kind", "cells", "count", "cubes", "points"),
    [
        pytest.param(
            "farm", "c4 c5 d5", 1, (1, 0, 0), {}, marks=pytest.mark.rule("MY-12.4"), id="farm"
        ),
        pytest.param(
            "farm", "c4 c5 d5", 3, (3, 0, 0), {}, marks=pytest.mark.rule("MY-12.4"), id="farms"
        ),
        pytest.param(
            "subcolony",
            "c4 c5 d5 d6",
            1,
            (0, 0, 0),
            {"subcolonies": 2},
            marks=pytest.mark.rule("MY-12.6"),
            id="sub-colony",
        ),
        pytest.param(
            "subcolony",
            "c4 c5 d5 d6",
            3,
            (0, 0, 0),
            {"subcolonies": 6},
            marks=pytest.mark.rule("MY-12.6"),
            id="sub-colonies",
        ),
    ],
)
def test_each_special_tile(
    kind: str, cells: str, count: int, cubes: tuple[int, int, int], points: dict[str, int]
) -> None:
    places = {
        "farm": [cells, "h6 h7 i6", "l5 l6 m5"],
        "subcolony": [cells, "h6 h7 i6 i7", "l5 l6 m5 m6"],
    }[kind]
    tiles = [special(kind, place) for place in places[:count]]
    state = play(last_worker(tiles=tiles), "done")
    assert (store(state), gained(state)) == (cubes, points)
    assert [gained(state, by) for by in (1, 2, 3)] == [{}] * 3


@pytest.mark.rule("MY-12.5")
@pytest.mark.parametrize(
    ("line", "cubes"),
    [("earth; earth", (0, 2, 0)), ("earth; stone", (0, 1, 1)), ("stone; stone", (0, 0, 2))],
)
def test_scavenging(line: str, cubes: tuple[int, int, int]) -> None:
    tiles = [special("scavenging", "c4 c5 d5"), special("scavenging", "h6 h7 i6")]
    state = play(last_worker(tiles=tiles), "done")
    assert texts(state) == ["earth", "stone"]
    assert refuse(state, "food") == "MY-12.5"
    assert refuse(state, "done") == "MY-12.5"
    assert refuse(state, "c4") == "MY-12.5"
    again(state)
    play(state, line)
    assert store(state) == cubes
    assert phase(state) == "brood"


@pytest.mark.rule("MY-12.7")
@pytest.mark.parametrize(
    ("line", "cubes"),
    [
        ("done", (1, 1, 0)),
        ("c4; done", (1, 2, 0)),
        ("g3; done", (2, 1, 0)),
        ("g3; c4", (2, 2, 0)),
    ],
)
def test_event_3_any_split(line: str, cubes: tuple[int, int, int]) -> None:
    tiles = [pheromone("c3 c4"), pheromone("g2 g3 h3")]
    state = play(last_worker({"event": 3}, tiles=tiles), "done")
    assert texts(state) == ["done", "c4", "g3"]
    again(state)
    play(state, line)
    assert (phase(state), store(state)) == ("brood", cubes)


@pytest.mark.rule("MY-12.7")
def test_three_more_at_most_several_from_one() -> None:
    tiles = [pheromone("g5 g6 g7"), pheromone("i5 i6 i7"), pheromone("h8 i8")]
    state = play(last_worker({"event": 3, "placed": {"atelier": 1}}, tiles=tiles), "done")
    # One from each is taken; five cubes are left for three.
    assert texts(state) == ["done", "g6", "i6", "i8"]
    play(state, "i6; i7")
    assert texts(state) == ["done", "g6", "i8"]
    again(state)
    play(state, "g6")
    assert (phase(state), store(state)) == ("atelier", (6, 0, 0))


@pytest.mark.rule("MY-12.7")
def test_several_kinds_of_several_tiles() -> None:
    tiles = [pheromone("c3 c4 c5"), pheromone("d5 e4")]
    state = play(last_worker({"event": 3}, tiles=tiles), "done; c3; d5")
    assert texts(state) == ["done", "c4", "c5", "e4"]
    assert refuse(state, "c3") == "MY-12.7"
    assert refuse(state, "earth") == "MY-12.7"
    play(state, "c5; e4; c4")
    assert store(state) == (1, 3, 1)


@pytest.mark.rule("MY-12.7", "MY-3.4")
def test_nothing_more_is_left_nothing_is_asked() -> None:
    state = play(last_worker({"event": 3}, tiles=[pheromone("c5 c6"), empty("g2 g3")]), "done")
    assert (phase(state), store(state)) == ("brood", (1, 0, 0))
    state = last_worker({"event": 3}, tiles=[pheromone("c3 c4")])
    play(state, "done; c4")
    assert (phase(state), store(state)) == ("brood", (0, 2, 0))


@pytest.mark.rule("MY-12.7")
def test_not_from_special_tiles_and_not_from_others() -> None:
    tiles = [special("farm", "c4 c5 d5"), pheromone("g2 g3", 1), special("farm", "h6 h7 i6")]
    state = play(last_worker({"event": 3}, tiles=tiles), "done")
    assert (phase(state), store(state)) == ("brood", (2, 0, 0))


@pytest.mark.rule("MY-12.7", "MY-18.13")
def test_forced() -> None:
    forced = {"event_3": "forced"}
    three = [pheromone("c3 c4"), pheromone("g2 g3"), pheromone("g10 g11")]
    # Three cubes are left after one from each: all of them come without a question.
    state = play(last_worker({"event": 3, "level": 2}, tiles=three, options=forced), "done")
    assert (phase(state), store(state)) == ("brood", (4, 2, 0))
    assert [lies["cubes"] for lies in state.to_position()["tiles"]] == [[], [], []]
    four = [*three, pheromone("i2 i3")]
    state = play(last_worker({"event": 3}, tiles=four, options=forced), "done")
    assert texts(state) == ["c4", "g3", "g11", "i3"]
    assert refuse(state, "done") == "MY-12.7"
    again(state)
    play(state, "c4; g3")
    assert texts(state) == ["g11", "i3"]
    play(state, "i3")
    cubes = [lies["cubes"] for lies in state.to_position()["tiles"]]
    assert cubes == [[], [], ["g11"], []]


@pytest.mark.rule("MY-12.7", "MY-18.13")
def test_forced_takes_what_is_left_after_the_first_cubes() -> None:
    forced = {"event_3": "forced"}
    tiles = [pheromone("d5 e4"), pheromone("c3 c4")]
    state = play(last_worker({"event": 3}, tiles=tiles, options=forced), "done")
    assert texts(state) == ["d5", "e4"]
    play(state, "e4")
    assert (phase(state), store(state)) == ("brood", (0, 3, 1))


@pytest.mark.rule("MY-12.8")
def test_the_order_of_questions() -> None:
    tiles = [MIXED, special("scavenging", "h6 h7 i6"), pheromone("g2 g3")]
    state = play(last_worker({"event": 3}, tiles=tiles), "done")
    assert texts(state) == ["d5", "e4"]
    play(state, "e4")
    assert texts(state) == ["done", "d5", "g3"]
    play(state, "g3; done")
    assert texts(state) == ["earth", "stone"]
    play(state, "stone")
    assert store(state) == (2, 1, 1)


@pytest.mark.rule("MY-12.9")
def test_no_limit_yet() -> None:
    me = {"food": 4, "placed": {"atelier": 1}}
    tiles = [pheromone("c3 c4"), special("farm", "h6 h7 i6")]
    state = play(last_worker(me, tiles=tiles), "done")
    assert (phase(state), store(state)) == ("atelier", (5, 1, 0))


@pytest.mark.rule("MY-12.10")
@pytest.mark.parametrize(
    ("kind", "cells"),
    [("farm", "c4 c5 d5"), ("scavenging", "c4 c5 d5"), ("subcolony", "c4 c5 d5 d6")],
)
def test_neutral_tiles_bring_nothing(kind: str, cells: str) -> None:
    tiles = [special(kind, cells, None), empty("g2 g3", None)]
    state = play(last_worker(tiles=tiles), "done")
    assert phase(state) == "brood"
    assert [store(state, by) for by in range(4)] == [(0, 0, 0)] * 4
    assert state.scores() == [10] * 4


@pytest.mark.rule("MY-3.5", "MY-12.2")
@pytest.mark.parametrize("order", list(itertools.permutations(range(3))))
def test_all_harvest_at_once(order: tuple[int, ...]) -> None:
    tiles = [pheromone("d5 e4", 0), pheromone("c9 d9", 1), pheromone("l8 l9", 2)]
    answers = {0: "d5", 1: "c9", 2: "l9"}
    state = play(last_worker(tiles=tiles), "done")
    assert state.to_act == (0, 1, 2)
    for by in order:
        assert [store(state, other) for other in range(3)] == [(0, 0, 0)] * 3
        play(state, answers[by], by=by)
    assert [store(state, by) for by in range(4)] == [(0, 0, 1), (0, 1, 0), (0, 0, 1), (0, 0, 0)]
