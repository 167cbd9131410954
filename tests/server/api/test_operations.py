"""What those ask who run a house: can it be played in, and what does it count."""

import asyncio
import itertools
import logging
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient

from formicarium.server.api.operations import with_door
from formicarium.server.domain.seats import Refused
from formicarium.server.store.errors import DiskFull, Unavailable
from tests.server.playing import Guest, house, refused

Client = TestClient[Any]

TOKEN = "correct-horse-battery-staple"
SPELLINGS = (
    "/metrics",
    "/metrics/",
    "//metrics",
    "/Metrics",
    "/METRICS",
    "/%6detrics",
    "/%6Detrics/",
    "/./metrics",
    "/api/../metrics",
    "/metrics?",
    "/metrics;x",
)


# --- Ready ----------------------------------------------------------------------------------------


def test_a_house_that_can_be_played_in_is_ready(client: Client) -> None:
    assert Guest(client).get("/readyz") == {
        "status": "ready",
        "message": "all is well",
        "parts": {"disk": "ok", "database": "ok", "thinkers": "ok"},
    }


def unready(client: Client, part: str) -> str:
    """What is wrong with one part, if it is the only one."""
    answer = Guest(client).ask("GET", "/readyz")
    found = answer.json()
    assert (answer.status_code, found["status"]) == (503, "not ready"), found
    assert [name for name, how in found["parts"].items() if how != "ok"] == [part]
    assert found["message"] == f"{part} {found['parts'][part]}"
    return str(found["parts"][part])


def test_too_little_room_is_said(tmp_path: Path) -> None:
    with house(tmp_path, least_disk=1_000_000_000) as client:
        assert "1000000000 are wanted" in unready(client, "disk")
        assert Guest(client).get("/healthz")["status"] == "ok"


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (DiskFull("the disk is full"), "cannot be written: the disk is full"),
        (Unavailable("password=geheim"), "does not answer"),
    ],
)
def test_a_database_that_cannot_be_written_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: Exception, words: str
) -> None:
    async def fail() -> None:
        raise error

    with house(tmp_path) as client:
        monkeypatch.setattr(client.app.state.services.store, "pulse", fail)
        assert unready(client, "database") == words
        assert Guest(client).get("/healthz")["status"] == "ok"


def test_bots_that_nobody_can_think_for_are_said(tmp_path: Path) -> None:
    with house(tmp_path) as client:
        client.app.state.services.readiness.pool.alive = 0
        assert "no process" in unready(client, "thinkers")


def test_however_often_it_is_asked_it_is_written_once_in_a_second(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with house(tmp_path) as client:
        services, now, written = client.app.state.services, [100.0], []
        pulse = services.store.pulse

        async def counted() -> None:
            written.append(now[0])
            await pulse()

        monkeypatch.setattr(services.store, "pulse", counted)
        monkeypatch.setattr(services.readiness, "now", lambda: now[0])
        for now[0] in (100.0, 100.1, 100.9, 101.0, 101.5, 103.0):
            Guest(client).get("/readyz")
        assert written == [100.0, 101.0, 103.0]


# --- Metrics --------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", SPELLINGS)
@pytest.mark.parametrize("accept", ["*/*", "text/html"])
def test_without_a_token_there_are_no_metrics(client: Client, path: str, accept: str) -> None:
    answer = Guest(client).ask("GET", f"http://house.local{path}", accept=accept)
    assert answer.status_code == 404
    assert "formicarium_" not in answer.text


def test_without_the_right_token_there_are_none_either(tmp_path: Path) -> None:
    wrong = ("", "Bearer", "Bearer ", f"Bearer {TOKEN}x", f"Basic {TOKEN}", "Bearer é")
    with house(tmp_path, metrics_token=TOKEN) as client:
        for path, known in itertools.product(SPELLINGS, wrong):
            answer = client.get(
                f"http://house.local{path}", headers={b"authorization": known.encode()}
            )
            assert answer.status_code in (401, 404), path
            assert "formicarium_" not in answer.text


def test_with_the_token_there_are(tmp_path: Path) -> None:
    with house(tmp_path, metrics_token=TOKEN) as client:
        refused(Guest(client).ask("GET", "/metrics"), 401, "bad_token")
        answer = Guest(client).ask("GET", "/metrics", authorization=f"Bearer {TOKEN}")
        assert answer.status_code == 200
        assert answer.headers["content-type"].startswith("text/plain; version=0.0.4")
        assert "formicarium_sockets_open" in answer.text
        assert TOKEN not in answer.text


def test_a_port_of_their_own_has_metrics_and_nothing_else(client: Client) -> None:
    app = with_door(client.app, 9100)
    inner, outer = TestClient(app, "http://house.local:9100"), TestClient(app, "http://house.local")
    assert "formicarium_sockets_open" in inner.get("/metrics").text
    for path in ("/", "/healthz", "/api/games", "/metrics/", "/schema"):
        assert inner.get(path).status_code == 404
    assert inner.post("/metrics").status_code == 404
    assert outer.get("/metrics").status_code == 404
    assert outer.get("/metrics", headers={"host": "house.local:9100"}).status_code == 404
    assert outer.get("/healthz").status_code == 200


def test_room_and_size_are_measured(client: Client) -> None:
    told = client.app.state.services.metrics.exposition().decode()
    found = dict(
        line.rsplit(" ", 1) for line in told.splitlines() if line.startswith("formicarium_")
    )
    sizes = {
        name: float(next(value for key, value in found.items() if key.startswith(name)))
        for name in ("formicarium_disk_free_bytes", "formicarium_database_bytes")
    }
    assert all(size > 0 for size in sizes.values()), sizes


# --- The log --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("error", "level", "is_traced"),
    [
        (Refused("not_yours", "seat 1 is not yours"), "WARNING", False),
        (Unavailable("the database does not answer"), None, False),  # the store says so itself
        (RuntimeError("a fault of ours"), "ERROR", True),
    ],
)
def test_what_fails_aside_is_one_line(
    client: Client,
    caplog: pytest.LogCaptureFixture,
    error: Exception,
    level: str | None,
    is_traced: bool,
) -> None:
    caplog.set_level(logging.INFO, "formicarium.server")

    async def fail() -> None:
        raise error

    async def aside() -> None:
        house = client.app.state.services.house
        house.aside(fail())
        await asyncio.gather(*house.tasks)

    with client.portal() as portal:
        portal.call(aside)
    assert [record.levelname for record in caplog.records] == ([level] if level else [])
    assert [bool(record.exc_info) for record in caplog.records] == [is_traced] * bool(level)
