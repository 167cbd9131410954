"""Which tables are games of a day."""

from alembic import op
from sqlalchemy import Column, Integer, text

from formicarium.server.store.migrations.columns import make_partial

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    op.add_column("tables", Column("daily", Integer, nullable=False, server_default=text("0")))
    make_partial("ix_tables_daily", "tables", ["daily"], "daily <> 0")
