"""Thinking that takes a while: what waits, and what came of it."""

from typing import Any

import msgspec
from sqlalchemy import Connection, bindparam, delete, func, select, text, update

from formicarium.server.store.database import Database
from formicarium.server.store.entries import ThinkingJob
from formicarium.server.store.errors import BadWrite
from formicarium.server.store.schema import IS_WAITING, jobs
from formicarium.server.store.texts import check, findable

# Whoever asks again for what has failed, or for what nobody works at any more, begins it anew.
BEGIN = text(
    "INSERT INTO jobs"
    " (id, kind, table_id, seat, person, status, progress, result, created, alive, address)"
    " VALUES (:id, :kind, :table, :seat, :person, 'waiting', 0, 'null', :now, :now, :address)"
    " ON CONFLICT (id) DO UPDATE SET status = 'waiting', progress = 0, result = 'null',"
    " created = excluded.created, alive = excluded.alive, address = excluded.address"
    " WHERE jobs.status = 'failed' OR (jobs.status = 'waiting' AND jobs.alive < :lost)"
    " RETURNING id"
)
KEEP = update(jobs).where(jobs.c.id == bindparam("_id"))


class KeepsJobs(Database):
    """The hints and analyses of a house."""

    async def begin_job(self, job: ThinkingJob, address: str, now: float, lost: float) -> bool:
        """Keep a new job; no if another process is at it, or it is done.

        Of those that wait, nobody works at the ones of which nothing was heard since `lost`.
        """
        check(job.id, job.kind, job.table, address)
        fields = {
            "id": job.id,
            "kind": job.kind,
            "table": job.table,
            "seat": job.seat,
            "person": job.person,
            "now": now,
            "lost": lost,
            "address": address,
        }

        def action(connection: Connection, again: bool) -> bool:
            return connection.scalar(BEGIN, fields) is not None or again

        return await self._writer.do(f"job {job.id}", action)

    async def keep_job(self, job: ThinkingJob, now: float) -> None:
        """Keep how far a job is, or what came of it; then nobody needs to know whence it came."""
        check(job.id, job.status)
        fields = {
            "_id": job.id,
            "status": job.status,
            "progress": job.progress,
            "result": _json(job.result),
            "alive": now,
        } | ({} if job.status == "waiting" else {"address": ""})
        await self._execute(f"job {job.id}", KEEP, fields)

    async def job(self, id: str) -> ThinkingJob | None:
        """A job, as it was last heard of."""
        return await self._read(lambda connection: _job(connection, findable(id)))

    async def waiting_jobs(self, address: str, lost: float) -> tuple[int, int]:
        """How many jobs wait in all, and of one address."""
        mine = func.count().filter(jobs.c.address == findable(address))
        query = select(func.count(), mine).where(IS_WAITING, jobs.c.alive >= lost)
        everybody, here = await self._read(lambda connection: connection.execute(query).one())
        return everybody, here

    async def remove_hints(self, before: float) -> None:
        """Remove hints that were asked for before."""
        old = delete(jobs).where(jobs.c.kind == "hint", jobs.c.created < before)
        await self._execute("hints", old)


def _job(connection: Connection, id: str) -> ThinkingJob | None:
    row = connection.execute(select(jobs).where(jobs.c.id == id)).one_or_none()
    if row is None:
        return None
    return ThinkingJob(
        row.id,
        row.kind,
        row.table_id,
        row.seat,
        row.person,
        row.status,
        row.progress,
        msgspec.json.decode(row.result),
        row.alive,
    )


def _json(value: Any) -> str:
    try:
        return msgspec.json.encode(value).decode()
    except (TypeError, ValueError) as error:
        raise BadWrite(f"the result of a job cannot be stored: {error}") from error
