"""What runs kernels on a GPU. It needs NumPy and the driver alone, and goes into every bundle."""

from pathlib import Path

from .batch import DeviceBatch as DeviceBatch
from .errors import GpuError as GpuError
from .games import DeviceSeries as DeviceSeries
from .games import play_series as play_series
from .program import Program as Program
from .program import read as read


def bundle() -> Program:
    """The program of the bundle that this was imported from."""
    return read(Path(__file__).parents[1])
