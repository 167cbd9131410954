"""Section 8: hunting."""

from __future__ import annotations

import itertools

import pytest

from tests.rules.myrmes.helpers import (
    again,
    gained,
    garden,
    lays,
    own,
    phase,
    play,
    position,
    refuse,
    store,
    stroll,
    texts,
    tile,
)

PREYS = ("ladybug", "termite", "spider")


@pytest.mark.rule("MY-8.1")
@pytest.mark.parametrize("prey", PREYS)
def test_entering_is_hunting(prey: str) -> None:
    state = garden("e4", {"soldiers": 2}, prey={"e5": prey, "g5": "spider"})
    play(state, "e5")
    doc = state.to_position()
    assert (doc["prey"], doc["worker"]) == ({"g5": "spider"}, "e5")


@pytest.mark.parametrize(
    ("prey", "soldiers", "food", "points"),
    [
        pytest.param("ladybug", 1, 2, {}, marks=pytest.mark.rule("MY-8.2", "MY-8.3")),
        pytest.param("termite", 1, 1, {"hunting": 2}, marks=pytest.mark.rule("MY-8.2", "MY-8.4")),
        pytest.param("spider", 2, 1, {"hunting": 4}, marks=pytest.mark.rule("MY-8.2", "MY-8.5")),
    ],
)
def test_what_a_hunt_costs_and_brings(
    prey: str, soldiers: int, food: int, points: dict[str, int]
) -> None:
    for more in (0, 2):
        state = garden("e4", {"soldiers": soldiers + more}, prey={"e5": prey})
        play(state, "e5")
        assert own(state)["soldiers"] == more
        assert (store(state), gained(state)) == ((food, 0, 0), points)
        assert state.to_position()["moves"] == 2
    few = garden("e4", {"soldiers": soldiers - 1}, prey={"e5": prey})
    assert "e5" not in texts(few)
    assert refuse(few, "e5") == "MY-8.2"


@pytest.mark.rule("MY-8.2", "MY-7.5")
def test_a_hunt_costs_the_step() -> None:
    state = garden("e4", {"soldiers": 2}, prey={"e5": "spider"}, moves=0)
    assert refuse(state, "e5") == "MY-7.5"


@pytest.mark.rule("MY-8.6")
def test_the_hunter_keeps_the_token() -> None:
    prey = {"g5": "spider", "h4": "ladybug"}
    state = garden("g6", {"soldiers": 3, "trophies": 2}, prey=prey)
    play(state, "g5; h5; h4")
    assert own(state)["trophies"] == 4
    assert [own(state, by)["trophies"] for by in (1, 2, 3)] == [0, 0, 0]


@pytest.mark.rule("MY-8.7")
def test_the_hunter_goes_on() -> None:
    state = play(garden("e4", {"soldiers": 1}, prey={"e5": "termite"}), "e5; d6")
    doc = state.to_position()
    assert (doc["worker"], doc["moves"]) == ("d6", 1)
    back = play(state, "e5")
    assert own(back)["trophies"] == 1


@pytest.mark.rule("MY-8.7", "MY-8.8")
def test_the_hex_is_grass_now() -> None:
    state = garden("e4", {"soldiers": 1}, prey={"e5": "ladybug"})
    play(state, "e5; lay pair; d6 e5")
    lies = tile(state, "e5")
    assert lies is not None
    assert lies["cubes"] == ["d6", "e5"]


@pytest.mark.rule("MY-8.8", "MY-18.17")
@pytest.mark.parametrize("step", ["e5", "e5; d6"])
def test_laying_after_a_hunt(step: str) -> None:
    me = {"soldiers": 1, "level": 1, "stone": 1}
    fields = {"prey": {"e5": "termite"}}
    state = play(garden("e4", me, **fields), step)
    assert lays(state)[:2] == ["pair", "line"]
    state = garden("e4", me, options={"after_hunt": "no_tile"}, **fields)
    assert "lay pair" in texts(state)
    play(state, step)
    assert lays(state) == []
    assert refuse(state, "lay pair") == "MY-8.8"
    assert refuse(state, "lay farm") == "MY-8.8"
    again(state)


@pytest.mark.rule("MY-8.8", "MY-18.17")
def test_the_next_worker_may_lay() -> None:
    nobody = {"workers": 0}
    state = garden(
        "e4",
        {"soldiers": 1, "workers": 1},
        nobody,
        nobody,
        nobody,
        prey={"e5": "termite"},
        options={"after_hunt": "no_tile"},
    )
    play(state, "e5; done; d4; e4; lay pair; e4 e5")
    assert phase(state) == "harvest"
    assert tile(state, "e5") is not None


@pytest.mark.rule("MY-8.9")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_prey_does_not_come_back(players: int) -> None:
    way = stroll(players, seed=20 + players, rich=True)
    for before, after in itertools.pairwise(way):
        assert after["prey"].items() <= before["prey"].items()
    assert len(way[-1]["prey"]) < len(way[0]["prey"])


@pytest.mark.rule("MY-8.10")
def test_example() -> None:
    state = position({"soldiers": 1}, phase="worker", prey={"e5": "ladybug"})
    play(state, "d4; e4; e5")
    assert (store(state), own(state)["soldiers"]) == ((2, 0, 0), 0)
    assert (state.to_position()["moves"], gained(state)) == (1, {})


@pytest.mark.rule("MY-8.1", "MY-10.8")
def test_no_tile_is_laid_over_prey() -> None:
    state = play(garden("e4", prey={"e5": "ladybug"}), "lay pair")
    assert refuse(state, "e4 e5") == "MY-10.8"
