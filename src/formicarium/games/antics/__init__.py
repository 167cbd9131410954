"""Antics! by Gordon and Fraser Lamont: send ants out for food, and build the hill that makes them.

Not affiliated with the authors or publishers. Rules, numbered: docs/rules/antics.md.
"""

from collections.abc import Mapping
from enum import IntEnum

from formicarium.core.errors import BadOption
from formicarium.core.rulebook import Rulebook
from formicarium.games.antics.actions import ACTIONS, MOST_LEGAL, describe, read, write
from formicarium.games.antics.components import PARTS, STANDARD, make_parts
from formicarium.games.antics.drawing import Picture
from formicarium.games.antics.evaluation import GREED, HORIZON, SWING, appraise
from formicarium.games.antics.knowledge import OBSERVATION, View, observe, redetermine, view
from formicarium.games.antics.positions import from_position, to_position
from formicarium.games.antics.refusals import refusal
from formicarium.games.antics.rules import apply, legal, setup
from formicarium.games.antics.scoring import breakdown, score
from formicarium.games.antics.state import OPTIONS, ROUND_LIMIT, STATE, Variant


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


RULEBOOK = Rulebook(
    name="antics",
    package=__name__,
    version=1,
    players=range(2, 5),
    options=OPTIONS,
    state_layout=STATE,
    parts_layout=PARTS,
    actions=ACTIONS,
    most_legal=MOST_LEGAL,
    observation=OBSERVATION,
    component_files=STANDARD,
    setup=setup,
    legal=legal,
    apply=apply,
    redetermine=redetermine,
    score=score,
    observe=observe,
    appraise=appraise,
    swing=SWING,
    horizon=HORIZON,
    greed=GREED,
    check=check,
    longest=longest,
    make_parts=make_parts,
    write=write,
    read=read,
    describe=describe,
    refusal=refusal,
    view=view,
    view_type=View,
    breakdown=breakdown,
    to_position=to_position,
    from_position=from_position,
    draw=Picture,
    is_open=True,
    usual_players=3,
)
