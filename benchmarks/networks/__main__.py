"""What a small network learns from observations: the present ones, and those for networks.

Games of the bot `greedy`, of which decisions are drawn; a network of 64 units is told what the seat
observes there, and says how likely it wins. Of observations for networks it is told all but what
lies on the many places of a board: for that it would need weights in common. What counts is how
surprised it is by the winners of games that it has not seen (log-loss; 0.693 is a coin).
``python -m benchmarks.networks`` prints a table, and says where observations for networks are not
better by 0.02.
"""

import argparse
import statistics
from itertools import pairwise
from pathlib import Path
from tempfile import gettempdir
from typing import Any

import numpy as np

import formicarium as fm
from benchmarks.networks.positions import positions
from benchmarks.networks.training import Examples, learned
from formicarium.arena.practice import Rows
from formicarium.core.game import Game
from formicarium.core.rulebook import FLAT, NETWORK, STEPPING
from formicarium.envs.inputs import Inputs

Array = np.ndarray[Any, Any]

ALONE = {"antics": {"variant": "unofficial_two"}}  # games that two play in a variant only
GAMES, LEARN, CHOOSE = 6000, 4500, 500  # all, those to learn from, those to choose weights by
LOOK = 2000  # rows that show which columns are of use
LEAST = 0.01  # of rows in which a column that is of use is not what it mostly is
AT_A_TIME = 4096
BAR = 0.02
MOST = 20  # rows of a block that a network without weights in common for all places is told


def table_of_two(name: str) -> Game:
    """A game for two players, so that a coin is right half of the time."""
    return fm.load(name, players=2, **ALONE.get(name, {}))


def seen(game: Game, rows: Rows, observation: str) -> Array:
    """What the seats that decided observed."""
    observe = game.book.bound(STEPPING, observation).observed
    out = game.blank_observations(len(rows["seats"]), observation=observation)
    for state, seat, row in zip(rows["states"], rows["seats"], out, strict=True):
        observe(game.parts_bytes, state, int(seat), row)
    return out


def inputs_of(game: Game, rows: Rows, observation: str) -> Array:
    """The same as inputs, without columns that are nearly always the same."""
    looks = seen(game, rows, observation)
    few = [block.name for block in game.network.blocks if block.rows <= MOST]
    told = Inputs(game, tables=True, blocks=few) if observation == NETWORK else np.asarray
    sample = told(looks[:: max(1, len(looks) // LOOK)])
    useful = np.flatnonzero((sample != np.median(sample, axis=0)).mean(axis=0) >= LEAST)
    parts = range(0, len(looks) + AT_A_TIME, AT_A_TIME)
    return np.concatenate([told(looks[one:end])[:, useful] for one, end in pairwise(parts)])


def losses(game: Game, rows: Rows, observation: str, seeds: int) -> tuple[int, list[float]]:
    """How many inputs there are, and the log-loss of each seed."""
    inputs, shares = inputs_of(game, rows, observation), rows["shares"].astype(np.float32)
    ends = np.array([0, LEARN, LEARN + CHOOSE, GAMES]) * len(shares) // GAMES
    learn, choose, test = (Examples(inputs[a:b], shares[a:b]) for a, b in pairwise(ends))
    return inputs.shape[1], [learned(learn, choose, test, seed) for seed in range(seeds)]


def main() -> None:
    asked = argparse.ArgumentParser(prog="python -m benchmarks.networks", description=__doc__)
    asked.add_argument("names", nargs="*", metavar="game", help="all, if none is named")
    asked.add_argument("--games", type=int, default=GAMES, help="a sixth of them is for the test")
    asked.add_argument("--seeds", type=int, default=5)
    asked.add_argument("--folder", type=Path, default=Path(gettempdir()), help="to keep games in")
    given = asked.parse_args()
    for name in given.names or fm.game_names():
        game = table_of_two(name)
        rows = positions(game, given.games, 1, given.folder / f"{name}-{given.games}.npz")
        found = {}
        for observation in (FLAT, NETWORK):
            width, all_of = losses(game, rows, observation, given.seeds)
            found[observation] = statistics.mean(all_of)
            spread = max(all_of) - min(all_of)
            told = f"{name:12} {observation:8} {width:6,} inputs"
            print(
                f"{told}   log-loss {found[observation]:.4f}, seeds differ by {spread:.4f}",
                flush=True,
            )
        gain = found[FLAT] - found[NETWORK]
        print(f"{'met' if gain >= BAR else 'missed'}: {gain:.4f} better (bar: {BAR})", flush=True)


if __name__ == "__main__":
    main()
