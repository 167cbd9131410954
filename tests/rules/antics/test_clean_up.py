"""Section 10: end of a turn."""

from __future__ import annotations

from collections import Counter

import pytest

import formicarium as fm
from tests.rules.antics.helpers import (
    again,
    anteaters,
    at_home,
    bag,
    colony,
    fields,
    offered,
    on_display,
    phase,
    play,
    position,
    refuse,
    rows,
    seat,
    texts,
    tiles,
)
from tests.rules.antics.reckoning import PREY, Doc

FULL = dict(zip(PREY, range(1, 6), strict=False))
# One visible fungus (hex 6), and five hexes with an action.
ONE_FUNGUS = ["scout+fungus 0,0 se"]


@pytest.mark.rule("AN-10.1")
def test_the_markers_come_off() -> None:
    state = position({"workers": [5], "carrying": ["butterfly 5"]})
    play(state, "use 4; done; use 3; hero transport; carry butterfly; end")
    assert phase(state) == "store"
    assert "store 4" in texts(state)
    play(state, "store 2; end; end; end")
    assert seat(state) == 0
    assert fields(state, "marked", "hero") == [[], False]
    play(state, "use 4; done; use 3; done; hero hatch; done")
    assert texts(state) == ["end"]


@pytest.mark.rule("AN-10.2")
@pytest.mark.parametrize("number", range(1, 7))
def test_delivered_prey_is_put_on_a_free_hex(number: int) -> None:
    state = position({"workers": [5], "carrying": ["butterfly 5"]}, phase="transport", steps=1)
    play(state, "carry butterfly; end")
    assert fields(state, "phase") == ["store"]
    assert state.view(None)["wanted"] == "butterfly"
    assert offered(state, "store") == ["1", "2", "3", "4", "5", "6"]
    play(state, f"store {number}")
    assert colony(state)["stored"] == {"butterfly": number}
    assert colony(state)["waiting"] == []
    assert seat(state) == 1


@pytest.mark.rule("AN-10.2")
def test_the_lowest_kind_first() -> None:
    state = play(position({"waiting": ["ladybird", "grasshopper"]}), "end")
    assert state.view(None)["wanted"] == "grasshopper"
    play(state, "store 2")
    assert state.view(None)["wanted"] == "ladybird"
    assert offered(state, "store") == ["1", "3", "4", "5", "6"]
    play(state, "store 1")
    assert colony(state)["stored"] == {"grasshopper": 2, "ladybird": 1}


@pytest.mark.rule("AN-10.2")
def test_nothing_is_asked_if_there_is_only_one() -> None:
    stored = {name: number for name, number in FULL.items() if number != 3}
    own: Doc = {"hill": ONE_FUNGUS, "stored": stored, "waiting": ["ladybird"]}
    state = play(position(own), "end")
    assert seat(state) == 1
    assert colony(state)["stored"] == {**stored, "ladybird": 3}


@pytest.mark.rule("AN-10.2", "AN-10.6")
def test_two_pieces_for_two_hexes_and_for_one() -> None:
    three = {"butterfly": 1, "grasshopper": 2, "dragonfly": 3}
    waiting = ["woodlouse", "ladybird"]
    own: Doc = {"hill": ONE_FUNGUS, "stored": three, "waiting": waiting}
    state = play(position(own), "end")
    assert offered(state, "store") == ["4", "5"]
    play(state, "store 5")
    assert seat(state) == 1
    assert colony(state)["stored"] == {**three, "woodlouse": 5, "ladybird": 4}
    state = play(position({**own, "stored": {**three, "beetle": 4}}), "end")
    assert seat(state) == 1
    assert colony(state)["stored"] == {**three, "beetle": 4, "woodlouse": 5}
    assert colony(state)["waiting"] == ["ladybird"]


@pytest.mark.rule("AN-10.2")
@pytest.mark.parametrize("action", ["end", "done", "return scout+hatch", "use 2"])
def test_prey_must_be_put_away(action: str) -> None:
    state = play(position({"waiting": ["beetle"]}), "end")
    assert refuse(state, action) == "AN-10.2"
    assert refuse(state, "store 7") == "AN-10.2"


@pytest.mark.rule("AN-10.2")
def test_covered_hexes_are_none() -> None:
    # Level 2 on hexes 2 and 4 shows two actions; prey goes on top.
    own: Doc = {"hill": ["scout+hatch 1,0 se"], "waiting": ["beetle"]}
    state = play(position(own), "end")
    assert offered(state, "store") == ["1", "2", "3", "4", "5", "6"]


@pytest.mark.rule("AN-10.3")
def test_a_hex_with_prey_is_closed_for_good() -> None:
    state = play(position({"waiting": ["beetle"], "tiles": ["scout+hatch"]}), "end; store 4")
    play(state, "end; end; end")
    assert refuse(state, "use 4") == "AN-3.7"
    play(state, "use 1")
    assert refuse(state, "hex 4") == "AN-5.11"
    state = play(position({"waiting": ["ladybird"], "stored": {"beetle": 4}}), "end")
    assert refuse(state, "store 4") == "AN-10.3"


@pytest.mark.rule("AN-10.4")
def test_prey_is_not_put_on_fungus() -> None:
    state = play(position({"hill": ONE_FUNGUS, "waiting": ["beetle"]}), "end")
    assert offered(state, "store") == ["1", "2", "3", "4", "5"]
    assert refuse(state, "store 6") == "AN-10.4"
    with pytest.raises(fm.BadPosition):
        position({"hill": ONE_FUNGUS, "stored": {"beetle": 6}})


@pytest.mark.rule("AN-10.5")
def test_leaves_need_no_room() -> None:
    own: Doc = {
        "hill": ONE_FUNGUS,
        "stored": FULL,
        "workers": [5],
        "carrying": ["brown 5"],
        "green": 2,
    }
    state = position(own, phase="transport", steps=1)
    play(state, "carry brown 5; end")
    assert seat(state) == 1
    assert (colony(state)["green"], colony(state)["brown"]) == (2, 1)


@pytest.mark.rule("AN-10.6")
def test_prey_without_room_waits_and_counts() -> None:
    own: Doc = {"hill": ONE_FUNGUS, "stored": FULL, "workers": [5], "carrying": ["ladybird 5"]}
    state = position(own, phase="transport", steps=1)
    assert state.scores()[0] == 25
    play(state, "carry ladybird; end")
    assert seat(state) == 1
    assert colony(state)["waiting"] == ["ladybird"]
    assert state.scores()[0] == 36
    again(state)


@pytest.mark.rule("AN-10.6")
def test_waiting_prey_is_put_away_at_the_first_chance() -> None:
    own: Doc = {
        "hill": ONE_FUNGUS,
        "stored": FULL,
        "waiting": ["ladybird"],
        "tiles": ["scout+hatch"],
    }
    state = play(position(own), "end")
    assert colony(state)["waiting"] == ["ladybird"]
    play(state, "end; end; end; hero build; hex 3 e; lay e; end")
    assert phase(state) == "store"
    assert offered(state, "store") == ["7", "8"]
    play(state, "store 8")
    assert (colony(state)["waiting"], colony(state)["stored"]["ladybird"]) == ([], 8)


@pytest.mark.rule("AN-10.6")
def test_prey_cannot_wait_where_there_is_room() -> None:
    with pytest.raises(fm.BadPosition):
        position({}, {"waiting": ["beetle"]})
    position({}, {"hill": ONE_FUNGUS, "stored": FULL, "waiting": ["ladybird"]})


@pytest.mark.rule("AN-10.7")
@pytest.mark.parametrize("held", range(8))
def test_three_tiles_are_kept(held: int) -> None:
    kinds = ["scout+build", "scout+ants", "build+hatch", "build+ants", "hatch+ants"]
    kinds += ["scout+fungus", "scout+transport"]
    state = play(position({"tiles": kinds[:held]}), "end")
    returned = 0
    while phase(state) == "return":
        assert seat(state) == 0
        assert offered(state, "return") == tiles(state)
        play(state, texts(state)[0])
        returned += 1
    assert returned == max(0, held - 3)
    assert len(tiles(state)) == min(3, held)
    assert (seat(state), phase(state)) == (1, "act")


@pytest.mark.rule("AN-10.7")
def test_the_player_chooses_which() -> None:
    held = ["scout+build"] * 3 + ["build+ants"] * 2
    own: Doc = {"tiles": held}
    before = bag(position(own))
    for line in (
        ["scout+build", "scout+build"],
        ["scout+build", "build+ants"],
        ["build+ants", "build+ants"],
    ):
        state = play(position(own), "end; " + "; ".join(f"return {tile}" for tile in line))
        assert bag(state) == before + Counter(line)
        assert Counter(tiles(state)) == Counter(held) - Counter(line)
    state = play(position(own), "end")
    assert refuse(state, "return scout+ants") == "AN-10.7"
    assert refuse(state, "end") == "AN-10.7"


@pytest.mark.rule("AN-10.7", "AN-3.13")
def test_nothing_is_asked_if_all_are_alike() -> None:
    state = position({"tiles": ["scout+build"] * 4})
    before = bag(state)
    play(state, "end")
    assert (seat(state), tiles(state)) == (1, ["scout+build"] * 3)
    assert bag(state) == before + Counter(["scout+build"])


@pytest.mark.rule("AN-10.7")
def test_only_the_seat_in_turn_holds_more_than_three() -> None:
    with pytest.raises(fm.BadPosition):
        position({}, {"tiles": ["scout+build"] * 4})


@pytest.mark.rule("AN-10.8")
def test_a_start_tile_may_go_into_the_bag() -> None:
    own: Doc = {"tiles": ["scout+hatch", "scout+build", "scout+ants", "build+ants"]}
    state = position(own, *[{"tiles": ["scout+hatch"]}] * 3)
    assert bag(state)["scout+hatch"] == 0
    play(state, "end; return scout+hatch")
    assert bag(state)["scout+hatch"] == 1


@pytest.mark.rule("AN-10.8", "AN-10.9")
def test_what_was_returned_may_come_out_again() -> None:
    # The bag is empty but for the start tile that is returned, so it must be drawn.
    own: Doc = {"tiles": ["scout+hatch", "scout+build", "scout+ants"]}
    display = ["build+ants . . . . blue", ". . . . . grey", ". . . . . green"]
    state = position(own, display=display, bag=[])
    assert bag(state).total() == 0
    play(state, "use 2; take 1a; end; return scout+hatch")
    assert seat(state) == 1
    assert rows(state)[0][4:] == ["blue", "scout+hatch"]
    assert bag(state).total() == 0
    assert fields(state, "last_turns") == [0]


@pytest.mark.rule("AN-10.10")
def test_each_row_is_closed_up_for_itself() -> None:
    display = [
        "scout+build - build+hatch - hatch+ants blue",
        "- - grey build+ants - scout+fungus",
        "scout+ants build+fungus hatch+fungus ants+fungus build+transport green",
    ]
    state = play(position(display=display), "end")
    found = rows(state)
    assert found[0][:4] == ["scout+build", "build+hatch", "hatch+ants", "blue"]
    assert found[1][:3] == ["grey", "build+ants", "scout+fungus"]
    assert found[2] == display[2].split()
    assert (seat(state), on_display(state)) == (1, 15)


@pytest.mark.rule("AN-10.10")
def test_nothing_moves_if_nothing_was_taken() -> None:
    # A display with gaps after the end was triggered, and nobody has scouted.
    display = [". . - . - blue", "- - grey . - .", ". . . . . green"]
    state = position(display=display, taken=False, last_turns=3)
    before = rows(state)
    play(state, "end")
    assert (rows(state), seat(state)) == (before, 1)


@pytest.mark.rule("AN-10.11")
def test_nothing_is_drawn_while_all_three_anteaters_are_on_field_1() -> None:
    display = [". blue . . . .", ". grey . . . .", "green . . . . ."]
    state = position(display=display)
    before = bag(state)
    play(state, "use 2; take 1a; hero scout; end")
    assert phase(state) == "anteater"
    assert (on_display(state), bag(state)) == (13, before)
    assert [row[5] is None for row in rows(state)] == [True, True, False]
    again(state)
    play(state, "anteater grey")
    assert (on_display(state), bag(state).total()) == (15, before.total() - 2)


@pytest.mark.rule("AN-10.12")
def test_all_places_are_filled_field_6_included() -> None:
    state = position(display=[". . . . . blue", ". . . . . grey", ". . . . . green"])
    before = bag(state)
    play(state, "use 2; take 1a; end")
    assert anteaters(state) == [("blue", 5), ("grey", 6), ("green", 6)]
    assert on_display(state) == 15
    drawn = rows(state)[0][5]
    assert before - bag(state) == Counter([drawn])


@pytest.mark.rule("AN-10.12")
def test_drawing_comes_before_the_attack() -> None:
    # Two arrive at once and the third does not: the display is full when the order is asked.
    state = position(display=[". blue . . . .", ". grey . . . .", ". . . . . green"])
    play(state, "use 2; take 1a; hero scout; take 1b; end")
    assert (phase(state), on_display(state)) == ("anteater", 15)


@pytest.mark.rule("AN-10.13", "AN-10.14", "AN-15.4")
@pytest.mark.parametrize("tile", ["scout+fungus", "scout+build"])
def test_a_drawn_tile_goes_to_the_lowest_field(tile: str) -> None:
    # Row a has lost three tiles, row c one; a single tile is left to fill the four places.
    state = position(display=["- - - . . blue", ". . . . . grey", "- . . . . green"], bag=[tile])
    play(state, "end")
    found = rows(state)
    assert found[0][2:] == ["blue", tile, None, None]
    assert found[2][4:] == ["green", None]


@pytest.mark.rule("AN-10.13")
@pytest.mark.parametrize("fungus", [0, 1, 2, 3])
def test_field_by_field_and_row_by_row(fungus: int) -> None:
    # Three tiles for six places: all of field 5 and none of field 6.
    left = (["scout+fungus"] * fungus + ["build+hatch"] * 3)[:3]
    display = ["- - . . . blue", "- - . . . grey", "- - . . . green"]
    state = play(position(display=display, bag=left), "end")
    found = rows(state)
    assert [row[3] for row in found] == ["blue", "grey", "green"]
    assert sorted(str(row[4]) for row in found) == sorted(left)
    assert [row[5] for row in found] == [None] * 3


@pytest.mark.rule("AN-10.14", "AN-12.1")
def test_the_bag_may_run_dry() -> None:
    display = ["- - . . . blue", "- . . . . grey", ". . . . . green"]
    state = play(position(display=display, bag=["build+ants"]), "end")
    assert rows(state)[0][3:] == ["blue", "build+ants", None]
    assert rows(state)[1][4:] == ["grey", None]
    assert bag(state).total() == 0
    again(state)


@pytest.mark.rule("AN-10.2", "AN-10.7", "AN-10.10", "AN-11.1")
def test_the_order_of_clean_up() -> None:
    own: Doc = {
        "waiting": ["beetle", "ladybird"],
        "tiles": ["scout+build"] * 2 + ["build+ants"] * 2,
    }
    display = [". blue . . . .", ". grey . . . .", ". . . . . green"]
    state = position(own, display=display, marked=[5])
    play(state, "use 2; take 1a; hero scout; take 1b; end")
    asked = []
    while seat(state) == 0:
        asked.append(phase(state))
        play(state, texts(state)[-1])
    assert asked == ["store", "store", "return", "return", "return", "anteater"]
    assert at_home(state) == ["beetle", "ladybird"]
