"""Myrmes by Yoann Levet: lead a colony through three years of seasons and winters.

Not affiliated with the author or the publisher. Rules, numbered: docs/rules/myrmes.md.
"""

from collections.abc import Mapping
from enum import IntEnum

from formicarium.core.errors import BadOption
from formicarium.core.rulebook import Rulebook
from formicarium.games.myrmes.actions import ACTIONS, describe, read, write
from formicarium.games.myrmes.components import PARTS, STANDARD, make_parts
from formicarium.games.myrmes.drawing import Picture
from formicarium.games.myrmes.evaluation import GREED, HORIZON, SWING, appraise
from formicarium.games.myrmes.knowledge import OBSERVATION, View, observe, redetermine, view
from formicarium.games.myrmes.positions import from_position, to_position
from formicarium.games.myrmes.refusals import refusal
from formicarium.games.myrmes.rules import apply, legal, setup
from formicarium.games.myrmes.scoring import breakdown, score
from formicarium.games.myrmes.state import HEXES, OPTIONS, SEATS, STATE


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


RULEBOOK = Rulebook(
    name="myrmes",
    package=__name__,
    version=1,
    players=range(2, SEATS + 1),  # MY-2.1
    options=OPTIONS,
    state_layout=STATE,
    parts_layout=PARTS,
    actions=ACTIONS,
    most_legal=HEXES,
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
)
