"""How people's names look is kept with them; names of accounts are reserved as they look now."""

from alembic import op
from sqlalchemy import Column, Text, text

from formicarium.server.store.looks import lines_of, looks

revision = "0007"
down_revision = "0006"

NAMED = "SELECT number, name FROM people WHERE name <> ''"
KEEP = text("UPDATE people SET looks = :looks WHERE number = :number")
ACCOUNTS = """
    SELECT person, accounts.name AS name, people.name AS called
    FROM accounts JOIN people ON number = person ORDER BY accounts.created, number
"""
RESERVE = text(
    "INSERT INTO reserved (looks, person) VALUES (:looks, :person) ON CONFLICT DO NOTHING"
)


def upgrade() -> None:
    op.add_column("people", Column("looks", Text, nullable=False, server_default=""))
    connection = op.get_bind()
    for row in connection.execute(text(NAMED)).all():
        connection.execute(KEEP, {"number": row.number, "looks": lines_of(row.name)})
    connection.execute(text("DELETE FROM reserved"))
    for row in connection.execute(text(ACCOUNTS)).all():
        for each in sorted(looks(row.name) | looks(row.called)):
            connection.execute(RESERVE, {"looks": each, "person": row.person})
