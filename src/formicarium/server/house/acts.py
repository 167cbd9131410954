"""What administrators can do: each act as one value, the same for the page and the command line."""

import re
from typing import Annotated

import msgspec
from msgspec import Meta

from formicarium.server.house.people import LONGEST_NAME

LONGEST_REASON = 500
MOST_DAYS = 36_500.0

Number = Annotated[int, Meta(ge=1, le=2**31 - 1, description="The number of a person.")]
TableId = Annotated[str, Meta(min_length=1, max_length=64, description="The name of a table.")]
Place = Annotated[int, Meta(ge=0, le=15, description="A seat, counted from 0.")]
Days = Annotated[float, Meta(gt=0, le=MOST_DAYS)]
Reason = Annotated[str, Meta(max_length=LONGEST_REASON, description="Why, for the audit log.")]


class Order(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """Something that an administrator wants done."""

    reason: Reason = ""


class AboutPerson(Order):
    """Something about a person."""

    person: Number


class Promote(AboutPerson):
    """Make somebody an administrator."""


class Demote(AboutPerson):
    """Make an administrator an ordinary person."""


class Rename(AboutPerson):
    """Call somebody otherwise."""

    name: Annotated[str, Meta(pattern=r"\S", max_length=LONGEST_NAME)]


class Ban(AboutPerson):
    """Let somebody do nothing but look, for some days, or for ever. She is told the reason."""

    days: Days | None = None


class Unban(AboutPerson):
    """Let somebody play and talk again, and new guests come from where she was."""


class BarAddress(AboutPerson):
    """Let no new guests come, for some days, from where somebody who is banned shows up next."""

    days: Days


class Mute(AboutPerson):
    """Let somebody say nothing for some days."""

    days: Days


class Unmute(AboutPerson):
    """Let somebody talk again."""


class EndSessions(AboutPerson):
    """Log somebody out everywhere."""


class ResetPassword(AboutPerson):
    """Make a link by which somebody can choose another password, once."""


class Delete(AboutPerson):
    """Forget a person: name, account, talk. Records of games stay, without the name."""


class AboutTable(Order):
    """Something about a table."""

    table: TableId


class Close(AboutTable):
    """End a game at once, without a result."""


class Annul(AboutTable):
    """Let a game that is over count no more: neither victories nor ratings follow from it."""


class GiveToBot(AboutTable):
    """Let a bot play on for somebody; before the game, the seat is open again."""

    seat: Place
    level: Annotated[str, Meta(min_length=1, max_length=40)] = "normal"


class Appoint(AboutTable):
    """Make whoever sits on a seat the host."""

    seat: Place


class Unsay(AboutTable):
    """Remove a line of talk; its place stays."""

    line: Annotated[int, Meta(ge=1, le=2**31 - 1, description="The number of the line.")]


class Handle(Order):
    """Put a report aside; the reason says what was made of it."""

    report: Annotated[int, Meta(ge=1, le=2**31 - 1, description="The number of the report.")]


ORDERS: tuple[type[Order], ...] = (
    Promote, Demote, Rename, Ban, Unban, BarAddress, Mute, Unmute, EndSessions, ResetPassword,
    Delete, Close, Annul, GiveToBot, Appoint, Unsay, Handle,
)  # fmt: skip


def name_of_act(order: type[Order]) -> str:
    """What programs and the audit log call an act.

    >>> name_of_act(EndSessions)
    'end_sessions'
    """
    return re.sub(r"(?<!^)(?=[A-Z])", "_", order.__name__).lower()
