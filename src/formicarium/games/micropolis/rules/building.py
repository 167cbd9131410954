"""Building: where a tile goes, and what the specialist on it does."""

from formicarium.core.compiled import rule
from formicarium.core.layout import Row
from formicarium.games.micropolis.rules.barracks import can_rearrange
from formicarium.games.micropolis.rules.taking import gain_token
from formicarium.games.micropolis.state import (
    ARMY_CAP,
    RING,
    Effect,
    OfficerAtCap,
    Phase,
    Side,
    Supply,
)


@rule
def sides_to_choose(state: Row) -> bool:
    """The first tile goes anywhere, the tenth into the gap, all others to the left or the right.

    (MP-4.1, MP-4.2, MP-4.5)
    """
    built = state.anthills[state.anthill].built
    return 0 < built < RING - 1


@rule
def place(state: Row, side: int) -> None:
    """Lay the tile in hand at one end of the anthill, matching or not (MP-4.2, MP-4.3, MP-4.8)."""
    anthill = state.anthills[state.anthill]
    if side == Side.LEFT:
        anthill.lefts += 1
        state.slot = RING - anthill.lefts
    else:
        state.slot = anthill.built - anthill.lefts
    anthill.tiles[state.slot] = state.tile
    anthill.built += 1
    state.tile = 0


@rule
def resolve(parts: Row, state: Row) -> bool:
    """The barracks or the specialist on the tile just placed; whether nothing is left to decide.

    (MP-4.6, MP-5.1, MP-5.3, MP-5.6, MP-5.19, MP-5.23)
    """
    tile = parts.tiles[state.anthills[state.anthill].tiles[state.slot]]
    if tile.effect == Effect.BARRACKS and tile.barracks <= state.anthills[state.anthill].army:
        state.phase = Phase.MAN
        return False
    if tile.effect == Effect.SENTINEL and can_rearrange(parts, state):
        state.phase = Phase.SENTINEL
        state.slot = 0
        return False
    if tile.effect == Effect.NURSE:
        recruit(state, tile.eggs)
    elif tile.effect == Effect.ARCHITECT:
        gain_token(state)
    elif tile.effect == Effect.OFFICER:
        call_officer(state)
    return True


@rule
def recruit(state: Row, wanted: int) -> None:
    """Soldiers from the reserve into this anthill, as many as are there and as fit.

    (MP-5.7, MP-5.8, MP-5.9, MP-5.18, MP-10.11)
    """
    anthill = state.anthills[state.anthill]
    recruits = min(wanted, max(ARMY_CAP - anthill.army, 0))
    if state.options.soldiers == Supply.LIMITED:
        recruits = min(recruits, state.reserve)
    state.reserve -= recruits
    anthill.army += recruits


@rule
def call_officer(state: Row) -> None:
    """The leader gives up a soldier of the marked anthill, then you gain one; so does she herself.

    Soldiers in barracks are safe (MP-5.5, MP-5.13, MP-5.14, MP-5.15, MP-5.16, MP-5.17, MP-10.12,
    MP-10.13).
    """
    mine_is_full = state.anthills[state.anthill].army >= ARMY_CAP
    nothing = state.options.officer_at_cap == OfficerAtCap.NOTHING
    if mine_is_full and nothing and state.anthill != state.leader:
        return
    if state.anthills[state.leader].army > 0:
        state.anthills[state.leader].army -= 1
        state.reserve += 1
    recruit(state, 1)
