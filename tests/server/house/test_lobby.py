"""The lobby goes on, whatever happens to one look at the list."""

import asyncio
from typing import Any

import pytest

from formicarium.server.house import lobby as lobbies
from formicarium.server.house.fanout import Alone
from formicarium.server.house.lobby import Guest, Lobby
from tests.server.posting import SECONDS


class Broken:
    """A store that fails at first."""

    def __init__(self) -> None:
        self.asked = 0

    async def summaries(self, *_: object) -> list[Any]:
        self.asked += 1
        if self.asked < 3:
            raise ZeroDivisionError
        return []


def test_a_list_that_cannot_be_read_is_read_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lobbies, "PAUSE", 0.01)

    async def test() -> None:
        store: Any = Broken()
        lobby = Lobby(store, Alone())
        lobby.start()
        lobby.come(Guest(1))
        async with asyncio.timeout(SECONDS):
            while not lobby.looks:
                await asyncio.sleep(0.01)
        await lobby.stop()
        assert store.asked == 3

    asyncio.run(test())
