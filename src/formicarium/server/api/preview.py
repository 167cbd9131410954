"""What would come of an action, and why another is forbidden: by no more than a seat may know."""

import asyncio
from typing import Any, NamedTuple

import msgspec
from litestar import get
from litestar.di import NamedDependency, Provide
from litestar.params import SkipValidation

from formicarium.core.rulebook import Document
from formicarium.core.state import State
from formicarium.core.text import phrases
from formicarium.server.api.bodies import AskedAction, AskedNext, AskedSeat, TableName
from formicarium.server.api.errors import problem
from formicarium.server.api.requests import Anybody, SpokenLanguage, TheServices
from formicarium.server.api.services import Services
from formicarium.server.api.viewing import seat_for, table_for
from formicarium.server.api.visitors import Visitor
from formicarium.server.domain.seats import Refused, Status

SUMMARY = "What would come of it"
FORESEEN: dict[str, Any] = {"status_code": 200, "summary": SUMMARY}  # of a line that nobody keeps
SEED = 0  # for all that a seat may not know: nothing that is told depends on it
TWINS = 4  # worlds in which points must come out the same to be told in spite of chance


class Step(msgspec.Struct):
    """What I could decide then, without words."""

    code: int
    text: str


class Preview(msgspec.Struct, omit_defaults=True):
    """Where an action would lead, if it is legal and could be taken back; else the reason."""

    view: Document | None
    scores: list[int] | None = None  # of all seats, if the game ended there
    actions: list[Step] | None = None
    reason: str | None = None
    rule: str | None = None  # that forbids the action, perhaps since a moment ago


class Why(msgspec.Struct):
    """Whether an action is legal now; if not, the rule that forbids it, and why."""

    legal: bool
    rule: str | None = None
    message: str | None = None


class Known(NamedTuple):
    """A game as a seat knows it: in this copy everything else is made up."""

    state: State
    seat: int


class Inquiry(NamedTuple):
    """An action that somebody asks about, and what she knows of the game."""

    known: Known
    code: int


async def provide_inquiry(
    services: TheServices,
    visitor: Anybody,
    table: TableName,
    action: AskedAction,
    seat: AskedSeat = None,
) -> Inquiry:
    """What is asked about an action."""
    known = await known_to(services, visitor, table, seat)
    return Inquiry(known, code_in(known.state, action))


async def known_to(services: Services, visitor: Visitor, table: str, asked: int | None) -> Known:
    """What a seat of the visitor's knows of a game."""
    await table_for(services, visitor, table)
    async with services.house.held(table) as live:
        seat = seat_for(visitor, live.table, asked)
        if seat is None:
            raise Refused("not_yours", "only those who have a seat can ask that")
        if live.table.status == Status.WAITING:
            raise Refused("not_started", "the game has not begun yet")
        return Known(live.table.state.redetermined(seat, SEED), seat)


Asked = NamedDependency[SkipValidation[Inquiry]]
ASKING = {"asked": Provide(provide_inquiry)}


@get(
    "/{table:str}/preview",
    summary=SUMMARY,
    operation_id="preview",
    dependencies=ASKING,
)
async def preview(asked: Asked, then: AskedNext = None, *, spoken: SpokenLanguage) -> Preview:
    """Show where an action would lead, as long as nothing hidden and no chance decides that."""
    known, code = asked
    codes = [code, *(code_in(known.state, action) for action in then or [])]
    return await asyncio.to_thread(previewed, known, codes, spoken)


@get("/{table:str}/why", summary="Why not?", operation_id="why", dependencies=ASKING)
async def why(asked: Asked, spoken: SpokenLanguage) -> Why:
    """Say whether an action is legal now, and if not, which rule forbids it."""
    return await asyncio.to_thread(explained, *asked, spoken)


def code_in(state: State, action: str) -> int:
    """The code of an action that is given by code or notation."""
    is_code = action.isascii() and action.isdigit()
    code = int(action) if is_code else state.code_of(action)
    if code is None or code >= state.game.actions_size:
        raise problem(400, "bad_request", f"action: {action!r} is no action of {state.game.name}")
    return code


def previewed(known: Known, codes: list[int], language: str) -> Preview:
    """Where actions lead."""
    twins = [known.state.redetermined(known.seat, SEED + more) for more in range(1, TWINS)]
    state = known.state.copy()
    for code in codes:
        found = explained(Known(state, known.seat), code, language)
        if not found.legal:
            return Preview(None, reason=found.message, rule=found.rule)
        state.play(known.seat, code)
    if not state.is_over and state.row.barrier == known.state.row.barrier:
        actions = [Step(code, state.notation(code)) for code in state.codes(known.seat)]
        return Preview(state.view(known.seat), state.scores(), actions)
    scores = state.scores()
    same = all(played(Known(twin, known.seat), codes).scores() == scores for twin in twins)
    reason = phrases("formicarium.server", language)("unforeseen")
    return Preview(None, scores if same else None, reason=reason)


def played(known: Known, codes: list[int]) -> State:
    """The state after some actions of the seat."""
    state = known.state.copy()
    for code in codes:
        state.play(known.seat, code)
    return state


def explained(known: Known, code: int, language: str) -> Why:
    """Whether an action is legal, or why not."""
    state, seat = known
    if code in state.codes(seat):
        return Why(legal=True)
    book = state.game.book
    refusal = book.refusal(state.game.parts_row, state.row, seat, code)
    say = phrases(book.package, language)
    return Why(False, refusal.rule, say(refusal.phrase, **refusal.values))


REQUESTS = [preview, why]
