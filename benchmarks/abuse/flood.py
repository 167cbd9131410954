"""Forty guests at one address say as much as they can; somebody else wants to play.

As a program of its own it is the flood: `python -m benchmarks.abuse.flood HOUSE`.
"""

import asyncio
import itertools
import statistics
import sys
import time
from contextlib import suppress
from pathlib import Path

import httpx
import msgspec
import websockets

from benchmarks.abuse.guests import Guest
from benchmarks.server.processes import started

GUESTS = 40
THINKS = 0.1  # seconds between two moves of the one who plays: no more than a person may
CALM, STORM = 15.0, 20.0  # seconds
BEGINS = 4.0  # seconds until the flood is there
FLOOD = ("203.0.113.66", "198.51.100.7")  # whence it comes, and whence the other one


async def measure(house: str, folder: Path) -> tuple[float, float]:
    """The median of a move in seconds, without the flood and in it."""
    calm = await _median(house, CALM)
    command = [sys.executable, "-m", "benchmarks.abuse.flood", house]
    with started(command, None, folder / "flood.log") as process:
        await asyncio.sleep(BEGINS)
        stormy = await _median(house, STORM)
        process.check()
    return calm, stormy


async def _median(house: str, seconds: float) -> float:
    player = Guest(house, FLOOD[1])
    await player.play(THINKS, time.monotonic() + seconds, "me", "easy")
    return statistics.median(player.moves)


async def flood(house: str) -> None:
    """For ever: half of the guests speak as fast as a person may, half as fast as they can."""
    guests = [Guest(house, FLOOD[0]) for _ in range(GUESTS)]
    pauses = itertools.cycle((0.05, 0.0))
    await asyncio.gather(*[_speak(guest, next(pauses)) for guest in guests])


async def _speak(guest: Guest, pause: float) -> None:
    """Lock a table and open it again; where the socket is closed, open another."""
    table = await guest.make("me", "me")
    for number in itertools.count():
        with suppress(OSError, TimeoutError, httpx.HTTPError, websockets.WebSocketException):
            async with guest.socket(table) as socket:
                reading = asyncio.create_task(_read(socket))
                while not reading.done():
                    key = f"{number} {time.monotonic()}"
                    locked = time.monotonic_ns() % 2 == 0
                    wish = {"type": "lock", "key": key, "locked": locked}
                    await socket.send(msgspec.json.encode(wish))
                    await asyncio.sleep(pause)
        await asyncio.sleep(pause)


async def _read(socket: websockets.ClientConnection) -> None:
    with suppress(websockets.WebSocketException):
        async for _ in socket:
            pass


if __name__ == "__main__":
    asyncio.run(flood(sys.argv[1]))
