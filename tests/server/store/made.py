"""Tables and writes in as few words as tests need."""

import asyncio
import threading
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from contextlib import asynccontextmanager
from typing import Any

from sqlalchemy import Connection

from formicarium.server.domain.events import Event, Head, Kind
from formicarium.server.store import Store
from formicarium.server.store.entries import ListedSeat, Write
from tests.server.databases import lay_out

ADA, EVE = 1, 2  # people


def head(table: str = "t", **changes: Any) -> Head:
    fields: dict[str, Any] = {
        "id": table,
        "game": "pebbles",
        "players": 2,
        "options": {"heap": "large"},
        "rules": 1,
        "components": "abc",
        "host": ADA,
        "created": 1.0,
        **changes,
    }
    return Head(**fields)


def played(number: int, **changes: Any) -> Event:
    fields = {"kind": Kind.PLAYED, "at": 10.0 + number, "seat": 0, "code": 3, **changes}
    return Event(number, **fields)


def write(table: str = "t", *events: Event, **changes: Any) -> Write:
    return Write(**{"table": table, "events": events, "status": "playing", **changes})


def plays(table: str, *numbers: int, **changes: Any) -> Write:
    return write(table, *(played(number) for number in numbers), **changes)


SEATS = (ListedSeat("person", ADA), ListedSeat("bot", level="hard"))


async def numbers(store: Store, table: str = "t") -> list[int]:
    return [event.number for event in await store.events_since(table, 0)]


def with_store(url: str, test: Callable[[Store], Awaitable[None]]) -> None:
    """Run a test on a store that is closed after it."""
    lay_out(url)

    async def main() -> None:
        async with opened(url) as store:
            await test(store)

    asyncio.run(main())


@asynccontextmanager
async def opened(url: str, **settings: Any) -> AsyncIterator[Store]:
    store = await Store.open(url, **settings)
    try:
        yield store
    finally:
        await store.close()


@asynccontextmanager
async def held(store: Store) -> AsyncIterator[None]:
    """While this lasts nothing is written; all that is asked for meanwhile makes up one batch."""
    begun = asyncio.Event()
    loop = asyncio.get_running_loop()
    release = threading.Event()

    def wait(_connection: Connection, _again: bool) -> None:
        loop.call_soon_threadsafe(begun.set)
        release.wait(10)

    waiting = asyncio.create_task(store._writer.do("", wait))
    await begun.wait()
    try:
        yield
    finally:
        release.set()
        await waiting


@asynccontextmanager
async def uncommitted(
    store: Store, work: Coroutine[Any, Any, Any]
) -> AsyncIterator[asyncio.Task[Any]]:
    """While this lasts something is written, and not yet for others to see."""
    begun, release = asyncio.Event(), threading.Event()
    loop = asyncio.get_running_loop()

    def wait(_connection: Connection, _again: bool) -> None:
        loop.call_soon_threadsafe(begun.set)
        release.wait(10)

    async with held(store):
        task, waiting = await asked(work, store._writer.do("~", wait))  # after all else
    await begun.wait()
    try:
        yield task
    finally:
        release.set()
        await waiting


async def asked(*calls: Coroutine[Any, Any, Any]) -> list[asyncio.Task[Any]]:
    """Tasks that have all put their question to the store."""
    tasks = [asyncio.create_task(call) for call in calls]
    await asyncio.sleep(0)
    return tasks
