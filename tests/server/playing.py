"""A house for tests: a real application on a database of its own, and people who play there."""

import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any

import httpx
import pytest
from argon2 import PasswordHasher
from litestar.testing import TestClient
from litestar.testing.websocket_test_session import WebSocketTestSession

from formicarium.core.state import State
from formicarium.server import app, logs
from formicarium.server.api import tables, viewing
from formicarium.server.house import library, people
from formicarium.server.settings import Settings
from formicarium.server.workers.effort import Experience
from formicarium.server.workers.pool import BotDecision, Prepared
from formicarium.server.workers.shares import Share
from tests.server.databases import lay_out

KEYS = count(1)
SEED = 7_418_529_630_741_852  # of all games
QUICK_HASHER = partial(PasswordHasher, time_cost=1, memory_cost=8, parallelism=1)
SECONDS = 10.0  # until a frame that does not come is a fault

GENEROUS: dict[str, Any] = {
    "requests_per_second": 1e6,
    "requests_burst": 1_000_000,
    "messages_per_second": 1e6,
    "messages_burst": 1_000_000,
    "tables_per_hour": 1_000_000,
    "chat_per_minute": 1_000_000,
    "logins_per_minute": 1_000_000,
    "jobs_per_minute": 1_000_000,
    "reports_per_day": 1_000_000,
    "jobs_waiting_per_address": 1000,
    "sockets_per_person": 1000,
    "thinkers": 1,
    "log_level": "error",
}


class QuickPool:
    """Decide at once, in this process: the first action that is legal."""

    def __init__(self, count: int, prepared: Prepared) -> None:
        self.asked: list[str] = []
        self.alive = count
        self.experience = Experience()
        self.shares: list[Share] = []

    async def start(self) -> None:
        pass

    async def stop(self) -> None:
        pass

    def late(self, seconds: float) -> dict[str, float]:
        return {}

    def queue(self) -> tuple[int, float, float]:
        return 0, 0.0, 1.0

    async def decide(
        self,
        state: State,
        seat: int,
        level: str,
        seed: int,
        seconds: float,
        share: Share,
        taken: int,
    ) -> BotDecision:
        self.asked.append(level)
        self.shares.append(share)
        return BotDecision(state.codes(seat)[0])

    async def hint(
        self, state: State, seat: int, seconds: float, language: str, share: Share
    ) -> list[Any]:
        self.shares.append(share)
        return [{"code": state.codes(seat)[0], "language": language}]

    async def analyse(
        self, record: Any, language: str, seconds: float, progress: Any, share: Share
    ) -> Any:
        self.shares.append(share)
        progress(0.5)
        return {"decisions": len(record.decisions)}


@contextmanager
def house(
    folder: Path, thinks: bool = False, games: tuple[str, ...] = ("micropolis",), **more: Any
) -> Iterator[TestClient[Any]]:
    """An open house; bots think in a process of their own, or not at all."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(library, "installed", lambda: games)
        patch.setattr(library, "is_compiled", lambda entry, bots: True)  # or loading compiles it
        patch.setattr(logs, "set_up", lambda settings: None)  # pytest has its own
        patch.setattr(secrets, "randbits", lambda bits: SEED)
        for module in (tables, viewing):
            patch.setattr(module, "PREPARING", 600.0)  # which it does if the cache is cold
        patch.setattr(people, "PasswordHasher", QUICK_HASHER)
        if not thinks:
            patch.setattr(app, "Pool", QuickPool)
        settings = Settings(data=folder, **(GENEROUS | more))
        lay_out(settings.database)
        with TestClient(app.create_app(settings), "http://house.local") as client:
            yield client


class Guest:
    """Somebody with a browser of her own."""

    def __init__(self, client: TestClient[Any]) -> None:
        self.client = client
        self.cookie = ""

    def ask(self, method: str, path: str, body: Any = None, **headers: str) -> httpx.Response:
        """Send a request, with the cookie if there is one."""
        if self.cookie:
            headers.setdefault("cookie", f"formicarium={self.cookie}")
        sent = {name.replace("_", "-"): value for name, value in headers.items()}
        self.client.cookies.clear()
        if isinstance(body, bytes):
            answer = self.client.request(method, path, content=body, headers=sent)
        else:
            answer = self.client.request(method, path, json=body, headers=sent)
        given = answer.cookies.get("formicarium")
        if given is not None:
            self.cookie = given
        return answer

    def get(self, path: str, **headers: str) -> Any:
        """What is found at an address."""
        answer = self.ask("GET", path, **headers)
        assert answer.status_code == 200, answer.text
        return answer.json() if "json" in answer.headers["content-type"] else answer.text

    def make(self, *seats: str, **more: Any) -> str:
        """A new table of Micropolis for two."""
        places = [
            {"kind": "bot", "level": seat[4:]} if seat.startswith("bot ") else {"kind": seat}
            for seat in seats
        ]
        body = {"game": "micropolis", "players": 2, "seats": places, **more}
        answer = self.ask("POST", "/api/tables", body)
        assert answer.status_code == 201, answer.text
        return str(answer.json()["id"])

    def try_to(self, command: str, table: str, **fields: Any) -> httpx.Response:
        """Send a command, whatever becomes of it."""
        fields.setdefault("key", f"k{next(KEYS)}")
        token = fields.pop("token", None)
        headers = {"authorization": f"Bearer {token}"} if token else {}
        return self.ask("POST", f"/api/tables/{table}/{command}", fields, **headers)

    def do(self, command: str, table: str, **fields: Any) -> Any:
        """Send a command that is carried out."""
        answer = self.try_to(command, table, **fields)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def table(self, table: str, query: str = "") -> Any:
        """A table as she sees it."""
        return self.get(f"/api/tables/{table}{query}")

    def move(self, table: str) -> Any:
        """Decide the first thing that can be decided, at the seat that must."""
        seen = self.table(table)
        code = seen["actions"][0]["code"]
        return self.do("play", table, seat=seen["seat"], action=code, version=seen["version"])

    def socket(self, table: str, query: str = "", **headers: str) -> WebSocketTestSession:
        """Look at a table all the time."""
        if self.cookie:
            headers.setdefault("cookie", f"formicarium={self.cookie}")
        self.client.cookies.clear()
        return self.client.websocket_connect(f"/api/tables/{table}/socket{query}", headers=headers)


def counted(client: TestClient[Any]) -> str:
    """The metrics of a house."""
    told: bytes = client.app.state.services.metrics.exposition()
    return told.decode()


def two(client: TestClient[Any]) -> tuple[Guest, Guest]:
    """Two people."""
    ada, ben = Guest(client), Guest(client)
    for guest, name in ((ada, "Ada"), (ben, "Ben")):
        guest.get("/api/me")
        assert guest.ask("PATCH", "/api/me", {"name": name}).status_code == 200
    return ada, ben


def begun(client: TestClient[Any]) -> tuple[Guest, Guest, str]:
    """Two people who have begun a game."""
    ada, ben = two(client)
    table = ada.make("me", "open")
    ben.do("join", table)
    ada.do("start", table)
    return ada, ben, table


def on_turn(ada: Guest, ben: Guest, table: str) -> tuple[Guest, Guest]:
    """Whoever must decide, and the other one."""
    return (ada, ben) if ada.table(table)["actions"] else (ben, ada)


def finish(ada: Guest, ben: Guest, table: str) -> None:
    """Play a game to its end."""
    while ada.table(table)["status"] != "over":
        on_turn(ada, ben, table)[0].move(table)


def refused(answer: httpx.Response, status: int, error: str) -> Any:
    """What an error says, if it is the one that was expected."""
    found = answer.json()
    assert (answer.status_code, found["status"], found["error"]) == (status, status, error), found
    assert found["message"]
    return found


def frame(socket: WebSocketTestSession, kind: str) -> Any:
    """The next frame of a kind; others are passed over."""
    return frames(socket, kind)[0]


def frames(socket: WebSocketTestSession, *kinds: str) -> list[Any]:
    """The next frame of each of these kinds, in whatever order they come."""
    found: dict[str, Any] = {}
    while len(found) < len(kinds):
        news = socket.receive_json(timeout=SECONDS)
        if news["type"] in kinds:
            found[news["type"]] = news
    return [found[kind] for kind in kinds]
