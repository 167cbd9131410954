"""For administrators alone: what they can order, and what they are shown. Others find nothing."""

from collections.abc import Sequence
from typing import Annotated, Any

import msgspec
from litestar import get, post
from litestar.exceptions import NotFoundException
from litestar.handlers import BaseRouteHandler, HTTPRouteHandler
from litestar.params import JSONBody, PathParameter, QueryParameter

from formicarium.server.api.bodies import TableName
from formicarium.server.api.requests import Anybody, TheServices, identified
from formicarium.server.api.services import Connection, Services, services_of
from formicarium.server.domain.people import NO_NAME, Names
from formicarium.server.house.acts import ORDERS, Order, name_of_act
from formicarium.server.house.house import NoTable
from formicarium.server.store.acts import FOR_EVER, ending
from formicarium.server.store.entries import Act, Evidence, FoundPerson, Report
from formicarium.server.store.lists import PAGE

PersonNumber = Annotated[
    int, PathParameter(ge=1, le=2**31 - 1, description="The number of a person.")
]
Find = Annotated[str, QueryParameter(name="find", max_length=64, description="What to look for.")]
Before = Annotated[
    int, QueryParameter(name="before", ge=1, le=2**31 - 1, description="Before that number.")
]
NEWEST = 2**31 - 1


class PersonDocument(msgspec.Struct):
    """A person, as administrators are told."""

    number: int
    name: str
    account: bool
    created: float
    seen: float
    administrator: bool
    banned: float | None  # until when; null: she is not, or for ever
    banned_for_ever: bool
    ban_reason: str
    muted: float | None  # until when


class ActDocument(msgspec.Struct):
    """Something that an administrator has done."""

    number: int
    at: float
    kind: str
    by: str  # her name; empty: the command line
    person: int | None  # about whom,
    name: str  # and what she was called then
    table: str | None
    place: int | None  # the seat, the line or the report
    until: float | None  # null: without an end, or not a matter of time
    reason: str


class ActList(msgspec.Struct):
    """A part of the audit log, the newest first."""

    acts: list[ActDocument]
    more: bool


class EvidenceDocument(msgspec.Struct):
    """Something that a report is about, as it was then."""

    kind: str  # said or happened
    at: float
    person: int | None
    name: str
    seat: int | None
    line: int | None  # its number in the talk
    text: str


class ReportDocument(msgspec.Struct):
    """What somebody has reported."""

    number: int
    at: float
    by: int
    by_name: str
    person: int
    name: str  # what she was called then
    kind: str
    text: str
    table: str | None
    seat: int | None
    line: int | None
    handled: float | None
    outcome: str
    evidence: list[EvidenceDocument]


class ReportList(msgspec.Struct):
    """A part of the reports, the newest first."""

    reports: list[ReportDocument]
    more: bool


class PeopleList(msgspec.Struct):
    """Who was found."""

    people: list[PersonDocument]


class FoundTable(msgspec.Struct):
    """A table that was found."""

    id: str
    game: str
    status: str
    created: float


class TableList(msgspec.Struct):
    """Which tables were found."""

    tables: list[FoundTable]


class CardDocument(msgspec.Struct):
    """All that administrators are told of a person."""

    person: PersonDocument
    sessions: int
    tables: list[FoundTable]
    reported: int  # how often others have reported her,
    reports: int  # and she others
    acts: list[ActDocument]


class SeatCard(msgspec.Struct):
    """A seat, with the person."""

    kind: str
    person: int | None
    name: str
    level: str | None


class LineCard(msgspec.Struct):
    """A line of talk, with the person; a removed one has no text."""

    number: int
    at: float
    person: int
    name: str
    text: str


class TableCard(msgspec.Struct):
    """All that administrators are told of a table: nothing of the game itself."""

    id: str
    game: str
    status: str
    created: float
    host: int | None
    host_name: str
    seats: list[SeatCard]
    lines: list[LineCard]
    acts: list[ActDocument]


class OrderDone(msgspec.Struct):
    """An order was carried out."""

    link: str | None = None  # to choose a password, once


async def only_administrators(connection: Connection, _handler: BaseRouteHandler) -> None:
    """For everybody else there is nothing at these addresses."""
    if not await is_administrator(connection):
        raise NotFoundException


async def is_administrator(connection: Connection) -> bool:
    """Whether an administrator asks, with more than a seat's token to prove it."""
    found = await identified(connection)
    return services_of(connection).administration.is_administrator(found.person)


# --- What they are shown --------------------------------------------------------------------------


@get("/people", summary="Find people", operation_id="find_people")
async def find_people(services: TheServices, find: Find) -> PeopleList:
    """Find people by their number, a part of their name, or what looks like it."""
    now, found = services.house.now(), await services.store.find_people(find)
    return PeopleList([shown_person(one, now) for one in found])


@get("/people/{number:int}", summary="A person", operation_id="show_person")
async def show_person(services: TheServices, number: PersonNumber) -> CardDocument:
    """Tell what is known of a person, and what was done about her."""
    card = await services.store.person_card(number)
    return CardDocument(
        shown_person(card.found, services.house.now()),
        card.sessions,
        [FoundTable(*table) for table in card.tables],
        card.reported,
        card.reports,
        await shown_acts(services, await services.store.acts(person=number)),
    )


@get("/tables", summary="Find tables", operation_id="find_tables")
async def find_tables(services: TheServices, find: Find = "") -> TableList:
    """Find tables by how their name begins, the newest first."""
    found = await services.store.find_tables(find)
    return TableList([FoundTable(*table) for table in found])


@get("/tables/{table:str}", summary="A table's people", operation_id="show_table_card")
async def show_table(services: TheServices, table: TableName) -> TableCard:
    """Tell who sits at a table and what was said there; nothing of the game itself."""
    found = await services.store.summary(table)
    if found is None:
        raise NoTable("there is no such table; the link may be mistyped, or very old")
    lines = await services.store.chat(table, 0)
    people = {found.host, *(seat.person for seat in found.seats), *(one.person for one in lines)}
    names = await services.store.names(people)
    return TableCard(
        found.id,
        found.game,
        found.status,
        found.created,
        found.host or None,
        name_in(names, found.host),
        [
            SeatCard(seat.kind, seat.person or None, name_in(names, seat.person), seat.level)
            for seat in found.seats
        ],
        [
            LineCard(one.number, one.at, one.person, name_in(names, one.person), one.text)
            for one in lines
        ],
        await shown_acts(services, await services.store.acts(table=table)),
    )


@get("/reports", summary="Reports", operation_id="list_reports")
async def list_reports(
    services: TheServices,
    handled: Annotated[
        bool, QueryParameter(name="handled", description="Those that are put aside.")
    ] = False,
    person: Annotated[
        int | None,
        QueryParameter(name="person", ge=1, le=2**31 - 1, description="All about one person."),
    ] = None,
    before: Before = NEWEST,
) -> ReportList:
    """Give what players have reported, 50 at most, the newest first."""
    found = await services.store.reports(not handled, before, person)
    names = await services.store.names({report.by for report in found})
    return ReportList([shown_report(one, names) for one in found], len(found) == PAGE)


@get("/acts", summary="The audit log", operation_id="list_acts")
async def list_acts(services: TheServices, before: Before = NEWEST) -> ActList:
    """Give what administrators have done, 50 at most, the newest first."""
    found = await services.store.acts(before)
    return ActList(await shown_acts(services, found), len(found) == PAGE)


def shown_person(found: FoundPerson, now: float) -> PersonDocument:
    """A person, with what is decided about her; what is over is told no more."""
    decided = found.decided
    is_banned, is_muted = decided.banned_until > now, decided.muted_until > now
    is_for_ever = decided.banned_until >= FOR_EVER
    return PersonDocument(
        found.number,
        found.name,
        found.account,
        found.created,
        found.seen,
        bool(decided.role),
        decided.banned_until if is_banned and not is_for_ever else None,
        is_for_ever,
        decided.ban_reason if is_banned else "",
        decided.muted_until if is_muted else None,
    )


async def shown_acts(services: Services, acts: Sequence[Act]) -> list[ActDocument]:
    """Acts with the names of those who did them."""
    names = await services.store.names({act.by for act in acts})
    return [
        ActDocument(
            act.number,
            act.at,
            act.kind,
            name_in(names, act.by),
            act.person or None,
            act.name,
            act.table or None,
            act.place,
            ending(act.until),
            act.reason,
        )
        for act in acts
    ]


def shown_report(report: Report, names: Names) -> ReportDocument:
    """A report with its evidence."""
    return ReportDocument(
        report.number,
        report.at,
        report.by,
        name_in(names, report.by),
        report.person,
        report.name,
        report.kind,
        report.text,
        report.table or None,
        report.seat,
        report.line or None,
        report.handled,
        report.outcome,
        [shown_evidence(piece) for piece in report.evidence],
    )


def shown_evidence(piece: Evidence) -> EvidenceDocument:
    """A piece of evidence; nobody and no line have no number."""
    person, line = piece.person or None, piece.line or None
    return EvidenceDocument(piece.kind, piece.at, person, piece.name, piece.seat, line, piece.text)


def name_in(names: Names, person: int) -> str:
    """What somebody is called; nobody, and whoever was deleted, is called nothing."""
    return names.get(person, NO_NAME).name


# --- What they order ------------------------------------------------------------------------------


def _request_for(kind: type[Order]) -> HTTPRouteHandler:
    """The request that has an order carried out."""

    async def handle(services: TheServices, visitor: Anybody, data: JSONBody[Order]) -> OrderDone:
        work = services.administration.carry_out(data, visitor.herself())
        return OrderDone(link=(await services.house.finished(work)).link or None)

    name = name_of_act(kind)
    body_of: Any = JSONBody  # of a type that is only known here
    handle.__annotations__["data"] = body_of[kind]
    return post(
        f"/{name}",
        name=f"administrators {name}",
        operation_id=f"order_{name}",
        status_code=200,
        summary=name.replace("_", " ").capitalize(),
        description=kind.__doc__,
    )(handle)


REQUESTS = [
    find_people,
    show_person,
    find_tables,
    show_table,
    list_reports,
    list_acts,
    *(_request_for(kind) for kind in ORDERS),
]
