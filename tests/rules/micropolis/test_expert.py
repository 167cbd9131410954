"""Section 10: the expert game."""

from __future__ import annotations

from typing import Any

import pytest

import formicarium as fm
from tests.rules.micropolis.helpers import (
    armies,
    built,
    finished,
    game,
    leader,
    manned,
    phase,
    play,
    points,
    position,
    refuse,
    reserve,
    row,
    seat,
    soldiers,
    texts,
    tokens,
)
from tests.rules.micropolis.reckoning import Doc, deal, sheet

EXPERT = {"variant": "expert"}
# A finished ring.
FULL = [60, 61, 7, 10, 12, 31, 36, 45, 25, 2]


def expert(players: int = 2, *, options: dict[str, str] | None = None, **fields: Any) -> fm.State:
    return position(players=players, options={**EXPERT, **(options or {})}, **fields)


# ---------------------------------------------------------------- setup


@pytest.mark.rule("MP-10.1", "MP-11.2")
@pytest.mark.parametrize("players", [4, 5, 6])
def test_only_for_two_or_three(players: int) -> None:
    with pytest.raises(fm.BadOption):
        fm.load("micropolis", players=players, variant="expert")


@pytest.mark.rule("MP-10.1", "MP-10.2", "MP-10.3", "MP-10.4", "MP-11.2")
@pytest.mark.parametrize(("players", "rest"), [(2, 25), (3, 15)])
def test_two_foundations_each(players: int, rest: int) -> None:
    for seed in range(10):
        state = game(players, **EXPERT).start(seed)
        assert armies(state) == [5] * (2 * players)
        assert reserve(state) == rest
        assert len(row(state)) == 7
        assert leader(state) == 2 * seat(state)


# ---------------------------------------------------------------- rounds


@pytest.mark.rule("MP-10.5", "MP-10.6")
@pytest.mark.parametrize("players", [2, 3])
def test_no_refill_and_no_new_leader_between_the_rounds_of_a_pair(players: int) -> None:
    strong = [1, 1, 9, 9, 1, 1][: 2 * players]
    state = expert(players, in_round=3, turn=players - 1, armies=strong)
    play(state, "anthill a; take 1; place left")
    assert len(row(state)) == 7 - players
    assert (leader(state), seat(state), phase(state)) == (0, 0, "anthill")


@pytest.mark.rule("MP-10.5", "MP-6.2", "MP-6.3", "MP-6.4")
@pytest.mark.parametrize(("players", "left"), [(2, 3), (3, 1)])
def test_refill_after_two_rounds(players: int, left: int) -> None:
    on = [0, 1, 2, 3][: left + 1]
    strong = [1, 1, 9, 8, 1, 1][: 2 * players]
    state = expert(players, in_round=4, turn=players - 1, armies=strong, soldiers=on)
    lying = row(state)
    play(state, "anthill b; take 1; place left")
    assert len(row(state)) == 7
    assert row(state)[:left] == lying[1:]
    assert soldiers(state) == on[1:] + [0] * (7 - left)
    assert (leader(state), seat(state), phase(state)) == (2, 1, "anthill")


# ---------------------------------------------------------------- the two anthills


@pytest.mark.rule("MP-10.7")
def test_choose_the_anthill_first() -> None:
    state = expert(in_round=1, row=[44])
    assert texts(state) == ["anthill a", "anthill b"]
    refuse(state, "take 1")
    play(state, "anthill b; take 1")
    assert built(state, 0) == {}
    assert built(state, 1) == {1: 44}
    assert (phase(state), seat(state)) == ("anthill", 1)


@pytest.mark.rule("MP-10.7")
def test_the_choice_of_the_anthill_stands() -> None:
    state = play(expert(in_round=2), "anthill a")
    refuse(state, "anthill b")
    refuse(state, "anthill a")


@pytest.mark.rule("MP-10.7")
@pytest.mark.parametrize(("name", "hill"), [("a", 0), ("b", 1)])
def test_they_need_not_grow_evenly(name: str, hill: int) -> None:
    lopsided: list[Doc] = [{"tiles": FULL[:9]}, {"tiles": []}]
    if name == "b":
        lopsided.reverse()
    state = expert(in_round=10, anthills=lopsided, row=[44])
    assert texts(state) == ["anthill a", "anthill b"]
    play(state, f"anthill {name}; take 1")
    assert len(built(state, hill)) == 10
    assert built(state, 1 - hill) == {}


@pytest.mark.rule("MP-10.8")
@pytest.mark.parametrize("full", [0, 1])
def test_a_finished_anthill_is_closed(full: int) -> None:
    hills: list[Doc] = [{"tiles": []}, {"tiles": []}]
    hills[full]["tiles"] = FULL
    hills[full]["army"] = 9
    hills[1 - full]["army"] = 1
    state = expert(in_round=11, anthills=hills, row=[44])
    assert (phase(state), seat(state)) == ("take", 0)
    assert texts(state) == ["take 1", "take 2"]
    refuse(state, "anthill a" if full == 0 else "anthill b")
    play(state, "take 1")
    assert built(state, 1 - full) == {1: 44}


@pytest.mark.rule("MP-10.9")
@pytest.mark.parametrize(("name", "most"), [("a", 2), ("b", 6)])
def test_the_anthill_that_gets_the_tile_pays(name: str, most: int) -> None:
    state = play(expert(in_round=3, armies=[1, 5, 5, 5]), f"anthill {name}")
    assert texts(state) == [f"take {number}" for number in range(1, most + 1)]
    refuse(state, f"take {most + 1}")
    play(state, f"take {most}; place left")
    paid = [1, 5, 5, 5]
    paid["ab".index(name)] -= most - 1
    assert armies(state) == paid
    assert soldiers(state) == [1] * (most - 1) + [0] * (7 - most)


@pytest.mark.rule("MP-10.10")
@pytest.mark.parametrize(("name", "after"), [("a", [7, 9, 5, 5]), ("b", [4, 10, 5, 5])])
def test_the_anthill_that_gets_the_tile_collects(name: str, after: list[int]) -> None:
    state = expert(in_round=3, armies=[4, 9, 5, 5], soldiers=[3, 0, 0, 0, 0, 0, 0])
    play(state, f"anthill {name}; take 1; place left")
    assert armies(state) == after
    assert reserve(state) == 45 - sum(after)


@pytest.mark.rule("MP-10.11")
@pytest.mark.parametrize(("name", "after"), [("a", [5, 9, 5, 5]), ("b", [2, 10, 5, 5])])
def test_a_nurse_serves_her_anthill(name: str, after: list[int]) -> None:
    state = expert(in_round=3, armies=[2, 9, 5, 5], row=[32])
    play(state, f"anthill {name}; take 1; place left")
    assert armies(state) == after


@pytest.mark.rule("MP-10.11")
def test_barracks_are_manned_from_their_anthill() -> None:
    state = expert(in_round=3, armies=[2, 9, 5, 5], row=[13])
    weak = play(state.copy(), "anthill a; take 1; place left")
    assert seat(weak) == 1
    strong = play(state, "anthill b; take 1; place left; man yes")
    assert armies(strong) == [2, 6, 5, 5]
    assert (manned(strong, 0), manned(strong, 1)) == (set(), {13})


@pytest.mark.rule("MP-10.11", "MP-5.19")
def test_a_sentinel_stays_in_her_anthill() -> None:
    hills = [{"army": 6, "tiles": [17]}, {"army": 3, "tiles": [7], "manned": [7]}]
    state = expert(in_round=3, anthills=hills, row=[41])
    first = play(state.copy(), "anthill a; take 1; place right")
    assert texts(first) == ["garrison 1", "done"]
    play(first, "garrison 1")
    assert armies(first)[:2] == [2, 3]
    assert (manned(first, 0), manned(first, 1)) == ({17}, {7})
    second = play(state, "anthill b; take 1; place right")
    assert texts(second) == ["withdraw 1", "done"]
    play(second, "withdraw 1")
    assert armies(second)[:2] == [6, 5]
    assert (manned(second, 0), manned(second, 1)) == (set(), set())


# ---------------------------------------------------------------- officer and tokens


@pytest.mark.parametrize(
    ("marked", "turn", "name", "before", "after"),
    [
        pytest.param(0, 1, "a", [5, 5, 5, 5], [4, 5, 6, 5], marks=pytest.mark.rule("MP-10.12")),
        pytest.param(1, 1, "b", [5, 5, 5, 5], [5, 4, 5, 6], marks=pytest.mark.rule("MP-10.12")),
        pytest.param(1, 0, "a", [5, 5, 5, 5], [6, 4, 5, 5], marks=pytest.mark.rule("MP-10.12")),
        pytest.param(0, 0, "b", [5, 5, 5, 5], [4, 6, 5, 5], marks=pytest.mark.rule("MP-10.12")),
        pytest.param(0, 0, "b", [0, 5, 5, 5], [0, 6, 5, 5], marks=pytest.mark.rule("MP-10.12")),
        pytest.param(0, 0, "b", [5, 10, 5, 5], [4, 10, 5, 5], marks=pytest.mark.rule("MP-10.12")),
        pytest.param(0, 0, "a", [5, 5, 5, 5], [5, 5, 5, 5], marks=pytest.mark.rule("MP-10.13")),
        pytest.param(0, 0, "a", [0, 5, 5, 5], [1, 5, 5, 5], marks=pytest.mark.rule("MP-10.13")),
        pytest.param(1, 0, "b", [5, 0, 5, 5], [5, 1, 5, 5], marks=pytest.mark.rule("MP-10.13")),
        pytest.param(3, 1, "a", [2, 9, 5, 4], [3, 9, 5, 3], marks=pytest.mark.rule("MP-10.12")),
    ],
)
def test_an_officer_takes_from_the_marked_anthill(
    marked: int, turn: int, name: str, before: list[int], after: list[int]
) -> None:
    state = expert(in_round=3, turn=turn, leader=marked, armies=before, row=[37])
    play(state, f"anthill {name}; take 1; place left")
    assert armies(state) == after
    assert reserve(state) == 45 - sum(after)


@pytest.mark.rule("MP-10.14")
@pytest.mark.parametrize("gained", ["a", "b"])
@pytest.mark.parametrize("used", ["a", "b"])
def test_a_token_serves_both_anthills(gained: str, used: str) -> None:
    state = expert(in_round=3, row=[36], armies=[0, 0, 5, 5])
    play(state, f"anthill {gained}; take 1; place left")
    assert tokens(state) == [1, 0, 0, 0, 1]
    play(state, f"anthill a; take 1; place left; anthill {used}; take 5 token; place left")
    assert tokens(state) == [0, 0, 0, 0, 2]


# ---------------------------------------------------------------- the leader


def refilled(strong: list[int], leads: int, **options: str) -> fm.State:
    """Play the last turn before a refill; it changes no army."""
    players = len(strong) // 2
    state = expert(
        players, in_round=2, turn=players - 1, leader=leads, armies=strong, options=options
    )
    play(state, "anthill b; take 1")
    assert armies(state) == strong
    return state


def candidates(state: fm.State, leads: int) -> set[int]:
    """Which anthills may get the marker; where there is a choice, each choice is tried."""
    if phase(state) != "leader":
        assert seat(state) == leader(state) // 2
        return {leader(state)}
    assert seat(state) == leads // 2
    found = set()
    for action in texts(state):
        chosen = play(state.copy(), action)
        hill = leader(chosen)
        assert (phase(chosen), seat(chosen)) == ("anthill", hill // 2)
        assert action == f"lead {hill // 2 + 1}{'ab'[hill % 2]}"
        found.add(hill)
    assert len(found) > 1
    return found


@pytest.mark.parametrize(
    ("strong", "leads", "next_ones"),
    [
        pytest.param([5, 5, 4, 4], 0, {1}, marks=pytest.mark.rule("MP-10.18")),
        pytest.param([5, 5, 4, 4], 1, {0}, marks=pytest.mark.rule("MP-10.18")),
        pytest.param([3, 5, 5, 4], 0, {2}, marks=pytest.mark.rule("MP-10.16")),
        pytest.param([3, 6, 5, 4], 0, {1}, marks=pytest.mark.rule("MP-10.15")),
        pytest.param([6, 6, 6, 4], 0, {2}, marks=pytest.mark.rule("MP-10.16")),
        pytest.param([7, 2, 6, 6], 0, {0}, marks=pytest.mark.rule("MP-10.15")),
        pytest.param([2, 2, 1, 9], 0, {3}, marks=pytest.mark.rule("MP-10.15")),
        pytest.param([4, 4, 6, 6], 0, {2, 3}, marks=pytest.mark.rule("MP-10.17")),
        pytest.param([6, 5, 6, 6], 0, {2, 3}, marks=pytest.mark.rule("MP-10.17")),
        pytest.param([6, 6, 1, 6], 2, {0, 1}, marks=pytest.mark.rule("MP-10.17")),
        pytest.param([0, 0, 0, 0], 0, {2, 3}, marks=pytest.mark.rule("MP-10.17", "MP-7.6")),
        pytest.param([6, 1, 6, 1], 2, {0}, marks=pytest.mark.rule("MP-10.16")),
        pytest.param([3, 5, 5, 4, 5, 1], 0, {2, 4}, marks=pytest.mark.rule("MP-10.17")),
        pytest.param([5, 5, 1, 1, 5, 5], 0, {4, 5}, marks=pytest.mark.rule("MP-10.17")),
        pytest.param([5, 1, 5, 5, 5, 1], 2, {0, 4}, marks=pytest.mark.rule("MP-10.17")),
        pytest.param([1, 1, 7, 7, 6, 6], 3, {2}, marks=pytest.mark.rule("MP-10.18")),
    ],
)
def test_which_anthill_leads_next(strong: list[int], leads: int, next_ones: set[int]) -> None:
    assert candidates(refilled(strong, leads), leads) == next_ones


# Armies; which anthill leads now; which may lead next by the French letter.
FRENCH = [
    ([5, 5, 4, 4], 0, {1}),
    ([3, 5, 5, 4], 0, {2, 3}),
    ([3, 6, 5, 4], 0, {1, 2, 3}),
    ([6, 6, 6, 4], 0, {2}),
    ([6, 5, 5, 4], 0, {0}),
    ([4, 6, 3, 3], 0, {1}),
    ([4, 4, 6, 6], 0, {1, 2, 3}),
    ([4, 5, 4, 3], 0, {2}),
    ([5, 3, 5, 1], 0, {2}),
    ([5, 3, 4, 4], 1, {0, 2, 3}),
    ([0, 0, 0, 0], 3, {0, 1}),
    ([3, 5, 4, 2, 6, 1], 0, {1, 2, 4}),
    ([5, 1, 5, 1, 5, 5], 0, {2, 4, 5}),
]
# And where one opponent ties and another one is stronger: by the letter, and with all of them.
TIED_AND_STRONGER = [
    ([3, 5, 5, 4, 6, 6], 0, {2, 3}, {2, 3, 4, 5}),
    ([5, 1, 5, 1, 9, 1], 0, {2}, {2, 4}),
    ([5, 1, 6, 1, 5, 9], 0, {4, 5}, {2, 4, 5}),
    ([4, 7, 6, 6, 7, 1], 0, {4}, {2, 3, 4}),
    ([4, 5, 4, 6, 5, 6], 0, {2, 3, 4, 5}, {2, 3, 4, 5}),
    ([9, 1, 2, 4, 4, 8], 2, {4, 5}, {0, 4, 5}),
]


@pytest.mark.rule("MP-10.19", "MP-11.3")
@pytest.mark.parametrize("choice", ["tied", "any"])
@pytest.mark.parametrize(("strong", "leads", "next_ones"), FRENCH)
def test_which_anthill_leads_next_by_the_french_letter(
    strong: list[int], leads: int, next_ones: set[int], choice: str
) -> None:
    state = refilled(strong, leads, edition="french", french_marker=choice)
    assert candidates(state, leads) == next_ones


@pytest.mark.rule("MP-10.19", "MP-11.19")
@pytest.mark.parametrize(("strong", "leads", "tied", "everybody"), TIED_AND_STRONGER)
def test_a_tied_opponent_goes_before_a_stronger_one(
    strong: list[int], leads: int, tied: set[int], everybody: set[int]
) -> None:
    assert candidates(refilled(strong, leads, edition="french"), leads) == tied
    old = refilled(strong, leads, edition="french", french_marker="any")
    assert candidates(old, leads) == everybody
    german = candidates(refilled(strong, leads), leads)
    assert candidates(refilled(strong, leads, french_marker="any"), leads) == german


@pytest.mark.rule("MP-10.17", "MP-11.16")
@pytest.mark.parametrize(
    ("strong", "leads", "next_one"),
    [
        ([4, 4, 6, 6], 0, 2),
        ([6, 6, 1, 6], 2, 0),
        ([3, 5, 5, 4, 5, 1], 0, 2),
        ([5, 1, 5, 5, 5, 1], 2, 4),
        ([5, 1, 5, 5, 5, 1], 4, 0),
        ([5, 5, 1, 1, 5, 5], 0, 4),
    ],
)
def test_clockwise_there_is_no_choice(strong: list[int], leads: int, next_one: int) -> None:
    assert len(candidates(refilled(strong, leads), leads)) > 1
    assert candidates(refilled(strong, leads, expert_tie="clockwise"), leads) == {next_one}


# Armies; which anthill leads; whom she may name; what those then choose from, where they may.
NAMED: list[tuple[list[int], int, dict[str, list[str]]]] = [
    ([3, 5, 5, 4, 5, 1], 0, {"lead 2a": [], "lead 3a": []}),
    ([5, 1, 5, 5, 1, 5], 0, {"lead 2a": ["lead 2a", "lead 2b"], "lead 3b": []}),
    (
        [5, 5, 5, 1, 5, 5],
        2,
        {"lead 1a": ["lead 1a", "lead 1b"], "lead 3a": ["lead 3a", "lead 3b"]},
    ),
]


def check_receiver(state: fm.State, leads: int, choices: list[str]) -> None:
    """She decides between these anthills, all hers, and leads with the one that she takes."""
    receiver = seat(state)
    assert (phase(state), leader(state), texts(state)) == ("leader", leads, choices)
    for action in choices:
        chosen = play(state.copy(), action)
        assert (phase(chosen), seat(chosen)) == ("anthill", receiver)
        assert leader(chosen) == hill_of(action)


@pytest.mark.rule("MP-10.17", "MP-11.16")
@pytest.mark.parametrize(("strong", "leads", "named"), NAMED)
def test_the_leader_names_a_player_who_chooses(
    strong: list[int], leads: int, named: dict[str, list[str]]
) -> None:
    state = refilled(strong, leads, expert_tie="receiver")
    assert (phase(state), seat(state), texts(state)) == ("leader", leads // 2, [*named])
    for name, choices in named.items():
        after = play(state.copy(), name)
        assert seat(after) == hill_of(name) // 2
        if choices:
            check_receiver(after, leads, choices)
        else:
            assert (phase(after), leader(after)) == ("anthill", hill_of(name))


@pytest.mark.rule("MP-10.17", "MP-11.16")
@pytest.mark.parametrize(
    ("strong", "leads", "choices"),
    [
        ([4, 4, 6, 6], 0, ["lead 2a", "lead 2b"]),
        ([6, 6, 1, 6], 3, ["lead 1a", "lead 1b"]),
        ([5, 5, 1, 1, 5, 5], 0, ["lead 3a", "lead 3b"]),
    ],
)
def test_a_receiver_who_is_the_only_one_chooses_at_once(
    strong: list[int], leads: int, choices: list[str]
) -> None:
    check_receiver(refilled(strong, leads, expert_tie="receiver"), leads, choices)


def hill_of(action: str) -> int:
    return 2 * int(action[5]) - 2 + "ab".index(action[6])


@pytest.mark.rule("MP-10.17", "MP-10.19", "MP-11.16")
def test_the_leader_may_name_herself() -> None:
    # By the French letter her own other anthill is in question, when nobody ties.
    state = refilled([3, 6, 5, 4], 0, edition="french", expert_tie="receiver")
    assert texts(state) == ["lead 1b", "lead 2a"]
    own = play(state.copy(), "lead 1b")
    assert (phase(own), leader(own)) == ("anthill", 1)
    other = play(state, "lead 2a")
    assert (seat(other), texts(other)) == (1, ["lead 2a", "lead 2b"])


@pytest.mark.rule("MP-10.17", "MP-11.16")
def test_what_a_receiver_cannot_choose() -> None:
    state = refilled([5, 1, 5, 5, 5, 1], 0, expert_tie="receiver")
    for action in ("lead 2b", "lead 3b", "lead 1a"):
        refuse(state, action)
    assert refuse(state, "lead 2b").rule == "MP-10.17"
    refuse(state, "lead 2a", by=1)
    play(state, "lead 2a")
    for action in ("lead 3a", "lead 1a", "anthill a"):
        refuse(state, action)
    refuse(state, "lead 3a", by=0)


@pytest.mark.rule("MP-10.17", "MP-11.16")
def test_naming_a_receiver_can_be_taken_back_until_she_has_chosen() -> None:
    doc = refilled([5, 1, 5, 5, 5, 1], 0, expert_tie="receiver").to_position()
    record = fm.Record(game(3, variant="expert", expert_tie="receiver"), position=doc)
    record.play(0, "lead 2a")
    assert record.can_undo(0)
    record.play(1, "lead 2b")
    assert not record.can_undo(0)
    record.undo(1)
    assert texts(record.state) == ["lead 2a", "lead 2b"]
    record.undo(0)
    assert texts(record.state) == ["lead 2a", "lead 3a"]


@pytest.mark.rule("MP-10.17", "MP-11.16")
def test_how_a_receiver_is_told() -> None:
    state = refilled([5, 1, 5, 5, 5, 1], 0, expert_tie="receiver")
    assert "receiver" not in state.view(0)
    assert [action.describe("en") for action in state.actions(0)] == [
        "Give the Red Army marker to seat 2",
        "Give the Red Army marker to seat 3",
    ]
    play(state, "lead 2a")
    assert state.view(2)["receiver"] == 1
    assert [action.describe("en") for action in state.actions(1)] == [
        "Give the Red Army marker to seat 2, anthill a",
        "Give the Red Army marker to seat 2, anthill b",
    ]
    again = fm.position(state.to_position())
    assert again == state


@pytest.mark.rule("MP-10.16", "MP-10.17")
@pytest.mark.parametrize("action", ["lead 1a", "lead 1b", "lead 2b", "anthill a"])
def test_which_anthill_she_cannot_choose(action: str) -> None:
    state = refilled([5, 5, 5, 4, 5, 1], 0)
    assert texts(state) == ["lead 2a", "lead 3a"]
    refuse(state, action)


# ---------------------------------------------------------------- points and winners


@pytest.mark.rule("MP-10.20", "MP-10.21", "MP-8.3")
@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("seed", range(10))
def test_each_anthill_is_scored_for_itself(players: int, seed: int) -> None:
    hills = deal(10 * seed + players, 2 * players)
    state = finished(hills, **EXPERT)
    expected = sheet(hills)
    for number, rows in enumerate(expected):
        detail = points(state, number)
        assert {name: detail[name] for name in rows} == rows
    assert state.scores() == [
        expected[2 * own]["total"] + expected[2 * own + 1]["total"] for own in range(players)
    ]


def majorities(state: fm.State, row_name: str) -> list[int]:
    return [sum(hill[row_name] for hill in own["anthills"]) for own in state.breakdown()["seats"]]


@pytest.mark.rule("MP-10.21", "MP-11.15")
@pytest.mark.parametrize(
    ("strong", "each", "once"),
    [
        ([6, 6, 3, 3], [10, 0], [5, 0]),
        ([6, 6, 6, 6], [10, 10], [5, 5]),
        ([6, 2, 3, 3], [5, 0], [5, 0]),
        ([1, 2, 8, 8], [0, 10], [0, 5]),
    ],
)
def test_both_anthills_may_have_the_largest_army(
    strong: list[int], each: list[int], once: list[int]
) -> None:
    assert majorities(expert(in_round=3, armies=strong), "red_army") == each
    by_player = expert(in_round=3, armies=strong, options={"expert_majority": "player"})
    assert majorities(by_player, "red_army") == once
    assert by_player.scores()[0] == sum(points(by_player, hill)["total"] for hill in (0, 1))


@pytest.mark.rule("MP-10.21", "MP-11.15")
@pytest.mark.parametrize(
    ("tiles", "each", "once"),
    [
        ([58, 56, 60, 61], [10, 0], [5, 0]),  # 3, 3 against 2, 2
        ([58, 60, 56, 54], [5, 10], [5, 5]),  # 3, 2 against 3, 3
        ([57, 58, 56, 54], [5, 0], [5, 0]),  # 4, 3 against 3, 3
    ],
)
def test_both_anthills_may_have_the_most_crowded_gallery(
    tiles: list[int], each: list[int], once: list[int]
) -> None:
    hills = [{"tiles": [tile]} for tile in tiles]
    assert majorities(expert(in_round=3, anthills=hills), "colony") == each
    by_player = expert(in_round=3, anthills=hills, options={"expert_majority": "player"})
    assert majorities(by_player, "colony") == once


# Without armies these make 36 + 33 and 40 + 34 points.
FOUR = [
    [21, 10, 26, 42, 4, 5, 53, 35, 7, 24],
    [38, 57, 33, 14, 3, 6, 28, 27, 56, 16],
    [46, 36, 45, 50, 37, 8, 15, 51, 59, 34],
    [40, 2, 18, 39, 43, 60, 48, 44, 29, 32],
]


FRENCH_SUM = {"edition": "french", "french_tie_break": "sum"}


@pytest.mark.parametrize(
    ("strong", "options", "scores", "winners"),
    [
        pytest.param([6, 0, 5, 5], {}, [74, 74], (0,), marks=pytest.mark.rule("MP-10.22")),
        pytest.param([0, 6, 5, 5], {}, [74, 74], (0,), marks=pytest.mark.rule("MP-10.22")),
        pytest.param(
            [6, 0, 5, 5],
            FRENCH_SUM,
            [74, 74],
            (1,),
            marks=pytest.mark.rule("MP-10.23", "MP-11.3", "MP-11.18"),
        ),
        pytest.param(
            [6, 4, 5, 5], FRENCH_SUM, [74, 74], (0, 1), marks=pytest.mark.rule("MP-10.23", "MP-9.3")
        ),
        pytest.param([6, 5, 5, 5], FRENCH_SUM, [74, 74], (0,), marks=pytest.mark.rule("MP-10.23")),
        pytest.param(
            [6, 0, 5, 5],
            {"edition": "french"},
            [74, 74],
            (0,),
            marks=pytest.mark.rule("MP-10.23", "MP-11.18"),
        ),
        pytest.param(
            [0, 6, 5, 5], {"edition": "french"}, [74, 74], (0,), marks=pytest.mark.rule("MP-10.23")
        ),
        pytest.param(
            [6, 0, 5, 5],
            {"french_tie_break": "sum"},
            [74, 74],
            (0,),
            marks=pytest.mark.rule("MP-10.22", "MP-11.18"),
        ),
        pytest.param(
            [5, 0, 6, 0], {}, [69, 79], (1,), marks=pytest.mark.rule("MP-10.22", "MP-9.1")
        ),
    ],
)
def test_ties_in_points(
    strong: list[int], options: dict[str, str], scores: list[int], winners: tuple[int, ...]
) -> None:
    hills = [{"tiles": ring, "army": army} for ring, army in zip(FOUR, strong, strict=True)]
    state = finished(hills, variant="expert", **options)
    assert state.scores() == scores
    assert state.winners() == winners
