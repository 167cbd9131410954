"""What goes into a store comes out of it, on every database."""

import asyncio
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from formicarium.core.errors import FormicariumError
from formicarium.server.domain.events import Clock, Event, Kind
from formicarium.server.domain.people import NO_NAME, NOBODY, Called, guest_name
from formicarium.server.store import Store
from formicarium.server.store.entries import (
    Account,
    ChatLine,
    ListedSeat,
    Person,
    Snapshot,
    StoredInvitation,
    StoredSession,
    ThinkingJob,
)
from formicarium.server.store.errors import (
    BadDatabase,
    BadWrite,
    NameTaken,
    Repeated,
    Stale,
    Unavailable,
    Used,
)
from tests.server.store.made import (
    ADA,
    EVE,
    SEATS,
    head,
    numbers,
    opened,
    played,
    plays,
    uncommitted,
    with_store,
    write,
)

STRANGE = "Zoë 🐜 ‮abc‬ '; DROP TABLE events; -- %s :x \\ \n\t"


def test_a_table_comes_back_as_it_was_made(database: str) -> None:
    first = head(
        seed=2**64 - 1,
        position={"big": 2**64 - 1, "text": "a\0b"},
        clock=Clock("decision", 60.5),
        public=False,
        follows="earlier",
    )
    events = (
        Event(1, Kind.SEATED, 1.25, 0, by=ADA, key="k1", answer=1, person=ADA),
        Event(2, Kind.SEATED, 1.5, 1, level="hard"),
        Event(3, Kind.STARTED, 1.75),
        Event(4, Kind.PLAYED, 1754000000.123456789, 0, 2**40, ADA, "k4", 3),
    )

    async def test(store: Store) -> None:
        await store.create(first, write("t", *events[:3]))
        await store.append(write("t", *events[3:]))
        stored = await store.load("t")
        assert stored is not None
        assert stored.head == first
        assert stored.events == [*events]
        assert stored.snapshot is None
        assert await store.head("t") == first
        assert await store.events_since("t", 2) == [*events[2:]]
        assert await store.events_since("t", 2**70) == []

    with_store(database, test)


def test_what_is_written_is_there_for_the_next_process(database: str) -> None:
    async def first(store: Store) -> None:
        await store.create(head(), write("t"))
        await store.append(plays("t", 1, 2))

    async def second(store: Store) -> None:
        assert await numbers(store) == [1, 2]

    with_store(database, first)
    with_store(database, second)


def test_there_is_no_table_that_nobody_made(database: str) -> None:
    async def test(store: Store) -> None:
        for name in ("t", "", "a\0b", "\ud800", STRANGE):
            assert await store.load(name) is None
            assert await store.head(name) is None
            assert await store.events_since(name, 0) == []
            assert await store.chat(name, 0) == []
            assert await store.account(name) is None
            assert await store.invitation(name) is None
            assert await store.seat_of(name) is None
            assert await store.job(name) is None
        assert await store.person(7) is None
        assert await store.names([0, 7]) == {}
        assert await store.summaries("mine", 7) == []
        with pytest.raises(BadWrite, match="there is no table"):
            await store.append(plays("t", 1))

    with_store(database, test)


def test_a_number_that_is_taken_or_too_high_is_stale(database: str) -> None:
    async def test(store: Store) -> None:
        await store.create(head(), plays("t", 1, 2, 3))
        for late in ([1], [3], [3, 4], [5], [2, 3, 4]):
            with pytest.raises(Stale):
                await store.append(plays("t", *late))
        assert await numbers(store) == [1, 2, 3]
        await store.append(plays("t", 4))
        assert await numbers(store) == [1, 2, 3, 4]

    with_store(database, test)


def test_a_table_is_made_once(database: str) -> None:
    async def test(store: Store) -> None:
        await store.create(head(), plays("t", 1))
        with pytest.raises(Stale, match="exists"):
            await store.create(head(host=EVE), write("t"))
        assert await store.head("t") == head()

    with_store(database, test)


def test_a_repeated_key_leads_to_the_first_event(database: str) -> None:
    async def test(store: Store) -> None:
        first = played(1, key="k", answer=7)
        await store.create(head(), write("t", first))
        await store.create(head("u"), write("u", first))  # keys are of one table
        for number in (1, 2, 9):
            with pytest.raises(Repeated) as refused:
                await store.append(write("t", played(number, key="k", code=4)))
            assert refused.value.event == first
        await store.append(plays("t", 2, 3))  # no key is no repeated key
        assert await numbers(store) == [1, 2, 3]

    with_store(database, test)


BAD = [
    plays("t"),
    plays("t", 0),
    plays("t", 2, 4),
    plays("t", 3, 2),
    write("t", played(2, level="a\0b")),
    write("t", played(2, key="\ud800")),
    write("t", played(2, code=2**70)),
    write("t", played(2, key="k"), played(3, key="k")),
    plays("t", 2, seats=(ListedSeat("bot", level="\udfff"),)),
    plays("t", 2, tokens={0: "\0"}),
    plays("t", 2, tokens={7: "hash"}),
    plays("t", 2, to_act=2**70),
]


def test_what_cannot_be_kept_is_refused_and_harms_nobody(database: str) -> None:
    async def test(store: Store) -> None:
        await store.create(head(), plays("t", 1, seats=SEATS))
        for number, bad in enumerate(BAD):
            with pytest.raises(BadWrite):
                await store.append(bad)
            assert await numbers(store) == [1], number
        await store.append(plays("t", 2))
        assert await numbers(store) == [1, 2]

    with_store(database, test)


def test_bad_text_is_refused_everywhere(database: str) -> None:
    async def test(store: Store) -> None:
        await store.create(head(), write("t"))
        for bad in ("a\0b", "\ud800"):
            calls: list[Any] = [
                store.create(head(bad), write(bad)),
                store.create(head("u", game=bad), write("u")),
                store.create(head("u", options={"x": "\ud800"}), write("u")),
                store.say("t", ADA, "hello", 1.0, bad),
                store.say("t", ADA, bad, 1.0),
                store.add_person(1.0, bad),
                store.rename(ADA, bad),
                store.add_account(bad, "hash", ADA),
                store.add_session(bad, None, "", 1.0),
                store.add_session("s", None, bad, 1.0),
                store.add_invitation(bad, "t", None, 1.0),
                store.keep_snapshot("t", Snapshot(0, bad, b"")),
                store.claim(bad, 1.0, 0.0),
                store.begin_job(ThinkingJob(bad, "hint", "t", None, ADA), "", 1.0, 0.0),
                store.begin_job(ThinkingJob("j", "hint", "t", None, ADA), bad, 1.0, 0.0),
                store.keep_job(ThinkingJob("j", "hint", "t", None, ADA, result="\ud800"), 1.0),
                store.create(head("u"), write("u", address=bad)),
                store.secret(bad),
            ]
            for call in calls:
                with pytest.raises(BadWrite):
                    await call
        assert await store.say("t", ADA, STRANGE, 1.0) == 1

    with_store(database, test)


def test_the_newest_snapshot_stays(database: str) -> None:
    async def test(store: Store) -> None:
        await store.create(head(), plays("t", 1, 2, 3))
        for number in (1, 3, 2):
            await store.keep_snapshot("t", Snapshot(number, "rules", bytes(range(256))))
        stored = await store.load("t")
        assert stored is not None
        assert stored.snapshot == Snapshot(3, "rules", bytes(range(256)))
        assert len(stored.events) == 3
        await store.keep_snapshot("t", Snapshot(3, "other", b""))
        stored = await store.load("t")
        assert stored is not None
        assert stored.snapshot == Snapshot(3, "other", b"")
        with pytest.raises(BadWrite):
            await store.keep_snapshot("nowhere", Snapshot(1, "rules", b""))

    with_store(database, test)


def test_people_keep_their_names(database: str) -> None:
    async def test(store: Store) -> None:
        guest = await store.add_person(1.5)
        other = await store.add_person(2.5, STRANGE)
        assert guest < other
        assert await store.person(guest) == Person(guest, "", 1.5)
        assert await store.person(other) == Person(other, STRANGE, 2.5)
        await store.rename(other, "Ada")
        assert await store.person(other) == Person(other, "Ada", 2.5)
        await store.add_account("Countess", "hash", other)
        names = await store.names([guest, other, 0, 99])
        nameless = Called(guest_name(guest), is_guest=True)
        assert names == {guest: nameless, other: Called("Ada")}


def test_a_session_leads_to_its_person(database: str) -> None:
    async def test(store: Store) -> None:
        first = await store.add_session("a", None, "Firefox, Android", 1.5)
        assert first == StoredSession("a", first.person, 1.5, 1.5, "Firefox, Android")
        assert await store.session("a") == first
        assert await store.person(first.person) == Person(first.person, "", 1.5)
        second = await store.add_session("b", first.person, "", 2.5)
        assert second.person == first.person
        await store.see_session(first, 9.0)
        assert await store.session("a") == replace(first, seen=9.0)
        for nobody in ("", "c", "\ud800", "a\0b"):
            assert await store.session(nobody) is None
        with pytest.raises(BadWrite):
            await store.add_session("d", 99, "", 1.0)

    with_store(database, test)


def test_of_two_accounts_at_the_same_moment_one_is_made(database: str) -> None:
    async def test(store: Store) -> None:
        ada = await store.add_person(1.0)
        async with opened(database) as other:
            async with uncommitted(other, other.add_account("Ada", "hash", ada)):
                second = asyncio.create_task(store.add_account("Bea", "hash", ada))
                await asyncio.sleep(0.2)  # until it waits for the first
            with pytest.raises(NameTaken):
                await second
        found = [await store.account(name) for name in ("Ada", "Bea")]
        assert found == [Account("Ada", "hash", ada), None]

    with_store(database, test)


def test_an_account_is_found_in_every_spelling_and_made_once(database: str) -> None:
    async def test(store: Store) -> None:
        ada, eve = await store.add_person(1.0), await store.add_person(1.0)
        await store.add_account("Straße", "hash", ada)
        for spelling in ("Straße", "STRASSE", "strasse"):
            assert await store.account(spelling) == Account("Straße", "hash", ada)
            with pytest.raises(NameTaken):
                await store.add_account(spelling, "other hash", eve)
        assert await store.account("strase") is None
        with pytest.raises(BadWrite):
            await store.add_account("Eve", "hash", 99)

    with_store(database, test)


def test_an_invitation_is_used_once(database: str) -> None:
    async def test(store: Store) -> None:
        for table in ("t", "u"):
            await store.create(head(table), write(table))
        await store.add_invitation("i", "t", 1, 5.0)
        assert await store.invitation("i") == StoredInvitation("t", 1, 5.0, None)
        for other in (plays("u", 1, uses="i"), plays("t", 1, uses="unknown")):
            with pytest.raises(Used):
                await store.append(other)
        await store.append(plays("t", 1, uses="i"))
        assert await store.invitation("i") == StoredInvitation("t", 1, 5.0, 11.0)
        with pytest.raises(Used):
            await store.append(plays("t", 2, uses="i"))
        assert await numbers(store) == [1]
        assert await numbers(store, "u") == []

    with_store(database, test)


def test_a_token_leads_to_its_seat_until_it_is_replaced(database: str) -> None:
    async def test(store: Store) -> None:
        await store.create(head(), plays("t", 1, seats=SEATS, tokens={0: "a", 1: "b"}))
        assert await store.seat_of("a") == ("t", 0)
        assert await store.seat_of("b") == ("t", 1)
        await store.append(plays("t", 2, seats=SEATS, tokens={0: "c", 1: ""}))
        assert await store.seat_of("a") is None
        assert await store.seat_of("b") is None
        assert await store.seat_of("c") == ("t", 0)
        with pytest.raises(Stale):
            await store.append(plays("t", 2, tokens={0: "d"}))
        assert await store.seat_of("c") == ("t", 0)

    with_store(database, test)


def test_what_is_said_is_numbered_for_each_table(database: str) -> None:
    async def test(store: Store) -> None:
        for table in ("t", "u"):
            await store.create(head(table), write(table))
        said = await asyncio.gather(*(store.say("t", ADA, f"line {i}", 5.0) for i in range(20)))
        assert sorted(said) == [*range(1, 21)]
        assert await store.say("u", EVE, STRANGE, 6.5) == 1
        assert await store.chat("u", 0) == [ChatLine(1, 6.5, EVE, NO_NAME, STRANGE)]
        assert [line.number for line in await store.chat("t", 17)] == [18, 19, 20]
        with pytest.raises(BadWrite):
            await store.say("nowhere", EVE, "hello", 6.5)

    with_store(database, test)


def test_a_repeated_key_says_nothing_anew(database: str) -> None:
    async def test(store: Store) -> None:
        await store.create(head(), write("t"))
        await store.create(head("u"), write("u"))
        for _ in range(2):
            assert await store.say("t", ADA, "hello", 1.0, "1:k") == 1
            assert await store.say("u", ADA, "hello", 1.0, "1:k") == 1
        assert await store.say("t", EVE, "hello", 1.0, "2:k") == 2
        assert [await store.say("t", ADA, "again", 1.0) for _ in range(2)] == [3, 4]
        assert len(await store.chat("t", 0)) == 4

    with_store(database, test)


def test_a_long_chat_is_read_in_parts(database: str) -> None:
    async def test(store: Store) -> None:
        await store.create(head(), write("t"))
        for number in range(7):
            await store.say("t", ADA, f"line {number}", 1.0)

        async def numbers(since: int, before: int, most: int) -> list[int]:
            return [line.number for line in await store.chat("t", since, before, most)]

        assert await numbers(0, 99, 3) == [5, 6, 7]
        assert await numbers(0, 5, 3) == [2, 3, 4]
        assert await numbers(1, 2, 3) == []
        assert await numbers(3, 6, 3) == [4, 5]
        assert await numbers(0, 2**80, 99) == [*range(1, 8)]

    with_store(database, test)


def test_jobs_are_kept_with_what_came_of_them(database: str) -> None:
    async def test(store: Store) -> None:
        await store.create(head(), write("t"))
        result = {"actions": [1, 2.5, None, STRANGE, 2**64 - 1]}
        job = ThinkingJob("j", "hint", "t", 0, ADA)
        assert await store.begin_job(job, "here", 5.0, 0.0)
        assert await store.job("j") == replace(job, alive=5.0)
        done = replace(job, status="done", progress=1.0, result=result, alive=7.0)
        await store.keep_job(done, 7.0)
        assert await store.job("j") == done
        assert not await store.begin_job(job, "here", 8.0, 8.0)  # what is done stays

    with_store(database, test)


def test_one_process_is_at_a_job_until_it_fails_or_dies(database: str) -> None:
    async def test(store: Store) -> None:
        await store.create(head(), write("t"))
        job = ThinkingJob("analysis-t-en", "analysis", "t", None, NOBODY)
        async with opened(database) as other:
            assert await store.begin_job(job, "here", 100.0, 70.0)
            assert not await other.begin_job(job, "there", 129.0, 99.0)
            await store.keep_job(replace(job, progress=0.5), 120.0)
            assert not await other.begin_job(job, "there", 149.0, 119.0)
            assert await other.begin_job(job, "there", 151.0, 121.0)  # nothing was heard of it
            await other.keep_job(replace(job, status="failed"), 152.0)
            assert await store.begin_job(job, "here", 153.0, 123.0)

    with_store(database, test)


def test_jobs_that_wait_are_counted_by_address_while_they_live(database: str) -> None:
    async def test(store: Store) -> None:
        await store.create(head(), write("t"))
        for number, address in enumerate(("here", "here", "there")):
            job = ThinkingJob(f"j{number}", "hint", "t", 0, ADA)
            assert await store.begin_job(job, address, 10.0 + number, 0.0)
        assert await store.waiting_jobs("here", 0.0) == (3, 2)
        assert await store.waiting_jobs("here", 10.5) == (2, 1)
        await store.keep_job(ThinkingJob("j1", "hint", "t", 0, ADA, "done"), 20.0)
        assert await store.waiting_jobs("here", 0.0) == (2, 1)
        await store.remove_hints(11.5)
        assert [await store.job(f"j{number}") is None for number in range(3)] == [True, True, False]

    with_store(database, test)


def test_an_address_is_kept_until_the_game_is_over_or_for_some_days(database: str) -> None:
    async def test(store: Store) -> None:
        async def addresses() -> list[str]:
            found = [await store.load(table) for table in "tuv"]
            return [one.address for one in found if one is not None]

        for created, table in enumerate("tuv", 1):
            await store.create(head(table, created=created), write(table, address="here"))
        await store.append(plays("t", 1))
        assert await addresses() == ["here", "here", "here"]
        await store.append(plays("t", 2, status="over"))
        assert await addresses() == ["", "here", "here"]
        assert await store.forget_old("table_addresses", 2.5, 9.0) == ["u"]
        assert await addresses() == ["", "", "here"]

    with_store(database, test)


def test_a_table_that_rests_is_never_due(database: str) -> None:
    async def test(store: Store) -> None:
        waiting = {"deadline": 50.0, "to_act": 3, "bots": 2}
        for table in ("gone", "here"):
            await store.create(head(table), write(table, played(1), **waiting))
        assert [await store.rest("gone"), await store.rest("gone")] == [True, False]
        async with opened(database) as other:  # after a restart, too
            assert await other.due(60.0) == ["here"]
            assert await other.waiting_for_bots(60.0) == ["here"]
            assert (found := await other.load("gone"))
            assert found.resting
        await store.wake("gone")
        assert await store.due(60.0) == ["here"]  # the clock begins anew with the next change
        assert sorted(await store.waiting_for_bots(60.0)) == ["gone", "here"]
        await store.append(plays("gone", 2, **waiting))
        assert sorted(await store.due(60.0)) == ["gone", "here"]

    with_store(database, test)


def test_bots_alone_are_not_taken_over(database: str) -> None:
    async def test(store: Store) -> None:
        await store.create(head("alone"), write("alone", played(1), to_act=1, bots=3))
        await store.create(head("mixed"), write("mixed", played(1), to_act=1, bots=1))
        assert await store.waiting_for_bots(60.0) == ["mixed"]

    with_store(database, test)


def test_a_secret_is_the_same_for_all(database: str) -> None:
    async def test(store: Store) -> None:
        async with opened(database) as other:
            found = await asyncio.gather(*(each.secret("cookies") for each in (store, other) * 3))
            assert len({*found}) == 1
            assert len(found[0]) >= 32
            assert await store.secret("other") != found[0]

    with_store(database, test)


def test_a_closed_store_says_so(database: str) -> None:
    async def test() -> None:
        store = await Store.open(database)
        await store.create(head(), write("t"))
        await store.close()
        await store.close()
        with pytest.raises(Unavailable, match="closed"):
            await store.append(plays("t", 1))

    asyncio.run(test())


def test_closing_writes_what_is_waiting(database: str) -> None:
    async def test() -> None:
        store = await Store.open(database)
        await store.create(head(), write("t"))
        waiting = asyncio.create_task(store.append(plays("t", 1)))
        await asyncio.sleep(0)
        await store.close()
        await waiting

    asyncio.run(test())


@pytest.mark.parametrize(
    "url", ["nonsense", "", "mysql://localhost/x", "sqlite://", "sqlite:///:memory:"]
)
def test_an_address_that_leads_nowhere_is_refused(url: str) -> None:
    with pytest.raises(BadDatabase):
        asyncio.run(Store.open(url))


def test_a_file_that_is_no_database_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "house.db"
    file.write_text("Dear diary, " * 1000)
    with pytest.raises(FormicariumError, match="not a database"):
        asyncio.run(Store.open(f"sqlite:///{file}"))
    assert file.read_text().startswith("Dear diary")


def test_a_folder_that_cannot_be_made_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    for path in (tmp_path / "file" / "house.db", tmp_path):
        with pytest.raises(BadDatabase, match="cannot use"):
            asyncio.run(Store.open(f"sqlite:///{path}"))


def test_a_new_file_is_its_owners_alone(tmp_path: Path) -> None:
    async def test() -> None:
        async with opened(f"sqlite:///{tmp_path}/house.db") as store:
            await store.create(head(), write("t"))
            modes = {file.name: file.stat().st_mode & 0o777 for file in tmp_path.iterdir()}
        assert modes["house.db"] == 0o600
        assert {*modes.values()} == {0o600}

    asyncio.run(test())


def test_sqlite_syncs_before_it_answers(tmp_path: Path) -> None:
    async def test(store: Store) -> None:
        def pragmas(connection: Any, _again: bool) -> list[object]:
            names = ("journal_mode", "synchronous", "foreign_keys")
            return [connection.exec_driver_sql(f"PRAGMA {name}").scalar() for name in names]

        assert await store._writer.do("", pragmas) == ["wal", 2, 1]

    with_store(f"sqlite:///{tmp_path}/house.db", test)
