"""Whole recorded games end as they did when they were recorded: compiled and interpreted.

``python -m tests.games.stored`` records them anew; see there.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import formicarium as fm
from formicarium.core.game import rulebook
from tests.games.stored import ENDS, GOLDEN, end, golden, read
from tests.tiers import sample

ROOT = Path(__file__).parents[2]
ALL = sorted(GOLDEN.glob("*.record"))


def moves(text: str) -> str:
    """The decisions of a record, without its header and its check sum."""
    return text.partition("\n\n")[2].rpartition("\nend: ")[0]


@pytest.mark.parametrize("name", fm.game_names())
def test_every_game_has_recorded_games(name: str) -> None:
    headers = "".join(file.read_text("utf-8").partition("\n\n")[0] for file in golden(name))
    players = {int(number) for number in re.findall(r"^players: (\d)$", headers, re.MULTILINE)}
    assert players == {*rulebook(name).players}


def test_every_recorded_game_has_its_end() -> None:
    assert {file.name for file in ALL} == {*read(ENDS)}


@pytest.mark.compiled
@pytest.mark.parametrize("file", ALL, ids=lambda file: file.stem)
def test_a_recorded_game_ends_as_it_did(file: Path) -> None:
    text = file.read_text("utf-8")
    assert end(text) == read(ENDS)[file.name]
    record = fm.Record.load(text)
    if f"\nrules: {record.game.book.version}\n" in text:
        assert record.dump() == text
    else:  # of earlier rules: it goes on under options, with the same decisions and the same end
        assert moves(record.dump()) == moves(text)
        assert end(record.dump()) == end(text)


@pytest.mark.heavy
@pytest.mark.compiled
def test_recorded_games_end_the_same_way_interpreted() -> None:
    some = [file for name in fm.game_names() for file in sample(golden(name), 3)]
    program = (
        "import json, pathlib, sys\n"
        "from tests.games.stored import end\n"
        "files = map(pathlib.Path, sys.argv[1:])\n"
        "print(json.dumps({file.name: end(file.read_text('utf-8')) for file in files}))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, *map(str, some)],
        cwd=ROOT,
        env=os.environ | {"NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    ends = read(ENDS)
    assert json.loads(done.stdout) == {file.name: ends[file.name] for file in some}
