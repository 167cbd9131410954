"""Compiled code is kept on disk, and never outlives the rules that it was made from."""

from __future__ import annotations

import importlib
import os
import re
import shutil
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

import platformdirs
import pytest

import formicarium as fm
from formicarium.core import compiled
from formicarium.core.chance import below
from tests.core.install import install, run

FIRST_CODES = """
import formicarium as fm
from numba.core import event
with event.install_recorder("numba:compile") as compiled:
    state = fm.load("pebbles", first="seat_1").start(seed=1)
    codes = state.codes(0)
    taken = state.row["taken"].dtype
print(len(compiled.buffer), taken, *codes)
"""


class Played(NamedTuple):
    """What a process has found."""

    is_compiled: bool  # in this process
    taken: str  # the type of a field
    codes: list[int]


@pytest.mark.compiled
@pytest.mark.heavy
def test_only_what_a_rule_can_reach_is_compiled_again(tmp_path: Path) -> None:
    """First compiled, then served from the cache, then played by the changed rules."""
    package, cache = install(tmp_path), tmp_path / "cache"
    assert play(tmp_path, cache) == (True, "int8", [0, 1, 2])
    kept = machine_code(cache)
    assert kept
    # A drawing and positions stand in the first of the modules.
    for file in [*package.glob("*.py"), *package.glob("text/*.toml")]:
        file.write_text(f"# A comment.\n{file.read_text()}\n# Another.\n")
    change(package / "text" / "en.toml", "title = ", 'title = "The" # ')
    change(package / "limits.py", "    return 3", '    """Three."""\n    return 3')
    change(package / "__init__.py", '"o" * seen', '"O" * seen')
    assert play(tmp_path, cache) == (False, "int8", [0, 1, 2])
    assert machine_code(cache) == kept
    change(package / "limits.py", "return 3", "return 4")  # a callee in another file
    assert play(tmp_path, cache) == (True, "int8", [0, 1, 2, 3])
    assert machine_code(cache).items() > kept.items()
    change(package / "rules.py", '("taken", np.int8', '("taken", np.int16')
    assert play(tmp_path, cache) == (True, "int16", [0, 1, 2, 3])
    change(package / "rules.py", "SEAT_1 = 1", "SEAT_1 = 2")  # a member of an enumeration
    assert play(tmp_path, cache).is_compiled
    assert play(tmp_path, cache) == (False, "int16", [0, 1, 2, 3])
    change(package / "limits.py", "return 4", "return MOST\nMOST = 2")
    assert play(tmp_path, cache) == (True, "int16", [0, 1])
    change(package / "limits.py", "MOST = 2", "MOST = 5")  # a constant
    assert play(tmp_path, cache) == (True, "int16", [0, 1, 2, 3, 4])


REAL = """
import formicarium as fm
from numba.core import event
assert fm.__file__.startswith({folder!r})
with event.install_recorder("numba:compile") as compiled:
    state = fm.load("micropolis", players=2).start(seed=1)
    codes = state.codes(state.to_act[0])
print(len(compiled.buffer) > 0, state.row["anthills"]["army"].tolist())
"""


@pytest.mark.compiled
@pytest.mark.heavy
def test_a_real_game_is_not_compiled_again_for_words(tmp_path: Path) -> None:
    source = Path(fm.__file__).parent
    others = ("__pycache__", "antics", "minicity", "myrmes", "static")
    shutil.copytree(source, tmp_path / "formicarium", ignore=shutil.ignore_patterns(*others))
    program = REAL.format(folder=str(tmp_path))
    cache = {"NUMBA_CACHE_DIR": str(tmp_path / "cache")}
    armies = "[5, 5, 0, 0, 0, 0]\n"
    assert run(tmp_path, program, **cache) == f"True {armies}"
    game = tmp_path / "formicarium" / "games" / "micropolis"
    core = tmp_path / "formicarium" / "core"
    for file in [*game.rglob("*.py"), *core.glob("*.py")]:
        text = re.sub(r'(\n +)"""(.+?)"""\n', r'\1"""Indeed. \2"""\n', file.read_text())
        file.write_text(f"{text}\n# A comment.\n".replace("\n@rule", "\n# A rule.\n@rule"))
    for name in ("actions.py", "drawing.py", "positions.py"):
        (game / name).write_text((game / name).read_text() + "\n\ndef unused(): return 1\n")
    assert run(tmp_path, program, **cache) == f"False {armies}"
    change(game / "state.py", "START_ARMY = 5", "START_ARMY = 4")
    assert run(tmp_path, program, **cache) == f"True {armies.replace('5', '4')}"


@pytest.mark.compiled
@pytest.mark.heavy
def test_a_cache_that_cannot_be_written_is_no_obstacle(tmp_path: Path) -> None:
    install(tmp_path)
    cache = tmp_path / "cache"
    cache.write_text("a file where the folder should be")
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    assert play(tmp_path, cache, TMPDIR=str(elsewhere)).codes == [0, 1, 2]
    assert cache.read_text() == "a file where the folder should be"
    assert machine_code(elsewhere)


@pytest.mark.compiled
@pytest.mark.heavy
def test_what_nobody_has_written_for_long_gives_way(tmp_path: Path) -> None:
    """Files of a rule as it was go when it is compiled anew, but none of another rule."""
    (tmp_path / "larder").mkdir()
    rules = tmp_path / "larder" / "__init__.py"
    rules.write_text(
        "from formicarium.core.compiled import rule\n"
        "@rule\ndef eaten(days):\n    return days\n@rule\ndef kept(days):\n    return 0\n"
    )
    cache, program = tmp_path / "cache", "import larder\nlarder.eaten(1)\nlarder.kept(1)"
    run(tmp_path, program, NUMBA_CACHE_DIR=str(cache))
    old = machine_code(cache)
    change(rules, "return days", "return days + 1")
    run(tmp_path, program, NUMBA_CACHE_DIR=str(cache))
    assert machine_code(cache).items() > old.items()
    for file in cache.rglob("*"):
        os.utime(file, (0, 0))
    change(rules, "return days + 1", "return days + 2")
    run(tmp_path, program, NUMBA_CACHE_DIR=str(cache))
    assert {file.name.split("-")[0] for file in machine_code(cache)} == {
        "__init__.eaten",
        "__init__.kept",
    }
    assert len(machine_code(cache)) == 2


def change(file: Path, old: str, new: str) -> None:
    text = file.read_text()
    assert old in text
    file.write_text(text.replace(old, new))


def play(folder: Path, cache: Path, **environment: str) -> Played:
    """What a new process plays."""
    told = run(folder, FIRST_CODES, NUMBA_CACHE_DIR=str(cache), **environment)
    compiled, taken, *codes = told.split()
    return Played(compiled != "0", taken, [*map(int, codes)])


def machine_code(folder: Path) -> dict[Path, int]:
    """Every file of compiled code, and when it was written."""
    return {file: file.stat().st_mtime_ns for file in folder.rglob("*.nbc")}


@pytest.mark.parametrize(
    ("owner", "name"),
    [
        ("numba", "__version__"),
        ("llvmlite", "__version__"),
        ("numpy", "__version__"),
        ("sys", "version"),
    ],
)
def test_keys_follow_the_versions(monkeypatch: pytest.MonkeyPatch, owner: str, name: str) -> None:
    monkeypatch.setattr(compiled, "_tools", compiled._tools.__wrapped__)
    before = compiled.key_of(below)
    assert compiled.key_of(below) == before
    monkeypatch.setattr(importlib.import_module(owner), name, "99.9")
    assert compiled.key_of(below) != before


def test_keys_follow_how_rules_are_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiled, "_tools", compiled._tools.__wrapped__)
    before = compiled.key_of(below)
    monkeypatch.setattr(compiled, "PLAIN", not compiled.PLAIN)
    assert compiled.key_of(below) != before


def test_a_source_without_words(tmp_path: Path) -> None:
    file = tmp_path / "linking.py"

    def told(text: str) -> str:
        file.write_text(text)
        return compiled._without_words(file)

    plain = told("class A:\n    b = 1\n    def c(self):\n        return 2")
    words = (
        '"""A."""\n# A.\nclass A:\n    """A."""\n    b = 1\n\n    def c(self):\n        """C."""\n'
    )
    assert told(f"{words}        return 2") == plain
    assert told(f"{words}        return 3") != plain


@pytest.mark.compiled
def test_the_rules_of_a_game_and_what_is_kept_of_them(monkeypatch: pytest.MonkeyPatch) -> None:
    game = fm.load("micropolis")
    rules = compiled.rules_of(game.book.package, game.stepping)
    assert {game.stepping.random_games, game.book.setup, game.book.legal} <= {*rules}
    game.random_games(1, seed=1)
    assert compiled.is_kept(game.stepping.random_games)
    monkeypatch.setattr(compiled, "_tools", lambda: "others")
    assert not compiled.is_kept(game.stepping.random_games)


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


CALLED = """
from formicarium.core.compiled import rule

@rule
def doubled(kind: int) -> int:
    return kind * 2
"""
CALLING = """
from enum import IntEnum
from formicarium.core.compiled import rule
from seeds import doubled

class Kind(IntEnum):
    FERN = 3

@rule
def fern() -> int:
    return doubled(Kind.FERN)
"""


@pytest.mark.compiled
@pytest.mark.heavy
def test_a_type_that_is_called_otherwise_now_is_no_obstacle(tmp_path: Path) -> None:
    """The unchanged callee was kept for an enumeration that is nowhere to be found."""
    (tmp_path / "seeds.py").write_text(CALLED)
    cache = {"NUMBA_CACHE_DIR": str(tmp_path / "cache")}
    for name in ("Kind", "Sort"):
        (tmp_path / "plants.py").write_text(CALLING.replace("Kind", name))
        for _ in range(2):
            assert run(tmp_path, "from plants import fern\nprint(fern())", **cache) == "6\n"
