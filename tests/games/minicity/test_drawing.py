"""Mini City in a terminal: everything that lies open is shown, in every phase and language."""

from __future__ import annotations

import io
from typing import Any

import pytest
from rich.console import Console

import formicarium as fm
from formicarium.core.text import LANGUAGES, phrases
from formicarium.games.minicity.actions import name
from formicarium.games.minicity.drawing import FAR_GOAL, GOAL, Picture
from formicarium.games.minicity.state import Friend
from tests.games.minicity.tables import SETTINGS, played, table
from tests.tiers import times

STONES, PLACES = "●■▲◆★", "○□△◇☆"


def picture(state: fm.State, seat: int | None, language: str = "en", width: int = 100) -> str:
    book = state.game.book
    drawing = book.draw(state.game.parts_row, state.view(seat), phrases(book.package, language))
    console = Console(file=io.StringIO(), width=width, color_system=None)
    with console.capture() as capture:
        console.print(drawing)
    return capture.get()


def hill(text: str) -> str:
    """The lines between the roads, or below the only one."""
    lines = text.splitlines()
    top = next(index for index, line in enumerate(lines) if line.strip().startswith("nw ≈"))
    return "\n".join(lines[top + 1 : top + 24])


@pytest.mark.parametrize(("players", "variant"), SETTINGS)
def test_every_phase_can_be_drawn(players: int, variant: str) -> None:
    phases = set()
    for state in played(table(players, variant, 1), seed=3):
        phase = state.view(None)["phase"]
        if phase not in phases:
            phases.add(phase)
            for language in LANGUAGES:
                assert picture(state, state.to_act[0], language)
            for seat in (None, *range(players)):
                assert picture(state, seat, width=80)
    assert phases >= {"play", "move", "unload", "refill"}


@pytest.mark.parametrize(("players", "variant"), SETTINGS)
def test_the_choice_of_the_first_stones_can_be_drawn(players: int, variant: str) -> None:
    for number in range(2):
        state = table(players, variant, number).start(seed=3)
        state.play(state.to_act[0], "stock pink")
        for language in LANGUAGES:
            assert picture(state, state.to_act[0], language, width=80)


def test_the_boxes_of_the_others_are_covered() -> None:
    state = table(2, "base", 0).start(seed=3)
    for stones in range(1, 8):
        state.play(0, "stock pink" if stones <= 5 else "stock blue")
        covered = "?" * 7 if stones == 7 else "?"
        assert f" 1  box {covered}  reserve ?  4 cards" in picture(state, 1)
        assert f" 1  box {covered}  reserve ?  4 cards" in picture(state, None)
        assert "1  box ?" not in picture(state, 0)


@pytest.mark.parametrize("width", [80, 100, 140])
def test_every_chamber_and_its_places_are_shown(width: int) -> None:
    *_, state = played(table(3, "base", 0), seed=1)
    drawn = hill(picture(state, None, width=width))
    stored = state.view(None)["stored"].values()
    assert {*map(str, range(1, 50))} <= {*drawn.split()}
    assert sum(drawn.count(sign) for sign in STONES) == sum(stored)
    assert sum(drawn.count(sign) for sign in PLACES) == 100 - sum(stored)
    assert all(len(line) <= width for line in drawn.splitlines())


def test_every_ant_is_shown() -> None:
    state = table(2, "base", 0).start(seed=1)
    drawn = hill(picture(state, None)).split()
    assert all(drawn.count(letter) == 1 for letter in "rgyvb")


def test_only_the_own_hand_is_shown() -> None:
    state = table(2, "base", 0).start(seed=1)
    assert picture(state, 0).count("hand") == picture(state, 1).count("hand") == 1
    assert "hand" not in picture(state, None)


def test_a_card_that_lies_face_down_is_shown_to_its_owner_alone() -> None:
    doc = {
        "phase": "move",
        "north": "....rgv.....",
        "card": "nw",
        "as": "black",
        "seats": [{"friends": ["stick"]}],
    }
    state = table(2, "friends", 0).position(doc)
    assert "nw ≈ · · · · ? g v" in picture(state, 1)
    assert "nw ≈ · · · · r g v" in picture(state, 0)
    assert "the black ant may go 1 step" in picture(state, 1)


def styles(state: fm.State, seat: int) -> dict[int, str]:
    """How the numbers of chambers are shown that are not shown as usual."""
    book = state.game.book
    drawing = book.draw(state.game.parts_row, state.view(seat), phrases(book.package, "en"))
    assert isinstance(drawing, Picture)
    return drawing.number_styles()


def test_chambers_within_reach_stand_out() -> None:
    doc = {"phase": "move", "north": "....rgv.....", "card": "nw", "ants": {"red": 3}}
    assert styles(table(2, "base", 0).position(doc), 1) == dict.fromkeys([2, 4, 8], GOAL)


def test_a_millipede_shows_more_of_them() -> None:
    doc = {"phase": "move", "north": "....rgv.....", "card": "nw", "ants": {"red": 3}}
    two = {**doc, "seats": [{"friends": ["millipede", "millipede"]}], "used": ["millipede"]}
    shown = styles(table(2, "friends", 0).position(two), 0)
    assert {chamber for chamber, style in shown.items() if style == GOAL} == {2, 4, 8}
    assert {chamber for chamber, style in shown.items() if style == FAR_GOAL} == {1, 6, 9, 14, 15}


def test_the_chamber_that_is_unloaded_in_stands_out() -> None:
    doc = {"phase": "unload", "north": "....rgv.....", "card": "nw", "ants": {"red": 8}}
    assert styles(table(2, "base", 0).position(doc), 0) == {8: GOAL}


def test_where_the_ladybird_may_go_stands_out() -> None:
    seats = [{"friends": ["ladybird"]}]
    doc = {"phase": "ladybird", "source": 22, "stored": {"22": 3, "40": 1}, "seats": seats}
    shown = styles(table(4, "friends", 0).position(doc), 0)
    assert shown == {22: GOAL} | dict.fromkeys([13, 31, 34, 37], FAR_GOAL)


@pytest.mark.parametrize("width", [80, 99])
@pytest.mark.parametrize("language", LANGUAGES)
def test_where_there_is_less_room_friends_only_have_prices(width: int, language: str) -> None:
    state, say = (
        table(2, "friends", 0).start(seed=1),
        phrases("formicarium.games.minicity", language),
    )
    drawn = picture(state, 0, language, width)
    assert f"{say('friends.millipede')} 8 ×2  {say('friends.ladybird')} 24" in drawn
    assert say("helps.ladybird") not in drawn
    assert all(say(f"friends.{name(friend)}") in drawn for friend in Friend)


def test_what_friends_cost_and_do_is_shown() -> None:
    drawn = picture(table(2, "friends", 0).start(seed=1), 0)
    assert "millipede 8 ×2 one step more" in drawn
    assert "snail 5 hand of 5 cards" in drawn
    assert "● 4  ■ 5  ▲ 6  ◆ 7  ★ 8" in drawn


def test_friends_that_are_gone_cost_nothing() -> None:
    owned = ["millipede", "millipede", "ladybird", "dragonfly", "bumblebee", "stick"]
    always = ["rhino", "orange", "orange", "exotic", "grasshopper", "snail"]
    doc: dict[str, Any] = {"seats": [{"friends": owned}, {"friends": always}]}
    drawn = picture(table(2, "friends", 0).position(doc), 0)
    assert "help always" not in drawn
    assert "help once a turn" not in drawn


def test_a_friend_who_has_helped_is_in_brackets() -> None:
    doc = {
        "seats": [{"friends": ["millipede", "millipede", "bumblebee"]}, {"friends": ["snail"]}],
        "used": ["millipede"],
        "bought": True,
    }
    drawn = picture(table(2, "friends", 0).position(doc), 1)
    assert "(millipede)  millipede  bumblebee" in drawn
    assert "a friend bought" in drawn


def test_the_colour_that_was_named_is_shown() -> None:
    doc = {"phase": "stick", "as": "black", "seats": [{"friends": ["stick"]}]}
    drawn = picture(table(2, "friends", 0).position(doc), 1)
    assert "the next card stands for the black ant" in drawn


def test_how_far_each_card_of_the_hand_takes_its_ant() -> None:
    doc = {"north": "....rrg.....", "seats": [{"hand": "rrgb"}]}
    assert "nw r3 g1 b1  ne r1 g2 b1" in picture(table(2, "base", 0).position(doc), 0)


def test_no_steps_are_told_while_a_card_lies_face_down() -> None:
    seats = [{"friends": ["stick", "ladybird"], "hand": "rrb"}]
    doc: dict[str, Any] = {"north": "....rgv.....", "card": "nw", "as": "black", "seats": seats}
    game = table(2, "friends", 0)
    for phase in ({"phase": "move"}, {"phase": "ladybird", "source": 48, "stored": {"48": 1}}):
        state = game.position({**doc, **phase})
        for seat in (0, 1):
            drawn = picture(state, seat)
            assert "hand" in drawn
            assert "steps:" not in drawn
            assert "nw " not in drawn.split("nw ≈")[1]
    state = game.position({**doc, "phase": "move"})
    state.play(0, "go 47")
    assert "steps:  nw r2 b1  ne r1 b1" in picture(state, 0)


def test_the_steps_of_the_colour_that_was_named() -> None:
    seats = [{"friends": ["stick"], "hand": "rrgb"}]
    doc = {"phase": "stick", "as": "violet", "north": ".....rv.....", "seats": seats}
    assert "hand r r g b  steps:  nw v1  ne v2" in picture(table(2, "friends", 0).position(doc), 0)


def test_stones_are_drawn_by_chamber_whatever_their_order() -> None:
    seats = [{"friends": ["ladybird"]}]
    doc = {"phase": "ladybird", "source": 22, "stored": {"22": 3, "40": 1}, "seats": seats}
    state = table(4, "friends", 0).position(doc)
    book, view = state.game.book, state.view(0)
    say = phrases(book.package, "en")
    ordered = book.draw(state.game.parts_row, view, say)
    turned = {**view, "stored": dict(reversed(view["stored"].items()))}
    disordered = book.draw(state.game.parts_row, turned, say)
    assert isinstance(ordered, Picture)
    assert isinstance(disordered, Picture)
    assert ordered.number_styles() == disordered.number_styles()
    assert ordered.state.stored.tolist() == disordered.state.stored.tolist()


@pytest.mark.heavy
@pytest.mark.compiled
@pytest.mark.parametrize("variant", ["base", "friends"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_game_of_two_has_few_lines(variant: str, language: str) -> None:
    for number in range(times(1, proven=3)):
        for step, state in enumerate(played(table(2, variant, number), seed=number)):
            if step % 5 == 0 and state.to_act:
                lines = picture(state, state.to_act[0], language, width=80).splitlines()
                assert len(lines) <= (33 if variant == "base" else 40), "\n".join(lines)
                assert max(map(len, lines)) <= 80


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_signs_are_told_in_one_line(language: str) -> None:
    *_, legend = picture(table(2, "base", 0).start(seed=1), 0, language, width=80).splitlines()
    assert all(sign in legend for sign in STONES)
    assert all(f" {letter} " in legend for letter in "rgyvb")


def test_nothing_is_bought_after_the_end() -> None:
    doc: dict[str, Any] = {"seats": [{"box": {}, "reserve": {}}]}
    drawn = picture(table(2, "friends", 0).position(doc), None)
    assert "help always" not in drawn


def test_lines_fit_into_eighty_columns() -> None:
    for state in played(table(4, "friends", 0), seed=1):
        if state.view(None)["phase"] == "unload":
            for language in LANGUAGES:
                lines = picture(state, state.to_act[0], language, width=80).splitlines()
                assert max(map(len, lines)) <= 80
            return
