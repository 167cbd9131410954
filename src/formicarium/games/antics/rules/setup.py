"""Setup: hills, ants, food, the display, and who begins."""

import numpy as np

from formicarium.core.chance import below
from formicarium.core.compiled import rule
from formicarium.core.layout import Row
from formicarium.games.antics.rules.display import refill
from formicarium.games.antics.rules.hill import lay_base
from formicarium.games.antics.rules.turns import begin_turn
from formicarium.games.antics.state import (
    ANTEATERS,
    ANTS,
    CLEARINGS,
    FIELDS,
    KINDS,
    PREYS,
    FirstPlayer,
    Leaves,
)


@rule
def setup(parts: Row, state: Row, seed: np.uint64) -> None:
    """Lay everything out and draw what is left to chance (AN-2.4, AN-2.5, AN-2.8, AN-14.2)."""
    state.rng = seed
    for seat in range(state.players):
        settle(parts, state.colonies[seat])
    for kind in range(PREYS):
        state.prey[kind] = state.players - 1
    lay_leaves(parts, state)
    for kind in range(KINDS):
        state.bag[kind] = parts.bag[kind]
    state.sides = below(state, 1 << ANTEATERS)
    for anteater in range(ANTEATERS):
        state.display[FIELDS - 1, anteater] = -1 - anteater
    refill(parts, state, True)
    state.first = first_player(state)
    begin_turn(state)


@rule
def settle(parts: Row, colony: Row) -> None:
    """The base, the start tile, and all ants but one (AN-2.2, AN-2.3, AN-2.7)."""
    lay_base(parts, colony)
    colony.ants = ANTS - 1
    colony.tiles[parts.start] = 1


@rule
def lay_leaves(parts: Row, state: Row) -> None:
    """Leaves lie on their clearings, or all of a colour on the first of these (AN-2.6)."""
    for clearing in range(CLEARINGS):
        target = clearing
        if state.options.leaves == Leaves.GATHERED:
            target = 0
            while parts.leaf[target] != parts.leaf[clearing]:
                target += 1
        state.lying[target] += parts.leaves[clearing]


@rule
def first_player(state: Row) -> int:
    """The seat that begins (AN-2.12)."""
    if state.options.first_player == FirstPlayer.RANDOM:
        return below(state, state.players)
    return state.options.first_player - 1
