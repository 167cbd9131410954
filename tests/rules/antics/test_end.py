"""Section 12: end of the game."""

from __future__ import annotations

from typing import Any

import pytest

import formicarium as fm
from tests.rules.antics.helpers import (
    again,
    bag,
    colony,
    fields,
    offered,
    on_display,
    phase,
    play,
    position,
    prey,
    refuse,
    rows,
    seat,
    texts,
    tiles,
)
from tests.rules.antics.reckoning import PREY, Doc

WHOLE = [". . . . . blue", ". . . . . grey", ". . . . . green"]


def left(*kinds: str) -> dict[str, int]:
    """Two pieces of these kinds on the clearings and none of the others."""
    return {kind: 2 * (kind in kinds) for kind in PREY}


@pytest.mark.rule("AN-12.1")
@pytest.mark.parametrize(("count", "triggered"), [(0, True), (1, True), (2, False), (3, False)])
def test_a_bag_that_cannot_fill_the_display(count: int, triggered: bool) -> None:
    display = ["- . . . . blue", "- . . . . grey", ". . . . . green"]
    state = play(position(display=display, bag=["build+ants"] * count), "end")
    assert fields(state, "last_turns") == [4 if triggered else 0]
    assert on_display(state) == min(15, 13 + count)


@pytest.mark.rule("AN-12.2")
def test_an_empty_bag_is_no_end_while_the_display_is_full() -> None:
    state = position(display=WHOLE, bag=["build+ants"])
    play(state, "use 2; take 1a; end")
    assert (bag(state).total(), on_display(state)) == (0, 15)
    assert fields(state, "last_turns") == [0]
    play(state, "end; end")
    assert fields(state, "last_turns") == [0]
    play(state, "use 2; take 1a; end")
    assert (on_display(state), fields(state, "last_turns")) == (14, [4])


@pytest.mark.rule("AN-12.3")
@pytest.mark.parametrize(
    ("kinds", "triggered"),
    [
        (("beetle",), True),
        ((), True),
        (("beetle", "ladybird"), False),
        (PREY[:3], False),
        (PREY, False),
    ],
)
def test_five_kinds_exhausted(kinds: tuple[str, ...], triggered: bool) -> None:
    state = play(position(prey=left(*kinds)), "end")
    assert fields(state, "last_turns") == [4 if triggered else 0]


@pytest.mark.rule("AN-12.3", "AN-8.14")
def test_the_last_piece_loaded_may_end_the_game() -> None:
    state = position({"workers": [5, 15, 34]}, prey={**left("beetle"), "butterfly": 1})
    play(state, "hero transport; load 22")
    assert fields(state, "last_turns") == [0]
    play(state, "end")
    assert fields(state, "last_turns") == [4]


@pytest.mark.rule("AN-12.3", "AN-11.7")
def test_so_may_the_last_piece_eaten() -> None:
    display = [". blue . . . .", ". . . . . grey", ". . . . . green"]
    state = position(display=display, prey={**left("beetle"), "dragonfly": 1})
    play(state, "use 2; take 1a; end")
    assert prey(state)["dragonfly"] == 0
    assert fields(state, "last_turns") == [4]


@pytest.mark.rule("AN-12.4")
@pytest.mark.parametrize(("players", "trigger"), [(2, 0), (2, 1), (3, 1), (4, 0), (4, 2), (4, 3)])
def test_everybody_has_one_more_turn(players: int, trigger: int) -> None:
    state = position(players=players, seat=trigger, prey=dict.fromkeys(PREY, 0))
    play(state, "end")
    seats: list[int] = []
    while not state.is_over:
        assert fields(state, "last_turns") == [players - len(seats)]
        again(state)
        seats.append(seat(state))
        play(state, "end")
    assert seats == [(trigger + 1 + turn) % players for turn in range(players)]
    assert seats[-1] == trigger
    assert fields(state, "phase", "last_turns") == ["over", 0]


@pytest.mark.rule("AN-12.4")
def test_nobody_acts_afterwards() -> None:
    state = play(position(last_turns=1), "end")
    assert state.is_over
    assert state.to_act == ()
    for by in range(4):
        assert state.codes(by) == []
        assert refuse(state, "end", by=by) == "AN-12.4"
    again(state)


@pytest.mark.rule("AN-12.4")
def test_the_last_turns_have_three_actions() -> None:
    state = position(last_turns=1)
    assert state.view(None)["actions"] == 3
    play(state, "use 4; hatch red; use 3; done; hero hatch; hatch red; end")
    assert state.is_over


@pytest.mark.rule("AN-12.5")
def test_clean_up_goes_on_as_usual() -> None:
    own: Doc = {"waiting": ["beetle"], "tiles": ["scout+build"] * 3}
    display = ["scout+build blue . . . .", ". . . . . grey", ". . . . . green"]
    state = position(own, display=display, last_turns=3, bag=["build+ants", "build+ants"])
    play(state, "use 2; take 1a; end; store 3")
    assert len(tiles(state)) == 3
    assert colony(state)["stored"] == {"beetle": 3}
    assert rows(state)[0][0] == "blue"
    assert prey(state)["dragonfly"] == 2
    assert on_display(state) == 15
    assert (seat(state), fields(state, "last_turns")) == (1, [2])


@pytest.mark.rule("AN-12.5")
@pytest.mark.parametrize("turns_left", [2, 3, 4])
def test_the_end_is_not_triggered_again(turns_left: int) -> None:
    display = ["- - . . . blue", ". . . . . grey", ". . . . . green"]
    state = position(
        display=display, bag=[], last_turns=turns_left, taken=True, prey=dict.fromkeys(PREY, 0)
    )
    play(state, "end")
    assert fields(state, "last_turns") == [turns_left - 1]
    assert rows(state)[0][3:] == ["blue", None, None]
    for _ in range(turns_left - 1):
        play(state, "end")
    assert state.is_over


@pytest.mark.rule("AN-12.6")
def test_after_the_very_last_turn_only_prey_is_put_away() -> None:
    own: Doc = {"waiting": ["beetle"], "tiles": ["scout+build"] * 2 + ["build+ants"] * 3}
    display = [". blue . . . .", ". grey . . . .", ". . . . . green"]
    state = position(own, display=display, last_turns=1, marked=[5])
    play(state, "use 2; take 1a; hero scout; take 1b")
    before = rows(state)
    held = tiles(state)
    play(state, "end")
    assert (phase(state), offered(state, "store")) == ("store", ["1", "2", "3", "4", "5", "6"])
    again(state)
    play(state, "store 4")
    assert state.is_over
    assert state.scores()[0] == 1
    assert (rows(state), tiles(state)) == (before, held)
    assert sum(prey(state).values()) == 17


@pytest.mark.rule("AN-12.6")
def test_nothing_is_asked_about_the_rest() -> None:
    own: Doc = {"tiles": ["scout+build"] * 2 + ["build+ants"] * 3}
    state = play(position(own, last_turns=1), "end")
    assert state.is_over
    assert len(tiles(state)) == 5
    again(state)


@pytest.mark.rule("AN-12.7")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_hundredth_round_is_the_last(players: int) -> None:
    rich: Doc = {"tiles": ["scout+build"] * 2 + ["build+ants"] * 2}
    state = position(*[{}] * (players - 1), rich, players=players, turns=100 * players - 1)
    assert seat(state) == players - 1
    assert state.view(None)["round"] == 100
    play(state, "end")
    assert state.is_over
    assert len(tiles(state, players - 1)) == 4


@pytest.mark.rule("AN-12.7")
@pytest.mark.parametrize("players", [3, 4])
def test_the_turn_before_is_like_any_other(players: int) -> None:
    state = play(position(players=players, turns=100 * players - 2), "end")
    assert not state.is_over
    assert texts(state)[-1] == "end"
    assert fields(play(state, "end"), "phase", "turns") == ["over", 100 * players]


@pytest.mark.rule("AN-12.7", "AN-12.4")
@pytest.mark.parametrize("turns_left", [1, 2, 4])
def test_it_cuts_the_last_turns_short(turns_left: int) -> None:
    state = play(position(turns=399, last_turns=turns_left), "end")
    assert fields(state, "phase", "last_turns") == ["over", 0]


@pytest.mark.rule("AN-12.7")
@pytest.mark.parametrize(
    "impossible", [{"turns": 400}, {"turns": 401}, {"last_turns": 5}, {"last_turns": -1}]
)
def test_no_position_beyond_it(impossible: dict[str, Any]) -> None:
    with pytest.raises(fm.BadPosition):
        position(**impossible)


@pytest.mark.rule("AN-12.7", "AN-12.4")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_table_that_never_scouts_comes_to_an_end(players: int) -> None:
    state = position(players=players, turns=0)
    turns = 0
    while not state.is_over:
        play(state, "end")
        turns += 1
    assert turns == 100 * players
    assert turns < state.game.longest == 10_000 * players
