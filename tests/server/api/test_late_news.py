"""Two processes of one house, where news of what the other has done comes late."""

from pathlib import Path
from unittest.mock import AsyncMock

from tests.server.playing import Guest, house


def test_who_goes_to_another_process_may_play_on_there(tmp_path: Path) -> None:
    with house(tmp_path) as one, house(tmp_path) as other:
        for client in (one, other):
            client.app.state.services.house.fanout = AsyncMock()  # nothing arrives in time
        ada, there = Guest(one), Guest(other)
        table = ada.make("me", "me")
        there.cookie = ada.cookie
        there.table(table)  # it lies in the memory of both from now on
        seen = ada.move(table) and ada.table(table)
        move = {"seat": seen["seat"], "action": seen["actions"][0]["code"]}
        assert there.do("play", table, version=seen["version"], **move)
        assert there.table(table)["version"] > seen["version"]
