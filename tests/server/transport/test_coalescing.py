"""What a socket sends at once leaves as one packet."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from typing import Any

import pytest
import uvicorn
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from formicarium.server.transport.coalescing import CoalescingProtocol, CoalescingTransport


class Wire(asyncio.Transport):
    """A connection that remembers what was written."""

    def __init__(self) -> None:
        super().__init__({"peername": ("house.local", 80)})
        self.packets: list[bytes] = []
        self.closed = False
        self.is_read = True

    def write(self, data: Any) -> None:
        assert not self.closed
        self.packets.append(bytes(data))

    def close(self) -> None:
        self.closed = True

    def is_closing(self) -> bool:
        return self.closed

    def pause_reading(self) -> None:
        self.is_read = False

    def resume_reading(self) -> None:
        self.is_read = True


def coalescing() -> tuple[Wire, CoalescingTransport]:
    """A wire, and the transport that gathers what is to go over it."""
    wire = Wire()
    return wire, CoalescingTransport(wire, asyncio.get_running_loop())


def test_one_packet_for_each_turn() -> None:
    async def main() -> None:
        wire, transport = coalescing()
        transport.write(b"done ")
        transport.write(b"table")
        assert wire.packets == []
        await asyncio.sleep(0)
        transport.write(b"later")
        await asyncio.sleep(0)
        assert wire.packets == [b"done table", b"later"]

    asyncio.run(main())


def test_what_was_written_before_the_end_still_leaves() -> None:
    async def main() -> None:
        wire, transport = coalescing()
        transport.write(b"farewell")
        transport.close()
        transport.close()
        await asyncio.sleep(0)
        assert wire.packets == [b"farewell"]
        assert wire.closed

    asyncio.run(main())


def test_nothing_is_written_to_who_has_gone() -> None:
    async def main() -> None:
        wire, transport = coalescing()
        transport.write(b"too late")
        wire.close()
        await asyncio.sleep(0)
        assert wire.packets == []

    asyncio.run(main())


def test_it_is_otherwise_the_transport_that_it_was() -> None:
    async def main() -> None:
        wire, transport = coalescing()
        transport.pause_reading()
        assert not wire.is_read
        transport.resume_reading()
        assert wire.is_read
        assert transport.get_extra_info("peername") == ("house.local", 80)
        assert transport.get_extra_info("nothing", 7) == 7
        assert not transport.is_closing()
        wire.close()
        assert transport.is_closing()

    asyncio.run(main())


@pytest.mark.parametrize("size", [1, 1_000_000])
def test_frames_come_whole_and_in_order(size: int) -> None:
    """Also those that are larger than what the system takes at once."""
    texts = [f"{number} " + "x" * size for number in range(5)]

    async def speak(scope: Any, receive: Any, send: Any) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        for text in texts:
            await send({"type": "websocket.send", "text": text})
        await send({"type": "websocket.close", "code": 1012})

    async def listen(socket: Any) -> None:
        heard.extend([text async for text in until_closed(socket)])

    heard: list[Any] = []
    assert asyncio.run(talked(speak, listen)) == 1012
    assert heard == texts


@pytest.mark.parametrize("data", [b"\xff\xfe", b'{"type": "\xc3\x28"}', b"\xed\xa0\x80"])
def test_text_that_is_none_ends_the_socket_without_a_fuss(
    data: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    heard: list[Any] = []

    async def listen(scope: Any, receive: Any, send: Any) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        while (message := await receive())["type"] == "websocket.receive":
            heard.append(message["text"])

    async def speak(socket: Any) -> None:
        await socket.send("ant é")
        await socket.send(data, text=True)
        await socket.wait_closed()

    assert asyncio.run(talked(listen, speak)) == 1007
    assert heard == ["ant é"]
    assert [record for record in caplog.records if record.levelname != "INFO"] == []


async def talked(app: Any, talk: Any) -> int | None:
    """Let somebody talk to an application; with what code the socket was closed."""
    config = uvicorn.Config(app, port=0, ws=CoalescingProtocol, lifespan="off", log_config=None)
    server = uvicorn.Server(config)
    serving = asyncio.create_task(server.serve())
    while not server.started:
        await asyncio.sleep(0.01)
    port = server.servers[0].sockets[0].getsockname()[1]
    async with connect(f"ws://127.0.0.1:{port}/", max_size=None) as socket:
        await talk(socket)
    server.should_exit = True
    await serving
    return socket.close_code


async def until_closed(socket: Any) -> AsyncIterator[Any]:
    with contextlib.suppress(ConnectionClosed):
        while True:
            yield await socket.recv()
