"""Section 14: objectives."""

from __future__ import annotations

from typing import Any

import pytest

import formicarium as fm
from tests.rules.myrmes.helpers import (
    again,
    atelier,
    empty,
    gained,
    garden,
    own,
    phase,
    pheromone,
    play,
    refuse,
    special,
    store,
    texts,
    tile,
)
from tests.rules.myrmes.reckoning import OBJECTIVES, Doc

FIRST = [1, 2, 8, 9, 15, 16]
SPECIALS = [
    special("farm", "c4 c5 d5"),
    special("scavenging", "h6 h7 i6"),
    special("subcolony", "l5 l6 m5 m6"),
    special("farm", "g2 g3 h3"),
]
# A chain of pairs from c2 to c9, each touching the next.
CHAIN = [pheromone("c2 c3"), pheromone("c4 c5"), pheromone("c6 c7"), pheromone("c8 c9")]
MORE = [pheromone("b4 b5"), pheromone("b6 b7"), pheromone("b8 b9 b10"), pheromone("a5 a6 a7")]


def level_of(number: int) -> int:
    return 1 + (number > 7) + (number > 14)


def aiming(number: int, me: Doc, **fields: Any) -> tuple[fm.State, str]:
    """A seat in the atelier to whom every level is open, and the action for an objective."""
    level = level_of(number)
    other = next(n for n in OBJECTIVES if n != number and level_of(n) == level)
    six = sorted([number, other, *(n for n in FIRST if level_of(n) != level)])
    done = [{}, {"1": 1}, {"1": 1, "3": 2}][level - 1]
    mine = {"nurses": 4, "placed": {"atelier": 2}, "done": done, "larvae": 0, **me}
    state = atelier(mine, year=2, season="spring", objectives=six, **fields)
    return state, f"objective {six.index(number) + 1}"


@pytest.mark.rule("MY-14.1", "MY-14.8")
@pytest.mark.parametrize(
    ("number", "me", "points"), [(1, {"food": 3}, 6), (8, {"food": 5}, 9), (15, {"stone": 5}, 12)]
)
def test_points_by_level(number: int, me: Doc, points: int) -> None:
    state, action = aiming(number, me)
    assert action in texts(state)
    play(state, action)
    assert gained(state) == {"objectives": points}
    assert own(state)["done"][action[-1]] == 4
    again(state)


RICH: Doc = {"food": 9, "earth": 9, "stone": 9}


@pytest.mark.rule("MY-14.2")
@pytest.mark.parametrize(
    ("done", "open_ones"),
    [
        ({}, "1 2"),
        ({"1": 1}, "2 3 4"),
        ({"1": 1, "2": 2}, "3 4"),
        ({"1": 1, "3": 2}, "2 4 5 6"),
        ({"2": 1, "4": 2, "6": 3}, "1 3 5"),
    ],
)
def test_level_after_level(done: dict[str, int], open_ones: str) -> None:
    me = {**RICH, "done": done, "nurses": 4}
    state = atelier(me, season="spring", year=2, objectives=FIRST)
    offered = [text for text in texts(state) if text.startswith("objective")]
    assert offered == [f"objective {number}" for number in open_ones.split()]
    for number in range(1, 7):
        if str(number) not in open_ones.split():
            closed = "MY-14.3" if str(number) in done else "MY-14.2"
            assert refuse(state, f"objective {number}") == closed


@pytest.mark.rule("MY-14.2")
def test_the_others_open_no_level() -> None:
    state = atelier(RICH, {"done": {"1": 1}}, objectives=FIRST)
    assert refuse(state, "objective 3") == "MY-14.2"


@pytest.mark.rule("MY-14.3", "MY-14.7")
def test_each_once_but_everybody() -> None:
    me = {"food": 3, "nurses": 3, "placed": {"atelier": 1}}
    state = atelier({**me, "placed": {"atelier": 1}}, me, me, me, objectives=FIRST)
    play(state, "objective 1; objective 1; objective 1; objective 1")
    assert [own(state, by)["done"] for by in range(4)] == [{"1": 2}] * 4
    assert [gained(state, by) for by in range(4)] == [{"objectives": 6}] * 4
    state = atelier({**RICH, "done": {"1": 1}}, objectives=FIRST)
    assert refuse(state, "objective 1") == "MY-14.3"


# number: just enough, and what is left of it afterwards.
ENOUGH: dict[int, tuple[Doc, Doc]] = {
    1: ({"food": 3}, {"food": 0}),
    2: ({"earth": 2}, {"earth": 0}),
    3: ({"larvae": 5}, {"larvae": 0}),
    4: ({"trophies": 2}, {"trophies": 0}),
    5: ({"soldiers": 2}, {"soldiers": 0}),
    8: ({"food": 5}, {"food": 0}),
    9: ({"stone": 3}, {"stone": 0}),
    10: ({"larvae": 9}, {"larvae": 0}),
    11: ({"trophies": 3}, {"trophies": 0}),
    13: ({"nurses": 5}, {"nurses": 3}),
    14: ({"level": 2}, {"level": 1}),
    15: ({"stone": 5}, {"stone": 0}),
    16: ({"stone": 6}, {"stone": 0}),
    17: ({"trophies": 4}, {"trophies": 0}),
    18: ({"nurses": 6}, {"nurses": 3}),
    19: ({"level": 3}, {"level": 1}),
}


@pytest.mark.rule("MY-14.4", "MY-14.5", "MY-14.16", "MY-14.24")
@pytest.mark.parametrize("number", ENOUGH)
def test_what_an_objective_takes(number: int) -> None:
    need, left = ENOUGH[number]
    state, action = aiming(number, need)
    play(state, action)
    spent = {name: own(state)[name] for name in left}
    assert spent == left
    again(state)


@pytest.mark.rule("MY-14.4", "MY-14.16")
@pytest.mark.parametrize("number", ENOUGH)
def test_not_with_less(number: int) -> None:
    need, _ = ENOUGH[number]
    ((name, count),) = need.items()
    state, action = aiming(number, {name: count - 1})
    assert action not in texts(state)
    assert refuse(state, action) == "MY-14.4"


@pytest.mark.rule("MY-14.5")
@pytest.mark.parametrize("number", [n for n in ENOUGH if n not in (13, 14, 18, 19)])
def test_what_is_above_stays(number: int) -> None:
    need, _ = ENOUGH[number]
    ((name, count),) = need.items()
    state, action = aiming(number, {name: count + 1})
    play(state, action)
    assert own(state)[name] == 1


@pytest.mark.rule("MY-14.6", "MY-15.5")
def test_the_nurse_stays_for_good() -> None:
    state = atelier({"food": 3}, objectives=FIRST)
    play(state, "objective 1")
    assert (own(state)["nurses"], own(state)["placed"]["atelier"]) == (2, 1)
    play(state, "done")
    assert phase(state) == "brood"
    assert own(state)["nurses"] == 2
    again(state)


@pytest.mark.rule("MY-14.9", "MY-14.10", "MY-14.11")
@pytest.mark.parametrize(("players", "bonus"), [(4, 3), (3, 4), (2, 5)])
def test_earlier_players_get_a_bonus(players: int, bonus: int) -> None:
    state = atelier({"food": 3}, {"done": {"1": 1}}, players=players, objectives=FIRST)
    play(state, "objective 1")
    assert gained(state) == {"objectives": 6}
    assert gained(state, 1) == {"bonus": bonus}
    assert [gained(state, by) for by in range(2, players)] == [{}] * (players - 2)


@pytest.mark.rule("MY-14.11")
def test_example() -> None:
    red, blue = {"done": {"2": 4}}, {"nurses": 1, "placed": {"atelier": 1}, "earth": 2}
    state = atelier({"placed": {}}, blue, red, year=2, seat=1, objectives=FIRST)
    play(state, "objective 2")
    assert [gained(state, by) for by in range(4)] == [{}, {"objectives": 6}, {"bonus": 3}, {}]


@pytest.mark.rule("MY-14.9")
def test_the_bonus_comes_again_and_to_all() -> None:
    me = {"food": 3, "nurses": 1, "placed": {"atelier": 1}}
    earlier = {"done": {"1": 1}}
    later = {"done": {"1": 3}}
    state = atelier(me, me, earlier, later, year=2, season="spring", objectives=FIRST)
    play(state, "objective 1; objective 1")
    assert [gained(state, by) for by in range(4)] == [
        {"objectives": 6},
        {"objectives": 6},
        {"bonus": 6},
        {"bonus": 6},
    ]


@pytest.mark.rule("MY-14.10")
def test_no_bonus_within_a_season() -> None:
    state = atelier({"food": 3}, {"done": {"1": 2}}, objectives=FIRST)
    play(state, "objective 1")
    assert gained(state, 1) == {}


@pytest.mark.rule("MY-14.9")
def test_no_bonus_for_another_objective() -> None:
    state = atelier({"food": 3}, {"done": {"2": 1}}, objectives=FIRST)
    play(state, "objective 1")
    assert gained(state, 1) == {}


# Earth or stone


@pytest.mark.rule("MY-14.12")
@pytest.mark.parametrize(
    ("line", "left"),
    [("earth; earth", (0, 1, 3)), ("earth; stone", (0, 2, 2)), ("stone; stone", (0, 3, 1))],
)
def test_earth_and_stone_in_any_mix(line: str, left: tuple[int, int, int]) -> None:
    state, action = aiming(2, {"earth": 3, "stone": 3})
    play(state, action)
    assert (phase(state), texts(state)) == ("pay", ["earth", "stone"])
    for wrong in ("food", "done", "convert", "c3", "level"):
        assert refuse(state, wrong) == "MY-14.12"
    again(state)
    play(state, line)
    assert (phase(state), store(state)) == ("atelier", left)


@pytest.mark.rule("MY-14.12", "MY-3.4")
@pytest.mark.parametrize(
    ("number", "earth", "stone", "line", "left"),
    [
        (2, 3, 0, "", (0, 1, 0)),
        (2, 0, 2, "", (0, 0, 0)),
        (2, 1, 1, "", (0, 0, 0)),
        (2, 1, 2, "earth", (0, 0, 1)),
        (16, 3, 3, "", (0, 0, 0)),
        (16, 7, 0, "", (0, 1, 0)),
        (16, 1, 6, "earth", (0, 0, 1)),
    ],
)
def test_where_no_choice_is_left_it_is_paid(
    number: int, earth: int, stone: int, line: str, left: tuple[int, int, int]
) -> None:
    state, action = aiming(number, {"earth": earth, "stone": stone})
    play(state, f"{action}; {line}")
    assert (phase(state), store(state)) == ("atelier", left)


@pytest.mark.rule("MY-14.12")
def test_six_in_any_mix() -> None:
    state, action = aiming(16, {"earth": 5, "stone": 4})
    play(state, f"{action}; stone; earth; stone; earth; earth; earth")
    assert (phase(state), store(state)) == ("atelier", (0, 1, 2))
    few, action = aiming(16, {"earth": 3, "stone": 2})
    assert refuse(few, action) == "MY-14.4"


# Nurses


@pytest.mark.rule("MY-14.13")
def test_eight_nurses_two_of_them_on_objectives() -> None:
    # Six are free; the one that acts stays, two are discarded.
    state, action = aiming(18, {"nurses": 6})
    assert len(own(state)["done"]) == 2
    play(state, action)
    assert (own(state)["nurses"], len(own(state)["done"])) == (3, 3)
    few, action = aiming(18, {"nurses": 5})
    assert refuse(few, action) == "MY-14.4"


@pytest.mark.rule("MY-14.13", "MY-13.18")
def test_discarded_nurses_may_come_back() -> None:
    state, action = aiming(13, {"nurses": 7, "food": 2, "larvae": 2})
    assert refuse(state, "nurse") == "MY-13.18"
    play(state, f"{action}; nurse")
    assert (own(state)["nurses"], len(own(state)["done"])) == (6, 2)


@pytest.mark.rule("MY-14.13")
def test_parked_nurses_are_not_discarded() -> None:
    # Eight owned, five of them parked: of three free ones two go after the one that acts.
    done = {"1": 1, "2": 2, "3": 3, "4": 4, "6": 5}
    me = {"nurses": 3, "done": done, "placed": {"atelier": 1}}
    state = atelier(me, year=3, objectives=[1, 2, 8, 9, 18, 19])
    play(state, "objective 5")
    assert (own(state)["nurses"], len(own(state)["done"])) == (0, 6)


@pytest.mark.rule("MY-14.14", "MY-18.24")
@pytest.mark.parametrize(
    ("placed", "choice", "legal"),
    [
        ({"larvae": 3, "workers": 2, "atelier": 1}, "any", True),
        ({"larvae": 3, "workers": 2, "atelier": 1}, "not_breeding", False),
        ({"larvae": 3, "workers": 1, "atelier": 1}, "not_breeding", False),
        ({"larvae": 3, "atelier": 1}, "not_breeding", True),
        ({"larvae": 2, "soldiers": 2, "atelier": 2}, "not_breeding", False),
        ({"larvae": 1, "soldiers": 2, "atelier": 3}, "not_breeding", True),
    ],
)
def test_breeding_nurses(placed: dict[str, int], choice: str, legal: bool) -> None:
    options = {"discarded_nurses": choice}
    state, action = aiming(18, {"nurses": 6, "placed": placed}, options=options)
    assert (action in texts(state)) is legal
    if legal:
        play(state, action)
        assert own(state)["nurses"] == 3
    else:
        assert refuse(state, action) == "MY-14.4"


@pytest.mark.rule("MY-14.14", "MY-18.24")
def test_where_breeding_nurses_stay_the_atelier_gives() -> None:
    # Of five nurses after the one that acts, three breed: the two in the atelier go.
    placed = {"larvae": 1, "soldiers": 2, "atelier": 3}
    options = {"discarded_nurses": "not_breeding"}
    state, action = aiming(18, {"nurses": 6, "placed": placed}, options=options)
    play(state, action)
    assert (phase(state), own(state)["nurses"]) == ("brood", 3)
    # Where one more is idle, only one of them has to go.
    placed = {"larvae": 1, "soldiers": 1, "atelier": 3}
    state, action = aiming(18, {"nurses": 6, "placed": placed}, options=options)
    play(state, action)
    after = own(state)["placed"]
    assert [after[track] for track in ("larvae", "workers", "soldiers", "atelier")] == [1, 0, 1, 1]


@pytest.mark.rule("MY-14.14")
@pytest.mark.parametrize(
    ("placed", "left"),
    [
        ({"larvae": 2, "workers": 2, "atelier": 2}, [0, 2, 0, 1]),
        ({"larvae": 1, "workers": 3, "atelier": 2}, [0, 2, 0, 1]),
        ({"soldiers": 3, "atelier": 3}, [0, 0, 1, 2]),
        ({"larvae": 1, "atelier": 3}, [1, 0, 0, 2]),
        ({"atelier": 4}, [0, 0, 0, 3]),
    ],
)
def test_those_in_the_atelier_go_last(placed: dict[str, int], left: list[int]) -> None:
    me = {"nurses": 6, "placed": placed, "earth": 9}
    state, action = aiming(18, me)
    play(state, action)
    after = own(state)["placed"]
    assert [after[track] for track in ("larvae", "workers", "soldiers", "atelier")] == left


@pytest.mark.rule("MY-14.14", "MY-13.6")
def test_the_atelier_gives_when_nobody_else_is_left() -> None:
    done = {"1": 1, "2": 2, "3": 3, "4": 4}
    me = {"nurses": 3, "done": done, "placed": {"atelier": 3}, "larvae": 9, "food": 9}
    state = atelier(me, year=2, season="autumn", objectives=[1, 2, 8, 13, 18, 19])
    # Seven owned: not enough for eight.
    assert refuse(state, "objective 5") == "MY-14.4"
    me = {**me, "nurses": 4, "placed": {"atelier": 3}}
    state = atelier(me, year=2, season="autumn", objectives=[1, 2, 8, 13, 18, 19])
    play(state, "objective 5")
    assert own(state)["nurses"] == 1
    assert own(state)["placed"]["atelier"] == 1


# Special tiles


@pytest.mark.rule("MY-14.15", "MY-14.16", "MY-14.17")
def test_one_of_two_special_tiles() -> None:
    state, action = aiming(6, {}, tiles=[*SPECIALS[:2], special("farm", "b5 b6 a5", 1)])
    play(state, action)
    assert (phase(state), texts(state)) == ("give", ["c4", "h6"])
    for wrong in ("c5", "h7", "a5", "d4"):
        assert refuse(state, wrong) == "MY-14.15"
    for wrong in ("done", "earth", "c4 c5 d5", "convert"):
        assert refuse(state, wrong) == "MY-14.15"
    again(state)
    play(state, "h6")
    assert phase(state) == "atelier"
    given, kept = tile(state, "h6"), tile(state, "c4")
    assert given is not None
    assert kept is not None
    assert (given["owner"], given["kind"], kept["owner"]) == (None, "scavenging", 0)
    assert own(state)["markers"] == 3
    assert gained(state) == {"objectives": 6}


@pytest.mark.rule("MY-14.15", "MY-14.16")
def test_two_of_three_special_tiles() -> None:
    state, action = aiming(12, {}, tiles=SPECIALS[:3])
    play(state, action)
    assert texts(state) == ["c4", "h6", "l5"]
    play(state, "l5")
    assert texts(state) == ["c4", "h6"]
    again(state)
    play(state, "c4")
    owners = [lies["owner"] for lies in state.to_position()["tiles"]]
    assert (phase(state), owners) == ("atelier", [None, 0, None])
    assert own(state)["markers"] == 3


@pytest.mark.rule("MY-14.4", "MY-14.16")
@pytest.mark.parametrize(("number", "count"), [(6, 1), (12, 2)])
def test_too_few_special_tiles(number: int, count: int) -> None:
    tiles = [*SPECIALS[:count], special("farm", "b5 b6 a5", 1), special("farm", "n7 n8 o7", None)]
    state, action = aiming(number, {}, tiles=tiles)
    assert refuse(state, action) == "MY-14.4"


@pytest.mark.rule("MY-14.15", "MY-9.8", "MY-7.13", "MY-12.10")
def test_a_neutral_tile_stays_and_blocks() -> None:
    state, action = aiming(6, {}, tiles=SPECIALS[:2])
    doc = play(state, f"{action}; c4").to_position()
    assert [lies["cells"] for lies in doc["tiles"]] == [["c4", "c5", "d5"], ["h6", "h7", "i6"]]
    walk = garden("d4", {"earth": 1}, tiles=doc["tiles"])
    play(walk, "c4")
    assert refuse(walk, "clean") == "MY-9.8"
    lay = play(garden("c3", tiles=doc["tiles"]), "lay pair")
    assert refuse(lay, "c3 c4") == "MY-10.8"


@pytest.mark.rule("MY-14.17", "MY-18.8")
@pytest.mark.parametrize(("choice", "markers"), [("returned", 3), ("spent", 2)])
def test_the_marker(choice: str, markers: int) -> None:
    options = {"neutral_marker": choice}
    state, action = aiming(6, {}, tiles=SPECIALS[:2], options=options)
    play(state, f"{action}; c4")
    assert own(state)["markers"] == markers
    again(state)


# Connected pheromones


@pytest.mark.rule("MY-14.18", "MY-14.16", "MY-14.21")
@pytest.mark.parametrize(
    ("number", "tiles", "legal"),
    [
        (7, CHAIN, True),
        (7, CHAIN[:3], False),
        (7, [*CHAIN[:3], pheromone("g2 g3 h3")], False),
        (7, [*CHAIN[:3], pheromone("g2 g3"), pheromone("h2 i2"), pheromone("h3 i3")], False),
        (7, [*CHAIN[1:], pheromone("d5 d6")], True),
        (7, [*CHAIN[:3], pheromone("c8 c9", 1)], False),
        (20, [*CHAIN, *MORE[:3]], True),
        (20, [*CHAIN, *MORE[:2]], False),
        (20, [*CHAIN, *MORE], True),
        (20, [*CHAIN[:3], *MORE[:3], pheromone("l5 l6")], False),
    ],
)
def test_connected_pheromones(number: int, tiles: list[Doc], legal: bool) -> None:
    state, action = aiming(number, {}, tiles=tiles)
    assert (action in texts(state)) is legal
    if legal:
        before = state.to_position()["tiles"]
        play(state, action)
        assert state.to_position()["tiles"] == before
        assert gained(state) == {"objectives": 6 if number == 7 else 12}
        assert (phase(state), own(state)["nurses"]) == ("atelier", 3)
    else:
        assert refuse(state, action) == "MY-14.4"


@pytest.mark.rule("MY-14.18")
def test_tiles_count_not_hexes() -> None:
    one = [pheromone("g5 g6 g7 h6 h7 i6")]
    state, action = aiming(7, {}, tiles=one)
    assert refuse(state, action) == "MY-14.4"


# Three pairs around the pair c4 c5, all with cubes.
STAR = [pheromone("b6 b7"), pheromone("c2 c3"), pheromone("c4 c5"), pheromone("d5 d6")]


@pytest.mark.rule("MY-14.19", "MY-18.25")
@pytest.mark.parametrize("gone", ["b6 b7", "c2 c3", "c4 c5", "d5 d6", ""])
def test_empty_ones(gone: str) -> None:
    tiles = [{**lies, "cubes": []} if lies["cells"] == gone.split() else lies for lies in STAR]
    for choice in ("counted", "ignored"):
        state, action = aiming(7, {}, tiles=tiles, options={"group_empty": choice})
        assert (action in texts(state)) is (choice == "counted" or not gone)


@pytest.mark.rule("MY-14.19", "MY-18.25")
def test_empty_ones_do_not_connect_when_ignored() -> None:
    # Four have cubes, but without the empty one in the middle d5 d6 lies apart.
    tiles = [*STAR[:2], empty("c4 c5"), STAR[3], pheromone("b4 b5")]
    for choice, legal in (("counted", True), ("ignored", False)):
        state, action = aiming(7, {}, tiles=tiles, options={"group_empty": choice})
        assert (action in texts(state)) is legal


@pytest.mark.rule("MY-14.20", "MY-18.26")
@pytest.mark.parametrize(
    "tiles",
    [
        [*CHAIN[:1], special("farm", "c4 c5 d5"), CHAIN[2], CHAIN[3]],
        [*CHAIN[:3], special("farm", "c8 c9 d9")],
        [special("farm", "c4 c5 d5"), CHAIN[0], CHAIN[2], CHAIN[3], MORE[0]],
    ],
    ids=["inside", "at the end", "between"],
)
def test_special_tiles_in_a_group(tiles: list[Doc]) -> None:
    for choice, legal in (("ignored", False), ("counted", True)):
        state, action = aiming(7, {}, tiles=tiles, options={"group_special": choice})
        assert (action in texts(state)) is legal
    neutral = [{**lies, "owner": None} if lies.get("kind") else lies for lies in tiles]
    state, action = aiming(7, {}, tiles=neutral, options={"group_special": "counted"})
    assert refuse(state, action) == "MY-14.4"


@pytest.mark.rule("MY-14.21", "MY-18.27", "MY-14.22")
def test_the_price_in_tiles() -> None:
    options = {"pheromone_price": "tiles"}
    tiles = [*CHAIN, MORE[0], pheromone("g2 g3 h3")]
    state, action = aiming(7, {}, tiles=tiles, options=options)
    play(state, action)
    # Five hang together: any of them first, then only neighbours.
    assert (phase(state), texts(state)) == ("give", ["b4", "c2", "c4", "c6", "c8"])
    for wrong in ("g2", "c5", "d4", "done"):
        assert refuse(state, wrong) == "MY-14.21"
    again(state)
    play(state, "c6")
    assert texts(state) == ["c4", "c8"]
    again(state)
    play(state, "c4")
    assert texts(state) == ["b4", "c2", "c8"]
    play(state, "b4; c8")
    assert phase(state) == "atelier"
    lying = {lies["cells"][0]: lies for lies in state.to_position()["tiles"]}
    assert [name for name in lying if lying[name]["owner"] == 0] == ["c2", "g2"]
    assert all(lying[name].get("cubes", []) == [] for name in ("b4", "c4", "c6", "c8"))
    assert store(state) == (0, 0, 0)
    assert own(state)["left"]["pair"] == 1
    again(state)


@pytest.mark.rule("MY-14.21", "MY-14.20")
def test_special_tiles_may_be_given_where_they_count() -> None:
    options = {"pheromone_price": "tiles", "group_special": "counted"}
    tiles = [CHAIN[0], special("farm", "c4 c5 d5"), CHAIN[2], CHAIN[3]]
    state, action = aiming(7, {}, tiles=tiles, options=options)
    play(state, f"{action}; c4; c2; c6; c8")
    assert {lies["owner"] for lies in state.to_position()["tiles"]} == {None}
    assert own(state)["markers"] == 4


@pytest.mark.rule("MY-14.22")
@pytest.mark.parametrize("event", [1, 5])
def test_cleaning_a_neutral_pheromone_scores_nothing(event: int) -> None:
    me = {"event": event, "earth": 1}
    state = garden("d4", me, tiles=[empty("c3 c4 c5", None)])
    play(state, "c4; clean; c4")
    assert gained(state) == {}
    assert store(state) == (0, 0, 0)


# Levels


@pytest.mark.rule("MY-14.23", "MY-14.16")
@pytest.mark.parametrize(
    ("number", "level", "after"),
    [(14, 3, 2), (14, 2, 1), (14, 1, None), (19, 3, 1), (19, 2, None)],
)
def test_the_real_level(number: int, level: int, after: int | None) -> None:
    for event in (0, 5):
        state, action = aiming(number, {"level": level, "event": event})
        if after is None:
            assert refuse(state, action) == "MY-14.4"
        else:
            play(state, action)
            assert own(state)["level"] == after


@pytest.mark.rule("MY-14.23", "MY-13.11")
def test_levels_lost_may_be_bought_again() -> None:
    state, action = aiming(14, {"level": 2, "earth": 1, "stone": 2})
    play(state, f"{action}; level")
    assert (own(state)["level"], store(state)) == (2, (0, 0, 0))


@pytest.mark.rule("MY-14.23", "MY-15.1")
def test_the_storeroom_shrinks_with_the_level() -> None:
    state, action = aiming(14, {"level": 2, "food": 6})
    play(state, f"{action}; done")
    assert (phase(state), store(state)) == ("brood", (4, 0, 0))


@pytest.mark.rule("MY-14.24")
def test_soldiers_return_prey_leaves() -> None:
    state, action = aiming(5, {"soldiers": 8})
    play(state, action)
    assert own(state)["soldiers"] == 6
    assert state.view(0)["seats"][0]["ants_left"] == 2
    state, action = aiming(4, {"trophies": 3})
    play(state, action)
    assert (own(state)["trophies"], state.to_position()["prey"]) == (1, {})
