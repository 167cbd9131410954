"""Loading what a command names: a game with its options, and who sits where."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from formicarium.bots import bot_names
from formicarium.bots.referee import summon
from formicarium.cli.faults import WrongUse, near
from formicarium.cli.files import blamed, read_json
from formicarium.cli.screen import aside
from formicarium.core.errors import BadComponents, BadOption, UnknownGame
from formicarium.core.game import Game, game_names, load_with, readable_games, rulebook
from formicarium.core.options import choose_all
from formicarium.core.rulebook import Rulebook
from formicarium.core.text import Phrases

HUMAN = "human"
OPPONENT = "normal"
RANDOM = "random"


def find_game(name: str) -> Rulebook:
    """An installed game by name, or a hint at the name that was meant."""
    try:
        return rulebook(name)
    except UnknownGame as error:
        raise UnknownGame(f"{error}{near(name, game_names())}") from error


def all_games(say: Phrases) -> Iterator[Rulebook]:
    """All games that can be read; of the others is said what is wrong with them."""
    return readable_games(
        lambda name, reason: aside(f"{name}: {say('games.broken', error=reason)}")
    )


def load_game(
    name: str,
    players: int | None,
    options: Sequence[str],
    components: Path | None = None,
    position: Any = None,
) -> Game:
    """A game with the options named, and with those of the position that it begins with."""
    book = find_game(name)
    wanted = read_options(options)
    if isinstance(position, dict):
        players = position.get("players") if players is None else players
        given = position.get("options")
        wanted = {**given, **wanted} if isinstance(given, dict) else wanted
    choose_all(book.options, wanted)
    check_components(components)
    with blamed(components):
        return load_with(name, players, components, wanted)


def check_components(file: Path | None) -> None:
    """Find out whether a file can be read at all before anything is made of it."""
    if file is not None:
        read_json(file, BadComponents)


def read_options(options: Sequence[str]) -> dict[str, str]:
    """Options as they are written on the command line: ``variant=expert``."""
    chosen = {}
    for text in options:
        name, sign, choice = text.partition("=")
        if not (name and sign and choice):
            raise WrongUse(f"--option {text}: write it as NAME=CHOICE, such as variant=expert")
        chosen[name] = choice
    return chosen


def names_in(lists: Sequence[str]) -> list[str]:
    """Names given one by one or with commas between them."""
    return [name.strip() for text in lists for name in text.split(",") if name.strip()]


def check_bot(name: str) -> str:
    """The name itself, if a bot of that name is installed and not broken."""
    try:
        summon(name)
    except BadOption as error:
        known = name.partition(":")[0] in bot_names()
        hint = "" if known else near(name, bot_names())
        raise BadOption(f"{error}{hint}") from error
    return name
