"""Reasons for a hint that somebody's own device has thought out."""

from typing import Any

from litestar.testing import TestClient

from formicarium.analysis.explaining import explained
from formicarium.server.api import world
from tests.server.playing import Guest, begun, on_turn, refused

Client = TestClient[Any]


def codes_of(guest: Guest, table: str) -> list[int]:
    return [action["code"] for action in guest.table(table)["actions"]]


def asked(guest: Guest, table: str, codes: list[int], language: str = "en") -> Any:
    body = {"seat": guest.table(table)["seat"], "codes": codes}
    return guest.ask("POST", f"/api/tables/{table}/reasons?language={language}", body)


def test_reasons_are_told_in_the_order_of_the_actions(client: Client) -> None:
    me = Guest(client)
    table = me.make("me", "me")
    services = client.app.state.services
    shown, state = me.table(table), services.house.tables[table].table.state
    codes = codes_of(me, table)[:3][::-1]
    seed = world.world_seed(services.house.secret, table, shown["seat"], shown["version"])
    for language in ("en", "fr"):
        answer = asked(me, table, codes, language).json()["actions"]
        here = explained(state, shown["seat"], codes, language, seed)
        assert answer == [{"reasons": one.reasons, "lights": one.lights} for one in here]
        assert all(one["reasons"] for one in answer)
    assert asked(me, table, codes).json() == asked(me, table, codes).json()


def test_reasons_are_for_whoever_may_have_a_hint(client: Client) -> None:
    ada, ben, table = begun(client)
    me, other = on_turn(ada, ben, table)
    mine = me.table(table)["seat"]
    codes, path = codes_of(me, table)[:1], f"/api/tables/{table}/reasons"
    refused(asked(me, table, codes), 403, "no_hints")
    refused(asked(other, table, codes), 409, "not_your_turn")
    refused(other.ask("POST", path, {"seat": mine, "codes": codes}), 403, "not_yours")
    refused(Guest(client).ask("POST", path, {"seat": mine, "codes": codes}), 403, "not_yours")


def test_only_actions_that_can_be_decided_now_have_reasons(client: Client) -> None:
    me = Guest(client)
    table = me.make("me", "me")
    path, seat = f"/api/tables/{table}/reasons", me.table(table)["seat"]
    refused(asked(me, table, [10**6]), 400, "bad_request")
    for codes in ([], codes_of(me, table)[:4], [-1]):
        refused(me.ask("POST", path, {"seat": seat, "codes": codes}), 400, "bad_request")


def test_all_are_told_once_of_a_hint_and_its_reasons(client: Client) -> None:
    ada, ben = Guest(client), Guest(client)
    table = ada.make("me", "open", hints=True)
    ben.do("join", table)
    ada.do("start", table)
    me, other = on_turn(ada, ben, table)
    seat = me.table(table)["seat"]

    def hints() -> int:
        found: int = other.table(table)["seats"][seat]["hints"]
        return found

    me.get(f"/api/tables/{table}/world")
    assert asked(me, table, codes_of(me, table)[:2]).status_code == 200
    assert hints() == 1
    me.move(table)
    while not me.table(table)["actions"]:
        other.move(table)
    assert asked(me, table, codes_of(me, table)[:2]).status_code == 200  # a hint by itself
    assert hints() == 2
