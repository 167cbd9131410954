"""Myrmes: the garden before the first season: start spaces, prey, objectives, dice."""

import numpy as np

from formicarium.core.chance import below
from formicarium.core.compiled import rule
from formicarium.core.layout import Row
from formicarium.core.numbers import wide
from formicarium.games.myrmes.actions import Code
from formicarium.games.myrmes.state import (
    BOX,
    DRAWN,
    FORMS,
    HEXES,
    KINDS,
    MARKERS,
    OBJECTIVES_OF_LEVEL,
    PER_LEVEL,
    PREY_NAMES,
    SEASONS,
    START_LARVAE,
    START_NURSES,
    START_POINTS,
    START_WORKERS,
    Ground,
    Phase,
    Points,
    PreyMix,
    StartSpaces,
)

PREY_KINDS = len(PREY_NAMES)
FACES = (1, 2, 3, 4, 5, 6)  # of a die
COUNT = 5  # bits for the tokens of one kind in a bag
TOKENS = (1 << COUNT) - 1


@rule
def lay_out(parts: Row, state: Row) -> None:
    """The area in play, the pieces that all share, and the players' boards (MY-2.5, MY-2.9)."""
    area = state.players - 1 if state.players > 2 else state.options.two_player_area
    for hex_ in range(HEXES):
        if not parts.inside[area, hex_]:
            state.ground[hex_] = Ground.OUTSIDE
        elif parts.water[hex_]:
            state.ground[hex_] = Ground.WATER
    for kind in range(KINDS):
        state.supply[kind] = BOX[kind]
    state.farms = parts.farms
    state.subcolonies = parts.subcolonies
    for seat in range(state.players):
        me = state.seats[seat]
        me.larvae = START_LARVAE
        me.workers = START_WORKERS
        me.nurses = START_NURSES
        me.markers = MARKERS
        me.points[Points.START] = START_POINTS
        for form in range(FORMS):
            me.left[form] = parts.pieces[form]


# --- Prey -----------------------------------------------------------------------------------------
#
# A bag of tokens is one number, a few bits for each kind: there is no room for lists in a rule.


@rule
def scatter_prey(parts: Row, state: Row) -> None:
    """A token on each prey space of the area (MY-2.10)."""
    bag = fill_bag(parts, state)
    for hex_ in range(HEXES):
        if parts.prey_space[hex_] and state.ground[hex_] == Ground.EMPTY:
            kind = draw_token(state, bag)
            bag -= 1 << COUNT * kind
            state.ground[hex_] = Ground.LADYBUG + kind


@rule
def fill_bag(parts: Row, state: Row) -> int:
    """All tokens; balanced, as many of each kind, and chance says which have one more (MY-2.11)."""
    bag = 0
    for kind in range(PREY_KINDS):
        bag |= int(parts.prey[Ground.LADYBUG + kind].tokens) << COUNT * kind
    if state.options.prey_mix == PreyMix.RANDOM:
        return bag
    balanced = 0
    kind = below(state, PREY_KINDS)
    for hex_ in range(HEXES):
        if parts.prey_space[hex_] and state.ground[hex_] == Ground.EMPTY:
            while (bag >> COUNT * kind) & TOKENS == 0:
                kind = (kind + 1) % PREY_KINDS
            bag -= 1 << COUNT * kind
            balanced += 1 << COUNT * kind
            kind = (kind + 1) % PREY_KINDS
    return balanced


@rule
def draw_token(state: Row, bag: int) -> int:
    """The kind of a token drawn from a bag."""
    total = (bag & TOKENS) + (bag >> COUNT & TOKENS) + (bag >> 2 * COUNT & TOKENS)
    drawn = below(state, total)
    kind = 0
    while drawn >= (bag >> COUNT * kind) & TOKENS:
        drawn -= (bag >> COUNT * kind) & TOKENS
        kind += 1
    return kind


# --- Objectives and dice --------------------------------------------------------------------------


@rule
def draw_objectives(state: Row) -> None:
    """Two different ones of each level, in the order of the list (MY-2.12, MY-2.13)."""
    before = 1
    for pair in range(DRAWN // PER_LEVEL):
        of_level = OBJECTIVES_OF_LEVEL[pair]
        one = below(state, of_level)
        other = (one + 1 + below(state, of_level - 1)) % of_level
        state.objectives[PER_LEVEL * pair] = before + min(one, other)
        state.objectives[PER_LEVEL * pair + 1] = before + max(one, other)
        before += of_level


@rule
def roll_dice(state: Row) -> None:
    """The dice of the three seasons lie open for the whole year (MY-2.15)."""
    for season in range(SEASONS):
        state.dice[season] = FACES[below(state, len(FACES))]
    state.barrier += 1


# --- Start spaces ---------------------------------------------------------------------------------


@rule
def assign_starts(parts: Row, state: Row) -> None:
    """Start spaces by seat or at random; or the first player is asked (MY-2.7, MY-2.8)."""
    if state.options.start_spaces == StartSpaces.CHOSEN:
        state.phase = Phase.START
        state.seat = state.first
        state.to_act = 1 << int(state.first)
        return
    for seat in range(state.players):
        skipped = 0
        if state.options.start_spaces == StartSpaces.RANDOM:
            skipped = below(state, state.players - seat)
        dig_first(state, seat, free_start(parts, state, skipped))


@rule
def free_start(parts: Row, state: Row, skipped: int) -> int:
    """A start space that nobody has, after so many others of that kind."""
    number = 0
    left = skipped
    while True:
        hex_ = parts.starts[state.players, number]
        if state.ground[hex_] == Ground.EMPTY:
            if left == 0:
                return wide(hex_)
            left -= 1
        number += 1


@rule
def dig_first(state: Row, seat: int, hex_: int) -> None:
    """A player's first tunnel."""
    state.ground[hex_] = Ground.TUNNEL
    state.owner[hex_] = seat + 1
    state.seats[seat].tunnels[0] = hex_ + 1


@rule
def list_starts(parts: Row, state: Row, out: np.ndarray) -> int:
    """Start spaces that nobody has."""
    count = 0
    for hex_ in range(HEXES):
        for number in range(state.players):
            if parts.starts[state.players, number] == hex_ and state.ground[hex_] == Ground.EMPTY:
                out[count] = Code.HEX + hex_
                count += 1
    return count


@rule
def take_start(parts: Row, state: Row, seat: int, hex_: int) -> None:
    """A player chooses her start space; the last one takes what is left (MY-2.8)."""
    dig_first(state, seat, hex_)
    following = (seat + 1) % state.players
    state.to_act = 1 << int(following)
    state.seat = following
    if (following + 1) % state.players == state.first:
        dig_first(state, following, free_start(parts, state, 0))
        state.to_act = 0
