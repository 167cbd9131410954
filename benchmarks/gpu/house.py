"""What the package itself does on a GPU, and what processors of the CPU do beside it.

    python -m benchmarks.gpu.house house|beside --out FOLDER

`run.sh` calls it, and tells what comes of it: `house` compares `gpu.Batch` and
`random_games(device="cuda")` with the CPU, `beside` plays games of Myrmes on ten processors.
"""

import argparse
import json
import multiprocessing
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

import formicarium as fm
from formicarium import gpu
from formicarium.envs.batch import Batch

SEED = 11
CORES, GAMES, PIECES = 10, 400, 40  # processors; games of a piece of work, and how many pieces
TOLD = ("states", "observations", "masks", "codes", "finished", "rewards", "seats", "counts")


def house(name: str = "micropolis", count: int = 512, steps: int = 60) -> list[dict[str, Any]]:
    """Whether the package's own calls give what the CPU gives."""
    game = fm.load(name, players=3)
    return [
        {"what": "random_games(device='cuda')", "result": said(lambda: same_games(game))},
        {"what": "gpu.Batch", "result": said(lambda: same_steps(game, count, steps))},
    ]


def same_games(game: fm.Game) -> bool:
    """Whether whole games are the same."""
    here, there = game.random_games(5000, SEED), game.random_games(5000, SEED, device="cuda")
    told = ("scores", "tie_breaks", "lengths")
    return all(np.array_equal(getattr(here, name), getattr(there, name)) for name in told)


def same_steps(game: fm.Game, count: int, steps: int) -> bool:
    """Whether every array of a batch is the same after all steps."""
    here, there = Batch(game, count, SEED), gpu.Batch(game, count, SEED)
    for step in range(steps):
        picks = there.random_actions(step)
        here.step(picks.numpy())
        there.step(picks)
    return all(np.array_equal(getattr(here, name), getattr(there, name).numpy()) for name in TOLD)


def said(question: Callable[[], bool]) -> str:
    """The answer in a word."""
    try:
        return "equal" if question() else "DIFFERS"
    except Exception as error:
        return f"FAILED {type(error).__name__}: {error}"[:300]


def beside(name: str = "myrmes") -> list[dict[str, Any]]:
    """Moves a second of whole games for four, on ten processors at once."""
    played(name, -1)  # compiled once, and not by all
    with multiprocessing.Pool(CORES) as pool:
        pool.starmap(played, [(name, -1)] * CORES, 1)
        began = time.perf_counter()
        moves = sum(pool.starmap(played, [(name, piece) for piece in range(PIECES)], 1))
        seconds = time.perf_counter() - began
    return [{"cores": CORES, "Mmoves/s": round(moves / seconds / 1e6, 2)}]


def played(name: str, piece: int) -> int:
    """How many moves some games take; with -1, those of one game that lets all be loaded."""
    games = GAMES if piece >= 0 else 1
    found = fm.load(name, players=4).random_games(games, SEED, first=max(piece, 0) * GAMES)
    return int(found.decisions)


def main() -> None:
    """Find out, and keep it."""
    asked = argparse.ArgumentParser(prog="python -m benchmarks.gpu.house")
    asked.add_argument("part", choices=["house", "beside"])
    asked.add_argument("--out", type=Path, required=True)
    given = asked.parse_args()
    rows, name = (house(), "house") if given.part == "house" else (beside(), "beside-myrmes")
    (given.out / f"{name}.json").write_text(json.dumps(rows, indent=1), "utf-8")
    print(*rows, sep="\n", flush=True)


if __name__ == "__main__":
    main()
