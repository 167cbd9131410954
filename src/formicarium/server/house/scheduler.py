"""What nobody asks for: bots that must decide, clocks that run out, tables that nobody looks at."""

import asyncio
import contextlib
import hashlib
import logging
import math
from dataclasses import dataclass
from random import Random
from typing import NamedTuple

from formicarium.bots import seed_for
from formicarium.core.errors import FormicariumError, IllegalAction
from formicarium.core.state import State
from formicarium.server.domain.daily import bot_seed_number
from formicarium.server.domain.seating import SUBSTITUTE
from formicarium.server.domain.seats import Conflict, Refused, Sitter
from formicarium.server.domain.table import Table
from formicarium.server.house.fanout import Alone, News
from formicarium.server.house.house import House
from formicarium.server.house.library import GameFailed
from formicarium.server.house.live import LiveTable
from formicarium.server.house.retention import Retention
from formicarium.server.house.steadiness import Steadiness
from formicarium.server.house.tasks import end, go_round
from formicarium.server.limits import Crowd
from formicarium.server.metrics import Metrics
from formicarium.server.settings import Settings
from formicarium.server.store.errors import Unavailable
from formicarium.server.store.sessions import REST
from formicarium.server.workers.pool import BotDecision, NoThinking, Pool
from formicarium.server.workers.rehearsal import RulesChanged
from formicarium.server.workers.shares import Share

ROUND = 1.0  # seconds between two looks at all clocks
PATIENCE = 60.0  # seconds after which another process takes over a table whose bot does not decide
AGAIN = 5.0  # seconds until bots alone are looked at again that could not play here
TIDYING = 600.0  # seconds between two looks for what nobody needs any more
HINTS = 3600.0  # seconds after which hints are removed
LATE = 1.0  # seconds that bots wait for their turn before whoever looks is told
DAY = 86_400.0  # seconds
WAITS = "waits"  # news: bots wait for their turn to think
PIECE = 100  # tables in one of them: PostgreSQL takes 8,000 bytes
MISSED = 3  # decisions in a row that the clock takes for somebody before nobody counts on her
NOTHING = ("pass", "end", "done")  # what says in any game that a seat does no more

log = logging.getLogger("formicarium.server")


class Manner(NamedTuple):
    """How a bot is to think: by which seed, and for how many seconds; none: as long as it takes."""

    seed: int
    seconds: float | None


@dataclass
class Turn:
    """What a bot has decided since it was its turn, and whether its table is looked after here."""

    seat: int | None = None
    kind: tuple[str, str] = ("", "")  # game and level
    decisions: int = 0
    is_mine: bool = False  # no other process looks after the table,
    claimed: float = -math.inf  # as was found at that time


class Scheduler:
    """Goes round in the house."""

    def __init__(
        self, house: House, pool: Pool, settings: Settings, metrics: Metrics, bot_tables: Crowd
    ) -> None:
        self.house = house
        self.pool = pool
        self.settings = settings
        self.metrics = metrics
        self.bot_tables = bot_tables  # at which bots play alone, in all processes
        self.playing: set[str] = set()  # tables at which a bot is about to decide
        self.alone: dict[str, str] = {}  # those of them with bots only, and whose they are
        self.pausing: set[str] = set()  # tables with bots only that wait for somebody to look
        self.later: dict[str, float] = {}  # others that could not go on here, and since when
        self.expiring: set[str] = set()  # tables at which somebody's time is over
        self.late: dict[str, int] = {}  # tables whose bots wait for their turn: how many seconds
        self.steadiness = Steadiness(house.now())
        self.retention = Retention(house.store, settings, house.forget_table)
        self.tidied = 0.0  # when it was last looked for what nobody needs any more
        self._round: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Begin to go round; bots that a restart has interrupted think anew."""
        self.house.on_change, self.house.on_look = self.look_at, self.look_in
        self.house.ears[WAITS] = lambda news: self._hear_who_waits(news.payload)
        before, now = await self.house.store.last_time(), self.house.now()
        if before:  # a house that was closed for weeks gives everybody a day, too
            self.steadiness = Steadiness(min(max(now, before), before + REST))
        await self._take_over(now)
        failed = "a round through the house was cut short"
        self._round = asyncio.create_task(go_round(self._look_round, ROUND, failed))

    async def stop(self) -> None:
        """Go home; what bots were thinking about, they will think about again."""
        self.house.on_change = self.house.on_look = lambda table: None
        await end(self._round)

    def look_at(self, table: Table) -> None:
        """A table has changed here: perhaps a bot must decide now."""
        if table.bots_to_act() and table.head.id not in self.playing:
            self._begin(table.head.id)

    def look_in(self, table: Table) -> None:
        """Somebody looks at a table: perhaps a bot must decide, unless another process has it."""
        if table.bots_to_act() and table.head.id not in self.playing:
            self._begin(table.head.id, is_ours=False)

    def _begin(self, table: str, is_ours: bool = True) -> None:
        self.playing.add(table)
        self.house.aside(self._play_bots(table, is_ours))

    async def _look_round(self) -> None:
        now = self.house.now()
        await self._tell_who_waits()
        if self.steadiness.holds(now):
            await self._run_out(now)
        await self._take_over(now - PATIENCE)
        await self._tidy(now)
        await self.house.presence.beat(now)
        await self.house.catch_up()
        self.house.forget_idle(now - self.settings.idle_seconds)
        self.pausing &= self.house.tables.keys()
        self._use_room()
        self._try_again(now)
        self._measure()

    async def _run_out(self, now: float) -> None:
        """Clocks whose time is over."""
        for table in await self.house.store.due(now):
            if table not in self.expiring:
                self.expiring.add(table)
                self.house.aside(self._expire(table))

    async def _take_over(self, before: float) -> None:
        """Bots at tables that nobody has changed for long: their process may have died."""
        days = self.settings.bot_days
        since = self.house.now() - days * DAY if days else 0.0
        for table in await self.house.store.waiting_for_bots(before, since):
            known = table in self.playing or table in self.pausing
            if not known and await self._is_mine(table):
                self._begin(table)

    async def _tidy(self, now: float) -> None:
        """Now and then, remove what nobody needs any more."""
        if abs(now - self.tidied) < TIDYING:
            return
        self.tidied = now
        await self.house.store.remove_hints(now - HINTS)
        await self.house.store.forget_sightings()
        await self.retention.look(now)

    async def _tell_who_waits(self) -> None:
        """Let those who look at a table know that its bots have no turn to think yet."""
        late = {table: math.ceil(wait) for table, wait in self.pool.late(LATE).items()}
        names = [one for one in self.late | late if self.late.get(one) != late.get(one)]
        self.late = late
        for first in range(0, len(names), PIECE):
            waits = {table: late.get(table) for table in names[first : first + PIECE]}
            self._hear_who_waits(waits)
            await self.house.fanout.tell(News("", WAITS, payload=waits))

    def _hear_who_waits(self, waits: dict[str, int | None]) -> None:
        """Here or at another process bots wait so many seconds, or do so no more."""
        for table, seconds in waits.items():
            live = self.house.tables.get(table)
            if live is not None:
                live.wait(seconds)

    def _measure(self) -> None:
        waiting, oldest, effort = self.pool.queue()
        self.metrics.thinking_queue.set(waiting)
        self.metrics.oldest_bot.set(oldest)
        self.metrics.effort.set(effort)
        self.metrics.pausing.set(len(self.pausing))

    async def _is_mine(self, table: str) -> bool:
        """Whether no other process has taken a table over."""
        return await self._claim(table, PATIENCE)

    async def _claim(self, table: str, seconds: float) -> bool:
        """Look after a table for so long, if no other process does; 0: no more."""
        if isinstance(self.house.fanout, Alone):  # there is no other
            return True
        now = self.house.now()
        return await self.house.store.claim(table, now + seconds, now)

    # --- Bots -------------------------------------------------------------------------------------

    async def _play_bots(self, table: str, is_ours: bool) -> None:
        turn = Turn()
        try:
            while await self._looks_after(table, turn) or is_ours:
                if not await self._play_bot(table, turn):
                    return
            self._try_later(table)
        except NoThinking as error:
            log.info("the bots at table %s will think later: %s", table, error)
            self._try_later(table)
        except (RulesChanged, GameFailed):
            pass  # the house has let it rest, and said so
        finally:
            self.playing.discard(table)
            self._end_turn(turn)
            self._make_room(table)
            if turn.is_mine:
                await self._claim(table, 0.0)

    async def _looks_after(self, table: str, turn: Turn) -> bool:
        """Whether this process looks after a table; it says so anew long before it is forgotten."""
        now = self.house.now()
        if abs(now - turn.claimed) >= PATIENCE / 2:
            turn.claimed, turn.is_mine = now, await self._is_mine(table)
        return turn.is_mine

    async def _play_bot(self, table: str, turn: Turn) -> bool:
        """Let the next bot at a table decide; whether there was one that may."""
        async with self.house.held(table) as live:
            waiting = live.table.bots_to_act()
            if not waiting or not self._may_play(live):
                self.playing.discard(table)  # while nobody can change the table
                return False
            seat, level = waiting[0]
            version, state = live.table.versions[seat], live.table.state.copy()
            share, manner = self._share(live), self._manner(live.table, seat)
        if turn.seat != seat:
            self._end_turn(turn)
            turn.seat, turn.kind, turn.decisions = seat, (state.game.name, level), 0
        code = await self._decision(table, state, seat, level, manner, share, turn)
        key = f"bot {seat} {version}"
        try:
            await self.house.command(
                table, key, lambda now, at: now.bot_play(seat, code, version, at, key)
            )
        except (Refused, IllegalAction) as error:
            log.info("a bot at table %s thinks again: %s", table, error)
        return True

    def _share(self, live: LiveTable) -> Share:
        """For whom the bots of a table think: for whoever made it."""
        name = live.table.head.id

        def is_watched() -> bool:
            now = self.house.tables.get(name)
            return now is not None and bool(now.listeners or now.elsewhere)

        return Share(live.address, live.table.head.host, name, is_watched, name)

    def _end_turn(self, turn: Turn) -> None:
        """Learn how often a bot decides until somebody else must."""
        if turn.decisions:
            self.pool.experience.ended_turn(turn.kind, turn.decisions)

    async def _decision(
        self,
        table: str,
        state: State,
        seat: int,
        level: str,
        manner: Manner,
        share: Share,
        turn: Turn,
    ) -> int:
        codes = state.codes(seat)
        if len(codes) == 1:
            return codes[0]
        seed, seconds = manner
        decision = await self.pool.decide(state, seat, level, seed, seconds, share, turn.decisions)
        turn.decisions += 1
        self._count(decision)
        if decision.forfeit:
            log.warning("bot %s at table %s %s", level, table, decision.forfeit)
            if seconds is None:  # where it must be the same everywhere, it thinks again
                raise NoThinking("what was drawn at random for one of them is not played")
        return decision.code

    def _manner(self, table: Table, seat: int) -> Manner:
        """How a bot thinks: in little time, by a secret of the house.

        In the game of a day it does so as in every other house.
        """
        head = table.head
        if head.daily and head.seed is not None:
            number = bot_seed_number(table.record.decisions, seat)
            return Manner(seed_for(head.seed, seat, number), None)
        secret = int.from_bytes(
            hashlib.blake2b(self.house.secret + head.id.encode(), digest_size=8).digest()
        )
        seed = seed_for(secret, seat, table.versions[seat])
        return Manner(seed, self.settings.bot_seconds)

    def _count(self, decision: BotDecision) -> None:
        self.metrics.bot_decisions.inc()
        self.metrics.bot_seconds.observe(decision.seconds)
        if decision.effort < 1:
            self.metrics.bot_shortened.inc()
        if decision.forfeit:
            self.metrics.bot_forfeits.inc()

    # --- Bots alone -------------------------------------------------------------------------------

    def _may_play(self, live: LiveTable) -> bool:
        """Whether bots may go on. Alone they do while somebody looks, and at few tables at once."""
        table = live.table.head.id
        self.pausing.discard(table)
        if has_people(live):
            self._make_room(table)
            return True
        if live.listeners and self._has_place(table, owner_of(live)):
            return True
        self.pausing.add(table)
        return False

    def _has_place(self, table: str, owner: str) -> bool:
        """Whether a table is among the few of its owner at which bots play alone."""
        if table not in self.alone and self.bot_tables.admit(table, owner):
            self.alone[table] = owner
        return table in self.alone

    def _make_room(self, table: str) -> None:
        """Bots play no more alone at a table: those at another of its owner may that pause."""
        owner = self.alone.pop(table, None)
        if owner is not None:
            self.bot_tables.release(table, owner)
            self._use_room(but=table)

    def _use_room(self, but: str = "") -> None:
        """Bots that pause may go on where somebody looks and there is room, perhaps elsewhere."""
        for table in self.pausing - {but}:
            live = self.house.tables.get(table)
            if live is not None and live.listeners and self.bot_tables.has_room(owner_of(live)):
                self.look_in(live.table)

    def _try_later(self, table: str) -> None:
        """Bots alone could not go on: another process plays them, or cannot be reached any more.

        Nobody decides there who would wake them.
        """
        live = self.house.tables.get(table)
        if live is not None and not has_people(live):
            self.pausing.discard(table)
            self.later[table] = self.house.now()

    def _try_again(self, now: float) -> None:
        """Look again at bots alone that could not go on, if somebody still does."""
        for table, since in [*self.later.items()]:
            if abs(now - since) >= AGAIN:
                del self.later[table]
                live = self.house.tables.get(table)
                if live is not None and live.listeners:
                    self.look_in(live.table)

    # --- Clocks -----------------------------------------------------------------------------------

    async def _expire(self, table: str) -> None:
        """The time of everybody at a table whose clock has run out is over."""
        try:
            async with self.house.held(table) as live:
                now = self.house.now()
                deadlines = live.table.deadlines()
                late = [seat for seat, deadline in deadlines.items() if deadline <= now]
            for seat in late:
                with contextlib.suppress(Refused):
                    await self._expire_seat(table, seat)
        except (Unavailable, RulesChanged, GameFailed):
            pass  # the store or the house has said so
        except FormicariumError as error:
            log.warning("the clocks of table %s cannot be looked at: %s", table, error)
        finally:
            self.expiring.discard(table)

    async def _expire_seat(self, table: str, seat: int) -> None:
        async with self.house.held(table) as live:
            clock, version = live.table.head.clock, live.table.versions[seat]
            state, share = live.table.state.copy(), self._share(live)
            manner, is_for_nobody = self._manner(live.table, seat), not has_people(live)
        if clock is None:
            raise Conflict("there is no clock at this table")
        key = f"clock {seat} {version}"
        if clock.then != "pass":
            await self.house.command(table, key, lambda now, at: now.expire(seat, at, key))
            return
        if is_for_nobody:
            code = Random(manner.seed).choice(state.codes(seat))
        else:
            code = await self._passing(table, state, seat, manner, share)
        await self.house.command(
            table, key, lambda now, at: now.pass_for(seat, code, version, at, key)
        )

    async def _passing(
        self, table: str, state: State, seat: int, manner: Manner, share: Share
    ) -> int:
        """What says that a seat does no more; where nothing does, what a bot would decide."""
        for action in state.actions(seat):
            if action.text in NOTHING:
                return action.code
        return await self._decision(table, state, seat, SUBSTITUTE, manner, share, Turn())


def has_people(live: LiveTable) -> bool:
    """Whether somebody plays: who lets her clock decide all the time must look on at least."""
    return any(
        seat.sitter == Sitter.PERSON and (seat.missed < MISSED or seat.person in live.online)
        for seat in live.table.seats
    )


def owner_of(live: LiveTable) -> str:
    """Whose a table is: the address from which it was made; where that is forgotten, the host."""
    return live.address or str(live.table.head.host)
