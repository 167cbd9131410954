"""Section 11: anteaters."""

from __future__ import annotations

import pytest

import formicarium as fm
from tests.rules.antics.helpers import (
    again,
    anteaters,
    bag,
    carrying,
    colony,
    fields,
    nests,
    on_display,
    phase,
    play,
    position,
    prey,
    refuse,
    rows,
    seat,
    supply,
    texts,
)
from tests.rules.antics.reckoning import COLOURS, NESTS, PREY, Doc, walk

ONE_EACH: Doc = {"nests": dict.fromkeys(NESTS, 1)}
# Blue is one tile away from field 1; before it nobody, grey, or grey and green have come.
ARRIVALS = {
    1: [". blue . . . .", ". . . . . grey", ". . . . . green"],
    2: [". blue . . . .", "grey . . . . .", ". . . . . green"],
    3: [". blue . . . .", "grey . . . . .", "green . . . . ."],
}
# Green is the third; only field 1 of its row holds a tile.
GREEN_THIRD = ["blue . . . . .", "grey . . . . .", ". green . . . ."]


def scout_a(state: fm.State) -> fm.State:
    """Take the tile of row a and end the turn."""
    play(state, "hero scout")
    if phase(state) == "scout":
        play(state, "take 1a")
    return play(state, "end")


@pytest.mark.rule("AN-11.1")
def test_whoever_reaches_field_1_attacks_and_stays() -> None:
    state = scout_a(position(display=ARRIVALS[1]))
    assert anteaters(state)[0] == ("blue", 1)
    assert prey(state)["dragonfly"] == 2
    assert fields(state, "arrived") == [["blue"]]


@pytest.mark.rule("AN-11.1")
def test_it_attacks_only_once() -> None:
    state = scout_a(position(display=ARRIVALS[1]))
    play(state, "end; end; use 2; take 1b; end")
    assert anteaters(state)[0] == ("blue", 1)
    assert prey(state) == {**dict.fromkeys(PREY, 3), "dragonfly": 2}


@pytest.mark.rule("AN-11.1")
@pytest.mark.parametrize("field", [3, 4, 5, 6])
def test_on_its_way_it_eats_nothing(field: int) -> None:
    row = ["."] * 5
    row.insert(field - 1, "blue")
    state = scout_a(position(ONE_EACH, display=[" ".join(row), *ARRIVALS[1][1:]]))
    assert anteaters(state)[0] == ("blue", field - 1)
    assert prey(state) == dict.fromkeys(PREY, 3)
    assert nests(state) == dict.fromkeys(NESTS, 1)


@pytest.mark.rule("AN-11.2")
def test_the_player_chooses_the_order() -> None:
    display = [". blue . . . .", ". grey . . . .", ". . . . . green"]
    state = play(position(display=display), "use 2; take 1a; hero scout; take 1b; end")
    assert (phase(state), seat(state)) == ("anteater", 0)
    assert texts(state) == ["anteater blue", "anteater grey"]
    for action in ("end", "return scout+hatch", "store 1", "use 2"):
        assert refuse(state, action) == "AN-11.2"
    for colour in ("green", "red", "yellow"):
        assert refuse(state, f"anteater {colour}") == "AN-11.1"
    again(state)
    play(state, "anteater grey")
    # The last one comes unasked.
    assert (phase(state), seat(state)) == ("act", 1)
    assert prey(state) == {**dict.fromkeys(PREY, 3), "woodlouse": 2, "dragonfly": 2}


@pytest.mark.rule("AN-11.2", "AN-11.3")
@pytest.mark.parametrize("last", ["blue", "grey", "green"])
def test_three_at_once(last: str) -> None:
    # Whoever comes last looks for ants; with three players it eats no prey.
    display = ["blue . . . . -", "grey . . . . -", "green . . . . -"]
    state = position(ONE_EACH, players=3, display=display, phase="anteater")
    first, second = (colour for colour in ("blue", "grey", "green") if colour != last)
    assert texts(state) == ["anteater green", "anteater blue", "anteater grey"]
    play(state, f"anteater {first}")
    assert phase(state) == "anteater"
    again(state)
    play(state, f"anteater {second}")
    lost = NESTS[COLOURS.index(last)]
    assert nests(state) == {nest: 1 for nest in NESTS if nest != lost}
    eaten = {PREY[COLOURS.index(colour)]: 1 for colour in (first, second)}
    assert prey(state) == {**dict.fromkeys(PREY, 2), **eaten}
    assert on_display(state) == 15


@pytest.mark.rule("AN-11.3", "AN-14.3")
@pytest.mark.parametrize(
    ("players", "arrives", "eats_prey", "eats_ants"),
    [
        (4, 1, True, False),
        (4, 2, True, False),
        (4, 3, True, True),
        (3, 1, True, False),
        (3, 2, True, False),
        (3, 3, False, True),
        (2, 1, True, False),
        (2, 2, True, False),
        (2, 3, False, True),
    ],
)
def test_what_it_eats(players: int, arrives: int, eats_prey: bool, eats_ants: bool) -> None:
    state = scout_a(position(ONE_EACH, players=players, display=ARRIVALS[arrives]))
    assert prey(state)["dragonfly"] == players - 1 - eats_prey
    assert sum(prey(state).values()) == 6 * (players - 1) - eats_prey
    assert nests(state) == {nest: 1 for nest in NESTS if nest != "water" or not eats_ants}


@pytest.mark.rule("AN-11.3")
def test_prey_first_and_then_ants() -> None:
    # With four players the third eats both: one piece, one nest.
    state = scout_a(position({"nests": {"water": 2}}, display=ARRIVALS[3]))
    assert (prey(state)["dragonfly"], nests(state), supply(state)) == (2, {}, 11)


@pytest.mark.rule("AN-11.4")
@pytest.mark.parametrize("left", [1, 2, 3])
def test_one_piece_of_its_colour(left: int) -> None:
    state = scout_a(position(display=ARRIVALS[1], prey={"dragonfly": left}))
    assert prey(state)["dragonfly"] == left - 1


@pytest.mark.rule("AN-11.5")
def test_prey_of_players_is_safe() -> None:
    table: list[Doc] = [
        {"workers": ["gorge", 30], "carrying": ["dragonfly gorge"]},
        {"stored": {"dragonfly": 5}},
        {
            "hill": ["scout+fungus 0,0 se"],
            "stored": {
                "butterfly": 1,
                "ladybird": 2,
                "beetle": 3,
                "woodlouse": 4,
                "grasshopper": 5,
            },
            "waiting": ["dragonfly"],
        },
    ]
    state = position(*table, display=ARRIVALS[1])
    assert prey(state)["dragonfly"] == 0
    scout_a(state)
    assert carrying(state) == ["dragonfly gorge"]
    assert colony(state, 1)["stored"] == {"dragonfly": 5}
    assert colony(state, 2)["waiting"] == ["dragonfly"]


@pytest.mark.rule("AN-11.6")
@pytest.mark.parametrize("arrives", [1, 2, 3])
def test_no_prey_no_meal(arrives: int) -> None:
    state = position(display=ARRIVALS[arrives], prey={"dragonfly": 0})
    scout_a(state)
    assert prey(state) == {**dict.fromkeys(PREY, 3), "dragonfly": 0}


@pytest.mark.rule("AN-11.7")
def test_the_last_piece_exhausts_the_kind() -> None:
    state = position(display=ARRIVALS[1], prey={"dragonfly": 1})
    assert state.view(None)["exhausted"] == []
    scout_a(state)
    assert state.view(None)["exhausted"] == ["dragonfly"]


@pytest.mark.rule("AN-11.8")
def test_all_ants_of_a_nest_go_home() -> None:
    table: list[Doc] = [{"nests": {"water": 2, "red": 1}}, {}, {"nests": {"water": 5}}]
    state = scout_a(position(*table, players=3, display=ARRIVALS[3]))
    assert [nests(state, number) for number in range(3)] == [{"red": 1}, {}, {}]
    assert [supply(state, number) for number in range(3)] == [10, 11, 11]


@pytest.mark.rule("AN-11.8", "AN-7.19")
def test_ants_outside_the_nests_are_safe() -> None:
    own: Doc = {"workers": [2, 10], "soldiers": [2], "nests": {"water": 1}}
    state = scout_a(position(own, display=ARRIVALS[3]))
    assert (colony(state)["workers"], colony(state)["soldiers"]) == ([2, 10], [2])
    assert supply(state) == 8


@pytest.mark.rule("AN-11.9", "AN-1.6")
@pytest.mark.parametrize("nest", NESTS)
@pytest.mark.parametrize("also", NESTS)
def test_from_nest_to_nest_to_the_left(nest: str, also: str) -> None:
    state = position({"nests": {nest: 1}}, {"nests": {also: 2}}, display=ARRIVALS[3])
    scout_a(state)
    # Blue begins with water, then grass, flower, and from the other end red, stone, soil.
    order = ["water", "grass", "flower", "red", "stone", "soil"]
    assert walk("blue") == order
    eaten = min(nest, also, key=order.index)
    assert nests(state) == ({} if nest == eaten else {nest: 1})
    assert nests(state, 1) == ({} if also == eaten else {also: 2})


@pytest.mark.rule("AN-11.10")
def test_six_empty_nests() -> None:
    state = scout_a(position({"workers": [1]}, players=3, display=ARRIVALS[3]))
    assert [supply(state, number) for number in range(3)] == [10, 11, 11]
    assert fields(state, "arrived") == [[]]


@pytest.mark.rule("AN-11.11", "AN-11.3")
@pytest.mark.parametrize(("players", "grasshoppers"), [(3, 2), (4, 2)])
def test_the_green_anteater_walks_to_the_stone_nest(players: int, grasshoppers: int) -> None:
    table: list[Doc] = [{"nests": {"stone": 1}}, {}, {"nests": {"stone": 2}}]
    state = position(*table, players=players, display=GREEN_THIRD)
    assert walk("green")[:4] == ["grass", "flower", "red", "stone"]
    play(state, "use 2; end")
    assert [nests(state, number) for number in range(3)] == [{}, {}, {}]
    assert [supply(state, number) for number in range(3)] == [11, 11, 11]
    # With three players it eats no prey, with four a grasshopper first.
    assert prey(state)["grasshopper"] == grasshoppers
    assert sum(prey(state).values()) == (12 if players == 3 else 17)


@pytest.mark.rule("AN-11.12", "AN-11.13", "AN-11.14", "AN-11.15")
def test_the_reset() -> None:
    state = position(display=GREEN_THIRD)
    before, drawn = rows(state), bag(state)
    play(state, "use 2; end")
    after = rows(state)
    assert after[0] == [*before[0][1:], "red"]
    assert after[1] == [*before[1][1:], "yellow"]
    assert after[2][:4] == before[2][2:]
    assert after[2][5] == "brown"
    assert (drawn - bag(state)).total() == 1
    assert [after[2][4]] == list((drawn - bag(state)).elements())
    assert fields(state, "arrived", "phase") == [[], "act"]
    assert on_display(state) == 15


@pytest.mark.rule("AN-11.13")
@pytest.mark.parametrize("third", ["blue", "red"])
def test_all_three_are_turned(third: str) -> None:
    others = ["yellow", "brown"] if third == "blue" else ["grey", "green"]
    display = [f". {third} . . . .", *(f"{colour} . . . . ." for colour in others)]
    state = scout_a(position(display=display))
    flipped = {"blue": "red", "red": "blue"}[third]
    back = ["grey", "green"] if third == "blue" else ["yellow", "brown"]
    assert anteaters(state) == [(flipped, 6), (back[0], 6), (back[1], 6)]


@pytest.mark.rule("AN-11.14")
def test_each_returns_to_its_row() -> None:
    display = ["green . . . . .", ". blue . . . .", "grey . . . . ."]
    state = play(position(display=display), "hero scout; end")
    assert anteaters(state) == [("brown", 6), ("red", 6), ("yellow", 6)]


@pytest.mark.rule("AN-11.15", "AN-10.13")
def test_gaps_after_the_reset_are_filled_from_the_lowest_field() -> None:
    # Row a was scouted twice in this turn; one tile is left in the bag.
    display = ["- blue - . . .", "grey . . . . .", "green . . . - ."]
    state = position(display=display, bag=["hatch+fungus"])
    before = rows(state)
    play(state, "end")
    after = rows(state)
    assert after[0] == [*before[0][3:], "hatch+fungus", None, "red"]
    assert after[1] == [*before[1][1:], "yellow"]
    assert after[2] == [*before[2][1:4], before[2][5], None, "brown"]
    assert fields(state, "last_turns") == [4]


@pytest.mark.rule("AN-11.12", "AN-11.15", "AN-12.1")
@pytest.mark.parametrize("refill", ["lowest", "fungus_far"])
def test_a_reset_with_an_empty_bag(refill: str) -> None:
    state = position(display=GREEN_THIRD, bag=[], options={"refill": refill})
    before = rows(state)
    play(state, "use 2; end")
    assert rows(state) == [
        [*before[0][1:], "red"],
        [*before[1][1:], "yellow"],
        [*before[2][2:], None, "brown"],
    ]
    assert fields(state, "last_turns", "arrived") == [4, []]
    # Whoever scouts next closes the gap.
    play(state, "use 2; take 1c; end")
    assert anteaters(state)[2] == ("brown", 4)


@pytest.mark.rule("AN-11.16")
def test_after_the_reset_they_count_anew() -> None:
    # The red one is moved on to where the next scout lets it come.
    state = play(position({"nests": {"stone": 1}}, display=GREEN_THIRD), "use 2; end")
    doc = state.to_position()
    first, *rest = doc["display"][0][:5]
    doc["display"][0] = [first, "red", *rest]
    doc["colonies"][1]["nests"] = {"red": 1}
    state = state.game.position(doc)
    assert (seat(state), anteaters(state)[0]) == (1, ("red", 2))
    scout_a(state)
    assert fields(state, "arrived") == [["red"]]
    assert prey(state)["ladybird"] == 2
    assert nests(state, 1) == {"red": 1}


@pytest.mark.rule("AN-11.1", "AN-11.3")
def test_two_arrive_when_one_is_there() -> None:
    # The order decides which of them is the third.
    display = [". blue . . . .", ". grey . . . .", "green . . . . ."]
    for first, last in (("blue", "grey"), ("grey", "blue")):
        state = position(ONE_EACH, players=3, display=display)
        play(state, f"use 2; take 1a; hero scout; end; anteater {first}")
        assert prey(state)[PREY[COLOURS.index(first)]] == 1
        assert prey(state)[PREY[COLOURS.index(last)]] == 2
        assert NESTS[COLOURS.index(last)] not in nests(state)
        assert anteaters(state) == [("red", 6), ("yellow", 6), ("brown", 6)]
