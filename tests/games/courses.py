"""All lines of the chapters of a course, and how they are answered."""

from collections.abc import Iterator, Sequence
from itertools import combinations_with_replacement

from formicarium.core.game import Game, load_with, rulebook
from formicarium.core.lessons import CardName, Course, Line, Practice, answer_to, course_of

STONES = {"yellow": 12, "orange": 10, "blue": 9, "green": 7, "pink": 5}  # in a reserve for two
# All boxes, each filled in one order
BOXES = [
    box
    for box in combinations_with_replacement(STONES, 7)
    if all(box.count(colour) <= held for colour, held in STONES.items())
]
# Where there are too many lines: how those begin that are tried.
BEGUN: dict[str, tuple[str, ...]] = {
    "antics scouting exercise": ("take 1a, end", "take 1b, end", "take 1c, end"),
    "antics thieves exercise": (
        *("end", "use 3, done, end", "use 5, carry butterfly, end"),
        *("use 3, secure 5, end", "use 3, secure 15, end", "use 3, secure 34, end"),
    ),
    "myrmes hunt exercise": ("room 0", "l4, done", "l4, k4", "l4, l5"),
    "myrmes objectives exercise": (
        *("objective 1", "objective 2", "done", "level", "nurse"),
        *("convert, convert, convert, objective 1", "convert, convert, convert, objective 2"),
    ),
    "myrmes winter exercise": (
        "event 3, larvae 0, workers 0, soldiers 3",
        "event 3, larvae 0, workers 0, soldiers 2, atelier 0",
        "event 3, larvae 0, workers 0, soldiers 0, atelier 1, nurse",
        "event 3, larvae 0, workers 0, soldiers 0, atelier 0",
        "event 3, larvae 0, workers 2, soldiers 0, atelier 0, l4, m4, lay pair",
        "event 3, larvae 2, workers 0, soldiers 0, atelier 0",
        "event 3, larvae 3",
    ),
    "myrmes trails exercise": ("room 0", "l4, k3, clean, k3", "l4, k3, done", "l4, l5"),
    "minicity box exercise": tuple(", ".join(f"stock {colour}" for colour in box) for box in BOXES),
}


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


def answers(name: str, practice: Practice, *begun: str) -> dict[str, list[Sequence[str]]]:
    """For each class the lines that it answers: of all, or of those that begin so."""
    found: dict[str, list[Sequence[str]]] = {answer.name: [] for answer in practice.answers}
    first = Line.begun(game_of(name, practice), practice)
    for text in begun or ("",):
        line = first
        for decision in filter(None, text.split(", ")):
            line = line.gone_on(decision)
        for answer, decisions in _answers(line):
            found[answer].append(decisions)
    return found


def _answers(line: Line) -> Iterator[tuple[str, Sequence[str]]]:
    if line.outcome is not None:
        yield answer_to(line.practice, line.outcome).name, line.decisions
        return
    actions = line.state.actions(line.practice.start.seat)
    assert actions, f"after {', '.join(line.decisions)} nobody can act: `others` is used up"
    for action in actions:
        yield from _answers(line.gone_on(action.text))
