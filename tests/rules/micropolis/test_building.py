"""Section 4: building."""

from __future__ import annotations

import pytest

from tests.rules.micropolis.helpers import (
    armies,
    built,
    game,
    manned,
    phase,
    play,
    position,
    refuse,
    reserve,
    row,
    seat,
    shown,
    soldiers,
    texts,
)
from tests.rules.micropolis.reckoning import TILES


@pytest.mark.rule("MP-4.1")
def test_the_first_tile_needs_no_side() -> None:
    state = position(in_round=1, row=[51])
    play(state, "take 1")
    assert built(state) == {1: 51}
    assert (phase(state), seat(state)) == ("take", 1)


@pytest.mark.rule("MP-4.2", "MP-4.8")
@pytest.mark.parametrize(("side", "slot"), [("left", 10), ("right", 2)])
def test_the_second_tile_goes_left_or_right(side: str, slot: int) -> None:
    state = position(anthills=[{"tiles": [60]}], row=[61])
    play(state, "take 1")
    assert texts(state) == ["place left", "place right"]
    play(state, f"place {side}")
    assert built(state) == {1: 60, slot: 61}


@pytest.mark.rule("MP-4.2", "MP-4.8")
@pytest.mark.parametrize(
    ("sides", "slots"),
    [
        ("RRRRRRRR", [1, 2, 3, 4, 5, 6, 7, 8, 9]),
        ("LLLLLLLL", [1, 10, 9, 8, 7, 6, 5, 4, 3]),
        ("LRLRLRLR", [1, 10, 2, 9, 3, 8, 4, 7, 5]),
        ("RRLLLRLL", [1, 2, 3, 10, 9, 8, 4, 7, 6]),
    ],
)
def test_the_chain_grows_at_both_ends(sides: str, slots: list[int]) -> None:
    state = game(2, first_leader="seat_1").start(seed=12)
    side = {"L": "place left", "R": "place right"}
    to_come = iter(sides)
    taken: list[int] = []
    while len(built(state)) < 9:
        mine = seat(state) == 0
        action = texts(state)[0]
        if phase(state) == "take" and mine:
            taken.append(row(state)[0])
        elif phase(state) == "place" and mine:
            action = side[next(to_come)]
        elif phase(state) == "sentinel":
            action = "done"
        play(state, action)
    assert built(state) == dict(zip(slots, taken, strict=True))


@pytest.mark.rule("MP-4.3")
def test_every_tile_fits_everywhere() -> None:
    for tile in TILES:
        neighbour = 57 if tile != 57 else 48
        state = position(anthills=[{"tiles": [neighbour]}], row=[tile])
        play(state, "take 1")
        assert texts(state) == ["place left", "place right"]
        for side, slot in (("left", 10), ("right", 2)):
            assert built(play(state.copy(), f"place {side}")) == {1: neighbour, slot: tile}


@pytest.mark.rule("MP-4.4")
@pytest.mark.parametrize(
    ("side", "together"),
    [("left", [[22], [22], [22, 60]]), ("right", [[22], [22, 60], [22, 60]])],
)
def test_tiles_are_not_turned(side: str, together: list[list[int]]) -> None:
    # Tile 22 has a bend on its right side and two dead ends on its left.
    state = position(anthills=[{"tiles": [60]}], row=[22])
    play(state, f"take 1; place {side}")
    assert sorted(gallery["tiles"] for gallery in shown(state)) == together


@pytest.mark.rule("MP-4.5")
@pytest.mark.parametrize("lefts", range(9))
def test_the_tenth_tile_closes_the_gap(lefts: int) -> None:
    ring = [60, 61, 7, 10, 12, 31, 36, 45, 25]
    state = position(
        players=2, in_round=10, anthills=[{"tiles": ring, "lefts": lefts}], row=[44, 46]
    )
    before = built(state)
    gap = 10 - lefts
    assert gap not in before
    play(state, "take 1")
    assert built(state) == {**before, gap: 44}
    assert (phase(state), seat(state)) == ("take", 1)


@pytest.mark.rule("MP-4.5", "MP-5.1")
def test_the_tenth_tile_still_has_its_effect() -> None:
    ring = [60, 61, 7, 10, 12, 31, 36, 45, 25]
    state = position(players=2, in_round=10, anthills=[{"tiles": ring}], row=[13])
    play(state, "take 1")
    assert texts(state) == ["man yes", "man no"]
    play(state, "man yes")
    assert manned(state) == {13}


@pytest.mark.rule("MP-4.6")
def test_effects_happen_at_once() -> None:
    state = position(row=[32], armies=[2])
    play(state, "take 1")
    assert armies(state)[0] == 2
    play(state, "place left")
    assert armies(state)[0] == 5


@pytest.mark.rule("MP-4.6")
def test_effects_happen_only_once() -> None:
    hill = {"army": 2, "tiles": [32, 37, 36, 17, 43, 26]}
    state = position(in_round=7, anthills=[hill], row=[44])
    before = [armies(state), reserve(state), state.to_position()["tokens"]]
    play(state, "take 1; place left")
    assert [armies(state), reserve(state), state.to_position()["tokens"]] == before
    assert (phase(state), seat(state)) == ("take", 1)


@pytest.mark.rule("MP-4.7")
def test_collected_soldiers_may_man_the_barracks_of_the_same_tile() -> None:
    # Test vector 4: pay 2 of 4, collect 2, man 3, keep 1.
    state = position(row=[44, 45, 13], armies=[4], soldiers=[0, 0, 2, 0, 0, 0, 0])
    play(state, "take 3")
    assert armies(state)[0] == 4
    play(state, "place left; man yes")
    assert armies(state)[0] == 1
    assert soldiers(state) == [1, 1, 0, 0, 0, 0]
    assert manned(state) == {13}


@pytest.mark.rule("MP-4.7", "MP-3.10")
def test_the_limit_comes_before_the_effect() -> None:
    state = position(row=[13], armies=[9], soldiers=[3, 0, 0, 0, 0, 0, 0])
    before = reserve(state)
    play(state, "take 1; place left; man yes")
    assert armies(state)[0] == 10 - 3
    assert reserve(state) == before + 2


@pytest.mark.rule("MP-4.2")
@pytest.mark.parametrize("action", ["take 1", "man yes", "done", "take 2 token", "withdraw 1"])
def test_the_tile_in_hand_must_be_built(action: str) -> None:
    refuse(play(position(), "take 2"), action)
