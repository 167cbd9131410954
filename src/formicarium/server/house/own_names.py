"""Names that the house keeps for itself, in its three languages."""

import functools
import re
import unicodedata

from formicarium.server.store.looks import looks

# Whoever is called so, or has it in her name, might be taken for somebody who may do more.
STAFF = (
    "admin administrator administratorin administrateur administratrice "
    "moderator moderatorin moderateur moderatrice formicarium"
)
# What the page calls people without a name, and bots: nobody has a name of such words alone.
GUESTS = "guest gast invité invitée player spieler spielerin joueur joueuse"
BOTS = "bot bots robot robots computer ordinateur"
LEVELS = "beginner easy normal hard expert anfänger leicht schwer meister débutant facile difficile"
GONE = ("somebody who has left", "jemand, der gegangen ist", "quelqu’un qui est parti")

WORD = re.compile(r"\d+|[^\W\d_]+")


def is_ours(name: str) -> bool:
    """Whether a name would pass for one of the house's own.

    >>> [is_ours(name) for name in ("Guest 1234", "The Adm1n", "Bot (hard)", "Admiral Guest")]
    [True, True, True, False]
    """
    staff, plain, gone = _ours()
    words = WORD.findall(unicodedata.normalize("NFKC", name))
    letters = [looks(word) for word in words if not word.isdigit()]
    if looks(name.rstrip("0123456789")) & (staff | gone):
        return True
    if any(each & staff for part in name.split() for each in (looks(part), *letters)):
        return True
    return bool(letters) and all(each & plain for each in letters)


@functools.cache
def _ours() -> tuple[frozenset[str], frozenset[str], frozenset[str]]:
    """How the words of staff look, those of guests and bots, and what is said of who has left."""
    return (
        _all_looks(STAFF.split()),
        _all_looks(f"{GUESTS} {BOTS} {LEVELS}".split()),
        _all_looks(GONE),
    )


def _all_looks(names: "list[str] | tuple[str, ...]") -> frozenset[str]:
    return frozenset[str]().union(*map(looks, names))
