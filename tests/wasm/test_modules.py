"""Modules: what they ask for and offer, when they fit, and what is said where none can be made."""

from __future__ import annotations

import gzip
import importlib.util
import json
import re
import subprocess
from pathlib import Path

import msgspec
import pytest

import formicarium as fm
from formicarium.core.game import rulebook
from formicarium.wasm import manifest as manifests
from formicarium.wasm import modules
from formicarium.wasm.interface import entries_of
from formicarium.wasm.manifest import Manifest, current_manifest, layout_digest, manifest_of
from tests.core.install import install, run, run_command
from tests.needs import NODE
from tests.tiers import IS_PROOF, sample
from tests.wasm.conftest import Module
from tests.wasm.nodes import done_by_node

COMPRESSED = 40 * 1024  # bytes that a module may have at most, the search included
PAGE = "console.log(JSON.stringify([WebAssembly.Module.imports(m), WebAssembly.Module.exports(m)]))"

compiled = [pytest.mark.compiled, pytest.mark.xdist_group("modules")]


class TestEveryModule:
    pytestmark = compiled

    @pytest.fixture(params=fm.game_names())
    def file(self, request: pytest.FixtureRequest, module: Module) -> Path:
        return module(request.param).with_suffix(".wasm")

    @pytest.mark.heavy
    def test_asks_for_nothing_and_offers_what_its_manifest_says(
        self, file: Path, tmp_path: Path
    ) -> None:
        program = f"const m = new WebAssembly.Module(require('fs').readFileSync({str(file)!r}))"
        imports, exports = json.loads(_said_by_node(f"{program}; {PAGE}"))
        assert imports == []
        said = msgspec.json.decode(file.with_suffix(".json").read_bytes(), type=Manifest)
        assert {one["name"] for one in exports} == {*said.entries, "memory", "__heap_base"}

    def test_is_small(self, file: Path) -> None:
        assert len(gzip.compress(file.read_bytes())) <= COMPRESSED


def _said_by_node(program: str) -> str:
    return subprocess.run(
        [str(NODE.get()), "-e", program], capture_output=True, text=True, check=True
    ).stdout


@pytest.mark.compiled
@pytest.mark.xdist_group("modules")
@pytest.mark.parametrize("name", sample(fm.game_names(), 1))
@pytest.mark.heavy
def test_made_twice_a_module_has_the_same_bytes(name: str) -> None:
    book = rulebook(name)
    assert modules.made(entries_of(book)) == modules.module_of(book)


BUILDING = """
import sys
from pathlib import Path
from formicarium.core.game import rulebook
from formicarium.wasm.modules import build
for name in sys.argv[1:]:
    build(rulebook(name), Path("built"))
"""


@pytest.mark.heavy
@pytest.mark.compiled
@pytest.mark.xdist_group("modules")
def test_made_by_two_processes_that_share_nothing_a_module_has_the_same_bytes(
    tmp_path: Path,
) -> None:
    """Neither compiled rules that were kept nor the order of hashes have a say in it."""
    install(tmp_path)
    names = ["pebbles", *(fm.game_names() if IS_PROOF else [])]
    made = [built_anew(tmp_path, names, seed) for seed in ("1", "2")]
    assert len(made[0]) == 2 * len(names)
    assert made[0] == made[1]


def built_anew(folder: Path, names: list[str], seed: str) -> dict[str, bytes]:
    """Modules and manifests of a process with a cache of its own."""
    work = folder / seed
    work.mkdir()
    environment = {"NUMBA_CACHE_DIR": str(work / "cache"), "PYTHONHASHSEED": seed}
    program = f"import os; os.chdir({str(work)!r})\n{BUILDING}"
    run_command(folder, "-c", program, *names, **environment)
    return {file.name: file.read_bytes() for file in (work / "built").iterdir()}


OF_ANOTHER_PACKAGE = """
import base64, json
import formicarium as fm
from formicarium.wasm.manifest import current_manifest, engine_folder
from formicarium.wasm.modules import build
game = fm.load("pebbles", players=3)
assert current_manifest(game.book) is None
built = build(game.book, engine_folder(game.book))
assert current_manifest(game.book) == built
parts, blank = (base64.b64encode(one.tobytes()).decode() for one in (game.parts_bytes, game.blank))
task = {"do": "games", "parts": parts, "blank": blank, "seed": "1", "first": 0, "games": 20}
print(json.dumps([task, game.random_games(20, seed=1).lengths.tolist()]))
"""


@pytest.mark.compiled
@pytest.mark.xdist_group("modules")
@pytest.mark.heavy
def test_a_game_of_another_package_has_its_own(tmp_path: Path) -> None:
    package = install(tmp_path)
    task, lengths = json.loads(run(tmp_path, OF_ANOTHER_PACKAGE))
    [found] = done_by_node(package / "engine" / "pebbles.json", [task], tmp_path)
    assert found["lengths"] == lengths


def test_a_module_of_other_sources_is_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    book = rulebook("micropolis")
    monkeypatch.setattr(manifests, "engine_folder", lambda book: tmp_path)
    assert current_manifest(book) is None
    said = manifest_of(book, b"module")
    file = tmp_path / "micropolis.json"
    file.write_bytes(msgspec.json.encode(said))
    assert current_manifest(book) == said
    for changed in ({"sources": "older"}, {"form": 0}):
        file.write_bytes(msgspec.json.encode(msgspec.structs.replace(said, **changed)))
        assert current_manifest(book) is None
    file.write_bytes(b"{}")
    assert current_manifest(book) is None


def test_layouts_are_told_apart() -> None:
    assert len({layout_digest(rulebook(name)) for name in fm.game_names()}) == 4


def test_without_zig_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(modules, "INTERPRETED", False)
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    with pytest.raises(fm.MissingExtra, match=re.escape('pip install "formicarium[engine]"')):
        modules.module_of(rulebook("micropolis"))


@pytest.mark.parametrize("switch", ["NUMBA_DISABLE_JIT", "FORMICARIUM_PLAIN_NUMBA"])
def test_without_linked_rules_there_is_no_module(
    switch: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(modules, "INTERPRETED", switch == "NUMBA_DISABLE_JIT")
    monkeypatch.setattr(modules, "PLAIN", switch != "NUMBA_DISABLE_JIT")
    with pytest.raises(fm.FormicariumError, match=switch):
        modules.module_of(rulebook("micropolis"))


CALLS_EXP = """
declare double @exp(double)
define double @f(double %x) {
  %y = call double @exp(double %x)
  ret double %y
}
"""


def test_what_would_come_from_outside_is_refused() -> None:
    with pytest.raises(fm.FormicariumError, match="exp would have to come from outside"):
        modules._said_by(modules.MACHINE, given=CALLS_EXP.encode())
