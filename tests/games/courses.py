"""All lines of the chapters of a course, and how they are answered."""

from collections import Counter
from collections.abc import Iterator

from formicarium.core.game import Game, load_with, rulebook
from formicarium.core.lessons import CardName, Course, Practice, answer_to, course_of, play_line


def course(game: str) -> Course:
    found = course_of(rulebook(game).package)
    assert found is not None
    return found


def practices(name: str) -> dict[tuple[str, CardName], Practice]:
    """Every card on which something is decided, by chapter and card."""
    found: dict[tuple[str, CardName], Practice] = {}
    for chapter in course(name).chapters:
        if chapter.free is not None:
            found[chapter.name, "free"] = chapter.free
        found[chapter.name, "exercise"] = chapter.exercise
    return found


def game_of(name: str, practice: Practice) -> Game:
    players, options = course(name).setting(practice.start)
    return load_with(name, players, None, options)


def answers(name: str, practice: Practice, *lines: str) -> Counter[str]:
    """How many lines each class answers: of all lines, or of those that begin so."""
    game = game_of(name, practice)
    begun = [line.split(", ") for line in lines] or [[]]
    return Counter(answer for line in begun for answer, _ in _answers(game, practice, line))


def examples(name: str, practice: Practice, *lines: str) -> dict[str, list[str]]:
    """A line for each class of answers."""
    game = game_of(name, practice)
    found: dict[str, list[str]] = {}
    for line in [line.split(", ") for line in lines] or [[]]:
        for answer, whole in _answers(game, practice, line):
            found.setdefault(answer, whole)
    return found


def _answers(game: Game, practice: Practice, line: list[str]) -> Iterator[tuple[str, list[str]]]:
    played = play_line(game, practice, line)
    if played.outcome is not None:
        assert len(played.outcome.line) == len(line), "the line was complete before"
        yield answer_to(practice, played.outcome).name, line
        return
    for action in played.state.actions(practice.start.seat):
        yield from _answers(game, practice, [*line, action.text])
