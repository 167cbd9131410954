"""How names look: names that people would take for each other have something in common."""

import functools
import unicodedata
from pathlib import Path

FILE = Path(__file__).with_name("lookalikes.txt")  # made by tests/server/store/lookalikes.py
# Letters, digits and signs that people take for others however they are written.
ALIKE = Path(__file__).with_name("alike.txt")

SILENT = frozenset("CPZ")  # categories of characters that show nothing, or little
# Letters and signs that show nothing; Unicode does not count them among the invisible ones.
BLANKS = frozenset(
    "\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0\ufffc\U00016fe4\U0001d159"
)
SELECTORS = frozenset(map(chr, (*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0), 0x034F)))
STROKE, FIRST_ACCENT = 1, 200  # classes of marks that lie over a letter, and above or below it


def looks(name: str) -> frozenset[str]:
    """How a name looks, in each case: those of two names overlap if one may pass for the other.

    >>> bool(looks("Ada") & looks("АDА")), bool(looks("Ada") & looks("Ana"))
    (True, False)
    """
    written = {name, name.translate(_signs())}
    cases = {case for each in written for case in (each, each.casefold(), each.upper())}
    return frozenset(map(_looks, cases))


def lines_of(name: str) -> str:
    """How a name looks, as it is kept: each look is a line, so that all or a part can be found."""
    return "".join(f"\n{look}" for look in sorted(looks(name))) + "\n"


def _looks(name: str) -> str:
    letters = _letters(FILE)
    shown = plain(name)
    # Signs beside letters make no difference; a name of signs alone is told by them.
    bare = "".join(letter for letter in shown if unicodedata.category(letter)[0] != "S") or shown
    latin = "".join(letters.get(letter, letter) for letter in bare)
    drawn = latin.casefold().translate(_alike())
    return drawn or unicodedata.normalize("NFKC", name).casefold()


def plain(text: str) -> str:
    """A text without accents and all that shows little: spaces, points, signs.

    >>> plain("Adélaïde -- Ｌｏｖｅｌａｃｅ")
    'AdelaideLovelace'
    """
    apart = unicodedata.normalize("NFKD", text)
    return "".join(letter for letter in apart if not _is_slight(letter))


def _is_slight(letter: str) -> bool:
    kind, place = unicodedata.category(letter), unicodedata.combining(letter)
    is_mark = kind == "Me" or place == STROKE or place >= FIRST_ACCENT
    is_blank = letter in SELECTORS or letter in BLANKS
    return is_mark or is_blank or kind[0] in SILENT or kind in ("Sk", "Lm")


@functools.cache
def _alike() -> dict[int, str]:
    return str.maketrans(_letters(ALIKE))


@functools.cache
def _signs() -> dict[int, str]:
    """Signs that pass for letters. Beside letters they may be no more than signs, too."""
    alike = _letters(ALIKE)
    return str.maketrans({one: alike[one] for one in alike if unicodedata.category(one)[0] == "S"})


@functools.cache
def _letters(file: Path) -> dict[str, str]:
    """What each letter looks like; read when the first name is looked at."""
    lines = (line.split() for line in file.read_text("utf-8").splitlines())
    return {letter: looks for looks, letters in lines for letter in letters}
