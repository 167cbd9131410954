"""Many games in a row, by one process or several, with the same outcome."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple, TypeVar

import numpy as np

from formicarium.arena.workers import finished
from formicarium.bots.referee import Player, play_out
from formicarium.core.chance import seed_of
from formicarium.core.game import Game
from formicarium.core.standings import all_win_shares

RANDOM = "random"  # where all bots are called that, games are those of `Game.random_games`
AT_A_TIME = 2048  # random games: they are played in compiled code, tens of thousands a second

Numbers = np.ndarray[Any, np.dtype[np.int32]]
Chunk = tuple[int, int]  # the number of the first game, and how many there are
Part = TypeVar("Part")


class Outcomes(NamedTuple):
    """How some games ended, a row for each; points and tie-breaks have a column for each seat."""

    scores: Numbers  # one row per game, one column per seat
    tie_breaks: Numbers  # of the same form
    lengths: Numbers  # of each game, in decisions

    @classmethod
    def of(cls, standings: np.ndarray[Any, Any], lengths: np.ndarray[Any, Any]) -> "Outcomes":
        """The outcomes of games that ended with these points and tie-breaks."""
        return cls(*map(_narrow, (standings[:, :, 0], standings[:, :, 1], lengths)))

    @property
    def win_shares(self) -> np.ndarray[Any, np.dtype[np.float64]]:
        """1 for a victory, a part of it for a shared one."""
        shares = np.empty(self.scores.shape)
        all_win_shares(np.stack((self.scores, self.tie_breaks), axis=2), shares)
        return shares


class Series(NamedTuple):
    """Games that differ by their number alone, with a bot on every seat."""

    game: Game  # with its player count and options
    bots: Sequence[str]  # their names and settings, as in `load_bot`
    seed: int  # from which all games have theirs

    @property
    def is_random(self) -> bool:
        """Whether nobody thinks."""
        return all(bot == RANDOM for bot in self.bots)

    def seed_of(self, number: int) -> int:
        """The seed that plays the n-th game again."""
        return int(seed_of(np.uint64(self.seed), number))

    def chunks(self, games: int, at_a_time: int = AT_A_TIME) -> Iterator[Chunk]:
        """The games that are played at a time, by whomever: where bots think, one."""
        size = at_a_time if self.is_random else 1
        for first in range(0, games, size):
            yield first, min(size, games - first)

    def players(self, seed: int) -> list[Player]:
        """The bots of the game of that seed, ready to play."""
        players = [Player(bot, seat, seed) for seat, bot in enumerate(self.bots)]
        for player in players:
            player.prepare(self.game)
        return players

    def play(self, first: int, count: int) -> Outcomes:
        """The games from number `first` on."""
        if self.is_random:
            games = self.game.random_games(count, self.seed, first)
            return Outcomes(*map(_narrow, (games.scores, games.tie_breaks, games.lengths)))
        played = [self.play_one(number) for number in range(first, first + count)]
        standings = np.array([standing for standing, _ in played])
        return Outcomes.of(standings, np.array([length for _, length in played]))

    def play_one(self, number: int) -> tuple[list[tuple[int, int]], int]:
        """Points and tie-breaks of one game, and how many decisions it took."""
        seed = self.seed_of(number)
        state = self.game.start(seed)
        length = play_out(state, self.players(seed))
        return state.standings(), length

    def play_chunk(self, chunk: Chunk) -> tuple[Chunk, Outcomes]:
        """Some games, and which they are."""
        return chunk, self.play(*chunk)


def play_all(series: Series, games: int, workers: int) -> Iterator[Outcomes]:
    """All games of a series in order, some at a time."""
    yield from in_order(finished(series.play_chunk, series.chunks(games), workers))


def in_order(parts: Iterable[tuple[Chunk, Part]]) -> Iterator[Part]:
    """Parts of a series as soon as all before them are there.

    >>> [*in_order([((2, 1), "c"), ((0, 2), "ab")])]
    ['ab', 'c']
    """
    early: dict[int, tuple[int, Part]] = {}
    following = 0
    for (first, count), part in parts:
        early[first] = count, part
        while following in early:
            count, part = early.pop(following)
            following += count
            yield part


def _narrow(numbers: np.ndarray[Any, Any]) -> Numbers:
    return numbers.astype(np.int32)
