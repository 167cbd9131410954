"""What goes into the store, and what comes out."""

from typing import Any, Literal, NamedTuple

import msgspec

from formicarium.server.domain.events import Event, Head
from formicarium.server.domain.people import NOBODY, Called, Names
from formicarium.server.store.notices import NewNotice, OwnSubscription, OwnWishes
from formicarium.server.store.ratings import Rated

Status = Literal["waiting", "playing", "over", "closed"]
SeatKind = Literal["open", "person", "bot"]
JobStatus = Literal["waiting", "done", "failed"]
Listing = Literal["mine", "open", "live", "archive", "waiting"]
ID = 16  # digits of a hash by which people know their sessions


PEOPLE, BOTS = "people", "bots"  # what a game measures people by; "": by nothing


class Act(msgspec.Struct, frozen=True, kw_only=True):
    """Something that an administrator has done: a line of the audit log."""

    kind: str
    at: float
    by: int = 0  # a person; 0: the command line
    person: int = 0  # about whom, if about somebody,
    name: str = ""  # and what she was called then; empty once she is deleted
    table: str = ""
    place: int | None = None  # the seat, the line or the report that it is about
    until: float | None = None
    reason: str = ""
    number: int = 0  # counts up; before it is stored, 0


class ListedSeat(NamedTuple):
    """A seat as lists show it."""

    kind: SeatKind
    person: int = NOBODY
    level: str = ""


class Result(msgspec.Struct, frozen=True):
    """How a game ended."""

    scores: list[int]
    winners: list[int]


class Placed(NamedTuple):
    """How a seat ended."""

    person: int  # 0: nobody but a bot
    level: str  # of the bot that played there at the end
    points: int
    place: int
    has_left: bool  # whether she let a bot play for her, if only for a time


class Ending(msgspec.Struct, frozen=True):
    """What is kept of a game that is over, to be read without it."""

    game: str
    fresh: bool  # whether it began at the beginning
    measure: str  # what it measures people by
    seats: tuple[Placed, ...]


class DailyResult(NamedTuple):
    """How somebody ended the game of a day."""

    place: int  # among all; whoever has as many points shares it
    table: str
    person: int
    called: Called
    result: Result
    ended: float


class DailyList(NamedTuple):
    """How the game of a day was played."""

    played: int  # how many have played it to its end
    results: list[DailyResult]  # of the best and of who asks, the most points first


class Sighting(NamedTuple):
    """Until when somebody was at a table."""

    table: str
    person: int
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
    ending: Ending | None = None  # by these events
    public: bool = True
    locked: bool = False
    host: int | None = None  # none: as before
    to_act: int = 0  # bit s: seat s has to decide
    bots: int = 0  # bit s: a bot plays seat s
    deadline: float | None = None  # when the next clock runs out
    seats: tuple[ListedSeat, ...] | None = None  # none: as they were
    uses: str = ""  # the hash of an invitation that loses its power by this
    tokens: dict[int, str] = {}  # seat -> the hash of its new token; empty: it has none any more
    address: str = ""  # of whoever makes a new table; forgotten when the game is over
    act: Act | None = None  # of an administrator, that these events come from
    notices: tuple[NewNotice, ...] = ()  # what people who wish for it are to be told of this


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
    seen: dict[int, float] = {}  # until when people were there


class Summary(msgspec.Struct, frozen=True):
    """A table as lists show it. Nothing in it is secret."""

    id: str
    game: str
    players: int
    options: dict[str, str]
    host: int
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
    names: Names  # of those who sit there
    rated: bool = False


class Person(msgspec.Struct, frozen=True):
    """Somebody whom the house knows."""

    number: int
    name: str  # empty: she has never said one
    created: float


class StoredSession(msgspec.Struct, frozen=True):
    """What a browser holds: a person in it, until it is ended."""

    token_hash: str
    person: int
    created: float
    seen: float  # when it was last used, to a few minutes
    device: str  # in a few words; empty: nobody knows

    @property
    def id(self) -> str:
        """What may be told of it: whoever knows it cannot use the session."""
        return self.token_hash[:ID]


class Account(msgspec.Struct, frozen=True):
    """A name and a password that lead to a person from any browser."""

    name: str
    password_hash: str
    person: int


class OwnAccount(msgspec.Struct, frozen=True):
    """An account, as its owner may have it told."""

    name: str
    created: float


class OwnTable(msgspec.Struct, frozen=True):
    """A table at which somebody sits, or whose host she is."""

    id: str
    game: str
    created: float
    status: Status
    host: bool
    seats: list[int]  # hers
    result: Result | None


class OwnLine(msgspec.Struct, frozen=True):
    """Something that somebody has said."""

    table: str
    number: int
    at: float
    text: str


class OwnVariations(msgspec.Struct, frozen=True):
    """What somebody has tried in a game that is over."""

    table: str
    lines: str
    changed: float


class OwnReport(msgspec.Struct, frozen=True):
    """Something that somebody has reported; whom she meant is not hers to take along."""

    at: float
    kind: str
    text: str
    table: str
    seat: int | None
    line: int


class OwnAct(msgspec.Struct, frozen=True):
    """Something that somebody has done as an administrator, or that was done to her."""

    at: float
    kind: str
    table: str
    place: int | None  # the seat, the line or the report that it was about
    until: float | None  # none: without an end, or not a matter of time
    reason: str


class Sharing(msgspec.Struct, frozen=True):
    """What of somebody everybody may see; as long as nothing is chosen, nothing."""

    games: bool = False  # which she has played, where lists show them to everybody
    wins: bool = False  # how often she has played and won, and her best scores
    rating: bool = False  # how good she is, and how that came: she may stand on boards


class OwnTotal(msgspec.Struct, frozen=True):
    """How often somebody has played a game with so many players, and won."""

    game: str
    players: int
    played: int
    won: int
    best: int | None


class OwnRating(msgspec.Struct, frozen=True):
    """How good somebody is at a game, beside people or beside bots."""

    game: str
    measure: str
    mu: float
    sigma: float
    games: int


class OwnBlock(msgspec.Struct, frozen=True):
    """That somebody has blocked somebody; whom is not hers to take along."""

    meets: bool
    at: float


class OwnSeeker(msgspec.Struct, frozen=True):
    """A game that somebody looks for."""

    game: str
    players: int
    pace: str
    rated: bool
    level: str
    since: float


class OwnData(msgspec.Struct, frozen=True):
    """All that is kept of somebody, her sessions apart."""

    number: int
    name: str
    created: float
    seen: float
    account: OwnAccount | None
    tables: list[OwnTable]
    said: list[OwnLine]
    tried: list[OwnVariations]
    reports: list[OwnReport]
    bans: list[OwnAct]  # and mutes, and the end of each, as she was told
    acts: list[OwnAct]  # that she has done
    sightings: dict[str, float]  # tables, and until when she was there while others waited
    addresses: list[str]  # of the internet, from which something was asked
    sharing: Sharing  # what of the following everybody may see
    totals: list[OwnTotal]
    ratings: list[OwnRating]
    blocks: list[OwnBlock]
    seekers: list[OwnSeeker]
    wishes: OwnWishes | None = None  # what she is told when she is not here,
    subscriptions: list[OwnSubscription] = []  # and the browsers that take messages


class Blocked(NamedTuple):
    """Somebody whom one does not want to hear."""

    person: int
    called: Called
    meets: bool  # whether one may still meet her
    at: float


class Seeker(NamedTuple):
    """A game that somebody would like to play now, with whomever there is."""

    person: int
    key: str  # of this wish: another one begins to wait anew
    game: str
    players: int
    pace: str
    rated: bool
    level: str  # of the bots that take free seats after a time; empty: none


class Paired(NamedTuple):
    """What came of a wish."""

    table: str  # where she plays; empty: she waits
    people: tuple[int, ...] = ()  # who has been seated just now
    waiting: int = 0  # how many wish for the same, she herself among them


class Total(NamedTuple):
    """How often somebody has played a game with so many players, and won."""

    game: str
    players: int
    played: int
    won: int
    best: int | None  # points,
    best_table: str | None  # and where


class Acquaintance(NamedTuple):
    """Somebody, or bots of a level, whom one has played with."""

    person: int
    called: Called
    level: str
    played: int
    ahead: int
    behind: int
    table: str  # the last,
    ended: float  # and when that was


class PlayedGame(msgspec.Struct, frozen=True):
    """A game that is over, as those read it who have played it."""

    number: int  # in the order in which games ended
    table: str
    game: str
    ended: float
    rated: bool
    annulled: bool
    seats: tuple[Placed, ...]
    names: Names


class RatedGame(NamedTuple):
    """How good somebody is at a game."""

    game: str
    measure: str
    rated: Rated


class RatingPoint(NamedTuple):
    """How good somebody was after a game."""

    ending: int
    ended: float
    mu: float
    sigma: float


class BoardLine(NamedTuple):
    """Somebody on the board of a game."""

    person: int
    called: Called
    rated: Rated


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
    person: int
    called: Called
    text: str


class ThinkingJob(msgspec.Struct, frozen=True):
    """Thinking that takes a while, and what came of it."""

    id: str
    kind: str
    table: str
    seat: int | None
    person: int  # who asked for it; an analysis is for everybody
    status: JobStatus = "waiting"
    progress: float = 0.0
    result: Any = None
    alive: float = 0.0  # when something was heard of it last


class Decided(NamedTuple):
    """What administrators have decided about a person; most people have none."""

    role: str = ""
    banned_until: float = 0.0  # FOR_EVER: without an end
    ban_reason: str = ""
    muted_until: float = 0.0


class Evidence(NamedTuple):
    """A piece of what a report is about, as it was when somebody reported it."""

    kind: str  # "said" or "happened"
    at: float
    person: int  # who said it, or sat there; 0: nobody
    name: str  # what she was called then
    seat: int | None
    line: int  # its number in the talk; 0: it was not said
    text: str


class Report(msgspec.Struct, frozen=True, kw_only=True):
    """What somebody tells the administrators about somebody else."""

    at: float
    by: int
    person: int  # about whom,
    name: str  # and what she was called then
    kind: str
    text: str
    table: str = ""
    seat: int | None = None
    line: int = 0  # of the talk at the table; 0: none
    handled: float | None = None
    outcome: str = ""  # what an administrator has made of it
    evidence: list[Evidence] = []
    number: int = 0


class FoundPerson(msgspec.Struct, frozen=True):
    """A person as administrators find her."""

    number: int
    name: str
    account: bool
    created: float
    seen: float
    decided: Decided


class PersonCard(msgspec.Struct, frozen=True):
    """All that administrators are told of a person."""

    found: FoundPerson
    sessions: int
    tables: list[tuple[str, str, str, float]]  # the newest: name, game, status, when made
    reported: int  # how often others have reported her,
    reports: int  # and she others
