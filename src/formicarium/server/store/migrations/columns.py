"""What the versions of the database make their tables of."""

from typing import Any

from alembic import op
from sqlalchemy import Column, text


def filled(kind: Any, *names: str) -> list[Column[Any]]:
    """Columns of a kind, none of which is ever empty."""
    return [Column(name, kind, nullable=False) for name in names]


def make_partial(
    name: str, table: str, columns: list[str], condition: str, unique: bool = False
) -> None:
    """An index over those rows alone for which a condition holds."""
    where = text(condition)
    op.create_index(name, table, columns, unique=unique, sqlite_where=where, postgresql_where=where)
