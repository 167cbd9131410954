"""Every action in words, in three languages."""

from __future__ import annotations

from typing import Any

import pytest

from formicarium.core.text import LANGUAGES, phrases
from tests.rules.minicity.helpers import QUIET, arrived, friends, moving, texts

PACKAGE = "formicarium.games.minicity"
SIX = "millipede ladybird dragonfly bumblebee stick grasshopper"
LADYBIRD: dict[str, Any] = {
    "phase": "ladybird",
    "source": 48,
    "carried": 1,
    "own": "ladybird",
    "stored": {"48": 2},
}
HOP: dict[str, Any] = {
    "phase": "hop",
    "card": "nw",
    "north": "....rgv.....",
    "own": "grasshopper",
    "box": {"blue": 3},
}
POSITIONS: list[dict[str, Any]] = [
    {"own": SIX, "points": 30, "plays": 1, "north": QUIET, "hand": "rgyv"},
    {"phase": "stick", "as": "violet", "own": "stick", "north": QUIET, "hand": "rrgb"},
    moving(2, own=SIX),
    moving(1, ants={"red": 1, "grey": 2, "yellow": 44, "violet": 46, "black": 5}, own=SIX),
    arrived(8, own=SIX, box={"yellow": 3}),
    LADYBIRD,
    HOP,
    {"phase": "refill", "hand": "rgy", "box": {"blue": 3}},
]
SENTENCES = [
    (0, "play red nw", "Lay the red card at the west end of the north road"),
    (0, "stick grey", "Let the next card stand for the grey ant"),
    (0, "end", "End the turn"),
    (0, "buy snail", "Befriend the snail: hand of 5 cards"),
    (0, "ladybird 48", "Ladybird: out of chamber 48 (yellow, 3 of 4 free)"),
    (0, "dragonfly red black", "Dragonfly: swap the red and the black ant"),
    (0, "bumblebee yellow pink", "Bumblebee: yellow back, pink into the box"),
    (1, "play grey ne", "Lay the grey card face down at the east end of the north road"),
    (2, "go 8", "Go to chamber 8 (yellow, 2 of 3 free)"),
    (3, "stay", "Stay: the ant is stuck"),
    (4, "unload 0", "Unload nothing in chamber 8"),
    (4, "unload 1", "Unload 1 yellow stone in chamber 8"),
    (4, "unload 2", "Unload 2 yellow stones in chamber 8"),
    (5, "carry 12", "Carry a stone to chamber 12 (yellow, 3 of 4 free)"),
    (5, "done", "The ladybird has carried enough"),
    (6, "leave", "Leave the box as it is"),
    (7, "stock pink", "Into the box: 1 pink stone"),
]


@pytest.mark.parametrize(("position", "notation", "sentence"), SENTENCES)
def test_a_sentence(position: int, notation: str, sentence: str) -> None:
    (action,) = [a for a in friends(**POSITIONS[position]).actions(0) if a.text == notation]
    assert action.describe("en") == sentence


@pytest.mark.parametrize("doc", POSITIONS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_sentences_are_complete_and_unlike_each_other(doc: dict[str, Any], language: str) -> None:
    state = friends(**doc)
    sentences = [action.describe(language) for action in state.actions(0)]
    assert len({*sentences}) == len(texts(state))
    assert not any("{" in sentence for sentence in sentences)


@pytest.mark.parametrize("doc", POSITIONS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_choice_fits_into_a_line_of_a_terminal(doc: dict[str, Any], language: str) -> None:
    actions = friends(**doc).actions(0)
    numbers = len(str(len(actions))) + max(len(action.text) for action in actions) + 4
    assert numbers + max(len(action.describe(language)) for action in actions) <= 90


def test_all_languages_have_the_same_phrases() -> None:
    assert len({phrases(PACKAGE, language).keys for language in LANGUAGES}) == 1
