"""What is to be played: every pairing of some bots, on every seat, on the same seeds."""

import hashlib
import re
from collections.abc import Iterable, Sequence
from contextlib import suppress
from importlib.metadata import version
from itertools import combinations
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import numpy as np

from formicarium.bots.blindness import FILE as BLIND_SPOTS
from formicarium.bots.blindness import SPOTS
from formicarium.bots.characters import characters
from formicarium.bots.judgement import SUFFIX, folder_of
from formicarium.bots.learned import CHAMPION, LEARNED, WEIGHTS
from formicarium.bots.referee import Player, play_out
from formicarium.core.chance import seed_of
from formicarium.core.compiled import digest_of
from formicarium.core.errors import BadOption
from formicarium.core.game import Game, rulebook
from formicarium.core.rulebook import Rulebook

# Words by which bots name a file that a game brings.
OF_A_GAME = {LEARNED: CHAMPION} | dict.fromkeys(SPOTS, BLIND_SPOTS)
SETTING = re.compile(r":\w+=(.+?)(?=:\w+=|$)")  # of a bot; a file may have a colon in its path


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


def about_plan(plan: tuple[Any, ...], names: Iterable[str]) -> dict[str, Any]:
    """What makes a plan different from others: these of its fields, and what bots are made of."""
    said = {name: getattr(plan, name) for name in names}
    of_bots = sources(rulebook(said["game"]))
    return {"formicarium": version("formicarium"), "sources": of_bots, **said}


def sources(book: Rulebook) -> str:
    """A short name for the code and the numbers by which bots play a game."""
    return digest_of("formicarium.bots", book.package)


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
        plays = {bot: characters()[bot] for bot in self.bots if bot in characters()}
        return {
            **about(self.game, self.bots, self.seed),
            "seconds": self.seconds,
            "sources": sources(self.game.book),
            "characters": plays,
            "files": files_of(self.game.book, [*self.bots, *plays.values()]),
        }

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


def files_of(book: Rulebook, bots: Iterable[str]) -> dict[str, str]:
    """Digests of the files that bots name: what is in them may change."""
    folder, found = folder_of(book).parent, dict[str, str]()
    for name in sorted({value for bot in bots for value in SETTING.findall(bot)}):
        file = folder / OF_A_GAME[name] if name in OF_A_GAME else Path(name)
        card = [file.with_suffix(SUFFIX)] if file.suffix == WEIGHTS else []
        with suppress(OSError):  # no file, or one of which the bot itself says what is wrong
            content = b"".join(each.read_bytes() for each in (file, *card))
            found[name] = hashlib.sha256(content).hexdigest()[:16]
    return found


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
