"""Play random games on a GPU: compare them with the CPU's byte for byte, then measure.

    python benchmarks/gpu/run_on_gpu.py build/gpu [--json results.json]

Needs CuPy and NumPy alone, and the folder that `prepare.py` made. Exits with 1 if a byte differs.
"""

import argparse
import hashlib
import json
import sys
from pathlib import Path
from typing import Any

import cupy as cp
import numpy as np

BATCHES = [1 << power for power in (10, 14, 16, 18)]
BLOCKS = [32, 64, 128]  # threads per block
REPEATS = 5
PATIENCE = 2.0  # seconds, after which nothing is repeated

Array = np.ndarray[Any, Any]


class Kernel:
    """The kernel of one game, loaded on the GPU."""

    def __init__(self, file: Path, name: str) -> None:
        self.name = file.name
        self.function = cp.RawModule(path=str(file)).get_function(name)

    def properties(self) -> dict[str, int]:
        """What one thread takes up."""
        return {
            "registers": self.function.num_regs,
            "local_bytes": self.function.local_size_bytes,
            "threads_per_block_at_most": self.function.max_threads_per_block,
        }


class Batch:
    """Room on the GPU for a number of games, and the arguments to play them."""

    def __init__(self, entry: dict[str, Any], reference: Any, seed: int, count: int) -> None:
        self.count = count
        self.parts = cp.asarray(reference["parts"])
        self.blank = cp.asarray(reference["blank"])
        self.states = cp.zeros((count, self.blank.size), cp.uint8)
        self.lengths = cp.zeros(count, cp.int64)
        self.standing = cp.zeros((count, entry["players"], 2), cp.int64)
        self.arguments = (
            *of_records(self.parts, 1),
            *of_records(self.blank, 1),
            np.uint64(seed),
            np.int64(0),  # the number of the first game
            *of_records(self.states, count),
            *of_array(self.lengths),
            *of_array(self.standing),
        )

    def play(self, kernel: Kernel, threads: int) -> None:
        """Start all games; they end some time later."""
        blocks = -(-self.count // threads)
        kernel.function((blocks,), (threads,), self.arguments)

    def seconds(self, kernel: Kernel, threads: int) -> float:
        """The time that the games take, best of several; the first also warms up."""
        taken: list[float] = []
        while len(taken) <= REPEATS and sum(taken) < PATIENCE:
            began, ended = cp.cuda.Event(), cp.cuda.Event()
            began.record()
            self.play(kernel, threads)
            ended.record()
            ended.synchronize()
            taken.append(cp.cuda.get_elapsed_time(began, ended) / 1000)
        return min(taken)


def of_records(data: Any, items: int) -> list[np.int64]:
    """A kernel's arguments for bytes that are `items` records one after the other."""
    return described(data.data.ptr, (items,), data.size // items)


def of_array(array: Any) -> list[np.int64]:
    """A kernel's arguments for a C-ordered array."""
    return described(array.data.ptr, array.shape, array.itemsize)


def described(address: int, shape: tuple[int, ...], itemsize: int) -> list[np.int64]:
    """What Numba's kernels take for an array; the zeros stand for its owner, who is elsewhere."""
    strides: list[int] = []
    items = 1
    for length in reversed(shape):
        strides.insert(0, items * itemsize)
        items *= length
    return [np.int64(value) for value in (0, 0, items, itemsize, address, *shape, *strides)]


def differences(batch: Batch, entry: dict[str, Any], reference: Any) -> list[str]:
    """What is not byte for byte as on the CPU."""
    found = []
    for name, digest in entry["digests"].items():
        data: Array = cp.asnumpy(getattr(batch, name))
        if hashlib.sha256(data.tobytes()).hexdigest() != digest:
            kept = reference[name]
            unlike = (data[: len(kept)] != kept).reshape(len(kept), -1).any(axis=1)
            games = np.flatnonzero(unlike)
            where = f"first in game {games[0]}" if games.size else f"none of the first {len(kept)}"
            found.append(f"{name} ({where})")
    return found


def compare(folder: Path, manifest: dict[str, Any], kernels: dict[str, list[Kernel]]) -> int:
    """Play every reference on every kernel of its game; how many differ."""
    wrong = 0
    for entry in manifest["entries"]:
        reference = np.load(folder / f"{entry['label']}.npz")
        for kernel in kernels[entry["game"]]:
            batch = Batch(entry, reference, manifest["seed"], manifest["games"])
            batch.play(kernel, 128)
            found = differences(batch, entry, reference)
            wrong += bool(found)
            verdict = f"DIFFERS in {', '.join(found)}" if found else "equal"
            print(
                f"{kernel.name:28} {entry['label']:36} {batch.count} games: {verdict}", flush=True
            )
    return wrong


def measure(folder: Path, manifest: dict[str, Any], kernels: dict[str, list[Kernel]]) -> list[Any]:
    """Moves per second: at every size for the main entry of a game, at large ones for the rest."""
    rows = []
    for entry in manifest["entries"]:
        reference = np.load(folder / f"{entry['label']}.npz")
        thorough = entry.get("main", False)
        for kernel in kernels[entry["game"]]:
            for count in BATCHES if thorough else BATCHES[-1:]:
                batch = Batch(entry, reference, manifest["seed"], count)
                for threads in BLOCKS if thorough else [64]:
                    seconds = batch.seconds(kernel, threads)
                    moves = int(cp.asnumpy(batch.lengths).sum())
                    row = {
                        "kernel": kernel.name,
                        "entry": entry["label"],
                        "games": count,
                        "threads": threads,
                        "seconds": seconds,
                        "moves_per_second": moves / seconds,
                        "games_per_second": count / seconds,
                    }
                    rows.append(row)
                    print(
                        f"{kernel.name:28} {entry['label']:36} {count:>9,} games x {threads:>3}"
                        f" {moves / seconds:>16,.0f} moves/s {count / seconds:>14,.0f} games/s",
                        flush=True,
                    )
    return rows


def load_kernels(folder: Path, manifest: dict[str, Any]) -> dict[str, list[Kernel]]:
    """The kernels of each game: all machine code in the folder, or else the PTX."""
    kernels = {}
    for game in {entry["game"] for entry in manifest["entries"]}:
        files = sorted(folder.glob(f"{game}*.cubin")) or [folder / f"{game}.ptx"]
        kernels[game] = [Kernel(file, manifest["kernel"]) for file in files]
    return kernels


def main() -> int:
    """Compare, then measure; 1 if anything differed."""
    options = argparse.ArgumentParser(description="Compare random games with the CPU's; measure.")
    options.add_argument("folder", type=Path)
    options.add_argument("--json", type=Path, help="also write the results to this file")
    chosen = options.parse_args()
    manifest = json.loads((chosen.folder / "manifest.json").read_text("utf-8"))
    kernels = load_kernels(chosen.folder, manifest)
    device = cp.cuda.runtime.getDeviceProperties(0)["name"].decode()
    print(device)
    properties = {each.name: each.properties() for row in kernels.values() for each in row}
    print(json.dumps(properties, indent=1))
    wrong = compare(chosen.folder, manifest, kernels)
    rows = measure(chosen.folder, manifest, kernels)
    if chosen.json:
        results = {"device": device, "different": wrong, "kernels": properties, "rows": rows}
        chosen.json.write_text(json.dumps(results, indent=1), "utf-8")
    print("all equal to the CPU" if not wrong else f"{wrong} comparisons DIFFER")
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
