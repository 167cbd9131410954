"""The seats of a table, how far it is, and why it refuses something."""

from dataclasses import dataclass, field
from enum import StrEnum

from formicarium.core.errors import FormicariumError
from formicarium.server.domain.people import NOBODY


class Refused(FormicariumError):
    """A command that the table does not accept: `error` names the reason for programs."""

    def __init__(self, error: str, message: str) -> None:
        super().__init__(message)
        self.error = error


class Conflict(Refused):
    """A command about a table that has changed since."""

    def __init__(self, message: str) -> None:
        super().__init__("conflict", message)


class Status(StrEnum):
    """How far a table is."""

    WAITING = "waiting"
    PLAYING = "playing"
    OVER = "over"
    CLOSED = "closed"  # by an administrator, before its end


class Sitter(StrEnum):
    """Who sits on a seat."""

    OPEN = "open"
    PERSON = "person"
    BOT = "bot"


@dataclass(slots=True)
class Seat:
    """A place at the table."""

    sitter: Sitter = Sitter.OPEN
    person: int = NOBODY  # whose seat it is; with a bot or nobody on it, who may come (back)
    level: str = ""  # of the bot
    since: float = 0.0  # when its person sat down
    began: float = 0.0  # since when its person has been thinking without a break
    used: float = 0.0  # seconds that people have thought here in this game: before `began`,
    # and about each decision that can be taken back; the last is the one that is still to come
    spent: list[float] = field(default_factory=lambda: [0.0])
    hints: int = 0  # that were given while other people played,
    hinted: int = 0  # and the number of the event that told of the last
    is_resigned: bool = False  # its person does not come back
    is_late: bool = False  # her time is over, and she still has to decide
    missed: int = 0  # how often in a row her clock has decided for her
    has_left: bool = False  # a bot has played for its person in this game, if only for a time
    sitters: set[int] = field(default_factory=set)  # everybody who has played it

    def awaits(self, person: int) -> bool:
        """Whether a bot plays until that person comes back, or the seat is kept for her."""
        is_hers = bool(person) and self.person == person and not self.is_resigned
        return is_hers and self.sitter != Sitter.PERSON

    def clear(self) -> None:
        """Nobody sits here any more."""
        self.sitter, self.person, self.level, self.is_late = Sitter.OPEN, NOBODY, "", False
        self.has_left = False

    @property
    def is_kept(self) -> bool:
        """Whether nobody sits here, and one person alone may."""
        return self.sitter == Sitter.OPEN and bool(self.person)


@dataclass(slots=True)
class Request:
    """Somebody would like to take a seat that was left while the game runs."""

    number: int  # of all that were made at the table, from 1
    seat: int
    person: int
    agreed: set[int] = field(default_factory=set)  # those who play and do not mind
