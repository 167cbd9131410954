"""Section 13: points and winners."""

from __future__ import annotations

import pytest

import formicarium as fm
from tests.rules.antics.helpers import (
    again,
    colony,
    hexes,
    line,
    play,
    points,
    position,
    tower,
)
from tests.rules.antics.reckoning import PREY, Doc

# Fungus is to be seen on hex 2 (level 3), hex 4 (level 2) and hex 8 (level 1).
HILL = [
    "scout+fungus 3,0 e",
    "ants+fungus 1,0 se",
    "build+hatch 0,0 se",
    "hatch+fungus 0,0 e",
]
STORED = {"butterfly": 3, "dragonfly": 5, "ladybird": 6}


def over(*colonies: Doc, **options: str) -> fm.State:
    """A game that is over."""
    players = 2 if options.get("variant") else 4
    return position(*colonies, players=players, phase="over", turns=40, options=options)


@pytest.mark.rule("AN-13.7", "AN-13.1", "AN-13.2", "AN-13.3")
def test_the_worked_example_of_16_points() -> None:
    own: Doc = {"hill": HILL, "stored": STORED, "green": 1, "brown": 1}
    state = over(own)
    assert hexes(state)[2] == (3, "fungus")
    assert hexes(state)[4] == (2, "fungus")
    assert hexes(state)[8] == (1, "fungus")
    assert state.scores() == [16, 0, 0, 0]
    assert points(state) == {
        "seat": 0,
        "total": 16,
        "prey": {"points": 9, "kinds": ["butterfly", "dragonfly", "ladybird"]},
        "fungus": {
            "points": 7,
            "leaves": [
                {"hex": 2, "level": 3, "leaf": "green", "points": 5},
                {"hex": 4, "level": 2, "leaf": "brown", "points": 2},
            ],
        },
        "levels": [1, 2, 1, 0, 0],
        "prey_points": 9,
        "fungus_points": 7,
    }
    assert state.winners() == (0,)


@pytest.mark.rule("AN-13.1")
@pytest.mark.parametrize("count", range(7))
def test_prey_scores_its_square(count: int) -> None:
    stored = {kind: number for number, kind in enumerate(PREY[:count], 1)}
    state = over({"stored": stored})
    assert state.scores()[0] == count * count == (0, 1, 4, 9, 16, 25, 36)[count]
    assert points(state)["prey"] == {"points": count * count, "kinds": list(PREY[:count])}


@pytest.mark.parametrize(
    ("green", "brown", "expected"),
    [
        pytest.param(0, 0, 0, marks=pytest.mark.rule("AN-13.5")),
        pytest.param(1, 0, 5, marks=pytest.mark.rule("AN-13.3")),
        pytest.param(2, 0, 9, marks=pytest.mark.rule("AN-13.3")),
        pytest.param(0, 1, 3, marks=pytest.mark.rule("AN-13.2")),
        pytest.param(0, 2, 5, marks=pytest.mark.rule("AN-13.2")),
        pytest.param(0, 3, 6, marks=pytest.mark.rule("AN-13.2")),
        pytest.param(0, 5, 6, marks=pytest.mark.rule("AN-13.5")),
        pytest.param(1, 1, 7, marks=pytest.mark.rule("AN-13.4")),
        pytest.param(1, 5, 8, marks=pytest.mark.rule("AN-13.4")),
        pytest.param(2, 2, 10, marks=pytest.mark.rule("AN-13.4")),
        pytest.param(5, 1, 12, marks=pytest.mark.rule("AN-13.5")),
        pytest.param(5, 5, 12, marks=pytest.mark.rule("AN-13.5")),
    ],
)
def test_leaves_on_fungus(green: int, brown: int, expected: int) -> None:
    state = over({"hill": HILL, "green": green, "brown": brown})
    assert state.scores()[0] == expected
    assert points(state)["fungus"]["points"] == expected
    used = points(state)["fungus"]["leaves"]
    assert len(used) == min(3, green + brown)
    assert sum(leaf["points"] for leaf in used) == expected


@pytest.mark.rule("AN-13.2")
@pytest.mark.parametrize("level", [1, 2, 3, 4, 5])
def test_a_leaf_scores_the_level_of_its_fungus(level: int) -> None:
    tiles = ["build+ants", "build+ants", "build+transport", "build+hatch", "hatch+ants"]
    tiles += ["build+hatch", "hatch+ants"]
    count = (0, 1, 3, 5, 7)[level - 1]
    hill = tower(*tiles)[:count]
    if level == 1:
        hill = line(["scout+fungus"])
    else:
        hill[-1] = hill[-1].replace(hill[-1].split()[0], "scout+fungus")
    assert over({"hill": hill, "brown": 1}).scores()[0] == level
    assert over({"hill": hill, "green": 1}).scores()[0] == level + 2


@pytest.mark.rule("AN-13.2", "AN-5.12")
def test_covered_fungus_scores_nothing() -> None:
    # Hex 4 shows fungus on level 2 until another tile lies upon it.
    hill = ["scout+fungus 1,0 se", "scout+build 0,0 se"]
    assert over({"hill": hill, "brown": 1}).scores()[0] == 2
    assert over({"hill": [*hill, "scout+hatch 1,1 w"], "brown": 1}).scores()[0] == 0


@pytest.mark.rule("AN-13.4")
def test_leaves_lie_on_the_highest_fungus_and_green_comes_first() -> None:
    state = over({"hill": [*HILL, "ants+fungus 5,0 e"], "green": 2, "brown": 1})
    assert points(state)["fungus"]["leaves"] == [
        {"hex": 2, "level": 3, "leaf": "green", "points": 5},
        {"hex": 4, "level": 2, "leaf": "green", "points": 4},
        {"hex": 8, "level": 1, "leaf": "brown", "points": 1},
    ]


@pytest.mark.rule("AN-13.5")
def test_leaves_without_fungus_and_fungus_without_leaves() -> None:
    assert over({"green": 5, "brown": 5}).scores()[0] == 0
    assert over({"hill": HILL}).scores()[0] == 0


@pytest.mark.rule("AN-13.6")
def test_food_on_the_way_scores_nothing() -> None:
    own: Doc = {"hill": HILL, "workers": [2, 10], "carrying": ["beetle 2", "green 10"]}
    assert over(own).scores()[0] == 0


@pytest.mark.rule("AN-13.8")
def test_the_same_count_while_the_game_goes_on() -> None:
    own: Doc = {"hill": HILL, "stored": STORED, "green": 1, "brown": 1, "workers": [5]}
    state = position({**own, "carrying": ["brown 5"]}, phase="transport", steps=1)
    assert (state.scores()[0], state.winners()) == (16, ())
    play(state, "carry brown 5")
    assert state.scores()[0] == 17


@pytest.mark.rule("AN-13.9")
@pytest.mark.parametrize("winner", range(4))
def test_most_points_win(winner: int) -> None:
    table: list[Doc] = [{"stored": {"beetle": 5}} if seat % 2 else {} for seat in range(4)]
    table[winner] = {"hill": HILL, "stored": {"ladybird": 5}, "brown": 1}
    state = over(*table)
    assert max(state.scores()) == 4
    assert state.winners() == (winner,)


GROUND = ["scout+transport 3,0 e", "scout+transport 5,0 e"]


@pytest.mark.rule("AN-13.10")
@pytest.mark.parametrize(
    ("one", "other", "winners"),
    [
        pytest.param(7, 6, (0,), id="level 5"),
        pytest.param(6, 7, (1,), id="level 5, the other way"),
        pytest.param(6, 5, (0,), id="level 4"),
        pytest.param(5, 4, (0,), id="level 4 against none"),
        pytest.param(4, 3, (0,), id="level 3"),
        pytest.param(2, 3, (1,), id="level 3 against none"),
        pytest.param(2, 1, (0,), id="level 2"),
        pytest.param(0, 1, (1,), id="level 2 against none"),
    ],
)
def test_ties_are_broken_by_the_higher_hill(one: int, other: int, winners: tuple[int]) -> None:
    kinds = ["scout+build", "build+hatch", "build+ants", "hatch+ants", "hatch+transport"]
    kinds += ["ants+transport", "scout+ants"]
    hills = [tower(*kinds)[:count] for count in (one, other)]
    # Tiles on the ground do not make up for it.
    lower = 1 - winners[0]
    hills[lower] += GROUND
    state = over(*({"hill": hill, "stored": {"beetle": 5}} for hill in hills))
    assert state.scores() == [1, 1, 0, 0]
    assert state.winners() == winners


@pytest.mark.rule("AN-13.10")
def test_at_last_the_ground_floor_decides() -> None:
    one: Doc = {"hill": ["scout+hatch 1,0 se", *GROUND]}
    other: Doc = {"hill": ["scout+hatch 1,0 se", GROUND[0]]}
    state = over(one, other, {}, {})
    assert state.winners() == (0,)


@pytest.mark.rule("AN-13.10")
def test_covered_tiles_count() -> None:
    # Hexes 1, 6, 2 and 4 carry two tiles of level 2; a tile of level 3 covers half of each.
    two = ["scout+build 1,0 se", "scout+ants 0,0 se"]
    state = over({"hill": [*two, "build+hatch 0,0 e"]}, {"hill": two})
    assert colony(state)["levels"] == [0, 2, 1, 0, 0]
    assert colony(state, 1)["levels"] == [0, 2, 0, 0, 0]
    assert points(state)["levels"] == [0, 2, 1, 0, 0]
    # The first tile lies on the ground under two others; it decides on level 1.
    wall = ["scout+build 3,0 e", "scout+build 5,0 e", "build+ants 2,0 e", "build+ants 4,0 e"]
    state = over({"hill": wall}, {"hill": ["scout+ants 3,0 e", *two]})
    assert [colony(state, number)["levels"][:2] for number in (0, 1)] == [[2, 2], [1, 2]]
    assert state.winners() == (0,)


@pytest.mark.rule("AN-13.10")
def test_the_base_counts_for_nobody() -> None:
    assert colony(over())["levels"] == [0] * 5


@pytest.mark.rule("AN-13.11")
def test_a_tie_to_the_end_is_shared() -> None:
    one: Doc = {"hill": ["scout+hatch 1,0 se", "scout+build 3,0 e"], "stored": {"beetle": 5}}
    other: Doc = {"hill": ["build+ants 0,0 se", "hatch+fungus -1,0 w"], "stored": {"ladybird": 5}}
    state = over(one, {}, other)
    assert state.winners() == (0, 2)
    assert over().winners() == (0, 1, 2, 3)


@pytest.mark.rule("AN-13.9")
def test_nobody_has_won_before_the_end() -> None:
    state = position({"stored": {"beetle": 5}}, last_turns=1)
    assert state.winners() == ()
    play(state, "end")
    assert state.winners() == (0,)
    again(state)
