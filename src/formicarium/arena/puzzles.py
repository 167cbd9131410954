"""Finding puzzles: bots play, and every turn that has one best end may become one.

Bots only lead to positions that people could meet, and say how tempting a wrong line is. What is
best is shown by trying all lines: see `formicarium.core.puzzles`.
"""

import math
from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

import msgspec
import numpy as np

from formicarium.bots.greedy import GreedyBot
from formicarium.core.chance import seed_of
from formicarium.core.game import Game, load_with, rulebook
from formicarium.core.puzzles import (
    LEVELS,
    SEEDS,
    Aim,
    EndTest,
    Proof,
    Puzzle,
    PuzzleBook,
    PuzzleFile,
    PuzzleHead,
    Theme,
    TriedTurn,
    Unproven,
    is_complete,
    proof_of,
    prove_again,
    proven,
    puzzle_book,
    short_position,
    tried_turn,
)
from formicarium.core.rulebook import Document
from formicarium.core.state import State

SLIPS = 0.2  # share of decisions at random, so that positions differ
PER_GAME = 6  # puzzles of one game at most
SPARE = 1.5  # times as many of a theme as its share, where others are rare
TEMPTED = 3  # how much harder a puzzle is that a greedy bot gets wrong
NO_DEADLINE = math.inf
NOBODY = -1


class PuzzlePlan(NamedTuple):
    """What is asked for."""

    game: str
    seed: int
    puzzles: int  # how many
    games: int  # to play at most
    theme: str = ""  # the only one that is looked for; none: all


class FoundPuzzle(NamedTuple):
    """A puzzle, and how hard it is."""

    puzzle: Puzzle
    hardness: float

    @property
    def answer(self) -> Hashable:
        """Puzzles of which this is the same are hardly two."""
        puzzle = self.puzzle
        return puzzle.theme, puzzle.line, puzzle.best, puzzle.lines


@dataclass
class Collection:
    """The puzzles found so far, by theme."""

    themes: tuple[Theme, ...]
    quota: int  # of each theme
    found: dict[str, list[FoundPuzzle]] = field(default_factory=dict)
    seen: set[Hashable] = field(default_factory=set)

    def wanted(self) -> list[Theme]:
        """Themes of which there are not enough."""
        return [theme for theme in self.themes if len(self.of(theme.name)) < self.quota * SPARE]

    @property
    def is_full(self) -> bool:
        return all(len(self.of(theme.name)) >= self.quota for theme in self.themes)

    def take(self, found: FoundPuzzle | None) -> bool:
        """Keep a puzzle, unless it is there already; whether it is new."""
        if found is None or found.answer in self.seen:
            return False
        self.seen.add(found.answer)
        self.of(found.puzzle.theme).append(found)
        return True

    def of(self, theme: str) -> list[FoundPuzzle]:
        return self.found.setdefault(theme, [])

    def chosen(self, count: int) -> list[FoundPuzzle]:
        """So many, as evenly from all themes as there are enough."""
        most = max(map(len, self.found.values()), default=0)
        turns = [
            some[turn] for turn in range(most) for some in self.found.values() if turn < len(some)
        ]
        return turns[:count]


def make_puzzles(plan: PuzzlePlan, played: Callable[[int], None]) -> PuzzleFile:
    """Play games and keep puzzles; `played` is told how many games there were so far."""
    book = puzzle_book(rulebook(plan.game).package)
    assert book is not None  # the command has seen to it
    themes = tuple(one for one in book.themes if plan.theme in ("", one.name))
    shelf = Collection(themes, math.ceil(plan.puzzles / len(themes)))
    games = 0
    while games < plan.games and not shelf.is_full:
        search_game(shelf, book, plan, games)
        games += 1
        played(games)
    chosen = [one for one in shelf.chosen(plan.puzzles) if holds(one.puzzle, plan.game, book)]
    return PuzzleFile(_head(plan, games), levelled(chosen))


def added(file: PuzzleFile, more: PuzzleFile) -> PuzzleFile:
    """The puzzles of a file, and others that it has not; the easiest first."""
    marks = {puzzle.mark for puzzle in file.puzzles}
    new = [puzzle for puzzle in more.puzzles if puzzle.mark not in marks]
    puzzles = sorted([*file.puzzles, *new], key=lambda puzzle: puzzle.level)
    command = f"{file.head.command} && {more.head.command} --add"
    games = file.head.games + more.head.games
    head = msgspec.structs.replace(file.head, games=games, command=command)
    return PuzzleFile(head, tuple(puzzles))


def holds(puzzle: Puzzle, game: str, book: PuzzleBook) -> bool:
    """Whether it is proven in other worlds, too: in three of them cards may come up alike."""
    try:
        prove_again(puzzle, game, book)
    except Unproven:
        return False
    return True


def search_game(shelf: Collection, book: PuzzleBook, plan: PuzzlePlan, number: int) -> None:
    """Look for puzzles in one game: some, and not two of one turn."""
    choice = book.games[number % len(book.games)]
    game = load_with(plan.game, choice.players, None, choice.options)
    kept, busy = 0, NOBODY
    for state, seat in positions(game, int(seed_of(np.uint64(plan.seed), number))):
        busy = busy if seat == busy else NOBODY
        if (
            kept < PER_GAME
            and busy == NOBODY
            and shelf.take(puzzle_at(state, seat, shelf.wanted()))
        ):
            kept, busy = kept + 1, seat


def positions(game: Game, seed: int) -> Iterator[tuple[State, int]]:
    """What bots meet in a game that they play."""
    bot, state, decisions = GreedyBot(slips=SLIPS), game.start(seed), 0
    while not state.is_over:
        seat = state.to_act[0]
        if len(state.to_act) == 1:
            yield state.copy(), seat
        known = state.redetermined(seat, int(seed_of(np.uint64(seed), decisions)))
        state.play(seat, bot.choose(known, seat, decisions, NO_DEADLINE))
        decisions += 1


def puzzle_at(state: State, seat: int, themes: list[Theme]) -> FoundPuzzle | None:
    """The puzzle that somebody meets here, if there is one."""
    turns: dict[EndTest, TriedTurn | None] = {}
    for aim in {theme.aim.name: theme.aim for theme in themes}.values():
        if aim.begins(state, seat):
            if aim.is_over not in turns:
                turns[aim.is_over] = turn_at(state, seat, aim.is_over)
            found = puzzle_with(state, turns[aim.is_over], aim, themes)
            if found is not None:
                return found
    return None


def turn_at(state: State, seat: int, is_over: EndTest) -> TriedTurn | None:
    """All lines in one world, which takes less time than in several; None: there are too many."""
    try:
        return tried_turn(state, seat, is_over, SEEDS[:1])
    except Unproven:
        return None


def puzzle_with(
    state: State, turn: TriedTurn | None, aim: Aim, themes: list[Theme]
) -> FoundPuzzle | None:
    """The puzzle with that aim, if there is one, also in other worlds."""
    if turn is None:
        return None
    try:
        proof = proof_of(turn, aim)
        theme = next(one for one in themes if one.aim is aim and one.fits(proof))
        proof = proven(state, turn.seat, aim)
    except (Unproven, StopIteration):
        return None
    return FoundPuzzle(puzzle_of(proof, theme, short_position(state, turn.seat)), hardness(proof))


def hardness(proof: Proof) -> float:
    """By how rare the best line is and how long, how small its lead, and whether bots miss it."""
    rarity = math.log2(proof.lines / proof.best.lines)
    lead = math.log2(proof.best.value - proof.second.value)
    return rarity + len(proof.best.line) / 2 - lead + (TEMPTED if misses(proof) else 0)


def misses(proof: Proof) -> bool:
    """Whether a greedy bot comes to another end."""
    aim, state, seat, bot = proof.aim, proof.before.copy(), proof.seat, GreedyBot()
    while not is_complete(aim.is_over, proof.before, state, seat):
        state.play(seat, bot.choose(state, seat, 0, NO_DEADLINE))
    return aim.end(state, seat) != aim.end(proof.best.state, seat)


def levelled(found: list[FoundPuzzle]) -> tuple[Puzzle, ...]:
    """The easiest first; each level has as many as the next."""
    ordered = sorted(found, key=lambda one: one.hardness)
    share = math.ceil(len(ordered) / len(LEVELS))
    return tuple(
        msgspec.structs.replace(one.puzzle, level=LEVELS[place // share])
        for place, one in enumerate(ordered)
    )


def puzzle_of(proof: Proof, theme: Theme, position: Document) -> Puzzle:
    """A puzzle as it is written down; how hard it is shows among others."""
    game = proof.before.game
    usual = {option.name: option.default.name.lower() for option in game.book.options}
    return Puzzle(
        theme=theme.name,
        aim=proof.aim.name,
        level=LEVELS[0],
        seat=proof.seat,
        players=game.players,
        position=position,
        line=proof.line,
        best=proof.best.value,
        second=proof.second.value,
        lines=proof.lines,
        right=proof.best.lines,
        options={name: one for name, one in game.options.items() if usual[name] != one},
    )


def _head(plan: PuzzlePlan, games: int) -> PuzzleHead:
    command = f"formicarium puzzles make {plan.game} --seed {plan.seed}"
    command += f" --puzzles {plan.puzzles} --games {plan.games}"
    command += f" --theme {plan.theme}" if plan.theme else ""
    return PuzzleHead(plan.game, rulebook(plan.game).version, plan.seed, games, command)
