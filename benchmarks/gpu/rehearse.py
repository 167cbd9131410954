"""Carry out the kernels on the CPU, one thread for each block, and compare them with its `Batch`.

    python -m benchmarks.gpu.rehearse [--games antics,myrmes] [--tables 4096] [--steps 1000]

What `run.py` does on a GPU, at full length, without one: the same templates and the same launcher,
compiled for the CPU. It shows that the logic is right; what threads do together, and what the
compiler for GPUs makes of it, only the simulator (`tests/gpu`) and a GPU can show.
"""

import argparse
import os
import sys
import tempfile
import time
from types import ModuleType
from typing import Any

import numpy as np

os.environ["NUMBA_CACHE_DIR"] = tempfile.mkdtemp(prefix="formicarium-rehearsal-")

import formicarium as fm
from benchmarks.gpu import checking
from benchmarks.gpu.prepare import SEED, configurations
from formicarium.core.chance import seed_of
from formicarium.core.compiled import rule
from formicarium.core.game import Game
from formicarium.core.rulebook import FLAT, NETWORK
from formicarium.envs.batch import Batch
from formicarium.gpu import building, groups, kernels
from formicarium.gpu.runtime import DeviceBatch, Program, play_series
from tests.gpu.stand_in import Device, argument

Array = np.ndarray[Any, Any]

# What a block of a step works on: rows of these.
OF_GAMES = (
    *("states", "lanes", "lists", "masks", "observations", "last_observations"),
    *("standings", "rewards", "finished", "seats", "counts", "illegal"),
)


@rule
def nothing() -> None:
    """A thread that is alone need not wait for others."""


@rule
def add(array: Array, place: int, number: int) -> Any:
    """Nobody else adds meanwhile."""
    before = array[place]
    array[place] += number
    return before


@rule
def subtract(array: Array, place: int, number: int) -> Any:
    """Likewise."""
    before = array[place]
    array[place] -= number
    return before


@rule
def room(shape: int, item: Any) -> Array:
    """Memory of a block, or of a thread."""
    return np.zeros(shape, item)


@rule
def aligned(shape: int, item: Any, alignment: int = 0) -> Array:
    """The same, wherever it lies."""
    return np.zeros(shape, item)


@rule
def zero(dimensions: int) -> int:
    """The number of the only thread."""
    return 0


@rule
def one(dimensions: int) -> int:
    """How many threads there are."""
    return 1


def module(**names: Any) -> ModuleType:
    made = ModuleType("cuda")
    made.__dict__.update(names)
    return made


ALONE = module(
    threadIdx=module(x=0),
    blockIdx=module(x=0),
    blockDim=module(x=1),
    grid=zero,
    gridsize=one,
    syncthreads=nothing,
    syncwarp=nothing,
    atomic=module(add=add, sub=subtract),
    shared=module(array=room),
    local=module(array=aligned),
)


class Processor(Device):
    """A stand-in for a GPU whose kernels are compiled for the CPU."""

    processors = 1

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.known: dict[str, Alone] = {}

    def kernel(self, name: str) -> "Alone":  # type: ignore[override]
        if name not in self.known:
            self.known[name] = Alone(self.game, name)
        return self.known[name]


class Alone:
    """A kernel, carried out block by block by one thread."""

    def __init__(self, game: Game, name: str) -> None:
        function = kernels.kernel(game, name)
        function.__globals__["cuda"] = groups.cuda = ALONE  # type: ignore[attr-defined]
        self.name, self.parameters = name, kernels.parameters(game, name)
        self.function = rule(function)

    def launch(self, blocks: int, threads: int, words: list[int]) -> None:
        left, given = [*words], {}
        for parameter in self.parameters:
            size = 5 + 2 * parameter.dimensions if parameter.dimensions else 1
            told, left = left[:size], left[size:]
            given[parameter.name] = argument(told, parameter)
        if not self.name.startswith("step"):
            assert blocks == 1 or self.name != "grouped_games"
            self.function(*given.values())
            return
        share, width, actions = given["share"], given["width"], given["actions"]
        for block in range(blocks):
            part = slice(block * share, (block + 1) * share)
            own = {name: given[name][part] for name in OF_GAMES}
            answers = actions[part.start * width : part.stop * width]
            self.function(*(given | own | {"actions": answers}).values())


def main() -> int:
    """Compare every setting; 1 if anything differs."""
    options = argparse.ArgumentParser(description="Carry out the kernels on the CPU.")
    options.add_argument("--games", default=",".join(fm.game_names()))
    options.add_argument("--tables", type=int, default=4096)
    options.add_argument("--steps", type=int, default=1000)
    options.add_argument("--settings", default="", help="those whose name has this in it")
    chosen = options.parse_args()
    wrong = 0
    for name in chosen.games.split(","):
        for label, game in configurations(name):
            if chosen.settings not in label:
                continue
            began = time.perf_counter()
            code = dict.fromkeys(kernels.KERNELS, ("cubin", b""))
            program = building.described({label: game}, code, kernels.HOPPER)
            verdict = differs_in_games(program, label, game) or "".join(
                differs_in_steps(program, label, game, chosen.tables, chosen.steps, observation)
                for observation in (FLAT, NETWORK)
            )
            took = time.perf_counter() - began
            print(f"{label}: {verdict or 'equal'} in {took:.0f} s", flush=True)
            wrong += bool(verdict)
    return int(wrong > 0)


def differs_in_games(program: Program, label: str, game: Game, count: int = 2000) -> str:
    """Whole random games in both ways."""
    wanted = game.random_games(count, SEED)
    for grouped in (False, True):
        way = {"grouped": grouped, "threads": count, "share": 1000, "blocks": 1}
        found = play_series(program, label, count, SEED, 0, Processor(game), way)
        points = found.standings.numpy()
        same = (found.lengths.numpy() == wanted.lengths).all()
        same &= (points[..., 0] == wanted.scores).all()
        if not (same and (points[..., 1] == wanted.tie_breaks).all()):
            return f"DIFFERS in games, grouped: {grouped}"
    return ""


def differs_in_steps(
    program: Program, label: str, game: Game, tables: int, steps: int, observation: str
) -> str:
    """Every array after every step, with bad answers, redetermined, taken and given games."""
    here = Batch(game, tables, SEED, observation=observation)
    there = DeviceBatch(
        program, label, tables, SEED, device=Processor(game), observation=observation
    )
    wanted = np.zeros(tables, np.int64)
    for step in range(steps):
        seed = np.uint64(seed_of(np.uint64(SEED), step))
        there.way = {"grouped": step % 3 != 2, "threads": 1, "share": (256, 1000)[step % 2]}
        if step % checking.REDETERMINED == checking.REDETERMINED - 1:
            here.redetermine(int(seed))
            there.redetermine(int(seed))
        if step == checking.TURNED_ROUND:
            rows = np.arange(tables)[::-1]
            here, there = here.take(rows), there.take(rows)
        if step == checking.GIVEN:
            states = np.roll(here.states, 1, axis=0)
            here.start_from(states)
            there.start_from(states)
        checking.choose_all(here.codes, here.counts, seed, wanted)
        picks = there.random_actions(int(seed))
        if picks.numpy().tobytes() != wanted.tobytes():
            return f"DIFFERS at step {step} in what was picked"
        wanted[(step * 7) % tables], wanted[(step * 13 + 5) % tables] = checking.BAD
        picks.put(wanted)
        here.step(wanted)
        there.step(picks)
        for name in checking.COMPARED:
            mine = np.ascontiguousarray(getattr(here, name)).view(np.uint8).ravel()
            other = np.from_dlpack(getattr(there, name)).view(np.uint8).ravel()
            if not np.array_equal(mine, other):
                return f"DIFFERS at step {step} in {name}"
    return ""


if __name__ == "__main__":
    sys.exit(main())
