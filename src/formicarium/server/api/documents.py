"""The shapes of what is shown of a table, for those who write clients."""

from typing import Any, NotRequired, TypedDict

from formicarium.server.domain.events import Clock
from formicarium.server.store.entries import SeatKind, Status


class SeatDocument(TypedDict):
    """Who sits on a seat."""

    kind: SeatKind
    name: str
    guest: bool  # without an account: anybody might be called so
    gone: bool  # who has left the house, and her name with her
    level: str | None  # of the bot
    mine: bool
    returns: bool  # a bot plays for me, and I can come back
    online: bool
    away_since: float | None  # since when others wait for somebody who is not there
    late: bool  # whose time is over, and who still has to decide: others may let a bot play
    hints: int  # that were given to it while other people played
    deadline: float | None  # when the time of whoever must decide is over


class RequestDocument(TypedDict):
    """Somebody would like to take a seat that was left, which all must agree to who play."""

    number: int
    seat: int
    name: str
    guest: bool
    gone: bool
    mine: bool
    waits_for: list[int]  # seats of those who have not agreed yet; when there are none: join


class ActionDocument(TypedDict):
    """Something that I can decide now."""

    code: int
    text: str  # in notation, the same in every language
    words: str


class LineDocument(TypedDict):
    """Something that happened, as far as I may know it."""

    version: int
    kind: str
    seat: int | None
    at: float
    code: NotRequired[int]
    text: NotRequired[str]
    words: NotRequired[str]
    name: NotRequired[str]
    guest: NotRequired[bool]
    gone: NotRequired[bool]
    level: NotRequired[str | None]


class TableDocument(TypedDict):
    """A table as I may see it. `version` goes with every decision that is based on this."""

    id: str
    version: int
    status: Status
    game: str
    players: int
    options: dict[str, str]
    rules: int
    host: bool  # whether I am
    locked: bool
    public: bool
    by_link: bool  # whether its address is enough to take a seat
    host_seat: int | None
    host_away_since: float | None  # since when those who sit here wait for the host
    sent_away: bool  # whether I was: by the host, or because somebody did not agree
    clock: Clock | None
    patience: float  # seconds that others wait for somebody who is away
    hints: bool  # whether they may be asked for
    rated: bool  # whether the game changes ratings
    follows: str | None
    daily: int | None  # of the game of a day: which, in days since 1970
    seats: list[SeatDocument]
    requests: list[RequestDocument]
    seat: int | None  # mine, from which this is seen; null: a spectator
    view: dict[str, Any] | None
    to_act: list[int]
    actions: list[ActionDocument]
    can_undo: bool
    points: list[int] | None  # as they stand, by what all may know; null before the game
    scores: list[int] | None  # these five are told when the game is over
    breakdown: dict[str, Any] | None
    winners: list[int] | None
    ranks: list[int] | None  # the place of each seat, from 1
    seed: str | None
    log: list[LineDocument]
