"""Which games there are."""

from typing import Any

import msgspec
from litestar import Request, get

from formicarium.core.rulebook import Rulebook
from formicarium.core.text import phrases
from formicarium.server.api.bodies import AskedLanguage
from formicarium.server.api.requests import TheOffice, language_of
from formicarium.server.thinkers import levels


class Choice(msgspec.Struct):
    """An option of a game."""

    name: str
    choices: tuple[str, ...]
    default: str
    about: str
    rule: str  # the number of the rule that explains it


class Players(msgspec.Struct):
    """How many can play."""

    fewest: int
    most: int
    usual: int


class GameEntry(msgspec.Struct):
    """A game that can be played here, perhaps only in a minute."""

    name: str
    title: str
    about: str
    credits: str
    rules: int  # the version of the rulebook
    players: Players
    options: list[Choice]
    ready: bool
    stage: str  # waiting, compiling, loading, ready or failed
    share: float  # of the preparations that is done, 0 to 1
    bots: bool  # whether what they need is compiled, too


class GameList(msgspec.Struct):
    """All games, and the bots that can sit at any table."""

    games: list[GameEntry]
    levels: tuple[str, ...]  # of bots, the weakest first


@get("/games", summary="Games", operation_id="games")
async def list_games(
    request: Request[Any, Any, Any], office: TheOffice, language: AskedLanguage = None
) -> GameList:
    """Give the games, their options and whether they are compiled yet, and the levels of bots."""
    spoken = language_of(request, language)
    progress = office.library.progress()
    books = await office.library.books()
    entries = [entry_of(book, progress[name], spoken) for name, book in books.items()]
    return GameList(entries, levels())


def entry_of(book: Rulebook, progress: dict[str, Any], language: str) -> GameEntry:
    """A game as the list shows it."""
    say = phrases(book.package, language)
    usual = book.usual_players or book.players.start
    return GameEntry(
        name=book.name,
        title=say("title"),
        about=say("about"),
        credits=say("credits"),
        rules=book.version,
        players=Players(book.players.start, book.players.stop - 1, usual),
        options=[
            Choice(one.name, one.choices, one.default.name.lower(), one.about, one.rule)
            for one in book.options
        ],
        ready=progress["ready"],
        stage=progress["stage"],
        share=progress["share"],
        bots=progress["bots"],
    )


REQUESTS = [list_games]
