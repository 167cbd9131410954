"""Lists go by what all know of; results of games are kept; a line of chat has a key."""

from alembic import op
from sqlalchemy import Column, Double, Text, text

from formicarium.server.store.migrations.columns import make_partial

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.add_column("tables", Column("shown", Double, nullable=False, server_default=text("0")))
    op.execute("UPDATE tables SET shown = changed")
    op.add_column("tables", Column("result", Text))  # of older games: when a list first shows them
    op.drop_index("ix_tables_status", "tables")
    op.create_index("ix_tables_status", "tables", ["status", "shown", "id"])
    op.drop_index("ix_tables_open", "tables")
    make_partial("ix_tables_open", "tables", ["shown", "id"], "open_seats > 0")
    op.add_column("chat", Column("key", Text, nullable=False, server_default=""))
    make_partial("ix_chat_key", "chat", ["table_id", "key"], "key <> ''", unique=True)
