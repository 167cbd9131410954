"""The first tables."""

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
)

from formicarium.server.store.migrations.columns import filled, make_partial, of_table

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
        *filled(Text, "head", "game"),
        *filled(SmallInteger, "players"),
        *filled(Text, "host", "follows"),
        *filled(Double, "created", "changed"),
        *filled(Integer, "version"),
        *filled(Text, "status"),
        *filled(Boolean, "public", "locked"),
        *filled(Integer, "to_act", "bots"),
        Column("deadline", Double),
        *filled(SmallInteger, "open_seats"),
    )
    op.create_table(
        "events",
        of_table(primary_key=True),
        Column("number", Integer, primary_key=True, autoincrement=False),
        *filled(Text, "kind"),
        *filled(Double, "at"),
        Column("seat", SmallInteger),
        Column("code", BigInteger),
        *filled(Text, "by", "key"),
        *filled(Integer, "answer"),
        *filled(Text, "person", "name", "level"),
        sqlite_with_rowid=False,
    )


def _make_seats() -> None:
    op.create_table(
        "seats",
        of_table(primary_key=True),
        Column("seat", SmallInteger, primary_key=True, autoincrement=False),
        *filled(Text, "kind", "person", "name", "level"),
        Column("token_hash", Text, nullable=False, server_default=""),
    )
    op.create_table(
        "claims",
        of_table(primary_key=True),
        *filled(Text, "holder"),
        *filled(Double, "until"),
    )
    op.create_table(
        "snapshots",
        of_table(primary_key=True),
        *filled(Integer, "number"),
        *filled(Text, "rules"),
        *filled(LargeBinary, "state"),
    )


def _make_talk() -> None:
    op.create_table(
        "invitations",
        Column("token_hash", Text, primary_key=True),
        of_table(nullable=False),
        Column("seat", SmallInteger),
        *filled(Double, "created"),
        Column("used", Double),
    )
    op.create_table("talks", of_table(primary_key=True), *filled(Integer, "lines"))
    op.create_table(
        "chat",
        of_table(primary_key=True),
        Column("number", Integer, primary_key=True, autoincrement=False),
        *filled(Double, "at"),
        *filled(Text, "person", "name", "text"),
    )


def _make_jobs() -> None:
    op.create_table(
        "jobs",
        Column("id", Text, primary_key=True),
        *filled(Text, "kind"),
        of_table(nullable=False),
        Column("seat", SmallInteger),
        *filled(Text, "person", "status"),
        *filled(Double, "progress"),
        *filled(Text, "result"),
        *filled(Double, "created"),
    )


def _make_people() -> None:
    op.create_table(
        "people",
        Column("id", Text, primary_key=True),
        *filled(Text, "name"),
        *filled(Double, "created"),
    )
    op.create_table(
        "accounts",
        Column("folded", Text, primary_key=True),
        *filled(Text, "name", "password_hash"),
        Column("person", Text, ForeignKey("people.id"), nullable=False),
        *filled(Double, "created"),
    )
    op.create_table(
        "secrets",
        Column("name", Text, primary_key=True),
        *filled(LargeBinary, "value"),
    )


def _make_indexes() -> None:
    op.create_index("ix_tables_status", "tables", ["status", "changed", "id"])
    op.create_index("ix_tables_host", "tables", ["host"])
    make_partial("ix_tables_open", "tables", ["changed", "id"], "open_seats > 0")
    make_partial("ix_tables_deadline", "tables", ["deadline"], "deadline IS NOT NULL")
    bot_to_act = "status = 'playing' AND (to_act & bots) <> 0"
    make_partial("ix_tables_bots", "tables", ["changed"], bot_to_act)
    make_partial("ix_events_key", "events", ["table_id", "key"], "key <> ''", unique=True)
    op.create_index("ix_seats_person", "seats", ["person"])
    make_partial("ix_seats_token", "seats", ["token_hash"], "token_hash <> ''", unique=True)
