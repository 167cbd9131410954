"""What nobody asks for: bots that must decide, clocks that run out, tables that nobody looks at."""

import asyncio
import contextlib
import hashlib
import logging

from formicarium.bots import seed_for
from formicarium.core.errors import FormicariumError, IllegalAction
from formicarium.core.state import State
from formicarium.server.domain.seats import Conflict, Refused
from formicarium.server.domain.table import SUBSTITUTE, Table
from formicarium.server.house.house import House
from formicarium.server.house.library import GameFailed
from formicarium.server.metrics import Metrics
from formicarium.server.settings import Settings
from formicarium.server.store.errors import Unavailable
from formicarium.server.workers.pool import NoThinking, Pool
from formicarium.server.workers.rehearsal import RulesChanged

ROUND = 1.0  # seconds between two looks at all clocks
PATIENCE = 60.0  # seconds after which another process takes over a table whose bot does not decide
TIDYING = 3600.0  # seconds between two looks for tables that nobody began
DAY = 86_400.0  # seconds
NOTHING = ("pass", "end", "done")  # what says in any game that a seat does no more

log = logging.getLogger("formicarium.server")


class Scheduler:
    """Goes round in the house."""

    def __init__(self, house: House, pool: Pool, settings: Settings, metrics: Metrics) -> None:
        self.house = house
        self.pool = pool
        self.settings = settings
        self.metrics = metrics
        self.playing: set[str] = set()  # tables at which a bot is about to decide
        self.expiring: set[str] = set()  # tables at which somebody's time is over
        self.unplayable: set[str] = set()  # tables whose rules are not installed any more
        self.tidied = 0.0  # when abandoned tables were last removed
        self._round: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Begin to go round; bots that a restart has interrupted think anew."""
        self.house.on_change = self.look_at
        await self._take_over(self.house.now())
        self._round = asyncio.create_task(self._go_round())

    async def stop(self) -> None:
        """Go home; what bots were thinking about, they will think about again."""
        self.house.on_change = lambda table: None
        if self._round is not None:
            self._round.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._round

    def look_at(self, table: Table) -> None:
        """A table has changed: perhaps a bot must decide now."""
        if table.bots_to_act() and table.head.id not in self.playing:
            self.playing.add(table.head.id)
            self.house.aside(self._play_bots(table.head.id))

    async def _go_round(self) -> None:
        while True:
            await asyncio.sleep(ROUND)
            try:
                now = self.house.now()
                for table in await self.house.store.due(now):
                    if table not in self.expiring:
                        self.expiring.add(table)
                        self.house.aside(self._expire(table))
                await self._take_over(now - PATIENCE)
                await self._tidy(now)
                await self.house.catch_up()
                self.house.forget_idle(now - self.settings.idle_seconds)
            except Unavailable:
                pass  # the store has said so
            except FormicariumError as error:
                log.warning("a round through the house was cut short: %s", error)

    async def _take_over(self, before: float) -> None:
        """Bots at tables that nobody has changed for long: their process may have died."""
        days = self.settings.bot_days
        since = self.house.now() - days * DAY if days else 0.0
        for table in await self.house.store.waiting_for_bots(before, since):
            known = table in self.playing or table in self.unplayable
            if not known and await self._is_mine(table):
                self.playing.add(table)
                self.house.aside(self._play_bots(table))

    async def _tidy(self, now: float) -> None:
        """Now and then, remove tables that somebody made long ago and nobody began."""
        days = self.settings.waiting_days
        if not days or now < self.tidied + TIDYING:
            return
        self.tidied = now
        gone = await self.house.store.remove_waiting(now - days * DAY)
        for table in gone:
            self.house.forget(table)
        if gone:
            log.info("%d tables that nobody began in %d days are removed", len(gone), days)

    async def _is_mine(self, table: str) -> bool:
        """Whether no other process has taken a table over."""
        if self.settings.fanout == "memory":  # there is no other
            return True
        now = self.house.now()
        return await self.house.store.claim(table, now + PATIENCE, now)

    # --- Bots -------------------------------------------------------------------------------------

    async def _play_bots(self, table: str) -> None:
        try:
            while await self._play_bot(table):
                pass
        except NoThinking as error:
            log.info("the bots at table %s will think later: %s", table, error)
        except (RulesChanged, GameFailed) as error:
            self.unplayable.add(table)
            log.warning("the bots at table %s cannot play: %s", table, error)
        finally:
            self.playing.discard(table)

    async def _play_bot(self, table: str) -> bool:
        """Let the next bot at a table decide; whether there was one."""
        async with self.house.held(table) as live:
            waiting = live.table.bots_to_act()
            if not waiting:
                self.playing.discard(table)  # while nobody can change the table
                return False
            seat, level = waiting[0]
            version, state = live.table.versions[seat], live.table.state.copy()
        code = await self._decision(table, state, seat, level, version)
        key = f"bot {seat} {version}"
        try:
            await self.house.command(
                table, key, lambda now, at: now.bot_play(seat, code, version, at, key)
            )
        except (Refused, IllegalAction) as error:
            log.info("a bot at table %s thinks again: %s", table, error)
        return True

    async def _decision(self, table: str, state: State, seat: int, level: str, version: int) -> int:
        codes = state.codes(seat)
        if len(codes) == 1:
            return codes[0]
        secret = int.from_bytes(
            hashlib.blake2b(self.house.secret + table.encode(), digest_size=8).digest()
        )
        seed = seed_for(secret, seat, version)
        decision = await self.pool.decide(state, seat, level, seed, self.settings.bot_seconds)
        self.metrics.bot_decisions.inc()
        self.metrics.bot_seconds.observe(decision.seconds)
        if decision.forfeit:
            self.metrics.bot_forfeits.inc()
            log.warning("bot %s at table %s %s", level, table, decision.forfeit)
        return decision.code

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
        except Unavailable:
            pass  # the store has said so
        except FormicariumError as error:
            log.warning("the clocks of table %s cannot be looked at: %s", table, error)
        finally:
            self.expiring.discard(table)

    async def _expire_seat(self, table: str, seat: int) -> None:
        async with self.house.held(table) as live:
            clock, version = live.table.head.clock, live.table.versions[seat]
            state = live.table.state.copy()
        if clock is None:
            raise Conflict("there is no clock at this table")
        key = f"clock {seat} {version}"
        if clock.then == "bot":
            await self.house.command(table, key, lambda now, at: now.expire(seat, at, key))
            return
        code = await self._passing(table, state, seat, version)
        await self.house.command(
            table, key, lambda now, at: now.pass_for(seat, code, version, at, key)
        )

    async def _passing(self, table: str, state: State, seat: int, version: int) -> int:
        """What says that a seat does no more; where nothing does, what a bot would decide."""
        for action in state.actions(seat):
            if action.text in NOTHING:
                return action.code
        return await self._decision(table, state, seat, SUBSTITUTE, version)
