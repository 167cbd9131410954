"""Games on paper, for those who try things out: nothing of them is kept."""

from typing import Any

import httpx
import pytest
from litestar.testing import TestClient

import formicarium as fm
from formicarium.server.api.archive import state_at
from formicarium.server.api.history import open_view
from formicarium.server.workers.rehearsal import RulesChanged
from tests.server.playing import Guest, begun, finish, refused

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
    last = {"seat": 0, "code": state.code_of("man no"), "text": "man no"}
    assert found["told"][-1] == {**last, "words": "a laissé la caserne vide"}
    assert (found["points"], found["scores"]) == (state.scores(), None)


def test_a_study_may_begin_in_a_position(guest: Guest) -> None:
    game = fm.load("micropolis", players=2, first_leader="seat_1")
    state = game.start(seed=7)
    state.play(0, "take 2")
    position = state.to_position()
    found = study(guest, {"position": position, "decisions": [[0, "man no"]], "seat": 1}).json()
    state.play(0, "man no")
    assert found["view"] == state.view(1)


def test_who_sees_everything_sees_what_all_seats_know_together(guest: Guest) -> None:
    found = study(guest, {"seat": None}).json()
    state = fm.load("micropolis", players=2, first_leader="seat_1").start(seed=7)
    assert found["view"] == open_view(state)
    assert [one["code"] for one in found["actions"]] == state.codes(state.to_act[0])
    (acting,) = state.to_act
    asked = {"seat": 1 - acting, "acting": acting}
    assert study(guest, asked).json()["actions"] == found["actions"]


def test_a_decision_may_be_given_by_its_code(guest: Guest) -> None:
    lines = ([[0, take], [0, "man no"]] for take in ("1", "take 2"))
    by_code, by_text = (study(guest, {"decisions": line}).json() for line in lines)
    assert by_code == by_text


# --- Games that are over --------------------------------------------------------------------------


@pytest.fixture(scope="module")
def over(client: TestClient[Any]) -> tuple[Guest, str, fm.Record]:
    """A game that was played to its end, and one who played it."""
    ada, ben, table = begun(client)
    finish(ada, ben, table)
    return ada, table, client.app.state.services.house.tables[table].table.record


def test_a_study_may_begin_within_a_game_that_is_over(
    guest: Guest, over: tuple[Guest, str, fm.Record]
) -> None:
    _, table, record = over
    before = state_at(record, 4)
    seat, code = before.to_act[0], before.codes(before.to_act[0])[-1]
    found = study(guest, {"table": table, "at": 4, "seat": None, "decisions": [[seat, str(code)]]})
    before.play(seat, code)
    assert found.json()["view"] == open_view(before)
    assert [step["code"] for step in found.json()["told"]] == [code]
    end = study(guest, {"table": table, "at": len(record.decisions)}).json()
    assert (end["to_act"], end["scores"]) == ([], record.state.scores())


def test_bots_answer_until_it_is_the_turn_of_the_seat(
    guest: Guest, over: tuple[Guest, str, fm.Record]
) -> None:
    _, table, record = over
    seat, code = record.decisions[4]
    decisions = [[seat, str(code)]]
    asked = {"table": table, "at": 4, "seat": seat, "decisions": decisions}
    while seat in study(guest, asked).json()["to_act"]:
        decisions.append([seat, study(guest, asked).json()["actions"][0]["text"]])
    found = study(guest, {**asked, "answers": True}).json()
    others = found["told"][len(decisions) :]
    assert others
    assert seat not in [step["seat"] for step in others]
    assert found["to_act"] in ([seat], [])
    refused(study(guest, {**asked, "seat": None, "answers": True}), 400, "bad_request")


def test_nothing_is_studied_within_a_game_that_runs(client: TestClient[Any]) -> None:
    ada, _, table = begun(client)
    refused(study(ada, {"table": table}), 409, "not_over")
    refused(study(ada, {"table": "nosuchtable"}), 404, "not_found")


def test_a_study_ends_where_the_game_ended(
    guest: Guest, over: tuple[Guest, str, fm.Record]
) -> None:
    _, table, record = over
    late = {"table": table, "at": len(record.decisions) + 1}
    assert str(len(record.decisions)) in refused(study(guest, late), 400, "bad_request")["message"]
    path = "/api/games/myrmes/study"
    refused(guest.ask("POST", path, {"table": table}), 400, "bad_request")


def test_a_game_of_rules_that_are_gone_is_not_studied(
    client: TestClient[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    ada, ben, table = begun(client)
    finish(ada, ben, table)
    services = client.app.state.services

    async def changed(*_: object) -> None:
        raise RulesChanged("made with rules 7")

    with monkeypatch.context() as patch, client.portal() as portal:
        portal.call(lambda: services.house.drop(services.house.tables[table]))
        patch.setattr(services.library, "game", changed)
        refused(study(ada, {"table": table}), 409, "rules_changed")
        refused(ada.ask("GET", f"/api/tables/{table}/variations"), 409, "rules_changed")


def test_nobody_plays_on_where_a_game_is_over(
    guest: Guest, over: tuple[Guest, str, fm.Record]
) -> None:
    ada, table, record = over
    body = {"game": "micropolis", "players": 2, "options": record.game.options}
    end = {**body, "position": ada.get(f"/api/tables/{table}/position")}
    told = refused(guest.ask("POST", "/api/tables", end), 400, "bad_position")
    assert "over" in told["message"]
    count = len(record.decisions) - 1
    before = {**body, "position": ada.get(f"/api/tables/{table}/position?at={count}")}
    assert guest.ask("POST", "/api/tables", before).status_code == 201


def test_nothing_is_kept(guest: Guest) -> None:
    assert study(guest, {}).status_code == 200
    assert guest.get("/api/tables?list=mine")["tables"] == []


@pytest.mark.parametrize(
    "decisions", [[[0, "take 99"]], [[1, "take 1"]], [[0, "999999"]], [[0, "9" * 200]]]
)
def test_the_rules_hold(guest: Guest, decisions: list[Any]) -> None:
    refused(study(guest, {"decisions": decisions}), 422, "illegal_action")


@pytest.mark.parametrize(
    "change",
    [
        {"decisions": [[7, "take 1"]]},
        {"decisions": [[0, "take 1"]] * 2001},
        {"seat": 2},
        {"acting": 2},
        {"players": 9},
        {"options": {"variant": "none"}},
        {"seed": -1},
        {"position": {"game": "chess"}},
        {"position": {"leader": 7}},
        {"at": -1},
        {"table": "x" * 65},
    ],
)
def test_nonsense_is_refused(guest: Guest, change: dict[str, Any]) -> None:
    answer = study(guest, change)
    assert answer.status_code == 400, answer.text
