"""How fast modules are beside machine code, and how large: `python -m benchmarks.wasm [GAME ...]`.

Both in turns, in seconds of the processor, the best of some rounds each: a busy moment strikes
both alike, and V8 has compiled what it runs often. Last, how much slower the search is by `exp` and
`log` of ours than by those of the C library. The exit status is 1 where a bar is missed.
"""

import gzip
import json
import math
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

import formicarium as fm
from formicarium.bots.search import SearchBot
from formicarium.bots.settings import TEMPLATE as TREE
from formicarium.core.compiled import bind
from formicarium.core.rulebook import Rulebook
from formicarium.core.state import State
from formicarium.wasm.modules import build
from tests.needs import NODE
from tests.wasm.nodes import Task, done_by_node, packed, parts_of

ROUNDS, WARMING = 3, 8
TURNS = 7  # of own functions and those of the library
SECONDS = 0.25  # of machine code, about, in each task
SEED = 5
NODES, EDGES = 1 << 18, 1 << 21  # as in Python
# What is asked for: bytes of a module as it travels (with the search, as few as rules alone may
# have); a share of the speed of machine code; and how much slower own functions may be.
LARGEST, SLOWEST, DEAREST = 40 << 10, 0.6, 0.03
BROTLI = """
const { brotliCompressSync } = require('zlib')
process.stdout.write(String(brotliCompressSync(require('fs').readFileSync(%s)).length))
"""
COLUMNS = (
    *("game", "KB", "gzip", "brotli"),
    *("moves/s", "in Node", "share", "simulations/s", "in Node", "share", "own exp and log"),
)


class Line(NamedTuple):
    """What was measured of a game."""

    game: str
    sizes: tuple[int, int, int]
    speeds: list[tuple[float, float]]  # of games and searches, here and in Node
    own: float  # how much slower the search is by own functions

    def __str__(self) -> str:
        words = [self.game, *(f"{size / 1024:.0f}" for size in self.sizes)]
        for native, node in self.speeds:
            words += [f"{native:,.0f}", f"{node:,.0f}", f"{node / native:.0%}"]
        return row([*words, f"{self.own:+.1%}"])

    def missed(self) -> Iterator[str]:
        """What is worse than it may be."""
        if self.sizes[1] > LARGEST:
            yield f"{self.sizes[1]} bytes compressed, not {LARGEST}"
        for what, (native, node) in zip(("games", "searches"), self.speeds, strict=True):
            if node < SLOWEST * native:
                yield f"{what}: {node / native:.0%} of machine code, not {SLOWEST:.0%}"
        if self.own > DEAREST:
            yield f"own exp and log: {self.own:.1%} slower, not {DEAREST:.0%}"


def main(names: list[str]) -> int:
    print(row(COLUMNS), row(["---"] * len(COLUMNS)), sep="\n")
    status = 0
    with tempfile.TemporaryDirectory() as folder:
        for name in names:
            found = line(name, Path(folder))
            print(found, flush=True)
            for missed in found.missed():
                print(f"MISSED {name}: {missed}", file=sys.stderr)
                status = 1
    return status


def row(words: Sequence[str]) -> str:
    return f"| {' | '.join(words)} |"


def line(name: str, folder: Path) -> Line:
    """What is found of a game."""
    game = fm.load(name)
    module = folder / build(game.book, folder).file
    measuring = (random_games(game), search(game))
    speeds = [in_turns(*one, module.with_suffix(".json")) for one in measuring]
    return Line(name, sizes(module), speeds, own_functions(game))


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
    world, seat = first_choice(game)
    simulate = simulating(world, seat)
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


def first_choice(game: fm.Game) -> tuple[State, int]:
    """The first position in which there is something to choose, and who chooses there."""
    state = game.start(SEED)
    while len(state.codes(state.to_act[0])) == 1:
        state.play(state.to_act[0], state.codes(state.to_act[0])[0])
    seat = state.to_act[0]
    return state.redetermined(seat, SEED), seat


def simulating(world: State, seat: int, template: ModuleType | None = None) -> Callable[[int], int]:
    """How so many simulations are run in a new tree, perhaps of another template."""

    def simulate(count: int) -> int:
        tree = SearchBot(simulations=count).new_tree(world, seat)
        tree.template = template or tree.template
        tree._simulate(SEED, 0, count)
        return count

    return simulate


def own_functions(game: fm.Game) -> float:
    """How much slower machine code searches by `exp` and `log` of ours, in turns."""
    place = first_choice(game)
    own, theirs = simulating(*place), simulating(*place, by_the_library(game.book))
    count = min(fitting(own), fitting(theirs))
    times = [(seconds(own, count), seconds(theirs, count)) for _ in range(TURNS)]
    return min(ours for ours, _ in times) / min(library for _, library in times) - 1


def by_the_library(book: Rulebook) -> ModuleType:
    """The search tree of a game with `exp` and `log` of the C library."""
    names = {name: value for name, value in vars(book.bound(TREE)).items() if name[:2] != "__"}
    template = bind(TREE, names, book.package, "library")
    vars(template).update(exp=math.exp, log=math.log)
    return template


def seconds(work: Callable[[int], Any], count: int) -> float:
    """Seconds of the processor."""
    begun = time.process_time()
    work(count)
    return time.process_time() - begun


def fitting(work: Callable[[int], Any]) -> int:
    """How often something is done in the time for it."""
    work(10)  # compiles
    return max(100, int(100 * SECONDS / seconds(work, 100)))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:] or [*fm.game_names()]))
