"""Section 9: winners."""

from __future__ import annotations

import pytest

from tests.rules.micropolis.helpers import finished, game, play, position
from tests.rules.micropolis.reckoning import Doc

# Without armies and garrisons these make 35 and 35, 30 and 35, and 41, 41 and 29 points.
EVEN = [[5, 60, 14, 10, 20, 45, 16, 32, 2, 47], [3, 7, 21, 33, 22, 4, 34, 31, 24, 39]]
FIVE_APART = [[20, 19, 37, 10, 17, 15, 52, 31, 30, 22], [3, 6, 43, 12, 58, 25, 51, 16, 41, 1]]
THREE = [
    [59, 8, 19, 45, 30, 29, 9, 21, 7, 10],
    [44, 51, 39, 14, 46, 43, 27, 25, 16, 26],
    [5, 33, 54, 18, 50, 56, 53, 6, 3, 32],
]


def hills(rings: list[list[int]], strong: list[int]) -> list[Doc]:
    return [{"tiles": ring, "army": army} for ring, army in zip(rings, strong, strict=True)]


@pytest.mark.parametrize(
    ("rings", "strong", "scores", "winners"),
    [
        pytest.param(
            FIVE_APART, [0, 0], [30, 35], (1,), marks=pytest.mark.rule("MP-9.1"), id="most points"
        ),
        pytest.param(
            EVEN, [6, 5], [40, 35], (0,), marks=pytest.mark.rule("MP-9.1"), id="by the red army"
        ),
        pytest.param(
            FIVE_APART, [2, 1], [35, 35], (0,), marks=pytest.mark.rule("MP-9.2"), id="larger army"
        ),
        pytest.param(
            FIVE_APART[::-1], [1, 2], [35, 35], (1,), marks=pytest.mark.rule("MP-9.2"), id="swapped"
        ),
        pytest.param(EVEN, [3, 3], [40, 40], (0, 1), marks=pytest.mark.rule("MP-9.3"), id="shared"),
        pytest.param(
            EVEN, [0, 0], [35, 35], (0, 1), marks=pytest.mark.rule("MP-9.3"), id="shared at zero"
        ),
        pytest.param(
            THREE, [3, 4, 5], [41, 41, 34], (1,), marks=pytest.mark.rule("MP-9.2"), id="of the tied"
        ),
        pytest.param(
            THREE, [4, 3, 9], [41, 41, 34], (0,), marks=pytest.mark.rule("MP-9.2"), id="not others"
        ),
        pytest.param(
            THREE, [4, 4, 9], [41, 41, 34], (0, 1), marks=pytest.mark.rule("MP-9.3"), id="two share"
        ),
    ],
)
def test_who_wins(
    rings: list[list[int]], strong: list[int], scores: list[int], winners: tuple[int, ...]
) -> None:
    state = finished(hills(rings, strong))
    assert state.scores() == scores
    assert state.winners() == winners


@pytest.mark.rule("MP-9.2")
def test_garrisons_do_not_break_a_tie() -> None:
    # 30 + 5 for the army of 1, 35 for the other; four points of a garrison of two each.
    tied = hills(FIVE_APART, [1, 0])
    tied[0]["manned"] = [10]
    tied[1]["manned"] = [12]
    state = finished(tied)
    assert state.scores() == [39, 39]
    assert state.winners() == (0,)


@pytest.mark.rule("MP-9.1")
def test_nobody_has_won_before_the_end() -> None:
    assert game(4).start(seed=1).winners() == ()
    state = position(players=2, in_round=10, turn=1)
    assert state.winners() == ()
    play(state, "take 1")
    assert state.winners() != ()
