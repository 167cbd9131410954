"""Section 16: board and tiles."""

from __future__ import annotations

import copy
import json
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

import formicarium as fm
from tests.rules.antics.helpers import (
    colony,
    game,
    hexes,
    nests,
    play,
    prey,
    refuse,
    texts,
    workers,
)
from tests.rules.antics.reckoning import (
    BOARD,
    COLOURS,
    ENDS,
    GORGE,
    LEAF_AT,
    NESTS,
    PREY,
    PREY_AT,
    TERRAIN,
    TILES,
    Doc,
)

MAP = """
    1 0-1 grass    2 0-2 water    3 0-3 soil     4 0-4 stone    5 0-5 flower
    6 1-5 water    7 3-4 soil     8 1-6 stone    9 2-7 flower   10 2-8 water
    11 3-8 flower  12 3-9 grass   13 4-10 water  14 4-11 stone  15 5-12 grass
    16 5-13 flower 17 9-10 stone  18 11-12 water 19 6-14 soil   20 6-17 grass
    21 13-17 soil  22 7-15 water  23 7-18 flower 24 9-19 soil   25 8-19 grass
    26 14-16 stone 27 15-16 stone 28 14-20 stone 29 15-20 water 30 16-20 grass
    31 14-21 grass 32 17-21 flower 33 17-22 soil 34 12-22 flower 35 11-23 water
    36 12-23 flower 37 10-24 stone 38 9-24 soil  39 18-25 soil  40 19-25 grass
"""


def write(folder: Path, document: Doc, change: Callable[[Doc], object]) -> Path:
    """A copy of one of our files with a change."""
    changed = copy.deepcopy(document)
    change(changed)
    file = folder / "changed.json"
    file.write_text(json.dumps(changed), "utf-8")
    return file


def distances(bridge: bool) -> dict[int, int]:
    """How many paths every clearing lies away from the great anthill."""
    paths = [ENDS[path] for path in ENDS if bridge or path != GORGE]
    far = {0: 0}
    while grown := {end for ends in paths for end in ends if end not in far and ends & set(far)}:
        steps = max(far.values()) + 1
        far.update(dict.fromkeys(grown, steps))
    return far


@pytest.mark.rule("AN-16.1")
def test_the_map() -> None:
    assert [clearing["id"] for clearing in BOARD["clearings"]] == list(range(26))
    assert [path["id"] for path in BOARD["paths"]] == list(range(1, 41))
    words = MAP.split()
    for number, ends, terrain in zip(words[::3], words[1::3], words[2::3], strict=True):
        assert ENDS[int(number)] == set(map(int, ends.split("-")))
        assert TERRAIN[int(number)] == terrain
    assert Counter(TERRAIN.values()) == dict.fromkeys(NESTS[:5], 8)
    from_the_anthill = [terrain for path, terrain in TERRAIN.items() if 0 in ENDS[path]]
    assert sorted(from_the_anthill) == sorted(NESTS[:5])


@pytest.mark.rule("AN-16.1")
def test_food_on_the_map() -> None:
    assert sorted(PREY_AT.values()) == sorted(PREY)
    assert [c for c in LEAF_AT if LEAF_AT[c] == "brown"] == [6, 7, 9, 11, 13]
    assert [c for c in LEAF_AT if LEAF_AT[c] == "green"] == [14, 15, 17, 18, 19]
    assert [nest["nest"] for nest in BOARD["nests"]] == [*NESTS]


@pytest.mark.rule("AN-16.2")
def test_the_gorge() -> None:
    assert ENDS[GORGE] == {0, 16}
    (dragonflies,) = (clearing for clearing in PREY_AT if PREY_AT[clearing] == "dragonfly")
    assert any(ends == {16, dragonflies} for ends in ENDS.values())


@pytest.mark.rule("AN-16.3")
def test_the_ways_to_the_food() -> None:
    far, near = distances(bridge=False), distances(bridge=True)
    assert {kind: far[clearing] for clearing, kind in PREY_AT.items()} == {
        "dragonfly": 4,
        "grasshopper": 4,
        "beetle": 4,
        "butterfly": 3,
        "ladybird": 3,
        "woodlouse": 3,
    }
    assert {
        colour: {far[c] for c in LEAF_AT if LEAF_AT[c] == colour} for colour in ("brown", "green")
    } == {
        "brown": {2},
        "green": {3},
    }
    assert [near[clearing] for clearing, kind in PREY_AT.items() if kind == "dragonfly"] == [2]


@pytest.mark.rule("AN-16.4")
def test_four_each_of_fourteen_pairs() -> None:
    symbols = ("scout", "build", "hatch", "ants", "transport", "fungus")
    pairs = {f"{a}+{b}" for i, a in enumerate(symbols) for b in symbols[i + 1 :]}
    assert len(pairs) == 15
    assert TILES["start"] == "scout+hatch"
    assert TILES["bag"] == dict.fromkeys(pairs - {"scout+hatch"}, 4)


@pytest.mark.rule("AN-16.5")
def test_the_base() -> None:
    shown = colony(game(3).start(seed=1))["hexes"]
    assert [(place["hex"], *place["at"], place["symbol"]) for place in shown] == [
        (1, 0, 0, "build"),
        (2, 1, 0, "scout"),
        (3, 2, 0, "ants"),
        (4, 1, 1, "hatch"),
        (5, 0, 2, "transport"),
        (6, 0, 1, "build"),
    ]
    assert {place["level"] for place in shown} == {1}


@pytest.mark.rule("AN-16.6")
def test_another_board_replaces_ours(tmp_path: Path) -> None:
    def change(board: Doc) -> None:
        board["paths"][0]["terrain"], board["paths"][1]["terrain"] = "water", "grass"

    theirs = fm.load("antics", players=3, components=write(tmp_path, BOARD, change))
    doc = {"phase": "ants", "steps": 1, "colonies": [{"nests": {"water": 1}}, {}, {}]}
    assert "place 1" in texts(theirs.position(doc))
    assert "place 2" in texts(game(3).position(doc))
    assert "place 1" not in texts(game(3).position(doc))
    assert theirs != game(3)


@pytest.mark.rule("AN-16.6", "AN-11.9")
def test_the_order_of_the_nests_is_data(tmp_path: Path) -> None:
    def change(board: Doc) -> None:
        board["nests"][2], board["nests"][3] = board["nests"][3], board["nests"][2]

    display = [
        ["blue", "scout+build", "scout+ants", "build+hatch", "build+ants", "hatch+ants"],
        ["grey", "scout+build", "scout+ants", "build+hatch", "build+ants", "hatch+ants"],
        ["scout+build", "brown", "scout+ants", "build+hatch", "build+ants", "hatch+ants"],
    ]
    theirs = fm.load("antics", players=3, components=write(tmp_path, BOARD, change))
    own = {"nests": {"water": 1, "grass": 1}}
    eaten = []
    for table in (game(3), theirs):
        state = table.position({"display": display, "colonies": [own, {}, {}]})
        play(state, "use 2; end")
        eaten.append({"water", "grass"} - set(nests(state)))
    # Left of soil lies water on our board, and grass where the two have changed places.
    assert eaten == [{"water"}, {"grass"}]


@pytest.mark.rule("AN-16.6")
def test_another_set_of_tiles_replaces_ours(tmp_path: Path) -> None:
    def change(tiles: Doc) -> None:
        tiles["base"][0][1][2], tiles["base"][1][0][2] = "ants", "scout"
        tiles["bag"]["scout+build"] -= 1
        tiles["bag"]["build+build"] = 1

    theirs = fm.load("antics", players=4, components=write(tmp_path, TILES, change))
    state = theirs.start(seed=1)
    assert [hexes(state)[number][1] for number in (2, 3)] == ["ants", "scout"]
    state = theirs.position({"colonies": [{"tiles": ["build+build"]}, {}, {}, {}]})
    play(state, "hero build; hex 3 e; lay e")
    assert [hexes(state)[number][1] for number in (7, 8)] == ["build", "build"]


@pytest.mark.rule("AN-5.18", "AN-16.6")
def test_a_tile_of_two_like_halves_is_never_swapped(tmp_path: Path) -> None:
    def change(tiles: Doc) -> None:
        tiles["bag"]["scout+build"] -= 1
        tiles["bag"]["build+build"] = 1

    theirs = fm.load("antics", players=4, components=write(tmp_path, TILES, change))
    state = theirs.position({"colonies": [{"tiles": ["build+build"]}, {}, {}, {}]})
    play(state, "hero build; hex 3 e")
    assert texts(state) == ["lay e", "lay ne", "lay nw", "lay sw", "lay se"]
    assert refuse(state, "lay e swapped") == "AN-5.18"
    with pytest.raises(fm.IllegalAction, match="nothing to swap"):
        state.play(0, "lay e swapped")
    doc = state.to_position()
    assert theirs.position(doc) == state
    play(state, "lay e")
    assert [hexes(state)[number][1] for number in (7, 8)] == ["build", "build"]


@pytest.mark.rule("AN-16.6")
def test_board_and_tiles_together(tmp_path: Path) -> None:
    folders = [tmp_path / name for name in ("board", "tiles")]
    for folder in folders:
        folder.mkdir()
    files = [
        write(folder, document, lambda _: None)
        for folder, document in zip(folders, (BOARD, TILES), strict=True)
    ]
    assert fm.load("antics", players=4, components=tuple(files)) == game(4)


def path(board: Doc, number: int) -> Doc:
    found: Doc = board["paths"][number - 1]
    return found


def clearing(board: Doc, number: int) -> Doc:
    found: Doc = board["clearings"][number]
    return found


def cut_off(board: Doc) -> None:
    # Nothing but the gorge leads to clearing 16 and the dragonflies any more.
    board["paths"] = [p for p in board["paths"] if not {16, 20} & set(p["ends"])]
    board["paths"].append({"id": 0, "ends": [16, 20], "terrain": "grass"})
    for number, each in enumerate(board["paths"], 1):
        each["id"] = number


def no_way_from_the_anthill(board: Doc) -> None:
    board["paths"] = [p for p in board["paths"] if 0 not in p["ends"]]
    for number, each in enumerate(board["paths"], 1):
        each["id"] = number


def without_grass(board: Doc) -> None:
    for number, each in enumerate(board["paths"]):
        if each["terrain"] == "grass":
            each["terrain"] = ("water", "soil")[number % 2]


def too_many_paths(board: Doc) -> None:
    terrains = [(pair, t) for pair in ([0, 1], [0, 2]) for t in ("flower", "soil", "stone")]
    terrains += [([0, 3], t) for t in ("flower", "grass")]
    for ends, terrain in terrains:
        number = len(board["paths"]) + 1
        board["paths"].append({"id": number, "ends": ends, "terrain": terrain})


def too_many_clearings(board: Doc) -> None:
    for number in range(26, 33):
        board["clearings"].append({"id": number, "at": [number, number]})
        board["paths"].append({"id": number + 15, "ends": [0, number], "terrain": "grass"})


def stretched(tiles: Doc) -> None:
    # A base of six hexes in a line.
    symbols = ("scout", "build", "hatch", "ants", "transport", "build")
    hexes = [[q, 0, symbol] for q, symbol in enumerate(symbols)]
    tiles["base"] = [hexes[:2], hexes[2:4], hexes[4:]]


BAD_BOARDS: dict[str, Callable[[Doc], object]] = {
    "a clearing that is not reached": cut_off,
    "no path of the great anthill": no_way_from_the_anthill,
    "a terrain without path": without_grass,
    "48 paths": too_many_paths,
    "33 clearings": too_many_clearings,
    "clearings out of order": lambda b: clearing(b, 3).update(id=4),
    "paths out of order": lambda b: path(b, 3).update(id=4),
    "a path missing": lambda b: b["paths"].pop(6),
    "no great anthill": lambda b: clearing(b, 0).pop("great_anthill"),
    "two great anthills": lambda b: clearing(b, 5).update(great_anthill=True),
    "unknown terrain": lambda b: path(b, 7).update(terrain="sand"),
    "unknown nest": lambda b: b["nests"][2].update(nest="sand"),
    "a nest twice": lambda b: b["nests"][2].update(nest="grass"),
    "a nest missing": lambda b: b["nests"].pop(),
    "unknown prey": lambda b: clearing(b, 20).update(prey="wasp"),
    "prey without clearing": lambda b: clearing(b, 20).pop("prey"),
    "prey with two clearings": lambda b: clearing(b, 1).update(prey="beetle"),
    "leaf and prey together": lambda b: clearing(b, 20).update(leaf="green", leaves=1),
    "unknown leaf": lambda b: clearing(b, 6).update(leaf="yellow"),
    "six green leaves": lambda b: clearing(b, 14).update(leaves=2),
    "four brown leaves": lambda b: (clearing(b, 6).pop("leaf"), clearing(b, 6).pop("leaves")),
    "a leaf clearing without number": lambda b: clearing(b, 6).pop("leaves"),
    "no leaf on a leaf clearing": lambda b: clearing(b, 6).update(leaves=0),
    "unknown colour": lambda b: b["anteaters"][0].__setitem__(0, "pink"),
    "a colour twice": lambda b: b["anteaters"][0].__setitem__(0, "grey"),
    "two anteaters": lambda b: b["anteaters"].pop(),
    "an anteater with one side": lambda b: b["anteaters"][1].pop(),
    "prey on the great anthill": lambda b: clearing(b, 0).update(prey="beetle"),
    "leaves without a colour": lambda b: clearing(b, 1).update(leaves=1),
    "a map without size": lambda b: b.update(size=[0, 900]),
    "a clearing beside the map": lambda b: clearing(b, 4).update(at=[10**6, 0]),
    "an unknown field": lambda b: b.update(weather="fine"),
    "a name for a number": lambda b: path(b, 7).update(id="seven"),
    "an end that is no clearing": lambda b: path(b, 7).update(ends=[3, 26]),
    "both ends alike": lambda b: path(b, 7).update(ends=[3, 3]),
    "the same path twice": lambda b: path(b, 6).update(ends=[1, 0], terrain="grass"),
    "a gorge to nowhere": lambda b: b.update(gorge=[0, 26]),
    "a gorge in a ring": lambda b: b.update(gorge=[16, 16]),
}

BAD_TILES: dict[str, Callable[[Doc], object]] = {
    "unknown symbol": lambda t: t["bag"].update({"scout+sleep": t["bag"].pop("scout+build")}),
    "not a pair": lambda t: t["bag"].update({"scout": t["bag"].pop("scout+build")}),
    "55 tiles": lambda t: t["bag"].update({"scout+build": 3}),
    "57 tiles": lambda t: t["bag"].update({"scout+build": 5}),
    "a count of none": lambda t: t["bag"].update({"scout+build": 0, "scout+ants": 8}),
    "a pair in both orders": lambda t: t["bag"].update({"scout+build": 2, "build+scout": 2}),
    "unknown symbol on the base": lambda t: t["base"][0][0].__setitem__(2, "sleep"),
    "two pairs": lambda t: t["base"].pop(),
    "a pair that does not touch": lambda t: t["base"][0][0].__setitem__(0, -2),
    "a hex twice": lambda t: t["base"].__setitem__(1, [[1, 0, "ants"], [1, 1, "hatch"]]),
    "two pieces": lambda t: t["base"].__setitem__(1, [[3, 2, "ants"], [3, 3, "hatch"]]),
    "too far out": stretched,
    "a base without hatch": lambda t: t["base"][1][1].__setitem__(2, "fungus"),
    "a base without scout": lambda t: t["base"][0][1].__setitem__(2, "build"),
    "a start tile with fungus": lambda t: t.update(start="scout+fungus"),
    "an unknown start tile": lambda t: t.update(start="scout+sleep"),
}


@pytest.mark.rule("AN-16.7")
@pytest.mark.parametrize("change", BAD_BOARDS.values(), ids=BAD_BOARDS)
def test_a_broken_board_is_refused(tmp_path: Path, change: Callable[[Doc], object]) -> None:
    with pytest.raises(fm.BadComponents) as caught:
        fm.load("antics", players=4, components=write(tmp_path, BOARD, change))
    assert caught.value.faults


@pytest.mark.rule("AN-16.8")
@pytest.mark.parametrize("change", BAD_TILES.values(), ids=BAD_TILES)
def test_a_broken_set_of_tiles_is_refused(tmp_path: Path, change: Callable[[Doc], object]) -> None:
    with pytest.raises(fm.BadComponents) as caught:
        fm.load("antics", players=4, components=write(tmp_path, TILES, change))
    assert caught.value.faults


@pytest.mark.rule("AN-16.7")
@pytest.mark.parametrize(
    ("name", "places"),
    [
        ("both ends alike", ["path 7", "paths[6]"]),
        ("an end that is no clearing", ["path 7", "paths[6]"]),
        ("unknown terrain", ["path 7", "paths[6]"]),
        ("unknown prey", ["clearing 20", "clearings[20]"]),
        ("leaf and prey together", ["clearing 20", "clearings[20]"]),
        ("a clearing that is not reached", ["clearing 16", "clearings[16]"]),
    ],
)
def test_the_place_of_the_fault_is_named(tmp_path: Path, name: str, places: list[str]) -> None:
    with pytest.raises(fm.BadComponents) as caught:
        fm.load("antics", players=4, components=write(tmp_path, BOARD, BAD_BOARDS[name]))
    assert any(place in fault for fault in caught.value.faults for place in places)


@pytest.mark.rule("AN-16.7")
def test_parallel_paths_through_different_terrain_are_fine(tmp_path: Path) -> None:
    def change(board: Doc) -> None:
        board["paths"].append({"id": 41, "ends": [0, 1], "terrain": "water"})

    table = fm.load("antics", players=3, components=write(tmp_path, BOARD, change))
    state = table.position({"colonies": [{"nests": {"water": 2}}, {}, {}]})
    play(state, "hero ants; place 41; use 3; place 6")
    assert workers(state) == [41, 6]


@pytest.mark.rule("AN-16.7", "AN-8.5")
def test_parallel_paths_share_a_clearing(tmp_path: Path) -> None:
    def change(board: Doc) -> None:
        board["paths"].append({"id": 41, "ends": [0, 1], "terrain": "water"})

    table = fm.load("antics", players=3, components=write(tmp_path, BOARD, change))
    own = {"workers": [1, 41], "carrying": ["green 1"]}
    state = table.position({"phase": "transport", "steps": 1, "colonies": [own, {}, {}]})
    assert texts(play(state, "carry green 1")) == ["to 41", "home"]


@pytest.mark.rule("AN-16.6", "AN-1.7")
def test_anteaters_may_be_paired_otherwise(tmp_path: Path) -> None:
    def change(board: Doc) -> None:
        board["anteaters"] = [["blue", "green"], ["grey", "red"], ["yellow", "brown"]]

    table = fm.load("antics", players=3, components=write(tmp_path, BOARD, change))
    seen = {str(row[5]) for seed in range(30) for row in table.start(seed).to_position()["display"]}
    assert seen == {*COLOURS}
    assert prey(table.start(seed=1)) == dict.fromkeys(PREY, 2)


@pytest.mark.rule("AN-16.7", "AN-16.8")
@pytest.mark.parametrize("kind", ["micropolis/tiles", "antics/cards"])
def test_a_file_of_another_kind_is_refused(tmp_path: Path, kind: str) -> None:
    file = write(tmp_path, TILES, lambda tiles: tiles.update(kind=kind))
    with pytest.raises(fm.BadComponents):
        fm.load("antics", players=3, components=file)
