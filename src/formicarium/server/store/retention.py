"""What is kept for a time only: found by its age, and forgotten in small pieces."""

from collections.abc import Callable, Sequence
from enum import StrEnum
from typing import Any, NamedTuple

from sqlalchemy import Connection, Select, Table, delete, exists, func, or_, select, text, update

from formicarium.server.store import schema
from formicarium.server.store.acts import in_turn
from formicarium.server.store.database import Database
from formicarium.server.store.forgetting import forget
from formicarium.server.store.lists import GOING_ON
from formicarium.server.store.schema import (
    accounts,
    acts,
    barred,
    chat,
    chores,
    evidence,
    jobs,
    people,
    reports,
    seats,
    tables,
)

DAY = 86_400.0  # seconds
JUMP = 40 * DAY  # a clock that is so much later than all that is stored may be wrong:
TRUST = 7 * DAY  # it is believed after so long
BATCH = 200  # things in one transaction

# What belongs to a table, and is nothing without it.
PARTS = (
    schema.events,
    schema.seats,
    schema.claims,
    schema.sightings,
    schema.snapshots,
    schema.invitations,
    schema.talks,
    schema.chat,
    schema.jobs,
)

KEEP_CHORE = text(
    "INSERT INTO chores (name, at, waits) VALUES (:name, :at, :waits)"
    " ON CONFLICT (name) DO UPDATE SET at = excluded.at, waits = excluded.waits"
)


class ChoreTurn(StrEnum):
    """Whether something is to be done that one process does once a day."""

    NOT_YET = "not yet"  # it was done today, perhaps by another process
    WAIT = "wait"  # the clock has jumped; it is left alone for some days
    DO = "do"


class Keeping(NamedTuple):
    """Something that is kept for a time only."""

    setting: str  # which says for how many days
    old: Callable[[float, float], Select[Any]]  # what is older than one time, at another
    forget: Callable[[Connection, Sequence[Any], float], object]


class Forgets(Database):
    """Forgets what is too old."""

    async def chore(self, name: str, now: float) -> ChoreTurn:
        """Whether this process shall do something that one does once a day."""

        def action(connection: Connection, _again: bool) -> ChoreTurn:
            in_turn(connection)
            last = connection.execute(select(chores).where(chores.c.name == name)).one_or_none()
            at = _newest(connection, now) if last is None else last.at
            if last is not None and 0 <= now - at < DAY:
                return ChoreTurn.NOT_YET
            waits = 0.0 if last is None or at > now else last.waits
            if now - at > JUMP:
                waits = now + TRUST
            connection.execute(KEEP_CHORE, {"name": name, "at": now, "waits": waits})
            return ChoreTurn.WAIT if now < waits else ChoreTurn.DO

        return await self._writer.do(f"chore {name}", action)

    async def count_old(self, kind: str, before: float, now: float) -> int:
        """How much there is of something that is older."""
        query = select(func.count()).select_from(KEEPINGS[kind].old(before, now).subquery())
        return int(await self._read(lambda connection: connection.execute(query).scalar_one()))

    async def forget_old(self, kind: str, before: float, now: float) -> list[Any]:
        """Forget a few things that are older; which."""
        rule = KEEPINGS[kind]

        def action(connection: Connection, _again: bool) -> list[Any]:
            found = [*connection.scalars(rule.old(before, now).limit(BATCH))]
            if found:
                rule.forget(connection, found, now)
            return found

        return await self._writer.do(f"old {kind}", action)

    async def newest_time(self, now: float) -> float:
        """When something was stored last, as far as it can be told; `now` if there is nothing."""
        return await self._read(lambda connection: _newest(connection, now))


def _newest(connection: Connection, now: float) -> float:
    """When somebody was here last, or a table has changed; times to come are those of no clock."""
    seen = select(func.max(people.c.seen)).where(people.c.seen <= now)
    shown = select(func.max(tables.c.shown)).where(tables.c.shown <= now)
    times = [connection.scalar(query) for query in (seen, shown)]
    return max((time for time in times if time is not None), default=now)


# --- Guests ---------------------------------------------------------------------------------------


def _old_guests(before: float, now: float) -> Select[Any]:
    """People without an account who were not here for long, and are missed at no table."""
    sits = exists().where(
        seats.c.person == people.c.number,
        tables.c.id == seats.c.table_id,
        tables.c.status.in_(GOING_ON),
    )
    hosts = exists().where(tables.c.host == people.c.number, tables.c.status.in_(GOING_ON))
    has_account = exists().where(accounts.c.person == people.c.number)
    return select(people.c.number).where(
        people.c.gone.is_(None),
        people.c.seen < before,
        people.c.role == "",
        people.c.banned_until <= now,
        ~has_account,
        ~sits,
        ~hosts,
    )


def _forget_guests(connection: Connection, numbers: Sequence[int], now: float) -> None:
    for number in numbers:
        forget(connection, number, now)


# --- Tables and talk ------------------------------------------------------------------------------


def _never_begun(before: float, _now: float) -> Select[Any]:
    waiting = (tables.c.status == "waiting", tables.c.shown < before)
    return select(tables.c.id).where(*waiting).order_by(tables.c.shown)


def _remove_tables(connection: Connection, names: Sequence[str], _now: float) -> None:
    for part in PARTS:
        connection.execute(delete(part).where(part.c.table_id.in_(names)))
    connection.execute(delete(tables).where(tables.c.id.in_(names)))


def _old_talk(before: float, _now: float) -> Select[Any]:
    """Tables whose game ended long ago, and at which something was said."""
    has_talk = exists().where(chat.c.table_id == tables.c.id)
    ended = tables.c.status.not_in(GOING_ON)
    return select(tables.c.id).where(ended, tables.c.shown < before, has_talk)


def _forget_talk(connection: Connection, names: Sequence[str], _now: float) -> None:
    connection.execute(delete(chat).where(chat.c.table_id.in_(names)))


# --- Addresses ------------------------------------------------------------------------------------


def _made_from(table: Table) -> Callable[[float, float], Select[Any]]:
    return lambda before, _now: select(table.c.id).where(
        schema.HAS_ADDRESS, table.c.created < before
    )


def _forget_address(table: Table) -> Callable[[Connection, Sequence[Any], float], None]:
    def forget_in(connection: Connection, names: Sequence[Any], _now: float) -> None:
        connection.execute(update(table).where(table.c.id.in_(names)).values(address=""))

    return forget_in


def _old_bars(_before: float, now: float) -> Select[Any]:
    return select(barred.c.address).where(barred.c.until <= now)


def _remove_bars(connection: Connection, addresses: Sequence[str], _now: float) -> None:
    connection.execute(delete(barred).where(barred.c.address.in_(addresses)))


# --- What administrators have done ----------------------------------------------------------------


def _old_acts(before: float, now: float) -> Select[Any]:
    """Acts of long ago; not those whose time is not over."""
    is_over = or_(acts.c.until.is_(None), acts.c.until <= now)
    return select(acts.c.number).where(acts.c.at < before, is_over)


def _remove_acts(connection: Connection, numbers: Sequence[int], _now: float) -> None:
    connection.execute(delete(acts).where(acts.c.number.in_(numbers)))


def _old_reports(before: float, _now: float) -> Select[Any]:
    return select(reports.c.number).where(reports.c.handled < before)


def _remove_reports(connection: Connection, numbers: Sequence[int], _now: float) -> None:
    connection.execute(delete(evidence).where(evidence.c.report.in_(numbers)))
    connection.execute(delete(reports).where(reports.c.number.in_(numbers)))


KEEPINGS = {
    "guests": Keeping("guest_days", _old_guests, _forget_guests),
    "waiting": Keeping("waiting_days", _never_begun, _remove_tables),
    "talk": Keeping("chat_days", _old_talk, _forget_talk),
    "table_addresses": Keeping("address_days", _made_from(tables), _forget_address(tables)),
    "job_addresses": Keeping("address_days", _made_from(jobs), _forget_address(jobs)),
    "bars": Keeping("address_days", _old_bars, _remove_bars),
    "acts": Keeping("act_days", _old_acts, _remove_acts),
    "reports": Keeping("act_days", _old_reports, _remove_reports),
}
