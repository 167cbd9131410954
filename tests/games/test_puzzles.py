"""The puzzles that come with the games: one best end each, shown by trying every line again."""

from collections import Counter
from importlib import resources
from typing import Any

import msgspec
import pytest

from formicarium.core.game import rulebook
from formicarium.core.puzzles import (
    FILE,
    FOLDER,
    Puzzle,
    PuzzleBook,
    Unproven,
    attempted,
    prove_again,
    puzzle_book,
    puzzle_words,
    puzzles_of,
    read_puzzles,
)
from formicarium.core.text import LANGUAGES, phrases
from formicarium.server.api.puzzles import OpenPuzzle, solved, total_in_words
from tests.tiers import IS_PROOF

GAMES = ["antics", "micropolis", "minicity", "myrmes"]
LARGEST = 200_000  # bytes of a file
FEWEST = 150  # puzzles of a game
FEWEST_THEMES = 5


def book_of(game: str) -> PuzzleBook:
    found = puzzle_book(rulebook(game).package)
    assert found is not None
    return found


def puzzles(game: str) -> tuple[Puzzle, ...]:
    return puzzles_of(rulebook(game).package)


def proven(game: str) -> list[int]:
    """Which are proven again: all, or of each theme the one with the fewest lines."""
    smallest: dict[str, int] = {}
    for number, puzzle in sorted(enumerate(puzzles(game)), key=lambda one: one[1].lines):
        smallest.setdefault(puzzle.theme, number)
    return [*range(len(puzzles(game)))] if IS_PROOF else sorted(smallest.values())


@pytest.mark.parametrize(("game", "number"), [(game, n) for game in GAMES for n in proven(game)])
def test_one_end_is_best_in_other_worlds_too(game: str, number: int) -> None:
    prove_again(puzzles(game)[number], game, book_of(game))


@pytest.mark.parametrize("game", GAMES)
def test_there_are_enough_of_every_kind(game: str) -> None:
    some = puzzles(game)
    assert len(some) >= FEWEST
    assert len({puzzle.mark for puzzle in some}) == len(some)
    levels = Counter(puzzle.level for puzzle in some)
    assert min(levels[1], levels[2], levels[3]) >= len(some) // 4
    assert len({puzzle.theme for puzzle in some}) >= FEWEST_THEMES
    assert {puzzle.theme for puzzle in some} == {theme.name for theme in book_of(game).themes}


@pytest.mark.parametrize("game", GAMES)
def test_a_file_is_small_and_says_how_it_was_made(game: str) -> None:
    file = resources.files(rulebook(game).package) / FOLDER / FILE
    text = file.read_text("utf-8")
    assert len(text.encode()) <= LARGEST
    head = read_puzzles(text, FILE).head
    assert (head.game, head.rules) == (game, rulebook(game).version)
    assert head.command.startswith(f"formicarium puzzles make {game} --seed {head.seed} ")


@pytest.mark.parametrize("game", GAMES)
def test_positions_tell_nothing_of_piles(game: str) -> None:
    for puzzle in puzzles(game):
        assert puzzle.position.keys().isdisjoint({"rng", "pile", "bag", "barrier"})


@pytest.mark.parametrize("game", GAMES)
def test_the_best_line_brings_what_is_said(game: str) -> None:
    book = book_of(game)
    for puzzle in puzzles(game)[:: 1 if IS_PROOF else 16]:
        aim = book.aims[puzzle.aim]
        best = attempted(puzzle.game(game), puzzle, aim, puzzle.line)
        assert best.is_over
        assert sum(best.gains.values()) == puzzle.best > puzzle.second
        begun = attempted(puzzle.game(game), puzzle, aim, puzzle.line[:-1])
        assert not begun.is_over
        assert not begun.is_as_good_as(best)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_word_is_there(game: str, language: str) -> None:
    book, package = book_of(game), rulebook(game).package
    own, say = puzzle_words(package, language), phrases(package, language)
    wanted = {f"themes.{theme.name}" for theme in book.themes}
    wanted |= {f"{part}.{aim}" for aim in book.aims for part in ("tasks", "counts")}
    wanted |= {f"counts.{aim}_lost" for aim in book.aims} & own.keys
    assert {key for key in own.keys if not key.startswith("counted.")} == wanted
    for aim in book.aims.values():
        puzzle = next((one for one in puzzles(game) if one.aim == aim.name), None)
        if puzzle is not None:
            counts = aim.counts(puzzle.game(game).position(puzzle.position), puzzle.seat)
            names = {f"counted.{name}" for name in counts} & own.keys
            rest = [name for name in counts if f"counted.{name}" not in names]
            assert len(counts) == 1 or {f"{aim.named}.{name}" for name in rest} <= say.keys


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_what_the_best_line_of_every_theme_brings_can_be_told(game: str, language: str) -> None:
    book = book_of(game)
    for puzzle in {one.theme: one for one in puzzles(game)}.values():
        found = OpenPuzzle(
            rulebook(game), puzzle.game(game), puzzle, book.aims[puzzle.aim], language
        )
        assert solved(found).words


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_what_a_line_costs_is_told_as_that(game: str, language: str) -> None:
    """Without a sign, where there are words for it."""
    book, own = book_of(game), puzzle_words(rulebook(game).package, language)
    for puzzle in {one.aim: one for one in puzzles(game)}.values():
        found = OpenPuzzle(
            rulebook(game), puzzle.game(game), puzzle, book.aims[puzzle.aim], language
        )
        told = total_in_words(found, -2)
        if f"counts.{puzzle.aim}_lost" in own.keys:
            assert told == own.count(f"{puzzle.aim}_lost", 2)
        else:
            assert "−2" in told


def test_a_game_may_do_without() -> None:
    assert puzzle_book("formicarium.server") is None
    assert puzzles_of("formicarium.server") == ()


@pytest.mark.parametrize("change", [{"best": 99}, {"theme": "chess"}, {"line": ("take 1",)}])
def test_a_changed_puzzle_is_found_out(change: dict[str, Any]) -> None:
    changed = msgspec.structs.replace(puzzles("micropolis")[-1], **change)
    with pytest.raises(Unproven):
        prove_again(changed, "micropolis", book_of("micropolis"))
