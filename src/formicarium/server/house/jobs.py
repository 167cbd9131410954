"""Thinking that people ask for: hints during a game, an analysis after it."""

import logging
import secrets
from collections.abc import Awaitable, Callable
from typing import Any

from msgspec.structs import replace

from formicarium.core.errors import FormicariumError
from formicarium.server.domain.seats import Refused, Status
from formicarium.server.house.house import House, NoTable
from formicarium.server.metrics import Metrics
from formicarium.server.store.entries import ThinkingJob
from formicarium.server.workers.pool import Pool

log = logging.getLogger("formicarium.server")

KEPT = 1000  # jobs that this process remembers

Progress = Callable[[float], None]
Work = Callable[[Progress], Awaitable[Any]]


class Jobs:
    """All jobs of this process; analyses are stored, so that they are made once."""

    def __init__(self, house: House, pool: Pool, metrics: Metrics) -> None:
        self.house = house
        self.pool = pool
        self.metrics = metrics
        self.jobs: dict[str, ThinkingJob] = {}

    async def hint(
        self, table: str, seat: int, person: str, seconds: float, language: str
    ) -> ThinkingJob:
        """What a person might decide, by no more than her seat may know."""
        async with self.house.held(table) as live:
            if seat not in live.table.seats_of(person):
                raise Refused("not_yours", f"seat {seat + 1} is not yours")
            if seat not in live.table.to_act:
                raise Refused("not_your_turn", "others have to decide now")
            state = live.table.state.copy()
        job = ThinkingJob(secrets.token_urlsafe(16), "hint", table, seat, person)
        return self._begin(job, lambda progress: self.pool.hint(state, seat, seconds, language))

    async def analyse(
        self, table: str, language: str, seconds: float, longest: float
    ) -> ThinkingJob:
        """A finished game, looked at again: so long for each decision, and for the whole game."""
        async with self.house.held(table) as live:
            if live.table.status != Status.OVER:
                raise Refused("not_over", "a game can be analysed when it is over")
            record = live.table.record
        name = f"analysis-{table}-{language}"
        known = self.jobs.get(name) or await self.house.store.job(name)
        if known is not None and known.status != "failed":
            return known
        job = ThinkingJob(name, "analysis", table, None, "")
        seconds = min(seconds, longest / max(len(record.decisions), 1))
        return self._begin(
            job, lambda progress: self.pool.analyse(record, language, seconds, progress)
        )

    async def job(self, name: str, person: str) -> ThinkingJob:
        """How far a job is; hints are told to none but the one who asked."""
        job = self.jobs.get(name) or await self.house.store.job(name)
        if job is None or job.person not in ("", person):
            raise NoTable("there is no such job, or not any more; ask again")
        return job

    def _begin(self, job: ThinkingJob, work: Work) -> ThinkingJob:
        while len(self.jobs) >= KEPT:
            del self.jobs[next(iter(self.jobs))]
        self.jobs[job.id] = job
        self.house.aside(self._run(job, work))
        return job

    async def _run(self, job: ThinkingJob, work: Work) -> None:
        def progress(share: float) -> None:
            self.jobs[job.id] = replace(job, progress=share)

        try:
            done = replace(job, status="done", progress=1.0, result=await work(progress))
        except FormicariumError as error:
            done = replace(job, status="failed", result={"message": str(error)})
        except Exception:
            log.exception("job %s has failed", job.id)
            done = replace(job, status="failed", result={"message": "something went wrong here"})
        self.jobs[job.id] = done
        self.metrics.jobs.labels(kind=job.kind, outcome=done.status).inc()
        if done.kind == "analysis" and done.status == "done":
            await self.house.store.add_job(done)
