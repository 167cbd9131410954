"""Section 3: rounds, turns, taking a tile."""

from __future__ import annotations

import pytest

from tests.rules.micropolis.helpers import (
    TABLES,
    armies,
    built,
    game,
    leader,
    phase,
    play,
    position,
    refuse,
    reserve,
    row,
    seat,
    soldiers,
    stroll,
    texts,
    tokens,
)

SEVEN = [44, 45, 46, 47, 48, 49, 50]


def takes(*numbers: int) -> list[str]:
    return [f"take {number}" for number in numbers]


@pytest.mark.rule("MP-3.1", "MP-3.2", "MP-7.7", "MP-8.1", "MP-10.5", "MP-10.6")
@pytest.mark.parametrize(("variant", "players"), TABLES)
def test_every_round_is_one_turn_each_from_the_leader_on(variant: str, players: int) -> None:
    start = {"base": "take", "expert": "anthill"}[variant]
    each = {"base": 1, "expert": 2}[variant]
    rounds = 10 * each
    order: list[tuple[int, int]] = []
    last = -1
    for state in stroll(game(players, variant=variant).start(seed=20 + players), seed=1):
        doc = state.to_position()
        done = sum(len(hill["tiles"]) for hill in doc["anthills"])
        if doc["phase"] in (start, "take") and done != last:
            order.append((doc["leader"] // each, seat(state)))
            last = done
        if doc["phase"] == "over":
            assert [len(hill["tiles"]) for hill in doc["anthills"]] == [10] * each * players
            assert state.to_act == ()
            assert state.is_over
    assert len(order) == rounds * players
    for first in range(0, len(order), players):
        beginner = order[first][0]
        turns = [(beginner, (beginner + step) % players) for step in range(players)]
        assert order[first : first + players] == turns


@pytest.mark.rule("MP-3.2")
def test_a_turn_takes_a_tile_and_builds_it() -> None:
    state = position(row=SEVEN, armies=[10])
    assert texts(state) == takes(1, 2, 3, 4, 5, 6, 7)
    before = len(built(state))
    play(state, "take 5")
    assert texts(state) == ["place left", "place right"]
    play(state, "place right")
    assert len(built(state)) == before + 1
    assert state.to_act == (1,)


@pytest.mark.rule("MP-3.2")
@pytest.mark.parametrize("action", ["place left", "done", "man no", "lead 2", "garrison 1"])
def test_nobody_may_pass(action: str) -> None:
    refuse(position(), action)


@pytest.mark.rule("MP-3.1")
@pytest.mark.parametrize("by", [1, 2, 3])
def test_nobody_acts_out_of_turn(by: int) -> None:
    state = position()
    refuse(state, "take 1", by=by)
    assert list(state.actions(by)) == []


@pytest.mark.rule("MP-3.3")
@pytest.mark.parametrize("army", [0, 1, 10])
def test_the_first_tile_is_free(army: int) -> None:
    state = play(position(row=SEVEN, armies=[army]), "take 1; place left")
    assert armies(state)[0] == army
    assert row(state) == SEVEN[1:]
    assert soldiers(state) == [0] * 6


@pytest.mark.rule("MP-3.4")
@pytest.mark.parametrize("number", [1, 2, 3, 4, 5, 6, 7])
def test_one_soldier_on_every_tile_skipped(number: int) -> None:
    state = play(position(row=SEVEN, armies=[8]), f"take {number}; place left")
    assert row(state) == SEVEN[: number - 1] + SEVEN[number:]
    assert soldiers(state) == [1] * (number - 1) + [0] * (7 - number)
    assert armies(state) == [8 - (number - 1), 5, 5, 5]
    assert reserve(state) == 45 - 8 - 15
    assert SEVEN[number - 1] in built(state).values()


@pytest.mark.rule("MP-3.5")
@pytest.mark.parametrize("army", range(11))
def test_the_army_limits_the_choice(army: int) -> None:
    state = position(row=SEVEN, armies=[army])
    best = min(7, army + 1)
    assert texts(state) == takes(*range(1, best + 1))
    for number in range(best + 1, 8):
        refuse(state, f"take {number}")


@pytest.mark.rule("MP-3.6")
def test_garrisons_do_not_pay() -> None:
    state = position(anthills=[{"army": 0, "tiles": [18], "manned": [18]}])
    assert texts(state) == ["take 1"]
    refuse(state, "take 2")


@pytest.mark.rule("MP-3.4", "MP-3.5", "MP-3.7", "MP-3.8")
def test_two_turns_in_a_row() -> None:
    # Test vectors 1 and 2: a b c d e f g, an army of three.
    state = position(row=SEVEN, armies=[3])
    assert texts(state) == takes(1, 2, 3, 4)
    play(state, "take 4; place right")
    assert row(state) == [44, 45, 46, 48, 49, 50]
    assert soldiers(state) == [1, 1, 1, 0, 0, 0]
    assert armies(state)[0] == 0
    play(state, "take 3; place right")
    assert row(state) == [44, 45, 48, 49, 50]
    assert soldiers(state) == [2, 2, 0, 0, 0]
    assert armies(state) == [0, 5 - 2 + 1, 5, 5]


@pytest.mark.rule("MP-3.7")
def test_gaps_cost_nothing() -> None:
    state = position(row=SEVEN, armies=[5, 0, 1])
    play(state, "take 1; place right; take 1; place right")
    # The third tile of seven has become the first.
    assert texts(state) == takes(1, 2)
    assert row(state) == SEVEN[2:]
    refuse(state, "take 6 token")
    refuse(state, "take 6")


@pytest.mark.rule("MP-3.7")
@pytest.mark.parametrize("number", [5, 7])
def test_there_is_no_tile_beyond_the_row(number: int) -> None:
    state = position(turn=3, armies=[5, 5, 5, 10])
    assert len(row(state)) == 4
    assert texts(state) == takes(1, 2, 3, 4)
    refuse(state, f"take {number}")


@pytest.mark.rule("MP-3.8")
@pytest.mark.parametrize(
    ("army", "number", "lying", "left"),
    [(3, 1, 2, 5), (0, 1, 1, 1), (3, 4, 2, 2), (2, 2, 9, 10), (10, 1, 0, 10)],
)
def test_soldiers_on_the_tile_join_the_army(army: int, number: int, lying: int, left: int) -> None:
    on = [0] * 7
    on[number - 1] = lying
    state = position(armies=[army], soldiers=on)
    play(state, f"take {number}; place left")
    assert armies(state)[0] == left
    assert sum(soldiers(state)) == number - 1


@pytest.mark.rule("MP-3.9")
def test_pay_first_then_collect() -> None:
    state = position(armies=[1], soldiers=[0, 0, 5, 0, 0, 0, 0])
    assert texts(state) == takes(1, 2)
    refuse(state, "take 3")
    # Paying makes room: nine remain of ten, so one of the collected soldiers fits.
    full = position(armies=[10], soldiers=[0, 1, 0, 0, 0, 0, 0])
    before = reserve(full)
    play(full, "take 2; place left")
    assert armies(full)[0] == 10
    assert reserve(full) == before


@pytest.mark.rule("MP-3.10", "MP-1.5")
@pytest.mark.parametrize(
    ("army", "lying", "back"), [(9, 3, 2), (10, 4, 4), (8, 2, 0), (7, 4, 1), (0, 11, 1)]
)
def test_the_eleventh_soldier_goes_to_the_reserve(army: int, lying: int, back: int) -> None:
    # The first line is test vector 3.
    state = position(armies=[army], soldiers=[lying, 0, 0, 0, 0, 0, 0])
    before = reserve(state)
    play(state, "take 1")
    assert armies(state)[0] == min(10, army + lying)
    assert reserve(state) == before + back
    assert phase(state) == "place"


@pytest.mark.rule("MP-3.11", "MP-3.13")
@pytest.mark.parametrize("number", range(1, 8))
def test_a_token_takes_any_tile(number: int) -> None:
    state = position(anthills=[{"army": 0, "tokens": 1}], row=SEVEN)
    tokened = [f"take {n} token" for n in range(1, 8)]
    assert texts(state) == ["take 1", *tokened]
    assert tokens(state) == [1, 0, 0, 0, 1]
    play(state, f"take {number} token; place left")
    assert SEVEN[number - 1] in built(state).values()
    assert soldiers(state) == [0] * 6
    assert armies(state)[0] == 0
    assert tokens(state) == [0, 0, 0, 0, 2]


@pytest.mark.rule("MP-3.11")
def test_a_token_need_not_be_spent() -> None:
    state = play(position(anthills=[{"army": 3, "tokens": 1}]), "take 3; place left")
    assert armies(state)[0] == 1
    assert tokens(state) == [1, 0, 0, 0, 1]


@pytest.mark.rule("MP-3.12")
def test_soldiers_are_collected_with_a_token_too() -> None:
    on = [1, 2, 0, 0, 3, 0, 0]
    state = position(anthills=[{"army": 2, "tokens": 1}], soldiers=on)
    play(state, "take 5 token; place left")
    assert armies(state)[0] == 5
    assert soldiers(state) == [1, 2, 0, 0, 0, 0]


@pytest.mark.rule("MP-3.13", "MP-5.12")
def test_one_take_spends_one_token() -> None:
    state = position(anthills=[{"tokens": 2}])
    assert tokens(state) == [2, 0, 0, 0, 0]
    play(state, "take 7 token; place left")
    assert tokens(state) == [1, 0, 0, 0, 1]


@pytest.mark.rule("MP-3.13")
def test_a_spent_token_may_be_gained_again() -> None:
    state = position(anthills=[{"tokens": 2}], row=[36, 44])
    play(state, "take 2 token; place left; take 1; place left")
    assert tokens(state) == [1, 1, 0, 0, 0]


@pytest.mark.rule("MP-3.14")
def test_a_token_may_be_wasted_on_the_first_tile() -> None:
    state = play(position(anthills=[{"tokens": 1}]), "take 1 token; place left")
    assert tokens(state) == [0, 0, 0, 0, 2]


@pytest.mark.rule("MP-3.15")
@pytest.mark.parametrize("number", [1, 4, 7])
def test_no_token_no_such_take(number: int) -> None:
    state = position(armies=[10, 5, 5, 5], anthills=[{}, {"tokens": 2}])
    refuse(state, f"take {number} token")


@pytest.mark.rule("MP-3.1")
def test_the_leader_stays_first_within_a_round() -> None:
    state = position(players=3, in_round=2, leader=1, armies=[10, 1, 1])
    seats = []
    for _ in range(3):
        seats.append(seat(state))
        assert leader(state) == 1
        play(state, "take 1; place left")
    assert seats == [1, 2, 0]
