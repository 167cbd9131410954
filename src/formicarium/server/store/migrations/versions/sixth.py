"""Until when people were last at a table."""

from alembic import op
from sqlalchemy import Column, Double, Integer, Text

from formicarium.server.store.migrations.columns import filled

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    op.create_table(
        "sightings",
        Column("table_id", Text, primary_key=True),
        Column("person", Integer, primary_key=True),
        *filled(Double, "until"),
    )
    op.create_index("ix_sightings_person", "sightings", ["person"])
