"""Modules of WebAssembly, and where they are kept; linked by the `wasm-ld` that Zig brings."""

import importlib.util
import subprocess
import sys
import tempfile
from importlib.metadata import version
from pathlib import Path
from uuid import uuid4

import msgspec

from formicarium.core.compiled import INTERPRETED, PLAIN, PLAIN_NUMBA, cache_folder, key_of
from formicarium.core.errors import FormicariumError, MissingExtra
from formicarium.core.reach import digest_of, shortened
from formicarium.core.rulebook import Rulebook
from formicarium.wasm.interface import EntryPoint, entries_of
from formicarium.wasm.manifest import Manifest, manifest_name, manifest_of

MACHINE = "formicarium.wasm.machine"
STACK = 1 << 16  # bytes
LINKING = ("--no-entry", "--strip-all", "--stack-first", "-z", f"stack-size={STACK}")


def build(book: Rulebook, folder: Path) -> Manifest:
    """Write the module of a game and its manifest into a folder."""
    module = module_of(book)
    manifest = manifest_of(book, module)
    folder.mkdir(parents=True, exist_ok=True)
    (folder / manifest.file).write_bytes(module)
    (folder / manifest_name(book)).write_bytes(msgspec.json.format(msgspec.json.encode(manifest)))
    return manifest


def module_of(book: Rulebook) -> bytes:
    """The module of a game; it is kept beside compiled rules until what it is made of changes."""
    check_tools()
    entries = entries_of(book)
    kept = cache_folder(book.package) / f"{book.name}-{_key(entries)}.wasm"
    if not kept.is_file():
        module = made(entries)
        kept.parent.mkdir(parents=True, exist_ok=True)
        fresh = kept.with_suffix(f".{uuid4().hex}")
        fresh.write_bytes(module)
        fresh.replace(kept)  # whole, even if another process reads it now
    return kept.read_bytes()


def made(entries: tuple[EntryPoint, ...]) -> bytes:
    """A module, made anew; the same rules give the same bytes."""
    from formicarium.wasm.code import code_of

    code = code_of(entries)
    return linked(_said_by(MACHINE, given=code.encode()), entries)


def _key(entries: tuple[EntryPoint, ...]) -> str:
    """A short name for all that a module is made of, and by what."""
    how = (digest_of("formicarium.wasm"), version("ziglang"))
    return shortened(f"{key_of(*(entry.rule for entry in entries))} {how}")


def linked(code_object: bytes, entries: tuple[EntryPoint, ...]) -> bytes:
    """A module of machine code, which asks for nothing from outside."""
    names = [*(entry.name for entry in entries), "__heap_base"]
    with tempfile.TemporaryDirectory() as folder:
        source, module = Path(folder, "code.o"), Path(folder, "module.wasm")
        source.write_bytes(code_object)
        wishes = [*LINKING, *(f"--export={name}" for name in names), "-o", str(module), str(source)]
        _said_by("ziglang", "wasm-ld", *wishes)
        return module.read_bytes()


def _said_by(program: str, *wishes: str, given: bytes = b"") -> bytes:
    """What a program of Python's writes."""
    command = [sys.executable, "-m", program, *wishes]
    done = subprocess.run(command, input=given, capture_output=True, check=False)
    if done.returncode:
        raise FormicariumError(f"no module could be made: {done.stderr.decode().strip()}")
    return done.stdout


def check_tools() -> None:
    """Say what is missing before anything is compiled."""
    if INTERPRETED or PLAIN:
        switch = "NUMBA_DISABLE_JIT" if INTERPRETED else PLAIN_NUMBA
        raise FormicariumError(f"modules are made from linked rules: unset {switch} to build one")
    if importlib.util.find_spec("ziglang") is None:
        raise MissingExtra('modules need wasm-ld: pip install "formicarium[engine]"')
