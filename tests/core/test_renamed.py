"""Old names of the public interface lead to the new ones, and say so."""

import re

import numpy as np
import pytest

import formicarium as fm
from formicarium.core.layout import layout
from formicarium.core.renamed import formerly
from formicarium.core.text import phrases


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("parts", "parts_bytes"),
        ("tables", "parts_row"),
        ("documents", "component_set"),
        ("components", "fingerprint"),
    ],
)
def test_a_game_answers_to_its_old_names(old: str, new: str) -> None:
    game = fm.load("micropolis", players=2)
    with pytest.warns(DeprecationWarning, match=rf"Game\.{old} is now Game\.{new}") as told:
        assert getattr(game, old) is getattr(game, new)
    assert told[0].filename == __file__


def test_a_state_answers_to_its_old_name() -> None:
    state = fm.load("micropolis", players=2).start(seed=7)
    with pytest.warns(DeprecationWarning, match=r"State\.record is now State\.row"):
        assert state.record is state.row  # type: ignore[attr-defined]  # that is the point


@pytest.mark.parametrize("old", ["record", "parts", "components"])
def test_a_rulebook_answers_to_its_old_names(old: str) -> None:
    book = fm.load("micropolis").book
    with pytest.warns(DeprecationWarning, match=rf"Rulebook\.{old} is now"):
        assert getattr(book, old) is not None


def test_phrases_answer_to_their_old_name() -> None:
    say = phrases("formicarium.games.micropolis", "en")
    with pytest.warns(DeprecationWarning, match=r"Phrases\.table is now Phrases\.by_key"):
        assert say.table == say.by_key  # type: ignore[attr-defined]  # an old name


def test_old_arguments_are_taken() -> None:
    @formerly(record="state_layout")
    class Book:
        def __init__(self, state_layout: np.dtype[np.void]) -> None:
            self.state_layout = state_layout

    pebble = layout(("stones", np.int8))
    with pytest.warns(DeprecationWarning, match=r"Book\(record=…\) is now state_layout=…") as told:
        book = Book(record=pebble)  # type: ignore[call-arg]  # an old name
    assert told[0].filename == __file__
    assert book.state_layout is pebble


def test_equal_states_have_equal_keys() -> None:
    game = fm.load("micropolis", players=2)
    one, other = game.start(seed=7), game.start(seed=7)
    assert one.key() == other.key()
    other.play(other.to_act[0], "take 1")
    assert len({one.key(), other.key(), fm.load("micropolis", players=3).start(7).key()}) == 3


def test_a_notebook_shows_what_everybody_may_see() -> None:
    state = fm.load("myrmes", players=2).start(seed=7)
    picture = state._repr_html_()
    assert picture.startswith("<svg")
    assert state.redetermined(None, seed=1)._repr_html_() == picture


def test_pictures_in_one_notebook_do_not_dress_each_other() -> None:
    game = fm.load("myrmes", players=2)
    one, same, other = (game.start(seed)._repr_html_() for seed in (7, 7, 8))
    assert one == same
    assert names_in(one)
    assert not names_in(one) & names_in(other)


def names_in(picture: str) -> set[str]:
    """What the rest of a page could refer to, or be referred to by mistake."""
    ids, classes = (re.findall(rf'{kind}="(terminal-[^"]+)"', picture) for kind in ("id", "class"))
    return {*ids, *classes}
