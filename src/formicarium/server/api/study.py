"""A game on paper: where decisions lead, for lessons and for those who try things out.

Nothing is kept: whoever asks brings the beginning and all decisions along. There are no secrets,
for whoever names the seed could know everything anyway.
"""

import asyncio
from typing import Annotated, Any

import msgspec
from litestar import post
from litestar.params import JSONBody
from msgspec import Meta

from formicarium.core.game import Game
from formicarium.core.rulebook import Document
from formicarium.core.state import State
from formicarium.server.api.bodies import Body, GameName, Seat, Word
from formicarium.server.api.documents import ActionDocument
from formicarium.server.api.errors import problem
from formicarium.server.api.games import options_for
from formicarium.server.api.requests import Anybody, SpokenLanguage, TheServices
from formicarium.server.api.tables import prepared

LONGEST = 2000  # decisions

Notation = Annotated[str, Meta(min_length=1, max_length=200, examples=["take 3"])]


class Study(Body):
    """A beginning, all decisions since, and the seat that looks at what came of them."""

    seed: Annotated[int, Meta(ge=0, le=2**53, examples=[7])] = 0
    seat: Seat = 0
    players: Annotated[int, Meta(ge=1, le=16, examples=[2])] | None = None
    options: Annotated[dict[Word, Word], Meta(max_length=30)] = {}
    position: (
        Annotated[dict[str, Any], Meta(description="Where to begin, instead of a new game.")] | None
    ) = None
    decisions: Annotated[
        list[tuple[Seat, Notation]],
        Meta(max_length=LONGEST, description="A seat and a notation each.", examples=[[]]),
    ] = []


class Studied(msgspec.Struct):
    """Where the decisions led, as the seat sees it."""

    view: Document
    to_act: list[int]
    actions: list[ActionDocument]
    words: str  # of the last decision
    scores: list[int] | None  # when the game is over
    breakdown: Document | None


@post("/games/{game:str}/study", status_code=200, summary="A game on paper", operation_id="study")
async def study(
    services: TheServices,
    visitor: Anybody,
    game: GameName,
    data: JSONBody[Study],
    spoken: SpokenLanguage,
) -> Studied:
    """Play decisions from a seed or a position, keep nothing, and show where they lead."""
    await prepared(services, game)
    options = await options_for(services, game, data.options, data.position)
    chosen = await services.library.game(game, data.players, options)
    for seat in (data.seat, *(seat for seat, _ in data.decisions)):
        if seat >= chosen.players:
            raise problem(400, "bad_request", f"seat: seats are 0 to {chosen.players - 1}")
    async with services.house.replays.turn(visitor.address):
        return await asyncio.to_thread(studied, chosen, data, spoken)


def studied(game: Game, asked: Study, language: str) -> Studied:
    """Where decisions lead; `IllegalAction` names the first that the rules forbid."""
    start, words = asked.position, ""
    state = game.start(asked.seed) if start is None else game.position(start)
    for seat, text in asked.decisions:
        chosen = next((one for one in state.actions(seat) if one.text == text), None)
        state.play(seat, text if chosen is None else chosen)
        words = "" if chosen is None else chosen.describe(language)
    return Studied(
        view=state.view(asked.seat),
        to_act=[*state.to_act],
        actions=actions_of(state, asked.seat, language),
        words=words,
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
