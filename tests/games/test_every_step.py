"""Every step of a few random games, told in words and in numbers: for every game and variant."""

import random

import pytest

import formicarium as fm
from formicarium.core.text import LANGUAGES
from tests.properties.lines import TABLES, Table, game_at


@pytest.mark.parametrize("table", TABLES, ids=str)
@pytest.mark.parametrize("options", [0, 1])
def test_words_and_numbers_at_every_step(table: Table, options: int) -> None:
    state = game_at(table, options).start(seed=options)
    dice = random.Random(str(table))
    while not state.is_over:
        seat = dice.choice(state.to_act)
        told = tell(state, seat)
        state.play(seat, dice.choice(sorted(told)))


def tell(state: fm.State, seat: int) -> set[int]:
    """Describe all actions of a seat, and look at the table through its eyes; the codes."""
    actions = state.actions(seat)
    for language in LANGUAGES:
        sentences = [action.describe(language) for action in actions]
        assert len({*sentences}) == len(actions)
        assert not any("{" in sentence for sentence in sentences)
    seen = state.observe(seat)
    assert seen.size == max(part.stop for part in state.game.observation.values())
    assert seen.min() >= -1
    assert seen.max() <= 1
    return {action.code for action in actions}
