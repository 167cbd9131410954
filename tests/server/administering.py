"""Administrators for tests: who they are, what they order, what the log says of it."""

import asyncio
from collections.abc import Coroutine
from typing import Any

import httpx
from litestar.exceptions import WebSocketDisconnect
from litestar.testing import TestClient
from litestar.testing.websocket_test_session import WebSocketTestSession

from formicarium.server.house.acts import Promote
from tests.server.playing import SECONDS, Guest

Client = TestClient[Any]


def wait_for(client: Client, work: Coroutine[Any, Any, Any]) -> Any:
    """What comes of something that the house does."""

    async def main() -> Any:
        return await work

    with client.portal() as portal:
        return portal.call(main)


def number_of(guest: Guest) -> int:
    """The number of somebody who was here."""
    services = guest.client.app.state.services
    return int(wait_for(guest.client, services.sessions.held(guest.cookie)).person)


def somebody(client: Client, name: str) -> Guest:
    """Somebody who has said a name."""
    guest = Guest(client)
    guest.get("/api/me")
    assert guest.ask("PATCH", "/api/me", {"name": name}).status_code == 200
    return guest


def administrator(client: Client, name: str = "Root") -> Guest:
    """Somebody whom the command line has made an administrator."""
    guest = somebody(client, name)
    order = Promote(person=number_of(guest))
    wait_for(client, client.app.state.services.administration.carry_out(order))
    return guest


def order(by: Guest, act: str, **fields: Any) -> httpx.Response:
    """Order something, whatever becomes of it."""
    return by.ask("POST", f"/api/admin/{act}", fields)


def done(by: Guest, act: str, **fields: Any) -> Any:
    """Order something that is done, and find it in the audit log."""
    answer = order(by, act, **fields)
    assert answer.status_code == 200, answer.text
    newest = by.get("/api/admin/acts")["acts"][0]
    assert newest["kind"] == act
    assert newest["by"] == by.get("/api/me")["name"]
    return newest


def farewell(socket: WebSocketTestSession) -> WebSocketDisconnect:
    """With what word the house hangs up."""
    try:
        while True:
            socket.receive(timeout=SECONDS)
    except WebSocketDisconnect as gone:
        return gone


def look(client: Client) -> None:
    """Let a house hear of what others have done."""
    wait_for(client, client.app.state.services.administration.look())
    settle(client)


def settle(client: Client) -> None:
    """Wait until a house has done what it does aside."""
    houses = client.app.state.services.house

    async def settled() -> None:
        while houses.tasks:
            await asyncio.wait(houses.tasks)

    wait_for(client, settled())
