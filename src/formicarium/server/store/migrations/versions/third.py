"""Tables know where they come from, and may rest; jobs are there for all processes."""

from alembic import op
from sqlalchemy import Boolean, Column, Double, Text, false, text

from formicarium.server.store.migrations.columns import make_partial

revision = "0003"
down_revision = "0002"

HAS_DEADLINE = "deadline IS NOT NULL AND NOT resting"
BOT_TO_ACT = (
    "status = 'playing' AND (to_act & bots) <> 0 AND bots <> (1 << players) - 1 AND NOT resting"
)


def upgrade() -> None:
    op.add_column("tables", _text("address"))
    op.add_column("tables", Column("resting", Boolean, nullable=False, server_default=false()))
    op.drop_index("ix_tables_deadline", "tables")
    make_partial("ix_tables_deadline", "tables", ["deadline"], HAS_DEADLINE)
    op.drop_index("ix_tables_bots", "tables")
    make_partial("ix_tables_bots", "tables", ["changed"], BOT_TO_ACT)
    make_partial("ix_tables_address", "tables", ["created"], "address <> ''")
    op.add_column("jobs", Column("alive", Double, nullable=False, server_default=text("0")))
    op.add_column("jobs", _text("address"))
    make_partial("ix_jobs_waiting", "jobs", ["address"], "status = 'waiting'")


def _text(name: str) -> "Column[str]":
    return Column(name, Text, nullable=False, server_default="")
