"""A house whose disk is full: people are told so, stay where they are, and go on afterwards."""

import logging
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient

from formicarium.server.house import scheduler
from formicarium.server.store import engines
from formicarium.server.store.errors import DiskFull
from tests.server.playing import Guest, begun, frame, house, on_turn, refused
from tests.server.store.test_full_disk import give_room

Client = TestClient[Any]

LONG = "We wait. " * 50


@pytest.fixture
def client(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> Iterator[Client]:
    caplog.set_level(logging.INFO, "formicarium.server")
    with house(tmp_path) as client:
        yield client


def leave(client: Client, pages: int) -> None:
    """Let the database grow by so many pages and no more."""
    with client.portal() as portal:
        portal.call(give_room, client.app.state.services.store, pages)


def said(caplog: pytest.LogCaptureFixture) -> list[str]:
    """What was logged about the database."""
    return [line for line in caplog.messages if "can be written" in line]


def move(guest: Guest, table: str, key: str) -> Any:
    seen = guest.table(table)
    code = seen["actions"][0]["code"]
    return guest.try_to(
        "play",
        table,
        seat=seen["seat"],
        action=code,
        version=seen["version"],
        key=key.ljust(60, "-"),
    )


def test_a_move_is_refused_and_can_be_made_later(
    client: Client, caplog: pytest.LogCaptureFixture
) -> None:
    ada, ben, table = begun(client)
    leave(client, 0)
    number, (mover, _) = 0, on_turn(ada, ben, table)
    while (answer := move(mover, table, f"m{number}")).status_code == 200:
        number, (mover, _) = number + 1, on_turn(ada, ben, table)
    trouble = refused(answer, 503, "disk_full")
    assert "nothing is lost" in trouble["message"]
    assert answer.headers["retry-after"]
    before = mover.table(table)
    refused(move(mover, table, f"m{number}"), 503, "disk_full")
    assert mover.table(table) == before
    leave(client, 1000)
    assert move(mover, table, f"m{number}").status_code == 200
    assert len(said(caplog)) == 1


def test_sockets_stay_open_and_the_log_is_short(
    client: Client, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada, _, table = begun(client)
    leave(client, 0)
    with ada.socket(table) as socket:
        frame(socket, "table")
        troubles = 0
        for number in range(60):
            socket.send_json({"type": "chat", "key": f"c{number}", "text": LONG})
            answer = socket.receive_json(timeout=10)
            while answer["type"] not in ("done", "refused"):
                answer = socket.receive_json(timeout=10)
            troubles += answer.get("error") == "disk_full"
        assert troubles > 10
        monkeypatch.setattr(engines, "CALM", 0.0)
        leave(client, 1000)
        socket.send_json({"type": "chat", "key": "later", "text": "Still here."})
        assert frame(socket, "done")["key"] == "later"
    assert ["again" in line for line in said(caplog)] == [False, True]
    assert not [record for record in caplog.records if record.exc_info]


def test_who_plays_aside_of_a_full_disk_says_nothing_more(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Bots, clocks and snapshots fail as well, again and again."""
    caplog.set_level(logging.INFO, "formicarium.server")
    with house(tmp_path) as client:
        ada = Guest(client)
        ada.make("me", "bot normal")
        leave(client, 0)
        refusals = 0
        while refusals < 20:  # a little may still fit in between
            answer = ada.ask("POST", "/api/tables", with_bots())
            if answer.status_code != 201:
                refused(answer, 503, "disk_full")
                refusals += 1
    assert len(said(caplog)) == 1
    assert not [line for line in caplog.messages if "aside" in line]


def test_a_round_through_a_house_without_its_database_says_nothing_more(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    caplog.set_level(logging.INFO, "formicarium.server")
    monkeypatch.setattr(scheduler, "ROUND", 0.01)
    rounds = 0

    async def away(*_: object) -> None:
        nonlocal rounds
        rounds += 1
        raise DiskFull("the disk is full")

    with house(tmp_path) as client:
        services = client.app.state.services
        monkeypatch.setattr(services.store, "due", away)
        while rounds < 5:
            Guest(client).get("/healthz")
        monkeypatch.setattr(services.store, "load", away)
        with client.portal() as portal:
            portal.call(services.house.on_change.__self__._expire, "table")
    assert [line for line in caplog.messages if "disk" in line] == []


def with_bots() -> dict[str, Any]:
    seats = [{"kind": "bot", "level": "normal"}] * 2
    return {"game": "micropolis", "players": 2, "seats": seats}
