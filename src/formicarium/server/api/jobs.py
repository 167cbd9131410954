"""Thinking that takes a while: hints and analyses."""

from typing import Any

import msgspec
from litestar import get, post
from litestar.params import JSONBody

from formicarium.server.api.bodies import JobName, NewJob, TableName
from formicarium.server.api.errors import problem
from formicarium.server.api.requests import Anybody, Somebody, SpokenLanguage, TheServices
from formicarium.server.api.services import Services
from formicarium.server.api.viewing import table_for
from formicarium.server.api.visitors import Visitor
from formicarium.server.domain.seats import Refused
from formicarium.server.limits import Counted
from formicarium.server.store.entries import JobStatus, ThinkingJob


class JobDocument(msgspec.Struct):
    """How far a job is, and at the end what came of it."""

    id: str
    kind: str  # hint or analysis
    table: str
    status: JobStatus
    progress: float  # 0 to 1
    result: Any  # of a failed one: {"message": why}
    waits: float | None = None  # about so many seconds for its turn, if that takes longer


@post("/tables/{table:str}/hint", status_code=202, summary="A hint", operation_id="hint")
async def hint(
    services: TheServices,
    somebody: Somebody,
    table: TableName,
    data: JSONBody[NewJob],
    spoken: SpokenLanguage,
) -> JobDocument:
    """Think about what I might decide, by no more than my seat may know."""
    live = await table_for(services, somebody, table)
    if data.seat not in somebody.seats(live.table):
        raise Refused("not_yours", f"seat {data.seat + 1} is not yours")
    live.table.check_hint(data.seat, somebody.person)
    await check_room(services, somebody)
    seconds, address = services.settings.hint_seconds, somebody.address
    return shown(
        await services.jobs.hint(table, data.seat, somebody.person, seconds, spoken, address)
    )


@post("/tables/{table:str}/analysis", status_code=202, summary="Analyse", operation_id="analyse")
async def analyse(
    services: TheServices, somebody: Somebody, table: TableName, spoken: SpokenLanguage
) -> JobDocument:
    """Look at a finished game again, decision by decision."""
    await table_for(services, somebody, table)
    await check_room(services, somebody)
    seconds, longest = services.settings.analysis_seconds, services.settings.analysis_longest
    return shown(
        await services.jobs.analyse(
            table, spoken, seconds, longest, somebody.person, somebody.address
        )
    )


@get("/jobs/{job:str}", summary="How far a job is", operation_id="show_job")
async def show_job(services: TheServices, visitor: Anybody, job: JobName) -> JobDocument:
    """Tell how far a hint or an analysis is, and what came of it."""
    found = await services.jobs.job(job, visitor.person)
    await table_for(services, visitor, found.table)
    return shown(found, services.jobs.waits(job))


async def check_room(services: Services, visitor: Visitor) -> None:
    """Whether one more job can wait; no address has more waiting than there is room left."""
    services.check_thinking(visitor)
    services.pay(Counted.JOB, visitor)
    everybody, here = await services.jobs.waiting(visitor.address)
    settings = services.settings
    if everybody >= settings.jobs_waiting:
        services.metrics.refusals.labels("jobs_waiting").inc()
        raise problem(429, "too_many", "the house has enough to think about; try again later", 10)
    if here >= min(settings.jobs_waiting_per_address, settings.jobs_waiting - everybody):
        services.metrics.refusals.labels("jobs_waiting_per_address").inc()
        message = "people at your address wait for many hints and analyses; try again later"
        raise problem(429, "too_many", message, 10)


def shown(job: ThinkingJob, waits: float | None = None) -> JobDocument:
    """A job without the name of the person who asked for it."""
    return JobDocument(job.id, job.kind, job.table, job.status, job.progress, job.result, waits)


REQUESTS = [hint, analyse, show_job]
