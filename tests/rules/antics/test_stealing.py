"""Section 9: stealing."""

from __future__ import annotations

import pytest

from tests.rules.antics.helpers import (
    at_home,
    carrying,
    fields,
    nests,
    offered,
    phase,
    play,
    position,
    refuse,
    seat,
    supply,
    texts,
)
from tests.rules.antics.reckoning import Doc

THIEF: Doc = {"workers": [2], "nests": {"red": 1}}
VICTIM: Doc = {"workers": [2], "carrying": ["green 2"]}
THEFT = "steal 2 green 2"
# A waiting prey, two tiles too many, and two anteaters that arrive: all questions of clean-up.
ALL_AT_ONCE = [". blue . . . .", ". grey . . . .", ". . . . . green"]


@pytest.mark.rule("AN-9.1")
def test_stealing_needs_no_action() -> None:
    state = play(position(THIEF, VICTIM), THEFT)
    assert fields(state, "phase", "marked", "hero") == ["act", [], False]
    assert state.view(0)["actions"] == 3


@pytest.mark.rule("AN-9.1")
@pytest.mark.parametrize(
    "moment",
    [
        {"phase": "act"},
        {"phase": "scout", "level": 2},
        {"phase": "tile", "steps": 1},
        {"phase": "hatch", "steps": 3},
        {"phase": "hatch", "steps": 3, "first_nest": "red"},
        {"phase": "ants", "steps": 3},
        {"phase": "transport", "steps": 3},
    ],
    ids=["act", "scout", "tile", "hatch", "hatched one", "ants", "transport"],
)
def test_at_any_time_between_two_steps(moment: Doc) -> None:
    own: Doc = {"workers": [2, 10], "nests": {"red": 3}, "tiles": ["scout+build", "scout+hatch"]}
    state = position(own, VICTIM, **moment)
    before = set(texts(state))
    assert THEFT in before
    play(state, THEFT)
    assert phase(state) == moment["phase"]
    assert state.to_position().get("steps") == moment.get("steps")
    assert before - set(texts(state)) <= {THEFT, "recall 2", "bridge"}


@pytest.mark.rule("AN-9.1")
@pytest.mark.parametrize(
    "moment",
    [
        {"phase": "hex", "steps": 1, "tile": "scout+hatch"},
        {"phase": "lay", "steps": 1, "tile": "scout+hatch", "spot": "2"},
        {"phase": "give", "steps": 2, "pick": "load 13"},
    ],
    ids=["hex", "lay", "give"],
)
def test_not_within_a_step(moment: Doc) -> None:
    own: Doc = {"workers": [2, 5, 16, 21], "nests": {"red": 1}, "tiles": ["scout+hatch"]}
    assert refuse(position(own, VICTIM, **moment), THEFT) == "AN-9.1"


@pytest.mark.rule("AN-9.1")
def test_only_in_the_own_turn() -> None:
    state = position(THIEF, VICTIM, seat=2)
    assert refuse(state, THEFT, by=0) == "AN-3.1"


@pytest.mark.rule("AN-9.2")
@pytest.mark.parametrize(
    ("mine", "theirs", "action"),
    [
        ([1], ["green 2"], "steal 2 green 2"),
        ([2, 9], ["green 10"], "steal 2 green 10"),
        ([], ["green 2"], "steal 2 green 2"),
        ([2], ["green 10"], "steal 2 green 2"),
        ([2], ["green 2"], "steal 2 brown 2"),
        ([2], ["green 2"], "steal 2 butterfly"),
        ([2], ["green 2"], "steal 3 green 2"),
        ([2], ["green 2"], "steal 1 green 2"),
    ],
)
def test_a_worker_on_the_path_of_the_laden_ant(
    mine: list[int], theirs: list[str], action: str
) -> None:
    victim: Doc = {"workers": [2, 10], "carrying": theirs}
    state = position({"workers": mine, "nests": {"red": 1}}, victim)
    assert refuse(state, action) == "AN-9.2"


@pytest.mark.rule("AN-9.2")
def test_a_seat_that_is_not_there() -> None:
    assert refuse(position(THIEF, VICTIM, players=3), "steal 4 green 2") == "AN-9.2"


@pytest.mark.rule("AN-9.3")
def test_the_thief_must_be_without_a_load() -> None:
    state = position({**THIEF, "carrying": ["brown 2"]}, VICTIM)
    assert offered(state, "steal") == []
    assert refuse(state, THEFT) == "AN-9.3"


@pytest.mark.rule("AN-9.4")
def test_a_soldier_of_the_red_nest_returns_to_the_supply() -> None:
    state = position({"workers": [2], "nests": {"red": 2, "water": 1}}, VICTIM)
    assert supply(state) == 7
    play(state, THEFT)
    assert (nests(state), supply(state)) == ({"red": 1, "water": 1}, 8)
    assert supply(state, 1) == 10


@pytest.mark.rule("AN-9.4")
def test_no_theft_without_one() -> None:
    # A soldier on the path is not one in the nest.
    state = position({"workers": [2], "soldiers": [2], "nests": {"water": 5}}, VICTIM)
    assert refuse(state, THEFT) == "AN-9.4"


@pytest.mark.rule("AN-9.5")
@pytest.mark.parametrize("food", ["green", "brown", "butterfly", "ladybird"])
@pytest.mark.parametrize("path", [2, 10, "gorge"])
def test_the_piece_moves_from_one_ant_to_the_other(food: str, path: int | str) -> None:
    both: Doc = {"workers": [2, 10, "gorge"]}
    where = "" if food in ("butterfly", "ladybird") else f" {path}"
    state = position({**both, "nests": {"red": 1}}, {}, {**both, "carrying": [f"{food} {path}"]})
    lying = fields(state, "prey", "leaves")
    play(state, f"steal 3 {food}{where}")
    assert (carrying(state), carrying(state, 2)) == ([f"{food} {path}"], [])
    assert fields(state, "prey", "leaves") == lying
    assert at_home(state) == []


@pytest.mark.rule("AN-9.6")
@pytest.mark.parametrize(
    "has",
    [{"carrying": ["beetle 10"]}, {"waiting": ["beetle"]}, {"stored": {"beetle": 5}}],
    ids=["on an ant", "beside the hill", "on the hill"],
)
def test_no_second_prey_of_a_kind(has: Doc) -> None:
    victim: Doc = {"workers": [2], "carrying": ["beetle 2"]}
    state = position({"workers": [2, 10], "nests": {"red": 1}, **has}, victim)
    assert refuse(state, "steal 2 beetle") == "AN-9.6"


@pytest.mark.rule("AN-9.6", "AN-8.4")
def test_leaves_are_stolen_in_any_number() -> None:
    state = position({**THIEF, "green": 3}, VICTIM)
    play(state, THEFT)
    assert carrying(state) == ["green 2"]


@pytest.mark.rule("AN-9.7")
def test_food_is_safe_beside_its_owners_soldier() -> None:
    state = position(THIEF, {**VICTIM, "soldiers": [2]})
    assert offered(state, "steal") == []
    assert refuse(state, THEFT) == "AN-9.7"


@pytest.mark.rule("AN-9.7")
@pytest.mark.parametrize("guard", [{"workers": [2, 10], "soldiers": [10]}, {"workers": [2]}])
def test_a_soldier_elsewhere_does_not_help(guard: Doc) -> None:
    state = position(THIEF, {**guard, "carrying": ["green 2"]})
    assert carrying(play(state, THEFT)) == ["green 2"]


@pytest.mark.rule("AN-9.7", "AN-15.9")
def test_the_soldier_of_a_third_player_does_not_help() -> None:
    state = position(THIEF, VICTIM, {"workers": [2], "soldiers": [2]})
    assert carrying(play(state, THEFT)) == ["green 2"]


@pytest.mark.rule("AN-9.8")
def test_several_thefts_with_one_soldier_each() -> None:
    own: Doc = {"workers": [1, 2, 3], "nests": {"red": 2}}
    rivals: list[Doc] = [
        {"workers": [1, 2], "carrying": ["green 1", "beetle 2"]},
        {"workers": [3], "carrying": ["brown 3"]},
    ]
    state = position(own, *rivals)
    assert offered(state, "steal") == ["2 beetle", "2 green 1", "3 brown 3"]
    play(state, "steal 3 brown 3; steal 2 beetle")
    assert carrying(state) == ["beetle 2", "brown 3"]
    assert (offered(state, "steal"), nests(state), supply(state)) == ([], {}, 8)
    assert refuse(state, "steal 2 green 1") == "AN-9.4"


@pytest.mark.rule("AN-9.9")
def test_after_the_last_action_until_the_end_of_the_turn() -> None:
    state = play(position(THIEF, VICTIM), "hero hatch; hatch red; use 4; hatch red; use 1")
    assert texts(state) == ["end", THEFT]
    play(state, THEFT)
    assert (texts(state), seat(state)) == (["end"], 0)


@pytest.mark.rule("AN-9.9")
def test_not_in_clean_up() -> None:
    own: Doc = {**THIEF, "waiting": ["beetle"], "tiles": ["scout+build"] * 3 + ["build+ants"] * 2}
    state = position(own, VICTIM, display=ALL_AT_ONCE, marked=[5])
    play(state, "use 2; take 1a; hero scout; take 1b; end")
    asked = []
    while seat(state) == 0:
        asked.append(phase(state))
        assert offered(state, "steal") == []
        assert refuse(state, THEFT) == "AN-9.9"
        play(state, texts(state)[0])
    assert asked == ["store", *["return"] * 4, "anteater"]


@pytest.mark.rule("AN-9.10", "AN-9.1")
def test_stolen_food_is_passed_on_in_the_same_action() -> None:
    own: Doc = {"workers": [2, 10], "nests": {"red": 1}}
    state = position(
        own, {"workers": [2, 10], "carrying": ["beetle 10"]}, phase="transport", steps=2
    )
    assert texts(state) == ["done", "steal 2 beetle"]
    play(state, "steal 2 beetle; carry beetle; carry beetle; home")
    assert (phase(state), at_home(state)) == ("act", ["beetle"])


@pytest.mark.rule("AN-9.1", "AN-3.13")
def test_an_action_goes_on_while_a_theft_is_possible() -> None:
    state = play(position(THIEF, VICTIM), "use 5")
    assert texts(state) == ["done", THEFT]
    play(state, THEFT)
    assert texts(state) == ["carry green 2", "done"]
    # Where the theft leaves nothing to do, the action is over.
    state = play(position(THIEF, VICTIM, phase="ants", steps=4), THEFT)
    assert (phase(state), carrying(state)) == ("act", ["green 2"])


@pytest.mark.rule("AN-9.5")
def test_it_can_be_stolen_back() -> None:
    state = position(THIEF, {**VICTIM, "nests": {"red": 1}})
    play(state, "steal 2 green 2; end; steal 1 green 2")
    assert (carrying(state), carrying(state, 1)) == ([], ["green 2"])


@pytest.mark.rule("AN-9.2", "AN-7.4")
def test_nothing_is_stolen_from_clearings_or_hills() -> None:
    state = position(THIEF, {"workers": [2], "stored": {"ladybird": 5}, "green": 2})
    assert offered(state, "steal") == []
    for action in ("steal 2 ladybird", "steal 2 green 2", "steal 2 beetle"):
        assert refuse(state, action) == "AN-9.2"
