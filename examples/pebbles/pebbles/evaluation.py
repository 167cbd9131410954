"""Pebbles: what a position is worth to a player, for bots."""

import numpy as np

from formicarium.core.compiled import rule
from formicarium.core.layout import Row, layout
from pebbles.rules import in_all
from pebbles.scoring import favourites_of
from pebbles.state import Phase

JUDGEMENT = layout(
    ("open", np.float64),  # lead that decides when nothing is left to draw,
    ("open_per_stone", np.float64),  # and more of it for every stone in the bag
    ("carried", np.float64),  # the share of a load that is sure to come home
)


@rule
def appraise(parts: Row, mind: Row, state: Row, out: np.ndarray) -> float:
    """Points so far, favourites that nobody has seen yet, and what is on its way home."""
    for seat in range(state.players):
        out[seat] = state.points[seat] + parts.favourite * favourites_of(state, seat)
        if state.phase == Phase.DIG and (state.to_act >> seat) & 1:
            out[seat] += mind.carried * on_the_way(parts, state, seat)
    return float(mind.open + mind.open_per_stone * in_all(state.bag))


@rule
def on_the_way(parts: Row, state: Row, seat: int) -> int:
    """Points of what is carried, if it comes home."""
    load = int(parts.load[in_all(state.carried)])
    return load + int(parts.favourite * state.carried[state.favourites[seat]])
