"""Hatch: ants go from the supply into nests, the first two of an action into the same."""

from formicarium.core.compiled import rule
from formicarium.core.layout import Row
from formicarium.games.antics.state import ANY_NEST, NESTS

ALL_NESTS = (1 << NESTS) - 1


@rule
def open_nests(state: Row, me: Row) -> int:
    """The nests that an ant may hatch in now (AN-6.2, AN-6.3, AN-6.5, AN-6.7)."""
    if me.ants == 0:
        return 0
    if state.first_nest > 0:
        return 1 << int(state.first_nest) - 1
    return ALL_NESTS


@rule
def hatch(state: Row, me: Row, nest: int) -> None:
    """An ant goes from the supply into a nest (AN-6.1, AN-6.6)."""
    me.ants -= 1
    me.nests[nest] += 1
    state.first_nest = nest + 1 if state.first_nest == 0 else ANY_NEST
    state.steps -= 1
