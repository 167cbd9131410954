"""Pebbles: what a seat knows, in bytes for a network."""

from collections.abc import Mapping

import numpy as np

from formicarium.core.compiled import rule
from formicarium.core.layout import Row
from formicarium.core.observing import write, write_all, write_scalar
from formicarium.core.slices import Array, Attributes, SliceBlock, category, count, flag, scalar
from pebbles.state import BROOK, COLOURS, SEATS, Phase

NETWORK = (
    SliceBlock(
        "table",
        1,
        (
            category("phase", len(Phase), "what has to be decided"),
            category("favourite", COLOURS, "the own one"),
            count("bag", 10, "stones by colour", COLOURS),
            count("brook", BROOK, "stones by colour", COLOURS),
            flag("carried", "colours on the way home", COLOURS),
        ),
    ),
    # Beginning with the one that observes, then clockwise.
    SliceBlock(
        "seat",
        SEATS,
        (
            flag("there", "whether it is in the game"),
            flag("in_turn", "it has to decide"),
            count("nest", 10, "stones by colour", COLOURS),
            scalar("points", 20, "for loads"),
        ),
    ),
)


@rule
def observe(parts: Row, state: Row, seat: int, out: np.ndarray) -> None:
    """What a seat knows, in the order of `NETWORK`."""
    out[:] = 0
    at = write(out, 0, state.phase)
    at = write(out, at, state.favourites[seat])
    at = write_all(out, at, state.bag)
    at = write_all(out, at, state.brook)
    at = write_all(out, at, state.carried)
    for index in range(state.players):
        other = (seat + index) % int(state.players)
        at = write(out, at, 1)
        at = write(out, at, (state.to_act >> other) & 1)
        at = write_all(out, at, state.nests[other])
        at = write_scalar(out, at, state.points[other])


def tables(parts: Row) -> Mapping[str, Attributes]:
    """Colours are alike but for their names."""
    return {}


def adjacency(parts: Row) -> Mapping[str, Array]:
    """There is no board."""
    return {}
