"""Thinking that people ask for: hints during a game, an analysis after it.

The process that was asked does the work. It keeps in the store that it has begun, that it is still
at it, how far it is and what came of it: so any other process can answer, too, and knows when the
one at work has died.
"""

import asyncio
import contextlib
import logging
import secrets
from collections.abc import Awaitable, Callable
from typing import Any

from msgspec.structs import replace

from formicarium.core.errors import FormicariumError
from formicarium.core.state import State
from formicarium.server.domain.people import NOBODY
from formicarium.server.domain.seats import Refused, Status
from formicarium.server.house.house import House, NoTable
from formicarium.server.metrics import Metrics
from formicarium.server.store.entries import ThinkingJob
from formicarium.server.store.errors import StoreError
from formicarium.server.workers.pool import Pool
from formicarium.server.workers.shares import Share

SAYING = 1.0  # seconds between two times that it is kept how far a job is,
BEAT = 5.0  # if it has come further; otherwise, that it is still worked at
LOST = 30.0  # seconds without a sign of life after which nobody works at a job any more
LATE = 1.0  # seconds that a job waits for its turn before that is told
DIED = "the process that thought about this has ended; ask again"

log = logging.getLogger("formicarium.server")

Progress = Callable[[float], None]
Work = Callable[[Progress, Share], Awaitable[Any]]


class Jobs:
    """The jobs of this process, and what the store knows of those of others."""

    def __init__(self, house: House, pool: Pool, metrics: Metrics) -> None:
        self.house = house
        self.pool = pool
        self.metrics = metrics
        self.jobs: dict[str, ThinkingJob] = {}  # that this process is at

    async def hint(
        self,
        table: str,
        seat: int,
        person: int,
        seconds: float,
        language: str,
        address: str = "",
    ) -> ThinkingJob:
        """What a person might decide, by no more than her seat may know."""
        job = ThinkingJob(secrets.token_urlsafe(16), "hint", table, seat, person)
        share = Share(address, person, table, ticket=job.id)

        async def announced() -> Work:
            state, _ = await self.hintable(table, seat, person)
            return lambda _, share: self.pool.hint(state, seat, seconds, language, share)

        return await self._begin(job, share, announced)

    async def hintable(self, table: str, seat: int, person: int) -> tuple[State, int]:
        """The state of a game in which a seat may have a hint now, and its version; else why not.

        Among people all are told of it. Nothing of the state may be told before all is drawn anew
        that the seat cannot know.
        """
        if (await self.house.live(table)).table.is_among_people:
            await self.house.command(table, "", lambda now, at: now.hint(seat, person, at))
        async with self.house.held(table) as live:
            live.table.check_hint(seat, person)
            return live.table.state.copy(), live.table.versions[seat]

    async def analyse(
        self,
        table: str,
        language: str,
        seconds: float,
        longest: float,
        person: int = NOBODY,
        address: str = "",
    ) -> ThinkingJob:
        """A finished game, looked at again: so long for each decision, and for the whole game."""
        async with self.house.held(table) as live:
            if live.table.status != Status.OVER:
                raise Refused("not_over", "a game can be analysed when it is over")
            record = live.table.record
        job = ThinkingJob(f"analysis-{table}-{language}", "analysis", table, None, NOBODY)
        seconds = min(seconds, longest / max(len(record.decisions), 1))
        share = Share(address, person, table, ticket=job.id)

        async def ready() -> Work:
            return lambda told, share: self.pool.analyse(record, language, seconds, told, share)

        return await self._begin(job, share, ready)

    async def job(self, name: str, person: int) -> ThinkingJob:
        """How far a job is; hints are told to none but the one who asked."""
        job = await self._known(name)
        if job is None or job.person not in (NOBODY, person):
            raise NoTable("there is no such job, or not any more; ask again")
        return job

    def waits(self, name: str) -> float | None:
        """About how many seconds a job of this process waits for its turn, if it does."""
        return self.pool.late(LATE).get(name) if name in self.jobs else None

    async def waiting(self, address: str) -> tuple[int, int]:
        """How many jobs wait, of all processes: in all, and of one address."""
        return await self.house.store.waiting_jobs(address, self.house.now() - LOST)

    async def _known(self, name: str) -> ThinkingJob | None:
        job = self.jobs.get(name) or await self.house.store.job(name)
        if job is None or job.status != "waiting" or name in self.jobs:
            return job
        is_lost = job.alive < self.house.now() - LOST
        return replace(job, status="failed", result={"message": DIED}) if is_lost else job

    async def _begin(
        self, job: ThinkingJob, share: Share, ready: Callable[[], Awaitable[Work]]
    ) -> ThinkingJob:
        """Begin a job, unless somebody is at it or it is done: then how far that is.

        `ready` is asked for the work when the job is accepted; if it refuses, there is no job.
        """
        now = self.house.now()
        if not await self.house.store.begin_job(job, share.address, now, now - LOST):
            return await self._known(job.id) or job
        try:
            work = await ready()
        except FormicariumError as error:
            refused = replace(job, status="failed", result={"message": str(error)})
            await self.house.store.keep_job(refused, now)
            raise
        self.jobs[job.id] = job
        self.house.aside(self._run(job, share, work))
        return job

    async def _run(self, job: ThinkingJob, share: Share, work: Work) -> None:
        def progress(share: float) -> None:
            self.jobs[job.id] = replace(job, progress=share)

        saying = asyncio.create_task(self._say_how_far(job))
        try:
            done = replace(job, status="done", progress=1.0, result=await work(progress, share))
        except FormicariumError as error:
            done = replace(job, status="failed", result={"message": str(error)})
        except Exception:
            log.exception("job %s has failed", job.id)
            done = replace(job, status="failed", result={"message": "something went wrong here"})
        finally:
            saying.cancel()
            await asyncio.gather(saying, return_exceptions=True)
        self.metrics.jobs.labels(kind=job.kind, outcome=done.status).inc()
        try:
            await self.house.store.keep_job(done, self.house.now())
        finally:
            self.jobs.pop(job.id, None)

    async def _say_how_far(self, job: ThinkingJob) -> None:
        """Keep how far a job is, now and then."""
        kept, at = job.progress, self.house.now()
        while True:
            await asyncio.sleep(SAYING)
            known, now = self.jobs[job.id], self.house.now()
            if known.progress > kept or now - at >= BEAT:
                with contextlib.suppress(StoreError):  # it is said again soon
                    await self.house.store.keep_job(known, now)
                    kept, at = known.progress, now
