"""Whoever tries what is not allowed is told by which rule, and nothing changes."""

from __future__ import annotations

import itertools
import re
from pathlib import Path

import pytest

import formicarium as fm
from formicarium.core.text import phrases
from tests.rules.minicity.helpers import (
    QUIET,
    STUCK,
    arrived,
    friends,
    moving,
    play,
    position,
    refuse,
    texts,
)
from tests.rules.minicity.reckoning import Doc

PAGE = Path(__file__).parents[3] / "docs" / "rules" / "minicity.md"
NUMBERS = frozenset(re.findall(r"\*\*(MC-\d+\.\d+)\*\*", PAGE.read_text("utf-8")))
MANY = "millipede ladybird dragonfly bumblebee stick"

# A position of each kind, in the game with friends unless it says "base".
POSITIONS: dict[str, Doc] = {
    "base play": {"north": QUIET, "hand": "rrg", "plays": 1},
    "base first card": {"north": QUIET, "hand": "rrgv"},
    "base limit": {"plays": 3, "hand": "r"},
    "base move": moving(2),
    "base stay": moving(1, ants=STUCK),
    "base unload": arrived(8, box={"yellow": 3, "pink": 2}),
    "base refill": {"phase": "refill", "hand": "rgy", "box": {"blue": 3}},
    "base three": {"players": 3, "hand": "rrbb"},
    "play": {"north": QUIET, "own": MANY, "points": 15, "hand": "rgyv"},
    "alone": {"north": QUIET, "hand": "rgyv"},
    "used": {"own": MANY, "used": MANY.split(), "points": 30, "bought": True},
    "move": moving(2, own=MANY, points=8),
    "unload": arrived(8, own=MANY, points=8, box={"yellow": 3, "pink": 2}),
    "stick": {"phase": "stick", "as": "violet", "own": "stick", "north": QUIET, "hand": "rrgb"},
    "face down": moving(1, **{"as": "grey", "own": "stick"}),
    "ladybird": {"phase": "ladybird", "source": 48, "own": "ladybird", "stored": {"48": 2}},
    "carried": {
        "phase": "ladybird",
        "source": 48,
        "carried": 1,
        "own": "ladybird",
        "stored": {"48": 2},
    },
    "hop": {
        "phase": "hop",
        "card": "nw",
        "north": "....rgv.....",
        "own": "grasshopper",
        "box": {"blue": 3},
    },
    "refill": {"phase": "refill", "hand": "rgy", "box": {"blue": 3}, "own": MANY, "points": 30},
}


def make(name: str) -> fm.State:
    doc = POSITIONS[name]
    return position(**doc) if name.startswith("base") else friends(**doc)


# What is wanted in each phase.
WANTED = {
    "base play": "MC-3.2",
    "base move": "MC-4.11",
    "base unload": "MC-5.5",
    "base refill": "MC-7.1",
    "play": "MC-3.2",
    "move": "MC-4.11",
    "unload": "MC-5.5",
    "stick": "MC-10.17",
    "ladybird": "MC-10.8",
    "hop": "MC-10.27",
    "refill": "MC-7.1",
}
PHASES_OF = {
    "play red nw": ("play", "stick"),
    "end": ("play",),
    "go 4": ("move",),
    "stay": ("move",),
    "unload 0": ("unload",),
    "stock pink": ("refill", "hop"),
    "stick red": ("play",),
    "leave": ("hop",),
    "carry 8": ("ladybird",),
    "done": ("ladybird",),
}
OUT_OF_PLACE = [
    (name, action)
    for name, action in itertools.product(WANTED, PHASES_OF)
    if name.removeprefix("base ") not in PHASES_OF[action]
]
OF_FRIENDS = ("stick", "leave", "carry", "done", "buy", "ladybird", "dragonfly", "bumblebee")


@pytest.mark.rule("MC-3.2", "MC-4.11", "MC-5.5", "MC-7.1", "MC-10.8", "MC-10.17", "MC-10.27")
@pytest.mark.parametrize(("name", "action"), OUT_OF_PLACE)
def test_what_is_wanted_now(name: str, action: str) -> None:
    base = name.startswith("base") and action.split()[0] in OF_FRIENDS
    assert refuse(make(name), action) == ("MC-9.1" if base else WANTED[name])


@pytest.mark.rule("MC-9.12")
@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", ["before a card", "before the move", "before unloading", "after the last card"]),
        ("de", ["vor einer Karte", "vor dem Ziehen", "vor dem Abladen", "nach der letzten Karte"]),
        (
            "fr",
            [
                "avant une carte",
                "avant le déplacement",
                "avant le déchargement",
                "après la dernière carte",
            ],
        ),
    ],
)
def test_all_moments_for_friends_are_named(language: str, words: list[str]) -> None:
    state = make("refill")
    with pytest.raises(fm.IllegalAction) as caught:
        state.play(0, "buy snail")
    assert caught.value.rule == "MC-9.12"
    said = phrases(state.game.book.package, language)("refusals.moment")
    assert all(word in said for word in words)


NAMED = [
    ("base limit", "play red nw", "MC-3.7"),
    ("base play", "play red sw", "MC-3.6"),
    ("base play", "play black sw", "MC-3.6"),
    ("base play", "play black nw", "MC-3.3"),
    ("base three", "play grey sw", "MC-3.3"),
    ("base first card", "end", "MC-3.10"),
    ("base move", "go 3", "MC-4.6"),
    ("base move", "go 19", "MC-4.7"),
    ("base move", "go 49", "MC-4.5"),
    ("base move", "stay", "MC-4.11"),
    ("base stay", "go 3", "MC-4.5"),
    ("base stay", "go 2", "MC-4.7"),
    ("base unload", "unload 3", "MC-5.4"),
    ("base unload", "unload 4", "MC-5.4"),
    ("base play", "buy snail", "MC-9.1"),
    ("base play", "dragonfly red grey", "MC-9.1"),
    ("alone", "stick red", "MC-9.14"),
    ("alone", "ladybird 8", "MC-9.14"),
    ("alone", "ladybird 1", "MC-9.14"),
    ("alone", "dragonfly red grey", "MC-9.14"),
    ("alone", "bumblebee yellow pink", "MC-9.14"),
    ("alone", "bumblebee yellow yellow", "MC-9.14"),
    ("alone", "buy rhino", "MC-9.10"),
    ("used", "stick red", "MC-9.17"),
    ("used", "ladybird 8", "MC-9.17"),
    ("used", "dragonfly red grey", "MC-9.17"),
    ("used", "bumblebee yellow pink", "MC-9.17"),
    ("used", "buy snail", "MC-9.11"),
    ("used", "buy stick", "MC-9.11"),
    ("play", "buy stick", "MC-9.9"),
    ("play", "ladybird 1", "MC-10.8"),
    ("play", "bumblebee pink yellow", "MC-10.15"),
    ("play", "bumblebee yellow yellow", "MC-10.15"),
    ("move", "go 49", "MC-4.5"),
    ("move", "stick red", "MC-4.11"),
    ("unload", "unload 3", "MC-5.4"),
    ("unload", "stick red", "MC-5.5"),
    ("stick", "play yellow nw", "MC-3.3"),
    ("stick", "play red se", "MC-3.6"),
    ("ladybird", "carry 48", "MC-10.6"),
    ("ladybird", "carry 3", "MC-10.6"),
    ("ladybird", "done", "MC-10.7"),
    ("ladybird", "ladybird 8", "MC-9.12"),
    ("stick", "buy snail", "MC-9.12"),
    ("hop", "bumblebee blue pink", "MC-9.12"),
    ("refill", "dragonfly red grey", "MC-9.12"),
]


@pytest.mark.rule(
    "MC-3.3",
    "MC-3.6",
    "MC-3.7",
    "MC-3.10",
    "MC-4.5",
    "MC-4.6",
    "MC-4.7",
    "MC-4.11",
    "MC-5.4",
    "MC-5.5",
    "MC-9.1",
    "MC-9.9",
    "MC-9.10",
    "MC-9.11",
    "MC-9.12",
    "MC-9.14",
    "MC-9.17",
    "MC-10.6",
    "MC-10.7",
    "MC-10.8",
    "MC-10.15",
)
@pytest.mark.parametrize(("name", "action", "rule"), NAMED)
def test_a_refusal_names_its_rule(name: str, action: str, rule: str) -> None:
    assert refuse(make(name), action) == rule


@pytest.mark.rule("MC-3.10", "MC-3.11")
@pytest.mark.parametrize(
    ("fields", "ends"),
    [
        ({"plays": 1}, True),
        ({}, False),
        ({"options": {"first_card": "may"}}, True),
        ({"options": {"stuck": "unplayable"}, "hand": "rrrr", "ants": STUCK}, True),
    ],
)
def test_the_end_of_the_turn_is_named_only_where_it_is_allowed(fields: Doc, ends: bool) -> None:
    state = position(**{"north": QUIET, "hand": "rrg", **fields})
    assert ("end" in texts(state)) is ends
    with pytest.raises(fm.IllegalAction) as caught:
        state.play(0, "go 4")
    wanted = "now a card is laid, or the turn ended" if ends else "now a card must be laid"
    assert wanted in str(caught.value)


@pytest.mark.rule("MC-3.1")
@pytest.mark.parametrize("name", POSITIONS)
def test_out_of_turn(name: str) -> None:
    state = make(name)
    assert refuse(state, texts(state)[0], by=1) == "MC-3.1"


@pytest.mark.rule("MC-3.2")
@pytest.mark.parametrize("name", POSITIONS)
def test_all_other_actions_are_refused(name: str) -> None:
    state = make(name)
    legal = set(state.codes(0))
    assert legal
    assert [action.code for action in state.actions(0)] == state.codes(0)
    for code in range(state.game.actions_size):
        if code in legal:
            play(state.copy(), state.notation(code))
        else:
            assert refuse(state, code) in NUMBERS


@pytest.mark.rule("MC-3.2")
@pytest.mark.parametrize(
    "nonsense",
    [-1, 231, 1000, "play green nw", "play red north", "go 0", "go 50", "unload 5", "dig", ""],
)
def test_what_is_no_action_is_refused(nonsense: str | int) -> None:
    # No rule forbids it, so none need be named.
    state = make("base play")
    before = state.to_bytes()
    with pytest.raises(fm.IllegalAction):
        state.play(0, nonsense)
    assert state.to_bytes() == before
