"""Games on paper, for lessons: nothing of them is kept."""

from typing import Any

import httpx
import pytest
from litestar.testing import TestClient

import formicarium as fm
from tests.server.playing import Guest, refused

BEGINNING = {"players": 2, "seed": 7, "options": {"first_leader": "seat_1"}}


@pytest.fixture
def guest(client: TestClient[Any]) -> Guest:
    return Guest(client)


def study(guest: Guest, change: dict[str, Any], query: str = "") -> httpx.Response:
    return guest.ask("POST", f"/api/games/micropolis/study{query}", {**BEGINNING, **change})


def test_decisions_lead_where_the_rules_say(guest: Guest) -> None:
    decisions = [[0, "take 2"], [0, "man no"]]
    found = study(guest, {"seat": 1, "decisions": decisions}, "?language=fr").json()
    state = fm.load("micropolis", players=2, first_leader="seat_1").start(seed=7)
    state.play(0, "take 2")
    state.play(0, "man no")
    assert found["view"] == state.view(1)
    assert found["to_act"] == [1]
    assert [one["words"] for one in found["actions"]] == [
        a.describe("fr") for a in state.actions(1)
    ]
    assert (found["words"], found["scores"]) == ("Laisser la caserne vide", None)


def test_a_study_may_begin_in_a_position(guest: Guest) -> None:
    game = fm.load("micropolis", players=2, first_leader="seat_1")
    state = game.start(seed=7)
    state.play(0, "take 2")
    position = state.to_position()
    found = study(guest, {"position": position, "decisions": [[0, "man no"]], "seat": 1}).json()
    state.play(0, "man no")
    assert found["view"] == state.view(1)


def test_nothing_is_kept(guest: Guest) -> None:
    assert study(guest, {}).status_code == 200
    assert guest.get("/api/tables?list=mine")["tables"] == []


@pytest.mark.parametrize("decisions", [[[0, "take 99"]], [[1, "take 1"]]])
def test_the_rules_hold(guest: Guest, decisions: list[Any]) -> None:
    refused(study(guest, {"decisions": decisions}), 422, "illegal_action")


@pytest.mark.parametrize(
    "change",
    [
        {"decisions": [[7, "take 1"]]},
        {"decisions": [[0, "take 1"]] * 2001},
        {"seat": 2},
        {"players": 9},
        {"options": {"variant": "none"}},
        {"seed": -1},
        {"position": {"game": "chess"}},
        {"position": {"leader": 7}},
    ],
)
def test_nonsense_is_refused(guest: Guest, change: dict[str, Any]) -> None:
    answer = study(guest, change)
    assert answer.status_code == 400, answer.text
