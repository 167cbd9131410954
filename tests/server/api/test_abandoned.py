"""Tables that nobody comes to."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from formicarium.server.house.library import GameFailed
from formicarium.server.workers.rehearsal import RulesChanged
from tests.server.playing import Guest, begun, house, refused, two

DAY = 86_400.0


def rest(client: Any, seconds: float) -> None:
    """Let so much time go by, and the scheduler look after the house."""
    services = client.app.state.services
    now = services.house.now() + seconds
    services.house.now = lambda: now
    scheduler = services.house.on_change.__self__

    async def look() -> None:
        scheduler.tidied = 0.0
        await scheduler._tidy(now)

    with client.portal() as portal:
        portal.call(look)


def month(client: Any) -> None:
    """Let a month go by evenly: a clock that jumps is not believed."""
    for _ in range(31):
        rest(client, DAY)


def test_a_table_that_nobody_began_vanishes(tmp_path: Path) -> None:
    with house(tmp_path, waiting_days=3) as client:
        month(client)
        ada, _, playing = begun(client)
        waiting = ada.make("me", "open")
        rest(client, 2.9 * DAY)
        assert ada.table(waiting)["status"] == "waiting"
        rest(client, 1.1 * DAY)
        refused(ada.ask("GET", f"/api/tables/{waiting}"), 404, "not_found")
        assert ada.table(playing)["status"] == "playing"


def test_a_clock_that_jumps_removes_nothing(tmp_path: Path) -> None:
    with house(tmp_path, waiting_days=3) as client:
        month(client)
        ada, _ = two(client)
        waiting = ada.make("me", "open")
        rest(client, 400 * DAY)
        rest(client, DAY)
        rest(client, -401 * DAY)
        assert ada.table(waiting)["status"] == "waiting"


def test_a_house_may_keep_everything(tmp_path: Path) -> None:
    with house(tmp_path, waiting_days=0) as client:
        ada, _ = two(client)
        waiting = ada.make("me", "open")
        month(client)
        rest(client, DAY)
        assert ada.table(waiting)["status"] == "waiting"


@pytest.mark.parametrize("fault", [RulesChanged("made with rules 7"), GameFailed("broken")])
def test_bots_do_not_try_again_and_again_what_cannot_be_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fault: Exception
) -> None:
    with house(tmp_path) as client, monkeypatch.context() as patch:
        ada, _ = two(client)
        table = ada.make("me", "bot easy")
        houses = client.app.state.services.house
        scheduler = houses.on_change.__self__
        houses.on_change = lambda table: None  # the process dies before the bot is asked
        while ada.table(table)["actions"]:
            ada.move(table)
        asked = []

        async def changed(*_: object) -> None:
            asked.append(table)
            raise fault

        async def look() -> None:
            houses.forget_table(table)
            for _ in range(3):
                await scheduler._take_over(houses.now() + 1)
                while houses.tasks:
                    await asyncio.wait(houses.tasks)

        patch.setattr(houses.library, "game", changed)
        with client.portal() as portal:
            portal.call(look)
        assert asked == [table]


def test_bots_go_on_when_somebody_looks(tmp_path: Path) -> None:
    with house(tmp_path) as client:
        ada, _ = two(client)
        table = ada.make("me", "bot easy")
        houses = client.app.state.services.house
        scheduler = houses.on_change.__self__
        while not ada.table(table)["actions"]:
            pass
        houses.on_change = lambda table: None  # the process dies before the bot is asked
        while ada.table(table)["actions"]:
            ada.move(table)
        with client.portal() as portal:
            portal.call(lambda: houses.drop(houses.tables[table]))
        houses.on_change = scheduler.look_at
        for _ in range(1000):
            if Guest(client).table(table)["to_act"] == [0]:
                return
        raise AssertionError("the bot has not decided")
