"""Texts and numbers that every database can keep."""

import unicodedata

from formicarium.server.store.errors import BadWrite

FAR = 2**31 - 1  # numbers of events, lines and rows never get there


def is_storable(text: str) -> bool:
    r"""Whether a text has neither NUL characters nor halves of characters in it.

    >>> is_storable("Ada"), is_storable("A\0da"), is_storable("A\ud800da")
    (True, False, False)
    """
    if "\0" in text:
        return False
    if text.isascii():
        return True
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def check(*texts: str) -> None:
    """Refuse what no database can keep."""
    if not is_storable("".join(texts)):
        wrong = next((text for text in texts if not is_storable(text)), "")
        raise BadWrite(f"{wrong[:40]!a} has characters that cannot be stored")


def findable(text: str) -> str:
    """A text to look for; what cannot be stored is nowhere, and neither is the empty text."""
    return text if is_storable(text) else ""


def folded(name: str) -> str:
    """A name without the differences that people do not see.

    >>> folded("ADA") == folded("ada"), folded("Straße") == folded("STRASSE")
    (True, True)
    """
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())


def near(number: int) -> int:
    """A number that databases can count with."""
    return max(0, min(number, FAR))
