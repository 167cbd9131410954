"""Lists go by what all know of; results of games are kept; a line of chat has a key."""

from alembic import op
from sqlalchemy import Column, Double, Text, text

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.add_column("tables", Column("shown", Double, nullable=False, server_default=text("0")))
    op.execute("UPDATE tables SET shown = changed")
    op.add_column("tables", Column("result", Text))  # of older games: when a list first shows them
    op.drop_index("ix_tables_status", "tables")
    op.create_index("ix_tables_status", "tables", ["status", "shown", "id"])
    op.drop_index("ix_tables_open", "tables")
    has_open_seat = text("open_seats > 0")
    op.create_index(
        "ix_tables_open",
        "tables",
        ["shown", "id"],
        sqlite_where=has_open_seat,
        postgresql_where=has_open_seat,
    )
    op.add_column("chat", Column("key", Text, nullable=False, server_default=""))
    has_key = text("key <> ''")
    op.create_index(
        "ix_chat_key",
        "chat",
        ["table_id", "key"],
        unique=True,
        sqlite_where=has_key,
        postgresql_where=has_key,
    )
