"""Ants!: workers, soldiers and the bridge are sent out and called back, and the network holds."""

import numpy as np

from formicarium.core.compiled import rule
from formicarium.core.layout import Row
from formicarium.games.antics.actions import Code
from formicarium.games.antics.rules.food import has_free_worker, prey_on_paths, take_off
from formicarium.games.antics.rules.sets import EMPTY, list_set, lowest, those_present
from formicarium.games.antics.state import (
    BRIDGE_SOLDIERS,
    GORGE,
    PREYS,
    TERRAINS,
    Gorge,
    Leaf,
    Nest,
    RecallGuarded,
    RecallLaden,
    Workers,
)

# --- The network ----------------------------------------------------------------------------------


@rule
def within_reach(parts: Row, net: int) -> int:
    """All paths that touch the great anthill or a network (AN-7.3, AN-7.11)."""
    paths = parts.at_anthill
    while net:
        paths |= parts.joins[lowest(net)]
        net &= net - 1
    return paths


@rule
def is_joined(parts: Row, net: int) -> bool:
    """Whether every path of a network is connected to the great anthill through it (AN-7.16)."""
    reached = net & parts.at_anthill
    followed = 0
    while reached != followed:
        path = lowest(reached & ~followed)
        followed |= 1 << path
        reached |= parts.joins[path] & net
    return reached == net


@rule
def without_gorge(paths: int) -> int:
    """The same paths, the gorge not among them (AN-7.14, AN-15.8)."""
    return paths & ~(1 << GORGE)


@rule
def all_soldiers(state: Row) -> int:
    """The paths on which anybody's soldier stands (AN-7.7)."""
    paths = 0
    for seat in range(state.players):
        paths |= state.colonies[seat].soldiers
    return paths


# --- What can be done -----------------------------------------------------------------------------


@rule
def paths_for_workers(parts: Row, state: Row, me: Row) -> int:
    """The paths that a worker can be sent to from a nest; the gorge, if a bridge can be built.

    Her nest has the terrain of the path (AN-7.2), on which mostly none of hers stands (AN-7.5). A
    bridge takes three soldiers and steps (AN-7.9, AN-7.10), once for each player (AN-7.12).
    """
    terrain_paths = 0
    for nest in range(TERRAINS):
        if me.nests[nest] > 0:
            terrain_paths |= parts.through[nest]
    if state.options.workers == Workers.ONE:
        terrain_paths &= ~me.net
    if state.steps >= BRIDGE_SOLDIERS and me.nests[Nest.RED] >= BRIDGE_SOLDIERS:
        terrain_paths |= ~me.net & (1 << GORGE)
    if terrain_paths == 0:
        return 0
    return terrain_paths & within_reach(parts, me.net)


@rule
def paths_to_secure(state: Row, me: Row) -> int:
    """The paths with an own worker and nobody's soldier (AN-7.6, AN-7.7, AN-7.14)."""
    if me.nests[Nest.RED] == 0:
        return 0
    paths = me.net & ~all_soldiers(state)
    return without_gorge(paths) if state.options.gorge == Gorge.APART else paths


@rule
def paths_to_recall(parts: Row, state: Row, me: Row) -> int:
    """The paths that a worker can be called back from."""
    paths = 0
    bits = me.net
    while bits:
        path = lowest(bits)
        bits &= bits - 1
        if may_recall(parts, state, me, path):
            paths |= 1 << path
    return paths


@rule
def may_recall(parts: Row, state: Row, me: Row, path: int) -> bool:
    """Whether a worker may go, and the network holds (AN-7.16, AN-7.17, AN-7.18)."""
    if state.options.recall_laden == RecallLaden.FORBIDDEN and not has_free_worker(me, path):
        return False
    if me.workers[path] > 1:
        return True
    guarded = (me.soldiers >> path) & 1
    if guarded and state.options.recall_guarded == RecallGuarded.SOLDIER_FIRST:
        return False
    return is_joined(parts, me.net & ~(1 << path))


@rule
def nests_to_leave(me: Row) -> int:
    """The nests in which a player has an ant (AN-7.15)."""
    return those_present(me.nests)


@rule
def can_order(parts: Row, state: Row, me: Row) -> bool:
    """Whether any ant can be moved: one that is out can mostly be called back."""
    if me.soldiers or nests_to_leave(me):
        return True
    return paths_to_recall(parts, state, me) != 0


@rule
def list_orders(parts: Row, state: Row, me: Row, out: np.ndarray) -> int:
    """Every ant that can be sent out or called back (AN-7.1, AN-7.20, AN-7.22)."""
    count = list_set(out, EMPTY, Code.PLACE, paths_for_workers(parts, state, me))
    count = list_set(out, count, Code.SECURE, paths_to_secure(state, me))
    count = list_set(out, count, Code.RECALL, paths_to_recall(parts, state, me))
    count = list_set(out, count, Code.DISMISS, me.soldiers)
    return list_set(out, count, Code.LEAVE, nests_to_leave(me))


# --- Doing it -------------------------------------------------------------------------------------


@rule
def order(parts: Row, state: Row, me: Row, code: int) -> None:
    """Send an ant out or call one back (AN-7.1, AN-7.15)."""
    state.steps -= 1
    if code >= Code.LEAVE:
        return_to_supply(me, code - Code.LEAVE)
    elif code >= Code.DISMISS:
        me.soldiers &= ~(1 << code - Code.DISMISS)
        me.ants += 1
    elif code >= Code.RECALL:
        recall(me, code - Code.RECALL)
    elif code >= Code.SECURE:
        me.nests[Nest.RED] -= 1
        me.soldiers |= 1 << code - Code.SECURE
    else:
        send_worker(parts, state, me, code - Code.PLACE)


@rule
def return_to_supply(me: Row, nest: int) -> None:
    """An ant goes back from a nest to the supply."""
    me.nests[nest] -= 1
    me.ants += 1


@rule
def send_worker(parts: Row, state: Row, me: Row, path: int) -> None:
    """An ant joins the network, whoever is there already (AN-7.2, AN-7.4).

    For a bridge three soldiers come and two of them go home (AN-7.9); the third then works like
    any worker (AN-7.13).
    """
    if path == GORGE:
        state.steps -= BRIDGE_SOLDIERS - 1
        me.nests[Nest.RED] -= BRIDGE_SOLDIERS
        me.ants += BRIDGE_SOLDIERS - 1
    else:
        me.nests[parts.terrain[path]] -= 1
    me.workers[path] += 1
    me.net |= 1 << path


@rule
def recall(me: Row, path: int) -> None:
    """A worker goes home, and her soldier does not stay alone (AN-7.15, AN-15.7)."""
    if not has_free_worker(me, path):
        lose_load(me, path)
    guarded = (me.soldiers >> path) & 1
    me.workers[path] -= 1
    me.ants += 1
    if me.workers[path] == 0:
        me.net &= ~(1 << path)
        me.soldiers &= ~(1 << path)
        me.ants += guarded


@rule
def lose_load(me: Row, path: int) -> None:
    """The least valuable piece goes: a brown leaf, then green, then prey (AN-15.6)."""
    if me.leaves[Leaf.BROWN, path] > 0:
        take_off(me, PREYS + Leaf.BROWN, path)
    elif me.leaves[Leaf.GREEN, path] > 0:
        take_off(me, PREYS + Leaf.GREEN, path)
    else:
        take_off(me, lowest(prey_on_paths(me, 1 << path)), path)
