"""Micropolis: what a position is worth to a bot."""

import numpy as np

from formicarium.core.compiled import rule
from formicarium.core.layout import Row
from formicarium.games.micropolis.rules.building import place
from formicarium.games.micropolis.rules.seats import anthill_count, owner
from formicarium.games.micropolis.scoring import (
    JUNCTIONS,
    ants_in,
    armies,
    barracks,
    gallery_at,
    harvest_of,
    noted,
    number_of,
    population,
    royal_of,
)
from formicarium.games.micropolis.state import ARMY_CAP, RING, Effect, Side

SWING, SWING_PER_TILE = 3.0, 1.0  # counted in games of bots: how much a lead is worth
HORIZON = 0
GREED = 0.0

PER_TILE = 4.0  # points that a tile yet to come brings
PER_SOLDIER = 1.3  # they buy better tiles and man barracks
LAST_TAKES = 4  # with fewer tiles to come, a soldier is worth less
PER_TOKEN = 2.5
SENTINEL = 1.0
NEXT_FRUIT = 0.65  # the share of another fruit's points that an open end promises
RIPE = 5  # points of another fruit where there are several
NEXT_SPAN = 1.7  # tiles that a queen's gallery still grows by at an open end
LAST_GROWTH = 2  # with fewer tiles to come, a gallery grows less
FLUX = 1.5  # by how much a lead in a majority may change with every tile to come


@rule
def appraise(parts: Row, state: Row, out: np.ndarray) -> float:
    """What is built, what it may grow into, what an army is good for, and two likely majorities."""
    for seat in range(state.players):
        out[seat] = 0.0
    colonies = 0
    for index in range(anthill_count(state)):
        points, ants = 0.0, 0
        if state.tile > 0 and index == state.anthill:
            points, ants = with_tile_in_hand(parts, state)
        else:
            points, ants = prospects(parts, state.anthills[index])
        out[owner(state, index)] += points
        colonies = noted(colonies, index, ants)
    soldiers, longest = armies(state), 0
    for index in range(anthill_count(state)):
        to_come = RING - int(state.anthills[index].built)
        longest = max(longest, to_come)
        seat = owner(state, index)
        out[seat] += parts.colony * share(lead(state, colonies, index), to_come)
        out[seat] += parts.red_army * share(lead(state, soldiers, index), to_come)
    return SWING + SWING_PER_TILE * longest


# --- One anthill ----------------------------------------------------------------------------------


@rule
def prospects(parts: Row, anthill: Row) -> tuple[float, int]:
    """Points that an anthill may bring without majorities, and the ants in its largest gallery."""
    to_come = RING - int(anthill.built)
    points = float(population(parts, anthill) + barracks(parts, anthill))
    points += PER_TILE * to_come + PER_TOKEN * min(anthill.tokens, to_come)
    points += per_soldier(to_come) * anthill.army
    seen, largest = 0, 0
    for junction in range(JUNCTIONS):
        if (seen >> junction) & 1:
            continue
        gallery = gallery_at(parts, anthill, junction)
        seen |= gallery
        harvest, royal = harvest_of(parts, anthill, gallery), royal_of(parts, anthill, gallery)
        points += harvest + royal
        if to_come > 0 and harvest + royal > 0:
            growth = NEXT_FRUIT * min(harvest, RIPE) + (NEXT_SPAN if royal > 0 else 0.0)
            points += growth * open_ends(anthill, gallery) * min(to_come, LAST_GROWTH) / LAST_GROWTH
        largest = max(largest, ants_in(parts, anthill, gallery))
    return points, int(largest)


@rule
def per_soldier(to_come: int) -> float:
    """A soldier is worth less when few tiles are left to be taken."""
    return PER_SOLDIER * min(to_come, LAST_TAKES) / LAST_TAKES


@rule
def open_ends(anthill: Row, gallery: int) -> int:
    """At how many of its two ends the anthill lets a gallery go on."""
    left = (RING - int(anthill.lefts)) % RING
    right = (int(anthill.built) - int(anthill.lefts)) % RING
    ends = 0
    if (gallery >> 2 * left) & 3:
        ends += 1
    if (gallery >> 2 * right) & 3:
        ends += 1
    return ends


# --- A tile in hand -------------------------------------------------------------------------------


@rule
def with_tile_in_hand(parts: Row, state: Row) -> tuple[float, int]:
    """What the anthill in play may bring when the tile in hand goes to its better side."""
    anthill, tile = state.anthills[state.anthill], int(state.tile)
    best, largest = -1.0, 0
    for side in range(2):
        place(state, side)
        points, ants = prospects(parts, anthill)
        if points > best:
            best, largest = points, ants
        take_back(state, tile, side)
    return best + promise(parts, state, tile), largest


@rule
def take_back(state: Row, tile: int, side: int) -> None:
    """Undo `place`."""
    anthill = state.anthills[state.anthill]
    anthill.tiles[state.slot] = 0
    anthill.built -= 1
    if side == Side.LEFT:
        anthill.lefts -= 1
    state.slot = 0
    state.tile = tile


@rule
def promise(parts: Row, state: Row, number: int) -> float:
    """What barracks or a specialist will bring as soon as the tile is placed."""
    tile, anthill = parts.tiles[number], state.anthills[state.anthill]
    soldier = per_soldier(RING - 1 - int(anthill.built))
    if tile.effect == Effect.BARRACKS and tile.barracks <= anthill.army:
        return max(0.0, parts.barracks[tile.barracks] - tile.barracks * soldier)
    if tile.effect == Effect.NURSE:
        return soldier * min(int(tile.eggs), max(0, ARMY_CAP - int(anthill.army)))
    if tile.effect == Effect.ARCHITECT and state.tokens > 0:
        return PER_TOKEN
    if tile.effect == Effect.OFFICER:
        return soldier
    if tile.effect == Effect.SENTINEL:
        return SENTINEL
    return 0.0


# --- Majorities -----------------------------------------------------------------------------------


@rule
def lead(state: Row, tally: int, anthill: int) -> int:
    """How far an anthill's number is ahead of the largest one of other players."""
    rival = 0
    for other in range(anthill_count(state)):
        if owner(state, other) != owner(state, anthill):
            rival = max(rival, number_of(tally, other))
    return number_of(tally, anthill) - rival


@rule
def share(ahead: int, to_come: int) -> float:
    """How likely a majority is; with every tile to come a lead counts less."""
    return min(1.0, max(0.0, 0.5 + 0.5 * ahead / (1.0 + FLUX * to_come)))
