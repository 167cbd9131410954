"""Who has won: more points, or the same and the better tie-break. All of the house asks here.

A standing is the row of a seat in what `score` writes: its points and its tie-break.
"""

from collections.abc import Sequence

import numpy as np

from formicarium.core.compiled import rule


@rule
def is_ahead(standing: np.ndarray, seat: int, other: int) -> bool:
    """Whether a seat has more points than another, or the same and the better tie-break.

    >>> is_ahead(np.array([[5, 1], [5, 0]]), 0, 1)
    True
    """
    points = standing[seat, 0] - standing[other, 0]
    return bool(points > 0 or (points == 0 and standing[seat, 1] > standing[other, 1]))


@rule
def rank_of(standing: np.ndarray, players: int, seat: int) -> int:
    """The place of a seat: 1 and how many are ahead of it. Who is first has won.

    >>> standing = np.array([[5, 1], [7, 0], [5, 1], [5, 0]])
    >>> [rank_of(standing, 4, seat) for seat in range(4)]
    [2, 1, 2, 4]
    """
    rank = 1
    for other in range(players):
        if is_ahead(standing, other, seat):
            rank += 1
    return rank


def ranks(standings: Sequence[tuple[int, int]]) -> tuple[int, ...]:
    """The places of all seats.

    >>> ranks([(5, 1), (7, 0), (5, 1), (5, 0)])
    (2, 1, 2, 4)
    """
    standing, players = np.array(standings, np.int64), len(standings)
    return tuple(rank_of(standing, players, seat) for seat in range(players))


@rule
def win_shares(standing: np.ndarray, players: int, out: np.ndarray) -> None:
    """Write 1 for a victory, a part of it for a shared one, and 0 for a defeat.

    >>> shares = np.empty(3)
    >>> win_shares(np.array([[5, 1], [5, 1], [4, 9]]), 3, shares)
    >>> shares.tolist()
    [0.5, 0.5, 0.0]
    """
    winners = 0
    for seat in range(players):
        out[seat] = 1.0 if rank_of(standing, players, seat) == 1 else 0.0
        winners += int(out[seat])
    for seat in range(players):
        out[seat] /= winners


@rule
def all_win_shares(standings: np.ndarray, out: np.ndarray) -> None:
    """The same for many games at once, one row each."""
    games, players = out.shape
    for game in range(games):
        win_shares(standings[game], players, out[game])
