"""Section 2: setup."""

from __future__ import annotations

from collections import Counter

import pytest

import formicarium as fm
from tests.rules.antics.helpers import (
    anteaters,
    at_home,
    bag,
    carrying,
    colony,
    fields,
    game,
    hexes,
    nests,
    on_display,
    phase,
    play,
    position,
    prey,
    rows,
    seat,
    soldiers,
    supply,
    texts,
    tiles,
    workers,
)
from tests.rules.antics.reckoning import PREY, TILES

SEEDS = range(60)


@pytest.mark.rule("AN-2.1")
@pytest.mark.parametrize("players", [3, 4])
def test_three_or_four_play(players: int) -> None:
    assert fm.load("antics", players=players).players == players
    assert len(game(players).start(seed=1).scores()) == players


@pytest.mark.rule("AN-2.1")
@pytest.mark.parametrize("players", [-1, 0, 1, 2, 5, 6])
def test_not_more_and_not_fewer(players: int) -> None:
    with pytest.raises(fm.BadOption):
        fm.load("antics", players=players)


@pytest.mark.rule("AN-2.1")
def test_three_play_if_nobody_says_otherwise() -> None:
    assert fm.load("antics").players == 3


@pytest.mark.rule("AN-2.2", "AN-16.5")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_everybody_has_the_same_base_of_six_hexes(players: int) -> None:
    state = game(players).start(seed=1)
    for number in range(players):
        assert hexes(state, number) == {
            1: (1, "build"),
            2: (1, "scout"),
            3: (1, "ants"),
            4: (1, "hatch"),
            5: (1, "transport"),
            6: (1, "build"),
        }
        assert colony(state, number)["hill"] == []


@pytest.mark.rule("AN-2.3")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_one_start_tile_each(players: int) -> None:
    state = game(players).start(seed=1)
    assert [tiles(state, number) for number in range(players)] == [["scout+hatch"]] * players


@pytest.mark.rule("AN-2.4", "AN-16.4")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_other_tiles_are_in_the_bag(players: int) -> None:
    state = game(players).start(seed=2)
    drawn = Counter(place for row in rows(state) for place in row[:5])
    assert drawn + bag(state) == Counter(TILES["bag"])
    assert (drawn + bag(state)).total() == 56
    assert "scout+hatch" not in drawn + bag(state)


@pytest.mark.rule("AN-2.5")
@pytest.mark.parametrize(("players", "each"), [(2, 1), (3, 2), (4, 3)])
def test_prey_on_the_clearings(players: int, each: int) -> None:
    assert prey(game(players).start(seed=1)) == dict.fromkeys(PREY, each)


@pytest.mark.rule("AN-2.6")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_leaf_on_every_leaf_clearing(players: int) -> None:
    state = game(players).start(seed=1)
    assert state.to_position()["leaves"] == [6, 7, 9, 11, 13, 14, 15, 17, 18, 19]


@pytest.mark.rule("AN-2.6")
@pytest.mark.parametrize(
    ("paths", "clearing", "colour"),
    [
        ([1, 8], 6, "brown"),
        ([2, 9], 7, "brown"),
        ([3, 12], 9, "brown"),
        ([4, 14], 11, "brown"),
        ([5, 16], 13, "brown"),
        ([1, 8, 19], 14, "green"),
        ([2, 9, 22], 15, "green"),
        ([1, 8, 20], 17, "green"),
        ([2, 9, 23], 18, "green"),
        ([2, 10, 25], 19, "green"),
    ],
)
def test_five_leaves_are_brown_and_five_green(paths: list[int], clearing: int, colour: str) -> None:
    state = position({"workers": paths}, phase="transport", steps=1)
    play(state, f"load {clearing}")
    assert carrying(state) == [f"{colour} {paths[-1]}"]


@pytest.mark.rule("AN-2.7")
def test_one_ant_on_the_great_anthill_and_eleven_in_the_supply() -> None:
    state = game(4).start(seed=1)
    for number in range(4):
        assert supply(state, number) == 11
        assert nests(state, number) == {}
        assert workers(state, number) == soldiers(state, number) == []
        assert carrying(state, number) == at_home(state, number) == []


@pytest.mark.rule("AN-2.8")
def test_anteaters_begin_on_field_6_with_a_random_side() -> None:
    seen = Counter(tuple(anteaters(game(3).start(seed))) for seed in SEEDS)
    expected = {
        ((one, 6), (two, 6), (three, 6))
        for one in ("blue", "red")
        for two in ("grey", "yellow")
        for three in ("green", "brown")
    }
    assert set(seen) == expected
    assert fields(game(3).start(seed=1), "arrived") == [[]]


@pytest.mark.rule("AN-2.9", "AN-2.10")
@pytest.mark.parametrize("players", [3, 4])
def test_fungus_lies_behind_everything_else(players: int) -> None:
    boundaries = set()
    for seed in SEEDS:
        display = rows(game(players).start(seed))
        fungus = [["fungus" in str(row[field]) for row in display] for field in range(5)]
        mixed = [field for field, column in enumerate(fungus) if len({*column}) == 2]
        assert len(mixed) <= 1
        assert [any(column) for column in fungus] == sorted(any(column) for column in fungus)
        assert [all(column) for column in fungus] == sorted(all(column) for column in fungus)
        boundaries.add(sum(map(sum, fungus)))
    assert len(boundaries) > 3


@pytest.mark.rule("AN-2.9", "AN-2.10")
def test_setup_does_not_depend_on_how_the_display_is_refilled() -> None:
    for seed in range(10):
        far = game(3, refill="fungus_far").start(seed)
        assert rows(far) == rows(game(3).start(seed))


@pytest.mark.rule("AN-2.11")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_fifteen_on_display_and_41_in_the_bag(players: int) -> None:
    state = game(players).start(seed=4)
    assert on_display(state) == 15
    assert bag(state).total() == 41


@pytest.mark.rule("AN-2.9")
def test_the_seed_draws_the_tiles() -> None:
    seen = [str(rows(game(4).start(seed))) for seed in SEEDS]
    assert len({*seen}) == len(seen)
    assert game(4).start(seed=9) == game(4).start(seed=9)


@pytest.mark.rule("AN-2.12", "AN-15.2")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_start_player_is_drawn(players: int) -> None:
    states = [game(players).start(seed) for seed in SEEDS]
    assert {seat(state) for state in states} == set(range(players))
    assert all(fields(state, "first", "turns") == [seat(state), 0] for state in states)


@pytest.mark.rule("AN-2.12", "AN-15.2")
@pytest.mark.parametrize(
    ("players", "number"), [(2, 1), (2, 2), (3, 3), (4, 1), (4, 2), (4, 3), (4, 4)]
)
def test_the_start_player_is_named(players: int, number: int) -> None:
    for seed in range(5):
        state = game(players, first_player=f"seat_{number}").start(seed)
        assert state.to_act == (number - 1,)


@pytest.mark.rule("AN-2.2", "AN-2.3", "AN-3.10")
def test_the_first_decision() -> None:
    state = game(4).start(seed=1)
    assert phase(state) == "act"
    assert texts(state) == [
        *(f"use {number}" for number in range(1, 7)),
        *(f"hero {action}" for action in ("scout", "build", "hatch", "ants", "transport")),
        "end",
    ]
