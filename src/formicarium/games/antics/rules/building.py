"""Build: which tile, which hex, and which way the other half goes."""

from formicarium.core.compiled import rule
from formicarium.core.layout import Row
from formicarium.games.antics.actions import laying_parts
from formicarium.games.antics.rules.hill import lay_tile
from formicarium.games.antics.rules.sets import is_single, lowest, those_present
from formicarium.games.antics.rules.spots import layings, place_of
from formicarium.games.antics.rules.turns import finish_action
from formicarium.games.antics.state import OPPOSITE, WAY_Q, WAY_R, Phase


@rule
def tiles_held(me: Row) -> int:
    """How many tiles a player has in her supply."""
    held = 0
    for count in me.tiles:
        held += int(count)
    return held


@rule
def kinds_held(me: Row) -> int:
    """The kinds of tiles in a player's supply, as a set."""
    return those_present(me.tiles)


@rule
def begin_building(state: Row, me: Row, level: int) -> None:
    """As many tiles as the level says, or all that there are (AN-5.1, AN-5.2)."""
    state.steps = min(level, tiles_held(me))
    build_on(state, me)


@rule
def build_on(state: Row, me: Row) -> None:
    """Ask for the next tile, or its place if there is no choice (AN-5.14, AN-5.15)."""
    if state.steps == 0:
        finish_action(state)
        return
    kinds = kinds_held(me)
    if is_single(kinds):
        choose_tile(state, lowest(kinds))
    else:
        state.phase = Phase.TILE


@rule
def choose_tile(state: Row, kind: int) -> None:
    """This tile is built next."""
    state.tile = kind + 1
    state.phase = Phase.HEX


@rule
def choose_spot(parts: Row, state: Row, me: Row, spot: int) -> None:
    """One half goes here; the other is asked for unless there is only one way (AN-5.15)."""
    state.spot = spot + 1
    state.phase = Phase.LAY
    choices = layings(state, me, spot)
    if is_single(choices):
        choose_laying(parts, state, me, lowest(choices))


@rule
def choose_laying(parts: Row, state: Row, me: Row, laying: int) -> None:
    """Lay the tile, its first symbol on the chosen hex unless it is swapped (AN-5.18)."""
    kind = int(state.tile) - 1
    q, r = place_of(me, int(state.spot) - 1)
    way, swapped = laying_parts(laying)
    if swapped:
        lay_tile(parts, me, kind, q + WAY_Q[way], r + WAY_R[way], OPPOSITE[way])
    else:
        lay_tile(parts, me, kind, q, r, way)
    me.tiles[kind] -= 1
    state.tile = 0
    state.spot = 0
    state.steps -= 1
    build_on(state, me)
