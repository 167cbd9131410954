"""`formicarium components check`."""

import json
from pathlib import Path
from typing import Any

import pytest

from formicarium.core.game import rulebook
from tests.cli.conftest import Run

[TILES] = rulebook("micropolis").component_files.values()


@pytest.fixture
def document() -> Any:
    return json.loads(TILES.read_text("utf-8"))


def test_our_own_set_is_fine(run: Run) -> None:
    done = run("components", "check", TILES)
    assert (done.code, done.err) == (0, "")
    assert done.out == f"{TILES}: OK: 61 tiles, 153 segments, 244 ports, 24 fruits\n"


def test_every_fault_has_its_line(run: Run, tmp_path: Path, document: Any) -> None:
    document["tiles"][0]["barracks"] = 9
    document["tiles"][1]["segments"][0]["ports"] = ["LO"]
    document["supply"]["soldiers"] = 3
    file = tmp_path / "tiles.json"
    file.write_text(json.dumps(document), "utf-8")
    done = run("components", "check", file)
    assert (done.code, done.err) == (1, "")
    assert done.out.splitlines() == [
        f"{file}: supply: 3 soldiers, and there must be 30 to 100",
        f"{file}: tile 1: barracks for 9 soldiers, and sizes run from 0 to 4",
        f"{file}: tile 2: opening RO belongs to 0 segments, and must belong to one",
    ]


def test_all_files_are_checked(run: Run, tmp_path: Path) -> None:
    missing, broken = tmp_path / "missing", tmp_path / "broken"
    broken.write_text("{")
    done = run("components", "check", missing, broken, TILES)
    assert done.code == 2
    assert done.err == f"formicarium: cannot read {missing}: no such file or directory\n"
    assert f"{broken}: is not JSON in UTF-8" in done.out
    assert f"{TILES}: OK" in done.out
    assert run("components", "check", broken, TILES).code == 1


@pytest.mark.parametrize(
    ("content", "fault"),
    [
        ("[]", 'a component file needs a "kind"'),
        ('{"kind": "chess/pieces"}', "'chess/pieces' is of no installed game; there are: "),
        ('{"kind": "micropolis/tiles"}', "missing required field"),
        ("[" * 100_000, "is not JSON in UTF-8"),
    ],
)
def test_files_that_are_something_else(run: Run, tmp_path: Path, content: str, fault: str) -> None:
    file = tmp_path / "file.json"
    file.write_text(content)
    done = run("components", "check", file)
    assert done.code == 1
    assert fault in done.out
    assert len(done.out.splitlines()) == 1
