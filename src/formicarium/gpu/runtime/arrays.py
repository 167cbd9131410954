"""Arrays on a GPU, which PyTorch, JAX and CuPy take over as they are, and we theirs."""

import ctypes
import itertools
from collections.abc import Sequence
from ctypes import POINTER, Structure, c_char_p, c_int, c_int64, c_uint8, c_uint16, c_void_p
from typing import Any

import numpy as np

from .driver import LEGACY_STREAM, Device, DeviceMemory
from .errors import GpuError

CPU, CUDA, CUDA_HOST, CUDA_MANAGED = 1, 2, 3, 13  # kinds of memory, as DLPack numbers them
CODES = {"i": 0, "u": 1, "f": 2, "b": 6}  # and kinds of numbers
CAPSULE, VERSIONED = b"dltensor", b"dltensor_versioned"


class Tensor(Structure):
    """DLPack's description of an array."""

    _fields_ = (
        ("data", c_void_p),
        ("device_type", c_int),
        ("device_number", c_int),
        ("dimensions", c_int),
        ("code", c_uint8),
        ("bits", c_uint8),
        ("lanes", c_uint16),
        ("shape", POINTER(c_int64)),
        ("strides", POINTER(c_int64)),
        ("offset", ctypes.c_uint64),
    )


class Handover(Structure):
    """The same with the function that whoever takes it calls in the end."""

    _fields_ = (("tensor", Tensor), ("context", c_void_p), ("done", c_void_p))


class VersionedHandover(Structure):
    """What newer libraries hand over."""

    _fields_ = (
        ("major", ctypes.c_uint32),
        ("minor", ctypes.c_uint32),
        ("context", c_void_p),
        ("done", c_void_p),
        ("flags", ctypes.c_uint64),
        ("tensor", Tensor),
    )


_api = ctypes.pythonapi
_new = ctypes.PYFUNCTYPE(ctypes.py_object, c_void_p, c_char_p, c_void_p)(("PyCapsule_New", _api))
_valid = ctypes.PYFUNCTYPE(c_int, c_void_p, c_char_p)(("PyCapsule_IsValid", _api))
_pointer = ctypes.PYFUNCTYPE(c_void_p, c_void_p, c_char_p)(("PyCapsule_GetPointer", _api))

_lent: dict[int, tuple[Any, ...]] = {}  # what others hold, until they are done with it
_numbers = itertools.count(1)


@ctypes.CFUNCTYPE(None, c_void_p)  # type: ignore[untyped-decorator]
def _take_back(address: int) -> None:
    _lent.pop(Handover.from_address(address).context, None)


@ctypes.PYFUNCTYPE(None, c_void_p)  # type: ignore[untyped-decorator]
def _forget_capsule(capsule: int) -> None:
    if _valid(capsule, CAPSULE):  # nobody took it
        _take_back(_pointer(capsule, CAPSULE))


class Array:
    """An array on a GPU; for whom it is shown to, it stays where it is.

    `torch.from_dlpack(array)`, `cupy.from_dlpack(array)` and `jax.dlpack.from_dlpack(array)` give
    the same memory, without a copy; `array.numpy()` is a copy on the host.
    """

    def __init__(
        self,
        memory: DeviceMemory,
        shape: Sequence[int],
        item: Any,
        strides: Sequence[int] | None = None,
        offset: int = 0,
    ) -> None:
        self.memory = memory
        self.shape = tuple(int(length) for length in shape)
        self.dtype = np.dtype(item)
        self.strides = tuple(strides) if strides else _dense(self.shape, self.dtype.itemsize)
        self.address = memory.address + offset

    @property
    def ndim(self) -> int:
        """How many dimensions it has."""
        return len(self.shape)

    @property
    def size(self) -> int:
        """How many items it has."""
        return int(np.prod(self.shape))

    @property
    def __cuda_array_interface__(self) -> dict[str, Any]:
        """The form in which CuPy, Numba and PyTorch take it over."""
        if self.memory.device.kind != CUDA:
            raise AttributeError("this array is not on a GPU")
        return {
            "shape": self.shape,
            "typestr": self.dtype.str,
            "data": (self.address, False),
            "strides": None if self._is_dense() else self.strides,
            "stream": LEGACY_STREAM,
            "version": 3,
        }

    def __dlpack_device__(self) -> tuple[int, int]:
        return self.memory.device.kind, self.memory.device.number

    def __dlpack__(self, *, stream: int | None = None, **wishes: Any) -> Any:
        if stream not in (None, -1):
            self.memory.device.let_follow(int(stream))
        shape = (c_int64 * self.ndim)(*self.shape)
        strides = (c_int64 * self.ndim)(*(s // self.dtype.itemsize for s in self.strides))
        kind, number = self.__dlpack_device__()
        tensor = Tensor(
            *(self.address, kind, number, self.ndim),
            *(CODES[self.dtype.kind], 8 * self.dtype.itemsize, 1),
            *(shape, strides, 0),
        )
        key = next(_numbers)
        handover = Handover(tensor, key, ctypes.cast(_take_back, c_void_p).value)
        _lent[key] = handover, shape, strides, self.memory
        return _new(ctypes.addressof(handover), CAPSULE, ctypes.cast(_forget_capsule, c_void_p))

    def numpy(self) -> np.ndarray[Any, Any]:
        """A copy on the host, once all that was begun is done."""
        span = sum((n - 1) * s for n, s in zip(self.shape, self.strides, strict=True))
        size = 0 if 0 in self.shape else span + self.dtype.itemsize
        raw = np.empty(size, np.uint8)
        self.memory.device.read(raw.ctypes.data, self.address, size)
        if not size:
            return np.empty(self.shape, self.dtype)
        seen = np.lib.stride_tricks.as_strided(
            raw[: self.dtype.itemsize].view(self.dtype), self.shape, self.strides
        )
        return np.ascontiguousarray(seen)

    def row(self, index: int) -> "Array":
        """One of its rows, where it lies."""
        offset = self.address - self.memory.address + index * self.strides[0]
        return Array(self.memory, self.shape[1:], self.dtype, self.strides[1:], offset)

    def put(self, values: Any) -> None:
        """Fill it with an array of the host."""
        array = np.ascontiguousarray(values, self.dtype)
        assert array.shape == self.shape
        self.memory.device.write(self.address, array.ctypes.data, array.nbytes)

    def __repr__(self) -> str:
        return f"Array({self.shape}, {self.dtype}, GPU {self.memory.device.number})"

    def _is_dense(self) -> bool:
        return self.strides == _dense(self.shape, self.dtype.itemsize)


def zeros(device: Device, shape: Sequence[int], item: Any) -> Array:
    """A new array."""
    dtype = np.dtype(item)
    return Array(device.allocate(int(np.prod(shape)) * dtype.itemsize), shape, dtype)


class Taken:
    """An array of another library as it was handed over; it is kept as long as this is."""

    place: tuple[int, ...]
    kept: tuple[Any, ...]

    def __init__(self, given: Any, device: Device, what: str) -> None:
        if isinstance(given, Array):
            self.shape, self.dtype, self.strides = given.shape, given.dtype, given.strides
            self.address, self.kept = given.address, (given,)
            self.place = given.__dlpack_device__()
        elif hasattr(given, "__dlpack__"):
            self._by_dlpack(given, device, what)
        elif hasattr(given, "__cuda_array_interface__"):
            self._by_interface(given, device)
        else:
            raise GpuError(f"{what}: an array on the GPU is needed, not {type(given).__name__}")
        if self.place not in _within_reach(device):
            raise GpuError(f"{what} must lie on GPU {device.number}, where the games are")

    def _by_dlpack(self, given: Any, device: Device, what: str) -> None:
        self.place = tuple(map(int, given.__dlpack_device__()))
        if self.place not in _within_reach(device):
            raise GpuError(
                f"{what} must lie on GPU {device.number}, where the games are: "
                f"this {type(given).__module__.partition('.')[0]} array lies elsewhere"
            )
        capsule = (
            given.__dlpack__(stream=LEGACY_STREAM) if device.kind == CUDA else given.__dlpack__()
        )
        identity = id(capsule)
        if _valid(identity, CAPSULE):
            tensor = Handover.from_address(_pointer(identity, CAPSULE)).tensor
        else:
            tensor = VersionedHandover.from_address(_pointer(identity, VERSIONED)).tensor
        letters = {code: letter for letter, code in CODES.items()}
        letter, size = letters.get(tensor.code, "V"), tensor.bits // 8
        self.dtype = np.dtype(f"{letter}{size}" if letter != "b" else "?")
        self.shape = tuple(tensor.shape[: tensor.dimensions])
        dense = _dense(self.shape, self.dtype.itemsize)
        steps = tensor.strides[: tensor.dimensions] if tensor.strides else None
        self.strides = dense if steps is None else tuple(s * size for s in steps)
        self.address = (tensor.data or 0) + tensor.offset
        self.kept = (capsule, given)

    def _by_interface(self, given: Any, device: Device) -> None:
        told = given.__cuda_array_interface__
        self.shape, self.dtype = tuple(told["shape"]), np.dtype(told["typestr"])
        self.strides = told.get("strides") or _dense(self.shape, self.dtype.itemsize)
        self.address, self.kept = told["data"][0], (given,)
        self.place = CUDA, device.number
        device.follow(told.get("stream") or 0)


def taken(given: Any, device: Device, what: str, shape: tuple[int, ...], item: Any) -> Taken:
    """An array of another library, which must have a shape and a type."""
    array = Taken(given, device, what)
    if array.shape != shape:
        raise GpuError(f"{what} must have the shape {shape}, not {array.shape}")
    if item is not None and array.dtype != np.dtype(item):
        raise GpuError(f"{what} must be {np.dtype(item)}, not {array.dtype}")
    if 0 not in shape and array.strides != _dense(shape, array.dtype.itemsize):
        raise GpuError(f"{what} must be contiguous")
    return array


def _within_reach(device: Device) -> tuple[tuple[int, int], ...]:
    return (device.kind, device.number), (CUDA_MANAGED, device.number)


def _dense(shape: Sequence[int], size: int) -> tuple[int, ...]:
    strides: list[int] = []
    for length in reversed(shape):
        strides.insert(0, size)
        size *= max(int(length), 1)
    return tuple(strides)
