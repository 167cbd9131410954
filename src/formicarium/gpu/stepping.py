"""A template, bound to each game: the kernels that step many games at once.

They are the step of `formicarium.envs.stepping`, carried out by many threads: the same rules in
the same order for every game, so that all bytes are the same.
"""

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numba import cuda

from formicarium.core.chance import below, seed_of
from formicarium.core.compiled import rule
from formicarium.core.layout import Row
from formicarium.gpu.groups import ROOM, SCOUTS, arrange

if TYPE_CHECKING:
    from formicarium.core.contract import apply, observe, redetermine
    from formicarium.core.stepping import DICE
    from formicarium.envs.stepping import (
        GIVEN,
        NOBODY,
        ask,
        deal,
        forget_question,
        is_allowed,
        next_question,
        settle,
    )
    from formicarium.gpu.contract import (
        GROUPS,
        LOOK,
        LOOK_SIZE,
        PHASES,
        PIECE,
        PIECES,
        PITCH,
        STARTS,
        THREADS,
        group_of,
        phase_of,
    )

Array = np.ndarray[Any, Any]

ALIGNMENT = 16  # as in `random_games`
WARP = 32  # threads that carry out one instruction together
REFUSED, OVER = 0, 1  # groups of games that are asked nothing, or begin anew; then the phases


class Games(NamedTuple):
    """All that a step reads and writes: one row a game in each list."""

    states: Array
    lanes: Array  # see `envs.stepping.LANE`
    lists: Array  # what may be answered
    masks: Array
    observations: Array
    last_observations: Array
    standings: Array
    rewards: Array
    finished: Array
    seats: Array  # these three tell what lanes hold
    counts: Array
    illegal: Array


@rule
def action_at(actions: Array, index: int, width: int) -> int:
    """An answer, from a list of numbers with one half or two, the lower one first."""
    low = int(actions[index * width])
    if width == 1:
        return low
    return (int(actions[index * width + 1]) << 32) | (low & 0xFFFFFFFF)


@rule
def open_step(games: Games, index: int, kinds: Array, actions: Array, width: int) -> int:
    """Forget that a game has ended; in which group its answer is carried out."""
    code = action_at(actions, index, width)
    if games.finished[index]:
        games.finished[index] = 0
        games.rewards[index, :] = 0
    if games.lanes[index].asked < 0 or not is_allowed(games.masks[index], code):
        return GROUPS - 1
    return group_of(games.states[index], kinds, code)


@rule
def carry_out(parts: Row, games: Games, index: int, actions: Array, width: int) -> int:
    """Play an answer; in which group the game goes on."""
    code = action_at(actions, index, width)
    state, lane = games.states[index], games.lanes[index]
    codes, allowed = games.lists[index], games.masks[index]
    if lane.asked >= 0 and not is_allowed(allowed, code):
        lane.illegal += 1
        games.illegal[index] = lane.illegal
        return REFUSED
    forget_question(lane, codes, allowed)
    if lane.asked == NOBODY:
        return OVER
    if lane.asked != GIVEN:
        apply(parts, state, lane.asked, code)
    return 2 + phase_of(state) if state.to_act else OVER


@rule
def go_on(parts: Row, blank: Array, games: Games, index: int, group: int, kind: int) -> None:
    """On to the next question, if need be of the next game."""
    lane, codes = games.lanes[index], games.lists[index]
    count = 0
    if group != OVER:
        count = next_question(parts, games.states[index], lane, codes)
    while count == 0:
        if lane.asked >= 0:
            standing, rewards = games.standings[index], games.rewards[index]
            look = games.last_observations[index]
            settle(parts, games.states[index], lane, kind, standing, rewards, look)
            games.finished[index] = 1
        games.states[index] = blank[0]
        deal(parts, games.states[index], lane)
        count = next_question(parts, games.states[index], lane, codes)
    ask(lane, count, codes, games.masks[index])
    games.seats[index], games.counts[index] = lane.asked, count


@rule
def write_rows(look: Array, pieces: Array, targets: Array, rows: Array, index: int) -> None:
    """Write what the threads of a warp have observed, each in its own memory, into rows.

    Piece by piece it goes through memory that they share, so that neighbouring threads write
    neighbouring numbers of a row. Whose row is `NOBODY` has observed nothing.
    """
    lane = cuda.threadIdx.x % WARP
    leader = cuda.threadIdx.x - lane
    lanes = min(WARP, cuda.blockDim.x - leader)
    across = min(lanes, PIECE)  # threads that write one row
    down = lanes // across  # rows that are written together
    targets[cuda.threadIdx.x] = index
    for begin in range(0, LOOK_SIZE, PIECE):
        width = min(PIECE, LOOK_SIZE - begin)
        for number in range(width):
            pieces[cuda.threadIdx.x * PITCH + number] = look[begin + number]
        cuda.syncwarp()
        if lane < down * across:
            for row in range(leader + lane // across, leader + lanes, down):
                if targets[row] >= 0:
                    for number in range(lane % across, width, across):
                        rows[targets[row], begin + number] = pieces[row * PITCH + number]
        cuda.syncwarp()


@rule
def copy_rows(source: Array, target: Array, rows: Array) -> None:
    """Copy those rows of an array into the first ones of another, one number a thread."""
    width = source.shape[1]
    for place in range(cuda.grid(1), rows.size * width, cuda.gridsize(1)):
        row = place // width
        if 0 <= rows[row] < source.shape[0]:
            target[row, place - row * width] = source[rows[row], place - row * width]


@rule
def go_on_together(
    parts: Array,
    blank: Array,
    games: Games,
    room: tuple[Array, Array, Array, Array, Array],
    first: int,
    here: int,
    kind: int,
    looking: int,
) -> None:
    """Let all games of a block go on to their next questions, and observe what is asked."""
    keys, order, pieces, targets, look = room
    for begin in range(0, here, cuda.blockDim.x):  # all threads, as often as each other
        at, index = begin + cuda.threadIdx.x, NOBODY
        if at < here and keys[order[at]] != REFUSED:
            index = first + order[at]
            go_on(parts[0], blank, games, index, keys[order[at]], kind)
            if looking:
                observe(parts[0], games.states[index], games.lanes[index].asked, look)
        if looking:
            write_rows(look, pieces, targets, games.observations, index)


def step(
    parts: Array,
    blank: Array,
    states: Array,
    lanes: Array,
    lists: Array,
    masks: Array,
    observations: Array,
    last_observations: Array,
    standings: Array,
    rewards: Array,
    finished: Array,
    seats: Array,
    counts: Array,
    illegal: Array,
    actions: Array,
    width: int,
    kinds: Array,
    kind: int,
    share: int,
    grouped: int,
    looking: int,
) -> None:
    """Play one action in each game, and on to the next question; `share` games a block."""
    boards, looks = (states, lanes, lists, masks), (observations, last_observations)
    ended, told = (standings, rewards, finished), (seats, counts, illegal)
    games = Games(*boards, *looks, *ended, *told)
    keys = cuda.shared.array(ROOM, np.int32)
    order = cuda.shared.array(ROOM, np.int32)
    starts = cuda.shared.array(STARTS, np.int32)
    sums = cuda.shared.array(SCOUTS, np.int32)
    pieces = cuda.shared.array(PIECES, LOOK)
    targets = cuda.shared.array(THREADS, np.int32)
    room = (keys, order, pieces, targets, cuda.local.array(LOOK_SIZE, LOOK))
    first = cuda.blockIdx.x * share
    here = min(share, states.size - first)
    for place in range(cuda.threadIdx.x, here, cuda.blockDim.x):
        keys[place], order[place] = open_step(games, first + place, kinds, actions, width), place
    if grouped:
        arrange(keys, order, starts, sums, GROUPS, here)
    for at in range(cuda.threadIdx.x, here, cuda.blockDim.x):
        keys[order[at]] = carry_out(parts[0], games, first + order[at], actions, width)
    if grouped:
        arrange(keys, order, starts, sums, PHASES + 2, here)
    go_on_together(parts, blank, games, room, first, here, kind, looking)


def forget(parts: Array, states: Array, lanes: Array, seed: np.uint64) -> None:
    """Draw anew, in every game, what the seat that is asked cannot know."""
    for index in range(cuda.grid(1), states.size, cuda.gridsize(1)):
        lane = lanes[index]
        redetermine(parts[0], states[index], lane.asked, seed_of(seed, lane.number))


def give(given: Array, states: Array, lanes: Array) -> None:
    """Put other games in the place of all; the next step goes on from them."""
    for index in range(cuda.grid(1), states.size, cuda.gridsize(1)):
        states[index] = given[index]
        lanes[index].asked = GIVEN


def pick(lists: Array, counts: Array, seed: np.uint64, picks: Array) -> None:
    """An answer to every question, each of those allowed as likely."""
    dice = cuda.local.array(1, DICE, ALIGNMENT)
    for index in range(cuda.grid(1), counts.size, cuda.gridsize(1)):
        dice[0].rng = seed_of(seed, index)
        picks[index] = lists[index, below(dice[0], counts[index])]


def take_words(source: Array, target: Array, rows: Array) -> None:
    """Copy those rows of an array into the first ones of another."""
    copy_rows(source, target, rows)


def take_bytes(source: Array, target: Array, rows: Array) -> None:
    """The same for rows that are no whole number of words."""
    copy_rows(source, target, rows)
