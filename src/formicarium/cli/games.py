"""Which games there are, and what can be chosen in each."""

from rich import box
from rich.table import Table
from rich.text import Text

from formicarium.bots import bot_names
from formicarium.cli.faults import one_line
from formicarium.cli.loading import find_game
from formicarium.cli.screen import Paper, language_here, words
from formicarium.core.game import game_names, rulebook
from formicarium.core.options import Option
from formicarium.core.rulebook import Rulebook
from formicarium.core.text import phrases


def games(name: str | None, language: str | None) -> None:
    """All games, or one."""
    language = language_here(language)
    if name is None:
        list_games(language)
    else:
        show_game(name, language)


def list_games(language: str) -> None:
    """Every installed game in a line, and the bots to play against."""
    say, paper = words(language), Paper()
    table = Table(box=None, pad_edge=False, show_header=False, padding=(0, 2, 0, 0))
    for name in game_names():
        table.add_row(Text(name, "bold cyan"), *in_short(name, language))
    paper.print(table)
    paper.print(Text(say("games.bots", names=", ".join(bot_names())), "dim"))


def in_short(name: str, language: str) -> tuple[str, str]:
    """For how many a game is, and what it is about."""
    try:
        book = rulebook(name)
        return players_of(book, language), phrases(book.package, language)("about")
    except Exception as error:  # a game may come from any package, and be broken in any way
        return "", one_line(words(language)("games.broken", error=error))


def show_game(name: str, language: str) -> None:
    """One game: what it is about, its options with the rule that explains each, and credits."""
    book, say, paper = find_game(name), words(language), Paper()
    tell = phrases(book.package, language)
    paper.print(Text(tell("title"), "bold"), Text(players_of(book, language), "dim"))
    paper.print(tell("about"))
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for key in ("option", "choices", "rule", "about"):
        table.add_column(say(f"games.{key}"))
    for option in book.options:
        about = tell(f"options.{option.name}.about")
        table.add_row(Text(option.name, "cyan"), choices_of(option), option.rule, about)
    paper.print(table)
    paper.print(Text(say("games.default"), "dim"))
    paper.print(Text(tell("credits"), "dim"))


def players_of(book: Rulebook, language: str) -> str:
    return words(language)("games.players", few=book.players[0], many=book.players[-1])


def choices_of(option: Option) -> Text:
    """The choices of an option, the default underlined."""
    default = option.default.name.lower()
    marked = [
        Text(f"{choice}*", "bold") if choice == default else Text(choice)
        for choice in option.choices
    ]
    return Text(" ").join(marked)
