"""What people wish to be told of, where, and what is still to be told."""

from alembic import op
from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Double,
    Integer,
    SmallInteger,
    Text,
    text,
    true,
)

from formicarium.server.store.migrations.columns import filled, make_partial, of_person, of_table

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
    make_partial("ix_seats_going_on", "seats", ["person"], "going_on")


def _add_wishes() -> None:
    op.create_table(
        "wishes",
        of_person(primary_key=True),
        *filled(Text, "push", "mail", "language", "zone", "address", "pending"),
        Column("live", Boolean, nullable=False),
        *filled(SmallInteger, "quiet_from", "quiet_until"),
        *filled(Integer, "pause"),
        *filled(Double, "asked", "looked", "told", "changed"),
    )
    op.create_table(
        "subscriptions",
        Column("number", Integer, primary_key=True),
        of_person(nullable=False),
        *filled(Text, "token_hash", "endpoint", "p256dh", "auth"),
        *filled(Double, "created"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_subscriptions_person", "subscriptions", ["person"])
    op.create_index("ix_subscriptions_token", "subscriptions", ["token_hash"])
    op.create_index("ix_subscriptions_endpoint", "subscriptions", ["endpoint"], unique=True)
    op.create_table(
        "asked_addresses",
        Column("hash", Text, primary_key=True),
        *filled(BigInteger, "day"),
        *filled(Integer, "times"),
    )


def _add_outbox() -> None:
    op.create_table(
        "notices",
        Column("person", Integer, primary_key=True, autoincrement=False),
        of_table(primary_key=True),
        Column("kind", Text, primary_key=True),
        *filled(Integer, "number"),
        *filled(Double, "at", "due"),
    )
    op.create_index("ix_notices_due", "notices", ["due"])
    op.create_index("ix_notices_table", "notices", ["table_id"])
    op.create_table(
        "letters",
        Column("number", Integer, primary_key=True),
        of_person(nullable=False),
        *filled(Text, "channel", "about", "holder"),
        Column("subscription", Integer, nullable=False, server_default=text("0")),
        *filled(Double, "created", "due", "until"),
        *filled(Integer, "tries"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_letters_due", "letters", ["channel", "due"])
    op.create_index("ix_letters_person", "letters", ["person"])
