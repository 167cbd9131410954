"""Digests of a series of random games, made in the mode that this process runs in.

Run as a program, it prints those of every n-th game; interpreted with ``NUMBA_DISABLE_JIT=1``.
"""

from __future__ import annotations

import functools
import hashlib
import json
import random
import sys
from pathlib import Path

sys.path[:0] = [str(Path(__file__).parents[2])]

# Imported here, because the folder of the tests must be found first.
import formicarium as fm  # noqa: E402
from tests.properties.lines import OPTION_SETS, TABLES, Table, game_at  # noqa: E402

# Interpreted, these take long: how often knowledge and points are compared as well.
LOOKS, COUNTS = 1 / 40, 1 / 4


@functools.cache
def schedule(name: str) -> tuple[Table, ...]:
    """Every table of a game, shorter games more often, so that all have a fair share of time."""
    longest = {table: game_at(table, 0).longest for table in TABLES if table.game == name}
    most = max(longest.values())
    return tuple(table for table in longest for _ in range(round(most / longest[table])))


def digest(name: str, number: int) -> str:
    """The bytes after every action of the n-th game, what is known then, and how it ended."""
    tables = schedule(name)
    state = game_at(tables[number % len(tables)], number // len(tables) % OPTION_SETS).start(number)
    dice = random.Random(number)
    found = hashlib.sha256(state.to_bytes())
    while not state.is_over:
        seat = dice.choice(state.to_act)
        state.play(seat, dice.choice(state.codes(seat)))
        found.update(state.to_bytes())
        if dice.random() < LOOKS:
            found.update(knowledge(state, dice))
    if dice.random() < COUNTS:
        found.update(json.dumps(state.scores()).encode())
    return found.hexdigest()


def knowledge(state: fm.State, dice: random.Random) -> bytes:
    """What a seat sees, and a state as it might be for all that a seat or a spectator knows."""
    seat = dice.randrange(state.game.players)
    guess = state.redetermined(dice.choice((seat, None)), dice.getrandbits(64))
    return guess.to_bytes() + state.observe(seat).tobytes()


if __name__ == "__main__":
    first, games, step = map(int, sys.argv[2:])
    json.dump([digest(sys.argv[1], number) for number in range(first, games, step)], sys.stdout)
