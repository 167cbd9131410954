"""Accounts: passwords that change."""

from typing import Any

from litestar.testing import TestClient

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
