"""Passwords that change, cookies that are renewed."""

from typing import Any

import pytest
from litestar.testing import TestClient

from formicarium.server.house.people import YEAR
from tests.server.playing import Guest, refused, two

Client = TestClient[Any]
OLD, NEW = "correct horse", "battery staple"


def log_in(guest: Guest, name: str, password: str) -> Any:
    return guest.ask("POST", "/api/session", {"name": name, "password": password})


def test_a_password_is_changed_by_who_knows_the_old_one(client: Client) -> None:
    ada, ben = two(client)
    change = {"old": OLD, "new": NEW}
    refused(ada.ask("PATCH", "/api/accounts", change), 409, "no_account")
    assert ada.ask("POST", "/api/accounts", {"name": "Ada K", "password": OLD}).status_code == 201
    wrong = {"old": "wrong horse", "new": NEW}
    refused(ada.ask("PATCH", "/api/accounts", wrong), 401, "bad_login")
    refused(ada.ask("PATCH", "/api/accounts", {"old": OLD, "new": "short"}), 400, "bad_request")
    assert ada.ask("PATCH", "/api/accounts", change).json()["account"] == "Ada K"
    refused(log_in(ben, "Ada K", OLD), 401, "bad_login")
    assert log_in(ben, "Ada K", NEW).json()["account"] == "Ada K"


def test_a_cookie_is_renewed_before_it_expires(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada, _ = two(client)
    first, now = ada.cookie, client.app.state.services.house.now()
    ada.get("/api/tables")
    assert ada.cookie == first
    monkeypatch.setattr(client.app.state.services.house, "now", lambda: now + YEAR * 0.6)
    ada.get("/api/tables")
    second = ada.cookie
    assert second != first
    monkeypatch.setattr(client.app.state.services.house, "now", lambda: now + YEAR * 1.2)
    assert ada.get("/api/me")["name"] == "Ada"
    late = Guest(client)
    late.cookie = first
    assert late.get("/api/me")["name"] != "Ada"


def test_who_logs_out_is_handed_no_cookie(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    ada, _ = two(client)
    now = client.app.state.services.house.now()
    monkeypatch.setattr(client.app.state.services.house, "now", lambda: now + YEAR * 0.6)
    answer = ada.ask("DELETE", "/api/session")
    assert answer.headers["set-cookie"].startswith('formicarium=""')
