"""The course: every line that a learner may try is answered, and all answers occur."""

import pytest

import formicarium as fm
from formicarium.core.game import rulebook
from formicarium.core.lessons import Line, answer_to, course_of, words_of
from formicarium.core.text import LANGUAGES

BOOK = rulebook("pebbles")
COURSE = course_of(BOOK.package)
assert COURSE is not None
CHAPTERS = {chapter.name: chapter for chapter in COURSE.chapters}
GAME = fm.load("pebbles", players=COURSE.players, **COURSE.options)


def lines_from(line: Line) -> list[Line]:
    """Every way to go on to the end of a line."""
    if line.outcome is not None:
        return [line]
    seat = line.practice.start.seat
    nexts = [line.gone_on(action.text) for action in line.state.actions(seat)]
    return [end for one in nexts for end in lines_from(one)]


@pytest.mark.parametrize("name", CHAPTERS)
def test_all_answers_occur_and_have_words(name: str) -> None:
    practice = CHAPTERS[name].exercise
    found = set()
    for line in lines_from(Line.begun(GAME, practice)):
        assert line.outcome is not None
        found.add(answer_to(practice, line.outcome).name)
    assert found == {answer.name for answer in practice.answers}
    for language in LANGUAGES:
        words = words_of(BOOK.package, language).keys
        assert {f"{name}.answers.{answer}" for answer in found} <= words
        assert {f"{name}.{part}" for part in ("title", "told", "free", "task", "hint")} <= words
