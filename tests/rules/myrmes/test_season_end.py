"""Section 15, phase 6: end of the season."""

from __future__ import annotations

import itertools

import pytest

from tests.rules.myrmes.helpers import (
    SEASONS,
    again,
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


@pytest.mark.rule("MY-15.1")
@pytest.mark.parametrize(("level", "room"), [(0, 4), (1, 4), (2, 6), (3, 6)])
@pytest.mark.parametrize("kind", ["food", "earth", "stone"])
def test_the_storeroom(level: int, room: int, kind: str) -> None:
    for cubes in (room - 1, room, room + 1, room + 5):
        state = play(last_worker({"level": level, kind: cubes}), "done")
        assert phase(state) == "brood"
        assert own(state)[kind] == min(cubes, room)
        assert state.view(0)["seats"][0]["capacity"] == room


@pytest.mark.rule("MY-15.1")
def test_all_cubes_count_together() -> None:
    state = play(last_worker({"food": 2, "earth": 1, "stone": 1}), "done")
    assert (phase(state), store(state)) == ("brood", (2, 1, 1))
    state = play(last_worker({"food": 2, "earth": 2, "stone": 1}), "done")
    assert (phase(state), state.to_act) == ("discard", (0,))


@pytest.mark.rule("MY-15.1")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_nobody_keeps_more(players: int) -> None:
    for doc in stroll(players, seed=players):
        if doc["phase"] in ("brood", "winter", "over"):
            for mine in doc["seats"]:
                cubes = mine["food"] + mine["earth"] + mine["stone"]
                assert cubes <= (4, 4, 6, 6)[mine["level"]]


@pytest.mark.rule("MY-15.2")
@pytest.mark.parametrize(
    ("line", "left"),
    [
        ("food; food", (1, 1, 2)),
        ("food; stone", (2, 1, 1)),
        ("earth; stone", (3, 0, 1)),
        ("stone; stone", (3, 1, 0)),
    ],
)
def test_the_owner_chooses(line: str, left: tuple[int, int, int]) -> None:
    state = position({"food": 3, "earth": 1, "stone": 2}, phase="discard")
    assert texts(state) == ["food", "earth", "stone"]
    again(state)
    play(state, line.split(";")[0])
    assert phase(state) == "discard"
    assert store(state) == (3, 1, 2)
    again(state)
    play(state, line.split(";")[1])
    assert (phase(state), store(state)) == ("brood", left)


@pytest.mark.rule("MY-15.2")
def test_only_what_is_there() -> None:
    state = position({"food": 5, "stone": 1}, phase="discard")
    assert texts(state) == ["food", "stone"]
    for wrong in ("earth", "done", "convert", "level", "c3"):
        assert refuse(state, wrong) == "MY-15.2"
    play(state, "stone")
    # Only food is left: the rest goes without a question.
    assert (phase(state), store(state)) == ("brood", (4, 0, 0))


@pytest.mark.rule("MY-15.2", "MY-3.5")
@pytest.mark.parametrize("order", list(itertools.permutations(range(3))))
def test_all_discard_at_once(order: tuple[int, ...]) -> None:
    mine: Doc = {"food": 3, "stone": 2}
    answers = {0: "food", 1: "stone", 2: "food"}
    state = position(mine, mine, mine, {"earth": 9}, phase="discard")
    assert state.to_act == (0, 1, 2)
    for by in order:
        assert [store(state, other) for other in (0, 1, 2)] == [(3, 0, 2)] * 3
        play(state, answers[by], by=by)
    expected = [(2, 0, 2), (3, 0, 1), (2, 0, 2), (0, 4, 0)]
    assert [store(state, by) for by in range(4)] == expected


@pytest.mark.rule("MY-15.3")
def test_larvae_do_not_count() -> None:
    state = play(last_worker({"food": 4, "larvae": 20}), "done")
    assert (phase(state), store(state), own(state)["larvae"]) == ("brood", (4, 0, 0), 20)


@pytest.mark.rule("MY-15.4", "MY-6.11")
def test_workers_return_from_the_rooms() -> None:
    state = last_worker({"level": 1, "rooms": [0, 1]}, {"rooms": [0]}, {})
    play(state, "done")
    assert [own(state, by)["workers"] for by in range(4)] == [2, 1, 0, 0]
    assert all(own(state, by)["rooms"] == [] for by in range(4))


@pytest.mark.rule("MY-15.5", "MY-5.10")
def test_nurses_return_to_the_nursery() -> None:
    placed = {"larvae": 2, "workers": 1, "soldiers": 1, "atelier": 1}
    me = {"nurses": 6, "placed": placed, "done": {"1": 1}}
    state = play(last_worker(me, season="summer"), "done; done")
    assert (phase(state), own(state)["nurses"], own(state)["done"]) == ("brood", 6, {"1": 1})
    assert sum(own(state)["placed"].values()) == 0


@pytest.mark.rule("MY-15.6", "MY-15.8")
@pytest.mark.parametrize("number", [0, 1])
def test_the_die_is_taken_off(number: int) -> None:
    dice = [2, 3, 6]
    now = [0] * number + dice[number:]
    state = last_worker(season=SEASONS[number], dice=now)
    play(state, "done")
    assert state.to_position()["dice"] == [0] * (number + 1) + dice[number + 1 :]
    assert when(state) == (1, SEASONS[number + 1])
    assert [own(state, by)["event"] for by in range(4)] == [dice[number + 1]] * 4


@pytest.mark.rule("MY-15.7")
@pytest.mark.parametrize(("players", "first"), [(4, 0), (4, 3), (3, 2), (2, 0), (2, 1)])
@pytest.mark.parametrize("season", SEASONS)
def test_the_next_player_is_first(players: int, first: int, season: str) -> None:
    state = last_worker(players=players, first=first, season=season)
    play(state, "done")
    assert state.to_position()["first"] == (first + 1) % players


@pytest.mark.rule("MY-15.8")
def test_after_autumn_comes_winter() -> None:
    state = play(last_worker({"larvae": 3}, season="autumn", year=2), "done")
    assert (phase(state), when(state)) == ("winter", (2, "autumn"))
    assert state.to_position()["dice"] == [0, 0, 0]


@pytest.mark.rule("MY-15.9")
@pytest.mark.parametrize("season", SEASONS)
def test_soldiers_stay(season: str) -> None:
    state = play(last_worker({"soldiers": 5}, {"soldiers": 1}, season=season), "done")
    assert [own(state, by)["soldiers"] for by in range(4)] == [5, 1, 0, 0]
