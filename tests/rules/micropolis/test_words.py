"""Section 1: components and words."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

import formicarium as fm
from tests.rules.micropolis.helpers import (
    TABLES,
    armies,
    game,
    in_order,
    leader,
    manned,
    play,
    points,
    position,
    reserve,
    shown,
    stroll,
    texts,
)
from tests.rules.micropolis.reckoning import FRUITS, TILES, Doc, deal, galleries, posts


def everything(doc: Doc) -> Counter[int]:
    """All tiles on the table, wherever they lie."""
    hand = [doc["tile"]] if doc["phase"] == "place" else []
    built = [tile for hill in doc["anthills"] for tile in hill["tiles"]]
    return Counter([*doc["row"], *doc["pile"], *hand, *built])


@pytest.mark.rule("MP-1.1", "MP-1.2", "MP-1.3", "MP-1.5", "MP-5.2")
@pytest.mark.parametrize(("variant", "players"), TABLES)
def test_nothing_is_lost_and_no_army_exceeds_ten(variant: str, players: int) -> None:
    for state in stroll(game(players, variant=variant).start(seed=players), seed=players):
        doc = state.to_position()
        hills = doc["anthills"]
        assert everything(doc) == Counter(list(TILES))
        assert all(0 <= hill["army"] <= 10 for hill in hills)
        barracks = sum(posts(tile) for hill in hills for tile in hill["manned"])
        assert all(posts(tile) for hill in hills for tile in hill["manned"])
        on_foundations = sum(hill["army"] for hill in hills)
        assert doc["reserve"] + sum(doc["soldiers"]) + on_foundations + barracks == 45
        assert doc["tokens"] + sum(hill["tokens"] for hill in hills) == 2
        assert min(doc["reserve"], doc["tokens"], *doc["soldiers"], 0) == 0


@pytest.mark.parametrize(
    "fields",
    [
        pytest.param({"row": [44, 44]}, marks=pytest.mark.rule("MP-1.1"), id="a tile twice"),
        pytest.param({"row": [62]}, marks=pytest.mark.rule("MP-1.1"), id="a tile too many"),
        pytest.param({"pile": [1, 2, 3]}, marks=pytest.mark.rule("MP-1.1"), id="tiles missing"),
        pytest.param({"reserve": 26}, marks=pytest.mark.rule("MP-1.2"), id="46 soldiers"),
        pytest.param({"reserve": 24}, marks=pytest.mark.rule("MP-1.2"), id="44 soldiers"),
        pytest.param({"tokens": 3}, marks=pytest.mark.rule("MP-1.3"), id="three tokens"),
        pytest.param({"tokens": 1}, marks=pytest.mark.rule("MP-1.3"), id="a token missing"),
        pytest.param({"armies": [11]}, marks=pytest.mark.rule("MP-1.5"), id="an army of eleven"),
        pytest.param({"armies": [-1]}, marks=pytest.mark.rule("MP-1.5"), id="an army below zero"),
        pytest.param({"leader": 4}, marks=pytest.mark.rule("MP-1.6"), id="a leader from nowhere"),
        pytest.param(
            {"anthills": [{"tiles": [44], "manned": [44]}]},
            marks=pytest.mark.rule("MP-5.2"),
            id="a garrison without barracks",
        ),
    ],
)
def test_impossible_positions_are_refused(fields: dict[str, Any]) -> None:
    with pytest.raises(fm.BadPosition):
        position(**fields)


@pytest.mark.rule("MP-1.4", "MP-3.6")
def test_a_garrison_is_not_army() -> None:
    hill = {"army": 1, "tiles": [17], "manned": [17]}
    state = position(anthills=[hill])
    assert armies(state)[0] == 1
    assert manned(state) == {17}
    assert reserve(state) == 45 - 1 - 4 - 3 * 5
    assert texts(state) == ["take 1", "take 2"]


@pytest.mark.rule("MP-1.6")
@pytest.mark.parametrize("first", range(4))
def test_the_owner_of_the_marker_leads(first: int) -> None:
    state = position(in_round=1, leader=first, row=[44, 37])
    assert leader(state) == first
    assert state.to_act == (first,)
    play(state, "take 1; take 1")
    second = (first + 1) % 4
    assert [armies(state)[first], armies(state)[second]] == [4, 6]


@pytest.mark.rule("MP-1.7")
@pytest.mark.parametrize(
    ("tile", "ants"),
    [(44, 4), (19, 2), (26, 4), (36, 3), (40, 2), (42, 2), (12, 0), (57, 4)],
    ids=["workers", "queen", "nurse", "architect", "officer", "sentinel", "nobody", "junction"],
)
def test_ants_are_workers_and_specialists(tile: int, ants: int) -> None:
    assert points(position(anthills=[{"tiles": [tile]}]))["population"] == ants


@pytest.mark.rule("MP-1.7")
def test_soldiers_are_no_ants() -> None:
    state = position(anthills=[{"army": 10, "tiles": [12], "manned": [12]}])
    assert points(state)["population"] == 0
    assert all(gallery["ants"] == 0 for gallery in shown(state))


@pytest.mark.rule("MP-1.8")
@pytest.mark.parametrize(
    ("tile", "item"),
    list(zip((44, 46, 48, 50, 51, 52, 53), (*FRUITS, "gift"), strict=True)),
)
def test_six_fruits_and_the_gift(tile: int, item: str) -> None:
    found = shown(position(anthills=[{"tiles": [tile]}]))
    assert [fruit for gallery in found for fruit in gallery["fruits"]] == (
        [item] if item in FRUITS else []
    )
    assert sum(gallery["gifts"] for gallery in found) == (item == "gift")


@pytest.mark.rule("MP-1.9", "MP-4.4", "MP-8.4")
@pytest.mark.parametrize("seed", range(6))
def test_galleries_run_through_openings_of_the_same_level(seed: int) -> None:
    length = 2 + seed
    chains = [hill["tiles"][:length] for hill in deal(seed, 4)]
    state = position(in_round=length + 1, anthills=[{"tiles": chain} for chain in chains])
    for hill, chain in enumerate(chains):
        assert shown(state, hill) == in_order(galleries(chain))


@pytest.mark.rule("MP-1.9")
def test_levels_do_not_mix() -> None:
    # Left an outer through-way with dead ends inside, right two ways side by side.
    state = position(in_round=3, anthills=[{"tiles": [44, 60]}])
    assert sorted((gallery["tiles"], gallery["ants"]) for gallery in shown(state)) == [
        ([44], 2),
        ([44, 60], 2),
        ([44, 60], 3),
    ]


@pytest.mark.rule("MP-1.10")
@pytest.mark.parametrize("seat", [0, 3])
def test_only_the_order_of_the_pile_is_hidden(seat: int) -> None:
    state = play(game(4).start(seed=3), "take 3")
    true = state.to_position()
    piles = []
    for seed in range(5):
        other = state.redetermined(seat, seed)
        guess = other.to_position()
        assert {**guess, "pile": 0, "rng": 0} == {**true, "pile": 0, "rng": 0}
        assert sorted(guess["pile"]) == sorted(true["pile"])
        for eye in (0, 1, 2, 3, None):
            assert other.view(eye) == state.view(eye)
        piles.append(tuple(guess["pile"]))
    assert len({*piles, tuple(true["pile"])}) == 6
