"""What is to be played: every pairing of some bots, on every seat, on the same seeds."""

import hashlib
from collections.abc import Sequence
from importlib.metadata import version
from itertools import combinations
from typing import Any, NamedTuple

import msgspec
import numpy as np

from formicarium.bots.referee import Player, play_out
from formicarium.core.chance import seed_of
from formicarium.core.compiled import digest_of
from formicarium.core.errors import BadOption
from formicarium.core.game import Game


def about(game: Game, bots: Sequence[str], seed: int) -> dict[str, Any]:
    """What some games have in common: with it, each can be played again.

    >>> import formicarium as fm
    >>> about(fm.load("micropolis", players=2), ["random"], seed=1)["game"]
    'micropolis'
    """
    return {
        "formicarium": version("formicarium"),
        "game": game.name,
        "rules": game.book.version,
        "players": game.players,
        "options": game.options,
        "components": game.fingerprint,
        "bots": [*bots],
        "seed": seed,
    }


class Match(NamedTuple):
    """One game of the arena."""

    number: int
    pairing: tuple[str, str]
    seats: tuple[str, ...]  # the bot on each seat
    seed: int


class Job(NamedTuple):
    """Bots that meet in pairs; its matches differ by their number alone.

    At a table of two, each bot of a pair sits on each seat. At a larger one, each sits alone among
    copies of the other, on every seat in turn. Such a round is played on one seed, by all pairs.

    >>> import formicarium as fm
    >>> job = Job(fm.load("micropolis", players=2), ("greedy", "random"), seed=1)
    >>> [job.match(number).seats for number in range(2)]
    [('greedy', 'random'), ('random', 'greedy')]
    >>> job.match(0).seed == job.match(1).seed != job.match(2).seed
    True
    """

    game: Game
    bots: tuple[str, ...]
    seed: int
    seconds: float | None = None  # for each decision

    @property
    def header(self) -> dict[str, Any]:
        """What makes this job different from others; not how many games of it are wanted."""
        sources = digest_of("formicarium.bots", self.game.book.package)
        shared = about(self.game, self.bots, self.seed)
        return {**shared, "seconds": self.seconds, "sources": sources}

    @property
    def fingerprint(self) -> str:
        """A short name for the job."""
        content = msgspec.json.encode(self.header, order="sorted")
        return hashlib.sha256(content).hexdigest()[:16]

    @property
    def pairings(self) -> list[tuple[str, str]]:
        """Any two of the bots."""
        return [*combinations(self.bots, 2)]

    @property
    def rotations(self) -> int:
        """How many matches a pair needs until each has sat everywhere."""
        return 2 if self.game.players == 2 else 2 * self.game.players

    def matches(self, games: int) -> int:
        """How many matches give every pair at least so many games, in whole rounds.

        >>> import formicarium as fm
        >>> Job(fm.load("micropolis", players=3), ("greedy", "random"), seed=1).matches(7)
        12
        """
        rounds = -(-games // self.rotations)
        return rounds * len(self.pairings) * self.rotations

    def match(self, number: int) -> Match:
        """The n-th match, whoever plays it and whenever."""
        rest, rotation = divmod(number, self.rotations)
        turn, pair = divmod(rest, len(self.pairings))
        pairing = self.pairings[pair]
        seats = _seated(pairing, rotation, self.game.players)
        return Match(number, pairing, seats, int(seed_of(np.uint64(self.seed), turn)))

    def rehearse(self) -> None:
        """Let every bot get ready, and compile all that a match needs."""
        for bot in self.bots:
            Player(bot, 0, 0).prepare(self.game)
        players = [Player("random", seat, 0) for seat in range(self.game.players)]
        state = self.game.start(seed=0)
        play_out(state, players)
        state.standings()


def check_entries(bots: Sequence[str]) -> tuple[str, ...]:
    """The bots themselves, if there are at least two, and no two the same.

    >>> check_entries(["greedy", "random"])
    ('greedy', 'random')
    """
    if len(bots) < 2:
        raise BadOption(f"an arena needs two bots or more to meet; there is {len(bots) or 'none'}")
    twice = [bot for number, bot in enumerate(bots) if bot in bots[:number]]
    if twice:
        raise BadOption(f"bot {twice[0]} is named twice; it need not meet itself")
    return tuple(bots)


def _seated(pairing: tuple[str, str], rotation: int, players: int) -> tuple[str, ...]:
    """One of a pair on one seat, the other on all others."""
    turned, seat = divmod(rotation, players)
    one, other = pairing[::-1] if turned else pairing
    return tuple(one if here == seat else other for here in range(players))
