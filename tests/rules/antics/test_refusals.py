"""Whoever tries what is not allowed is told by which rule, and nothing changes."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

import formicarium as fm
from formicarium.core.text import phrases
from tests.rules.antics.helpers import position, refuse, seat, texts, tower
from tests.rules.antics.reckoning import Doc

START = "scout+hatch"
LEVEL_2 = ["scout+build 1,0 se"]
HOLE = ["scout+build 2,-1 nw", "scout+ants 0,-1 ne"]
ONE_FUNGUS = ["scout+fungus 0,0 se"]
SEVEN = tower(
    "scout+build",
    "scout+ants",
    "build+hatch",
    "build+ants",
    "hatch+ants",
    "hatch+transport",
    "ants+transport",
)
THIEF: Doc = {"workers": [2], "nests": {"red": 1}}
VICTIM: Doc = {"workers": [2], "carrying": ["beetle 2"]}
BUSY: Doc = {"workers": [1, 5, 16, 21], "nests": {"red": 1}}


Make = Callable[[], fm.State]


def act(own: Doc | None = None, *others: Doc, **fields: Any) -> Make:
    return partial(position, own or {}, *others, **fields)


def scouting(**fields: Any) -> Make:
    display = ["- . . . . blue", ". . . . . grey", ". . . . . green"]
    return partial(position, phase="scout", level=3, **{"display": display, **fields})


def choosing() -> Make:
    return partial(position, {"tiles": [START, "scout+build"]}, phase="tile", steps=1)


def putting(own: Doc | None = None, **fields: Any) -> Make:
    return partial(
        position, {"tiles": [START], **(own or {})}, phase="hex", steps=1, tile=START, **fields
    )


def laying(spot: str, own: Doc | None = None, **fields: Any) -> Make:
    own = {"tiles": [START], **(own or {})}
    return partial(position, own, phase="lay", steps=1, tile=START, spot=spot, **fields)


def hatching(own: Doc | None = None, *others: Doc, **fields: Any) -> Make:
    return partial(position, own or {}, *others, phase="hatch", steps=2, **fields)


def sending(own: Doc | None = None, *others: Doc, steps: int = 5, **fields: Any) -> Make:
    own = own or {"nests": {"water": 1}}
    return partial(position, own, *others, phase="ants", steps=steps, **fields)


def moving(own: Doc | None = None, *others: Doc, **fields: Any) -> Make:
    return partial(position, own or BUSY, *others, phase="transport", steps=3, **fields)


def giving(pick: str, own: Doc) -> Make:
    return partial(position, own, phase="give", steps=2, pick=pick)


def storing(own: Doc | None = None, **fields: Any) -> Make:
    return partial(position, {"waiting": ["ladybird"], **(own or {})}, phase="store", **fields)


def returning() -> Make:
    return partial(position, {"tiles": [START] * 2 + ["scout+build"] * 2}, phase="return")


def arriving() -> Make:
    display = ["blue . . . . .", "grey . . . . .", ". . . . . green"]
    return partial(position, phase="anteater", display=display)


def case(make: Make, action: str, rule: str) -> Any:
    return pytest.param(make, action, f"AN-{rule}", id=f"{action}: {rule}")


def named() -> list[Any]:
    leaf: Doc = {"workers": [1, 5, 15, 16, 21], "carrying": ["brown 16"]}
    home: Doc = {"workers": [1, 5, 15, 16], "carrying": ["brown 5"]}
    crowd: Doc = {"workers": [5, 15, 16, 6], "carrying": ["brown 5", "green 6"]}
    poor: Doc = {"workers": [2], "nests": {"red": 10}}
    laden: Doc = {"workers": [3, 12, 24, 38], "carrying": ["green 12"]}
    return [
        # use and hero
        case(act(marked=[1, 2, 3]), "use 4", "3.2"),
        case(act(marked=[1, 2, 3]), "use 1", "3.2"),
        case(act(marked=[1, 2, 3]), "hero scout", "3.2"),
        case(act(), "use 7", "3.3"),
        case(act({"hill": ONE_FUNGUS}), "use 6", "1.3"),
        case(act(marked=[4]), "use 4", "3.5"),
        case(act({"stored": {"beetle": 4}}), "use 4", "3.7"),
        case(act(hero=True), "hero hatch", "3.9"),
        case(act(hero=True, marked=[1, 2]), "hero hatch", "3.2"),
        # what is wanted now
        *(case(act(), action, "3.3") for action in ("take 1a", "done", "home", "store 1", "hex 1")),
        *(case(scouting(), action, "4.2") for action in ("use 1", "done", "end", "hatch red")),
        *(case(choosing(), action, "5.2") for action in ("hex 1", "done", "end", "lay e")),
        *(case(putting(), action, "5.15") for action in ("lay e", "done", f"tile {START}")),
        *(case(laying("2"), action, "5.15") for action in ("hex 2", "done", f"tile {START}")),
        *(case(hatching(), action, "6.1") for action in ("use 1", "end", "place 1", "hero ants")),
        *(case(sending(), action, "7.1") for action in ("use 1", "end", "hatch red", "load 6")),
        *(case(moving(), action, "8.1") for action in ("use 1", "end", "to 5", "home", "place 2")),
        *(
            case(giving("load 13", BUSY), action, "8.16")
            for action in ("load 13", "done", "carry beetle", "end")
        ),
        *(case(storing(), action, "10.2") for action in ("end", "done", f"return {START}")),
        *(case(returning(), action, "10.7") for action in ("end", "done", "store 1", "use 1")),
        *(case(arriving(), action, "11.2") for action in ("end", "done", "store 1", "use 1")),
        # scout
        case(scouting(), "take 2a", "4.1"),
        case(scouting(), "take 1a", "4.4"),
        case(
            scouting(display=["blue . . . . .", ". . . . . grey", ". . . . . green"]),
            "take 1a",
            "4.5",
        ),
        # build
        case(choosing(), "tile build+ants", "5.1"),
        case(choosing(), "tile scout+scout", "5.1"),
        case(putting(), "hex 7", "5.6"),
        case(putting(marked=[1]), "hex 1", "5.10"),
        case(putting({"stored": {"beetle": 1}}), "hex 1", "5.11"),
        case(putting({"stored": {"beetle": 2}}, marked=[1]), "hex 1", "5.10"),
        case(putting({"hill": SEVEN}), "hex 2", "5.5"),
        case(putting({"hill": LEVEL_2}), "hex 3", "5.4"),
        case(putting({"hill": LEVEL_2}), "hex 2", "5.8"),
        case(putting(marked=[6]), "hex 1", "5.10"),
        case(putting({"stored": {"beetle": 6}}), "hex 1", "5.11"),
        case(putting(), "hex 7 e", "5.6"),
        case(putting(), "hex 1 e", "5.17"),
        case(putting(), "hex 6 w", "5.17"),
        case(putting({"hill": HOLE}), "hex 1 ne", "5.4"),
        case(laying("2"), "lay e swapped", "5.18"),
        case(laying("2"), "lay ne", "5.4"),
        case(laying("2"), "lay w", "5.8"),
        case(laying("6", {"hill": ["scout+build 2,0 w"]}), "lay ne", "5.4"),
        case(laying("2", marked=[3]), "lay e", "5.10"),
        case(laying("2", {"stored": {"beetle": 3}}), "lay e", "5.11"),
        case(laying("3 e"), "lay w", "5.4"),
        case(laying("3 e"), "lay w swapped", "5.4"),
        case(laying("3 e"), "lay nw swapped", "5.18"),
        # hatch
        case(hatching({"nests": {"water": 1}}, first_nest="water"), "hatch red", "6.2"),
        case(hatching(poor, VICTIM), "hatch water", "6.5"),
        # ants!
        case(sending(), "place 41", "7.2"),
        case(sending({"nests": {"water": 1}, "workers": [2]}), "place 2", "7.5"),
        case(sending({"nests": {"red": 1}, "workers": [2]}), "place 2", "7.5"),
        case(sending(), "place 1", "7.2"),
        case(sending(), "place 10", "7.3"),
        case(sending({"nests": {"red": 3}, "workers": ["gorge"]}), "bridge", "7.12"),
        case(sending({"nests": {"red": 2}}, steps=2), "bridge", "7.10"),
        case(sending({"nests": {"red": 2}}), "bridge", "7.9"),
        case(
            sending({"nests": {"red": 1}, "workers": ["gorge"]}, options={"gorge": "apart"}),
            "secure gorge",
            "7.14",
        ),
        case(sending({"nests": {"red": 1}}), "secure 2", "7.6"),
        case(sending({"nests": {"red": 1}}), "secure gorge", "7.6"),
        case(sending({"nests": {"red": 1}}), "secure 41", "7.6"),
        case(sending({"workers": [2], "soldiers": [2]}), "secure 2", "7.7"),
        case(sending({"workers": [2]}, {"workers": [2], "soldiers": [2]}), "secure 2", "7.7"),
        case(sending({"workers": [2]}), "secure 2", "7.6"),
        case(sending(), "recall 2", "7.15"),
        case(sending(), "recall gorge", "7.15"),
        case(sending({"workers": [2, 10], "carrying": ["green 2"]}), "recall 2", "7.17"),
        case(sending({"workers": [2, 10], "soldiers": [2]}), "recall 2", "7.18"),
        case(sending({"workers": [2, 10]}), "recall 2", "7.16"),
        case(sending({"workers": [2]}), "dismiss 2", "7.15"),
        case(sending({"workers": [2]}), "leave red", "7.15"),
        # transport
        case(moving(), "load 1", "8.2"),
        case(moving(), "load 31", "8.2"),
        case(moving({"workers": [5, 15, 16, 34], "stored": {"butterfly": 1}}), "load 22", "8.3"),
        case(moving({**BUSY, "stored": {"butterfly": 1}}), "load 22", "8.3"),
        case(moving(), "load 22", "8.2"),
        case(moving({"workers": [5, 16], "carrying": ["green 16"]}), "load 13", "8.9"),
        case(moving(), "carry beetle", "8.5"),
        case(moving(), "carry green 5", "8.5"),
        case(moving({"workers": [5, 16], "carrying": ["green 16"]}), "carry green 5", "8.5"),
        case(
            moving({"workers": [5, 16], "carrying": ["green 16", "brown 5"]}),
            "carry green 16",
            "8.9",
        ),
        case(giving("load 13", BUSY), "to 5", "8.2"),
        case(giving("load 13", BUSY), "to 2", "8.2"),
        case(giving("load 13", BUSY), "home", "8.2"),
        case(giving("load 9", laden), "to 12", "8.9"),
        case(giving("carry brown 16", leaf), "to 1", "8.5"),
        case(giving("carry brown 16", leaf), "to 6", "8.5"),
        case(giving("carry brown 16", leaf), "home", "8.7"),
        case(giving("carry brown 5", home), "to 1", "8.6"),
        case(giving("carry brown 5", crowd), "to 6", "8.9"),
        # stealing
        *(
            case(make, "steal 2 beetle", "9.1")
            for make in (putting(), laying("2"), giving("load 13", BUSY))
        ),
        *(case(make, "steal 2 beetle", "9.9") for make in (storing(), returning(), arriving())),
        case(act(THIEF, VICTIM), "steal 1 beetle", "9.2"),
        case(act(THIEF, VICTIM, players=3), "steal 4 beetle", "9.2"),
        case(act(THIEF, VICTIM), "steal 2 ladybird", "9.2"),
        case(
            act(
                {"workers": ["gorge"]},
                {"workers": ["gorge"], "carrying": ["beetle gorge"]},
                options={"gorge": "apart"},
            ),
            "steal 2 beetle",
            "7.14",
        ),
        case(act({"nests": {"red": 1}}, VICTIM), "steal 2 beetle", "9.2"),
        case(act({"workers": [2], "carrying": ["green 2"]}, VICTIM), "steal 2 beetle", "9.3"),
        case(act({"workers": [2]}, {**VICTIM, "soldiers": [2]}), "steal 2 beetle", "9.4"),
        case(
            act({**THIEF, "stored": {"beetle": 1}}, {**VICTIM, "soldiers": [2]}),
            "steal 2 beetle",
            "9.7",
        ),
        case(act({**THIEF, "stored": {"beetle": 1}}, VICTIM), "steal 2 beetle", "9.6"),
        # clean-up
        case(storing(), "store 7", "10.2"),
        case(storing({"stored": {"beetle": 4}}), "store 4", "10.3"),
        case(storing({"hill": ONE_FUNGUS}), "store 6", "10.4"),
        case(returning(), "return build+ants", "10.7"),
        case(arriving(), "anteater green", "11.1"),
        case(arriving(), "anteater red", "11.1"),
    ]


@pytest.mark.rule("AN-3.3")
@pytest.mark.parametrize(("make", "action", "rule"), named())
def test_a_refusal_names_its_rule(make: Make, action: str, rule: str) -> None:
    assert refuse(make(), action) == rule


def everywhere() -> list[Make]:
    """A position of every phase."""
    return [
        act(THIEF, VICTIM, marked=[1]),
        scouting(),
        choosing(),
        putting({"hill": LEVEL_2}),
        laying("3 e"),
        hatching(),
        sending(BUSY),
        moving(),
        giving("load 13", BUSY),
        storing(),
        returning(),
        arriving(),
    ]


@pytest.mark.rule("AN-3.1")
@pytest.mark.parametrize("number", range(12))
def test_out_of_turn(number: int) -> None:
    state = everywhere()[number]()
    assert seat(state) == 0
    for other in (1, 2, 3):
        assert refuse(state, texts(state)[0], by=other) == "AN-3.1"


@pytest.mark.rule("AN-12.4")
@pytest.mark.parametrize("action", ["end", "use 1", "steal 2 beetle", "store 1"])
def test_the_game_is_over(action: str) -> None:
    state = position(phase="over")
    for by in range(4):
        assert refuse(state, action, by=by) == "AN-12.4"


@pytest.mark.rule("AN-3.3")
@pytest.mark.parametrize("number", range(12))
def test_all_other_actions_are_refused(number: int) -> None:
    state = everywhere()[number]()
    legal = state.codes(0)
    assert legal == sorted({*legal})
    before = state.to_bytes()
    for code in legal:
        after = state.copy()
        after.play(0, code)
        assert after.to_bytes() != before
    # Every fifth of the others, in each phase other ones.
    for code in sorted({*range(number % 5, state.game.actions_size, 5)} - {*legal}):
        with pytest.raises(fm.IllegalAction) as caught:
            state.play(0, code)
        assert caught.value.rule.startswith("AN-")
    assert state.to_bytes() == before


@pytest.mark.rule("AN-3.3")
@pytest.mark.parametrize(
    "nonsense",
    [
        *(-1, 2011, "", "dig", "use 0", "use 127", "hero fungus", "take 6a", "take 1d", "hex"),
        *("tile dig+scout", "hex 1 north", "lay up", "hatch mud", "place 48", "load 32"),
        *("carry wasp", "steal 5 beetle", "anteater pink"),
    ],
)
def test_what_is_no_action_is_refused(nonsense: str | int) -> None:
    # No rule forbids it, so none need be named.
    state = position()
    before = state.to_bytes()
    with pytest.raises(fm.IllegalAction):
        state.play(0, nonsense)
    assert state.to_bytes() == before


def told(state: fm.State, action: str, language: str) -> str:
    """A refusal in words."""
    book, code = state.game.book, state.code_of(action)
    assert code is not None
    refusal = book.refusal(state.game.parts_row, state.row, seat(state), code)
    return phrases(book.package, language)(refusal.phrase, **refusal.values)


@pytest.mark.rule("AN-7.6", "AN-7.14")
@pytest.mark.parametrize(
    ("action", "language", "words"),
    [
        ("secure 2", "en", "none of your workers stands on path 2"),
        ("secure 2", "de", "auf Pfad 2 steht keine eigene Arbeiterin"),
        ("secure 2", "fr", "aucune de tes ouvrières n'est sur le chemin 2"),
        ("secure gorge", "en", "none of your workers stands on the gorge"),
        ("secure gorge", "de", "auf der Schlucht steht keine eigene Arbeiterin"),
        ("secure gorge", "fr", "aucune de tes ouvrières n'est sur la gorge"),
    ],
)
def test_a_refusal_names_the_place_in_words(action: str, language: str, words: str) -> None:
    assert told(sending({"nests": {"red": 1}})(), action, language) == words


@pytest.mark.rule("AN-9.2")
def test_a_refusal_speaks_of_players() -> None:
    state = act(THIEF, VICTIM)()
    assert "dieser Spieler" in told(state, "steal 2 ladybird", "de")
    assert "ce joueur" in told(state, "steal 2 ladybird", "fr")


@pytest.mark.rule("AN-7.5", "AN-7.12")
def test_a_refusal_speaks_of_yours() -> None:
    table = phrases("formicarium.games.antics", "en")
    gaps = dict.fromkeys(("hex", "path", "clearing", "level", "steps", "soldiers", "field"), "X")
    for key in table.keys:
        if key.startswith("refusals."):
            assert " own " not in table(key, **gaps), key
