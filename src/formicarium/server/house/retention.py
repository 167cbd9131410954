"""What the house forgets by itself: once a day, one process for all, and never by a wrong clock."""

import asyncio
import logging
from collections.abc import Callable

from formicarium.server.settings import Settings
from formicarium.server.store import Store
from formicarium.server.store.retention import BATCH, DAY, RETAINED

CHORE = "retention"
REMOVED = ("waiting", "playing")  # kinds of tables
PAUSE = 0.05  # seconds between two pieces: others write as well

log = logging.getLogger("formicarium.server")


class Retention:
    """Forgets what the settings say."""

    def __init__(
        self, store: Store, settings: Settings, forget_table: Callable[[str], None] = lambda _: None
    ) -> None:
        self.store = store
        self.forget_table = forget_table  # whoever has it in memory is told
        self.days = {kind: getattr(settings, rule.setting) for kind, rule in RETAINED.items()}
        self._doubts = False

    async def look(self, now: float) -> None:
        """Forget what is too old, if nobody has done so today and the clock can be relied on."""
        is_steady = await self.store.is_steady(now)
        if not is_steady and not self._doubts:
            log.info("nothing is forgotten before the clock has gone on evenly for a month")
        self._doubts = not is_steady
        if is_steady and await self.store.is_due(CHORE, now):
            await self.sweep(now)

    async def count(self, now: float) -> dict[str, int]:
        """How much would be forgotten of each kind."""
        return {
            kind: await self.store.count_old(kind, now - days * DAY, now)
            for kind, days in self.days.items()
            if days
        }

    async def sweep(self, now: float) -> dict[str, int]:
        """Forget what is too old, piece by piece; how much of each kind."""
        done = {
            kind: await self._forget(kind, now - days * DAY, now)
            for kind, days in self.days.items()
            if days
        }
        if any(done.values()):
            log.info("forgotten: %s", ", ".join(f"{n} {kind}" for kind, n in done.items() if n))
        return done

    async def _forget(self, kind: str, before: float, now: float) -> int:
        count = 0
        while True:
            found = await self.store.forget_old(kind, before, now)
            count += len(found)
            if kind in REMOVED:
                for table in found:
                    self.forget_table(table)
            if len(found) < BATCH:
                return count
            await asyncio.sleep(PAUSE)
