"""Thinking that takes a while: hints and analyses."""

from typing import Any

import msgspec
from litestar import Request, get, post
from litestar.params import JSONBody

from formicarium.server.api.bodies import AskedLanguage, JobName, NewJob, TableName
from formicarium.server.api.errors import problem
from formicarium.server.api.requests import (
    Anybody,
    Office,
    Somebody,
    TheOffice,
    Visitor,
    language_of,
)
from formicarium.server.api.viewing import enter
from formicarium.server.limits import Kind
from formicarium.server.store import Job
from formicarium.server.table import Refused


class JobDocument(msgspec.Struct):
    """How far a job is, and at the end what came of it."""

    id: str
    kind: str  # hint or analysis
    table: str
    status: str  # waiting, done or failed
    progress: float  # 0 to 1
    result: Any  # of a failed one: {"message": why}


@post("/tables/{table:str}/hint", status_code=202, summary="A hint", operation_id="hint")
async def hint(
    request: Request[Any, Any, Any],
    office: TheOffice,
    somebody: Somebody,
    table: TableName,
    data: JSONBody[NewJob],
    language: AskedLanguage = None,
) -> JobDocument:
    """Think about what I might decide, by no more than my seat may know."""
    live = await enter(office, somebody, table)
    if data.seat not in somebody.seats(live.table):
        raise Refused("not_yours", f"seat {data.seat + 1} is not yours")
    check_room(office, somebody)
    seconds, spoken = office.settings.hint_seconds, language_of(request, language)
    return shown(await office.jobs.hint(table, data.seat, somebody.person, seconds, spoken))


@post("/tables/{table:str}/analysis", status_code=202, summary="Analyse", operation_id="analyse")
async def analyse(
    request: Request[Any, Any, Any],
    office: TheOffice,
    somebody: Somebody,
    table: TableName,
    language: AskedLanguage = None,
) -> JobDocument:
    """Look at a finished game again, decision by decision."""
    await enter(office, somebody, table)
    check_room(office, somebody)
    seconds, longest = office.settings.analysis_seconds, office.settings.analysis_longest
    spoken = language_of(request, language)
    return shown(await office.jobs.analyse(table, spoken, seconds, longest))


@get("/jobs/{job:str}", summary="How far a job is", operation_id="show_job")
async def show_job(office: TheOffice, visitor: Anybody, job: JobName) -> JobDocument:
    """Tell how far a hint or an analysis is, and what came of it."""
    found = await office.jobs.job(job, visitor.person)
    await enter(office, visitor, found.table)
    return shown(found)


def check_room(office: Office, visitor: Visitor) -> None:
    """Whether one more job can wait."""
    office.pay(Kind.JOB, visitor)
    waiting = sum(job.status == "waiting" for job in office.jobs.jobs.values())
    if waiting >= office.settings.jobs_waiting:
        office.metrics.refusals.labels("jobs_waiting").inc()
        raise problem(429, "too_many", "the house has enough to think about; try again later", 10)


def shown(job: Job) -> JobDocument:
    """A job without the name of the person who asked for it."""
    return JobDocument(job.id, job.kind, job.table, job.status, job.progress, job.result)


REQUESTS = [hint, analyse, show_job]
