"""Every action in words, in three languages."""

from __future__ import annotations

from typing import Any

import pytest

from formicarium.core.text import LANGUAGES, phrases
from tests.rules.minicity.helpers import QUIET, arrived, friends, moving, position, texts

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
    {"own": SIX, "points": 30, "plays": 1, "north": QUIET, "hand": "rgy"},
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
    (0, "buy snail", "Befriend the snail (5 points): hand of 5 cards"),
    (0, "ladybird 48", "Ladybird: out of chamber 48 (yellow, 3 of 4 free)"),
    (0, "dragonfly red black", "Dragonfly: swap the red and the black ant"),
    (0, "bumblebee yellow pink", "Bumblebee: 1 yellow stone back, 1 pink stone into the box"),
    (1, "play grey ne", "Lay the grey card face down at the east end of the north road"),
    (2, "go 8", "The red ant to chamber 8 (yellow, 2 of 3 free)"),
    (3, "stay", "Stay: the ant is stuck"),
    (4, "unload 0", "Unload nothing in chamber 8: 4 points"),
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


GERMAN = [
    (0, "buy snail", "Schnecke als Freund für 5 Punkte: Hand von 5 Karten"),
    (2, "go 8", "Die rote Ameise nach Kammer 8 (gelb, 2 von 3 frei)"),
    (4, "unload 0", "In Kammer 8 nichts abladen: 4 Punkte"),
    (4, "unload 1", "In Kammer 8 abladen: 1 gelber Stein"),
]


@pytest.mark.parametrize(("position", "notation", "sentence"), GERMAN)
def test_a_german_sentence(position: int, notation: str, sentence: str) -> None:
    (action,) = [a for a in friends(**POSITIONS[position]).actions(0) if a.text == notation]
    assert action.describe("de") == sentence


@pytest.mark.rule("MC-9.5", "MC-9.7")
@pytest.mark.parametrize(
    ("doc", "sentence"),
    [
        ({"stored": {"8": 3}}, "Unload nothing in chamber 8"),
        ({"points": 27}, "Unload nothing in chamber 8: 3 points"),
        ({"points": 29}, "Unload nothing in chamber 8: 1 point"),
        ({"points": 30}, "Unload nothing in chamber 8"),
    ],
)
def test_only_points_that_are_earned_are_told(doc: dict[str, Any], sentence: str) -> None:
    state = friends(**arrived(8, own=SIX, **doc))
    assert state.action(0, state.codes(0)[0]).describe("en") == sentence


@pytest.mark.rule("MC-9.1")
def test_no_points_are_told_in_the_base_game() -> None:
    state = position(**arrived(8, box={"yellow": 3}))
    assert state.actions(0)[0].describe("en") == "Unload nothing in chamber 8"


@pytest.mark.rule("MC-11.15")
def test_the_price_for_two_players_is_told() -> None:
    state = friends({"duel_costs": "higher"}, points=30)
    (action,) = [a for a in state.actions(0) if a.text == "buy stick"]
    assert action.describe("en") == "Befriend the stick insect (22 points): a card as a joker"


@pytest.mark.rule("MC-10.16")
def test_the_ant_that_was_named_goes() -> None:
    state = friends(**moving(1, **{"as": "grey", "own": "stick"}))
    assert state.actions(0)[0].describe("en").startswith("The grey ant to chamber ")


def test_a_way_without_a_card_names_no_ant() -> None:
    state = position()
    code = state.code_of("go 8")
    assert code is not None
    assert state.action(0, code).describe("en") == "Go to chamber 8 (yellow, 2 of 3 free)"


def test_words_of_our_own() -> None:
    assert phrases(PACKAGE, "de")("helps.ladybird") == "verlegt Steine"
    assert phrases(PACKAGE, "fr")("drawing.round", n=3) == "manche 3"


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
