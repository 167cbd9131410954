"""Pebbles: what a seat knows: all but the favourites of others, until the end (PB-1.3)."""

from typing import Any, Literal

import numpy as np

from formicarium.core import terms
from formicarium.core.chance import shuffle
from formicarium.core.compiled import rule
from formicarium.core.layout import Row
from formicarium.core.observing import squashed
from pebbles.components import MOST_STONES, Stones
from pebbles.positions import to_position
from pebbles.rules import in_all
from pebbles.state import BROOK, COLOURS, SEATS, Phase

ColourName = Literal["white", "yellow", "red", "black"]

PHASES = len(Phase)
USUAL_POINTS = 10

# What `observe` writes: (name, length). All numbers lie between -1 and 1.
OBSERVATION = (
    ("phase", PHASES),  # one of them is 1
    ("own_turn", 1),  # 1 if this seat has to decide
    ("bag", COLOURS),  # stones / 25
    ("brook", COLOURS),  # / 4
    ("carried", COLOURS),  # 1 where there is one
    ("favourite", COLOURS),  # the own one is 1
    # Beginning with the seat itself, then clockwise:
    ("nests", SEATS * COLOURS),  # / 25
    ("points", SEATS),  # n / (n + 10)
)


# --- Compiled -------------------------------------------------------------------------------------


@rule
def redetermine(parts: Row, state: Row, seat: int, seed: np.uint64) -> None:
    """Deal the favourites of others anew, and forget the generator."""
    state.rng = seed
    if state.phase == Phase.OVER:
        return
    own = int(state.favourites[seat]) if seat >= 0 else COLOURS
    others = 0
    for colour in range(COLOURS):
        if colour != own:
            state.favourites[others] = colour
            others += 1
    shuffle(state, state.favourites, others)
    if seat >= 0:
        state.favourites[COLOURS - 1] = state.favourites[seat]
        state.favourites[seat] = own


@rule
def reopen(parts: Row, state: Row, seat: int) -> None:
    """Nobody decides anything in secret."""


@rule
def observe(parts: Row, state: Row, seat: int, out: np.ndarray) -> None:
    """What a seat knows as numbers, in the order of `OBSERVATION`."""
    out[:] = 0
    out[state.phase] = 1
    at = PHASES
    out[at] = (state.to_act >> seat) & 1
    at += 1
    for colour in range(COLOURS):
        out[at + colour] = state.bag[colour] / MOST_STONES
        out[at + COLOURS + colour] = state.brook[colour] / BROOK
        out[at + 2 * COLOURS + colour] = state.carried[colour]
    out[at + 3 * COLOURS + int(state.favourites[seat])] = 1
    at += 4 * COLOURS
    for index in range(state.players):
        other = (seat + index) % int(state.players)
        for colour in range(COLOURS):
            out[at + index * COLOURS + colour] = state.nests[other, colour] / MOST_STONES
        out[at + SEATS * COLOURS + index] = squashed(state.points[other], USUAL_POINTS)


# --- Views ----------------------------------------------------------------------------------------


class View(terms.View):
    """The game as a seat sees it."""

    phase: Literal["take", "dig", "over"]
    to_act: list[int]  # seats that must decide now
    bag: Stones
    brook: Stones
    carried: Stones
    nests: list[Stones]  # one per seat
    points: list[int]  # for loads, one per seat
    favourites: list[ColourName | None]  # one per seat; null: nobody but that seat knows
    load: int  # points for what is carried, brought home now


def view(parts: Row, state: Row, seat: int | None) -> dict[str, Any]:
    """The position without its secrets, and what follows from it."""
    known = to_position(parts, state)
    del known["rng"], known["turn"]
    players, is_over = int(state.players), state.phase == Phase.OVER
    known["to_act"] = [s for s in range(players) if state.to_act >> s & 1]
    known["favourites"] = [
        known["favourites"][s] if is_over or s == seat else None for s in range(players)
    ]
    known["load"] = int(parts.load[in_all(state.carried)])
    return known
