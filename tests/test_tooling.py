"""Packaging: the pinned versions cover what is asked for, and the wheel carries all it needs."""

import importlib.metadata
import os
import re
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[1]
PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
EXTRAS_IN = {
    "play": (),
    "check": ("check",),
    "test": ("check", "cluster", "dev", "gpu", "parquet", "research", "scale"),
    "bench": ("bench",),
}
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


@pytest.mark.parametrize("lock", ["tools", *EXTRAS_IN])
def test_a_lock_holds_nothing_but_pins_with_hashes(lock: str) -> None:
    rest = PIN.sub("", _lock(lock))
    assert all(line.startswith("#") for line in rest.splitlines())


def test_locks_agree_with_each_other() -> None:
    versions: dict[str, set[str]] = {}
    for lock in ("tools", *EXTRAS_IN):
        for name, pins in _pins(lock).items():
            assert versions.setdefault(name, pins) == pins, name


def _pins(lock: str) -> dict[str, set[str]]:
    pins: dict[str, set[str]] = {}
    for pin in PIN.finditer(_lock(lock)):
        pins.setdefault(pin["name"], set()).add(pin.group())
    return pins


def test_the_version_stands_in_one_place() -> None:
    assert importlib.metadata.version("formicarium") == PROJECT["project"]["version"]


@pytest.mark.parametrize("group", ["console_scripts", "formicarium.bots", "formicarium.games"])
def test_entry_points_lead_somewhere(group: str) -> None:
    entries = importlib.metadata.distribution("formicarium").entry_points.select(group=group)
    assert entries
    for entry in entries:
        assert entry.load() is not None


def test_the_wheel_holds_every_file_of_the_package(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    [wheel] = tmp_path.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        packed = set(archive.namelist())
    source = ROOT / "src"
    files = {file for file in (source / "formicarium").rglob("*") if file.is_file()}
    wanted = {
        file.relative_to(source).as_posix() for file in files if "__pycache__" not in file.parts
    }
    assert {name for name in wanted if name.endswith((".json", ".toml"))}
    assert wanted <= packed
    rules = {f"formicarium/rules/{file.name}" for file in (ROOT / "docs/rules").iterdir()}
    assert rules <= packed


def test_ci_can_be_started() -> None:
    script = ROOT / ".ci" / "run"
    assert os.access(script, os.X_OK)
    assert "make test" in script.read_text("utf-8")
