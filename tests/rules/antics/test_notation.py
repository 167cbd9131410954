"""How actions are written; the numbers and names of hexes are those of sections 5 and 16."""

from __future__ import annotations

import pytest

from formicarium.core.text import LANGUAGES, phrases
from formicarium.games.antics.actions import (
    NOTATIONS,
    ON_HEX,
    Code,
    food_of,
    food_of_pick,
    food_parts,
    is_load,
    laying_of,
    laying_parts,
    spot_of,
    spot_parts,
    take_of,
    take_parts,
    theft_of,
    theft_parts,
)
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


def test_numbers_that_stand_for_several_things_can_be_taken_apart() -> None:
    for take in range(15):
        place, row = take_parts(take)
        assert NOTATIONS[Code.TAKE + take_of(place, row)] == f"take {place}{'abc'[row]}"
    for number in range(1, 127):
        for way in (ON_HEX, *range(6)):
            side = "" if way == ON_HEX else " " + [*WAYS][way]
            spot = spot_of(number, way)
            assert NOTATIONS[Code.HEX + spot] == f"hex {number}{side}"
            assert spot_parts(spot) == (number, way)
    for laying in range(12):
        way, swapped = laying_parts(laying)
        assert NOTATIONS[Code.LAY + laying].endswith("swapped") == swapped
        assert laying_of(way, swapped) == laying


def test_food_can_be_taken_apart_whoever_carries_it() -> None:
    things = (*PREY, "green", "brown")
    for food, name in enumerate(FOODS):
        thing, path = food_parts(food)
        assert food_of(thing, path) == food
        assert name in (things[thing], f"{things[thing]} {GORGE_AND_PATHS[path]}")
        assert not is_load(Code.CARRY - Code.LOAD + food)
        assert food_of_pick(Code.CARRY - Code.LOAD + food) == food
        for victim in range(4):
            theft = theft_of(victim, food)
            assert NOTATIONS[Code.STEAL + theft] == f"steal {victim + 1} {name}"
            assert theft_parts(theft) == (victim, food)
    assert all(is_load(clearing) for clearing in range(32))


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
    assert state.code_of("hex \uff11,1") is None
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
        "Steal from seat 2 on path 2: beetle",
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


SPEAK = {
    "en": "(nothing to do there)",
    "de": "(dort gibt es nichts zu tun)",
    "fr": "rien à y faire)",
}
EMPTY = ["- . . . . blue", "- . . . . grey", "- . . . . green"]


@pytest.mark.rule("AN-3.11")
@pytest.mark.parametrize(
    ("own", "fields", "idle"),
    [
        ({}, {}, [1, 3, 5, 6]),
        ({"tiles": ["scout+hatch"]}, {}, [3, 5]),
        ({"workers": [2]}, {}, [1, 6]),
        ({"nests": {"red": 11}}, {}, [1, 4, 5, 6]),
        ({}, {"display": EMPTY, "taken": True}, [1, 2, 3, 5, 6]),
    ],
)
def test_an_action_with_nothing_to_do_says_so(own: Doc, fields: Doc, idle: list[int]) -> None:
    state = position(own, **fields)
    told = {action.text: action for action in state.actions(0)}
    for language, words in SPEAK.items():
        said = [n for n in range(1, 7) if words in told[f"use {n}"].describe(language)]
        assert said == idle
    # Hexes 1 to 5 show build, scout, ants, hatch and transport.
    symbols = dict(enumerate(("build", "scout", "ants", "hatch", "transport"), 1))
    heroes = [
        n for n, symbol in symbols.items() if "nothing" in told[f"hero {symbol}"].describe("en")
    ]
    assert heroes == [n for n in idle if n < 6]
    for number in idle:
        after = state.copy()
        after.play(0, f"use {number}")
        assert after.to_position()["phase"] == "act"


@pytest.mark.parametrize(
    ("notation", "language", "told"),
    [
        ("use 4", "de", "Wabe 4 nutzen: Schlüpfen auf Ebene 1"),
        ("use 4", "fr", "Utiliser la case 4 : éclosion (niveau 1)"),
        ("steal 2 beetle", "de", "Von Platz 2 stehlen (Pfad 2): Käfer"),
        ("steal 2 beetle", "fr", "Voler à la place 2 (chemin 2) : scarabée"),
    ],
)
def test_words_in_other_languages(notation: str, language: str, told: str) -> None:
    state = position(
        {"workers": [2], "nests": {"red": 1}}, {"workers": [2], "carrying": ["beetle 2"]}
    )
    (action,) = (one for one in state.actions(0) if one.text == notation)
    assert action.describe(language) == told


GAPS = "hex level symbol food side field row tile first second way nest ant path start end"
GAPS += " clearing whom colour n tiles steps soldiers"
FIELDS_NAMED = {"actions.take", "drawing.now.scout", "refusals.other_field"}


def test_hexes_are_waben_and_fields_are_on_display() -> None:
    say = phrases("formicarium.games.antics", "de")
    for key in sorted(say.keys):
        if key.startswith(("actions.", "refusals.", "drawing.")):
            words = say(key, **dict.fromkeys(GAPS.split(), "X"))
            assert ("Feld" in words) is (key in FIELDS_NAMED), key


def test_steps_are_etapes() -> None:
    say = phrases("formicarium.games.antics", "fr")
    assert (say.count("steps", 1), say.count("steps", 2)) == ("encore 1 étape", "encore 2 étapes")
    assert "étapes" in say("refusals.theft_in_step")
