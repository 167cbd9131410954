"""What players tell the administrators about others."""

import msgspec
from litestar import post
from litestar.params import JSONBody

from formicarium.server.api.bodies import NewBlock, NewReport
from formicarium.server.api.errors import problem
from formicarium.server.api.requests import Somebody, TheServices
from formicarium.server.api.services import EVENT, Services
from formicarium.server.api.viewing import table_for
from formicarium.server.domain.people import NO_NAME
from formicarium.server.domain.seats import Sitter
from formicarium.server.domain.table import Table
from formicarium.server.house import people
from formicarium.server.house.evidence import gathered
from formicarium.server.limits import Counted
from formicarium.server.store.entries import Report


class Reported(msgspec.Struct):
    """A report was taken; what becomes of it is told to nobody."""

    number: int


@post("/reports", summary="Report somebody", operation_id="report")
async def report(services: TheServices, somebody: Somebody, data: JSONBody[NewReport]) -> Reported:
    """Tell the administrators about a seat, a line of talk, or a person.

    What was said and what happened there is kept with it as it is now.
    """
    reporter, text = somebody.herself(), people.cleaned(data.text)
    table = None if data.table is None else (await table_for(services, somebody, data.table)).table
    person = await accused(services, table, data)
    if person == reporter:
        raise problem(409, "about_yourself", "that is you; report somebody else")
    called = (await services.store.names({person})).get(person, NO_NAME)
    is_known = data.person is None or await services.store.have_met(reporter, person)
    if called is NO_NAME or called.is_gone or not is_known:
        raise problem(404, "nobody", "there is nobody to report there, or not any more")
    services.pay(Counted.REPORT, somebody)
    services.check_space(somebody)
    services.keep(somebody, EVENT * 20)
    number = await services.store.add_report(
        Report(
            at=services.house.now(),
            by=reporter,
            person=person,
            name=called.name,
            kind=data.reason,
            text=text,
            table=data.table or "",
            seat=data.seat,
            line=data.line or 0,
            evidence=[]
            if table is None
            else await gathered(services.house, table, data.line, somebody.address),
        )
    )
    return Reported(number)


async def accused(services: Services, table: Table | None, data: NewReport | NewBlock) -> int:
    """Whom a report is about, or a block."""
    if sum(one is not None for one in (data.seat, data.line, data.person)) != 1:
        raise problem(400, "bad_request", "name one of these: seat, line, person")
    if data.person is not None:
        return data.person
    if table is None:
        raise problem(400, "bad_request", "table: a seat or a line is at a table; which?")
    if data.seat is not None:
        return _at_seat(table, data.seat)
    lines = await services.store.chat(table.head.id, (data.line or 1) - 1, (data.line or 1) + 1)
    if not lines:
        raise problem(404, "nobody", f"there is no line {data.line} at this table")
    return lines[0].person


def _at_seat(table: Table, seat: int) -> int:
    if seat >= len(table.seats):
        raise problem(404, "nobody", f"there is no seat {seat + 1} at this table")
    place = table.seats[seat]
    if place.person:
        return place.person
    if place.sitter == Sitter.BOT:
        raise problem(409, "about_a_bot", "a bot plays there; bots cannot be reported")
    raise problem(404, "nobody", "nobody sits there")


REQUESTS = [report]
