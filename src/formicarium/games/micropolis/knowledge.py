"""Micropolis: what a seat knows.

Everything lies open but the pile: its order, and with it the generator that shuffled it.
"""

from typing import Any, Literal

import msgspec
import numpy as np

from formicarium.core import terms
from formicarium.core.chance import shuffle
from formicarium.core.compiled import rule
from formicarium.core.layout import Row, values_of
from formicarium.core.observing import squashed
from formicarium.games.micropolis.positions import position_of
from formicarium.games.micropolis.rules.seats import (
    anthill_count,
    anthills_each,
    rounds_to_play,
    rounds_with,
)
from formicarium.games.micropolis.scoring import points
from formicarium.games.micropolis.state import (
    ANTHILLS,
    RING,
    ROW,
    TILES,
    Phase,
)

PHASES = len(Phase)

# Numbers without bounds are `squashed`: n / (n + a usual one), which these are.
USUAL_ARMY, USUAL_TOKENS = 5, 1

# What `observe` writes: (name, length). All numbers lie between -1 and 1.
OBSERVATION = (
    ("phase", PHASES),  # one of them is 1
    ("progress", 1),  # finished turns, of all turns
    ("supply", 3),  # soldiers and tokens in the reserve, n / (n + all); tiles in the pile / 61
    ("tile_in_hand", 1),  # its number / 61
    ("row", ROW),  # tile numbers / 61, the far end first
    ("row_soldiers", ROW),  # n / (n + 5)
    ("own_turn", 1),  # 1 if this seat has to decide
    # Anthills, beginning with those of the seat itself, then clockwise:
    ("marker", ANTHILLS),  # 1 where the Red Army marker lies
    ("in_play", ANTHILLS),  # 1 for the anthill that this turn's tile goes to
    ("armies", ANTHILLS),  # n / (n + 5)
    ("tokens", ANTHILLS),  # n / (n + 1)
    ("lefts", ANTHILLS),  # / 10
    ("tiles", ANTHILLS * RING),  # tile numbers / 61 by ring slot
    ("manned", ANTHILLS * RING),  # 1 where barracks are full
    ("just_placed", RING),  # 1 at the slot whose barracks may be manned
    ("touched", RING),  # 1 at slots that the sentinel has rearranged
)


# --- Compiled -------------------------------------------------------------------------------------


@rule
def redetermine(parts: Row, state: Row, seat: int, seed: np.uint64) -> None:
    """Shuffle the pile and forget the generator: nobody knows either (MP-1.10, MP-2.4)."""
    state.rng = seed
    seen = tiles_in_sight(state)
    index = 0
    for tile in range(1, TILES + 1):
        if not (seen >> tile) & 1:
            state.pile[index] = tile
            index += 1
    shuffle(state, state.pile, state.pile_length)


@rule
def reopen(parts: Row, state: Row, seat: int) -> None:
    """Nobody decides anything in secret."""


@rule
def tiles_in_sight(state: Row) -> int:
    """Bit per tile that lies face up: in an anthill, in the row or in somebody's hand."""
    seen = 1 << int(state.tile)
    for place_in_row in range(state.row_length):
        seen |= 1 << int(state.row[place_in_row])
    for anthill in range(anthill_count(state)):
        for slot in range(RING):
            seen |= 1 << int(state.anthills[anthill].tiles[slot])
    return seen


@rule
def observe(parts: Row, state: Row, seat: int, out: np.ndarray) -> None:
    """What a seat knows as numbers, in the order of `OBSERVATION`."""
    out[:] = 0
    at = observe_middle(parts, state, seat, out)
    count = anthill_count(state)
    for index in range(count):
        anthill = (seat * anthills_each(state) + index) % count
        observe_anthill(state, anthill, out, at, index)
    at += ANTHILLS * (5 + 2 * RING)
    if state.phase == Phase.MAN:
        out[at + int(state.slot)] = 1
    for slot in range(RING):
        out[at + RING + slot] = (state.touched >> slot) & 1


@rule
def observe_middle(parts: Row, state: Row, seat: int, out: np.ndarray) -> int:
    """What lies in the middle for everybody; where the anthills begin."""
    out[state.phase] = 1
    at = PHASES
    out[at] = state.turns / (rounds_to_play(state) * state.players)
    out[at + 1] = squashed(state.reserve, parts.soldiers)
    out[at + 2] = squashed(state.tokens, max(parts.tokens, 1))
    out[at + 3] = state.pile_length / TILES
    out[at + 4] = state.tile / TILES
    at += 5
    for place_in_row in range(state.row_length):
        out[at + place_in_row] = state.row[place_in_row] / TILES
        out[at + ROW + place_in_row] = squashed(state.soldiers[place_in_row], USUAL_ARMY)
    at += 2 * ROW
    out[at] = (state.to_act >> seat) & 1
    return at + 1


@rule
def observe_anthill(state: Row, number: int, out: np.ndarray, at: int, index: int) -> None:
    """One anthill, as the `index`-th from the seat that observes."""
    anthill = state.anthills[number]
    out[at + index] = number == state.leader
    in_turn = state.phase != Phase.OVER and state.phase != Phase.LEADER
    out[at + ANTHILLS + index] = in_turn and number == state.anthill
    out[at + 2 * ANTHILLS + index] = squashed(anthill.army, USUAL_ARMY)
    out[at + 3 * ANTHILLS + index] = squashed(anthill.tokens, USUAL_TOKENS)
    out[at + 4 * ANTHILLS + index] = anthill.lefts / RING
    for slot in range(RING):
        tiles = at + 5 * ANTHILLS + index * RING
        out[tiles + slot] = anthill.tiles[slot] / TILES
        out[tiles + ANTHILLS * RING + slot] = anthill.manned[slot]


# --- Views ----------------------------------------------------------------------------------------


class AnthillView(terms.Doc):
    """One anthill, as everybody sees it."""

    army: int  # soldiers on the foundation
    tiles: list[int]  # tile numbers from the left end to the right end
    lefts: int  # how many of them lie to the left of the first
    manned: list[int]  # tiles whose barracks are full
    tokens: int  # architect tokens beside it


class ScoreSheetView(terms.Doc):
    """The points of one anthill as they would be now (MP-8.2)."""

    population: int
    colony: int
    harvest: int
    royal: int
    red_army: int
    barracks: int
    total: int


class View(terms.View):
    """What everybody sees: all but the order of the pile (MP-1.10)."""

    phase: Literal["anthill", "take", "place", "man", "sentinel", "leader", "over"]
    leader: int  # index of the anthill with the Red Army marker
    anthills: list[AnthillView]  # one per seat; in the expert game 1a, 1b, 2a, ...
    row: list[int]  # tiles on offer, the one farthest from the pile first
    soldiers: list[int]  # on each of them
    reserve: int  # soldiers; below zero where they are unlimited
    tokens: int  # architect tokens in the reserve; likewise
    pile_length: int
    to_act: list[int]  # seats that must decide now
    round: int  # from 1
    rounds: int
    points: list[ScoreSheetView]  # one per anthill
    # In the middle of a turn only: the anthill in play, the tile in hand (phase place), the ring
    # slot of the barracks just placed (man), the slots that were rearranged (sentinel), from 1;
    # and the seat that chooses between its own anthills (leader, with expert_tie=receiver).
    anthill: int | msgspec.UnsetType = msgspec.UNSET
    tile: int | msgspec.UnsetType = msgspec.UNSET
    slot: int | msgspec.UnsetType = msgspec.UNSET
    touched: list[int] | msgspec.UnsetType = msgspec.UNSET
    receiver: int | msgspec.UnsetType = msgspec.UNSET


def view(parts: Row, state: Row, seat: int | None) -> dict[str, Any]:
    """The position without its secrets, and what follows from it. All seats know the same."""
    now, sheets = values_of(state), points(parts, state)
    known, players = position_of(now, len(sheets)), now["players"]
    del known["pile"], known["rng"]
    rounds = int(rounds_with(len(sheets) // players))
    known["pile_length"] = now["pile_length"]
    known["to_act"] = [s for s in range(players) if now["to_act"] >> s & 1]
    known["round"] = min(now["turns"] // players + 1, rounds)
    known["rounds"] = rounds
    known["points"] = sheets
    return known
