"""Whether a house can do what it is there for: store moves, have room for more, let bots think."""

import asyncio
import shutil
import time
from collections.abc import Callable
from pathlib import Path

from formicarium.server.house.house import House
from formicarium.server.settings import Settings
from formicarium.server.store.errors import DiskFull, StoreError
from formicarium.server.workers.pool import Pool

MEGABYTE = 1_000_000
PATIENCE = 5.0  # seconds for the database to answer
LASTS = 1.0  # seconds that an answer of the database is good for, however often it is asked
WELL = "ok"


class Readiness:
    """What is well and what is not, in words."""

    def __init__(
        self,
        house: House,
        pool: Pool,
        settings: Settings,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.house = house
        self.pool = pool
        self.settings = settings
        self.now = clock
        self._asked = 0.0
        self._pulse: asyncio.Task[None] | None = None

    async def parts(self) -> dict[str, str]:
        """The parts that a house depends on, and how each is."""
        return {
            "disk": self._disk(),
            "database": await self._database(),
            "thinkers": self._thinkers(),
        }

    def _disk(self) -> str:
        free, least = free_bytes(self.settings) // MEGABYTE, self.settings.least_disk
        return WELL if free >= least else f"nearly full: {free} MB are free, {least} are wanted"

    async def _database(self) -> str:
        """Whether something can be written and read back."""
        pulse, now = self._pulse, self.now()
        if pulse is None or (pulse.done() and now >= self._asked + LASTS):
            self._asked = now
            self._pulse = pulse = self.house.task(self.house.store.pulse())
        try:
            await asyncio.wait_for(asyncio.shield(pulse), PATIENCE)
        except DiskFull:
            return "cannot be written: the disk is full"
        except (StoreError, TimeoutError):
            return "does not answer"
        return WELL

    def _thinkers(self) -> str:
        return WELL if self.pool.alive else "no process in which bots think is there"


def free_bytes(settings: Settings) -> int:
    """The room on the disk of the database, or where that is elsewhere, of the data folder."""
    kind, _, file = settings.database.partition(":///")
    folder = Path(file).parent if kind == "sqlite" else settings.data
    try:
        return shutil.disk_usage(folder).free
    except OSError:  # it is not there any more
        return 0
