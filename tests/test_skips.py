"""What is skipped is said, and fails the run in CI unless it is written down."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests import tiers

ROOT = Path(__file__).resolve().parents[1]
FILES = {
    "passing": "def test_a(): ...",
    "may": '@pytest.mark.skipif(True, reason="needs ptxas")\ndef test_b(): ...',
    "may_not": 'def test_c(): pytest.importorskip("redhill")',
    "file": 'pytest.importorskip("anthill")',
}
NO_HILL = "could not import '{0}': No module named '{0}'"


def run_of(folder: Path, *names: str, **environment: str) -> tuple[int, set[str]]:
    """How a run of these files ends, with tests in a process of their own, and what it says."""
    for name in names:
        (folder / f"test_{name}.py").write_text(f"import pytest\n{FILES[name]}\n", "utf-8")
    (folder / "pytest.ini").write_text("[pytest]\nmarkers = rule\n", "utf-8")
    command = [sys.executable, "-m", "pytest", "-q", "-p", "xdist", "-n", "1"]
    others = {name: os.environ[name] for name in os.environ if not name.startswith("TESTS_")}
    done = subprocess.run(
        [*command, "-p", "tests.conftest", f"--rootdir={folder}", str(folder)],
        cwd=ROOT,
        env={**others, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "CI": "", **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    said = {line for line in done.stdout.splitlines() if line.startswith(("skipped", "failed"))}
    return done.returncode, said


@pytest.mark.heavy
def test_a_skip_is_named_and_fails_in_ci(tmp_path: Path) -> None:
    reasons = [NO_HILL.format(hill) for hill in ("redhill", "anthill")]
    named = {f"skipped: 1 times: {reason}" for reason in (*reasons, "needs ptxas")}
    assert run_of(tmp_path, *FILES) == (0, named)
    assert run_of(tmp_path, *FILES, CI="true", TESTS_TIER="check") == (0, named)
    failed = {f"failed: in CI nothing is skipped because: {reason}" for reason in reasons}
    assert run_of(tmp_path, *FILES, CI="true") == (1, named | failed)


@pytest.mark.heavy
def test_some_skips_are_none_of_ours(tmp_path: Path) -> None:
    named = {"skipped: 1 times: needs ptxas"}
    assert run_of(tmp_path, "passing", "may", CI="true") == (0, named)


@pytest.mark.parametrize(
    ("nodeid", "is_named"),
    [
        ("tests/rules/antics/test_build.py::test_prey", True),
        ("tests/games/test_perft.py::test_counts[antics-3]", True),
        ("tests/server/test_a.py::test_an_antics_table", True),
        ("tests/server/test_a.py::test_semantics[myrmes]", False),
    ],
)
def test_a_game_is_named_by_a_word(
    nodeid: str, is_named: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tiers, "GAME", "antics")
    assert tiers.names_the_game(nodeid) is is_named
    monkeypatch.setattr(tiers, "GAME", "")
    assert tiers.names_the_game(nodeid)
