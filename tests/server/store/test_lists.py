"""Who finds which tables: players, schedulers, processes."""

import asyncio
import re
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

from sqlalchemy import event

from formicarium.server.domain.daily import DailyGame, counts_until
from formicarium.server.domain.people import NOBODY
from formicarium.server.store import Store
from formicarium.server.store.entries import Ending, ListedSeat, Listing, Placed, Result
from formicarium.server.store.lists import PAGE
from tests.server.store.made import ADA, EVE, SEATS, head, opened, played, plays, with_store, write

OPEN = (ListedSeat("person", ADA), ListedSeat("open"))
BOB = 3
ENDING = Ending("pebbles", True, "", (Placed(ADA, "", 7, 1, False), Placed(EVE, "", 5, 2, False)))
LISTINGS: tuple[Listing, ...] = ("mine", "open", "live", "archive")


async def make(store: Store, table: str, at: float, host: int = EVE, **changes: Any) -> None:
    settings = {"status": "waiting", **changes}
    await store.create(head(table, host=host), write(table, played(1, at=at), **settings))


async def lists(store: Store, person: int) -> dict[str, str]:
    found = {name: await store.summaries(name, person) for name in LISTINGS}
    return {name: "".join(each.id for each in tables) for name, tables in found.items()}


def test_results_of_a_day_are_those_that_people_played_to_the_end_in_time(database: str) -> None:
    async def test(store: Store) -> None:
        async def end(
            table: str, at: float, day: int = 20, points: int = 7, **changes: Any
        ) -> None:
            places = (Placed(ADA, "", points, 1, False), Placed(NOBODY, "hard", 5, 2, False))
            game = changes.pop("game", daily.game)
            over = {"status": "over", "seats": SEATS, "result": Result([points, 5], [0])}
            settings = {**over, "ending": Ending(game, True, "", places), **changes}
            made = write(table, played(1, at=at), **settings)
            await store.create(head(table, game=game, daily=day), made)

        daily = DailyGame(20, "pebbles", rules=1, players=2, seed=1)
        assert await store.daily_begun(20) is None
        await end("late", counts_until(20))
        await end("second", 9.0)
        await end("first", 8.0)
        await end("best", 20.0, points=9)
        await end("worst", 7.0, points=1, seats=(ListedSeat("person", BOB), SEATS[1]))
        await end("other day", 8.0, day=21)
        await end("no day", 8.0, day=0)
        await end("other game", 8.0, game="myrmes")
        await end("running", 8.0, status="playing", ending=None)
        await end("given up", 8.0, seats=(ListedSeat("bot", ADA, "normal"), SEATS[1]))
        count, found = await store.daily_results(daily, NOBODY, most=2)
        assert count == 4
        assert [(one.place, one.table, one.ended) for one in found] == [
            (1, "best", 20.0),
            (2, "first", 8.0),
        ]
        assert found[0].result.scores == [9, 5]
        found = (await store.daily_results(daily, BOB, most=3)).results
        shown = [(one.place, one.table) for one in found]
        assert shown == [(1, "best"), (2, "first"), (2, "second"), (4, "worst")]
        assert await store.daily_begun(20) == (daily.game, 2)

    with_store(database, test)


def test_every_list_has_its_tables_newest_first(database: str) -> None:
    async def test(store: Store) -> None:
        await make(store, "a", 1, seats=OPEN)
        await make(store, "b", 2, seats=OPEN, public=False)
        await make(store, "c", 3, seats=OPEN, locked=True)
        await make(store, "d", 4, seats=SEATS)
        await make(store, "e", 5, seats=SEATS, status="playing")
        await make(store, "f", 6, seats=SEATS, status="playing", public=False)
        await make(store, "g", 7, seats=OPEN, status="playing")
        await make(store, "h", 8, seats=SEATS, status="over")
        await make(store, "i", 9, seats=OPEN, status="over", public=False)
        await make(store, "j", 10, seats=(ListedSeat("open"), ListedSeat("open")), host=ADA)
        assert await lists(store, ADA) == {
            "mine": "jihgfedcba",
            "open": "jga",
            "live": "ge",
            "archive": "ih",
        }
        strangers = {"mine": "", "open": "jga", "live": "ge", "archive": "h"}
        assert await lists(store, BOB) == strangers
        assert await lists(store, NOBODY) == strangers
        await store.append(write("a", played(2, at=20.0), status="playing"))
        assert (await lists(store, ADA))["open"] == "ajg"
        await store.append(write("a", played(3, at=0.5), status="playing", seats=SEATS))
        assert await lists(store, BOB) == strangers | {"open": "jg", "live": "gea"}

    with_store(database, test)


def test_a_summary_says_what_lists_show_and_no_secret(database: str) -> None:
    async def test(store: Store) -> None:
        await store.create(
            head(seed=123456789, position={"secret": "987654321"}, follows="earlier"),
            plays("t", 1, 2, seats=OPEN, to_act=3, bots=2, deadline=7.5, tokens={0: "112233"}),
        )
        (summary,) = await store.summaries("open", NOBODY)
        assert summary.seats == OPEN
        assert summary.options == {"heap": "large"}
        assert (summary.id, summary.game, summary.players) == ("t", "pebbles", 2)
        assert (summary.host, summary.follows) == (ADA, "earlier")
        assert (summary.version, summary.created, summary.shown) == (2, 1.0, 12.0)
        assert (summary.status, summary.public, summary.locked) == ("playing", True, False)
        assert (summary.to_act, summary.bots, summary.deadline) == (3, 2, 7.5)
        assert not any(secret in repr(summary) for secret in ("123456789", "987654321", "112233"))

    with_store(database, test)


def test_what_not_all_know_of_moves_no_table(database: str) -> None:
    async def test(store: Store) -> None:
        await make(store, "a", 1, seats=SEATS, status="playing")
        await make(store, "b", 2, seats=SEATS, status="playing")
        await store.append(write("a", played(2, at=30.0), is_told=False))
        assert [one.id for one in await store.summaries("live", NOBODY)] == ["b", "a"]
        assert [one.shown for one in await store.summaries("live", NOBODY)] == [2.0, 1.0]
        await store.append(write("a", played(3, at=40.0)))
        assert [one.shown for one in await store.summaries("live", NOBODY)] == [40.0, 2.0]
        await store.append(write("b", played(2, at=50.0), is_told=False, to_act=1, bots=1))
        assert await store.waiting_for_bots(50.0) == []  # schedulers see what really happened

    with_store(database, test)


def test_a_result_is_kept_with_the_end(database: str) -> None:
    async def test(store: Store) -> None:
        result = Result([7, 9], [1])
        await make(store, "a", 1, seats=SEATS, status="playing")
        await make(store, "b", 2, seats=SEATS, status="over")
        await store.append(write("a", played(2, at=3.0), status="over", result=result))
        assert [one.result for one in await store.summaries("archive", NOBODY)] == [result, None]
        await store.keep_result("b", result, ENDING)
        assert [one.result for one in await store.summaries("archive", NOBODY)] == [result, result]

    with_store(database, test)


def test_tables_that_nobody_began_are_removed_with_all_that_belongs_to_them(database: str) -> None:
    async def test(store: Store) -> None:
        await make(store, "old", 1, seats=OPEN)
        await make(store, "new", 50, seats=OPEN)
        await make(store, "playing", 1, seats=SEATS, status="playing")
        await make(store, "over", 1, seats=SEATS, status="over")
        await store.say("old", ADA, "is anybody there?", 2.0)
        await store.add_invitation("hash", "old", None, 2.0)
        await store.claim("old", 9.0, 2.0)
        assert await store.forget_old("waiting", 20.0, 99.0) == ["old"]
        assert await store.forget_old("waiting", 20.0, 99.0) == []
        assert await store.load("old") is None
        assert await store.chat("old", 0) == []
        assert await store.invitation("hash") is None
        assert await lists(store, ADA) == {
            "mine": "newplayingover",
            "open": "new",
            "live": "playing",
            "archive": "over",
        }
        await make(store, "old", 1, seats=OPEN)  # nothing of it is left

    with_store(database, test)


def test_bots_rest_where_nothing_has_happened_for_long(database: str) -> None:
    async def test(store: Store) -> None:
        for table, at in (("a", 1.0), ("b", 5.0), ("c", 9.0)):
            await make(store, table, at, status="playing", to_act=2, bots=2)
        assert await store.waiting_for_bots(9.0) == ["a", "b"]
        assert await store.waiting_for_bots(9.0, since=5.0) == ["b"]

    with_store(database, test)


def test_lists_have_pages(database: str) -> None:
    async def test(store: Store) -> None:
        tables = [f"t{number:03}" for number in range(PAGE + 5)]
        await asyncio.gather(*(make(store, table, 1, seats=OPEN) for table in tables))
        listings: tuple[Listing, ...] = ("mine", "open")
        for listing in listings:
            pages = [await store.summaries(listing, ADA, page) for page in (0, 1, 2, 10**30)]
            assert [len(page) for page in pages] == [PAGE, 5, 0, 0]
            assert [each.id for page in pages for each in page] == tables[::-1]

    with_store(database, test)


def test_schedulers_find_what_is_due(database: str) -> None:
    async def test(store: Store) -> None:
        for table, deadline in {"a": 30.0, "b": 10.0, "c": None, "d": 20.0}.items():
            await make(store, table, 1, deadline=deadline)
        assert await store.due(9.9) == []
        assert await store.due(20.0) == ["b", "d"]
        await store.append(plays("b", 2, deadline=None))
        assert await store.due(99.0) == ["d", "a"]

    with_store(database, test)


def test_schedulers_find_bots_that_wait(database: str) -> None:
    async def test(store: Store) -> None:
        await make(store, "a", 3, status="playing", to_act=0b01, bots=0b10)
        await make(store, "b", 2, status="playing", to_act=0b11, bots=0b10)
        await make(store, "c", 1, status="playing", to_act=0b10, bots=0b10)
        await make(store, "d", 1, status="over", to_act=0b10, bots=0b10)
        await make(store, "e", 1, status="waiting", to_act=0b10, bots=0b10)
        assert await store.waiting_for_bots(99.0) == ["c", "b"]
        assert await store.waiting_for_bots(2.0) == ["c"]
        await store.append(plays("c", 2, to_act=0b01, bots=0b10))
        assert await store.waiting_for_bots(99.0) == ["b"]

    with_store(database, test)


def test_a_table_is_claimed_by_one_process_at_a_time(database: str) -> None:
    async def test(store: Store) -> None:
        await make(store, "t", 1)
        async with opened(database) as second, opened(database) as third:
            every = (store, second, third)
            answers: list[bool] = []
            for now in (100.0, 110.0, 120.0):
                answers = await asyncio.gather(*(each.claim("t", now + 10, now) for each in every))
                assert sum(answers) == 1, "one holds it until its time is over"
            holder, other = every[answers.index(True)], every[answers.index(False)]
            assert await holder.claim("t", 200.0, 121.0)
            assert not await other.claim("t", 300.0, 199.0)
            assert await holder.claim("t", 150.0, 150.0)
            assert await other.claim("t", 300.0, 150.0)
            assert not await holder.claim("t", 300.0, 151.0)

    with_store(database, test)


def test_no_list_reads_all_tables(tmp_path: Path) -> None:
    """Of SQLite alone: PostgreSQL reads small tables as a whole, and rightly so."""

    async def test(store: Store) -> None:
        asked: list[tuple[str, Any]] = []

        @event.listens_for(store._reading, "before_cursor_execute")
        def note(_connection: Any, _cursor: Any, query: str, parameters: Any, *_: Any) -> None:
            asked.append((query, parameters))

        for listing in LISTINGS:
            await store.summaries(listing, ADA)
        await store.due(1.0)
        await store.waiting_for_bots(1.0)
        await store.seat_of("hash")
        assert len(asked) == 11
        with closing(sqlite3.connect(tmp_path / "house.db")) as connection:
            for query, parameters in asked:
                plan = connection.execute(f"EXPLAIN QUERY PLAN {query}", parameters).fetchall()
                steps = [step for *_, step in plan if re.match("SCAN (tables|seats)", step)]
                assert all("USING" in step for step in steps), (query, plan)

    with_store(f"sqlite:///{tmp_path}/house.db", test)
