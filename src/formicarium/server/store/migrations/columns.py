"""What the versions of the database make their tables of."""

from typing import Any

from alembic import op
from sqlalchemy import Column, ForeignKey, Integer, Text, text


def filled(kind: Any, *names: str) -> list[Column[Any]]:
    """Columns of a kind, none of which is ever empty."""
    return [Column(name, kind, nullable=False) for name in names]


def of_table(**settings: Any) -> Column[str]:
    """The table that a row belongs to."""
    return Column("table_id", Text, ForeignKey("tables.id"), **settings)


def of_person(**settings: Any) -> Column[int]:
    """The person whom a row is about."""
    return Column("person", Integer, ForeignKey("people.number"), **settings)


def make_partial(
    name: str, table: str, columns: list[str], condition: str, unique: bool = False
) -> None:
    """An index over those rows alone for which a condition holds."""
    where = text(condition)
    op.create_index(name, table, columns, unique=unique, sqlite_where=where, postgresql_where=where)
