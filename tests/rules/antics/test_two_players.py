"""Section 14: two players, unofficial."""

from __future__ import annotations

import pytest

import formicarium as fm
from tests.rules.antics.helpers import (
    game,
    nests,
    play,
    position,
    prey,
    seat,
)
from tests.rules.antics.reckoning import PREY


@pytest.mark.rule("AN-14.1", "AN-15.3", "AN-2.1")
def test_two_play_only_by_the_unofficial_option() -> None:
    with pytest.raises(fm.BadOption, match="unofficial_two"):
        fm.load("antics", players=2)
    with pytest.raises(fm.BadOption):
        fm.load("antics", players=2, variant="base")
    two = fm.load("antics", players=2, variant="unofficial_two")
    assert len(two.start(seed=1).scores()) == 2


@pytest.mark.rule("AN-14.2")
def test_one_prey_of_each_kind() -> None:
    assert prey(game(2).start(seed=1)) == dict.fromkeys(PREY, 1)


@pytest.mark.rule("AN-14.3", "AN-11.3")
def test_the_third_anteater_eats_ants_only() -> None:
    display = [". blue . . . .", "grey . . . . .", "green . . . . ."]
    state = position({"nests": {"water": 2}}, players=2, display=display)
    play(state, "use 2; end")
    assert (nests(state), prey(state)) == ({}, dict.fromkeys(PREY, 1))
    assert seat(state) == 1
