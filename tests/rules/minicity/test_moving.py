"""Section 4: moving the ant."""

from __future__ import annotations

import pytest

from tests.rules.minicity.helpers import (
    QUIET,
    STUCK,
    ants,
    box,
    friends,
    goes,
    hand,
    look,
    moving,
    north,
    phase,
    play,
    plays,
    points,
    position,
    reach,
    reds,
    refuse,
    seat,
    stored,
    texts,
)
from tests.rules.minicity.reckoning import ANTS, COLOUR, STARTS, steps

BLOCKED = {"tunnels": "blocked"}
ALONE = {"red": 1, "grey": 49, "yellow": 48, "violet": 40, "black": 41}


@pytest.mark.rule("MC-4.1")
@pytest.mark.parametrize(("number", "ant"), list(enumerate(ANTS)))
def test_the_ant_of_the_colour_moves(number: int, ant: str) -> None:
    row = ".....rb....." if ant in ("grey", "violet", "yellow") else ".....gv....."
    state = play(position(north=row, hand=ant[0] * 4), f"play {ant} nw")
    assert goes(state) == sorted(set(steps(STARTS[number], 1)) - {STARTS[number]})
    target = goes(state)[0]
    play(state, f"go {target}")
    assert ants(state) == [target if n == number else start for n, start in enumerate(STARTS)]


@pytest.mark.rule("MC-4.1", "MC-1.5")
def test_whoever_moved_it_last() -> None:
    state = position(
        north=QUIET, hand="rggg", box={"pink": 5, "green": 2}, others=[{"hand": "rvvv"}]
    )
    play(state, "play red nw; go 4; end; play red nw; go 9")
    assert ants(state)[0] == 9
    assert seat(state) == 1


# The row, the card, and its reach. Fields are counted from the west.
REACHES = [
    (".....ygg....", "red nw", 1),
    (".....ygg....", "grey ne", 3),
    (".....yggg...", "grey ne", 4),
    ("....grrr....", "red ne", 4),
    ("....rrrg....", "red nw", 4),
    (".....rgr....", "red nw", 2),
    (".....rgr....", "red ne", 2),
    (".....gv.....", "red nw", 1),
    (".....gv.....", "grey nw", 2),
    (".....gv.....", "grey ne", 1),
    (".....gg.....", "grey ne", 3),
    ("....ggvgg...", "grey ne", 3),
    (".bbbbbbbbb..", "black nw", 10),
    (".bbbbbbbbb..", "black ne", 10),
    (".bbbbbbbbb..", "red ne", 1),
    (".bbbbbbbbbb.", "black nw", 11),
    (".bbbbbbbbbb.", "black ne", 11),
    (".bbbbvbbbbb.", "black nw", 5),
    (".bbbbvbbbbb.", "black ne", 6),
]


@pytest.mark.rule("MC-4.2", "MC-4.3", "MC-4.14", "MC-6.5")
@pytest.mark.parametrize(("row", "card", "most"), REACHES)
def test_reach(row: str, card: str, most: int) -> None:
    ant, end = card.split()
    state = play(position(north=row, hand=ant[0] * 4), f"play {card}")
    assert reach(state) == most
    number = ANTS.index(ant)
    near = set(steps(STARTS[number], most)) - set(STARTS)
    assert goes(state) == sorted(near)
    assert look(state, "card") == end


@pytest.mark.rule("MC-4.3")
@pytest.mark.parametrize("row", ["....rrrg....", "...rrrgr....", ".rrrrvg....."])
def test_nothing_counts_beyond_another_colour(row: str) -> None:
    # The other end of each row: at most one red card touches the new one.
    state = play(position(north=row, hand="rrrr"), "play red ne")
    assert reach(state) == 1 + (row.strip(".")[-1] == "r")


@pytest.mark.rule("MC-4.4")
@pytest.mark.parametrize(("end", "most"), [("nw", 5), ("ne", 5), ("sw", 1), ("se", 1)])
def test_the_other_road_does_not_count(end: str, most: int) -> None:
    state = position(players=3, north="....rrrr....", south=".....gv.....", hand="rrrr")
    assert reach(play(state, f"play red {end}")) == most


@pytest.mark.rule("MC-4.4")
@pytest.mark.parametrize(("end", "most"), [("nw", 6), ("sw", 7), ("ne", 1), ("se", 1)])
def test_no_run_crosses_the_river(end: str, most: int) -> None:
    # Both rows come close to the river in the west, and red lies at both ends there.
    north_row, south_row = ".rrrrrg.....", ".rrrrrrg...."
    state = position(players=4, north=north_row, south=south_row, hand="rrrr")
    assert reach(play(state, f"play red {end}")) == most


DESTINATIONS = [
    ("red", 3, 1, [2, 4, 8]),
    ("red", 3, 2, [1, 2, 4, 6, 8, 9, 14, 15]),
    ("grey", 19, 1, [11, 20, 27]),
    ("grey", 19, 2, [11, 12, 13, 18, 20, 21, 27, 28, 34]),
    ("yellow", 25, 1, [17, 24, 33]),
    ("yellow", 25, 2, [10, 16, 17, 23, 24, 32, 33, 41]),
    ("violet", 44, 1, [35, 36, 43]),
    ("violet", 44, 2, [28, 34, 35, 36, 37, 42, 43]),
    ("black", 46, 1, [38, 45, 47]),
    ("black", 46, 2, [30, 37, 38, 39, 45, 47, 48]),
]


@pytest.mark.rule("MC-4.5")
@pytest.mark.parametrize(("ant", "start", "most", "there"), DESTINATIONS)
def test_one_step_at_least_and_the_reach_at_most(
    ant: str, start: int, most: int, there: list[int]
) -> None:
    letter, other = ant[0], "r" if ant != "red" else "g"
    row = "...." + (letter * most + other + other).ljust(8, ".")
    state = position(phase="move", card="nw", north=row)
    assert look(state, "ants")[ant] == start
    assert goes(state) == there
    assert texts(state) == [f"go {chamber}" for chamber in there]
    assert refuse(state, "go 40") == "MC-4.5"


@pytest.mark.rule("MC-4.5", "MC-4.10")
@pytest.mark.parametrize("most", range(1, 9))
def test_from_a_corner_as_far_as_the_reach(most: int) -> None:
    state = position(**moving(most, ants=ALONE))
    way = steps(1, 49)
    far = [chamber for chamber in COLOUR if chamber not in ALONE.values()]
    assert goes(state) == [chamber for chamber in far if way[chamber] <= most]
    beyond = [chamber for chamber in far if way[chamber] == most + 1]
    for chamber in beyond:
        assert refuse(state, f"go {chamber}") == "MC-4.5"


@pytest.mark.rule("MC-4.6")
@pytest.mark.parametrize("most", [1, 2, 3, 5])
def test_not_back_to_where_it_started(most: int) -> None:
    state = position(**moving(most))
    assert 3 not in goes(state)
    assert refuse(state, "go 3") == "MC-4.6"


@pytest.mark.rule("MC-4.7", "MC-1.6")
@pytest.mark.parametrize("taken", [2, 4, 8])
def test_not_where_an_ant_stands(taken: int) -> None:
    state = position(**moving(1, ants={"grey": taken}))
    assert goes(state) == [chamber for chamber in (2, 4, 8) if chamber != taken]
    assert refuse(state, f"go {taken}") == "MC-4.7"


@pytest.mark.rule("MC-4.8", "MC-4.5")
def test_through_a_chamber_with_an_ant() -> None:
    # Chamber 1 has two neighbours, 2 and 5; on both stands an ant.
    state = position(**moving(2, ants=STUCK))
    assert goes(state) == [3, 6]
    # Each counts as a step.
    assert refuse(state, "go 4") == "MC-4.5"
    assert ants(play(state, "go 3"))[0] == 3


@pytest.mark.rule("MC-4.9")
@pytest.mark.parametrize(("most", "target"), [(1, 4), (1, 8), (2, 9), (2, 15)])
def test_full_chambers_hinder_nobody(most: int, target: int) -> None:
    state = position(**moving(most, stored={"4": 1, "8": 3, "9": 0}))
    play(state, f"go {target}")
    assert ants(state)[0] == target


@pytest.mark.rule("MC-4.9", "MC-5.8")
def test_in_a_full_chamber_nothing_is_asked() -> None:
    state = position(**moving(1, stored={"8": 3}, box={"yellow": 7}))
    play(state, "go 8")
    assert phase(state) == "play"
    assert (stored(state, 8), box(state)[0]) == (3, 7)


@pytest.mark.rule("MC-4.10")
def test_the_shortest_way_counts() -> None:
    # From 3 to 9 there are two ways of two steps, from 3 to 14 one of two, over 8.
    state = position(**moving(2))
    assert {9, 14} <= set(goes(state))
    assert texts(state) == [f"go {chamber}" for chamber in goes(state)]


@pytest.mark.rule("MC-4.11")
@pytest.mark.parametrize("most", [1, 4])
def test_an_ant_that_can_go_must_go(most: int) -> None:
    state = position(**moving(most))
    assert "stay" not in texts(state)
    for action in ("stay", "end", "play grey nw"):
        assert refuse(state, action) == "MC-4.11"


@pytest.mark.rule("MC-4.11")
def test_a_single_way_out_is_still_asked() -> None:
    state = position(north=QUIET, ants={**STUCK, "black": 46, "violet": 25}, hand="rgyv")
    play(state, "play red nw")
    assert texts(state) == ["go 5"]


@pytest.mark.rule("MC-4.12")
def test_an_ant_without_a_way_out_stays() -> None:
    state = position(ants=STUCK, hand="rgyv", north=QUIET, box={"yellow": 7})
    before = state.copy()
    play(state, "play red nw")
    # The card is played and counts; all else is as before.
    assert north(state) == "....rgv....."
    assert (phase(state), plays(state), hand(state)) == ("play", 1, "gyv")
    assert ants(state) == ants(before)
    assert box(state) == box(before)
    assert look(state, "stored") == look(before, "stored")
    assert "end" in texts(state)


@pytest.mark.rule("MC-4.12", "MC-9.3")
def test_an_ant_that_stays_earns_nothing() -> None:
    state = play(friends(ants=STUCK, hand="rgyv", north=QUIET, points=2), "play red nw")
    assert (phase(state), plays(state), points(state)) == ("play", 1, 2)


@pytest.mark.rule("MC-4.12", "MC-9.16")
def test_staying_is_asked_where_something_can_be_done_about_it() -> None:
    state = friends(ants=STUCK, hand="rgyv", north=QUIET, points=3)
    play(state, "play red nw")
    assert texts(state) == ["stay", "buy rhino"]
    play(state, "stay")
    assert (phase(state), plays(state), points(state)) == ("play", 1, 3)


@pytest.mark.rule("MC-4.12", "MC-3.7", "MC-3.12")
def test_a_void_card_counts_for_the_limit() -> None:
    state = position(ants=STUCK, hand="rr", north=QUIET, plays=2, box={"yellow": 7})
    play(state, "play red ne")
    assert seat(state) == 1


@pytest.mark.rule("MC-4.12", "MC-6.1")
def test_a_void_card_at_the_river_clears_the_road() -> None:
    state = position(ants=STUCK, hand="rgyv", north=".bbbbbgv....", pile="ry")
    play(state, "play red nw")
    assert north(state) == ".....ry....."
    assert (phase(state), plays(state)) == ("play", 1)


@pytest.mark.rule("MC-4.13", "MC-4.14")
def test_grey_three_and_four_are_seven() -> None:
    # Fields B and D of the sheet's example.
    state = position(
        north=".....ygg....", hand="gggr", ants={**ALONE, "red": 49, "grey": 1}, box={"pink": 5}
    )
    way = steps(1, 49)
    play(state, "play grey ne")
    assert reach(state) == 3
    assert way[8] == 3
    play(state, "go 8; play grey ne")
    assert reach(state) == 4
    far = [chamber for chamber in goes(state) if way[chamber] == 7]
    assert far
    play(state, f"go {far[0]}")
    assert ants(state)[1] == far[0]
    assert plays(state) == 2


@pytest.mark.rule("MC-4.13")
def test_one_ant_three_times() -> None:
    state = position(north=QUIET, hand="rrrg", box={"pink": 5, "green": 2})
    for most, chamber in ((1, 4), (2, 3), (3, 4)):
        play(state, "play red nw")
        assert reach(state) == most
        play(state, f"go {chamber}")
    assert ants(state)[0] == 4


@pytest.mark.rule("MC-4.2")
@pytest.mark.parametrize("count", range(1, 9))
def test_the_new_card_is_included(count: int) -> None:
    state = position(**moving(count))
    assert north(state) == reds(count)
    assert reach(state) == count
