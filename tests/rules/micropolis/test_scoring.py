"""Section 8: end of the game and points."""

from __future__ import annotations

from itertools import count
from random import Random

import pytest

import formicarium as fm
from formicarium.core.compiled import INTERPRETED
from tests.rules.micropolis.helpers import (
    finished,
    in_order,
    play,
    points,
    position,
    shown,
)
from tests.rules.micropolis.reckoning import ROWS, Doc, deal, galleries, sheet

# Tiles with two ways side by side, without fruits or queens; they fill a ring up.
WAYS = [7, 10, 12, 60, 61, 31, 36]

EXAMPLE: list[Doc] = [
    {"tiles": [44, 49, 40, 12, 1, 45, 59, 3, 10, 25], "manned": [12, 1, 3, 10], "army": 1},
    {"tiles": [19, 55, 52, 6, 46, 29, 28, 51, 56, 31], "manned": [], "army": 4},
    {"tiles": [53, 16, 54, 20, 5, 2, 42, 38, 26, 14], "manned": [], "army": 2},
    {"tiles": [22, 34, 35, 30, 21, 24, 43, 17, 11, 13], "manned": [], "army": 3},
]


def ring(*tiles: int) -> list[int]:
    """Ten tiles: the given ones and then ways side by side."""
    return list(dict.fromkeys([*tiles, *WAYS, 25]))[:10]


def alone(*tiles: int) -> Doc:
    """The points of a finished anthill."""
    return points(finished([{"tiles": ring(*tiles)}, {}]))


@pytest.mark.rule("MP-8.20", "MP-8.1")
def test_the_worked_example() -> None:
    state = finished(EXAMPLE)
    first = points(state, 0)
    assert [first[name] for name in ROWS] == [24, 5, 7, 5, 0, 12]
    assert first["total"] == 53
    assert state.scores() == [53, 45, 37, 36]
    assert state.winners() == (0,)


@pytest.mark.rule("MP-8.20")
def test_the_worked_example_in_detail() -> None:
    first = points(finished(EXAMPLE), 0)
    found = first["galleries"]
    assert sum(gallery["ants"] for gallery in found) == 24
    assert max(gallery["ants"] for gallery in found) == 8
    assert sorted(gallery["harvest"] for gallery in found if gallery["harvest"]) == [2, 5]
    assert [gallery["span"] for gallery in found if gallery["queens"]] == [5]
    full = sorted((b["tile"], b["size"], b["points"]) for b in first["full_barracks"])
    assert full == [(1, 1, 2), (3, 1, 2), (10, 2, 4), (12, 2, 4)]


@pytest.mark.rule("MP-8.20")
def test_the_opponents_of_the_worked_example() -> None:
    state = finished(EXAMPLE)
    for hill in (1, 2, 3):
        assert points(state, hill)["colony"] == 0
    assert [points(state, hill)["red_army"] for hill in range(4)] == [0, 5, 0, 0]


@pytest.mark.rule("MP-8.1", "MP-8.3", "MP-8.5", "MP-8.6", "MP-8.7", "MP-8.12", "MP-8.16", "MP-8.18")
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
@pytest.mark.parametrize("seed", range(8))
def test_finished_anthills_of_all_kinds(players: int, seed: int) -> None:
    hills = deal(100 * players + seed, players)
    state = finished(hills)
    expected = sheet(hills)
    assert state.is_over
    assert state.scores() == [rows["total"] for rows in expected]
    for number, rows in enumerate(expected):
        detail = points(state, number)
        assert {name: detail[name] for name in rows} == rows
        assert shown(state, number) == in_order(galleries(hills[number]["tiles"]))
        assert {b["tile"] for b in detail["full_barracks"]} == set(hills[number]["manned"])


@pytest.mark.rule("MP-8.2", "MP-8.4")
@pytest.mark.parametrize("length", range(1, 10))
def test_points_while_the_game_goes_on(length: int) -> None:
    hills = deal(length, 4)
    for hill in hills:
        hill["tiles"] = hill["tiles"][:length]
        hill["manned"] = [tile for tile in hill["manned"] if tile in hill["tiles"]]
        hill["lefts"] = min(hill["lefts"], length - 1)
    state = position(in_round=length + 1, anthills=hills)
    assert not state.is_over
    assert state.winners() == ()
    assert state.scores() == [rows["total"] for rows in sheet(hills)]


@pytest.mark.rule("MP-8.2")
def test_the_breakdown_adds_up() -> None:
    state = finished(EXAMPLE)
    for seat, own in enumerate(state.breakdown()["seats"]):
        assert own["seat"] == seat
        assert own["total"] == state.scores()[seat]
        assert own["total"] == sum(hill["total"] for hill in own["anthills"])
        for hill in own["anthills"]:
            assert hill["total"] == sum(hill[name] for name in ROWS)
            for name in ("harvest", "royal"):
                assert hill[name] == sum(gallery[name] for gallery in hill["galleries"])


@pytest.mark.rule("MP-8.3", "MP-8.11")
def test_ten_tiles_side_by_side_are_two_rings() -> None:
    found = alone(2, 45, 28)["galleries"]
    assert [gallery["span"] for gallery in found] == [10, 10]


@pytest.mark.rule("MP-8.3", "MP-8.11")
def test_one_wall_makes_a_single_gallery() -> None:
    found = alone(58, 2, 45)["galleries"]
    assert [gallery["span"] for gallery in found] == [10]


@pytest.mark.rule("MP-8.3", "MP-8.4")
def test_the_tenth_tile_joins_the_ends() -> None:
    chain = [58, 60, 61, 7, 10, 12, 31, 36, 45]
    state = position(players=2, in_round=10, anthills=[{"tiles": chain}], row=[2])
    assert sorted(gallery["span"] for gallery in shown(state)) == [1, 9]
    # Its barracks could be manned; that is not the point here.
    play(state, "take 1; man no")
    assert [gallery["span"] for gallery in shown(state)] == [10]


@pytest.mark.rule("MP-8.5")
@pytest.mark.parametrize(("tile", "ants"), [(48, 3), (3, 1), (51, 1), (38, 3), (12, 0), (33, 1)])
def test_population_counts_dead_ends_too(tile: int, ants: int) -> None:
    assert points(position(anthills=[{"tiles": [tile]}]))["population"] == ants


@pytest.mark.rule("MP-8.6")
@pytest.mark.parametrize(
    ("tiles", "colony"),
    [
        ([57, 58, 56, 44], [5, 0, 0, 0]),  # 4 against 3, 3, 2 in one gallery
        ([60, 58, 56, 54], [0, 5, 5, 5]),  # three of 3
        ([44, 45, 61, 60], [5, 5, 5, 5]),  # 44 has four ants, but no more than two together
        ([20, 58, 60, 61], [5, 5, 0, 0]),  # the queen counts as well
        ([26, 45, 60, 61], [5, 5, 5, 5]),  # so does the nurse
    ],
)
def test_the_most_crowded_gallery(tiles: list[int], colony: list[int]) -> None:
    state = position(anthills=[{"tiles": [tile]} for tile in tiles])
    assert [points(state, hill)["colony"] for hill in range(4)] == colony


@pytest.mark.rule("MP-8.6", "MP-1.7")
def test_garrisons_do_not_crowd_a_gallery() -> None:
    hills = [{"tiles": [18], "manned": [18]}, {"tiles": [60]}, {"tiles": [61]}, {"tiles": [12]}]
    state = position(anthills=hills)
    assert [points(state, hill)["colony"] for hill in range(4)] == [0, 5, 5, 0]


@pytest.mark.rule("MP-8.21")
@pytest.mark.parametrize("tiles", [(), (12, 15, 18)])
def test_nobody_leads_a_colony_without_ants(tiles: tuple[int, ...]) -> None:
    hills = [{"tiles": [tile]} for tile in tiles]
    state = position(players=3, in_round=2 if tiles else 1, anthills=hills)
    assert [points(state, hill)["colony"] for hill in range(3)] == [0, 0, 0]
    assert state.scores() == [5, 5, 5]  # for the armies


@pytest.mark.rule("MP-8.7")
@pytest.mark.parametrize(
    ("tiles", "kinds", "harvest"),
    [
        ((58, 40), 0, 0),
        ((58, 45, 40), 1, 2),
        ((58, 45, 14, 40), 2, 5),
        ((58, 45, 24, 14, 40), 3, 10),
        ((58, 45, 24, 14, 28, 40), 4, 15),
        ((35, 45, 24, 14, 28, 40), 5, 20),
        ((35, 45, 24, 14, 28, 52), 6, 25),
    ],
)
def test_the_harvest_table(tiles: tuple[int, ...], kinds: int, harvest: int) -> None:
    # Walls at both ends make one gallery of all that lies between them.
    detail = alone(*tiles)
    assert max(len(gallery["fruits"]) for gallery in detail["galleries"]) == kinds
    assert detail["harvest"] == harvest


@pytest.mark.rule("MP-8.7")
def test_each_gallery_for_itself() -> None:
    # A cherry and a lemon in different galleries: 2 + 2, together they would be 5.
    detail = alone(58, 45, 40, 60, 14)
    assert sorted(gallery["harvest"] for gallery in detail["galleries"]) == [2, 2]
    assert detail["harvest"] == 4


@pytest.mark.rule("MP-8.8")
def test_the_same_fruit_again() -> None:
    # Test vector 7: cherry, cherry, lemon.
    detail = alone(58, 2, 45, 14, 40)
    assert detail["harvest"] == 5
    assert sorted(map(sorted, (gallery["fruits"] for gallery in detail["galleries"]))) == [
        [],
        ["cherry", "lemon"],
    ]
    assert alone(58, 2, 45, 19, 40)["harvest"] == 2


@pytest.mark.rule("MP-8.9")
@pytest.mark.parametrize(
    ("tiles", "gifts", "harvest"),
    [
        ((58, 54, 40), 1, 2),
        ((55, 57, 54, 40), 2, 5),
        ((58, 54, 45, 40), 1, 5),
        ((55, 57, 54, 14, 45, 40), 2, 15),
        ((35, 54, 14, 28, 24, 45, 40), 1, 25),
    ],
)
def test_a_gift_is_one_more_fruit(tiles: tuple[int, ...], gifts: int, harvest: int) -> None:
    detail = alone(*tiles)
    best = max(detail["galleries"], key=lambda gallery: gallery["gifts"])
    assert (best["gifts"], best["harvest"]) == (gifts, harvest)
    assert best["harvest"] == max(gallery["harvest"] for gallery in detail["galleries"])


@pytest.mark.rule("MP-8.10")
def test_never_more_than_six_kinds() -> None:
    detail = alone(35, 54, 14, 28, 24, 45, 52)
    best = max(detail["galleries"], key=lambda gallery: len(gallery["fruits"]))
    assert (len(best["fruits"]), best["gifts"], best["harvest"]) == (6, 1, 25)
    assert detail["harvest"] == 25


@pytest.mark.rule("MP-8.11", "MP-8.12", "MP-8.14")
def test_two_royal_galleries() -> None:
    # The outer one meets tile 20 from both sides: ten tiles, not eleven.
    detail = alone(20, 19, 2)
    royal = [(gallery["queens"], gallery["span"]) for gallery in detail["galleries"]]
    assert royal == [(1, 10), (1, 10)]
    assert detail["royal"] == 20


@pytest.mark.rule("MP-8.12")
@pytest.mark.parametrize(
    ("tiles", "royal"),
    [((58, 25, 40), 3), ((58, 25, 2, 40), 4), ((58, 60, 61, 25, 7, 10, 40), 7), ((25, 2, 45), 10)],
)
def test_a_lone_queen_scores_the_span(tiles: tuple[int, ...], royal: int) -> None:
    assert alone(*tiles)["royal"] == royal


@pytest.mark.rule("MP-8.12")
def test_no_queen_no_points() -> None:
    assert alone(58, 2, 45)["royal"] == 0


@pytest.mark.rule("MP-8.13")
@pytest.mark.parametrize("tiles", [(19, 25, 2), (19, 25, 24), (58, 19, 24, 25, 40)])
def test_rivals_score_nothing(tiles: tuple[int, ...]) -> None:
    assert alone(*tiles)["royal"] == 0


@pytest.mark.rule("MP-8.13", "MP-8.14")
def test_rivals_do_not_harm_other_galleries() -> None:
    # Outside 19 and 25 quarrel, inside 23 is alone.
    detail = alone(19, 25, 23)
    assert sorted(gallery["queens"] for gallery in detail["galleries"]) == [1, 2]
    assert detail["royal"] == 10


@pytest.mark.rule("MP-8.15")
def test_a_queen_is_an_ant() -> None:
    state = position(anthills=[{"tiles": [23]}])
    assert points(state)["population"] == 1
    assert max(gallery["ants"] for gallery in shown(state)) == 1


@pytest.mark.rule("MP-8.16")
@pytest.mark.parametrize(
    ("strong", "five"),
    [
        ([5, 4, 4, 4], [5, 0, 0, 0]),
        ([5, 5, 3, 1], [5, 5, 0, 0]),
        ([2, 2, 2, 2], [5, 5, 5, 5]),
        ([0, 0, 1, 0], [0, 0, 5, 0]),
        ([9, 10, 10, 0], [0, 5, 5, 0]),
    ],
)
def test_the_largest_army(strong: list[int], five: list[int]) -> None:
    state = position(armies=strong)
    assert [points(state, hill)["red_army"] for hill in range(4)] == five


@pytest.mark.rule("MP-8.16")
def test_garrisons_are_no_red_army() -> None:
    hills: list[Doc] = [
        {"army": 1, "tiles": [17], "manned": [17]},
        {"army": 2},
        {"army": 1},
        {"army": 0},
    ]
    state = position(anthills=hills)
    assert [points(state, hill)["red_army"] for hill in range(4)] == [0, 5, 0, 0]


@pytest.mark.rule("MP-8.17")
def test_no_army_at_all() -> None:
    state = position(armies=[0, 0, 0, 0])
    assert [points(state, hill)["red_army"] for hill in range(4)] == [0, 0, 0, 0]


@pytest.mark.rule("MP-8.18")
@pytest.mark.parametrize(
    ("tile", "score"), [(1, 2), (6, 2), (7, 4), (12, 4), (13, 7), (16, 7), (17, 10), (18, 10)]
)
def test_full_barracks(tile: int, score: int) -> None:
    full = position(anthills=[{"tiles": [tile], "manned": [tile]}])
    empty = position(anthills=[{"tiles": [tile]}])
    assert points(full)["barracks"] == score
    assert points(empty)["barracks"] == 0
    assert [b["points"] for b in points(full)["full_barracks"]] == [score]
    assert points(empty)["full_barracks"] == []


@pytest.mark.rule("MP-8.18")
def test_all_full_barracks_add_up() -> None:
    hill = {"tiles": [1, 2, 7, 13, 17], "manned": [1, 7, 13, 17]}
    assert points(position(in_round=6, anthills=[hill]))["barracks"] == 2 + 4 + 7 + 10


@pytest.mark.rule("MP-8.19")
@pytest.mark.parametrize(
    "fields", [{"leader": 1}, {"soldiers": [9, 0, 1]}, {"leader": 3, "soldiers": [4, 4, 4]}]
)
def test_nothing_else_scores(fields: Doc) -> None:
    hills = [{**hill, "tokens": number} for hill, number in zip(EXAMPLE, (0, 0, 2, 0), strict=True)]
    state = position(in_round=11, anthills=hills, **fields)
    assert state.is_over
    assert state.scores() == [53, 45, 37, 36]


@pytest.mark.rule("MP-8.2")
@pytest.mark.parametrize("variant", ["base", "expert"])
def test_a_view_has_the_sheet_of_every_anthill_as_it_stands(variant: str) -> None:
    state = fm.load("micropolis", players=3, variant=variant).start(seed=5)
    dice = Random(5)
    for number in count():
        if state.is_over:
            return
        seat = state.to_act[0]
        state.play(seat, dice.choice(state.codes(seat)))
        if INTERPRETED and number % 20:  # interpreted it takes long
            continue
        told = [hill for one in state.breakdown()["seats"] for hill in one["anthills"]]
        for seen, hill in zip(state.view(None)["points"], told, strict=True):
            assert seen == {name: hill[name] for name in seen}
