"""The lobby: tables with a free seat as they come and go, and quick pairing."""

import asyncio
from functools import partial
from typing import Annotated, Literal

import msgspec
from litestar import delete, get, post, websocket
from litestar.params import JSONBody
from msgspec import Meta

from formicarium.server.api.bodies import Body, Key, Level, Word
from formicarium.server.api.errors import problem
from formicarium.server.api.requests import (
    Anybody,
    Somebody,
    TheServices,
)
from formicarium.server.api.services import GAME, Services
from formicarium.server.api.sockets import (
    POLICY,
    SENDING,
    Farewell,
    LooseSocket,
    admitted,
    arrived,
    check_welcome,
    deny,
    held,
)
from formicarium.server.api.tables import entry_of, prepared
from formicarium.server.api.visitors import Visitor
from formicarium.server.domain.people import NOBODY
from formicarium.server.house.lobby import Guest, Told
from formicarium.server.house.pairing import seek
from formicarium.server.limits import Counted
from formicarium.server.store.entries import Paired, Seeker
from formicarium.server.workers.pool import check_level

# --- Quick pairing --------------------------------------------------------------------------------


class NewSeeker(Body):
    """A game that I would like to play now, with whomever there is."""

    key: Key
    game: Annotated[Word, Meta(examples=["micropolis"])]
    players: Annotated[int, Meta(ge=2, le=6, examples=[2])]
    pace: Literal["live", "days"] = "live"
    rated: Annotated[
        bool, Meta(description="Whether it changes ratings; for people with an account.")
    ] = False
    level: (
        Annotated[Level, Meta(description="Bots that take free seats when nobody comes for long.")]
        | None
    ) = None


class Sought(msgspec.Struct):
    """A game that I look for."""

    key: str
    game: str
    players: int
    pace: Literal["live", "days"]
    rated: bool
    level: str | None


class MyWish(msgspec.Struct):
    """The game that I look for, if I do."""

    wish: Sought | None


class Found(msgspec.Struct):
    """What came of it: a table, or how many wait for the same, I myself among them."""

    table: str | None
    waiting: int


@post("/pairing", status_code=200, summary="Find me a game", operation_id="seek")
async def seek_game(services: TheServices, somebody: Somebody, data: JSONBody[NewSeeker]) -> Found:
    """Look for people who wish for the same.

    Ask again every ten seconds with the same key: who says nothing for much longer waits no more,
    for a game by the day after three days. A socket of the lobby tells at once where one has been
    seated.
    """
    person = somebody.herself()
    if data.level is not None:
        check_level(data.level)
        services.check_thinking(somebody)
        if data.rated:
            raise problem(400, "bad_request", "level: rated games are for people alone")
    if data.rated:
        await services.check_may_be_rated(somebody)
    services.check_space(somebody)
    services.check_may_pay(Counted.TABLE, somebody)
    await prepared(services, data.game)
    seeker = Seeker(
        person, data.key, data.game, data.players, data.pace, data.rated, data.level or ""
    )
    found: Paired = await services.house.finished(seek(services.house, seeker, somebody.address))
    if found.people:
        services.spend(Counted.TABLE, somebody)
        services.keep(somebody, GAME)
    return Found(found.table or None, found.waiting)


@get("/pairing", summary="What I look for", operation_id="sought")
async def sought(services: TheServices, visitor: Anybody) -> MyWish:
    """Tell for which game I wait, if I do: by the day I may have closed the page meanwhile."""
    found = await services.store.sought_by(visitor.herself(), services.house.now())
    if found is None:
        return MyWish(None)
    fields = {name: value for name, value in found._asdict().items() if name != "person"}
    return MyWish(msgspec.convert(fields | {"level": found.level or None}, Sought))


@delete("/pairing", summary="Wait no more", operation_id="give_up_seeking")
async def give_up(services: TheServices, somebody: Somebody) -> None:
    """Wait no more for a game."""
    await services.store.give_up(somebody.herself())


# --- Tables with a free seat ----------------------------------------------------------------------


@websocket("/api/lobby/socket")
async def lobby_socket(socket: LooseSocket) -> None:
    """Send the tables with a free seat whenever they change, and where one has been seated."""
    try:
        services, visitor = await arrived(socket)
        visitor = await admitted(socket, services, visitor)
    except Exception as error:
        await deny(socket, error)
        return
    guest = Guest(visitor.person, visitor.session)
    guest.is_expelled = services.sessions.is_ended(visitor.session)
    look = LobbyTalk(services, socket, visitor, guest)
    services.house.lobby.come(guest)
    await held(services, visitor, look.run(), partial(services.house.lobby.go, guest))


class LobbyTalk:
    """Somebody who looks at the lobby."""

    def __init__(
        self, services: Services, socket: LooseSocket, visitor: Visitor, guest: Guest
    ) -> None:
        self.services = services
        self.socket = socket
        self.visitor = visitor
        self.guest = guest
        self.sent: bytes = b""

    async def run(self) -> None:
        """Tell what changes until she goes."""
        cookie = self.socket.scope["state"].get("cookie")
        await self.socket.accept(headers={} if cookie is None else {"set-cookie": cookie})
        tasks = {asyncio.create_task(work) for work in (self._read(), self._write())}
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        reason = done.pop().exception()
        if isinstance(reason, Farewell) and reason.code is not None:
            async with asyncio.timeout(SENDING):
                await self.socket.close(reason.code, str(reason)[:120])

    async def _read(self) -> None:
        """Whoever says something here has mistaken the address."""
        message = await self.socket.receive()
        if message["type"] == "websocket.disconnect":
            raise Farewell(None)
        raise Farewell(POLICY, "nothing is said here")

    async def _write(self) -> None:
        lobby = self.services.house.lobby
        while True:
            await self.guest.changed.wait()
            self.guest.changed.clear()
            check_welcome(self.guest)
            if self.guest.table:
                table, self.guest.table = self.guest.table, ""
                await self._send(msgspec.json.encode({"type": "paired", "table": table}))
            if lobby.looks:
                frame = await self._frame()
                if frame != self.sent:
                    self.sent = frame
                    await self._send(frame)

    async def _frame(self) -> bytes:
        """The tables at which she does not sit, and whose hosts and people she may meet."""
        person = self.visitor.person
        if self.guest.apart is None:
            self.guest.apart = await self.services.store.apart_from(person)
        apart = self.guest.apart
        chosen = [
            entry
            for one, entry in await entries_of(self.services)
            if apart.isdisjoint({one.host, *(seat.person for seat in one.seats)})
            and not any(seat.person == person for seat in one.seats)
        ]
        return msgspec.json.encode({"type": "open", "tables": chosen})

    async def _send(self, frame: bytes) -> None:
        async with asyncio.timeout(SENDING):
            await self.socket.send(
                {"type": "websocket.send", "text": frame.decode(), "bytes": None}
            )


async def entries_of(services: Services) -> Told:
    """The tables of the lobby as everybody is told them, put into JSON once for all."""
    lobby = services.house.lobby
    if lobby.told is None or lobby.told[0] != lobby.looks:
        looks, tables = lobby.looks, lobby.open
        entries = [await entry_of(services, one, NOBODY) for one in tables]
        raw = (msgspec.Raw(msgspec.json.encode(one)) for one in entries)
        lobby.told = looks, [*zip(tables, raw, strict=True)]
    return lobby.told[1]


REQUESTS = [seek_game, sought, give_up]
