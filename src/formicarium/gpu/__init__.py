"""The same rules on a GPU: whole random games, one thread a game."""

from formicarium.gpu.kernels import KERNEL, ptx

__all__ = ["KERNEL", "ptx"]
