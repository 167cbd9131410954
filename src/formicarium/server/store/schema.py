"""The tables of the database.

A change here needs a revision in `migrations/versions`.
"""

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Double,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    SmallInteger,
    Table,
    Text,
    text,
)

METADATA = MetaData()

# Conditions of partial indexes; a query that repeats one word for word is answered by its index.
HAS_OPEN_SEAT = text("open_seats > 0")
HAS_DEADLINE = text("deadline IS NOT NULL")
BOT_TO_ACT = text("status = 'playing' AND (to_act & bots) <> 0")
HAS_KEY = text("key <> ''")
HAS_TOKEN = text("token_hash <> ''")


def _partial(name: str, *columns: str, where: object, unique: bool = False) -> Index:
    return Index(name, *columns, unique=unique, sqlite_where=where, postgresql_where=where)


def _table_id() -> Column[str]:
    return Column("table_id", Text, ForeignKey("tables.id"), primary_key=True)


tables = Table(
    "tables",
    METADATA,
    Column("id", Text, primary_key=True),
    Column("head", Text, nullable=False),  # as JSON: seeds need all 64 bits
    Column("game", Text, nullable=False),
    Column("players", SmallInteger, nullable=False),
    Column("host", Text, nullable=False),
    Column("follows", Text, nullable=False),
    Column("created", Double, nullable=False),
    Column("changed", Double, nullable=False),  # the last event: when it was may be a secret
    Column("shown", Double, nullable=False, server_default=text("0")),  # the last that all know of
    Column("version", Integer, nullable=False),  # the number of the last event
    Column("status", Text, nullable=False),
    Column("public", Boolean, nullable=False),
    Column("locked", Boolean, nullable=False),
    Column("to_act", Integer, nullable=False),
    Column("bots", Integer, nullable=False),
    Column("deadline", Double),
    Column("open_seats", SmallInteger, nullable=False),
    Column("result", Text),  # how the game ended, as JSON
    Index("ix_tables_status", "status", "shown", "id"),
    Index("ix_tables_host", "host"),
    _partial("ix_tables_open", "shown", "id", where=HAS_OPEN_SEAT),
    _partial("ix_tables_deadline", "deadline", where=HAS_DEADLINE),
    _partial("ix_tables_bots", "changed", where=BOT_TO_ACT),
)

events = Table(
    "events",
    METADATA,
    _table_id(),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("kind", Text, nullable=False),
    Column("at", Double, nullable=False),
    Column("seat", SmallInteger),
    Column("code", BigInteger),
    Column("by", Text, nullable=False),
    Column("key", Text, nullable=False),
    Column("answer", Integer, nullable=False),
    Column("person", Text, nullable=False),
    Column("name", Text, nullable=False),
    Column("level", Text, nullable=False),
    _partial("ix_events_key", "table_id", "key", where=HAS_KEY, unique=True),
    sqlite_with_rowid=False,  # the events of a table lie side by side
)

seats = Table(
    "seats",
    METADATA,
    _table_id(),
    Column("seat", SmallInteger, primary_key=True, autoincrement=False),
    Column("kind", Text, nullable=False),
    Column("person", Text, nullable=False),
    Column("name", Text, nullable=False),
    Column("level", Text, nullable=False),
    Column("token_hash", Text, nullable=False, server_default=""),
    Index("ix_seats_person", "person"),
    _partial("ix_seats_token", "token_hash", where=HAS_TOKEN, unique=True),
)

# Apart from `tables`, so that who claims one does not wait for who writes it.
claims = Table(
    "claims",
    METADATA,
    _table_id(),
    Column("holder", Text, nullable=False),
    Column("until", Double, nullable=False),
)

snapshots = Table(
    "snapshots",
    METADATA,
    _table_id(),
    Column("number", Integer, nullable=False),
    Column("rules", Text, nullable=False),
    Column("state", LargeBinary, nullable=False),
)

people = Table(
    "people",
    METADATA,
    Column("id", Text, primary_key=True),
    Column("name", Text, nullable=False),
    Column("created", Double, nullable=False),
)

accounts = Table(
    "accounts",
    METADATA,
    Column("folded", Text, primary_key=True),  # the name, with no difference of case
    Column("name", Text, nullable=False),
    Column("password_hash", Text, nullable=False),
    Column("person", Text, ForeignKey("people.id"), nullable=False),
    Column("created", Double, nullable=False),
)

invitations = Table(
    "invitations",
    METADATA,
    Column("token_hash", Text, primary_key=True),
    Column("table_id", Text, ForeignKey("tables.id"), nullable=False),
    Column("seat", SmallInteger),
    Column("created", Double, nullable=False),
    Column("used", Double),
)

# How much was said: counted apart from `tables`, like claims.
talks = Table("talks", METADATA, _table_id(), Column("lines", Integer, nullable=False))

chat = Table(
    "chat",
    METADATA,
    _table_id(),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("at", Double, nullable=False),
    Column("person", Text, nullable=False),
    Column("name", Text, nullable=False),
    Column("text", Text, nullable=False),
    Column("key", Text, nullable=False, server_default=""),  # of the request that said it
    _partial("ix_chat_key", "table_id", "key", where=HAS_KEY, unique=True),
)

jobs = Table(
    "jobs",
    METADATA,
    Column("id", Text, primary_key=True),
    Column("kind", Text, nullable=False),
    Column("table_id", Text, ForeignKey("tables.id"), nullable=False),
    Column("seat", SmallInteger),
    Column("person", Text, nullable=False),
    Column("status", Text, nullable=False),
    Column("progress", Double, nullable=False),
    Column("result", Text, nullable=False),  # as JSON
    Column("created", Double, nullable=False),
)

secrets = Table(
    "secrets",
    METADATA,
    Column("name", Text, primary_key=True),
    Column("value", LargeBinary, nullable=False),
)
