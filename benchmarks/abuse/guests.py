"""A house for benchmarks, and guests who play there, each at an address of her own."""

import asyncio
import math
import random
import re
import statistics
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from uuid import uuid4

import httpx
import msgspec
import websockets

from benchmarks.server.processes import answer, free_port, scratch, started, wait_for

GAME = "myrmes"
COMPILING = 1800.0  # seconds that a house may need until bots can play

SETTINGS = {
    "THINKERS": "1",
    "TRUSTED_PROXIES": "1",  # we are the proxy, and say who comes from where
    "LOG_LEVEL": "error",
    "METRICS_TOKEN": "told-to-benchmarks",  # behind proxies nobody is asked where she comes from
}


class Seen(msgspec.Struct):
    """What a guest has to know of a frame."""

    type: str
    version: int = 0
    seat: int | None = None
    status: str = ""
    actions: list[dict[str, object]] = []
    to_act: list[int] = []


SEEN = msgspec.json.Decoder(Seen)


@contextmanager
def opened(**more: str) -> Iterator[str]:
    """A house of its own with one thinker; its address."""
    with scratch() as folder, opened_in(folder, **more) as address:
        yield address


@contextmanager
def opened_in(folder: Path, **more: str) -> Iterator[str]:
    """The same with a data folder that may have been another house's before."""
    port = free_port()
    address = f"http://127.0.0.1:{port}"
    settings = {f"FORMICARIUM_{name}": text for name, text in (SETTINGS | more).items()}
    command = [sys.executable, "-m", "formicarium", "serve", "--no-browser", "--port", str(port)]
    data = ["--data", str(folder)]
    with started([*command, *data], None, folder / "log", settings) as process:
        wait_for(lambda: _plays(address), process, COMPILING)
        yield address


def _plays(address: str) -> bool:
    """Whether bots can play."""
    games = answer(f"{address}/api/games")
    if games is None:
        return False
    found = msgspec.json.decode(games)["games"]
    return any(one["name"] == GAME and one["ready"] and one["bots"] for one in found)


class Guest:
    """Somebody at an address who plays against bots, and notes how long all takes."""

    def __init__(self, house: str, address: str) -> None:
        self.house = house
        self.headers = {"X-Forwarded-For": address}
        self.dice = random.Random(address)
        self.moves: list[float] = []  # seconds from a move to its answer,
        self.turns: list[float] = []  # and from there until it is her turn again

    async def make(self, *seats: str) -> str:
        """A new table, with me or bots of these levels on its seats."""
        places = [
            {"kind": "me"} if seat == "me" else {"kind": "bot", "level": seat} for seat in seats
        ]
        body = {"game": GAME, "players": len(seats), "seats": places}
        async with httpx.AsyncClient(base_url=self.house, headers=self.headers) as client:
            made = await client.post("/api/tables", json=body, timeout=60)
        made.raise_for_status()
        if "formicarium" in made.cookies:
            self.headers["Cookie"] = f"formicarium={made.cookies['formicarium']}"
        return str(made.json()["id"])

    def socket(self, table: str) -> websockets.connect:
        """A socket that shows a table."""
        address = f"{self.house.replace('http', 'ws')}/api/tables/{table}/socket"
        return websockets.connect(address, additional_headers=self.headers, max_size=None)

    async def play(self, thinks: float, until: float, *seats: str) -> None:
        """Play one game after the other."""
        await asyncio.sleep(self.dice.uniform(0, thinks))
        while time.monotonic() < until:
            async with self.socket(await self.make(*seats)) as socket:
                await self._play_at(socket, thinks, until)

    async def _play_at(
        self, socket: websockets.ClientConnection, thinks: float, until: float
    ) -> None:
        least, waits_since = 0, None  # the version that the last move has led to
        while time.monotonic() < until:
            seen = await self._next(socket, "table")
            if seen.status == "over":
                return
            if seen.version < least:
                continue
            if not seen.actions:
                waits_since = waits_since or time.monotonic()
                continue
            if waits_since is not None:
                self.turns.append(time.monotonic() - waits_since)
                waits_since = None
            await asyncio.sleep(thinks)
            least = await self._move(socket, seen)

    async def _move(self, socket: websockets.ClientConnection, seen: Seen) -> int:
        """Decide anything; the version that it leads to."""
        action = self.dice.choice(seen.actions)["code"]
        move = {"seat": seen.seat, "action": action, "version": seen.version}
        begun = time.monotonic()
        await socket.send(msgspec.json.encode({"type": "play", "key": uuid4().hex, **move}))
        told = await self._next(socket, "done", "refused")
        self.moves.append(time.monotonic() - begun)
        return max(told.version, seen.version + (told.type == "done"))

    async def _next(self, socket: websockets.ClientConnection, *kinds: str) -> Seen:
        """The next frame of one of these kinds."""
        while (seen := SEEN.decode(await socket.recv())).type not in kinds:
            pass
        return seen


def spread(times: list[float]) -> tuple[float, float]:
    """The median and the 95th percentile; of nothing, no bar is met."""
    if not times:
        return math.inf, math.inf
    return statistics.median(times), sorted(times)[int(0.95 * (len(times) - 1))]


def metric(house: str, name: str) -> float:
    """What the house has counted."""
    headers = {"Authorization": f"Bearer {SETTINGS['METRICS_TOKEN']}"}
    told = httpx.get(f"{house}/metrics", headers=headers).raise_for_status().text
    found = re.search(rf"^formicarium_{name}\S* (\S+)$", told, re.MULTILINE)
    if found is None:
        raise LookupError(f"the house does not count {name}")
    return float(found[1])
