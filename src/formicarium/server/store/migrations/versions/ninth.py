"""What people have tried in games that are over."""

from alembic import op
from sqlalchemy import Column, Double, Text

from formicarium.server.store.migrations.columns import of_person, of_table

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    op.create_table(
        "variations",
        of_table(primary_key=True),
        of_person(primary_key=True),
        Column("lines", Text, nullable=False),
        Column("changed", Double, nullable=False),
    )
    op.create_index("ix_variations_person", "variations", ["person"])
