"""Until when people were last at a table."""

from alembic import op
from sqlalchemy import Column, Double, Text

revision = "0006"
down_revision = "0003"


def upgrade() -> None:
    op.create_table(
        "sightings",
        Column("table_id", Text, primary_key=True),
        Column("person", Text, primary_key=True),
        Column("until", Double, nullable=False),
    )
