"""Section 7: the leader."""

from __future__ import annotations

import pytest

import formicarium as fm
from tests.rules.micropolis.helpers import (
    armies,
    leader,
    phase,
    play,
    position,
    refuse,
    seat,
    texts,
)
from tests.rules.micropolis.reckoning import Doc

# Armies before the refill; who leads now; who may lead next (seats counted from 0).
GERMAN = [
    pytest.param([4, 4, 2], 0, {1}, marks=pytest.mark.rule("MP-7.3", "MP-7.4")),
    pytest.param([3, 5, 4], 0, {1}, marks=pytest.mark.rule("MP-7.2")),
    pytest.param([4, 4, 4], 0, {1, 2}, marks=pytest.mark.rule("MP-7.3", "MP-7.5")),
    pytest.param([4, 3, 2], 0, {0}, marks=pytest.mark.rule("MP-7.2", "MP-7.3")),
    pytest.param([2, 5, 5], 0, {1, 2}, marks=pytest.mark.rule("MP-7.5")),
    pytest.param([2, 3, 9], 0, {2}, marks=pytest.mark.rule("MP-7.2")),
    pytest.param([4, 2, 4], 2, {0}, marks=pytest.mark.rule("MP-7.4")),
    pytest.param([4, 2, 4], 1, {0, 2}, marks=pytest.mark.rule("MP-7.5")),
    pytest.param([1, 0, 0], 0, {0}, marks=pytest.mark.rule("MP-7.2")),
    pytest.param([0, 0, 0], 0, {1, 2}, marks=pytest.mark.rule("MP-7.6")),
    pytest.param([0, 0, 0], 2, {0, 1}, marks=pytest.mark.rule("MP-7.6")),
    pytest.param([3, 3], 0, {1}, marks=pytest.mark.rule("MP-7.4")),
    pytest.param([0, 0], 1, {0}, marks=pytest.mark.rule("MP-7.6")),
    pytest.param([7, 6], 0, {0}, marks=pytest.mark.rule("MP-7.2")),
    pytest.param([6, 6, 6, 6], 1, {0, 2, 3}, marks=pytest.mark.rule("MP-7.5")),
    pytest.param([6, 1, 6, 5], 3, {0, 2}, marks=pytest.mark.rule("MP-7.5")),
    pytest.param([6, 1, 6, 6], 3, {0, 2}, marks=pytest.mark.rule("MP-7.5")),
    pytest.param([2, 2, 2, 2, 2, 2], 4, {0, 1, 2, 3, 5}, marks=pytest.mark.rule("MP-7.5")),
    pytest.param([9, 8, 8, 8, 8], 0, {0}, marks=pytest.mark.rule("MP-7.2")),
]

FRENCH = [
    ([4, 4, 2], 0, {1}),
    ([3, 5, 4], 0, {1, 2}),
    ([4, 4, 4], 0, {1, 2}),
    ([4, 3, 2], 0, {0}),
    ([2, 2, 5], 0, {1, 2}),
    ([2, 1, 5], 0, {2}),
    ([0, 0, 0], 1, {0, 2}),
    ([5, 9, 4, 6], 0, {1, 3}),
    ([5, 9, 4, 6], 3, {1}),
    ([3, 3], 0, {1}),
    ([3, 2], 0, {0}),
]


def refilled(strong: list[int], leads: int, **options: str) -> fm.State:
    """Play the last turn before a refill; it changes no army."""
    players = len(strong)
    end = {2: 3, 3: 2}.get(players, 1)
    state = position(
        players=players,
        in_round=end,
        turn=players - 1,
        leader=leads,
        armies=strong,
        options=options,
    )
    play(state, "take 1; place right" if end > 1 else "take 1")
    assert armies(state) == strong
    return state


def candidates(state: fm.State, leads: int) -> set[int]:
    """Who may get the marker; where there is a choice, each choice is tried."""
    if phase(state) != "leader":
        assert seat(state) == leader(state)
        return {leader(state)}
    assert seat(state) == leads
    found = set()
    for action in texts(state):
        chosen = play(state.copy(), action)
        assert phase(chosen) == "take"
        assert seat(chosen) == leader(chosen)
        assert action == f"lead {leader(chosen) + 1}"
        found.add(leader(chosen))
    assert len(found) > 1
    return found


@pytest.mark.rule("MP-7.1", "MP-7.7")
@pytest.mark.parametrize(("strong", "leads", "next_ones"), GERMAN)
def test_who_leads_next(strong: list[int], leads: int, next_ones: set[int]) -> None:
    assert candidates(refilled(strong, leads), leads) == next_ones


@pytest.mark.rule("MP-7.8", "MP-11.3")
@pytest.mark.parametrize(("strong", "leads", "next_ones"), FRENCH)
def test_who_leads_next_by_the_french_letter(
    strong: list[int], leads: int, next_ones: set[int]
) -> None:
    assert candidates(refilled(strong, leads, edition="french"), leads) == next_ones


@pytest.mark.rule("MP-7.1")
def test_garrisons_do_not_count() -> None:
    hills: list[Doc] = [
        {"army": 1},
        {"army": 0, "tiles": [17, 18], "manned": [17, 18]},
        {"army": 0},
    ]
    state = position(players=3, in_round=2, turn=2, anthills=hills)
    play(state, "take 1; place right")
    assert leader(state) == 0


@pytest.mark.rule("MP-7.1")
def test_armies_count_as_they_are_after_the_last_turn() -> None:
    # The last player collects three soldiers and is the strongest only then.
    state = position(turn=3, armies=[6, 5, 5, 4], soldiers=[3, 0, 0, 0])
    play(state, "take 1; place right")
    assert leader(state) == 3
    # And here an officer makes the leader fall back.
    state = position(turn=3, armies=[6, 5, 5, 5], row=[37])
    play(state, "take 1; place right")
    assert leader(state) == 3


@pytest.mark.rule("MP-7.1")
@pytest.mark.parametrize("turn", [0, 1, 2])
def test_the_marker_does_not_move_during_a_round(turn: int) -> None:
    state = position(turn=turn, armies=[0, 9, 9, 9])
    play(state, "take 1; place right")
    assert (phase(state), leader(state)) == ("take", 0)


@pytest.mark.rule("MP-7.3", "MP-7.5")
@pytest.mark.parametrize("action", ["lead 1", "lead 4", "lead 5", "take 1", "done"])
def test_whom_she_cannot_choose(action: str) -> None:
    state = refilled([5, 5, 5, 4], 0)
    assert texts(state) == ["lead 2", "lead 3"]
    refuse(state, action)


@pytest.mark.rule("MP-7.5")
def test_nobody_else_chooses() -> None:
    state = refilled([5, 5, 5, 4], 0)
    for other in (1, 2, 3):
        refuse(state, "lead 2", by=other)


@pytest.mark.rule("MP-7.7")
def test_the_new_leader_begins() -> None:
    state = play(refilled([5, 5, 5, 4], 0), "lead 3")
    seats = []
    for _ in range(4):
        seats.append(seat(state))
        play(state, "take 1; place left")
    assert seats == [2, 3, 0, 1]


@pytest.mark.rule("MP-7.5")
def test_the_choice_as_a_position() -> None:
    state = position(players=3, in_round=3, leader=1, armies=[5, 2, 5], phase="leader")
    assert (seat(state), texts(state)) == (1, ["lead 1", "lead 3"])
    play(state, "lead 1")
    assert (phase(state), seat(state), leader(state)) == ("take", 0, 0)
