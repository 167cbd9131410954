"""Compiles all that tests use before they begin: `python -m tests.rehearsal [GAME ...]`.

Otherwise every process that shares the tests, and every house that they open, would compile the
games for itself at the same time.
"""

import os
import sys
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor

import formicarium as fm
from formicarium.bots import load_bot, prepare
from formicarium.core.compiled import rules_of
from formicarium.core.game import rulebook
from formicarium.envs.batch import Batch
from formicarium.server.workers.rehearsal import is_compiled, mark_compiled, rehearse

LOOKS = 20  # at a game, by which the functions behind views and refusals are compiled


def main(games: Sequence[str]) -> None:
    """Rehearse games that are not compiled, as many at once as there are processors.

    Those with the most rules come first.
    """
    missing = [name for name in games if not all(is_compiled(name, bots) for bots in (False, True))]
    if not missing:
        return
    print(f"compiling {', '.join(missing)}: some minutes, once", flush=True)
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        for _ in pool.map(rehearsed, sorted(missing, key=rules, reverse=True)):
            pass


def rules(name: str) -> int:
    """How many there are to compile."""
    return len(rules_of(rulebook(name).package))


def rehearsed(name: str) -> None:
    """Play a little of a game in every way."""
    game = fm.load(name)
    game.random_games(2, seed=1)
    game.perft(game.start(seed=1), 2)
    batch = Batch(game, 2, seed=1)
    batch.step(batch.codes[:, 0])
    rehearse(game, LOOKS)
    mark_compiled(game.book, bots=False)
    for bot in ("greedy", "search"):
        prepare(load_bot(bot), game)
    mark_compiled(game.book, bots=True)


if __name__ == "__main__":
    main(sys.argv[1:] or fm.game_names())
