"""Many games in a row, by one process or several, with the same outcome."""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np

from formicarium.arena.workers import LostWorker, finished
from formicarium.bots.referee import Player, play_out
from formicarium.cli.faults import WrongUse
from formicarium.cli.loading import RANDOM
from formicarium.core.chance import seed_of
from formicarium.core.game import Game
from formicarium.core.standings import all_win_shares

CHUNK = 2048  # random games at a time: they are played in compiled code, tens of thousands a second

Numbers = np.ndarray[Any, np.dtype[np.int32]]


class Outcomes(NamedTuple):
    """How some games ended, a row for each; points and tie-breaks have a column for each seat."""

    scores: Numbers
    tie_breaks: Numbers
    lengths: Numbers

    @property
    def win_shares(self) -> np.ndarray[Any, np.dtype[np.float64]]:
        """1 for a victory, a part of it for a shared one."""
        shares = np.empty(self.scores.shape)
        all_win_shares(np.stack((self.scores, self.tie_breaks), axis=2), shares)
        return shares


class Series(NamedTuple):
    """Games that differ by their number alone."""

    game: Game
    bots: Sequence[str]
    seed: int

    def seed_of(self, number: int) -> int:
        """The seed that plays the n-th game again."""
        return int(seed_of(np.uint64(self.seed), number))

    def play(self, first: int, count: int) -> Outcomes:
        """The games from number `first` on."""
        if all(bot == RANDOM for bot in self.bots):
            games = self.game.random_games(count, self.seed, first)
            return Outcomes(*map(narrow, (games.scores, games.tie_breaks, games.lengths)))
        played = [self.play_one(number) for number in range(first, first + count)]
        standings = np.array([standing for standing, _ in played])
        lengths = np.array([length for _, length in played])
        return Outcomes(*map(narrow, (standings[:, :, 0], standings[:, :, 1], lengths)))

    def play_one(self, number: int) -> tuple[list[tuple[int, int]], int]:
        """Points and tie-breaks of one game, and how many decisions it took."""
        seed = self.seed_of(number)
        players = [Player(bot, seat, seed) for seat, bot in enumerate(self.bots)]
        for player in players:
            player.prepare(self.game)
        state = self.game.start(seed)
        length = play_out(state, players)
        return state.standings(), length

    def play_chunk(self, chunk: tuple[int, int]) -> tuple[int, Outcomes]:
        """Some games, and the number of the first."""
        return chunk[0], self.play(*chunk)

    def chunks(self, games: int) -> Iterator[tuple[int, int]]:
        """First number and count of the games to be played at a time."""
        size = CHUNK if all(bot == RANDOM for bot in self.bots) else 1
        for first in range(0, games, size):
            yield first, min(size, games - first)


def narrow(numbers: np.ndarray[Any, Any]) -> Numbers:
    return numbers.astype(np.int32)


def play_all(series: Series, games: int, workers: int) -> Iterator[Outcomes]:
    """All games of a series in order, some at a time."""
    early: dict[int, Outcomes] = {}
    following = 0
    try:
        for first, outcomes in finished(series.play_chunk, series.chunks(games), workers):
            early[first] = outcomes
            while following in early:
                part = early.pop(following)
                following += len(part.lengths)
                yield part
    except LostWorker as error:
        raise WrongUse(f"{error}; try again with fewer --workers") from error
