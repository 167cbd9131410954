"""One address with two thousand cookies opens all sockets that it can get; a newcomer wants in."""

import asyncio
import time
from contextlib import suppress

import httpx
import websockets

from benchmarks.abuse.guests import Guest, metric

COOKIES = 2000
EACH = 6  # sockets that every cookie asks for: more than there are in all
AT_ONCE = 40
PATIENCE = 30.0  # seconds that the newcomer has

Socket = websockets.ClientConnection


async def attack(house: str) -> tuple[float | None, int]:
    """Seconds until the newcomer sees her table, None: never; and the attacker's sockets."""
    attacker = Guest(house, "203.0.113.66")
    table = await attacker.make("me", "me")
    async with httpx.AsyncClient(base_url=house, timeout=60) as client:
        cookies = [await _cookie(client, number) for number in range(COOKIES)]
    places, held = asyncio.Semaphore(AT_ONCE), list[Socket]()
    address = f"{house.replace('http', 'ws')}/api/tables/{table}/socket"
    wishes = [
        asyncio.create_task(_take(address, cookie, places, held)) for cookie in cookies * EACH
    ]
    await asyncio.wait(wishes, timeout=PATIENCE)
    took = await _come(Guest(house, "198.51.100.7"))
    mine = round(metric(house, "sockets_open"))
    for wish in wishes:
        wish.cancel()
    await asyncio.gather(*wishes, return_exceptions=True)
    for socket in held:
        socket.transport.abort()
    return took, mine


async def _cookie(client: httpx.AsyncClient, number: int) -> str:
    """A cookie, fetched from anywhere."""
    client.cookies.clear()
    headers = {"X-Forwarded-For": f"10.2.{number // 250}.{number % 250 + 1}"}
    return str((await client.get("/api/me", headers=headers)).cookies["formicarium"])


async def _take(address: str, cookie: str, places: asyncio.Semaphore, held: list[Socket]) -> None:
    """Open one socket more, and never close it."""
    headers = {"X-Forwarded-For": "203.0.113.66", "Cookie": f"formicarium={cookie}"}
    async with places:
        with suppress(OSError, TimeoutError, websockets.WebSocketException):
            held.append(await websockets.connect(address, additional_headers=headers))


async def _come(newcomer: Guest) -> float | None:
    begun = time.monotonic()
    try:
        async with asyncio.timeout(PATIENCE):
            async with newcomer.socket(await newcomer.make("me", "me")) as socket:
                await socket.recv()
    except (OSError, TimeoutError, httpx.HTTPError, websockets.WebSocketException):
        return None
    return time.monotonic() - begun
