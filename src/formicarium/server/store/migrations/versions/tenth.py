"""What people wish to be told of, where, and what is still to be told."""

from typing import Any

from alembic import op
from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Double,
    ForeignKey,
    Integer,
    SmallInteger,
    Text,
    text,
    true,
)
from sqlalchemy.types import TypeEngine

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    _part_running_games()
    _add_wishes()
    _add_outbox()


def _part_running_games() -> None:
    going_on = Column("going_on", Boolean, nullable=False, server_default=true())
    op.add_column("seats", going_on)
    op.execute(
        "UPDATE seats SET going_on = false WHERE table_id IN"
        " (SELECT id FROM tables WHERE status IN ('over', 'closed'))"
    )
    where = text("going_on")
    op.create_index(
        "ix_seats_going_on", "seats", ["person"], sqlite_where=where, postgresql_where=where
    )


def _add_wishes() -> None:
    op.create_table(
        "wishes",
        Column("person", Integer, ForeignKey("people.number"), primary_key=True),
        *_filled(Text, "push", "mail", "language", "zone", "address", "pending"),
        Column("live", Boolean, nullable=False),
        *_filled(SmallInteger, "quiet_from", "quiet_until"),
        *_filled(Integer, "pause"),
        *_filled(Double, "asked", "looked", "told", "changed"),
    )
    op.create_table(
        "subscriptions",
        Column("number", Integer, primary_key=True),
        Column("person", Integer, ForeignKey("people.number"), nullable=False),
        *_filled(Text, "token_hash", "endpoint", "p256dh", "auth"),
        *_filled(Double, "created"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_subscriptions_person", "subscriptions", ["person"])
    op.create_index("ix_subscriptions_token", "subscriptions", ["token_hash"])
    op.create_index("ix_subscriptions_endpoint", "subscriptions", ["endpoint"], unique=True)
    op.create_table(
        "asked_addresses",
        Column("hash", Text, primary_key=True),
        *_filled(BigInteger, "day"),
        *_filled(Integer, "times"),
    )


def _add_outbox() -> None:
    op.create_table(
        "notices",
        Column("person", Integer, primary_key=True, autoincrement=False),
        Column("table_id", Text, ForeignKey("tables.id"), primary_key=True),
        Column("kind", Text, primary_key=True),
        *_filled(Integer, "number"),
        *_filled(Double, "at", "due"),
    )
    op.create_index("ix_notices_due", "notices", ["due"])
    op.create_index("ix_notices_table", "notices", ["table_id"])
    op.create_table(
        "letters",
        Column("number", Integer, primary_key=True),
        Column("person", Integer, ForeignKey("people.number"), nullable=False),
        *_filled(Text, "channel", "about", "holder"),
        Column("subscription", Integer, nullable=False, server_default=text("0")),
        *_filled(Double, "created", "due", "until"),
        *_filled(Integer, "tries"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_letters_due", "letters", ["channel", "due"])
    op.create_index("ix_letters_person", "letters", ["person"])


def _filled(kind: type[TypeEngine[Any]], *names: str) -> list[Column[Any]]:
    return [Column(name, kind, nullable=False) for name in names]
