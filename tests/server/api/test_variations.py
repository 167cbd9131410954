"""What people try in games that are over: kept for each of them, and for no other."""

from typing import Any

import pytest
from litestar.testing import TestClient

from formicarium.server.api.services import EVENT
from formicarium.server.api.variations import LONGEST, MOST
from formicarium.server.limits import Counted
from tests.server.api.test_names import account
from tests.server.playing import Guest, begun, finish, refused

Client = TestClient[Any]
LINES = ["4-03-1a", "4-03-1b-0c"]


@pytest.fixture(scope="module")
def over(client: Client) -> tuple[Guest, Guest, str]:
    ada, ben, table = begun(client)
    finish(ada, ben, table)
    return ada, ben, table


def path(table: str) -> str:
    return f"/api/tables/{table}/variations"


def kept(guest: Guest, table: str) -> Any:
    return guest.get(path(table))["lines"]


def keep(guest: Guest, table: str, lines: list[Any]) -> Any:
    return guest.ask("PUT", path(table), {"lines": lines})


def test_everybody_who_played_keeps_her_own(over: tuple[Guest, Guest, str]) -> None:
    ada, ben, table = over
    assert ada.get(path(table)) == {"lines": [], "kept": True}
    assert keep(ada, table, LINES).json() == {"lines": LINES}
    assert kept(ada, table) == LINES
    assert kept(ben, table) == []
    assert keep(ada, table, LINES[1:]).status_code == 200
    assert kept(ada, table) == LINES[1:]
    assert keep(ada, table, []).status_code == 200
    assert kept(ada, table) == []


def test_who_has_an_account_keeps_some_anywhere(
    client: Client, over: tuple[Guest, Guest, str]
) -> None:
    table = over[2]
    eve = account(client, "Eve Tries")
    assert keep(eve, table, LINES).status_code == 200
    assert kept(eve, table) == LINES
    assert [one["lines"] for one in eve.get("/api/me/data")["person"]["tried"]] == [" ".join(LINES)]


def test_nobody_else_keeps_any(client: Client, over: tuple[Guest, Guest, str]) -> None:
    table = over[2]
    stranger = Guest(client)
    refused(keep(stranger, table, LINES), 403, "not_yours")
    stranger.get("/api/me")
    refused(keep(stranger, table, LINES), 403, "not_yours")
    assert stranger.get(path(table)) == {"lines": [], "kept": False}


def test_not_before_the_game_is_over(client: Client) -> None:
    ada, _, table = begun(client)
    refused(keep(ada, table, LINES), 409, "not_over")
    refused(keep(ada, "nosuchtable", LINES), 404, "not_found")


@pytest.mark.parametrize(
    "lines",
    [
        ["4"],
        ["4-"],
        ["4-03-"],
        ["4 03"],
        ["Ä-03"],
        [7],
        ["4-03"] * (MOST + 1),
        ["4" + "-03" * 2000] * 2,
        ["4" + "-03" * LONGEST],
    ],
)
def test_nonsense_is_not_kept(over: tuple[Guest, Guest, str], lines: list[Any]) -> None:
    ada, _, table = over
    refused(keep(ada, table, lines), 400, "bad_request")
    assert kept(ada, table) == []


def test_what_is_kept_is_counted(client: Client, over: tuple[Guest, Guest, str]) -> None:
    ada, _, table = over
    spent: list[tuple[Counted, float]] = []
    addresses = client.app.state.services.spending.addresses
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(addresses, "spend", lambda *told: spent.append((told[0], told[-1])))
        keep(ada, table, LINES)
    assert (Counted.BYTE, EVENT + len(" ".join(LINES))) in spent
