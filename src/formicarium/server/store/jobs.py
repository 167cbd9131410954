"""Thinking that took a while, and what came of it."""

from typing import Any

import msgspec
from sqlalchemy import Connection, insert, select

from formicarium.server.store.database import Database
from formicarium.server.store.entries import ThinkingJob
from formicarium.server.store.errors import BadWrite
from formicarium.server.store.schema import jobs
from formicarium.server.store.texts import check, findable


class KeepsJobs(Database):
    """The analyses of a house."""

    async def add_job(self, job: ThinkingJob) -> None:
        check(job.id, job.kind, job.table, job.person, job.status)
        fields = {
            **msgspec.structs.asdict(job),
            "table_id": job.table,
            "result": _json(job.result),
            "created": self.clock(),
        }
        del fields["table"]

        def action(connection: Connection, again: bool) -> None:
            if not (again and _job(connection, job.id)):
                connection.execute(insert(jobs), fields)

        await self._writer.do(f"job {job.id}", action)

    async def job(self, id: str) -> ThinkingJob | None:
        return await self._read(lambda connection: _job(connection, findable(id)))


def _job(connection: Connection, id: str) -> ThinkingJob | None:
    row = connection.execute(select(jobs).where(jobs.c.id == id)).one_or_none()
    if row is None:
        return None
    result = msgspec.json.decode(row.result)
    return ThinkingJob(
        row.id, row.kind, row.table_id, row.seat, row.person, row.status, row.progress, result
    )


def _json(value: Any) -> str:
    try:
        return msgspec.json.encode(value).decode()
    except (TypeError, ValueError) as error:
        raise BadWrite(f"the result of a job cannot be stored: {error}") from error
