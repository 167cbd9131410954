"""How names look: names that people would take for each other have something in common."""

import functools
import unicodedata
from pathlib import Path

FILE = Path(__file__).with_name("lookalikes.txt")  # made by tests/server/store/lookalikes.py

SILENT = frozenset("CPZ")  # categories of characters that show nothing, or little
SELECTORS = frozenset(map(chr, (*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0), 0x034F)))
STROKE, FIRST_ACCENT = 1, 200  # classes of marks that lie over a letter, and above or below it
# Letters and digits that people take for each other however they are written.
ALIKE = str.maketrans(
    {"i": "l", "1": "l", "0": "o", "m": "rn"}  # and small capitals
    | {"ĸ": "k", "ʙ": "b", "ᴛ": "t", "ʍ": "rn", "ʜ": "h"}
)


def looks(name: str) -> frozenset[str]:
    """How a name looks, in each case: those of two names overlap if one may pass for the other.

    >>> bool(looks("Ada") & looks("АDА")), bool(looks("Ada") & looks("Ana"))
    (True, False)
    """
    return frozenset(_looks(each) for each in (name, name.casefold(), name.upper()))


def _looks(name: str) -> str:
    letters = _lookalikes()
    latin = "".join(letters.get(letter, letter) for letter in plain(name))
    return latin.casefold().translate(ALIKE) or unicodedata.normalize("NFKC", name).casefold()


def plain(text: str) -> str:
    """A text without accents and all that shows little: spaces, points, signs.

    >>> plain("Adélaïde -- Ｌｏｖｅｌａｃｅ")
    'AdelaideLovelace'
    """
    apart = unicodedata.normalize("NFKD", text)
    return "".join(letter for letter in apart if not _is_slight(letter))


def _is_slight(letter: str) -> bool:
    kind, place = unicodedata.category(letter), unicodedata.combining(letter)
    is_mark = kind == "Me" or place == STROKE or place >= FIRST_ACCENT or letter in SELECTORS
    return is_mark or kind[0] in SILENT or kind in ("Sk", "Lm")


@functools.cache
def _lookalikes() -> dict[str, str]:
    """What each letter looks like; read when the first name is looked at."""
    lines = (line.split() for line in FILE.read_text("utf-8").splitlines())
    return {letter: looks for looks, letters in lines for letter in letters}
