"""Writes as rows of the database: many at once, and why one of them fails."""

import functools
from collections.abc import Callable, Sequence
from operator import itemgetter
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import (
    Connection,
    CursorResult,
    Dialect,
    Double,
    Executable,
    Integer,
    SmallInteger,
    Text,
    bindparam,
    func,
    insert,
    select,
    text,
    update,
)

from formicarium.server.domain.events import Event, Head, Kind
from formicarium.server.store import texts
from formicarium.server.store.acts import add_act, in_turn
from formicarium.server.store.engines import in_short
from formicarium.server.store.entries import Write
from formicarium.server.store.errors import BadWrite, Repeated, Stale, StoreError, Used
from formicarium.server.store.results import Finished, keep_endings
from formicarium.server.store.schema import events, invitations, seats, tables

Fields = dict[str, Any]

EVENT = [column for column in events.c if column.name != "table_id"]  # in the order of `Event`
ENDED = ("over", "closed")
KINDS = {kind.value: kind for kind in Kind}

# Names of parameters begin with an underscore where they are not columns to be set.
ADD_TABLE = insert(tables)
CHANGE_TABLE = (
    update(tables)
    .where(tables.c.id == bindparam("_table"), tables.c.version == bindparam("_before"))
    .values(
        open_seats=func.coalesce(bindparam("_open", type_=SmallInteger), tables.c.open_seats),
        host=func.coalesce(bindparam("_host", type_=Integer), tables.c.host),
        shown=func.coalesce(bindparam("_shown", type_=Double), tables.c.shown),
        address=func.coalesce(bindparam("_address", type_=Text), tables.c.address),
    )
)
ADD_EVENT = insert(events)
SET_SEAT = text(
    "INSERT INTO seats (table_id, seat, kind, person, level)"
    " VALUES (:table, :seat, :kind, :person, :level)"
    " ON CONFLICT (table_id, seat) DO UPDATE SET kind = excluded.kind, person = excluded.person,"
    " level = excluded.level"
)
SET_TOKEN = update(seats).where(
    seats.c.table_id == bindparam("_table"), seats.c.seat == bindparam("_seat")
)
ADD_NOTICE = text(
    "INSERT INTO notices (person, table_id, kind, number, at, due)"
    " VALUES (:person, :table, :kind, :number, :at, :due)"
    " ON CONFLICT (person, table_id, kind)"
    " DO UPDATE SET number = excluded.number, at = excluded.at, due = excluded.due"
)
# Nobody looks for games that go on among those that are over.
END_SEATS = update(seats).where(seats.c.table_id == bindparam("_table"))
USE = update(invitations).where(
    invitations.c.token_hash == bindparam("_token"),
    invitations.c.table_id == bindparam("_table"),
    invitations.c.used.is_(None),
)


class RowMissing(Exception):
    """Some row was not there, or not as a write expects it."""


class Rows(NamedTuple):
    """A write, checked, and the parameters of the statements that it needs."""

    write: Write
    head: Head | None  # of a new table
    add: list[Fields]
    change: list[Fields]
    events: list[Fields]
    seats: list[Fields]
    tokens: list[Fields]
    uses: list[Fields]
    notices: list[Fields]
    ends: list[Fields]


def rows(write: Write, head: Head | None = None) -> Rows:
    """The rows of a write, if a database can keep them."""
    _check(write, head)
    table = write.table
    return Rows(
        write,
        head,
        [] if head is None else [_new_table(write, head)],
        [] if head is not None else [_changed_table(write)],
        [_event(table, event) for event in write.events],
        [
            {"table": table, "seat": seat, **place._asdict()}
            for seat, place in enumerate(write.seats or ())
        ],
        [
            {"_table": table, "_seat": seat, "token_hash": token}
            for seat, token in sorted(write.tokens.items())
        ],
        [{"_table": table, "_token": write.uses, "used": _time(write)}] if write.uses else [],
        _notices(write) if write.notices else [],
        [{"_table": table, "going_on": False}] if write.status in ENDED else [],
    )


def write_all(connection: Connection, batch: Sequence[Rows]) -> None:
    """Write a batch, all or nothing. Rows that others may want are locked in the same order."""
    ordered = sorted(batch, key=lambda rows: rows.write.table)
    _execute(connection, ADD_TABLE, [row for rows in ordered for row in rows.add])
    _change(connection, CHANGE_TABLE, [row for rows in ordered for row in rows.change])
    _execute(connection, ADD_EVENT, [row for rows in ordered for row in rows.events])
    _execute(connection, SET_SEAT, [row for rows in ordered for row in rows.seats])
    _execute(connection, END_SEATS, [row for rows in ordered for row in rows.ends])
    _change(connection, SET_TOKEN, [row for rows in ordered for row in rows.tokens])
    _execute(connection, ADD_NOTICE, [row for rows in ordered for row in rows.notices])
    for act in (rows.write.act for rows in ordered):
        if act is not None:
            in_turn(connection)
            add_act(connection, act)
    uses = [row for rows in ordered for row in rows.uses]
    _change(connection, USE, sorted(uses, key=lambda row: str(row["_token"])))
    writes = [rows.write for rows in ordered]
    keep_endings(
        connection, [Finished(one.table, _time(one), one.ending) for one in writes if one.ending]
    )


def is_written(connection: Connection, rows: Rows) -> bool:
    """Whether just this was written already, by a commit that was never confirmed."""
    write, head = rows.write, rows.head
    if head is not None:
        found = connection.scalar(select(tables.c.head).where(tables.c.id == write.table))
        return found == _encoded(head)
    numbers = events.c.number.between(write.events[0].number, write.events[-1].number)
    return read_events(connection, write.table, numbers) == list(write.events)


def refusal(connection: Connection, rows: Rows, error: Exception) -> StoreError:
    """Why a write failed, as its author needs to know it."""
    write = rows.write
    repeated = _with_keys(connection, write)
    if repeated:
        return Repeated(repeated[0])
    version = connection.scalar(select(tables.c.version).where(tables.c.id == write.table))
    if rows.head is not None and version is not None:
        return Stale(f"table {write.table} exists already")
    if rows.head is None and version is None:
        return BadWrite(f"there is no table {write.table}")
    if rows.head is None and version != write.events[0].number - 1:
        return Stale(
            f"table {write.table} has {version} events, so the next is not "
            f"number {write.events[0].number}"
        )
    if write.uses and not _is_usable(connection, write):
        return Used("the invitation is not valid any more; ask for another one")
    return bad_write(error)


def bad_write(error: Exception) -> StoreError:
    """An error that is nobody else's fault; what the store says itself stays as it is."""
    if isinstance(error, StoreError):
        return error
    if isinstance(error, RowMissing):
        return BadWrite(str(error))
    return BadWrite(f"this cannot be stored: {in_short(error)}")


def read_events(connection: Connection, table: str, *conditions: Any) -> list[Event]:
    """Events of a table, in order."""
    query = select(*EVENT).where(events.c.table_id == table, *conditions)
    return [_read(*row) for row in connection.execute(query.order_by(events.c.number))]


def _read(number: int, kind: str, *rest: Any) -> Event:
    return Event(number, KINDS[kind], *rest)


def _check(write: Write, head: Head | None) -> None:
    numbers = [event.number for event in write.events]
    first = 1 if head is not None else numbers[0] if numbers else 0
    if numbers != [*range(first, first + len(numbers))] or (head is None and first < 1):
        raise BadWrite(f"the events of a write have the numbers {numbers}, with a gap or none")
    if head is not None and head.id != write.table:
        raise BadWrite(f"the head is of table {head.id}, the events are of {write.table}")
    texts.check(write.table, write.uses, write.address, *write.tokens.values())
    for event in write.events:
        texts.check(event.key, event.level)
    for place in write.seats or ():
        texts.check(place.kind, place.level)


def _new_table(write: Write, head: Head) -> Fields:
    texts.check(head.game, head.follows)
    return {
        "id": write.table,
        "head": _encoded(head),
        "game": head.game,
        "players": head.players,
        "host": head.host,
        "follows": head.follows,
        "created": head.created,
        "changed": _time(write, head.created),
        "shown": _time(write, head.created),
        "open_seats": _open_seats(write) or 0,
        "address": write.address,
        "daily": head.daily,
        **_standing(write),
    }


def _changed_table(write: Write) -> Fields:
    return {
        "_table": write.table,
        "_before": write.events[0].number - 1,
        "_open": _open_seats(write),
        "_host": write.host,
        "_shown": _time(write) if write.is_told else None,
        "_address": "" if write.status in ENDED else None,
        "changed": _time(write),
        **_standing(write),
    }


def _standing(write: Write) -> Fields:
    return {
        "version": write.events[-1].number if write.events else 0,
        "status": write.status,
        "public": write.public,
        "locked": write.locked,
        "to_act": write.to_act,
        "bots": write.bots,
        "deadline": write.deadline,
        "result": None if write.result is None else msgspec.json.encode(write.result).decode(),
    }


def _event(table: str, event: Event) -> Fields:
    return {
        "table_id": table,
        "number": event.number,
        "kind": event.kind.value,
        "at": event.at,
        "seat": event.seat,
        "code": event.code,
        "by": event.by,
        "key": event.key,
        "answer": event.answer,
        "person": event.person,
        "level": event.level,
    }


def _notices(write: Write) -> list[Fields]:
    number = write.events[-1].number if write.events else 0
    return [
        {"table": write.table, "number": number, **one._asdict()} for one in sorted(write.notices)
    ]


def _encoded(head: Head) -> str:
    try:
        return msgspec.json.encode(head).decode()
    except UnicodeEncodeError as error:
        raise BadWrite(f"the head of table {head.id!a} cannot be stored: {error}") from error


def _time(write: Write, otherwise: float = 0.0) -> float:
    return write.events[-1].at if write.events else otherwise


def _open_seats(write: Write) -> int | None:
    """How many seats anybody can take."""
    if write.seats is None:
        return None
    return sum(place.kind == "open" and not place.person for place in write.seats)


def _execute(connection: Connection, statement: Executable, parameters: list[Fields]) -> None:
    if parameters:
        _executed(connection, statement, parameters)


def _change(connection: Connection, statement: Any, parameters: list[Fields]) -> None:
    """Change one row for each set of parameters."""
    if parameters and _executed(connection, statement, parameters).rowcount != len(parameters):
        raise RowMissing(f"no such row in {statement.table.name}")


def _executed(
    connection: Connection, statement: Executable, parameters: list[Fields]
) -> CursorResult[Any]:
    """As `connection.execute`, which would look at every set of parameters; these are all alike.

    Worth it as measured with SQLite on one core of a server, in processor time of a write: 332 µs
    and not 400 by itself, 64 and not 82 among 8, 15 and not 23 among 100; a move takes 390 in all.
    """
    kind: Any = type(connection.dialect)
    told, in_order = _in_sql(statement, kind, tuple(parameters[0]))
    if in_order is None:
        return connection.exec_driver_sql(told, parameters)
    return connection.exec_driver_sql(told, [in_order(row) for row in parameters])


@functools.cache
def _in_sql(
    statement: Any, dialect: type[Dialect], names: tuple[str, ...]
) -> tuple[str, Callable[[Fields], Any] | None]:
    """A statement as a driver takes it, and what puts parameters in order if they have no names.

    There are always two or more of them.
    """
    compiled = statement.compile(dialect=dialect(), column_keys=[*names])
    order = compiled.positiontup
    return str(compiled), None if order is None else itemgetter(*order)


def _with_keys(connection: Connection, write: Write) -> list[Event]:
    keys = [event.key for event in write.events if event.key]
    return read_events(connection, write.table, events.c.key.in_(keys)) if keys else []


def _is_usable(connection: Connection, write: Write) -> bool:
    found = connection.execute(
        select(invitations.c.table_id, invitations.c.used).where(
            invitations.c.token_hash == write.uses
        )
    ).one_or_none()
    return found is not None and found.table_id == write.table and found.used is None
