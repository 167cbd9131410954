"""What the application says about itself, the page, and headers."""

from typing import Any

import pytest
from litestar.testing import TestClient

from tests.server.playing import Guest, begun, counted

Client = TestClient[Any]

OF_A_TABLE = (
    "log picture drawing preview why history chat record position variations hint analysis "
    "invitations world states words reasons join leave start play undo resign hand replace agree "
    "takeover lock rematch"
)


@pytest.mark.parametrize("path", ["/", "/t/some-table", "/api/games", "/nowhere"])
def test_every_answer_is_guarded(client: Client, path: str) -> None:
    headers = Guest(client).ask("GET", path).headers
    policy = headers["content-security-policy"]
    assert "default-src 'self'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "unsafe" not in policy.replace("script-src 'self' 'wasm-unsafe-eval';", "")
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "same-origin"


def test_an_answer_says_whose_it_is(client: Client) -> None:
    """So that a browser can forget what it has kept for somebody else."""
    ada, ben = Guest(client), Guest(client)
    numbers = {ada.ask("GET", "/api/me").headers["person"] for _ in range(2)}
    assert len(numbers) == 1
    assert ben.ask("GET", "/api/me").headers["person"] not in numbers
    assert Guest(client).ask("GET", "/api/games").headers["person"] == "0"


def test_it_is_well(client: Client) -> None:
    Guest(client).make("me")  # waits for the game
    ready = {"micropolis": "ready"}
    assert Guest(client).get("/healthz") == {"status": "ok", "store": "ok", "games": ready}


def test_requests_and_moves_are_counted(client: Client) -> None:
    ada, ben, table = begun(client)
    (ada if ada.table(table)["actions"] else ben).move(table)
    text = counted(client)
    assert (
        'formicarium_http_requests_total{route="/api/tables/{table}/play",status="200",worker="'
        in text
    )
    assert 'formicarium_moves_total{game="micropolis",worker="' in text
    assert table not in text


def test_the_schema_tells_all_that_a_program_needs(client: Client) -> None:
    answer = Guest(client).ask("GET", "/schema")
    schema = answer.json()
    assert schema == Guest(client).ask("GET", "/schema/openapi.json").json()
    assert {path for path in schema["paths"] if not path.startswith("/api/admin/")} == {
        "/healthz",
        "/readyz",
        "/api/games",
        "/api/games/{game}",
        "/api/games/{game}/rules",
        "/api/puzzles",
        "/api/games/{game}/puzzles",
        "/api/games/{game}/puzzles/{number}",
        "/api/games/{game}/puzzles/{number}/preview",
        "/api/games/{game}/puzzles/{number}/solution",
        "/api/games/{game}/guide",
        "/api/games/{game}/lessons",
        "/api/games/{game}/lessons/{chapter}",
        "/api/games/{game}/lessons/{chapter}/preview",
        "/api/games/{game}/study",
        "/api/games/{game}/picture",
        "/api/games/{game}/states",
        "/api/daily",
        "/api/me",
        "/api/me/data",
        "/api/me/browser",
        "/api/me/mail",
        "/api/me/notices",
        "/api/me/waiting",
        "/api/accounts",
        "/api/session",
        "/api/sessions",
        "/api/sessions/{session}",
        "/api/password-reset",
        "/api/acquaintances",
        "/api/blocks",
        "/api/blocks/{person}",
        "/api/boards/{game}",
        "/api/mail/confirm",
        "/api/mail/off",
        "/api/pairing",
        "/api/profile",
        "/api/profile/curve",
        "/api/profile/games",
        "/api/profile/sharing",
        "/api/jobs/{job}",
        "/api/reports",
        "/api/tables",
        "/api/tables/{table}",
        *(f"/api/tables/{{table}}/{what}" for what in OF_A_TABLE.split()),
    }
    play = schema["components"]["schemas"]["Play"]
    assert set(play["required"]) == {"key", "seat", "action", "version"}
    assert all("description" in field for field in play["properties"].values())
    for path in schema["paths"].values():
        for operation in path.values():
            assert operation["summary"]
            assert operation["description"]
    assert "Trouble" in schema["components"]["schemas"]
