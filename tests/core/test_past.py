"""What has been done is told in the past tense, in every language."""

import itertools
import random
import re

import pytest

import formicarium as fm
from formicarium.core.game import rulebook
from formicarium.core.text import LANGUAGES, PAST, phrases

GAMES = fm.game_names()
DECISIONS = 120


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", GAMES)
def test_every_action_has_a_past(name: str, language: str) -> None:
    said = phrases(rulebook(name).package, language).by_key
    past = {key.removeprefix(PAST): text for key, text in said.items() if key.startswith(PAST)}
    assert {*past} <= {*said}
    actions = {key for key in said if key.startswith("actions.")}
    assert {key for key in past if key.startswith("actions.")} == actions
    # It stands behind the name of who did it; what a phrase is made of may be the same.
    sentences = {key for key in actions if said[key][:1].isupper()}
    assert not {key for key in sentences if past[key][:1].isupper() or past[key] == said[key]}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", GAMES)
def test_a_game_is_told_as_it_went(name: str, language: str) -> None:
    state, chance = fm.load(name).start(seed=7), random.Random(7)
    told = 0
    while state.to_act and told < DECISIONS:
        seat = chance.choice(state.to_act)
        action = chance.choice(state.actions(seat))
        past = action.recount(language)
        assert past.strip() == past != ""
        assert not {*"{}"} & {*past}
        assert past != action.describe(language)
        state.play(seat, action)
        told += 1


def test_a_tile_is_told_by_what_is_on_it() -> None:
    state = fm.load("micropolis", players=2).start(seed=7)
    (seat,) = state.to_act
    for language, action in itertools.product(LANGUAGES, state.actions(seat)):
        for words in action.describe(language), action.recount(language):
            assert not re.search(r"(tile|Plättchen|tuile) \d", words)
