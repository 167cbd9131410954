"""What bodies and queries are made of, with the bounds of every field."""

from typing import Annotated, Any, Literal

import msgspec
from litestar.params import PathParameter, QueryParameter
from msgspec import Meta

from formicarium.server.domain.events import Clock
from formicarium.server.house.people import (
    LONGEST_LINE,
    LONGEST_NAME,
    LONGEST_PASSWORD,
    SHORTEST_PASSWORD,
)

MOST_NEXT = 40  # actions that are previewed after another one

Key = Annotated[
    str,
    Meta(
        pattern=r"^[^\x00-\x1f\x7f]{1,64}$",
        description="Made up by the client, new for each command; a repeated one does nothing.",
        examples=["3f0c6a1e-77"],
    ),
]
Seat = Annotated[int, Meta(ge=0, le=15, description="A seat, counted from 0.", examples=[0])]
Version = Annotated[
    int,
    Meta(ge=0, le=2**53, description="The version that the client was shown.", examples=[17]),
]
Level = Annotated[
    str,
    Meta(
        min_length=1,
        max_length=40,
        description="A level of bots, as GET /api/games lists them.",
        examples=["normal"],
    ),
]
Text = Annotated[str, Meta(pattern=r"\S", max_length=LONGEST_LINE, examples=["Good luck!"])]
Name = Annotated[str, Meta(pattern=r"\S", max_length=LONGEST_NAME, examples=["Ada"])]
Password = Annotated[
    str,
    Meta(min_length=SHORTEST_PASSWORD, max_length=LONGEST_PASSWORD, examples=["correct horse"]),
]
PersonNumber = Annotated[int, Meta(ge=1, le=2**31 - 1, description="The number of a person.")]
Word = Annotated[str, Meta(min_length=1, max_length=40)]
Invited = Annotated[
    str,
    Meta(min_length=1, max_length=100, description="What stands in the link of an invitation."),
]


# --- Paths and queries ----------------------------------------------------------------------------


def _action(name: str, about: str) -> Any:
    return QueryParameter(name=name, min_length=1, max_length=200, description=about)


AskedPerson = Annotated[
    int, PathParameter(ge=1, le=2**31 - 1, description="The number of a person.")
]
GameName = Annotated[str, PathParameter(max_length=40, description="The name of a game.")]
JobName = Annotated[str, PathParameter(max_length=200, description="The name of a job.")]
SessionName = Annotated[str, PathParameter(max_length=64, description="Its `id` in the list.")]
TableName = Annotated[str, PathParameter(max_length=64, description="The name of a table.")]
AskedSeat = Annotated[
    int | None,
    QueryParameter(
        name="seat",
        ge=0,
        le=15,
        description="A seat of mine; without it, the one that must decide, or my first.",
    ),
]
AskedLanguage = Annotated[
    str | None,
    QueryParameter(
        name="language",
        max_length=20,
        description="en, de or fr; else Accept-Language. none: no words.",
    ),
]
AskedAction = Annotated[str, _action("action", "The code of an action, or its notation.")]
AskedNext = Annotated[
    list[Annotated[str, Meta(min_length=1, max_length=200)]] | None,
    QueryParameter(
        name="then",
        max_items=MOST_NEXT,
        description="Other actions of the same seat after it, in order: codes or notations.",
    ),
]
Since = Annotated[
    int | None,
    QueryParameter(name="since", ge=0, le=2**53, description="What happened after that version."),
]
Until = Annotated[
    int | None,
    QueryParameter(name="until", ge=0, le=2**53, description="What happened up to that version."),
]


# --- Bodies ---------------------------------------------------------------------------------------


class Body(msgspec.Struct, forbid_unknown_fields=True):
    """What somebody sends; a field that nobody knows is a mistake."""


class NewClock(Body):
    """How long people may think: for each decision, or in the whole game."""

    per: Literal["decision", "game"]
    seconds: Annotated[float, Meta(ge=1, le=60 * 86_400, examples=[86_400])]
    then: Annotated[
        Literal["bot", "pass", "resign", "nothing"],
        Meta(
            description="When the time is over: a bot plays until its person comes back; one "
            "decision is taken for her; she has resigned; others may let a bot play."
        ),
    ] = "bot"

    def made(self) -> Clock:
        """As tables have it."""
        return Clock(self.per, self.seconds, self.then)


class NewSeat(Body):
    """Who is to sit on a seat."""

    kind: Literal["me", "open", "bot"]
    level: Level = "normal"


class NewTable(Body):
    """A table to be made. Seats that are not named stay open; where all are taken, it begins."""

    game: Annotated[Word, Meta(examples=["micropolis"])]
    players: Annotated[int, Meta(ge=1, le=16, examples=[2])] | None = None
    options: Annotated[dict[Word, Word], Meta(max_length=30)] = {}
    seats: Annotated[
        list[NewSeat],
        Meta(max_length=16, examples=[[{"kind": "me"}, {"kind": "bot", "level": "normal"}]]),
    ] = []
    public: Annotated[
        bool, Meta(description="Whether lists show it, and anybody may take a seat.")
    ] = True
    by_link: Annotated[
        bool,
        Meta(
            description="Whether whoever knows the address of a table that lists do not show may "
            "take a seat; if not, that needs an invitation."
        ),
    ] = False
    clock: NewClock | None = None
    patience: (
        Annotated[
            float,
            Meta(
                ge=120,
                le=60 * 86_400,
                description="Seconds that others wait for somebody who is away before a bot may "
                "play for her; otherwise 600, or as long as a decision may take.",
                examples=[600],
            ),
        ]
        | None
    ) = None
    hints: Annotated[
        bool,
        Meta(description="Whether hints may be asked for among people; all are told of each."),
    ] = False
    position: (
        Annotated[dict[str, Any], Meta(description="Where to begin, instead of a new game.")] | None
    ) = None
    rated: Annotated[
        bool,
        Meta(
            description="Whether the game changes ratings: among people with an account, each on "
            "one seat, from the beginning, without hints."
        ),
    ] = False
    invited: Annotated[
        list[PersonNumber],
        Meta(
            max_length=15,
            description="People with whom I have shared a table: open seats are kept for them.",
        ),
    ] = []
    same_as: (
        Annotated[
            str,
            Meta(
                max_length=64,
                description="A table of mine: all others there are invited whom I may meet.",
            ),
        ]
        | None
    ) = None


class NewSharing(Body):
    """What of my profile everybody may see."""

    games: bool = False
    wins: bool = False
    rating: bool = False


class NewBlock(Body):
    """Somebody whom I do not want to hear: at a seat, who said a line, or by number."""

    table: Annotated[str, Meta(min_length=1, max_length=64)] | None = None
    seat: Seat | None = None
    line: Annotated[int, Meta(ge=1, le=2**31 - 1)] | None = None
    person: PersonNumber | None = None
    meets: Annotated[
        bool, Meta(description="Whether I may still meet her; then she is only not heard.")
    ] = False


class NewName(Body):
    """Another name for me."""

    name: Name


class Credentials(Body):
    """The name and the password of an account."""

    name: Name
    password: Password


class NewPassword(Body):
    """Another password for my account."""

    old: Password
    new: Password


class NewPasswordByLink(Body):
    """Another password for the account that a link is for."""

    token: Annotated[str, Meta(min_length=1, max_length=100, description="What the link ends in.")]
    password: Password


class Leaving(Body):
    """Whoever has an account proves by its password that she wants to be forgotten."""

    password: Password | None = None


class NewInvitation(Body):
    """An invitation to a seat, or to any that is open."""

    seat: Seat | None = None


class NewReport(Body):
    """Something to tell the administrators about a seat, a line of talk, or a person."""

    reason: Literal["insult", "spam", "cheating", "name", "other"]
    table: Annotated[str, Meta(min_length=1, max_length=64)] | None = None
    seat: Seat | None = None
    line: Annotated[int, Meta(ge=1, le=2**31 - 1)] | None = None
    person: Annotated[int, Meta(ge=1, le=2**31 - 1)] | None = None
    text: Annotated[str, Meta(max_length=1000)] = ""


class NewJob(Body):
    """Something to think about, for a seat of mine."""

    seat: Seat
