"""Myrmes: objectives: what they ask for, what they take, and what they are worth."""

import numpy as np

from formicarium.core.compiled import rule
from formicarium.core.layout import Row
from formicarium.core.numbers import wide
from formicarium.games.myrmes.actions import Code
from formicarium.games.myrmes.components import DIRECTIONS
from formicarium.games.myrmes.rules.colony import clear_choices, counted_level, earn, spend
from formicarium.games.myrmes.rules.numbers import (
    NOTHING,
    Mask,
    add_hex,
    hexes_in,
    with_hex,
    within,
)
from formicarium.games.myrmes.rules.specials import (
    is_own_special,
    is_special,
    return_marker,
    specials_owned,
)
from formicarium.games.myrmes.rules.tiles import cell_of, cubes_on
from formicarium.games.myrmes.rules.turns import season_number
from formicarium.games.myrmes.state import (
    BONUS,
    DRAWN,
    HEXES,
    LONGEST_TILE,
    OBJECTIVE_POINTS,
    PER_LEVEL,
    TRACKS,
    Ask,
    Atelier,
    Cube,
    DiscardedNurses,
    Ground,
    GroupEmpty,
    GroupSpecial,
    Phase,
    PheromonePrice,
    Points,
    Track,
)

# --- What may be fulfilled ------------------------------------------------------------------------


@rule
def objective_tile(parts: Row, state: Row, number: int) -> Row:
    """The tile of one of the six objectives."""
    return parts.objectives[state.objectives[number]]


@rule
def is_unlocked(me: Row, number: int) -> bool:
    """Whether one of the level above is done; level 1 is always open (MY-14.2)."""
    above = number - number % PER_LEVEL - PER_LEVEL
    return above < 0 or me.done[above] > 0 or me.done[above + 1] > 0


@rule
def may_fulfil(parts: Row, state: Row, seat: int, number: int) -> bool:
    """Whether an objective is open to a seat, and all there that it asks for (MY-14.3, MY-14.4)."""
    me = state.seats[seat]
    if me.done[number] > 0 or not is_unlocked(me, number):
        return False
    tile = objective_tile(parts, state, number)
    if tile.ask == Ask.GROUP:
        return has_group(parts, state, seat, tile.need)
    if tile.ask == Ask.NURSES and nurses_to_spare(state, me) < tile.pay:
        return False
    return owned(state, seat, tile.ask) >= tile.need


@rule
def owned(state: Row, seat: int, ask: int) -> int:
    """How much a seat has of what an objective asks for."""
    me = state.seats[seat]
    if ask == Ask.FOOD:
        return wide(me.store[Cube.FOOD])
    if ask == Ask.STONE:
        return wide(me.store[Cube.STONE])
    if ask == Ask.EARTH_OR_STONE:
        return me.store[Cube.EARTH] + me.store[Cube.STONE]
    if ask == Ask.LARVAE:
        return wide(me.larvae)
    if ask == Ask.PREY:
        return wide(me.trophies)
    if ask == Ask.SOLDIERS:
        return wide(me.soldiers)
    if ask == Ask.SPECIALS:
        return specials_owned(state, seat)
    if ask == Ask.NURSES:
        return nurses_owned(me)
    return counted_level(state, me)


@rule
def nurses_owned(me: Row) -> int:
    """All nurses, those on objectives included (MY-14.13)."""
    nurses = int(me.nurses)
    for number in range(DRAWN):
        if me.done[number] > 0:
            nurses += 1
    return nurses


@rule
def nurses_to_spare(state: Row, me: Row) -> int:
    """Nurses who can go besides the one that stays on the objective (MY-14.13, MY-14.14)."""
    nurses = me.nurses - 1
    if state.options.discarded_nurses == DiscardedNurses.NOT_BREEDING:
        for track in range(Track.ATELIER):
            nurses -= me.placed[track]
    return nurses


# --- Groups of pheromones -------------------------------------------------------------------------
#
# A set of tiles is a mask of their first hexes: three numbers, since there is no room for lists.


@rule
def counts(parts: Row, state: Row, seat: int, hex_: int) -> bool:
    """Whether a hex is the first one of a tile that may belong to a group (MY-14.19, MY-14.20)."""
    if state.place[hex_] == 0 or state.owner[hex_] != seat + 1:
        return False
    if state.ground[hex_] != Ground.PHEROMONE:
        return state.options.group_special == GroupSpecial.COUNTED
    return state.options.group_empty == GroupEmpty.COUNTED or cubes_on(parts, state, hex_) > 0


@rule
def touches(parts: Row, state: Row, first: int, tiles: Mask) -> bool:
    """Whether a tile shares an edge with one of a set."""
    for index in range(LONGEST_TILE):
        hex_ = cell_of(parts, state, first, index)
        if hex_ >= 0:
            for direction in range(DIRECTIONS):
                other = parts.neighbours[hex_, direction]
                if other >= 0 and state.lead[other] > 0 and within(tiles, state.lead[other] - 1):
                    return True
    return False


@rule
def group_of(parts: Row, state: Row, seat: int, first: int) -> Mask:
    """All tiles of a seat that hang together with one of them (MY-14.18)."""
    group = with_hex(NOTHING, first)
    grown = True
    while grown:
        grown = False
        for hex_ in range(HEXES):
            other = counts(parts, state, seat, hex_) and not within(group, hex_)
            if other and touches(parts, state, hex_, group):
                group = with_hex(group, hex_)
                grown = True
    return group


@rule
def has_group(parts: Row, state: Row, seat: int, need: int) -> bool:
    """Whether so many tiles of a seat hang together."""
    tiles = 0
    for hex_ in range(HEXES):
        if counts(parts, state, seat, hex_):
            tiles += 1
    if tiles < need:
        return False
    largest = 0
    for hex_ in range(HEXES):
        if largest < need and counts(parts, state, seat, hex_):
            largest = hexes_in(group_of(parts, state, seat, hex_))
    return largest >= need


# --- Fulfilling -----------------------------------------------------------------------------------


@rule
def fulfil(parts: Row, state: Row, seat: int, number: int) -> None:
    """The nurse stays for good, points are scored, and the price is paid or asked for.

    (MY-14.1, MY-14.6, MY-14.7, MY-14.9, MY-14.10, MY-14.11)
    """
    me = state.seats[seat]
    tile = objective_tile(parts, state, number)
    now = season_number(state)
    state.used |= 1 << Atelier.OBJECTIVE
    me.placed[Track.ATELIER] -= 1
    me.nurses -= 1
    me.done[number] = now
    earn(state, me, Points.OBJECTIVES, OBJECTIVE_POINTS[tile.level - 1])
    for other in range(state.players):
        done = state.seats[other].done[number]
        if done > 0 and done < now:
            state.seats[other].points[Points.BONUS] += BONUS[state.players]
    pay_objective(state, me, tile)
    if state.due > 0:
        state.objective = number + 1


@rule
def pay_objective(state: Row, me: Row, tile: Row) -> None:
    """What an objective takes; where there is a choice, it is still due (MY-14.5, MY-14.24)."""
    if tile.ask == Ask.FOOD:
        spend(state, me, Cube.FOOD, wide(tile.pay))
    elif tile.ask == Ask.STONE:
        spend(state, me, Cube.STONE, wide(tile.pay))
    elif tile.ask == Ask.LARVAE:
        me.larvae -= tile.pay
    elif tile.ask == Ask.PREY:
        me.trophies -= tile.pay
    elif tile.ask == Ask.SOLDIERS:
        me.soldiers -= tile.pay
    elif tile.ask == Ask.NURSES:
        discard_nurses(state, me, tile.pay)
    elif tile.ask == Ask.COLONY:
        me.level = me.level - tile.pay if me.level > tile.pay else 0
    elif tile.ask == Ask.EARTH_OR_STONE:
        state.due = tile.pay
        state.phase = Phase.PAY
        pay_without_choice(state, me)
    elif tile.ask == Ask.SPECIALS:
        state.due = tile.pay
        state.phase = Phase.GIVE if tile.pay > 0 else Phase.ATELIER
    elif state.options.pheromone_price == PheromonePrice.TILES:
        state.due = tile.need
        state.phase = Phase.GIVE if tile.need > 0 else Phase.ATELIER


@rule
def discard_nurses(state: Row, me: Row, pay: int) -> None:
    """Nurses leave; those who wait in the atelier are the last to go (MY-14.14)."""
    left = me.nurses - pay
    me.nurses = left
    placed = 0
    for track in range(TRACKS):
        placed += me.placed[track]
    track = 0
    if state.options.discarded_nurses == DiscardedNurses.NOT_BREEDING:
        track = wide(Track.ATELIER)
    while placed > left:
        if me.placed[track] > 0:
            me.placed[track] -= 1
            placed -= 1
        else:
            track += 1


# --- Earth or stone -------------------------------------------------------------------------------


@rule
def pay_cube(state: Row, me: Row, kind: int) -> None:
    """One cube of those that are due (MY-14.12)."""
    spend(state, me, kind, 1)
    state.due -= 1
    pay_without_choice(state, me)


@rule
def pay_without_choice(state: Row, me: Row) -> None:
    """Where one kind is lacking or all must go, the rest is paid without a question."""
    earth, stone = me.store[Cube.EARTH], me.store[Cube.STONE]
    if earth > 0 and stone > 0 and state.due > 0 and state.due < earth + stone:
        return
    paid = min(wide(earth), wide(state.due))
    spend(state, me, Cube.EARTH, paid)
    spend(state, me, Cube.STONE, state.due - paid)
    end_payment(state)


@rule
def end_payment(state: Row) -> None:
    """The objective is paid for; the turn in the atelier goes on."""
    state.due = 0
    state.objective = 0
    state.phase = Phase.ATELIER


# --- Tiles ----------------------------------------------------------------------------------------


@rule
def may_give(parts: Row, state: Row, seat: int, hex_: int) -> bool:
    """Whether the tile with that first hex can be named next (MY-14.15, MY-14.21)."""
    tile = objective_tile(parts, state, state.objective - 1)
    if tile.ask == Ask.SPECIALS:
        return is_own_special(state, seat, hex_)
    if not counts(parts, state, seat, hex_):
        return False
    if state.due == tile.need:
        return hexes_in(group_of(parts, state, seat, hex_)) >= tile.need
    picked = state.seats[seat].picked
    return touches(parts, state, hex_, (int(picked[0]), int(picked[1]), int(picked[2])))


@rule
def list_gifts(parts: Row, state: Row, seat: int, out: np.ndarray) -> int:
    """Every tile that can be named next, by its first hex."""
    count = 0
    for hex_ in range(HEXES):
        if may_give(parts, state, seat, hex_):
            out[count] = Code.HEX + hex_
            count += 1
    return count


@rule
def give(parts: Row, state: Row, seat: int, first: int) -> None:
    """A tile turns neutral (MY-14.15, MY-14.22)."""
    me = state.seats[seat]
    if is_special(state, first):
        return_marker(state, me)
    for index in range(LONGEST_TILE):
        hex_ = cell_of(parts, state, first, index)
        if hex_ >= 0:
            state.owner[hex_] = 0
            if state.cube[hex_] > 0:
                state.supply[state.cube[hex_] - 1] += 1
                state.cube[hex_] = 0
    add_hex(me.picked, first)
    state.due -= 1
    if state.due == 0:
        clear_choices(me)
        end_payment(state)
