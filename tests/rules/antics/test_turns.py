"""Section 3: turns and actions."""

from __future__ import annotations

from typing import Any

import pytest

import formicarium as fm
from tests.rules.antics.helpers import (
    bag,
    colony,
    fields,
    game,
    hexes,
    nests,
    offered,
    phase,
    play,
    position,
    refuse,
    seat,
    supply,
    texts,
    tiles,
    tower,
    workers,
)

HEROES = ["scout", "build", "hatch", "ants", "transport"]


def left(state: fm.State) -> int:
    """How many actions the seat in turn still has."""
    return int(state.view(None)["actions"])


@pytest.mark.rule("AN-3.1")
@pytest.mark.parametrize(("players", "first"), [(2, 1), (3, 2), (4, 0), (4, 3)])
def test_turns_go_clockwise(players: int, first: int) -> None:
    state = game(players, first_player=f"seat_{first + 1}").start(seed=1)
    seats = []
    for _ in range(2 * players + 1):
        seats.append(seat(state))
        play(state, "end")
    assert seats == [(first + turn) % players for turn in range(2 * players + 1)]


@pytest.mark.rule("AN-3.1")
@pytest.mark.parametrize("other", [0, 1, 3])
def test_nobody_else_acts(other: int) -> None:
    state = position(seat=2)
    assert state.to_act == (2,)
    assert state.codes(other) == []
    assert refuse(state, "end", by=other) == "AN-3.1"


@pytest.mark.rule("AN-3.2")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_one_action_then_two_then_three(players: int) -> None:
    state = game(players).start(seed=3)
    found = []
    for _ in range(2 * players):
        found.append(left(state))
        play(state, "end")
    assert found == [1, 2, *[3] * (2 * players - 2)]


@pytest.mark.rule("AN-3.2")
@pytest.mark.parametrize(("turns", "line"), [(0, ""), (1, "use 5"), (2, "use 5; use 3")])
def test_no_action_beyond_these(turns: int, line: str) -> None:
    # Transport and ants! find nothing to do here and are over at once.
    state = play(position(turns=turns), line)
    assert left(state) == 1
    play(state, "hero transport")
    assert left(state) == 0
    assert texts(state) == ["end"]
    assert refuse(state, "use 4") == "AN-3.2"
    assert refuse(state, "hero scout") == "AN-3.2"


@pytest.mark.rule("AN-3.3")
def test_a_marker_goes_on_a_hex_and_its_action_follows_at_once() -> None:
    state = play(position(), "use 4")
    assert fields(state, "phase", "marked") == ["hatch", [4]]
    for action in ("use 2", "hero scout", "end"):
        assert refuse(state, action) == "AN-6.1"
    play(state, "done; use 3")
    assert fields(state, "phase", "marked") == ["act", [4, 3]]


@pytest.mark.rule("AN-3.3")
def test_only_uncovered_hexes_are_used() -> None:
    # Transport covers the scout of the base, fungus its hatch.
    state = position({"hill": ["transport+fungus 1,0 se"], "workers": [5, 16]})
    assert offered(state, "use") == ["1", "2", "3", "5", "6"]
    play(state, "use 2")
    assert phase(state) == "transport"


@pytest.mark.rule("AN-3.4")
@pytest.mark.parametrize("level", [1, 2, 3, 4, 5])
def test_the_level_of_an_action_is_that_of_its_hex(level: int) -> None:
    pile = tower(
        "scout+hatch",
        "hatch+ants",
        "hatch+transport",
        "build+hatch",
        "hatch+fungus",
        "scout+hatch",
        "hatch+ants",
    )[: (0, 1, 3, 5, 7)[level - 1]]
    state = position({"hill": pile}, {"tiles": ["scout+hatch"]})
    number = next(n for n, shown in hexes(state).items() if shown == (level, "hatch"))
    play(state, f"use {number}")
    assert fields(state, "phase", "steps") == ["hatch", level]
    play(state, "; ".join(["hatch red"] * level))
    assert phase(state) == "act"
    assert nests(state) == {"red": level}


@pytest.mark.rule("AN-3.5")
def test_a_hex_once_a_turn() -> None:
    state = play(position(), "use 4; done")
    assert "4" not in offered(state, "use")
    assert refuse(state, "use 4") == "AN-3.5"


@pytest.mark.rule("AN-3.6")
def test_the_same_action_on_other_hexes() -> None:
    state = position({"tiles": ["scout+hatch", "scout+hatch", "scout+hatch"]})
    play(state, "use 1; hex 3 e; lay e; use 6; hex 8 e; lay e; hero build; hex 10 e; lay e")
    assert len(colony(state)["hill"]) == 3
    assert fields(state, "marked", "hero") == [[1, 6], True]


@pytest.mark.rule("AN-3.7")
def test_a_hex_with_prey_is_not_used() -> None:
    state = position({"stored": {"beetle": 4}})
    assert offered(state, "use") == ["1", "2", "3", "5", "6"]
    assert refuse(state, "use 4") == "AN-3.7"


@pytest.mark.rule("AN-3.8")
def test_the_opening_build_scout_two_hatch_two() -> None:
    # A play report of 2010: build the start tile, take two tiles, hatch two, all in one turn.
    state = position({"tiles": ["scout+hatch"]})
    play(state, "use 1; hex 2; lay se")
    assert hexes(state)[2] == (2, "scout")
    assert hexes(state)[4] == (2, "hatch")
    play(state, "use 2; take 1a; take 2b")
    assert len(tiles(state)) == 2
    play(state, "use 4; hatch soil; hatch soil")
    assert nests(state) == {"soil": 2}
    assert fields(state, "phase", "marked") == ["act", [1, 2, 4]]


@pytest.mark.rule("AN-3.3", "AN-3.4", "AN-3.8")
def test_daniel_takes_his_turn() -> None:
    """The example turn of the rule book: scout two, build two, send three ants from level 3."""
    hill = ["scout+hatch 1,0 se", "build+transport 0,0 se"]
    rows = ["ants+fungus build+hatch . . . blue", ". . . . . grey", ". . . . . green"]
    daniel = {"hill": hill, "nests": {"water": 1, "soil": 1, "stone": 1}}
    state = play(position(daniel, display=rows), "use 2; take 1a; take 2a")
    play(state, "use 1; tile ants+fungus; hex 4; hex 3 e; lay e")
    assert hexes(state)[4] == (3, "ants")
    play(state, "use 4; place 2; place 3; place 4")
    assert workers(state) == [2, 3, 4]
    assert texts(state) == ["end"]


@pytest.mark.rule("AN-3.9")
@pytest.mark.parametrize("action", HEROES)
def test_the_hero_does_any_action_at_level_1(action: str) -> None:
    own = {"tiles": ["scout+build", "scout+ants"], "workers": [5, 16], "nests": {"flower": 2}}
    state = play(position(own), f"hero {action}")
    expected = {"build": "tile"}.get(action, action)
    assert fields(state, "phase", "marked", "hero") == [expected, [], True]
    assert fields(state, "level" if action == "scout" else "steps") == [1]


@pytest.mark.rule("AN-3.9")
def test_the_hero_once_a_turn() -> None:
    state = play(position(), "hero hatch; hatch red")
    assert offered(state, "hero") == []
    for action in HEROES:
        assert refuse(state, f"hero {action}") == "AN-3.9"
    assert left(state) == 2


@pytest.mark.rule("AN-3.9", "AN-3.5")
def test_the_hero_besides_two_hexes() -> None:
    state = play(position(), "use 4; hatch red; hero hatch; hatch red; use 5")
    assert nests(state) == {"red": 2}
    assert texts(state) == ["end"]


@pytest.mark.rule("AN-3.10")
@pytest.mark.parametrize("line", ["", "use 5", "use 5; use 3"])
def test_actions_may_be_declined(line: str) -> None:
    state = play(position(), line)
    assert left(state) > 0
    play(state, "end")
    assert seat(state) == 1


@pytest.mark.rule("AN-3.11", "AN-3.13")
@pytest.mark.parametrize(
    ("own", "action"),
    [
        ({}, "use 5"),
        ({}, "use 3"),
        ({}, "use 1"),
        ({"nests": {"water": 11}}, "use 4"),
        ({}, "hero build"),
        ({}, "hero ants"),
        ({}, "hero transport"),
        ({"nests": {"water": 11}}, "hero hatch"),
    ],
)
def test_an_action_without_effect_may_be_used_and_is_over_at_once(
    own: dict[str, Any], action: str
) -> None:
    state = position(own)
    before = colony(state)
    play(state, action)
    assert (phase(state), left(state)) == ("act", 2)
    assert colony(state) == before


@pytest.mark.rule("AN-3.11", "AN-4.4")
@pytest.mark.parametrize("action", ["use 2", "hero scout"])
def test_scouting_where_nothing_lies(action: str) -> None:
    # Two anteaters wait on field 1; the tile of the third row has been taken in this turn.
    display = ["blue . . . . .", "grey . . . . .", "- . . . green ."]
    state = play(position(display=display), action)
    assert (phase(state), left(state), tiles(state)) == ("act", 2, [])


@pytest.mark.rule("AN-3.12")
def test_the_end_of_a_turn_is_asked_even_after_the_last_action() -> None:
    state = play(position(), "use 5; use 3; hero transport")
    assert (seat(state), texts(state)) == (0, ["end"])
    play(state, "end")
    assert seat(state) == 1


@pytest.mark.rule("AN-3.12")
def test_what_was_drawn_cannot_be_taken_back() -> None:
    record = fm.Record(game(4, first_player="seat_1"), seed=6)
    record.play(0, "use 2")
    record.play(0, "take 1b")
    assert record.can_undo(0)
    record.play(0, "end")
    assert not record.can_undo(0)
    record = fm.Record(game(4, first_player="seat_1"), seed=6)
    record.play(0, "use 2")
    record.play(0, "take 1b")
    record.undo(0)
    assert phase(record.state) == "scout"
    record.undo(0)
    assert record.state == game(4, first_player="seat_1").start(seed=6)


@pytest.mark.rule("AN-3.12")
def test_a_turn_without_a_draw_can_be_taken_back() -> None:
    record = fm.Record(game(4, first_player="seat_1"), seed=6)
    record.play(0, "end")
    assert record.can_undo(0)
    record.undo(0)
    assert record.state.to_act == (0,)


@pytest.mark.rule("AN-3.13")
@pytest.mark.parametrize(
    ("own", "line", "wanted"),
    [
        ({"tiles": ["scout+build"]}, "use 1", "hex"),
        ({"tiles": ["scout+build", "build+scout"]}, "use 1", "hex"),
        ({"tiles": ["scout+build", "scout+ants"]}, "use 1", "tile"),
        ({"tiles": ["scout+build"]}, "use 1; hex 3", "act"),
        ({"tiles": ["scout+build"]}, "use 1; hex 2", "lay"),
        ({"nests": {"red": 10}}, "use 4; hatch red", "act"),
        ({"workers": [5, 16]}, "hero transport; load 13", "act"),
        ({"workers": [16, 5, 21]}, "hero transport; load 13", "give"),
        ({"nests": {"water": 1}}, "hero ants; place 2", "act"),
    ],
)
def test_only_choices_are_asked(own: dict[str, Any], line: str, wanted: str) -> None:
    assert phase(play(position(own), line)) == wanted


@pytest.mark.rule("AN-3.13")
@pytest.mark.parametrize("action", ["hatch", "ants", "transport"])
def test_three_actions_can_be_ended_early(action: str) -> None:
    state = position({"workers": [5, 16], "nests": {"flower": 2}}, phase=action, steps=4)
    before = supply(state)
    play(state, "done")
    assert phase(state) == "act"
    assert supply(state) == before


@pytest.mark.rule("AN-3.13")
def test_an_action_that_has_run_dry_ends_by_itself() -> None:
    # Two in the supply at level 4: after the second nothing can hatch.
    state = position({"nests": {"red": 9}}, phase="hatch", steps=4)
    play(state, "hatch water; hatch water")
    assert phase(state) == "act"
    # Two steps are left, but nobody is left to recall and nothing to place.
    state = position({"nests": {"red": 2}}, phase="ants", steps=4)
    play(state, "leave red; leave red")
    assert phase(state) == "act"
    # The only leaf has come home.
    leaves = [7, 9, 11, 14, 15, 17, 18, 19]
    state = position(
        {"workers": [5], "carrying": ["brown 5"], "brown": 1},
        phase="transport",
        steps=5,
        leaves=leaves,
    )
    play(state, "carry brown 5")
    assert phase(state) == "act"


@pytest.mark.rule("AN-3.12", "AN-10.10")
def test_ending_without_having_scouted_changes_nothing_but_the_turn() -> None:
    state = position({"nests": {"water": 2}})
    before = state.to_position()
    drawn = bag(state)
    play(state, "end")
    assert bag(state) == drawn
    assert {**state.to_position(), "turns": 0} == {**before, "turns": 0}
