"""Myrmes: what a seat knows, in bytes for a network, with what follows from it for a colony."""

from collections.abc import Mapping

import numpy as np

from formicarium.core.compiled import rule
from formicarium.core.layout import Row
from formicarium.core.observing import write, write_all, write_bits, write_scalar
from formicarium.core.slices import Array, Attributes, SliceBlock, category, count, flag, scalar
from formicarium.games.myrmes.components import DIRECTIONS
from formicarium.games.myrmes.evaluation import space_around
from formicarium.games.myrmes.knowledge import hides_births, hides_event
from formicarium.games.myrmes.rules.colony import points_of
from formicarium.games.myrmes.rules.numbers import within
from formicarium.games.myrmes.rules.objectives import objective_tile, owned
from formicarium.games.myrmes.rules.turns import season_number
from formicarium.games.myrmes.state import (
    ANTS,
    CUBE_NAMES,
    DEEPEST,
    DRAWN,
    EVENTS,
    FORMS,
    HEXES,
    KINDS,
    LAYS,
    MARKERS,
    NURSES,
    OBJECTIVES,
    SEASONS,
    SEATS,
    SOURCES,
    TRACKS,
    TUNNELS,
    WINTER,
    YEARS,
    Ask,
    Atelier,
    Ground,
    Phase,
    Question,
    names_of,
)

SPECIALS = 3  # farm, scavenging, sub-colony: in the order of their Ground
FIRST_SPECIAL = int(Ground.FARM)

NETWORK = (
    SliceBlock(
        "table",
        1,
        (
            category("phase", len(Phase), "what has to be decided"),
            category("step", len(Question), "what this seat is asked, where all decide"),
            count("to_come", YEARS * SEASONS, "seasons until the end, the present one included"),
            category("season", SEASONS, "spring, summer, autumn"),
            category("dice", EVENTS, "the event of each season", SEASONS),
            category("objectives", OBJECTIVES + 1, "of this game", DRAWN, table="objectives"),
            scalar("supply", 30, "cubes in the box, by kind", KINDS),
            count("farms", 20, "two-sided special tiles left"),
            count("subcolonies", 20, "likewise"),
            count("winter", WINTER[-1], "food that this year's winter takes"),
            count("moves", 6, "of the worker in the garden"),
            flag("hunted", "she has, and lays no tile"),
            category("laying", LAYS + 1, "what she lays, from 1"),
            flag("used", "actions taken in the atelier", len(Atelier)),
            count("due", 6, "cubes or tiles for an objective"),
            category("objective", DRAWN + 1, "the one that they are for, from 1"),
        ),
    ),
    SliceBlock(
        "hex",
        HEXES,
        (
            category("ground", len(Ground), "what is there"),
            category("owner", SEATS + 1, "this seat 1, then clockwise; 0: nobody"),
            category("cube", KINDS + 1, "food, earth or stone, from 1"),
            flag("stands", "the worker is here"),
            flag("picked", "a cube that this seat has chosen, or a tile that is given"),
            flag("paid", "costs the worker nothing more"),
            flag("joined", "the tile goes on to the neighbour, by direction", DIRECTIONS),
        ),
    ),
    # Beginning with the one that observes, then clockwise.
    SliceBlock(
        "seat",
        SEATS,
        (
            flag("there", "whether somebody plays here"),
            flag("in_turn", "has to decide"),
            flag("first", "the first player"),
            scalar("score", 50, "all points"),
            scalar("points", 20, "by where they come from", SOURCES),
            category("event", EVENTS, "of this season, as far as that is known"),
            scalar("larvae", 6, "in the colony"),
            scalar("store", 6, "cubes, by kind", KINDS),
            count("lying", 6, "cubes on own pheromones, by kind", KINDS),
            count("workers", ANTS, "in the worker room"),
            count("soldiers", ANTS, "in the colony"),
            count("nurses", NURSES, "not on objectives"),
            count("level", DEEPEST, "of the colony"),
            flag("rooms", "levels whose room holds a worker", DEEPEST + 1),
            count("placed", 4, "nurses by track, as far as that is known", TRACKS),
            count("tunnels", TUNNELS, "into the garden"),
            count("space", 40, "hexes near tunnels where something can be laid"),
            count("specials", MARKERS, "farms, scavenging tiles, sub-colonies", SPECIALS),
            scalar("markers", MARKERS, "free ones, below zero where they are unlimited"),
            count("left", 4, "pheromones in the supply, by form", FORMS),
            count("trophies", 6, "prey that was hunted"),
            count("hunger", WINTER[-1], "food that is still missing for this winter"),
            category("done", YEARS * SEASONS + 1, "season of each objective, 0: not yet", DRAWN),
            count("lacks", 6, "what is missing for each objective, groups aside", DRAWN),
            count("hatch", 4, "own workers to be born, where not all ants fit"),
            scalar("chosen", 6, "own choice of cubes, by kind", KINDS),
        ),
    ),
)


# --- Compiled -------------------------------------------------------------------------------------


@rule
def observe(parts: Row, state: Row, seat: int, out: np.ndarray) -> None:
    """What a seat knows, in the order of `NETWORK`."""
    out[:] = 0
    at = observe_table(state, seat, out)
    picker = int(state.seat) if state.phase == Phase.GIVE else seat
    for hex_ in range(HEXES):
        at = observe_hex(parts, state, seat, picker, hex_, out, at)
    for index in range(state.players):
        other = (seat + index) % state.players
        at = observe_seat(state, seat, other, out, at)
        at = observe_colony(parts, state, seat, other, out, at)


@rule
def observe_table(state: Row, seat: int, out: np.ndarray) -> int:
    """The middle of the board, and what is being done; where the hexes begin."""
    at = write(out, 0, state.phase)
    at = write(out, at, state.seats[seat].question)
    at = write(out, at, YEARS * SEASONS + 1 - season_number(state))
    at = write(out, at, state.season)
    at = write_all(out, at, state.dice)
    at = write_all(out, at, state.objectives)
    for kind in range(KINDS):
        at = write_scalar(out, at, state.supply[kind])
    at = write(out, at, state.farms)
    at = write(out, at, state.subcolonies)
    at = write(out, at, WINTER[state.year - 1])
    at = write(out, at, state.moves)
    at = write(out, at, state.hunted)
    at = write(out, at, state.laying)
    at = write_bits(out, at, state.used, 4)
    at = write(out, at, state.due)
    return write(out, at, state.objective)


@rule
def observe_hex(
    parts: Row, state: Row, seat: int, picker: int, hex_: int, out: np.ndarray, at: int
) -> int:
    """What lies on a hex, and where its tile goes on."""
    owner, lead = int(state.owner[hex_]), int(state.lead[hex_])
    at = write(out, at, state.ground[hex_])
    at = write(out, at, 1 + (owner - 1 - seat) % int(state.players) if owner > 0 else 0)
    at = write(out, at, state.cube[hex_])
    at = write(out, at, state.worker == hex_ + 1)
    at = write(out, at, within(state.seats[picker].picked, hex_))
    at = write(out, at, within(state.paid, hex_))
    for way in range(DIRECTIONS):
        near = parts.neighbours[hex_, way]
        at = write(out, at, lead > 0 and near >= 0 and state.lead[near] == lead)
    return at


@rule
def observe_seat(state: Row, seat: int, other: int, out: np.ndarray, at: int) -> int:
    """Whose turn it is, and what lies on a player's board; where the colony begins."""
    me = state.seats[other]
    at = write(out, at, 1)
    at = write(out, at, (state.to_act >> other) & 1)
    at = write(out, at, other == state.first)
    at = write_scalar(out, at, points_of(me))
    for source in range(SOURCES):
        at = write_scalar(out, at, me.points[source])
    at = write(
        out, at, state.dice[state.season] if hides_event(state) and other != seat else me.event
    )
    at = write_scalar(out, at, me.larvae)
    for kind in range(KINDS):
        at = write_scalar(out, at, me.store[kind])
    for kind in range(KINDS):
        at = write(out, at, cubes_lying(state, other, kind))
    at = write(out, at, me.workers)
    at = write(out, at, me.soldiers)
    at = write(out, at, me.nurses)
    at = write(out, at, me.level)
    at = write_bits(out, at, me.rooms, DEEPEST + 1)
    if other == seat or not hides_births(state):
        write_all(out, at, me.placed)
    return at + TRACKS


@rule
def observe_colony(parts: Row, state: Row, seat: int, other: int, out: np.ndarray, at: int) -> int:
    """Tunnels and tiles, what is left, and objectives; where the next seat begins."""
    me = state.seats[other]
    tunnels, space = tunnels_of(parts, state, me)
    at = write(out, at, tunnels)
    at = write(out, at, space)
    for kind in range(SPECIALS):
        at = write(out, at, specials_of(state, other, FIRST_SPECIAL + kind))
    at = write_scalar(out, at, me.markers)
    at = write_all(out, at, me.left)
    at = write(out, at, me.trophies)
    at = write(out, at, WINTER[state.year - 1] - int(me.store[0]) - int(me.soldiers))
    at = write_all(out, at, me.done)
    for number in range(DRAWN):
        at = write(out, at, lacking(parts, state, other, number))
    if other == seat:
        write(out, at, me.hatch)
        for kind in range(KINDS):
            write_scalar(out, at + 1 + 2 * kind, me.chosen[kind])
    return at + 1 + 2 * KINDS


@rule
def cubes_lying(state: Row, seat: int, kind: int) -> int:
    """Cubes of a kind on a seat's pheromones."""
    cubes = 0
    for hex_ in range(HEXES):
        if state.cube[hex_] == kind + 1 and state.owner[hex_] == seat + 1:
            cubes += 1
    return cubes


@rule
def tunnels_of(parts: Row, state: Row, me: Row) -> tuple[int, int]:
    """How many tunnels a seat has, and how many hexes near them are free or hold prey."""
    tunnels, space = 0, 0
    for index in range(TUNNELS):
        if me.tunnels[index] > 0:
            tunnels += 1
            space += space_around(parts, state, me.tunnels[index] - 1)
    return tunnels, space


@rule
def specials_of(state: Row, seat: int, ground: int) -> int:
    """How many special tiles of a kind a seat owns."""
    tiles = 0
    for hex_ in range(HEXES):
        if state.place[hex_] > 0 and state.ground[hex_] == ground and state.owner[hex_] == seat + 1:
            tiles += 1
    return tiles


@rule
def lacking(parts: Row, state: Row, seat: int, number: int) -> int:
    """How much a seat lacks for an objective; a level that an event lends it does not count."""
    tile, me = objective_tile(parts, state, number), state.seats[seat]
    if me.done[number] > 0:
        return 0
    if tile.ask == Ask.GROUP:
        return int(tile.need)
    if tile.ask == Ask.COLONY:
        return int(tile.need) - int(me.level)
    return int(tile.need) - int(owned(state, seat, tile.ask))


# --- What things are like -------------------------------------------------------------------------


def tables(parts: Row) -> Mapping[str, Attributes]:
    """Objectives by what they ask for, and hexes by what they yield."""
    asks = names_of(Ask)
    objectives = np.zeros((OBJECTIVES + 1, len(asks) + 3), np.float32)
    for number in range(1, OBJECTIVES + 1):
        tile = parts.objectives[number]
        objectives[number, tile.ask] = 1
        objectives[number, len(asks) :] = tile.level / 3, tile.need / 10, tile.pay / 10
    hexes = np.zeros((HEXES, KINDS + 1), np.float32)
    hexes[:, :KINDS] = np.eye(KINDS + 1)[parts.yields][:, 1:]
    hexes[:, KINDS] = parts.water
    return {
        "objectives": Attributes((*asks, "level", "need", "pay"), objectives),
        "hexes": Attributes((*CUBE_NAMES, "water"), hexes),
    }


def adjacency(parts: Row) -> Mapping[str, Array]:
    """Hexes that share a border."""
    near = np.zeros((HEXES, HEXES + 1), np.bool_)
    near[np.arange(HEXES)[:, None], parts.neighbours] = True  # those that are none are the last
    return {"hex": near[:, :HEXES]}
