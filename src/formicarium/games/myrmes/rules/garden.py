"""Myrmes: a worker in the garden walks, hunts and cleans."""

import numpy as np

from formicarium.core.compiled import rule
from formicarium.core.layout import Row
from formicarium.core.numbers import wide
from formicarium.games.myrmes.actions import Code
from formicarium.games.myrmes.components import DIRECTIONS
from formicarium.games.myrmes.rules.colony import earn, gain, may_convert, spend
from formicarium.games.myrmes.rules.laying import tiles_to_lay
from formicarium.games.myrmes.rules.numbers import add_hex, insert, within
from formicarium.games.myrmes.rules.tiles import cell_of, cubes_on, element_at
from formicarium.games.myrmes.state import (
    LAYS,
    LONGEST_TILE,
    AfterHunt,
    Cube,
    Ground,
    Phase,
    Points,
    Toll,
)

BORDERS = LONGEST_TILE * DIRECTIONS  # ways to leave a tile


@rule
def list_garden(parts: Row, state: Row, seat: int, out: np.ndarray) -> int:
    """Lay a tile, clean, turn larvae into food, end the action, or step on (MY-3.8, MY-9.9)."""
    me = state.seats[seat]
    count = 0
    tiles = tiles_to_lay(parts, state, me)
    for lay in range(LAYS):
        if (tiles >> lay) & 1:
            out[count] = Code.LAY + lay
            count += 1
    if may_clean(parts, state, me):
        out[count] = Code.CLEAN
        count += 1
    if may_convert(state, me):
        out[count] = Code.CONVERT
        count += 1
    out[count] = Code.DONE
    count += 1
    for way in range(BORDERS):
        goal = goal_of(parts, state, seat, way)
        if goal >= 0:
            count = insert(out, count, Code.HEX + goal)
    return count


@rule
def can_go_on(parts: Row, state: Row, seat: int) -> bool:
    """Whether the worker can do anything but end her action (MY-7.17)."""
    me = state.seats[seat]
    for way in range(BORDERS):
        if goal_of(parts, state, seat, way) >= 0:
            return True
    if may_convert(state, me) or may_clean(parts, state, me):
        return True
    return tiles_to_lay(parts, state, me) != 0


# --- Steps ----------------------------------------------------------------------------------------


@rule
def goal_of(parts: Row, state: Row, seat: int, way: int) -> int:
    """The hex that one of the ways from where the worker stands leads to; -1: it is barred.

    On a tile she stands on all of its hexes (MY-7.5, MY-7.6, MY-7.7, MY-7.14).
    """
    hex_ = cell_of(parts, state, state.worker - 1, way // DIRECTIONS)
    if hex_ < 0 or state.moves == 0:
        return -1
    goal = wide(parts.neighbours[hex_, way % DIRECTIONS])
    if goal < 0 or state.ground[goal] >= Ground.WATER:
        return -1
    if state.ground[goal] == Ground.EMPTY:
        return goal
    same_tile = state.lead[goal] == state.worker
    too_dear = soldiers_due(parts, state, seat, goal) > state.seats[seat].soldiers
    return -1 if same_tile or too_dear else goal


@rule
def soldiers_due(parts: Row, state: Row, seat: int, hex_: int) -> int:
    """Soldiers lost by entering a hex: in a hunt (MY-8.2), or as the toll of a foreign element.

    Tiles and tunnels cost one, neutral ones none (MY-7.9, MY-7.10, MY-7.11, MY-7.12, MY-7.13).
    """
    if is_prey(state, hex_):
        return wide(parts.prey[state.ground[hex_]].soldiers)
    if state.owner[hex_] == 0 or state.owner[hex_] == seat + 1:
        return 0
    return 0 if within(state.paid, element_at(state, hex_)) else 1


@rule
def is_prey(state: Row, hex_: int) -> bool:
    return state.ground[hex_] >= Ground.LADYBUG and state.ground[hex_] <= Ground.SPIDER


@rule
def step_to(parts: Row, state: Row, seat: int, hex_: int) -> None:
    """One movement point for a hex or a whole tile (MY-7.4, MY-7.7, MY-7.8, MY-7.15, MY-8.1)."""
    due = soldiers_due(parts, state, seat, hex_)
    state.seats[seat].soldiers -= due
    state.moves -= 1
    state.worker = element_at(state, hex_) + 1
    if is_prey(state, hex_):
        hunt(parts, state, state.seats[seat], hex_)
    elif due > 0 and state.options.toll == Toll.ONCE:
        add_hex(state.paid, element_at(state, hex_))


@rule
def hunt(parts: Row, state: Row, me: Row, hex_: int) -> None:
    """The prey is eaten, its token kept, and the hex is ordinary grass.

    (MY-8.6, MY-8.7, MY-8.8, MY-8.9, MY-8.10)
    """
    prey = parts.prey[state.ground[hex_]]
    state.ground[hex_] = Ground.EMPTY
    me.trophies += 1
    for _ in range(prey.food):
        gain(state, me, Cube.FOOD)
    earn(state, me, Points.HUNTING, wide(prey.points))
    if state.options.after_hunt == AfterHunt.NO_TILE:
        state.hunted = 1


# --- Cleaning -------------------------------------------------------------------------------------


@rule
def may_clean(parts: Row, state: Row, me: Row) -> bool:
    """Whether the worker stands on an empty pheromone, anybody's, and an earth is there for it.

    (MY-9.1, MY-9.2, MY-9.3, MY-9.8, MY-11.8)
    """
    first = state.worker - 1
    if me.store[Cube.EARTH] == 0 or state.ground[first] != Ground.PHEROMONE:
        return False
    return cubes_on(parts, state, first) == 0


@rule
def list_stands(parts: Row, state: Row, out: np.ndarray) -> int:
    """The hexes that cleaning would free, one of which the worker stands on then (MY-9.6)."""
    count = 0
    for index in range(LONGEST_TILE):
        hex_ = cell_of(parts, state, state.worker - 1, index)
        if hex_ >= 0:
            out[count] = Code.HEX + hex_
            count += 1
    return count


@rule
def clean(parts: Row, state: Row, seat: int, hex_: int) -> None:
    """An earth takes a pheromone out of the game; a foreign one scores.

    (MY-9.4, MY-9.5, MY-9.6, MY-9.7, MY-9.10)
    """
    me = state.seats[seat]
    first = state.worker - 1
    place = state.place[first] - 1
    spend(state, me, Cube.EARTH, 1)
    if state.owner[first] > 0 and state.owner[first] != seat + 1:
        earn(state, me, Points.CLEANING, wide(parts.points[parts.form[place]]))
    state.place[first] = 0
    for index in range(LONGEST_TILE):
        freed = parts.cells[place, index]
        if freed >= 0:
            state.ground[freed] = Ground.EMPTY
            state.lead[freed] = 0
            state.owner[freed] = 0
    state.worker = hex_ + 1
    state.phase = Phase.GARDEN
