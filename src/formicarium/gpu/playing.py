"""Games on a GPU, by their names here: whole random ones, and many that are played in step."""

import functools
from typing import Any

import numpy as np

from formicarium.core.game import Game, RandomGames
from formicarium.core.options import check_count, check_seed
from formicarium.core.rulebook import FLAT
from formicarium.core.state import State
from formicarium.gpu.building import kernel_of_series, program_of
from formicarium.gpu.kernels import kernels_of_batch
from formicarium.gpu.runtime import DeviceBatch, Program, play_series
from formicarium.gpu.runtime.driver import opened

SETTING = "here"  # what a program calls the only setting that it has
MOST = 1 << 20  # games of one launch


@functools.cache
def program(game: Game, capability: tuple[int, int], kernels: tuple[str, ...]) -> Program:
    """The program of a game, with those kernels that are needed now."""
    return program_of({SETTING: game}, capability, kernels)


def random_games(game: Game, count: int, seed: int, first: int = 0) -> RandomGames:
    """Whole games played at random on the first GPU: the same as on the CPU."""
    count, first = check_count("games", count), check_count("first", first)
    number = int(check_seed(seed))
    device = opened()
    built = program(game, device.capability, (kernel_of_series(game),))
    lengths = np.zeros(count, np.int64)
    standing = np.zeros((count, game.players, 2), np.int64)
    for begin in range(0, count, MOST):
        share = slice(begin, min(begin + MOST, count))
        series = play_series(built, SETTING, share.stop - begin, number, first + begin)
        lengths[share], standing[share] = series.lengths.numpy(), series.standings.numpy()
    return RandomGames(standing[:, :, 0], standing[:, :, 1], lengths)


class GpuBatch(DeviceBatch):
    """Many games of one kind on a GPU, played in step: every call plays one action in each of them.

    Everything means the same as in `formicarium.envs.batch.Batch`, and has the same bytes. What a
    step writes stays on the GPU, in arrays that PyTorch, JAX and CuPy take over without a copy:
    `torch.from_dlpack(batch.observations)`. Actions are an array of theirs.
    """

    def __init__(
        self,
        game: Game,
        count: int,
        seed: int = 0,
        reward: str = "rank",
        opponents: str | None = None,
        device: Any = 0,
        observation: str = FLAT,
    ) -> None:
        self.game = game
        on = opened(device) if isinstance(device, int) else device
        built = program(game, on.capability, kernels_of_batch(observation))
        super().__init__(built, SETTING, count, seed, reward, opponents, on, observation)

    def state(self, index: int) -> State:
        """A copy of one of the games, secrets included."""
        row = self.states.row(range(self.count)[index])
        return State(self.game, row.numpy())

    def _empty(self, count: int) -> "GpuBatch":
        settings = (self.game, count, 0, self.reward, self.opponents, self.device)
        return GpuBatch(*settings, self.observation)
