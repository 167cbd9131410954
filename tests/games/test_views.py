"""Every view has the form that its game declares, to the last field."""

import random
from collections.abc import Iterator

import msgspec
import pytest

import formicarium as fm
from formicarium.core.game import rulebook

GAMES = [(name, players) for name in fm.game_names() for players in (*rulebook(name).players,)[::2]]


def positions(game: fm.Game, seed: int) -> Iterator[fm.State]:
    """A whole random game, looked at now and then."""
    state, dice = game.start(seed), random.Random(seed)
    for number in range(game.longest):
        if number % 7 == 0 or state.is_over:
            yield state
        if state.is_over:
            return
        seat = dice.choice(state.to_act)
        state.play(seat, dice.choice(state.codes(seat)))


@pytest.mark.parametrize(("name", "players"), GAMES)
@pytest.mark.parametrize("variant", [0, 1])
def test_views_have_the_declared_form(name: str, players: int, variant: int) -> None:
    book = rulebook(name)
    assert book.view_type is not None
    variants = [option.choices for option in book.options if option.name == "variant"]
    wanted = {"variant": variants[0][variant]} if variants else {}
    try:
        game = fm.load(name, players=players, **wanted)
    except fm.BadOption:
        return  # not for so many
    for state in positions(game, seed=players):
        for seat in (None, *range(players)):
            view = state.view(seat)
            typed = msgspec.convert(view, book.view_type, strict=True)
            assert msgspec.to_builtins(typed) == view
