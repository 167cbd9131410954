"""A house that suffers again and again while people play: what was acknowledged must be there."""

import asyncio
import os
import random
import signal
import socket
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from uuid import uuid4

import httpx

import formicarium as fm
from formicarium.server.domain.events import Event, Kind
from formicarium.server.domain.table import folded
from formicarium.server.store import Store

GAMES = (("micropolis", 2), ("minicity", 2), ("myrmes", 2), ("micropolis", 3))
PATIENCE = 600.0  # seconds in which a house must be open again; at first, games are compiled
PAUSE = 0.05
AFTERWARDS = 12.0  # seconds in which bots must play again

Document = dict[str, Any]
Harm = Callable[["Open"], None]


def free_port() -> int:
    with socket.socket() as door:
        door.bind(("127.0.0.1", 0))
        return int(door.getsockname()[1])


@dataclass
class Open:
    """A house in a process of its own, which can be killed and opened again."""

    data: Path
    database: str = ""
    workers: int = 1
    fanout: str = "memory"
    port: int = field(default_factory=free_port)
    process: subprocess.Popen[bytes] | None = None

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        environment = os.environ | {
            "FORMICARIUM_DATABASE": self.database,
            "FORMICARIUM_FANOUT": self.fanout,
            "FORMICARIUM_REQUESTS_PER_SECOND": "100000",
            "FORMICARIUM_REQUESTS_BURST": "100000",
            "FORMICARIUM_TABLES_PER_HOUR": "100000",
            "FORMICARIUM_LOG_LEVEL": "error",
        }
        command = [sys.executable, "-m", "formicarium", "serve", "--no-browser"]
        place = ["--port", str(self.port), "--data", str(self.data)]
        size = ["--workers", str(self.workers)]
        self.process = subprocess.Popen(
            [*command, *place, *size], env=environment, stdout=subprocess.DEVNULL
        )
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            try:
                games = httpx.get(f"{self.address}/api/games", timeout=5).json()["games"]
                if all(game["ready"] and game["bots"] for game in games):
                    return
            except httpx.TransportError:
                assert self.process.poll() is None, "the house has closed by itself"
            time.sleep(PAUSE)
        raise AssertionError("the house was not open in time")

    def kill(self) -> None:
        assert self.process is not None
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def stop(self) -> int:
        """Close it as Ctrl-C does; the exit code."""
        assert self.process is not None
        self.process.send_signal(signal.SIGINT)
        return self.process.wait(timeout=30)


@contextmanager
def opened(
    data: Path, database: str = "", workers: int = 1, fanout: str = "memory"
) -> Iterator[Open]:
    house = Open(data, database, workers, fanout)
    house.start()
    try:
        yield house
    finally:
        if house.process is not None and house.process.poll() is None:
            house.kill()


@dataclass
class Player:
    """Somebody who plays on, whatever happens, and remembers what was acknowledged."""

    address: str
    game: str
    players: int
    with_bot: bool
    dice: random.Random
    tables: list[str] = field(default_factory=list)  # the last is the one that is played at
    moves: dict[str, dict[str, int]] = field(default_factory=dict)  # table -> key -> its answer

    async def play(self, until: asyncio.Event) -> None:
        async with httpx.AsyncClient(base_url=self.address, timeout=10) as client:
            await self.ask(client, "GET", "/api/me")
            await self.sit_down(client)
            while not until.is_set():
                table = await self.ask(client, "GET", f"/api/tables/{self.tables[-1]}")
                if table["status"] == "over":
                    await self.sit_down(client)
                elif table["actions"]:
                    await self.move(client, table)
                else:
                    await asyncio.sleep(PAUSE)

    async def sit_down(self, client: httpx.AsyncClient) -> None:
        seats: list[dict[str, str]] = [{"kind": "me"} for _ in range(self.players)]
        if self.with_bot:
            seats[-1] = {"kind": "bot", "level": "easy"}
        body = {"game": self.game, "players": self.players, "seats": seats}
        self.tables.append((await self.ask(client, "POST", "/api/tables", body))["id"])
        self.moves[self.tables[-1]] = {}

    async def move(self, client: httpx.AsyncClient, table: Document) -> None:
        key = uuid4().hex
        body = {
            "key": key,
            "seat": table["seat"],
            "action": self.dice.choice(table["actions"])["code"],
            "version": table["version"],
        }
        answer = await self.ask(client, "POST", f"/api/tables/{table['id']}/play", body)
        if "version" in answer and answer.get("error") is None:
            self.moves[table["id"]][key] = answer["version"]

    async def ask(
        self, client: httpx.AsyncClient, method: str, path: str, body: object = None
    ) -> Document:
        """The answer to a request, which is repeated until there is one."""
        while True:
            try:
                answer = await client.request(method, path, json=body)
            except httpx.TransportError:
                await asyncio.sleep(PAUSE)
                continue
            if answer.status_code == 503:
                await asyncio.sleep(PAUSE)
                continue
            assert answer.status_code < 500, answer.text
            found: Document = answer.json()
            return found


async def play_while(
    house: Open, players: Sequence[Player], times: int, dice: random.Random, harm: Harm
) -> float:
    """Let everybody play while the house suffers so many times; when it did so last."""
    until = asyncio.Event()
    playing = [asyncio.create_task(player.play(until)) for player in players]
    for _ in range(times):
        await asyncio.sleep(dice.uniform(0.2, 1.5))
        await asyncio.to_thread(harm, house)
    harmed = time.time()
    await asyncio.sleep(AFTERWARDS)
    until.set()
    await asyncio.gather(*playing)
    return harmed


def kill_and_open(house: Open) -> None:
    house.kill()
    house.start()


def _asked(event: Event) -> str:
    """The key that a client gave, without the person that the house puts before it."""
    return event.key.rpartition(":")[2]


def _is_bots(event: Event) -> bool:
    return event.kind == Kind.PLAYED and event.key.startswith("bot ")


async def check(database: str, players: Sequence[Player], harmed: float) -> int:
    """Everything that was acknowledged is there once, without a gap; how many moves.

    And bots have played on since the house was harmed last.
    """
    store = await Store.open(database)
    try:
        moves = bots = 0
        for name, answered in [one for player in players for one in player.moves.items()]:
            stored = await store.load(name)
            assert stored is not None, "a table is lost"
            numbers = [event.number for event in stored.events]
            assert numbers == [*range(1, len(numbers) + 1)], "there is a gap"
            keys = Counter(_asked(event) for event in stored.events)
            answers = {_asked(event): event.answer for event in stored.events}
            for key, version in answered.items():
                assert keys[key] == 1, f"a move is there {keys[key]} times"
                assert answers[key] == version
                moves += 1
            bots += sum(_is_bots(event) and event.at > harmed for event in stored.events)
            head = stored.head
            game = fm.load(head.game, head.players, **head.options)
            table = folded(head, game, stored.events)
            played = sum(event.kind == Kind.PLAYED for event in stored.events)
            assert len(table.record.decisions) == played
        assert bots, "the bots are dead"
        return moves
    finally:
        await store.close()


def suffer(
    data: Path, times: int, seed: int, database: str = "", harm: Harm = kill_and_open
) -> int:
    """Play, suffer, check; how many acknowledged moves there were."""
    dice = random.Random(seed)
    with opened(data, database) as house:
        players = [
            Player(
                house.address, *GAMES[number % len(GAMES)], number % 2 == 1, random.Random(number)
            )
            for number in range(12)
        ]
        harmed = asyncio.run(play_while(house, players, times, dice, harm))
        assert house.stop() == 0
    database = database or f"sqlite:///{data}/formicarium.sqlite"
    return asyncio.run(check(database, players, harmed))
