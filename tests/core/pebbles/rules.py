"""The rules, which ask another file how many pebbles may be taken at once."""

from enum import IntEnum

import numpy as np

from formicarium.core.chance import below
from formicarium.core.compiled import rule
from formicarium.core.layout import HEAD, Row, layout
from formicarium.core.options import Option, options_layout

from .limits import most_at_once

PLAYERS = 3
MOST = 5


class First(IntEnum):
    """Who begins."""

    RANDOM = 0
    SEAT_1 = 1


OPTIONS = (Option("first", First.RANDOM, "PB-1.2"),)
PARTS = layout(("stones", np.int8))
JUDGEMENT = layout(("open", np.float64), ("pebble", np.float64))
STATE = layout(
    *HEAD,
    ("options", options_layout(OPTIONS)),
    ("stones", np.int8),
    ("taken", np.int8, (PLAYERS,)),
)


@rule
def setup(parts: Row, state: Row, seed: np.uint64) -> None:
    state.rng = seed
    state.stones = parts.stones
    first = 0 if state.options.first == First.SEAT_1 else below(state, state.players)
    state.to_act = 1 << first


@rule
def legal(parts: Row, state: Row, seat: int, out: np.ndarray) -> int:
    count = min(most_at_once(), int(state.stones))
    for index in range(count):
        out[index] = index
    return count


@rule
def apply(parts: Row, state: Row, seat: int, code: int) -> None:
    state.stones -= code + 1
    state.taken[seat] += code + 1
    state.to_act = 0 if state.stones == 0 else 1 << ((seat + 1) % int(state.players))


@rule
def redetermine(parts: Row, state: Row, seat: int, seed: np.uint64) -> None:
    state.rng = seed


@rule
def score(parts: Row, state: Row, out: np.ndarray) -> None:
    for seat in range(state.players):
        out[seat, 0] = state.taken[seat]
        out[seat, 1] = 0


@rule
def observe(parts: Row, state: Row, seat: int, out: np.ndarray) -> None:
    out[0] = state.stones / 100


@rule
def reopen(parts: Row, state: Row, seat: int) -> None:
    pass


@rule
def appraise(parts: Row, mind: Row, state: Row, out: np.ndarray) -> float:
    for seat in range(state.players):
        out[seat] = mind.pebble * state.taken[seat]
    return float(mind.open)
