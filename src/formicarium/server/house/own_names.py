"""Names that the house keeps for itself: `own_names.toml` has them."""

import functools
import re
import tomllib
import unicodedata
from pathlib import Path

from formicarium.server.store.looks import looks

FILE = Path(__file__).with_suffix(".toml")

WORD = re.compile(r"\d+|[^\W\d_]+")
PIECE = re.compile(r"(?:[^\W_]|\|)+")  # a word with all that passes for a letter


def is_ours(name: str) -> bool:
    """Whether a name would pass for one of the house's own.

    >>> [is_ours(name) for name in ("Guest 1234", "The Adm1n", "Bot (hard)", "Admiral Guest")]
    [True, True, True, False]
    >>> [is_ours(name) for name in ("superadmin", "Badminton", "Brad Minter")]
    [True, False, False]
    """
    normal = unicodedata.normalize("NFKC", name)
    letters = [looks(word) for word in WORD.findall(normal) if not word.isdigit()]
    if looks(name.rstrip("0123456789")) & (_ours("staff") | _ours("gone")):
        return True
    if any(looks(part) & _ours("staff") for part in name.split()):
        return True
    if any(_names_staff(look) for part in PIECE.findall(normal) for look in looks(part)):
        return True
    return bool(letters) and all(each & _ours("plain") for each in letters)


def _names_staff(look: str) -> bool:
    """Whether somebody of the staff is named within a word."""
    for word in _ours("harmless"):
        look = look.replace(word, "")
    return any(word in look for word in _ours("staff"))


@functools.cache
def _ours(kind: str) -> frozenset[str]:
    """How the names of a kind look."""
    names: list[str] = tomllib.loads(FILE.read_text("utf-8"))[kind]
    return frozenset[str]().union(*map(looks, names))
