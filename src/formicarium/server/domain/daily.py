"""The daily game: one game, one set-up and one seed a day, the same in every house.

A day is a number: the whole days since 1970 by UTC, so no time zone matters. Whoever reads this can
work out the seeds of all days, so nothing else may depend on them.
"""

import hashlib
from collections.abc import Iterable, Sequence
from typing import NamedTuple

import msgspec

SECONDS = 86_400  # of a day
PERSON = 0  # the seat of whoever plays; bots have all others
LEVEL = "hard"  # by few simulations and no clock: the same everywhere, and it costs little
MOST_PLAYERS = 4  # more bots would only take longer
MINUTES = 120  # of a game that has one turn; shorter ones have more,
MOST_TURNS = 3  # but not all


class Candidate(NamedTuple):
    """A game that can be the game of a day."""

    name: str
    rules: int  # the version of the rulebook
    players: Sequence[int]
    minutes: int | None = None  # among people, if anybody knows

    @property
    def turns(self) -> int:
        """How often it is the game of a day while a long game is once: what is light, more often.

        >>> [Candidate("", 1, (2,), minutes).turns for minutes in (30, 60, 120, None)]
        [3, 2, 1, 1]
        """
        return max(1, min(MOST_TURNS, MINUTES // (self.minutes or MINUTES)))


class DailyGame(msgspec.Struct, frozen=True):
    """The game of a day."""

    day: int
    game: str
    rules: int
    players: int
    seed: int


def day_of(seconds: float) -> int:
    """The day of a moment, given in seconds since 1970.

    >>> day_of(0.0), day_of(86_399.9), day_of(86_400.0)
    (0, 0, 1)
    """
    return int(seconds // SECONDS)


def counts_until(day: int) -> float:
    """Until when a game of a day must be over to be listed: one day more than it can be begun."""
    return float((day + 2) * SECONDS)


def game_of(day: int, candidates: Iterable[Candidate]) -> DailyGame:
    """The game of a day: the candidates take turns.

    >>> short, long = Candidate("short", 1, range(2, 7), 30), Candidate("long", 1, range(2, 5), 120)
    >>> [game_of(day, [long, short]).game for day in range(5)]
    ['long', 'short', 'short', 'short', 'long']
    """
    order = in_turn(candidates)
    chosen = order[day % len(order)]
    players = [count for count in chosen.players if count <= MOST_PLAYERS] or chosen.players
    return DailyGame(
        day=day,
        game=chosen.name,
        rules=chosen.rules,
        players=players[_number(day, chosen.name) % len(players)],
        seed=_number(day, chosen.name, "seed"),
    )


def begun_game(day: int, name: str, players: int, rules: int) -> DailyGame:
    """The game of a day as somebody has begun it: whatever is installed later, that stays."""
    return DailyGame(day, name, rules, players, _number(day, name, "seed"))


def in_turn(candidates: Iterable[Candidate]) -> list[Candidate]:
    """The order in which games are those of a day, until it begins anew."""
    games = sorted(candidates)
    return [game for turn in range(MOST_TURNS) for game in games if game.turns > turn]


def bot_seed_number(decisions: Iterable[tuple[int, int]], seat: int) -> int:
    """Which decision of a seat is the next, however long the others thought about theirs.

    >>> bot_seed_number([(0, 17), (1, 3), (0, 4)], seat=0)
    2
    """
    return sum(decider == seat for decider, _ in decisions)


def _number(*parts: object) -> int:
    """63 bits that depend on all of some values."""
    text = " ".join(map(str, ("daily", *parts))).encode()
    return int.from_bytes(hashlib.blake2b(text, digest_size=8).digest()) >> 1
