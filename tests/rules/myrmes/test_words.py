"""Section 1: components and words."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

import formicarium as fm
from tests.rules.myrmes.helpers import (
    empty,
    game,
    garden,
    hexes,
    last_worker,
    own,
    phase,
    pheromone,
    play,
    position,
    refuse,
    special,
    store,
    stroll,
    texts,
    tile,
)
from tests.rules.myrmes.reckoning import (
    DRY,
    FORMS,
    HEXES,
    KINDS,
    OBJECTIVES,
    PLACES,
    STARTS,
    TERRAIN,
    Doc,
    area,
    neighbours,
    reading,
    spread,
    yields,
)

AREAS = [
    pytest.param(4, "wide", 151, 133, id="four"),
    pytest.param(3, "wide", 118, 102, id="three"),
    pytest.param(2, "wide", 82, 73, id="two"),
    pytest.param(2, "narrow", 60, 53, id="two, narrow"),
]
WALKER = {"soldiers": 5}


@pytest.mark.rule("MY-1.1", "MY-1.2")
def test_151_hexes_with_names_in_reading_order() -> None:
    state = game().start(seed=1)
    assert [state.notation(60 + number) for number in range(151)] == list(HEXES)
    assert len(set(HEXES)) == 151


@pytest.mark.rule("MY-1.2")
@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("event 0", 0),
        ("done", 47),
        ("stone", 59),
        ("a5", 60),
        ("d4", 83),
        ("h7", 135),
        ("o8", 210),
        ("a5 a6", 211),
        ("o7 o8", 618),
        ("m7 n7 n8 o6 o7 o8", 3915),
    ],
)
def test_names_and_codes(text: str, code: int) -> None:
    state = game().start(seed=1)
    assert state.notation(code) == text
    assert state.code_of(text) == code


@pytest.mark.rule("MY-1.2", "MY-10.16")
@pytest.mark.parametrize("text", ["d5 e4", "e4 d5", "c5 c3 c4", "o8 o7 o6 n8 n7 m7"])
def test_the_hexes_of_a_tile_are_read_in_any_order(text: str) -> None:
    state = game().start(seed=1)
    code = state.code_of(text)
    assert code is not None
    assert state.notation(code) == " ".join(reading(text.split()))


@pytest.mark.rule("MY-1.2", "MY-10.16")
@pytest.mark.parametrize("text", ["d5 d5", "d5 e5 e9", "a5 a7", "c3 c4 c5 c6", "d5 z1", "d5, e4"])
def test_what_forms_no_tile_is_no_action(text: str) -> None:
    assert game().start(seed=1).code_of(text) is None


@pytest.mark.rule("MY-1.2")
@pytest.mark.parametrize(
    "name", ["a4", "a9", "b3", "c1", "d1", "e13", "h0", "h14", "o4", "p5", "4d"]
)
def test_there_is_no_such_hex(name: str) -> None:
    state = garden("d4", WALKER)
    assert state.code_of(name) is None
    refuse(state, name)


@pytest.mark.rule("MY-1.3")
@pytest.mark.parametrize(
    ("name", "around"),
    [
        ("d4", "c3 c4 d3 d5 e3 e4"),
        ("e4", "d4 d5 e3 e5 f4 f5"),
        ("a5", "a6 b5 b6"),
        ("h1", "g1 h2 i1"),
        ("f7", "e6 e7 f6 f8 g6 g7"),
    ],
)
def test_neighbours(name: str, around: str) -> None:
    assert neighbours(name) == around.split()
    dry = [other for other in around.split() if TERRAIN[other] != "W"]
    assert hexes(garden(name, WALKER)) == dry


@pytest.mark.rule("MY-1.3", "MY-2.2", "MY-2.3", "MY-2.4", "MY-2.5", "MY-18.4")
@pytest.mark.parametrize(("players", "choice", "size", "dry"), AREAS)
def test_a_step_goes_to_the_dry_neighbours_in_the_area(
    players: int, choice: str, size: int, dry: int
) -> None:
    here = area(players, narrow=choice == "narrow")
    assert len(here) == size
    seen = set()
    for name in reading(here & set(DRY)):
        state = garden(name, WALKER, players=players, options={"two_player_area": choice})
        steps = [other for other in neighbours(name) if other in here and other in DRY]
        assert hexes(state) == steps
        seen.update(steps)
    assert len(seen) == dry


@pytest.mark.rule("MY-1.4", "MY-1.5", "MY-1.6", "MY-1.7", "MY-1.9", "MY-1.13", "MY-14.7")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_nothing_is_made_or_lost(players: int) -> None:
    tunnels: list[set[str]] = [set()] * players
    for doc in stroll(players, seed=players):
        for number, seat in enumerate(doc["seats"]):
            out = doc["phase"] in ("garden", "stand", "lay") and doc["seat"] == number
            ants = seat["workers"] + len(seat.get("rooms", [])) + seat["soldiers"] + out
            assert 0 <= ants <= 8
            assert 0 <= seat["nurses"] <= 8 - len(seat["done"])
            assert sum(seat.get("placed", {}).values()) <= seat["nurses"]
            assert tunnels[number] <= set(seat["tunnels"])
            assert 1 <= len(seat["tunnels"]) <= 4
            tunnels[number] = set(seat["tunnels"])
            lying = [lies for lies in doc["tiles"] if lies["owner"] == number]
            forms = Counter(form_of(t) for t in lying if t["kind"] == "pheromone")
            marked = sum(lies["kind"] != "pheromone" for lies in lying)
            assert seat["markers"] + marked == 4
            for form, (_, pieces, _) in FORMS.items():
                assert 0 <= seat["left"][form] <= pieces - forms[form]
        kinds = Counter(lies["kind"] for lies in doc["tiles"])
        assert kinds["farm"] + kinds["scavenging"] <= 8
        assert kinds["subcolony"] <= 8
        trophies = sum(seat["trophies"] for seat in doc["seats"])
        assert len(doc["prey"]) + trophies <= {2: 11, 3: 12, 4: 18}[players]


def form_of(lying: Doc) -> str:
    (form,) = (form for form, places in PLACES.items() if frozenset(lying["cells"]) in places)
    return form


@pytest.mark.rule("MY-1.15", "MY-10.12", "MY-12.10")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_hex_holds_one_thing_at_most(players: int) -> None:
    for doc in stroll(players, seed=players):
        held = [cell for lies in doc["tiles"] for cell in lies["cells"]]
        held += [hole for seat in doc["seats"] for hole in seat["tunnels"]] + list(doc["prey"])
        assert len(held) == len(set(held))
        assert all(cell in DRY and cell in area(players) for cell in held)
        for lies in doc["tiles"]:
            cubes = set(lies.get("cubes", []))
            assert cubes <= set(yields(lies["cells"]))
            assert not cubes or (lies["owner"] is not None and lies["kind"] == "pheromone")


@pytest.mark.parametrize(
    "fields",
    [
        pytest.param(
            {"seats": [{"workers": 5, "soldiers": 4}]}, marks=pytest.mark.rule("MY-1.4"), id="ants"
        ),
        pytest.param({"seats": [{"nurses": 9}]}, marks=pytest.mark.rule("MY-1.5"), id="nurses"),
        pytest.param(
            {"seats": [{"nurses": 8, "done": {"1": 1}}], "season": "summer"},
            marks=pytest.mark.rule("MY-1.5"),
            id="nurses with those on objectives",
        ),
        pytest.param(
            {"seats": [{"tunnels": ["d4", "e4", "f4", "c3", "g3"]}]},
            marks=pytest.mark.rule("MY-1.6"),
            id="five tunnels",
        ),
        pytest.param(
            {"tiles": [pheromone("c3 c4 d3 c2 d2 e3")]},
            marks=pytest.mark.rule("MY-1.7"),
            id="no such form",
        ),
        pytest.param(
            {"seats": [{"left": {"pair": 7}}]}, marks=pytest.mark.rule("MY-1.7"), id="seven pairs"
        ),
        pytest.param(
            {"tiles": [pheromone("c3 c4")], "seats": [{"left": {"pair": 6}}]},
            marks=pytest.mark.rule("MY-1.7"),
            id="seven pairs, one of them lying",
        ),
        pytest.param(
            {"seats": [{"markers": 5}]}, marks=pytest.mark.rule("MY-1.9"), id="five markers"
        ),
        pytest.param(
            {"prey": dict.fromkeys(["b4", "b10", "e5", "e8", "f7", "g5", "g8"], "spider")},
            marks=pytest.mark.rule("MY-1.13"),
            id="seven spiders",
        ),
        pytest.param(
            {"objectives": [1, 1, 8, 9, 15, 16]}, marks=pytest.mark.rule("MY-1.14"), id="twice"
        ),
        pytest.param(
            {"objectives": [1, 8, 9, 10, 15, 16]}, marks=pytest.mark.rule("MY-1.14"), id="levels"
        ),
        pytest.param(
            {"objectives": [1, 2, 8, 9, 15, 21]}, marks=pytest.mark.rule("MY-1.14"), id="unknown"
        ),
        pytest.param(
            {"tiles": [pheromone("d4 d5")]}, marks=pytest.mark.rule("MY-1.15"), id="on a tunnel"
        ),
        pytest.param(
            {"tiles": [pheromone("e4 e5")], "prey": {"e5": "spider"}},
            marks=pytest.mark.rule("MY-1.15"),
            id="on prey",
        ),
        pytest.param(
            {"tiles": [pheromone("c3 c4"), pheromone("c4 c5", 1)]},
            marks=pytest.mark.rule("MY-1.15"),
            id="two tiles",
        ),
        pytest.param(
            {"seats": [{"tunnels": ["d10"]}]}, marks=pytest.mark.rule("MY-1.15"), id="two tunnels"
        ),
        pytest.param(
            {"seats": [{"tunnels": ["e5"]}], "prey": {"e5": "spider"}},
            marks=pytest.mark.rule("MY-1.15"),
            id="tunnel on prey",
        ),
        pytest.param(
            {"tiles": [pheromone("e5 e6")]}, marks=pytest.mark.rule("MY-10.7"), id="on water"
        ),
        pytest.param(
            {"seats": [{"tunnels": ["d7"]}]}, marks=pytest.mark.rule("MY-13.7"), id="under water"
        ),
        pytest.param(
            {"tiles": [pheromone("c3 c4", cubes=["c5"])]},
            marks=pytest.mark.rule("MY-10.12"),
            id="a cube elsewhere",
        ),
        pytest.param(
            {"tiles": [pheromone("d3 e3", cubes=["d3"])]},
            marks=pytest.mark.rule("MY-10.12"),
            id="a cube on mushrooms",
        ),
        pytest.param(
            {"prey": {"d5": "spider"}}, marks=pytest.mark.rule("MY-2.10"), id="prey space"
        ),
        pytest.param(
            {"prey": {"e5": "wasp"}}, marks=pytest.mark.rule("MY-1.13"), id="no such prey"
        ),
        pytest.param({"dice": [7, 5, 5]}, marks=pytest.mark.rule("MY-2.15"), id="no such die"),
        pytest.param({"year": 4}, marks=pytest.mark.rule("MY-3.1"), id="a fourth year"),
        pytest.param({"season": "winter"}, marks=pytest.mark.rule("MY-3.1"), id="winter births"),
        pytest.param({"seats": [{"level": 4}]}, marks=pytest.mark.rule("MY-13.15"), id="level IV"),
        pytest.param({"seats": [{"event": 8}]}, marks=pytest.mark.rule("MY-4.3"), id="event 8"),
        pytest.param({"seats": [{"food": 5}]}, marks=pytest.mark.rule("MY-15.1"), id="storeroom"),
        pytest.param({"seats": [{"larvae": -1}]}, marks=pytest.mark.rule("MY-1.12"), id="below 0"),
        pytest.param(
            {"seats": [{"done": {"3": 1}}], "season": "summer"},
            marks=pytest.mark.rule("MY-14.2"),
            id="level 2 before level 1",
        ),
        pytest.param(
            {"seats": [{"done": {"1": 2}}]}, marks=pytest.mark.rule("MY-14.10"), id="the future"
        ),
        pytest.param({"seats": [{}] * 5}, marks=pytest.mark.rule("MY-2.1"), id="five seats"),
        pytest.param({"phase": "tea"}, marks=pytest.mark.rule("MY-3.2"), id="no such phase"),
        pytest.param({"colour": "red"}, marks=pytest.mark.rule("MY-1.15"), id="no such field"),
    ],
)
def test_impossible_positions_are_refused(fields: dict[str, Any]) -> None:
    doc = {"game": "myrmes", "players": 4, **fields}
    with pytest.raises(fm.BadPosition):
        game().position(doc)


@pytest.mark.rule("MY-1.7")
def test_17_pheromones_each() -> None:
    pieces = {form: count for form, (_, count, _) in FORMS.items()}
    assert sum(pieces.values()) == 17
    for seat in game().start(seed=1).to_position()["seats"]:
        assert seat["left"] == pieces


@pytest.mark.rule("MY-1.7", "MY-10.13", "MY-10.14")
@pytest.mark.parametrize("form", FORMS)
def test_form_pieces_and_points(form: str) -> None:
    cells, pieces, points = FORMS[form]
    state = garden("h7", {"level": 3, "event": 6})
    play(state, f"lay {form}")
    place = texts(state)[0]
    assert len(place.split()) == len(cells)
    assert frozenset(place.split()) in PLACES[form]
    play(state, place)
    assert own(state)["left"][form] == pieces - 1
    assert state.scores()[0] == 10 + points


@pytest.mark.rule("MY-1.8", "MY-11.6")
@pytest.mark.parametrize("kinds", [["farm"] * 8, ["scavenging"] * 8, ["farm", "scavenging"] * 4])
def test_eight_two_sided_tiles_for_all(kinds: list[str]) -> None:
    free = [*neighbours("h7"), "h7", *STARTS[4]]
    places = spread("triangle", 9, avoid=free)
    tiles = [
        {"cells": cells, "kind": kind, "owner": number % 4}
        for number, (cells, kind) in enumerate(zip(places, kinds, strict=False))
    ]
    me = {"level": 3, "food": 1, "earth": 1, "stone": 1}
    state = garden("h7", me, tiles=tiles)
    assert state.view(0)["farms"] == 0
    assert refuse(state, "lay farm") == "MY-11.6"
    assert refuse(state, "lay scavenging") == "MY-11.6"
    assert "lay subcolony" in texts(state)
    state = garden("h7", me, tiles=tiles[:7])
    assert state.view(0)["farms"] == 1
    assert {"lay farm", "lay scavenging"} <= set(texts(state))
    with pytest.raises(fm.BadPosition):
        garden("h7", me, tiles=[*tiles, special("farm", " ".join(places[8]), None)])


@pytest.mark.rule("MY-1.8", "MY-11.6")
def test_eight_sub_colonies_for_all() -> None:
    free = [*neighbours("h7"), "h7", *STARTS[4]]
    places = spread("rhombus", 9, avoid=free)
    tiles = [special("subcolony", " ".join(cells), n % 4) for n, cells in enumerate(places)]
    me = {"level": 3, "food": 1, "earth": 1, "stone": 1}
    state = garden("h7", me, tiles=tiles[:8])
    assert state.view(0)["subcolonies"] == 0
    assert refuse(state, "lay subcolony") == "MY-11.6"
    assert "lay farm" in texts(state)
    assert "lay subcolony" in texts(garden("h7", me, tiles=tiles[:7]))
    with pytest.raises(fm.BadPosition):
        garden("h7", me, tiles=tiles)


FOUR_FARMS = [special("farm", " ".join(cells)) for cells in spread("triangle", 4, STARTS[4])]


@pytest.mark.rule("MY-1.9", "MY-11.5", "MY-18.7")
@pytest.mark.parametrize("kind", ["farm", "scavenging", "subcolony"])
def test_four_markers(kind: str) -> None:
    me = {"level": 3, "food": 1, "earth": 1, "stone": 1}
    assert f"lay {kind}" in texts(garden("h7", me, tiles=FOUR_FARMS[:3]))
    assert refuse(garden("h7", me, tiles=FOUR_FARMS), f"lay {kind}") == "MY-11.5"
    free = garden("h7", me, tiles=FOUR_FARMS, options={"markers": "unlimited"})
    play(free, f"lay {kind}")
    play(free, texts(free)[0])
    assert own(free)["markers"] == -1
    lying = [lies for lies in free.to_position()["tiles"] if lies["owner"] == 0]
    assert len(lying) == 5


@pytest.mark.rule("MY-1.10", "MY-1.11", "MY-18.6")
@pytest.mark.parametrize(
    ("room", "full", "kind"),
    [("room 1", 30, "food"), ("room 2 earth", 15, "earth"), ("room 2 stone", 15, "stone")],
)
def test_the_box_of_cubes(room: str, full: int, kind: str) -> None:
    for choice, more in (("unlimited", 1), ("limited", 0)):
        for there, extra in ((full, more), (full - 1, 1)):
            options = {"cubes": choice}
            state = position({"level": 2, kind: there}, phase="worker", options=options)
            play(state, room)
            assert own(state)[kind] == there + extra
            assert own(state)["rooms"] == [int(room[5])]


@pytest.mark.rule("MY-1.10", "MY-18.6")
def test_the_supply_is_shown_where_it_is_limited() -> None:
    tiles = [pheromone("c3 c4 c5"), pheromone("d5 e4", 1)]
    seats = [{"food": 2, "stone": 1}, {"earth": 3}]
    state = position(*seats, phase="worker", tiles=tiles, options={"cubes": "limited"})
    assert state.view(None)["supply"] == {"food": 30 - 3, "earth": 15 - 6, "stone": 15 - 2}
    assert position(*seats, phase="worker", tiles=tiles).view(None)["supply"] is None


@pytest.mark.rule("MY-1.11")
@pytest.mark.parametrize(("food", "filled"), [(28, ["c5", "d6"]), (29, ["c5"]), (30, [])])
def test_a_pheromone_is_filled_in_reading_order(food: int, filled: list[str]) -> None:
    for choice in ("limited", "unlimited"):
        state = garden("d6", {"food": food}, options={"cubes": choice})
        play(state, "lay pair; d6 c5")
        lies = tile(state, "c5")
        assert lies is not None
        assert lies["cubes"] == (filled if choice == "limited" else ["c5", "d6"])


@pytest.mark.rule("MY-1.11")
def test_no_larva_becomes_food_that_is_not_there() -> None:
    options = {"cubes": "limited"}
    full = position({"larvae": 6}, {"food": 30}, phase="worker", options=options)
    assert "convert" not in texts(full)
    assert refuse(full, "convert") == "MY-1.11"
    last = position({"larvae": 6}, {"food": 29}, phase="worker", options=options)
    play(last, "convert")
    assert store(last) == (1, 0, 0)
    assert refuse(last, "convert") == "MY-1.11"
    assert "convert" in texts(position({"larvae": 6}, {"food": 30}, phase="worker"))


@pytest.mark.rule("MY-1.11")
def test_a_hunt_brings_what_is_left() -> None:
    state = garden(
        "e4", {"soldiers": 1}, {"food": 29}, prey={"e5": "ladybug"}, options={"cubes": "limited"}
    )
    play(state, "e5")
    assert store(state) == (1, 0, 0)
    assert own(state)["trophies"] == 1


@pytest.mark.rule("MY-1.11")
@pytest.mark.parametrize("first", [0, 1, 2])
def test_the_harvest_is_served_in_turn_order(first: int) -> None:
    farms = [special("farm", "c4 c5 d5", 0), special("farm", "l8 l9 m8", 1)]
    # The others hold 29 of the 30 food: one is left for two farms.
    seats: list[Doc] = [{}, {}, {"food": 15}, {"food": 14}]
    state = last_worker(*seats, tiles=farms, first=first, seat=0, options={"cubes": "limited"})
    play(state, "done")
    winner = 1 if first == 1 else 0
    assert [store(state, by)[0] for by in (0, 1)] == [int(winner == by) for by in (0, 1)]


@pytest.mark.rule("MY-1.11", "MY-12.5")
@pytest.mark.parametrize(("stone", "got"), [(15, 0), (14, 1)])
def test_scavenging_finds_nothing_in_an_empty_box(stone: int, got: int) -> None:
    tiles = [special("scavenging", "c4 c5 d5")]
    options = {"cubes": "limited"}
    state = last_worker({}, {"stone": stone}, tiles=tiles, options=options)
    play(state, "done; stone")
    assert store(state) == (0, 0, got)


@pytest.mark.rule("MY-1.11", "MY-13.9")
@pytest.mark.parametrize(("earth", "got"), [(15, 0), (14, 1)])
def test_a_tunnel_finds_no_earth_in_an_empty_box(earth: int, got: int) -> None:
    me = {"nurses": 3, "placed": {"atelier": 2}}
    state = position(me, {"earth": earth}, phase="atelier", options={"cubes": "limited"})
    play(state, "tunnel; e4")
    assert store(state) == (0, got, 0)
    assert own(state)["tunnels"] == ["d4", "e4"]


@pytest.mark.rule("MY-1.11", "MY-3.8", "MY-16.6")
def test_larvae_find_food_in_winter() -> None:
    seats = [{"larvae": 12}, *({"food": 6, "level": 3} for _ in range(3))]
    board = [pheromone("i6 i7"), pheromone("h6 g6"), pheromone("g2 g3", 1), pheromone("g7 g8", 1)]
    board += [pheromone("i2 i3", 2), pheromone("h8 i8", 2)]
    options = {"cubes": "limited"}
    state = position(*seats, phase="winter", tiles=board, options=options)
    assert state.view(None)["supply"]["food"] == 0
    play(state, "convert; convert; convert; convert")
    assert gained_winter(state) == 0
    assert own(state)["larvae"] == 0


def gained_winter(state: fm.State) -> int:
    return int(state.breakdown()["seats"][0]["winter"])


@pytest.mark.rule("MY-1.12")
def test_larvae_never_run_out() -> None:
    seats = [{"larvae": 200}] * 4
    for choice in ("unlimited", "limited"):
        state = position(*seats, phase="worker", options={"cubes": choice})
        play(state, "room 0; room 0; room 0; room 0")
        assert [own(state, by)["larvae"] for by in range(4)] == [201] * 4


@pytest.mark.rule("MY-1.13")
def test_six_of_each_prey() -> None:
    for seed in range(5):
        prey = game().start(seed).to_position()["prey"]
        assert Counter(prey.values()) == {"ladybug": 6, "termite": 6, "spider": 6}


@pytest.mark.rule("MY-1.14", "MY-2.12", "MY-2.13")
def test_20_objectives() -> None:
    drawn: Counter[int] = Counter()
    for seed in range(200):
        six = game(2).start(seed).to_position()["objectives"]
        assert [level_of(number) for number in six] == [1, 1, 2, 2, 3, 3]
        assert all(six[place] < six[place + 1] for place in (0, 2, 4))
        drawn.update(six)
    assert set(drawn) == set(OBJECTIVES)
    assert Counter(map(level_of, OBJECTIVES)) == {1: 7, 2: 7, 3: 6}
    # Each tile is drawn in two of seven games, or one of three.
    assert all(30 < count < 100 for count in drawn.values())


def level_of(number: int) -> int:
    return 1 + (number > 7) + (number > 14)


@pytest.mark.rule("MY-1.16")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_everything_is_open_where_one_decides(players: int) -> None:
    alone = ("worker", "garden", "stand", "lay", "atelier", "dig", "pay", "give", "start")
    seen = 0
    for doc in stroll(players, seed=20 + players, rich=True)[::5]:
        if doc["phase"] not in alone:
            continue
        seen += 1
        state = game(players).position(doc)
        everybody = [state.view(eye) for eye in (*range(players), None)]
        assert all(view == everybody[0] for view in everybody)
        shown = {name: doc[name] for name in doc if name not in ("rng", "barrier", "seats")}
        assert {name: everybody[0][name] for name in shown} == shown
        for mine, view in zip(doc["seats"], everybody[0]["seats"], strict=True):
            assert {name: view[name] for name in mine} == mine
    assert seen > 5


@pytest.mark.rule("MY-1.16")
def test_the_dice_of_next_year_are_hidden() -> None:
    state = game(2).start(seed=3)
    assert "rng" not in state.view(0)
    assert "barrier" not in state.view(None)
    assert state.redetermined(0, seed=1).view(0) == state.view(0)


@pytest.mark.rule("MY-1.15", "MY-7.14")
def test_words_for_what_lies_around() -> None:
    tiles = [pheromone("c3 c4"), empty("d5 d6", 1), special("farm", "l8 l9 m8", None)]
    state = position({}, phase="worker", tiles=tiles, prey={"e5": "termite"})
    assert phase(state) == "worker"
    assert tile(state, "c4") == {
        "cells": ["c3", "c4"],
        "kind": "pheromone",
        "owner": 0,
        "cubes": ["c3", "c4"],
    }
    assert tile(state, "d5") == {
        "cells": ["d5", "d6"],
        "kind": "pheromone",
        "owner": 1,
        "cubes": [],
    }
    neutral = tile(state, "m8")
    assert neutral is not None
    assert (neutral["kind"], neutral["owner"]) == ("farm", None)
    assert tile(state, "e4") is None
    assert set(KINDS) <= set(own(state))
