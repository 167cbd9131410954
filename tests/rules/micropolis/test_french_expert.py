"""The expert game by the letter of the French sheet, and who chooses where the marker goes."""

from __future__ import annotations

import pytest

import formicarium as fm
from tests.rules.micropolis.helpers import (
    finished,
    leader,
    phase,
    play,
    points,
    position,
    refuse,
    row,
    seat,
    soldiers,
    texts,
)
from tests.rules.micropolis.reckoning import Doc
from tests.rules.micropolis.test_expert import EXPERT, FOUR, candidates, refilled

# ---------------------------------------------------------------- where the marker goes

# "Devant la fourmilière qui possède autant ou plus de Soldats que l'actuel Leader militaire, et ce
# même si la nouvelle fourmilière appartient au même joueur."
STRONGER = [
    pytest.param([6, 5, 5, 4], 0, {0}, id="nobody has as many"),
    pytest.param([2, 7, 6, 6], 1, {1}, id="nobody has as many as her b"),
    pytest.param([6, 5, 5, 5, 4, 1], 0, {0}, id="nobody of two opponents has as many"),
    pytest.param([5, 3, 6, 4], 0, {2}, id="one foreign anthill has more"),
    pytest.param([4, 1, 2, 3, 3, 7], 0, {5}, id="one of four foreign anthills has more"),
    pytest.param([3, 6, 4, 2], 2, {1}, id="a foreign b has more"),
    pytest.param([4, 6, 3, 3], 0, {1}, id="her other one has more"),
    pytest.param([5, 5, 4, 4], 0, {1}, id="her other one has as many"),
    pytest.param([1, 1, 7, 7, 6, 6], 3, {2}, id="her other one has as many, of three"),
    pytest.param([3, 2, 5, 1, 4, 1], 0, {2, 4}, id="two opponents have more"),
    pytest.param([4, 4, 6, 6], 0, {1, 2, 3}, id="both of an opponent have more"),
    pytest.param([3, 6, 5, 4], 0, {1, 2, 3}, id="her other one and a foreign one have more"),
    pytest.param([5, 3, 4, 4], 1, {0, 2, 3}, id="more than her marked one, fewer than the other"),
    pytest.param([3, 5, 4, 2, 6, 1], 0, {1, 2, 4}, id="somebody of each player has more"),
]

# "En cas d'égalité entre l'une ou les fourmilières du Leader militaire et l'une ou les fourmilières
# d'un adversaire, l'actuel Leader militaire doit donner le jeton Armée rouge à cet adversaire."
TIED = [
    pytest.param([5, 3, 5, 4], 0, {2}, id="a foreign anthill ties"),
    pytest.param([5, 1, 2, 3, 5, 4], 0, {4}, id="one of four foreign anthills ties"),
    pytest.param([6, 1, 1, 6], 3, {0}, id="with her b"),
    pytest.param([5, 5, 5, 4], 0, {2}, id="both of hers and a foreign one tie"),
    pytest.param([4, 5, 4, 3], 0, {2}, id="her other one has more, but a foreign one ties"),
    pytest.param([3, 5, 5, 2], 0, {2}, id="her other one ties with a foreign one"),
    pytest.param([6, 5, 6, 6], 0, {2, 3}, id="both of an opponent tie"),
    pytest.param([5, 5, 5, 5], 2, {0, 1}, id="all four tie"),
    pytest.param([0, 0, 0, 0], 3, {0, 1}, id="all four tie at nothing"),
    pytest.param([5, 1, 5, 1, 5, 1], 0, {2, 4}, id="two opponents tie"),
    pytest.param([5, 5, 5, 5, 5, 5], 2, {0, 1, 4, 5}, id="all six tie"),
    pytest.param([4, 6, 4, 1, 6, 1], 0, {2, 4}, id="each of hers ties with another opponent"),
    pytest.param([4, 6, 4, 1, 6, 1], 1, {4}, id="a tie of too few soldiers is none"),
]

# The tied opponent gets it although another one has more: armies, marked, tied, any.
PASSED_OVER = [
    pytest.param([5, 1, 5, 1, 7, 1], 0, {2}, {2, 4}, id="the next ties, the one after has more"),
    pytest.param([5, 1, 7, 1, 5, 1], 0, {4}, {2, 4}, id="the next has more, the one after ties"),
    pytest.param([5, 1, 6, 7, 1, 5], 0, {5}, {2, 3, 5}, id="both of the other have more"),
    pytest.param([5, 1, 5, 5, 7, 1], 0, {2, 3}, {2, 3, 4}, id="both of the tied one tie"),
    pytest.param([4, 6, 6, 1, 7, 1], 0, {2}, {2, 4}, id="her other one ties"),
    pytest.param([7, 1, 3, 4, 4, 1], 3, {4}, {0, 4}, id="the last of three ties"),
]

# She gives it to the opponent, not to the anthill that ties: any of that opponent's will do that
# has as many soldiers as the marked one: armies, marked, tied, any.
OF_THE_TIED_OPPONENT = [
    pytest.param([5, 1, 5, 7], 0, {2, 3}, {2, 3}, id="the other one has more"),
    pytest.param([5, 1, 5, 4], 0, {2}, {2}, id="the other one has too few"),
    pytest.param([3, 5, 5, 4], 0, {2, 3}, {2, 3}, id="the other one is between hers"),
    pytest.param([3, 5, 5, 4, 6, 6], 0, {2, 3}, {2, 3, 4, 5}, id="and a third player has more"),
]


@pytest.mark.rule("MP-10.19", "MP-11.3")
@pytest.mark.parametrize("choice", ["tied", "any"])
@pytest.mark.parametrize(("strong", "leads", "next_ones"), [*STRONGER, *TIED])
def test_where_the_marker_may_go(
    strong: list[int], leads: int, next_ones: set[int], choice: str
) -> None:
    state = refilled(strong, leads, edition="french", french_marker=choice)
    assert candidates(state, leads) == next_ones


@pytest.mark.rule("MP-10.19", "MP-11.3")
@pytest.mark.parametrize(
    ("strong", "leads", "tied", "any_of"), [*PASSED_OVER, *OF_THE_TIED_OPPONENT]
)
def test_in_a_tie_that_opponent_gets_it(
    strong: list[int], leads: int, tied: set[int], any_of: set[int]
) -> None:
    by_default = refilled(strong, leads, edition="french")
    assert candidates(by_default, leads) == tied
    for choice, next_ones in (("tied", tied), ("any", any_of)):
        state = refilled(strong, leads, edition="french", french_marker=choice)
        assert candidates(state, leads) == next_ones


@pytest.mark.rule("MP-10.19")
def test_she_cannot_pass_the_tied_opponent_over() -> None:
    state = refilled([5, 6, 5, 5, 7, 1], 0, edition="french", french_marker="tied")
    assert texts(state) == ["lead 2a", "lead 2b"]
    for action in ("lead 1a", "lead 1b", "lead 3a", "lead 3b"):
        refuse(state, action)


@pytest.mark.rule("MP-10.19", "MP-10.17", "MP-11.16")
def test_clockwise_among_those_that_tie() -> None:
    options = {"edition": "french", "french_marker": "tied", "expert_tie": "clockwise"}
    assert candidates(refilled([5, 1, 7, 1, 5, 5], 0, **options), 0) == {4}
    assert candidates(refilled([5, 1, 5, 1, 5, 1], 4, **options), 4) == {0}


@pytest.mark.rule("MP-10.19", "MP-11.5")
def test_it_stays_where_no_army_is_left() -> None:
    options = {"edition": "french", "french_marker": "tied", "leader_at_zero": "stays"}
    assert candidates(refilled([0, 0, 0, 0], 3, **options), 3) == {3}


@pytest.mark.rule("MP-10.15", "MP-11.3")
@pytest.mark.parametrize("choice", ["tied", "any"])
def test_french_marker_is_about_the_french_sheet_only(choice: str) -> None:
    for strong, next_ones in (([5, 1, 5, 1, 7, 1], {4}), ([5, 1, 5, 1, 5, 1], {2, 4})):
        assert candidates(refilled(strong, 0, french_marker=choice), 0) == next_ones


@pytest.mark.rule("MP-7.8", "MP-11.3")
@pytest.mark.parametrize("choice", ["tied", "any"])
def test_french_marker_is_about_the_expert_game_only(choice: str) -> None:
    options = {"edition": "french", "french_marker": choice}
    state = position(players=3, turn=2, armies=[4, 4, 6], options=options)
    play(state, "take 1; place left")
    assert texts(state) == ["lead 2", "lead 3"]


# ---------------------------------------------------------------- the receiver chooses


def ways(state: fm.State) -> list[tuple[tuple[int, ...], int]]:
    """Every way to answer: who was asked one after the other, and which anthill leads then."""
    if phase(state) == "anthill":
        assert seat(state) == leader(state) // 2
        return [((), leader(state))]
    assert len(texts(state)) > 1
    assert len(row(state)) == 7
    assert state.game.position(state.to_position()) == state
    by = seat(state)
    return [
        ((by, *asked), hill)
        for action in texts(state)
        for asked, hill in ways(play(state.copy(), action))
    ]


@pytest.mark.rule("MP-10.17", "MP-11.16")
@pytest.mark.parametrize(
    ("strong", "leads", "expected"),
    [
        pytest.param([2, 2, 1, 9], 0, [((), 3)], id="nobody is asked"),
        pytest.param([6, 6, 6, 4], 0, [((), 2)], id="one tied anthill is not asked for"),
        pytest.param([5, 5, 4, 4], 0, [((), 1)], id="her own other one"),
        pytest.param([4, 4, 6, 6], 0, [((1,), 2), ((1,), 3)], id="the receiver only"),
        pytest.param([6, 6, 1, 6], 2, [((0,), 0), ((0,), 1)], id="another receiver"),
        pytest.param([5, 5, 1, 1, 5, 5], 0, [((2,), 4), ((2,), 5)], id="the second next"),
        pytest.param([3, 5, 5, 4, 5, 1], 0, [((0,), 2), ((0,), 4)], id="the old leader only"),
        pytest.param([5, 1, 5, 5, 5, 1], 2, [((1,), 0), ((1,), 4)], id="another old leader"),
        pytest.param(
            [3, 1, 5, 5, 5, 1],
            0,
            [((0, 1), 2), ((0, 1), 3), ((0,), 4)],
            id="first the old leader, then the receiver with two",
        ),
        pytest.param(
            [5, 1, 5, 5, 5, 5],
            0,
            [((0, 1), 2), ((0, 1), 3), ((0, 2), 4), ((0, 2), 5)],
            id="either receiver has two",
        ),
    ],
)
def test_the_receiver_chooses_among_hers(
    strong: list[int], leads: int, expected: list[tuple[tuple[int, ...], int]]
) -> None:
    assert sorted(ways(refilled(strong, leads, expert_tie="receiver"))) == sorted(expected)


@pytest.mark.rule("MP-10.17", "MP-10.19", "MP-11.16")
@pytest.mark.parametrize(
    ("strong", "choice", "expected"),
    [
        ([5, 1, 5, 5, 7, 1], "tied", [((1,), 2), ((1,), 3)]),
        ([5, 1, 5, 5, 7, 1], "any", [((0, 1), 2), ((0, 1), 3), ((0,), 4)]),
        ([5, 5, 5, 5, 5, 1], "tied", [((0, 1), 2), ((0, 1), 3), ((0,), 4)]),
        # She may name herself where she may keep it.
        ([3, 6, 5, 4], "tied", [((0,), 1), ((0, 1), 2), ((0, 1), 3)]),
        ([6, 5, 5, 4], "tied", [((), 0)]),
    ],
)
def test_the_receiver_chooses_by_the_french_letter(
    strong: list[int], choice: str, expected: list[tuple[tuple[int, ...], int]]
) -> None:
    options = {"expert_tie": "receiver", "edition": "french", "french_marker": choice}
    assert sorted(ways(refilled(strong, 0, **options))) == sorted(expected)


@pytest.mark.rule("MP-10.17", "MP-11.16")
def test_nobody_else_chooses_for_the_receiver() -> None:
    state = refilled([4, 4, 6, 6], 0, expert_tie="receiver")
    assert seat(state) == 1
    for action in texts(state):
        refuse(state, action, by=0)


@pytest.mark.rule("MP-7.5", "MP-11.16")
def test_receiver_is_about_the_expert_game_only() -> None:
    state = position(turn=3, options={"expert_tie": "receiver"})
    play(state, "take 1; place left")
    assert (seat(state), texts(state)) == (0, ["lead 2", "lead 3", "lead 4"])


# ---------------------------------------------------------------- a tie in points


@pytest.mark.rule("MP-10.23", "MP-11.3", "MP-9.3")
@pytest.mark.parametrize(
    ("strong", "scores", "largest", "together"),
    [
        pytest.param([6, 0, 5, 5], [74, 74], (0,), (1,), id="largest against sum"),
        pytest.param([0, 6, 5, 5], [74, 74], (0,), (1,), id="largest is b"),
        pytest.param([6, 4, 5, 5], [74, 74], (0,), (0, 1), id="even sums"),
        pytest.param([6, 5, 5, 5], [74, 74], (0,), (0,), id="larger both ways"),
        pytest.param([6, 6, 6, 0], [79, 79], (0, 1), (0,), id="even armies"),
        pytest.param([5, 0, 6, 0], [69, 79], (1,), (1,), id="no tie"),
    ],
)
def test_french_ties_in_points(
    strong: list[int], scores: list[int], largest: tuple[int, ...], together: tuple[int, ...]
) -> None:
    hills = [{"tiles": ring, "army": army} for ring, army in zip(FOUR, strong, strict=True)]
    french = {**EXPERT, "edition": "french"}
    for options, winners in (
        (french, largest),
        ({**french, "french_tie_break": "largest"}, largest),
        ({**french, "french_tie_break": "sum"}, together),
        # The German sheet says it itself.
        ({**EXPERT, "french_tie_break": "sum"}, largest),
    ):
        state = finished(hills, **options)
        assert state.scores() == scores
        assert state.winners() == winners


# ---------------------------------------------------------------- nobody has an ant

NO_ANTS = [12, 15, 18]


def colonies(state: fm.State) -> list[int]:
    return [points(state, hill)["colony"] for hill in range(len(state.to_position()["anthills"]))]


@pytest.mark.rule("MP-8.6")
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_without_any_tile_nobody_has_the_colony(players: int) -> None:
    state = position(players=players, in_round=1, options={"empty_red_army": "everyone"})
    assert colonies(state) == [0] * players


@pytest.mark.rule("MP-8.6")
def test_without_an_ant_in_any_gallery_nobody_has_the_colony() -> None:
    barren: list[Doc] = [{"tiles": [tile]} for tile in NO_ANTS]
    state = position(players=3, anthills=barren)
    assert [points(state, hill)["population"] for hill in range(3)] == [0, 0, 0]
    assert colonies(state) == [0, 0, 0]
    peopled = position(players=3, anthills=[{"tiles": [44]}, *barren[1:]])
    assert colonies(peopled) == [5, 0, 0]


@pytest.mark.rule("MP-8.6", "MP-10.21")
@pytest.mark.parametrize("majority", ["anthill", "player"])
def test_without_an_ant_nobody_has_the_colony_in_the_expert_game(majority: str) -> None:
    options = {**EXPERT, "expert_majority": majority}
    assert colonies(position(players=2, in_round=1, options=options)) == [0, 0, 0, 0]
    barren: list[Doc] = [{"tiles": [12]}, {}, {}, {"tiles": [15]}]
    assert colonies(position(players=2, anthills=barren, options=options)) == [0, 0, 0, 0]
    peopled = [*barren[:3], {"tiles": [44]}]
    assert colonies(position(players=2, anthills=peopled, options=options)) == [0, 0, 0, 5]


# ---------------------------------------------------------------- soldiers in the row


@pytest.mark.rule("MP-1.2", "MP-11.8")
@pytest.mark.parametrize("count", [61, 100, 126, 127, 128, 255, 1000])
@pytest.mark.parametrize("options", [{}, {"soldiers": "unlimited"}])
@pytest.mark.parametrize("place", [0, 6])
def test_no_tile_holds_more_soldiers_than_a_game_has_turns(
    count: int, options: dict[str, str], place: int
) -> None:
    # No game has more than 60 turns, and each puts at most one soldier on a tile.
    lying = [0] * 7
    lying[place] = count
    with pytest.raises(fm.BadPosition):
        position(soldiers=lying, options=options)


@pytest.mark.rule("MP-1.2", "MP-11.8")
@pytest.mark.parametrize(("options", "count"), [({}, 25), ({"soldiers": "unlimited"}, 30)])
def test_a_tile_may_hold_many(options: dict[str, str], count: int) -> None:
    state = position(soldiers=[count, 0, 0, 0, 0, 0, 0], options=options)
    play(state, "take 2; place left")
    assert soldiers(state)[0] == count + 1


@pytest.mark.rule("MP-1.2")
@pytest.mark.parametrize("options", [{}, {"soldiers": "unlimited"}])
def test_no_tile_holds_less_than_nothing(options: dict[str, str]) -> None:
    with pytest.raises(fm.BadPosition):
        position(soldiers=[-1, 0, 0, 0, 0, 0, 0], options=options)
