"""What a house forgets by itself, and that no wrong clock makes it forget more."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from formicarium.server.house.retention import Retention
from formicarium.server.settings import Settings
from formicarium.server.store import Store
from formicarium.server.store.entries import Act, Evidence, ListedSeat, Report, ThinkingJob
from tests.server.store.made import head, plays, with_store, write

DAY = 86_400.0
NOW = 1_000_000_000.0
YEAR = 365 * DAY


def swept(store: Store, now: float = NOW, **settings: Any) -> Awaitable[dict[str, int]]:
    return Retention(store, Settings(**settings)).sweep(now)


async def seen(store: Store, days_ago: float, name: str = "") -> int:
    return await store.add_person(NOW - days_ago * DAY, name)


async def table(store: Store, name: str, days_ago: float, **changes: Any) -> None:
    at = NOW - days_ago * DAY
    await store.create(head(name, created=at, host=0), write(name, **changes))


def test_guests_are_forgotten_whom_nobody_misses(database: str) -> None:
    async def test(store: Store) -> None:
        gone, here = await seen(store, 181, "Gone"), await seen(store, 179, "Here")
        plays_on, known = await seen(store, 400, "Plays"), await seen(store, 400, "Known")
        hosts, banned = await seen(store, 400, "Hosts"), await seen(store, 400, "Banned")
        boss, over = await seen(store, 400, "Boss"), await seen(store, 400, "Over")
        seats = (ListedSeat("person", plays_on), ListedSeat("bot", level="easy"))
        await table(store, "t", 300, status="playing", seats=seats)
        await table(store, "o", 300, status="over", seats=(ListedSeat("person", over),))
        await store.create(head("h", created=NOW, host=hosts), write("h", status="waiting"))
        await store.add_account("Known", "hash", known)
        act = Act(kind="ban", at=NOW, person=banned)
        await store.decide(act, banned_until=NOW + 1)
        await store.decide(Act(kind="promote", at=NOW, person=boss), role="admin")
        assert await Retention(store, Settings()).count(NOW) == {
            "guests": 2, "sessions": 0, "cookies": 0, "waiting": 0, "playing": 0, "talk": 0,
            "table_addresses": 0, "job_addresses": 0, "bars": 0, "acts": 0, "reports": 0,
        }  # fmt: skip
        assert (await swept(store))["guests"] == 2
        people = (gone, here, plays_on, known, hosts, banned, boss, over)
        left = [number for number in people if await store.person(number) is not None]
        assert left == [here, plays_on, known, hosts, banned, boss]
        assert (await swept(store, guest_days=0)).get("guests") is None

    with_store(database, test)


def test_games_that_nobody_goes_on_with_are_removed(database: str) -> None:
    async def test(store: Store) -> None:
        ada = await seen(store, 400, "Ada")
        seats = (ListedSeat("person", ada),)
        for name, days, status in (
            ("old", 366, "playing"), ("rests", 366, "playing"), ("new", 364, "playing"),
            ("over", 366, "over"),
        ):  # fmt: skip
            await table(store, name, days, status=status, seats=seats if name == "old" else None)
        await store.rest("rests")
        removed: list[str] = []
        done = await Retention(store, Settings(), removed.append).sweep(NOW)
        assert (done["playing"], removed) == (1, ["old"])
        left = [name for name in ("rests", "new", "over") if await store.head(name) is not None]
        assert left == ["rests", "new", "over"]
        assert (await swept(store))["guests"] == 1  # nobody misses her any more

    with_store(database, test)


def test_talk_is_forgotten_long_after_the_game(database: str) -> None:
    async def test(store: Store) -> None:
        for name, days, status in (
            ("old", 366, "over"), ("closed", 366, "closed"), ("new", 364, "over"),
            ("on", 999, "playing"),
        ):  # fmt: skip
            await table(store, name, days, status=status)
            await store.say(name, 1, "hello", NOW - days * DAY)
        assert (await swept(store, playing_days=0))["talk"] == 2
        left = [name for name in ("old", "closed", "new", "on") if await store.chat(name, 0)]
        assert left == ["new", "on"]
        assert await store.say("old", 1, "again", NOW) == 2

    with_store(database, test)


def test_acts_reports_and_bars_are_forgotten(database: str) -> None:
    async def test(store: Store) -> None:
        ada = await seen(store, 0, "Ada")
        old = NOW - 731 * DAY
        for at, until in ((old, None), (old, NOW + 1), (old, NOW - 1), (NOW - DAY, None)):
            await store.note(Act(kind="mute", at=at, person=ada, until=until))
        numbers = []
        for line in (1, 2):
            piece = Evidence("said", old, ada, "Ada", None, 1, "hello")
            report = Report(
                at=old, by=9, person=ada, name="Ada", kind="spam", text="", line=line,
                evidence=[piece],
            )  # fmt: skip
            numbers.append(await store.add_report(report))
        await store.handle_report(Act(kind="handle", at=old, place=numbers[0]))
        await store.bar("203.0.113.7", ada, NOW - 1)
        await store.bar("203.0.113.8", ada, NOW + 1)
        done = await swept(store)
        assert (done["acts"], done["reports"], done["bars"]) == (3, 1, 1)
        assert [(act.at, act.until) for act in await store.acts()] == (
            [(NOW - DAY, None), (old, NOW + 1)]
        )
        assert [one.number for one in await store.reports()] == [numbers[1]]
        assert await store.barred(0.0) == {"203.0.113.8": NOW + 1}
        assert await store.last_act() > 0

    with_store(database, test)


def test_it_is_one_process_and_once_a_day(database: str) -> None:
    async def test(store: Store) -> None:
        turns = await asyncio.gather(*(store.is_due("x", NOW) for _ in range(4)))
        assert sorted(turns) == [False, False, False, True]
        assert not await store.is_due("x", NOW + 0.99 * DAY)
        assert await store.is_due("x", NOW + 1.01 * DAY)
        assert await store.is_due("x", NOW - YEAR)  # the clock was wrong before

    with_store(database, test)


def test_sessions_that_nobody_uses_are_ended(database: str) -> None:
    async def test(store: Store) -> None:
        for name, days in (("old", 366), ("new", 364)):
            await store.add_session(name, None, "", NOW - days * DAY)
        assert (await swept(store, guest_days=0))["sessions"] == 1
        assert await store.living(["old", "new"]) == {"new"}

    with_store(database, test)


async def steady(store: Store) -> None:
    """A clock that has gone on evenly for a month."""
    for day in range(40, 0, -1):
        await store.is_steady(NOW - day * DAY)


@pytest.fixture
def said(caplog: pytest.LogCaptureFixture) -> Callable[[], list[str]]:
    caplog.set_level(logging.INFO, "formicarium.server")
    return lambda: [record.getMessage() for record in caplog.records]


@pytest.mark.heavy
def test_it_is_said_in_one_line(
    database_file: str, said: Callable[[], list[str]], tmp_path: Path
) -> None:
    async def test(store: Store) -> None:
        gone: list[str] = []
        retention = Retention(store, Settings(data=tmp_path), gone.append)
        for number in range(450):  # more than one piece
            await store.create(head(f"t{number}"), write(f"t{number}", status="waiting"))
        await seen(store, 0)
        await steady(store)
        for later in (0.0, 600.0, 2 * DAY):
            await retention.look(NOW + later)
        assert said() == ["forgotten: 450 waiting"]
        assert len(gone) == 450

    with_store(database_file, test)


@pytest.mark.parametrize("jump", [5 * YEAR, -5 * YEAR, 8 * DAY])
def test_a_clock_that_jumps_makes_nothing_old(
    database_file: str, said: Callable[[], list[str]], jump: float
) -> None:
    async def test(store: Store) -> None:
        retention = Retention(store, Settings())
        await store.create(head("t"), write("t", status="waiting"))
        guest = await store.add_person(1.0, "Guest")
        await steady(store)
        for hour in range(72):
            await retention.look(NOW + jump + hour * 3600)
        assert await store.load("t") is not None
        assert await store.person(guest) is not None
        assert said() == ["nothing is forgotten before the clock has gone on evenly for a month"]
        for day in range(34):
            await retention.look(NOW + jump + day * DAY)
        assert await store.load("t") is None
        assert await store.person(guest) is None

    with_store(database_file, test)


def test_addresses_of_tables_are_forgotten(database_file: str) -> None:
    async def test(store: Store) -> None:
        for table, created in (("t", NOW - 31 * DAY), ("u", NOW - 29 * DAY)):
            made = plays(table, 1, address="203.0.113.7")
            await store.create(head(table, created=created), made)
        assert (await swept(store, playing_days=0))["table_addresses"] == 1
        old, new = await store.load("t"), await store.load("u")
        assert old is not None
        assert old.address == ""
        assert new is not None
        assert new.address == "203.0.113.7"

    with_store(database_file, test)


def test_addresses_of_jobs_are_forgotten(database_file: str) -> None:
    async def test(store: Store) -> None:
        await store.create(head(), plays("t", 1))
        job = ThinkingJob("j", "hint", "t", 0, 1)
        await store.begin_job(job, "203.0.113.7", NOW - 31 * DAY, 0.0)
        assert await store.waiting_jobs("203.0.113.7", 0.0) == (1, 1)
        assert (await swept(store, playing_days=0))["job_addresses"] == 1
        assert await store.waiting_jobs("203.0.113.7", 0.0) == (1, 0)

    with_store(database_file, test)
