"""A template, bound to each game: how actions fare when the game is played on at random."""

from typing import TYPE_CHECKING, Any

import numpy as np

from formicarium.core.chance import seed_of
from formicarium.core.compiled import rule

if TYPE_CHECKING:
    from formicarium.core.contract import MOST_LEGAL, apply, redetermine, score
    from formicarium.core.stepping import DICE, copy_into, play_out, table_in, tables_in

Bytes = np.ndarray[Any, np.dtype[np.uint8]]


@rule
def share_of_victory(standing: np.ndarray, players: int, seat: int) -> float:
    """1 for a victory, a part of it for a shared one, 0 for a defeat."""
    winners = 1
    for other in range(players):
        points = standing[other, 0] - standing[seat, 0]
        tie_break = standing[other, 1] - standing[seat, 1]
        if points > 0 or (points == 0 and tie_break > 0):
            return 0.0
        if other != seat and points == 0 and tie_break == 0:
            winners += 1
    return 1.0 / winners


@rule
def try_actions(
    parts: Bytes,
    root: Bytes,
    seat: int,
    codes: np.ndarray,
    rounds: int,
    decisions: int,
    seed: np.uint64,
    victories: np.ndarray,
) -> None:
    """Add up the victories of each action over so many random continuations.

    Begin no new round once that many decisions have been played.
    """
    tables = tables_in(parts)
    trial = np.empty_like(root)
    dice = np.empty(1, DICE)
    scratch = np.empty(MOST_LEGAL, np.int32)
    table, state = table_in(root), table_in(trial)
    standing = np.zeros((table.players, 2), np.int64)
    played = 0
    for number in range(rounds):
        if played >= decisions:
            return
        for index in range(codes.size):
            copy_into(trial, root)
            # The same unknowns and dice for every action: they differ by what they are worth.
            redetermine(tables, state, seat, seed_of(seed, 2 * number))
            dice[0].rng = seed_of(seed, 2 * number + 1)
            apply(tables, state, seat, codes[index])
            played += play_out(tables, state, dice[0], scratch)
            score(tables, state, standing)
            victories[index] += share_of_victory(standing, table.players, seat)
