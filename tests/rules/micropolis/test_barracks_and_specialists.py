"""Section 5: barracks and specialists."""

from __future__ import annotations

from itertools import combinations

import pytest

import formicarium as fm
from tests.rules.micropolis.helpers import (
    armies,
    built,
    leader,
    manned,
    phase,
    play,
    points,
    position,
    refuse,
    reserve,
    seat,
    soldiers,
    texts,
    tokens,
)
from tests.rules.micropolis.reckoning import posts

# ---------------------------------------------------------------- barracks


@pytest.mark.rule("MP-5.1")
@pytest.mark.parametrize(("tile", "size"), [(1, 1), (7, 2), (13, 3), (17, 4)])
@pytest.mark.parametrize("army", [4, 10])
def test_barracks_may_be_manned(tile: int, size: int, army: int) -> None:
    state = play(position(row=[tile], armies=[army]), "take 1; place left")
    assert (phase(state), seat(state)) == ("man", 0)
    assert texts(state) == ["man yes", "man no"]
    rest = reserve(state)
    play(state, "man yes")
    assert armies(state)[0] == army - size
    assert manned(state) == {tile}
    assert reserve(state) == rest
    assert seat(state) == 1


@pytest.mark.rule("MP-5.1", "MP-5.2")
@pytest.mark.parametrize("tile", [1, 7, 13, 17])
def test_barracks_may_stay_empty(tile: int) -> None:
    state = play(position(row=[tile]), "take 1; place left; man no")
    assert armies(state)[0] == 5
    assert manned(state) == set()
    assert seat(state) == 1


@pytest.mark.rule("MP-5.2", "MP-5.3")
@pytest.mark.parametrize(("tile", "size"), [(1, 1), (7, 2), (13, 3), (17, 4)])
def test_a_small_army_is_not_asked(tile: int, size: int) -> None:
    for army in range(5):
        state = play(position(row=[tile], armies=[army]), "take 1; place left")
        if army >= size:
            assert phase(state) == "man"
        else:
            assert (phase(state), seat(state)) == ("take", 1)
            assert manned(state) == set()
            assert armies(state)[0] == army


@pytest.mark.rule("MP-5.3", "MP-3.4")
def test_soldiers_paid_are_missing_for_the_barracks() -> None:
    state = play(position(row=[44, 45, 13], armies=[4]), "take 3; place left")
    assert (phase(state), seat(state)) == ("take", 1)
    assert armies(state)[0] == 2


@pytest.mark.rule("MP-5.4")
def test_barracks_left_empty_stay_so() -> None:
    state = position(anthills=[{"army": 10, "tiles": [17]}], row=[44])
    play(state, "take 1")
    refuse(state, "man yes")
    refuse(state, "garrison 1")
    play(state, "place right")
    assert manned(state) == set()
    assert seat(state) == 1


@pytest.mark.rule("MP-5.4")
@pytest.mark.parametrize("action", ["take 1", "place left", "done", "garrison 10"])
def test_now_or_never(action: str) -> None:
    state = play(position(row=[13]), "take 1; place left")
    refuse(state, action)
    assert texts(state) == ["man yes", "man no"]


@pytest.mark.rule("MP-5.5", "MP-5.14")
def test_garrisons_are_safe_from_officers() -> None:
    hill = {"army": 0, "tiles": [44, 17], "manned": [17]}
    state = position(turn=1, anthills=[hill], row=[37])
    rest = reserve(state)
    play(state, "take 1; place left")
    assert manned(state, 0) == {17}
    assert armies(state) == [0, 6, 5, 5]
    assert reserve(state) == rest - 1


# ---------------------------------------------------------------- queen


@pytest.mark.rule("MP-5.6")
@pytest.mark.parametrize("tile", range(19, 26))
def test_a_queen_does_nothing_yet(tile: int) -> None:
    state = position(row=[tile])
    before = [armies(state), reserve(state), tokens(state)]
    play(state, "take 1; place right")
    assert [armies(state), reserve(state), tokens(state)] == before
    assert (phase(state), seat(state)) == ("take", 1)


# ---------------------------------------------------------------- nurse


@pytest.mark.rule("MP-5.7", "MP-5.8")
@pytest.mark.parametrize(("tile", "eggs"), [(26, 1), (28, 1), (29, 2), (31, 2), (32, 3), (33, 3)])
@pytest.mark.parametrize("army", [0, 5, 7, 8, 9, 10])
def test_a_nurse_brings_soldiers(tile: int, eggs: int, army: int) -> None:
    state = position(row=[tile], armies=[army])
    rest = reserve(state)
    play(state, "take 1; place right")
    gain = min(eggs, 10 - army)
    assert armies(state) == [army + gain, 5, 5, 5]
    assert reserve(state) == rest - gain
    assert seat(state) == 1


@pytest.mark.rule("MP-5.9")
@pytest.mark.parametrize("left", [0, 1, 2, 3])
def test_a_nurse_brings_no_more_than_there_are(left: int) -> None:
    on_row = [0, 10 - left, 0, 0, 0, 0, 0]
    state = position(row=[32], armies=[5, 10, 10, 10], soldiers=on_row)
    assert reserve(state) == left
    play(state, "take 1; place right")
    assert armies(state)[0] == 5 + left
    assert reserve(state) == 0
    assert soldiers(state)[0] == 10 - left


# ---------------------------------------------------------------- architect


@pytest.mark.rule("MP-5.10")
@pytest.mark.parametrize("tile", [34, 35, 36])
def test_an_architect_brings_a_token_for_later(tile: int) -> None:
    state = position(row=[tile])
    play(state, "take 1")
    assert tokens(state) == [0, 0, 0, 0, 2]
    play(state, "place left")
    assert tokens(state) == [1, 0, 0, 0, 1]
    assert seat(state) == 1
    assert texts(state) == [f"take {n}" for n in range(1, 7)]
    play(state, "take 1; place left; take 1; place left; take 1; place left; lead 3")
    play(state, "take 1; place left; take 1; place left")
    assert seat(state) == 0
    assert "take 4 token" in texts(state)


@pytest.mark.rule("MP-5.11")
@pytest.mark.parametrize("held", [[0, 2, 0, 0], [0, 1, 1, 0], [1, 1, 0, 0]])
def test_no_token_left(held: list[int]) -> None:
    state = position(row=[36], anthills=[{"tokens": number} for number in held])
    play(state, "take 1; place left")
    assert tokens(state) == [*held, 0]
    assert (phase(state), seat(state)) == ("take", 1)
    assert 36 in built(state).values()


@pytest.mark.rule("MP-5.12")
def test_both_tokens_in_one_hand() -> None:
    state = play(position(row=[36], anthills=[{"tokens": 1}]), "take 1; place left")
    assert tokens(state) == [2, 0, 0, 0, 0]


@pytest.mark.rule("MP-3.13", "MP-5.10", "MP-5.11")
def test_the_token_spent_on_an_architect_may_come_back() -> None:
    hills = [{"army": 0, "tokens": 1}, {"tokens": 1}]
    state = play(position(row=[44, 36], anthills=hills), "take 2 token; place left")
    assert tokens(state) == [1, 1, 0, 0, 0]


# ---------------------------------------------------------------- officer


@pytest.mark.rule("MP-5.13", "MP-5.14", "MP-5.15")
@pytest.mark.parametrize(
    ("leads", "builds", "after"),
    [
        (5, 5, (4, 6)),
        (1, 0, (0, 1)),
        (10, 9, (9, 10)),
        (0, 5, (0, 6)),  # nothing to return
        (5, 10, (4, 10)),  # no room
        (0, 10, (0, 10)),
    ],
)
@pytest.mark.parametrize("tile", [37, 38, 39, 40])
def test_an_officer(leads: int, builds: int, after: tuple[int, int], tile: int) -> None:
    state = position(turn=1, armies=[leads, builds, 5, 5], row=[tile])
    play(state, "take 1; place left")
    assert armies(state) == [*after, 5, 5]
    assert reserve(state) == 45 - sum(after) - 10
    # Nobody was asked.
    assert (phase(state), seat(state)) == ("take", 2)


@pytest.mark.rule("MP-5.13")
def test_an_officer_takes_from_the_leader_only() -> None:
    state = position(leader=3, turn=1, armies=[2, 9, 9, 4], row=[37])
    assert seat(state) == 0
    play(state, "take 1; place left")
    assert armies(state) == [3, 9, 9, 3]
    assert leader(state) == 3


@pytest.mark.rule("MP-5.16")
@pytest.mark.parametrize(("army", "after"), [(5, 5), (1, 1), (10, 10), (0, 1)])
def test_the_leader_builds_an_officer(army: int, after: int) -> None:
    state = play(position(armies=[army], row=[37]), "take 1; place left")
    assert armies(state) == [after, 5, 5, 5]
    assert reserve(state) == 45 - after - 15


@pytest.mark.rule("MP-5.17")
def test_the_returned_soldier_may_be_the_one_taken() -> None:
    state = position(players=5, turn=1, armies=[10, 5, 10, 10, 10], row=[37])
    assert reserve(state) == 0
    play(state, "take 1; place left")
    assert armies(state) == [9, 6, 10, 10, 10]
    assert reserve(state) == 0


@pytest.mark.rule("MP-5.17", "MP-5.16")
def test_the_leader_gets_her_own_soldier_back() -> None:
    state = position(players=5, armies=[5, 10, 10, 10, 10], row=[37])
    play(state, "take 1; place left")
    assert armies(state) == [5, 10, 10, 10, 10]


@pytest.mark.rule("MP-5.18")
@pytest.mark.parametrize("turn", [0, 1])
def test_nothing_to_return_and_nothing_to_take(turn: int) -> None:
    on_row = [0, 5, 5, 0, 0, 0, 0][: 7 - turn]
    state = position(players=6, turn=turn, armies=[0, 5, 5, 5, 10, 10], soldiers=on_row, row=[37])
    assert reserve(state) == 0
    play(state, "take 1; place left")
    assert armies(state) == [0, 5, 5, 5, 10, 10]
    assert reserve(state) == 0


# ---------------------------------------------------------------- sentinel


def endings(state: fm.State) -> set[tuple[frozenset[int], int]]:
    """All garrisons and armies in which a sentinel can leave anthill 1."""
    found, seen, todo = set(), set(), [state]
    while todo:
        now = todo.pop()
        if now.to_bytes() in seen:
            continue
        seen.add(now.to_bytes())
        if phase(now) != "sentinel":
            found.add((frozenset(manned(now)), armies(now)[0]))
            continue
        todo += [play(now.copy(), action) for action in texts(now)]
    return found


def arrangements(tiles: list[int], total: int) -> set[tuple[frozenset[int], int]]:
    """All that the rules allow: any barracks full, at least 0 and at most 10 left over."""
    found = set()
    for count in range(len(tiles) + 1):
        for full in combinations(tiles, count):
            army = total - sum(map(posts, full))
            if 0 <= army <= 10:
                found.add((frozenset(full), army))
    return found


@pytest.mark.rule("MP-5.19", "MP-5.20", "MP-5.21", "MP-5.22", "MP-5.23")
@pytest.mark.parametrize(
    ("army", "tiles", "full"),
    [
        (5, [1, 7, 13, 17], []),
        (0, [1, 7, 13, 17], [1, 7, 13, 17]),
        (10, [1, 7, 13, 17], [17]),
        (10, [13, 14, 15, 17], [13, 17]),
        (8, [13, 14, 15, 16], [13, 14]),
        (0, [17, 18, 13], [17]),
        (10, [17, 18], [17]),
        (9, [17, 18, 1, 2], [1, 17]),
        (1, [7, 8, 13], [8]),
        (0, [1, 2, 3, 4], []),
        (10, [1, 2], [1, 2]),
        (3, [], []),
    ],
)
def test_a_sentinel_reaches_every_arrangement(army: int, tiles: list[int], full: list[int]) -> None:
    chain = tiles or [60]
    hill = {"army": army, "tiles": chain, "manned": full, "lefts": len(chain) // 2}
    state = position(in_round=len(chain) + 1, anthills=[hill], row=[41], armies=[army, 0, 0, 0])
    total = army + sum(map(posts, full))
    play(state, "take 1; place right")
    assert endings(state) == arrangements(tiles, total)


@pytest.mark.rule("MP-5.19", "MP-5.22")
def test_the_reserve_takes_no_part() -> None:
    hill = {"army": 5, "tiles": [7, 17], "manned": [7]}
    state = position(in_round=3, anthills=[hill], row=[42])
    rest = reserve(state)
    play(state, "take 1; place right; withdraw 1; garrison 2")
    assert manned(state) == {17}
    assert armies(state) == [3, 5, 5, 5]
    assert reserve(state) == rest


@pytest.mark.rule("MP-5.20")
@pytest.mark.parametrize("lefts", [0, 1, 2, 3])
def test_slots_of_the_sentinel(lefts: int) -> None:
    hill = {"army": 5, "tiles": [7, 60, 17, 1], "manned": [7], "lefts": lefts}
    state = play(position(in_round=5, anthills=[hill], row=[43]), "take 1; place left")
    slot = {tile: number for number, tile in built(state).items()}
    offered = {f"withdraw {slot[7]}", f"garrison {slot[17]}", f"garrison {slot[1]}", "done"}
    assert set(texts(state)) == offered
    play(state, f"garrison {slot[17]}; done")
    assert manned(state) == {7, 17}
    assert armies(state)[0] == 1


@pytest.mark.rule("MP-5.21")
def test_a_sentinel_may_rest() -> None:
    hill = {"army": 5, "tiles": [7, 17], "manned": [7]}
    state = play(position(in_round=3, anthills=[hill], row=[41]), "take 1; place right")
    assert texts(state)[-1] == "done"
    play(state, "done")
    assert manned(state) == {7}
    assert armies(state)[0] == 5
    assert seat(state) == 1


@pytest.mark.rule("MP-5.22")
@pytest.mark.parametrize(
    ("army", "action"),
    [
        (5, "garrison 1"),  # full already
        (5, "withdraw 2"),  # empty already
        (5, "garrison 3"),  # no barracks
        (5, "withdraw 4"),  # the sentinel herself
        (5, "garrison 9"),  # nothing there
        (3, "garrison 2"),  # too few soldiers
        (9, "withdraw 1"),  # too many soldiers
    ],
)
def test_steps_a_sentinel_cannot_take(army: int, action: str) -> None:
    hill = {"army": army, "tiles": [7, 17, 60], "manned": [7]}
    state = play(position(in_round=4, anthills=[hill], row=[41]), "take 1; place right")
    assert phase(state) == "sentinel"
    refuse(state, action)


@pytest.mark.rule("MP-5.23")
def test_each_barracks_once() -> None:
    hill = {"army": 5, "tiles": [7, 17], "manned": [7]}
    state = play(position(in_round=3, anthills=[hill], row=[41]), "take 1; place right")
    play(state, "withdraw 1")
    assert texts(state) == ["garrison 2", "done"]
    assert refuse(state, "garrison 1")
    assert state.to_position()["touched"] == [1]


@pytest.mark.rule("MP-5.23")
@pytest.mark.parametrize(
    ("army", "tiles", "full", "steps"),
    [
        (5, [17], [], "garrison 1"),
        (5, [17], [17], "withdraw 1"),
        (2, [1, 7], [], "garrison 1"),
        (0, [1, 13], [1], "withdraw 1"),
        (8, [7, 8], [7, 8], "withdraw 2"),
    ],
)
def test_the_turn_ends_by_itself(army: int, tiles: list[int], full: list[int], steps: str) -> None:
    hill = {"army": army, "tiles": tiles, "manned": full}
    state = position(in_round=len(tiles) + 1, anthills=[hill], row=[41])
    play(state, "take 1; place right")
    assert phase(state) == "sentinel"
    play(state, steps)
    assert (phase(state), seat(state)) == ("take", 1)


@pytest.mark.rule("MP-5.23")
@pytest.mark.parametrize(
    ("army", "tiles", "full"),
    [(5, [60], []), (0, [1], []), (3, [17], []), (7, [18], [18]), (10, [2], [2])],
)
def test_an_idle_sentinel_is_not_asked(army: int, tiles: list[int], full: list[int]) -> None:
    hill = {"army": army, "tiles": tiles, "manned": full}
    state = play(position(anthills=[hill], row=[41]), "take 1; place right")
    assert (phase(state), seat(state)) == ("take", 1)
    assert (armies(state)[0], manned(state)) == (army, set(full))


@pytest.mark.rule("MP-5.20", "MP-8.18")
def test_a_sentinel_makes_points() -> None:
    hill = {"army": 5, "tiles": [17], "manned": []}
    state = play(position(anthills=[hill], row=[41]), "take 1; place right")
    assert points(state)["barracks"] == 0
    assert points(play(state, "garrison 1"))["barracks"] == 10


@pytest.mark.rule("MP-5.19")
def test_a_sentinel_has_only_her_own_barracks() -> None:
    hills = [{"tiles": [60]}, {"tiles": [17], "manned": [17]}]
    state = play(position(anthills=hills, row=[41]), "take 1; place right")
    assert seat(state) == 1
    assert manned(state, 1) == {17}
