"""Section 5: build."""

from __future__ import annotations

from typing import Any

import pytest

import formicarium as fm
from tests.rules.antics.helpers import (
    colony,
    fields,
    hexes,
    line,
    offered,
    phase,
    play,
    position,
    refuse,
    texts,
    tiles,
    tower,
)
from tests.rules.antics.reckoning import Doc, Hill, beside

START = "scout+hatch"
SEVEN = (
    "scout+build",
    "scout+ants",
    "build+hatch",
    "build+ants",
    "hatch+ants",
    "hatch+transport",
    "ants+transport",
)
# Two tiles around the empty hex north of hexes 1 and 2.
HOLE = ["scout+build 2,-1 nw", "scout+ants 0,-1 ne"]


def building(*hill: str, tile: str = START, steps: int = 1, **fields: Any) -> fm.State:
    """A tile in hand, to be put somewhere."""
    own: Doc = {"hill": list(hill), "tiles": [tile] * steps, **fields.pop("own", {})}
    return position(own, phase="hex", steps=steps, tile=tile, **fields)


def ways(state: fm.State) -> dict[str, set[str]]:
    """Every `hex` with every `lay` that can follow it; one that is not asked is left open."""
    found = {}
    for action in texts(state):
        after = play(state.copy(), action)
        found[action] = set(texts(after)) if phase(after) == "lay" else {"only one"}
    return found


def expected(hill: Hill, blocked: tuple[int, ...] = ()) -> dict[str, set[str]]:
    placements = hill.placements(blocked)
    return {spot: lays if len(lays) > 1 else {"only one"} for spot, lays in placements.items()}


@pytest.mark.rule("AN-5.1")
@pytest.mark.parametrize("level", [1, 2, 3, 4, 5])
def test_as_many_tiles_as_the_level(level: int) -> None:
    pile = tower(
        "build+ants",
        "build+ants",
        "build+transport",
        "build+hatch",
        "build+fungus",
        "build+hatch",
        "build+hatch",
    )[: (0, 1, 3, 5, 7)[level - 1]]
    held = ["scout+transport"] * 4 + [START] * 2
    state = position({"hill": pile, "tiles": held})
    number = next(n for n, shown in hexes(state).items() if shown == (level, "build"))
    play(state, f"use {number}")
    while phase(state) != "act":
        play(state, texts(state)[-1])
    assert len(tiles(state)) == 6 - level
    assert len(colony(state)["hill"]) == len(pile) + level


@pytest.mark.rule("AN-5.1")
def test_only_tiles_of_the_own_supply_are_built() -> None:
    state = position({"tiles": ["scout+build", START]}, {"tiles": ["scout+ants"]})
    play(state, "hero build")
    assert texts(state) == ["tile scout+build", "tile scout+hatch"]
    assert refuse(state, "tile scout+ants") == "AN-5.1"
    play(state, "tile scout+hatch; hex 2; lay se")
    assert tiles(state) == ["scout+build"]


@pytest.mark.rule("AN-5.2")
@pytest.mark.parametrize("held", [0, 1, 2, 3])
def test_all_of_them_or_all_there_are(held: int) -> None:
    # Build at level 2 on hex 6.
    own = {"hill": ["build+ants 0,1 e"], "tiles": [START] * held}
    state = play(position(own), "use 6")
    for _ in range(min(held, 2)):
        assert phase(state) == "hex"
        for action in ("done", "end", "use 1"):
            assert refuse(state, action) == "AN-5.15"
        play(state, "hex 1 w; lay w" if len(hexes(state)) == 6 else "hex 3 e; lay e")
    assert phase(state) == "act"
    assert len(tiles(state)) == max(0, held - 2)


@pytest.mark.rule("AN-5.2")
@pytest.mark.parametrize("action", ["done", "end", "hex 2", "use 2"])
def test_the_tile_must_be_chosen(action: str) -> None:
    state = play(position({"tiles": ["scout+build", START]}), "use 1")
    assert refuse(state, action) == "AN-5.2"


@pytest.mark.rule("AN-5.3", "AN-5.18")
@pytest.mark.parametrize(
    ("spot", "way", "other"),
    [(2, "e", 3), (3, "w", 2), (1, "se", 6), (6, "nw", 1), (2, "sw", 6), (6, "ne", 2)],
)
def test_a_tile_covers_two_hexes_in_any_of_six_directions(spot: int, way: str, other: int) -> None:
    state = play(building(), f"hex {spot}")
    if phase(state) == "lay":
        play(state, f"lay {way}")
    assert phase(state) == "act"
    shown = hexes(state)
    assert (shown[spot], shown[other]) == ((2, "scout"), (2, "hatch"))
    assert sum(level for level, _ in shown.values()) == 8
    assert tiles(state) == []


@pytest.mark.rule("AN-5.3")
@pytest.mark.parametrize(
    ("spot", "place", "way"),
    [
        ("3 e", "3,0", "e"),
        ("3 e", "3,0", "ne"),
        ("3 e", "3,0", "nw"),
        ("1 w", "-1,0", "w"),
        ("3 e", "3,0", "sw"),
        ("3 e", "3,0", "se"),
    ],
)
def test_any_direction_on_the_ground(spot: str, place: str, way: str) -> None:
    state = play(building(), f"hex {spot}; lay {way}")
    assert colony(state)["hill"] == [f"scout+hatch {place} {way}"]


@pytest.mark.rule("AN-5.4")
def test_no_tile_sticks_out() -> None:
    # Hexes 2 and 4 are on level 2 now.
    state = building("scout+build 1,0 se")
    assert [spot for spot in offered(state, "hex") if spot.isdecimal()] == ["1", "6"]
    assert refuse(state, "hex 3") == "AN-5.4"
    assert refuse(state, "hex 5") == "AN-5.8"
    state = position(
        {"hill": ["scout+build 1,0 se"], "tiles": [START]},
        phase="lay",
        steps=1,
        tile=START,
        spot="3 e",
    )
    assert refuse(state, "lay w") == "AN-5.4"


@pytest.mark.rule("AN-5.4", "AN-5.17")
def test_a_hole_of_one_hex_cannot_be_filled() -> None:
    state = building(*HOLE)
    assert "1 ne" not in offered(state, "hex")
    assert refuse(state, "hex 1 ne") == "AN-5.4"
    assert refuse(state, "hex 2 nw") == "AN-5.17"


@pytest.mark.rule("AN-5.4", "AN-5.3")
def test_a_hole_of_two_hexes_can_be_filled() -> None:
    # Around (3,0) and (3,-1), east of hex 3.
    around = [
        "scout+build 2,-1 ne",
        "scout+ants 4,-2 se",
        "build+hatch 4,0 sw",
        "build+ants 2,1 sw",
    ]
    hill = Hill(around)
    assert {(3, 0), (3, -1)} <= set(hill.fringe())
    state = building(*around)
    assert ways(state) == expected(hill)
    spot = f"hex {hill.fringe()[3, 0]}"
    play(state, spot)
    assert phase(state) == "act"
    assert {(3, 0), (3, -1)} <= set(Hill(colony(state)["hill"]).cells)


@pytest.mark.rule("AN-5.5")
def test_five_levels_and_no_more() -> None:
    state = building(*tower(*SEVEN))
    assert hexes(state)[2] == (5, "transport")
    assert hexes(state)[6] == (5, "ants")
    assert refuse(state, "hex 2") == "AN-5.5"
    assert refuse(state, "hex 6") == "AN-5.5"
    with pytest.raises(fm.BadPosition):
        position({"hill": [*tower(*SEVEN), "scout+hatch 0,1 ne"]})


@pytest.mark.rule("AN-5.5")
def test_two_tiles_side_by_side_on_level_5_carry_nothing() -> None:
    # A wall of six tiles, upon them five, four, three and two.
    places = [(level, 3 + level + 2 * tile) for level in range(5) for tile in range(6 - level)]
    kinds = [kind for kind in SEVEN for _ in range(3)]
    hill = [f"{kind} {q},0 e" for kind, (_, q) in zip(kinds, places, strict=False)]
    state = building(*hill)
    assert colony(state)["levels"] == [6, 5, 4, 3, 2]
    assert ways(state) == expected(Hill(hill))
    for cell in ((8, 0), (9, 0)):
        assert refuse(state, f"hex {Hill(hill).number(cell)}") == "AN-5.5"
    with pytest.raises(fm.BadPosition):
        position({"hill": [*hill, "scout+hatch 8,0 e"]})


@pytest.mark.rule("AN-5.6")
def test_a_ground_tile_must_touch_the_hill() -> None:
    for place in ("4,0 e", "-2,1 w", "5,5 e", "3,1 e"):
        with pytest.raises(fm.BadPosition, match="touches nothing"):
            position({"hill": [f"scout+hatch {place}"]})
    state = building()
    assert refuse(state, "hex 7") == "AN-5.6"
    assert refuse(state, "hex 7 e") == "AN-5.6"
    assert state.code_of("hex 5,5") is None


@pytest.mark.rule("AN-5.6")
def test_touching_with_one_hex_is_enough() -> None:
    state = play(building(), "hex 3 e; lay e")
    assert colony(state)["hill"] == ["scout+hatch 3,0 e"]
    assert hexes(state)[7] == (1, "scout")
    assert hexes(state)[8] == (1, "hatch")


@pytest.mark.rule("AN-5.7", "AN-5.14")
@pytest.mark.parametrize(
    ("first", "step", "way", "name", "cell"),
    [((3, 0), (2, 0), "e", "hex 120 e", (117, 0)), ((-1, 0), (-2, 0), "w", "hex 120 w", (-115, 0))],
    ids=["eastwards", "westwards"],
)
def test_the_ground_floor_spreads_without_limit(
    first: tuple[int, int], step: tuple[int, int], way: str, name: str, cell: tuple[int, int]
) -> None:
    kinds = [kind for kind in SEVEN for _ in range(4)]
    kinds += [kind for kind in ("scout+transport", "scout+fungus", "build+fungus") for _ in "1234"]
    kinds += [kind for kind in ("build+transport", "hatch+fungus", "ants+fungus") for _ in "1234"]
    kinds += ["transport+fungus"] * 4 + [START]
    assert len(kinds) == 57
    hill = [
        f"{kind} {first[0] + step[0] * number},{first[1] + step[1] * number} {way}"
        for number, kind in enumerate(kinds)
    ]
    state = position(
        {"hill": hill, "tiles": [START]},
        display=["- - - - - blue", "- - - - - grey", "- - - - - green"],
        last_turns=4,
    )
    assert len(hexes(state)) == 120
    play(state, "hero build")
    assert set(texts(state)) == set(Hill(hill).placements())
    play(state, name)
    play(state, f"lay {way}")
    assert colony(state)["hill"][-1] == f"scout+hatch {cell[0]},{cell[1]} {way}"
    assert hexes(state)[122] == (1, "hatch")


@pytest.mark.rule("AN-5.8")
def test_a_tile_rests_on_two_tiles() -> None:
    state = building("scout+build 1,0 se")
    assert refuse(state, "hex 2") == "AN-5.8"
    assert refuse(state, "hex 4") == "AN-5.8"
    with pytest.raises(fm.BadPosition):
        position({"hill": ["scout+build 1,0 se", "scout+hatch 1,0 se"]})
    # Another tile beside it on level 2, and both carry a third.
    hill = ["scout+build 1,0 se", "scout+ants 0,0 se"]
    state = building(*hill)
    assert offered(play(state, "hex 2"), "lay") == ["w", "sw"]


@pytest.mark.rule("AN-5.8")
def test_the_halves_of_a_half_covered_tile_are_not_joined() -> None:
    # 1-6 on level 2, 2-4 on level 2, then 1-2 on level 3: hexes 4 and 6 are free to carry.
    hill = ["scout+build 1,0 se", "scout+ants 0,0 se", "build+hatch 0,0 e"]
    state = building(*hill)
    assert ways(state) == expected(Hill(hill))
    assert {"4", "6"} <= set(offered(state, "hex"))


@pytest.mark.rule("AN-5.9", "AN-16.5")
@pytest.mark.parametrize(
    ("spot", "lays"),
    [
        (1, {"se"}),
        (2, {"e", "se", "sw"}),
        (3, {"w"}),
        (4, {"nw", "w", "sw"}),
        (5, {"ne"}),
        (6, {"nw", "ne", "e"}),
    ],
)
def test_the_base_is_three_tiles(spot: int, lays: set[str]) -> None:
    # 1 lies with 2, 3 with 4 and 5 with 6; no tile may rest on one of these pairs alone.
    assert Hill().placements()[f"hex {spot}"] == {f"lay {way}" for way in lays}
    state = play(building(), f"hex {spot}")
    if len(lays) > 1:
        assert set(offered(state, "lay")) == lays
    else:
        assert phase(state) == "act"
    for place in ("0,0 e", "2,0 sw", "0,2 nw"):
        with pytest.raises(fm.BadPosition):
            position({"hill": [f"scout+hatch {place}"]})


@pytest.mark.rule("AN-5.10")
def test_a_marker_is_not_covered() -> None:
    state = play(position({"tiles": [START]}), "use 4; done; use 1")
    assert ways(state) == expected(Hill(), (1, 4))
    assert refuse(state, "hex 4") == "AN-5.10"
    play(state, "hex 2")
    assert refuse(state, "lay se") == "AN-5.10"


@pytest.mark.rule("AN-5.10")
def test_nor_is_the_marker_of_the_running_build() -> None:
    state = play(position({"tiles": [START]}), "use 1")
    assert len(texts(state)) == 17
    assert refuse(state, "hex 1") == "AN-5.10"
    assert sum(map(len, Hill().placements((1,)).values())) == 94
    assert ways(state) == expected(Hill(), (1,))


@pytest.mark.rule("AN-5.10")
def test_the_marker_is_gone_in_the_next_turn() -> None:
    state = position({"tiles": [START]})
    play(state, "use 2; take 1a; end; end; end; end; use 1; tile scout+hatch")
    assert "2" in offered(state, "hex")


@pytest.mark.rule("AN-5.11", "AN-10.3")
def test_prey_is_not_covered() -> None:
    state = building(own={"stored": {"beetle": 6}})
    assert ways(state) == expected(Hill(), (6,))
    assert refuse(state, "hex 6") == "AN-5.11"
    assert refuse(state, "hex 1") == "AN-5.11"
    play(state, "hex 2")
    assert refuse(state, "lay sw") == "AN-5.11"


@pytest.mark.rule("AN-5.12")
def test_fungus_can_be_covered() -> None:
    state = building("scout+fungus 1,0 se", "scout+build 0,0 se")
    assert hexes(state)[4] == (2, "fungus")
    play(state, "hex 4")
    assert (hexes(state)[4], hexes(state)[6]) == ((3, "scout"), (3, "hatch"))


@pytest.mark.rule("AN-5.13")
def test_a_tile_carries_the_next_one_of_the_same_action() -> None:
    # Build at level 2: one tile on the base, the next partly upon it.
    own = {"hill": ["build+ants 0,1 e"], "tiles": [START, START]}
    state = play(position(own), "use 6; hex 2; hex 4")
    assert phase(state) == "lay"
    assert offered(state, "lay") == ["ne", "nw"]
    play(state, "lay ne")
    assert [hexes(state)[number][0] for number in (2, 3, 4)] == [2, 3, 3]


@pytest.mark.rule("AN-5.13")
def test_a_tile_touches_the_next_one_of_the_same_action() -> None:
    own = {"hill": ["build+ants 0,1 e"], "tiles": [START, START]}
    state = play(position(own), "use 6; hex 3 e; lay e; hex 8 e; lay e")
    assert colony(state)["hill"][1:] == ["scout+hatch 3,0 e", "scout+hatch 5,0 e"]


@pytest.mark.rule("AN-5.14")
def test_there_is_room_when_the_whole_hill_is_closed() -> None:
    names = ("butterfly", "grasshopper", "dragonfly", "beetle", "woodlouse", "ladybird")
    stored = {name: number for number, name in enumerate(names, 1)}
    state = building(own={"stored": stored})
    assert ways(state) == expected(Hill(), (1, 2, 3, 4, 5, 6))
    assert len(texts(state)) == 12


@pytest.mark.rule("AN-5.15")
def test_tile_hex_and_direction_are_chosen_one_after_the_other() -> None:
    state = play(position({"tiles": ["scout+build", START]}), "use 1")
    assert phase(state) == "tile"
    play(state, "tile scout+hatch")
    assert fields(state, "phase", "tile", "steps") == ["hex", START, 1]
    play(state, "hex 4")
    assert fields(state, "phase", "tile", "spot") == ["lay", START, "4"]
    assert tiles(state) == ["scout+build", START]
    play(state, "lay sw")
    assert phase(state) == "act"
    assert colony(state)["hill"] == ["scout+hatch 1,1 sw"]


@pytest.mark.rule("AN-5.15")
@pytest.mark.parametrize("action", ["tile scout+hatch", "hex 3", "done", "end", "use 2"])
def test_the_direction_must_be_chosen(action: str) -> None:
    state = play(building(), "hex 2")
    assert refuse(state, action) == "AN-5.15"


@pytest.mark.rule("AN-5.15")
def test_a_single_way_is_taken_unasked() -> None:
    state = play(building(), "hex 5")
    assert phase(state) == "act"
    assert colony(state)["hill"] == ["scout+hatch 0,2 ne"]


@pytest.mark.rule("AN-5.16")
@pytest.mark.parametrize(
    ("action", "cells"),
    [
        ("hex 3 e; lay e", [(3, 0), (4, 0)]),
        ("hex 3 e; lay e swapped", [(4, 0), (3, 0)]),
        ("hex 1 w; lay nw swapped", [(-1, -1), (-1, 0)]),
    ],
)
def test_the_first_symbol_gets_the_first_number(action: str, cells: list[tuple[int, int]]) -> None:
    state = play(building(), action)
    shown = {place["hex"]: place for place in colony(state)["hexes"]}
    assert [tuple(shown[number]["at"]) for number in (7, 8)] == cells
    assert [shown[number]["symbol"] for number in (7, 8)] == ["scout", "hatch"]


@pytest.mark.rule("AN-5.16")
def test_a_position_may_name_the_symbols_in_either_order() -> None:
    turned = position({"hill": ["hatch+scout 3,0 e"]})
    assert turned == position({"hill": ["scout+hatch 4,0 w"]})
    assert hexes(turned)[7] == (1, "scout")


@pytest.mark.rule("AN-5.16")
def test_only_the_ground_gets_new_numbers() -> None:
    hill = ["scout+build 3,0 e", "build+hatch 2,0 e", "scout+ants -1,0 w"]
    state = position({"hill": hill})
    assert hexes(state) == Hill(hill).shown()
    at = {place["hex"]: tuple(place["at"]) for place in colony(state)["hexes"]}
    assert [at[number] for number in (7, 8, 9, 10)] == [(3, 0), (4, 0), (-1, 0), (-2, 0)]
    assert hexes(state)[3] == (2, "build")
    assert hexes(state)[7] == (2, "hatch")


@pytest.mark.rule("AN-5.17")
def test_empty_hexes_are_named_after_the_lowest_number() -> None:
    fringe = ["1 ne", "1 nw", "1 w", "1 sw", "2 ne", "3 e"]
    fringe += ["3 ne", "3 se", "4 se", "5 w", "5 sw", "5 se"]
    spots = offered(building(), "hex")
    assert sorted(spot for spot in spots if not spot.isdecimal()) == sorted(fringe)
    state = building()
    for other in ("6 w", "6 sw", "2 nw", "3 nw", "4 e", "1 e", "5 ne", "2 se"):
        assert refuse(state, f"hex {other}") == "AN-5.17"


@pytest.mark.rule("AN-5.17")
def test_directions() -> None:
    base = Hill()
    for number, cell in enumerate(base.cells, 1):
        for way, near in beside(cell).items():
            if base.fringe().get(near) == f"{number} {way}":
                state = play(building(), f"hex {number} {way}; lay {way}")
                q, r = near
                assert colony(state)["hill"] == [f"scout+hatch {q},{r} {way}"]


@pytest.mark.rule("AN-5.17")
def test_a_hex_can_also_be_named_by_its_place() -> None:
    state = building()
    assert state.code_of("hex 3,-1") == state.code_of("hex 3 ne")
    assert state.code_of("hex -1,1") == state.code_of("hex 1 sw")
    assert state.code_of("hex 1,1") == state.code_of("hex 4")
    assert state.code_of("hex 9,9") is None


@pytest.mark.rule("AN-5.18")
def test_a_tile_is_swapped_only_where_the_other_half_does_not_touch() -> None:
    state = play(building(), "hex 3 e")
    # East of it nothing touches; the hexes ne, nw, sw and se of it are looked up.
    base = Hill()
    for way, other in beside((3, 0)).items():
        free = other not in base.stacks
        assert (f"lay {way}" in texts(state)) is free
        assert (f"lay {way} swapped" in texts(state)) is (free and not base.touches(other))
        if free and base.touches(other):
            assert refuse(state, f"lay {way} swapped") == "AN-5.18"
    assert refuse(play(building(), "hex 2"), "lay e swapped") == "AN-5.18"


@pytest.mark.rule("AN-5.18", "AN-5.3", "AN-5.19")
@pytest.mark.parametrize(
    "hill",
    [
        [],
        ["scout+build 1,0 se"],
        HOLE,
        tower(*SEVEN),
        line(["scout+build", "scout+ants", "build+hatch"]),
        ["scout+build 3,0 e", "scout+ants 2,0 e", "build+hatch 4,-1 ne"],
    ],
    ids=["base", "level 2", "hole", "tower", "line", "mixed"],
)
def test_every_placement_can_be_reached_in_exactly_one_way(hill: list[str]) -> None:
    state = building(*hill)
    own = Hill(hill)
    assert ways(state) == expected(own)
    reached = []
    for spot in texts(state):
        after = play(state.copy(), spot)
        lays = texts(after) if phase(after) == "lay" else [""]
        reached += [colony(play(after.copy(), lay))["hill"][-1] for lay in lays]
    assert len({*reached}) == len(reached)
    # All pairs of neighbouring hexes, in both directions, that a tile could cover.
    cells = {*own.cells, *own.fringe()}
    cells |= {near for cell in own.fringe() for near in beside(cell).values()}
    possible = {
        f"{START} {q},{r} {way}"
        for q, r in cells
        for way in beside((q, r))
        if fits(hill, f"{START} {q},{r} {way}")
    }
    assert set(reached) == possible


def fits(hill: list[str], tile: str) -> bool:
    try:
        Hill([*hill, tile])
    except AssertionError:
        return False
    return True


@pytest.mark.rule("AN-5.19")
def test_the_first_tile_can_be_laid_in_96_ways() -> None:
    state = play(position({"tiles": [START]}), "hero build")
    assert len(texts(state)) == 18
    found = [
        (spot, lay)
        for spot in texts(state)
        for after in [play(state.copy(), spot)]
        for lay in (texts(after) if phase(after) == "lay" else [""])
    ]
    assert len(found) == 96
    assert sum(len(spot.split()) == 2 for spot, _ in found) == 12


@pytest.mark.rule("AN-5.19")
def test_the_second_tile_after_the_opening_can_be_laid_in_86_ways() -> None:
    state = building("scout+build 1,0 se")
    hill = Hill(["scout+build 1,0 se"])
    assert len(texts(state)) == 14
    assert sum(map(len, hill.placements().values())) == 86
    assert ways(state) == expected(hill)


@pytest.mark.rule("AN-5.19", "AN-5.5")
def test_level_5_takes_seven_tiles() -> None:
    pile = tower(*SEVEN)
    state = position({"hill": pile})
    assert max(level for level, _ in hexes(state).values()) == 5
    assert colony(state)["levels"] == [0, 2, 2, 2, 1]
    # Without any one of the first six the others do not hold.
    for missing in range(6):
        with pytest.raises(fm.BadPosition):
            position({"hill": pile[:missing] + pile[missing + 1 :]})
