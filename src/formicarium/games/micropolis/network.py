"""Micropolis: what a seat knows, in bytes for a network, with what follows from it for points."""

import itertools
from collections.abc import Mapping

import numpy as np

from formicarium.core.compiled import rule
from formicarium.core.layout import Row
from formicarium.core.observing import write, write_all, write_bits, write_scalar
from formicarium.core.slices import Array, Attributes, SliceBlock, category, count, flag, scalar
from formicarium.games.micropolis.components import (
    FRUITS,
    MOST_BARRACKS,
    MOST_EGGS,
    PORTS,
    ants_of,
    fruits_of,
    gifts_of,
    queens_of,
)
from formicarium.games.micropolis.rules.seats import (
    anthill_count,
    anthills_each,
    owner,
    rounds_to_play,
)
from formicarium.games.micropolis.scoring import (
    ALL_OPENINGS,
    armies,
    barracks,
    colony_points,
    noted,
    number_of,
    population,
    red_army_points,
    survey,
)
from formicarium.games.micropolis.state import (
    ANTHILLS,
    ARMY_CAP,
    RING,
    ROW,
    TILES,
    TURNS,
    Effect,
    Phase,
)

NETWORK = (
    SliceBlock(
        "table",
        1,
        (
            category("phase", len(Phase), "what has to be decided"),
            count("to_come", TURNS, "turns until the end"),
            count("turns", TURNS, "turns that are over"),
            scalar("reserve", 30, "soldiers in the reserve, below zero where they are unlimited"),
            scalar("tokens", 5, "architect tokens in the reserve, likewise"),
            count("pile", TILES, "tiles in the pile"),
            category("tile", TILES + 1, "the tile in hand, 0: none", table="tiles"),
            flag("just_placed", "the slot whose barracks may be manned", RING),
            flag("touched", "slots that the sentinel has rearranged", RING),
        ),
    ),
    # Tiles on offer, the one farthest from the pile first.
    SliceBlock(
        "row",
        ROW,
        (
            category("tile", TILES + 1, "0: none", table="tiles"),
            count("soldiers", 5, "that lie on it"),
        ),
    ),
    # Beginning with those of the seat that observes, then clockwise.
    SliceBlock(
        "anthill",
        ANTHILLS,
        (
            flag("there", "whether it is in the game"),
            flag("in_turn", "its owner has to decide"),
            flag("marker", "the Red Army marker lies here"),
            flag("in_play", "this turn's tile goes here"),
            scalar("army", ARMY_CAP, "soldiers on the foundation"),
            count("tokens", 3, "architect tokens"),
            count("built", RING, "tiles"),
            count("lefts", RING, "of which so many to the left of the first"),
            count("population", 40, "points for all ants"),
            count("barracks", 10, "points for full barracks"),
            count("harvest", 20, "points for fruits"),
            count("royal", 20, "points for queens"),
            count("colony", 20, "ants in the largest gallery"),
            count(
                "open_harvest", 10, "for fruits of galleries that can grow, once for each open end"
            ),
            count("open_royal", 10, "for queens of such galleries, likewise"),
            category("tile", TILES + 1, "by ring slot, 0: none", RING, table="tiles"),
            flag("manned", "by ring slot: the barracks are full", RING),
        ),
    ),
    # What anthills compete for, in the same order.
    SliceBlock(
        "majority",
        ANTHILLS,
        (
            count("colony_points", 10, "for the most ants in one gallery"),
            count("army_points", 10, "for the largest army"),
            scalar("colony_lead", 20, "ants more than the largest gallery of any other anthill"),
            scalar("army_lead", ARMY_CAP, "soldiers more than the largest other army"),
        ),
    ),
)
ANTHILL_WIDTH = NETWORK[2].width
USUAL = (5, 1, 2)  # ants, queens and gifts on a tile that has many
PAIRS = tuple(itertools.combinations(range(len(PORTS)), 2))
COLUMNS = (
    *(effect.name.lower() for effect in Effect),
    *("eggs", "size", "ants", "queens", "gifts"),
    *FRUITS,
    *(f"{PORTS[one]}-{PORTS[other]}" for one, other in PAIRS),
)


# --- Compiled -------------------------------------------------------------------------------------


@rule
def observe(parts: Row, state: Row, seat: int, out: np.ndarray) -> None:
    """What a seat knows, in the order of `NETWORK`."""
    out[:] = 0
    at = observe_table(state, out)
    for place_in_row in range(ROW):
        there = place_in_row < state.row_length
        at = write(out, at, state.row[place_in_row] if there else 0)
        at = write(out, at, state.soldiers[place_in_row] if there else 0)
    colonies, total = 0, int(anthill_count(state))
    for index in range(total):
        number = (seat * anthills_each(state) + index) % total
        at = observe_standing(state, number, out, at)
        at, ants = observe_points(parts, state.anthills[number], out, at)
        colonies = noted(colonies, number, ants)
        at = write_all(out, at, state.anthills[number].tiles)
        at = write_all(out, at, state.anthills[number].manned)
    at += (ANTHILLS - total) * ANTHILL_WIDTH
    for index in range(total):
        number = (seat * anthills_each(state) + index) % total
        at = observe_majorities(parts, state, number, colonies, out, at)


@rule
def observe_table(state: Row, out: np.ndarray) -> int:
    """What lies in the middle; where the row begins."""
    at = write(out, 0, state.phase)
    at = write(out, at, rounds_to_play(state) * state.players - state.turns)
    at = write(out, at, state.turns)
    at = write_scalar(out, at, state.reserve)
    at = write_scalar(out, at, state.tokens)
    at = write(out, at, state.pile_length)
    at = write(out, at, state.tile)
    if state.phase == Phase.MAN:
        out[at + int(state.slot)] = 1
    return write_bits(out, at + RING, state.touched, RING)


@rule
def observe_standing(state: Row, number: int, out: np.ndarray, at: int) -> int:
    """Whose turn it is, and what lies beside the tiles of an anthill."""
    anthill = state.anthills[number]
    playing = state.phase != Phase.OVER and state.phase != Phase.LEADER
    at = write(out, at, 1)
    at = write(out, at, (state.to_act >> owner(state, number)) & 1)
    at = write(out, at, number == state.leader)
    at = write(out, at, playing and number == state.anthill)
    at = write_scalar(out, at, anthill.army)
    at = write(out, at, anthill.tokens)
    at = write(out, at, anthill.built)
    return write(out, at, anthill.lefts)


@rule
def observe_points(parts: Row, anthill: Row, out: np.ndarray, at: int) -> tuple[int, int]:
    """The points that an anthill brings by itself, and what of them may grow.

    Where the tiles begin, and the ants in the largest gallery.
    """
    at = write(out, at, population(parts, anthill))
    at = write(out, at, barracks(parts, anthill))
    found = survey(parts, anthill)
    at = write(out, at, found.harvest)
    at = write(out, at, found.royal)
    at = write(out, at, found.largest)
    at = write(out, at, found.open_harvest)
    return write(out, at, found.open_royal), found.largest


@rule
def observe_majorities(
    parts: Row, state: Row, number: int, colonies: int, out: np.ndarray, at: int
) -> int:
    """What an anthill has of what only the first of all scores."""
    soldiers = armies(state)
    at = write(out, at, colony_points(parts, state, colonies, number))
    at = write(out, at, red_army_points(parts, state, soldiers, number))
    at = write_scalar(out, at, ahead(state, colonies, number))
    return write_scalar(out, at, ahead(state, soldiers, number))


@rule
def ahead(state: Row, tally: int, number: int) -> int:
    """How far an anthill's number is ahead of the largest of all others."""
    rival = 0
    for other in range(anthill_count(state)):
        if other != number:
            rival = max(rival, int(number_of(tally, other)))
    return int(number_of(tally, number)) - rival


# --- What things are like -------------------------------------------------------------------------


def tables(parts: Row) -> Mapping[str, Attributes]:
    """Every tile: what it does, what lives on it, what fruits it bears, and what it joins."""
    rows = [[0.0] * len(COLUMNS), *(_attributes(tile) for tile in parts.tiles[1:])]
    return {"tiles": Attributes(COLUMNS, np.array(rows, np.float32))}


def _attributes(tile: Row) -> list[float]:
    held = int(tile.holds[ALL_OPENINGS])
    everything = (ants_of(held), queens_of(held), gifts_of(held))
    return [
        *(float(tile.effect == effect) for effect in Effect),
        tile.eggs / MOST_EGGS,
        tile.barracks / MOST_BARRACKS,
        *(number / most for number, most in zip(everything, USUAL, strict=True)),
        *(float(fruits_of(held) >> kind & 1) for kind in range(len(FRUITS))),
        *(float(int(tile.spread[1 << one]) >> other & 1) for one, other in PAIRS),
    ]


def adjacency(parts: Row) -> Mapping[str, Array]:
    """Slots of a ring are neighbours as they stand; there is no other board."""
    return {}
