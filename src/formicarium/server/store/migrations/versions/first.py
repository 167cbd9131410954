"""The first tables."""

from typing import Any

from alembic import op
from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Double,
    ForeignKey,
    Integer,
    LargeBinary,
    SmallInteger,
    Text,
    text,
)

revision = "0001"
down_revision = None


def upgrade() -> None:
    _make_tables()
    _make_seats()
    _make_talk()
    _make_jobs()
    _make_people()
    _make_indexes()


def _make_tables() -> None:
    op.create_table(
        "tables",
        Column("id", Text, primary_key=True),
        Column("head", Text, nullable=False),
        Column("game", Text, nullable=False),
        Column("players", SmallInteger, nullable=False),
        Column("host", Text, nullable=False),
        Column("follows", Text, nullable=False),
        Column("created", Double, nullable=False),
        Column("changed", Double, nullable=False),
        Column("version", Integer, nullable=False),
        Column("status", Text, nullable=False),
        Column("public", Boolean, nullable=False),
        Column("locked", Boolean, nullable=False),
        Column("to_act", Integer, nullable=False),
        Column("bots", Integer, nullable=False),
        Column("deadline", Double),
        Column("open_seats", SmallInteger, nullable=False),
    )
    op.create_table(
        "events",
        _table_id(primary_key=True),
        Column("number", Integer, primary_key=True, autoincrement=False),
        Column("kind", Text, nullable=False),
        Column("at", Double, nullable=False),
        Column("seat", SmallInteger),
        Column("code", BigInteger),
        Column("by", Text, nullable=False),
        Column("key", Text, nullable=False),
        Column("answer", Integer, nullable=False),
        Column("person", Text, nullable=False),
        Column("name", Text, nullable=False),
        Column("level", Text, nullable=False),
        sqlite_with_rowid=False,
    )


def _make_seats() -> None:
    op.create_table(
        "seats",
        _table_id(primary_key=True),
        Column("seat", SmallInteger, primary_key=True, autoincrement=False),
        Column("kind", Text, nullable=False),
        Column("person", Text, nullable=False),
        Column("name", Text, nullable=False),
        Column("level", Text, nullable=False),
        Column("token_hash", Text, nullable=False, server_default=""),
    )
    op.create_table(
        "claims",
        _table_id(primary_key=True),
        Column("holder", Text, nullable=False),
        Column("until", Double, nullable=False),
    )
    op.create_table(
        "snapshots",
        _table_id(primary_key=True),
        Column("number", Integer, nullable=False),
        Column("rules", Text, nullable=False),
        Column("state", LargeBinary, nullable=False),
    )


def _make_talk() -> None:
    op.create_table(
        "invitations",
        Column("token_hash", Text, primary_key=True),
        _table_id(nullable=False),
        Column("seat", SmallInteger),
        Column("created", Double, nullable=False),
        Column("used", Double),
    )
    op.create_table(
        "talks",
        _table_id(primary_key=True),
        Column("lines", Integer, nullable=False),
    )
    op.create_table(
        "chat",
        _table_id(primary_key=True),
        Column("number", Integer, primary_key=True, autoincrement=False),
        Column("at", Double, nullable=False),
        Column("person", Text, nullable=False),
        Column("name", Text, nullable=False),
        Column("text", Text, nullable=False),
    )


def _make_jobs() -> None:
    op.create_table(
        "jobs",
        Column("id", Text, primary_key=True),
        Column("kind", Text, nullable=False),
        _table_id(nullable=False),
        Column("seat", SmallInteger),
        Column("person", Text, nullable=False),
        Column("status", Text, nullable=False),
        Column("progress", Double, nullable=False),
        Column("result", Text, nullable=False),
        Column("created", Double, nullable=False),
    )


def _make_people() -> None:
    op.create_table(
        "people",
        Column("id", Text, primary_key=True),
        Column("name", Text, nullable=False),
        Column("created", Double, nullable=False),
    )
    op.create_table(
        "accounts",
        Column("folded", Text, primary_key=True),
        Column("name", Text, nullable=False),
        Column("password_hash", Text, nullable=False),
        Column("person", Text, ForeignKey("people.id"), nullable=False),
        Column("created", Double, nullable=False),
    )
    op.create_table(
        "secrets",
        Column("name", Text, primary_key=True),
        Column("value", LargeBinary, nullable=False),
    )


def _make_indexes() -> None:
    op.create_index("ix_tables_status", "tables", ["status", "changed", "id"])
    op.create_index("ix_tables_host", "tables", ["host"])
    _make_partial("ix_tables_open", "tables", ["changed", "id"], "open_seats > 0")
    _make_partial("ix_tables_deadline", "tables", ["deadline"], "deadline IS NOT NULL")
    bot_to_act = "status = 'playing' AND (to_act & bots) <> 0"
    _make_partial("ix_tables_bots", "tables", ["changed"], bot_to_act)
    _make_partial("ix_events_key", "events", ["table_id", "key"], "key <> ''", unique=True)
    op.create_index("ix_seats_person", "seats", ["person"])
    _make_partial("ix_seats_token", "seats", ["token_hash"], "token_hash <> ''", unique=True)


def _make_partial(
    name: str, table: str, columns: list[str], condition: str, unique: bool = False
) -> None:
    where = text(condition)
    op.create_index(name, table, columns, unique=unique, sqlite_where=where, postgresql_where=where)


def _table_id(**settings: Any) -> Column[str]:
    return Column("table_id", Text, ForeignKey("tables.id"), **settings)
