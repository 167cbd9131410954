"""A game once more from its beginning."""

from typing import Any

from litestar.testing import TestClient

from tests.server.playing import Guest, begun, finish, on_turn, refused


def watched(client: TestClient[Any], moves: int) -> tuple[Guest, Guest, str, list[Any]]:
    """A game, and every document that Ada was shown in it."""
    ada, ben, table = begun(client)
    shown = [ada.table(table)]
    for _ in range(moves):
        on_turn(ada, ben, table)[0].move(table)
        shown.append(ada.table(table))
    return ada, ben, table, shown


def test_every_step_shows_what_was_shown_then(client: TestClient[Any]) -> None:
    ada, _, table, shown = watched(client, 6)
    told = ada.get(f"/api/tables/{table}/history?language=de")
    assert not told["more"]
    assert [step["kind"] for step in told["steps"]] == ["started", *["played"] * 6]
    assert [
        (step["version"], step["view"], step["scores"], step["to_act"]) for step in told["steps"]
    ] == [(one["version"], one["view"], one["points"], one["to_act"]) for one in shown]
    log = ada.get(f"/api/tables/{table}/log?language=de")["log"]
    for step in told["steps"]:
        assert step.pop("event") >= step["version"]
        for part in ("view", "scores", "to_act"):
            del step[part]
    assert told["steps"] == [line for line in log if line["kind"] != "seated"]


def test_a_part_of_it(client: TestClient[Any]) -> None:
    ada, _, table, shown = watched(client, 6)
    first, last = shown[2]["version"], shown[4]["version"]
    told = ada.get(f"/api/tables/{table}/history?since={first}&until={last}&language=none")
    assert [step["version"] for step in told["steps"]] == [first + 1, last]
    assert all("words" not in step for step in told["steps"])


def test_what_was_taken_back_is_seen_going_back(client: TestClient[Any]) -> None:
    ada, ben, table = begun(client)
    me, _ = on_turn(ada, ben, table)
    me.move(table)
    seen = me.table(table)
    me.do("undo", table, seat=seen["seat"], version=seen["version"])
    start, played, undone = ada.get(f"/api/tables/{table}/history")["steps"]
    assert (played["kind"], undone["kind"]) == ("played", "undone")
    assert undone["view"] == start["view"] != played["view"]


def test_a_whole_game_comes_in_parts(client: TestClient[Any]) -> None:
    ada, ben, table = begun(client)
    refused(ada.ask("GET", f"/api/tables/{table}/history?open=true"), 409, "not_over")
    refused(ada.ask("GET", f"/api/tables/{table}/history?seat=1"), 403, "not_yours")
    finish(ada, ben, table)
    for query in ("", "&seat=1", "&open=true"):
        steps: list[Any] = []
        more = True
        while more:
            since = steps[-1]["version"] if steps else 0
            told = Guest(client).get(f"/api/tables/{table}/history?since={since}{query}")
            more = told["more"]
            assert len(told["steps"]) == 60 or not more
            steps += told["steps"]
        decisions = client.app.state.services.house.tables[table].table.record.decisions
        assert len(steps) == len(decisions) + 1
        assert [step["seat"] for step in steps[1:]] == [seat for seat, _ in decisions]
        end = ada.table(table)
        assert [steps[-1][part] for part in ("view", "scores", "to_act")] == [
            end["view"],
            end["scores"],
            [],
        ]
    refused(ada.ask("GET", f"/api/tables/{table}/history?seat=7"), 400, "bad_request")
