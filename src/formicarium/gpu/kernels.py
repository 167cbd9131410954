"""The rules of a game as a CUDA kernel, made from the same functions that run on the CPU.

Numba's CUDA compiler takes the compiled rules as they are and compiles each of them once more, for
the GPU. Neither a GPU nor its driver is needed: the result is PTX, the assembly text that a driver
(or ``ptxas``) turns into machine code.
"""

import functools
import importlib.util
import inspect
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from types import ModuleType, SimpleNamespace
from typing import Any, NamedTuple

import numpy as np

from formicarium.core.compiled import INTERPRETED, bind
from formicarium.core.errors import FormicariumError, MissingExtra
from formicarium.core.game import Game
from formicarium.core.rulebook import FLAT, NETWORK
from formicarium.envs.actions import notations, words_of
from formicarium.gpu import groups, unphased
from formicarium.gpu.runtime.batch import THREADS

KERNEL = "random_games"
STEPPING = "formicarium.envs.stepping"
PHASES = "formicarium.gpu.phases"

# Every kernel, and the template that it is in.
KERNELS = {
    KERNEL: "formicarium.gpu.random_games",
    "grouped_games": "formicarium.gpu.grouped_games",
    **dict.fromkeys(
        ("step", "step_network", "forget", "give", "pick", "take_words", "take_bytes"),
        "formicarium.gpu.stepping",
    ),
}
OTHERS = "_network"  # what kernels are called that write observations for networks
# What templates take from the game, and from a step on the CPU.
RULES = ("setup", "legal", "apply", "redetermine", "score")
STEPS = (
    *("GIVEN", "NOBODY", "ask", "deal", "forget_question"),
    *("is_allowed", "next_question", "settle"),
)

HOPPER = (9, 0)
# Of CUDA 13.0. A newer compiler names its own, needed or not, and older drivers would refuse that.
PTX_VERSION = (9, 0)


# Registers of a thread, at most. Measured on an H200: with 64 instead of the 128 that the compiler
# takes by itself twice as many games are in flight, which makes 1.3 times as many moves a second.
REGISTERS = 64


class Parameter(NamedTuple):
    """What a kernel takes at one place: an array of so many dimensions, or with none a number."""

    name: str
    item: np.dtype[Any]
    dimensions: int


def ptx(game: Game, name: str = KERNEL, capability: tuple[int, int] = HOPPER) -> str:
    """A kernel of a game as PTX, for GPUs of that compute capability and newer ones.

    It serves every player count, option and component set: these are data.
    """
    check_tools()
    return compiled(kernel(game, name), name, parameters(game, name), capability)


def compiled(
    function: Any, name: str, taken: Sequence[Parameter], capability: tuple[int, int]
) -> str:
    """A function as the PTX of a kernel."""
    from cuda.pathfinder import DynamicLibNotFoundError
    from numba import cuda, types
    from numba.cuda.core.compiler_lock import global_compiler_lock

    signature = types.void(*map(_numba_type, taken))
    try:
        with (
            global_compiler_lock,
            _pretended_device(capability),
            _enumerated_indices(),
            _exact_and_short(),
        ):
            text, _ = cuda.compile(
                function, signature, device=False, abi="numba", cc=capability, output="ptx"
            )
    except DynamicLibNotFoundError as error:
        raise _missing("NVIDIA's compiler libraries") from error
    return _plain(str(text), name)


def _numba_type(parameter: Parameter) -> Any:
    from numba import types
    from numba.np.numpy_support import from_dtype

    item = from_dtype(parameter.item)
    return types.Array(item, parameter.dimensions, "C") if parameter.dimensions else item


def parameters(game: Game, name: str) -> list[Parameter]:
    """What a kernel takes, in order: read off its signature and the table above."""
    word = np.uint8 if name == "take_bytes" else np.uint32
    rows = dict.fromkeys(("source", "target"), (np.dtype(word), 2))
    known = _items(game) | rows
    if name.endswith(OTHERS):
        known |= dict.fromkeys(("observations", "last_observations"), (np.dtype(np.uint8), 2))
    return [
        Parameter(each, *known[each]) for each in inspect.signature(kernel(game, name)).parameters
    ]


def _items(game: Game) -> dict[str, tuple[np.dtype[Any], int]]:
    """The type and the dimensions of every parameter; a number has none."""
    stepping = game.book.bound(STEPPING)
    state, long = game.book.state_layout, np.dtype(np.int64)
    return {
        "parts": (game.book.parts_layout, 1),
        "blank": (state, 1),
        "states": (state, 1),
        "ends": (state, 1),
        "given": (state, 1),
        "lanes": (stepping.LANE, 1),
        "slots": (groups.SLOT, 1),
        "lists": (np.dtype(np.int32), 2),
        "masks": (np.dtype(np.int8), 2),
        "observations": (np.dtype(np.float32), 2),
        "last_observations": (np.dtype(np.float32), 2),
        "standings": (long, 3),
        "standing": (long, 3),
        "rewards": (np.dtype(np.float32), 2),
        "finished": (np.dtype(np.int8), 1),
        "kinds": (np.dtype(np.uint8), 1),
        "seed": (np.dtype(np.uint64), 0),
        "actions": (np.dtype(np.int32), 1),
        **dict.fromkeys(("seats", "counts", "illegal", "lengths", "taken", "rows"), (long, 1)),
        "picks": (long, 1),
        **dict.fromkeys(("kind", "share", "grouped", "looking", "first", "width"), (long, 0)),
    }


def kernel(game: Game, name: str) -> Any:
    """A kernel bound to a game, before it is compiled."""
    book, observation = game.book, NETWORK if name.endswith(OTHERS) else FLAT
    stepping = book.bound(STEPPING, observation)
    phases, groups = phase_count(game), group_count(game)
    names = {
        "STATE": book.state_layout,
        "MOST_LEGAL": book.most_legal,
        "PHASES": phases,
        "GONE": phases + 1,
        "GROUPS": groups + 1,
        "STARTS": max(groups + 1, phases + 2),
        **{rule: getattr(_sorting(game), rule) for rule in ("phase_of", "group_of")},
        **{rule: getattr(book, rule) for rule in RULES},
        "observe": book.observing(observation),
        **_looks(game, observation),
        **{rule: getattr(game.stepping, rule) for rule in ("DICE", "random_game", "first_seat")},
        **{rule: getattr(stepping, rule) for rule in STEPS},
    }
    kind = "" if observation == FLAT else observation
    return getattr(bind(KERNELS[name], names, book.package, kind), name.removesuffix(OTHERS))


def _looks(game: Game, observation: str) -> dict[str, Any]:
    """What observations are made of, and how they are written."""
    kind: Any = np.uint8 if observation == NETWORK else np.float32
    words = 4 // np.dtype(kind).itemsize
    size = sum(length for _, length in game.book.observation)
    return {
        "LOOK": kind,
        "LOOK_SIZE": game.network.size if observation == NETWORK else size,
        "PIECE": 8 * words,
        "PITCH": 9 * words,
        "PIECES": THREADS * 9 * words,
        "THREADS": THREADS,
    }


def kernels_of(game: Game) -> list[str]:
    """The kernels that a game has: not all of them if it has no observation for networks."""
    return [name for name in KERNELS if game.book.network or not name.endswith(OTHERS)]


def kernels_of_batch(observation: str) -> tuple[str, ...]:
    """The kernels that play many games in step."""
    other = "step" if observation == NETWORK else "step_network"
    return tuple(name for name in KERNELS if not name.endswith("_games") and name != other)


def _sorting(game: Game) -> ModuleType:
    """By what games are sorted."""
    if phase_count(game) == 1:
        return unphased
    return bind(PHASES, {"KINDS": len(set(kinds_of(game)))}, game.book.package)


def phase_count(game: Game) -> int:
    """How many phases a game names; 1 if it names none."""
    return 1 if game.book.phases is None else max(game.book.phases) + 1


@functools.cache
def kinds_of(game: Game) -> tuple[int, ...]:
    """The kind of every action code, as a number."""
    found: dict[str, int] = {}
    return tuple(
        found.setdefault(words_of(notation, 2)[0], len(found)) for notation in notations(game)
    )


def group_count(game: Game) -> int:
    """How many different things games may do: phases, and in each of them kinds of actions."""
    return phase_count(game) * len(set(kinds_of(game)))


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


@contextmanager
def _exact_and_short() -> Iterator[None]:
    """Round after every multiplication, as the CPU does, and ask for code that is short.

    Left to itself the compiler writes loops out and copies functions to wherever they are called,
    until a GPU waits for instructions more than for anything else.
    """
    from numba.cuda import codegen

    real = codegen.nvvm.compile_ir

    def compile_ir(modules: Sequence[Any], **options: Any) -> Any:
        return real([_asked_to_be_short(str(one)) for one in modules], **options | {"fma": False})

    codegen.nvvm.compile_ir = compile_ir
    try:
        yield
    finally:
        codegen.nvvm.compile_ir = real


def _asked_to_be_short(module: str) -> str:
    """The same functions, each of them marked."""
    return re.sub(r"^(define .*\))", r"\1 optsize", module, flags=re.MULTILINE)


def _plain(text: str, name: str) -> str:
    """The same code under the kernel's own name, asking for no more registers or newer PTX."""
    entry = re.search(r"\.entry (\S+?)\([^)]*\)", text)
    version = re.search(r"^\.version (\d+)\.(\d+)$", text, re.MULTILINE)
    assert entry is not None
    assert version is not None
    wanted = min((int(version[1]), int(version[2])), PTX_VERSION)
    text = text.replace(entry[0], f"{entry[0]}\n.maxnreg {REGISTERS}")
    text = text.replace(version[0], ".version {}.{}".format(*wanted))
    return text.replace(entry[1], name)


def check_tools() -> None:
    if INTERPRETED:
        raise FormicariumError(
            "GPU kernels are made from compiled rules: unset NUMBA_DISABLE_JIT to build one"
        )
    if importlib.util.find_spec("numba_cuda") is None:
        raise _missing("numba-cuda")


def _missing(what: str) -> MissingExtra:
    return MissingExtra(f'GPU kernels need {what}: pip install "formicarium[gpu]"')
