"""What is kept for a time only: found by its age, and forgotten in small pieces."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from sqlalchemy import Connection, Select, Table, delete, exists, func, or_, select, text, update

from formicarium.server.store import schema
from formicarium.server.store.database import Database
from formicarium.server.store.lists import GOING_ON
from formicarium.server.store.own_data import forget
from formicarium.server.store.schema import (
    accounts,
    acts,
    barred,
    chat,
    evidence,
    jobs,
    people,
    reports,
    seats,
    sessions,
    tables,
)
from formicarium.server.store.sessions import remove_where

DAY = 86_400.0  # seconds
BATCH = 20  # things in one transaction, so that nobody waits long for it

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
    schema.variations,
    schema.notices,
)

# A time to come is that of a clock that was wrong.
TAKE_TURN = text(
    "INSERT INTO chores (name, at) VALUES (:name, :now)"
    " ON CONFLICT (name) DO UPDATE SET at = excluded.at"
    " WHERE chores.at <= :before OR chores.at > :now RETURNING name"
)


class Retained(NamedTuple):
    """Something that is kept for a time only."""

    setting: str  # which says for how many days
    old: Callable[[float, float], Select[Any]]  # what is older than one time, at another
    forget: Callable[[Connection, Sequence[Any], float], object]


class Forgets(Database):
    """Forgets what is too old."""

    async def is_due(self, chore: str, now: float) -> bool:
        """Whether it is this process that does something now which one does once a day."""
        fields = {"name": chore, "now": now, "before": now - DAY}

        def action(connection: Connection, _again: bool) -> bool:
            return connection.scalar(TAKE_TURN, fields) is not None

        return await self._writer.do(f"chore {chore}", action)

    async def count_old(self, kind: str, before: float, now: float) -> int:
        """How much there is of something that is older."""
        query = select(func.count()).select_from(RETAINED[kind].old(before, now).subquery())
        return int(await self._read(lambda connection: connection.execute(query).scalar_one()))

    async def forget_old(self, kind: str, before: float, now: float) -> list[Any]:
        """Forget a few things that are older; which."""
        rule = RETAINED[kind]

        def action(connection: Connection, _again: bool) -> list[Any]:
            found = [*connection.scalars(rule.old(before, now).limit(BATCH))]
            if found:
                rule.forget(connection, found, now)
            return found

        found = await self._writer.do(f"old {kind}", action)
        if found:
            await self._leave_no_trace()
        return found


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


# --- Sessions -------------------------------------------------------------------------------------


def _unused_sessions(before: float, _now: float) -> Select[Any]:
    return select(sessions.c.token_hash).where(sessions.c.seen < before)


def _end_sessions(connection: Connection, hashes: Sequence[str], _now: float) -> None:
    remove_where(connection, sessions.c.token_hash.in_(hashes))


def _unused_cookies(before: float, _now: float) -> Select[Any]:
    """People of older versions who never came back with the cookie that they had."""
    return select(people.c.number).where(people.c.former.is_not(None), people.c.seen < before)


def _forget_cookies(connection: Connection, numbers: Sequence[int], _now: float) -> None:
    connection.execute(update(people).where(people.c.number.in_(numbers)).values(former=None))


# --- Tables and talk ------------------------------------------------------------------------------


def _never_begun(before: float, _now: float) -> Select[Any]:
    waiting = (tables.c.status == "waiting", tables.c.shown < before)
    return select(tables.c.id).where(*waiting).order_by(tables.c.shown)


def _never_ended(before: float, _now: float) -> Select[Any]:
    """Games that nobody has gone on with for long; those that rest wait for their rules."""
    abandoned = (tables.c.status == "playing", tables.c.changed < before, ~tables.c.resting)
    return select(tables.c.id).where(*abandoned).order_by(tables.c.changed)


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


RETAINED = {
    "guests": Retained("guest_days", _old_guests, forget),
    "sessions": Retained("session_days", _unused_sessions, _end_sessions),
    "cookies": Retained("session_days", _unused_cookies, _forget_cookies),
    "waiting": Retained("waiting_days", _never_begun, _remove_tables),
    "playing": Retained("playing_days", _never_ended, _remove_tables),
    "talk": Retained("chat_days", _old_talk, _forget_talk),
    "table_addresses": Retained("address_days", _made_from(tables), _forget_address(tables)),
    "job_addresses": Retained("address_days", _made_from(jobs), _forget_address(jobs)),
    "bars": Retained("address_days", _old_bars, _remove_bars),
    "acts": Retained("act_days", _old_acts, _remove_acts),
    "reports": Retained("act_days", _old_reports, _remove_reports),
}
