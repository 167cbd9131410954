"""Whom I do not want to hear, or not to meet: nobody is told."""

import msgspec
from litestar import delete, get, post
from litestar.params import JSONBody

from formicarium.server.api.bodies import AskedPerson, NewBlock
from formicarium.server.api.errors import problem
from formicarium.server.api.reports import accused
from formicarium.server.api.requests import Somebody, TheServices
from formicarium.server.api.services import EVENT, Services
from formicarium.server.api.viewing import table_for
from formicarium.server.domain.people import NO_NAME


class BlockDocument(msgspec.Struct):
    """Somebody whom I do not want to hear."""

    person: int
    name: str
    guest: bool
    gone: bool
    meets: bool  # whether I may still meet her


@get("/blocks", summary="Whom I have blocked", operation_id="list_blocks")
async def list_blocks(services: TheServices, somebody: Somebody) -> list[BlockDocument]:
    """List those whom I do not want to hear, or not to meet."""
    return await _blocks(services, somebody.herself())


@post("/blocks", status_code=200, summary="Block somebody", operation_id="block")
async def block(
    services: TheServices, somebody: Somebody, data: JSONBody[NewBlock]
) -> list[BlockDocument]:
    """Hear somebody no more; unless `meets`, she does not come to my tables either.

    What she says is not shown to me, we are never paired, and she neither invites me nor sits down
    at tables of mine without an invitation.
    """
    person = somebody.herself()
    table = None if data.table is None else (await table_for(services, somebody, data.table)).table
    other = await accused(services, table, data)
    called = (await services.store.names({other})).get(other, NO_NAME)
    is_known = data.person is None or await services.store.have_met(person, other)
    if other == person or called is NO_NAME or called.is_gone or not is_known:
        raise problem(404, "nobody", "there is nobody to block there")
    services.check_space(somebody)
    services.keep(somebody, EVENT)
    if not await services.store.block(person, other, data.meets, services.house.now()):
        raise problem(409, "many_blocked", "you have blocked very many people; let some go first")
    await services.house.parted(person, other)
    return await _blocks(services, person)


@delete("/blocks/{person:int}", status_code=200, summary="Unblock", operation_id="unblock")
async def unblock(
    services: TheServices, somebody: Somebody, person: AskedPerson
) -> list[BlockDocument]:
    """Hear and meet somebody again."""
    await services.store.unblock(somebody.herself(), person)
    await services.house.parted(somebody.herself(), person)
    return await _blocks(services, somebody.herself())


async def _blocks(services: Services, person: int) -> list[BlockDocument]:
    return [
        BlockDocument(one.person, *one.called, one.meets)
        for one in await services.store.blocks_of(person)
    ]


REQUESTS = [list_blocks, block, unblock]
