"""Turns: whose it is, its actions and markers, and when the game ends."""

from formicarium.core.compiled import rule
from formicarium.core.layout import Row
from formicarium.games.antics.rules.display import is_complete
from formicarium.games.antics.state import MARKERS, ROUND_LIMIT, Phase

LAST_KINDS = 5  # of prey: so many exhausted trigger the end (AN-12.3)


@rule
def seat_in_turn(state: Row) -> int:
    """Whose turn it is: clockwise from the start player on (AN-3.1)."""
    return (state.first + state.turns) % state.players


@rule
def begin_turn(state: Row) -> None:
    """One action for the first turn of all, two for the second, three from then on (AN-3.2)."""
    state.phase = Phase.ACT
    state.actions = min(state.turns + 1, MARKERS)
    state.to_act = 1 << seat_in_turn(state)


@rule
def put_marker(state: Row, number: int) -> None:
    """The next marker goes onto a hex (AN-3.3)."""
    index = 0
    while state.marked[index]:
        index += 1
    state.marked[index] = number


@rule
def finish_action(state: Row) -> None:
    """Back to the choice of the next action."""
    state.phase = Phase.ACT
    state.steps = 0
    state.first_nest = 0


@rule
def clear_turn(state: Row) -> None:
    """The markers come off, the hero's as well (AN-10.1)."""
    state.actions = 0
    state.hero = 0
    for index in range(MARKERS):
        state.marked[index] = 0


# --- The end --------------------------------------------------------------------------------------


@rule
def end_turn(state: Row) -> None:
    """See whether the end is near, and begin the next turn (AN-12.1, AN-12.4, AN-12.5)."""
    state.turns += 1
    if state.last_turns > 0:
        state.last_turns -= 1
    elif not is_complete(state) or kinds_exhausted(state) >= LAST_KINDS:
        state.last_turns = state.players
    begin_turn(state)


@rule
def kinds_exhausted(state: Row) -> int:
    """How many kinds of prey are no longer on their clearing (AN-8.14, AN-11.7)."""
    exhausted = 0
    for left in state.prey:
        if left == 0:
            exhausted += 1
    return exhausted


@rule
def is_last_turn(state: Row) -> bool:
    """Whether this is the very last turn of the game (AN-12.4, AN-12.7)."""
    return state.last_turns == 1 or state.turns + 1 == ROUND_LIMIT * int(state.players)


@rule
def end_game(state: Row) -> None:
    """Nobody has anything left to decide."""
    state.phase = Phase.OVER
    state.to_act = 0
    state.turns += 1
    state.last_turns = 0
    state.taken = 0
