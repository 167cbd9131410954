"""Pebbles: carry stones home, and dig for one more as long as you dare. Rules: docs/pebbles.md."""

from collections.abc import Mapping
from enum import IntEnum

from formicarium.core.rulebook import Rulebook
from pebbles.components import MOST_STONES
from pebbles.state import COLOURS, SEATS


def check(players: int, options: Mapping[str, IntEnum]) -> None:
    """All options go with any number of players."""


def longest(players: int, options: Mapping[str, IntEnum]) -> int:
    """Every stone is taken or dug up once at most, and every turn begins with one of them."""
    return 2 * COLOURS * MOST_STONES


RULEBOOK = Rulebook.gathered(
    __name__,
    version=1,
    players=range(2, SEATS + 1),  # PB-1.1
    most_legal=COLOURS,
    check=check,
    longest=longest,
)
