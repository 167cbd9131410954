"""Section 1: components and words."""

from __future__ import annotations

from typing import Any, get_args

import pytest

import formicarium as fm
from formicarium.games.antics.knowledge import (
    ColourName,
    PhaseName,
    PreyName,
    SymbolName,
    WayName,
)
from formicarium.games.antics.state import Colour, Phase, Prey, Symbol, Way, names
from tests.rules.antics.helpers import (
    bag,
    carrying,
    game,
    hexes,
    line,
    nests,
    offered,
    phase,
    play,
    position,
    prey,
    refuse,
    supply,
    texts,
    tiles,
)
from tests.rules.antics.reckoning import (
    ANTEATERS,
    COLOURS,
    KINDS,
    NESTS,
    PREY,
    Table,
    all_tiles,
    kind,
)

RIVALS = [
    ["blue", "grey", "green"],
    ["red", "yellow", "brown"],
]


@pytest.mark.rule("AN-1.1", "AN-2.7")
@pytest.mark.parametrize(
    ("colony", "left"),
    [
        ({}, 11),
        ({"nests": {"water": 11}}, 0),
        ({"nests": {"flower": 1, "red": 2}}, 8),
        ({"workers": [1, 2, "gorge"], "soldiers": [2]}, 7),
        ({"nests": {"soil": 3}, "workers": [5], "soldiers": [5]}, 6),
    ],
)
def test_twelve_ants_with_the_one_on_the_great_anthill(colony: dict[str, Any], left: int) -> None:
    assert supply(position(colony)) == left


@pytest.mark.rule("AN-1.1")
@pytest.mark.parametrize(
    "colony",
    [
        {"nests": {"water": 12}},
        {"nests": {"water": 6, "red": 6}},
        {"nests": {"red": 10}, "workers": [1], "soldiers": [1]},
    ],
)
def test_nobody_has_a_thirteenth_ant(colony: dict[str, Any]) -> None:
    with pytest.raises(fm.BadPosition):
        position(colony)


@pytest.mark.rule("AN-1.2")
@pytest.mark.parametrize(("players", "count"), [(2, 58), (3, 59), (4, 60)])
def test_sixty_tiles_less_the_start_tiles_of_the_absent(players: int, count: int) -> None:
    state = game(players).start(seed=3)
    outside = Table(state.to_position()).tiles()
    assert (outside + bag(state)).total() == count
    assert outside + bag(state) == all_tiles(players)


@pytest.mark.rule("AN-1.2")
def test_no_tile_is_there_a_fifth_time() -> None:
    position({"hill": line(["scout+build"] * 4)})
    with pytest.raises(fm.BadPosition):
        position({"hill": line(["scout+build"] * 5)})


@pytest.mark.rule("AN-1.3")
def test_five_symbols_are_actions_and_fungus_is_none() -> None:
    hill = ["scout+fungus 3,0 e", "ants+fungus 2,-1 e"]
    state = position({"hill": hill})
    assert {symbol for _, symbol in hexes(state).values()} == {
        *("scout", "build", "hatch", "ants", "transport", "fungus")
    }
    assert offered(state, "use") == ["1", "2", "3", "4", "5", "6", "7", "9"]
    assert offered(state, "hero") == ["scout", "build", "hatch", "ants", "transport"]
    assert refuse(state, "use 8") == "AN-1.3"
    assert refuse(state, "use 10") == "AN-1.3"


@pytest.mark.rule("AN-1.4")
@pytest.mark.parametrize("pair", [name for name in KINDS if len({*name.split("+")}) == 2])
def test_a_tile_is_named_by_its_symbols_in_either_order(pair: str) -> None:
    turned = "+".join(reversed(pair.split("+")))
    assert kind(turned) == pair
    state = position()
    for word in ("tile", "return"):
        code = state.code_of(f"{word} {pair}")
        assert code is not None
        assert state.code_of(f"{word} {turned}") == code
        assert state.notation(code) == f"{word} {pair}"
    assert position({"tiles": [turned]}) == position({"tiles": [pair]})


@pytest.mark.rule("AN-1.4")
def test_tiles_with_the_same_symbols_are_alike() -> None:
    state = position({"tiles": ["hatch+scout", "scout+hatch", "ants+build"]})
    play(state, "hero build")
    assert texts(state) == ["tile scout+hatch", "tile build+ants"]
    assert tiles(state) == ["scout+hatch", "scout+hatch", "build+ants"]


@pytest.mark.rule("AN-1.5")
def test_six_kinds_of_prey_and_two_of_leaves() -> None:
    state = position()
    assert prey(state) == dict.fromkeys(PREY, 3)
    assert len(state.to_position()["leaves"]) == 10


@pytest.mark.rule("AN-1.5")
@pytest.mark.parametrize(
    "fields",
    [
        {"prey": {"beetle": 4}},
        {"prey": {"beetle": -1}},
        {"prey": {"wasp": 1}},
        {"leaves": [6, 6, 7, 9, 11, 13, 14, 15, 17, 18, 19]},
        {"leaves": [6, 7, 9, 11, 14, 15, 17, 18, 19]},
    ],
    ids=["a fourth beetle", "fewer than none", "a wasp", "eleven leaves", "a leaf missing"],
)
def test_no_more_and_no_other_food(fields: dict[str, Any]) -> None:
    with pytest.raises(fm.BadPosition):
        position(**fields)


@pytest.mark.rule("AN-1.5")
def test_prey_on_clearings_and_with_players_is_never_more_than_there_is() -> None:
    hunter = {"workers": [5, 15, 34], "carrying": ["butterfly 34"]}
    assert prey(position(hunter, hunter))["butterfly"] == 1
    assert prey(position(hunter, prey={"butterfly": 2}))["butterfly"] == 2
    with pytest.raises(fm.BadPosition):
        position(hunter, prey={"butterfly": 3})


@pytest.mark.rule("AN-1.6")
def test_six_nests_from_left_to_right() -> None:
    assert offered(position(phase="hatch", steps=1), "hatch") == [*NESTS]
    assert NESTS == ("flower", "grass", "water", "soil", "stone", "red")


@pytest.mark.rule("AN-1.6")
@pytest.mark.parametrize(
    ("nest", "paths"),
    [("flower", "5"), ("grass", "1"), ("water", "2"), ("soil", "3"), ("stone", "4"), ("red", "")],
)
def test_ants_of_five_nests_are_workers_and_those_of_the_red_one_soldiers(
    nest: str, paths: str
) -> None:
    state = position({"nests": {nest: 3}, "workers": []}, phase="ants", steps=3)
    assert offered(state, "place") == paths.split()
    assert ("bridge" in texts(state)) is (nest == "red")
    state = position({"nests": {nest: 1}, "workers": [1, 2, 3, 4, 5]}, phase="ants", steps=3)
    assert bool(offered(state, "secure")) is (nest == "red")


def arriving(colour: str, third: bool) -> fm.State:
    """One tile away from field 1, with or without the two others there."""
    names = next(row for row in RIVALS if colour in row)
    wait = "X . . . . ." if third else ". . . . . X"
    display = [(". X . . . ." if name == colour else wait).replace("X", name) for name in names]
    ants = dict.fromkeys(NESTS, 1)
    state = position({"nests": ants}, display=display)
    row = "abc"[names.index(colour)]
    play(state, "hero scout")
    if phase(state) == "scout":
        play(state, f"take 1{row}")
    return play(state, "end")


@pytest.mark.rule("AN-1.7", "AN-11.4")
@pytest.mark.parametrize(("colour", "kind_of_prey"), list(zip(COLOURS, PREY, strict=True)))
def test_prey_and_anteater_of_one_colour(colour: str, kind_of_prey: str) -> None:
    state = arriving(colour, third=False)
    assert prey(state) == {**dict.fromkeys(PREY, 3), kind_of_prey: 2}


@pytest.mark.rule("AN-1.7", "AN-11.8")
@pytest.mark.parametrize(("colour", "nest"), list(zip(COLOURS, NESTS, strict=True)))
def test_nest_and_anteater_of_one_colour(colour: str, nest: str) -> None:
    state = arriving(colour, third=True)
    assert nests(state) == {name: 1 for name in NESTS if name != nest}


@pytest.mark.rule("AN-1.8")
def test_three_anteaters_with_two_colours_each() -> None:
    assert ANTEATERS == [["blue", "red"], ["grey", "yellow"], ["green", "brown"]]


@pytest.mark.rule("AN-1.8")
@pytest.mark.parametrize(
    "three",
    [
        ("blue", "red", "green"),
        ("blue", "grey", "grey"),
        ("yellow", "grey", "green"),
        ("blue", "brown", "green"),
        ("pink", "grey", "green"),
        (".", "grey", "green"),
    ],
)
def test_two_sides_of_an_anteater_are_never_seen_together(three: tuple[str, str, str]) -> None:
    with pytest.raises(fm.BadPosition):
        position(display=[f". . . . . {colour}" for colour in three])


@pytest.mark.rule("AN-1.9")
def test_a_network_is_made_of_workers_and_the_bridge() -> None:
    # Path 26 leads from clearing 16, where the gorge ends, to clearing 14.
    for own, near in (([1, 8, 19], True), (["gorge"], True), ([], False), ([1, 2, 3, 4, 5], False)):
        state = position({"nests": {"stone": 1}, "workers": own}, phase="ants", steps=1)
        assert ("26" in offered(state, "place")) is near


@pytest.mark.rule("AN-1.10")
def test_nothing_is_hidden_but_the_draw() -> None:
    state = play(game(4, first_player="seat_1").start(seed=5), "hero hatch; hatch water")
    true = state.to_position()
    for eye in (0, 1, 2, 3, None):
        assert state.view(eye) == state.view(None)
    for key in ("display", "colonies", "prey", "leaves", "arrived"):
        seen = state.view(1)[key]
        if key == "colonies":
            seen = [{name: own[name] for name in true[key][0]} for own in seen]
        assert seen == true[key]
    assert "rng" not in state.view(0)
    other = state.redetermined(1, seed=77)
    assert {**other.to_position(), "rng": 0} == {**true, "rng": 0}
    assert other.to_position()["rng"] != true["rng"]


@pytest.mark.rule("AN-1.9", "AN-8.7")
def test_food_travels_over_the_network() -> None:
    state = position({"workers": [5, 16]}, phase="transport", steps=3)
    play(state, "load 13; carry brown 16")
    assert carrying(state) == ["brown 5"]


def test_the_view_declares_all_words_of_the_game() -> None:
    declared = {
        Phase: PhaseName,
        Symbol: SymbolName,
        Colour: ColourName,
        Prey: PreyName,
        Way: WayName,
    }
    for words, literal in declared.items():
        assert get_args(literal) == names(words)
