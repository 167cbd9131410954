"""Lines of the audit log as rows: each is written with what it is about, or neither is."""

from collections.abc import Collection
from typing import Any

import msgspec
from sqlalchemy import Connection, Row, insert, select, text

from formicarium.server.store.entries import Act
from formicarium.server.store.errors import LastAdministrator
from formicarium.server.store.schema import HAS_DECIDED, acts, people

FOR_EVER = 1e11  # a time that nobody waits for: the year 5138
ADMINISTRATOR = "admin"  # the role
TURN = 7_466_772  # any number: whoever writes an act into a PostgreSQL database holds this lock

COLUMNS = [acts.c.table_id.label("table") if one.name == "table_id" else one for one in acts.c]


def in_turn(connection: Connection) -> None:
    """Wait for other acts, so that their numbers count up in the order in which they are seen."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": TURN})


def add_act(connection: Connection, act: Act) -> int:
    """Write an act into the log, in its turn; its number."""
    return int(connection.execute(insert(acts).returning(acts.c.number), _fields(act)).scalar_one())


def same_act(connection: Connection, act: Act) -> Act | None:
    """The same act, written by a commit that was never confirmed."""
    fields = {"at": act.at, "by": act.by, "kind": act.kind, "person": act.person}
    same = [acts.c[name] == value for name, value in fields.items()]
    found = connection.execute(select(*COLUMNS).where(*same, acts.c.table_id == act.table))
    return next(map(read_act, found), None)


def read_act(row: Row[Any]) -> Act:
    """An act as it was written."""
    return Act(**row._mapping)


def _fields(act: Act) -> dict[str, Any]:
    fields = msgspec.structs.asdict(act)
    del fields["number"]
    return {"table_id" if name == "table" else name: value for name, value in fields.items()}


def ending(until: float | None) -> float | None:
    """When something is over; None: never, or it is not a matter of time."""
    return None if until is None or until >= FOR_EVER else until


def check_one_left(connection: Connection, going: Collection[int], now: float) -> None:
    """Whether there is an administrator left who can act, without these people."""
    decided = text(f"({HAS_DECIDED})")  # by whose index they are found
    is_one = (decided, people.c.role == ADMINISTRATOR, people.c.gone.is_(None))
    found = connection.execute(select(people.c.number, people.c.banned_until).where(*is_one)).all()
    others = [one for one in found if one.number not in going]
    if len(others) < len(found) and all(one.banned_until > now for one in others):
        raise LastAdministrator("this is the last administrator; make somebody else one first")
