"""How fast modules are beside machine code, and how large: `python -m benchmarks.wasm [GAME ...]`.

Both in turns, in seconds of the processor, the best of some rounds each: a busy moment strikes
both alike, and V8 has compiled what it runs often.
"""

import gzip
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import formicarium as fm
from formicarium.bots.search import SearchBot
from formicarium.wasm.modules import build
from tests.needs import NODE
from tests.wasm.nodes import Task, done_by_node, packed, parts_of

ROUNDS, WARMING = 3, 8
SECONDS = 0.25  # of machine code, about, in each task
SEED = 5
NODES, EDGES = 1 << 18, 1 << 21  # as in Python
BROTLI = """
const { brotliCompressSync } = require('zlib')
process.stdout.write(String(brotliCompressSync(require('fs').readFileSync(%s)).length))
"""
COLUMNS = (
    *("game", "KB", "gzip", "brotli"),
    *("moves/s", "in Node", "share", "simulations/s", "in Node", "share"),
)


def main(names: list[str]) -> None:
    for words in (COLUMNS, ["---"] * len(COLUMNS)):
        print(f"| {' | '.join(words)} |")
    with tempfile.TemporaryDirectory() as folder:
        for name in names:
            print(f"| {' | '.join(line(name, Path(folder)))} |", flush=True)


def line(name: str, folder: Path) -> list[str]:
    """A game's line in the table."""
    game = fm.load(name)
    module = folder / build(game.book, folder).file
    words = [name, *(f"{size / 1024:.0f}" for size in sizes(module))]
    for measuring in (random_games(game), search(game)):
        native, node = in_turns(*measuring, module.with_suffix(".json"))
        words += [f"{native:,.0f}", f"{node:,.0f}", f"{node / native:.0%}"]
    return words


def sizes(module: Path) -> tuple[int, int, int]:
    """Bytes: as it is, and as it travels."""
    program = BROTLI % json.dumps(str(module))
    said = subprocess.run([NODE.get(), "-e", program], capture_output=True, text=True, check=True)
    content = module.read_bytes()
    return len(content), len(gzip.compress(content)), int(said.stdout)


def in_turns(native: Callable[[], int], task: Task, manifest: Path) -> tuple[float, float]:
    """How much of something is done in a second here, and in Node."""
    done = native()
    here, there = 0.0, 0.0
    for _ in range(ROUNDS):
        begun = time.process_time()
        native()
        here = max(here, done / (time.process_time() - begun))
        answers = done_by_node(manifest, [task] * WARMING, manifest.parent)
        there = max(there, *(done / answer["seconds"] for answer in answers))
    return here, there


def random_games(game: fm.Game) -> tuple[Callable[[], int], Task]:
    """Whole random games."""
    count = fitting(lambda count: game.random_games(count, SEED))
    numbers: Task = {"do": "games", "seed": str(SEED), "first": 0, "games": count}
    task = numbers | parts_of(game) | {"blank": packed(game.blank)}
    return lambda: game.random_games(count, SEED).decisions, task


def search(game: fm.Game) -> tuple[Callable[[], int], Task]:
    """Simulations from the first position in which there is something to choose."""
    state = game.start(SEED)
    while len(state.codes(state.to_act[0])) == 1:
        state.play(state.to_act[0], state.codes(state.to_act[0])[0])
    seat = state.to_act[0]
    world = state.redetermined(seat, SEED)

    def simulate(count: int) -> int:
        SearchBot(simulations=count).new_tree(world, seat)._simulate(SEED, 0, count)
        return count

    count = fitting(simulate)
    task: Task = {
        **parts_of(game),
        "do": "search",
        "start": packed(world.bytes),
        "seat": seat,
        "seed": str(SEED),
        "slices": [[0, count]],
        "tries": 0,
        "nodes": NODES,
        "edges": EDGES,
    }
    return lambda: simulate(count), task


def fitting(work: Callable[[int], Any]) -> int:
    """How often something is done in the time for it."""
    work(10)  # compiles
    begun = time.process_time()
    work(100)
    return max(100, int(100 * SECONDS / (time.process_time() - begun)))


if __name__ == "__main__":
    main(sys.argv[1:] or [*fm.game_names()])
