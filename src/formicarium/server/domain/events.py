"""What a table is made with, and what can happen at it."""

from enum import StrEnum
from typing import Any, Literal

import msgspec

from formicarium.server.domain.people import NOBODY


class Kind(StrEnum):
    """What happened."""

    SEATED = "seated"
    KEPT = "kept"  # an open seat, for one person
    RENAMED = "renamed"  # a person had another name; of older versions, and read only
    LEFT = "left"
    SENT_AWAY = "sent_away"  # by the host, before the game
    HOSTED = "hosted"  # somebody is host from now on
    STARTED = "started"
    PLAYED = "played"
    UNDONE = "undone"
    RESIGNED = "resigned"
    EXPIRED = "expired"
    REPLACED = "replaced"  # somebody who was away, by a bot
    ASKED = "asked"  # somebody would like to take a seat that was left in a running game,
    WITHDRAWN = "withdrawn"  # or would no more
    AGREED = "agreed"  # one of those who play to that,
    DECLINED = "declined"  # or not
    HINTED = "hinted"  # a seat was given a hint
    LOCKED = "locked"
    UNLOCKED = "unlocked"
    CLOSED = "closed"  # by an administrator: nobody plays on, and there is no result


class Event(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something that happened at a table, once and for all."""

    number: int  # from 1, without a gap
    kind: Kind
    at: float  # seconds since 1970
    seat: int | None = None
    code: int | None = None  # of the action that was played
    by: int = NOBODY  # the person who did it; nobody: the house, for a bot or a clock
    key: str = ""  # of the request that asked for it
    answer: int = 0  # the version that the request was answered with
    person: int = NOBODY  # who takes the seat, or asks for it, or is sent away, or is host,
    level: str = ""  # or which bot; of the beginning: who takes the seats that are still open


class Clock(msgspec.Struct, frozen=True):
    """How long people may think."""

    per: Literal["decision", "game"]
    seconds: float
    # What happens when the time is over: a bot plays until she comes back, this one decision is
    # taken for her, she has resigned, or nothing but that others may let a bot play.
    then: Literal["bot", "pass", "resign", "nothing"] = "bot"


PATIENCE = 600.0  # seconds that a table waits for somebody who is away, unless it says otherwise


class Head(msgspec.Struct, frozen=True):
    """What a table is made with; it never changes. The seed and the position are secrets."""

    id: str
    game: str
    players: int
    options: dict[str, str]
    rules: int  # the version of the rulebook
    components: str  # the fingerprint of the component set
    host: int  # the person who made it
    created: float
    seed: int | None = None
    position: dict[str, Any] | None = None
    public: bool = True  # whether lists show it,
    by_link: bool = False  # and if not, whether its address is enough to take a seat
    clock: Clock | None = None
    follows: str = ""  # the table that this one is the rematch of
    patience: float | None = None  # seconds that others wait for somebody who is away
    hints: bool = False  # whether they may be asked for against people
    daily: int = 0  # the day whose game this is; 0: of none
    rated: bool = False  # whether its result changes ratings, as all agree who sit down

    def waits(self) -> float:
        """How many seconds others wait for somebody who is away: as long as a decision may take."""
        if self.patience is not None:
            return self.patience
        clock = self.clock
        return max(PATIENCE, clock.seconds) if clock and clock.per == "decision" else PATIENCE
