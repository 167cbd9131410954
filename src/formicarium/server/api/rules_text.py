"""The rules of a game, read from the pages that tell them: numbered, and for players.

They stand in `docs/rules/GAME.md`, and in other languages in `docs/rules/GAME.LANGUAGE.md`. A wheel
carries these pages as `formicarium/rules`. Beside them `play/GAME.md` tells the same to players, on
one page with pictures. A game of another package has them in a folder `docs` of its own.
"""

import functools
import re
import textwrap
from importlib import resources
from pathlib import Path
from typing import NamedTuple

import msgspec

import formicarium
from formicarium.core.game import rulebook
from formicarium.core.text import LANGUAGES, Phrases

PACKAGE = Path(formicarium.__file__).parent
FOLDERS = (PACKAGE / "rules", PACKAGE.parents[1] / "docs" / "rules")  # a wheel; a checkout

SECTION = re.compile(r"^## (.+)$", re.MULTILINE)
# A rule goes on as long as its lines are indented.
RULE = re.compile(r"^- \*\*([A-Z]+-\d+\.\d+)\*\* (.*(?:\n(?: .*|(?=\n {2})))*)", re.MULTILINE)
# Where a rule comes from stands behind its sentences: at its end, or before its table.
SOURCE = re.compile(r"\s*\[([^\[\]]+)\](?=\Z|\n\n)")

# An option with its choices, as rules name it for those who set it; or alone, where they list them.
OPTION = re.compile(r"`(\w+)=([^`]+)`")
NAME = re.compile(r"`(\w+)`(\s?:[^.]+)?")
CHOSEN = re.compile(r"\*(\w+)\*")
WORD = re.compile(r"\w+")


class Rule(msgspec.Struct, frozen=True):
    """One rule."""

    number: str  # such as MP-3.2
    heading: str  # of its section
    text: str  # in Markdown
    source: str  # where it comes from, as the page says; perhaps empty


class Sheet(NamedTuple):
    """The rules of a game in a language."""

    language: str
    rules: list[Rule]


class Part(msgspec.Struct, frozen=True):
    """A part of the page for players."""

    heading: str
    text: str  # in Markdown; a picture is a paragraph `*[name] what it shows*`


class Guide(NamedTuple):
    """The page for players in a language."""

    language: str
    parts: list[Part]


@functools.cache
def sheet_of(game: str, language: str) -> Sheet | None:
    """The rules of a game, in English if not in that language."""
    found = page_of(game, game, language)
    return found and Sheet(found[0], read_rules(found[1]))


@functools.cache
def guide_of(game: str, language: str) -> Guide | None:
    """The page for players of a game, in English if not in that language."""
    found = page_of(game, f"play/{game}", language)
    if found is None:
        return None
    parts = SECTION.split(found[1])
    told = [
        Part(heading, text.strip()) for heading, text in zip(parts[1::2], parts[2::2], strict=True)
    ]
    return Guide(found[0], told)


def page_of(game: str, name: str, language: str) -> tuple[str, str] | None:
    """A page of a game in that language, or else in English: which of them, and its text."""
    folders = (Path(str(resources.files(rulebook(game).package))) / "docs", *FOLDERS)
    for spoken in (language, LANGUAGES[0]):
        file = f"{name}.md" if spoken == LANGUAGES[0] else f"{name}.{spoken}.md"
        for folder in folders:
            if (folder / file).is_file():
                return spoken, (folder / file).read_text("utf-8")
    return None


def in_words(text: str, say: Phrases) -> str:
    """A rule as players read it: options and their choices have titles instead of names."""

    def label(name: str, choice: str) -> str:
        key = f"options.{name}.choices.{choice}"
        return say(key) if key in say.keys else choice

    def labels(name: str, choices: str) -> str:
        return WORD.sub(lambda found: label(name, found[0]), choices)

    def chosen(text: str, name: str) -> str:
        return CHOSEN.sub(lambda found: f"*{label(name, found[1])}*", text)

    def told(found: re.Match[str]) -> str:
        title, (name, choices) = say(f"options.{found[1]}.title"), found.groups("")
        has_choice, told = found.re is OPTION, labels(name, choices)
        return f"*{title}: {told}*" if has_choice else f"*{title}*{told}"

    for form in (OPTION, NAME):
        for found in [*form.finditer(text)]:
            if f"options.{found[1]}.title" in say.keys:
                text = text.replace(found[0], told(found))
                text = chosen(text, found[1])
    return text


def read_rules(page: str) -> list[Rule]:
    r"""All rules of a page, in order.

    >>> [rule] = read_rules("## 2. Setup\n\n- **MP-2.1** Two to six\n  people play. [both]\n")
    >>> rule.number, rule.heading, rule.text, rule.source
    ('MP-2.1', '2. Setup', 'Two to six\npeople play.', 'both')
    >>> read_rules("## 3. Points\n\n- **MP-3.1** By this table: [ours]\n\n  | a |\n")[0].text
    'By this table:\n\n| a |'
    """
    parts = SECTION.split(page)
    return [
        _rule(number, heading, text)
        for heading, body in zip(parts[1::2], parts[2::2], strict=True)
        for number, text in RULE.findall(body)
    ]


def _rule(number: str, heading: str, text: str) -> Rule:
    first, _, more = text.partition("\n")
    whole = f"{first}\n{textwrap.dedent(more)}".strip()
    source = SOURCE.search(whole)
    if source is None:
        return Rule(number, heading, whole, "")
    told = whole[: source.start()] + whole[source.end() :]
    return Rule(number, heading, told, " ".join(source[1].split()))
