"""Courses as files: what is wrong with one is said in a sentence."""

import pytest

from formicarium.core.conditions import BadLesson
from formicarium.core.errors import IllegalAction
from formicarium.core.game import load
from formicarium.core.lessons import answer_to, course_of, play_line, read_course

CHAPTER = """
[[chapters]]
name = "row"
[chapters.exercise]
start = { seed = 1, players = 2 }
answers = [{ name = "far", when = ["line has take 3"] }, { name = "near" }]
"""


def test_a_course_is_read() -> None:
    (chapter,) = read_course(CHAPTER, "course.toml").chapters
    assert chapter.practice("free") is chapter.exercise


def test_a_game_may_have_no_course() -> None:
    assert course_of("formicarium.cli") is None


@pytest.mark.parametrize(
    ("broken", "told"),
    [
        (CHAPTER[:-9], "at end of document"),
        (CHAPTER.replace("exercise", "practice"), "Object contains unknown field `practice`"),
        (CHAPTER.replace('name = "row"', ""), "missing required field `name`"),
        (CHAPTER.replace("line has take 3", "take 3"), "'take 3' is no condition"),
        (CHAPTER.replace(', { name = "near" }', ""), "the last class of answers has no conditions"),
    ],
)
def test_a_broken_course_is_told(broken: str, told: str) -> None:
    with pytest.raises(BadLesson, match=told) as error:
        read_course(broken, "course.toml")
    assert str(error.value).startswith("course.toml: ")


def test_a_line_is_played_and_answered() -> None:
    practice = read_course(CHAPTER, "course.toml").chapters[0].exercise
    game = load("micropolis", players=2, first_leader="seat_1")
    assert play_line(game, practice, []).outcome is None
    played = play_line(game, practice, ["take 3"])
    assert [(seat, action.text) for seat, action in played.told] == [(0, "take 3")]
    assert played.outcome is not None
    assert answer_to(practice, played.outcome).name == "far"


def test_the_rules_hold_in_a_lesson() -> None:
    practice = read_course(CHAPTER, "course.toml").chapters[0].exercise
    with pytest.raises(IllegalAction, match="take 99"):
        play_line(load("micropolis", players=2, first_leader="seat_1"), practice, ["take 99"])
