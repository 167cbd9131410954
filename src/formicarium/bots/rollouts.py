"""A template, bound to each game: how actions fare when the game is played on at random."""

from typing import TYPE_CHECKING, Any

import numpy as np

from formicarium.core.chance import seed_of
from formicarium.core.compiled import rule

if TYPE_CHECKING:
    from formicarium.core.contract import MOST_LEGAL, PARTS, RECORD, apply, redetermine, score
    from formicarium.core.stepping import DICE, play_out

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
    seed: np.uint64,
    victories: np.ndarray,
) -> None:
    """Add up the victories of each action over as many random continuations."""
    tables = parts.view(PARTS)[0]
    trial = np.empty_like(root)
    dice = np.empty(1, DICE)
    scratch = np.empty(MOST_LEGAL, np.int32)
    table = root.view(RECORD)[0]
    standing = np.zeros((table.players, 2), np.int64)
    for number in range(rounds):
        for index in range(codes.size):
            trial[:] = root
            state = trial.view(RECORD)[0]
            # The same unknowns and dice for every action: they differ by what they are worth.
            redetermine(tables, state, seat, seed_of(seed, 2 * number))
            dice[0].rng = seed_of(seed, 2 * number + 1)
            apply(tables, state, seat, codes[index])
            play_out(tables, state, dice[0], scratch)
            score(tables, state, standing)
            victories[index] += share_of_victory(standing, table.players, seat)
