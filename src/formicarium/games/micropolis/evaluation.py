"""Micropolis: what a position is worth to a bot."""

import numpy as np

from formicarium.core.compiled import rule
from formicarium.core.layout import Row, layout
from formicarium.games.micropolis.components import ants_of
from formicarium.games.micropolis.rules.building import place
from formicarium.games.micropolis.rules.seats import anthill_count, owner
from formicarium.games.micropolis.scoring import (
    JUNCTIONS,
    armies,
    barracks,
    gallery_at,
    harvest_of,
    noted,
    number_of,
    open_ends,
    population,
    royal_of,
)
from formicarium.games.micropolis.state import ARMY_CAP, RING, Effect, Phase, Side

BY_TILES = (RING + 1,)  # tiles to come

JUDGEMENT = layout(
    ("open", np.float64, BY_TILES),  # the lead that makes victory e times as likely
    ("to_build", np.float64, BY_TILES),  # points that the tiles to come bring
    ("soldier", np.float64, BY_TILES),  # they buy better tiles and man barracks
    ("army", np.float64, (ARMY_CAP + 1,)),  # how many of them are of use
    ("growth", np.float64, BY_TILES),  # how much of what an open end promises comes
    ("token", np.float64),
    ("sentinel", np.float64),
    ("to_man", np.float64),  # the share of what barracks bring that may be manned now
    ("next_fruit", np.float64),  # the share of another fruit's points that an open end promises
    ("ripe", np.float64),  # points of another fruit where there are several
    ("next_span", np.float64),  # tiles that a queen's gallery still grows by at an open end
    ("flux", np.float64),  # by how much a lead in a majority may change with every tile to come
)


@rule
def appraise(parts: Row, mind: Row, state: Row, out: np.ndarray) -> float:
    """What is built, what it may grow into, what an army is good for, and two likely majorities."""
    for seat in range(state.players):
        out[seat] = 0.0
    colonies = 0
    for index in range(anthill_count(state)):
        points, ants = 0.0, 0
        if state.tile > 0 and index == state.anthill:
            points, ants = with_tile_in_hand(parts, mind, state)
        else:
            points, ants = prospects(parts, mind, state.anthills[index])
        out[owner(state, index)] += points
        colonies = noted(colonies, index, ants)
    soldiers, longest = armies(state), 0
    for index in range(anthill_count(state)):
        to_come = RING - int(state.anthills[index].built)
        longest = max(longest, to_come)
        seat = owner(state, index)
        out[seat] += parts.colony * share(mind, lead(state, colonies, index), to_come)
        out[seat] += parts.red_army * share(mind, lead(state, soldiers, index), to_come)
    if state.phase == Phase.MAN:
        anthill = state.anthills[state.anthill]
        tile, soldier = parts.tiles[anthill.tiles[state.slot]], mind.soldier[RING - anthill.built]
        seat = owner(state, state.anthill)
        out[seat] += mind.to_man * garrison_gain(parts, tile, soldier)
    return mind.open[longest]


# --- One anthill ----------------------------------------------------------------------------------


@rule
def prospects(parts: Row, mind: Row, anthill: Row) -> tuple[float, int]:
    """Points that an anthill may bring without majorities, and the ants in its largest gallery."""
    to_come = RING - int(anthill.built)
    points = float(population(parts, anthill) + barracks(parts, anthill))
    points += mind.to_build[to_come] + mind.token * min(anthill.tokens, to_come)
    points += mind.soldier[to_come] * of_use(mind, int(anthill.army))
    seen, largest = 0, 0
    for junction in range(JUNCTIONS):
        if (seen >> junction) & 1:
            continue
        gallery = gallery_at(parts, anthill, junction)
        seen |= gallery
        harvest, royal = harvest_of(parts, gallery), royal_of(anthill, gallery)
        points += harvest + royal
        if to_come > 0 and harvest + royal > 0:
            growth = mind.next_fruit * min(float(harvest), mind.ripe)
            growth += mind.next_span if royal > 0 else 0.0
            points += growth * open_ends(anthill, gallery) * mind.growth[to_come]
        largest = max(largest, ants_of(gallery))
    return points, largest


@rule
def of_use(mind: Row, army: int) -> float:
    """As how many soldiers an army counts."""
    return mind.army[min(army, ARMY_CAP)] + max(army - ARMY_CAP, 0)


# --- A tile in hand -------------------------------------------------------------------------------


@rule
def with_tile_in_hand(parts: Row, mind: Row, state: Row) -> tuple[float, int]:
    """What the anthill in play may bring when the tile in hand goes to its better side."""
    anthill, tile = state.anthills[state.anthill], int(state.tile)
    best, largest = -1.0, 0
    for side in range(2):
        place(state, side)
        points, ants = prospects(parts, mind, anthill)
        if points > best:
            best, largest = points, ants
        take_back(state, tile, side)
    return best + promise(parts, mind, state, tile), largest


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
def promise(parts: Row, mind: Row, state: Row, number: int) -> float:
    """What barracks or a specialist will bring as soon as the tile is placed."""
    tile, anthill = parts.tiles[number], state.anthills[state.anthill]
    soldier = mind.soldier[RING - 1 - int(anthill.built)]
    if tile.effect == Effect.BARRACKS and tile.barracks <= anthill.army:
        return garrison_gain(parts, tile, soldier)
    if tile.effect == Effect.NURSE:
        return soldier * min(int(tile.eggs), max(0, ARMY_CAP - int(anthill.army)))
    if tile.effect == Effect.ARCHITECT and state.tokens > 0:
        return mind.token
    if tile.effect == Effect.OFFICER:
        return soldier
    if tile.effect == Effect.SENTINEL:
        return mind.sentinel
    return 0.0


@rule
def garrison_gain(parts: Row, tile: Row, soldier: float) -> float:
    """What full barracks bring beyond the soldiers in them."""
    return max(0.0, parts.barracks[tile.barracks] - tile.barracks * soldier)


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
def share(mind: Row, ahead: int, to_come: int) -> float:
    """How likely a majority is; with every tile to come a lead counts less."""
    return min(1.0, max(0.0, 0.5 + 0.5 * ahead / (1.0 + mind.flux * to_come)))
