"""Building the modules with which the page thinks by itself."""

from pathlib import Path

from rich.text import Text

from formicarium.cli.faults import WrongUse
from formicarium.cli.loading import all_games, find_game
from formicarium.cli.screen import Paper, language_here, words
from formicarium.cli.waiting import compiling
from formicarium.wasm.manifest import engine_folder
from formicarium.wasm.modules import build


def build_modules(game: str | None, out: Path | None, language: str | None) -> None:
    """Build those of one game, or of all, into a folder, or each into its game's own."""
    say = words(language_here(language))
    for book in all_games(say) if game is None else [find_game(game)]:
        folder = out or engine_folder(book)
        try:
            with compiling(say):
                made = build(book, folder)
        except OSError as error:
            raise WrongUse(f"{folder} cannot be written: {error.strerror or error}") from error
        size = -(-made.bytes // 1024)
        Paper().print(Text(say("engine.built", file=folder / made.file, size=size)), soft_wrap=True)
