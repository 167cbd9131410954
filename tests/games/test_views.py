"""Every view has the form that its game declares, to the last field."""

import random
from collections.abc import Iterator

import msgspec
import pytest

import formicarium as fm
from formicarium.core import compiled
from formicarium.core.game import rulebook
from tests.properties.lines import OPTION_SETS, TABLES, Table, game_at

# Interpreted the defaults are enough.
SETS = range(1 if compiled.INTERPRETED else OPTION_SETS)


def positions(game: fm.Game, seed: int) -> Iterator[fm.State]:
    """A whole random game, looked at now and then."""
    state, dice = game.start(seed), random.Random(seed)
    for number in range(game.longest):
        if number % 29 == 0 or state.is_over:
            yield state
        if state.is_over:
            return
        seat = dice.choice(state.to_act)
        state.play(seat, dice.choice(state.codes(seat)))


@pytest.mark.parametrize("table", TABLES, ids=str)
@pytest.mark.heavy
def test_views_have_the_declared_form(table: Table) -> None:
    declared = rulebook(table.game).view_type
    assert declared is not None
    for number in SETS:
        for state in positions(game_at(table, number), seed=number):
            for seat in (None, *range(table.players)):
                view = state.view(seat)
                typed = msgspec.convert(view, declared, strict=True)
                assert msgspec.to_builtins(typed) == view


@pytest.mark.compiled
def test_every_choice_of_every_option_is_among_them() -> None:
    chosen = {
        (table.game, *option)
        for table in TABLES
        for number in range(OPTION_SETS)
        for option in game_at(table, number).options.items()
    }
    for name in fm.game_names():
        for option in rulebook(name).options:
            assert {(name, option.name, choice) for choice in option.choices} <= chosen
