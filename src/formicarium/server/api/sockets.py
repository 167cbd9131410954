"""One WebSocket per table and browser: the newest documents go out, commands come in.

One task reads, another writes. The writer never queues documents: whenever the table has changed
it composes the newest one, so a slow client misses some, but never lags behind. What happened in
between is in the log of the next document. Answers are queued, and go out before it; while the
writer waits for the table or for the chat, they wait as well.
"""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from typing import Any, Literal, cast

import msgspec
from litestar import WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect
from litestar.params import FromPath

from formicarium.core.rulebook import Document
from formicarium.server.api.commands import MESSAGES, Commands, Done, carry_out
from formicarium.server.api.errors import Trouble, headers_of, problem, problem_of
from formicarium.server.api.requests import (
    check_origin,
    check_rate,
    decoded,
    visitor_of,
    with_session,
    wording_of,
)
from formicarium.server.api.services import Services, services_of
from formicarium.server.api.tables import spoken_since
from formicarium.server.api.viewing import document, may_see, seat_for, table_for
from formicarium.server.api.visitors import Visitor
from formicarium.server.domain.projection import Projection, framed
from formicarium.server.domain.seats import Refused
from formicarium.server.house.live import Listener, LiveTable
from formicarium.server.limits import Counted
from formicarium.server.store.errors import Unavailable

SENDING = 20.0  # seconds that a frame may take to leave; it is given up after twice as many at most
UNSENT = 32  # answers that may wait; while there are as many, nothing more is read,
NAP = 0.1  # and after so many seconds it is looked again
ENDED = "this session is ended; log in again"
STRIKES = 20  # messages beyond what is allowed, before the socket is closed

# Which tables these are, is asked for: a page may not want to know.
TURNS = msgspec.json.encode({"type": "turns"})
POLICY, TOO_BIG, FAULT, RESTART, LATER = 1008, 1009, 1011, 1012, 1013

COMMANDS: msgspec.json.Decoder[Commands] = msgspec.json.Decoder(MESSAGES)

Wish = int | Literal["all"] | None  # the seat that a socket is for
LooseSocket = WebSocket[Any, Any, Any]


class Farewell(Exception):
    """A reason to close a socket; None: the other side has."""

    def __init__(self, code: int | None, reason: str = "") -> None:
        super().__init__(reason)
        self.code = code
        self.reason = reason


@websocket("/api/tables/{table:str}/socket")
async def table_socket(socket: LooseSocket, table: FromPath[str]) -> None:
    """Let somebody look at a table all the time."""
    try:
        conversation = await _begun(socket, table)
    except Exception as error:
        await deny(socket, error)
        return
    await held(conversation.services, conversation.visitor, conversation.run(), conversation.leave)


async def held(
    services: Services, visitor: Visitor, run: Coroutine[Any, Any, None], leave: Callable[[], None]
) -> None:
    """A talk with somebody who was admitted, to its end, and what is to be done then."""
    services.metrics.sockets_open.inc()
    talk = asyncio.create_task(run)
    services.talks.add(talk)
    try:
        await talk
    finally:
        leave()
        services.talks.discard(talk)
        services.spending.sockets.release(visitor.who, visitor.address)
        services.metrics.sockets_open.dec()


async def arrived(socket: LooseSocket) -> tuple[Services, Visitor]:
    """Who has come, from a page that may send her, and where."""
    check_origin(socket, socket.route_handler)
    await check_rate(socket, socket.route_handler)
    return services_of(socket), await visitor_of(socket)


async def admitted(socket: LooseSocket, services: Services, visitor: Visitor) -> Visitor:
    """Who has a socket from now on, if she may have one more."""
    somebody = await with_session(socket, visitor)
    if not services.spending.sockets.admit(somebody.who, somebody.address):
        services.metrics.refusals.labels("socket").inc()
        raise problem(429, "too_many", "too many sockets are open; close some others first", 10)
    return somebody


async def _begun(socket: LooseSocket, table: str) -> "Conversation":
    """A conversation with somebody who may have one."""
    services, visitor = await arrived(socket)
    wish, since = _wish(socket.query_params.get("seat")), _since(socket.query_params.get("since"))
    live = await table_for(services, visitor, table)
    if isinstance(wish, int):
        seat_for(visitor, live.table, wish)
    language = wording_of(socket, socket.query_params.get("language"))
    somebody = await admitted(socket, services, visitor)
    conversation = Conversation(services, socket, somebody, live, wish, since, language)
    conversation.listener.is_expelled = services.sessions.is_ended(somebody.session)
    return conversation


def _wish(text: str | None) -> Wish:
    if not text:
        return None
    if text == "all":
        return "all"
    if text.isascii() and text.isdigit() and len(text) <= 2:
        return int(text)
    raise problem(400, "bad_request", "seat: a number, or all")


def _since(text: str | None) -> int | None:
    if not text:
        return None
    if text.isascii() and text.isdigit() and len(text) <= 16:
        return int(text)
    raise problem(400, "bad_request", "since: a version, which is a whole number")


async def deny(socket: LooseSocket, error: Exception) -> None:
    """Refuse a socket before it is open, with a proper status where the server can send one."""
    found = problem_of(error)
    await socket.receive()
    if "websocket.http.response" not in (socket.scope.get("extensions") or {}):
        await socket.close(POLICY, found.trouble.message[:120])
        return
    send = cast("Any", socket.send)  # messages of an extension
    headers = {"Content-Type": "application/json", **headers_of(found)}
    await send(
        {
            "type": "websocket.http.response.start",
            "status": found.trouble.status,
            "headers": [(name.lower().encode(), text.encode()) for name, text in headers.items()],
        }
    )
    body = msgspec.json.encode(found.trouble)
    await send({"type": "websocket.http.response.body", "body": body})


def check_welcome(listener: Listener) -> None:
    """Whether somebody may still look; `Farewell` where she has been sent away."""
    if listener.is_dismissed:
        raise Farewell(RESTART, "the house is closing; come back in a moment")
    if listener.farewell:
        raise Farewell(POLICY, listener.farewell)
    if listener.is_expelled:
        raise Farewell(POLICY, ENDED)


class Conversation:
    """A table and somebody who looks at it."""

    def __init__(
        self,
        services: Services,
        socket: LooseSocket,
        visitor: Visitor,
        live: LiveTable,
        wish: Wish,
        since: int | None,
        language: str,
    ) -> None:
        self.services = services
        self.socket = socket
        self.visitor = visitor
        self.live = live
        self.wish = wish
        self.since = since  # the version that the client has seen in an earlier conversation
        self.language = language
        self.listener = Listener(visitor.person, visitor.session)
        self.sent: dict[int | None, int] = {}  # seat -> the version that was sent last
        self.seat: int | None = None  # for which the last document was
        self.looked_at: Projection | None = None  # what all were shown when the table was last sent
        self.comings = -1  # how often people had come and gone then
        self.heard = -1  # how much talk there was when the chat was last looked at
        self.waits: float | None = None  # how long its bots were last said to wait for their turn
        self.answers: list[bytes] = []  # that are still to be sent
        self.begun = self.gone = 0  # frames that were to leave, and that have left
        self.strikes = 0
        self.working = asyncio.Lock()  # while a command is carried out
        live.add_listener(self.listener)
        self.turns = 0  # how often it was said that it is her turn elsewhere, or is no more
        services.house.at_the_page.come(self.listener, live.table.head.id)

    def leave(self) -> None:
        """Look no more."""
        self.services.house.at_the_page.go(self.listener)
        self.live.remove_listener(self.listener)

    async def run(self) -> None:
        """Read and write until one of them comes to its end."""
        cookie = self.socket.scope["state"].get("cookie")
        await self.socket.accept(headers={} if cookie is None else {"set-cookie": cookie})
        works = (self._read(), self._write(), self._watch())
        tasks = {asyncio.create_task(work) for work in works}
        try:
            done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            await self.services.house.finished(self._end(tasks))
        await self._close(done.pop().exception())

    async def _end(self, tasks: set[asyncio.Task[None]]) -> None:
        """Stop reading and writing; a command that was begun is carried out before."""
        async with self.working:
            for task in tasks:
                task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _close(self, reason: BaseException | None) -> None:
        if isinstance(reason, Unavailable):
            farewell = Farewell(LATER, "the database does not answer; come back in a moment")
        elif isinstance(reason, Farewell):
            farewell = reason
        elif isinstance(reason, OSError | WebSocketDisconnect):
            farewell = Farewell(None)
        else:
            assert isinstance(reason, Exception)
            farewell = Farewell(FAULT, problem_of(reason).trouble.message)
        if farewell.code is not None:
            with contextlib.suppress(OSError, WebSocketDisconnect):
                async with asyncio.timeout(SENDING):
                    await self._send_answers()
                    await self.socket.close(farewell.code, farewell.reason[:120])

    # --- What comes in ----------------------------------------------------------------------------

    async def _read(self) -> None:
        while True:
            while len(self.answers) >= UNSENT:
                await asyncio.sleep(NAP)
            message = cast("dict[str, Any]", await self.socket.receive())
            if message["type"] == "websocket.disconnect":
                raise Farewell(None)
            data: str | bytes = message.get("text") or message.get("bytes") or b""
            if self._may_speak(data):
                await self._queue_up()
                await self._answer(data)

    def _may_speak(self, data: str | bytes) -> bool:
        """Whether a message is small enough, and not one of too many."""
        if self.listener.is_expelled:
            raise Farewell(POLICY, ENDED)
        size = len(data.encode() if isinstance(data, str) else data)
        if size > self.services.settings.largest_frame:
            raise Farewell(TOO_BIG, "that was larger than this house accepts")
        now = self.services.house.now()
        wait = self.services.spending.people.allow(Counted.MESSAGE, self.visitor.who, now)
        if not wait:
            self.strikes = 0
            return True
        self.strikes += 1
        self.services.metrics.refusals.labels(str(Counted.MESSAGE)).inc()
        if self.strikes > STRIKES:
            raise Farewell(POLICY, "too many messages")
        if self.strikes == 1:
            warning = f"too many messages; wait {wait:.1f} seconds, or this will be closed"
            self._say({"type": "refused", **_fields(Trouble(429, "too_many", warning))})
        return False

    async def _queue_up(self) -> None:
        """Wait while all who share the address say too much: that is not her own fault."""
        addresses, address = self.services.spending.addresses, self.visitor.address
        while addresses.allow(Counted.MESSAGE, address, self.services.house.now()):
            await asyncio.sleep(NAP)

    async def _answer(self, data: str | bytes) -> None:
        """Carry a command out, and say what came of it."""
        try:
            command = decoded(data, COMMANDS)
            self.services.check_may_act(self.visitor)
            async with self.working:
                done = await carry_out(
                    self.services, self.visitor, self.live.table.head.id, command, self.language
                )
        except Exception as error:
            trouble = problem_of(error).trouble
            self._say({"type": "refused", "key": _key_in(data), **_fields(trouble)})
        else:
            self._say({"type": "done", **_fields(done)})

    def _say(self, answer: dict[str, Any]) -> None:
        """Have an answer sent: with the table that it is about, it makes one packet, not two."""
        self.answers.append(msgspec.json.encode(answer))
        self.listener.changed.set()

    # --- What goes out ----------------------------------------------------------------------------

    async def _write(self) -> None:
        self.listener.changed.set()
        while True:
            await self.listener.changed.wait()
            self.listener.changed.clear()
            check_welcome(self.listener)
            await self._send_answers()
            if self.live.is_gone:
                await self._move_over()
            if self.looked_at is not self.live.shown:
                await self._send_tables()
            if self.waits != self.live.waits:
                await self._send_wait()
            if self.turns != self.listener.turns:
                self.turns = self.listener.turns
                await self._send(TURNS)
            if self.heard != self.live.talk:
                await self._send_talk()

    async def _send_answers(self) -> None:
        while self.answers:
            await self._send(self.answers[0])
            del self.answers[0]  # only now: what is cancelled before is sent at the end

    async def _send(self, frame: bytes) -> None:
        self.begun += 1
        await self.socket.send({"type": "websocket.send", "text": frame.decode(), "bytes": None})
        self.gone += 1

    async def _watch(self) -> None:
        """Hang up if nobody takes what is sent. A timer for each frame would take much longer."""
        while True:
            is_waiting, before = self.begun > self.gone, self.gone
            await asyncio.sleep(SENDING)
            if is_waiting and self.gone == before:
                raise Farewell(None)

    async def _move_over(self) -> None:
        """Where the table was dropped from memory, look at the one that is read anew."""
        while self.live.is_gone:
            self.live.listeners.discard(self.listener)
            self.live = await self.services.house.live(self.live.table.head.id)
            self.live.add_listener(self.listener)
            self.heard = -1

    async def _send_tables(self) -> None:
        if not may_see(self.visitor, self.live.table):
            raise Farewell(POLICY, "the host has locked this table")
        self.looked_at = self.live.shown
        seats = [seat for seat in self._seats() if self._is_new(seat)]
        self.comings = self.live.comings
        frame = self._frame(seats)
        if frame is None:
            documents = [found async for found in self._documents(seats)]
            if self.wish == "all" and documents:
                frame = msgspec.json.encode({"type": "tables", "tables": documents})
            elif documents:
                frame = framed(documents[-1])
        if frame is not None:
            await self._send_answers()  # those that came while it was composed
            await self._send(frame)

    def _frame(self, seats: list[int | None]) -> bytes | None:
        """What is sent nearly always: a table that is at rest, seen from one seat."""
        if self.wish == "all" or not seats or not self.live.is_settled:
            return None
        (seat,) = seats
        since = self.sent.get(seat, self.since)
        frame = self.live.shown.frame(seat, self.visitor.person, self.language, since)
        if frame is not None:
            table = self.live.table
            self._note(seat, table.versions[table.spectator if seat is None else seat])
        return frame

    async def _documents(self, seats: list[int | None]) -> AsyncIterator[Document]:
        """The newest documents for these seats."""
        for seat in seats:
            since = self.sent.get(seat, self.since)
            try:
                found = await document(
                    self.services, self.live, self.visitor, seat, self.language, since
                )
            except Refused:  # the seat was given up at this very moment
                self.looked_at = None
                self.listener.changed.set()
                continue
            self._note(found["seat"], found["version"])
            yield found

    def _note(self, seat: int | None, version: int) -> None:
        self.seat = seat
        self.sent[seat] = version

    def _seats(self) -> Iterator[int | None]:
        """The seats from which the visitor looks."""
        table = self.live.table
        mine = self.visitor.seats(table)
        if self.wish == "all" and mine:
            yield from mine
        elif isinstance(self.wish, int) and self.wish in mine:
            yield self.wish
        else:
            yield seat_for(self.visitor, table, None)

    def _is_new(self, seat: int | None) -> bool:
        table = self.live.table
        version = table.versions[table.spectator if seat is None else seat]
        turns = self.wish != "all" and seat != self.seat
        stirred = self.comings != self.live.comings
        return turns or stirred or self.sent.get(seat) != version

    async def _send_wait(self) -> None:
        """Say that bots wait for their turn to think, and about how long; or that this is over."""
        self.waits = self.live.waits
        told = {} if self.waits is None else {"seconds": self.waits}
        await self._send(msgspec.json.encode({"type": "waiting", **told}))

    async def _send_talk(self) -> None:
        self.heard = self.live.talk
        lines = await spoken_since(
            self.services, self.visitor, self.live.table, self.listener.lines
        )
        if lines:
            self.listener.lines = lines[-1].number
            await self._send(msgspec.json.encode({"type": "chat", "lines": lines}))


def _fields(answer: Trouble | Done) -> dict[str, Any]:
    return {
        name: value for name, value in msgspec.structs.asdict(answer).items() if value is not None
    }


def _key_in(data: str | bytes) -> str | None:
    """The key of a message that may be malformed."""
    with contextlib.suppress(msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        found = msgspec.json.decode(data)
        key = found.get("key") if isinstance(found, dict) else None
        return key[:64] if isinstance(key, str) else None
    return None
