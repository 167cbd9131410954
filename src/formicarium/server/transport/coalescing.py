"""WebSockets whose frames leave together: each packet by itself would wake the other side."""

import asyncio
from typing import Any, cast

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

NOT_TEXT = 1007  # why a socket is closed


class CoalescingProtocol(WebSocketsSansIOProtocol):
    """A socket that sends an answer and the table that it is about as one packet."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(
            CoalescingTransport(cast("asyncio.Transport", transport), self.loop)
        )

    def send_receive_event_to_app(self) -> None:
        """Pass a message on; who sends text that is none is hung up on, and nothing is logged."""
        if self.curr_msg_data_type == "text" and not is_text(b"".join(self.frames)):
            self.frames = []
            self.conn.send_close(NOT_TEXT)
            self.handle_parser_exception()
            return
        super().send_receive_event_to_app()


def is_text(data: bytes) -> bool:
    r"""Whether bytes are UTF-8.

    >>> is_text("é".encode()), is_text(b"\xff")
    (True, False)
    """
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True


class CoalescingTransport(asyncio.Transport):
    """A transport that keeps what is written until all that is ready to run has run."""

    __slots__ = ("_kept", "_loop", "_transport")

    def __init__(self, transport: asyncio.Transport, loop: asyncio.AbstractEventLoop) -> None:
        super().__init__()
        self._transport = transport
        self._loop = loop
        self._kept: list[bytes] = []

    def write(self, data: Any) -> None:
        if not self._kept:
            self._loop.call_soon(self._flush)
        self._kept.append(data)

    def close(self) -> None:
        self._flush()
        self._transport.close()

    def is_closing(self) -> bool:
        return self._transport.is_closing()

    def pause_reading(self) -> None:
        self._transport.pause_reading()

    def resume_reading(self) -> None:
        self._transport.resume_reading()

    def get_extra_info(self, name: str, default: Any = None) -> Any:
        return self._transport.get_extra_info(name, default)

    def _flush(self) -> None:
        kept, self._kept = self._kept, []
        if kept and not self._transport.is_closing():
            self._transport.write(b"".join(kept))
