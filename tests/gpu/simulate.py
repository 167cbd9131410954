"""Play in Numba's simulator of a GPU, where every thread is interpreted Python.

Run as a program of its own, since Numba chooses simulator and interpreter as it is imported.
"""

import sys

import numpy as np

import formicarium as fm
from formicarium.core.rulebook import FLAT, NETWORK
from formicarium.envs.batch import Batch
from formicarium.gpu import building, kernels
from formicarium.gpu.mctx import Nodes, Reached
from formicarium.gpu.runtime import DeviceBatch, Program, play_series
from formicarium.gpu.runtime.arrays import zeros
from tests.gpu.stand_in import Device
from tests.series import final_states

SEED, TABLES, GAMES = 7, 4, 3
SOME = np.array([3, 1, 1, 0])  # games that are taken
TOLD = (
    *("states", "observations", "last_observations", "masks", "codes", "finished"),
    *("rewards", "standings", "scores", "seats", "counts", "illegal"),
)


def check_series(game: fm.Game, grouped: bool) -> None:
    """Whole random games end like those of the CPU."""
    # In the simulator threads of a block wait long for each other; `check_batch` has several.
    way = {"grouped": grouped, "threads": 1, "share": 2, "blocks": 1}
    on = Device(game)
    found = play_series(program(game), "", GAMES, SEED, 1000, on, way, keeping=True)
    wanted = game.random_games(GAMES, SEED, 1000)
    assert found.lengths.numpy().tolist() == wanted.lengths.tolist()
    assert found.standings.numpy()[..., 0].tolist() == wanted.scores.tolist()
    assert found.standings.numpy()[..., 1].tolist() == wanted.tie_breaks.tolist()
    assert found.ends.numpy().tobytes() == final_states(game, GAMES, SEED, 1000).tobytes()


def check_batch(game: fm.Game, opponents: str | None, observation: str = FLAT) -> None:
    """A batch tells the same as that of the CPU, whatever is done with it."""
    on, dice = Device(game), np.random.default_rng(SEED)
    here = Batch(game, TABLES, SEED, "points", opponents, observation=observation)
    there = DeviceBatch(program(game), "", TABLES, SEED, "points", opponents, on, observation)
    for step in range(80):
        compare(here, there)
        there.way = {"grouped": step % 3 > 0, "threads": 3, "share": 3}
        if step == 20:
            here, there = here.take(SOME), there.take(SOME)
        if step == 30:
            here.take(SOME, here)
            there.take(SOME, there)
        if step == 40:
            here.copy().take(SOME[2:], here, at=1)
            there.copy().take(SOME[2:], there, at=1)
        if step % 20 == 19:
            here.redetermine(step)
            there.redetermine(step)
        if step == 50:
            states = here.states[::-1].copy()
            here.start_from(states)
            there.start_from(states)
            continue
        actions = here.random_actions(dice)
        actions[step % TABLES] = (-1, 10**6, actions[step % TABLES])[step % 3]
        here.step(actions)
        there.step(on_device(on, actions, (np.int32, np.int64)[step % 2]))
    huge = np.full(TABLES, 1 << 32)  # its lower half is no action either
    here.step(huge)
    there.step(on_device(on, huge, np.int64))
    compare(here, there)
    here.reset(8)
    there.reset(8)
    compare(here, there)


def check_nodes(game: fm.Game) -> None:
    """The nodes of a search are the same games."""
    settings = "rank", None
    here = Nodes(Batch(game, TABLES, SEED, *settings, observation=NETWORK), 12)
    made = DeviceBatch(program(game), "", TABLES, SEED, *settings, Device(game), NETWORK)
    there, dice = Nodes(made, 12), np.random.default_rng(SEED)
    assert_same(here.begin(3), there.begin(3))
    for number in range(1, 13):
        nodes = dice.integers(number, size=TABLES) * TABLES + np.arange(TABLES)
        actions = here.games.take(nodes).random_actions(dice)
        assert_same(here.play(nodes, actions), there.play(nodes, actions))


def assert_same(here: Reached, there: Reached) -> None:
    for name, wanted, found in zip(Reached._fields, here, there, strict=True):
        assert (found.dtype, found.shape) == (wanted.dtype, wanted.shape), name
        assert found.tobytes() == wanted.tobytes(), name


def compare(here: Batch, there: DeviceBatch) -> None:
    for name in TOLD:
        wanted, found = np.ascontiguousarray(getattr(here, name)), getattr(there, name).numpy()
        assert (found.dtype, found.shape) == (wanted.dtype, wanted.shape), name
        assert found.tobytes() == wanted.tobytes(), name
    listed = there.random_actions(SEED).numpy()
    assert here.masks[np.arange(TABLES), listed].all()
    assert np.from_dlpack(there.masks).tolist() == here.masks.tolist()


def on_device(device: Device, actions: np.ndarray, kind: type) -> object:
    array = zeros(device, actions.shape, kind)  # type: ignore[arg-type]
    array.put(actions)
    return array


def program(game: fm.Game) -> Program:
    code = dict.fromkeys(kernels.KERNELS, ("cubin", b""))
    return building.described({"": game}, code, kernels.HOPPER)


if __name__ == "__main__":
    played = fm.load(sys.argv[1])
    {
        "games": lambda: check_series(played, grouped=False),
        "grouped": lambda: check_series(played, grouped=True),
        "batch": lambda: check_batch(played, None),
        "opponents": lambda: check_batch(played, "random"),
        "network": lambda: check_batch(played, None, NETWORK),
        "nodes": lambda: check_nodes(played),
    }[sys.argv[2]]()
