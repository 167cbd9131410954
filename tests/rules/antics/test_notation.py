"""How actions are written; the numbers and names of hexes are those of sections 5 and 16."""

from __future__ import annotations

import pytest

from formicarium.core.text import LANGUAGES
from tests.rules.antics.helpers import position, seat
from tests.rules.antics.reckoning import ACTIONS, COLOURS, KINDS, NESTS, PREY, WAYS, Doc

GORGE_AND_PATHS = ["gorge", *map(str, range(1, 48))]
FOODS = [*PREY, *(f"{c} {path}" for c in ("green", "brown") for path in GORGE_AND_PATHS)]

# In the order of the codes.
NOTATION = [
    *(f"use {number}" for number in range(1, 127)),
    *(f"hero {action}" for action in ACTIONS),
    "end",
    *(f"take {field}{row}" for field in range(1, 6) for row in "abc"),
    *(f"tile {kind}" for kind in KINDS),
    *(f"hex {number}{way}" for number in range(1, 127) for way in ("", *(f" {w}" for w in WAYS))),
    *(f"lay {way}" for way in WAYS),
    *(f"lay {way} swapped" for way in WAYS),
    *(f"hatch {nest}" for nest in NESTS),
    "bridge",
    *(f"place {path}" for path in range(1, 48)),
    *(f"secure {path}" for path in GORGE_AND_PATHS),
    *(f"recall {path}" for path in GORGE_AND_PATHS),
    *(f"dismiss {path}" for path in GORGE_AND_PATHS),
    *(f"leave {nest}" for nest in NESTS),
    *(f"load {clearing}" for clearing in range(32)),
    *(f"carry {food}" for food in FOODS),
    *(f"to {path}" for path in GORGE_AND_PATHS),
    "home",
    "done",
    *(f"steal {player} {food}" for player in range(1, 5) for food in FOODS),
    *(f"store {number}" for number in range(1, 127)),
    *(f"return {kind}" for kind in KINDS),
    *(f"anteater {colour}" for colour in COLOURS),
]


@pytest.mark.rule("AN-1.4", "AN-5.15", "AN-5.17", "AN-8.16", "AN-11.2")
def test_every_action_has_its_notation() -> None:
    state = position()
    assert state.game.actions_size == len(NOTATION) == 2011
    assert [state.notation(code) for code in range(2011)] == NOTATION
    assert [state.code_of(text) for text in NOTATION] == list(range(2011))


@pytest.mark.rule("AN-5.17", "AN-8.16")
@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("USE 4", "use 4"),
        ("  take   1A ", "take 1a"),
        ("Hex 4 SE", "hex 4 se"),
        ("tile transport+scout", "tile scout+transport"),
        ("STEAL 2 Brown Gorge", "steal 2 brown gorge"),
    ],
)
def test_spaces_case_and_order_do_not_matter(written: str, meant: str) -> None:
    state = position()
    assert state.code_of(written) == NOTATION.index(meant)


@pytest.mark.rule("AN-5.17")
def test_a_hex_by_its_coordinates() -> None:
    state = position()
    assert state.notation(state.code_of("hex 1,1") or 0) == "hex 4"
    assert state.notation(state.code_of("hex -1,1") or 0) == "hex 1 sw"
    assert state.code_of("hex 9,9") is None
    assert position(phase="over").code_of("hex 0,0") is None


# What random play seldom meets, in words.
TOLD = [
    ({"nests": {"red": 3}}, {}, {"phase": "ants", "steps": 3}, "bridge", "a bridge across"),
    (
        {"workers": ["gorge"], "nests": {"red": 1}},
        {},
        {"phase": "ants", "steps": 1},
        "secure gorge",
        "Secure the gorge",
    ),
    (
        {"workers": [2], "nests": {"red": 1}},
        {"workers": [2], "carrying": ["beetle 2"]},
        {},
        "steal 2 beetle",
        "Steal from player 2 on path 2: beetle",
    ),
    (
        {"waiting": ["beetle"]},
        {},
        {"phase": "store"},
        "store 4",
        "on hex 4 (hatch, level 1): beetle",
    ),
]


@pytest.mark.parametrize(("own", "other", "fields", "notation", "told"), TOLD)
def test_actions_in_words(own: Doc, other: Doc, fields: Doc, notation: str, told: str) -> None:
    state = position(own, other, **fields)
    (action,) = (one for one in state.actions(seat(state)) if one.text == notation)
    assert told in action.describe("en")
    assert len({action.describe(language) for language in LANGUAGES}) == len(LANGUAGES)
