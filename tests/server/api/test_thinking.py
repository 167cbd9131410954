"""Bots alone, jobs that any process answers, tables that rest, and what people are told."""

import asyncio
import logging
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient

from formicarium.core.errors import BadOption, UnknownGame
from formicarium.core.state import State
from formicarium.server.house import jobs as house_jobs
from formicarium.server.house.jobs import LOST
from formicarium.server.house.library import GameFailed, LibraryClosed
from formicarium.server.house.live import Listener
from formicarium.server.house.scheduler import AGAIN, DAY, HINTS, MISSED, PATIENCE, Scheduler
from formicarium.server.house.spending import SILENT
from formicarium.server.store import schema
from formicarium.server.store import tables as stored_tables
from formicarium.server.workers.pool import BotDecision, NoThinking, Prepared
from formicarium.server.workers.rehearsal import RulesChanged
from tests.server import playing
from tests.server.api.test_sessions import neighbours
from tests.server.playing import Guest, QuickPool, begun, finish, frame, house, refused, two

Client = TestClient[Any]


def services(client: Client) -> Any:
    return client.app.state.services


def scheduler(client: Client) -> Scheduler:
    found: Scheduler = services(client).house.on_change.__self__
    return found


def call(client: Client, work: Any) -> Any:
    """Do something in the event loop of a house, until nothing is left to do."""

    async def done() -> Any:
        found = work()
        found = await found if asyncio.iscoroutine(found) else found
        tasks = services(client).house.tasks
        for _ in range(50):  # what waits for an answer from outside goes on waiting
            if tasks:
                await asyncio.wait(tasks, timeout=0.02)
        return found

    with client.portal() as portal:
        return portal.call(done)


def look(client: Client, table: str) -> Listener:
    """Somebody looks at a table from now on."""
    listener = Listener(1)

    async def come() -> None:
        (await services(client).house.live(table)).add_listener(listener)

    call(client, come)
    return listener


# --- Bots alone -----------------------------------------------------------------------------------


class GatedPool(QuickPool):
    """Think at once, or from then on only when it is told to go on."""

    def __init__(self, count: int, prepared: Prepared) -> None:
        super().__init__(count, prepared)
        self.gate = asyncio.Event()
        self.gate.set()
        self.asking: list[str] = []
        self.is_stopped = False

    async def stop(self) -> None:
        self.is_stopped = True
        self.gate.set()

    async def decide(self, state: State, seat: int, *given: Any, **named: Any) -> BotDecision:
        share = given[3]
        self.asking.append(share.table)
        self.shares.append(share)
        await self._pass()
        return BotDecision(state.codes(seat)[0])

    async def hint(self, *given: Any) -> list[Any]:
        await self._pass()
        return [{"code": 1}]

    async def analyse(self, record: Any, language: str, seconds: float, *given: Any) -> Any:
        given[0](0.5)
        await self._pass()
        return {"decisions": len(record.decisions)}

    async def _pass(self) -> None:
        await self.gate.wait()
        if self.is_stopped:
            raise NoThinking("the house is closing")


@pytest.fixture(autouse=True)
def gates(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(playing, "QuickPool", GatedPool)


def gated(client: Client) -> GatedPool:
    """The pool of a house, which waits from now on."""
    pool: Any = scheduler(client).pool
    assert isinstance(pool, GatedPool)
    pool.gate.clear()
    return pool


def test_bots_alone_wait_until_somebody_looks(tmp_path: Path) -> None:
    with house(tmp_path) as client:
        ada, _ = two(client)
        table = ada.make("bot easy", "bot easy")
        pool: Any = scheduler(client).pool
        call(client, lambda: None)
        assert pool.asking == []
        assert scheduler(client).pausing == {table}
        with ada.socket(table) as socket:
            while frame(socket, "table")["status"] != "over":
                pass
        assert len(pool.asking) > 20


def test_bots_alone_pause_when_nobody_looks_any_more(tmp_path: Path) -> None:
    with house(tmp_path) as client:
        ada, _ = two(client)
        table = ada.make("bot easy", "bot easy")
        pool = gated(client)
        call(client, lambda: None)
        listener = look(client, table)
        assert pool.asking == [table]

        def leave() -> None:
            services(client).house.tables[table].remove_listener(listener)
            pool.gate.set()

        call(client, leave)
        assert pool.asking == [table]  # what was begun is played, and no more
        assert scheduler(client).pausing == {table}
        assert scheduler(client).alone == {}


def test_a_table_with_somebody_who_plays_does_not_pause(tmp_path: Path) -> None:
    with house(tmp_path) as client:
        ada, _ = two(client)
        table = ada.make("me", "bot easy")
        while ada.table(table)["actions"]:
            ada.move(table)
        call(client, lambda: None)
        pool: Any = scheduler(client).pool
        assert pool.asking
        assert scheduler(client).pausing == set()


QUICK = {"per": "decision", "seconds": 5, "then": "pass"}


def run_out(client: Client, table: str, times: int) -> None:
    """Let the clock of whoever must decide run out again and again, of five seconds each."""
    held = services(client).house
    began = held.now()
    for time in range(times):
        held.now = lambda at=began + 6 * time: at
        call(client, lambda: scheduler(client)._expire(table))


def test_who_only_lets_her_clock_decide_plays_no_more(tmp_path: Path) -> None:
    with house(tmp_path) as client:
        ada, _ = two(client)
        table = ada.make("me", "bot easy", clock=QUICK)
        pool: Any = scheduler(client).pool
        ada.move(table)
        seats = services(client).house.tables[table].table.seats
        assert seats[0].missed == 0
        run_out(client, table, 20)
        assert seats[0].missed >= MISSED
        asked = len(pool.asking)
        assert scheduler(client).pausing == {table}
        run_out(client, table, 10)
        assert len(pool.asking) == asked
        look(client, table)
        assert len(pool.asking) > asked


def test_a_clock_thinks_for_nobody_who_has_missed_much(tmp_path: Path) -> None:
    with house(tmp_path) as client:
        ada, _ = two(client)
        table = ada.make("me", "me", clock=QUICK)
        pool: Any = scheduler(client).pool
        run_out(client, table, 20)
        assert services(client).house.tables[table].table.number > 15
        assert len(pool.asking) <= 2 * MISSED


FAR = "203.0.113.9"


def bots_alone(client: Client, address: str = FAR) -> str:
    """A new table with bots only, made from an address."""
    places = [{"kind": "bot", "level": "easy"}] * 2
    body = {"game": "micropolis", "players": 2, "seats": places}
    answer = Guest(client).ask("POST", "/api/tables", body, x_forwarded_for=address)
    return str(answer.json()["id"])


def let_decide(client: Client) -> None:
    """Bots that wait for their thoughts have them; they think about what comes next again."""
    pool: Any = scheduler(client).pool

    def go() -> None:
        pool.gate.set()  # whoever waits now goes on,
        pool.gate.clear()  # but nobody else

    call(client, go)


def leave(client: Client, table: str, listener: Listener) -> None:
    """Somebody looks no more, and what bots think about there comes to its end."""
    services(client).house.tables[table].remove_listener(listener)
    let_decide(client)


def test_bots_alone_play_at_few_tables_of_an_address_at_once(tmp_path: Path) -> None:
    with house(tmp_path, bot_tables_per_address=2, trusted_proxies=1) as client:
        pool = gated(client)
        mine = [bots_alone(client) for _ in range(4)]
        other = bots_alone(client, "203.0.113.10")
        listeners = {table: look(client, table) for table in [*mine, other]}
        assert pool.asking == [*mine[:2], other]
        assert scheduler(client).pausing == {*mine[2:]}
        leave(client, mine[0], listeners[mine[0]])
        assert mine[2] in pool.asking or mine[3] in pool.asking  # there is room again
        assert len({*pool.asking} & {*mine}) == 3


@contextmanager
def crowded(folder: Path) -> Iterator[tuple[Client, Client, str, Listener, str]]:
    """Two processes: bots play alone at a table of one, so those at a table of the other pause.

    They hear each other when they are told to, and no time passes.
    """
    with neighbours(folder, bot_tables_per_address=1, trusted_proxies=1) as (one, other):
        now = services(one).spending.now()
        for client in (one, other):
            call(client, services(client).spending.stop)
            services(client).spending.now = lambda: now
        here, there = gated(one), gated(other)
        first = bots_alone(one)
        listener = look(one, first)
        hear(one, other)
        second = bots_alone(other)
        look(other, second)
        assert (here.asking, there.asking) == ([first], [])
        assert scheduler(other).pausing == {second}
        yield one, other, first, listener, second
        for pool in (here, there):
            pool.gate.set()


def asking(client: Client) -> list[str]:
    """The tables at which bots have begun to think, each time."""
    pool: Any = scheduler(client).pool
    assert isinstance(pool, GatedPool)
    return pool.asking


def hear(one: Client, other: Client) -> None:
    """A process tells another one what it has, and that one goes round."""
    call(one, services(one).spending.tell)
    call(other, scheduler(other)._look_round)


def test_bots_alone_play_at_few_tables_of_an_address_at_all_processes(tmp_path: Path) -> None:
    with crowded(tmp_path) as (one, other, _, _, _):
        hear(one, other)
        assert asking(other) == []
        elsewhere_made = bots_alone(other, "203.0.113.10")
        look(other, elsewhere_made)
        assert asking(other) == [elsewhere_made]


def test_a_table_that_nobody_watches_any_more_makes_room_at_another_process(tmp_path: Path) -> None:
    with crowded(tmp_path) as (one, other, first, listener, second):
        leave(one, first, listener)
        assert scheduler(one).pausing == {first}
        hear(one, other)
        assert asking(other) == [second]
        hear(other, one)
        look(one, first)
        assert asking(one) == [first]  # and it is its turn to wait


def test_a_game_that_ends_makes_room_at_another_process(tmp_path: Path) -> None:
    with crowded(tmp_path) as (one, other, first, _, second):
        pool: Any = scheduler(one).pool
        call(one, pool.gate.set)
        while Guest(one).table(first)["status"] != "over":
            pass
        call(one, lambda: None)
        hear(one, other)
        assert asking(other) == [second]


def test_a_process_that_is_gone_has_no_tables_any_more(tmp_path: Path) -> None:
    with crowded(tmp_path) as (_, other, _, _, second):
        spending = services(other).spending
        now = spending.now()
        spending.now = lambda: now + SILENT - 0.1
        hear(other, other)
        assert asking(other) == []
        spending.now = lambda: now + SILENT + 0.1
        hear(other, other)
        assert asking(other) == [second]


def test_whose_thinking_it_is(tmp_path: Path) -> None:
    with house(tmp_path, trusted_proxies=1) as client:
        ada, _ = two(client)
        places = [{"kind": "me"}, {"kind": "bot", "level": "easy"}]
        body = {"game": "micropolis", "players": 2, "seats": places}
        answer = ada.ask("POST", "/api/tables", body, x_forwarded_for="203.0.113.9")
        table = answer.json()["id"]
        pool: Any = scheduler(client).pool
        while ada.table(table)["actions"]:
            ada.move(table)
        call(client, lambda: None)
        live = services(client).house.tables[table]
        share = pool.shares[-1]
        assert (share.address, share.person) == ("203.0.113.9", live.table.head.host)
        assert not share.is_watched()
        listener = look(client, table)
        assert share.is_watched()  # it is asked when it matters
        call(client, lambda: live.remove_listener(listener))
        assert not share.is_watched()


def test_a_rematch_is_made_from_the_address_of_who_asks(tmp_path: Path) -> None:
    with house(tmp_path, trusted_proxies=1) as client:
        ada, ben, table = begun(client)
        finish(ada, ben, table)
        assert call(client, lambda: services(client).store.load(table)).address == ""
        body = {"key": "again"}
        path = f"/api/tables/{table}/rematch"
        again = ben.ask("POST", path, body, x_forwarded_for="203.0.113.7").json()["id"]
        assert call(client, lambda: services(client).store.load(again)).address == "203.0.113.7"


def test_hints_are_forgotten_in_time(tmp_path: Path) -> None:
    with house(tmp_path) as client:
        ada, _ = two(client)
        table = ada.make("me", "me")
        hint = f"/api/jobs/{hinted(ada, table)}"
        assert ada.ask("GET", hint).status_code == 200
        now = services(client).house.now()

        def tidy(at: float) -> None:
            scheduler(client).tidied = 0.0
            call(client, lambda: scheduler(client)._tidy(at))

        tidy(now + HINTS - 60)
        assert ada.ask("GET", hint).status_code == 200
        tidy(now + HINTS + 60)
        refused(ada.ask("GET", hint), 404, "not_found")


# --- Jobs that any process answers ----------------------------------------------------------------


def hinted(guest: Guest, table: str) -> str:
    """Ask for a hint, and see that it is there."""
    job = asked_for_hint(guest, table)
    while guest.get(f"/api/jobs/{job}")["status"] == "waiting":
        pass
    return job


def asked_for_hint(guest: Guest, table: str) -> str:
    seat = guest.table(table)["seat"]
    asked = guest.ask("POST", f"/api/tables/{table}/hint", {"seat": seat})
    assert asked.status_code == 202, asked.text
    return str(asked.json()["id"])


def elsewhere(guest: Guest, client: Client) -> Guest:
    """The same person, served by another process."""
    same = Guest(client)
    same.cookie = guest.cookie
    return same


def test_any_process_answers_for_a_hint(tmp_path: Path) -> None:
    with house(tmp_path) as one, house(tmp_path) as other:
        ada, _ = two(one)
        table = ada.make("me", "me")
        pool = gated(one)
        job = asked_for_hint(ada, table)
        there = elsewhere(ada, other)
        assert there.get(f"/api/jobs/{job}")["status"] == "waiting"
        refused(Guest(other).ask("GET", f"/api/jobs/{job}"), 404, "not_found")
        call(one, pool.gate.set)
        found = there.get(f"/api/jobs/{job}")
        assert (found["status"], found["result"]) == ("done", [{"code": 1}])
        assert services(one).jobs.jobs == {}  # the store knows it


def test_an_analysis_is_made_once_and_all_processes_see_how_far_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(house_jobs, "SAYING", 0.01)
    with house(tmp_path) as one, house(tmp_path) as other:
        ada, ben, table = begun(one)
        finish(ada, ben, table)
        pool, idle = gated(one), gated(other)
        job = ada.ask("POST", f"/api/tables/{table}/analysis").json()["id"]
        there = elsewhere(ada, other)
        call(one, lambda: None)
        again = there.ask("POST", f"/api/tables/{table}/analysis").json()
        assert (again["id"], again["status"], again["progress"]) == (job, "waiting", 0.5)
        assert services(other).jobs.jobs == {}
        call(one, pool.gate.set)
        assert there.get(f"/api/jobs/{job}")["result"]["decisions"] > 20
        assert not idle.gate.is_set()


def test_a_job_whose_process_has_died_says_so_and_can_be_asked_for_again(tmp_path: Path) -> None:
    with house(tmp_path) as one, house(tmp_path) as other:
        ada, ben, table = begun(one)
        finish(ada, ben, table)
        pool = gated(one)
        job = ada.ask("POST", f"/api/tables/{table}/analysis").json()["id"]
        there = elsewhere(ada, other)
        assert there.get(f"/api/jobs/{job}")["status"] == "waiting"
        later = services(other).house.now() + LOST + 1
        services(other).house.now = lambda: later
        found = there.get(f"/api/jobs/{job}")
        assert found["status"] == "failed"
        assert "ask again" in found["result"]["message"]
        assert there.ask("POST", f"/api/tables/{table}/analysis").json()["status"] == "waiting"
        call(other, lambda: None)
        assert there.get(f"/api/jobs/{job}")["status"] == "done"
        call(one, pool.gate.set)


def test_jobs_are_counted_for_every_address(tmp_path: Path) -> None:
    limits: dict[str, Any] = {"jobs_waiting_per_address": 2, "jobs_waiting": 3}
    with house(tmp_path, trusted_proxies=1, **limits) as client:
        ada, _ = two(client)
        pool = gated(client)
        tables = [ada.make("me", "me") for _ in range(5)]

        def ask(address: str) -> Any:
            path = f"/api/tables/{tables.pop()}/hint"
            seat = {"seat": 0}
            return ada.ask("POST", path, seat, x_forwarded_for=address)

        for _ in range(2):
            assert ask("203.0.113.9").status_code == 202
        assert "address" in refused(ask("203.0.113.9"), 429, "too_many")["message"]
        assert ask("203.0.113.10").status_code == 202
        assert "house" in refused(ask("203.0.113.10"), 429, "too_many")["message"]
        call(client, pool.gate.set)


def test_few_addresses_leave_room_for_hints_of_others(tmp_path: Path) -> None:
    with house(tmp_path, jobs_waiting=6, trusted_proxies=1) as client:
        ada, _ = two(client)
        pool, tables = gated(client), [ada.make("me", "me") for _ in range(12)]

        def asked(address: str) -> int:
            for many in range(6):
                path = f"/api/tables/{tables.pop()}/hint"
                if ada.ask("POST", path, {"seat": 0}, x_forwarded_for=address).status_code == 429:
                    return many
            return 6

        assert [asked(f"203.0.113.{last}") for last in (9, 10, 11)] == [3, 2, 1]
        call(client, pool.gate.set)


# --- Tables that rest -----------------------------------------------------------------------------


def test_a_table_without_its_rules_rests_and_says_so_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, "formicarium.server")
    monkeypatch.setattr(stored_tables, "MOST_DUE", 3)
    clock = {"per": "decision", "seconds": 10}
    with house(tmp_path) as client:
        ada, _ = two(client)
        gone = [ada.make("me", "me", clock=clock) for _ in range(4)]
        botty = ada.make("me", "bot easy")
        well = ada.make("me", "me", clock=clock)
        cookie = ada.cookie

    def taken_away(client: Client) -> None:
        library, known = services(client).library, services(client).library.game
        changed = RulesChanged("this table was made with rules 7; it rests")
        faults = iter([changed, changed, UnknownGame("there is none"), changed, changed])

        async def game(*given: Any) -> Any:
            for fault in faults:
                raise fault
            return await known(*given)

        monkeypatch.setattr(library, "game", game)

    def rounds(client: Client, seconds: float) -> None:
        now = services(client).house.now() + seconds
        services(client).house.now = lambda: now

        async def go_round() -> None:
            for table in await services(client).store.due(now):
                scheduler(client).expiring.add(table)
                await scheduler(client)._expire(table)
            await scheduler(client)._take_over(now)

        for _ in range(3):
            call(client, go_round)

    with house(tmp_path) as client:
        taken_away(client)
        ada = Guest(client)
        ada.cookie = cookie
        for table in [*gone, botty]:
            found = refused(ada.ask("GET", f"/api/tables/{table}"), 409, "rules_changed")
            assert "rests" in found["message"]
        rounds(client, 20.0)
        assert services(client).house.tables[well].table.seats[0].sitter != "person"
    said = [record for record in caplog.records if " rests: " in record.getMessage()]
    assert len(said) == 5
    with house(tmp_path) as client:  # after a restart nothing is due, and nothing is said again
        rounds(client, 40.0)
        assert len([r for r in caplog.records if " rests: " in r.getMessage()]) == 5
        assert not {*gone, botty} & services(client).house.tables.keys()
        ada = Guest(client)
        ada.cookie = cookie
        assert ada.table(botty)["status"] == "playing"  # its rules are there again
        assert call(client, lambda: services(client).store.load(botty)).resting is False


def forgotten_table(client: Client) -> str:
    """A table with a clock that has to be read anew."""
    ada, _ = two(client)
    table = ada.make("me", "me", clock={"per": "decision", "seconds": 10})
    call(client, lambda: services(client).house.forget_table(table))
    return table


def rests(client: Client, table: str, caplog: pytest.LogCaptureFixture) -> bool:
    """Whether a clock that runs out is due once, and said to rest once."""
    store, later = services(client).store, services(client).house.now() + 20
    assert call(client, lambda: store.due(later)) == [table]
    for _ in range(2):
        call(client, lambda: scheduler(client)._expire(table))
    said = [record for record in caplog.records if f"{table} rests: " in record.getMessage()]
    return call(client, lambda: store.due(later)) == [] and len(said) == 1


@pytest.mark.parametrize(
    "fault", [RulesChanged("rules 7"), BadOption("no option marker"), GameFailed("it is broken")]
)
def test_a_clock_whose_game_is_not_there_is_not_due_again(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, fault: Exception
) -> None:
    with house(tmp_path) as client:
        table, library = forgotten_table(client), services(client).library
        known = library.game

        async def changed(*_: object) -> None:
            raise fault

        library.game = changed
        assert rests(client, table, caplog)
        library.game = known
        assert Guest(client).table(table)["status"] == "playing"  # it goes on where that is mended


def test_a_clock_of_a_table_without_all_its_events_is_not_due_again(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with house(tmp_path) as client:
        table = forgotten_table(client)
        lost = schema.events.delete().where(schema.events.c.number == 2)
        call(client, lambda: services(client).store._execute("gap", lost))
        assert rests(client, table, caplog)
        found = refused(Guest(client).ask("GET", f"/api/tables/{table}"), 409, "rules_changed")
        assert "rests" in found["message"]


def test_a_table_does_not_rest_because_the_house_is_closing(tmp_path: Path) -> None:
    with house(tmp_path) as client:
        table, library = forgotten_table(client), services(client).library

        async def closed(*_: object) -> None:
            raise LibraryClosed("the server is closing")

        library.game = closed
        call(client, lambda: scheduler(client)._expire(table))
        later = services(client).house.now() + 20
        assert call(client, lambda: services(client).store.due(later)) == [table]


@pytest.mark.parametrize("is_closed_meanwhile", [False, True])
def test_a_clock_that_jumps_by_years_ends_nobodys_time(
    tmp_path: Path, is_closed_meanwhile: bool
) -> None:
    with house(tmp_path) as client:
        ada, _ = two(client)
        clock = {"per": "decision", "seconds": 10, "then": "resign"}
        table = ada.make("me", "me", clock=clock)
        held, rounds = services(client).house, scheduler(client)
        call(client, lambda: rounds.retention.look(held.now()))  # as it is now and then
        call(client, rounds.stop)
        held.on_change = rounds.look_at
        now = held.now()
        held.now = lambda: now + 400 * DAY
        if is_closed_meanwhile:
            call(client, rounds.start)
        call(client, rounds._look_round)
        assert [seat["kind"] for seat in ada.table(table)["seats"]] == ["person"] * 2
        rounds.steadiness._until = 0.0  # a day later
        call(client, rounds._look_round)
        assert "bot" in [seat["kind"] for seat in ada.table(table)["seats"]]


# --- Who waits is told ----------------------------------------------------------------------------


def test_who_looks_is_told_that_bots_wait(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with house(tmp_path) as client:
        ada, _ = two(client)
        table = ada.make("me", "me")
        late: dict[str, float] = {table: 2.4, "another": 1.0}
        monkeypatch.setattr(QuickPool, "late", lambda self, seconds: late)
        with ada.socket(table) as socket:
            frame(socket, "table")
            call(client, scheduler(client)._tell_who_waits)
            assert frame(socket, "waiting") == {"type": "waiting", "seconds": 3}
            late.clear()
            call(client, scheduler(client)._tell_who_waits)
            assert frame(socket, "waiting") == {"type": "waiting"}


def test_who_looks_elsewhere_is_told_as_well_and_bots_do_not_think_twice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with neighbours(tmp_path) as (one, other):
        ada, _ = two(one)
        table = ada.make("me", "bot easy")
        here, there = gated(one), gated(other)
        while ada.table(table)["actions"]:
            ada.move(table)
        call(one, lambda: None)
        assert here.asking == [table]
        with elsewhere(ada, other).socket(table) as socket:
            frame(socket, "table")
            call(other, lambda: None)
            assert there.asking == []
            monkeypatch.setattr(here, "late", lambda seconds: {table: 2.4})
            call(one, scheduler(one)._tell_who_waits)
            assert frame(socket, "waiting") == {"type": "waiting", "seconds": 3}
            monkeypatch.undo()
        for pool in (here, there):
            pool.gate.set()


def test_another_process_may_go_on_where_one_has_paused(tmp_path: Path) -> None:
    with neighbours(tmp_path) as (one, other):
        ada, _ = two(one)
        table = ada.make("bot easy", "bot easy")
        call(one, lambda: None)
        assert scheduler(one).pausing == {table}
        pool = gated(other)
        look(other, table)
        assert pool.asking == [table]


@contextmanager
def watched_at_both(folder: Path) -> Iterator[tuple[Client, Client, str, Listener]]:
    """Bots alone play at one process, and somebody looks on at another one as well."""
    with neighbours(folder) as (one, other):
        here, there = gated(one), gated(other)
        table = bots_alone(one)
        listener = look(one, table)
        look(other, table)
        assert (asking(one), asking(other)) == ([table], [])
        yield one, other, table, listener
        for pool in (here, there):
            pool.gate.set()


def after(client: Client, seconds: float) -> None:
    """Some seconds later a process goes round."""
    house = services(client).house
    now = house.now()
    house.now = lambda: now + seconds
    call(client, scheduler(client)._look_round)


def test_bots_alone_go_on_at_another_process_when_nobody_looks_where_they_played(
    tmp_path: Path,
) -> None:
    with watched_at_both(tmp_path) as (one, other, table, listener):
        leave(one, table, listener)
        assert scheduler(one).pausing == {table}
        after(other, AGAIN + 0.1)
        assert asking(other) == [table]


def test_bots_alone_do_not_play_at_two_processes_however_long_it_takes(tmp_path: Path) -> None:
    with watched_at_both(tmp_path) as (one, other, table, _):
        for _ in range(4):
            after(one, PATIENCE / 2 + 1)
            let_decide(one)
            after(other, PATIENCE / 2 + 1)
        assert asking(one) == [table] * 5
        assert asking(other) == []


def test_bots_alone_go_on_after_a_failure_of_the_thinkers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail(*_: Any, **__: Any) -> BotDecision:
        raise NoThinking("no thinker is there")

    with house(tmp_path) as client:
        pool = gated(client)
        monkeypatch.setattr(pool, "decide", fail)
        table = bots_alone(client)
        look(client, table)
        assert not scheduler(client).playing
        monkeypatch.undo()
        after(client, AGAIN + 0.1)
        assert asking(client) == [table]
        pool.gate.set()


def test_a_hint_says_how_long_it_waits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with house(tmp_path) as client:
        ada, _ = two(client)
        pool = gated(client)
        job = asked_for_hint(ada, ada.make("me", "me"))
        assert ada.get(f"/api/jobs/{job}")["waits"] is None
        monkeypatch.setattr(QuickPool, "late", lambda self, seconds: {job: 2.5})
        assert ada.get(f"/api/jobs/{job}")["waits"] == 2.5
        call(client, pool.gate.set)
        assert ada.get(f"/api/jobs/{job}")["waits"] is None
