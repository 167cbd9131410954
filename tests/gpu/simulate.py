"""Run a game's kernel in Numba's simulator of a GPU, where every thread is interpreted Python.

Run as a program of its own, since Numba chooses simulator and interpreter as it is imported.
"""

import hashlib
import json
import sys

import numpy as np
from numba import cuda

import formicarium as fm
from formicarium.gpu import kernels


def main(name: str, games: int, seed: int, first: int) -> None:
    game = fm.load(name)
    states = np.zeros(games, game.book.state_layout)
    lengths = np.zeros(games, np.int64)
    standing = np.zeros((games, game.players, 2), np.int64)
    kernel = kernels._kernel(game)
    kernel.__globals__["ALIGNMENT"] = None  # the simulator refuses to align
    blocks, threads = 2, 2
    cuda.jit(kernel)[blocks, threads](
        game.parts_bytes.copy().view(game.book.parts_layout),
        game.blank.copy().view(game.book.state_layout),
        np.uint64(seed),
        first,
        states,
        lengths,
        standing,
    )
    ended = {"states": states, "lengths": lengths, "standing": standing}
    digests = {what: hashlib.sha256(array.tobytes()).hexdigest() for what, array in ended.items()}
    sys.stdout.write(json.dumps(digests))


if __name__ == "__main__":
    main(sys.argv[1], *map(int, sys.argv[2:]))
