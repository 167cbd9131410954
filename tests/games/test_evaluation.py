"""What bots think of positions: a number for every seat, from any position, and nothing else."""

import random
from typing import Any

import numpy as np
import pytest

import formicarium as fm

GLANCES = 3  # actions that the players of these games look at
MOST = 60  # decisions

TABLES: list[tuple[str, dict[str, Any], int]] = [
    ("antics", {"players": 2, "variant": "unofficial_two"}, 1),
    ("antics", {"players": 3}, 2),
    ("micropolis", {"players": 2}, 3),
    ("micropolis", {"players": 3, "variant": "expert"}, 4),
    ("minicity", {"players": 2}, 5),
    ("minicity", {"players": 4, "variant": "friends"}, 6),
    ("myrmes", {"players": 2}, 7),
    ("myrmes", {"players": 3}, 8),
]


def appraised(state: fm.State) -> tuple[list[float], float]:
    """The points that every seat may expect, and how open the game is."""
    before = state.to_bytes()
    out = np.full(8, np.nan)
    openness = state.game.book.appraise(state.game.parts_row, state.row, out)
    assert state.to_bytes() == before
    assert np.isnan(out[state.game.players :]).all()
    return out[: state.game.players].tolist(), float(openness)


def best_of(state: fm.State, seat: int, codes: list[int]) -> int:
    """What a player would do who looks at some actions."""

    def lead(code: int) -> float:
        tried = state.copy()
        tried.play(seat, code)
        if tried.is_over:
            return 0.0
        points, _ = appraised(tried)
        return points[seat] - max(point for other, point in enumerate(points) if other != seat)

    return max(codes, key=lead)


@pytest.mark.parametrize(("name", "options", "seed"), TABLES)
def test_an_appraisal_is_a_number_and_changes_nothing(
    name: str, options: dict[str, Any], seed: int
) -> None:
    """Along games of players who go by it, in the beginning and in the end."""
    state = fm.load(name, **options).start(seed)
    dice = random.Random(seed)
    for number in range(MOST * 10):
        if state.is_over:
            return
        seat = state.to_act[0]
        codes = state.codes(seat)
        if number < MOST and len(codes) > 1:
            points, openness = appraised(state)
            assert np.isfinite(points).all()
            assert openness > 0
            codes = [best_of(state, seat, dice.sample(codes, min(GLANCES, len(codes))))]
        state.play(seat, dice.choice(codes))


@pytest.mark.parametrize(("name", "options", "seed"), TABLES)
def test_a_game_is_more_open_in_the_beginning_than_in_the_end(
    name: str, options: dict[str, Any], seed: int
) -> None:
    state = fm.load(name, **options).start(seed)
    _, first = appraised(state)
    last = first
    dice = random.Random(seed)
    for number in range(MOST * 50):
        if state.is_over:
            break
        if number % 25 == 0:
            _, last = appraised(state)
        state.play(state.to_act[0], dice.choice(state.codes(state.to_act[0])))
    assert last <= first
