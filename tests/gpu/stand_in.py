"""A stand-in for a GPU: its memory is the host's, and kernels run in Numba's simulator."""

import ctypes
import functools
from typing import Any

import numpy as np
from numba import cuda

import formicarium as fm
from formicarium.gpu import groups, kernels

BLOCKS, THREADS = 3, 3  # at most: each thread is one of Python's


class Memory:
    def __init__(self, device: "Device", size: int) -> None:
        self.device, self.kept = device, np.zeros(max(size, 1) + 64, np.uint8)
        self.address, self.size = -(-self.kept.ctypes.data // 64) * 64, size


class Device:
    """What the runtime asks of a GPU."""

    kind, number, processors, capability = 1, 0, 2, (9, 0)

    def __init__(self, game: fm.Game) -> None:
        self.game = game

    def allocate(self, size: int) -> Memory:
        return Memory(self, size)

    def write(self, address: int, source: int, size: int) -> None:
        ctypes.memmove(address, source, size)

    read = write
    copy = write

    def clear(self, address: int, size: int) -> None:
        ctypes.memset(address, 0, size)

    def let_follow(self, stream: int) -> None:
        raise AssertionError("memory of the host has no streams")

    def wait(self) -> None: ...

    def loaded(self, code: bytes) -> "Device":
        return self

    def kernel(self, name: str) -> "Kernel":
        return Kernel(self.game, name)


@functools.cache
def arrange() -> Any:
    """A function elsewhere that knows its thread: the simulator must be told of such.

    It has no warps, either: all threads of a block wait for each other.
    """
    from numba.cuda.simulator.kernelapi import FakeCUDAModule

    FakeCUDAModule.syncwarp = FakeCUDAModule.syncthreads
    groups.add_up = cuda.jit(device=True)(groups.add_up)
    return cuda.jit(device=True)(groups.arrange)


class Kernel:
    def __init__(self, game: fm.Game, name: str) -> None:
        function = kernels.kernel(game, name)
        if "ALIGNMENT" in function.__globals__:
            function.__globals__["ALIGNMENT"] = None  # the simulator refuses to align
        if "arrange" in function.__globals__:
            function.__globals__["arrange"] = arrange()
        if "PIECE" in function.__globals__:  # few, since threads wait long for each other
            function.__globals__.update(PIECE=1000, PITCH=1001, PIECES=THREADS * 1001)
        self.function, self.parameters = cuda.jit(function), kernels.parameters(game, name)
        # Where threads take whatever is left for them, three blocks are enough.
        self.blocks = BLOCKS if "blockIdx" not in function.__code__.co_names else None

    def launch(self, blocks: int, threads: int, words: list[int]) -> None:
        left, arguments = [*words], []
        for parameter in self.parameters:
            size = 5 + 2 * parameter.dimensions if parameter.dimensions else 1
            told, left = left[:size], left[size:]
            arguments.append(argument(told, parameter))
        assert not left
        self.function[min(blocks, self.blocks or blocks), min(threads, THREADS)](*arguments)


def argument(told: list[int], parameter: kernels.Parameter) -> Any:
    """What a kernel is handed, from the words that a driver would get."""
    if parameter.item == np.uint64 and not parameter.dimensions:
        return np.uint64(told[0] % (1 << 64))
    if not parameter.dimensions:
        return told[0]
    shape = told[5 : 5 + parameter.dimensions]
    size = int(np.prod(shape)) * parameter.item.itemsize
    if not size:
        return np.zeros(shape, parameter.item)
    raw: Any = (ctypes.c_uint8 * size).from_address(told[4])
    return np.frombuffer(raw, parameter.item).reshape(shape)
