"""Positions as pictures that can be kept."""

import asyncio
from typing import Annotated, Any

import msgspec
from litestar import post
from litestar.params import JSONBody
from msgspec import Meta

from formicarium.core.drawing import as_svg, picture
from formicarium.core.game import Game
from formicarium.core.text import phrases
from formicarium.server.api.bodies import GameName, Seat, Word
from formicarium.server.api.errors import problem
from formicarium.server.api.games import options_for
from formicarium.server.api.requests import Anybody, SpokenLanguage, TheServices
from formicarium.server.api.tables import prepared


class NewPicture(msgspec.Struct, forbid_unknown_fields=True):
    """A position to be drawn, and from which seat it is seen."""

    position: Annotated[dict[str, Any], Meta(description="As docs/notation has it.")]
    players: Annotated[int, Meta(ge=1, le=16, examples=[2])] | None = None
    options: Annotated[dict[Word, Word], Meta(max_length=30)] = {}
    seat: Seat = 0


@post(
    "/games/{game:str}/picture",
    status_code=200,
    summary="A picture of a position",
    operation_id="draw_position",
    media_type="image/svg+xml",
)
async def draw_position(
    services: TheServices,
    visitor: Anybody,
    game: GameName,
    data: JSONBody[NewPicture],
    spoken: SpokenLanguage,
) -> str:
    """Draw a position as SVG that needs nothing from elsewhere, and keep nothing."""
    await prepared(services, game)
    options = await options_for(services, game, data.options, data.position)
    chosen = await services.library.game(game, data.players, options)
    if data.seat >= chosen.players:
        raise problem(400, "bad_request", f"seat: seats are 0 to {chosen.players - 1}")
    async with services.house.replays.turn(visitor.address):
        return await asyncio.to_thread(drawn, chosen, data, spoken)


def drawn(game: Game, asked: NewPicture, language: str) -> str:
    """A position as a terminal shows it."""
    state = game.position(asked.position)
    title = phrases(game.book.package, language)("title")
    return as_svg([picture(state, asked.seat, language)], title)


REQUESTS = [draw_position]
