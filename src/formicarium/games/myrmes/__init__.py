"""Myrmes by Yoann Levet: lead a colony through three years of seasons and winters.

Not affiliated with the author or the publisher. Rules, numbered: docs/rules/myrmes.md.
"""

from collections.abc import Mapping
from enum import IntEnum

from formicarium.core.errors import BadOption
from formicarium.core.rulebook import Rulebook
from formicarium.games.myrmes.state import HEXES, SEATS


def check(players: int, options: Mapping[str, IntEnum]) -> None:
    """What options ask of the player count (MY-18.2)."""
    if options["first_player"] > players:
        choice = options["first_player"].name.lower()
        raise BadOption(f"first_player={choice}: there are only {players} seats")


def longest(players: int, options: Mapping[str, IntEnum]) -> int:
    """A bound on the decisions of a game.

    A season of a player has 6 for events and births; eight workers of at most 21 (a tunnel, 6 steps
    with a cleaning of 2 after each, and a tile of 2); 70 in the harvest, 26 in the atelier and 250
    cubes to discard. Besides there are 24 conversions of larvae, three winters and a start space.
    """
    season = 6 + 8 * (1 + 6 + 6 * 2 + 2) + 70 + 26 + 250
    return players * (9 * season + 24 + 3 + 1)


RULEBOOK = Rulebook.gathered(
    __name__,
    version=1,
    players=range(2, SEATS + 1),  # MY-2.1
    most_legal=HEXES,
    check=check,
    longest=longest,
)
