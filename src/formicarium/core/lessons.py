"""Courses: short chapters on real positions of a game, with answers that the engine checks.

A course belongs to its game: `lessons/course.toml` says where each chapter begins and which classes
of answers there are, `lessons/<language>.toml` has its words. A chapter has three cards: something
is *told*, then one may do anything (*free*), then there is an *exercise*. What somebody does is
answered by the first class whose conditions hold (`core/conditions.py`).
"""

import functools
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from importlib import resources
from typing import Any, Literal, NamedTuple

import msgspec

from formicarium.core.conditions import BadLesson, Outcome, read_condition, worth
from formicarium.core.game import Game
from formicarium.core.rulebook import Document
from formicarium.core.state import Action, State
from formicarium.core.text import Phrases, phrases

FOLDER = "lessons"
COURSE, PICTURES = "course.toml", "pictures.toml"

CardName = Literal["told", "free", "exercise"]


class Beginning(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where something begins: a new game by its seed, or a position; and what was played since."""

    seed: int = 0
    position: Document | None = None
    line: tuple[str, ...] = ()  # notations of whoever was to act
    players: int | None = None  # where it differs from the rest of the course
    options: dict[str, str] = {}  # likewise
    seat: int = 0  # of who learns, and looks

    def state(self, game: Game) -> State:
        """Where the game stands then."""
        state = game.start(self.seed) if self.position is None else game.position(self.position)
        play_on(state, self.line)
        return state


def play_on(state: State, line: Sequence[str]) -> None:
    """Play notations, each of whoever is to act."""
    for text in line:
        state.play(state.to_act[0], text)


class GameChoice(NamedTuple):
    """How many play, and by which options."""

    players: int | None
    options: dict[str, str]


class AnswerClass(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Lines that get the same answer."""

    name: str  # of its words; classes of one name are one class
    when: tuple[str, ...] = ()  # conditions that all hold; none: whatever is left
    right: bool = False
    values: dict[str, str] = {}  # that its words name: paths, and sums of them


class Practice(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A position in which somebody decides, and how that is answered."""

    start: Beginning
    answers: tuple[AnswerClass, ...]
    ends: tuple[str, ...] = ()  # when a line is complete; without it, when others have to decide
    others: tuple[str, ...] = ()  # what they decide meanwhile, in order


class Chapter(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One idea."""

    name: str
    exercise: Practice
    free: Practice | None = None  # where one may do anything; without it, as the exercise
    light: tuple[str, ...] = ()  # things on the board that are told about, as `data-at` names them
    hint: tuple[str, ...] = ()  # things that the hint is about

    def practice(self, card: CardName) -> Practice:
        """What a card shows."""
        return self.exercise if card == "exercise" else self.free or self.exercise


class Course(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All chapters of a game, in the order in which they are learned."""

    chapters: tuple[Chapter, ...]
    players: int | None = None
    options: dict[str, str] = {}

    def setting(self, start: Beginning) -> GameChoice:
        """Which game something begins in."""
        return GameChoice(start.players or self.players, {**self.options, **start.options})


class Illustration(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A picture of a board, drawn from a position."""

    chapter: str = ""  # begins as the exercise of that chapter
    start: Beginning | None = None  # or here
    line: tuple[str, ...] = ()  # what was played since, by whoever was to act
    place: str = ""  # which part of the board; without it, the first
    around: tuple[str, ...] = ()  # things to be seen; without it, the whole part
    light: tuple[str, ...] = ()  # things that are pointed at
    tray: bool = False  # what one holds and chooses from, instead of a part of the board
    asks: bool = False  # with what can be decided


class PracticeStep(NamedTuple):
    """A decision that was taken in a practice, and by whom."""

    seat: int
    action: Action


@dataclass
class Line:
    """A line in a practice, as far as it has been played."""

    practice: Practice
    before: State
    state: State
    decisions: tuple[str, ...] = ()  # of who learns
    told: tuple[PracticeStep, ...] = ()  # everything that was decided, in order
    outcome: Outcome | None = None  # when the line is complete

    @classmethod
    def begun(cls, game: Game, practice: Practice) -> "Line":
        """A line in which nothing is decided yet."""
        before = practice.start.state(game)
        return cls(practice, before, before.copy())

    def gone_on(self, text: str) -> "Line":
        """The line with one more decision, and what others answer to it."""
        seat, state = self.practice.start.seat, self.state.copy()
        told = [*self.told, taken(state, seat, text)]
        others = self.practice.others[sum(one.seat != seat for one in told) :]
        for answer in others:
            if not state.to_act or seat in state.to_act:
                break
            told.append(taken(state, state.to_act[0], answer))
        decisions = (*self.decisions, text)
        outcome = Outcome(self.before, state, seat, decisions)
        is_complete = _is_complete(self.practice, outcome)
        end = outcome if is_complete else None
        return Line(self.practice, self.before, state, decisions, tuple(told), end)


# --- Reading --------------------------------------------------------------------------------------


@functools.cache
def course_of(package: str) -> Course | None:
    """The course that a game's package brings along; None where it brings none."""
    file = resources.files(package) / FOLDER / COURSE
    return read_course(file.read_text("utf-8"), str(file)) if file.is_file() else None


def read_course(text: str, name: str) -> Course:
    """A course as its file tells it; `BadLesson` says what is wrong with the file."""
    try:
        course = msgspec.convert(tomllib.loads(text), Course)
        for chapter in course.chapters:
            for practice in (chapter.exercise, chapter.practice("free")):
                _check_conditions(practice)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError, BadLesson) as error:
        raise BadLesson(f"{name}: {error}") from error
    return course


def _check_conditions(practice: Practice) -> None:
    """Every condition can be read, and some class is left for whatever else is done."""
    for sentence in (*practice.ends, *(one for answer in practice.answers for one in answer.when)):
        read_condition(sentence)
    if not practice.answers or practice.answers[-1].when:
        raise BadLesson("the last class of answers has no conditions: it is for whatever is left")


@functools.cache
def illustrations_of(package: str) -> dict[str, Illustration]:
    """The pictures that a game's package describes, by name."""
    file = resources.files(package) / FOLDER / PICTURES
    if not file.is_file():
        return {}
    try:
        return msgspec.convert(tomllib.loads(file.read_text("utf-8")), dict[str, Illustration])
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise BadLesson(f"{file}: {error}") from error


def beginning_of(picture: Illustration, course: Course) -> Beginning:
    """Where a picture begins; `BadLesson` if it names a chapter that is not there."""
    if picture.start is not None:
        return picture.start
    for chapter in course.chapters:
        if chapter.name == picture.chapter:
            return chapter.exercise.start
    raise BadLesson(f"a picture begins in chapter {picture.chapter!r}, which is not there")


def words_of(package: str, language: str) -> Phrases:
    """The words of a course."""
    return phrases(package, language, FOLDER)


# --- Playing --------------------------------------------------------------------------------------


def play_line(game: Game, practice: Practice, decisions: Sequence[str]) -> Line:
    """Play a learner's decisions, and what others answer to them.

    `IllegalAction` names the first that the rules forbid; what comes after the end of a line is
    not played.
    """
    line = Line.begun(game, practice)
    for text in decisions:
        if line.outcome is None:
            line = line.gone_on(text)
    return line


def taken(state: State, seat: int, text: str) -> PracticeStep:
    """Take a decision that is given in notation."""
    before, code = state.copy(), state.code_of(text)
    state.play(seat, text)
    assert code is not None  # or the state would not have taken it
    return PracticeStep(seat, before.action(seat, code))


def _is_complete(practice: Practice, outcome: Outcome) -> bool:
    if outcome.after.is_over or not practice.ends:
        return outcome.seat not in outcome.after.to_act
    return all(read_condition(sentence).holds(outcome) for sentence in practice.ends)


def answer_to(practice: Practice, outcome: Outcome) -> AnswerClass:
    """The first class that a line belongs to; the last one takes whatever is left."""
    return next(
        answer
        for answer in practice.answers
        if all(read_condition(sentence).holds(outcome) for sentence in answer.when)
    )


def values_in(answer: AnswerClass, outcome: Outcome) -> dict[str, Any]:
    """What the words of an answer name."""
    return {name: worth(side, outcome) for name, side in answer.values.items()}
