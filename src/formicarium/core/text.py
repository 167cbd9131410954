"""Names and phrases in the languages that the product speaks."""

import functools
import tomllib
from importlib import resources
from typing import Any

from formicarium.core.errors import BadLanguage
from formicarium.core.renamed import formerly

LANGUAGES = ("en", "de", "fr")
PAST = "past."


@formerly(table="by_key")
class Phrases:
    """The phrases of one package in one language.

    >>> say = phrases("formicarium.games.micropolis", "de")
    >>> say("names.queen")
    'Königin'
    >>> say.count("soldiers", 2)
    '2 Soldatinnen'
    """

    def __init__(self, language: str, by_key: dict[str, Any]) -> None:
        self.language = language
        self._by_key = dict(_flattened(by_key))

    def __call__(self, key: str, **values: object) -> str:
        return str(self._by_key[key]).format(**values)

    def count(self, thing: str, number: int) -> str:
        """A number of things, in the singular or plural that the language wants."""
        one, many = self._by_key[f"counts.{thing}"]
        single = number in (0, 1) if self.language == "fr" else number == 1
        return str(one if single else many).format(n=number)

    @functools.cached_property
    def past(self) -> "Phrases":
        """The phrases for what has been done: those below `past` go before their namesakes.

        >>> phrases("formicarium.games.micropolis", "en").past("actions.man_no")
        'left the barracks empty'
        """
        told = {
            key.removeprefix(PAST): text
            for key, text in self._by_key.items()
            if key.startswith(PAST)
        }
        return Phrases(self.language, self._by_key | told)

    @property
    def by_key(self) -> dict[str, Any]:
        """All phrases by their keys: a text, or a pair of texts where things are counted."""
        return dict(self._by_key)

    @property
    def keys(self) -> frozenset[str]:
        """All keys, so that the languages can be compared."""
        return frozenset(self._by_key)


def check_language(language: str) -> str:
    """The language itself, if the product speaks it."""
    if language not in LANGUAGES:
        spoken = ", ".join(LANGUAGES)
        raise BadLanguage(f"no texts in language {language!r}; choose one of: {spoken}")
    return language


@functools.cache
def phrases(package: str, language: str, folder: str = "text") -> Phrases:
    """The phrases in `text/<language>.toml` of a package, or in another of its folders."""
    file = resources.files(package) / folder / f"{check_language(language)}.toml"
    return Phrases(language, tomllib.loads(file.read_text("utf-8")))


def _flattened(nested: dict[str, Any], prefix: str = "") -> list[tuple[str, Any]]:
    flat = []
    for key, value in nested.items():
        if isinstance(value, dict):
            flat.extend(_flattened(value, f"{prefix}{key}."))
        else:
            flat.append((prefix + key, value))
    return flat
