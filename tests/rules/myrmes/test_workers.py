"""Section 6, phase 3: workers in the rooms of the colony."""

from __future__ import annotations

import pytest

from tests.rules.myrmes.helpers import (
    QUIET,
    gained,
    last_worker,
    own,
    phase,
    play,
    position,
    refuse,
    store,
    texts,
    wait,
    when,
)


@pytest.mark.rule("MY-6.1", "MY-3.3")
@pytest.mark.parametrize("first", range(4))
def test_one_worker_each_in_turn(first: int) -> None:
    workers = [2, 0, 3, 1]
    state = position(
        *({"workers": count} for count in workers),
        phase="worker",
        first=first,
        seat=next(by % 4 for by in range(first, first + 4) if workers[by % 4]),
    )
    left, order = list(workers), []
    by = first
    while any(left):
        if left[by % 4]:
            order.append(by % 4)
            left[by % 4] -= 1
        by += 1
    used = []
    while phase(state) == "worker":
        (by,) = state.to_act
        used.append(by)
        play(state, f"{texts(state)[-1]}; done")
    assert used == order


@pytest.mark.rule("MY-6.1")
def test_the_first_player_begins() -> None:
    seats = [QUIET, {**QUIET, "nurses": 1}, {**QUIET, "workers": 0}, QUIET]
    state = wait(position(*seats, phase="brood", first=2))
    assert (phase(state), state.to_act) == ("worker", (3,))


@pytest.mark.rule("MY-6.1")
@pytest.mark.parametrize("other", [0, 2, 3])
def test_out_of_turn(other: int) -> None:
    state = position(phase="worker", first=1)
    assert refuse(state, "room 0", by=other) == "MY-6.1"


@pytest.mark.rule("MY-6.2")
@pytest.mark.parametrize("action", ["done", "clean", "lay pair", "larvae 0", "tunnel", "d4 d5"])
def test_nobody_passes(action: str) -> None:
    state = position(phase="worker")
    assert texts(state) == ["room 0", "d4"]
    assert refuse(state, action) == "MY-6.2"


@pytest.mark.rule("MY-6.2", "MY-6.1")
def test_the_phase_lasts_until_all_workers_are_used() -> None:
    nobody = {"workers": 0}
    state = position({"workers": 3}, nobody, nobody, nobody, phase="worker")
    for left in (2, 1, 0):
        assert phase(state) == "worker"
        play(state, "d4; done")
        assert own(state)["workers"] == left
    assert phase(state) == "brood"
    assert when(state) == (1, "summer")


@pytest.mark.rule("MY-6.3")
def test_room_or_garden_is_decided_worker_by_worker() -> None:
    state = position({"workers": 2}, {"workers": 0}, {"workers": 0}, {"workers": 0}, phase="worker")
    assert {"room 0", "d4"} <= set(texts(state))
    play(state, "room 0")
    assert texts(state) == ["d4"]


ROOMS = ["room 0", "room 1", "room 2 earth", "room 2 stone", "room 3"]


@pytest.mark.rule("MY-6.4")
@pytest.mark.parametrize(("level", "count"), [(0, 1), (1, 2), (2, 4), (3, 5)])
def test_rooms_by_level(level: int, count: int) -> None:
    state = position({"level": level, "food": 1}, phase="worker")
    assert [text for text in texts(state) if text.startswith("room")] == ROOMS[:count]
    for room in ROOMS[count:]:
        assert refuse(state, room) == "MY-6.4"


@pytest.mark.rule("MY-6.5")
@pytest.mark.parametrize(("room", "action"), [(0, "room 0"), (1, "room 1"), (3, "room 3")])
def test_one_worker_per_room(room: int, action: str) -> None:
    state = position({"level": 3, "food": 1, "rooms": [room]}, phase="worker")
    assert action not in texts(state)
    assert refuse(state, action) == "MY-6.5"


@pytest.mark.rule("MY-6.5", "MY-6.8")
def test_the_second_room_counts_once() -> None:
    state = position({"level": 2, "rooms": [2]}, phase="worker")
    assert refuse(state, "room 2 earth") == "MY-6.5"
    assert refuse(state, "room 2 stone") == "MY-6.5"


@pytest.mark.rule("MY-6.5")
def test_rooms_are_the_players_own() -> None:
    state = position(phase="worker")
    play(state, "room 0; room 0; room 0; room 0")
    assert [own(state, by)["rooms"] for by in range(4)] == [[0]] * 4
    assert refuse(state, "room 0") == "MY-6.5"


@pytest.mark.parametrize(
    ("room", "larvae", "cubes", "points"),
    [
        pytest.param("room 0", 2, (1, 0, 0), {}, marks=pytest.mark.rule("MY-6.6")),
        pytest.param("room 1", 1, (2, 0, 0), {}, marks=pytest.mark.rule("MY-6.7")),
        pytest.param("room 2 earth", 1, (1, 1, 0), {}, marks=pytest.mark.rule("MY-6.8")),
        pytest.param("room 2 stone", 1, (1, 0, 1), {}, marks=pytest.mark.rule("MY-6.8")),
        pytest.param("room 3", 1, (0, 0, 0), {"queen": 2}, marks=pytest.mark.rule("MY-6.9")),
    ],
)
def test_what_the_rooms_bring(
    room: str, larvae: int, cubes: tuple[int, int, int], points: dict[str, int]
) -> None:
    state = play(position({"level": 3, "food": 1}, phase="worker"), room)
    mine = own(state)
    assert (mine["larvae"], store(state), gained(state)) == (larvae, cubes, points)
    assert (mine["workers"], mine["rooms"]) == (1, [int(room[5])])
    assert state.to_act == (1,)


@pytest.mark.rule("MY-6.10")
def test_the_queen_wants_food() -> None:
    hungry = position({"level": 3, "earth": 2, "larvae": 3}, phase="worker")
    assert "room 3" not in texts(hungry)
    assert refuse(hungry, "room 3") == "MY-6.10"
    play(hungry, "convert; room 3")
    assert gained(hungry) == {"queen": 2}


@pytest.mark.rule("MY-6.11", "MY-15.4", "MY-7.3")
@pytest.mark.parametrize("rooms", [[], [0], [0, 2], [0, 1, 2, 3]])
def test_workers_in_rooms_come_back(rooms: list[int]) -> None:
    state = last_worker({"level": 3, "rooms": rooms})
    play(state, "done")
    assert own(state)["workers"] == len(rooms)
    assert own(state)["rooms"] == []
