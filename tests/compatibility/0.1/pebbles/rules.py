"""The rules, which ask another file how many pebbles may be taken at once."""

from enum import IntEnum

import numpy as np

from formicarium.core.chance import below
from formicarium.core.compiled import rule
from formicarium.core.layout import HEAD, record
from formicarium.core.options import Option, options_record

from .limits import most_at_once

PLAYERS = 3
MOST = 5


class First(IntEnum):
    """Who begins."""

    RANDOM = 0
    SEAT_1 = 1


OPTIONS = (Option("first", First.RANDOM, "PB-1.2"),)
PARTS = record(("stones", np.int8))
STATE = record(
    *HEAD,
    ("options", options_record(OPTIONS)),
    ("stones", np.int8),
    ("taken", np.int8, (PLAYERS,)),
)


@rule
def setup(parts: np.record, state: np.record, seed: np.uint64) -> None:
    state.rng = seed
    state.stones = parts.stones
    first = 0 if state.options.first == First.SEAT_1 else below(state, state.players)
    state.to_act = 1 << first


@rule
def legal(parts: np.record, state: np.record, seat: int, out: np.ndarray) -> int:
    count = min(most_at_once(), int(state.stones))
    for index in range(count):
        out[index] = index
    return count


@rule
def apply(parts: np.record, state: np.record, seat: int, code: int) -> None:
    state.stones -= code + 1
    state.taken[seat] += code + 1
    state.to_act = 0 if state.stones == 0 else 1 << ((seat + 1) % int(state.players))


@rule
def redetermine(parts: np.record, state: np.record, seat: int, seed: np.uint64) -> None:
    state.rng = seed


@rule
def score(parts: np.record, state: np.record, out: np.ndarray) -> None:
    for seat in range(state.players):
        out[seat, 0] = state.taken[seat]
        out[seat, 1] = 0


@rule
def observe(parts: np.record, state: np.record, seat: int, out: np.ndarray) -> None:
    out[0] = state.stones / 100


@rule
def appraise(parts: np.record, state: np.record, out: np.ndarray) -> float:
    for seat in range(state.players):
        out[seat] = state.taken[seat]
    return 1.0
