"""A small job, and a folder of its own for what arenas leave behind."""

from pathlib import Path

import pytest

import formicarium as fm
from formicarium.arena.job import Job


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path / "cache"


@pytest.fixture
def job() -> Job:
    return Job(fm.load("micropolis", players=2), ("greedy", "random"), seed=5)
