"""What the end of a game pays."""

from __future__ import annotations

import random

import numpy as np
import pytest

import formicarium as fm
from formicarium.envs.rewards import REWARDS, number_of, pay, rewards_of


def paid(standings: list[tuple[int, int]], reward: str) -> list[float]:
    out = np.zeros(len(standings), np.float32)
    pay(np.array(standings, np.int64), len(standings), number_of(reward), out)
    found: list[float] = out.tolist()
    return found


@pytest.mark.parametrize(
    ("standings", "expected"),
    [
        ([(5, 0), (3, 0)], [1, -1]),
        ([(3, 0), (3, 0)], [0, 0]),
        ([(3, 1), (3, 2)], [-1, 1]),
        ([(9, 0), (3, 0), (5, 0)], [1, -1, 0]),
        ([(9, 0), (9, 0), (5, 0)], [0.5, 0.5, -1]),
        ([(1, 0), (2, 0), (3, 0), (4, 0)], [-1, pytest.approx(-1 / 3), pytest.approx(1 / 3), 1]),
        ([(-2, 0), (-5, 9)], [1, -1]),
    ],
)
def test_rank_counts_whom_one_beats(
    standings: list[tuple[int, int]], expected: list[float]
) -> None:
    assert paid(standings, "rank") == expected
    assert sum(paid(standings, "rank")) == pytest.approx(0)


@pytest.mark.parametrize("name", ["antics", "micropolis"])
def test_a_part_of_a_reward_is_exact(name: str) -> None:
    """A third is a third, not the nearest number of half the length."""
    state, dice = fm.load(name, players=4).start(seed=3), random.Random(3)
    while not state.is_over:
        seat = state.to_act[0]
        state.play(seat, dice.choice(state.codes(seat)))
    standings = state.standings()
    leads = [
        sum(one > other for other in standings) - sum(one < other for other in standings)
        for one in standings
    ]
    assert any(lead % 3 for lead in leads)
    assert rewards_of(state) == [lead / 3 for lead in leads]


def test_points_are_points() -> None:
    assert paid([(9, 3), (-3, 0), (5, 1)], "points") == [9, -3, 5]


def test_nothing_is_paid_before_the_end() -> None:
    state = fm.load("micropolis", players=3).start(seed=1)
    assert [rewards_of(state, reward) for reward in REWARDS] == [[0.0] * 3] * 2


def test_there_is_no_other_reward() -> None:
    with pytest.raises(fm.BadOption, match="choose one of: rank, points"):
        number_of("money")
