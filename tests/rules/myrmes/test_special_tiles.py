"""Section 11: special tiles."""

from __future__ import annotations

import pytest

from tests.rules.myrmes.helpers import (
    again,
    gained,
    garden,
    last_worker,
    lays,
    own,
    phase,
    play,
    refuse,
    special,
    store,
    stroll,
    texts,
    tile,
)
from tests.rules.myrmes.reckoning import PLACES, SPECIALS, Doc

KINDS = pytest.mark.parametrize("kind", SPECIALS)
RICH: Doc = {"level": 3, "food": 2, "earth": 2, "stone": 2}


@pytest.mark.rule("MY-11.1", "MY-11.2")
@KINDS
def test_under_the_same_rules_of_place(kind: str) -> None:
    form = SPECIALS[kind][0]
    state = play(garden("h7", RICH, prey={"g5": "spider"}), f"lay {kind}")
    places = {frozenset(text.split()) for text in texts(state)}
    assert places == {place for place in PLACES[form] if "h7" in place and "g5" not in place}
    again(state)
    own_form = play(garden("h7", RICH, prey={"g5": "spider"}), f"lay {form}")
    assert texts(own_form) == texts(state)


@pytest.mark.rule("MY-11.1")
@pytest.mark.parametrize(
    ("place", "rule"),
    [
        ("c3 c4", "MY-10.16"),
        ("b5 b6 c5", "MY-10.6"),
        ("d6 d7 e6", "MY-10.6"),
        ("c4 d4 d5", "MY-10.8"),
        ("b4 b5 c4", "MY-10.8"),
    ],
)
def test_where_it_does_not_lie(place: str, rule: str) -> None:
    state = play(garden("c4", RICH, prey={"b4": "spider"}), "lay farm")
    assert refuse(state, place) == rule


@pytest.mark.rule("MY-11.1", "MY-10.7")
def test_not_on_water() -> None:
    state = play(garden("d6", RICH), "lay scavenging")
    assert refuse(state, "d6 d7 e6") == "MY-10.7"


@pytest.mark.rule("MY-11.2", "MY-11.4", "MY-11.5", "MY-11.7")
@KINDS
def test_cost_points_and_marker(kind: str) -> None:
    form, _, (food, earth, stone), points = SPECIALS[kind]
    cells = {"triangle": "c4 c5 d5", "rhombus": "c4 c5 d5 d6"}[form]
    state = garden("c4", RICH)
    play(state, f"lay {kind}")
    assert store(state) == (2, 2, 2)
    play(state, cells)
    assert store(state) == (2 - food, 2 - earth, 2 - stone)
    assert gained(state) == {"specials": points}
    assert own(state)["markers"] == 3
    lies = tile(state, "c5")
    assert lies is not None
    assert (lies["kind"], lies["owner"], lies.get("cubes", [])) == (kind, 0, [])
    assert (phase(state), state.to_act) == ("worker", (1,))
    assert own(state)["left"]["triangle"] == 2
    again(state)


@pytest.mark.rule("MY-11.3")
@KINDS
@pytest.mark.parametrize("level", range(4))
@pytest.mark.parametrize("event", [0, 5])
def test_the_level_it_needs(kind: str, level: int, event: int) -> None:
    state = garden("h7", {**RICH, "level": level, "event": event})
    if level + (event == 0) >= SPECIALS[kind][1]:
        assert f"lay {kind}" in texts(state)
    else:
        assert refuse(state, f"lay {kind}") == "MY-11.3"


@pytest.mark.rule("MY-11.4")
@pytest.mark.parametrize(
    ("kind", "lacks"),
    [
        ("farm", "stone"),
        ("scavenging", "food"),
        ("subcolony", "food"),
        ("subcolony", "earth"),
        ("subcolony", "stone"),
    ],
)
def test_not_without_the_cost(kind: str, lacks: str) -> None:
    state = garden("h7", {**RICH, lacks: 0})
    assert kind not in lays(state)
    assert refuse(state, f"lay {kind}") == "MY-11.4"


@pytest.mark.rule("MY-11.5", "MY-14.17")
@KINDS
def test_not_without_a_marker(kind: str) -> None:
    options = {"neutral_marker": "spent"}
    state = garden("h7", {**RICH, "markers": 0}, options=options)
    assert refuse(state, f"lay {kind}") == "MY-11.5"


@pytest.mark.rule("MY-11.7", "MY-12.4")
def test_the_hexes_below_yield_nothing() -> None:
    state = last_worker({}, tiles=[special("farm", "c4 c5 d5")])
    play(state, "done")
    # One food of the farm, and neither the earth of c4 nor the stone of d5.
    assert store(state) == (1, 0, 0)


@pytest.mark.rule("MY-11.8")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_it_stays_for_good(players: int) -> None:
    seen: set[tuple[str, ...]] = set()
    for doc in stroll(players, seed=20 + players, rich=True):
        lying = {(t["kind"], *t["cells"]) for t in doc["tiles"] if t["kind"] != "pheromone"}
        assert seen <= lying
        seen = lying
    assert seen


@pytest.mark.rule("MY-11.9")
@KINDS
def test_one_tile_per_worker(kind: str) -> None:
    nobody = {"workers": 0}
    state = garden("h7", {**RICH, "workers": 0}, nobody, nobody, {"workers": 1})
    play(state, f"lay {kind}")
    play(state, texts(state)[0])
    assert (phase(state), state.to_act) == ("worker", (3,))
    assert len(state.to_position()["tiles"]) == 1
