"""People, as tables know them: by number. What they are called is looked up where it is shown."""

from collections.abc import Mapping
from typing import NamedTuple

from formicarium.core.rulebook import Document

STEP = 7919  # any large prime: neighbours are far apart
NOBODY = 0  # no person, or the house itself


class Called(NamedTuple):
    """What somebody is called now."""

    name: str  # none of those who have left
    is_guest: bool = False  # she has no account: anybody might call herself so
    is_gone: bool = False  # she has left the house, and her name with her

    def shown(self) -> Document:
        """As documents tell it."""
        return {"name": self.name, "guest": self.is_guest, "gone": self.is_gone}


NO_NAME = Called("")
Names = Mapping[int, Called]  # by the number of a person


def called(number: int, name: str, has_account: bool, is_gone: bool) -> Called:
    """What to call a person; whoever has said no name is a guest with a number."""
    if is_gone:
        return Called("", is_gone=True)
    return Called(name or guest_name(number), is_guest=not has_account)


def guest_name(number: int) -> str:
    """A name for somebody who has not said one; thousands who come after her have another.

    >>> guest_name(17)
    'Guest 9623'
    """
    return f"Guest {1000 + number * STEP % 9000}"
