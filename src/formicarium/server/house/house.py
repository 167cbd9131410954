"""All tables of a process: a command becomes events, which are stored and then announced.

A table is changed by one task at a time, and nobody is shown a change before it is stored. If
another process was faster, the table is read anew and the command is checked once more.
"""

import asyncio
import ctypes
import functools
import hashlib
import logging
import time
from collections.abc import AsyncIterator, Callable, Collection, Coroutine, Iterable, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from typing import Any, TypeVar

import msgspec

from formicarium.core.errors import FormicariumError, IllegalAction, UnknownGame, one_line
from formicarium.core.game import Game
from formicarium.server.domain.events import Event, Head, Kind
from formicarium.server.domain.fold import Memory, Notice
from formicarium.server.domain.people import NOBODY, Names
from formicarium.server.domain.projection import first_lines, newest_lines
from formicarium.server.domain.seats import Conflict, Refused, Status
from formicarium.server.domain.table import Table, folded
from formicarium.server.house.fanout import Alone, Fanout, Hearer, News
from formicarium.server.house.library import GameFailed, Library, LibraryClosed
from formicarium.server.house.live import Listener, LiveTable
from formicarium.server.house.lobby import APART, CHANGED, PAIRED, Lobby
from formicarium.server.house.plans import TablePlan, laid, once_more
from formicarium.server.house.presence import KIND as PEOPLE
from formicarium.server.house.presence import Presence
from formicarium.server.house.replays import TOGETHER, Replays, gently
from formicarium.server.house.sessions import ENDED, Sessions
from formicarium.server.house.tasks import logged
from formicarium.server.house.wishes import KIND as WISHES
from formicarium.server.house.wishes import AtThePage, Wishers, deciding
from formicarium.server.house.writes import memory_in, snapshot_of, write_of
from formicarium.server.metrics import Metrics
from formicarium.server.store import Store
from formicarium.server.store.entries import Act, StoredTable
from formicarium.server.store.errors import Repeated, Stale
from formicarium.server.workers.rehearsal import RulesChanged

ATTEMPTS = 5  # at a table that other processes keep changing
EVERY = 100  # events between two snapshots
QUICK = 200  # events that are folded at once; more of them in a thread
LINES = 200  # of a log that are told at once
MOST_EVENTS = 20_000  # of a table, before only the game itself goes on
MOST_LINES = 5_000  # of its talk,
SHARES = 4  # and one person says so much of it at most: a quarter
RENAMED = "renamed"  # news: people are called otherwise
GRACE = 60.0  # seconds in which people may see by themselves what they would be told of
OUTCOMES = ("done", "conflict", "refused", "failed")  # of commands

log = logging.getLogger("formicarium.server")

T = TypeVar("T")
Check = Callable[[Table, float], Event]


class NoTable(FormicariumError):
    """There is no such table, or it is not for this person."""


class House:
    """The tables of this process."""

    def __init__(
        self,
        store: Store,
        library: Library,
        metrics: Metrics,
        fanout: Fanout | None = None,
        clock: Callable[[], float] = time.time,
        most_events: int = MOST_EVENTS,
        most_lines: int = MOST_LINES,
        grace: float = GRACE,
    ) -> None:
        self.store = store
        self.library = library
        self.metrics = metrics
        self.outcomes = {name: metrics.commands.labels(name) for name in OUTCOMES}
        self.moves = functools.cache(metrics.moves.labels)  # by the name of a game
        self.fanout = fanout or Alone()
        self.now = clock
        self.most_events = most_events
        self.most_lines = most_lines
        self.replays = Replays()
        self.sessions = Sessions(store, self.fanout, lambda: self.now())
        self.sessions.on_end = self.expel
        self.folding = asyncio.Semaphore(TOGETHER)
        self.ears: dict[str, Hearer] = {}  # for news that are not about a table, by their kind
        self.tables: dict[str, LiveTable] = {}
        self.loading: dict[str, asyncio.Task[LiveTable]] = {}
        self.tasks: set[asyncio.Task[Any]] = set()
        # The scheduler's ears: a table has changed here, or somebody looks where nobody did
        self.on_change: Callable[[Table], None] = lambda table: None
        self.on_look: Callable[[Table], None] = lambda table: None
        self.presence = Presence(self)
        self.ears[PEOPLE] = self.presence.hear
        self.at_the_page = AtThePage()
        self.wishers = Wishers(store, self.fanout, grace)
        self.lobby = Lobby(store, self.fanout)
        self.renamings = 0  # how often people were called otherwise
        self.secret = b""

    async def open(self) -> None:
        """Listen to the other processes."""
        self.secret = await self.store.secret("house")
        await self.sessions.open()
        self.ears[ENDED] = self.sessions.hear
        await self.wishers.open()
        self.ears[WISHES] = lambda _: self.aside(self.wishers.hear())
        self.ears[RENAMED] = lambda news: self.aside(self._rename_here(news.payload))
        self.ears |= dict.fromkeys((APART, CHANGED, PAIRED), self.lobby.hear)
        self.lobby.start()
        await self.fanout.start(self.hear)

    def dismiss(self) -> None:
        """Send everybody away who looks at a table."""
        for listener in self._listeners():
            listener.is_dismissed = True
            listener.changed.set()

    def send_away(self, person: int, reason: str) -> None:
        """Let somebody look at nothing any more, for a reason that she is told."""
        for listener in self._listeners():
            if listener.person == person:
                listener.farewell = reason
                listener.changed.set()

    def expel(self, sessions: Collection[str]) -> None:
        """Send those away whose session is ended."""
        for listener in self._listeners():
            if listener.session in sessions:
                listener.is_expelled = True
                listener.changed.set()

    def sessions_here(self) -> set[str]:
        """The sessions of all who look at a table."""
        return {one.session for one in self._listeners() if one.session}

    async def drop_sessions(self, person: int) -> None:
        """Somebody was logged out by others: forget those sessions that are no more."""
        here = {one.session for one in self._listeners() if one.session and one.person == person}
        held = here | self.sessions.known_of(person)
        self.sessions.forget(held - await self.store.living(held))

    def _listeners(self) -> Iterator[Listener]:
        yield from self.lobby.guests
        yield from (one for live in self.tables.values() for one in live.listeners)

    async def close(self) -> None:
        """Let what has begun come to its end."""
        while self.tasks:
            await asyncio.wait(self.tasks)
        await self.lobby.stop()
        await self.fanout.stop()

    # --- Tables in memory -------------------------------------------------------------------------

    def at_hand(self, table: str) -> LiveTable | None:
        """A table, if it lies in memory."""
        known = self.tables.get(table)
        if known is not None:
            known.used = self.now()
        return known

    async def live(self, table: str) -> LiveTable:
        """A table, read from the store if it is not in memory."""
        while True:
            known = self.at_hand(table)
            if known is not None:
                return known
            if table not in self.loading:
                self.loading[table] = asyncio.create_task(self._load(table))
            await asyncio.shield(self.loading[table])

    @asynccontextmanager
    async def held(self, table: str) -> AsyncIterator[LiveTable]:
        """A table that nobody changes meanwhile, and of which everything is stored."""
        while True:
            live = await self.live(table)
            async with live.lock:
                if not live.is_gone:
                    yield live
                    return

    async def _load(self, table: str) -> LiveTable:
        try:
            stored = await self.store.load(table)
            if stored is None:
                raise NoTable("there is no such table; the link may be mistyped, or very old")
            table_now, remembered = await self._opened(stored)
            names = await self._names({event.person for event in stored.events})
            live = LiveTable(table_now, names, self.now(), remembered, stored.address)
            self.presence.follow(live, stored.seen)
            live.on_look = lambda: self.on_look(table_now)
            self.tables[table] = live
            self.on_look(table_now)  # bots that had given it up play on for whoever looks
            self.metrics.tables.set(len(self.tables))
            return live
        finally:
            del self.loading[table]

    async def _opened(self, stored: StoredTable) -> tuple[Table, int]:
        """A table as it was left, and how many of its events a snapshot has saved replaying.

        Where it cannot be gone on with here, it rests, its clock too.
        """
        try:
            game = await self._game_of(stored.head)
            memory = memory_in(stored.snapshot, game)
            table = await self._folded(stored, game, memory)
        except LibraryClosed:
            raise
        except (RulesChanged, GameFailed) as error:
            raise await self._resting(stored, error) from None
        except (FormicariumError, ValueError, LookupError) as error:
            raise await self._resting(stored, RulesChanged(
                f"this table cannot be gone on with as it is kept here; it rests: {one_line(error)}"
            )) from error  # fmt: skip
        if stored.resting:
            await self.store.wake(stored.head.id)
            log.info("table %s goes on: its rules are there again", stored.head.id)
        return table, 0 if memory is None else memory.number

    async def _folded(self, stored: StoredTable, game: Game, memory: Memory | None) -> Table:
        """What the events of a table have made of it; others do not wait for a long one."""
        if len(stored.events) <= QUICK:
            return folded(stored.head, game, stored.events, memory)
        async with self.folding:
            return await asyncio.to_thread(folded, stored.head, game, stored.events, memory, gently)

    async def _game_of(self, head: Head) -> Game:
        """The rules of a table, if they are installed."""
        try:
            return await self.library.game(
                head.game, head.players, head.options, head.rules, head.components
            )
        except UnknownGame as error:
            raise RulesChanged(
                f"this table was made for {head.game}, which is not installed here any more; it "
                f"rests, and can be gone on with where {head.game} is installed"
            ) from error

    async def _resting(self, stored: StoredTable, why: FormicariumError) -> FormicariumError:
        """Let a table rest, and say so once."""
        if not stored.resting and await self.store.rest(stored.head.id):
            log.warning("table %s rests: %s", stored.head.id, why)
        return why

    def drop(self, live: LiveTable) -> None:
        """Forget a table; whoever looks at it will have it read anew."""
        live.is_gone = True
        if self.tables.get(live.table.head.id) is live:
            del self.tables[live.table.head.id]
        self.metrics.tables.set(len(self.tables))
        live.wake()

    def forget_table(self, table: str) -> None:
        """A table is not there any more."""
        live = self.tables.get(table)
        if live is not None:
            self.drop(live)

    def forget_idle(self, before: float) -> None:
        """Tables that nobody looks at leave the memory."""
        idle = [
            live
            for live in self.tables.values()
            if not live.listeners and live.used < before and not live.lock.locked()
        ]
        for live in idle:
            self.drop(live)
        if idle:
            give_memory_back()

    # --- Commands ---------------------------------------------------------------------------------

    async def command(
        self,
        table: str,
        key: str,
        check: Check,
        uses: str = "",
        tokens: dict[int, str] | None = None,
        act: Act | None = None,
    ) -> int:
        """Do something at a table; the version that the one who asked for it sees then.

        A repeated key is answered as the first time. Whoever waits for it must not be cancelled
        meanwhile, or the others would not hear of what was stored: see `finished`.
        """
        with self._measured():
            for attempt in range(ATTEMPTS):
                live = await self.live(table)
                async with live.lock:
                    if live.is_gone:
                        continue
                    if key in live.table.keys:
                        return live.table.keys[key]
                    try:
                        event = check(live.table, self.now())
                        live.table.check_daily(event)
                        if act is None:
                            live.table.check_length(event, self.most_events)
                        await self._learn_names(live, [event])
                        answer, turns = await self._carry_out(live, event, uses, tokens or {}, act)
                    except Repeated as first:
                        return first.event.answer
                    except Stale:
                        continue
                    except Conflict:  # perhaps news of another process is still on its way
                        if attempt or isinstance(self.fanout, Alone):
                            raise
                        await self._read_on(live)
                        continue
                await self.fanout.tell(News(table, "events", payload=turns or None))
                return answer
            raise Conflict("the table changes faster than this can be done; try again")

    async def _learn_names(self, live: LiveTable, events: Iterable[Event]) -> None:
        """Know what those are called whom events name."""
        new = {event.person for event in events} - live.names.keys() - {NOBODY}
        if new:
            live.names |= await self._names(new)

    @contextmanager
    def _measured(self) -> Iterator[None]:
        """Count a command, by what became of it, and how long it took."""
        begun, outcome = time.perf_counter(), "failed"
        try:
            yield
            outcome = "done"
        except (Refused, IllegalAction) as error:
            outcome = "conflict" if isinstance(error, Conflict) else "refused"
            raise
        finally:
            self.outcomes[outcome].inc()
            self.metrics.command_seconds.observe(time.perf_counter() - begun)

    async def _carry_out(
        self,
        live: LiveTable,
        event: Event,
        uses: str,
        tokens: dict[int, str],
        act: Act | None,
    ) -> tuple[int, list[int]]:
        """Apply an event, store it, and announce it only then; for whom it is or was her turn."""
        table = live.table
        before = deciding(table)
        try:
            notices = table.apply(event)
            event = msgspec.structs.replace(event, answer=table.answer_to(event))
            events, more = [event], table.consequence(event.at)
            if more is not None:
                notices += table.apply(more)
                events.append(more)
            is_told = any(table.spectator in notice.versions for notice in notices)
            now = deciding(table)
            told = self.wishers.notices(table, events, before, now)
            await self.store.append(
                write_of(table, events, uses, tokens, is_told, act=act, notices=told)
            )
        except BaseException:
            self.drop(live)  # what lies in memory may not be what is stored
            raise
        if event.kind == Kind.PLAYED:
            self.moves(table.head.game).inc()
        live.used = self.now()
        live.change()
        self.at_the_page.stir(before ^ now, table.head.id)
        self.lobby.note(table, events)
        self._keep_snapshot(live)
        self.on_change(table)
        return event.answer, [*(before ^ now)]

    def _keep_snapshot(self, live: LiveTable) -> None:
        if live.table.number - live.remembered < EVERY:
            return
        snapshot = snapshot_of(live.table)
        if snapshot is not None:
            live.remembered = snapshot.number
            self.aside(self.store.keep_snapshot(live.table.head.id, snapshot))

    async def create(self, plan: TablePlan) -> str:
        """A new table with its first seats taken; its name. Where all are taken, it begins."""
        game = await self.library.game(plan.game, plan.players, plan.options)
        table, events = laid(plan, game, self.now())
        now = deciding(table)
        told = self.wishers.notices(table, events, frozenset({plan.person}), now) if events else ()
        write = write_of(table, events, address=plan.address, notices=told)
        await self.store.create(table.head, write)
        self.at_the_page.stir(now, table.head.id)
        self.lobby.note(table, events)
        self.on_change(table)
        return table.head.id

    async def rematch(self, table: str, person: int, address: str = "") -> str:
        """The same game once more, at the same new table whoever asks first."""
        again = hashlib.blake2b(self.secret + table.encode(), digest_size=16).hexdigest()
        async with self.held(table) as live:
            if live.table.status != Status.OVER or not live.table.belongs_to(person):
                raise Conflict("a rematch can be asked for by those who played, after the game")
            apart = await self.store.apart_from(person)
            plan = once_more(live.table, person, again, address, apart)
        if await self.store.head(again) is None:
            try:
                await self.create(plan)
            except Stale:
                log.info("table %s has been made by somebody else at the same time", again)
        await self._come_to(again, person)
        return again

    async def _come_to(self, table: str, person: int) -> None:
        """Somebody takes the seats that are kept for her."""
        seats = (await self.live(table)).table.seats
        for number in [number for number, seat in enumerate(seats) if seat.awaits(person)]:
            key = f"{person}:rematch {number}"
            await self.command(table, key, _sitting(number, person, key))

    async def rename(self, person: int) -> None:
        """Somebody is called otherwise: let all see it who look at a table of hers."""
        await self._rename_here(person)
        await self.fanout.tell(News("", RENAMED, payload=person))

    async def forget(self, person: int) -> None:
        """Forget somebody, for good. Bots play on for her; where nothing has begun, she gets up."""
        await self.store.check_may_go(person, self.now())
        tokens = await self.store.tokens_of(person)
        for table in await self.store.tables_of(person):
            await self.vacate(table, person, by=person)
        ended = await self.store.forget_person(person, self.now())
        await self.sessions.ended([*ended, *tokens])
        await self.rename(person)

    async def parted(self, person: int, other: int) -> None:
        """Somebody has decided anew whether to hear and meet another one."""
        for listener in self._listeners():
            if listener.person == person:
                listener.lines = 0
        for live in self.tables.values():
            if person in live.here:
                live.hear_talk()
        await self.lobby.parted([person, other])

    async def vacate(self, table: str, person: int, by: int = NOBODY) -> None:
        """Somebody plays no more at a table, by her own wish or not: bots do."""
        with suppress(RulesChanged, GameFailed):  # it rests, and so does her seat
            seats = (await self.live(table)).table.seats
            for seat in [number for number, place in enumerate(seats) if place.person == person]:
                with suppress(Refused):  # a bot has it already, or the game has ended meanwhile
                    await self.command(table, "", _dismissing(seat, by), tokens={seat: ""})

    async def _rename_here(self, person: int) -> None:
        self.renamings += 1
        lives = [live for live in self.tables.values() if person in live.names]
        names = await self._names([person]) if lives else {}
        for live in lives:
            live.rename(names)

    async def _names(self, people: Collection[int]) -> Names:
        """What people are called, even if that changes while it is looked up."""
        while True:
            before = self.renamings
            names = await self.store.names(people)
            if self.renamings == before:
                return names

    # --- Showing ----------------------------------------------------------------------------------

    async def log(
        self,
        table: str,
        seat: int | None,
        since: int,
        language: str = "",
        address: str = "",
        newest: bool = False,
    ) -> list[Notice]:
        """What a viewer has been told after a version, ready to be said in a language.

        Of more than a page, the first page; or the last, where the newest are asked for.
        """
        async with self.held(table) as live:
            viewer = live.table.spectator if seat is None else seat
            recent = live.table.notices(viewer, since)
            number = live.table.number
        if recent is not None:
            return recent
        part = newest_lines if newest else first_lines
        async with self.replays.turn(address):
            events = (await self.store.events_since(table, 0))[:number]
            again = Table(live.table.head, live.table.game)
            return await asyncio.to_thread(
                part, again, gently(events), viewer, since, language, LINES
            )

    # --- Other processes --------------------------------------------------------------------------

    def hear(self, news: News) -> None:
        """Another process has changed a table, or tells something else."""
        if news.kind in self.ears:
            self.ears[news.kind](news)
            return
        self.at_the_page.stir(news.payload or (), news.table)
        live = self.tables.get(news.table)
        if live is None:
            return
        if news.kind == "chat":
            live.hear_talk()
        else:
            self.aside(self._catch_up(live))

    async def catch_up(self) -> None:
        """Read what other processes have changed, if their news was lost on the way."""
        if isinstance(self.fanout, Alone):
            return
        await self.sessions.look_after(self.sessions_here())
        for table, number in (await self.store.versions([*self.tables])).items():
            live = self.tables.get(table)
            if live is not None and live.table.number < number:
                await self._catch_up(live)

    async def _catch_up(self, live: LiveTable) -> None:
        async with live.lock:
            await self._read_on(live)

    async def _read_on(self, live: LiveTable) -> None:
        """Add what other processes have stored; whoever asks for it has the table's lock."""
        if live.is_gone:
            return
        events = await self.store.events_since(live.table.head.id, live.table.number)
        await self._learn_names(live, events)
        for event in events:
            live.table.apply(event)
        live.change()

    # --- Talk -------------------------------------------------------------------------------------

    async def say(self, table: str, person: int, text: str, key: str) -> None:
        """A line for everybody at a table; with a key that was used before, nothing."""
        live = await self.live(table)
        most = self.most_lines  # of which those who look on leave half to those who belong here
        most = most if live.table.belongs_to(person) else most // 2
        number = await self.store.say(
            table, person, text, self.now(), key, most, self.most_lines // SHARES
        )
        if not number:
            raise Refused("talk_full", "so much was said at this table that nothing more fits")
        live.hear_talk()
        await self.fanout.tell(News(table, "chat"))

    def retell(self, table: str) -> None:
        """What was said at a table has changed: tell it anew to whoever looks."""
        live = self.tables.get(table)
        if live is not None:
            live.retell()

    # --- Tasks ------------------------------------------------------------------------------------

    async def finished(self, work: Coroutine[Any, Any, T]) -> T:
        """What comes of something that is done to the end, even if whoever asked has gone."""
        return await asyncio.shield(self.task(work))

    def task(self, work: Coroutine[Any, Any, T]) -> "asyncio.Task[T]":
        """Something that is done to the end, whoever still waits for it."""
        task = asyncio.create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self._done)
        return task

    def _done(self, task: "asyncio.Task[Any]") -> None:
        self.tasks.discard(task)
        if not task.cancelled():
            task.exception()  # is told to whoever waits; if nobody does any more, to nobody

    def aside(self, work: Coroutine[Any, Any, None]) -> None:
        """Something that nobody waits for; if it fails, that is logged."""

        async def guarded() -> None:
            with logged("something that was done aside has failed"):
                await work

        self.task(guarded())


def _dismissing(seat: int, by: int) -> Check:
    return lambda table, at: table.dismiss(seat, by, at)


def _sitting(seat: int, person: int, key: str) -> Check:
    return lambda table, at: table.sit(seat, person, at, key)


def give_memory_back() -> None:
    """Let the system have what is free: left alone, glibc keeps most of it in small pieces."""
    with suppress(OSError, AttributeError):
        ctypes.CDLL("libc.so.6").malloc_trim(0)
