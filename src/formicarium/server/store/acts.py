"""Lines of the audit log as rows: each is written with what it is about, or neither is."""

from typing import Any

import msgspec
from sqlalchemy import Connection, Row, insert, select, text

from formicarium.server.store.entries import Act
from formicarium.server.store.errors import LastAdministrator
from formicarium.server.store.schema import acts, people

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


def check_one_left(connection: Connection, person: int, now: float) -> None:
    """Whether there is an administrator left who can act, without that person."""
    is_one = (people.c.role == ADMINISTRATOR, people.c.gone.is_(None))
    found = connection.execute(select(people.c.number, people.c.banned_until).where(*is_one)).all()
    others = [one for one in found if one.number != person and one.banned_until <= now]
    if len(found) > len([one for one in found if one.number != person]) and not others:
        raise LastAdministrator("this is the last administrator; make somebody else one first")
