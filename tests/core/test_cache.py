"""Compiled code is kept on disk, and never outlives the rules that it was made from."""

from __future__ import annotations

import importlib
import sys
import tempfile
from pathlib import Path

import platformdirs
import pytest

from formicarium.core import compiled
from tests.core.install import install, run

FIRST_CODES = """
import formicarium as fm
state = fm.load("pebbles", first="seat_1").start(seed=1)
print(*state.codes(0))
"""


@pytest.mark.compiled
def test_a_changed_rule_in_another_file_is_noticed(tmp_path: Path) -> None:
    """First compiled, then served from the cache, then played by the changed rule."""
    limits = install(tmp_path) / "limits.py"
    cache = tmp_path / "cache"
    assert codes(tmp_path, cache) == [0, 1, 2]
    kept = machine_code(cache)
    assert kept
    assert codes(tmp_path, cache) == [0, 1, 2]
    assert machine_code(cache) == kept
    limits.write_text(limits.read_text().replace("return 3", "return 4"))
    assert codes(tmp_path, cache) == [0, 1, 2, 3]
    assert machine_code(cache).keys() > kept.keys()


@pytest.mark.compiled
def test_a_cache_that_cannot_be_written_is_no_obstacle(tmp_path: Path) -> None:
    install(tmp_path)
    cache = tmp_path / "cache"
    cache.write_text("a file where the folder should be")
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    assert codes(tmp_path, cache, TMPDIR=str(elsewhere)) == [0, 1, 2]
    assert cache.read_text() == "a file where the folder should be"
    assert machine_code(elsewhere)


def codes(folder: Path, cache: Path, **environment: str) -> list[int]:
    """The legal actions that a new process finds."""
    found = run(folder, FIRST_CODES, NUMBA_CACHE_DIR=str(cache), **environment)
    return [int(code) for code in found.split()]


def machine_code(folder: Path) -> dict[Path, int]:
    """Every file of compiled code, and when it was written."""
    return {file: file.stat().st_mtime_ns for file in folder.rglob("*.nbc")}


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A package of its own, and keys that are computed anew."""
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setattr(compiled, "_key", compiled._key.__wrapped__)
    folder = tmp_path / "crumbs"
    (folder / "deep").mkdir(parents=True)
    (folder / "__init__.py").write_text("")
    (folder / "deep" / "rules.py").write_text("A = 1\n")
    importlib.invalidate_caches()
    return folder


def test_the_folder_follows_every_source_of_the_package(package: Path) -> None:
    before = compiled.cache_folder("crumbs")
    assert compiled.cache_folder("crumbs") == before
    (package / "deep" / "rules.py").write_text("A = 2\n")
    changed = compiled.cache_folder("crumbs")
    (package / "deep" / "more.py").write_text("")
    grown = compiled.cache_folder("crumbs")
    (package / "deep" / "more.py").rename(package / "deep" / "other.py")
    renamed = compiled.cache_folder("crumbs")
    assert len({before, changed, grown, renamed}) == 4


@pytest.mark.parametrize(
    ("owner", "name"), [("numba", "__version__"), ("numpy", "__version__"), ("sys", "version")]
)
def test_the_folder_follows_the_versions(
    package: Path, monkeypatch: pytest.MonkeyPatch, owner: str, name: str
) -> None:
    before = compiled.cache_folder("crumbs")
    monkeypatch.setattr(importlib.import_module(owner), name, "99.9")
    assert compiled.cache_folder("crumbs") != before


def test_the_folder_follows_the_core(package: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = compiled.cache_folder("crumbs")
    core = package.parent / "core"
    core.mkdir()
    (core / "__init__.py").write_text("")
    real = compiled._folder
    monkeypatch.setattr(
        compiled, "_folder", lambda name: core if name == "formicarium.core" else real(name)
    )
    assert compiled.cache_folder("crumbs") != before


def test_the_users_own_cache_folder_is_taken_if_none_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("NUMBA_CACHE_DIR", raising=False)
    monkeypatch.setattr(platformdirs, "user_cache_dir", lambda name: tmp_path / name)
    assert compiled._cache_root.__wrapped__() == tmp_path / "formicarium"
    assert (tmp_path / "formicarium").is_dir()


def test_a_folder_that_cannot_be_made_gives_way_to_a_temporary_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    (tmp_path / "file").write_text("")
    for impossible in (tmp_path / "file", tmp_path / "file" / "below", Path("/proc/formicarium")):
        monkeypatch.setenv("NUMBA_CACHE_DIR", str(impossible))
        root = compiled._cache_root.__wrapped__()
        assert root.parent == tmp_path
        assert root.is_dir()


def test_interpreted_code_is_the_function_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiled, "INTERPRETED", True)

    def plain(number: int) -> int:
        return number + 1

    assert compiled.rule(plain) is plain
    assert compiled.wrapping_rule(plain)(1) == 2


def test_a_template_is_loaded_once_for_each_game(monkeypatch: pytest.MonkeyPatch) -> None:
    template = "formicarium.core.stepping"
    for package in ("formicarium.games", "formicarium.bots"):
        monkeypatch.delitem(sys.modules, f"{template}[{package}]", raising=False)
    one = compiled.bind(template, {"MOST_LEGAL": 1}, "formicarium.games")
    other = compiled.bind(template, {"MOST_LEGAL": 2}, "formicarium.bots")
    assert compiled.bind(template, {"MOST_LEGAL": 3}, "formicarium.games") is one
    assert (one.MOST_LEGAL, other.MOST_LEGAL) == (1, 2)
    assert one.step is not other.step
