"""Rules are plain functions marked with `rule`.

They run compiled, or interpreted when the environment says ``NUMBA_DISABLE_JIT=1``;
`formicarium.gpu` builds CUDA code from the same functions. This module and `linking`, which it
leaves the compiling to, are the only ones in the core that know Numba.
"""

import functools
import hashlib
import importlib.util
import os
import platform
import sys
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path
from types import ModuleType
from typing import Any, TypeVar

import numpy as np
import platformdirs

Function = TypeVar("Function", bound=Callable[..., Any])

INTERPRETED = os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0")

# Set in the globals of a bound template: the packages that its functions are made from.
SOURCES = "__rule_sources__"


def rule(function: Function) -> Function:
    """Mark a function as a rule: compiled, cached on disk, free of the interpreter lock.

    >>> @rule
    ... def soldiers_to_pay(position):
    ...     return position - 1
    >>> soldiers_to_pay(3)
    2
    """
    if INTERPRETED:
        return function
    return _compile(function)


def wrapping_rule(function: Function) -> Function:
    """As `rule`, for arithmetic modulo 2**64, where NumPy alone would warn of overflow."""
    if INTERPRETED:
        return np.errstate(over="ignore")(function)
    return _compile(function)


def bind(template: str, names: Mapping[str, object], package: str) -> ModuleType:
    """Load a template module anew, with the functions of one game as its globals.

    A function that closes over other compiled functions is compiled again at every start; one whose
    globals they are is served from the disk cache. Hence one module per game and template.
    """
    name = f"{template}[{package}]"
    if name not in sys.modules:
        spec = importlib.util.find_spec(template)
        assert spec is not None
        assert spec.origin is not None
        module = ModuleType(name)
        module.__file__ = spec.origin
        module.__dict__.update(names)
        module.__dict__[SOURCES] = (template.rpartition(".")[0], package)
        code = compile(Path(spec.origin).read_text("utf-8"), spec.origin, "exec")
        exec(code, module.__dict__)
        sys.modules[name] = module
    return sys.modules[name]


def cache_folder(*packages: str) -> Path:
    """Where compiled code of these packages is kept.

    Numba does not notice a change in a callee in another file, so the folder is keyed by the
    sources of all that can be called, and by the versions that shape the machine code.
    """
    label = packages[-1].replace("formicarium.", "")
    return _cache_root() / f"{label}-{_key(('formicarium.core', *packages))}"


def sources_of(function: Callable[..., Any]) -> tuple[str, ...]:
    """The packages that a rule is made from; none if it was written at a prompt."""
    home = _game_package(function.__module__)
    packages: tuple[str, ...] = function.__globals__.get(SOURCES, (home,))
    return () if "__main__" in packages else packages


def _compile(function: Function) -> Function:
    from formicarium.core.linking import CompiledRule

    compiled: Function = CompiledRule(function)
    return compiled


def _game_package(module: str) -> str:
    """The package whose sources a rule of this module may call: its game, or a whole add-on."""
    parts = module.split(".")
    depth = {("formicarium", "games"): 3, ("formicarium",): 2}
    return ".".join(parts[: depth.get(tuple(parts[:2]), depth.get(tuple(parts[:1]), 1))])


@functools.cache
def _key(packages: tuple[str, ...]) -> str:
    import numba

    versions = (numba.__version__, np.__version__, sys.version, platform.machine())
    return hashlib.sha256(repr((versions, digest_of(*packages))).encode()).hexdigest()[:16]


def digest_of(*packages: str) -> str:
    """A short name for the sources of some packages, which changes with every word in them."""
    digest = hashlib.sha256()
    for package in packages:
        for file in sorted(_folder(package).rglob("*.py")):
            digest.update(file.name.encode() + b"\0" + file.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


def _folder(package: str) -> Path:
    spec = importlib.util.find_spec(package)
    assert spec is not None
    assert spec.origin is not None
    return Path(spec.origin).parent


@functools.cache
def _cache_root() -> Path:
    """The user's cache folder of this package, or a temporary one where that cannot be written."""
    chosen = os.environ.get("NUMBA_CACHE_DIR")
    root = Path(chosen) if chosen else Path(platformdirs.user_cache_dir("formicarium"))
    try:
        root.mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=root).close()
    except OSError:
        root = Path(tempfile.mkdtemp(prefix="formicarium-"))
    return root
