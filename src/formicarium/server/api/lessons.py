"""Lessons: the course of a game, and what comes of a line in one of its chapters.

Nothing is kept: whoever asks brings all decisions of the line along.
"""

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Annotated, NamedTuple, TypeVar

import msgspec
from litestar import get, post
from litestar.di import NamedDependency
from litestar.params import JSONBody, PathParameter, SkipValidation
from msgspec import Meta

from formicarium.core.conditions import Outcome
from formicarium.core.game import Game
from formicarium.core.lessons import (
    CardName,
    Chapter,
    Course,
    Practice,
    answer_to,
    course_of,
    play_line,
    values_in,
    words_of,
)
from formicarium.core.rulebook import Document, Rulebook
from formicarium.core.text import Phrases, phrases
from formicarium.server.api.bodies import MOST_NEXT, Body, GameName
from formicarium.server.api.documents import ActionDocument
from formicarium.server.api.errors import problem
from formicarium.server.api.games import book_of
from formicarium.server.api.preview import FORESEEN, SEED, Known, Preview, code_in, previewed
from formicarium.server.api.requests import Anybody, SpokenLanguage, TheServices
from formicarium.server.api.services import Services
from formicarium.server.api.study import Notation, actions_of
from formicarium.server.api.tables import prepared
from formicarium.server.api.visitors import Visitor

CHAPTER = "/games/{game:str}/lessons/{chapter:str}"
LONGEST = 60  # decisions of a line
WORDS = ("title", "told", "free", "task", "hint")  # of a chapter

T = TypeVar("T")
Found = TypeVar("Found")

ChapterName = Annotated[
    str, PathParameter(max_length=40, description="A chapter, as the course names it.")
]


class ChapterDocument(msgspec.Struct):
    """A chapter: its words, and what they are about."""

    name: str
    title: str
    told: str
    free: str  # what may be tried
    task: str  # of the exercise
    hint: str
    light: tuple[str, ...]  # things on the board that are told about
    hinted: tuple[str, ...]  # things that the hint is about
    players: int
    seat: int  # of who learns


class CourseDocument(msgspec.Struct):
    """What can be learned of a game, in order."""

    game: str
    title: str
    chapters: list[ChapterDocument]


class AskedLine(Body):
    """All that somebody has decided who plays without a table."""

    decisions: Annotated[list[Notation], Meta(max_length=LONGEST, examples=[["take 3"]])] = []
    then: Annotated[
        list[Notation],
        Meta(max_length=MOST_NEXT, description="For a preview: what would be decided next."),
    ] = []


class Try(AskedLine):
    """All that a learner has decided on a card."""

    card: CardName = "exercise"


class ToldDocument(msgspec.Struct):
    """Something that was decided in a chapter, in notation and in words."""

    seat: int
    text: str
    words: str


class AnswerDocument(msgspec.Struct):
    """What is said of a whole line."""

    name: str  # of its class
    right: bool
    words: str
    others: list[str]  # right ways besides this one


class TryDocument(msgspec.Struct):
    """Where a line has led so far, as the learner sees it, and what is said of it at its end."""

    view: Document
    scores: list[int]
    to_act: list[int]
    actions: list[ActionDocument]
    told: list[ToldDocument]  # everything that was decided, by others as well
    answer: AnswerDocument | None  # when the line is complete


@get("/games/{game:str}/lessons", summary="A course", operation_id="show_course")
async def show_course(
    services: TheServices, game: GameName, spoken: SpokenLanguage
) -> CourseDocument:
    """Give the course of a game: its chapters with their words."""
    book = await book_of(services, game)
    course, say = await asyncio.to_thread(course_in, book, spoken)
    chapters = [chapter_of(book, course, chapter, say) for chapter in course.chapters]
    return CourseDocument(game, phrases(book.package, spoken)("title"), chapters)


class OpenCard(NamedTuple):
    """A card of a chapter that somebody learns from."""

    game: Game
    chapter: Chapter
    card: CardName
    say: Phrases  # the words of the course

    @property
    def practice(self) -> Practice:
        """What is practised."""
        return self.chapter.practice(self.card)


@dataclass(frozen=True, slots=True)
class Pupil:
    """Somebody who learns about a game, with nobody else at the table."""

    services: Services
    visitor: Visitor
    game: str
    language: str

    async def play(self, players: int | None, options: Mapping[str, str]) -> Game:
        """The game, once it is compiled."""
        await prepared(self.services, self.game)
        return await self.services.library.game(self.game, players, options)

    async def told(self, found: Found, look: Callable[[Found], T]) -> T:
        """What is found in something; few look at the same time."""
        return await self.services.house.replays.look(self.visitor.address, look, found)


async def provide_pupil(
    services: TheServices, visitor: Anybody, game: GameName, spoken: SpokenLanguage
) -> Pupil:
    """What requests have in common that play without a table."""
    return Pupil(services, visitor, game, spoken)


ThePupil = NamedDependency[SkipValidation[Pupil]]


@dataclass(frozen=True, slots=True)
class Learner:
    """Somebody who learns from a chapter."""

    pupil: Pupil
    chapter: str

    async def told(self, card: CardName, look: Callable[[OpenCard], T]) -> T:
        """What is found in a card."""
        return await self.pupil.told(await self._opened(card), look)

    async def _opened(self, card: CardName) -> OpenCard:
        """A card; 404 where there is no such chapter."""
        book = await book_of(self.pupil.services, self.pupil.game)
        course, say = await asyncio.to_thread(course_in, book, self.pupil.language)
        found = next((one for one in course.chapters if one.name == self.chapter), None)
        if found is None:
            names = ", ".join(one.name for one in course.chapters)
            raise problem(404, "not_found", f"there is no such chapter; there are: {names}")
        chosen = await self.pupil.play(*course.setting(found.practice(card).start))
        return OpenCard(chosen, found, card, say)


async def provide_learner(pupil: ThePupil, chapter: ChapterName) -> Learner:
    """What requests that look at a chapter have in common."""
    return Learner(pupil, chapter)


TheLearner = NamedDependency[SkipValidation[Learner]]


@post(CHAPTER, status_code=200, summary="A line in a chapter", operation_id="try_line")
async def try_line(learner: TheLearner, data: JSONBody[Try]) -> TryDocument:
    """Play decisions in a chapter, keep nothing, and say what came of them."""
    return await learner.told(data.card, lambda card: tried(card, data.decisions))


@post(f"{CHAPTER}/preview", **FORESEEN, operation_id="preview_line")
async def preview_line(learner: TheLearner, data: JSONBody[Try]) -> Preview:
    """Show where a line would lead if it went on, or why it may not."""
    return await learner.told(data.card, lambda card: foreseen(card, data.decisions, data.then))


def course_in(book: Rulebook, language: str) -> tuple[Course, Phrases]:
    """The course of a game with its words; 404 where it has none."""
    course = course_of(book.package)
    if course is None:
        raise problem(404, "not_found", f"{book.name} has no lessons")
    return course, words_of(book.package, language)


def chapter_of(book: Rulebook, course: Course, chapter: Chapter, say: Phrases) -> ChapterDocument:
    """A chapter with its words."""
    start = chapter.exercise.start
    usual = book.usual_players or book.players.start
    return ChapterDocument(
        name=chapter.name,
        **{part: say(f"{chapter.name}.{part}") for part in WORDS},
        light=chapter.light,
        hinted=chapter.hint,
        players=course.setting(start).players or usual,
        seat=start.seat,
    )


def tried(card: OpenCard, decisions: list[str]) -> TryDocument:
    """Where decisions led, and what is said of them."""
    played, language = play_line(card.game, card.practice, decisions), card.say.language
    seat = card.practice.start.seat
    answer = None if played.outcome is None else answered(card, played.outcome)
    return TryDocument(
        view=played.state.view(seat),
        scores=played.state.scores(),
        to_act=[*played.state.to_act],
        actions=[] if answer else actions_of(played.state, seat, language),
        told=[
            ToldDocument(who, action.text, action.describe(language)) for who, action in played.told
        ],
        answer=answer,
    )


def answered(card: OpenCard, outcome: Outcome) -> AnswerDocument:
    """What is said of a whole line."""
    practice, name = card.practice, card.chapter.name
    answer = answer_to(practice, outcome)
    own = f"{name}.free_answers.{answer.name}"
    words = own if card.card == "free" and own in card.say.keys else f"{name}.answers.{answer.name}"
    rights = {one.name: None for one in practice.answers if one.right and answer.right}
    return AnswerDocument(
        name=answer.name,
        right=answer.right,
        words=card.say(words, **values_in(answer, outcome)),
        others=[card.say(f"{name}.ways.{one}") for one in rights if one != answer.name],
    )


def foreseen(card: OpenCard, decisions: list[str], then: list[str]) -> Preview:
    """Where a line would lead, by no more than the learner may know."""
    seat = card.practice.start.seat
    state = play_line(card.game, card.practice, decisions).state.redetermined(seat, SEED)
    return previewed(Known(state, seat), [code_in(state, text) for text in then], card.say.language)


REQUESTS = [show_course, try_line, preview_line]
