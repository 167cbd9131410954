"""Micropolis by Bruno Cathala and Charles Chevallier: build the finest anthill, tile by tile.

Not affiliated with the authors or publishers. Rules, numbered: docs/rules/micropolis.md.
"""

from collections.abc import Mapping
from enum import IntEnum

from formicarium.core.errors import BadOption
from formicarium.core.rulebook import Rulebook
from formicarium.games.micropolis.actions import ACTIONS
from formicarium.games.micropolis.state import RING, ROUNDS, Variant


def check(players: int, options: Mapping[str, IntEnum]) -> None:
    """What options ask of each other and of the player count (MP-10.1, MP-11.4)."""
    if options["variant"] == Variant.EXPERT and players > 3:
        raise BadOption(f"variant=expert is for 2 or 3 players, not {players}")
    if options["first_leader"] > players:
        choice = options["first_leader"].name.lower()
        raise BadOption(f"first_leader={choice}: there are only {players} seats")


def longest(players: int, options: Mapping[str, IntEnum]) -> int:
    """Per turn an anthill, a tile, a side and a sentinel's ten steps; per refill a leader.

    Experts may need two decisions for a leader, but refill after every second round only.
    """
    rounds = ROUNDS * (2 if options["variant"] == Variant.EXPERT else 1)
    return rounds * (players * (3 + RING) + 1)


RULEBOOK = Rulebook.gathered(
    __name__,
    version=2,
    earlier={1: {"french_tie_break": "sum", "french_marker": "any"}},
    players=range(2, 7),  # MP-2.1
    most_legal=ACTIONS,
    check=check,
    longest=longest,
    usual_players=3,
    is_open=True,
)
