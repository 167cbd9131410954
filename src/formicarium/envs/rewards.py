"""What a finished game pays each seat: one place for all libraries."""

from typing import Literal, get_args

import numpy as np

from formicarium.core.compiled import rule
from formicarium.core.errors import BadOption
from formicarium.core.standings import is_ahead
from formicarium.core.state import State

Reward = Literal["rank", "points"]

REWARDS = get_args(Reward)
RANK = 0  # the number of a reward is its place among them


def number_of(reward: str) -> int:
    """A kind of reward as compiled code takes it.

    >>> number_of("points")
    1
    """
    if reward not in REWARDS:
        raise BadOption(f"reward={reward!r} is not a choice; choose one of: {', '.join(REWARDS)}")
    return REWARDS.index(reward)


@rule
def pay(standing: np.ndarray, players: int, kind: int, out: np.ndarray) -> None:
    """Write what each seat is paid for the points and tie-breaks that a game ended with.

    By rank: the seats that it beat less those that beat it, of all others. A sole winner gets 1, a
    sole loser -1, and all together nothing. By points: its points.
    """
    for seat in range(players):
        if kind != RANK:
            out[seat] = standing[seat, 0]
            continue
        lead = 0
        for other in range(players):
            lead += int(is_ahead(standing, seat, other)) - int(is_ahead(standing, other, seat))
        out[seat] = lead / (players - 1)


def rewards_of(state: State, reward: str = "rank") -> list[float]:
    """What each seat is paid: nothing while the game goes on.

    >>> import formicarium as fm
    >>> rewards_of(fm.load("micropolis", players=2).start(seed=7))
    [0.0, 0.0]
    """
    players, kind = state.game.players, number_of(reward)
    out = np.zeros(players)  # not float32, in which a third is another number
    if state.is_over:
        pay(np.array(state.standings(), np.int64), players, kind, out)
    paid: list[float] = out.tolist()
    return paid
