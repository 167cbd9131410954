"""Section 10: laying a pheromone."""

from __future__ import annotations

import pytest

from tests.rules.myrmes.helpers import (
    again,
    empty,
    gained,
    garden,
    lays,
    own,
    phase,
    pheromone,
    play,
    position,
    refuse,
    special,
    store,
    texts,
    tile,
)
from tests.rules.myrmes.reckoning import (
    DRY,
    FORMS,
    HEXES,
    PLACES,
    PREY,
    STARTS,
    TERRAIN,
    UNFLIPPED,
    YIELD,
    Doc,
    area,
    neighbours,
    reading,
    written,
)

DEEP = {"level": 3, "event": 6}


@pytest.mark.rule("MY-10.1")
def test_laying_ends_the_action() -> None:
    state = garden("e4")
    play(state, "lay pair")
    assert (phase(state), own(state)["left"]["pair"]) == ("lay", 6)
    again(state)
    play(state, "d5 e4")
    assert (phase(state), state.to_act) == ("worker", (1,))
    assert own(state)["left"]["pair"] == 5
    lies = tile(state, "e4")
    assert lies is not None
    assert (lies["cells"], lies["kind"], lies["owner"]) == (["d5", "e4"], "pheromone", 0)


@pytest.mark.rule("MY-10.1", "MY-4.5")
def test_the_tile_belongs_to_the_seat_in_turn() -> None:
    state = position(phase="garden", seat=2, worker="e4")
    lies = tile(play(state, "lay pair; d5 e4"), "e4")
    assert lies is not None
    assert lies["owner"] == 2
    assert [own(state, by)["left"]["pair"] for by in range(4)] == [6, 6, 5, 6]


@pytest.mark.rule("MY-10.2")
@pytest.mark.parametrize(
    ("worker", "fields"),
    [
        ("d4", {}),
        ("d10", {}),
        ("c3", {"tiles": [pheromone("c3 c4")]}),
        ("c3", {"tiles": [empty("c3 c4", 1)]}),
        ("c4", {"tiles": [special("farm", "c4 c5 d5")]}),
        ("c4", {"tiles": [special("subcolony", "c4 c5 d5 d6", None)]}),
    ],
    ids=["own tunnel", "foreign tunnel", "full tile", "empty tile", "farm", "neutral"],
)
def test_not_from_a_tunnel_or_a_tile(worker: str, fields: Doc) -> None:
    me = {"level": 3, "food": 1, "earth": 1, "stone": 1}
    state = garden(worker, me, **fields)
    assert lays(state) == []
    for kind in (*FORMS, "farm", "scavenging", "subcolony"):
        assert refuse(state, f"lay {kind}") == "MY-10.2"


@pytest.mark.rule("MY-10.3")
@pytest.mark.parametrize("level", range(4))
def test_size_by_level(level: int) -> None:
    state = garden("h7", {"level": level})
    for form, (cells, _, _) in FORMS.items():
        if len(cells) <= level + 2:
            assert f"lay {form}" in texts(state)
        else:
            rule = "MY-10.5" if form == "pyramid" else "MY-10.3"
            assert refuse(state, f"lay {form}") == rule


@pytest.mark.rule("MY-10.4", "MY-18.18")
@pytest.mark.parametrize("level", range(4))
@pytest.mark.parametrize("event", [5, 0, 6])
def test_smaller_ones(level: int, event: int) -> None:
    most = level + 2 + (event in (0, 6))
    for choice, least in (("allowed", 2), ("forbidden", level + 2)):
        me = {"level": level, "event": event}
        state = garden("h7", me, options={"smaller_tiles": choice})
        sizes = {form: len(cells) for form, (cells, _, _) in FORMS.items()}
        assert lays(state) == [form for form, size in sizes.items() if least <= size <= most]
        for form, size in sizes.items():
            if size < least:
                assert refuse(state, f"lay {form}") == "MY-10.4"


@pytest.mark.rule("MY-10.4", "MY-18.18")
def test_smaller_ones_are_about_pheromones() -> None:
    me = {"level": 3, "stone": 1, "food": 1}
    state = garden("h7", me, options={"smaller_tiles": "forbidden"})
    assert lays(state) == ["trapezoid", "farm", "scavenging"]


@pytest.mark.rule("MY-10.5", "MY-18.19")
@pytest.mark.parametrize("choice", ["allowed", "absent"])
@pytest.mark.parametrize("level", range(4))
@pytest.mark.parametrize("event", range(8))
def test_the_pyramid(choice: str, level: int, event: int) -> None:
    state = garden("h7", {"level": level, "event": event}, options={"pyramid": choice})
    if choice == "allowed" and level == 3 and event in (0, 6):
        assert "lay pyramid" in texts(state)
    else:
        assert refuse(state, "lay pyramid") == "MY-10.5"


@pytest.mark.rule("MY-10.6", "MY-10.10")
@pytest.mark.parametrize(
    ("form", "count"),
    [
        ("pair", 6),
        ("line", 9),
        ("triangle", 6),
        ("rhombus", 12),
        ("pistol", 48),
        ("trapezoid", 30),
        ("pyramid", 12),
    ],
)
def test_places_in_the_open(form: str, count: int) -> None:
    state = play(garden("h7", DEEP), f"lay {form}")
    places = {frozenset(text.split()) for text in texts(state)}
    assert len(texts(state)) == len(places) == count
    assert places == {place for place in PLACES[form] if "h7" in place}


@pytest.mark.rule("MY-10.6")
@pytest.mark.parametrize("place", ["c4 c5", "h6 h7", "d5 d6"])
def test_the_tile_covers_the_worker(place: str) -> None:
    assert refuse(play(garden("e4"), "lay pair"), place) == "MY-10.6"


@pytest.mark.rule("MY-10.7")
@pytest.mark.parametrize(
    ("worker", "form", "place"),
    [("e4", "pair", "e4 f5"), ("d6", "pair", "d6 d7"), ("e5", "line", "e4 e5 e6")],
)
def test_no_water(worker: str, form: str, place: str) -> None:
    assert refuse(play(garden(worker, DEEP), f"lay {form}"), place) == "MY-10.7"


@pytest.mark.rule("MY-10.8")
@pytest.mark.parametrize(
    ("fields", "place"),
    [
        ({}, "d4 e4"),
        ({"seats": [{}, {"tunnels": ["d5"]}]}, "d5 e4"),
        ({"tiles": [pheromone("d5 d6")]}, "d5 e4"),
        ({"tiles": [empty("d5 d6", 1)]}, "d5 e4"),
        ({"tiles": [special("farm", "c4 c5 d5", None)]}, "d5 e4"),
        ({"prey": {"e5": "spider"}}, "e4 e5"),
    ],
    ids=["own tunnel", "foreign tunnel", "own tile", "foreign tile", "neutral tile", "prey"],
)
def test_nothing_else_is_covered(fields: Doc, place: str) -> None:
    given = dict(fields)
    state = position(*given.pop("seats", [{}]), phase="garden", worker="e4", **given)
    play(state, "lay pair")
    assert place not in texts(state)
    assert refuse(state, place) == "MY-10.8"


@pytest.mark.rule("MY-10.8")
def test_without_a_place_the_form_is_not_offered() -> None:
    tiles = [pheromone("d5 d6", 1), pheromone("e3 f4"), pheromone("c3 c4")]
    state = garden("e4", {"level": 3, "stone": 1}, tiles=tiles, prey={"e5": "spider"})
    assert lays(state) == []
    for kind in ("pair", "line", "trapezoid", "farm"):
        assert refuse(state, f"lay {kind}") == "MY-10.8"
    state = garden("e4", {"level": 3, "stone": 1}, tiles=tiles)
    assert lays(state) == ["pair"]


@pytest.mark.rule("MY-10.9", "MY-2.5")
@pytest.mark.parametrize(
    ("players", "options", "worker", "place"),
    [
        (3, {}, "c4", "b5 c4"),
        (3, {}, "l4", "l3 l4"),
        (2, {}, "h6", "g6 h6"),
        (2, {"two_player_area": "narrow"}, "i2", "i1 i2"),
    ],
)
def test_not_outside_the_area(
    players: int, options: dict[str, str], worker: str, place: str
) -> None:
    state = garden(worker, players=players, options=options)
    play(state, "lay pair")
    assert place not in texts(state)
    assert refuse(state, place) == "MY-10.9"


@pytest.mark.rule("MY-10.10", "MY-18.20")
@pytest.mark.parametrize("form", FORMS)
def test_turned_and_flipped(form: str) -> None:
    for choice, places in (("allowed", PLACES), ("forbidden", UNFLIPPED)):
        state = play(garden("h7", DEEP, options={"flipping": choice}), f"lay {form}")
        found = {frozenset(text.split()) for text in texts(state)}
        assert found == {place for place in places[form] if "h7" in place}
    assert len(UNFLIPPED["pistol"]) * 2 == len(PLACES["pistol"])


@pytest.mark.rule("MY-10.10", "MY-18.20")
def test_a_flipped_pistol_is_refused() -> None:
    state = play(garden("h7", DEEP, options={"flipping": "forbidden"}), "lay pistol")
    assert len(texts(state)) == 24
    flipped = [place for place in PLACES["pistol"] - UNFLIPPED["pistol"] if "h7" in place]
    for place in flipped:
        assert refuse(state, written(place)) == "MY-10.10"
    # A row to the right with a hex below its first two is how the piece lies when printed.
    play(state.copy(), "h7 h8 h9 i7")
    assert refuse(state, "h7 h8 h9 i8") == "MY-10.10"


@pytest.mark.rule("MY-10.11")
def test_far_from_own_tiles() -> None:
    state = garden("h7", tiles=[pheromone("c3 c4")])
    play(state, "lay pair; h7 i7")
    assert len(state.to_position()["tiles"]) == 2


@pytest.mark.rule("MY-10.12", "MY-1.1", "MY-19.2")
def test_cubes_by_terrain() -> None:
    for name in DRY:
        if name in STARTS[4]:
            continue
        near = [other for other in neighbours(name) if other in DRY and other not in STARTS[4]]
        state = play(garden(name), f"lay pair; {written([name, near[0]])}")
        lies = tile(state, name)
        assert lies is not None
        assert (name in lies["cubes"]) is (TERRAIN[name] in YIELD)


@pytest.mark.rule("MY-10.12")
@pytest.mark.parametrize(("name", "kind"), [("c5", "food"), ("c4", "earth"), ("d5", "stone")])
def test_grass_earth_and_stone(name: str, kind: str) -> None:
    # The other hex is a mushroom, or the cube of the other one is gone.
    pair = {"c5": "c5 c6", "c4": "c3 c4", "d5": "d5 d6"}[name]
    tiles = [pheromone(pair, cubes=[name])]
    nobody = {"workers": 0}
    state = position(nobody, nobody, nobody, nobody, phase="garden", worker="e4", tiles=tiles)
    play(state, "done")
    cubes = dict(zip(("food", "earth", "stone"), store(state), strict=True))
    assert cubes == {"food": 0, "earth": 0, "stone": 0, kind: 1}


@pytest.mark.rule("MY-10.13")
@pytest.mark.parametrize("form", FORMS)
def test_points_at_once(form: str) -> None:
    state = play(garden("h7", DEEP), f"lay {form}")
    play(state, texts(state)[-1])
    points = FORMS[form][2]
    assert gained(state) == ({"pheromones": points} if points else {})


@pytest.mark.rule("MY-10.14")
@pytest.mark.parametrize("form", FORMS)
def test_no_piece_left(form: str) -> None:
    state = garden("h7", {**DEEP, "left": {form: 0}})
    assert refuse(state, f"lay {form}") == "MY-10.14"
    assert form not in lays(state)
    assert len(lays(state)) == 6


@pytest.mark.rule("MY-10.15")
def test_laying_costs_no_movement() -> None:
    state = garden("e4", moves=0)
    assert texts(state) == ["lay pair", "done"]
    play(state, "lay pair; d5 e4")
    assert tile(state, "e4") is not None


@pytest.mark.rule("MY-10.16")
@pytest.mark.parametrize("action", ["lay pair", "done", "e5", "clean", "convert", "c3 c4 c5"])
def test_after_the_form_the_hexes(action: str) -> None:
    state = play(garden("c4", {"level": 1, "larvae": 3}), "lay pair")
    assert refuse(state, action) == "MY-10.16"
    assert refuse(garden("c4"), "b4 c4") == "MY-7.17"


TABLE = [
    pytest.param(2, "wide", (125, 78, 63, 70, 232, 97, 20), id="two"),
    pytest.param(
        3, "wide", (181, 110, 90, 98, 306, 128, 22), id="three", marks=pytest.mark.compiled
    ),
    pytest.param(
        4, "wide", (244, 163, 126, 144, 496, 206, 44), id="four", marks=pytest.mark.compiled
    ),
    pytest.param(2, "narrow", (87, 48, 43, 46, 132, 59, 10), id="two, narrow"),
]
# Tunnels elsewhere, farther from the start spaces than any tile reaches.
ELSEWHERE = {2: ["h6", "h8"], 3: ["g7", "i6", "i10"], 4: ["h6", "h8", "i7", "g10"]}


def all_places(
    players: int, options: dict[str, str], prey: dict[str, str], forms: list[str]
) -> dict[str, set[str]]:
    """What workers on all hexes of the area may lay, whichever hexes have tunnels."""
    found: dict[str, set[str]] = {form: set() for form in forms}
    here = area(players, narrow=options.get("two_player_area") == "narrow")
    for holes in (STARTS[players], ELSEWHERE[players]):
        seats = [{**DEEP, "soldiers": 6, "workers": 0, "tunnels": [hole]} for hole in holes]
        for name in reading((here & set(DRY)) - set(holes) - set(prey)):
            state = position(
                *seats, players=players, options=options, prey=prey, phase="garden", worker=name
            )
            for form in set(lays(state)) & set(forms):
                found[form].update(texts(play(state.copy(), f"lay {form}")))
    return found


def kinds(names: list[str]) -> dict[str, str]:
    """Some prey on each of these spaces."""
    return {name: ("ladybug", "termite", "spider")[place % 3] for place, name in enumerate(names)}


@pytest.mark.rule("MY-10.17", "MY-10.7", "MY-10.8", "MY-10.9")
@pytest.mark.parametrize(("players", "choice", "counts"), TABLE)
def test_places_on_the_board(players: int, choice: str, counts: tuple[int, ...]) -> None:
    here = area(players, narrow=choice == "narrow")
    prey = kinds([name for name in PREY if name in here])
    found = all_places(players, {"two_player_area": choice}, prey, list(FORMS))
    assert tuple(len(found[form]) for form in FORMS) == counts
    free = (here & set(DRY)) - set(prey)
    for form, places in found.items():
        assert places == {written(place) for place in PLACES[form] if place <= free}


@pytest.mark.rule("MY-10.17", "MY-10.10")
@pytest.mark.parametrize(
    ("players", "count"),
    [
        (2, 116),
        pytest.param(3, 153, marks=pytest.mark.compiled),
        pytest.param(4, 248, marks=pytest.mark.compiled),
    ],
)
def test_places_without_flipping(players: int, count: int) -> None:
    prey = kinds([name for name in PREY if name in area(players)])
    found = all_places(players, {"flipping": "forbidden"}, prey, ["pistol"])
    assert len(found["pistol"]) == count


@pytest.mark.compiled
@pytest.mark.rule("MY-10.17", "MY-8.8")
@pytest.mark.parametrize(
    ("players", "counts"),
    [
        (2, (161, 113, 84, 97, 348, 146, 36)),
        (3, (229, 158, 120, 140, 478, 206, 46)),
        (4, (310, 229, 168, 204, 752, 320, 80)),
    ],
)
def test_places_when_all_prey_is_gone(players: int, counts: tuple[int, ...]) -> None:
    found = all_places(players, {}, {}, list(FORMS))
    assert tuple(len(found[form]) for form in FORMS) == counts


@pytest.mark.rule("MY-10.17")
def test_places_that_have_a_name() -> None:
    state = garden("h7")
    codes = range(211, 3916)
    written_down = [state.notation(code) for code in codes]
    assert state.game.actions_size == 3916
    expected = [
        written(place)
        for form in FORMS
        for place in sorted(PLACES[form], key=lambda cells: sorted(map(HEXES.index, cells)))
    ]
    assert written_down == expected
    assert [state.code_of(text) for text in written_down] == list(codes)


@pytest.mark.rule("MY-10.18")
def test_example_with_a_pair() -> None:
    state = play(position(phase="worker"), "d4; e4; lay pair; d5 e4")
    lies = tile(state, "d5")
    assert lies is not None
    assert lies["cubes"] == ["d5", "e4"]
    assert (TERRAIN["d5"], TERRAIN["e4"]) == ("S", "E")
    assert gained(state) == {}
    assert state.to_act == (1,)


@pytest.mark.rule("MY-10.19")
def test_example_with_a_line() -> None:
    state = position({"level": 1, "event": 1}, phase="worker")
    play(state, "d4; c4; lay line; c3 c4 c5")
    lies = tile(state, "c4")
    assert lies is not None
    assert lies["cubes"] == ["c3", "c4", "c5"]
    assert [TERRAIN[name] for name in lies["cells"]] == ["E", "E", "G"]
    assert state.scores()[0] == 10 + 3


@pytest.mark.rule("MY-10.14", "MY-9.5")
def test_the_only_pyramid() -> None:
    nobody = {"workers": 0}
    state = garden("h7", {**DEEP, "workers": 1, "tunnels": ["d4", "f6"]}, nobody, nobody, nobody)
    play(state, "lay pyramid; h7 h8 h9 i7 i8 j8; f6; f7")
    assert own(state)["left"]["pyramid"] == 0
    assert refuse(state, "lay pyramid") == "MY-10.14"
    again(state)
