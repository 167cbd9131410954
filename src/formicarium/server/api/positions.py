"""Positions that somebody brings along: as pictures, and for an engine of her own."""

from typing import Annotated, Any

import msgspec
from litestar import post
from litestar.params import JSONBody
from msgspec import Meta

from formicarium.core.drawing import as_svg, picture
from formicarium.core.game import Game
from formicarium.core.rulebook import Document
from formicarium.core.text import phrases
from formicarium.server.api.bodies import GameName, Seat, Word
from formicarium.server.api.errors import problem
from formicarium.server.api.games import options_for
from formicarium.server.api.requests import Anybody, SpokenLanguage, TheServices
from formicarium.server.api.services import Services
from formicarium.server.api.tables import prepared
from formicarium.server.api.world import States, StateStep, footing, packed
from formicarium.server.domain.events import Kind


class Laid(msgspec.Struct, forbid_unknown_fields=True):
    """A position, and what its game is loaded with."""

    position: Annotated[dict[str, Any], Meta(description="As docs/notation has it.")]
    players: Annotated[int, Meta(ge=1, le=16, examples=[2])] | None = None
    options: Annotated[dict[Word, Word], Meta(max_length=30)] = {}


class NewPicture(Laid, forbid_unknown_fields=True):
    """A position to be drawn, and from which seat it is seen."""

    seat: Seat = 0


async def game_for(services: Services, name: str, data: Laid) -> Game:
    """The game that a position is of."""
    await prepared(services, name)
    options = await options_for(services, name, data.options, data.position)
    return await services.library.game(name, data.players, options)


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
    chosen = await game_for(services, game, data)
    if data.seat >= chosen.players:
        raise problem(400, "bad_request", f"seat: seats are 0 to {chosen.players - 1}")
    return await services.house.replays.look(visitor.address, drawn, chosen, data, spoken)


def drawn(game: Game, asked: NewPicture, language: str) -> str:
    """A position as a terminal shows it."""
    state = game.position(asked.position)
    title = phrases(game.book.package, language)("title")
    return as_svg([picture(state, asked.seat, language)], title)


@post(
    "/games/{game:str}/states",
    status_code=200,
    summary="A position to think about",
    operation_id="show_position_states",
)
async def show_position_states(
    services: TheServices, visitor: Anybody, game: GameName, data: JSONBody[Laid]
) -> States:
    """Give a position as bytes, as the one step of a game that begins there.

    What it does not say is filled in as `study` does it, so that both go on alike.
    """
    chosen = await game_for(services, game, data)
    return await services.house.replays.look(visitor.address, states_at, chosen, data.position)


def states_at(game: Game, position: Document) -> States:
    """A game that begins in a position, and has not gone on."""
    step = StateStep(0, str(Kind.STARTED), None, None)
    told = packed(game.position(position).to_bytes())
    return States(**footing(game), steps=[step], states=told, more=False)


REQUESTS = [draw_position, show_position_states]
