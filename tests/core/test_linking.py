"""Rules that call rules: compiled as one piece, kept on disk, and none the worse for it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.core.install import install, run
from tests.tiers import IS_PROOF

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
    kept = {re.sub("-[0-9a-f]{16}", "", file.name.split(".")[1]) for file in files}
    assert kept == {"carried", "carried-linked", "carried_home", "colony", "eggs", "eggs-linked"}
    assert run(tmp_path, program, NUMBA_CACHE_DIR=str(cache)) == TOLD
    program += RULES[: RULES.index("@rule")] + (
        "@rule\ndef stores(load, days):\n    return carried(load) + eggs(days)\nprint(stores(1, 2))"
    )
    assert run(tmp_path, program, NUMBA_CACHE_DIR=str(cache)) == TOLD + "6\n"
    assert {file: file.stat().st_mtime_ns for file in cache.rglob("*.nbc")} == files


@pytest.mark.heavy
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


# --- The way back ---------------------------------------------------------------------------------

BROKEN = """
import sys
sys.modules["formicarium.core.linking"] = None  # whoever imports it fails
"""
# A real game takes plain Numba twenty seconds.
PLAYED = ("pebbles", "micropolis") if IS_PROOF else ("pebbles",)
GAMES = f"""
import sys
import formicarium as fm
for name in {PLAYED}:
    game = fm.load(name)
    played = game.random_games(50, seed=3)
    print(name, game.start(seed=3).bytes.tobytes().hex())
    print(played.scores.tolist(), played.lengths.tolist())
print("formicarium.core.linking" in sys.modules)
"""


@pytest.mark.compiled
@pytest.mark.heavy
def test_plain_numba_plays_the_same_games(tmp_path: Path, cache: Path) -> None:
    """Also from its own cache, and where `linking` would fail."""
    install(tmp_path)
    linked = run(tmp_path, GAMES)
    assert linked.endswith("True\n")
    plain = run(tmp_path, GAMES, NUMBA_CACHE_DIR=str(cache), FORMICARIUM_PLAIN_NUMBA="1")
    assert plain == linked.replace("True\n", "False\n")
    files = {file: file.stat().st_mtime_ns for file in cache.rglob("*.nbc")}
    assert files
    again = run(tmp_path, BROKEN + GAMES, NUMBA_CACHE_DIR=str(cache), FORMICARIUM_PLAIN_NUMBA="1")
    assert again == linked
    assert {file: file.stat().st_mtime_ns for file in cache.rglob("*.nbc")} == files


@pytest.mark.compiled
@pytest.mark.heavy
def test_plain_numba_notices_a_changed_rule_in_another_file(tmp_path: Path, cache: Path) -> None:
    limits = install(tmp_path) / "limits.py"
    program = (
        "import formicarium as fm\nprint(fm.load('pebbles', first='seat_1').start(1).codes(0))"
    )
    for most in (3, 4):
        limits.write_text(limits.read_text().replace("return 3", f"return {most}"))
        told = run(tmp_path, program, NUMBA_CACHE_DIR=str(cache), FORMICARIUM_PLAIN_NUMBA="1")
        assert told == f"{[*range(most)]}\n"


@pytest.mark.compiled
def test_plain_numba_keeps_nothing_that_was_written_at_a_prompt(
    tmp_path: Path, cache: Path
) -> None:
    told = run(tmp_path, RULES + PROGRAM, NUMBA_CACHE_DIR=str(cache), FORMICARIUM_PLAIN_NUMBA="1")
    assert told == TOLD
    assert not [*cache.rglob("*")]
