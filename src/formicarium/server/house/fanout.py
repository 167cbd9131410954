"""News between the processes of a house: that something has happened, hardly ever what.

Whoever hears of a table that it holds reads the new events from the store. A message that is lost
costs nothing but time, since every command is checked against the store anyway. What limits count
is told with its numbers (`spending`), and a loss makes them less exact.
"""

import asyncio
import logging
from collections.abc import Callable
from typing import Any, Protocol
from uuid import uuid4

import msgspec

from formicarium.server.house.tasks import end

CHANNEL = "formicarium"
PAUSE = 1.0  # seconds before a lost connection is tried again

log = logging.getLogger("formicarium.server")


class News(msgspec.Struct, frozen=True):
    """What has happened where."""

    table: str
    kind: str  # "events", "chat", or what somebody else listens for
    sender: str = ""
    payload: Any = None  # of events: whose turn it is, or was; 8,000 bytes are too many


Hearer = Callable[[News], None]


class Fanout(Protocol):
    """A way to the other processes."""

    async def start(self, hear: Hearer) -> None:
        """Begin to listen; what this process tells itself is not heard."""

    async def tell(self, news: News) -> None:
        """Tell all other processes."""

    async def stop(self) -> None:
        """Hang up."""


class Alone:
    """There are no others."""

    async def start(self, hear: Hearer) -> None:
        pass

    async def tell(self, news: News) -> None:
        pass

    async def stop(self) -> None:
        pass


class Wire:
    """What all connections to others have in common: a task that listens, again after a loss."""

    def __init__(self) -> None:
        self.sender = uuid4().hex
        self._listening: asyncio.Task[None] | None = None

    async def start(self, hear: Hearer) -> None:
        ready = asyncio.Event()
        self._listening = asyncio.create_task(self._listen_for_ever(hear, ready))
        await asyncio.wait_for(ready.wait(), 30)

    async def stop(self) -> None:
        await end(self._listening)

    async def _listen_for_ever(self, hear: Hearer, ready: asyncio.Event) -> None:
        while True:
            try:
                await self._listen(hear, ready)
            except OSError as error:
                log.warning("the line to other processes is lost (%s); trying again", error)
            await asyncio.sleep(PAUSE)

    async def _listen(self, hear: Hearer, ready: asyncio.Event) -> None:
        raise NotImplementedError

    def _encoded(self, news: News) -> bytes:
        return msgspec.json.encode(msgspec.structs.replace(news, sender=self.sender))

    def _heard(self, data: bytes | str, hear: Hearer) -> None:
        try:
            news = msgspec.json.decode(data, type=News)
        except msgspec.DecodeError:
            log.warning("somebody else speaks on the line to other processes")
            return
        if news.sender != self.sender:
            hear(news)


class ThroughRedis(Wire):
    """A channel of a Redis server."""

    def __init__(self, url: str) -> None:
        from redis.asyncio import Redis

        super().__init__()
        self._redis = Redis.from_url(url)

    async def tell(self, news: News) -> None:
        from redis.exceptions import RedisError

        try:
            await self._redis.publish(CHANNEL, self._encoded(news))
        except (RedisError, OSError) as error:
            log.warning("others could not be told of table %s: %s", news.table, error)

    async def stop(self) -> None:
        await super().stop()
        await self._redis.aclose()

    async def _listen(self, hear: Hearer, ready: asyncio.Event) -> None:
        from redis.exceptions import RedisError

        try:
            async with self._redis.pubsub() as channel:
                await channel.subscribe(CHANNEL)
                ready.set()
                async for message in channel.listen():
                    if message["type"] == "message":
                        self._heard(message["data"], hear)
        except RedisError as error:
            raise ConnectionError(str(error)) from error


class ThroughPostgres(Wire):
    """LISTEN and NOTIFY of a PostgreSQL database."""

    def __init__(self, url: str) -> None:
        super().__init__()
        self._url = url.replace("postgresql+psycopg://", "postgresql://")
        self._outbox: asyncio.Queue[bytes] = asyncio.Queue()
        self._telling: asyncio.Task[None] | None = None

    async def start(self, hear: Hearer) -> None:
        await super().start(hear)
        self._telling = asyncio.create_task(self._tell_for_ever())

    async def tell(self, news: News) -> None:
        self._outbox.put_nowait(self._encoded(news))

    async def stop(self) -> None:
        await super().stop()
        await end(self._telling)

    async def _tell_for_ever(self) -> None:
        import psycopg

        while True:
            try:
                async with await psycopg.AsyncConnection.connect(
                    self._url, autocommit=True
                ) as connection:
                    while True:
                        data = await self._outbox.get()
                        await connection.execute(
                            "select pg_notify(%s, %s)", (CHANNEL, data.decode())
                        )
            except psycopg.Error as error:
                log.warning("others could not be told: %s", error)
            await asyncio.sleep(PAUSE)

    async def _listen(self, hear: Hearer, ready: asyncio.Event) -> None:
        import psycopg

        try:
            async with await psycopg.AsyncConnection.connect(
                self._url, autocommit=True
            ) as connection:
                await connection.execute(f"listen {CHANNEL}")
                ready.set()
                async for notice in connection.notifies():
                    self._heard(notice.payload, hear)
        except psycopg.Error as error:
            raise ConnectionError(str(error)) from error


def fanout_for(setting: str, database: str) -> Fanout:
    """The way to other processes that a setting names: memory, postgresql, or a Redis URL."""
    if setting == "memory":
        return Alone()
    if setting == "postgresql":
        return ThroughPostgres(database)
    return ThroughRedis(setting)
