"""Commands: one way for all, whether they come as requests or over a socket."""

from functools import reduce
from operator import or_
from typing import Annotated, Any, cast

import msgspec
from litestar import post
from litestar.handlers import HTTPRouteHandler
from litestar.params import JSONBody
from msgspec import Meta

from formicarium.server.api.bodies import Invited, Key, Level, Seat, TableName, Text, Version
from formicarium.server.api.errors import problem
from formicarium.server.api.requests import Somebody, SpokenLanguage, TheServices
from formicarium.server.api.services import EVENT, GAME, Services
from formicarium.server.api.viewing import document, table_for
from formicarium.server.api.visitors import Visitor
from formicarium.server.domain.events import Event
from formicarium.server.domain.seating import Seen
from formicarium.server.domain.seats import Conflict, Refused, Sitter
from formicarium.server.domain.table import Table
from formicarium.server.house import people
from formicarium.server.house.house import Check
from formicarium.server.limits import Counted
from formicarium.server.workers.pool import check_level

ATTEMPTS = 5  # to find a seat that nobody else takes first

Action = Annotated[
    int | Annotated[str, Meta(min_length=1, max_length=200)],
    Meta(description="The code of an action, or its notation.", examples=["take 3", 3]),
]


class Command(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """Something to be done at a table."""

    key: Key


class Join(Command):
    """Take an open seat, or come back to mine; without `seat`, any that is open.

    For a seat that was left in a running game all are asked who play (`asked` in the answer); join
    again when all have agreed.
    """

    seat: Seat | None = None
    invitation: Invited | None = None
    rated: Annotated[
        bool, Meta(description="Whether I agree that the game changes ratings, where it does.")
    ] = False


class Leave(Command):
    """Get up, or ask for a seat no more.

    Before the game, the host can send others away, too: they lose all their seats, and come back
    with a new invitation only.
    """

    seat: Seat


class Start(Command):
    """Begin the game, which the host does; with a `level`, bots take the seats that are open."""

    level: Level | None = None


class Play(Command):
    """Decide something."""

    seat: Seat
    action: Action
    version: Version


class Undo(Command):
    """Take my last decision back."""

    seat: Seat
    version: Version


class Resign(Command):
    """Give up; a bot plays on."""

    seat: Seat


class Hand(Command):
    """Let a bot play on a seat of mine, until I join again, or give it an open one.

    Before the game the host can do that, in a running game anybody who plays.
    """

    seat: Seat
    level: Level = "normal"


class Replace(Command):
    """Let a bot play for somebody who must decide and is away, until she joins again."""

    seat: Seat
    level: Level = "normal"


class Agree(Command):
    """Agree that somebody takes a seat that was left, or, with `agree: false`, do not."""

    request: Annotated[int, Meta(ge=1, le=2**31, description="Its number.", examples=[1])]
    agree: bool = True


class Takeover(Command):
    """Let the longest-seated who is there be host: the present one is away for too long."""


class Lock(Command):
    """Let nobody else in, or, with `locked: false`, everybody again; the host can do that."""

    locked: bool = True


class Rematch(Command):
    """The same game once more: the seats of the others are kept for them until they ask, too."""


class Chat(Command, kw_only=True):
    """Say something to all at the table; without a key, a repeated request says it again."""

    key: Key = ""
    text: Text


KINDS: tuple[type[Command], ...] = (
    Join, Leave, Start, Play, Undo, Resign, Hand, Replace, Agree, Takeover, Lock, Rematch, Chat
)  # fmt: skip
Commands = (
    Join
    | Leave
    | Start
    | Play
    | Undo
    | Resign
    | Hand
    | Replace
    | Agree
    | Takeover
    | Lock
    | Rematch
    | Chat
)


def name_of_kind(kind: type[Command]) -> str:
    """What programs call a kind of command."""
    return kind.__name__.lower()


def _with_type(kind: type[Command]) -> type[Command]:
    """A kind of command that says itself which it is."""
    name = name_of_kind(kind)
    made = msgspec.defstruct(kind.__name__, [], bases=(kind,), tag_field="type", tag=name)
    return cast("type[Command]", made)


# Over a socket, `type` says which command it is.
MESSAGES = cast("type[Commands]", reduce(or_, map(_with_type, KINDS)))


class Done(msgspec.Struct, omit_defaults=True):
    """A command was carried out, now or when its key was first used."""

    key: str
    version: int | None = None  # that the seat sees then; of spectators if it has no seat
    seat: int | None = None  # that was taken,
    asked: int | None = None  # or that was asked for: all who play must agree
    token: str | None = None  # of that seat, for programs: Authorization: Bearer …
    id: str | None = None  # of the table that follows


# --- One way for all ------------------------------------------------------------------------------


async def carry_out(
    services: Services, visitor: Visitor, table: str, command: Commands, language: str
) -> Done:
    """Do what a command says; a conflict comes with the table as it is now."""
    try:
        return await _done(services, visitor, table, command)
    except Conflict as error:
        live = await table_for(services, visitor, table)
        fresh = await document(
            services, live, visitor, _mine(command, visitor, live.table), language
        )
        raise problem(409, "conflict", str(error), table=fresh) from error


def _mine(command: Commands, visitor: Visitor, table: Table) -> int | None:
    """The seat that a command is about, if it is the visitor's."""
    seat = getattr(command, "seat", None)
    return seat if seat in visitor.seats(table) else None


async def _done(services: Services, visitor: Visitor, table: str, command: Commands) -> Done:
    live = await table_for(services, visitor, table)
    check_shares(services, visitor, live.table, command)
    if isinstance(command, Join):
        return await _join(services, visitor, live.table, command)
    if isinstance(command, Rematch):
        if live.table.head.rated:
            await services.check_may_be_rated(visitor)
        services.pay(Counted.TABLE, visitor)
        again = await services.house.rematch(table, visitor.herself(), visitor.address)
        services.keep(visitor, GAME)
        return Done(command.key, id=again)
    if isinstance(command, Chat):
        await _say(services, visitor, table, command)
        return Done(command.key)
    key, is_about_absence = own_key(visitor, command), isinstance(command, Replace | Takeover)
    seen = await services.house.presence.seen(live) if is_about_absence else {}
    check, gone = check_of(command, visitor, key, seen), gone_seats(command, visitor, live.table)
    version = await services.house.command(table, key, check, tokens=dict.fromkeys(gone, ""))
    services.keep(visitor, EVENT)
    return Done(command.key, version)


def check_shares(services: Services, visitor: Visitor, table: Table, command: Commands) -> None:
    """Whether the visitor's address has something left of what a command needs.

    What a running game needs is never refused.
    """
    if own_key(visitor, command) in table.keys:
        return
    if not isinstance(command, Play | Resign | Replace):
        services.check_space(visitor)
    seated = isinstance(command, Hand) or (isinstance(command, Start) and command.level)
    again = isinstance(command, Rematch) and any(one.sitter == Sitter.BOT for one in table.seats)
    if again or (seated and not table.is_started):
        services.check_thinking(visitor)


def own_key(visitor: Visitor, command: Commands) -> str:
    """A key that nobody else can meet."""
    return f"{visitor.person}:{command.key}"


def gone_seats(command: Commands, visitor: Visitor, table: Table) -> list[int]:
    """The seats whose tokens are worth nothing after a command."""
    if isinstance(command, Resign):
        return [command.seat]
    if not isinstance(command, Leave) or command.seat >= len(table.seats):
        return []
    person = table.seats[command.seat].person
    return [command.seat] if person == visitor.person else table.seats_of(person)


def check_of(command: Commands, visitor: Visitor, key: str, seen: Seen) -> Check:
    """What a command asks of a table."""
    person = visitor.person
    match command:
        case Play(seat=seat, action=action, version=version):
            return lambda table, at: table.play(
                _own(visitor, seat), action, version, person, at, key
            )
        case Start(level=level):
            host, bots = visitor.herself(), "" if level is None else check_level(level)
            return lambda table, at: table.start(host, at, key, bots)
        case Lock(locked=locked):
            host = visitor.herself()
            return lambda table, at: table.lock(locked, host, at, key)
        case Leave(seat=seat):
            return lambda table, at: table.leave(_own(visitor, seat), person, at, key)
        case Resign(seat=seat):
            return lambda table, at: table.resign(_own(visitor, seat), person, at, key)
        case Hand(seat=seat, level=level):
            check_level(level)
            return lambda table, at: table.seat_bot(_own(visitor, seat), level, person, at, key)
        case Replace(seat=seat, level=substitute):
            check_level(substitute)
            other = visitor.herself()
            return lambda table, at: table.replace(seat, substitute, other, seen, at, key)
        case Agree(request=number, agree=agrees):
            other = visitor.herself()
            return lambda table, at: table.agree(number, agrees, other, at, key)
        case Takeover():
            other = visitor.herself()
            return lambda table, at: table.take_over(other, seen, at, key)
        case Undo(seat=seat, version=version):
            return lambda table, at: table.undo(_own(visitor, seat), version, person, at, key)
    raise TypeError(f"{type(command).__name__} is carried out in another way")


def _own(visitor: Visitor, seat: int) -> int:
    """A seat that the visitor's token, if there is one, is good for."""
    if visitor.token is not None and visitor.token.seat != seat:
        raise Refused("not_yours", f"seat {seat + 1} is not yours")
    return seat


# --- Taking a seat --------------------------------------------------------------------------------


async def _join(services: Services, visitor: Visitor, table: Table, command: Join) -> Done:
    person, key = visitor.herself(), own_key(visitor, command)
    uses, seat, invited = await _invited(services, visitor, table, command)
    if table.head.rated and not table.seats_of(person):
        await _check_agrees(services, visitor, command)
    token = token_for(services, table, key)
    for attempt in range(ATTEMPTS):
        chosen = _open_seat(table, person) if seat is None else seat
        asks = chosen is not None and table.must_ask(chosen, person)
        check = _coming(chosen, person, key, invited, asks)
        tokens = {} if asks or chosen is None else {chosen: people.hashed(token)}
        try:
            version = await services.house.command(
                table.head.id, key, check, "" if asks else uses, tokens
            )
        except Refused as error:
            if error.error != "seat_taken" or seat is not None or attempt == ATTEMPTS - 1:
                raise
            table = (await services.house.live(table.head.id)).table
        else:
            services.keep(visitor, EVENT)
            taken = (await services.house.live(table.head.id)).table.seats_by_key.get(key)
            if taken is None:
                return Done(command.key, version, asked=chosen)
            return Done(command.key, version, taken, token=token)
    raise Conflict("others take the seats faster; try again")


async def _invited(
    services: Services, visitor: Visitor, table: Table, command: Join
) -> tuple[str, int | None, float]:
    """The invitation that is used, the seat that is taken, and when the invitation was made."""
    if command.invitation is None:
        is_open = table.head.public or table.head.by_link
        if is_open and not table.belongs_to(visitor.person):
            apart = await services.store.apart_from(visitor.person)
            # A link is the word of its host; else nobody sits down beside whom she is not to meet.
            is_open = apart.isdisjoint({table.host, *(() if table.head.by_link else table.players)})
        if not is_open and not table.belongs_to(visitor.person):
            raise problem(
                403, "invitation_needed", "a seat at this table needs an invitation; ask its host"
            )
        return "", command.seat, 0.0
    uses = people.hashed(command.invitation)
    invitation = await services.store.invitation(uses)
    if invitation is None or invitation.table != table.head.id:
        raise problem(403, "bad_invitation", "this is not an invitation to this table")
    if command.seat is not None and invitation.seat not in (None, command.seat):
        raise problem(403, "bad_invitation", "this invitation is for another seat")
    seat = command.seat if invitation.seat is None else invitation.seat
    return uses, seat, invitation.created


async def _check_agrees(services: Services, visitor: Visitor, command: Join) -> None:
    """Whoever sits down at a rated table knows it."""
    await services.check_may_be_rated(visitor)
    if not command.rated:
        raise Refused("rated_table", "this game changes ratings; say `rated: true` if you agree")


def _coming(seat: int | None, person: int, key: str, invited: float, asks: bool) -> Check:
    """Somebody sits down, or asks whether she may."""

    def check(table: Table, at: float) -> Event:
        if seat is None:
            raise Refused("full", "all seats are taken")
        come = table.ask if asks else table.sit
        return come(seat, person, at, key, invited)

    return check


def _open_seat(table: Table, person: int) -> int | None:
    """A seat that waits for her, or else any that is open."""
    for number, seat in enumerate(table.seats):
        if seat.awaits(person):
            return number
    for number, seat in enumerate(table.seats):
        if seat.sitter == Sitter.OPEN and not seat.is_kept:
            return number
    return None


def token_for(services: Services, table: Table, key: str) -> str:
    """A seat's token: nobody can guess it, and a repeated request is told the same."""
    return people.sealed(f"seat token {table.head.id} {key}", services.secret)


# --- Talk -----------------------------------------------------------------------------------------


async def _say(services: Services, visitor: Visitor, table: str, command: Chat) -> None:
    services.check_may_talk(visitor)
    line = people.clean_line(command.text)
    services.pay(Counted.CHAT, visitor)
    services.keep(visitor, EVENT + len(line.encode()))
    key = own_key(visitor, command) if command.key else ""
    await services.house.say(table, visitor.person, line, key)


# --- Requests -------------------------------------------------------------------------------------


def _request_for(kind: type[Command]) -> HTTPRouteHandler:
    """The request that carries out a kind of command."""

    async def handle(
        services: TheServices,
        somebody: Somebody,
        table: TableName,
        data: JSONBody[Commands],
        spoken: SpokenLanguage,
    ) -> Done:
        work = carry_out(services, somebody, table, data, spoken)
        return await services.house.finished(work)

    name = name_of_kind(kind)
    body_of: Any = JSONBody  # of a type that is only known here
    handle.__annotations__["data"] = body_of[kind]
    return post(
        f"/{{table:str}}/{name}",
        name=name,
        operation_id=f"{name}_table",
        status_code=200,
        summary=name.capitalize(),
        description=kind.__doc__,
    )(handle)


REQUESTS = [_request_for(kind) for kind in KINDS]
