"""What is malformed, forged, foreign or too much is refused, and says so."""

import asyncio
import json
import logging
import os
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from litestar.testing import TestClient

from formicarium.server.api import tables, viewing
from formicarium.server.house.people import hashed
from formicarium.server.store.errors import Unavailable
from formicarium.server.workers.rehearsal import RulesChanged
from tests.server.playing import Guest, begun, counted, finish, house, on_turn, refused, two

Client = TestClient[Any]

NASTY = [
    "'; DROP TABLE tables; --",
    '" OR 1=1 --',
    "<script>alert(document.cookie)</script>",
    "<img src=x onerror=alert(1)>",
    "{{7*7}}${7*7}%s%n",
    "../../etc/passwd",
    "Ω≈ç√ 漢字 🐜 e\u0301",
    "a\tb\r\nSet-Cookie: x=y",
]


def body_of(guest: Guest, table: str) -> dict[str, Any]:
    seen = guest.table(table)
    code = seen["actions"][0]["code"] if seen["actions"] else 0
    return {"key": "k", "seat": seen["seat"], "action": code, "version": seen["version"]}


# --- Bodies ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("change", "named"),
    [
        ({"seat": "0"}, "seat"),
        ({"seat": -1}, "seat"),
        ({"seat": 10**30}, "seat"),
        ({"seat": 0.5}, "seat"),
        ({"seat": None}, "seat"),
        ({"version": -1}, "version"),
        ({"version": 10**40}, "version"),
        ({"version": True}, "version"),
        ({"action": []}, "action"),
        ({"action": ""}, "action"),
        ({"action": "x" * 201}, "action"),
        ({"key": ""}, "key"),
        ({"key": "x" * 65}, "key"),
        ({"key": "a\0b"}, "key"),
        ({"key": 7}, "key"),
        ({"more": 1}, "more"),
    ],
)
def test_a_field_that_is_wrong_is_named(client: Client, change: dict[str, Any], named: str) -> None:
    ada, ben, table = begun(client)
    mover, _ = on_turn(ada, ben, table)
    answer = mover.try_to("play", table, **(body_of(mover, table) | change))
    assert named in refused(answer, 400, "bad_request")["message"]


@pytest.mark.parametrize("missing", ["key", "seat", "action", "version"])
def test_a_field_that_is_missing_is_named(client: Client, missing: str) -> None:
    ada, ben, table = begun(client)
    mover, _ = on_turn(ada, ben, table)
    body = body_of(mover, table)
    del body[missing]
    answer = mover.ask("POST", f"/api/tables/{table}/play", body)
    assert missing in refused(answer, 400, "bad_request")["message"]


@pytest.mark.parametrize(
    "body", [b"{", b"\xff\xfe", b"[" * 60_000, b'{"game": "\\ud800"}', b"nonsense", b"\0"]
)
def test_what_is_not_json_is_refused(client: Client, body: bytes) -> None:
    answer = Guest(client).ask("POST", "/api/tables", body, content_type="application/json")
    assert answer.status_code == 400, answer.text
    assert answer.json()["error"] in ("not_json", "bad_request")


def test_deep_nesting_is_refused(client: Client) -> None:
    for deep in (b'{"a":' * 10_000 + b"1" + b"}" * 10_000, b"[" * 30_000 + b"]" * 30_000):
        body = b'{"game": "micropolis", "position": {"x": ' + deep + b"}}"
        answer = Guest(client).ask("POST", "/api/tables", body, content_type="application/json")
        assert answer.status_code == 400, answer.text


def test_bodies_are_json_and_not_forms(client: Client) -> None:
    guest = Guest(client)
    for kind in ("application/x-www-form-urlencoded", "text/plain", "multipart/form-data"):
        answer = guest.ask("POST", "/api/tables", b'{"game": "micropolis"}', content_type=kind)
        refused(answer, 415, "not_json")
    empty = guest.ask("POST", "/api/tables", b"", content_type="application/json")
    assert "body" in refused(empty, 400, "bad_request")["message"]


def test_a_body_that_is_too_large_is_refused(client: Client) -> None:
    body = json.dumps({"game": "x" * 70_000}).encode()
    answer = Guest(client).ask("POST", "/api/tables", body, content_type="application/json")
    refused(answer, 413, "too_large")


@pytest.mark.parametrize(
    ("body", "error"),
    [
        ({"game": "chess"}, "unknown_game"),
        ({"game": "micropolis", "players": 9}, "bad_option"),
        ({"game": "micropolis", "options": {"variant": "chess"}}, "bad_option"),
        ({"game": "micropolis", "options": {"'; --": "1"}}, "bad_option"),
        ({"game": "micropolis", "players": 2, "position": {"army": 7}}, "bad_position"),
        ({"game": "micropolis", "players": 2, "position": {"seed": 10**400}}, "bad_position"),
        ({"game": "micropolis", "seats": [{"kind": "bot", "level": "god"}]}, "bad_option"),
        ({"game": "micropolis", "players": 2, "seats": [{"kind": "me"}] * 3}, "no_seat"),
        ({"game": "micropolis", "seats": [{"kind": "person"}]}, "bad_request"),
        ({"game": "micropolis", "clock": {"per": "decision", "seconds": 0}}, "bad_request"),
        ({"game": "micropolis", "clock": {"per": "life", "seconds": 9}}, "bad_request"),
        ({"game": "micropolis", "players": 2**70}, "bad_request"),
    ],
)
def test_a_table_that_cannot_be_is_not_made(
    client: Client, body: dict[str, Any], error: str
) -> None:
    refused(Guest(client).ask("POST", "/api/tables", body), 400, error)


@pytest.mark.parametrize("text", NASTY)
def test_text_is_only_text(client: Client, text: str) -> None:
    ada, ben = two(client)
    spoken = " ".join(text.replace("e\u0301", "é").split())
    assert ada.ask("PATCH", "/api/me", {"name": text}).json()["name"] == spoken[:100]
    table = ada.make("me", "open")
    ben.do("join", table)
    ada.do("start", table)
    ada.do("chat", table, text=text)
    assert ben.get(f"/api/tables/{table}/chat")["lines"][0]["text"] == spoken
    assert ben.table(table)["seats"][0]["name"] == spoken
    mover, _ = on_turn(ada, ben, table)
    body = body_of(mover, table)
    refused(mover.try_to("play", table, **(body | {"action": text})), 422, "illegal_action")
    name = quote(text, safe="")
    for path in (f"/api/tables/{name}", f"/api/tables/{name}/log", f"/api/jobs/{name}"):
        assert ben.ask("GET", path).status_code in (400, 404)
    for query in ("seat", "since", "list", "page", "at"):
        answer = ben.client.get("/api/tables", params={query: text})
        assert answer.status_code in (200, 400)
    assert ben.client.get("/api/games", params={"language": text[:20]}).status_code == 200
    answer = ben.ask("POST", f"/api/tables/{table}/join", {"key": "j", "invitation": text})
    assert answer.status_code in (400, 403)


@pytest.mark.parametrize("name", ["", "   ", "\u200b\u202e", "x" * 41, "x" * 5000])
def test_names_that_nobody_could_read_are_refused(client: Client, name: str) -> None:
    answer = Guest(client).ask("PATCH", "/api/me", {"name": name})
    assert answer.status_code == 400
    assert "name" in answer.json()["message"]


@pytest.mark.parametrize(
    "query",
    ["seat=x", "seat=-1", f"seat={10**30}", "seat=0&seat=1x", "since=-1", "since=1.5", "since=x"],
)
def test_queries_are_checked(client: Client, query: str) -> None:
    ada, _, table = begun(client)
    refused(ada.ask("GET", f"/api/tables/{table}?{query}"), 400, "bad_request")


# --- Addresses ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "path",
    [
        "/nowhere",
        "/api",
        "/api/tables/none",
        "/api/tables/none/log",
        "/api/jobs/none",
        "/api/tables/%00",
        "/page/nothing.js",
        "/page/../app.py",
        "/page/%2e%2e/app.py",
        "/page/..%2fapp.py",
        "/page//etc/passwd",
        "/page/%2Fetc%2Fpasswd",
        "/page/",
        "/page/..\\app.py",
    ],
)
def test_what_does_not_exist_is_not_found(client: Client, path: str) -> None:
    refused(Guest(client).ask("GET", path), 404, "not_found")


def test_methods_that_an_address_does_not_take_are_refused(client: Client) -> None:
    answer = Guest(client).ask("DELETE", "/api/tables/some/play")
    refused(answer, 405, "method_not_allowed")
    assert answer.headers["allow"] == "OPTIONS, POST"
    answer = Guest(client).ask("PUT", "/api/me")
    refused(answer, 405, "method_not_allowed")
    assert answer.headers["allow"] == "DELETE, GET, OPTIONS, PATCH"


# --- Who asks -------------------------------------------------------------------------------------


def test_a_forged_cookie_is_nobodys(client: Client) -> None:
    ada, _, table = begun(client)
    for forged in (
        "A" * len(ada.cookie),
        hashed(ada.cookie),
        hashed(ada.cookie)[:16],
        f"P5iQzDm5XdbSUOB0LSRpUI0V.9999999999.{'A' * 43}",
        ada.cookie[:-1],
        ada.cookie + "x",
        ada.cookie + "x" * 500,
        "1",
        "%F0%9F%90%9C",
        "a; formicarium=b",
    ):
        eve = Guest(client)
        eve.cookie = forged
        assert eve.table(table)["seat"] is None
        answer = eve.try_to("play", table, seat=0, action=0, version=3)
        refused(answer, 403, "not_yours")


def test_the_cookie_cannot_be_read_by_pages_or_sent_by_others(client: Client) -> None:
    cookie = Guest(client).ask("GET", "/api/me").headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=lax" in cookie
    assert "Path=/" in cookie
    assert "Secure" not in cookie


def test_looking_hands_out_no_cookie(client: Client) -> None:
    _, _, table = begun(client)
    for path in ("/", f"/t/{table}", "/api/games", "/api/tables", f"/api/tables/{table}"):
        assert "set-cookie" not in Guest(client).ask("GET", path).headers


def test_a_seat_is_seen_by_its_owner_alone(client: Client) -> None:
    ada, ben, table = begun(client)
    eve = Guest(client)
    for guest, seat in ((ada, 1), (ben, 0), (eve, 0), (eve, 1)):
        for what in ("", "/log", "/picture"):
            answer = guest.ask("GET", f"/api/tables/{table}{what}?seat={seat}")
            refused(answer, 403, "not_yours")
    assert eve.table(table)["seat"] is None
    assert eve.table(table)["actions"] == []
    mover, other = on_turn(ada, ben, table)
    body = body_of(mover, table)
    refused(other.try_to("play", table, **body), 403, "not_yours")
    refused(other.try_to("undo", table, seat=body["seat"], version=3), 403, "not_yours")
    refused(other.try_to("resign", table, seat=body["seat"]), 403, "not_yours")
    refused(other.try_to("hand", table, seat=body["seat"]), 403, "not_yours")
    refused(other.try_to("leave", table, seat=body["seat"]), 403, "not_yours")
    refused(ada.try_to("resign", table, seat=9), 409, "no_seat")


def test_the_seed_is_told_when_the_game_is_over(client: Client) -> None:
    ada, ben, table = begun(client)
    seen = [ada.ask("GET", f"/api/tables/{table}").text, ada.ask("GET", "/api/tables").text]
    stale = ada.try_to("undo", table, seat=0, version=0)
    finish(ada, ben, table)
    seed = ada.table(table)["seed"]
    assert all(seed not in text for text in [*seen, stale.text])


def test_a_seat_token_is_good_for_its_seat_alone(client: Client) -> None:
    ada, ben = two(client)
    table = ada.make("me", "open")
    token = ben.do("join", table)["token"]
    ada.do("start", table)
    bot = Guest(client)
    bearer = f"Bearer {token}"
    seen = bot.get(f"/api/tables/{table}", authorization=bearer)
    assert seen["seat"] == 1
    if 1 in seen["to_act"]:
        fields = {"action": seen["actions"][0]["code"], "version": seen["version"]}
        bot.do("play", table, seat=1, token=token, **fields)
    refused(bot.try_to("resign", table, seat=0, token=token), 403, "not_yours")
    refused(bot.try_to("lock", table, token=token), 403, "seat_token")
    refused(bot.try_to("join", table, token=token), 403, "seat_token")
    refused(bot.ask("GET", "/api/me", authorization=bearer), 403, "seat_token")
    refused(bot.ask("POST", "/api/tables", {"game": "micropolis"}, authorization=bearer), 403,
            "seat_token")  # fmt: skip
    other = ada.make("me", "open")
    refused(bot.ask("GET", f"/api/tables/{other}", authorization=bearer), 404, "not_found")
    refused(bot.ask("GET", f"/api/tables/{table}", authorization=bearer + "x"), 401, "bad_token")
    ben.do("leave", table, seat=1)
    refused(bot.ask("GET", f"/api/tables/{table}", authorization=bearer), 401, "bad_token")
    assert bot.cookie == ""


def test_an_invitation_lets_one_person_in_once(client: Client) -> None:
    ada, ben = two(client)
    table = ada.make("open", "open", public=False)
    elsewhere = ada.make("me", "open")

    def invited(**seat: int) -> str:
        answer = ada.ask("POST", f"/api/tables/{table}/invitations", seat)
        return str(answer.json()["invitation"])

    link = invited(seat=1)
    refused(ben.try_to("join", elsewhere, invitation=link), 403, "bad_invitation")
    refused(ben.try_to("join", table, invitation=link, seat=0), 403, "bad_invitation")
    refused(ben.try_to("join", table, invitation=link + "x"), 403, "bad_invitation")
    assert ben.do("join", table, invitation=link, key="in")["seat"] == 1
    assert ben.do("join", table, invitation=link, key="in")["seat"] == 1
    eve = Guest(client)
    ben.do("leave", table, seat=1)
    refused(eve.try_to("join", table, invitation=link), 403, "bad_invitation")
    assert eve.do("join", table, invitation=invited())["seat"] == 0
    refused(eve.ask("POST", f"/api/tables/{table}/invitations", {}), 403, "not_host")
    refused(ada.ask("POST", f"/api/tables/{table}/invitations", {"seat": 5}), 400, "bad_request")


def test_for_strangers_a_locked_table_is_not_there(client: Client) -> None:
    ada, ben, table = begun(client)
    eve = Guest(client)
    refused(ben.try_to("lock", table), 403, "not_host")
    ada.do("lock", table)
    for what in ("", "/log", "/picture", "/chat", "/record", "/position"):
        refused(eve.ask("GET", f"/api/tables/{table}{what}"), 404, "not_found")
    for command in ("join", "start", "lock", "rematch"):
        refused(eve.try_to(command, table), 404, "not_found")
    refused(eve.try_to("chat", table, text="hello?"), 404, "not_found")
    assert ben.table(table)["locked"]
    ada.do("lock", table, locked=False)
    assert not eve.table(table)["locked"]


# --- Other pages ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "origin",
    [
        "https://evil.example",
        "http://house.local.evil.example",
        "http://house.local:81",
        "https://house.local@evil.example",
        "null",
        "",
        "http://[",
        "http://x:99999999",
        "https://friends.example.evil",
    ],
)
def test_other_pages_change_nothing(client: Client, origin: str) -> None:
    ada, _, table = begun(client)
    body = {"key": "k"}
    answer = ada.ask("POST", f"/api/tables/{table}/lock", body, origin=origin)
    refused(answer, 403, "foreign_origin")
    assert not ada.table(table)["locked"]
    assert ada.ask("GET", "/api/me", origin=origin).status_code == 200


@pytest.mark.parametrize(
    "origin", ["http://house.local", "http://HOUSE.local:80", "https://friends.example"]
)
def test_our_own_page_and_friends_do(client: Client, origin: str) -> None:
    ada, _, table = begun(client)
    answer = ada.ask("POST", f"/api/tables/{table}/lock", {"key": "k"}, origin=origin)
    assert answer.status_code == 200
    told = answer.headers.get("access-control-allow-origin")
    assert told == (origin if origin == "https://friends.example" else None)


def test_many_people_from_one_address_are_no_more_than_a_household(tmp_path: Path) -> None:
    with house(tmp_path, requests_burst=20, requests_per_second=0.001) as client:
        guests = [Guest(client) for _ in range(15)]
        found = [guest.ask("GET", "/api/me").status_code for guest in guests for _ in range(18)]
        assert found.count(200) == 200
        assert found.count(429) == 70


def test_a_table_whose_game_is_still_being_prepared_says_so(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada, _, table = begun(client)

    async def never(_table: str) -> None:
        await asyncio.Event().wait()

    rooms = client.app.state.services.house
    monkeypatch.setattr(rooms, "at_hand", lambda _table: None)
    monkeypatch.setattr(rooms, "live", never)
    monkeypatch.setattr(viewing, "PREPARING", 0.01)
    refused(ada.ask("GET", f"/api/tables/{table}"), 503, "preparing")


def test_behind_a_proxy_cookies_and_addresses_are_those_of_the_visitor(tmp_path: Path) -> None:
    few: dict[str, Any] = {"requests_burst": 2, "requests_per_second": 0.01}
    with house(tmp_path, trusted_proxies=1, **few) as client:
        far: dict[str, str] = {"x_forwarded_proto": "https", "x_forwarded_for": "6.6.6.6, 1.2.3.4"}
        first = Guest(client).ask("GET", "/api/me", **far)
        assert "Secure" in first.headers["set-cookie"]
        origin = "https://house.local"
        made = Guest(client).ask("POST", "/api/tables", {"game": "chess"}, origin=origin, **far)
        refused(made, 400, "unknown_game")
        far["x_forwarded_for"] = "7.7.7.7, 1.2.3.4"
        refused(Guest(client).ask("GET", "/api/games", **far), 429, "too_many")
        far["x_forwarded_for"] = "1.2.3.4, 1.2.3.5"
        Guest(client).get("/api/games", **far)


# --- Accounts -------------------------------------------------------------------------------------


def test_an_account_leads_to_the_same_person_from_any_browser(client: Client) -> None:
    ada, _ = two(client)
    table = ada.make("me", "open")
    secret = {"name": "Ada Lovelace", "password": "difference engine"}
    made = ada.ask("POST", "/api/accounts", secret)
    me = {"name": "Ada Lovelace", "named": True, "account": "Ada Lovelace", "accounts": True}
    assert made.json() == me | {"administrator": False, "ban": None}
    refused(ada.ask("POST", "/api/accounts", secret | {"name": "Other"}), 409, "has_account")
    elsewhere = Guest(client)
    assert elsewhere.ask("POST", "/api/session", secret | {"name": "ADA lovelace"}).is_success
    assert elsewhere.table(table)["host"]
    gone = ada.ask("DELETE", "/api/session")
    assert gone.status_code == 204
    assert "Max-Age=0" in gone.headers["set-cookie"]
    wrong = elsewhere.ask("POST", "/api/session", secret | {"password": "analytical"})
    nobody = elsewhere.ask("POST", "/api/session", secret | {"name": "Nobody"})
    assert refused(wrong, 401, "bad_login") == refused(nobody, 401, "bad_login")
    refused(Guest(client).ask("POST", "/api/accounts", secret), 409, "name_taken")
    short = {"name": "Short", "password": "short"}
    refused(Guest(client).ask("POST", "/api/accounts", short), 400, "bad_request")


def test_a_house_may_have_no_accounts(tmp_path: Path) -> None:
    with house(tmp_path, accounts=False) as client:
        guest = Guest(client)
        assert guest.get("/api/me")["accounts"] is False
        body = {"name": "Ada", "password": "difference engine"}
        refused(guest.ask("POST", "/api/accounts", body), 403, "no_accounts")
        refused(guest.ask("POST", "/api/session", body), 403, "no_accounts")


# --- Too much -------------------------------------------------------------------------------------


def test_too_much_of_anything_is_refused(tmp_path: Path) -> None:
    few: dict[str, Any] = {
        "tables_per_hour": 3,
        "chat_per_minute": 2,
        "logins_per_minute": 2,
        "jobs_per_minute": 1,
    }
    with house(tmp_path, **few) as client:
        ada, ben, table = begun(client)
        ada.make("me")
        ada.make("me")
        answer = ada.ask("POST", "/api/tables", {"game": "micropolis"})
        assert "table" in refused(answer, 429, "too_many")["message"]
        assert int(answer.headers["retry-after"]) >= 1
        for text in ("one", "two"):
            ada.do("chat", table, text=text)
        refused(ada.try_to("chat", table, text="three"), 429, "too_many")
        ben.do("chat", table, text="I may")
        body = {"name": "Nobody", "password": "not a password"}
        for _ in range(2):
            refused(ben.ask("POST", "/api/session", body), 401, "bad_login")
        refused(ben.ask("POST", "/api/session", body), 429, "too_many")
        refused(Guest(client).ask("POST", "/api/session", body), 401, "bad_login")
        mover, other = on_turn(ada, ben, table)
        seat = {"seat": mover.table(table)["seat"]}
        refused(mover.ask("POST", f"/api/tables/{table}/hint", seat), 403, "no_hints")
        other.do("resign", table, seat=1 - seat["seat"])
        assert mover.ask("POST", f"/api/tables/{table}/hint", seat).status_code == 202
        refused(mover.ask("POST", f"/api/tables/{table}/hint", seat), 429, "too_many")
        line = f'formicarium_refusals_total{{limit="chat",worker="{os.getpid()}"}} 1.0'
        assert line in counted(client)


def test_too_many_requests_are_refused_and_others_do_not_notice(tmp_path: Path) -> None:
    with house(tmp_path, requests_burst=5, requests_per_second=0.01) as client:
        ada, ben = Guest(client), Guest(client)
        ada.get("/api/me")
        ben.get("/api/me")
        for _ in range(5):
            ada.get("/api/games")
        answer = ada.ask("GET", "/api/games")
        refused(answer, 429, "too_many")
        assert int(answer.headers["retry-after"]) > 50
        ben.get("/api/games")
        Guest(client).get("/healthz")


# --- Faults of ours -------------------------------------------------------------------------------


def test_a_database_that_is_away_is_no_fault_of_the_visitor(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def away(*_: object) -> None:
        raise Unavailable("the database does not answer: password=geheim")

    guest = Guest(client)
    monkeypatch.setattr(client.app.state.services.store, "summaries", away)
    answer = guest.ask("GET", "/api/tables")
    found = refused(answer, 503, "unavailable")
    assert "geheim" not in found["message"]
    assert answer.headers["retry-after"] == "5"
    monkeypatch.setattr(client.app.state.services.store, "head", away)
    ill = guest.ask("GET", "/healthz")
    assert (ill.status_code, ill.json()["status"]) == (503, "ill")


def test_a_fault_is_logged_and_told_by_its_number_alone(
    client: Client, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def broken(*_: object) -> None:
        raise RuntimeError("seed=123456789")

    monkeypatch.setattr(client.app.state.services.store, "summaries", broken)
    with caplog.at_level(logging.ERROR, "formicarium.server"):
        answer = Guest(client).ask("GET", "/api/tables")
    found = refused(answer, 500, "internal")
    assert "123456789" not in answer.text
    assert caplog.records[-1].__dict__["request"] == found["request"]
    assert caplog.records[-1].exc_info is not None


def test_a_game_that_is_still_being_prepared_says_so(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def never(_name: str) -> None:
        await asyncio.Event().wait()

    monkeypatch.setattr(client.app.state.services.library, "ready", never)
    monkeypatch.setattr(tables, "PREPARING", 0.01)
    answer = Guest(client).ask("POST", "/api/tables", {"game": "micropolis"})
    refused(answer, 503, "preparing")
    assert answer.headers["retry-after"] == "1"


def test_a_table_of_other_rules_is_kept_and_says_so(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada, ben, table = begun(client)
    finish(ada, ben, table)
    services = client.app.state.services

    async def changed(*_: object) -> None:
        raise RulesChanged("made with rules 7")

    with monkeypatch.context() as patch, client.portal() as portal:
        portal.call(lambda: services.house.drop(services.house.tables[table]))
        patch.setattr(services.library, "game", changed)
        refused(ada.ask("GET", f"/api/tables/{table}"), 409, "rules_changed")
        listed = ada.get("/api/tables?list=archive")["tables"]
        assert next(one for one in listed if one["id"] == table)["scores"]  # they were kept
    assert ada.table(table)["status"] == "over"
