"""Puzzles: finding them in games of bots, and proving them again."""

from pathlib import Path

from rich.text import Text

from formicarium.arena.puzzles import PuzzlePlan, added
from formicarium.arena.puzzles import make_puzzles as find
from formicarium.bots.greedy import GreedyBot
from formicarium.cli import files
from formicarium.cli.faults import FAULT_FOUND, WrongUse
from formicarium.cli.loading import all_games, find_game
from formicarium.cli.orders import PuzzleOrder
from formicarium.cli.progress import progress_bar
from formicarium.cli.screen import Paper, complain, language_here, words
from formicarium.cli.waiting import compiling, interruptible
from formicarium.core.errors import FormicariumError
from formicarium.core.game import load
from formicarium.core.options import check_seed
from formicarium.core.puzzles import (
    Puzzle,
    PuzzleBook,
    PuzzleFile,
    prove_again,
    puzzle_book,
    puzzles_of,
    read_puzzles,
    written_puzzles,
)
from formicarium.core.text import Phrases


def make_puzzles(order: PuzzleOrder) -> None:
    """Play, look for puzzles, and write them down."""
    say = words(language_here(order.language))
    check_theme(order.game, order.theme)
    out = Path(f"{order.game}-puzzles.jsonl") if order.out is None else order.out
    files.check_writable(out)
    kept = puzzles_in(out, order.game) if order.add else None
    seed = int(check_seed(order.seed))
    plan = PuzzlePlan(order.game, seed, order.puzzles, order.games, order.theme)
    with compiling(say):
        interruptible(lambda: GreedyBot().prepare(load(order.game)))
    with progress_bar(say, say("puzzles.search")) as progress:
        task = progress.add_task("", total=plan.games)
        found = find(plan, lambda games: progress.update(task, completed=games))
    files.write(out, written_puzzles(found if kept is None else added(kept, found)))
    told = say("puzzles.written", file=out, count=len(found.puzzles), games=found.head.games)
    Paper().print(Text(told), soft_wrap=True)


def check_puzzles(game: str | None, file: Path | None, language: str | None) -> int:
    """Prove all puzzles of a game or of all again; the exit code."""
    say = words(language_here(language))
    if file is not None:
        read = file_of_puzzles(file)
        return check_game(read.head.game, read.puzzles, say)
    books = [find_game(game)] if game else all_games(say)
    found = [(book.name, puzzles_of(book.package)) for book in books]
    return max(check_game(name, puzzles, say) for name, puzzles in found if game or puzzles)


def check_game(game: str, puzzles: tuple[Puzzle, ...], say: Phrases) -> int:
    """Prove some puzzles again, and name those that are none; the exit code."""
    book, wrong = themes_of(game), 0
    with progress_bar(say, game) as progress:
        task = progress.add_task("", total=len(puzzles))
        for number, puzzle in enumerate(puzzles, start=1):
            try:
                prove_again(puzzle, game, book)
            except FormicariumError as error:
                wrong += 1
                complain(say("puzzles.wrong", game=game, number=number, reason=error), FAULT_FOUND)
            progress.advance(task)
    key = "count_wrong" if wrong else "proven"
    told = say(f"puzzles.{key}", game=game, count=len(puzzles), wrong=wrong)
    Paper().print(Text(told), soft_wrap=True)
    return FAULT_FOUND if wrong else 0


def check_theme(game: str, theme: str) -> None:
    """Without a theme there may be puzzles about all of them."""
    names = [one.name for one in themes_of(game).themes]
    if theme and theme not in names:
        raise WrongUse(f"{game} has no puzzles about {theme!r}: there are {', '.join(names)}")


def puzzles_in(path: Path, game: str) -> PuzzleFile:
    """The puzzles that others are added to: of the same game, by the same rules."""
    read, rules = file_of_puzzles(path), find_game(game).version
    if (read.head.game, read.head.rules) != (game, rules):
        made = f"{read.head.game} with rules {read.head.rules}"
        raise WrongUse(f"{path} has puzzles of {made}, not of {game} with rules {rules}")
    return read


def file_of_puzzles(path: Path) -> PuzzleFile:
    """A file of puzzles; `BadPuzzles` names the line that is wrong."""
    return read_puzzles(files.read(path).decode(errors="replace"), str(path))


def themes_of(game: str) -> PuzzleBook:
    """What a game says about its puzzles."""
    book = puzzle_book(find_game(game).package)
    if book is None:
        raise WrongUse(f"{game} has no puzzles: there is no puzzles.py among its files")
    return book
