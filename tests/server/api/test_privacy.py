"""What is somebody's alone is in no answer to anybody else, whatever is asked."""

import re
from typing import Any
from urllib.parse import urlencode

import pytest
from litestar.testing import TestClient

from formicarium.server.store.entries import PEOPLE
from tests.server.administering import administrator, number_of, wait_for
from tests.server.api.test_people_who_play import end_games, player, wish
from tests.server.playing import SECONDS, Guest
from tests.server.posting import Browser
from tests.server.store.endings import at

Client = TestClient[Any]

ADDRESS, ENDPOINT, ZONE = "countess@example.org", "https://push.example.org/7f3a", "Asia/Kathmandu"
KEY, POINTS = "what-she-looks-for", 918_273
HERS = (ADDRESS, ENDPOINT, ZONE, KEY)


@pytest.fixture(scope="module")
def ada(client: Client) -> Guest:
    """Somebody of whom the house keeps all that it can, and who shows nothing."""
    ada, store = player(client, "Augusta"), client.app.state.services.store
    number, now = number_of(ada), client.app.state.services.house.now()
    wishes = {"push": ["turn"], "mail": ["turn"], "zone": ZONE}
    assert ada.ask("PUT", "/api/me/notices", wishes).is_success
    browser = Browser().subscription(ENDPOINT)
    assert ada.ask("POST", "/api/me/browser", browser).is_success
    wait_for(client, store.ask_address(number, ADDRESS, "hash", now))
    assert wait_for(client, store.confirm_address(number, ADDRESS, now))
    wish(ada, KEY, pace="days")
    return ada


@pytest.fixture(scope="module")
def hidden(client: Client, ada: Guest) -> list[str]:
    """Games of hers at tables that are not public."""
    mine, other = number_of(ada), number_of(player(client))
    ending = at(mine, other, measure=PEOPLE, points=(POINTS, 3))
    return end_games(client, *[ending] * 12, public=False)


def asked(client: Client, who: Guest, ada: Guest, table: str) -> dict[str, str]:
    """All that can be asked, about her where that can be said: the answers by what was asked."""
    number = number_of(ada)
    known = {"table": table, "game": "micropolis", "number": number, "person": number}
    known |= {"find": "Augusta", "action": "1", "job": "1"}
    found = {}
    for path, operations in client.app.openapi_schema.to_schema()["paths"].items():
        if "get" not in operations:
            continue
        named = [one["name"] for one in operations["get"].get("parameters", [])]
        query = {name: known[name] for name in named if name in known and f"{{{name}}}" not in path}
        where = re.sub(r"{(\w+)}", lambda match: str(known[match[1]]), path)
        lists = ("mine", "open", "live", "archive", "waiting") if path == "/api/tables" else ("",)
        for one in lists:
            params = {**query, **({"list": one} if one else {})}
            answer = who.ask("GET", f"{where}?{urlencode(params)}")
            assert answer.status_code < 500, (where, answer.text)
            found[f"{path} {one}"] = answer.text if answer.is_success else ""
    return found


def somebody(client: Client, role: str, ada: Guest) -> tuple[Guest, str]:
    """Somebody who asks, and a table of hers."""
    who = administrator(client) if role == "administrator" else player(client)
    if role == "guest":
        who = Guest(client)
        who.get("/api/me")
    if role == "host":
        table = who.make("me", "open", public=True)
        ada.do("join", table)
        return who, table
    table = ada.make("me", "open", public=True)
    if role == "opponent":
        who.do("join", table)
    return who, table


@pytest.mark.parametrize("role", ["stranger", "guest", "opponent", "host", "administrator"])
def test_nobody_is_told_what_is_hers_alone(
    client: Client, ada: Guest, hidden: list[str], role: str
) -> None:
    who, table = somebody(client, role, ada)
    answers = asked(client, who, ada, table)
    assert sum(map(bool, answers.values())) > 15
    for where, text in answers.items():
        for mark in (*HERS, str(POINTS)):
            assert mark not in text, (where, mark)
        if role != "administrator":  # who finds tables to look after them
            assert not any(f'"{name}"' in text for name in hidden), where


def test_the_lobby_tells_nobody_what_is_hers_alone(
    client: Client, ada: Guest, hidden: list[str]
) -> None:
    """Neither by what is sent at first nor when something changes."""
    who = player(client)
    cookie = {"cookie": f"formicarium={who.cookie}"}
    with client.websocket_connect("/api/lobby/socket", headers=cookie) as socket:
        told = socket.receive_text(timeout=SECONDS)
        table = ada.make("me", "open", public=True)
        while table not in told:
            told += socket.receive_text(timeout=SECONDS)
        secret = ada.make("me", "open", public=False)
        ada.do("lock", table)
        last = socket.receive_text(timeout=SECONDS)
        told += last
    for mark in (*HERS, str(POINTS), secret, *hidden):
        assert f'"{mark}"' not in told, mark
    assert f'"{table}"' not in last  # it is locked by now


def test_she_is_told_all_of_it(client: Client, ada: Guest, hidden: list[str]) -> None:
    """So what is looked for in vain above is there."""
    told = "".join(asked(client, ada, ada, ada.make("me", "open")).values())
    for mark in (ADDRESS, ENDPOINT, ZONE, str(POINTS), hidden[0]):
        assert mark in told, mark
