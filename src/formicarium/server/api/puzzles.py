"""Puzzles: which there are, a line that somebody tries, and what the best one brings.

Nothing is kept: whoever asks brings all decisions of the line along.
"""

import asyncio
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime
from typing import Annotated, NamedTuple, TypeVar

import msgspec
from litestar import get, post
from litestar.di import NamedDependency
from litestar.params import JSONBody, PathParameter, QueryParameter, SkipValidation

from formicarium.core.game import Game
from formicarium.core.puzzles import (
    LEVELS,
    Aim,
    Attempt,
    Counts,
    Puzzle,
    PuzzleBook,
    attempted,
    marks_of,
    puzzle_book,
    puzzle_of_day,
    puzzle_words,
    puzzles_of,
)
from formicarium.core.rulebook import Rulebook
from formicarium.core.text import phrases
from formicarium.server.api.bodies import GameName
from formicarium.server.api.errors import problem
from formicarium.server.api.games import book_of
from formicarium.server.api.lessons import (
    AnswerDocument,
    AskedLine,
    Pupil,
    ThePupil,
    ToldDocument,
    TryDocument,
)
from formicarium.server.api.preview import FORESEEN, SEED, Known, Preview, code_in, previewed
from formicarium.server.api.requests import SpokenLanguage, TheServices
from formicarium.server.api.study import actions_of

PUZZLE = "/games/{game:str}/puzzles/{number:int}"

T = TypeVar("T")

PuzzleNumber = Annotated[int, PathParameter(description="A puzzle, from 1.")]
AskedTheme = Annotated[
    str | None, QueryParameter(name="theme", max_length=40, description="Those of one theme.")
]
AskedPuzzleLevel = Annotated[
    int | None, QueryParameter(name="level", ge=LEVELS[0], le=LEVELS[-1], description="As hard.")
]


class PuzzleTheme(msgspec.Struct):
    """What puzzles are about."""

    name: str
    title: str
    count: int


class PuzzleEntry(msgspec.Struct):
    """A puzzle in a list."""

    number: int
    mark: str  # by which a device knows it again
    theme: str
    level: int  # how hard, from 1


class PuzzleList(msgspec.Struct):
    """The puzzles of a game, the easiest first."""

    game: str
    title: str
    themes: list[PuzzleTheme]  # of all of them, whichever were asked for
    puzzles: list[PuzzleEntry]


class PuzzleDocument(msgspec.Struct):
    """A puzzle: what is asked for."""

    game: str
    number: int
    count: int  # of puzzles of the game
    mark: str
    theme: str
    title: str  # of the theme
    task: str
    level: int
    players: int
    seat: int


class PuzzleShelf(msgspec.Struct):
    """How many puzzles a game has."""

    game: str
    title: str
    marks: tuple[str, ...]  # of all of them


class PuzzleShelves(msgspec.Struct):
    """All games that have puzzles, and the puzzle of the day."""

    games: list[PuzzleShelf]
    date: str  # in UTC
    today: PuzzleDocument | None  # the same in every house of this version; None: there are none


class PuzzleTry(AskedLine):
    """All that somebody has decided in a puzzle."""


class Solution(msgspec.Struct):
    """The best line of a puzzle, and what it brings."""

    line: list[ToldDocument]
    words: str


class OpenPuzzle(NamedTuple):
    """A puzzle that somebody looks at."""

    book: Rulebook
    game: Game
    puzzle: Puzzle
    aim: Aim
    language: str

    def tried(self, decisions: tuple[str, ...]) -> Attempt:
        """Where decisions lead."""
        return attempted(self.game, self.puzzle, self.aim, decisions)


@dataclass(frozen=True, slots=True)
class Solver:
    """Somebody who looks for the best line of a puzzle."""

    pupil: Pupil
    number: int

    async def told(self, look: Callable[[OpenPuzzle], T]) -> T:
        """What is found in the puzzle."""
        return await self.pupil.told(await self._opened(), look)

    async def _opened(self) -> OpenPuzzle:
        book = await book_of(self.pupil.services, self.pupil.game)
        puzzle = await asyncio.to_thread(puzzle_in, book, self.number)
        game = await self.pupil.play(puzzle.players, puzzle.options)
        themes = await asyncio.to_thread(puzzle_book, book.package)
        assert isinstance(themes, PuzzleBook)  # or it would have no puzzles
        return OpenPuzzle(book, game, puzzle, themes.aims[puzzle.aim], self.pupil.language)


async def provide_solver(pupil: ThePupil, number: PuzzleNumber) -> Solver:
    """What requests that look at a puzzle have in common."""
    return Solver(pupil, number)


TheSolver = NamedDependency[SkipValidation[Solver]]

# --- Requests -------------------------------------------------------------------------------------


@get("/puzzles", summary="Puzzles of all games", operation_id="show_puzzles")
async def show_puzzles(services: TheServices, spoken: SpokenLanguage) -> PuzzleShelves:
    """Give how many puzzles each game has, and the puzzle of this day."""
    books = await services.library.books()
    return await asyncio.to_thread(shelves_of, books, datetime.now(UTC).date(), spoken)


@get("/games/{game:str}/puzzles", summary="Puzzles", operation_id="list_puzzles")
async def list_puzzles(
    services: TheServices,
    game: GameName,
    spoken: SpokenLanguage,
    theme: AskedTheme = None,
    level: AskedPuzzleLevel = None,
) -> PuzzleList:
    """Give the puzzles of a game, perhaps only those of a theme or a level."""
    book = await book_of(services, game)
    puzzles = await asyncio.to_thread(puzzles_in, book)
    marks, counts = marks_of(book.package), Counter(one.theme for one in puzzles)
    say = puzzle_words(book.package, spoken)
    return PuzzleList(
        game,
        phrases(book.package, spoken)("title"),
        [PuzzleTheme(name, say(f"themes.{name}"), counts[name]) for name in sorted(counts)],
        [
            PuzzleEntry(number, mark, one.theme, one.level)
            for number, (mark, one) in enumerate(zip(marks, puzzles, strict=True), start=1)
            if theme in (None, one.theme) and level in (None, one.level)
        ],
    )


@get(PUZZLE, summary="A puzzle", operation_id="show_puzzle")
async def show_puzzle(
    services: TheServices, game: GameName, number: PuzzleNumber, spoken: SpokenLanguage
) -> PuzzleDocument:
    """Give what a puzzle asks for."""
    book = await book_of(services, game)
    return await asyncio.to_thread(document_of, book, number, spoken)


@post(PUZZLE, status_code=200, summary="A line in a puzzle", operation_id="try_puzzle")
async def try_puzzle(solver: TheSolver, data: JSONBody[PuzzleTry]) -> TryDocument:
    """Play decisions in a puzzle, keep nothing, and say whether that was the best line."""
    return await solver.told(lambda found: tried_puzzle(found, data.decisions))


@post(f"{PUZZLE}/preview", **FORESEEN, operation_id="preview_puzzle")
async def preview_puzzle(solver: TheSolver, data: JSONBody[PuzzleTry]) -> Preview:
    """Show where a line would lead if it went on, or why it may not."""
    return await solver.told(lambda found: foreseen_puzzle(found, data))


@get(f"{PUZZLE}/solution", summary="The solution", operation_id="show_solution")
async def show_solution(solver: TheSolver) -> Solution:
    """Give the best line of a puzzle."""
    return await solver.told(solved)


# --- Answers --------------------------------------------------------------------------------------


def shelves_of(books: Mapping[str, Rulebook], today: date, language: str) -> PuzzleShelves:
    """What there is to solve, and what of it today."""
    games = [
        PuzzleShelf(name, phrases(book.package, language)("title"), marks)
        for name, book in books.items()
        if (marks := marks_of(book.package))
    ]
    daily = None
    if games:
        game, number = puzzle_of_day(today, {one.game: len(one.marks) for one in games})
        daily = document_of(books[game], number, language)
    return PuzzleShelves(games, today.isoformat(), daily)


def puzzles_in(book: Rulebook) -> tuple[Puzzle, ...]:
    """The puzzles of a game; 404 where it has none."""
    puzzles = puzzles_of(book.package)
    if not puzzles:
        raise problem(404, "not_found", f"{book.name} has no puzzles")
    return puzzles


def puzzle_in(book: Rulebook, number: int) -> Puzzle:
    """One of them; 404 where there is none of that number."""
    puzzles = puzzles_in(book)
    if not 1 <= number <= len(puzzles):
        raise problem(404, "not_found", f"{book.name} has puzzles 1 to {len(puzzles)}")
    return puzzles[number - 1]


def document_of(book: Rulebook, number: int, language: str) -> PuzzleDocument:
    """A puzzle with its words."""
    puzzle, say = puzzle_in(book, number), puzzle_words(book.package, language)
    return PuzzleDocument(
        game=book.name,
        number=number,
        count=len(puzzles_in(book)),
        mark=puzzle.mark,
        theme=puzzle.theme,
        title=say(f"themes.{puzzle.theme}"),
        task=say(f"tasks.{puzzle.aim}"),
        level=puzzle.level,
        players=puzzle.players,
        seat=puzzle.seat,
    )


def tried_puzzle(found: OpenPuzzle, decisions: list[str]) -> TryDocument:
    """Where decisions led, and whether that is the best end."""
    attempt, seat = found.tried(tuple(decisions)), found.puzzle.seat
    answer = answered_puzzle(found, attempt) if attempt.is_over else None
    return TryDocument(
        view=attempt.state.view(seat),
        scores=attempt.state.scores(),
        to_act=[*attempt.state.to_act],
        actions=[] if answer else actions_of(attempt.state, seat, found.language),
        told=told_in(found, attempt),
        answer=answer,
    )


def answered_puzzle(found: OpenPuzzle, attempt: Attempt) -> AnswerDocument:
    """What is said of a whole line."""
    is_right = attempt.is_as_good_as(found.tried(found.puzzle.line))
    words = in_words(found, attempt.gains)
    if not is_right:
        best = total_in_words(found, found.puzzle.best)
        words = phrases("formicarium.server", found.language)(
            "puzzle_more", brought=words, best=best
        )
    return AnswerDocument("right" if is_right else "less", is_right, words, [])


def solved(found: OpenPuzzle) -> Solution:
    """The best line in words."""
    attempt = found.tried(found.puzzle.line)
    return Solution(told_in(found, attempt), in_words(found, attempt.gains))


def told_in(found: OpenPuzzle, attempt: Attempt) -> list[ToldDocument]:
    """What was decided, in notation and in words."""
    return [
        ToldDocument(seat, action.text, action.describe(found.language))
        for seat, action in attempt.told
    ]


def in_words(found: OpenPuzzle, gains: Counts) -> str:
    """What a line brings in all, and of what: "8 points: harvest +5, population +3"."""
    total = total_in_words(found, sum(gains.values()))
    if len(gains) == 1:
        return total
    signed = {name: f"{number:+}".replace("-", "−") for name, number in gains.items() if number}
    parts = [f"{named(found, name)} {number}" for name, number in signed.items()]
    return f"{total}: {', '.join(parts)}" if parts else total


def total_in_words(found: OpenPuzzle, number: int) -> str:
    """What a line brings in all, or what it costs where there are words for that."""
    own, aim = puzzle_words(found.book.package, found.language), found.puzzle.aim
    if number < 0 and f"counts.{aim}_lost" in own.keys:
        return own.count(f"{aim}_lost", -number)
    return own.count(aim, number).replace("-", "−")


def named(found: OpenPuzzle, name: str) -> str:
    """What is counted, in a word: one of the puzzles, or one of the game."""
    own, key = puzzle_words(found.book.package, found.language), f"counted.{name}"
    if key in own.keys:
        return own(key)
    return phrases(found.book.package, found.language)(f"{found.aim.named}.{name}")


def foreseen_puzzle(found: OpenPuzzle, asked: PuzzleTry) -> Preview:
    """Where a line would lead, by no more than who solves it may know."""
    seat = found.puzzle.seat
    state = found.tried(tuple(asked.decisions)).state.redetermined(seat, SEED)
    return previewed(
        Known(state, seat), [code_in(state, text) for text in asked.then], found.language
    )


REQUESTS = [
    show_puzzles,
    list_puzzles,
    show_puzzle,
    try_puzzle,
    preview_puzzle,
    show_solution,
]
