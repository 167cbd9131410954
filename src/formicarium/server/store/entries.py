"""What goes into the store, and what comes out."""

from typing import Any, Literal, NamedTuple

import msgspec

from formicarium.server.domain.events import Event, Head

Status = Literal["waiting", "playing", "over"]
SeatKind = Literal["open", "person", "bot"]
JobStatus = Literal["waiting", "done", "failed"]
Listing = Literal["mine", "open", "live", "archive"]


class ListedSeat(NamedTuple):
    """A seat as lists show it."""

    kind: SeatKind
    person: str = ""
    name: str = ""
    level: str = ""


class Result(msgspec.Struct, frozen=True):
    """How a game ended."""

    scores: list[int]
    winners: list[int]


class Sighting(NamedTuple):
    """Until when somebody was at a table."""

    table: str
    person: str
    until: float


class Write(msgspec.Struct, frozen=True, kw_only=True):
    """Events of a table, and how it stands after them; written together or not at all.

    Where several events come from one request, only one of them carries its key.
    """

    table: str
    events: tuple[Event, ...]  # consecutive numbers
    status: Status
    is_told: bool = True  # whether all who look at the table have seen it change
    result: Result | None = None  # once the game is over
    public: bool = True
    locked: bool = False
    host: str | None = None  # none: as before
    to_act: int = 0  # bit s: seat s has to decide
    bots: int = 0  # bit s: a bot plays seat s
    deadline: float | None = None  # when the next clock runs out
    seats: tuple[ListedSeat, ...] | None = None  # none: as they were
    uses: str = ""  # the hash of an invitation that loses its power by this
    tokens: dict[int, str] = {}  # seat -> the hash of its new token; empty: it has none any more
    address: str = ""  # of whoever makes a new table; forgotten when the game is over


class Snapshot(msgspec.Struct, frozen=True):
    """The state of a game after so many events, to save time. Whoever reads it checks `rules`."""

    number: int  # of the last event in it
    rules: str  # what the state was made with: other rules cannot read it
    state: bytes


class StoredTable(msgspec.Struct, frozen=True):
    """All that is known about a table."""

    head: Head
    events: list[Event]
    snapshot: Snapshot | None
    address: str = ""  # of whoever made it, while that is known
    resting: bool = False  # its rules were not there when it was last looked at
    seen: dict[str, float] = {}  # until when people were there


class Summary(msgspec.Struct, frozen=True):
    """A table as lists show it. Nothing in it is secret."""

    id: str
    game: str
    players: int
    options: dict[str, str]
    host: str
    follows: str
    created: float
    shown: float  # when something happened last that all may know of
    result: Result | None  # none before the end, and where it was never looked up
    version: int  # how many events there are
    status: Status
    public: bool
    locked: bool
    to_act: int
    bots: int
    deadline: float | None
    seats: tuple[ListedSeat, ...]


class Person(msgspec.Struct, frozen=True):
    """Somebody who holds a cookie."""

    id: str
    name: str
    created: float


class Account(msgspec.Struct, frozen=True):
    """A name and a password that lead to a person from any browser."""

    name: str
    password_hash: str
    person: str


class StoredInvitation(msgspec.Struct, frozen=True):
    """A link that lets one person in, once."""

    table: str
    seat: int | None  # none: any open one
    created: float
    used: float | None


class ChatLine(msgspec.Struct, frozen=True):
    """Something said at a table."""

    number: int  # from 1, without a gap
    at: float
    person: str
    name: str
    text: str


class ThinkingJob(msgspec.Struct, frozen=True):
    """Thinking that takes a while, and what came of it."""

    id: str
    kind: str
    table: str
    seat: int | None
    person: str  # who asked for it
    status: JobStatus = "waiting"
    progress: float = 0.0
    result: Any = None
    alive: float = 0.0  # when something was heard of it last
