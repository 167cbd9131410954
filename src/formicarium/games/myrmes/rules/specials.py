"""Myrmes: special tiles: when one may be laid, what it takes and what it brings."""

from formicarium.core.compiled import rule
from formicarium.core.layout import Row
from formicarium.games.myrmes.rules.colony import earn, gain, one_deeper, spend
from formicarium.games.myrmes.rules.tiles import is_own_tile
from formicarium.games.myrmes.state import (
    HEXES,
    KINDS,
    SPECIAL_TILES,
    Cube,
    Event0,
    Event6,
    Ground,
    Markers,
    NeutralMarker,
    Points,
    SeasonEvent,
    Special,
)

# What `SPECIAL_TILES` says, column by column.
LEVELS = tuple(tile.level for tile in SPECIAL_TILES)
COSTS = tuple(tile.cost for tile in SPECIAL_TILES)

SUBCOLONY_POINTS = 2  # in each harvest

# --- Laying ---------------------------------------------------------------------------------------


@rule
def may_lay_special(state: Row, me: Row, lay: int) -> bool:
    """Whether the player has level, cubes, marker and tile (MY-11.1 and MY-11.3 to MY-11.6)."""
    if special_level(state, me) < LEVELS[lay - Special.FARM] or not can_pay(me, lay):
        return False
    return has_marker(state, me) and specials_left(state, lay) > 0


@rule
def special_level(state: Row, me: Row) -> int:
    """The level that counts for special tiles (MY-4.6, MY-4.8, MY-4.16, MY-11.3)."""
    level = int(me.level)
    if state.options.event_0 != Event0.SIZES:
        level += one_deeper(state, me)
    if me.event == SeasonEvent.HEX and state.options.event_6 == Event6.ALL_TILES:
        level += 1
    return level


@rule
def can_pay(me: Row, lay: int) -> bool:
    """Whether the cost of a special tile is in the storeroom (MY-11.4)."""
    lacking = 0
    for kind in range(KINDS):
        if me.store[kind] < COSTS[lay - Special.FARM][kind]:
            lacking += 1
    return lacking == 0


@rule
def has_marker(state: Row, me: Row) -> bool:
    """Whether a player has a cube to mark one more special tile with (MY-1.9, MY-11.5)."""
    return me.markers > 0 or state.options.markers == Markers.UNLIMITED


@rule
def specials_left(state: Row, lay: int) -> int:
    """Special tiles of that kind which nobody has laid; two kinds share theirs (MY-11.6)."""
    return state.subcolonies if lay == Special.SUBCOLONY else state.farms


@rule
def pay_special(state: Row, me: Row, lay: int) -> None:
    """Cubes, a marker and a tile of those that all share (MY-1.8, MY-11.4, MY-11.5)."""
    for kind in range(KINDS):
        spend(state, me, kind, COSTS[lay - Special.FARM][kind])
    me.markers -= 1
    if lay == Special.SUBCOLONY:
        state.subcolonies -= 1
    else:
        state.farms -= 1


# --- Lying in the garden --------------------------------------------------------------------------


@rule
def is_special(state: Row, hex_: int) -> bool:
    """Whether a special tile lies on a hex."""
    return state.ground[hex_] >= Ground.FARM and state.ground[hex_] <= Ground.SUBCOLONY


@rule
def is_own_special(state: Row, seat: int, hex_: int) -> bool:
    """Whether a hex is the first one of a special tile that bears the marker of a seat."""
    return state.place[hex_] > 0 and is_special(state, hex_) and state.owner[hex_] == seat + 1


@rule
def specials_owned(state: Row, seat: int) -> int:
    """How many special tiles bear the marker of a seat."""
    tiles = 0
    for hex_ in range(HEXES):
        if is_own_special(state, seat, hex_):
            tiles += 1
    return tiles


@rule
def return_marker(state: Row, me: Row) -> None:
    """The marker of a tile that turns neutral goes back to its owner (MY-14.17)."""
    if state.options.neutral_marker == NeutralMarker.RETURNED:
        me.markers += 1


# --- In the harvest -------------------------------------------------------------------------------


@rule
def scavengings(state: Row, seat: int) -> int:
    """How many scavenging tiles a seat has: for each it chooses earth or stone (MY-12.5)."""
    tiles = 0
    for hex_ in range(HEXES):
        if is_own_tile(state, seat, hex_, Ground.SCAVENGING):
            tiles += 1
    return tiles


@rule
def harvest_special(state: Row, seat: int, hex_: int) -> None:
    """What an own tile brings without a question: food or points (MY-12.4, MY-12.6)."""
    if is_own_tile(state, seat, hex_, Ground.FARM):
        gain(state, state.seats[seat], Cube.FOOD)
    if is_own_tile(state, seat, hex_, Ground.SUBCOLONY):
        earn(state, state.seats[seat], Points.SUBCOLONIES, SUBCOLONY_POINTS)
