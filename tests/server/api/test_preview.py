"""What would come of an action, and why another is forbidden."""

from typing import Any

from litestar.testing import TestClient

from formicarium.core.state import State
from tests.server.playing import Guest, begun, on_turn, refused, two


def state_of(client: TestClient[Any], table: str) -> State:
    state: State = client.app.state.services.house.tables[table].table.state
    return state


def test_a_preview_is_what_playing_it_shows(client: TestClient[Any]) -> None:
    ada, ben, table = begun(client)
    me, _ = on_turn(ada, ben, table)
    before = me.table(table)
    seat, action = before["seat"], before["actions"][0]
    seen = me.get(f"/api/tables/{table}/preview?seat={seat}&action={action['code']}")
    by_text = me.get(f"/api/tables/{table}/preview?action={action['text']}")
    assert me.table(table) == before
    me.move(table)
    after = me.table(table)
    assert seen == by_text
    assert seen["view"] == after["view"]
    assert seen["scores"] == state_of(client, table).scores()
    assert seen["actions"] == [
        {"code": one["code"], "text": one["text"]} for one in after["actions"]
    ]


def test_what_chance_decides_is_not_previewed(client: TestClient[Any]) -> None:
    ada, ben, table = begun(client)
    refusals = 0
    for _ in range(60):  # in Micropolis the row is refilled when it runs short
        me, _other = on_turn(ada, ben, table)
        seen = me.table(table)
        code = seen["actions"][0]["code"]
        path = f"/api/tables/{table}/preview?action={code}"
        told, german = me.get(path), me.get(f"{path}&language=de")
        barrier = state_of(client, table).row.barrier
        me.move(table)
        revealed = state_of(client, table).row.barrier != barrier
        assert (told["view"] is None) == revealed
        if revealed:
            assert "reveal" in told["reason"]
            assert "verraten" in german["reason"]
            assert told["scores"] == state_of(client, table).scores()  # whatever is refilled
            refusals += 1
            break
    assert refusals


def test_an_illegal_action_has_no_preview(client: TestClient[Any]) -> None:
    ada, ben, table = begun(client)
    me, other = on_turn(ada, ben, table)
    path = f"/api/tables/{table}/preview?action="
    told = me.ask("GET", f"{path}place left").json()
    assert told["view"] is None
    assert told["rule"] == "MP-3.2"
    assert told["reason"]
    assert "scores" not in told
    assert other.ask("GET", f"{path}take 1").json()["view"] is None  # it is not her turn
    refused(me.ask("GET", f"{path}fly away"), 400, "bad_request")
    refused(me.ask("GET", f"{path}999999"), 400, "bad_request")
    refused(me.ask("GET", f"/api/tables/{table}/preview"), 400, "bad_request")


def test_only_for_a_seat_of_mine(client: TestClient[Any]) -> None:
    ada, ben, table = begun(client)
    other = 1 - ada.table(table)["seat"]
    stranger, _ = two(client)
    for question in ("preview", "why"):
        path = f"/api/tables/{table}/{question}?action=take 1"
        refused(ada.ask("GET", f"{path}&seat={other}"), 403, "not_yours")
        refused(stranger.ask("GET", path), 403, "not_yours")
        waiting = ben.make("me", "open")
        refused(
            ben.ask("GET", f"/api/tables/{waiting}/{question}?action=take 1"), 409, "not_started"
        )


def test_why_an_action_is_forbidden(client: TestClient[Any]) -> None:
    ada, ben, table = begun(client)
    me, other = on_turn(ada, ben, table)
    path = f"/api/tables/{table}/why?action="
    assert me.get(f"{path}take 1") == {"legal": True, "rule": None, "message": None}
    too_dear = me.get(f"{path}take 7&language=de")
    assert (too_dear["legal"], too_dear["rule"]) == (False, "MP-3.5")
    in_english = me.get(f"{path}take 7&language=en")["message"]
    assert in_english != too_dear["message"]
    assert "5" in too_dear["message"]
    assert other.get(f"{path}take 1")["rule"] == "MP-3.1"
    refused(me.ask("GET", f"{path}fly away"), 400, "bad_request")


def test_several_actions_are_previewed_as_one(client: TestClient[Any]) -> None:
    ada, ben, table = begun(client)
    me, _ = on_turn(ada, ben, table)
    while "take 1" not in texts(me, table) or me.table(table)["view"]["round"] < 2:
        me.move(table)  # the first tile of each is built in by itself
        me, _ = on_turn(ada, ben, table)
    path = f"/api/tables/{table}/preview?action=take 1"
    seen = me.get(f"{path}&then=place left")
    assert me.get(f"{path}&then=take 1")["rule"]  # nobody takes two
    me.move(table)
    me.move(table)
    assert seen["view"] == me.table(table)["view"]


def texts(me: Guest, table: str) -> list[str]:
    return [action["text"] for action in me.table(table)["actions"]]
