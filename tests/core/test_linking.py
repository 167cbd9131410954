"""Rules that call rules: compiled as one piece, kept on disk, and none the worse for it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.core.install import run

RULES = """
from formicarium.core.compiled import rule

@rule
def carried(load):
    if load > 50:
        raise ValueError("no ant carries that much")
    return load + 1

@rule
def carried_home(load):
    return 2 * carried(load)

@rule
def eggs(days):
    if days == 0:
        return 1
    return 2 * eggs(days - 1)

@rule
def colony(days):
    return eggs(days) + carried(0)
"""
PROGRAM = """
print(carried_home(3), carried(3), eggs(4), colony(5))
try:
    carried_home(51)
except ValueError as error:
    print(error)
"""
TOLD = "8 4 16 33\nno ant carries that much\n"


@pytest.fixture
def cache(tmp_path: Path) -> Path:
    return tmp_path / "cache"


def test_rules_interpreted(tmp_path: Path, cache: Path) -> None:
    assert run(tmp_path, RULES + PROGRAM, NUMBA_DISABLE_JIT="1") == TOLD


@pytest.mark.compiled
def test_rules_written_at_a_prompt_are_compiled_but_not_kept(tmp_path: Path, cache: Path) -> None:
    assert run(tmp_path, RULES + PROGRAM, NUMBA_CACHE_DIR=str(cache)) == TOLD
    assert not [*cache.rglob("*")]


@pytest.mark.compiled
def test_rules_of_a_package_are_kept_in_both_forms(tmp_path: Path, cache: Path) -> None:
    """The second process takes all from the disk, the third links kept rules into a new one."""
    (tmp_path / "larder").mkdir()
    (tmp_path / "larder" / "__init__.py").write_text(RULES)
    program = "from larder import *\n" + PROGRAM
    assert run(tmp_path, program, NUMBA_CACHE_DIR=str(cache)) == TOLD
    files = {file: file.stat().st_mtime_ns for file in cache.rglob("*.nbc")}
    kept = {file.name.partition(".py")[0].partition(".")[2] for file in files}
    assert kept == {
        *("carried-4", "carried-4-linked", "carried_home-10", "colony-20"),
        *("eggs-14", "eggs-14-linked"),
    }
    assert run(tmp_path, program, NUMBA_CACHE_DIR=str(cache)) == TOLD
    program += RULES[: RULES.index("@rule")] + (
        "@rule\ndef stores(load, days):\n    return carried(load) + eggs(days)\nprint(stores(1, 2))"
    )
    assert run(tmp_path, program, NUMBA_CACHE_DIR=str(cache)) == TOLD + "6\n"
    assert {file: file.stat().st_mtime_ns for file in cache.rglob("*.nbc")} == files


@pytest.mark.compiled
def test_rules_of_one_name_in_two_packages_are_not_taken_for_each_other(
    tmp_path: Path, cache: Path
) -> None:
    """Two processes number what they compile alike; a third meets the rules of both."""
    for package, more in (("garden", 1), ("meadow", 2)):
        rule = f"@rule\ndef sown(seeds):\n    return seeds + {more}\n"
        call = "@rule\ndef reaped(seeds):\n    return 10 * sown(seeds)\n"
        (tmp_path / package).mkdir()
        (tmp_path / package / "__init__.py").write_text(
            f"from formicarium.core.compiled import rule\n{rule}{call}"
        )
        program = f"from {package} import reaped\nprint(reaped(0))"
        assert run(tmp_path, program, NUMBA_CACHE_DIR=str(cache)) == f"{10 * more}\n"
    program = (
        "import garden, meadow\nfrom formicarium.core.compiled import rule\n"
        "sow_here, sow_there = garden.sown, meadow.sown\n"
        "@rule\ndef both(seeds):\n    return 10 * sow_here(seeds) + sow_there(seeds)\n"
        "print(both(0))"
    )
    assert run(tmp_path, program, NUMBA_CACHE_DIR=str(cache)) == "12\n"
