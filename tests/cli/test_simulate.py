"""`formicarium simulate`: the same rows from any number of workers, as JSON and as Parquet."""

import builtins
import json
import subprocess
import sys
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import formicarium as fm
from formicarium.arena.series import Outcomes, Series
from formicarium.cli.simulate import played
from formicarium.core.chance import seed_of
from tests.cli.conftest import Run


def simulate(run: Run, file: Path, *arguments: object) -> Any:
    done = run("simulate", "micropolis", *arguments, "--out", file)
    assert (done.code, done.err) == (0, "")
    return json.loads(file.read_text("utf-8"))


def test_random_games_are_those_of_the_core(run: Run, tmp_path: Path) -> None:
    series = simulate(run, tmp_path / "a.json", "--games", 5000, "--players", 3, "--seed", 9)
    games = fm.load("micropolis", players=3).random_games(5000, seed=9)
    assert [row["scores"] for row in series["rows"]] == games.scores.tolist()
    assert [row["tie_breaks"] for row in series["rows"]] == games.tie_breaks.tolist()
    assert [row["length"] for row in series["rows"]] == games.lengths.tolist()
    assert [row["game"] for row in series["rows"]] == [*range(5000)]
    assert series["rows"][17]["seed"] == int(seed_of(np.uint64(9), 17))
    rest = {name: series[name] for name in ("game", "players", "bots", "seed", "games")}
    assert rest == {
        "game": "micropolis",
        "players": 3,
        "bots": ["random"] * 3,
        "seed": 9,
        "games": 5000,
    }
    assert series["options"] == fm.load("micropolis", players=3).options


def test_a_row_can_be_played_again(run: Run, tmp_path: Path) -> None:
    series = simulate(run, tmp_path / "a.json", "--games", 2, "--bots", "random,greedy")
    row = series["rows"][1]
    again = Series(fm.load("micropolis", players=2), row["bots"], series["seed"])
    standing, length = again.play_one(1)
    assert standing == [*zip(row["scores"], row["tie_breaks"], strict=True)]
    assert length == row["length"]
    assert row["bots"] == ["random", "greedy"]
    best = max(row["scores"])
    assert all(row["scores"][seat] == best for seat in row["winners"])


@pytest.mark.heavy
@pytest.mark.parametrize("bots", ["random", "random,greedy"])
def test_any_number_of_workers_gives_the_same_rows(run: Run, bots: str, tmp_path: Path) -> None:
    games = "5000" if bots == "random" else "3"
    arguments = ["simulate", "micropolis", "--seed", "4", "--games", games, "--bots", bots]
    alone, together = tmp_path / "alone.json", tmp_path / "together.json"
    simulated = run(*arguments, "--out", alone)
    command = [sys.executable, "-m", "formicarium", *arguments, "--workers", "2", "--out"]
    done = subprocess.run([*command, str(together)], check=True, capture_output=True, text=True)
    assert (done.stdout, done.stderr) == (simulated.out, "")
    assert alone.read_bytes() == together.read_bytes()


@pytest.mark.heavy
def test_parquet_holds_the_same_as_json(run: Run, tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    arguments = ("--games", 40, "--players", 6, "--seed", 2)
    series = simulate(run, tmp_path / "a.json", *arguments)
    done = run("simulate", "micropolis", *arguments, "--out", tmp_path / "a.parquet")
    assert done.code == 0
    table = parquet.read_table(tmp_path / "a.parquet")
    assert table.to_pylist() == series.pop("rows")
    assert json.loads(table.schema.metadata[b"formicarium"]) == series


def test_parquet_is_an_extra(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real = builtins.__import__

    def without_arrow(name: str, *rest: Any) -> Any:
        if name.startswith("pyarrow"):
            raise ImportError(name)
        return real(name, *rest)

    monkeypatch.setattr(builtins, "__import__", without_arrow)
    done = run("simulate", "micropolis", "--games", 1, "--out", tmp_path / "a.parquet")
    assert done.code == 2
    assert "pip install 'formicarium[parquet]'" in done.err
    assert not (tmp_path / "a.parquet").exists()


def test_the_summary(run: Run) -> None:
    out = run("simulate", "micropolis", "--games", 400, "--option", "variant=expert").out
    assert "mean points" in out
    assert "1 random" in out
    assert "400 games" in out
    one = run("simulate", "micropolis", "--games", 1).out
    assert "nan" not in one
    assert "1 games" in one


def test_winners_share_by_points_then_tie_break() -> None:
    scores = np.array([[5, 5, 3], [1, 1, 1], [2, 9, 9]], np.int32)
    tie_breaks = np.array([[1, 2, 9], [4, 4, 0], [9, 3, 3]], np.int32)
    shares = Outcomes(scores, tie_breaks, np.ones(3, np.int32)).win_shares
    assert shares.tolist() == [[0, 1, 0], [0.5, 0.5, 0], [0, 0.5, 0.5]]


def test_a_worker_that_dies_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    from formicarium.cli.faults import WrongUse

    def closed(_pipe: Connection) -> bytes:
        raise EOFError

    monkeypatch.setattr(Connection, "recv_bytes", closed)
    series = Series(fm.load("micropolis"), ["random", "random"], 0)
    with pytest.raises(WrongUse, match=r"a worker process died.*fewer --workers"):
        next(played(series, 1, 2, None))
