"""The rules for players: one page a game, with pictures that its own board draws."""

import asyncio

import msgspec
from litestar import get

from formicarium.core.game import Game
from formicarium.core.lessons import (
    Beginning,
    Course,
    Illustration,
    beginning_of,
    course_of,
    illustrations_of,
    play_on,
)
from formicarium.core.rulebook import Document
from formicarium.core.text import phrases
from formicarium.server.api.bodies import GameName
from formicarium.server.api.documents import ActionDocument
from formicarium.server.api.errors import problem
from formicarium.server.api.games import book_of
from formicarium.server.api.requests import Anybody, SpokenLanguage, TheServices
from formicarium.server.api.rules_text import Part, guide_of
from formicarium.server.api.study import actions_of
from formicarium.server.api.tables import prepared


class PictureDocument(msgspec.Struct):
    """A picture: what a board shows, and which part of it."""

    name: str
    view: Document
    scores: list[int]
    players: int
    seat: int
    actions: list[ActionDocument]
    place: str
    around: tuple[str, ...]
    light: tuple[str, ...]
    tray: bool


class GuideDocument(msgspec.Struct):
    """How a game is played, for those who want to play it."""

    game: str
    title: str
    language: str  # in which it is told: perhaps not the one that was asked for
    parts: list[Part]
    pictures: list[PictureDocument]


@get("/games/{game:str}/guide", summary="How to play", operation_id="show_guide")
async def show_guide(
    services: TheServices, visitor: Anybody, game: GameName, spoken: SpokenLanguage
) -> GuideDocument:
    """Give the rules as players read them, and the positions of their pictures."""
    book = await book_of(services, game)
    guide = await asyncio.to_thread(guide_of, game, spoken)
    if guide is None:
        raise problem(404, "not_found", f"how {game} is played is not told here")
    await prepared(services, game)
    course = course_of(book.package) or Course(())
    pictures = []
    async with services.house.replays.turn(visitor.address):
        for name, picture in illustrations_of(book.package).items():
            start = beginning_of(picture, course)
            chosen = await services.library.game(game, *course.setting(start))
            pictures.append(await asyncio.to_thread(drawn, chosen, name, picture, start, spoken))
    title = phrases(book.package, spoken)("title")
    return GuideDocument(game, title, guide.language, guide.parts, pictures)


def drawn(
    game: Game, name: str, picture: Illustration, start: Beginning, language: str
) -> PictureDocument:
    """A picture with all that a board needs to draw it."""
    state = start.state(game)
    play_on(state, picture.line)
    return PictureDocument(
        name=name,
        view=state.view(start.seat),
        scores=state.scores(),
        players=game.players,
        seat=start.seat,
        actions=actions_of(state, start.seat, language) if picture.asks else [],
        place=picture.place,
        around=picture.around,
        light=picture.light,
        tray=picture.tray,
    )


REQUESTS = [show_guide]
