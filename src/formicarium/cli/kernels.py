"""Building the rules of a game for a GPU."""

from contextlib import suppress
from pathlib import Path

from rich.text import Text

from formicarium.cli.faults import WrongUse
from formicarium.cli.loading import find_game, read_options
from formicarium.cli.screen import Paper, language_here, words
from formicarium.cli.waiting import compiling
from formicarium.core.errors import BadOption
from formicarium.core.game import Game, load_with
from formicarium.gpu.building import architecture, program_of, write_bundle


def build_bundle(
    name: str, out: Path, options: list[str], built_for: str, language: str | None
) -> None:
    """Write the bundle of a game, with every player count that goes with the options."""
    say = words(language_here(language))
    games, capability = settings(name, options), architecture(built_for)
    try:
        with compiling(say):
            write_bundle(program_of(games, capability), out)
    except OSError as error:
        raise WrongUse(f"{out} cannot be written: {error.strerror or error}") from error
    size = -(-out.stat().st_size // 1024)
    Paper().print(Text(say("engine.built", file=out, size=size)), soft_wrap=True)


def settings(name: str, options: list[str]) -> dict[str, Game]:
    """The game for each player count, under that number."""
    book, wanted = find_game(name), read_options(options)
    found: dict[str, Game] = {}
    for players in book.players:
        with suppress(BadOption):  # not every choice goes with every count
            found[str(players)] = load_with(name, players, None, wanted)
    return found or {"": load_with(name, None, None, wanted)}  # which says what is wrong
