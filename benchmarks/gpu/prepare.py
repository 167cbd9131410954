"""Build what `run.py` needs: bundles of every game, and what the CPU's `Batch` comes to.

    python -m benchmarks.gpu.prepare build/gpu-device [--games antics,myrmes]

The folder then holds a bundle for each game, with one setting per player count and variant, once
with the standard rulings and once with all others, and for each setting the digests of all arrays
after every step. The GPU machine needs neither Formicarium nor Numba.
"""

import argparse
import contextlib
import json
import multiprocessing
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

import formicarium as fm
from benchmarks.gpu import checking
from formicarium.core.chance import seed_of
from formicarium.core.game import Game
from formicarium.core.options import Option
from formicarium.core.rulebook import FLAT, NETWORK
from formicarium.envs.batch import Batch
from formicarium.gpu import building, kernels
from formicarium.gpu.runtime.program import digest as digest_of

SEED = 20_260_101
STEPS = 1_000
TABLES = 4_096
SERIES = 16_384  # whole games that are compared

Array = np.ndarray[Any, Any]


def main() -> None:
    """Build it all into the folder named on the command line."""
    options = argparse.ArgumentParser(description="Build bundles and CPU references.")
    options.add_argument("folder", type=Path)
    options.add_argument("--games", default=",".join(fm.game_names()))
    options.add_argument("--steps", type=int, default=STEPS)
    options.add_argument("--processes", type=int, default=1)
    options.add_argument("--only", choices=["kernels", "bundles", "references"])
    options.add_argument("--kernels", default=",".join(kernels.KERNELS))
    chosen = options.parse_args()
    chosen.folder.mkdir(parents=True, exist_ok=True)
    for name in chosen.games.split(","):
        games = dict(configurations(name))
        if chosen.only in (None, "kernels"):
            for each in chosen.kernels.split(","):
                build_kernel(name, each, chosen.folder)
        if chosen.only in (None, "bundles"):
            write_bundle(name, games, chosen.folder)
        if chosen.only in (None, "references"):
            kinds = (FLAT, NETWORK)
            tasks = [(*each, kind) for kind in kinds for each in games.items()]
            work = [(label, game, kind, chosen.folder, chosen.steps) for label, game, kind in tasks]
            work[0][1].random_games(2, SEED)
            for kind in kinds:
                played(work[0][1], 8, 2, kind)  # compiled once, and not by all
            with multiprocessing.Pool(chosen.processes) as pool:
                pool.starmap(write_reference, work, 1)


def configurations(name: str) -> Iterator[tuple[str, Game]]:
    """Every player count and variant, with the standard rulings and with all the others."""
    book = fm.load(name).book
    variants = next((option.choices for option in book.options if option.name == "variant"), ("",))
    others = {option.name: another(option) for option in book.options}
    for rulings, chosen in (("standard", {}), ("other", others)):
        for variant in variants:
            wanted = chosen | ({"variant": variant} if variant else {})
            for players in book.players:
                with contextlib.suppress(fm.BadOption):  # not every choice goes with every count
                    game = fm.load(name, players, **wanted)
                    yield f"{name}-{players}-{variant or 'base'}-{rulings}", game


def another(option: Option) -> str:
    """A choice that is not the usual one."""
    usual = option.default.name.lower()
    return next(choice for choice in option.choices if choice != usual)


def build_kernel(game: str, name: str, folder: Path) -> None:
    """Write a kernel as machine code."""
    began = time.perf_counter()
    text = kernels.ptx(fm.load(game), name)
    built = time.perf_counter()
    assembler = building.found_assembler()
    assert assembler is not None
    code = building.assembled(assembler, text, kernels.HOPPER)
    (folder / f"{game}-{name}.cubin").write_bytes(code)
    took = f"{built - began:.0f} s and {time.perf_counter() - built:.0f} s"
    print(f"{game} {name}: {len(text):,} bytes of PTX, {took}", flush=True)


def write_bundle(name: str, games: dict[str, Game], folder: Path) -> None:
    """Write a game's bundle, with the kernels that compare beside its own."""
    cubins = {file.stem.partition("-")[2]: file for file in folder.glob(f"{name}-*.cubin")}
    own = {each: ("cubin", cubins[each].read_bytes()) for each in kernels.KERNELS if each in cubins}
    program = building.described(games, own, kernels.HOPPER)
    assembler = building.found_assembler()
    assert assembler is not None
    for each, taken in PARAMETERS.items():
        text = kernels.compiled(getattr(checking, each), each, taken, kernels.HOPPER)
        program.files[f"{each}.cubin"] = building.assembled(assembler, text, kernels.HOPPER)
        program.manifest["kernels"][each] = {
            "file": f"{each}.cubin",
            "parameters": [[one.name, one.item.itemsize, one.dimensions] for one in taken],
        }
    digests = {file: digest_of(content) for file, content in program.files.items()}
    program.manifest["digests"] = digests
    file = folder / f"{name}.zip"
    building.write_bundle(program, file)
    print(f"{file.name}: {file.stat().st_size:,} bytes, {sorted(own)}", flush=True)


LONG, WORDS, NUMBERS = (np.dtype(kind) for kind in (np.int64, np.uint32, np.uint64))
PARAMETERS = {
    "spoil": [kernels.Parameter("picks", LONG, 1), kernels.Parameter("step", LONG, 0)],
    "add_digest": [
        kernels.Parameter("words", WORDS, 1),
        kernels.Parameter("digests", NUMBERS, 1),
        kernels.Parameter("place", LONG, 0),
    ],
}


def write_reference(label: str, game: Game, observation: str, folder: Path, steps: int) -> None:
    """Play on the CPU; write what all arrays came to after every step."""
    began = time.perf_counter()
    series = game.random_games(SERIES, SEED)
    told = {
        "label": label,
        "game": game.name,
        "observation": observation,
        "tables": TABLES,
        "steps": steps,
        "seed": SEED,
        "series": SERIES,
        "lengths": digest(series.lengths),
        "standings": digest(np.stack([series.scores, series.tie_breaks], axis=2)),
    }
    file = folder / f"{label}-{observation}"
    np.save(file.with_suffix(".npy"), played(game, TABLES, steps, observation))
    file.with_suffix(".json").write_text(json.dumps(told), "utf-8")
    print(f"{file.name}: {TABLES} tables in {time.perf_counter() - began:.0f} s", flush=True)


def played(game: Game, tables: int, steps: int, observation: str) -> Array:
    """Digests of all arrays, one row a step."""
    batch = Batch(game, tables, SEED, observation=observation)
    picks = np.zeros(tables, np.int64)
    found = np.zeros((steps, len(checking.COMPARED)), np.uint64)
    for step in range(steps):
        seed = np.uint64(seed_of(np.uint64(SEED), step))
        if step % checking.REDETERMINED == checking.REDETERMINED - 1:
            batch.redetermine(int(seed))
        if step == checking.TURNED_ROUND:
            batch = batch.take(np.arange(tables)[::-1])
        if step == checking.GIVEN:
            batch.start_from(np.roll(batch.states, 1, axis=0))
        checking.choose_all(batch.codes, batch.counts, seed, picks)
        picks[(step * 7) % tables] = checking.BAD[0]
        picks[(step * 13 + 5) % tables] = checking.BAD[1]
        batch.step(picks)
        for place, name in enumerate(checking.COMPARED):
            found[step, place] = digest(getattr(batch, name))
    return found


def digest(array: Array) -> int:
    """The digest of an array's bytes."""
    return int(
        checking.digest_of_words(
            np.ascontiguousarray(array).view(np.uint8).reshape(-1).view(np.uint32)
        )
    )


if __name__ == "__main__":
    main()
