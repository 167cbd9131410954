"""Why actions are good: words for a hint that somebody's own device has thought out."""

import asyncio
from typing import Annotated

import msgspec
from litestar import post
from litestar.params import JSONBody
from msgspec import Meta

from formicarium.analysis.explaining import BEST, Explained, explained
from formicarium.core.game import Game
from formicarium.server.api import world
from formicarium.server.api.bodies import Seat, TableName
from formicarium.server.api.errors import problem
from formicarium.server.api.requests import Somebody, SpokenLanguage, TheServices
from formicarium.server.api.services import Services
from formicarium.server.api.viewing import PREPARING, table_for
from formicarium.server.domain.seats import Refused
from formicarium.server.workers.rehearsal import entry_of

Code = Annotated[int, Meta(ge=0, le=2**31, examples=[0])]


class AskedReasons(msgspec.Struct, forbid_unknown_fields=True):
    """Actions of a seat of mine, the best first."""

    seat: Seat
    codes: Annotated[list[Code], Meta(min_length=1, max_length=BEST)]


class ToldReasons(msgspec.Struct):
    """What there is to say about each of them, in the same order."""

    actions: list[Explained]


@post("/{table:str}/reasons", status_code=200, summary="Reasons", operation_id="show_reasons")
async def show_reasons(
    services: TheServices,
    somebody: Somebody,
    table: TableName,
    data: JSONBody[AskedReasons],
    spoken: SpokenLanguage,
) -> ToldReasons:
    """Say why actions are good that I might take now, by no more than my seat may know.

    It is said to whoever may have a hint now. Who has had one for this decision has it already.
    """
    live = await table_for(services, somebody, table)
    if data.seat not in somebody.seats(live.table):
        raise Refused("not_yours", f"seat {data.seat + 1} is not yours")
    live.table.check_hint(data.seat, somebody.person)
    await prepared_for_bots(services, live.table.game)
    async with services.house.replays.turn(somebody.address):
        state, version = await services.jobs.hintable(table, data.seat, somebody.person)
        legal = {*state.codes(data.seat)}
        if strange := [code for code in data.codes if code not in legal]:
            raise problem(400, "bad_request", f"codes: {strange[0]} cannot be decided now")
        seed = world.world_seed(services.house.secret, table, data.seat, version)
        told = await asyncio.to_thread(explained, state, data.seat, data.codes, spoken, seed)
    return ToldReasons(told)


async def prepared_for_bots(services: Services, game: Game) -> None:
    """Wait until it is compiled by what a turn is gone on with, but not for ever."""
    entry = entry_of(game.name, game.book.version)
    try:
        await asyncio.wait_for(services.library.ready_for_bots(entry), PREPARING)
    except TimeoutError:
        message = f"what bots need of {game.name} is being prepared; try again in a moment"
        raise problem(503, "preparing", message, PREPARING) from None


REQUESTS = [show_reasons]
