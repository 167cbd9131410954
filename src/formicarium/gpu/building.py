"""Programs for a GPU: built from a game's rules, kept on disk, written as bundles."""

import functools
import importlib.util
import io
import json
import re
import shutil
import subprocess
import tempfile
import zipfile
from collections.abc import Iterable, Mapping
from importlib.metadata import version
from pathlib import Path
from typing import Any
from uuid import uuid4

from formicarium.core.compiled import cache_folder, key_of
from formicarium.core.errors import BadOption, FormicariumError
from formicarium.core.game import Game, load
from formicarium.core.reach import digest_of, shortened
from formicarium.gpu import groups, runtime
from formicarium.gpu.kernels import (
    HOPPER,
    KERNEL,
    STEPPING,
    check_tools,
    group_count,
    kernel,
    kernels_of,
    kinds_of,
    parameters,
    phase_count,
    ptx,
)
from formicarium.gpu.runtime.errors import GpuError
from formicarium.gpu.runtime.program import FORMAT, MANIFEST, digest

RUNTIME = "formicarium_gpu"  # as what a bundle's own modules are imported
STILL = (1980, 1, 1, 0, 0, 0)  # the same program gives the same bytes

OLDEST = (7, 5)  # that the compilers of CUDA 13 know

# How whole games are played: see docs/gpu.md for what was measured. Where games may do so many
# different things, those that do the same are put beside each other.
MANY_GROUPS = 200
PLAIN = {"grouped": False, "threads": 128, "share": 512, "blocks": 4}
GROUPED = {"grouped": True, "threads": 512, "share": 1024, "blocks": 2}


def program_of(
    games: Mapping[str, Game],
    capability: tuple[int, int] = HOPPER,
    kernels: Iterable[str] | None = None,
) -> runtime.Program:
    """The program of a game, for some settings of it under their labels."""
    check_tools()
    first = next(iter(games.values()))
    code = {name: code_of(first, name, capability) for name in kernels or kernels_of(first)}
    return described(games, code, capability)


def described(
    games: Mapping[str, Game], code: Mapping[str, tuple[str, bytes]], capability: tuple[int, int]
) -> runtime.Program:
    """A program of kernels that are built already."""
    game = next(iter(games.values()))
    if any(other.book is not game.book for other in games.values()):
        raise FormicariumError("a program is of one game")
    files = {f"{name}.{kind}": content for name, (kind, content) in code.items()}
    settings = {label: _setting(one, files) for label, one in games.items()}
    book = game.book
    lane = book.bound(STEPPING).LANE
    manifest = {
        "format": FORMAT,
        "game": book.name,
        "rules": book.version,
        "made_by": version("formicarium"),
        "sources": sources_of(game),
        "architecture": list(capability),
        "is_text": any(kind == "ptx" for kind, _ in code.values()),
        "observation": [list(each) for each in book.observation],
        "network": game.network.size if book.network else 0,
        "actions": book.actions,
        "most_legal": book.most_legal,
        "kinds": list(kinds_of(game)),
        "phases": phase_count(game),
        "lane": [[name, lane[name].str] for name in lane.names],
        "slot_bytes": groups.SLOT.itemsize,
        "room": groups.ROOM,
        "way": way_of(game),
        "settings": settings,
        "kernels": {
            name: {
                "file": f"{name}.{kind}",
                "parameters": [
                    [each.name, each.item.itemsize, each.dimensions]
                    for each in parameters(game, name)
                ],
            }
            for name, (kind, _) in code.items()
        },
        "digests": {name: digest(content) for name, content in sorted(files.items())},
    }
    return runtime.Program(manifest, files)


def way_of(game: Game) -> dict[str, Any]:
    """How whole games of a game are played."""
    return GROUPED if group_count(game) > MANY_GROUPS else PLAIN


def kernel_of_series(game: Game) -> str:
    """The kernel that plays whole games of a game."""
    return "grouped_games" if way_of(game)["grouped"] else KERNEL


def _setting(game: Game, files: dict[str, bytes]) -> dict[str, Any]:
    """What is told of a player count with its options; what it begins with goes into files."""
    told: dict[str, Any] = {"players": game.players, "options": game.options}
    for what, array in (("blank", game.blank), ("parts", game.parts_bytes)):
        content = array.tobytes()
        told[what] = f"{what}-{digest(content)}"
        files[told[what]] = content
    return told


def code_of(game: Game, name: str, capability: tuple[int, int]) -> tuple[str, bytes]:
    """A kernel as machine code, or as PTX where no assembler is at hand; kept on disk."""
    assembler = found_assembler()
    kind = "cubin" if assembler else "ptx"
    major, minor = capability
    how = (digest_of("formicarium.gpu.kernels"), version("numba-cuda"), major, minor, assembler)
    key = shortened(f"{key_of(kernel(game, name))} {how}")
    kept = cache_folder(game.book.package) / f"{name}-{key}.{kind}"
    if not kept.is_file():
        text = ptx(game, name, capability)
        code = assembled(assembler, text, capability) if assembler else text.encode("ascii")
        kept.parent.mkdir(parents=True, exist_ok=True)
        fresh = kept.with_suffix(f".{uuid4().hex}")
        fresh.write_bytes(code)
        fresh.replace(kept)  # whole, even if another process reads it now
    return kind, kept.read_bytes()


def sources_of(game: Game) -> str:
    """A short name for the sources that a program of a game is made from."""
    return digest_of("formicarium.core", "formicarium.envs", "formicarium.gpu", game.book.package)


def read_bundle(file: Path) -> runtime.Program:
    """The program in a bundle, which must be made from the sources that are installed here."""
    program = runtime.read(file)
    game = load(program.manifest["game"])
    if program.manifest["sources"] != sources_of(game):
        raise GpuError(
            f"{file} was built from other sources of {game.name} than those here: "
            "build it anew, or run it by its own modules"
        )
    return program


def architecture(name: str) -> tuple[int, int]:
    """The compute capability that an architecture is named after.

    >>> architecture("sm_90")
    (9, 0)
    """
    found = re.fullmatch(r"sm_(\d+)(\d)", name)
    if not found or (int(found[1]), int(found[2])) < OLDEST:
        raise BadOption(f"{name!r} is no architecture that kernels can be built for, such as sm_90")
    return int(found[1]), int(found[2])


@functools.cache
def found_assembler() -> str | None:
    """The program that turns PTX into machine code: of a CUDA toolkit, or of NVIDIA's wheels."""
    spec = importlib.util.find_spec("nvidia")
    for folder in (spec.submodule_search_locations or ()) if spec else ():
        for file in sorted(Path(folder).glob("cu*/bin/ptxas")):
            return str(file)
    return shutil.which("ptxas")


def assembled(assembler: str, text: str, capability: tuple[int, int]) -> bytes:
    """PTX as machine code."""
    with tempfile.TemporaryDirectory() as folder:
        source, target = Path(folder, "kernel.ptx"), Path(folder, "kernel.cubin")
        source.write_text(text, "ascii")
        architecture = "-arch=sm_{}{}".format(*capability)
        command = [assembler, architecture, str(source), "-o", str(target)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode:
            raise FormicariumError(f"ptxas refuses a kernel: {done.stderr.strip()}")
        return target.read_bytes()


def write_bundle(program: runtime.Program, file: Path) -> None:
    """Write a program with all that runs it: a file that Python can import from."""
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as bundle:

        def add(name: str, data: bytes) -> None:
            bundle.writestr(zipfile.ZipInfo(name, STILL), data, zipfile.ZIP_DEFLATED)

        add(MANIFEST, json.dumps(program.manifest, indent=1).encode())
        for name, data in sorted(program.files.items()):
            add(name, data)
        for source in sorted(Path(runtime.__file__).parent.glob("*.py")):
            add(f"{RUNTIME}/{source.name}", source.read_bytes())
    file.write_bytes(content.getvalue())
