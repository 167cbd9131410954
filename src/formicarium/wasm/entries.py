"""A template, bound to each game: what its module can be asked.

These are the rules and the search as they are. Only memory is the caller's: whatever is read or
written is handed in, since nothing may be allocated there. `interface.py` says what each takes.
"""

from typing import TYPE_CHECKING, Any

import numpy as np

from formicarium.core.chance import seed_of
from formicarium.core.compiled import rule

if TYPE_CHECKING:
    from formicarium.bots.tree import Desk, Tree, look_at_all, new_node, simulate
    from formicarium.core.contract import apply, appraise, observe, score
    from formicarium.core.stepping import (
        begin,
        copy_into,
        forget,
        list_legal,
        parts_in,
        random_game,
        standings,
        state_in,
    )

Array = np.ndarray[Any, Any]


@rule
def setup(parts: Array, state: Array, seed: np.uint64) -> None:
    """Lay out a game in a state that holds players and options, and else zeros."""
    begin(parts, state, seed)


@rule
def legal(parts: Array, state: Array, seat: int, codes: Array) -> int:
    """Write the legal actions of a seat; how many there are, 0 where it has nothing to decide."""
    return list_legal(parts, state, seat, codes)


@rule
def play(parts: Array, state: Array, seat: int, code: int) -> None:
    """Carry out an action that is legal; whether it is, is not looked at again."""
    apply(parts_in(parts), state_in(state), seat, code)


@rule
def redetermine(parts: Array, state: Array, seat: int, seed: np.uint64) -> None:
    """Replace all that a seat cannot know by a fresh sample; seat -1 is a spectator."""
    forget(parts, state, seat, seed)


@rule
def count_points(parts: Array, state: Array, standing: Array) -> None:
    """Write points and tie-break of every seat."""
    standings(parts, state, standing)


@rule
def look(parts: Array, state: Array, seat: int, observation: Array) -> None:
    """Write what a seat knows as numbers."""
    for index in range(observation.size):
        observation[index] = 0
    observe(parts_in(parts), state_in(state), seat, observation)


@rule
def guess(parts: Array, mind: Array, state: Array, points: Array) -> float:
    """Write with how many points every seat may expect to end; how open the game is."""
    return appraise(parts_in(parts), mind[0], state_in(state), points)


@rule
def play_games(
    parts: Array,
    blank: Array,
    seed: np.uint64,
    first: int,
    states: Array,
    lengths: Array,
    standing: Array,
    codes: Array,
    dice: Array,
) -> None:
    """Play whole random games: those of `random_games` in `core/stepping.py`, to their last byte.

    Each is kept as it ended, with how many decisions it took and everybody's standing.
    """
    for index in range(lengths.size):
        copy_into(states[index], blank)
        state = state_in(states[index])
        game_seed = seed_of(seed, first + index)
        lengths[index] = random_game(parts_in(parts), state, game_seed, dice[0], codes[0].codes)
        score(parts_in(parts), state, standing[index])


@rule
def look_ahead(
    parts: Array,
    start: Array,
    searcher: int,
    worlds: int,
    seed: np.uint64,
    settings: Array,
    mind: Array,
    codes: Array,
    values: Array,
    world: Array,
    probe: Array,
    room: Array,
    standing: Array,
    walk: Array,
    dice: Array,
) -> None:
    """Write how good each of the codes seems one decision ahead, on average over some worlds."""
    desk = Desk(parts, world, probe, room, standing, walk, dice, settings, mind)
    for index in range(values.size):
        values[index] = 0.0
    look_at_all(desk, start, searcher, worlds, seed, codes, values)


@rule
def plant(nodes: Array, edges: Array, used: Array, searcher: int) -> int:
    """Begin a tree; where its root is."""
    used[0] = 0
    used[1] = 0
    return new_node(Tree(nodes, edges, used), searcher)


@rule
def grow(
    parts: Array,
    start: Array,
    searcher: int,
    first: int,
    last: int,
    seed: np.uint64,
    settings: Array,
    mind: Array,
    root: int,
    nodes: Array,
    edges: Array,
    used: Array,
    totals: Array,
    world: Array,
    probe: Array,
    room: Array,
    standing: Array,
    walk: Array,
    dice: Array,
) -> None:
    """Run the simulations from `first` up to but without `last`; add up chances and points."""
    desk = Desk(parts, world, probe, room, standing, walk, dice, settings, mind)
    tree = Tree(nodes, edges, used)
    simulate(desk, tree, start, searcher, (first, last), seed, root, totals)
