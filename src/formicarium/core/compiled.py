"""Rules are plain functions marked with `rule`.

They run compiled, or interpreted when the environment says ``NUMBA_DISABLE_JIT=1``;
`formicarium.gpu` builds CUDA code from the same functions. This module, `linking`, which it leaves
the compiling to, and `telling`, which says so, are the only ones in the core that know Numba.
"""

import ast
import functools
import glob
import importlib.util
import os
import platform
import sys
import tempfile
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from types import ModuleType
from typing import Any, TypeVar

import numpy as np
import platformdirs

from formicarium.core.reach import digest_of as digest_of
from formicarium.core.reach import fingerprint, home_package, shortened

Function = TypeVar("Function", bound=Callable[..., Any])

# Variables of the environment: the way back from `linking`, and no word while rules are compiled.
PLAIN_NUMBA, QUIET = SWITCHES = "FORMICARIUM_PLAIN_NUMBA", "FORMICARIUM_QUIET"

# Set in the globals of a bound template: the package of the game that it is bound to.
HOME = "__rule_home__"


def is_on(switch: str) -> bool:
    """Whether a variable of the environment says yes."""
    return os.environ.get(switch, "0") not in ("", "0")


INTERPRETED = is_on("NUMBA_DISABLE_JIT")
PLAIN = is_on(PLAIN_NUMBA)


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


def bind(template: str, names: Mapping[str, object], package: str, kind: str = "") -> ModuleType:
    """Load a template module anew, with the functions of one game as its globals.

    A function that closes over other compiled functions is compiled again at every start; one whose
    globals they are is served from the disk cache. Hence one module per game and template, and one
    more for each kind of names that a game has besides.
    """
    name = f"{template}[{package} {kind}]" if kind else f"{template}[{package}]"
    if name not in sys.modules:
        spec = importlib.util.find_spec(template)
        assert spec is not None
        assert spec.origin is not None
        module = ModuleType(name)
        module.__file__ = spec.origin
        module.__dict__.update(names)
        module.__dict__[HOME] = package
        code = compile(Path(spec.origin).read_text("utf-8"), spec.origin, "exec")
        exec(code, module.__dict__)
        sys.modules[name] = module
    return sys.modules[name]


def key_of(*functions: Callable[..., Any]) -> str:
    """A short name for machine code: for all that some functions can reach, and what compiles it.

    Numba by itself does not notice a change in a callee in another file.
    """
    return shortened(f"{_tools()} {fingerprint(*functions)}")


def rules_of(package: str, *templates: ModuleType) -> list[Callable[..., Any]]:
    """The rules in the modules of a game, as far as they are imported, and in bound templates."""
    from numba.extending import is_jitted

    names = [name for name in sorted(sys.modules) if f"{name}.".startswith(f"{package}.")]
    modules = [*(sys.modules[name] for name in names), *templates]
    values = (value for module in modules for value in vars(module).values())
    return [value for value in values if is_jitted(value)]


def is_kept(compiled: Any) -> bool:
    """Whether the disk cache holds machine code of a rule."""
    if INTERPRETED:
        return False
    key = "" if PLAIN else key_of(compiled)
    name = f"*.{glob.escape(compiled.__name__)}-{key}*.nbi"
    return any(Path(compiled.stats.cache_path).glob(name))


def cache_folder(package: str) -> Path:
    """Where compiled code of a package is kept; each file has a key in its name."""
    return _cache_root() / package.removeprefix("formicarium.")


def home_of(function: Callable[..., Any]) -> str:
    """The package whose folder compiled code is kept in; none if it was written at a prompt."""
    home: str = function.__globals__.get(HOME) or home_package(function.__module__)
    return "" if home == "__main__" else home


def be_quiet() -> None:
    """Say nothing while rules are compiled, neither here nor in processes that are started."""
    os.environ[QUIET] = "1"


def _compile(function: Function) -> Function:
    with suppress(ImportError):  # a Numba that does not tell when it compiles
        from formicarium.core.telling import tell_of

        tell_of(function)
    return _plain(function) if PLAIN else _linked(function)


def _linked(function: Function) -> Function:
    from formicarium.core.linking import CompiledRule

    compiled: Function = CompiledRule(function)
    return compiled


def _plain(function: Function) -> Function:
    """What Numba makes of a function by itself, with nothing but what it promises to the public.

    Its own cache looks at one file only. So the folder is named after all sources that the function
    may be made from.
    """
    from numba import config, njit

    compiling = functools.partial(njit, nogil=True, error_model="numpy")
    compiled: Function = compiling()(function)
    home, source = home_of(function), Path(function.__code__.co_filename)
    if not (home and source.is_file()):
        return compiled
    folder = _cache_root() / f"plain-{_sources_key(home_package(function.__module__), home)}"
    before, config.CACHE_DIR = config.CACHE_DIR, str(folder)
    try:
        kept: Any = compiling(cache=True)(function)
    finally:
        config.CACHE_DIR = before
    # Where it went elsewhere after all, it would be mixed up with that of other games.
    return kept if folder in Path(kept.stats.cache_path).parents else compiled


@functools.cache
def _sources_key(*packages: str) -> str:
    return shortened(f"{_tools()} {packages} {digest_of('formicarium.core', *packages)}")


@functools.cache
def _tools() -> str:
    """What shapes machine code beside the rules."""
    import llvmlite
    import numba

    versions = (numba.__version__, llvmlite.__version__, np.__version__, sys.version)
    how = "plain" if PLAIN else _without_words(Path(__file__).with_name("linking.py"))
    return repr((versions, platform.machine(), how))


def _without_words(source: Path) -> str:
    """What a source does: without comments and docstrings."""
    tree = ast.parse(source.read_bytes())
    documented = (ast.Module, ast.ClassDef, ast.FunctionDef)
    for node in ast.walk(tree):
        if isinstance(node, documented) and ast.get_docstring(node, clean=False) is not None:
            del node.body[0]
    return shortened(ast.dump(tree))


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
