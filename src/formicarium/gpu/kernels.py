"""The rules of a game as a CUDA kernel, made from the same functions that run on the CPU.

Numba's CUDA compiler takes the compiled rules as they are and compiles each of them once more, for
the GPU. Neither a GPU nor its driver is needed: the result is PTX, the assembly text that a driver
(or ``ptxas``) turns into machine code.
"""

import importlib.util
import re
from collections.abc import Iterator
from contextlib import contextmanager
from types import SimpleNamespace
from typing import Any

from formicarium.core.compiled import INTERPRETED, bind
from formicarium.core.errors import FormicariumError, MissingExtra
from formicarium.core.game import Game

KERNEL = "random_games"
TEMPLATE = "formicarium.gpu.random_games"

HOPPER = (9, 0)
# Of CUDA 13.0. A newer compiler names its own, needed or not, and older drivers would refuse that.
PTX_VERSION = (9, 0)


# Registers of a thread, at most. Measured on an H200: with 64 instead of the 128 that the compiler
# takes by itself twice as many games are in flight, which makes 1.3 times as many moves a second.
REGISTERS = 64


def ptx(game: Game, capability: tuple[int, int] = HOPPER) -> str:
    """The kernel `random_games` of a game, for GPUs of that compute capability and newer ones.

    It serves every player count, option and component set: these are data. Its parameters are those
    of `formicarium.gpu.random_games.random_games`; ``benchmarks/gpu/run_on_gpu.py`` passes them.
    """
    _check_tools()
    from cuda.pathfinder import DynamicLibNotFoundError

    try:
        return _plain(_compiled(game, capability))
    except DynamicLibNotFoundError as error:
        raise _missing("NVIDIA's compiler libraries") from error


def _compiled(game: Game, capability: tuple[int, int]) -> str:
    from numba import cuda, types
    from numba.cuda.core.compiler_lock import global_compiler_lock
    from numba.np.numpy_support import from_dtype

    def array(item: Any, dimensions: int = 1) -> Any:
        return types.Array(item, dimensions, "C")

    state, parts = from_dtype(game.book.state_layout), from_dtype(game.book.parts_layout)
    signature = types.void(
        array(parts),
        array(state),
        types.uint64,
        types.int64,
        array(state),
        array(types.int64),
        array(types.int64, 3),
    )
    with global_compiler_lock, _pretended_device(capability), _enumerated_indices():
        text, _ = cuda.compile(
            _kernel(game), signature, device=False, abi="numba", cc=capability, output="ptx"
        )
    return str(text)


def _kernel(game: Game) -> Any:
    names = {
        "STATE": game.book.state_layout,
        "MOST_LEGAL": game.book.most_legal,
        "DICE": game.stepping.DICE,
        "random_game": game.stepping.random_game,
        "score": game.book.score,
    }
    return getattr(bind(TEMPLATE, names, game.book.package), KERNEL)


@contextmanager
def _pretended_device(capability: tuple[int, int]) -> Iterator[None]:
    """Answer Numba's question which GPU is there, so that none has to be."""
    from numba.cuda import dispatcher

    real = dispatcher.get_current_device
    dispatcher.get_current_device = lambda: SimpleNamespace(compute_capability=capability)
    try:
        yield
    finally:
        dispatcher.get_current_device = real


@contextmanager
def _enumerated_indices() -> Iterator[None]:
    """Let a member of an enumeration be an index, as Numba's CPU compiler does already."""
    from numba.cuda.typing import arraydecl
    from numba.types import BaseTuple, IntEnumMember, Tuple

    real = arraydecl.get_array_index_type

    def plain(index: Any) -> Any:
        if isinstance(index, BaseTuple):
            return Tuple([plain(one) for one in index])
        return index.dtype if isinstance(index, IntEnumMember) else index

    arraydecl.get_array_index_type = lambda array, index: real(array, plain(index))
    try:
        yield
    finally:
        arraydecl.get_array_index_type = real


def _plain(text: str) -> str:
    """The same code under the kernel's own name, asking for no more registers or newer PTX."""
    entry = re.search(r"\.entry (\S+?)\([^)]*\)", text)
    version = re.search(r"^\.version (\d+)\.(\d+)$", text, re.MULTILINE)
    assert entry is not None
    assert version is not None
    wanted = min((int(version[1]), int(version[2])), PTX_VERSION)
    text = text.replace(entry[0], f"{entry[0]}\n.maxnreg {REGISTERS}")
    text = text.replace(version[0], ".version {}.{}".format(*wanted))
    return text.replace(entry[1], KERNEL)


def _check_tools() -> None:
    if INTERPRETED:
        raise FormicariumError(
            "GPU kernels are made from compiled rules: unset NUMBA_DISABLE_JIT to build one"
        )
    if importlib.util.find_spec("numba_cuda") is None:
        raise _missing("numba-cuda")


def _missing(what: str) -> MissingExtra:
    return MissingExtra(f'GPU kernels need {what}: pip install "formicarium[gpu]"')
