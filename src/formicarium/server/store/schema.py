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
    true,
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
GOES_ON = text("going_on")
# In a query about tables and seats: whether that seat must decide at that table.
MUST_DECIDE = text("tables.status = 'playing' AND ((tables.to_act >> seats.seat) & 1) = 1")
IS_OPEN = text("handled IS NULL")
HAS_DECIDED = text("role <> '' OR banned_until > 0 OR muted_until > 0")
HAS_KEY = text("key <> ''")
HAS_TOKEN = text("token_hash <> ''")
IS_RATED = text("measure <> '' AND NOT annulled")
IS_LOOKING = text("table_id = ''")
HAS_PERSON = text("person <> 0")
IS_ON_BOARD = text("measure = 'people' AND games >= 10")


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
    Column("going_on", Boolean, nullable=False, server_default=true()),  # the game is not over
    Index("ix_seats_person", "person"),
    _partial("ix_seats_going_on", "person", where=GOES_ON),
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

# Lines that somebody has tried in a game that is over, as the page writes them.
variations = _table(
    "variations",
    _table_id(),
    Column("person", Integer, ForeignKey("people.number"), primary_key=True),
    *_filled(Text, "lines"),
    *_filled(Double, "changed"),
    Index("ix_variations_person", "person"),
)

# Games that are over, in the order in which they ended. What follows here is told from these two
# tables alone, and can be counted anew from them.
endings = _table(
    "endings",
    Column("number", Integer, primary_key=True),
    Column("table_id", Text, ForeignKey("tables.id"), nullable=False, unique=True),
    *_filled(Text, "game"),
    *_filled(SmallInteger, "players"),
    *_filled(Double, "ended"),
    *_filled(Boolean, "fresh"),  # whether it began at the beginning
    *_filled(Text, "measure"),  # what it measures people by: other people, bots, or nothing
    Column("annulled", Boolean, nullable=False, server_default=false()),  # by an administrator
    _partial("ix_endings_rated", "game", "number", where=IS_RATED),
    sqlite_autoincrement=True,
)

# How each seat ended.
results = _table(
    "results",
    Column("ending", Integer, ForeignKey("endings.number"), primary_key=True, autoincrement=False),
    Column("seat", SmallInteger, primary_key=True, autoincrement=False),
    _person(),
    *_filled(Text, "level"),  # of the bot that has played there
    *_filled(Integer, "points"),
    *_filled(SmallInteger, "place"),
    *_filled(Boolean, "has_left"),  # whether she let a bot play for her, if only for a time
    _partial("ix_results_person", "person", "ending", where=HAS_PERSON),
    sqlite_with_rowid=False,
)

# How often somebody has played a game with so many players, and won.
tallies = _table(
    "tallies",
    Column("person", Integer, primary_key=True, autoincrement=False),
    Column("game", Text, primary_key=True),
    Column("players", SmallInteger, primary_key=True, autoincrement=False),
    *_filled(Integer, "played", "won"),
    Column("best", Integer),  # points,
    Column("best_ending", Integer),  # and in which game she had them first
)

# How often somebody has met somebody else, or bots of a level.
meetings = _table(
    "meetings",
    Column("person", Integer, primary_key=True, autoincrement=False),
    Column("opponent", Integer, primary_key=True, autoincrement=False),
    Column("level", Text, primary_key=True),
    *_filled(Integer, "played", "ahead", "behind", "last"),  # the last: an ending
    Index("ix_meetings_opponent", "opponent"),
)

# How good somebody is at a game, by OpenSkill.
ratings = _table(
    "ratings",
    Column("person", Integer, primary_key=True, autoincrement=False),
    Column("game", Text, primary_key=True),
    Column("measure", Text, primary_key=True),
    *_filled(Double, "mu", "sigma", "sure"),  # sure: what she is at least, nearly certainly
    *_filled(Integer, "games"),
    _partial("ix_ratings_board", "game", "sure", "person", where=IS_ON_BOARD),
)

# How good somebody was after each game that says something of it.
changes = _table(
    "changes",
    Column("person", Integer, primary_key=True, autoincrement=False),
    Column("game", Text, primary_key=True),
    Column("measure", Text, primary_key=True),
    Column("ending", Integer, ForeignKey("endings.number"), primary_key=True, autoincrement=False),
    *_filled(Double, "mu", "sigma"),
    Index("ix_changes_ending", "ending"),
)

# What of this everybody may see of somebody; of whom nothing is kept here, nothing.
sharing = _table(
    "sharing",
    Column("person", Integer, ForeignKey("people.number"), primary_key=True, autoincrement=False),
    *_filled(Boolean, "games", "wins", "rating"),
)

# Whom somebody does not want to hear, or not to meet either.
blocks = _table(
    "blocks",
    Column("person", Integer, ForeignKey("people.number"), primary_key=True, autoincrement=False),
    Column("other", Integer, ForeignKey("people.number"), primary_key=True, autoincrement=False),
    *_filled(Boolean, "meets"),  # whether she may still be met: then she is only not heard
    *_filled(Double, "at"),
    Index("ix_blocks_other", "other"),
)

# Who would like to play now, with whomever there is.
seekers = _table(
    "seekers",
    Column("person", Integer, ForeignKey("people.number"), primary_key=True, autoincrement=False),
    *_filled(Text, "key", "game"),  # the key: of this wish, of all that she has had
    *_filled(SmallInteger, "players"),
    *_filled(Text, "pace", "level"),  # the level: of bots that take free seats after a time
    *_filled(Boolean, "rated"),
    *_filled(Double, "since", "alive"),  # alive: when she was last heard of
    Column("table_id", Text, nullable=False, server_default=""),  # where she plays now
    _partial("ix_seekers_game", "game", "players", where=IS_LOOKING),
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

# What people wish to be told of when they are not here; who wishes nothing has no row.
wishes = _table(
    "wishes",
    Column("person", Integer, ForeignKey("people.number"), primary_key=True),
    *_filled(Text, "push", "mail"),  # kinds of notices, with spaces between them
    *_filled(Text, "language", "zone"),
    *_filled(Text, "address"),  # of her mail, which she has confirmed; empty: none
    *_filled(Text, "pending"),  # another one, which she has not confirmed yet
    Column("live", Boolean, nullable=False),  # whether of tables as well where all are there
    *_filled(SmallInteger, "quiet_from", "quiet_until"),  # minutes of her day; alike: none
    *_filled(Integer, "pause"),  # seconds between two messages
    *_filled(Double, "asked"),  # when a link for `pending` was asked for
    *_filled(Double, "looked"),  # when she has last looked at the page,
    *_filled(Double, "told", "changed"),  # was told something, and has changed these wishes
)

# Browsers that take messages, as long as their session lasts.
subscriptions = _table(
    "subscriptions",
    Column("number", Integer, primary_key=True),
    *_of_person("subscriptions"),
    *_filled(Text, "token_hash", "endpoint", "p256dh", "auth"),
    *_filled(Double, "created"),
    Index("ix_subscriptions_token", "token_hash"),
    Index("ix_subscriptions_endpoint", "endpoint", unique=True),
    sqlite_autoincrement=True,
)

# How often an address of mail was asked to be confirmed on a day, by anybody.
asked_addresses = _table(
    "asked_addresses",
    Column("hash", Text, primary_key=True),
    *_filled(BigInteger, "day"),
    *_filled(Integer, "times"),
)

# What people are to be told, unless they come by themselves.
notices = _table(
    "notices",
    Column("person", Integer, primary_key=True, autoincrement=False),
    _table_id(),
    Column("kind", Text, primary_key=True),
    *_filled(Integer, "number"),  # of the event that it comes from
    *_filled(Double, "at", "due"),
    Index("ix_notices_due", "due"),
    Index("ix_notices_table", "table_id"),
)

# Messages on their way, each to one place.
letters = _table(
    "letters",
    Column("number", Integer, primary_key=True),
    Column("person", Integer, ForeignKey("people.number"), nullable=False),
    *_filled(Text, "channel", "about", "holder"),
    Column("subscription", Integer, nullable=False, server_default=text("0")),
    *_filled(Double, "created", "due", "until"),
    *_filled(Integer, "tries"),
    Index("ix_letters_due", "channel", "due"),
    Index("ix_letters_person", "person"),
    sqlite_autoincrement=True,
)
