"""Many steps of a few random games, told in words and in numbers: for every game and variant."""

import itertools
import random

import pytest

import formicarium as fm
from formicarium.core.text import LANGUAGES
from tests.properties.lines import TABLES, Table, game_at


@pytest.mark.parametrize("table", TABLES, ids=str)
@pytest.mark.parametrize("options", [0, pytest.param(1, marks=pytest.mark.compiled)])
@pytest.mark.heavy
def test_words_and_numbers_along_the_way(table: Table, options: int) -> None:
    """At every step in the beginning, later at one in ten: some games are long."""
    state = game_at(table, options).start(seed=options)
    dice = random.Random(str(table))
    for step in itertools.count():
        if state.is_over:
            return
        seat = dice.choice(state.to_act)
        if step < 50 or dice.random() < 0.1:
            tell(state, seat)
        state.play(seat, dice.choice(state.codes(seat)))


def tell(state: fm.State, seat: int) -> None:
    """Describe all actions of a seat, and look at the table through its eyes."""
    actions = state.actions(seat)
    for language in LANGUAGES:
        sentences = [action.describe(language) for action in actions]
        assert len({*sentences}) == len(actions)
        assert not any("{" in sentence for sentence in sentences)
    seen = state.observe(seat)
    assert seen.size == max(part.stop for part in state.game.observation.values())
    assert seen.min() >= -1
    assert seen.max() <= 1
