"""What administrators do, as the store keeps it: with its line in the log, or not at all."""

import asyncio
from typing import Any

import pytest
from sqlalchemy import Connection, event, text

from formicarium.server.domain.events import Event, Kind
from formicarium.server.store import Store, administration
from formicarium.server.store.acts import FOR_EVER
from formicarium.server.store.entries import Act, Decided, Evidence, Report
from formicarium.server.store.errors import (
    DiskFull,
    LastAdministrator,
    NoChange,
    NoPerson,
    ReportedAlready,
    Stale,
)
from formicarium.server.store.looks import looks
from tests.server.store.made import (
    head,
    numbers,
    opened,
    plays,
    uncommitted,
    with_store,
    write,
)
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


def spam(line: int = 1, **more: Any) -> Report:
    fields: dict[str, Any] = {"at": 5.0, "by": 1, "person": 2, "text": "", **more}
    return Report(name="Ben", kind="spam", table="t", line=line, **fields)


def test_of_two_reports_at_the_same_moment_one_is_kept(database: str) -> None:
    async def test(store: Store) -> None:
        async with opened(database) as other:
            async with uncommitted(other, other.add_report(spam())) as first:
                second = asyncio.create_task(store.add_report(spam(at=6.0)))
                await asyncio.sleep(0.2)  # until it waits for the first
            assert await first == 1
            with pytest.raises(ReportedAlready):
                await second
        assert [one.at for one in await store.reports()] == [5.0]

    with_store(database, test)


# --- Finding people -------------------------------------------------------------------------------


def test_people_are_found_by_how_their_names_look(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    counted: list[str] = []

    def counting(name: str) -> frozenset[str]:
        counted.append(name)
        return looks(name)

    async def found(store: Store, text: str, exactly: bool = False) -> list[str]:
        return [one.name for one in await store.find_people(text, exactly)]

    async def test(store: Store) -> None:
        for at, name in enumerate(("William", "%%%", "Émile", "", "vvill")):
            await store.add_person(float(at), name)
        renamed = await store.add_person(9.0, "Before")
        await store.rename(renamed, "After")
        for at in range(60):
            await store.add_person(100.0 + at, f"Ada {at}")
        monkeypatch.setattr(administration, "looks", counting)
        assert await found(store, "wi||") == ["vvill", "William"]  # who was here last first
        assert await found(store, "william", exactly=True) == ["William"]
        assert await found(store, "vvilliam", exactly=True) == []
        assert await found(store, "EMIL") == ["Émile"]
        assert await found(store, "%") == ["%%%"]
        assert (await found(store, "before"), await found(store, "AFTER")) == ([], ["After"])
        assert await found(store, "ada") == [f"Ada {at}" for at in range(59, 9, -1)]
        assert (await found(store, ""), await found(store, "\0")) == ([], [])
        assert len(counted) < 10  # not everybody is looked at
        await store.forget_person(renamed, 200.0)
        assert await found(store, "after") == []

    with_store(database, test)


# --- Deletion -------------------------------------------------------------------------------------


def test_a_name_is_left_in_no_text_about_others(database: str) -> None:
    async def test(store: Store) -> None:
        ada, ben = await store.add_person(1.0, "Annabel"), await store.add_person(2.0, "Ben")
        await store.rename_by_act(about(ada, "rename", at=3.0), "Ada_L")
        why = "insulted ada_l (once Annabel) and Adam; Ada_Ls table"
        await store.decide(about(ben, "ban", reason=why), banned_until=FOR_EVER, ban_reason=why)
        await store.create(head(), plays("t", 1))
        closing = about(0, "close", table="t", reason="Ada_L's wish")
        await store.append(write("t", Event(2, Kind.CLOSED, 6.0), status="closed", act=closing))
        number = await store.add_report(spam(by=9, person=ben, text="he hates ADA_L, not me"))
        await store.handle_report(about(0, "handle", place=number, reason="so says Ada_L"))
        await store.forget_by_act(about(ada, "delete", at=9.0, reason="Ada_L asked for it"))
        one = f"person {ada}"
        told = f"insulted {one} (once {one}) and Adam; {one}s table"
        assert {act.kind: act.reason for act in await store.acts()} == {
            "rename": "", "ban": told, "close": f"{one}'s wish", "handle": f"so says {one}",
            "delete": f"{one} asked for it",
        }  # fmt: skip
        assert (await store.decided())[ben].ban_reason == told
        (report,) = await store.reports(waiting=False)
        assert (report.text, report.outcome) == (f"he hates {one}, not me", f"so says {one}")
        assert {(act.name, act.person) for act in await store.acts(person=ada)} == {("", ada)}

    with_store(database, test)


def test_many_are_forgotten_by_as_many_statements_as_one(database_file: str) -> None:
    async def test(store: Store) -> None:
        await store.add_person(1.0, "Ada")
        for at in range(20):
            await store.add_person(2.0 + at, f"Guest of {at}")
        said: list[str] = []

        def note(_connection: Any, _cursor: Any, statement: str, *_: Any) -> None:
            said.append(statement)

        event.listen(store._writing, "before_cursor_execute", note)
        assert len(await store.forget_old("guests", 1.5, 99.0)) == 1
        few = len(said)
        assert len(await store.forget_old("guests", 99.0, 99.0)) == 20
        assert len(said) == 2 * few
        whole = "SELECT people.number, people.banned_until"
        (asked,) = {one for one in said if one.startswith(whole)}

        def plan(connection: Connection) -> str:
            wanted = text(f"EXPLAIN QUERY PLAN {asked}".replace("?", "'admin'"))
            return str(connection.execute(wanted).all())

        assert "ix_people_decided" in await store._read(plan)

    with_store(database_file, test)
