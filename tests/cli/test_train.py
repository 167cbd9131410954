"""`formicarium train`."""

import errno
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from formicarium.arena.training import fitting, loop
from formicarium.bots.learned import any_judgement
from formicarium.core.game import rulebook
from tests.cli.conftest import Run
from tests.pages.reading import read, words

pytestmark = pytest.mark.compiled

SMALL = (
    *("train", "micropolis", "--minutes", 0.01, "--games", 5, "--simulations", 2, "--matches", 2),
    *("--epochs", 1, "--workers", 1, "--seed", 3),
)


@pytest.mark.heavy
def test_a_network_that_bots_can_play_with(run: Run, tmp_path: Path) -> None:
    folder = tmp_path / "kept"
    done = run(*SMALL, "--folder", folder)
    assert done.code == 0
    assert done.out.startswith(f"Network: {folder / 'champion.npz'} (search:evaluation=")
    assert done.err.startswith("Round 1: log-loss by hand ")
    assert any_judgement(rulebook("micropolis"), str(folder / "champion.npz")).search
    page = (folder / "training.html").read_text("utf-8")
    read(page)
    assert "won against the hand judgement" in words(page)
    again = run(*SMALL, "--folder", folder)
    assert again.code == 0
    assert again.err == f"Going on with what is in {folder}.\n"
    bots = (f"search:simulations=2:evaluation={folder / 'champion.npz'}", "random")
    done = run("arena", "micropolis", *bots, "--games", 2, "--workers", 1, "--json", "-")
    assert (done.code, '"forfeits":0' in done.out.replace(" ", "")) == (0, True)


@pytest.mark.parametrize(
    ("language", "word"), [("en", "Interrupted"), ("de", "Unterbrochen"), ("fr", "Interrompu")]
)
def test_interrupted_it_says_how_to_go_on(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, language: str, word: str
) -> None:
    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("formicarium.cli.train.learn", stop)
    done = run(*SMALL, "--folder", tmp_path / "kept", "--language", language)
    assert (done.code, done.out) == (130, "")
    assert word in done.err
    assert str(tmp_path / "kept") in done.err


def test_a_full_disk_is_said_in_one_line(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object, **__: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(np, "savez_compressed", full)
    done = run(*SMALL, "--folder", tmp_path / "kept")
    assert (done.code, done.out) == (2, "")
    assert "no space left on device; run the same command again" in done.err
    assert done.err.count("\n") == 1


def test_a_lost_device_is_said_in_one_line(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def lost(*_: object) -> None:
        with fitting.reckoning("cuda"):
            raise RuntimeError("CUDA error:\nunspecified launch failure")

    monkeypatch.setattr(loop, "one_round", lost)
    done = run(*SMALL, "--folder", tmp_path / "kept")
    assert (done.code, done.out) == (2, "")
    assert "the device cuda was lost: CUDA error: unspecified" in done.err
    assert done.err.count("\n") == 1


def test_bad_input_is_refused_in_one_line(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "file.txt"
    file.write_text("words")
    wrong: list[tuple[Any, ...]] = [
        ("chess",),
        ("micropolis", "--minutes", 0),
        ("micropolis", "--device", "tpu"),
        ("micropolis", "--games", 0),
        ("micropolis", "--simulations", 5000),
        ("micropolis", "--matches", "many"),
        ("micropolis", "--epochs", 0),
        ("micropolis", "--seed", -1),
        ("micropolis", "--workers", 0),
        ("micropolis", "--begin", "best"),
        ("micropolis", "--begin", tmp_path / "missing.json"),
        ("micropolis", "--folder", file),
        ("micropolis", "--folder", tmp_path),
        ("micropolis", "--language", "la"),
    ]
    for arguments in wrong:
        folder = [] if "--folder" in arguments else ["--folder", tmp_path / "kept"]
        done = run("train", *arguments, *folder)
        assert (done.code, done.out) == (2, ""), arguments
        assert done.err.startswith("formicarium: "), arguments
        assert done.err.count("\n") == 1, arguments
