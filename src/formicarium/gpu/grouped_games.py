"""A template, bound to each game: whole random games, sorted by what comes next at every step.

Every block of threads plays `share` games at a time; where one ends the next one begins, until the
whole series is played. Game i is the same as game i of `random_games`, on the CPU and here.
"""

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numba import cuda

from formicarium.core.chance import below, scrambled, seed_of
from formicarium.core.compiled import rule
from formicarium.core.layout import Row
from formicarium.gpu.groups import ROOM, SCOUTS, arrange

if TYPE_CHECKING:
    from formicarium.core.contract import MOST_LEGAL, apply, legal, score, setup
    from formicarium.core.stepping import first_seat
    from formicarium.gpu.contract import GONE, GROUPS, PHASES, STARTS, group_of, phase_of

Array = np.ndarray[Any, Any]

OTHER_STREAM = np.uint64(0xA5A5A5A5A5A5A5A5)  # as in `core.stepping`
NOTHING = -1  # to choose, or to play
OVER = 0  # the group of games that are over; then come the phases


class Slots(NamedTuple):
    """Room for the games in play, and what is kept of each game of the series."""

    states: Array
    slots: Array  # the game in play; see `groups.SLOT`
    taken: Array  # one number: games begun
    lengths: Array
    standing: Array
    ends: Array


@rule
def keep(parts: Row, rooms: Slots, index: int, done: int) -> None:
    """Keep how a game ended, as the game `done` of the series."""
    rooms.lengths[done] = rooms.slots[index].decisions
    score(parts, rooms.states[index], rooms.standing[done])
    if rooms.ends.size > 0:
        rooms.ends[done] = rooms.states[index]


@rule
def go_to_next(
    parts: Row, blank: Array, rooms: Slots, index: int, seed: np.uint64, first: int
) -> bool:
    """Keep how a game ended, and set up the next one in its place; whether one was left."""
    slot = rooms.slots[index]
    if slot.number != NOTHING:
        keep(parts, rooms, index, slot.number - first)
    number = cuda.atomic.add(rooms.taken, 0, 1)
    if number >= rooms.lengths.size:
        return False
    slot.number = first + number
    slot.decisions = 0
    game_seed = seed_of(seed, slot.number)
    slot.rng = scrambled(game_seed ^ OTHER_STREAM)
    rooms.states[index] = blank[0]
    setup(parts, rooms.states[index], game_seed)
    return True


@rule
def choose(parts: Row, state: Row, slot: Row, codes: Array) -> int:
    """A legal action of whoever is first to act."""
    count = legal(parts, state, first_seat(state.to_act), codes)
    return int(np.int64(codes[below(slot, count)]))


@rule
def carry_out(parts: Row, state: Row, slot: Row, code: int) -> int:
    """Play an action; in which group the game goes on."""
    if code == NOTHING:
        return GONE
    apply(parts, state, first_seat(state.to_act), code)
    slot.decisions += 1
    return 1 + phase_of(state) if state.to_act else OVER


def grouped_games(
    parts: Array,
    blank: Array,
    seed: np.uint64,
    first: int,
    states: Array,
    slots: Array,
    taken: Array,
    kinds: Array,
    share: int,
    lengths: Array,
    standing: Array,
    ends: Array,
) -> None:
    """Play the games number `first` and following of a series, `share` of them a block."""
    rooms = Slots(states, slots, taken, lengths, standing, ends)
    codes = cuda.local.array(MOST_LEGAL, np.int32)
    keys = cuda.shared.array(ROOM, np.int32)
    order = cuda.shared.array(ROOM, np.int32)
    chosen = cuda.shared.array(ROOM, np.int32)
    starts = cuda.shared.array(STARTS, np.int32)
    sums = cuda.shared.array(SCOUTS, np.int32)
    alive = cuda.shared.array(1, np.int32)
    begin, alive[0] = cuda.blockIdx.x * share, share
    for place in range(cuda.threadIdx.x, share, cuda.blockDim.x):
        slots[begin + place].number, keys[place] = NOTHING, OVER
    cuda.syncthreads()
    while alive[0] > 0:
        arrange(keys, order, starts, sums, PHASES + 2, share)
        for at in range(cuda.threadIdx.x, share, cuda.blockDim.x):
            place, index = order[at], begin + order[at]
            left = keys[place] != GONE
            if keys[place] == OVER and not go_to_next(parts[0], blank, rooms, index, seed, first):
                cuda.atomic.sub(alive, 0, 1)
                left = False
            code = choose(parts[0], states[index], slots[index], codes) if left else NOTHING
            chosen[place] = code
            keys[place] = group_of(states[index], kinds, code) if left else GROUPS - 1
        arrange(keys, order, starts, sums, GROUPS, share)
        for at in range(cuda.threadIdx.x, share, cuda.blockDim.x):
            place, index = order[at], begin + order[at]
            keys[place] = carry_out(parts[0], states[index], slots[index], chosen[place])
