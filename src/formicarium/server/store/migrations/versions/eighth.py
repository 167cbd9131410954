"""Which tables are games of a day."""

from alembic import op
from sqlalchemy import Column, Integer, text

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    op.add_column("tables", Column("daily", Integer, nullable=False, server_default=text("0")))
    where = text("daily <> 0")
    op.create_index(
        "ix_tables_daily", "tables", ["daily"], sqlite_where=where, postgresql_where=where
    )
