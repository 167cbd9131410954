"""Section 3: the turn, and playing a card."""

from __future__ import annotations

import pytest

from tests.rules.minicity.helpers import (
    FRIENDS_GAME,
    QUIET,
    arrived,
    box,
    document,
    friends,
    game,
    hand,
    look,
    moving,
    north,
    phase,
    play,
    plays,
    position,
    refuse,
    seat,
    stroll,
    texts,
)
from tests.rules.minicity.reckoning import ANTS, FIRST_ROUND

BB = ".....bb....."


@pytest.mark.rule("MC-3.1", "MC-7.7")
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("variant", ["base", "friends"])
def test_turns_go_clockwise_from_the_start_player(players: int, variant: str) -> None:
    start = game(players, variant=variant).start(seed=players)
    first = look(start, "first")
    order = [first]
    for _, _, _, state in stroll(start, seed=3, most=150):
        doc = state.to_position()
        if doc["phase"] in ("stock", "over"):
            continue
        if doc["turns"] == len(order):
            order.append(seat(state))
        assert order[-1] == seat(state)
    assert len(order) > 2 * players
    assert order == [(first + turn) % players for turn in range(len(order))]


@pytest.mark.rule("MC-3.1")
@pytest.mark.parametrize("by", [1, 2, 3])
def test_nobody_acts_out_of_turn(by: int) -> None:
    state = position(players=4)
    assert refuse(state, "play red nw", by=by) == "MC-3.1"
    assert state.actions(by) == []


@pytest.mark.rule("MC-3.2", "MC-3.8")
def test_a_card_a_move_an_unloading_and_again() -> None:
    state = position(north=QUIET, hand="rgyv", box={"yellow": 4})
    assert phase(state) == "play"
    play(state, "play red nw")
    assert (phase(state), plays(state)) == ("move", 1)
    play(state, "go 8")
    assert phase(state) == "unload"
    play(state, "unload 1")
    assert (phase(state), seat(state)) == ("play", 0)
    play(state, "play violet ne; go 36; unload 1; end")
    assert (phase(state), seat(state)) == ("refill", 0)
    play(state, "stock pink; stock pink; stock pink; stock pink; stock pink")
    assert (phase(state), seat(state)) == ("play", 1)
    assert (sum(box(state)), len(hand(state))) == (7, 4)


@pytest.mark.rule("MC-3.3")
def test_a_card_comes_from_the_hand() -> None:
    state = position(hand="rrgv")
    cards = [text for text in texts(state) if text.endswith("nw")]
    assert cards == ["play red nw", "play grey nw", "play violet nw"]
    assert refuse(state, "play black nw") == "MC-3.3"
    assert refuse(state, "play yellow ne") == "MC-3.3"
    assert hand(play(state, "play red ne")) == "rgv"


@pytest.mark.rule("MC-3.3", "MC-1.7")
@pytest.mark.parametrize("ant", ANTS)
def test_every_colour_can_be_played(ant: str) -> None:
    state = play(position(hand=ant[0] * 4), f"play {ant} nw")
    assert hand(state) == ant[0] * 3
    assert north(state) == f"....{ant[0]}rg....."


@pytest.mark.rule("MC-3.4", "MC-3.5")
@pytest.mark.parametrize(
    ("row", "action", "after"),
    [
        (".....rg.....", "play yellow nw", "....yrg....."),
        (".....rg.....", "play yellow ne", ".....rgy...."),
        ("....brg.....", "play yellow nw", "...ybrg....."),
        (".....rgbbbb.", "play yellow nw", "....yrgbbbb."),
        (".....rgbbbb.", "play yellow ne", ".....rgbbbby"),
        (".bbbbrg.....", "play yellow nw", "ybbbbrg....."),
        (".bbbbrgbbbb.", "play yellow ne", ".bbbbrgbbbby"),
    ],
)
def test_beside_the_cards_that_lie_there(row: str, action: str, after: str) -> None:
    # Fields A and B of the sheet's first example: nowhere else.
    state = position(north=row, hand="yyyy")
    assert texts(state) == ["play yellow nw", "play yellow ne"]
    assert north(play(state, action)) == after


@pytest.mark.rule("MC-3.4", "MC-3.5", "MC-2.8")
@pytest.mark.parametrize(
    ("players", "ends"), [(2, "nw ne"), (3, "nw ne sw se"), (4, "nw ne sw se")]
)
def test_two_fields_on_each_road(players: int, ends: str) -> None:
    state = position(players=players, hand="vvvv")
    assert texts(state) == [f"play violet {end}" for end in ends.split()]


@pytest.mark.rule("MC-3.5")
def test_the_choice_is_free_for_each_card() -> None:
    state = position(players=3, north=QUIET, south=BB, hand="rrrg", box={"yellow": 7})
    play(state, "play red nw; go 4; unload 0; play red se; go 3; play red ne")
    assert (north(state), look(state, "south")) == ("....rgvr....", ".....bbr....")


@pytest.mark.rule("MC-3.6", "MC-2.8")
@pytest.mark.parametrize("end", ["sw", "se"])
def test_two_players_have_no_south_road(end: str) -> None:
    assert refuse(position(), f"play red {end}") == "MC-3.6"


@pytest.mark.rule("MC-3.7", "MC-3.12")
def test_three_cards_in_a_turn() -> None:
    state = position(north=QUIET, hand="rrrr", box={"pink": 5, "green": 2})
    play(state, "play red nw; go 4; play red nw; go 3")
    assert (plays(state), seat(state)) == (2, 0)
    play(state, "play red nw; go 4")
    # The fourth card stays in her hand, and the turn is over.
    assert seat(state) == 1
    assert len(hand(state)) == 4
    assert "r" in hand(state)


@pytest.mark.rule("MC-3.7")
def test_no_fourth_card() -> None:
    state = position(plays=3, hand="r")
    assert texts(state) == ["end"]
    assert refuse(state, "play red nw") == "MC-3.7"


@pytest.mark.rule("MC-3.8")
@pytest.mark.parametrize(
    ("doc", "rule"), [(moving(), "MC-4.11"), (arrived(8, box={"yellow": 1}), "MC-5.5")]
)
def test_each_card_is_finished_before_the_next(doc: dict[str, object], rule: str) -> None:
    state = position(**doc)
    assert refuse(state, "play grey nw") == rule
    assert refuse(state, "end") == rule


@pytest.mark.rule("MC-3.9")
@pytest.mark.parametrize(
    ("players", "turn", "limit"),
    [
        (2, 0, 2),
        (2, 1, 3),
        (3, 0, 1),
        (3, 1, 2),
        (3, 2, 3),
        (4, 0, 1),
        (4, 1, 2),
        (4, 2, 3),
        (4, 3, 4),
    ],
)
@pytest.mark.parametrize("first", [0, 1])
def test_the_first_round(players: int, turn: int, limit: int, first: int) -> None:
    by = (first + turn) % players
    doc = document(players=players, first=first, turns=turn, plays=limit)
    state = game(players).position(doc)
    assert state.to_act == (by,)
    assert state.view(None)["limit"] == limit
    assert texts(state) == ["end"]
    assert refuse(state, "play red nw") == "MC-3.9"
    doc["plays"] = limit - 1
    assert texts(game(players).position(doc), "play")


@pytest.mark.rule("MC-3.9", "MC-3.12")
def test_the_fourth_of_four_may_play_her_whole_hand() -> None:
    state = position(players=4, first=1, turns=3, north=QUIET, hand="rrrr", box={"pink": 3})
    assert seat(state) == 0
    for number, chamber in enumerate((4, 3, 4, 3), 1):
        play(state, "play red nw")
        assert plays(state) == number
        play(state, f"go {chamber}")
    # An empty hand ends the turn by itself.
    assert hand(state) == ""
    assert phase(state) == "refill"


@pytest.mark.rule("MC-3.9")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_second_round_is_as_all_others(players: int) -> None:
    for turns in (players, 2 * players - 1, 2 * players, 40):
        doc = document(players=players, turns=turns, plays=3)
        state = game(players).position(doc)
        assert state.view(0)["limit"] == 3
        assert texts(state) == ["end"]


@pytest.mark.rule("MC-3.9", "MC-3.11")
@pytest.mark.parametrize(
    ("players", "turn"),
    [(players, turn) for players in FIRST_ROUND for turn in range(1, players)],
)
def test_the_limits_are_no_duties(players: int, turn: int) -> None:
    doc = document(players=players, turns=turn, plays=1)
    state = game(players).position(doc)
    assert "end" in texts(state)
    assert texts(state, "play")


@pytest.mark.rule("MC-3.10")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_first_card_must_be_played(players: int) -> None:
    state = position(players=players)
    assert "end" not in texts(state)
    assert refuse(state, "end") == "MC-3.10"


@pytest.mark.rule("MC-3.11")
@pytest.mark.parametrize("count", [1, 2])
def test_she_may_stop_after_any_card(count: int) -> None:
    state = position(plays=count, box={"yellow": 7})
    assert "end" in texts(state)
    play(state, "end")
    assert state.to_act == (1,)


@pytest.mark.rule("MC-3.12")
def test_an_empty_hand_ends_the_turn() -> None:
    state = position(north=QUIET, hand="r", box={"pink": 5, "green": 2})
    play(state, "play red nw; go 4")
    assert seat(state) == 1
    assert len(hand(state)) == 4


@pytest.mark.rule("MC-3.12", "MC-9.16")
def test_not_while_something_is_left_to_decide() -> None:
    state = friends(north=QUIET, plays=2, hand="rr", box={"pink": 5, "green": 2}, points=5)
    play(state, "play red nw; go 2; unload 0")
    assert plays(state) == 3
    assert texts(state) == [
        "end",
        "buy millipede",
        "buy bumblebee",
        "buy rhino",
        "buy orange",
        "buy snail",
    ]
    assert refuse(state, "play red nw") == "MC-3.7"


@pytest.mark.rule("MC-3.2")
@pytest.mark.parametrize("action", ["go 4", "stay", "unload 0", "stock yellow"])
def test_first_of_all_a_card(action: str) -> None:
    assert refuse(position(), action) == "MC-3.2"


@pytest.mark.rule("MC-3.2", "MC-9.1")
@pytest.mark.parametrize("action", ["leave", "carry 1", "done"])
def test_nothing_of_friends_without_them(action: str) -> None:
    assert refuse(position(), action) == "MC-9.1"
    assert refuse(position(options=FRIENDS_GAME), action) == "MC-3.2"
