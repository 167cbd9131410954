"""What people have tried in games that are over: kept for each of them, and shown to no other."""

from typing import Annotated

import msgspec
from litestar import get, put
from litestar.params import JSONBody
from msgspec import Meta

from formicarium.server.api.archive import finished
from formicarium.server.api.bodies import Body, TableName
from formicarium.server.api.errors import problem
from formicarium.server.api.requests import Anybody, TheServices
from formicarium.server.api.services import EVENT, Services
from formicarium.server.api.visitors import Visitor
from formicarium.server.domain.people import NOBODY
from formicarium.server.domain.seats import Refused

MOST = 50  # lines
LONGEST = 8000  # characters of all lines together

Line = Annotated[
    str,
    Meta(
        pattern=r"^[0-9a-z]+(-[0-9a-z]{2,8})+$",
        max_length=LONGEST,
        description="After how many decisions, then a seat (one digit) and a code each, base 36.",
        examples=["h-03-1a"],
    ),
]


class Variations(Body):
    """Lines that I have tried in a game."""

    lines: Annotated[list[Line], Meta(max_length=MOST)]


class KeptVariations(msgspec.Struct):
    """Lines that I have tried in a game, and whether more would be kept."""

    lines: list[str]
    kept: bool  # if not, my browser may do so


@get("/{table:str}/variations", summary="What I have tried", operation_id="show_variations")
async def show_variations(
    services: TheServices, visitor: Anybody, table: TableName
) -> KeptVariations:
    """Give the lines that I have tried in a game that is over."""
    if not await is_kept(services, visitor, table):
        return KeptVariations([], kept=False)
    lines = await services.store.variations(table, visitor.person)
    return KeptVariations(lines.split(), kept=True)


@put("/{table:str}/variations", summary="Keep what I try", operation_id="keep_variations")
async def keep_variations(
    services: TheServices, visitor: Anybody, table: TableName, data: JSONBody[Variations]
) -> Variations:
    """Keep these lines instead of those before; for people with a seat there, or an account."""
    if not await is_kept(services, visitor, table):
        raise Refused("not_yours", "what you try is kept here if you played, or have an account")
    lines = " ".join(data.lines)
    if len(lines) > LONGEST:
        message = f"lines: {len(lines)} characters are too many; {LONGEST} can be kept"
        raise problem(400, "bad_request", message)
    services.check_space(visitor)
    services.keep(visitor, EVENT + len(lines))
    await services.store.keep_variations(table, visitor.person, lines, services.house.now())
    return data


async def is_kept(services: Services, visitor: Visitor, table: str) -> bool:
    """Whether the house keeps what a visitor tries: if she played, or has an account."""
    await finished(services, visitor, table)
    person = visitor.herself()
    async with services.house.held(table) as live:
        if live.table.belongs_to(person):
            return True
    return person != NOBODY and await services.store.account_of(person) is not None


REQUESTS = [show_variations, keep_variations]
