"""Which games there are, what each consists of, and its rules."""

import asyncio
from typing import Any

import msgspec
from litestar import get

from formicarium.bots.strength import Contest, contests_of
from formicarium.core.components import read_document
from formicarium.core.lessons import course_of
from formicarium.core.options import Option
from formicarium.core.rulebook import Document, Rulebook
from formicarium.core.text import Phrases, phrases
from formicarium.server.api.bodies import GameName
from formicarium.server.api.errors import problem
from formicarium.server.api.requests import SpokenLanguage, TheServices
from formicarium.server.api.rules_text import Rule, in_words, sheet_of
from formicarium.server.api.services import Services
from formicarium.server.house.facts import Facts, facts_of
from formicarium.server.house.game_files import BOARD, PICTURE, GameFiles
from formicarium.server.workers.pool import levels


class Choice(msgspec.Struct):
    """An option of a game."""

    name: str
    title: str
    about: str
    choices: tuple[str, ...]
    labels: dict[str, str]  # of every choice, in plain words
    default: str
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
    picture: str | None  # where its picture for the lobby lies
    board: str | None  # where the board lies that it brings, for a page that draws none itself
    rules: int  # the version of the rulebook
    players: Players
    minutes: int | None  # among people, about
    facts: Facts
    open: bool  # whether all know the same
    lessons: bool  # whether it brings a course
    options: list[Choice]
    contests: tuple[Contest, ...]  # by which it was measured how strong bots are
    ready: bool
    stage: str  # waiting, compiling, loading, ready or failed
    share: float  # of the preparations that is done, 0 to 1
    bots: bool  # whether what they need is compiled, too


class GamePage(GameEntry, kw_only=True):
    """One game with all that a page must know and no view tells."""

    language: str  # of all phrases
    levels: tuple[str, ...]  # of bots, the weakest first
    components: dict[str, Any]  # boards, tiles, cards: kind of component file -> its content
    phrases: dict[str, Any]  # names of things and sentences, by key; counted ones in pairs
    engine: str | None  # where the manifest of its module lies, for a device that thinks by itself


class RuleList(msgspec.Struct):
    """The numbered rules of a game."""

    game: str
    title: str
    language: str  # in which they are told: perhaps not the one that was asked for
    rules: list[Rule]


class Broken(msgspec.Struct):
    """A game that is installed and cannot be played."""

    name: str
    reason: str


class GameList(msgspec.Struct):
    """All games, and the bots that can sit at any table."""

    games: list[GameEntry]
    broken: list[Broken]
    levels: tuple[str, ...]  # of bots, the weakest first


@get("/games", summary="Games", operation_id="games")
async def list_games(services: TheServices, spoken: SpokenLanguage) -> GameList:
    """Give the games, their options and whether they are compiled yet, and the levels of bots."""
    progress = services.library.progress()
    books = await services.library.books()
    files = services.game_files
    return await asyncio.to_thread(
        lambda: GameList(
            [entry_of(book, progress[name], spoken, files) for name, book in books.items()],
            [Broken(name, reason) for name, reason in services.library.faults()],
            levels(),
        )
    )


def entry_of(
    book: Rulebook, progress: dict[str, Any], language: str, files: GameFiles
) -> GameEntry:
    """A game as the list shows it."""
    say = phrases(book.package, language)
    usual = book.usual_players or book.players.start
    return GameEntry(
        name=book.name,
        title=say("title"),
        about=say("about"),
        credits=say("credits"),
        picture=files.address(book, PICTURE),
        board=files.address(book, BOARD),
        rules=book.version,
        players=Players(book.players.start, book.players.stop - 1, usual),
        minutes=facts_of(book.package).minutes,
        facts=facts_of(book.package),
        open=book.is_open,
        lessons=course_of(book.package) is not None,
        options=[choice_of(option, say) for option in book.options],
        contests=contests_of(book.name),
        ready=progress["ready"],
        stage=progress["stage"],
        share=progress["share"],
        bots=progress["bots"],
    )


def choice_of(option: Option, say: Phrases) -> Choice:
    """An option with its words."""
    key = f"options.{option.name}"
    return Choice(
        name=option.name,
        title=say(f"{key}.title"),
        about=say(f"{key}.about"),
        choices=option.choices,
        labels={choice: say(f"{key}.choices.{choice}") for choice in option.choices},
        default=option.default.name.lower(),
        rule=option.rule,
    )


@get("/games/{game:str}", summary="A game", operation_id="show_game")
async def show_game(services: TheServices, game: GameName, spoken: SpokenLanguage) -> GamePage:
    """Give one game: its facts, its component set, and the names of all that is in it."""
    book = await book_of(services, game)
    progress = services.library.progress()[game]
    return await asyncio.to_thread(page_of, book, progress, spoken, services)


def page_of(
    book: Rulebook, progress: dict[str, Any], language: str, services: Services
) -> GamePage:
    """A game as a page of its own shows it."""
    return GamePage(
        **msgspec.structs.asdict(entry_of(book, progress, language, services.game_files)),
        language=language,
        levels=levels(),
        components={kind: read_document(file) for kind, file in book.component_files.items()},
        phrases=phrases(book.package, language).by_key,
        engine=services.engines.address(book),
    )


@get("/games/{game:str}/rules", summary="The rules", operation_id="show_rules")
async def show_rules(services: TheServices, game: GameName, spoken: SpokenLanguage) -> RuleList:
    """Give the numbered rules, in English where the language that was asked for has none."""
    book = await book_of(services, game)
    sheet = await asyncio.to_thread(sheet_of, game, spoken)
    if sheet is None:
        raise problem(404, "not_found", f"the rules of {game} are not told here")
    say = phrases(book.package, sheet.language)
    rules = [msgspec.structs.replace(one, text=in_words(one.text, say)) for one in sheet.rules]
    return RuleList(game, phrases(book.package, spoken)("title"), sheet.language, rules)


async def book_of(services: Services, game: str) -> Rulebook:
    """The rulebook of a game that there is."""
    books = await services.library.books()
    if game not in books:
        raise problem(404, "not_found", f"there is no such game; there are: {', '.join(books)}")
    return books[game]


async def options_for(
    services: Services, game: str, options: dict[str, str], position: Document | None
) -> dict[str, str]:
    """The options of a game; a position of older rules is gone on with by what they did."""
    if position is None:
        return options
    book = await book_of(services, game)
    return {**book.options_of(book.rules_that_lack(options)), **options}


REQUESTS = [list_games, show_game, show_rules]
