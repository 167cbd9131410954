"""The numbered rules of a game, read from the page that tells them.

They stand in `docs/rules/GAME.md`, and in other languages in `docs/rules/GAME.LANGUAGE.md`. A wheel
carries these pages as `formicarium/rules`.
"""

import functools
import re
import textwrap
from pathlib import Path
from typing import NamedTuple

import msgspec

import formicarium
from formicarium.core.text import LANGUAGES

PACKAGE = Path(formicarium.__file__).parent
FOLDERS = (PACKAGE / "rules", PACKAGE.parents[1] / "docs" / "rules")  # a wheel; a checkout

SECTION = re.compile(r"^## (.+)$", re.MULTILINE)
# A rule goes on as long as its lines are indented.
RULE = re.compile(r"^- \*\*([A-Z]+-\d+\.\d+)\*\* (.*(?:\n(?: .*|(?=\n {2})))*)", re.MULTILINE)
# Where a rule comes from stands behind its sentences: at its end, or before its table.
SOURCE = re.compile(r"\s*\[([^\[\]]+)\](?=\Z|\n\n)")


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


@functools.cache
def sheet_of(game: str, language: str) -> Sheet | None:
    """The rules of a game, in English if not in that language."""
    for spoken in (language, LANGUAGES[0]):
        name = f"{game}.md" if spoken == LANGUAGES[0] else f"{game}.{spoken}.md"
        for folder in FOLDERS:
            if (folder / name).is_file():
                return Sheet(spoken, read_rules((folder / name).read_text("utf-8")))
    return None


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
