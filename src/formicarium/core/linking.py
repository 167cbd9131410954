"""How Numba compiles a rule: twice, once to be called by other rules and once from Python.

Left to itself Numba turns every function into optimised machine code with an entrance for Python,
although nearly all rules are only ever called by other rules and end up inside them. Here such a
rule stays unoptimised LLVM code (`LinkedRule`) until something that Python calls (`CompiledRule`)
links it in and is optimised as a whole. That halves the time of a first start, and the games run
a good deal faster.
"""

import functools
import glob
import itertools
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any
from uuid import uuid4

from llvmlite import binding as llvm
from numba.core import caching
from numba.core.bytecode import FunctionIdentity
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler, CompileResult
from numba.core.registry import CPUDispatcher

from formicarium.core.compiled import cache_folder, home_of, key_of

KEPT = 30 * 24 * 3600  # seconds that files stay at least, for as long as a rule is compiled anew

# Numba numbers what it compiles, and those numbers are part of names that are linked. Code that
# several processes have kept is linked together here, so each of them begins somewhere else.
FunctionIdentity._unique_ids = itertools.count(uuid4().int >> 80)

OPTIONS = {"nopython": True, "nogil": True, "error_model": "numpy", "no_cfunc_wrapper": True}


class CompiledRule(CPUDispatcher):
    """A rule as Python calls it; other rules are handed its linked twin."""

    def __init__(self, function: Callable[..., Any]) -> None:
        super().__init__(function, targetoptions=OPTIONS, pipeline_class=WholeCompiler)
        if home_of(function):
            self._cache = Cache(function)
        self._linked = LinkedRule(function)

    @property
    def is_compiling(self) -> bool:
        """Asked when a rule calls itself."""
        return bool(self._compiling_counter or self._linked._compiling_counter)

    def get_call_template(self, args: Any, kws: Any) -> Any:
        """What the types of a call from another rule lead to."""
        return self._linked.get_call_template(args, kws)

    def get_overload(self, sig: Any) -> Any:
        """The code that a call from another rule leads to."""
        return self._linked.get_overload(sig)

    def add_overload(self, cres: Any) -> None:
        """Keep what was compiled, and hand each rule inside it the environment it raises from."""
        for environment in cres._find_referenced_environments():
            cres.codegen.set_env(environment.env_name, environment)
        super().add_overload(cres)


class LinkedRule(CPUDispatcher):
    """A rule as other rules call it: without machine code and an entrance of its own."""

    def __init__(self, function: Callable[..., Any]) -> None:
        options = OPTIONS | {"no_cpython_wrapper": True}
        super().__init__(function, targetoptions=options, pipeline_class=LinkedCompiler)
        if home_of(function):
            self._cache = LinkedCache(function)

    def add_overload(self, cres: Any) -> None:
        """Keep what was compiled; nothing is there that Python could call."""
        self.overloads[tuple(cres.signature.args)] = cres


def linked_code(compiled: Any, types: tuple[Any, ...]) -> tuple[str, str]:
    """A rule for arguments of some types: its name, and LLVM code with all that it calls."""
    linked = compiled._linked
    linked.compile(types)
    result = linked.overloads[types]
    return str(result.fndesc.llvm_func_name), str(result.library._final_module)


class WholeCompiler(Compiler):
    """Numba's own steps, into a library that is optimised as a whole."""

    def compile_extra(self, func: Callable[..., Any]) -> Any:
        """Compile one function."""
        self.state.library = WholeLibrary(self.state.targetctx.codegen(), func.__qualname__)
        self.state.library.enable_object_caching()
        return super().compile_extra(func)


class WholeLibrary(JITCodeLibrary):
    """Code that is entered from Python alone."""

    def _optimize_final_module(self) -> None:
        """Optimise, knowing that nothing outside calls the rules that were linked in.

        Numba leaves them open to others, and so LLVM keeps each whole and merges few of them.
        """
        for function in self._final_module.functions:
            if function.linkage == llvm.Linkage.linkonce_odr:
                function.linkage = llvm.Linkage.internal
        super()._optimize_final_module()


class LinkedCompiler(Compiler):
    """Numba's own steps, into a library that stops before machine code."""

    def compile_extra(self, func: Callable[..., Any]) -> Any:
        """Compile one function."""
        self.state.library = LinkedLibrary(self.state.targetctx.codegen(), func.__qualname__)
        self.state.flags.no_compile = True
        result = super().compile_extra(func)
        result = result._replace(entry_point=result.fndesc.mangled_name)
        result.target_context.insert_user_function(
            result.entry_point, result.fndesc, [result.library]
        )
        return result


class LinkedLibrary(JITCodeLibrary):
    """Code that waits to be linked into other code, and is optimised there."""

    def _optimize_final_module(self) -> None:
        pass

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()
        self._finalized = True

    def serialize_using_object_code(self) -> Any:
        """What the disk cache keeps."""
        return self.serialize_using_bitcode()


class Place(caching._CacheLocator):
    """Where the disk cache keeps a rule: in our own folder, under its key."""

    suffix = ""

    def __init__(self, function: Callable[..., Any]) -> None:
        self._folder = cache_folder(home_of(function))
        self._key = key_of(function)
        self._py_file = function.__code__.co_filename  # asked for what cannot be kept

    def get_cache_path(self) -> str:
        """The folder."""
        return str(self._folder)

    def get_source_stamp(self) -> str:
        """What changes with all that the rule can reach."""
        return self._key

    def get_disambiguator(self) -> str:
        """The same, in the names of files: what several versions leave there is not mixed up."""
        return f"{self._key}{self.suffix}"

    @classmethod
    def from_function(cls, function: Callable[..., Any], file: str) -> "Place":
        """The place of a function."""
        return cls(function)


class LinkedPlace(Place):
    """The same for the linked twin of a rule."""

    suffix = "-linked"


class Keeping(caching.CompileResultCacheImpl):
    """How the disk cache keeps a rule: as Numba always does, as machine code."""

    _locator_classes = (Place,)


class LinkedKeeping(caching.CompileResultCacheImpl):
    """How the disk cache keeps the linked twin of a rule: as LLVM code."""

    _locator_classes = (LinkedPlace,)

    def rebuild(self, target_context: Any, payload: Any) -> Any:
        """What was compiled, from what was kept of it."""
        (name, _, code), fndesc, environment, signature, *rest = payload
        objectmode, lifted, annotation, reload_init, environments = rest
        library = LinkedLibrary(target_context.codegen(), name)
        library._final_module = llvm.parse_bitcode(code)
        library._finalize_final_module()
        return CompileResult(
            typing_context=target_context.typing_context,
            target_context=target_context,
            entry_point=fndesc.mangled_name,
            typing_error=None,
            type_annotation=annotation,
            signature=signature,
            objectmode=objectmode,
            lifted=lifted,
            fndesc=fndesc,
            library=library,
            call_helper=None,
            environment=environment,
            metadata=None,
            reload_init=reload_init,
            referenced_envs=environments,
        )


class Files(caching.IndexDataCacheFile):
    """The files of a rule. No two processes that compile at once ever write into the same one."""

    def load(self, key: Any) -> Any:
        """What was kept, or nothing where it cannot be read any more."""
        try:
            return super().load(key)
        except Exception:  # it names types, which may be called otherwise or lie elsewhere now
            return None

    def _load_index(self) -> Any:
        try:
            return super()._load_index()
        except Exception:  # for the same reason
            return {}

    def save(self, key: Any, data: Any) -> None:
        """Keep something, and nothing of the rule that was kept long ago."""
        super().save(key, data)
        name = self._index_name.partition(f"-{self._source_stamp}")[0]
        for file in Path(self._cache_path).glob(f"{glob.escape(name)}-*"):
            with suppress(OSError):  # another process was quicker, or is reading it
                if time.time() - file.stat().st_mtime > KEPT:
                    file.unlink()

    def _data_name(self, number: int) -> str:
        name: str = super()._data_name(number)
        return f"{name.removesuffix('.nbc')}.{uuid4().hex}.nbc"


class Cache(caching.FunctionCache):
    """The disk cache of a rule."""

    _impl_class = Keeping

    def __init__(self, function: Callable[..., Any]) -> None:
        self._py_func = function
        self._name = repr(function)
        self.enable()

    # Only when it is first asked for: what a rule calls may be defined after it.
    @functools.cached_property
    def _impl(self) -> Any:
        return self._impl_class(self._py_func)

    @functools.cached_property
    def _cache_path(self) -> str:
        return str(self._impl.locator.get_cache_path())

    @functools.cached_property
    def _cache_file(self) -> Files:
        stamp = self._impl.locator.get_source_stamp()
        return Files(self._cache_path, self._impl.filename_base, stamp)

    def _index_key(self, sig: Any, codegen: Any) -> Any:
        """What else tells machine code apart: Numba would count docstrings as well."""
        return sig, codegen.magic_tuple()


class LinkedCache(Cache):
    """The disk cache of the linked twin of a rule."""

    _impl_class = LinkedKeeping
