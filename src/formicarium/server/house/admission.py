"""Which games are played in a house: rulebooks of this version, with words, and facts that fit."""

from collections.abc import Iterator, Mapping
from textwrap import shorten

from formicarium.core.errors import BadRulebook, one_line, shown
from formicarium.core.game import rulebook
from formicarium.core.lessons import course_of
from formicarium.core.options import Option
from formicarium.core.rulebook import Rulebook
from formicarium.core.text import LANGUAGES, phrases
from formicarium.server.house.facts import facts_of

NEEDED = ("title", "about", "credits")
# Of what kind that is which a house tells of a rulebook.
KINDS: dict[str, type] = {
    "package": str,
    "version": int,
    "players": range,
    "options": tuple,
    "component_files": Mapping,
    "earlier": Mapping,
    "is_open": bool,
}
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
    check_kinds(book)
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
    course_of(book.package)  # it says itself what is wrong with it
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


def check_kinds(book: Rulebook) -> None:
    """Whether each field of a rulebook is what it should be: nothing else has looked at it yet."""
    for name, kind in KINDS.items():
        value = getattr(book, name)
        if not isinstance(value, kind):
            raise BadRulebook(
                f"its rulebook has {name}={shown(value)}, which is no {kind.__name__}"
            )
    if not book.players or book.players.start < 1 or book.players.step != 1:
        raise BadRulebook(f"its rulebook has players={book.players}: say range(fewest, most + 1)")
    if book.usual_players is not None and book.usual_players not in book.players:
        raise BadRulebook(f"its rulebook has usual_players={book.usual_players}, who cannot play")
    for option in book.options:
        if not isinstance(option, Option):
            raise BadRulebook(f"its rulebook has the option {shown(option)}, which is no Option")


def needed(book: Rulebook) -> Iterator[str]:
    """The keys of all phrases that a house tells of a game."""
    yield from NEEDED
    for option in book.options:
        key = f"options.{option.name}"
        yield from (f"{key}.title", f"{key}.about")
        yield from (f"{key}.choices.{choice}" for choice in option.choices)
