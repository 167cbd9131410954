"""A template, bound to each game: single steps, whole random games and counting.

From Python a state is a plain array of bytes, which Numba accepts ten times as fast as a row; each
entry point views it as the row that the rules work on.
"""

from typing import TYPE_CHECKING, Any

import numpy as np

from formicarium.core.chance import below, scrambled, seed_of
from formicarium.core.compiled import rule
from formicarium.core.layout import Row, layout

if TYPE_CHECKING:
    from formicarium.core.contract import (
        MOST_LEGAL,
        PARTS,
        STATE,
        apply,
        legal,
        observe,
        redetermine,
        score,
        setup,
    )

Bytes = np.ndarray[Any, np.dtype[np.uint8]]

# The random player's own generator. The first field keeps Numba from taking every state for a kind
# of dice: it counts a row as a subtype of another that it begins with.
DICE = layout(("unused", np.uint64), ("rng", np.uint64))
OTHER_STREAM = np.uint64(0xA5A5A5A5A5A5A5A5)

# Room for legal actions. Numba counts the users of an array anew at every call that it is handed
# to, which takes longer than many a rule; what lies in a row is not counted.
LIST = layout(("codes", np.int32, (MOST_LEGAL,)))


@rule
def parts_in(parts_bytes: Bytes) -> Row:
    """The parts of a game, seen as the row that they are."""
    return parts_bytes.view(PARTS)[0]


@rule
def state_in(state_bytes: Bytes) -> Row:
    """A state, seen as the row that it is."""
    return state_bytes.view(STATE)[0]


@rule
def list_in(codes: np.ndarray) -> np.ndarray:
    """Room for legal actions, seen as part of a record; it must be kept by whoever asks."""
    return codes.view(LIST)[0].codes


@rule
def copy_into(target: Bytes, source: Bytes) -> None:
    """Copy a state byte by byte: a slice costs Numba seconds of compiling for its error texts."""
    for index in range(source.size):
        target[index] = source[index]


@rule
def begin(parts_bytes: Bytes, state_bytes: Bytes, seed: np.uint64) -> None:
    """Set up a game in a state that holds players and options."""
    setup(parts_in(parts_bytes), state_in(state_bytes), seed)


@rule
def list_legal(parts_bytes: Bytes, state_bytes: Bytes, seat: int, out: np.ndarray) -> int:
    """Write the legal codes of a seat; none when it has nothing to decide."""
    state = state_in(state_bytes)
    if not (state.to_act >> seat) & 1:
        return 0
    return legal(parts_in(parts_bytes), state, seat, list_in(out))


@rule
def step(parts_bytes: Bytes, state_bytes: Bytes, seat: int, code: int) -> bool:
    """Play an action if it is legal; otherwise change nothing. Whether it was played."""
    parts = parts_in(parts_bytes)
    state = state_in(state_bytes)
    room = np.empty(1, LIST)
    if not (state.to_act >> seat) & 1:
        return False
    for index in range(legal(parts, state, seat, room[0].codes)):
        if room[0].codes[index] == code:
            apply(parts, state, seat, code)
            return True
    return False


@rule
def forget(parts_bytes: Bytes, state_bytes: Bytes, seat: int, seed: np.uint64) -> None:
    """Replace all that a seat cannot know."""
    redetermine(parts_in(parts_bytes), state_in(state_bytes), seat, seed)


@rule
def standings(parts_bytes: Bytes, state_bytes: Bytes, out: np.ndarray) -> None:
    """Points and tie-break of every seat."""
    score(parts_in(parts_bytes), state_in(state_bytes), out)


@rule
def observed(parts_bytes: Bytes, state_bytes: Bytes, seat: int, out: np.ndarray) -> None:
    """What a seat knows, as numbers."""
    observe(parts_in(parts_bytes), state_in(state_bytes), seat, out)


@rule
def first_seat(to_act: int) -> int:
    """The lowest of the seats that must decide."""
    seat = 0
    while not (to_act >> seat) & 1:
        seat += 1
    return seat


@rule
def play_out(parts: Row, state: Row, dice: Row, codes: np.ndarray) -> int:
    """Play on at random to the end; how many decisions that took."""
    decisions = 0
    while state.to_act:
        seat = first_seat(state.to_act)
        count = legal(parts, state, seat, codes)
        apply(parts, state, seat, codes[below(dice, count)])
        decisions += 1
    return decisions


@rule
def random_game(parts: Row, state: Row, seed: np.uint64, dice: Row, codes: np.ndarray) -> int:
    """Play one whole game at random from its setup; how many decisions it took."""
    setup(parts, state, seed)
    dice.rng = scrambled(seed ^ OTHER_STREAM)
    return play_out(parts, state, dice, codes)


@rule
def random_games(
    parts_bytes: Bytes,
    blank: Bytes,
    seed: np.uint64,
    first: int,
    lengths: np.ndarray,
    standing: np.ndarray,
) -> None:
    """Play the games number `first` and following of a series, one after the other."""
    parts = parts_in(parts_bytes)
    room = np.empty(1, LIST)
    dice = np.empty(1, DICE)
    state_bytes = np.empty_like(blank)
    for index in range(lengths.size):
        copy_into(state_bytes, blank)
        state = state_in(state_bytes)
        game_seed = seed_of(seed, first + index)
        lengths[index] = random_game(parts, state, game_seed, dice[0], room[0].codes)
        score(parts, state, standing[index])


@rule
def count_lines(parts_bytes: Bytes, states: np.ndarray, codes: np.ndarray, depth: int) -> int:
    """Count the action sequences of that length (shorter where a game ends): perft.

    Row d of `states` and `codes` is working space for what lies d decisions before the horizon.
    """
    parts = parts_in(parts_bytes)
    state = state_in(states[depth])
    if depth == 0 or not state.to_act:
        return 1
    seat = first_seat(state.to_act)
    count = legal(parts, state, seat, list_in(codes[depth]))
    if depth == 1:
        return count
    lines = 0
    for index in range(count):
        copy_into(states[depth - 1], states[depth])
        apply(parts, state_in(states[depth - 1]), seat, codes[depth, index])
        lines += count_lines(parts_bytes, states, codes, depth - 1)
    return lines
