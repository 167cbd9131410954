"""A table at its largest number of events is opened after a restart; others ask for their own."""

import asyncio
import sqlite3
import time
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx
import msgspec
import websockets

from benchmarks.abuse.guests import Guest, opened_in
from formicarium.server.settings import DATABASE, Settings

BATCH = 100  # commands that are sent at once
LATEST = 19_900  # a version from which on the log is asked for, at last
MOST = Settings().events_per_table
PAUSE = 0.005  # seconds between two requests of the other one
CALM = 5.0  # seconds
UNLIMITED = {
    "REQUESTS_PER_SECOND": "1000000",
    "REQUESTS_BURST": "1000000",
    "MESSAGES_PER_SECOND": "1000000",
    "MESSAGES_BURST": "1000000",
    "STORED_PER_DAY": "1000000000000",
}


def measure(folder: Path) -> tuple[int, float, float]:
    """How many events there are; the longest request of another, before and then, in seconds."""
    with opened_in(folder, **UNLIMITED) as house:
        guest = Guest(house, "203.0.113.66")
        table, other = asyncio.run(_prepare(guest))
    with closing(sqlite3.connect(folder / DATABASE)) as database, database:
        database.execute("DELETE FROM snapshots")  # as after an upgrade: they are of no use
        count = "SELECT count(*) FROM events WHERE table_id = ?"
        events = database.execute(count, [table]).fetchone()[0]
    with opened_in(folder, **UNLIMITED) as house:
        guest.house = house
        calm, then = asyncio.run(_compare(guest, table, other))
    return events, calm, then


async def _prepare(guest: Guest) -> tuple[str, str]:
    """A table that can take no more, and another one."""
    table = await guest.make("me", "me")
    async with guest.socket(table) as socket:
        await _fill(socket, await _told(socket, "table"))
    return table, await Guest(guest.house, "198.51.100.7").make("me", "me")


async def _fill(socket: websockets.ClientConnection, seen: dict[str, Any]) -> None:
    """Decide something and take it back, until the house has had enough of it."""
    seat, version, action = seen["seat"], seen["version"], seen["actions"][0]["code"]
    for number in range(1_000_000):
        place = {"seat": seat, "version": version + number}
        wish = {"type": "undo"} if number % 2 else {"type": "play", "action": action}
        command = {**wish, **place, "key": str(number)}
        await socket.send(msgspec.json.encode(command))
        if number % BATCH == BATCH - 1:
            told = [await _told(socket, "done", "refused") for _ in range(BATCH)]
            if any(one.get("error") == "long_table" for one in told):
                return


async def _told(socket: websockets.ClientConnection, *kinds: str) -> dict[str, Any]:
    while True:
        news: dict[str, Any] = msgspec.json.decode(await socket.recv())
        if news["type"] in kinds:
            return news


async def _compare(guest: Guest, table: str, other: str) -> tuple[float, float]:
    """The longest request of another before the table is opened, and then."""
    async with (
        _client(guest.house, {"X-Forwarded-For": "198.51.100.7"}) as client,
        _client(guest.house, guest.headers) as reader,  # made before: that takes long
    ):
        await client.get(f"/api/tables/{other}")
        calm = await _longest(client, other, asyncio.create_task(asyncio.sleep(CALM)))
        reading = asyncio.create_task(_read(guest, reader, table))
        then = await _longest(client, other, reading)
    return calm, then


def _client(house: str, headers: dict[str, str]) -> httpx.AsyncClient:
    return httpx.AsyncClient(base_url=house, headers=headers, timeout=60)


async def _longest(client: httpx.AsyncClient, table: str, until: "asyncio.Task[None]") -> float:
    longest = 0.0
    while not until.done():
        begun = time.monotonic()
        answer = await client.get(f"/api/tables/{table}")
        longest = max(longest, time.monotonic() - begun)
        answer.raise_for_status()
        await asyncio.sleep(PAUSE)
    await until
    return longest


async def _read(guest: Guest, client: httpx.AsyncClient, table: str) -> None:
    """Open the table, and then from several connections its log and the game again."""
    address = f"{guest.house.replace('http', 'ws')}/api/tables/{table}/socket?seat=0&since=0"
    async with websockets.connect(address, additional_headers=guest.headers) as socket:
        await _told(socket, "table")
    paths = [f"log?seat=0&since={number}" for number in range(0, LATEST, LATEST // 4)]
    paths += [f"history?seat=0&since={number}" for number in range(0, LATEST, LATEST // 4)]
    asked = [client.get(f"/api/tables/{table}/{path}") for path in paths]
    for answer in await asyncio.gather(*asked):
        answer.raise_for_status()
