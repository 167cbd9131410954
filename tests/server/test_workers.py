"""Several processes that share a database: any of them serves any table, and all see the same."""

import asyncio
import os
import random
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from uuid import uuid4

import httpx
import msgspec
import pytest
import websockets

from formicarium.server.domain.events import Kind
from formicarium.server.house.spending import ROUND
from formicarium.server.store import Store
from tests.server.databases import ON_POSTGRES, Cluster, redis
from tests.server.killing import Document, Open, opened
from tests.tiers import sample

pytestmark = [pytest.mark.compiled, ON_POSTGRES]

FANOUTS = ["redis", "postgresql"]
ALLOWED = 6  # lines of chat in a minute
SECONDS = 30.0  # until a frame that does not come is a fault


class Friend:
    """Somebody who looks through a socket, and plays by requests that any process may get."""

    def __init__(self, house: Open) -> None:
        self.house = house
        self.cookie = ""
        self.socket: Any = None
        self.seen: Document = {}

    async def ask(self, method: str, path: str, body: object = None) -> Document:
        """Send a request by a connection of its own, so that any process may answer."""
        cookies = {"formicarium": self.cookie} if self.cookie else {}
        async with httpx.AsyncClient(base_url=self.house.address, cookies=cookies) as client:
            answer = await client.request(method, path, json=body, timeout=SECONDS)
        assert answer.status_code < 400, answer.text
        self.cookie = answer.cookies.get("formicarium") or self.cookie
        found: Document = answer.json()
        return found

    async def look_at(self, table: str) -> None:
        address = self.house.address.replace("http", "ws")
        self.socket = await websockets.connect(
            f"{address}/api/tables/{table}/socket?since=0",
            additional_headers={"Cookie": f"formicarium={self.cookie}"},
        )
        await self.see(1)

    async def see(self, version: int) -> None:
        """Wait until the socket has shown that version."""
        while self.seen.get("version", 0) < version:
            news = msgspec.json.decode(await asyncio.wait_for(self.socket.recv(), SECONDS))
            if news["type"] == "table":
                self.seen = news

    async def move(self, table: str, dice: random.Random) -> int:
        body = {
            "key": uuid4().hex,
            "seat": self.seen["seat"],
            "action": dice.choice(self.seen["actions"])["code"],
            "version": self.seen["version"],
        }
        answer = await self.ask("POST", f"/api/tables/{table}/play", body)
        return int(answer["version"])


async def play_a_game(house: Open) -> Document:
    """Two people play to the end, each seeing all that the other decides."""
    dice, ada, ben = random.Random(1), Friend(house), Friend(house)
    for friend in (ada, ben):
        await friend.ask("GET", "/api/me")
    seats = [{"kind": "me"}, {"kind": "open"}]
    body = {"game": "micropolis", "players": 2, "seats": seats}
    table = (await ada.ask("POST", "/api/tables", body))["id"]
    await ben.ask("POST", f"/api/tables/{table}/join", {"key": "join"})
    await ada.ask("POST", f"/api/tables/{table}/start", {"key": "start"})
    for friend in (ada, ben):
        await friend.look_at(table)
        await friend.see(3)
    while ada.seen["status"] != "over":
        mover = ada if ada.seen["actions"] else ben
        version = await mover.move(table, dice)
        for friend in (ada, ben):
            await friend.see(version)
    for friend in (ada, ben):
        await friend.socket.close()
    return await over(ada, table)


async def end_sessions(house: Open) -> list[int]:
    """Log in in another browser and look at a table there, then end that from here."""
    ada, secret = Friend(house), {"name": "Ada", "password": "difference engine"}
    await ada.ask("POST", "/api/accounts", secret)
    body = {"game": "micropolis", "players": 2, "seats": [{"kind": "me"}] * 2}
    table = (await ada.ask("POST", "/api/tables", body))["id"]
    phone = Friend(house)
    await phone.ask("POST", "/api/session", secret)
    lines = []
    for _ in range(6):  # at any process
        await phone.look_at(table)
        lines.append(phone.socket)
    cookies = {"formicarium": ada.cookie}
    async with httpx.AsyncClient(base_url=house.address, cookies=cookies) as client:
        assert (await client.delete("/api/sessions")).status_code == 204
    for line in lines:
        await asyncio.wait_for(line.wait_closed(), SECONDS)
    await asyncio.sleep(ROUND)  # a process without a socket of hers may hear of it later
    found = [await phone.ask("GET", "/api/tables?list=mine") for _ in range(20)]
    assert (await ada.ask("GET", "/api/me"))["account"] == "Ada"
    return [len(mine["tables"]) for mine in found]


async def over(friend: Friend, table: str) -> Document:
    """A table whose game is over, once the process that is asked has heard of it, too."""
    while True:
        found = await friend.ask("GET", f"/api/tables/{table}")
        if found["status"] == "over":
            return found
        await asyncio.sleep(0.1)


async def ask_for_a_hint(house: Open) -> list[str]:
    """Ask for a hint; what all processes know of it when it is there."""
    ada = Friend(house)
    await ada.ask("GET", "/api/me")
    body = {"game": "micropolis", "players": 2, "seats": [{"kind": "me"}] * 2}
    table = (await ada.ask("POST", "/api/tables", body))["id"]
    seat = (await ada.ask("GET", f"/api/tables/{table}"))["seat"]
    return await thought(ada, f"/api/tables/{table}/hint", {"seat": seat})


async def ask_for_an_analysis(house: Open, table: str) -> list[str]:
    """Have a game that is over looked at; what all processes know of it when that is done."""
    eve = Friend(house)
    await eve.ask("GET", "/api/me")
    await until_all(eve, f"/api/tables/{table}", lambda found: bool(found["status"] == "over"))
    return await thought(eve, f"/api/tables/{table}/analysis")


async def thought(ada: Friend, path: str, body: object = None) -> list[str]:
    """Ask for a job, and then, of any process, how far it is, until it is done."""
    job = (await ada.ask("POST", path, body))["id"]
    told = ["waiting"]
    while told[-1] == "waiting":
        await asyncio.sleep(0.05)
        told.append((await ada.ask("GET", f"/api/jobs/{job}"))["status"])
    return [(await ada.ask("GET", f"/api/jobs/{job}"))["status"] for _ in range(20)]


@pytest.fixture(params=FANOUTS)
def fanout(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    if request.param == "postgresql":
        yield request.param
    else:
        with redis(tmp_path) as url:
            yield url


def test_two_processes_play_one_game(
    fanout: str, tmp_path: Path, postgres: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FORMICARIUM_ANALYSIS_SECONDS", "0.01")
    with opened(tmp_path, postgres.new_database(), workers=2, fanout=fanout) as house:
        table = asyncio.run(asyncio.wait_for(play_a_game(house), 120))
        assert table["status"] == "over"
        for job in (ask_for_a_hint(house), ask_for_an_analysis(house, table["id"])):
            assert {*asyncio.run(asyncio.wait_for(job, 120))} == {"done"}
        mine = asyncio.run(asyncio.wait_for(end_sessions(house), 120))
        assert mine == [0] * 20
        assert house.stop() == 0


async def talk_too_much(house: Open) -> list[int]:
    """Say more than is allowed, by connections that any process may get; all answers."""
    ada, found = Friend(house), list[int]()
    await ada.ask("GET", "/api/me")
    body = {"game": "micropolis", "players": 2, "seats": [{"kind": "me"}, {"kind": "open"}]}
    table = (await ada.ask("POST", "/api/tables", body))["id"]
    for number in range(ALLOWED + 20):
        if number == ALLOWED:
            await asyncio.sleep(4 * ROUND)  # by then all processes have heard of it
        cookies = {"formicarium": ada.cookie}
        async with httpx.AsyncClient(base_url=house.address, cookies=cookies) as client:
            said = await client.post(f"/api/tables/{table}/chat", json={"text": "well"})
        found.append(said.status_code)
    return found


@pytest.mark.parametrize("fanout", sample(FANOUTS, 1), indirect=True)
@pytest.mark.heavy
def test_what_is_spent_at_one_process_is_missing_at_the_other(
    fanout: str, tmp_path: Path, postgres: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FORMICARIUM_CHAT_PER_MINUTE", str(ALLOWED))
    with opened(tmp_path, postgres.new_database(), workers=2, fanout=fanout) as house:
        found = asyncio.run(asyncio.wait_for(talk_too_much(house), 120))
    # One more comes back every ten seconds; another process would have had all of them left.
    assert found.count(200) < 2 * ALLOWED - 2


def command_line(house: Open, *words: object) -> None:
    """What somebody types on a machine of the house."""
    admin = [sys.executable, "-m", "formicarium", "admin", *map(str, words)]
    environment = os.environ | {"FORMICARIUM_DATABASE": house.database}
    place = ["--data", str(house.data)]
    subprocess.run([*admin, *place], check=True, env=environment, capture_output=True)


async def until_all(ada: Friend, path: str, is_so: Callable[[Document], bool]) -> None:
    """Wait until whichever process is asked says so."""
    found = 0
    while found < 12:
        found = found + 1 if is_so(await ada.ask("GET", path)) else 0


async def until_refused(ada: Friend, table: str) -> set[str]:
    """What is said by connections that any process may get, when nothing may be said any more."""
    found: list[str] = []
    while len(found) < 12 or "" in found[-12:]:
        cookies = {"formicarium": ada.cookie}
        async with httpx.AsyncClient(base_url=ada.house.address, cookies=cookies) as client:
            said = await client.post(f"/api/tables/{table}/chat", json={"text": "well"})
        found.append(said.json().get("error", ""))
    return {*found[-12:]}


async def ban_and_close(house: Open) -> tuple[str, set[str]]:
    """An administrator bans somebody and closes her table: with what word her socket is closed."""
    root, ada = Friend(house), Friend(house)
    for friend, name in ((root, "Root"), (ada, "Ada")):
        await friend.ask("GET", "/api/me")
        await friend.ask("PATCH", "/api/me", {"name": name})
    command_line(house, "promote", "Root")
    await until_all(root, "/api/me", lambda me: bool(me["administrator"]))
    body = {"game": "micropolis", "players": 2, "seats": [{"kind": "me"}, {"kind": "open"}]}
    table = (await ada.ask("POST", "/api/tables", body))["id"]
    await ada.look_at(table)
    (found,) = (await root.ask("GET", "/api/admin/people?find=ada"))["people"]
    ban = {"person": found["number"], "days": 1, "reason": "x"}
    await root.ask("POST", "/api/admin/ban", ban)
    with pytest.raises(websockets.ConnectionClosed) as closed:
        await asyncio.wait_for(ada.see(1000), SECONDS)
    refusals = await asyncio.wait_for(until_refused(ada, table), SECONDS)
    command_line(house, "close", table)
    address = f"/api/tables/{table}"
    await until_all(root, address, lambda found: bool(found["status"] == "closed"))
    kinds = [act["kind"] for act in (await root.ask("GET", "/api/admin/acts"))["acts"]]
    assert kinds == ["close", "ban", "promote"]
    return str(closed.value.rcvd and closed.value.rcvd.reason), refusals


@pytest.mark.parametrize("fanout", sample(FANOUTS, 1), indirect=True)
@pytest.mark.heavy
def test_acts_reach_all_processes(fanout: str, tmp_path: Path, postgres: Cluster) -> None:
    with opened(tmp_path, postgres.new_database(), workers=2, fanout=fanout) as house:
        reason, refusals = asyncio.run(asyncio.wait_for(ban_and_close(house), 120))
        assert reason.startswith("you are banned until")
        assert refusals == {"banned"}
        assert house.stop() == 0


async def made_for_bots(house: Open) -> tuple[Friend, str]:
    """Somebody who has made a table at which bots play alone for some seconds."""
    friend = Friend(house)
    await friend.ask("GET", "/api/me")
    body = {"game": "antics", "players": 4, "seats": [{"kind": "bot", "level": "hard"}] * 4}
    return friend, (await friend.ask("POST", "/api/tables", body))["id"]


async def stay_for_a_move(friend: Friend) -> None:
    """Look at a table until something happens there, and no longer."""
    await friend.see(friend.seen["version"] + 1)
    await friend.socket.close()


async def watch_bots(house: Open) -> list[list[float]]:
    """Look at bots alone at one table, then at others at any process: when each have played.

    When nobody looks at the first any more, those at the others go on, one after the other.
    """
    (first, table), *others = [await made_for_bots(house) for _ in range(7)]
    await first.look_at(table)
    await first.see(first.seen["version"] + 1)
    await asyncio.sleep(4 * ROUND)  # by then all processes have heard of it
    for friend, other in others:
        await friend.look_at(other)
    await asyncio.sleep(4 * ROUND)
    await first.socket.close()
    await asyncio.gather(*(stay_for_a_move(friend) for friend, _ in others))
    store = await Store.open(house.database)
    try:
        return [await moves_at(store, name) for name in (table, *(other for _, other in others))]
    finally:
        await store.close()


async def moves_at(store: Store, table: str) -> list[float]:
    """When bots have decided at a table."""
    stored = await store.load(table)
    assert stored is not None
    return [event.at for event in stored.events if event.kind == Kind.PLAYED]


@pytest.mark.parametrize("fanout", sample(FANOUTS, 1), indirect=True)
@pytest.mark.heavy
def test_bots_play_alone_at_few_tables_of_an_address_at_all_processes_together(
    fanout: str, tmp_path: Path, postgres: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FORMICARIUM_BOT_TABLES_PER_ADDRESS", "1")
    with opened(tmp_path, postgres.new_database(), workers=2, fanout=fanout) as house:
        first, *others = asyncio.run(asyncio.wait_for(watch_bots(house), 240))
        assert house.stop() == 0
    assert first
    assert all(min(moves) > max(first) for moves in others)
