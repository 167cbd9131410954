"""HTTP in which nobody holds a connection by sending a request slowly, or never."""

import asyncio
from collections import Counter
from collections.abc import Callable
from typing import ClassVar, cast

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol


class DeadlineProtocol(H11Protocol):
    """A connection that is closed if a request has not come in time, headers and body.

    What comes drop by drop is late as well: the time runs from the first byte of a request, and
    for the first one from the beginning of the connection. Uvicorn itself closes connections on
    which no further request begins.

    An address has so many of them at most; sockets are counted by whoever admits them.
    """

    seconds: ClassVar[float] = 20.0  # for a whole request; see the setting `request_seconds`
    most: ClassVar[int] = 0  # of an address; 0: any number, as behind a proxy
    counted_as: ClassVar[Callable[[str], str]] = str  # by what an address is counted
    peers: ClassVar[Counter[str]] = Counter()  # how many each has
    _peer = ""
    _late: asyncio.TimerHandle | None = None
    _is_socket = False  # which stays open, and whose request h11 never sees the end of

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(cast("asyncio.Transport", transport))
        host, *_ = transport.get_extra_info("peername") or ("",)
        self._peer = type(self).counted_as(host)
        self.peers[self._peer] += 1
        if 0 < self.most < self.peers[self._peer]:
            self.transport.abort()
        else:
            self._watch()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self._watch()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop()
        self._release()
        super().connection_lost(exc)

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        self._is_socket = True
        self._release()  # nothing tells this protocol when a socket is closed
        super().handle_websocket_upgrade(event)

    def _watch(self) -> None:
        """Let the time run while a part of a request is missing."""
        if self._is_socket or self.conn.their_state not in (h11.IDLE, h11.SEND_BODY):
            self._stop()
        elif self._late is None:
            self._late = self.loop.call_later(self.seconds, self._close)

    def _release(self) -> None:
        if self._peer:
            self.peers[self._peer] -= 1
            if not self.peers[self._peer]:
                del self.peers[self._peer]
            self._peer = ""

    def _stop(self) -> None:
        if self._late is not None:
            self._late.cancel()
            self._late = None

    def _close(self) -> None:
        if not self.transport.is_closing():
            self.transport.close()
