"""People are numbers, and their names lie in one place; sessions, and links for new passwords."""

import hashlib
from typing import Any, NamedTuple

import msgspec
from alembic import op
from sqlalchemy import Column, Double, Integer, Text, text

from formicarium.server.store.errors import BadDatabase
from formicarium.server.store.looks import looks
from formicarium.server.store.migrations.columns import filled, of_person

revision = "0004"
down_revision = "0003"

# Everybody whom the database knows of, and when.
SIGHTINGS = """
    SELECT id AS person, created AS at FROM people_before
    UNION ALL SELECT person, created FROM accounts
    UNION ALL SELECT host, created FROM tables
    UNION ALL SELECT "by", at FROM events
    UNION ALL SELECT person, at FROM events
    UNION ALL SELECT seats.person, tables.changed FROM seats JOIN tables ON tables.id = table_id
    UNION ALL SELECT person, at FROM chat
    UNION ALL SELECT person, created FROM jobs
"""
EVERYBODY = f"""
    SELECT person, min(at), max(at) FROM ({SIGHTINGS}) AS sightings WHERE person <> ''
    GROUP BY person ORDER BY min(at), person
"""
# What those were called who have no row of their own, the last name last.
NAMES = """
    SELECT person, name, at FROM events WHERE person <> '' AND name <> ''
    UNION ALL SELECT person, name, at FROM chat WHERE person <> '' AND name <> ''
    ORDER BY 3
"""
ADD_PERSON = text(
    "INSERT INTO people (name, created, seen, former) VALUES (:name, :created, :seen, :former)"
)
ACCOUNTS = """
    SELECT person, accounts.name AS name, people.name AS called
    FROM accounts JOIN people ON number = person ORDER BY accounts.created, number
"""
RESERVE = text(
    "INSERT INTO reserved (looks, person) VALUES (:looks, :person) ON CONFLICT DO NOTHING"
)
# Keys of requests begin with who sent them.
NUMBERED_KEYS = """
    UPDATE {table} SET "key" = (SELECT CAST(number AS TEXT) FROM people WHERE former = {person})
        || substr("key", length({person}) + 1)
    WHERE {person} <> '' AND substr("key", 1, length({person}) + 1) = {person} || ':'
"""


class Formerly(NamedTuple):
    """Somebody of an older database."""

    former: str
    created: float
    seen: float


def upgrade() -> None:
    _set_aside("people")
    _make_people()
    _fill_people()
    _make_accounts()
    _number_tables()
    _number("seats", "person", index="ix_seats_person")
    _number_events()
    _number_chat()
    _number("jobs", "person")
    op.drop_column("seats", "name")
    op.drop_table("people_before")
    _make_sessions()
    _reserve_names()


def _set_aside(table: str) -> None:
    """Make room for a table that replaces another, with the names of its parts."""
    op.rename_table(table, f"{table}_before")
    if op.get_bind().dialect.name == "postgresql":
        op.execute(f"ALTER INDEX {table}_pkey RENAME TO {table}_before_pkey")


def _make_people() -> None:
    op.create_table(
        "people",
        Column("number", Integer, primary_key=True),
        *filled(Text, "name"),
        *filled(Double, "created", "seen"),
        Column("former", Text, unique=True),
        Column("gone", Double),
        sqlite_autoincrement=True,
    )


def _fill_people() -> None:
    """Everybody gets a number, in the order in which they came."""
    connection = op.get_bind()
    names: dict[str, str] = {row[0]: row[1] for row in connection.execute(text(NAMES))}
    rows = connection.execute(text("SELECT id, name FROM people_before"))
    names |= {row[0]: row[1] for row in rows}  # a name that was said is newer than any seat's
    everybody = [Formerly(*row) for row in connection.execute(text(EVERYBODY))]
    for one in everybody:
        name = names.get(one.former, "")
        said = "" if name == _guest_name(one.former) else name
        connection.execute(ADD_PERSON, {"name": said, **one._asdict()})


def _guest_name(person: str) -> str:
    """What version 0.1 and 0.2 called somebody who had said no name."""
    number = int.from_bytes(hashlib.sha256(person.encode()).digest()[:8])
    return f"Guest {1000 + number % 9000}"


def _make_accounts() -> None:
    _set_aside("accounts")
    op.create_table(
        "accounts",
        Column("folded", Text, primary_key=True),
        *filled(Text, "name", "password_hash"),
        of_person(nullable=False),
        *filled(Double, "created"),
    )
    op.execute(
        "INSERT INTO accounts (folded, name, password_hash, person, created)"
        " SELECT folded, a.name, password_hash, number, a.created"
        " FROM accounts_before AS a JOIN people ON former = a.person"
    )
    op.drop_table("accounts_before")
    op.create_index("ix_accounts_person", "accounts", ["person"])


def _number_tables() -> None:
    _number("tables", "host", index="ix_tables_host")
    connection = op.get_bind()
    rows = connection.execute(text("SELECT id, head, host FROM tables")).all()
    for row in rows:
        head = _head(row.id, row.head)
        told = msgspec.json.encode(head | {"host": row.host}).decode()
        fields = {"id": row.id, "head": told}
        connection.execute(text("UPDATE tables SET head = :head WHERE id = :id"), fields)


def _head(table: str, head: str) -> dict[str, Any]:
    """What a table was made with."""
    try:
        return msgspec.json.decode(head, type=dict[str, Any])
    except msgspec.DecodeError as error:
        raise BadDatabase(
            f"table {table} of this database is damaged ({error}); nothing was changed. Restore a "
            "copy of the database, or put right or remove that table, then start again"
        ) from error


def _number_events() -> None:
    op.execute(NUMBERED_KEYS.format(table="events", person='events."by"'))
    _number("events", "by")
    _number("events", "person")
    op.drop_column("events", "name")


def _number_chat() -> None:
    op.execute(NUMBERED_KEYS.format(table="chat", person="chat.person"))
    _number("chat", "person")
    op.drop_column("chat", "name")
    op.create_index("ix_chat_person", "chat", ["person"])


def _number(table: str, column: str, index: str = "") -> None:
    """Put numbers of people in place of the texts that they were known by."""
    if index:
        op.drop_index(index, table)
    op.add_column(table, Column("in_numbers", Integer, nullable=False, server_default=text("0")))
    op.execute(
        f"UPDATE {table} SET in_numbers ="
        f' (SELECT number FROM people WHERE former = {table}."{column}")'
        f" WHERE \"{column}\" <> ''"
    )
    op.drop_column(table, column)
    op.execute(f'ALTER TABLE {table} RENAME COLUMN in_numbers TO "{column}"')
    if index:
        op.create_index(index, table, [column])


def _make_sessions() -> None:
    op.create_table(
        "sessions",
        Column("token_hash", Text, primary_key=True),
        of_person(nullable=False),
        *filled(Double, "created", "seen"),
        *filled(Text, "device"),
    )
    op.create_table(
        "resets",
        Column("token_hash", Text, primary_key=True),
        of_person(nullable=False),
        *filled(Double, "created"),
        Column("used", Double),
    )
    op.create_table("reserved", Column("looks", Text, primary_key=True), of_person(nullable=False))
    for table in ("sessions", "resets", "reserved"):
        op.create_index(f"ix_{table}_person", table, ["person"])


def _reserve_names() -> None:
    """Names of accounts are theirs alone; where two look alike, both stay, and the first has it."""
    connection = op.get_bind()
    for row in connection.execute(text(ACCOUNTS)).all():
        for each in sorted(looks(row.name) | looks(row.called)):
            connection.execute(RESERVE, {"looks": each, "person": row.person})
