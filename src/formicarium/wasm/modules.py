"""Modules of WebAssembly: made of LLVM code by llvmlite, and linked by the `wasm-ld` of Zig."""

import importlib.util
import re
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
from formicarium.wasm.interface import Entry, entries_of
from formicarium.wasm.manifest import Manifest, manifest_name, manifest_of

TRIPLE = "wasm32-unknown-unknown"
# In every browser since 2021.
FEATURES = "+bulk-memory,+mutable-globals,+nontrapping-fptoint,+sign-ext"
STACK = 1 << 16  # bytes
DECLARED = re.compile(r"^declare [^\n]*@(?!llvm\.)([\w.]+)\(", re.MULTILINE)


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
        module = made(book.name, entries)
        kept.parent.mkdir(parents=True, exist_ok=True)
        fresh = kept.with_suffix(f".{uuid4().hex}")
        fresh.write_bytes(module)
        fresh.replace(kept)  # whole, even if another process reads it now
    return kept.read_bytes()


def made(game: str, entries: tuple[Entry, ...]) -> bytes:
    """A module, made anew; the same rules give the same bytes."""
    from formicarium.wasm.code import code_of

    return linked(compiled(code_of(entries), game), entries)


def _key(entries: tuple[Entry, ...]) -> str:
    """A short name for all that a module is made of, and by what."""
    how = (digest_of("formicarium.wasm"), version("ziglang"))
    return shortened(f"{key_of(*(entry.rule for entry in entries))} {how}")


def compiled(code: str, game: str) -> bytes:
    """Machine code of one text, optimised as a whole."""
    from llvmlite import binding as llvm

    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    machine = llvm.Target.from_triple(TRIPLE).create_target_machine(
        opt=3, features=FEATURES, codemodel="default", reloc="static"
    )
    head = f'target datalayout = "{machine.target_data}"\ntarget triple = "{TRIPLE}"\n'
    module = llvm.parse_assembly(head + code)
    module.verify()
    builder = llvm.create_pass_builder(machine, llvm.create_pipeline_tuning_options(speed_level=3))
    builder.getModulePassManager().run(module, builder)
    if missing := sorted({*DECLARED.findall(str(module))}):
        raise FormicariumError(
            f"the rules of {game} call {', '.join(missing)}, which a module does not have: nothing "
            "may be allocated, and `exp` and `log` are those of formicarium.core.exponential"
        )
    code_object: bytes = machine.emit_object(module)
    return code_object


def linked(code_object: bytes, entries: tuple[Entry, ...]) -> bytes:
    """A module of machine code, which asks for nothing from outside."""
    exports = [f"--export={name}" for name in (*(entry.name for entry in entries), "__heap_base")]
    with tempfile.TemporaryDirectory() as folder:
        source, module = Path(folder, "code.o"), Path(folder, "module.wasm")
        source.write_bytes(code_object)
        options = ["--no-entry", "--strip-all", "--stack-first", "-z", f"stack-size={STACK}"]
        command = [sys.executable, "-m", "ziglang", "wasm-ld", *options, *exports]
        done = subprocess.run(
            [*command, "-o", str(module), str(source)], capture_output=True, text=True, check=False
        )
        if done.returncode:
            raise FormicariumError(f"wasm-ld failed: {done.stderr.strip()}")
        return module.read_bytes()


def check_tools() -> None:
    """Say what is missing before anything is compiled."""
    if INTERPRETED or PLAIN:
        switch = "NUMBA_DISABLE_JIT" if INTERPRETED else PLAIN_NUMBA
        raise FormicariumError(f"modules are made from linked rules: unset {switch} to build one")
    if importlib.util.find_spec("ziglang") is None:
        raise MissingExtra('modules need wasm-ld: pip install "formicarium[engine]"')
