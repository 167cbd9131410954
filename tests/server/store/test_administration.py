"""What administrators do, as the store keeps it: with its line in the log, or not at all."""

import asyncio

import pytest

from formicarium.server.domain.events import Event, Kind
from formicarium.server.store import Store
from formicarium.server.store.administration import FOR_EVER
from formicarium.server.store.entries import Act, Decided, Evidence, Report
from formicarium.server.store.errors import (
    DiskFull,
    LastAdministrator,
    NoChange,
    NoPerson,
    ReportedAlready,
    Stale,
)
from tests.server.store.made import head, numbers, opened, plays, with_store, write
from tests.server.store.test_full_disk import give_room


def about(person: int, kind: str = "mute", at: float = 5.0, **more: object) -> Act:
    return Act(**{"kind": kind, "at": at, "person": person, **more})  # type: ignore[arg-type]  # tests give fitting ones


def test_what_is_decided_and_the_log_agree(database: str) -> None:
    async def test(store: Store) -> None:
        ada, ben = await store.add_person(1.0, "Ada"), await store.add_person(2.0, "Ben")
        await store.decide(about(ada, "promote"), role="admin")
        act = about(ben, "ban", until=FOR_EVER, reason="x", by=ada)
        done = await store.decide(act, banned_until=FOR_EVER, ban_reason="x")
        assert (done.number, done.name) == (2, "Ben")
        assert await store.decided() == {
            ada: Decided("admin"),
            ben: Decided("", FOR_EVER, "x"),
        }
        with pytest.raises(NoChange):
            await store.decide(act, banned_until=FOR_EVER, ban_reason="x")
        with pytest.raises(NoPerson):
            await store.decide(about(99), muted_until=9.0)
        assert await store.acts() == [done, *await store.acts(before=2)]
        assert await store.acts(person=ada) == (await store.acts_since(0))[:1]
        assert await store.last_act() == 2

    with_store(database, test)


def test_of_two_administrators_who_demote_each_other_one_stays(database: str) -> None:
    async def test(store: Store) -> None:
        async with opened(database) as other:
            ada, ben = await store.add_person(1.0, "Ada"), await store.add_person(2.0, "Ben")
            for person in (ada, ben):
                await store.decide(about(person, "promote"), role="admin")
            found = await asyncio.gather(
                store.decide(about(ada, "demote", by=ben), role=""),
                other.decide(about(ben, "demote", by=ada), role=""),
                return_exceptions=True,
            )
            assert [type(one) for one in found if isinstance(one, Exception)] == [LastAdministrator]
            assert len(await store.decided()) == 1

    with_store(database, test)


def test_numbers_of_acts_are_seen_in_order(database: str) -> None:
    async def test(store: Store) -> None:
        async with opened(database) as other:
            ada, ben = await store.add_person(1.0), await store.add_person(2.0)
            seen: list[int] = []

            async def look() -> None:
                while len(seen) < 40:
                    last = seen[-1] if seen else 0
                    seen.extend(act.number for act in await store.acts_since(last))

            async def write_all(by: Store, person: int) -> None:
                for at in range(20):
                    await by.note(about(person, at=float(at)))

            await asyncio.wait_for(
                asyncio.gather(look(), write_all(store, ada), write_all(other, ben)), 30
            )
            assert seen == sorted({*seen})

    with_store(database, test)


def test_a_full_disk_leaves_neither_an_act_nor_its_line(database_file: str) -> None:
    async def test(store: Store) -> None:
        ada = await store.add_person(1.0, "Ada")
        await store.create(head(), plays("t", 1))
        await give_room(store, 0)
        long = "x" * 100_000  # more than what is left of a page
        closed = Event(2, Kind.CLOSED, 6.0)
        for work in (
            store.decide(about(ada, "ban", reason=long), banned_until=9.0, ban_reason=long),
            store.append(write("t", closed, status="closed", act=about(0, "close", reason=long))),
        ):
            with pytest.raises(DiskFull):
                await work
        assert (await store.decided(), await store.acts(), await numbers(store)) == ({}, [], [1])
        await give_room(store, 1000)
        await store.append(write("t", closed, status="closed", act=about(0, "close", table="t")))
        assert [act.table for act in await store.acts(table="t")] == ["t"]

    with_store(database_file, test)


def test_an_event_that_comes_too_late_leaves_no_line(database: str) -> None:
    async def test(store: Store) -> None:
        await store.create(head(), plays("t", 1, 2))
        closed = write("t", Event(2, Kind.CLOSED, 6.0), status="closed", act=about(0, "close"))
        with pytest.raises(Stale):
            await store.append(closed)
        assert await store.acts() == []

    with_store(database, test)


def test_a_report_is_kept_with_its_evidence(database: str) -> None:
    async def test(store: Store) -> None:
        pieces = [
            Evidence("said", 1.0, 2, "Ben", None, 4, "words"),
            Evidence("happened", 2.0, 3, "Eva", 1, 0, "played take 3"),
        ]
        report = Report(
            at=5.0, by=1, person=2, name="Ben", kind="spam", text="look", table="t", seat=1,
            line=4, evidence=pieces,
        )  # fmt: skip
        first, second = await asyncio.gather(
            store.add_report(report), store.add_report(report), return_exceptions=True
        )
        assert first == 1
        assert isinstance(second, ReportedAlready)
        (found,) = await store.reports()
        assert (found.evidence, found.table, found.line, found.seat) == (pieces, "t", 4, 1)

    with_store(database, test)
