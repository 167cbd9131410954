"""Whoever waits for the compiler at a terminal is told what for, and nobody else."""

from __future__ import annotations

import os
import pty
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.core.install import install

PROGRAM = """
from formicarium.core import telling
telling.WORTH_A_WORD = {patience}
import formicarium as fm
fm.load("pebbles", first="seat_1").start(seed=1)
"""
PATIENT, IMPATIENT = PROGRAM.format(patience=1000), PROGRAM.format(patience=0)
OTHERS = """
import numba
from formicarium.core import telling
telling.WORTH_A_WORD = 0
from formicarium.core.chance import below
numba.njit(lambda number: number + 1)(1)
"""


def told(folder: Path, program: str, **environment: str) -> str:
    """What a program says at a terminal."""
    path = os.pathsep.join([str(folder), *filter(None, [os.environ.get("PYTHONPATH")])])
    usual = {"PYTHONPATH": path, "NUMBA_CACHE_DIR": str(folder / "cache"), "FORMICARIUM_QUIET": "0"}
    ours, theirs = pty.openpty()
    try:
        command = [sys.executable, "-c", program]
        subprocess.run(command, env=os.environ | usual | environment, stderr=theirs, check=True)
        os.write(theirs, b"\n.")
        said = b""
        while not said.endswith(b"."):
            said += os.read(ours, 10_000)
    finally:
        os.close(ours)
        os.close(theirs)
    return said.decode().replace("\r\n", "\n").removesuffix("\n.")


@pytest.mark.compiled
def test_a_word_is_said_once_and_only_while_rules_are_compiled(tmp_path: Path) -> None:
    install(tmp_path)
    words = r"formicarium: compiling the rules of pebbles, up to about [2-9] s, once\n"
    assert re.fullmatch(words, told(tmp_path, IMPATIENT))
    assert told(tmp_path, IMPATIENT) == ""


@pytest.mark.compiled
@pytest.mark.parametrize(
    ("program", "environment"),
    [
        (PATIENT, {}),
        (IMPATIENT, {"FORMICARIUM_QUIET": "1"}),
        ("from formicarium.core.compiled import be_quiet\nbe_quiet()\n" + IMPATIENT, {}),
        (OTHERS, {}),
        ("import sys\nsys.stderr = None\n" + IMPATIENT, {}),
    ],
    ids=["quick", "asked for silence", "silent in code", "not ours", "no stderr"],
)
@pytest.mark.heavy
def test_nothing_is_said(tmp_path: Path, program: str, environment: dict[str, str]) -> None:
    install(tmp_path)
    assert told(tmp_path, program, **environment) == ""


@pytest.mark.heavy
@pytest.mark.compiled
def test_nothing_is_said_where_there_is_no_terminal(tmp_path: Path) -> None:
    install(tmp_path)
    path = os.pathsep.join([str(tmp_path), *filter(None, [os.environ.get("PYTHONPATH")])])
    more = {"PYTHONPATH": path, "NUMBA_CACHE_DIR": str(tmp_path / "cache"), "FORMICARIUM_QUIET": ""}
    command = [sys.executable, "-c", IMPATIENT]
    done = subprocess.run(command, env=os.environ | more, capture_output=True, check=True)
    assert done.stderr == b""
