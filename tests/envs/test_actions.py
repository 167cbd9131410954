"""The action space in factors says the same as the codes."""

from __future__ import annotations

import numpy as np
import pytest

import formicarium as fm
from formicarium.envs.actions import Factors, notations
from formicarium.envs.batch import Batch
from tests.envs.tables import at_some_tables, game_of
from tests.properties.lines import Table

LARGEST = 160  # numbers of any of three factors
at_factors = pytest.mark.parametrize("factors", [2, 3])


@at_some_tables
def test_every_code_has_a_notation_of_its_own_at_all_times(table: Table) -> None:
    game = game_of(table)
    meaning = notations(game)
    assert len({*meaning}) == len(meaning) == game.actions_size
    batch, dice = Batch(game, 3, 1), np.random.default_rng(1)
    for _ in range(50):
        batch.step(batch.random_actions(dice))
    for index in range(batch.count):
        state = batch.state(index)
        assert tuple(state.notation(code) for code in range(game.actions_size)) == meaning


@at_some_tables
@at_factors
def test_factors_lead_there_and_back(table: Table, factors: int) -> None:
    space = Factors(game_of(table), factors)
    split = [space.split(code) for code in range(space.game.actions_size)]
    assert [space.join(*parts) for parts in split] == list(range(space.game.actions_size))
    assert len(space.sizes) == factors
    assert space.sizes[0] == len(space.kinds)
    assert (space.parts >= 0).all()
    assert (space.parts < space.sizes).all()
    assert factors == 2 or max(space.sizes) <= LARGEST


@at_some_tables
@at_factors
def test_masks_of_factors_allow_what_is_allowed_and_nothing_else(
    table: Table, factors: int
) -> None:
    space = Factors(game_of(table), factors)
    batch, dice = Batch(space.game, 8, 3), np.random.default_rng(3)
    for _ in range(60):
        batch.step(batch.random_actions(dice))
        allowed = batch.masks[0]
        assert sorted(reached(space, allowed)) == np.flatnonzero(allowed).tolist()


def reached(space: Factors, allowed: np.ndarray, chosen: tuple[int, ...] = ()) -> list[int]:
    """Every code that a choice of one factor after the other can lead to."""
    if len(chosen) == len(space.sizes):
        return [space.join(*chosen)]
    numbers = np.flatnonzero(space.mask(allowed, *chosen)).tolist()
    assert numbers
    return [code for number in numbers for code in reached(space, allowed, (*chosen, number))]


@at_some_tables
def test_masks_of_many_games_are_those_of_each(table: Table) -> None:
    space = Factors(game_of(table))
    batch, dice = Batch(space.game, 5, 3), np.random.default_rng(3)
    for _ in range(20):
        batch.step(batch.random_actions(dice))
    kinds = space.mask(batch.masks)
    chosen = kinds.argmax(axis=1)
    arguments = space.mask(batch.masks, chosen)
    for index in range(batch.count):
        assert np.array_equal(kinds[index], space.mask(batch.masks[index]))
        assert np.array_equal(arguments[index], space.mask(batch.masks[index], int(chosen[index])))


def test_what_does_not_exist_is_refused() -> None:
    space = Factors(fm.load("micropolis", players=2))
    for parts in ((99, 0), (0, 99), (0,), (0, 0, 0), (-1, 0)):
        with pytest.raises(fm.BadOption, match="has no action with the factors"):
            space.join(*parts)
    with pytest.raises(fm.BadOption, match="has no action 47"):
        space.split(47)
    with pytest.raises(fm.BadOption, match="two at least"):
        Factors(space.game, 1)
