"""Interpreted and compiled play are the same, byte for byte. For CUDA code see tests/gpu."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import formicarium as fm
from tests.properties.digests import digest
from tests.tiers import times

# How many games are compared: interpreted, one core plays 15 of Micropolis in a second, and about
# one of any other game.
GAMES = {"micropolis": times(60, proven=2112)}
OTHERWISE = times(4, proven=18)
CORES = 2


@pytest.mark.compiled
@pytest.mark.xdist_group("three speeds")  # each has processes of its own
@pytest.mark.parametrize("name", fm.game_names())
def test_interpreted_and_compiled_games_are_the_same(name: str) -> None:
    games = GAMES.get(name, OTHERWISE)
    children = [interpreted(name, share, games) for share in range(CORES)]
    compiled = [digest(name, number) for number in range(games)]
    for share, child in enumerate(children):
        out, error = child.communicate()
        assert child.returncode == 0, error
        assert json.loads(out) == compiled[share::CORES]
    assert len({*compiled}) == games


def interpreted(name: str, share: int, games: int) -> subprocess.Popen[str]:
    """A process that plays its share of the games: one in so many as there are cores."""
    program = Path(__file__).with_name("digests.py")
    return subprocess.Popen(
        [sys.executable, str(program), name, str(share), str(games), str(CORES)],
        env=os.environ | {"NUMBA_DISABLE_JIT": "1"},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
