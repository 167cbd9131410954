"""What people have tried in games that are over."""

from alembic import op
from sqlalchemy import Column, Double, ForeignKey, Integer, Text

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    op.create_table(
        "variations",
        Column("table_id", Text, ForeignKey("tables.id"), primary_key=True),
        Column("person", Integer, ForeignKey("people.number"), primary_key=True),
        Column("lines", Text, nullable=False),
        Column("changed", Double, nullable=False),
    )
    op.create_index("ix_variations_person", "variations", ["person"])
