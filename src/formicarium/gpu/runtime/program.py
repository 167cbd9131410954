"""The kernels of a game with all that a machine must know to run them."""

import functools
import hashlib
import json
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from .driver import Device, Kernel, opened
from .errors import GpuError

FORMAT = 1
MANIFEST = "manifest.json"


class Program:
    """The kernels of a game, as a manifest and files."""

    def __init__(self, manifest: dict[str, Any], files: dict[str, bytes]) -> None:
        self.manifest = manifest
        self.files = files
        self.loaded: dict[tuple[int, str], Kernel] = {}

    @functools.cached_property
    def lane_layout(self) -> np.dtype[Any]:
        """What is kept of a game beside its state."""
        return np.dtype([(name, kind) for name, kind in self.manifest["lane"]])

    def setting(self, label: str) -> tuple[dict[str, Any], bytes, bytes]:
        """A player count and options: what is told of it, a blank state, and the parts."""
        settings = self.manifest["settings"]
        if label not in settings:
            raise GpuError(f"these kernels have no setting {label!r}, only {', '.join(settings)}")
        told = settings[label]
        return told, self.files[told["blank"]], self.files[told["parts"]]

    def kernel(self, device: Device, name: str) -> Kernel:
        """A kernel, loaded where it is first needed."""
        key = (device.number, name)
        if key not in self.loaded:
            self._check_architecture(device)
            file = self.manifest["kernels"][name]["file"]
            self.loaded[key] = device.loaded(self.files[file] + b"\0").kernel(name)
        return self.loaded[key]

    def words(
        self, name: str, given: Mapping[str, Any], kept: dict[str, list[int]] | None = None
    ) -> list[int]:
        """The arguments of a kernel, by the names of its parameters.

        What stays the same from call to call can be kept.
        """
        words: list[int] = []
        for parameter, size, dimensions in self.parameters(name):
            if kept is not None and parameter not in given:
                words += kept[parameter]
            else:
                words += self.words_of(given[parameter], size, dimensions)
        return words

    def parameters(self, name: str) -> list[tuple[str, int, int]]:
        """What a kernel takes: names, sizes of items, dimensions; a number has none."""
        parameters: list[tuple[str, int, int]] = self.manifest["kernels"][name]["parameters"]
        return parameters

    def words_of(self, value: Any, size: int, dimensions: int) -> list[int]:
        """One argument."""
        if dimensions:
            return _described(value, size, dimensions)
        return [value - (1 << 64) if value >= 1 << 63 else value]

    def _check_architecture(self, device: Device) -> None:
        major, minor = self.manifest["architecture"]
        here = device.capability
        fits = here >= (major, minor) if self.manifest["is_text"] else here[0] == major
        if not fits or here < (major, minor):
            raise GpuError(
                f"these kernels were built for sm_{major}{minor}, "
                f"and this GPU is sm_{here[0]}{here[1]}: build them for it"
            )


def read(file: str | Path) -> Program:
    """The program in a bundle."""
    try:
        with zipfile.ZipFile(file) as bundle:
            manifest = json.loads(bundle.read(MANIFEST))
            if manifest.get("format") != FORMAT:
                raise GpuError(f"{file} was made by another version: build it anew")
            files = {name: bundle.read(name) for name in manifest["digests"]}
    except (OSError, KeyError, ValueError, zipfile.BadZipFile) as error:
        raise GpuError(f"{file} is no bundle of kernels, or it is damaged: {error}") from error
    for name, content in files.items():
        if digest(content) != manifest["digests"][name]:
            raise GpuError(f"{file} is damaged: {name} is not what was built")
    return Program(manifest, files)


def digest(content: bytes) -> str:
    """A short name for some bytes."""
    return hashlib.sha256(content).hexdigest()[:32]


def device_of(number: int) -> Device:
    """A GPU of this machine."""
    return opened(number)


def _described(array: Any, size: int, dimensions: int) -> list[int]:
    """What a kernel takes for an array, seen as items of a size; zeros stand for its owner."""
    shape = list(array.shape)
    if len(shape) != dimensions or array.dtype.itemsize != size:  # bytes that are rows, or words
        items = int(np.prod(shape)) * array.dtype.itemsize // size
        shape = [items] if dimensions == 1 else [shape[0], items // shape[0]]
    strides = [size]
    for length in reversed(shape[1:]):
        strides.insert(0, strides[0] * length)
    return [0, 0, int(np.prod(shape)), size, array.address, *shape, *strides]
