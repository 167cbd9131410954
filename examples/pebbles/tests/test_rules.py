"""Every rule of docs/pebbles.md: a position, some actions in notation, and what comes of them."""

import re
from pathlib import Path
from typing import Any

import pytest

import formicarium as fm

RULES = Path(__file__).parents[1] / "pebbles" / "docs" / "pebbles.md"
NONE = {"white": 0, "yellow": 0, "red": 0, "black": 0}


def position(players: int = 2, **given: Any) -> fm.State:
    """A position of which everything else is as usual."""
    return fm.position({"game": "pebbles", "players": players, **given})


def play(state: fm.State, *line: str) -> fm.State:
    """Play some actions, each by whoever is to act."""
    for text in line:
        state.play(state.to_act[0], text)
    return state


def stones(**counts: int) -> dict[str, int]:
    """Stones by colour, none of those that are not named."""
    return NONE | counts


def texts(state: fm.State) -> list[str]:
    """What may be decided."""
    return [action.text for action in state.actions(state.to_act[0])]


def test_two_to_four_play() -> None:
    """PB-1.1."""
    assert [fm.load("pebbles", players=n).players for n in (2, 3, 4)] == [2, 3, 4]
    for players in (1, 5):
        with pytest.raises(fm.BadOption, match="2 to 4 players"):
            fm.load("pebbles", players=players)


def test_setup() -> None:
    """PB-1.2, PB-1.4, PB-1.5."""
    now = fm.load("pebbles").start(seed=1).view(None)
    assert sum(now["brook"].values()) == 4
    assert all(now["bag"][colour] + now["brook"][colour] == 10 for colour in NONE)
    assert now["to_act"] == [0]


def test_a_favourite_is_known_to_its_owner_alone() -> None:
    """PB-1.3."""
    state = position(3, favourites=["red", "black", "white", "yellow"])
    assert state.view(1)["favourites"] == [None, "black", None]
    assert state.view(None)["favourites"] == [None, None, None]
    assert len({*state.redetermined(1, seed=5).to_position()["favourites"]}) == 4


def test_a_turn_begins_at_the_brook() -> None:
    """PB-2.1."""
    state = position(brook=stones(red=3, black=1))
    assert texts(state) == ["take red", "take black"]
    play(state, "take red")
    assert state.view(0)["brook"] == stones(red=2, black=1)
    assert state.view(0)["carried"] == stones(red=1)


def test_dig_or_go_home() -> None:
    """PB-2.2, PB-2.5, PB-1.5."""
    state = play(position(bag=stones(red=9)), "take white")
    assert texts(state) == ["dig", "home"]
    play(state, "dig")
    assert state.view(0)["carried"] == stones(white=1, red=1)
    play(state, "home")
    assert state.view(0)["nests"] == [stones(white=1, red=1), NONE]
    assert state.view(0)["brook"] == stones(yellow=1, red=2, black=1)
    assert state.to_act == (1,)


def test_whoever_slips_loses_what_she_carries() -> None:
    """PB-2.3."""
    state = play(position(bag=stones(red=9)), "take red", "dig")
    assert state.view(0)["nests"] == [NONE, NONE]
    assert (state.to_act, state.scores()) == ((1,), [0, 0])


@pytest.mark.parametrize(
    ("bag", "carried", "line"),
    [
        (stones(black=9), stones(white=1, yellow=1, red=1), "dig"),  # all four colours
        (stones(black=1), stones(white=1), "dig"),  # the last stone of the bag
    ],
)
def test_who_cannot_gain_goes_home(bag: dict[str, int], carried: dict[str, int], line: str) -> None:
    """PB-2.4."""
    brook = stones(white=1, yellow=1, red=1)
    state = play(position(phase="dig", bag=bag, brook=brook, carried=carried), line)
    assert state.to_act == (1,)
    assert state.view(0)["nests"][0] == carried | {"black": 1}


@pytest.mark.parametrize(("load", "points"), [(1, 1), (2, 3), (3, 6), (4, 10)])
def test_a_load_brings_points(load: int, points: int) -> None:
    """PB-3.2."""
    carried = dict.fromkeys(list(NONE)[: min(load, 3)], 1)
    brook = stones(white=1, yellow=1, red=1)
    state = position(phase="dig", bag=stones(black=9), brook=brook, carried=stones(**carried))
    play(state, "dig" if load == 4 else "home")
    assert state.scores() == [points, 0]


def last_stone(**given: Any) -> fm.State:
    """Seat 1 takes the last stone there is."""
    return play(position(bag=NONE, brook=stones(red=1), **given), "take red")


def test_the_end() -> None:
    """PB-3.1, PB-3.3."""
    state = last_stone(nests=[stones(red=2), stones(black=3)], points=[3, 6])
    assert state.is_over
    assert state.view(1)["favourites"] == ["white", "yellow"]
    state = last_stone(
        nests=[stones(red=2), stones(black=3)],
        points=[3, 6],
        favourites=["red", "black", "white", "yellow"],
    )
    assert state.breakdown()["seats"] == [
        {"seat": 0, "loads": 4, "favourite": 6, "total": 10},
        {"seat": 1, "loads": 6, "favourite": 6, "total": 12},
    ]


def test_before_the_end_no_favourite_counts() -> None:
    """PB-3.3."""
    state = position(nests=[stones(white=3), NONE], points=[6, 0])
    assert state.scores() == [6, 0]


@pytest.mark.parametrize(("points", "winners"), [([0, 3], [0]), ([1, 6], [1]), ([0, 4], [1])])
def test_a_tie_goes_to_more_favourites(points: list[int], winners: list[int]) -> None:
    """PB-3.4."""
    favourites = ["red", "black", "white", "yellow"]
    state = last_stone(nests=[NONE, NONE], points=points, favourites=favourites)
    assert list(state.winners()) == winners


def test_the_brook_may_run_dry_first() -> None:
    """PB-4.1."""
    options = {"refill": "empty"}
    state = play(position(options=options, brook=stones(red=2)), "take red", "home")
    assert state.view(None)["brook"] == stones(red=1)
    play(state, "take red", "home")
    assert sum(state.view(None)["brook"].values()) == 4


@pytest.mark.parametrize(
    ("line", "text", "rule"),
    [
        ([], "home", "PB-2.1"),
        ([], "take black", "PB-2.1"),
        (["take red"], "take red", "PB-2.2"),
    ],
)
def test_what_is_not_legal_is_refused_by_a_rule(line: list[str], text: str, rule: str) -> None:
    state = play(position(brook=stones(red=4)), *line)
    with pytest.raises(fm.IllegalAction) as refused:
        state.play(0, text)
    assert refused.value.rule == rule
    with pytest.raises(fm.IllegalAction, match=r"PB-1\.5"):
        state.play(1, text)


@pytest.mark.parametrize(
    ("given", "fault"),
    [
        ({"brook": stones(red=11)}, "1 red stones too many"),
        ({"brook": stones(red=2)}, "2 stones in the brook"),
        ({"carried": stones(red=1)}, "1 stones are carried in phase take"),
        ({"phase": "sleep"}, "no phase 'sleep'"),
        ({"phase": "dig"}, "1 to 3 are carried"),
        ({"favourites": ["red", "red", "black", "white"]}, "in any order"),
        ({"nests": [NONE]}, "1 nests, and must be 2"),
        ({"turn": 7}, "no seat 7"),
    ],
)
def test_a_position_that_cannot_be_is_refused(given: dict[str, Any], fault: str) -> None:
    with pytest.raises(fm.BadPosition, match=fault):
        position(**given)


def test_every_rule_has_a_test() -> None:
    numbers = re.findall(r"\*\*(\w+-[\d.]+)\*\*", RULES.read_text("utf-8"))
    tests = Path(__file__).read_text("utf-8")
    assert [number for number in numbers if number not in tests] == []
