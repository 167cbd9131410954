"""Micropolis: galleries, the six scoring categories, and the tie-break."""

from typing import Any, NamedTuple

import numpy as np

from formicarium.core.compiled import rule
from formicarium.core.layout import Row, array_of
from formicarium.games.micropolis.components import (
    FRUITS,
    ants_of,
    fruits_of,
    gifts_of,
    put_together,
    queens_of,
)
from formicarium.games.micropolis.rules.seats import anthill_count, anthills_each, owner
from formicarium.games.micropolis.state import (
    ANTHILLS,
    RING,
    Edition,
    EmptyRedArmy,
    ExpertMajority,
    FrenchTieBreak,
)

KINDS = len(FRUITS)
LEFT_OUTER, LEFT_INNER, RIGHT_OUTER, RIGHT_INNER = (1 << port for port in range(4))
ALL_OPENINGS = 0b1111
JUNCTIONS = 2 * RING
CATEGORIES = ("population", "colony", "harvest", "royal", "red_army", "barracks")

# --- Galleries ------------------------------------------------------------------------------------
#
# Where two tiles meet there are two junctions, one per level: junction 2 * slot + level lies at the
# left side of a slot. A gallery is a set of junctions (as bits) joined by the tiles between them,
# and above these bits what it holds (`components.py`). While a ring is open, its ends have
# junctions of their own, so nothing joins across the gap.


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
    for slot in range(RING):
        holds = parts.tiles[anthill.tiles[slot]].holds
        gallery = put_together(gallery, int(holds[openings(slot, gallery)]))
    return gallery


@rule
def span(anthill: Row, gallery: int) -> int:
    """How many tiles a gallery extends over, each counted once (MP-8.11)."""
    tiles = 0
    for slot in range(RING):
        if anthill.tiles[slot] > 0 and openings(slot, gallery) > 0:
            tiles += 1
    return tiles


@rule
def open_ends(anthill: Row, gallery: int) -> int:
    """At how many of its two ends an unfinished anthill lets a gallery go on."""
    if anthill.built == RING:
        return 0
    left = (RING - int(anthill.lefts)) % RING
    right = (int(anthill.built) - int(anthill.lefts)) % RING
    ends = 0
    if (gallery >> 2 * left) & 3:
        ends += 1
    if (gallery >> 2 * right) & 3:
        ends += 1
    return ends


@rule
def harvest_of(parts: Row, gallery: int) -> int:
    """Points for different fruits; every gift stands for one that is missing.

    (MP-8.7, MP-8.8, MP-8.9, MP-8.10)
    """
    fruits = fruits_of(gallery)
    different = gifts_of(gallery)
    for kind in range(KINDS):
        different += (fruits >> kind) & 1
    return int(parts.harvest[min(different, KINDS)])


@rule
def royal_of(anthill: Row, gallery: int) -> int:
    """A queen alone in her gallery is worth the tiles that it extends over (MP-8.12, MP-8.13)."""
    if queens_of(gallery) == 1:
        return span(anthill, gallery)
    return 0


# --- All galleries of an anthill ------------------------------------------------------------------
#
# They are found on one way around the ring. At each side of a slot there are two, the outer and the
# inner one, or one and the same: two are the same if their numbers are. The way ends where it
# began, so those at the left side of the first slot are remembered; while it lasts, the right side
# of the last slot has junctions of its own.


class Circuit(NamedTuple):
    """The galleries on the way around a ring, so far."""

    outer: int  # at the left side of the next slot
    inner: int
    first_outer: int  # where the way began
    first_inner: int


class Survey(NamedTuple):
    """What the galleries of an anthill come to."""

    harvest: int
    royal: int
    largest: int  # ants in one of them
    open_harvest: int  # of those that can grow, once for each open end
    open_royal: int


@rule
def survey(parts: Row, anthill: Row) -> Survey:
    """Harvest and royal points of all galleries, of those that can grow, and the largest colony.

    (MP-8.6, MP-8.7, MP-8.14)
    """
    found = Survey(0, 0, 0, 0, 0)
    way = Circuit(1, 2, 1, 2)
    for slot in range(RING + 1):
        if slot < RING:
            way, one, other = passed(parts.tiles[anthill.tiles[slot]], slot, way)
        else:
            one, other = closed(way)
        if anthill.tiles[slot % RING] > 0 or anthill.tiles[slot - 1] > 0:
            found = counted(parts, anthill, one, found)
            found = counted(parts, anthill, other, found)
    return found


@rule
def counted(parts: Row, anthill: Row, gallery: int, found: Survey) -> Survey:
    """What is found, with one more gallery; 0: none."""
    if gallery == 0:
        return found
    ends = open_ends(anthill, gallery)
    harvest, royal = harvest_of(parts, gallery), royal_of(anthill, gallery)
    return Survey(
        found.harvest + harvest,
        found.royal + royal,
        max(found.largest, ants_of(gallery)),
        found.open_harvest + ends * harvest,
        found.open_royal + ends * royal,
    )


@rule
def passed(tile: Row, slot: int, way: Circuit) -> tuple[Circuit, int, int]:
    """The way behind a tile, and those galleries that ended at it (MP-1.9, MP-8.3, MP-8.4)."""
    outer, inner = way.outer, way.inner
    if outer == inner or int(tile.spread[LEFT_OUTER]) & LEFT_INNER:
        outer = grown(tile, slot, LEFT_OUTER | LEFT_INNER, merged(outer, inner))
        inner = outer
    else:
        outer, inner = grown(tile, slot, LEFT_OUTER, outer), grown(tile, slot, LEFT_INNER, inner)
    ahead = Circuit(
        behind(tile, slot, RIGHT_OUTER, outer, inner),
        behind(tile, slot, RIGHT_INNER, outer, inner),
        followed(way.first_outer, way, outer, inner),
        followed(way.first_inner, way, outer, inner),
    )
    other = 0 if inner == outer or goes_on(inner, ahead) else inner
    return ahead, 0 if goes_on(outer, ahead) else outer, other


@rule
def grown(tile: Row, slot: int, ports: int, gallery: int) -> int:
    """A gallery with the segments at some openings of a tile, up to the next slot."""
    reached = int(tile.spread[ports]) >> 2
    return put_together(gallery, int(tile.holds[ports])) | reached << 2 * (slot + 1)


@rule
def behind(tile: Row, slot: int, port: int, outer: int, inner: int) -> int:
    """The gallery at an opening on the right: one of those from the left, or one that begins."""
    joined = int(tile.spread[port])
    if joined & LEFT_OUTER:
        return outer
    if joined & LEFT_INNER:
        return inner
    return grown(tile, slot, port, port << 2 * slot)


@rule
def followed(gallery: int, way: Circuit, outer: int, inner: int) -> int:
    """What a gallery is now, if it is one of those that grew."""
    if gallery == way.outer:
        return outer
    return inner if gallery == way.inner else gallery


@rule
def goes_on(gallery: int, way: Circuit) -> bool:
    """Whether a gallery may still grow on the way."""
    here = gallery == way.outer or gallery == way.inner
    return here or gallery == way.first_outer or gallery == way.first_inner


@rule
def closed(way: Circuit) -> tuple[int, int]:
    """The last galleries, where the way ends at its beginning; 0: there is no second one."""
    outer = merged(way.outer, way.first_outer)
    glued = way.outer, way.first_outer
    one = outer if way.inner in glued else way.inner
    other = outer if way.first_inner in glued else way.first_inner
    inner = merged(one, other)
    return inner, 0 if outer in (one, other) else outer


@rule
def merged(one: int, other: int) -> int:
    """Two galleries that meet, as one."""
    return one if one == other else put_together(one, other)


# --- Categories -----------------------------------------------------------------------------------


@rule
def population(parts: Row, anthill: Row) -> int:
    """One point for every printed ant, in dead ends too (MP-8.5, MP-8.15)."""
    ants = 0
    for slot in range(RING):
        ants += ants_of(int(parts.tiles[anthill.tiles[slot]].holds[ALL_OPENINGS]))
    return ants * parts.per_ant


@rule
def barracks(parts: Row, anthill: Row) -> int:
    """Full barracks by their size (MP-8.18)."""
    points = 0
    for slot in range(RING):
        if anthill.manned[slot] == 1:
            points += parts.barracks[parts.tiles[anthill.tiles[slot]].barracks]
    return points


# --- Majorities -----------------------------------------------------------------------------------
#
# There is no room for lists in a rule: a tally is one number that holds one for every anthill.

DIGIT = 10  # bits of each
LARGEST = (1 << DIGIT) - 1


@rule
def noted(tally: int, anthill: int, number: int) -> int:
    """A tally with the number of one more anthill."""
    return tally | number << DIGIT * anthill


@rule
def number_of(tally: int, anthill: int) -> int:
    """The number of one anthill in a tally."""
    return (tally >> DIGIT * anthill) & LARGEST


@rule
def most_in(tally: int) -> int:
    """The largest number of all anthills."""
    most = 0
    for anthill in range(ANTHILLS):
        most = max(most, number_of(tally, anthill))
    return most


@rule
def armies(state: Row) -> int:
    """A tally of all armies."""
    tally = 0
    for anthill in range(anthill_count(state)):
        tally = noted(tally, anthill, int(state.anthills[anthill].army))
    return tally


@rule
def colony_points(parts: Row, state: Row, ants: int, anthill: int) -> int:
    """For the most ants in a single gallery, of a tally of those; none are not the most.

    (MP-8.6, MP-8.21)
    """
    return parts.colony if has_majority(state, ants, anthill, 1) else 0


@rule
def red_army_points(parts: Row, state: Row, soldiers: int, anthill: int) -> int:
    """For the largest army of a tally of all; nobody has one of none, unless an option says so.

    (MP-8.16, MP-8.17)
    """
    least = 0 if state.options.empty_red_army == EmptyRedArmy.EVERYONE else 1
    return parts.red_army if has_majority(state, soldiers, anthill, least) else 0


@rule
def has_majority(state: Row, tally: int, anthill: int, least: int) -> bool:
    """Whether an anthill has the most; all who tie have, a player perhaps only once (MP-10.21)."""
    most = max(most_in(tally), least)
    if number_of(tally, anthill) < most:
        return False
    is_second = anthills_each(state) == 2 and anthill % 2 == 1
    once = state.options.expert_majority == ExpertMajority.PLAYER
    return not (once and is_second and number_of(tally, anthill - 1) == most)


# --- Totals ---------------------------------------------------------------------------------------


@rule
def score(parts: Row, state: Row, out: np.ndarray) -> None:
    """Points and tie-break of every seat: most points win, then the larger army, or both share.

    The six rows and nothing else (MP-8.1, MP-8.2, MP-8.19, MP-9.1, MP-9.2, MP-9.3, MP-10.20).
    """
    for seat in range(state.players):
        out[seat, 0] = 0
        out[seat, 1] = tie_break(state, seat)
    ants_in_colonies = 0
    for index in range(anthill_count(state)):
        anthill = state.anthills[index]
        found = survey(parts, anthill)
        points = population(parts, anthill) + barracks(parts, anthill)
        out[owner(state, index), 0] += points + found.harvest + found.royal
        ants_in_colonies = noted(ants_in_colonies, index, found.largest)
    soldiers = armies(state)
    for index in range(anthill_count(state)):
        points = colony_points(parts, state, ants_in_colonies, index)
        points += red_army_points(parts, state, soldiers, index)
        out[owner(state, index), 0] += points


@rule
def tie_break(state: Row, seat: int) -> int:
    """The larger army wins a tie; of two anthills the better one counts, or by option their sum.

    (MP-9.2, MP-10.22, MP-10.23, MP-11.18)
    """
    best = 0
    total = 0
    for which in range(anthills_each(state)):
        army = state.anthills[seat * anthills_each(state) + which].army
        best = max(best, army)
        total += army
    by_sum = state.options.french_tie_break == FrenchTieBreak.SUM
    return total if by_sum and state.options.edition == Edition.FRENCH else best


@rule
def fill_sheets(all_parts: np.ndarray, states: np.ndarray, out: np.ndarray) -> int:
    """Points of every anthill by category, in the order of `CATEGORIES`; how many there are."""
    parts, state = all_parts[0], states[0]
    ants_in_colonies = 0
    for index in range(anthill_count(state)):
        anthill = state.anthills[index]
        out[index, 0] = population(parts, anthill)
        found = survey(parts, anthill)
        out[index, 2], out[index, 3] = found.harvest, found.royal
        out[index, 5] = barracks(parts, anthill)
        ants_in_colonies = noted(ants_in_colonies, index, found.largest)
    soldiers = armies(state)
    for index in range(anthill_count(state)):
        out[index, 1] = colony_points(parts, state, ants_in_colonies, index)
        out[index, 4] = red_army_points(parts, state, soldiers, index)
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
    sheets = [
        {
            "anthill": index,
            "total": sheet.pop("total"),
            **sheet,
            "galleries": galleries(parts, state.anthills[index]),
            "full_barracks": _full_barracks(parts, state.anthills[index]),
        }
        for index, sheet in enumerate(points(parts, state))
    ]
    each = int(anthills_each(state))
    seats = [sheets[first : first + each] for first in range(0, len(sheets), each)]
    return {
        "seats": [
            {"seat": seat, "total": sum(sheet["total"] for sheet in own), "anthills": own}
            for seat, own in enumerate(seats)
        ]
    }


def galleries(parts: Row, anthill: Row) -> list[dict[str, Any]]:
    """Every gallery of an anthill, with what lives and lies in it."""
    return [_gallery(parts, anthill, gallery) for gallery in galleries_over(parts, anthill, 1)]


def galleries_over(parts: Row, anthill: Row, tiles: int) -> list[int]:
    """The galleries of an anthill that extend over so many tiles or more, as sets of junctions."""
    found: list[int] = []
    for junction in range(JUNCTIONS):
        if not any(gallery >> junction & 1 for gallery in found):
            found.append(int(gallery_at(parts, anthill, junction)))
    return [gallery for gallery in found if span(anthill, gallery) >= tiles]


def _gallery(parts: Row, anthill: Row, gallery: int) -> dict[str, Any]:
    slots = [s for s in range(RING) if anthill.tiles[s] and openings(s, gallery)]
    fruits = fruits_of(gallery)
    return {
        "tiles": [int(anthill.tiles[slot]) for slot in slots],
        "span": len(slots),
        "ants": ants_of(gallery),
        "queens": queens_of(gallery),
        "fruits": [fruit for kind, fruit in enumerate(FRUITS) if fruits >> kind & 1],
        "gifts": gifts_of(gallery),
        "harvest": harvest_of(parts, gallery),
        "royal": royal_of(anthill, gallery),
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
