"""`formicarium simulate`: all decisions for a file, besides a row per game and the summary."""

from __future__ import annotations

import builtins
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import formicarium as fm
from formicarium.arena import dataset
from formicarium.arena.workers import LostWorker
from formicarium.cli.faults import WrongUse
from formicarium.cli.orders import SimulateOrder
from formicarium.cli.simulate import simulate

pytest.importorskip("pyarrow")

Simulate = Callable[..., None]


@pytest.fixture
def play(tmp_path: Path) -> Simulate:
    """Some games of Micropolis, with the file for decisions and whatever else is asked for."""

    def simulated(**asked: Any) -> None:
        usual: dict[str, Any] = {
            "games": 3,
            "players": 2,
            "bots": ("greedy,random",),
            "seed": 5,
            "option": None,
            "components": None,
            "out": None,
            "workers": 1,
            "positions": tmp_path / "a.parquet",
        }
        simulate(SimulateOrder("micropolis", **usual | asked))

    return simulated


def test_decisions_results_and_summary_are_of_the_same_games(
    play: Simulate, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    play(out=tmp_path / "a.json")
    both = capsys.readouterr().out
    results = json.loads((tmp_path / "a.json").read_text("utf-8"))
    data = dataset.read(tmp_path / "a.parquet")
    assert data.games == 3
    assert data.about.items() >= {"bots": ["greedy", "random"], "seed": 5}.items()
    (rows,) = data.batches()
    for row in results["rows"]:
        here = rows.game == row["game"]
        assert here.sum() == row["length"]
        assert (rows.points[here] == row["scores"]).all()
    play(positions=None)
    assert capsys.readouterr().out == both


def test_random_games_are_those_without_a_file(play: Simulate, tmp_path: Path) -> None:
    play(games=60, bots=())
    games = fm.load("micropolis", players=2).random_games(60, seed=5)
    rows = dataset._joined([*dataset.read(tmp_path / "a.parquet").batches()])
    ends = np.cumsum(games.lengths) - 1
    assert rows.points[ends].tolist() == games.scores.tolist()


def test_ctrl_c_keeps_whole_games(
    play: Simulate, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = dataset.play_one

    def slow(series: dataset.Series, number: int, observation: str) -> Any:
        if number == 2:
            raise KeyboardInterrupt
        return real(series, number, observation)

    monkeypatch.setattr(dataset, "play_one", slow)
    with pytest.raises(KeyboardInterrupt):
        play()
    assert dataset.read(tmp_path / "a.parquet").games == 2
    assert [file.name for file in tmp_path.iterdir()] == ["a.parquet"]


def test_a_worker_that_dies_is_reported_and_its_elders_are_kept(
    play: Simulate, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def one_and_no_more(work: Any, tasks: Any, workers: int) -> Any:
        yield work(next(tasks))
        raise LostWorker("a worker process died")

    monkeypatch.setattr(dataset, "finished", one_and_no_more)
    with pytest.raises(WrongUse, match="fewer --workers"):
        play()
    assert dataset.read(tmp_path / "a.parquet").games == 1


def test_a_full_disk_is_reported(
    play: Simulate, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import pyarrow.parquet

    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(pyarrow.parquet.ParquetWriter, "write_table", full)
    with pytest.raises(WrongUse, match=r"cannot write .*a.parquet: No space left on device"):
        play()
    assert [*tmp_path.iterdir()] == []


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("a.json", "name a file that ends in .parquet"),
        ("none/a.parquet", "there is no folder"),
        ("folder.parquet", "it is a folder"),
    ],
)
def test_a_file_that_cannot_be_written_is_found_out_first(
    play: Simulate, tmp_path: Path, name: str, reason: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "folder.parquet").mkdir()
    monkeypatch.setattr(dataset, "play_one", None)
    with pytest.raises(WrongUse, match=reason):
        play(positions=tmp_path / name)


def test_one_file_cannot_hold_both(play: Simulate, tmp_path: Path) -> None:
    with pytest.raises(WrongUse, match="that file is used already"):
        play(out=tmp_path / "a.parquet")


def test_parquet_is_an_extra(play: Simulate, monkeypatch: pytest.MonkeyPatch) -> None:
    real = builtins.__import__

    def without_arrow(name: str, *rest: Any) -> Any:
        if name.startswith("pyarrow"):
            raise ImportError(name)
        return real(name, *rest)

    monkeypatch.setattr(builtins, "__import__", without_arrow)
    with pytest.raises(fm.MissingExtra, match=r"formicarium\[parquet\]"):
        play()
    with pytest.raises(fm.MissingExtra):
        dataset.read("a.parquet")
