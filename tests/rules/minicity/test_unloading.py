"""Section 5: unloading."""

from __future__ import annotations

import pytest

from tests.rules.minicity.helpers import (
    QUIET,
    ants,
    arrived,
    box,
    changed,
    friends,
    goes,
    hand,
    look,
    moving,
    phase,
    play,
    plays,
    position,
    reach,
    refuse,
    reserve,
    seat,
    stored,
    texts,
)


def unloads(*counts: int) -> list[str]:
    return [f"unload {count}" for count in counts]


@pytest.mark.rule("MC-5.1")
@pytest.mark.parametrize("count", [0, 1, 2])
def test_stones_of_the_box_go_into_the_chamber(count: int) -> None:
    state = position(**moving(1, box={"yellow": 3, "blue": 2}))
    before = state.copy()
    play(state, f"go 8; unload {count}")
    assert changed(before, state) == ({8: count} if count else {})
    assert box(state) == [3 - count, 0, 2, 0, 0]
    assert reserve(state) == reserve(before)
    assert state.scores() == [count, 0]


@pytest.mark.rule("MC-5.2")
def test_only_the_colour_of_the_chamber() -> None:
    # A green chamber takes green stones alone.
    state = position(**arrived(28, box={"green": 1, "pink": 3, "yellow": 3}))
    assert texts(state) == unloads(0, 1)
    play(state, "unload 1")
    assert box(state) == [3, 0, 0, 0, 3]


@pytest.mark.rule("MC-5.2")
def test_none_of_the_colour() -> None:
    state = position(**arrived(28, stored={"28": 0}, box={"pink": 3}, reserve={"pink": 1}))
    assert texts(state) == unloads(0)
    assert refuse(state, "unload 1") == "MC-5.2"


@pytest.mark.rule("MC-5.3")
def test_never_from_the_reserve() -> None:
    there = {"stored": {"8": 1}, "reserve": {"yellow": 5}}
    state = position(**arrived(8, box={"yellow": 1}, **there))
    assert texts(state) == unloads(0, 1)
    assert refuse(state, "unload 2") == "MC-5.3"
    empty = position(**arrived(8, box={"pink": 1}, **there))
    assert refuse(empty, "unload 1") == "MC-5.3"


@pytest.mark.rule("MC-5.4")
def test_three_stones_and_two_places() -> None:
    # The sheet's example: three yellow stones in the box, two places free.
    state = position(**arrived(8, box={"yellow": 3}))
    assert stored(state, 8) == 1
    assert texts(state) == unloads(0, 1, 2)
    assert refuse(state, "unload 3") == "MC-5.4"
    play(state, "unload 2")
    assert (stored(state, 8), box(state)[0]) == (3, 1)


@pytest.mark.rule("MC-5.4", "MC-5.5")
@pytest.mark.parametrize("lying", range(5))
@pytest.mark.parametrize("held", range(6))
def test_as_many_as_fit_and_as_she_has(lying: int, held: int) -> None:
    state = position(**arrived(48, stored={"48": lying}, box={"yellow": held}))
    assert texts(state) == unloads(*range(min(4 - lying, held) + 1))


@pytest.mark.rule("MC-5.5")
@pytest.mark.parametrize("count", range(5))
def test_she_decides_how_many(count: int) -> None:
    state = position(**arrived(12, stored={"12": 0}, box={"yellow": 5}))
    play(state, f"unload {count}")
    assert (stored(state, 12), box(state)[0]) == (count, 5 - count)
    assert phase(state) == "play"


@pytest.mark.rule("MC-5.6")
def test_only_where_the_ant_has_arrived() -> None:
    # From 3 (orange) over 8 (yellow) to 15 (orange).
    state = position(**moving(2, box={"orange": 3, "yellow": 3}))
    before = state.copy()
    play(state, "go 15")
    assert texts(state) == unloads(0, 1)
    play(state, "unload 1")
    assert changed(before, state) == {15: 1}


@pytest.mark.rule("MC-5.7")
@pytest.mark.parametrize(
    ("doc", "rule"),
    [({}, "MC-3.2"), (moving(), "MC-4.11"), (arrived(8, box={"yellow": 1}), "MC-5.5")],
)
def test_no_exchange_with_the_reserve(doc: dict[str, object], rule: str) -> None:
    state = position(**doc)
    assert refuse(state, "stock pink") == rule
    assert refuse(state, "bumblebee yellow pink") == "MC-9.1"


@pytest.mark.rule("MC-5.7")
def test_the_box_is_not_filled_up_between_cards() -> None:
    state = position(north=QUIET, hand="rgyv", box={"yellow": 1, "pink": 1})
    play(state, "play red nw; go 8; unload 1; play grey nw; go 11")
    assert box(state) == [0, 0, 0, 0, 1]
    assert plays(state) == 2


@pytest.mark.rule("MC-5.8")
@pytest.mark.parametrize("target", [2, 4, 8])
def test_where_nothing_can_be_unloaded_nothing_is_asked(target: int) -> None:
    state = position(**moving(1, box={"pink": 3, "green": 2}))
    before = state.copy()
    play(state, f"go {target}")
    assert phase(state) == "play"
    assert changed(before, state) == {}


@pytest.mark.rule("MC-5.8", "MC-9.16")
def test_with_a_friend_to_buy_it_is_asked() -> None:
    state = friends(**moving(1, box={"pink": 3}, points=3))
    play(state, "go 8")
    assert texts(state) == ["unload 0", "buy rhino"]


WHOLE_TURN = {
    "ants": {"red": 19, "grey": 4, "yellow": 33, "violet": 44, "black": 46},
    "stored": {"32": 0, "8": 2, "22": 1},
    "north": ".....vg.....",
    "hand": "rggy",
    "box": {"orange": 3, "yellow": 1, "blue": 1, "pink": 2},
}


@pytest.mark.rule("MC-5.9", "MC-4.2", "MC-7.1", "MC-7.5")
def test_a_complete_turn() -> None:
    state = position(**WHOLE_TURN)
    start = state.copy()
    pile = look(state, "pile")

    play(state, "play yellow nw")
    assert reach(state) == 1
    play(state, "go 32")
    assert texts(state) == unloads(0, 1, 2, 3)
    play(state, "unload 3")

    play(state, "play grey ne")
    assert reach(state) == 2
    assert 8 in goes(state)
    play(state, "go 8")
    assert texts(state) == unloads(0, 1)
    play(state, "unload 1")

    play(state, "play grey ne")
    assert reach(state) == 3
    play(state, "go 22")
    assert texts(state) == unloads(0, 1, 2)
    play(state, "unload 2")

    assert changed(start, state) == {32: 3, 8: 1, 22: 2}
    assert ants(state) == [19, 22, 32, 44, 46]
    assert box(state) == [0, 0, 1, 0, 0]
    assert (phase(state), seat(state), hand(state)) == ("refill", 0, "r")

    play(state, "stock yellow; stock orange; stock blue; stock green; stock pink; stock pink")
    assert box(state) == [1, 1, 2, 1, 2]
    assert sorted(hand(state)) == sorted("r" + pile[:3])
    assert look(state, "pile") == pile[3:]
    assert look(state, "north") == "....yvggg..."
    assert state.to_act == (1,)
    assert state.scores() == [6, 1]


@pytest.mark.rule("MC-5.9", "MC-8.4")
def test_the_breakdown_after_it() -> None:
    state = position(**WHOLE_TURN)
    play(state, "play yellow nw; go 32; unload 3; play grey ne; go 8; unload 1")
    play(state, "play grey ne; go 22; unload 2")
    assert state.breakdown()["seats"][0] == {
        "seat": 0,
        "total": 6,
        "share": 43,
        "left": 37,
        "rank": 1,
        "unloaded": {"yellow": 1, "orange": 3, "blue": 0, "green": 0, "pink": 2},
    }
    assert state.breakdown()["ended"] is None
