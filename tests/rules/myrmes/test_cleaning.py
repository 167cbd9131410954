"""Section 9: cleaning."""

from __future__ import annotations

import pytest

from tests.rules.myrmes.helpers import (
    again,
    empty,
    gained,
    garden,
    hexes,
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
from tests.rules.myrmes.reckoning import FORMS, PLACES, neighbours, written

ME = {"soldiers": 2, "earth": 2}


@pytest.mark.rule("MY-9.1")
def test_one_earth() -> None:
    state = play(garden("d4", ME, tiles=[empty("c3 c4")]), "c4")
    assert "clean" in texts(state)
    play(state, "clean; c4")
    assert store(state) == (0, 1, 0)
    assert tile(state, "c4") is None


@pytest.mark.rule("MY-9.1")
@pytest.mark.parametrize("cubes", [{"earth": 0}, {"food": 1, "stone": 2, "earth": 0}])
def test_not_without_earth(cubes: dict[str, int]) -> None:
    state = garden("c4", cubes, tiles=[empty("c3 c4")])
    assert "clean" not in texts(state)
    assert refuse(state, "clean") == "MY-9.1"


@pytest.mark.rule("MY-9.1")
def test_not_on_an_empty_hex() -> None:
    assert refuse(garden("e4", ME, tiles=[empty("c3 c4")]), "clean") == "MY-9.1"


@pytest.mark.rule("MY-9.2")
@pytest.mark.parametrize(
    ("cubes", "clean"), [(["c3", "c4", "c5"], False), (["c5"], False), ([], True)]
)
def test_only_an_empty_one(cubes: list[str], clean: bool) -> None:
    state = garden("c4", ME, tiles=[pheromone("c3 c4 c5", cubes=cubes)])
    assert ("clean" in texts(state)) is clean
    if not clean:
        assert refuse(state, "clean") == "MY-9.2"


@pytest.mark.rule("MY-9.2")
def test_mushrooms_alone_are_empty_from_the_start() -> None:
    nobody = {"workers": 0}
    state = garden("d3", {"earth": 1, "workers": 1}, nobody, nobody, nobody)
    play(state, "lay pair; d3 e3")
    lies = tile(state, "d3")
    assert lies is not None
    assert lies["cubes"] == []
    play(state, "d4; d3; clean; e3")
    assert tile(state, "d3") is None


@pytest.mark.rule("MY-9.3", "MY-9.4")
@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("owner", [0, 1, None], ids=["own", "foreign", "neutral"])
def test_what_cleaning_scores(form: str, owner: int | None) -> None:
    (_, _, points) = FORMS[form]
    place = next(place for place in sorted(map(written, PLACES[form])) if fits(place))
    state = garden(place.split()[0], ME, tiles=[empty(place, owner)])
    play(state, f"clean; {place.split()[-1]}")
    assert gained(state) == ({"cleaning": points} if owner == 1 and points else {})
    assert [gained(state, by) for by in (1, 2, 3)] == [{}, {}, {}]
    assert state.to_position()["tiles"] == []


def fits(place: str) -> bool:
    """Whether a place lies around the middle of the garden, where all is dry."""
    near = {"h7", *neighbours("h7")}
    return set(place.split()) <= {other for name in near for other in neighbours(name)}


@pytest.mark.rule("MY-9.5")
@pytest.mark.parametrize("owner", [0, 1])
def test_out_of_the_game_for_good(owner: int) -> None:
    state = garden("d4", ME, tiles=[empty("c3 c4 c5", owner)])
    before = [own(state, by)["left"] for by in range(4)]
    assert before[owner]["line"] == 1
    play(state, "c4; clean; c4")
    assert [own(state, by)["left"] for by in range(4)] == before
    assert state.to_position()["tiles"] == []
    again(state)


@pytest.mark.rule("MY-9.6")
@pytest.mark.parametrize("stand", ["c3", "c4", "c5"])
def test_the_worker_stands_where_she_likes(stand: str) -> None:
    state = play(garden("d4", ME, tiles=[empty("c3 c4 c5")]), "c4; clean")
    assert (phase(state), texts(state)) == ("stand", ["c3", "c4", "c5"])
    assert store(state) == (0, 2, 0)
    again(state)
    play(state, stand)
    doc = state.to_position()
    assert (doc["phase"], doc["worker"], doc["moves"]) == ("garden", stand, 2)
    assert "lay pair" in texts(state)


@pytest.mark.rule("MY-9.6")
@pytest.mark.parametrize("action", ["c6", "d4", "done", "clean", "lay pair", "c3 c4", "convert"])
def test_but_only_on_a_freed_hex(action: str) -> None:
    state = play(garden("d4", ME, tiles=[empty("c3 c4 c5")]), "c4; clean")
    assert refuse(state, action) == "MY-9.6"


@pytest.mark.rule("MY-9.6", "MY-9.7")
def test_she_may_go_on_or_lay() -> None:
    state = play(garden("d4", ME, tiles=[empty("c3 c4 c5", 1)]), "c3; clean; c5; d6; lay pair")
    play(state, "c5 d6")
    lies = tile(state, "c5")
    assert lies is not None
    assert (lies["owner"], lies["cubes"]) == (0, ["c5", "d6"])


@pytest.mark.rule("MY-9.7")
def test_cleaning_costs_no_movement() -> None:
    state = garden("c3", ME, tiles=[empty("c3 c4 c5")], moves=0)
    play(state, "clean; c4")
    assert state.to_position()["moves"] == 0
    assert hexes(state) == []


@pytest.mark.rule("MY-9.8", "MY-11.8")
@pytest.mark.parametrize("owner", [0, 1, None])
@pytest.mark.parametrize(
    ("kind", "cells"),
    [("farm", "c4 c5 d5"), ("scavenging", "c4 c5 d5"), ("subcolony", "c4 c5 d5 d6")],
)
def test_special_tiles_are_never_cleaned(kind: str, cells: str, owner: int | None) -> None:
    state = garden("c4", ME, tiles=[special(kind, cells, owner)])
    assert "clean" not in texts(state)
    assert refuse(state, "clean") == "MY-9.8"


@pytest.mark.rule("MY-9.8")
def test_tunnels_are_never_cleaned() -> None:
    assert refuse(garden("d4", ME), "clean") == "MY-9.8"
    assert refuse(garden("d10", ME), "clean") == "MY-9.8"


@pytest.mark.rule("MY-9.9")
def test_several_hunts_and_cleanings_by_one_worker() -> None:
    tiles = [empty("c3 c4", 1), empty("d5 d6"), empty("c5 c6", 2)]
    state = garden("d4", {"soldiers": 3, "earth": 3}, tiles=tiles, prey={"e5": "termite"})
    play(state, "c3; clean; c4; d5; clean; d5; e5")
    assert store(state) == (1, 1, 0)
    assert (own(state)["soldiers"], state.to_position()["moves"]) == (1, 0)
    assert gained(state) == {"hunting": 2}
    assert [lies["cells"] for lies in state.to_position()["tiles"]] == [["c5", "c6"]]


@pytest.mark.rule("MY-9.10")
def test_example() -> None:
    state = garden("d4", {"soldiers": 1, "earth": 1}, tiles=[empty("c4 c5 d5 d6", 1)])
    play(state, "d5; clean; d6")
    doc = state.to_position()
    assert (doc["moves"], own(state)["soldiers"], store(state)) == (2, 0, (0, 0, 0))
    assert gained(state) == {"cleaning": 4}
    assert doc["worker"] == "d6"


@pytest.mark.rule("MY-9.3", "MY-7.9")
def test_a_foreign_one_must_be_entered_first() -> None:
    state = garden("d4", {"earth": 1}, tiles=[empty("c3 c4", 1)])
    assert refuse(state, "c4") == "MY-7.11"
