"""The tables of the database.

A change here needs a revision in `migrations/versions`.
"""

from typing import Any

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
    false,
    text,
)
from sqlalchemy.types import TypeEngine

METADATA = MetaData()

# Conditions of partial indexes; a query that repeats one word for word is answered by its index.
HAS_OPEN_SEAT = text("open_seats > 0")
HAS_DEADLINE = text("deadline IS NOT NULL AND NOT resting")
# Where bots are alone, they wait until somebody looks.
BOT_TO_ACT = text(
    "status = 'playing' AND (to_act & bots) <> 0 AND bots <> (1 << players) - 1 AND NOT resting"
)
HAS_ADDRESS = text("address <> ''")
IS_DAILY = text("daily <> 0")
IS_WAITING = text("status = 'waiting'")
IS_OPEN = text("handled IS NULL")
HAS_DECIDED = text("role <> '' OR banned_until > 0 OR muted_until > 0")
HAS_KEY = text("key <> ''")
HAS_TOKEN = text("token_hash <> ''")


def _partial(name: str, *columns: str, where: object, unique: bool = False) -> Index:
    return Index(name, *columns, unique=unique, sqlite_where=where, postgresql_where=where)


def _table(name: str, *parts: Column[Any] | Index, **settings: Any) -> Table:
    return Table(name, METADATA, *parts, **settings)


def _filled(kind: type[TypeEngine[Any]], *names: str) -> list[Column[Any]]:
    """Columns that are never empty."""
    return [Column(name, kind, nullable=False) for name in names]


def _noted() -> list[Column[Any]]:
    """A number that counts up, when it was, who did it, and about whom it is."""
    number: Column[Any] = Column("number", Integer, primary_key=True)
    return [number, *_filled(Double, "at"), *_filled(Integer, "by", "person")]


def _table_id() -> Column[str]:
    return Column("table_id", Text, ForeignKey("tables.id"), primary_key=True)


def _person(name: str = "person") -> Column[int]:
    """Somebody by her number; 0: nobody, or the house."""
    return Column(name, Integer, nullable=False)


def _of_person(table: str) -> tuple[Column[int], Index]:
    """Whose something is, and how it is found."""
    person = Column("person", Integer, ForeignKey("people.number"), nullable=False)
    return person, Index(f"ix_{table}_person", person)


def _token_hash() -> Column[str]:
    return Column("token_hash", Text, primary_key=True)


tables = _table(
    "tables",
    Column("id", Text, primary_key=True),
    *_filled(Text, "head"),  # as JSON: seeds need all 64 bits
    *_filled(Text, "game"),
    *_filled(SmallInteger, "players"),
    _person("host"),
    *_filled(Text, "follows"),
    *_filled(Double, "created"),
    *_filled(Double, "changed"),  # the last event: when it was may be a secret
    Column("shown", Double, nullable=False, server_default=text("0")),  # the last that all know of
    *_filled(Integer, "version"),  # the number of the last event
    *_filled(Text, "status"),
    *_filled(Boolean, "public", "locked"),
    *_filled(Integer, "to_act", "bots"),
    Column("deadline", Double),
    *_filled(SmallInteger, "open_seats"),
    Column("result", Text),  # how the game ended, as JSON
    Column("address", Text, nullable=False, server_default=""),  # of whoever made it
    Column("resting", Boolean, nullable=False, server_default=false()),  # its rules are gone
    Column("daily", Integer, nullable=False, server_default=text("0")),  # the day whose game it is
    Index("ix_tables_status", "status", "shown", "id"),
    Index("ix_tables_host", "host"),
    _partial("ix_tables_open", "shown", "id", where=HAS_OPEN_SEAT),
    _partial("ix_tables_deadline", "deadline", where=HAS_DEADLINE),
    _partial("ix_tables_bots", "changed", where=BOT_TO_ACT),
    _partial("ix_tables_address", "created", where=HAS_ADDRESS),
    _partial("ix_tables_daily", "daily", where=IS_DAILY),
)

events = _table(
    "events",
    _table_id(),
    Column("number", Integer, primary_key=True, autoincrement=False),
    *_filled(Text, "kind"),
    *_filled(Double, "at"),
    Column("seat", SmallInteger),
    Column("code", BigInteger),
    _person("by"),
    *_filled(Text, "key"),
    *_filled(Integer, "answer"),
    _person(),
    *_filled(Text, "level"),
    _partial("ix_events_key", "table_id", "key", where=HAS_KEY, unique=True),
    sqlite_with_rowid=False,  # the events of a table lie side by side
)

seats = _table(
    "seats",
    _table_id(),
    Column("seat", SmallInteger, primary_key=True, autoincrement=False),
    *_filled(Text, "kind"),
    _person(),
    *_filled(Text, "level"),
    Column("token_hash", Text, nullable=False, server_default=""),
    Index("ix_seats_person", "person"),
    _partial("ix_seats_token", "token_hash", where=HAS_TOKEN, unique=True),
)

# Apart from `tables`, so that who claims one does not wait for who writes it.
claims = _table("claims", _table_id(), *_filled(Text, "holder"), *_filled(Double, "until"))

# Until when somebody was at a table; of a table that is gone, it goes a little later.
sightings = _table(
    "sightings",
    Column("table_id", Text, primary_key=True),
    Column("person", Integer, primary_key=True),
    Index("ix_sightings_person", "person"),
    *_filled(Double, "until"),
)

snapshots = _table(
    "snapshots",
    _table_id(),
    *_filled(Integer, "number"),
    *_filled(Text, "rules"),
    *_filled(LargeBinary, "state"),
)

people = _table(
    "people",
    Column("number", Integer, primary_key=True),
    *_filled(Text, "name"),  # empty: she has never said one
    Column("looks", Text, nullable=False, server_default=""),  # of the name: see `lines_of`
    *_filled(Double, "created", "seen"),
    Column("former", Text, unique=True),  # what cookies of version 0.1 and 0.2 call her
    Column("gone", Double),  # when she was forgotten
    Column("role", Text, nullable=False, server_default=""),
    Column("banned_until", Double, nullable=False, server_default=text("0")),
    Column("ban_reason", Text, nullable=False, server_default=""),  # she is told it
    Column("muted_until", Double, nullable=False, server_default=text("0")),
    _partial("ix_people_decided", "number", where=HAS_DECIDED),
    sqlite_autoincrement=True,  # nobody ever gets the number of somebody else
)

sessions = _table(
    "sessions",
    _token_hash(),
    *_of_person("sessions"),
    *_filled(Double, "created", "seen"),
    *_filled(Text, "device"),
)

# Links for one use, which let somebody choose another password.
resets = _table(
    "resets",
    _token_hash(),
    *_of_person("resets"),
    *_filled(Double, "created"),
    Column("used", Double),
)

# Names that nobody else may take, nor one that looks like them.
reserved = _table("reserved", Column("looks", Text, primary_key=True), *_of_person("reserved"))

accounts = _table(
    "accounts",
    Column("folded", Text, primary_key=True),  # the name, with no difference of case
    *_filled(Text, "name", "password_hash"),
    *_of_person("accounts"),
    *_filled(Double, "created"),
)

invitations = _table(
    "invitations",
    _token_hash(),
    Column("table_id", Text, ForeignKey("tables.id"), nullable=False),
    Column("seat", SmallInteger),
    *_filled(Double, "created"),
    Column("used", Double),
)

# How much was said: counted apart from `tables`, like claims.
talks = _table("talks", _table_id(), Column("lines", Integer, nullable=False))

chat = _table(
    "chat",
    _table_id(),
    Column("number", Integer, primary_key=True, autoincrement=False),
    *_filled(Double, "at"),
    _person(),
    *_filled(Text, "text"),  # empty: it was taken back
    Column("key", Text, nullable=False, server_default=""),  # of the request that said it
    Index("ix_chat_person", "person"),
    _partial("ix_chat_key", "table_id", "key", where=HAS_KEY, unique=True),
)

jobs = _table(
    "jobs",
    Column("id", Text, primary_key=True),
    *_filled(Text, "kind"),
    Column("table_id", Text, ForeignKey("tables.id"), nullable=False),
    Column("seat", SmallInteger),
    _person(),
    *_filled(Text, "status"),
    *_filled(Double, "progress"),
    *_filled(Text, "result"),  # as JSON
    *_filled(Double, "created"),
    Column("alive", Double, nullable=False, server_default=text("0")),  # when it was heard of last
    Column("address", Text, nullable=False, server_default=""),  # while it waits: of who asked
    _partial("ix_jobs_waiting", "address", where=IS_WAITING),
)

secrets = _table("secrets", Column("name", Text, primary_key=True), *_filled(LargeBinary, "value"))

# What administrators have done: numbers count up and are never used again, so a house hears of new
# ones by the last that it knows.
acts = _table(
    "acts",
    *_noted(),
    *_filled(Text, "kind", "name", "table_id", "reason"),
    Column("place", Integer),
    Column("until", Double),
    Index("ix_acts_person", "person"),
    sqlite_autoincrement=True,
)

reports = _table(
    "reports",
    *_noted(),
    *_filled(Text, "name", "kind", "text", "table_id", "outcome"),
    Column("seat", SmallInteger),
    *_filled(Integer, "line"),
    Column("handled", Double),
    Index("ix_reports_person", "person"),
    Index("ix_reports_by", "by"),
    _partial("ix_reports_once", "by", "person", "table_id", "line", where=IS_OPEN, unique=True),
    sqlite_autoincrement=True,
)

# What a report is about, as it was then; no later change of the table touches it.
evidence = _table(
    "evidence",
    Column("report", Integer, ForeignKey("reports.number"), primary_key=True, autoincrement=False),
    Column("place", SmallInteger, primary_key=True, autoincrement=False),
    *_filled(Text, "kind"),
    *_filled(Double, "at"),
    *_filled(Integer, "person"),
    *_filled(Text, "name"),
    Column("seat", SmallInteger),
    *_filled(Integer, "line"),
    *_filled(Text, "text"),
    Index("ix_evidence_person", "person"),
)

# Addresses from which no new guests come, for a time.
barred = _table(
    "barred",
    Column("address", Text, primary_key=True),
    _person(),  # who showed up there
    *_filled(Double, "until"),
)

# What one process does for all, now and then.
chores = _table(
    "chores",
    Column("name", Text, primary_key=True),
    *_filled(Double, "at"),  # when it was last done
)
