"""A local Ray cluster of two workers, one of which is lost on the way."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import formicarium as fm
from formicarium.arena.job import Job
from formicarium.arena.play import play_match
from formicarium.arena.summary import summary
from tests.bots.rogues import invite

BOTS = ("killer", "random")
ARENA = ("arena", "micropolis", *BOTS, "--players", "2", "--games", "4", "--cluster")


@pytest.mark.xdist_group("ray")
def test_what_a_lost_worker_was_at_is_played_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("ray")
    invite(tmp_path)
    done = run(tmp_path, "--workers", "2", "--json", "-")
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "deed").exists()  # a worker was killed
    clustered = json.loads(done.stdout, object_hook=untimed)
    assert clustered["matches"] == 4

    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setenv("DEED", str(tmp_path / "deed"))
    job = Job(fm.load("micropolis", players=2), BOTS, seed=0)
    here = json.dumps(summary(job, [play_match(job, number) for number in range(4)]))
    assert clustered == json.loads(here, object_hook=untimed)


@pytest.mark.xdist_group("ray")
def test_a_cluster_that_does_not_answer(tmp_path: Path) -> None:
    pytest.importorskip("ray")
    invite(tmp_path)
    done = run(tmp_path, "--address", "nowhere")
    assert done.returncode == 2
    assert "no Ray cluster answers at nowhere" in done.stderr
    assert len(done.stderr.splitlines()) == 1


def untimed(found: dict[str, object]) -> dict[str, object]:
    """An object of the figures without the times that decisions took."""
    return {name: value for name, value in found.items() if name != "seconds_per_decision"}


def run(folder: Path, *arguments: str) -> "subprocess.CompletedProcess[str]":
    """The command in a process of its own: Ray leaves threads and warnings behind."""
    command = [sys.executable, "-m", "formicarium", *ARENA, *arguments]
    here = {
        "PYTHONPATH": os.pathsep.join([str(folder), *filter(None, [os.environ.get("PYTHONPATH")])]),
        "DEED": str(folder / "deed"),
        "XDG_CACHE_HOME": str(folder / "cache"),
    }
    return subprocess.run(
        command, env=os.environ | here, capture_output=True, text=True, check=False, timeout=300
    )
