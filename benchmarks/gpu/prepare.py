"""Build what `run_on_gpu.py` needs: the kernels, and how the same games end on the CPU.

    python benchmarks/gpu/prepare.py build/gpu

For every game the folder then holds its PTX, machine code for Hopper GPUs where ``ptxas`` is
installed, and one reference file per player count and variant, once with the standard rulings and
once with all others. The GPU machine needs neither Formicarium nor Numba.
"""

import argparse
import contextlib
import hashlib
import json
import shutil
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

import formicarium as fm
from formicarium.core.game import Game
from formicarium.core.options import Option
from formicarium.gpu import KERNEL, ptx

SEED = 20_260_101
GAMES = 16_384  # compared by digest
KEPT = 1_024  # of these kept in full, to see where a difference begins

Array = np.ndarray[Any, Any]


def main() -> None:
    """Build it all into the folder named on the command line."""
    options = argparse.ArgumentParser(description="Build kernels and CPU references.")
    options.add_argument("folder", type=Path)
    folder = options.parse_args().folder
    folder.mkdir(parents=True, exist_ok=True)
    entries = []
    for name in fm.game_names():
        build_kernel(name, folder)
        found = [write_reference(label, game, folder) for label, game in configurations(name)]
        mark_main(found)
        entries += found
    manifest = {"kernel": KERNEL, "seed": SEED, "games": GAMES, "entries": entries}
    (folder / "manifest.json").write_text(json.dumps(manifest, indent=1), "utf-8")


def build_kernel(name: str, folder: Path) -> None:
    """Write a game's PTX, and machine code where its assembler is at hand."""
    began = time.perf_counter()
    text = ptx(fm.load(name))
    file = folder / f"{name}.ptx"
    file.write_text(text, "ascii")
    print(f"{name}: {len(text):,} bytes of PTX in {time.perf_counter() - began:.1f} s")
    assembler = shutil.which("ptxas")
    if assembler:
        command = [assembler, "-arch=sm_90", "-v", str(file), "-o", str(file.with_suffix(".cubin"))]
        done = subprocess.run(command, check=True, capture_output=True, text=True)
        print(done.stderr.strip())


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


def write_reference(label: str, game: Game, folder: Path) -> dict[str, Any]:
    """Play the games on the CPU; write their bytes and say how to find them."""
    ended = play(game)
    kept: dict[str, Any] = {name: array[:KEPT] for name, array in ended.items()}
    np.savez_compressed(folder / f"{label}.npz", parts=game.parts_bytes, blank=game.blank, **kept)
    print(f"{label}: {ended['lengths'].sum():,} decisions")
    digests = {name: digest(array) for name, array in ended.items()}
    return {"label": label, "game": game.name, "players": game.players, "digests": digests}


def mark_main(entries: list[dict[str, Any]]) -> None:
    """Mark the entry to be measured at every size: four players if it can be, else the most."""
    wanted = min(4, max(entry["players"] for entry in entries))
    next(entry for entry in entries if entry["players"] == wanted)["main"] = True


def play(game: Game) -> dict[str, Array]:
    """Final states, lengths and points of the games, as the kernel will write them."""
    series = game.random_games(GAMES, SEED)
    standing = np.stack([series.scores, series.tie_breaks], axis=2)
    states = np.empty((GAMES, game.blank.size), np.uint8)
    states[:] = game.blank
    codes = np.empty(game.book.most_legal, np.int32)
    dice = np.zeros(1, game.stepping.DICE)[0]
    for number in range(GAMES):
        state = states[number].view(game.book.state_layout)[0]
        seed = np.uint64(game.stepping.seed_of(np.uint64(SEED), number))
        decisions = game.stepping.random_game(game.parts_row, state, seed, dice, codes)
        assert decisions == series.lengths[number]
    return {"states": states, "lengths": series.lengths, "standing": standing}


def digest(array: Array) -> str:
    """A digest of an array's bytes."""
    return hashlib.sha256(np.ascontiguousarray(array).tobytes()).hexdigest()


if __name__ == "__main__":
    main()
