"""Antics! by Gordon and Fraser Lamont: send ants out for food, and build the hill that makes them.

Not affiliated with the authors or publishers. Rules, numbered: docs/rules/antics.md.
"""

from collections.abc import Mapping
from enum import IntEnum

from formicarium.core.errors import BadOption
from formicarium.core.rulebook import Rulebook
from formicarium.games.antics.actions import MOST_LEGAL
from formicarium.games.antics.state import ROUND_LIMIT, Variant


def check(players: int, options: Mapping[str, IntEnum]) -> None:
    """What options ask of each other and of the player count (AN-2.1, AN-14.1, AN-15.3)."""
    for_two = options["variant"] == Variant.UNOFFICIAL_TWO
    if players == 2 and not for_two:
        raise BadOption("Antics! is a game for 3 or 4 players; variant=unofficial_two is for two")
    if players != 2 and for_two:
        raise BadOption(f"variant=unofficial_two is for 2 players, not {players}")
    if options["first_player"] > players:
        choice = options["first_player"].name.lower()
        raise BadOption(f"first_player={choice}: there are only {players} seats")


def longest(players: int, options: Mapping[str, IntEnum]) -> int:
    """No turn has more than 100 decisions.

    Three actions have at most 16 each: the marker, and five tiles to build with three clicks each.
    There are at most 28 thefts, for a stolen piece is one's own (18 prey and 10 leaves). Then come
    `end`, 6 hexes for prey, 15 tiles to return (all that three scouts can take) and 2 anteaters:
    3 * 16 + 28 + 1 + 6 + 15 + 2 = 100.
    """
    return 100 * ROUND_LIMIT * players


RULEBOOK = Rulebook.gathered(
    __name__,
    version=1,
    players=range(2, 5),
    most_legal=MOST_LEGAL,
    check=check,
    longest=longest,
    is_open=True,
    usual_players=3,
)
