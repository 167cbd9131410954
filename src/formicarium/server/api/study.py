"""A game on paper: where decisions lead, for those who try things out.

Nothing is kept: whoever asks brings the beginning and all decisions along. There are no secrets:
whoever names the seed could know everything anyway, and a game that is over has none any more.
"""

import asyncio
from dataclasses import dataclass, field
from typing import Annotated, Any

import msgspec
from litestar import post
from litestar.params import JSONBody
from msgspec import Meta

from formicarium.bots import seed_for
from formicarium.core.game import Game
from formicarium.core.rulebook import Document
from formicarium.core.state import State
from formicarium.server.api.archive import finished, state_at
from formicarium.server.api.bodies import Body, GameName, Seat, Word
from formicarium.server.api.documents import ActionDocument
from formicarium.server.api.errors import problem
from formicarium.server.api.games import options_for
from formicarium.server.api.history import open_view
from formicarium.server.api.requests import Anybody, SpokenLanguage, TheServices
from formicarium.server.api.services import Services
from formicarium.server.api.tables import prepared
from formicarium.server.api.visitors import Visitor
from formicarium.server.domain.projection import spectators_points
from formicarium.server.house.replays import gently
from formicarium.server.workers.shares import Share

LONGEST = 2000  # decisions
ANSWERS = 300  # decisions of bots in a row, after which somebody else has to be asked
BOT = "greedy"  # which answers at once

Notation = Annotated[str, Meta(min_length=1, max_length=200, examples=["take 3"])]


class Study(Body):
    """A beginning, all decisions since, and the seat that looks at what came of them."""

    seed: Annotated[int, Meta(ge=0, le=2**53, examples=[7])] = 0
    seat: Annotated[Seat | None, Meta(description="Who looks; null: all that anybody knows.")] = 0
    acting: Annotated[
        Seat | None, Meta(description="Whose actions are told, if that seat must decide.")
    ] = None
    players: Annotated[int, Meta(ge=1, le=16, examples=[2])] | None = None
    options: Annotated[dict[Word, Word], Meta(max_length=30)] = {}
    position: (
        Annotated[dict[str, Any], Meta(description="Where to begin, instead of a new game.")] | None
    ) = None
    table: (
        Annotated[str, Meta(max_length=64, description="A game that is over, to begin within it.")]
        | None
    ) = None
    at: Annotated[
        int, Meta(ge=0, le=1_000_000, description="After so many decisions of that game.")
    ] = 0
    decisions: Annotated[
        list[tuple[Seat, Notation]],
        Meta(
            max_length=LONGEST,
            description="A seat and a notation (or the code of an action) each.",
            examples=[[]],
        ),
    ] = []
    answers: Annotated[
        bool, Meta(description="Whether bots decide for all others then, until the seat must.")
    ] = False


class StudiedStep(msgspec.Struct):
    """Something that was decided, in notation and in words."""

    seat: int
    code: int
    text: str
    words: str


class Studied(msgspec.Struct):
    """Where the decisions led, as the seat sees it."""

    view: Document
    to_act: list[int]
    actions: list[ActionDocument]  # of whoever is `acting`, who looks, or must decide first
    told: list[StudiedStep]  # all decisions since the beginning, those of bots as well
    points: list[int]  # as they stand, by what all may know
    scores: list[int] | None  # when the game is over
    breakdown: Document | None


@dataclass
class Sketch:
    """A game on paper, as far as it has been played."""

    state: State
    language: str
    told: list[StudiedStep] = field(default_factory=list)

    def play(self, seat: int, code: int | str) -> None:
        """Decide something, by its code or notation; `IllegalAction` if the rules forbid it."""
        before = self.state.copy()
        self.state.play(seat, code)
        action = before.action(seat, before.code_of(code) or 0)
        words = action.recount(self.language)
        self.told.append(StudiedStep(seat, action.code, action.text, words))


@post("/games/{game:str}/study", status_code=200, summary="A game on paper", operation_id="study")
async def study(
    services: TheServices,
    visitor: Anybody,
    game: GameName,
    data: JSONBody[Study],
    spoken: SpokenLanguage,
) -> Studied:
    """Play decisions from a seed, a position or within a game that is over, and keep nothing."""
    async with services.house.replays.turn(visitor.address):
        sketch = Sketch(await beginning(services, visitor, game, data), spoken)
        check_seats(sketch.state.game, data)
        await asyncio.to_thread(play, sketch, data)
    if data.answers:
        await let_answer(services, visitor, sketch, data.seat)
    return await asyncio.to_thread(studied, sketch, data.seat, data.acting)


async def beginning(services: Services, visitor: Visitor, name: str, asked: Study) -> State:
    """The state in which a study begins."""
    if asked.table is not None:
        return await within(services, visitor, name, asked.table, asked.at)
    await prepared(services, name)
    options = await options_for(services, name, asked.options, asked.position)
    game = await services.library.game(name, asked.players, options)
    return game.start(asked.seed) if asked.position is None else game.position(asked.position)


async def within(services: Services, visitor: Visitor, name: str, table: str, at: int) -> State:
    """The state after so many decisions of a game that is over."""
    record = await finished(services, visitor, table)
    if record.game.name != name:
        raise problem(400, "bad_request", f"table: that game is one of {record.game.name}")
    return await asyncio.to_thread(state_at, record, at)


def check_seats(game: Game, asked: Study) -> None:
    """Whether all seats that are named are those of the game."""
    for seat in (asked.seat or 0, asked.acting or 0, *(seat for seat, _ in asked.decisions)):
        if seat >= game.players:
            raise problem(400, "bad_request", f"seat: seats are 0 to {game.players - 1}")
    if asked.answers and asked.seat is None:
        raise problem(400, "bad_request", "seat: bots answer to a seat; name it")


def play(sketch: Sketch, asked: Study) -> None:
    """Decide all that is asked for; `IllegalAction` names the first that the rules forbid."""
    for seat, text in gently(asked.decisions):
        sketch.play(seat, int(text) if text.isascii() and text.isdigit() else text)


async def let_answer(
    services: Services, visitor: Visitor, sketch: Sketch, seat: int | None
) -> None:
    """Bots decide for all others, until the seat must or the game is over."""
    services.check_thinking(visitor)
    pool, seconds = services.jobs.pool, services.settings.bot_seconds
    share = Share(visitor.address, visitor.who)
    for number in range(ANSWERS):
        state = sketch.state
        if not state.to_act or seat in state.to_act:
            return
        other = min(state.to_act)
        found = await pool.decide(
            state, other, BOT, seed_for(0, other, number), seconds, share, number
        )
        sketch.play(other, found.code)


def studied(sketch: Sketch, seat: int | None, acting: int | None) -> Studied:
    """Where decisions have led."""
    state = sketch.state
    if acting not in state.to_act:
        acting = min(state.to_act, default=0) if seat is None else seat
    return Studied(
        view=open_view(state) if seat is None else state.view(seat),
        to_act=[*state.to_act],
        actions=actions_of(state, acting, sketch.language),
        told=sketch.told,
        points=spectators_points(state),
        scores=state.scores() if state.is_over else None,
        breakdown=state.breakdown() if state.is_over else None,
    )


def actions_of(state: State, seat: int, language: str) -> list[ActionDocument]:
    """What a seat may decide, in words."""
    return [
        {"code": action.code, "text": action.text, "words": action.describe(language)}
        for action in state.actions(seat)
    ]


REQUESTS = [study]
