"""Packaging: the pinned versions cover what is asked for, and the wheel carries all it needs."""

import ast
import importlib.metadata
import os
import re
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path
from statistics import median
from typing import Any
from unittest.mock import Mock

import pytest

import formicarium as fm
from tests import audit, needs, tiers
from tests.core.install import run

ROOT = Path(__file__).resolve().parents[1]
PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
EXTRAS_IN = {
    "play": (),
    "check": ("check",),
    "test": ("check", "cluster", "dev", "docs", "engine", "gpu", "parquet", "research", "scale"),
    "scale": ("scale",),
    "docs": ("docs", "research"),
    "bench": ("bench",),
    "engine": ("engine",),
}
LONGEST = 45  # lines of a function,
USUAL = 8  # and of half of those that are rules
PIN = re.compile(r"(?P<name>[a-z0-9-]+)==\S+( ; [^\\]+)? \\\n(    --hash=sha256:[0-9a-f]{64}.*\n)+")


def _lock(name: str) -> str:
    return (ROOT / "requirements" / f"{name}.txt").read_text("utf-8")


def _name(requirement: str) -> str:
    found = re.match(r"[A-Za-z0-9._-]+", requirement)
    assert found
    return re.sub(r"[._-]+", "-", found.group()).lower()


@pytest.mark.parametrize("lock", EXTRAS_IN)
def test_every_requirement_is_pinned(lock: str) -> None:
    extras: dict[str, list[str]] = PROJECT["project"]["optional-dependencies"]
    asked = [*PROJECT["project"]["dependencies"], *(r for e in EXTRAS_IN[lock] for r in extras[e])]
    pinned = {pin["name"] for pin in PIN.finditer(_lock(lock))}
    assert {_name(requirement) for requirement in asked} <= pinned


@pytest.mark.parametrize("lock", ["tools", "audit", *EXTRAS_IN])
def test_a_lock_holds_nothing_but_pins_with_hashes(lock: str) -> None:
    rest = PIN.sub("", _lock(lock))
    assert all(line.startswith("#") for line in rest.splitlines())


def test_locks_agree_with_each_other() -> None:
    versions: dict[str, set[str]] = {}
    for lock in ("tools", "audit", *EXTRAS_IN):
        for name, pins in _pins(lock).items():
            assert versions.setdefault(name, pins) == pins, name


def _pins(lock: str) -> dict[str, set[str]]:
    pins: dict[str, set[str]] = {}
    for pin in PIN.finditer(_lock(lock)):
        # One list may need a package for some versions of Python only.
        pins.setdefault(pin["name"], set()).add(pin.group().replace(pin[2] or "", ""))
    return pins


VULNERABLE = {
    "name": "ants",
    "version": "1.0",
    "vulns": [
        {"id": "ANT-1", "fix_versions": ["1.1"]},
        {"id": "ANT-2", "fix_versions": []},
    ],
}
CLEAN = {"name": "bees", "version": "2.0", "vulns": []}
OURS = {"name": "formicarium", "skip_reason": "distribution marked as editable"}
MISSING = {"name": "wasps", "skip_reason": "not found and could not be audited"}
NO_BUGS: dict[str, Any] = {"vulnerabilities": {}}


@pytest.mark.parametrize(
    ("packages", "page", "code", "words"),
    [
        ({"dependencies": [CLEAN, OURS]}, NO_BUGS, 0, "packages: no vulnerability is known"),
        ({"dependencies": [CLEAN, VULNERABLE]}, NO_BUGS, 1, "ants 1.0: ANT-1 (mended in 1.1)"),
        ({"dependencies": [VULNERABLE]}, NO_BUGS, 1, "ANT-2 (mended in no version yet)"),
        ({"dependencies": [CLEAN, MISSING]}, NO_BUGS, 2, "no way to the data: 1 of 2 packages"),
        ({"message": "no such host"}, NO_BUGS, 2, "no way to the data: no such host"),
        ({"dependencies": [CLEAN]}, {"message": "405"}, 2, "page: cannot be audited here"),
        (
            {"dependencies": [CLEAN]},
            {"vulnerabilities": {"uqr": {"severity": "high"}}},
            1,
            "page: uqr: high",
        ),
    ],
)
def test_what_an_audit_says(
    packages: dict[str, Any],
    page: dict[str, Any],
    code: int,
    words: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    found = {audit.PACKAGES: packages, audit.PAGE: page}
    monkeypatch.setattr(audit, "said_by", lambda command: found[command])
    assert audit.main() == code
    assert words in capsys.readouterr().out


def test_a_program_that_fails_says_why() -> None:
    crash = "import sys; sys.exit('first\\nno such host')"
    assert audit.said_by([sys.executable, "-c", crash]) == {"message": "no such host"}
    assert audit.said_by([sys.executable, "-c", "print('{}')"]) == {}
    assert "said nothing" in audit.said_by([sys.executable, "-c", ""])["message"]


def test_the_version_stands_in_one_place() -> None:
    assert importlib.metadata.version("formicarium") == PROJECT["project"]["version"]


@pytest.mark.parametrize("group", ["console_scripts", "formicarium.bots", "formicarium.games"])
def test_entry_points_lead_somewhere(group: str) -> None:
    entries = importlib.metadata.distribution("formicarium").entry_points.select(group=group)
    assert entries
    for entry in entries:
        assert entry.load() is not None


# What modules an installed wheel knows as its own.
ITS_MODULES = """
from pathlib import Path
import formicarium as fm
from formicarium.core.game import rulebook
from formicarium.wasm.manifest import current_manifest
known = [name for name in fm.game_names() if current_manifest(rulebook(name))]
print(Path(fm.__file__).parents[1], *known)
"""


@pytest.mark.heavy
def test_the_wheel_holds_every_file_of_the_package(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    [wheel] = tmp_path.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        packed = set(archive.namelist())
        archive.extractall(tmp_path / "installed")
    source = ROOT / "src"
    files = {file for file in (source / "formicarium").rglob("*") if file.is_file()}
    wanted = {
        file.relative_to(source).as_posix() for file in files if "__pycache__" not in file.parts
    }
    assert {name for name in wanted if name.endswith((".json", ".toml"))}
    assert wanted <= packed
    for game in PROJECT["project"]["entry-points"]["formicarium.games"]:
        engine = {f"formicarium/games/{game}/engine/{game}.{kind}" for kind in ("json", "wasm")}
        assert engine <= packed
    found = run(tmp_path / "installed", ITS_MODULES).split()
    assert found == [str(tmp_path / "installed"), *fm.game_names()]
    for folder, target in {"docs/rules": "rules", "examples": "examples"}.items():
        files = {file for file in (ROOT / folder).iterdir() if file.is_file()}
        assert {f"formicarium/{target}/{file.name}" for file in files} <= packed


def test_ci_can_be_started() -> None:
    script = ROOT / ".ci" / "run"
    assert os.access(script, os.X_OK)
    assert "make test" in script.read_text("utf-8")


def lengths_of_functions(folder: Path) -> dict[str, int]:
    """The lines of every function, by its file and name."""
    return {
        f"{file.relative_to(ROOT)}:{node.lineno} {node.name}": node.end_lineno - node.lineno + 1
        for file in folder.rglob("*.py")
        for node in ast.walk(ast.parse(file.read_text("utf-8")))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.end_lineno
    }


@pytest.mark.guard
def test_no_function_is_long() -> None:
    lengths = lengths_of_functions(ROOT / "src")
    assert [name for name, lines in lengths.items() if lines > LONGEST] == []


@pytest.mark.guard
@pytest.mark.parametrize("game", PROJECT["project"]["entry-points"]["formicarium.games"])
def test_rules_are_short(game: str) -> None:
    rules = lengths_of_functions(ROOT / "src" / "formicarium" / "games" / game / "rules")
    assert median(rules.values()) <= USUAL


@pytest.fixture
def need(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> needs.Need:
    """A program that is at a place of its own, if it is there."""
    for variable in ("CI", "TESTS_ANTHILL"):
        monkeypatch.delenv(variable, raising=False)
    needs.runs.cache_clear()
    return needs.Need("ant", "no anthill", "TESTS_ANTHILL", lambda: [tmp_path / "anthill"])


def program(file: Path, code: int = 0) -> Path:
    file.write_text(f"#!/bin/sh\nexit {code}\n", "utf-8")
    file.chmod(0o755)
    return file


def test_a_program_is_found_where_systems_keep_it(need: needs.Need, tmp_path: Path) -> None:
    assert program(tmp_path / "anthill") == need.get()


def test_a_named_program_comes_first(
    need: needs.Need, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program(tmp_path / "anthill")
    monkeypatch.setenv("TESTS_ANTHILL", str(tmp_path / "other"))
    assert need.find() is None
    assert str(need) == f"{tmp_path / 'other'} does not run"
    needs.runs.cache_clear()
    assert program(tmp_path / "other") == need.find()


def test_a_program_that_does_not_run_is_none(need: needs.Need, tmp_path: Path) -> None:
    program(tmp_path / "anthill", code=1)
    with pytest.raises(pytest.skip.Exception, match="no anthill found; set TESTS_ANTHILL"):
        need.get()


def test_in_ci_nothing_may_be_missing(need: needs.Need, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CI", "true")
    with pytest.raises(pytest.fail.Exception, match="no anthill found"):
        need.get()


def test_what_is_skipped_is_said_in_a_line_each(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(needs.BROWSER.variable, raising=False)
    reasons = [str(needs.BROWSER)] * 3 + [str(needs.REDIS), "needs ptxas", "needs ptxas"]
    assert [*needs.skipped(reasons)] == [
        "skipped: 3 browser tests: no Chromium, Chrome or Edge found; set TESTS_BROWSER",
        f"skipped: 1 Redis tests: {needs.REDIS}",
        "skipped: 2 times: needs ptxas",
    ]


def test_the_newest_postgresql_is_taken() -> None:
    folders = ["/usr/lib/postgresql/9.6/bin", "/usr/lib/postgresql/17/bin", "/usr/local/opt/p/bin"]
    assert max(folders, key=needs.version) == "/usr/lib/postgresql/17/bin"


@pytest.mark.parametrize(("is_proof", "kept"), [(False, 3), (True, 9)])
def test_a_sample_is_the_same_each_time(
    is_proof: bool, kept: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tiers, "IS_PROOF", is_proof)
    cases = [*range(9)]
    assert tiers.sample(cases, 3) == tiers.sample(cases, 3) == sorted(tiers.sample(cases, 3))
    assert len(tiers.sample(cases, 3)) == kept
    assert tiers.times(2, proven=50) == (50 if is_proof else 2)


def a_test(file: str, *marks: pytest.MarkDecorator, name: str = "test_a") -> Any:
    """As far as its order and whether it is chosen depend on it."""
    found = {mark.name: mark.mark for mark in marks}
    return Mock(
        path=Path(file),
        nodeid=f"{file}::{name}",
        iter_markers=lambda name: [found[name]] if name in found else [],
        get_closest_marker=found.get,
    )


def test_what_takes_long_is_begun_first() -> None:
    quick, beside = a_test("core/test_a.py"), a_test("core/test_b.py")
    heavy = a_test("core/test_b.py", pytest.mark.heavy)
    grouped = a_test("server/test_c.py", pytest.mark.xdist_group("postgres"))
    browser = a_test("web/test_d.py", pytest.mark.xdist_group("web d"))
    ordered = tiers.longest_first([quick, beside, heavy, grouped, browser])
    assert ordered == [browser, beside, heavy, grouped, quick]


def test_guards_are_always_chosen() -> None:
    quick = [a_test("test_a.py", name=f"test_{number}") for number in range(60)]
    guards = [a_test("test_a.py", pytest.mark.guard, name=f"guard_{n}") for n in range(9)]
    heavy = a_test("test_b.py", pytest.mark.guard, pytest.mark.heavy)
    chosen = tiers.choice([*quick, *guards, heavy])
    assert {*guards} <= chosen
    assert len(chosen & {*quick}) < 10
    assert heavy not in chosen
