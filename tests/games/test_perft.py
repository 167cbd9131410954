"""The number of action sequences from fixed positions is what it was: the rules are the same.

``python -m tests.games.stored`` counts anew; see there.
"""

from __future__ import annotations

import pytest

import formicarium as fm
from formicarium.core.game import rulebook
from tests.games.stored import COUNTS, Doc, read

STORED = [
    pytest.param(case, id=f"{name} {number}")
    for name, cases in read(COUNTS).items()
    for number, case in enumerate(cases)
]


@pytest.mark.parametrize("name", fm.game_names())
def test_every_game_has_counts_for_every_player_count(name: str) -> None:
    counted = {case["position"]["players"] for case in read(COUNTS).get(name, ())}
    assert counted == {*rulebook(name).players}


@pytest.mark.compiled
@pytest.mark.parametrize("case", STORED)
@pytest.mark.heavy
def test_lines_are_as_many_as_they_were(case: Doc) -> None:
    state = fm.position(case["position"])
    depths = range(1, len(case["lines"]) + 1)
    assert [state.game.perft(state, depth) for depth in depths] == case["lines"]


@pytest.mark.parametrize("name", fm.game_names())
def test_nothing_follows_the_end_and_one_line_has_no_length(name: str) -> None:
    game = fm.load(name)
    state = game.start(seed=1)
    assert game.perft(state, 0) == 1
    while not state.is_over:
        state.play(state.to_act[0], state.codes(state.to_act[0])[0])
    assert [game.perft(state, depth) for depth in range(4)] == [1, 1, 1, 1]
