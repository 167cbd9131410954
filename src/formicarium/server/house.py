"""All tables of a process: a command becomes events, which are stored and then announced.

A table is changed by one task at a time, and nobody is shown a change before it is stored. If
another process was faster, the table is read anew and the command is checked once more.
"""

import asyncio
import ctypes
import functools
import hashlib
import logging
import secrets
import time
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from contextlib import asynccontextmanager, suppress
from typing import Any, TypeVar

import msgspec

from formicarium.core.compiled import digest_of
from formicarium.core.errors import FormicariumError, IllegalAction
from formicarium.core.game import Game
from formicarium.core.rulebook import Document
from formicarium.server.events import Clock, Event, Head, Kind
from formicarium.server.fanout import Alone, Fanout, News
from formicarium.server.library import Library
from formicarium.server.metrics import Metrics
from formicarium.server.showing import Shown, whole_log
from formicarium.server.store import Repeated, Snapshot, Stale, Store, Write, entries
from formicarium.server.table import (
    Conflict,
    Memory,
    Notice,
    Refused,
    Seat,
    Sitter,
    Status,
    Table,
    folded,
)

ATTEMPTS = 5  # at a table that other processes keep changing
EVERY = 100  # events between two snapshots
OUTCOMES = ("done", "conflict", "refused", "failed")  # of commands
MOVES = (Kind.PLAYED, Kind.UNDONE)  # these change nothing about seats

log = logging.getLogger("formicarium.server")

T = TypeVar("T")
Check = Callable[[Table, float], Event]


class NoTable(FormicariumError):
    """There is no such table, or it is not for this person."""


class Place(msgspec.Struct, frozen=True):
    """Who is to sit on a seat of a new table."""

    kind: str  # "me", "open", "bot", or "kept" for somebody who may come
    level: str = ""
    name: str = ""
    person: str = ""


class Listener:
    """Somebody who looks at a table all the time."""

    def __init__(self, person: str) -> None:
        self.person = person
        self.changed = asyncio.Event()
        self.lines = 0  # of the chat that have been sent
        self.is_dismissed = False


class Live:
    """A table that lies in memory."""

    def __init__(self, table: Table, now: float, remembered: int) -> None:
        self.table = table
        self.lock = asyncio.Lock()
        self.shown = Shown(table)
        self.listeners: set[Listener] = set()
        self.remembered = remembered  # the event of the last snapshot
        self.used = now
        self.talk = 0  # lines that were said while it lay here
        self.comings = 0  # of people who sit here, and goings
        self.is_gone = False

    @property
    def is_settled(self) -> bool:
        """Whether all that happened is stored, and may be shown."""
        return not (self.is_gone or self.lock.locked())

    def change(self) -> None:
        """What was shown is old; wake all who look."""
        self.shown = Shown(self.table, self.online)
        self.wake()

    def enter(self, listener: "Listener") -> None:
        """Somebody begins to look."""
        was_here = listener.person in self.online
        self.listeners.add(listener)
        if not was_here:
            self._announce(listener.person)

    def leave(self, listener: "Listener") -> None:
        """Somebody looks no more."""
        self.listeners.discard(listener)
        if listener.person not in self.online:
            self._announce(listener.person)

    def _announce(self, person: str) -> None:
        """Let all see whether somebody who sits here is at the table."""
        if any(seat.person == person for seat in self.table.seats):
            self.comings += 1
            self.change()

    def hear_talk(self) -> None:
        """Something was said; wake all who look."""
        self.talk += 1
        self.wake()

    def wake(self) -> None:
        for listener in self.listeners:
            listener.changed.set()

    @property
    def online(self) -> set[str]:
        """Who looks at the table now."""
        return {listener.person for listener in self.listeners}


class House:
    """The tables of this process."""

    def __init__(
        self,
        store: Store,
        library: Library,
        metrics: Metrics,
        fanout: Fanout | None = None,
        clock: Callable[[], float] = time.time,
    ) -> None:
        self.store = store
        self.library = library
        self.metrics = metrics
        self.outcomes = {name: metrics.commands.labels(name) for name in OUTCOMES}
        self.moves = functools.cache(metrics.moves.labels)  # by the name of a game
        self.fanout = fanout or Alone()
        self.now = clock
        self.tables: dict[str, Live] = {}
        self.loading: dict[str, asyncio.Task[Live]] = {}
        self.tasks: set[asyncio.Task[Any]] = set()
        self.on_change: Callable[[Table], None] = lambda table: None  # the steward's ear
        self.secret = b""

    async def open(self) -> None:
        """Listen to the other processes."""
        self.secret = await self.store.secret("house")
        await self.fanout.start(self.hear)

    def dismiss(self) -> None:
        """Send everybody away who looks at a table."""
        for live in self.tables.values():
            for listener in live.listeners:
                listener.is_dismissed = True
            live.wake()

    async def close(self) -> None:
        """Let what has begun come to its end."""
        while self.tasks:
            await asyncio.wait(self.tasks)
        await self.fanout.stop()

    # --- Tables in memory -------------------------------------------------------------------------

    def at_hand(self, table: str) -> Live | None:
        """A table, if it lies in memory."""
        known = self.tables.get(table)
        if known is not None:
            known.used = self.now()
        return known

    async def live(self, table: str) -> Live:
        """A table, read from the store if it is not in memory."""
        while True:
            known = self.at_hand(table)
            if known is not None:
                return known
            if table not in self.loading:
                self.loading[table] = asyncio.create_task(self._load(table))
            await asyncio.shield(self.loading[table])

    @asynccontextmanager
    async def held(self, table: str) -> AsyncIterator[Live]:
        """A table that nobody changes meanwhile, and of which everything is stored."""
        while True:
            live = await self.live(table)
            async with live.lock:
                if not live.is_gone:
                    yield live
                    return

    async def _load(self, table: str) -> Live:
        try:
            stored = await self.store.load(table)
            if stored is None:
                raise NoTable("there is no such table; the link may be mistyped, or very old")
            head = stored.head
            game = await self.library.game(
                head.game, head.players, head.options, head.rules, head.components
            )
            memory = _memory(stored.snapshot, game)
            table_now = folded(head, game, stored.events, memory)
            live = Live(table_now, self.now(), 0 if memory is None else memory.number)
            self.tables[table] = live
            self.on_change(table_now)  # bots that had given it up play on for whoever looks
            self.metrics.tables.set(len(self.tables))
            return live
        finally:
            del self.loading[table]

    def drop(self, live: Live) -> None:
        """Forget a table; whoever looks at it will have it read anew."""
        live.is_gone = True
        if self.tables.get(live.table.head.id) is live:
            del self.tables[live.table.head.id]
        self.metrics.tables.set(len(self.tables))
        live.wake()

    def forget(self, table: str) -> None:
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
    ) -> int:
        """Do something at a table; the version that the one who asked for it sees then.

        A repeated key is answered as the first time. Whoever waits for it must not be cancelled
        meanwhile, or the others would not hear of what was stored: see `finished`.
        """
        begun, outcome = time.perf_counter(), "failed"
        try:
            answer = await self._command(table, key, check, uses, tokens or {})
            outcome = "done"
            return answer
        except (Refused, IllegalAction) as error:
            outcome = "conflict" if isinstance(error, Conflict) else "refused"
            raise
        finally:
            self.outcomes[outcome].inc()
            self.metrics.command_seconds.observe(time.perf_counter() - begun)

    async def _command(
        self, table: str, key: str, check: Check, uses: str, tokens: dict[int, str]
    ) -> int:
        for _ in range(ATTEMPTS):
            live = await self.live(table)
            async with live.lock:
                if live.is_gone:
                    continue
                if key in live.table.keys:
                    return live.table.keys[key]
                event = check(live.table, self.now())
                try:
                    answer = await self._carry_out(live, event, uses, tokens)
                except Repeated as first:
                    return first.event.answer
                except Stale:
                    continue
            await self.fanout.tell(News(table, "events"))
            return answer
        raise Conflict("the table changes faster than this can be done; try again")

    async def _carry_out(self, live: Live, event: Event, uses: str, tokens: dict[int, str]) -> int:
        """Apply an event, store it, and announce it only then."""
        table = live.table
        try:
            notices = table.apply(event)
            event = msgspec.structs.replace(event, answer=table.answer_to(event))
            is_told = any(table.spectator in notice.versions for notice in notices)
            await self.store.append(write_of(table, [event], uses, tokens, is_told))
        except BaseException:
            self.drop(live)  # what lies in memory may not be what is stored
            raise
        if event.kind == Kind.PLAYED:
            self.moves(table.head.game).inc()
        live.used = self.now()
        live.change()
        self._keep_memory(live)
        self.on_change(table)
        return event.answer

    def _keep_memory(self, live: Live) -> None:
        if live.table.number - live.remembered < EVERY:
            return
        memory = live.table.memory()
        if memory is not None:
            live.remembered = memory.number
            rules = edition(live.table.game.book.package)
            snapshot = Snapshot(memory.number, rules, msgspec.msgpack.encode(memory))
            self.aside(self.store.keep_snapshot(live.table.head.id, snapshot))

    async def create(
        self,
        person: str,
        name: str,
        game: str,
        players: int | None = None,
        options: dict[str, str] | None = None,
        places: Sequence[Place] = (),
        public: bool = True,
        clock: Clock | None = None,
        position: Document | None = None,
        follows: str = "",
        table: str = "",
    ) -> str:
        """A new table with its first seats taken; its name. Where all are taken, it begins."""
        chosen = await self.library.game(game, players, options or {})
        if position is not None:
            position = drawn_anew(chosen, position)
        head = Head(
            id=table or secrets.token_urlsafe(16),
            game=chosen.name,
            players=chosen.players,
            options=chosen.options,
            rules=chosen.book.version,
            components=chosen.components,
            host=person,
            created=self.now(),
            seed=None if position is not None else secrets.randbits(63),
            position=position,
            public=public,
            clock=clock,
            follows=follows,
        )
        made = Table(head, chosen)
        events = [*_first_events(made, places, person, name, head.created)]
        await self.store.create(head, write_of(made, events))
        self.on_change(made)
        return head.id

    async def rematch(self, table: str, person: str) -> str:
        """The same game once more, at the same new table whoever asks first.

        Whoever asks has her seats there; those of other people are kept for them.
        """
        async with self.held(table) as live:
            old, head = live.table, live.table.head
            if old.status != Status.OVER or not old.belongs_to(person):
                raise Conflict("a rematch can be asked for by those who played, after the game")
            places = [_place_again(seat, person) for seat in old.seats]
        name = hashlib.blake2b(self.secret + table.encode(), digest_size=16).hexdigest()
        if await self.store.head(name) is None:
            try:
                await self.create(
                    person,
                    "",
                    head.game,
                    head.players,
                    head.options,
                    places,
                    head.public,
                    head.clock,
                    head.position,
                    follows=table,
                    table=name,
                )
            except Stale:
                log.info("table %s has been made by somebody else at the same time", name)
        await self._come_to(name, person)
        return name

    async def _come_to(self, table: str, person: str) -> None:
        """Somebody takes the seats that are kept for her."""
        seats = (await self.live(table)).table.seats
        for number in [number for number, seat in enumerate(seats) if seat.awaits(person)]:
            key, name = f"{person}:rematch {number}", seats[number].name
            await self.command(table, key, _sitting(number, person, name, key))

    # --- Showing ----------------------------------------------------------------------------------

    async def log(
        self, table: str, seat: int | None, since: int, language: str = ""
    ) -> list[Notice]:
        """All that a viewer has been told after a version, ready to be said in a language."""
        async with self.held(table) as live:
            viewer = live.table.spectator if seat is None else seat
            recent = live.table.notices(viewer, since)
            number = live.table.number
        if recent is not None:
            return recent
        events = (await self.store.events_since(table, 0))[:number]
        return await asyncio.to_thread(whole_log, live.table, events, viewer, since, language)

    # --- Other processes --------------------------------------------------------------------------

    def hear(self, news: News) -> None:
        """Another process has changed a table."""
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
        for table, number in (await self.store.versions([*self.tables])).items():
            live = self.tables.get(table)
            if live is not None and live.table.number < number:
                await self._catch_up(live)

    async def _catch_up(self, live: Live) -> None:
        async with live.lock:
            if live.is_gone:
                return
            for event in await self.store.events_since(live.table.head.id, live.table.number):
                live.table.apply(event)
            live.change()

    # --- Talk -------------------------------------------------------------------------------------

    async def say(self, table: str, person: str, name: str, text: str, key: str) -> None:
        """A line for everybody at a table; with a key that was used before, nothing."""
        live = await self.live(table)
        await self.store.say(table, person, name, text, self.now(), key)
        live.hear_talk()
        await self.fanout.tell(News(table, "chat"))

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
            try:
                await work
            except Exception:
                log.exception("something that was done aside has failed")

        self.task(guarded())


def drawn_anew(game: Game, position: Document) -> Document:
    """A position in which all that is hidden is otherwise: who wrote it knows it no more."""
    state = game.position(position)
    return state.redetermined(None, secrets.randbits(63)).to_position()


def _place_again(seat: Seat, person: str) -> Place:
    """Who is to sit where somebody sat in the game before."""
    if not seat.person:
        return Place(str(seat.sitter), seat.level)
    return Place("me" if seat.person == person else "kept", name=seat.name, person=seat.person)


def _sitting(seat: int, person: str, name: str, key: str) -> Check:
    return lambda table, at: table.sit(seat, person, name, at, key)


def _first_events(
    table: Table, places: Sequence[Place], person: str, name: str, at: float
) -> list[Event]:
    """Those who sit down at once, and the beginning if nobody is missing."""
    events = []

    def happen(event: Event) -> None:
        table.apply(event)
        events.append(event)

    for number, place in enumerate(places):
        if place.kind == "me":
            happen(table.sit(number, person, place.name or name, at, ""))
        elif place.kind == "kept":
            happen(table.keep(number, place.person, place.name, at))
        elif place.kind == "bot":
            happen(table.seat_bot(number, place.level, person, at, ""))
    if all(seat.sitter != Sitter.OPEN for seat in table.seats):
        happen(table.start(table.head.host, at, ""))
    return events


def write_of(
    table: Table,
    events: Sequence[Event],
    uses: str = "",
    tokens: dict[int, str] | None = None,
    is_told: bool = True,
) -> Write:
    """Events with what lists of tables need to know."""
    bots = [number for number, seat in enumerate(table.seats) if seat.sitter == Sitter.BOT]
    return Write(
        table=table.head.id,
        events=tuple(events),
        status=table.status.value,
        is_told=is_told,
        result=result_of(table),
        public=table.head.public,
        locked=table.is_locked,
        to_act=_mask(table.to_act),
        bots=_mask(bots),
        deadline=min(table.deadlines().values(), default=None),
        seats=None if all(event.kind in MOVES for event in events) else _rows(table),
        uses=uses,
        tokens=tokens or {},
    )


def result_of(table: Table) -> entries.Result | None:
    """How a game ended, if it has."""
    if table.status != Status.OVER:
        return None
    return entries.Result(table.state.scores(), [*table.state.winners()])


def _rows(table: Table) -> tuple[entries.Place, ...]:
    return tuple(
        entries.Place(seat.sitter.value, seat.person, seat.name, seat.level) for seat in table.seats
    )


def _mask(seats: Sequence[int]) -> int:
    return sum(1 << seat for seat in seats)


def give_memory_back() -> None:
    """Let the system have what is free: left alone, glibc keeps most of it in small pieces."""
    with suppress(OSError, AttributeError):
        ctypes.CDLL("libc.so.6").malloc_trim(0)


@functools.cache
def edition(package: str) -> str:
    """The sources that a memory depends on, by a short name."""
    return digest_of("formicarium.core", "formicarium.server", package)


def _memory(snapshot: Snapshot | None, game: Game) -> Memory | None:
    """What a snapshot holds, if these very rules made it."""
    if snapshot is None or snapshot.rules != edition(game.book.package):
        return None
    try:
        memory = msgspec.msgpack.decode(snapshot.state, type=Memory)
    except msgspec.MsgspecError:
        log.warning("a snapshot is damaged; the game is replayed instead")
        return None
    return memory if len(memory.state) == game.book.record.itemsize else None
