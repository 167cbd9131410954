"""Nobody holds a connection by sending half a request."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import pytest
import uvicorn

from formicarium.server.transport.deadline import DeadlineProtocol

PATIENCE = 10.0  # seconds until a connection that is not closed is a fault
HEAD = b"POST / HTTP/1.1\r\nHost: house.local\r\nContent-Length: 5\r\n"
WHOLE = HEAD + b"\r\nhello"

Connection = tuple[asyncio.StreamReader, asyncio.StreamWriter]


async def echo(scope: Any, receive: Any, send: Any) -> None:
    """Answer with the body."""
    message = await receive()
    while message.get("more_body"):
        message = await receive()
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": b"well"})


@contextlib.asynccontextmanager
async def connected(app: Any) -> AsyncIterator[Connection]:
    """A connection to a server that waits only for a moment."""
    config = uvicorn.Config(
        app, port=0, http=DeadlineProtocol, lifespan="off", log_config=None, timeout_keep_alive=1
    )
    server = uvicorn.Server(config)
    serving = asyncio.create_task(server.serve())
    while not server.started:
        await asyncio.sleep(0.01)
    try:
        async with another(server.servers[0].sockets[0].getsockname()[1]) as connection:
            yield connection
    finally:
        server.should_exit = True
        await serving


@contextlib.asynccontextmanager
async def another(port: int) -> AsyncIterator[Connection]:
    """A connection that is closed in the end."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        yield reader, writer
    finally:
        writer.close()


def run(
    test: Callable[[Connection], Awaitable[None]], monkeypatch: pytest.MonkeyPatch, app: Any = echo
) -> None:
    monkeypatch.setattr(DeadlineProtocol, "seconds", 0.2)

    async def main() -> None:
        async with connected(app) as connection, asyncio.timeout(PATIENCE):
            await test(connection)

    asyncio.run(main())


def test_an_address_has_so_many_connections(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(DeadlineProtocol, "most", 2)

    async def test(connection: Connection) -> None:
        port = connection[1].get_extra_info("peername")[1]

        async with another(port) as (reader, _), another(port) as (third, _):
            with contextlib.suppress(ConnectionError):
                assert await third.read() == b""
            assert not reader.at_eof()
            await reader.read()  # too late: and so there is room again
        async with another(port) as (reader, writer):
            writer.write(WHOLE)
            assert b"well" in await reader.readuntil(b"well")

    run(test, monkeypatch)
    assert not DeadlineProtocol.peers


@pytest.mark.parametrize("half", [b"", b"POST / HT", HEAD, HEAD + b"\r\nhel"])
def test_half_a_request_is_closed(half: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(connection: Connection) -> None:
        reader, writer = connection
        writer.write(half)
        assert b"well" not in await reader.read()

    run(test, monkeypatch)


def test_drop_by_drop_is_too_late(monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(connection: Connection) -> None:
        reader, writer = connection
        closed = asyncio.create_task(reader.read())
        while not closed.done():
            writer.write(b"GET /" if not writer.is_closing() else b"")
            await asyncio.sleep(0.05)
        assert b"well" not in await closed

    run(test, monkeypatch)


def test_half_a_second_request_is_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(connection: Connection) -> None:
        reader, writer = connection
        writer.write(WHOLE)
        assert b"well" in await reader.readuntil(b"well")
        writer.write(HEAD)
        assert b"well" not in await reader.read()

    run(test, monkeypatch)


def test_who_says_no_more_is_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(connection: Connection) -> None:
        reader, writer = connection
        writer.write(WHOLE + WHOLE)
        assert (await reader.read()).count(b"well") == 2

    run(test, monkeypatch)


def test_an_answer_may_take_longer(monkeypatch: pytest.MonkeyPatch) -> None:
    async def slow(scope: Any, receive: Any, send: Any) -> None:
        await asyncio.sleep(0.5)
        await echo(scope, receive, send)

    async def test(connection: Connection) -> None:
        reader, writer = connection
        writer.write(WHOLE)
        assert b"well" in await reader.readuntil(b"well")

    run(test, monkeypatch, slow)


def test_a_socket_stays_open(monkeypatch: pytest.MonkeyPatch) -> None:
    async def talk(scope: Any, receive: Any, send: Any) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        await asyncio.sleep(0.6)  # three times as long as a request may take
        await send({"type": "websocket.send", "text": "well"})

    async def test(connection: Connection) -> None:
        reader, writer = connection
        writer.write(
            b"GET / HTTP/1.1\r\nHost: house.local\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
            b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: bGVhZmN1dHRlcmFudHM2Ng==\r\n\r\n"
        )
        assert b"well" in await reader.readuntil(b"well")

    run(test, monkeypatch, talk)
