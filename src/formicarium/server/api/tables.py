"""Tables: making them, looking at them, inviting people, talk."""

import asyncio
from collections.abc import Callable
from io import StringIO
from typing import Annotated, cast

import msgspec
from litestar import MediaType, get, post
from litestar.params import JSONBody, QueryParameter
from rich.console import Console, RenderableType

from formicarium.core.drawing import as_svg
from formicarium.core.text import phrases
from formicarium.server.api.archive import outcome_of
from formicarium.server.api.bodies import NewInvitation, NewTable, Since, TableName
from formicarium.server.api.documents import LineDocument, TableDocument
from formicarium.server.api.errors import problem
from formicarium.server.api.games import options_for
from formicarium.server.api.requests import (
    Anybody,
    Somebody,
    SpokenLanguage,
    TheServices,
    Wording,
)
from formicarium.server.api.services import EVENT, GAME, Services
from formicarium.server.api.viewing import PREPARING, Glance, TheGlance, document, table_for
from formicarium.server.api.visitors import Visitor
from formicarium.server.domain.people import NO_NAME, NOBODY, Called
from formicarium.server.domain.projection import entry
from formicarium.server.domain.seats import Refused
from formicarium.server.domain.table import Table
from formicarium.server.house import people
from formicarium.server.house.plans import SeatPlan, TablePlan
from formicarium.server.limits import Counted
from formicarium.server.store.entries import (
    ChatLine,
    ListedSeat,
    Listing,
    SeatKind,
    Status,
    Summary,
)
from formicarium.server.store.lists import PAGE
from formicarium.server.workers.pool import check_level

WIDTH = 100  # characters of a picture
MOST_KEPT = 60  # seats that others may keep for one person at the same time,
MOST_BY_ONE = 5  # and that one host may: so none of them takes the place of the others


# --- Making ---------------------------------------------------------------------------------------


class Made(msgspec.Struct):
    """A new table."""

    id: str


@post("/", summary="A new table", operation_id="make_table")
async def make(services: TheServices, somebody: Somebody, data: JSONBody[NewTable]) -> Made:
    """Make a table; the game begins at once if all seats are taken."""
    person = somebody.herself()
    for seat in data.seats:
        if seat.kind == "bot":
            check_level(seat.level)
    if any(seat.kind == "bot" for seat in data.seats):
        services.check_thinking(somebody)
    if data.rated:
        await check_rated(services, somebody, data)
    services.check_space(somebody)
    services.pay(Counted.TABLE, somebody)
    await prepared(services, data.game)
    seats = [SeatPlan(seat.kind, seat.level if seat.kind == "bot" else "") for seat in data.seats]
    plan = TablePlan(
        person=person,
        game=data.game,
        players=data.players,
        options=await options_for(services, data.game, data.options, data.position),
        seats=await with_invited(services, somebody, data, seats),
        public=data.public,
        by_link=data.by_link,
        clock=None if data.clock is None else data.clock.made(),
        patience=data.patience,
        hints=data.hints,
        rated=data.rated,
        position=data.position,
        address=somebody.address,
    )
    try:
        name = await services.house.create(plan)
    except Refused as error:
        raise problem(400, error.error, f"seats: {error}") from error
    services.keep(somebody, GAME)
    return Made(name)


async def check_rated(services: Services, somebody: Visitor, data: NewTable) -> None:
    """Whether a table can be rated: nobody has an advantage, and nobody helps."""
    if data.hints or data.position is not None:
        message = "rated: games that change ratings are played from the beginning, without hints"
        raise problem(400, "bad_request", message)
    await services.check_may_be_rated(somebody)


async def with_invited(
    services: Services, somebody: Visitor, data: NewTable, seats: list[SeatPlan]
) -> list[SeatPlan]:
    """The seats of a new table; open ones are kept for those who are invited."""
    wanted = [*dict.fromkeys(data.invited)]
    if data.same_as is not None:
        old = (await table_for(services, somebody, data.same_as)).table
        if not old.belongs_to(somebody.person):
            raise problem(404, "not_found", "same_as: that is no table of yours")
        sat = [seat.person for seat in old.seats if seat.person not in (NOBODY, somebody.person)]
        around = await may_be_met(services, somebody.person, {*sat})
        wanted = [*dict.fromkeys([*wanted, *(one for one in sat if one in around)])]
    for person in wanted:
        await check_may_invite(services, somebody.person, person, data.rated)
    free = [place for place, seat in enumerate(seats) if seat.kind == "open"]
    if len(free) < len(wanted):
        raise problem(
            400, "bad_request", "seats: there must be an open one for each who is invited"
        )
    for place, person in zip(free, wanted, strict=False):
        seats[place] = SeatPlan("kept", person=person)
    return seats


async def check_may_invite(services: Services, host: int, person: int, rated: bool) -> None:
    """Whether a seat may be kept for somebody: who has met the host, and may be met."""
    is_known = person != host and await services.store.have_met(host, person)
    around = await may_be_met(services, host, {person})
    if not is_known or not around:
        raise problem(404, "nobody", "there is nobody of that number whom you could invite")
    if rated and around[person].is_guest:
        raise problem(403, "account_needed", "rated games are for people with an account")
    by_all, by_host = await services.store.seats_kept_for(person, host)
    if by_all >= MOST_KEPT or by_host >= MOST_BY_ONE:
        message = "so many seats are kept for somebody already that nobody can invite her now"
        raise problem(409, "many_invited", message)


async def may_be_met(services: Services, host: int, persons: set[int]) -> dict[int, Called]:
    """Of some people those who are not gone, and whom nothing keeps apart from somebody."""
    names, apart = await services.store.names(persons), await services.store.apart_from(host)
    return {
        person: called
        for person, called in names.items()
        if person not in apart and not called.is_gone
    }


async def prepared(services: Services, game: str) -> None:
    """Wait for a game that is still being compiled, but not for ever."""
    try:
        await asyncio.wait_for(services.library.ready(game), PREPARING)
    except TimeoutError:
        share = services.library.progress()[game]["share"]
        message = f"{game} is being prepared, {share:.0%} are done; try again in a moment"
        raise problem(503, "preparing", message, PREPARING) from None


class Invitation(msgspec.Struct):
    """What lets somebody in, once. It is not shown again."""

    invitation: str
    link: str  # within this house


@post("/{table:str}/invitations", summary="Invite somebody", operation_id="invite")
async def invite(
    services: TheServices, visitor: Anybody, table: TableName, data: JSONBody[NewInvitation]
) -> Invitation:
    """Make a link that lets one person take a seat, once; the host can do that."""
    live = await table_for(services, visitor, table)
    if visitor.herself() != live.table.host:
        raise Refused("not_host", "only the host of this table can do that")
    if data.seat is not None and data.seat >= live.table.game.players:
        raise problem(400, "bad_request", f"seat: seats are 0 to {live.table.game.players - 1}")
    services.check_space(visitor)
    services.keep(visitor, EVENT)
    token = people.new_token()
    await services.store.add_invitation(
        people.hashed(token), table, data.seat, services.house.now()
    )
    return Invitation(token, f"/t/{table}?invitation={token}")


# --- Lists ----------------------------------------------------------------------------------------


class Sitting(msgspec.Struct):
    """Who sits on a seat."""

    kind: SeatKind
    name: str
    guest: bool  # without an account: anybody might be called so
    gone: bool  # who has left the house, and her name with her
    level: str | None
    mine: bool


class Entry(msgspec.Struct):
    """A table in a list."""

    id: str
    game: str
    players: int
    options: dict[str, str]
    status: Status
    host: bool  # whether I am
    public: bool
    locked: bool
    created: float
    ended: float | None
    seats: list[Sitting]
    to_act: list[int]
    my_turn: bool
    follows: str | None
    rated: bool
    scores: list[int] | None
    winners: list[int] | None


class Listed(msgspec.Struct):
    """A part of a list, 50 tables long unless it is the last."""

    tables: list[Entry]
    page: int
    more: bool


@get("/", summary="Lists of tables", operation_id="list_tables")
async def list_tables(
    services: TheServices,
    visitor: Anybody,
    kind: Annotated[
        Listing,
        QueryParameter(
            name="list",
            description="Where I sit or am host; where I could sit; what is played; what is over; "
            "where I must decide, the most urgent first.",
        ),
    ] = "open",
    page: Annotated[int, QueryParameter(name="page", ge=0, le=1_000_000)] = 0,
) -> Listed:
    """Give the tables of a list, those that changed last first."""
    person = visitor.herself()
    found = await services.store.summaries(kind, person, page)
    return Listed(
        [await entry_of(services, one, person) for one in found], page, len(found) == PAGE
    )


async def entry_of(services: Services, summary: Summary, person: int) -> Entry:
    """A table in a list. How many events there are, and when the last was, may be a secret."""
    result = await outcome_of(services, summary)
    to_act = [seat for seat in range(summary.players) if summary.to_act >> seat & 1]
    sitting = [
        sitting_on(seat, summary.names.get(seat.person, NO_NAME), person) for seat in summary.seats
    ]
    return Entry(
        id=summary.id,
        game=summary.game,
        players=summary.players,
        options=summary.options,
        status=summary.status,
        host=person != NOBODY and summary.host == person,
        public=summary.public,
        locked=summary.locked,
        created=summary.created,
        ended=summary.shown if summary.status == "over" else None,
        seats=sitting,
        to_act=to_act,
        my_turn=any(sitting[seat].mine for seat in to_act),
        follows=summary.follows or None,
        rated=summary.rated,
        scores=None if result is None else result.scores,
        winners=None if result is None else result.winners,
    )


def sitting_on(seat: ListedSeat, called: Called, person: int) -> Sitting:
    """Who sits on a seat, for somebody who may play it now."""
    is_mine = seat.kind == "person" and person != NOBODY and seat.person == person
    return Sitting(seat.kind, *called, seat.level or None, is_mine)


# --- Looking --------------------------------------------------------------------------------------


@get("/{table:str}", summary="A table", operation_id="show_table")
async def show(glance: TheGlance, since: Since = None, *, wording: Wording) -> TableDocument:
    """Show a table as I may see it, with the log since a version if one is given."""
    live = await glance.live()
    found = await document(glance.services, live, glance.visitor, glance.asked, wording, since)
    return cast("TableDocument", found)


class Log(msgspec.Struct):
    """What happened."""

    version: int  # of the last line
    log: list[LineDocument]
    more: bool  # whether there are further lines


@get("/{table:str}/log", summary="What happened", operation_id="show_log")
async def show_log(glance: TheGlance, since: Since = None, *, wording: Wording) -> Log:
    """Tell what happened after a version, or from the beginning, in words: 200 lines at most."""
    live = await glance.live()
    table, names = live.table, live.names
    seat = glance.seat(table)
    viewer = table.spectator if seat is None else seat
    notices = await glance.services.house.log(
        glance.table, seat, since or 0, wording, glance.visitor.address
    )
    lines = await asyncio.to_thread(lambda: [entry(one, viewer, wording, names) for one in notices])
    last = max((line["version"] for line in lines), default=since or 0)
    return Log(last, cast("list[LineDocument]", lines), last < table.versions[viewer])


@get(
    "/{table:str}/picture",
    summary="A picture",
    operation_id="show_picture",
    media_type=MediaType.TEXT,
)
async def show_picture(glance: TheGlance, spoken: SpokenLanguage) -> str:
    """Draw the position as I may see it, in characters."""
    drawing = await drawing_for(glance, spoken)
    look, address = glance.services.house.replays.look, glance.visitor.address
    return await look(address, lambda: drawn(drawing()))


@get(
    "/{table:str}/drawing",
    summary="A picture in colours",
    operation_id="show_drawing",
    media_type="image/svg+xml",
)
async def show_drawing(
    glance: TheGlance,
    columns: Annotated[
        int, QueryParameter(name="columns", ge=30, le=160, description="Characters in a line.")
    ] = WIDTH,
    *,
    spoken: SpokenLanguage,
) -> str:
    """Draw the position as I may see it, as a terminal shows it, in SVG."""
    drawing = await drawing_for(glance, spoken)
    look, address = glance.services.house.replays.look, glance.visitor.address
    return await look(address, lambda: as_svg([drawing()], "", columns))


async def drawing_for(glance: Glance, language: str) -> Callable[[], RenderableType]:
    """What draws the position as somebody may see it, for a thread."""
    await glance.live()
    async with glance.services.house.held(glance.table) as live:
        game = live.table.game
        view = live.shown.view(glance.seat(live.table))
    if view is None:
        raise Refused("not_started", "the game has not begun yet")
    say = phrases(game.book.package, language)
    return lambda: game.book.draw(game.parts_row, view, say)


def drawn(picture: RenderableType) -> str:
    """A picture as text."""
    paper = StringIO()
    Console(file=paper, width=WIDTH, color_system=None, legacy_windows=False).print(picture)
    return paper.getvalue()


# --- Talk -----------------------------------------------------------------------------------------


class Spoken(msgspec.Struct):
    """A line of the chat."""

    number: int
    at: float
    name: str
    guest: bool
    gone: bool
    seat: int | None  # of whoever said it
    mine: bool
    text: str


class Talk(msgspec.Struct):
    """What was said."""

    lines: list[Spoken]
    earlier: bool  # whether there are lines before these that were asked for, too


@get("/{table:str}/chat", summary="What was said", operation_id="show_chat")
async def show_chat(
    services: TheServices,
    visitor: Anybody,
    table: TableName,
    since: Annotated[
        int,
        QueryParameter(name="since", ge=0, le=2**53, description="After the line of that number."),
    ] = 0,
    before: Annotated[
        int,
        QueryParameter(
            name="before", ge=0, le=2**53, description="Before the line of that number."
        ),
    ] = 2**53,
) -> Talk:
    """Tell what was said at a table, the last 200 lines at most; `before` leads further back."""
    live = await table_for(services, visitor, table)
    lines = await spoken_since(services, visitor, live.table, since, before)
    return Talk(lines, bool(lines) and lines[0].number > since + 1)


async def spoken_since(
    services: Services, visitor: Visitor, table: Table, since: int, before: int = 2**53
) -> list[Spoken]:
    """The last lines of a chat between two numbers."""
    lines = await services.store.chat(table.head.id, since, before, listener=visitor.person)
    return [_spoken(line, table, visitor.person) for line in lines]


def _spoken(line: ChatLine, table: Table, person: int) -> Spoken:
    """A line of the chat, of whoever is called so now."""
    seat = next(iter(table.seats_of(line.person)), None)
    is_mine = person != NOBODY and line.person == person
    return Spoken(line.number, line.at, *line.called, seat, is_mine, line.text)


REQUESTS = [make, list_tables, show, show_log, show_picture, show_drawing, invite, show_chat]
