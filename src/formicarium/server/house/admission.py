"""Which games are played in a house: rulebooks of this version, with words, and facts that fit."""

from collections.abc import Iterator
from textwrap import shorten

from formicarium.core.errors import BadRulebook, one_line
from formicarium.core.game import rulebook
from formicarium.core.rulebook import Rulebook
from formicarium.core.text import LANGUAGES, phrases
from formicarium.server.house.facts import facts_of

NEEDED = ("title", "about", "credits")
LONGEST = 160  # letters of what Python says
NAMED = 5  # phrases that are missing


def admitted(name: str) -> Rulebook:
    """The rulebook of an installed game; `BadRulebook` says why it cannot be played here."""
    try:
        book = rulebook(name)
    except SystemExit as error:
        raise BadRulebook("it ends the whole program when it is imported") from error
    except TypeError as error:
        if not str(error).startswith(Rulebook.__name__):
            raise
        fault = shorten(str(error), LONGEST, placeholder=" …")
        raise BadRulebook(f"it was written for another version of Formicarium: {fault}") from error
    check(book)
    return book


def check(book: Rulebook) -> None:
    """Whether all can be told that a house tells of a game; `BadRulebook` says what lacks."""
    for language in LANGUAGES:
        try:
            keys = phrases(book.package, language).keys
        except (OSError, ValueError) as error:
            raise BadRulebook(f"text/{language}.toml cannot be read: {one_line(error)}") from error
        if lacking := [key for key in needed(book) if key not in keys]:
            more = f" and {len(lacking) - NAMED} more" if len(lacking) > NAMED else ""
            raise BadRulebook(f"text/{language}.toml lacks {', '.join(lacking[:NAMED])}{more}")
    try:
        facts = facts_of(book.package)
    except (OSError, ValueError) as error:
        raise BadRulebook(f"text/facts.toml cannot be read: {one_line(error)}") from error
    choices = {option.name: option.choices for option in book.options}
    for name in facts.great:
        if name not in choices:
            raise BadRulebook(f"text/facts.toml: great: there is no option {name!r}")
    for players, options in facts.by_players.items():
        for name, choice in options.items():
            if choice not in choices.get(name, ()):
                raise BadRulebook(
                    f"text/facts.toml: by_players.{players}: there is no option {name}={choice}"
                )


def needed(book: Rulebook) -> Iterator[str]:
    """The keys of all phrases that a house tells of a game."""
    yield from NEEDED
    for option in book.options:
        key = f"options.{option.name}"
        yield from (f"{key}.title", f"{key}.about")
        yield from (f"{key}.choices.{choice}" for choice in option.choices)
