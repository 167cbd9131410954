"""The same rules on a GPU: whole random games, and many games that are played in step.

Where no GPU is, importing this is all right; asking for one says what is missing.
"""

from formicarium.gpu.building import read_bundle
from formicarium.gpu.kernels import KERNEL, KERNELS, ptx
from formicarium.gpu.playing import GpuBatch as Batch
from formicarium.gpu.playing import random_games
from formicarium.gpu.runtime import GpuError

__all__ = ["KERNEL", "KERNELS", "Batch", "GpuError", "ptx", "random_games", "read_bundle"]
