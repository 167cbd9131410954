"""Micropolis: galleries, the six scoring categories, and the tie-break."""

from typing import Any

import numpy as np

from formicarium.core.compiled import rule
from formicarium.core.layout import Row, array_of
from formicarium.games.micropolis.components import FRUITS
from formicarium.games.micropolis.rules.seats import (
    anthill_count,
    anthills_each,
    anthills_of,
    owner,
)
from formicarium.games.micropolis.state import (
    ANTHILLS,
    RING,
    Edition,
    EmptyRedArmy,
    ExpertMajority,
)

KINDS = len(FRUITS)
ALL_OPENINGS = 0b1111
JUNCTIONS = 2 * RING
DIGIT = 10  # bits of one number where the numbers of all anthills are packed into one
LARGEST = (1 << DIGIT) - 1
CATEGORIES = ("population", "colony", "harvest", "royal", "red_army", "barracks")

# --- Galleries ------------------------------------------------------------------------------------
#
# Where two tiles meet there are two junctions, one per level: junction 2 * slot + level lies at the
# left side of a slot. A gallery is a set of junctions (as bits) joined by the tiles between them.
# While a ring is open, its ends have junctions of their own, so nothing joins across the gap.


@rule
def openings(slot: int, gallery: int) -> int:
    """The openings of a slot that a gallery runs through, as bits LO, LI, RO, RI."""
    left = (gallery >> 2 * slot) & 3
    right = (gallery >> 2 * ((slot + 1) % RING)) & 3
    return left | right << 2


@rule
def junctions(slot: int, ports: int) -> int:
    """The junctions of a slot's openings: its right side meets the next one's left (MP-4.4)."""
    return (ports & 3) << 2 * slot | (ports >> 2) << 2 * ((slot + 1) % RING)


@rule
def gallery_at(parts: Row, anthill: Row, junction: int) -> int:
    """The whole gallery that runs through a junction (MP-1.9, MP-8.3, MP-8.4)."""
    gallery = 1 << junction
    grown = 0
    while grown != gallery:
        grown = gallery
        for slot in range(RING):
            tile = parts.tiles[anthill.tiles[slot]]
            gallery |= junctions(slot, int(tile.spread[openings(slot, gallery)]))
    return gallery


@rule
def ants_in(parts: Row, anthill: Row, gallery: int) -> int:
    """Printed ants, workers and specialists alike, queens too (MP-1.7, MP-8.15)."""
    ants = 0
    for slot in range(RING):
        ants += parts.tiles[anthill.tiles[slot]].ants[openings(slot, gallery)]
    return ants


@rule
def queens_in(parts: Row, anthill: Row, gallery: int) -> int:
    """Queens who live in a gallery."""
    queens = 0
    for slot in range(RING):
        queens += parts.tiles[anthill.tiles[slot]].queens[openings(slot, gallery)]
    return queens


@rule
def fruits_in(parts: Row, anthill: Row, gallery: int) -> int:
    """Bit per kind of fruit in a gallery."""
    fruits = 0
    for slot in range(RING):
        fruits |= parts.tiles[anthill.tiles[slot]].fruits[openings(slot, gallery)]
    return fruits


@rule
def gifts_in(parts: Row, anthill: Row, gallery: int) -> int:
    """Gifts in a gallery."""
    gifts = 0
    for slot in range(RING):
        gifts += parts.tiles[anthill.tiles[slot]].gifts[openings(slot, gallery)]
    return gifts


@rule
def span(parts: Row, anthill: Row, gallery: int) -> int:
    """How many tiles a gallery extends over, each counted once (MP-8.11)."""
    tiles = 0
    for slot in range(RING):
        if anthill.tiles[slot] > 0 and openings(slot, gallery) > 0:
            tiles += 1
    return tiles


@rule
def harvest_of(parts: Row, anthill: Row, gallery: int) -> int:
    """Points for different fruits; every gift stands for one that is missing.

    (MP-8.7, MP-8.8, MP-8.9, MP-8.10)
    """
    fruits = fruits_in(parts, anthill, gallery)
    different = gifts_in(parts, anthill, gallery)
    for kind in range(KINDS):
        different += (fruits >> kind) & 1
    return parts.harvest[min(different, KINDS)]


@rule
def royal_of(parts: Row, anthill: Row, gallery: int) -> int:
    """A queen alone in her gallery is worth the tiles that it extends over (MP-8.12, MP-8.13)."""
    if queens_in(parts, anthill, gallery) == 1:
        return span(parts, anthill, gallery)
    return 0


# --- Categories -----------------------------------------------------------------------------------


@rule
def population(parts: Row, anthill: Row) -> int:
    """One point for every printed ant, in dead ends too (MP-8.5, MP-8.15)."""
    ants = 0
    for slot in range(RING):
        ants += parts.tiles[anthill.tiles[slot]].ants[ALL_OPENINGS]
    return ants * parts.per_ant


@rule
def survey(parts: Row, anthill: Row) -> tuple[int, int, int]:
    """Harvest and royal points of all galleries, and the ants in the largest colony.

    (MP-8.6, MP-8.7, MP-8.14)
    """
    seen = 0
    harvest = 0
    royal = 0
    largest = 0
    for junction in range(JUNCTIONS):
        if not (seen >> junction) & 1:
            gallery = gallery_at(parts, anthill, junction)
            seen |= gallery
            harvest += harvest_of(parts, anthill, gallery)
            royal += royal_of(parts, anthill, gallery)
            largest = max(largest, ants_in(parts, anthill, gallery))
    return harvest, royal, largest


@rule
def barracks(parts: Row, anthill: Row) -> int:
    """Full barracks by their size (MP-8.18)."""
    points = 0
    for slot in range(RING):
        if anthill.manned[slot] == 1:
            points += parts.barracks[parts.tiles[anthill.tiles[slot]].barracks]
    return points


@rule
def armies(state: Row) -> int:
    """The armies of all anthills, `DIGIT` bits each: there is no room for lists in a rule."""
    packed = 0
    for anthill in range(anthill_count(state)):
        packed |= int(state.anthills[anthill].army) << DIGIT * anthill
    return packed


@rule
def leading(packed: int, least: int) -> int:
    """Bit per anthill whose number is the largest of all and not below `least`."""
    most = least
    leaders = 0
    for anthill in range(ANTHILLS):
        number = (packed >> DIGIT * anthill) & LARGEST
        if number > most:
            most = number
            leaders = 0
        if number == most:
            leaders |= 1 << anthill
    return leaders


@rule
def colony_leaders(colonies: int) -> int:
    """The anthills with the most ants in a single gallery (MP-8.6, MP-10.21)."""
    return leading(colonies, 1)


@rule
def red_army_leaders(state: Row) -> int:
    """The anthills with the largest army; an army of nobody is none, unless an option says so.

    (MP-8.16, MP-8.17, MP-10.21)
    """
    least = 0 if state.options.empty_red_army == EmptyRedArmy.EVERYONE else 1
    return leading(armies(state), least)


@rule
def majority(state: Row, leaders: int, anthill: int, points: int) -> int:
    """An anthill's share of a majority, which a player's second may be denied (MP-10.21)."""
    if not (leaders >> anthill) & 1:
        return 0
    if state.options.expert_majority == ExpertMajority.PLAYER:
        own = leaders & anthills_of(state, owner(state, anthill))
        if own & ((1 << anthill) - 1):
            return 0
    return points


# --- Totals ---------------------------------------------------------------------------------------


@rule
def score(parts: Row, state: Row, out: np.ndarray) -> None:
    """Points and tie-break of every seat: most points win, then the larger army, or both share.

    The six rows and nothing else (MP-8.1, MP-8.2, MP-8.19, MP-9.1, MP-9.2, MP-9.3, MP-10.20).
    """
    for seat in range(state.players):
        out[seat, 0] = 0
        out[seat, 1] = tie_break(state, seat)
    colonies = 0
    for index in range(anthill_count(state)):
        anthill = state.anthills[index]
        harvest, royal, ants = survey(parts, anthill)
        points = population(parts, anthill) + barracks(parts, anthill) + harvest + royal
        out[owner(state, index), 0] += points
        colonies |= int(ants) << DIGIT * index
    for index in range(anthill_count(state)):
        points = majority(state, colony_leaders(colonies), index, parts.colony)
        points += majority(state, red_army_leaders(state), index, parts.red_army)
        out[owner(state, index), 0] += points


@rule
def tie_break(state: Row, seat: int) -> int:
    """The larger army wins a tie; of two anthills the better one counts, or their sum in French.

    (MP-9.2, MP-10.22, MP-10.23)
    """
    best = 0
    total = 0
    for which in range(anthills_each(state)):
        army = state.anthills[seat * anthills_each(state) + which].army
        best = max(best, army)
        total += army
    return total if state.options.edition == Edition.FRENCH else best


@rule
def fill_sheets(all_parts: np.ndarray, states: np.ndarray, out: np.ndarray) -> int:
    """Points of every anthill by category, in the order of `CATEGORIES`; how many there are."""
    parts, state = all_parts[0], states[0]
    colonies = 0
    for index in range(anthill_count(state)):
        anthill = state.anthills[index]
        out[index, 0] = population(parts, anthill)
        out[index, 2], out[index, 3], ants = survey(parts, anthill)
        out[index, 5] = barracks(parts, anthill)
        colonies |= int(ants) << DIGIT * index
    for index in range(anthill_count(state)):
        out[index, 1] = majority(state, colony_leaders(colonies), index, parts.colony)
        out[index, 4] = majority(state, red_army_leaders(state), index, parts.red_army)
    return anthill_count(state)


def points(parts: Row, state: Row) -> list[dict[str, int]]:
    """The score sheet of every anthill as it stands, without reasons: quick enough for a view."""
    sheets = np.zeros((ANTHILLS, len(CATEGORIES)), np.int64)
    count = fill_sheets(array_of(parts), array_of(state), sheets)
    return [
        dict(zip(CATEGORIES, sheet, strict=True)) | {"total": sum(sheet)}
        for sheet in sheets[:count].tolist()
    ]


def breakdown(parts: Row, state: Row) -> dict[str, Any]:
    """Every player's points by anthill, category, gallery and barracks, with the reasons.

    As in the worked example of the sheets (MP-8.20).
    """
    count, each = int(anthill_count(state)), int(anthills_each(state))
    colonies = sum(
        int(survey(parts, state.anthills[index])[2]) << DIGIT * index for index in range(count)
    )
    colony, red_army = colony_leaders(colonies), red_army_leaders(state)
    sheets = [
        _sheet(
            parts,
            state.anthills[index],
            index,
            int(majority(state, colony, index, parts.colony)),
            int(majority(state, red_army, index, parts.red_army)),
        )
        for index in range(count)
    ]
    seats = [sheets[first : first + each] for first in range(0, count, each)]
    return {
        "seats": [
            {"seat": seat, "total": sum(sheet["total"] for sheet in own), "anthills": own}
            for seat, own in enumerate(seats)
        ]
    }


def _sheet(parts: Row, anthill: Row, index: int, colony: int, red_army: int) -> dict[str, Any]:
    """The score sheet of one anthill."""
    found = galleries(parts, anthill)
    points = {
        "population": int(population(parts, anthill)),
        "colony": colony,
        "harvest": sum(gallery["harvest"] for gallery in found),
        "royal": sum(gallery["royal"] for gallery in found),
        "red_army": red_army,
        "barracks": int(barracks(parts, anthill)),
    }
    return {
        "anthill": index,
        "total": sum(points.values()),
        **points,
        "galleries": found,
        "full_barracks": _full_barracks(parts, anthill),
    }


def galleries(parts: Row, anthill: Row) -> list[dict[str, Any]]:
    """Every gallery of an anthill, with what lives and lies in it."""
    found: list[int] = []
    for junction in range(JUNCTIONS):
        if not any(gallery >> junction & 1 for gallery in found):
            found.append(int(gallery_at(parts, anthill, junction)))
    return [_gallery(parts, anthill, gallery) for gallery in found if span(parts, anthill, gallery)]


def _gallery(parts: Row, anthill: Row, gallery: int) -> dict[str, Any]:
    slots = [s for s in range(RING) if anthill.tiles[s] and openings(s, gallery)]
    fruits = fruits_in(parts, anthill, gallery)
    return {
        "tiles": [int(anthill.tiles[slot]) for slot in slots],
        "span": len(slots),
        "ants": int(ants_in(parts, anthill, gallery)),
        "queens": int(queens_in(parts, anthill, gallery)),
        "fruits": [fruit for kind, fruit in enumerate(FRUITS) if fruits >> kind & 1],
        "gifts": int(gifts_in(parts, anthill, gallery)),
        "harvest": int(harvest_of(parts, anthill, gallery)),
        "royal": int(royal_of(parts, anthill, gallery)),
    }


def _full_barracks(parts: Row, anthill: Row) -> list[dict[str, int]]:
    sizes = {
        int(tile): int(parts.tiles[tile].barracks)
        for tile, manned in zip(anthill.tiles, anthill.manned, strict=True)
        if manned
    }
    return [
        {"tile": tile, "size": size, "points": int(parts.barracks[size])}
        for tile, size in sizes.items()
    ]
