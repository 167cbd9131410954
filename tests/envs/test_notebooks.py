"""The notebooks run from top to bottom, and print what they promise."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

FOLDER = Path(__file__).parents[2] / "examples" / "notebooks"
PRINTED = {
    "first_steps": ["take 1", "%", "games finished", "inputs: (64, "],
    "policy": ["inputs, 47 actions", "rounds, ", "micropolis: wins "],
    "balance": ["2000 games", "place 3: ", "±", "the winner is ahead by"],
}


def test_every_notebook_is_known() -> None:
    assert {file.stem for file in FOLDER.glob("*.ipynb")} == {*PRINTED}


@pytest.mark.parametrize("name", PRINTED)
def test_a_notebook_runs(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Its cells of code, one after the other, as in a notebook; it is kept without results."""
    cells = json.loads((FOLDER / f"{name}.ipynb").read_text("utf-8"))["cells"]
    everything: dict[str, Any] = {}
    for cell in cells:
        if cell["cell_type"] == "code":
            assert not cell["outputs"]
            exec(compile("".join(cell["source"]), f"{name}.ipynb", "exec"), everything)
    printed = capsys.readouterr().out
    assert all(words in printed for words in PRINTED[name]), printed
