"""What a rule can reach: its code, that of every function it calls, and the values they read.

Compiled code stays good as long as none of this changes. Comments, docstrings, annotations and
line numbers are no part of it. Neither is how Numba carries out what belongs to Python, NumPy or
itself (their versions tell), nor what somebody else has taught it with `numba.extending`.
"""

import builtins
import dis
import functools
import hashlib
import importlib.util
import inspect
import sys
from collections.abc import Callable, Mapping, Sequence
from enum import Enum
from pathlib import Path
from types import BuiltinFunctionType, CodeType, FunctionType, ModuleType
from typing import Any
from uuid import uuid4

import numpy as np

KNOWN_BY_VERSION = {*sys.stdlib_module_names, "numpy", "numba", "llvmlite"}
SHAPE = inspect.CO_VARARGS | inspect.CO_VARKEYWORDS | inspect.CO_GENERATOR
PLAIN = {bool, int, float, complex, str, bytes, range, slice, type(None), type(...)}
GLOBAL = {"LOAD_GLOBAL", "LOAD_NAME"}
ATTRIBUTE = {"LOAD_ATTR", "LOAD_METHOD"}
UNBOUND = "unbound"


def reached(*functions: Callable[..., Any]) -> dict[FunctionType, str]:
    """All functions that can be reached from some, and what each says and calls.

    >>> from formicarium.core.chance import below
    >>> [function.__name__ for function in reached(below)][0]
    'below'
    """
    numbers = {function: at for at, function in enumerate(dict.fromkeys(map(_plain, functions)))}
    todo = [*numbers]
    said: dict[FunctionType, str] = {}
    for function in todo:
        words, callees = _read(function)
        todo += [callee for callee in dict.fromkeys(callees) if callee not in numbers]
        for callee in callees:
            numbers.setdefault(callee, len(numbers))
        said[function] = f"{words} {[numbers[callee] for callee in callees]}"
    return said


def fingerprint(*functions: Callable[..., Any]) -> str:
    """A short name for all that some functions can reach, which changes whenever that does."""
    return shortened("\n".join(reached(*functions).values()))


def shortened(text: str) -> str:
    """A short name for a text."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:16]


def digest_of(*packages: str) -> str:
    """A short name for the sources of some packages, which changes with every word in them.

    The numbers by which bots judge a game are among its sources.
    """
    digest = hashlib.sha256()
    for package in packages:
        for file in _files(package):
            digest.update(file.name.encode() + b"\0" + file.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


def home_package(module: str) -> str:
    """The package that a module belongs to: its game, a part of ours, or a whole add-on."""
    parts = module.partition("[")[0].split(".")
    depth = {("formicarium", "games"): 3, ("formicarium",): 2}
    return ".".join(parts[: depth.get(tuple(parts[:2]), depth.get(tuple(parts[:1]), 1))])


def _files(package: str) -> list[Path]:
    """The sources of a package, or of a module that stands alone."""
    spec = importlib.util.find_spec(package)
    assert spec is not None
    assert spec.origin is not None
    file = Path(spec.origin)
    if spec.submodule_search_locations is None:
        return [file]
    return sorted([*file.parent.rglob("*.py"), *file.parent.rglob("judgement/*.json")])


def _plain(function: Any) -> FunctionType:
    """The function itself, of one that Numba compiles."""
    plain: FunctionType = getattr(function, "py_func", function)
    return plain


@functools.cache
def _read(function: FunctionType) -> tuple[str, tuple[FunctionType, ...]]:
    """What a function says, shortened, and which functions it names, in that order."""
    reader = _Reader(function.__globals__)
    reader.read_function(function)
    return shortened("\n".join(reader.words)), tuple(reader.callees)


class _Reader:
    """Reads one function."""

    def __init__(self, names: Mapping[str, Any]) -> None:
        self.names = names
        self.words: list[str] = []
        self.callees: list[FunctionType] = []

    def read_function(self, function: FunctionType) -> None:
        """The function itself; those that it calls are only noted."""
        self.words.append(_label(function))
        self.read_code(function.__code__)
        self.read(function.__defaults__)
        self.read(function.__kwdefaults__)
        for cell in function.__closure__ or ():
            try:
                self.read(cell.cell_contents)
            except ValueError:
                self.words.append(UNBOUND)

    def read_code(self, code: CodeType) -> None:
        """What is done. Instructions name constants, where the bytes would count docstrings too."""
        names = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
        counts = (code.co_posonlyargcount, code.co_kwonlyargcount, code.co_flags & SHAPE)
        self.words.append(f"{names} {counts} {code.co_freevars} {code.co_exceptiontable.hex()}")
        steps = [step for step in dis.get_instructions(code) if step.opcode != dis.EXTENDED_ARG]
        for number, step in enumerate(steps):
            self.words.append(step.opname)
            self.read(step.argval)
            if step.opname in GLOBAL:
                self.read(self.meant(steps, number))

    def meant(self, steps: Sequence[dis.Instruction], number: int) -> object:
        """What a global name stands for; of a module, what the next steps take from it."""
        name = steps[number].argval
        value = self.names.get(name, getattr(builtins, name, UNBOUND))
        for step in steps[number + 1 :]:
            if not isinstance(value, ModuleType) or step.opname not in ATTRIBUTE:
                break
            if _is_known(value.__name__):
                break
            value = getattr(value, step.argval, UNBOUND)
        return value

    def read(self, value: Any) -> None:
        """A value."""
        if type(value) in PLAIN:
            self.words.append(f"{type(value).__name__} {value!r}")
            return
        for kinds, reading in READINGS:
            if isinstance(value, kinds):
                reading(self, value)
                return
        if isinstance(_plain(value), FunctionType):
            self.read_callee(value)
        else:
            self.read_sources(value)

    def read_callee(self, function: Any) -> None:
        """A function that is called, and how Numba is to compile it."""
        plain = _plain(function)
        if _is_known(plain.__module__):
            self.words.append(_label(plain))
        else:
            self.callees.append(plain)
            self.read(getattr(function, "targetoptions", None))

    def read_group(self, values: Any) -> None:
        """Several values in their order."""
        fields = getattr(values, "_fields", "")
        self.words.append(f"{_label(type(values))} {fields} {len(values)}")
        for value in values:
            self.read(value)

    def read_set(self, values: Any) -> None:
        """Several values in no order."""
        self.words.append(f"set {sorted(map(repr, values))}")

    def read_mapping(self, values: Any) -> None:
        """Several values by name."""
        self.read_group([*values.items()])

    def read_member(self, member: Any) -> None:
        """A member of an enumeration."""
        self.words.append(member.name)
        self.read_class(type(member))

    def read_class(self, kind: Any) -> None:
        """An enumeration, a tuple with names, or a class that Numba knows."""
        if _is_known(kind.__module__):
            self.words.append(_label(kind))
        elif issubclass(kind, Enum):
            self.words.append(_members(kind))
        elif issubclass(kind, tuple) and hasattr(kind, "_fields"):
            self.words.append(f"{_label(kind)} {kind._fields}")
            self.read(kind._field_defaults)
        else:
            self.read_sources(kind)

    def read_named(self, thing: Any) -> None:
        """A module, or a function that has no code in Python."""
        if _is_known(_owner(thing)):
            self.words.append(f"{_owner(thing)}.{thing.__name__}")
        else:
            self.read_sources(thing)

    def read_dtype(self, dtype: "np.dtype[Any]") -> None:
        """How a row or a number is laid out."""
        self.words.append(_layout(dtype))

    def read_array(self, array: Any) -> None:
        """An array, a row or a number of NumPy's."""
        if array.dtype.hasobject:
            self.read_sources(array)
        else:
            self.words.append(f"{array.shape} {array.strides} {array.flags.writeable}")
            self.words.append(
                f"{_layout(array.dtype)} {hashlib.sha256(array.tobytes()).hexdigest()}"
            )

    def read_sources(self, value: Any) -> None:
        """Anything else, which cannot be told by its value: all sources that it may come from."""
        for module in dict.fromkeys((self.names.get("__name__", ""), _owner(value))):
            if not _is_known(module):
                self.words.append(_sources(home_package(module)))


READINGS: tuple[tuple[Any, Callable[[_Reader, Any], None]], ...] = (
    (Enum, _Reader.read_member),
    ((tuple, list), _Reader.read_group),
    ((set, frozenset), _Reader.read_set),
    (dict, _Reader.read_mapping),
    (CodeType, _Reader.read_code),
    (np.dtype, _Reader.read_dtype),
    ((np.generic, np.ndarray), _Reader.read_array),
    (type, _Reader.read_class),
    ((ModuleType, BuiltinFunctionType, np.ufunc), _Reader.read_named),
)


def _label(thing: Any) -> str:
    return f"{thing.__module__}.{thing.__qualname__}"


def _owner(thing: Any) -> str:
    """The module that something comes from."""
    if isinstance(thing, ModuleType):
        return thing.__name__
    return getattr(thing, "__module__", None) or type(thing).__module__


def _is_known(module: str | None) -> bool:
    """Whether the versions of Python, NumPy and Numba say all about what is in a module."""
    return str(module).partition(".")[0] in KNOWN_BY_VERSION


@functools.cache
def _members(kind: type[Enum]) -> str:
    """An enumeration, by its kind and by all its members and their values."""
    reader = _Reader({"__name__": kind.__module__})
    reader.read_group([(name, member.value) for name, member in kind.__members__.items()])
    return f"{[*map(_label, kind.__mro__)]} {shortened(' '.join(reader.words))}"


def _layout(dtype: "np.dtype[Any]") -> str:
    """A dtype, by all that it consists of."""
    if dtype.subdtype is not None:
        item, shape = dtype.subdtype
        return f"{_layout(item)}{shape}"
    fields: Mapping[str, Any] = dtype.fields or {}
    inside = [f"{name}@{part[1]}:{_layout(part[0])}" for name, part in fields.items()]
    return f"{dtype.str} {dtype.type.__name__} {dtype.alignment} {inside}"


@functools.cache
def _sources(package: str) -> str:
    """All sources of a package; where there are none, something that no other process says."""
    try:
        return digest_of(package)
    except (ImportError, AssertionError, ValueError, OSError):
        return uuid4().hex
