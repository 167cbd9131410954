"""Finished games: their results, records and positions."""

from typing import Annotated

from litestar import MediaType, get
from litestar.params import QueryParameter

from formicarium.core.record import Record
from formicarium.core.rulebook import Document
from formicarium.core.state import State
from formicarium.server.api.bodies import TableName
from formicarium.server.api.errors import problem
from formicarium.server.api.requests import Anybody, TheServices
from formicarium.server.api.services import Services
from formicarium.server.api.viewing import table_for
from formicarium.server.api.visitors import Visitor
from formicarium.server.domain.seats import Refused, Status
from formicarium.server.house.library import GameFailed
from formicarium.server.house.writes import ending_of, result_of
from formicarium.server.store.entries import Result, Summary
from formicarium.server.workers.rehearsal import RulesChanged

AskedMoment = Annotated[
    int | None,
    QueryParameter(
        name="at", ge=0, le=1_000_000, description="After so many decisions; else the last."
    ),
]


async def outcome_of(services: Services, summary: Summary) -> Result | None:
    """How a game ended, if it has; nobody knows it of games whose rules are installed no more.

    Games that were over before results were kept are looked up once.
    """
    if summary.status != "over" or summary.result is not None:
        return summary.result
    try:
        table = (await services.house.live(summary.id)).table
    except (RulesChanged, GameFailed):
        return None
    result, ending = result_of(table), ending_of(table)
    if result is not None and ending is not None:
        await services.store.keep_result(summary.id, result, ending)
    return result


@get(
    "/{table:str}/record",
    summary="The record",
    operation_id="show_record",
    media_type=MediaType.TEXT,
)
async def show_record(services: TheServices, visitor: Anybody, table: TableName) -> str:
    """Give the whole game as text, when it is over: how it began, every decision, its end."""
    record = await finished(services, visitor, table)
    return await services.house.replays.look(visitor.address, record.dump)


@get("/{table:str}/position", summary="A position", operation_id="show_position")
async def show_position(
    services: TheServices, visitor: Anybody, table: TableName, at: AskedMoment = None
) -> Document:
    """Give a position of a finished game, to look at it or to play on from there."""
    record = await finished(services, visitor, table)
    count = len(record.decisions) if at is None else at
    return await services.house.replays.look(
        visitor.address, lambda: state_at(record, count).to_position()
    )


async def finished(services: Services, visitor: Visitor, table: str) -> Record:
    """The record of a game that is over; before, it would tell secrets."""
    await table_for(services, visitor, table)
    async with services.house.held(table) as live:
        if live.table.status != Status.OVER:
            raise Refused("not_over", "that is told when the game is over")
        return live.table.record


def state_at(record: Record, count: int) -> State:
    """The state after so many decisions."""
    if count > len(record.decisions):
        raise problem(400, "bad_request", f"at: the game had {len(record.decisions)} decisions")
    state = record.start()
    for seat, code in record.decisions[:count]:
        state.play(seat, code)
    return state


REQUESTS = [show_record, show_position]
