"""Section 7: end of the turn."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.rules.minicity.helpers import (
    QUIET,
    box,
    friends,
    hand,
    look,
    north,
    phase,
    play,
    position,
    refuse,
    reserve,
    seat,
    texts,
)
from tests.rules.minicity.reckoning import COLOURS, LETTERS

STOCK = [f"stock {colour}" for colour in COLOURS]


@pytest.mark.rule("MC-7.1", "MC-7.2")
@pytest.mark.parametrize("held", range(7))
def test_the_box_is_refilled_to_seven(held: int) -> None:
    state = play(position(plays=1, box={"yellow": held}), "end")
    assert phase(state) == "refill"
    for count in range(held, 7):
        assert (sum(box(state)), seat(state)) == (count, 0)
        assert texts(state) == [c for c in STOCK if reserve(state)[STOCK.index(c)]]
        play(state, texts(state)[-1])
    assert (sum(box(state)), seat(state)) == (7, 1)


@pytest.mark.rule("MC-7.1")
def test_a_full_box_needs_nothing() -> None:
    state = play(position(plays=1, box={"yellow": 7}), "end")
    assert state.to_act == (1,)
    assert box(state) == [7, 0, 0, 0, 0]


@pytest.mark.rule("MC-7.2", "MC-2.11")
def test_she_chooses_which() -> None:
    state = play(position(plays=1, box={"blue": 4}), "end")
    play(state, "stock pink; stock yellow; stock pink")
    assert box(state) == [1, 0, 4, 0, 2]
    assert reserve(state) == [11, 10, 5, 7, 3]


@pytest.mark.rule("MC-7.2", "MC-2.11")
def test_only_what_the_reserve_has() -> None:
    state = position(phase="refill", hand="rgy", box={"blue": 4}, reserve={"green": 3, "pink": 1})
    assert texts(state) == ["stock green", "stock pink"]
    assert refuse(state, "stock yellow") == "MC-2.11"


@pytest.mark.rule("MC-7.3")
@pytest.mark.parametrize("action", ["end", "play red nw", "unload 0", "stay"])
def test_it_must_be_filled(action: str) -> None:
    state = play(position(plays=1, box={"blue": 4}), "end; stock blue")
    assert refuse(state, action) == "MC-7.1"


@pytest.mark.rule("MC-7.3")
def test_nobody_leaves_it_half_empty() -> None:
    state = play(friends(plays=1, box={"blue": 4}), "end; stock blue")
    assert refuse(state, "leave") == "MC-7.1"
    assert refuse(state, "done") == "MC-7.1"


@pytest.mark.rule("MC-7.3", "MC-7.4")
@pytest.mark.parametrize(
    ("own", "rest", "after"),
    [
        # All the rest is needed.
        ({"blue": 2}, {"green": 2, "pink": 1}, [0, 0, 2, 2, 1]),
        ({"blue": 2}, {"green": 4, "pink": 1}, [0, 0, 2, 4, 1]),
        ({}, {"yellow": 1, "orange": 2}, [1, 2, 0, 0, 0]),
        # Nothing is left.
        ({"blue": 2}, {}, [0, 0, 2, 0, 0]),
        # Only one colour is left.
        ({"blue": 2}, {"yellow": 9}, [5, 0, 2, 0, 0]),
        ({"yellow": 6}, {"yellow": 2}, [7, 0, 0, 0, 0]),
    ],
)
def test_without_a_choice_it_is_filled_by_itself(
    own: dict[str, int], rest: dict[str, int], after: list[int]
) -> None:
    state = play(position(plays=1, box=own, reserve=rest), "end")
    assert state.to_act == (1,)
    assert box(state) == after
    assert sum(box(state)) + sum(reserve(state)) == sum(own.values()) + sum(rest.values())


@pytest.mark.rule("MC-7.4")
def test_the_choice_may_vanish_on_the_way() -> None:
    state = position(plays=1, box={"blue": 3}, reserve={"yellow": 8, "pink": 1})
    play(state, "end")
    assert texts(state) == ["stock yellow", "stock pink"]
    play(state, "stock pink")
    assert box(state) == [3, 0, 3, 0, 1]
    assert seat(state) == 1
    other = position(plays=1, box={"blue": 3}, reserve={"yellow": 4, "pink": 1})
    play(other, "end; stock yellow")
    # There is always one stone more than there are places.
    assert texts(other) == ["stock yellow", "stock pink"]
    play(other, "stock yellow; stock yellow")
    assert texts(other) == ["stock yellow", "stock pink"]
    play(other, "stock pink")
    assert box(other) == [3, 0, 3, 0, 1]


@pytest.mark.rule("MC-7.5")
@pytest.mark.parametrize("held", ["", "r", "rg", "rgy"])
def test_the_hand_is_refilled_to_four(held: str) -> None:
    state = position(plays=1, hand=held, box={"yellow": 7}, pile="bvbvbv")
    play(state, "end")
    drawn = 4 - len(held)
    assert Counter(hand(state)) == Counter(held + "bvbv"[:drawn])
    assert look(state, "pile") == "bvbvbv"[drawn:]


@pytest.mark.rule("MC-7.5")
def test_the_box_comes_first() -> None:
    state = play(position(plays=1, hand="rgy", box={"yellow": 5}), "end; stock pink")
    assert hand(state) == "rgy"
    play(state, "stock pink")
    assert len(hand(state)) == 4


@pytest.mark.rule("MC-7.6")
def test_the_discards_become_the_draw_pile() -> None:
    # One card is left: it is drawn first, then the discards are shuffled.
    state = position(plays=2, hand="gg", box={"yellow": 7}, pile="b")
    discard = look(state, "discard")
    assert len(discard) == 95 - 2 - 4 - 2 - 1
    play(state, "end")
    assert "b" in hand(state)
    assert look(state, "discard") == ""
    drawn = Counter(hand(state)) - Counter("ggb")
    assert drawn.total() == 1
    assert Counter(look(state, "pile")) + drawn == Counter(discard)


@pytest.mark.rule("MC-7.6")
def test_they_are_shuffled() -> None:
    piles = set()
    for seed in range(20):
        state = position(plays=3, hand="g", box={"yellow": 7}, pile="", rng=hex(seed))
        assert look(state, "pile") == ""
        play(state, "end")
        pile = look(state, "pile")
        assert pile != "".join(sorted(pile, key=LETTERS.index))
        piles.add((hand(state), pile))
    assert len(piles) == 20


@pytest.mark.rule("MC-7.6")
def test_only_when_a_card_is_needed() -> None:
    # Three cards are needed and three lie there.
    state = position(plays=3, hand="g", box={"yellow": 7}, pile="bvb")
    discard = look(state, "discard")
    play(state, "end")
    assert (look(state, "pile"), look(state, "discard")) == ("", discard)
    assert hand(state) == "gvbb"


@pytest.mark.rule("MC-7.6", "MC-6.2")
def test_the_river_may_need_them_too() -> None:
    state = position(north=".bbbbbgv....", hand="rgyv", box={"pink": 5}, pile="y")
    discard = Counter(look(state, "discard") + "bbbbbgv" + "r")
    play(state, "play red nw; go 8")
    # The cards of the road are among those that are shuffled.
    assert north(state)[5] == "y"
    assert look(state, "discard") == ""
    assert Counter(look(state, "pile") + north(state)[6]) == discard


@pytest.mark.rule("MC-7.7")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_then_the_next_player(players: int) -> None:
    state = position(players=players, plays=1, box={"yellow": 7})
    for turn in range(1, 2 * players):
        while look(state, "turns") < players + turn:
            play(state, texts(state)[-1])
        assert seat(state) == turn % players
        assert look(state, "turns") == players + turn


@pytest.mark.rule("MC-7.1", "MC-5.7")
def test_the_box_may_be_empty_until_then() -> None:
    state = position(north=QUIET, hand="rgyv", box={"yellow": 1})
    play(state, "play red nw; go 8; unload 1")
    assert box(state) == [0, 0, 0, 0, 0]
    play(state, "end")
    assert phase(state) == "refill"
    assert refuse(state, "buy snail") == "MC-9.1"
