"""Finding puzzles: bots play, and every turn that has one best end may become one.

Bots only lead to positions that people could meet, and say how tempting a wrong line is. What is
best is shown by trying all lines: see `formicarium.core.puzzles`.
"""

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from formicarium.bots.greedy import GreedyBot
from formicarium.core.chance import seed_of
from formicarium.core.game import Game, load_with, rulebook
from formicarium.core.puzzles import (
    LEVELS,
    SEEDS,
    Aim,
    Level,
    Proof,
    Puzzle,
    PuzzleBook,
    PuzzleFile,
    PuzzleHead,
    Theme,
    Unproven,
    proven,
    puzzle_book,
    short_position,
)
from formicarium.core.rulebook import Document
from formicarium.core.state import State

SLIPS = 0.2  # share of decisions at random, so that positions differ
PER_GAME = 3  # puzzles of one game at most
SPARE = 2  # times as many of each theme as wanted may be kept to choose from
TEMPTED = 3  # how much harder a puzzle is that a greedy bot gets wrong
NO_DEADLINE = math.inf


class PuzzlePlan(NamedTuple):
    """What is asked for."""

    game: str
    seed: int
    count: int  # of puzzles
    games: int  # to play at most


class FoundPuzzle(NamedTuple):
    """A puzzle, and how hard it is."""

    proof: Proof
    theme: str
    position: Document
    hardness: float


@dataclass
class Collection:
    """The puzzles found so far, by theme."""

    themes: tuple[Theme, ...]
    quota: int  # of each theme
    found: dict[str, list[FoundPuzzle]] = field(default_factory=dict)
    seen: set[bytes] = field(default_factory=set)

    def wanted(self) -> list[Theme]:
        """Themes of which there are not enough."""
        return [theme for theme in self.themes if len(self.of(theme.name)) < self.quota * SPARE]

    @property
    def is_full(self) -> bool:
        return all(len(self.of(theme.name)) >= self.quota for theme in self.themes)

    def of(self, theme: str) -> list[FoundPuzzle]:
        return self.found.setdefault(theme, [])

    def chosen(self, count: int) -> list[FoundPuzzle]:
        """So many, as evenly from all themes as there are enough."""
        most = max(len(some) for some in self.found.values())
        turns = [
            some[turn] for turn in range(most) for some in self.found.values() if turn < len(some)
        ]
        return turns[:count]


def make_puzzles(plan: PuzzlePlan, played: Callable[[int], None]) -> PuzzleFile:
    """Play games and keep puzzles; `played` is told how many games there were so far."""
    book = puzzle_book(rulebook(plan.game).package)
    assert book is not None  # the command has seen to it
    shelf = Collection(book.themes, math.ceil(plan.count / len(book.themes)))
    games = 0
    while games < plan.games and not shelf.is_full:
        search_game(shelf, book, plan, games)
        games += 1
        played(games)
    return PuzzleFile(_head(plan, games), _levelled(shelf.chosen(plan.count)))


def search_game(shelf: Collection, book: PuzzleBook, plan: PuzzlePlan, number: int) -> None:
    """Look for puzzles in one game."""
    choice = book.games[number % len(book.games)]
    game = load_with(plan.game, choice.players, None, choice.options)
    kept = 0
    for state, seat in positions(game, int(seed_of(plan.seed, number))):
        found = puzzle_at(state, seat, shelf.wanted()) if kept < PER_GAME else None
        if found is not None and (mark := state.redetermined(seat, 0).to_bytes()) not in shelf.seen:
            shelf.seen.add(mark)
            shelf.of(found.theme).append(found)
            kept += 1


def positions(game: Game, seed: int) -> Iterator[tuple[State, int]]:
    """What bots meet in a game that they play."""
    bot, state, decisions = GreedyBot(slips=SLIPS), game.start(seed), 0
    while not state.is_over:
        seat = state.to_act[0]
        if len(state.to_act) == 1:
            yield state.copy(), seat
        known = state.redetermined(seat, int(seed_of(seed, decisions)))
        state.play(seat, bot.choose(known, seat, decisions, NO_DEADLINE))
        decisions += 1


def puzzle_at(state: State, seat: int, themes: list[Theme]) -> FoundPuzzle | None:
    """The puzzle that somebody meets here, if there is one."""
    for aim in {theme.aim.name: theme.aim for theme in themes}.values():
        proof = proof_at(state, seat, aim)
        for theme in themes:
            if proof is not None and theme.aim is aim and theme.fits(proof):
                return FoundPuzzle(proof, theme.name, short_position(state, seat), hardness(proof))
    return None


def proof_at(state: State, seat: int, aim: Aim) -> Proof | None:
    """Whether one end is best; first in one world, which takes less time."""
    if not aim.begins(state, seat):
        return None
    try:
        proven(state, seat, aim, SEEDS[:1])
        return proven(state, seat, aim)
    except Unproven:
        return None


def hardness(proof: Proof) -> float:
    """By how many ends and decisions there are, how small the lead is, and whether bots miss it."""
    lead = proof.best.value - proof.second.value
    tempted = TEMPTED if misses(proof) else 0
    return math.log2(len(proof.ends)) + len(proof.best.line) / 2 + tempted - math.log2(lead)


def misses(proof: Proof) -> bool:
    """Whether a greedy bot comes to another end."""
    aim, state, seat, bot = proof.aim, proof.before.copy(), proof.seat, GreedyBot()
    while not aim.is_over(proof.before, state, seat):
        state.play(seat, bot.choose(state, seat, 0, NO_DEADLINE))
    return aim.end(state, seat) != aim.end(proof.best.state, seat)


def _levelled(found: list[FoundPuzzle]) -> tuple[Puzzle, ...]:
    """The easiest first; each level has as many as the next."""
    ordered = sorted(found, key=lambda one: one.hardness)
    share = math.ceil(len(ordered) / len(LEVELS)) or 1
    return tuple(_puzzle(one, LEVELS[place // share]) for place, one in enumerate(ordered))


def _puzzle(found: FoundPuzzle, level: Level) -> Puzzle:
    proof, game = found.proof, found.proof.before.game
    usual = {option.name: option.default.name.lower() for option in game.book.options}
    return Puzzle(
        theme=found.theme,
        aim=proof.aim.name,
        level=level,
        seat=proof.seat,
        players=game.players,
        position=found.position,
        line=proof.line,
        best=proof.best.value,
        second=proof.second.value,
        ends=len(proof.ends),
        options={name: one for name, one in game.options.items() if usual[name] != one},
    )


def _head(plan: PuzzlePlan, games: int) -> PuzzleHead:
    command = f"formicarium puzzles make {plan.game} --seed {plan.seed}"
    command += f" --count {plan.count} --games {plan.games}"
    return PuzzleHead(plan.game, rulebook(plan.game).version, plan.seed, games, command)
