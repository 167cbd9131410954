"""Mini City by Teodoro Mitidieri and Leo Colovini: five ants carry everybody's food to its chamber.

Not affiliated with the authors or the publisher. Rules, numbered: docs/rules/minicity.md.
"""

from collections.abc import Mapping
from enum import IntEnum

from formicarium.core.errors import BadOption
from formicarium.core.layout import Row
from formicarium.core.rulebook import Rulebook
from formicarium.games.minicity.actions import ACTIONS
from formicarium.games.minicity.rules.stones import choosing_in_secret
from formicarium.games.minicity.state import (
    BOX,
    ROUNDS,
    ROUNDS_WITHOUT_STOP,
    Phase,
    SafetyStop,
    Variant,
)


def check(players: int, options: Mapping[str, IntEnum]) -> None:
    """What options ask of each other and of the player count."""
    if options["first_player"] > players:
        choice = options["first_player"].name.lower()
        raise BadOption(f"first_player={choice}: there are only {players} seats")


def longest(players: int, options: Mapping[str, IntEnum]) -> int:
    """Seven stones each, then turns.

    A turn has four cards at most: card, ant and stones, with a grasshopper eleven more decisions.
    Each of twelve friends helps once, the ladybird in six steps. Add a purchase, `end`, a refill.
    """
    stopped = options["safety_stop"] == SafetyStop.ON
    friends = options["variant"] == Variant.FRIENDS
    turn = 4 * 14 + 12 * 6 + 1 + 1 + 10 if friends else 4 * 3 + 1 + 7
    return players * (BOX + (ROUNDS if stopped else ROUNDS_WITHOUT_STOP) * turn)


def is_secret(state: Row, code: int) -> bool:
    """A card laid face down, or a stone while all choose theirs."""
    return bool(state.phase == Phase.STICK or choosing_in_secret(state))


RULEBOOK = Rulebook.gathered(
    __name__,
    version=1,
    players=range(2, 5),  # MC-2.1
    most_legal=ACTIONS,
    check=check,
    longest=longest,
    is_secret=is_secret,
)
