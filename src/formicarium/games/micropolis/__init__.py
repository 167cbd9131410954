"""Micropolis by Bruno Cathala and Charles Chevallier: build the finest anthill, tile by tile.

Not affiliated with the authors or publishers. Rules, numbered: docs/rules/micropolis.md.
"""

from collections.abc import Mapping
from enum import IntEnum

from formicarium.core.errors import BadOption
from formicarium.core.rulebook import Rulebook
from formicarium.games.micropolis.actions import ACTIONS, describe, read, write
from formicarium.games.micropolis.components import PARTS, STANDARD, make_parts
from formicarium.games.micropolis.drawing import Picture
from formicarium.games.micropolis.evaluation import GREED, HORIZON, SWING, appraise
from formicarium.games.micropolis.knowledge import OBSERVATION, View, observe, redetermine, view
from formicarium.games.micropolis.positions import from_position, to_position
from formicarium.games.micropolis.refusals import refusal
from formicarium.games.micropolis.rules import apply, legal, setup
from formicarium.games.micropolis.scoring import breakdown, score
from formicarium.games.micropolis.state import OPTIONS, RING, ROUNDS, STATE, Variant


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


RULEBOOK = Rulebook(
    name="micropolis",
    package=__name__,
    version=2,
    earlier={1: {"french_tie_break": "sum", "french_marker": "any"}},
    players=range(2, 7),  # MP-2.1
    options=OPTIONS,
    state_layout=STATE,
    parts_layout=PARTS,
    actions=ACTIONS,
    most_legal=ACTIONS,
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
    breakdown=breakdown,
    to_position=to_position,
    from_position=from_position,
    view_type=View,
    usual_players=3,
    draw=Picture,
    is_open=True,
)
