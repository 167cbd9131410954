"""Section 15: options, each in all its settings."""

from __future__ import annotations

from collections import Counter

import pytest

import formicarium as fm
from tests.rules.antics.helpers import (
    again,
    anteaters,
    at_home,
    carrying,
    colony,
    fields,
    game,
    offered,
    on_display,
    phase,
    play,
    points,
    position,
    prey,
    refuse,
    rows,
    soldiers,
    supply,
    workers,
)
from tests.rules.antics.reckoning import PREY, Doc

CHOICES = {
    "first_player": ("random", "seat_1", "seat_2", "seat_3", "seat_4"),
    "variant": ("base", "unofficial_two"),
    "refill": ("lowest", "fungus_far"),
    "workers": ("one", "several"),
    "recall_laden": ("forbidden", "food_lost"),
    "recall_guarded": ("soldier_first", "together"),
    "gorge": ("path", "apart"),
    "guard": ("owner", "path"),
    "storage": ("actions", "any_hex"),
    "no_room": ("counts", "scores_nothing"),
    "reset_rows": ("same", "shuffled"),
    "leaves": ("spread", "gathered"),
}
SEVERAL = {"workers": "several"}
LOST = {"recall_laden": "food_lost"}
TOGETHER = {"recall_guarded": "together"}
APART = {"gorge": "apart"}
GUARD = {"guard": "path"}
ANY_HEX = {"storage": "any_hex"}
GATHERED = {"leaves": "gathered"}
FULL = {kind: number for number, kind in enumerate(PREY[:5], 1)}
ONE_FUNGUS = ["scout+fungus 0,0 se"]


@pytest.mark.rule("AN-15.1")
def test_all_options_and_their_defaults() -> None:
    assert game(4).options == {name: choices[0] for name, choices in CHOICES.items()}


@pytest.mark.rule("AN-15.1")
@pytest.mark.parametrize("name", CHOICES)
def test_every_choice_is_known_and_no_other(name: str) -> None:
    for choice in CHOICES[name]:
        players = 2 if choice == "unofficial_two" else 4
        assert fm.load("antics", players=players, **{name: choice}).options[name] == choice
    for nonsense in ("nonsense", "", "Seat_9"):
        with pytest.raises(fm.BadOption):
            fm.load("antics", players=4, **{name: nonsense})


@pytest.mark.rule("AN-15.1")
def test_unknown_options_are_refused() -> None:
    with pytest.raises(fm.BadOption):
        fm.load("antics", players=4, house_rule="yes")


@pytest.mark.rule("AN-15.2")
@pytest.mark.parametrize(("players", "choice"), [(3, "seat_4"), (2, "seat_3"), (2, "seat_4")])
def test_the_first_player_must_sit_at_the_table(players: int, choice: str) -> None:
    two = {"variant": "unofficial_two"} if players == 2 else {}
    with pytest.raises(fm.BadOption):
        fm.load("antics", players=players, first_player=choice, **two)


@pytest.mark.rule("AN-15.3")
@pytest.mark.parametrize(
    ("players", "choice"), [(2, "base"), (3, "unofficial_two"), (4, "unofficial_two")]
)
def test_two_players_and_the_option_belong_together(players: int, choice: str) -> None:
    with pytest.raises(fm.BadOption):
        fm.load("antics", players=players, variant=choice)


# ---- refill


@pytest.mark.rule("AN-15.4", "AN-10.13")
@pytest.mark.parametrize(
    ("choice", "tile", "field"),
    [
        ("lowest", "scout+fungus", 4),
        ("lowest", "scout+build", 4),
        ("fungus_far", "scout+fungus", 6),
        ("fungus_far", "scout+build", 4),
    ],
)
def test_refill(choice: str, tile: str, field: int) -> None:
    state = position(
        display=["- - - . . blue", ". . . . . grey", "- . . . . green"],
        bag=[tile],
        options={"refill": choice},
    )
    play(state, "end")
    assert rows(state)[0][field - 1] == tile
    assert on_display(state) == 12
    again(state)


@pytest.mark.rule("AN-15.4")
def test_fungus_fills_the_far_fields_row_by_row() -> None:
    # Places 5a, 5b, 6a, 6b, 6c; two with fungus and one without.
    state = position(
        display=["- - . . . blue", "- - . . . grey", "- . . . . green"],
        bag=["scout+fungus", "scout+fungus", "build+ants"],
        options={"refill": "fungus_far"},
    )
    play(state, "end")
    found = rows(state)
    assert [row[5] for row in found] == ["scout+fungus", "scout+fungus", None]
    assert [row[4] for row in found] == ["build+ants", None, "green"]


@pytest.mark.rule("AN-15.4", "AN-11.15")
def test_fungus_goes_far_after_a_reset_too() -> None:
    state = position(
        display=["- blue . - . .", "grey . . . . .", "green . . . - ."],
        bag=["scout+fungus"],
        options={"refill": "fungus_far"},
    )
    play(state, "end")
    assert rows(state)[0][3:] == [None, "scout+fungus", "red"]
    assert rows(state)[2][4:] == [None, "brown"]


# ---- workers


@pytest.mark.rule("AN-15.5", "AN-7.5")
def test_several_workers_on_a_path() -> None:
    own: Doc = {"workers": [2, 2], "nests": {"water": 2, "red": 1}}
    state = position(own, phase="ants", steps=4, options=SEVERAL)
    play(state, "place 2; place 2")
    assert workers(state) == [2, 2, 2, 2]
    play(state, "secure 2; recall 2")
    assert (workers(state), soldiers(state)) == ([2, 2, 2], [2])
    again(state)


@pytest.mark.rule("AN-15.5", "AN-8.9")
def test_each_of_several_carries_one_piece() -> None:
    own: Doc = {"workers": [5, 15, 34, 34], "carrying": ["green 34"]}
    state = position(own, phase="transport", steps=3, options=SEVERAL)
    play(state, "load 22")
    assert carrying(state) == ["butterfly 34", "green 34"]
    assert refuse(state, "load 22") == "AN-8.3"
    play(state, "carry green 34")
    assert carrying(state) == ["butterfly 34", "green 15"]
    with pytest.raises(fm.BadPosition):
        position({"workers": [5, 5], "carrying": ["green 5"] * 3}, options=SEVERAL)
    assert (
        carrying(position({"workers": [5, 5], "carrying": ["green 5"] * 2}, options=SEVERAL))
        == ["green 5"] * 2
    )


@pytest.mark.rule("AN-15.5", "AN-7.12")
def test_there_is_still_one_bridge_each() -> None:
    own: Doc = {"workers": ["gorge"], "nests": {"red": 3}}
    state = position(own, phase="ants", steps=4, options=SEVERAL)
    assert refuse(state, "bridge") == "AN-7.12"


@pytest.mark.rule("AN-15.5", "AN-7.16", "AN-7.17", "AN-7.18")
def test_only_the_last_of_several_holds_path_and_soldier() -> None:
    own: Doc = {"workers": [2, 2, 10, 10], "soldiers": [10], "carrying": ["green 10"]}
    state = position(own, phase="ants", steps=5, options=SEVERAL)
    assert offered(state, "recall") == ["2", "10"]
    play(state, "recall 2; recall 10")
    assert carrying(state) == ["green 10"]
    assert refuse(state, "recall 2") == "AN-7.16"
    assert refuse(state, "recall 10") == "AN-7.17"


@pytest.mark.rule("AN-15.5", "AN-9.3")
def test_a_second_worker_can_steal() -> None:
    thief: Doc = {"workers": [2, 2], "nests": {"red": 2}, "carrying": ["brown 2"]}
    victim: Doc = {"workers": [2, 2], "carrying": ["green 2", "beetle 2"]}
    state = position(thief, victim, options=SEVERAL)
    assert offered(state, "steal") == ["2 beetle", "2 green 2"]
    play(state, "steal 2 green 2")
    assert carrying(state) == ["brown 2", "green 2"]
    assert refuse(state, "steal 2 beetle") == "AN-9.3"


# ---- recall_laden


@pytest.mark.rule("AN-15.6", "AN-7.17")
def test_food_is_lost_with_a_laden_worker() -> None:
    own: Doc = {"workers": [5, 16], "carrying": ["brown 16"], "nests": {"red": 1}}
    state = position(own, phase="ants", steps=2, options=LOST)
    lying = state.to_position()["leaves"]
    play(state, "recall 16; done")
    assert (workers(state), carrying(state), at_home(state)) == ([5], [], [])
    assert state.to_position()["leaves"] == lying
    again(state)


@pytest.mark.rule("AN-15.6")
def test_lost_prey_can_be_had_again_by_its_kind() -> None:
    own: Doc = {"workers": [5, 15, 34], "carrying": ["butterfly 34"], "nests": {"flower": 1}}
    state = position(own, phase="ants", steps=2, options=LOST)
    play(state, "recall 34; place 34")
    assert prey(state)["butterfly"] == 2
    play(state, "use 5; load 22")
    assert carrying(state) == ["butterfly 34"]


@pytest.mark.rule("AN-15.6", "AN-15.5")
def test_an_unladen_worker_goes_first() -> None:
    own: Doc = {"workers": [5, 5], "carrying": ["brown 5"], "nests": {"red": 1}}
    options = {**SEVERAL, **LOST}
    state = position(own, phase="ants", steps=3, options=options)
    play(state, "recall 5")
    assert (workers(state), carrying(state)) == ([5], ["brown 5"])
    play(state, "recall 5")
    assert (workers(state), carrying(state)) == ([], [])


@pytest.mark.rule("AN-15.6", "AN-15.5")
def test_of_several_loads_the_least_valuable_is_lost() -> None:
    loads = ["butterfly 5", "green 5", "brown 5"]
    own: Doc = {"workers": [5, 5, 5], "carrying": loads, "nests": {"red": 1}}
    state = position(own, phase="ants", steps=4, options={**SEVERAL, **LOST})
    for left in (["butterfly 5", "green 5"], ["butterfly 5"], []):
        play(state, "recall 5")
        assert carrying(state) == left
        again(state)


@pytest.mark.rule("AN-15.6", "AN-7.16")
def test_a_laden_worker_may_not_cut_the_network_either() -> None:
    own: Doc = {"workers": [5, 16], "carrying": ["brown 5"]}
    state = position(own, phase="ants", steps=2, options=LOST)
    assert offered(state, "recall") == ["16"]
    assert refuse(state, "recall 5") == "AN-7.16"


# ---- recall_guarded


@pytest.mark.rule("AN-15.7", "AN-7.18")
def test_worker_and_soldier_leave_together() -> None:
    own: Doc = {"workers": [5, 16], "soldiers": [16]}
    state = position(own, phase="ants", steps=2, options=TOGETHER)
    play(state, "recall 16")
    assert fields(state, "steps") == [1]
    assert (workers(state), soldiers(state), supply(state)) == ([5], [], 10)


@pytest.mark.rule("AN-15.7")
def test_the_soldier_may_still_leave_alone() -> None:
    own: Doc = {"workers": [5, 16], "soldiers": [16]}
    state = position(own, phase="ants", steps=2, options=TOGETHER)
    play(state, "dismiss 16; recall 16")
    assert (workers(state), soldiers(state), supply(state)) == ([5], [], 10)


@pytest.mark.rule("AN-15.7", "AN-15.5")
def test_the_soldier_stays_with_the_last_of_several() -> None:
    own: Doc = {"workers": [5, 5], "soldiers": [5]}
    state = position(own, phase="ants", steps=3, options={**SEVERAL, **TOGETHER})
    play(state, "recall 5")
    assert (workers(state), soldiers(state)) == ([5], [5])
    play(state, "recall 5")
    assert (workers(state), soldiers(state), supply(state)) == ([], [], 11)


# ---- gorge


@pytest.mark.rule("AN-15.8", "AN-7.14")
def test_no_soldier_on_the_gorge() -> None:
    own: Doc = {"workers": ["gorge", 30], "nests": {"red": 1}}
    state = position(own, phase="ants", steps=2, options=APART)
    assert offered(state, "secure") == ["30"]
    assert refuse(state, "secure gorge") == "AN-7.14"
    with pytest.raises(fm.BadPosition):
        position({"workers": ["gorge"], "soldiers": ["gorge"]}, options=APART)


@pytest.mark.rule("AN-15.8", "AN-7.14")
def test_nothing_is_stolen_on_the_gorge() -> None:
    thief: Doc = {"workers": ["gorge"], "nests": {"red": 1}}
    victim: Doc = {"workers": ["gorge"], "carrying": ["green gorge"]}
    state = position(thief, victim, options=APART)
    assert offered(state, "steal") == []
    assert refuse(state, "steal 2 green gorge") == "AN-7.14"
    assert carrying(play(position(thief, victim), "steal 2 green gorge")) == ["green gorge"]


@pytest.mark.rule("AN-15.8", "AN-7.13")
def test_the_bridge_still_connects_and_carries() -> None:
    own: Doc = {"workers": ["gorge", 30]}
    state = position(own, phase="transport", steps=3, options=APART)
    play(state, "load 20; carry dragonfly; carry dragonfly; home")
    assert at_home(state) == ["dragonfly"]


# ---- guard


@pytest.mark.rule("AN-15.9", "AN-9.7")
def test_a_soldier_guards_the_whole_path() -> None:
    thief: Doc = {"workers": [2], "nests": {"red": 1}}
    victim: Doc = {"workers": [2], "carrying": ["green 2"]}
    third: Doc = {"workers": [2], "soldiers": [2]}
    state = position(thief, victim, third, options=GUARD)
    assert refuse(state, "steal 2 green 2") == "AN-9.7"
    own = position(thief, {**victim, "soldiers": [2]}, options=GUARD)
    assert refuse(own, "steal 2 green 2") == "AN-9.7"


@pytest.mark.rule("AN-15.9")
def test_against_everybody_but_its_own_player() -> None:
    thief: Doc = {"workers": [2], "soldiers": [2], "nests": {"red": 1}}
    victim: Doc = {"workers": [2], "carrying": ["green 2"]}
    state = play(position(thief, victim, options=GUARD), "steal 2 green 2")
    assert carrying(state) == ["green 2"]


@pytest.mark.rule("AN-15.9")
def test_only_on_its_path() -> None:
    thief: Doc = {"workers": [2], "nests": {"red": 1}}
    victim: Doc = {"workers": [2, 10], "soldiers": [10], "carrying": ["green 2"]}
    state = play(position(thief, victim, options=GUARD), "steal 2 green 2")
    assert carrying(state) == ["green 2"]


# ---- storage


@pytest.mark.rule("AN-15.10", "AN-10.4")
def test_prey_on_fungus() -> None:
    state = position({"hill": ONE_FUNGUS, "waiting": ["beetle"]}, options=ANY_HEX)
    play(state, "end")
    assert offered(state, "store") == ["1", "2", "3", "4", "5", "6"]
    play(state, "store 6")
    assert colony(state)["stored"] == {"beetle": 6}
    again(state)


@pytest.mark.rule("AN-15.10", "AN-13.2")
def test_fungus_under_prey_takes_no_leaf() -> None:
    own: Doc = {"hill": ONE_FUNGUS, "green": 1}
    assert position(own, options=ANY_HEX).scores()[0] == 4
    assert position({**own, "stored": {"beetle": 6}}, options=ANY_HEX).scores()[0] == 1
    assert position({**own, "stored": {"beetle": 1}}, options=ANY_HEX).scores()[0] == 5


@pytest.mark.rule("AN-15.10", "AN-5.11", "AN-10.3")
def test_fungus_under_prey_is_not_covered() -> None:
    own: Doc = {
        "hill": [*ONE_FUNGUS, "scout+build 1,0 se"],
        "stored": {"beetle": 6},
        "tiles": ["scout+hatch"],
    }
    state = play(position(own, options=ANY_HEX), "hero build")
    assert refuse(state, "hex 6") == "AN-5.11"


# ---- no_room


@pytest.mark.rule("AN-15.11", "AN-10.6")
@pytest.mark.parametrize(("choice", "total"), [("counts", 36), ("scores_nothing", 25)])
def test_prey_without_room(choice: str, total: int) -> None:
    own: Doc = {"hill": ONE_FUNGUS, "stored": FULL, "waiting": ["ladybird"]}
    state = play(position(own, last_turns=1, options={"no_room": choice}), "end")
    assert state.is_over
    assert state.scores()[0] == total
    assert len(points(state)["prey"]["kinds"]) == (6 if choice == "counts" else 5)
    again(state)


@pytest.mark.rule("AN-15.11", "AN-15.10")
def test_any_hex_leaves_room_for_six() -> None:
    own: Doc = {"hill": ONE_FUNGUS, "stored": FULL, "waiting": ["ladybird"]}
    options = {**ANY_HEX, "no_room": "scores_nothing"}
    state = play(position(own, last_turns=1, options=options), "end")
    assert state.is_over
    assert colony(state)["stored"] == {**FULL, "ladybird": 6}
    assert state.scores()[0] == 36


# ---- reset_rows


@pytest.mark.rule("AN-15.12", "AN-11.14")
@pytest.mark.parametrize("choice", ["same", "shuffled"])
def test_reset_rows(choice: str) -> None:
    display = ["blue . . . . .", "grey . . . . .", ". green . . . ."]
    seen = Counter[tuple[tuple[str, int], ...]]()
    for seed in range(60):
        state = position(display=display, options={"reset_rows": choice})
        state = state.redetermined(0, seed)
        play(state, "use 2; end")
        assert sorted(anteaters(state)) == [("brown", 6), ("red", 6), ("yellow", 6)]
        assert on_display(state) == 15
        seen[tuple(anteaters(state))] += 1
        again(state)
    assert len(seen) == (1 if choice == "same" else 6)


# ---- leaves


@pytest.mark.rule("AN-15.13", "AN-2.6")
def test_leaves_gathered_on_one_clearing() -> None:
    state = game(4, leaves="gathered").start(seed=1)
    assert state.to_position()["leaves"] == [6] * 5 + [14] * 5


@pytest.mark.rule("AN-15.13", "AN-8.2")
def test_loading_from_a_heap() -> None:
    own: Doc = {"workers": [1, 8, 20]}
    state = position(own, phase="transport", steps=5, options=GATHERED)
    assert offered(state, "load") == ["6"]
    play(state, "load 6; to 8; load 6")
    assert carrying(state) == ["brown 20", "brown 8"]
    assert state.to_position()["leaves"] == [6] * 3 + [14] * 5
    assert refuse(state, "load 17") == "AN-8.2"
    again(state)


@pytest.mark.rule("AN-15.13")
def test_a_heap_of_green_leaves() -> None:
    state = position({"workers": [1, 8, 19]}, phase="transport", steps=1, options=GATHERED)
    play(state, "load 14")
    assert (phase(state), carrying(state)) == ("act", ["green 19"])
    assert state.to_position()["leaves"] == [6] * 5 + [14] * 4
