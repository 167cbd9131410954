"""How tables are called, and from which positions they begin."""

import pytest

import formicarium as fm
from formicarium.core.errors import BadPosition
from formicarium.server.house.plans import drawn_anew, random_name


def test_no_name_looks_like_an_option_of_a_command() -> None:
    names = {random_name() for _ in range(2000)}
    assert len(names) == 2000
    assert not any(name.startswith("-") for name in names)


def test_nobody_plays_on_from_a_game_that_is_over() -> None:
    game = fm.load("micropolis", players=2)
    state = game.start(seed=7)
    assert drawn_anew(game, state.to_position())["game"] == "micropolis"
    while not state.is_over:
        state.play(state.to_act[0], state.codes(state.to_act[0])[0])
    with pytest.raises(BadPosition, match="the game is over in this position"):
        drawn_anew(game, state.to_position())
