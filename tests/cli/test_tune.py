"""`formicarium tune`."""

import errno
import os
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from formicarium.arena import tuning
from formicarium.arena.workers import LostWorker
from formicarium.bots.judgement import judgement_for
from formicarium.core.game import rulebook
from tests.cli.conftest import Run

pytestmark = pytest.mark.compiled

SMALL = (
    *("tune", "micropolis", "--quick", 1, "--thoughtful", 1, "--simulations", 2),
    *("--matches", 2, "--rounds", 1, "--seed", 3, "--workers", 1),
)


@pytest.fixture
def places(tmp_path: Path) -> tuple[object, ...]:
    return ("--folder", tmp_path / "kept", "--out", tmp_path / "found.json")


@pytest.mark.heavy
def test_a_judgement_that_bots_can_play_with(
    run: Run, tmp_path: Path, places: tuple[object, ...]
) -> None:
    done = run(*SMALL, *places)
    assert done.code == 0
    assert done.out.startswith(f"Judgement: {tmp_path / 'found.json'} (try it: formicarium arena ")
    fitted, whole, half = done.err.splitlines()
    assert fitted.startswith("Round 1: log-loss ")
    assert whole.startswith("Round 1: 100% of the step wins ")
    assert half.startswith("Round 1: 50% of the step wins ")
    found = judgement_for(rulebook("micropolis"), str(tmp_path / "found.json"))
    assert found.found["seeds"] == [3]
    bots = (f"search:simulations=2:evaluation={tmp_path / 'found.json'}", "random")
    done = run("arena", "micropolis", *bots, "--games", 2, "--workers", 1, "--json", "-")
    assert done.code == 0
    assert '"forfeits":0' in done.out.replace(" ", "")


@pytest.mark.heavy
def test_interrupted_it_says_how_to_go_on(
    run: Run, tmp_path: Path, places: tuple[object, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(tuning, "play_match", interrupted)
        done = run(*SMALL, *places)
    assert done.code == 130
    assert done.out == ""
    assert f"Interrupted: what was played is kept in {tmp_path / 'kept'}; run" in done.err
    assert not (tmp_path / "found.json").exists()
    done = run(*SMALL, *places)
    assert done.code == 0
    assert done.err.startswith(f"Going on with what is in {tmp_path / 'kept'}.\n")
    done = run(*SMALL[:-3], 4, *SMALL[-2:], *places)
    assert done.code == 2
    assert "seed is 3 there, 4 here; name another file, or remove it" in done.err
    assert done.err.count("\n") == 2


@pytest.mark.parametrize(
    ("fault", "told"),
    [
        (OSError(errno.ENOSPC, "No space left on device"), "no space left on device; run the same"),
        (LostWorker("a worker process died"), "try again with fewer --workers"),
    ],
)
def test_a_full_disk_and_a_lost_worker(
    run: Run,
    places: tuple[object, ...],
    monkeypatch: pytest.MonkeyPatch,
    fault: Exception,
    told: str,
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise fault

    monkeypatch.setattr(np, "savez", fail)
    done = run(*SMALL, *places)
    assert (done.code, done.out) == (2, "")
    assert told in done.err
    assert done.err.count("\n") == 1


def test_more_processes_than_processors_are_advised_against(
    run: Run, places: tuple[object, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("formicarium.cli.tune.find", stop)
    monkeypatch.setattr(os, "cpu_count", lambda: 4)
    done = run(*SMALL[:-1], 5, *places)
    assert done.err.startswith("--workers 5: this machine has 4 processors; more processes ")
    assert "this machine" not in run(*SMALL[:-1], 4, *places).err


@pytest.mark.parametrize(("language", "word"), [("de", "Unterbrochen"), ("fr", "Interrompu")])
def test_other_languages(
    run: Run,
    places: tuple[object, ...],
    monkeypatch: pytest.MonkeyPatch,
    language: str,
    word: str,
) -> None:
    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("formicarium.cli.tune.find", stop)
    assert word in run(*SMALL, *places, "--language", language).err


def test_bad_input_is_refused_in_one_line(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "file.txt"
    file.write_text("words")
    wrong: list[tuple[Any, ...]] = [
        ("chess",),
        ("micropolis", "--quick", 0),
        ("micropolis", "--thoughtful", -1),
        ("micropolis", "--simulations", "many"),
        ("micropolis", "--matches", 0),
        ("micropolis", "--rounds", -1),
        ("micropolis", "--seed", -1),
        ("micropolis", "--workers", 0),
        ("micropolis", "--begin", "best"),
        ("micropolis", "--begin", tmp_path / "missing.json"),
        ("micropolis", "--begin", rulebook("myrmes").package),
        ("micropolis", "--out", tmp_path),
        ("micropolis", "--out", tmp_path / "found.txt"),
        ("micropolis", "--out", tmp_path / "nowhere" / "found.json"),
        ("micropolis", "--folder", file),
        ("micropolis", "--folder", tmp_path / "nowhere" / "kept"),
        ("micropolis", "--language", "la"),
    ]
    for arguments in wrong:
        out = [] if "--out" in arguments else ["--out", tmp_path / "found.json"]
        folder = [] if "--folder" in arguments else ["--folder", tmp_path / "kept"]
        done = run("tune", *arguments, *out, *folder)
        assert (done.code, done.out) == (2, ""), arguments
        assert done.err.startswith("formicarium: "), arguments
        assert done.err.count("\n") == 1, arguments
    assert [*tmp_path.iterdir()] == [file]
