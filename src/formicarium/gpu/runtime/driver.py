"""The driver of an NVIDIA GPU, spoken to by itself: nothing but Python is needed.

PyTorch, JAX and CuPy use the same context of a device, so what is made here is memory of theirs.
"""

import ctypes
import functools
import sys
from collections.abc import Sequence
from ctypes import byref, c_char_p, c_int, c_size_t, c_uint, c_void_p
from typing import Any

from .errors import GpuError

LIBRARIES = ("nvcuda.dll",) if sys.platform == "win32" else ("libcuda.so.1", "libcuda.so")

# What the driver answers.
OUT_OF_MEMORY, NO_DEVICE, NO_IMAGE, BAD_PTX, NEWER_PTX = 2, 100, 209, 218, 222

# What it is asked about a device or a kernel.
MAJOR, MINOR, PROCESSORS = 75, 76, 16
THREADS_PER_BLOCK, SHARED_BYTES, LOCAL_BYTES, KERNEL_REGISTERS = 0, 1, 3, 4

OLDEST = 13000  # CUDA 13.0, as drivers write it: for that kernels are made

LEGACY_STREAM = 1  # the one that work goes to which names none, as libraries call it


@functools.cache
def opened(number: int = 0) -> "Device":
    """A GPU of this machine."""
    return Device(found_library(), number)


def found_library() -> Any:
    """The library of the driver."""
    for name in LIBRARIES:
        try:
            return ctypes.CDLL(name)
        except OSError:
            continue
    raise GpuError(
        "no NVIDIA driver is installed here (libcuda is not found): "
        "play on the CPU, or on a machine with an NVIDIA GPU"
    )


def cuda(version: int) -> str:
    """A version as people write it.

    >>> cuda(13000)
    'CUDA 13.0'
    """
    return f"CUDA {version // 1000}.{version % 1000 // 10}"


class Device:
    """One GPU: its memory, and kernels that run on it."""

    kind = 2  # of its memory, as DLPack numbers it

    def __init__(self, library: Any, number: int = 0) -> None:
        self.library = library
        self.number = number
        self._call("cuInit", c_uint(0))
        self.version = self._number("cuDriverGetVersion")
        if self.version < OLDEST:
            raise GpuError(
                f"the NVIDIA driver here speaks {cuda(self.version)}, which is too old: install "
                f"one for {cuda(OLDEST)} or newer, or play on the CPU"
            )
        if number not in range(self._number("cuDeviceGetCount")):
            raise GpuError(f"there is no GPU number {number} here")
        self.handle = self._number("cuDeviceGet", c_int(number))
        self.capability = self._attribute(MAJOR), self._attribute(MINOR)
        self.processors = self._attribute(PROCESSORS)
        self.context = c_void_p()
        self._call("cuDevicePrimaryCtxRetain", byref(self.context), c_int(self.handle))

    @property
    def name(self) -> str:
        """What it is called."""
        text = ctypes.create_string_buffer(100)
        self._call("cuDeviceGetName", text, c_int(100), c_int(self.handle))
        return text.value.decode()

    def loaded(self, code: bytes) -> "Module":
        """Machine code or PTX, ready to run."""
        self._enter()
        handle = c_void_p()
        self._call("cuModuleLoadData", byref(handle), c_char_p(code))
        return Module(self, handle)

    def allocate(self, size: int) -> "DeviceMemory":
        """Memory of so many bytes, all zero."""
        self._enter()
        address = c_void_p()
        self._call("cuMemAlloc_v2", byref(address), c_size_t(max(size, 1)))
        memory = DeviceMemory(self, address.value or 0, size)
        self._call("cuMemsetD8_v2", address, ctypes.c_ubyte(0), c_size_t(max(size, 1)))
        return memory

    def release(self, address: int) -> None:
        """Give memory back."""
        self._enter()
        self.library.cuMemFree_v2(c_void_p(address))

    def write(self, address: int, source: int, size: int) -> None:
        """Copy from the host's memory."""
        self._enter()
        self._call("cuMemcpyHtoD_v2", c_void_p(address), c_void_p(source), c_size_t(size))

    def read(self, target: int, address: int, size: int) -> None:
        """Copy to the host's memory, once all that was begun is done."""
        self._enter()
        self._call("cuMemcpyDtoH_v2", c_void_p(target), c_void_p(address), c_size_t(size))

    def copy(self, target: int, source: int, size: int) -> None:
        """Copy on the device."""
        self._enter()
        self._call(
            "cuMemcpyDtoDAsync_v2",
            *(c_void_p(target), c_void_p(source), c_size_t(size), c_void_p(0)),
        )

    def clear(self, address: int, size: int) -> None:
        """Make bytes zero."""
        self._enter()
        sizes = ctypes.c_ubyte(0), c_size_t(size), c_void_p(0)
        self._call("cuMemsetD8Async", c_void_p(address), *sizes)

    def wait(self) -> None:
        """Until all that was begun is done."""
        self._enter()
        self._call("cuCtxSynchronize")

    def let_follow(self, stream: int) -> None:
        """Let the work of another stream wait for all that was begun here."""
        if stream in (0, LEGACY_STREAM):
            return
        self._enter()
        event = c_void_p()
        self._call("cuEventCreate", byref(event), c_uint(2))  # without a time
        self._call("cuEventRecord", event, c_void_p(0))
        self._call("cuStreamWaitEvent", c_void_p(stream), event, c_uint(0))
        self._call("cuEventDestroy_v2", event)

    def follow(self, stream: int) -> None:
        """Wait with all that is begun here for what was begun in another stream."""
        if stream in (0, LEGACY_STREAM):
            return
        self._enter()
        event = c_void_p()
        self._call("cuEventCreate", byref(event), c_uint(2))
        self._call("cuEventRecord", event, c_void_p(stream))
        self._call("cuStreamWaitEvent", c_void_p(0), event, c_uint(0))
        self._call("cuEventDestroy_v2", event)

    def _enter(self) -> None:
        self._call("cuCtxSetCurrent", self.context)

    def _number(self, name: str, *arguments: Any) -> int:
        answer = c_int()
        self._call(name, byref(answer), *arguments)
        return answer.value

    def _attribute(self, which: int) -> int:
        return self._number("cuDeviceGetAttribute", c_int(which), c_int(self.handle))

    def _call(self, name: str, *arguments: Any) -> None:
        result = getattr(self.library, name)(*arguments)
        if result:
            raise GpuError(self._meaning(name, result))

    def _meaning(self, name: str, result: int) -> str:
        if result == OUT_OF_MEMORY:
            return "the GPU has not enough memory for that: ask for fewer games at a time"
        if result == NO_DEVICE:
            return "an NVIDIA driver is installed, but no GPU is here"
        if result == NO_IMAGE:
            return (
                f"these kernels were built for another architecture than {self._here()}: "
                "build them for this one"
            )
        if result in (BAD_PTX, NEWER_PTX):
            return (
                f"the driver speaks {cuda(self.version)}, which is too old for these kernels: "
                "install a newer driver"
            )
        text = c_char_p()
        self.library.cuGetErrorString(c_int(result), byref(text))
        said = text.value.decode() if text.value else "unknown error"
        return f"the driver of the GPU says to {name}: {said} ({result})"

    def _here(self) -> str:
        return "sm_{}{}".format(*self.capability)


class DeviceMemory:
    """Bytes on a GPU, which are given back when nobody needs them any more."""

    def __init__(self, device: Device, address: int, size: int) -> None:
        self.device = device
        self.address = address
        self.size = size

    def __del__(self) -> None:
        if not sys.is_finalizing():
            self.device.release(self.address)


class Module:
    """Code on a GPU."""

    def __init__(self, device: Device, handle: c_void_p) -> None:
        self.device = device
        self.handle = handle

    def kernel(self, name: str) -> "Kernel":
        """One of its kernels."""
        handle = c_void_p()
        self.device._call(
            "cuModuleGetFunction", byref(handle), self.handle, c_char_p(name.encode())
        )
        return Kernel(self, handle)


class Kernel:
    """A function that many threads carry out."""

    def __init__(self, module: Module, handle: c_void_p) -> None:
        self.module = module
        self.handle = handle

    def launch(self, blocks: int, threads: int, words: Sequence[Any]) -> None:
        """Begin it; it is carried out some time later. `words` are the arguments, 8 bytes each."""
        device = self.module.device
        device._enter()
        values = (ctypes.c_int64 * len(words))(*words)
        start = ctypes.addressof(values)
        pointers = (c_void_p * len(words))(*range(start, start + 8 * len(words), 8))
        device._call(
            "cuLaunchKernel",
            self.handle,
            *(c_uint(blocks), c_uint(1), c_uint(1)),
            *(c_uint(threads), c_uint(1), c_uint(1)),
            *(c_uint(0), c_void_p(0), pointers, c_void_p(0)),
        )

    def properties(self) -> dict[str, int]:
        """What one thread or block of it takes up."""
        asked = {
            "registers": KERNEL_REGISTERS,
            "local_bytes": LOCAL_BYTES,
            "shared_bytes": SHARED_BYTES,
            "threads_per_block_at_most": THREADS_PER_BLOCK,
        }
        number = self.module.device._number
        return {
            name: number("cuFuncGetAttribute", c_int(which), self.handle)
            for name, which in asked.items()
        }
