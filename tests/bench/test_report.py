"""The command measures what it says, judges by the bars, and tells the truth about both."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import formicarium as fm
from formicarium.bench import figures, machine, measure, report, run
from formicarium.bench.bars import Bar, bars_of
from formicarium.bench.figures import Figure, Figures
from formicarium.bench.measure import StartTimes
from formicarium.bench.rivals import Measured

SPEED = {"games/s": 10.0}
OWN = (
    Figure("whole games", "moves/s", 5_000_000.0, (5_000_000.0,), SPEED),
    Figure("stepped", "moves/s", 90_000.0, (90_000.0,), SPEED),
    Figure("state", "bytes", 264, (264,), {}),
    Figure("state copy", "s", 5e-7, (5e-7,), {}),
    Figure("cold start", "s", 21.0, (21.0,), {"importing": 2.1, "cpu": 20.0}),
)
OTHERS = (
    Figure("Catanatron", "moves/s", 20_000.0, (20_000.0,), SPEED),
    Figure("OpenSpiel chess", "moves/s", 100_000.0, (100_000.0,), SPEED),
)


@pytest.fixture
def game() -> fm.Game:
    return fm.load("micropolis", players=2)


@pytest.fixture
def measured(monkeypatch: pytest.MonkeyPatch) -> Callable[[Figures], None]:
    """Take given figures for what would be measured."""

    def use(found: Figures) -> None:
        monkeypatch.setattr(report, "INTERPRETED", False)
        monkeypatch.setattr(report, "collect", lambda *_: found)

    return use


def lines(text: str) -> dict[str, str]:
    """The lines of a table by what they are about."""
    cells = [line.split("│")[1:-1] for line in text.splitlines() if line.startswith("│")]
    return {first.strip(): " ".join(map(str.strip, rest)) for first, *rest in cells}


def test_figures_are_judged_by_the_bars(
    measured: Callable[[Figures], None], capsys: pytest.CaptureFixture[str]
) -> None:
    measured(Figures(OWN, OTHERS, ""))
    assert run("micropolis", 1, rivals=True, json=None) == 0
    told = lines(capsys.readouterr().out)
    assert "5,000,000 moves/s" in told["whole games"]
    assert "250.0 × Catanatron" in told["whole games"]
    assert told["whole games"].endswith("≥ 200 × met")
    assert "0.9 × OpenSpiel chess" in told["stepped"]
    assert told["stepped"].endswith("≥ 1 × missed")
    assert "0.5 µs" in told["state copy"]
    assert told["state copy"].endswith("≤ 2 µs met")
    assert "21.00 s import 10%, CPU 20.00 s" in told["cold start"]
    assert told["cold start"].endswith("≤ 20 s missed")
    assert "stepped is 4.5 × this" in told["Catanatron"]


def test_without_rivals_the_bars_beside_them_stay_open(
    measured: Callable[[Figures], None], capsys: pytest.CaptureFixture[str]
) -> None:
    measured(Figures(OWN, (), "get it with: pip install 'formicarium[bench]'"))
    assert run("micropolis", 1, rivals=True, json=None) == 0
    out = capsys.readouterr().out
    assert lines(out)["whole games"].endswith("not measured")
    assert lines(out)["cold start"].endswith("missed")
    assert "pip install 'formicarium[bench]'" in out


def test_a_game_without_bars_is_measured_all_the_same(
    measured: Callable[[Figures], None],
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(report, "bars_of", lambda package: ())
    measured(Figures(OWN, OTHERS, ""))
    assert run("micropolis", 1, rivals=True, json=None) == 0
    out = capsys.readouterr().out
    assert "5,000,000" in out
    assert not {"met", "missed"} & {*out.split()}


def test_figures_are_kept_as_json(measured: Callable[[Figures], None], tmp_path: Path) -> None:
    file = tmp_path / "figures.json"
    measured(Figures(OWN, OTHERS, ""))
    run("micropolis", 2.5, rivals=True, json=file)
    doc = json.loads(file.read_text("utf-8"))
    assert (doc["game"], doc["players"], doc["seconds"]) == ("micropolis", 4, 2.5)
    assert [figure["name"] for figure in doc["figures"]] == [figure.name for figure in OWN]
    assert doc["rivals"][0]["value"] == 20_000
    assert {"formicarium", "python", "numpy"} <= {*doc["versions"]}
    assert {"processor", "system", "cores", "load"} == {*doc["machine"]}
    judged = {bar["figure"]: (bar["reached"], bar["met"]) for bar in doc["bars"]}
    assert judged["whole games"] == (250, True)
    assert judged["stepped"] == (0.9, False)
    assert judged["cached start"] == (None, None)


@pytest.mark.parametrize("seconds", [0, -1, float("nan")])
def test_no_time_to_measure(measured: Callable[[Figures], None], seconds: float) -> None:
    measured(Figures(OWN, OTHERS, ""))
    with pytest.raises(fm.FormicariumError, match="choose more than 0"):
        run("micropolis", seconds, rivals=True, json=None)


def test_a_file_that_cannot_be_written_is_noticed_before_measuring(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(report, "INTERPRETED", False)
    monkeypatch.setattr(report, "collect", None)
    with pytest.raises(fm.FormicariumError, match=r"cannot write .*: No such file"):
        run("micropolis", 1, rivals=True, json=tmp_path / "missing" / "figures.json")


def test_an_unknown_game() -> None:
    with pytest.raises(fm.FormicariumError):
        run("chess", 1, rivals=True, json=None)


def test_interpreted_rules_are_not_taken_for_compiled_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(report, "INTERPRETED", True)
    with pytest.raises(fm.FormicariumError, match="unset NUMBA_DISABLE_JIT"):
        run("micropolis", 1, rivals=True, json=None)


def test_every_bar_is_about_a_figure_and_a_rival_that_are_measured() -> None:
    own = {"whole games", "stepped", "interpreted", "state", "state copy"}
    own |= {"search", "cold start", "cached start"}
    rivals = {"", "Catanatron", "OpenSpiel chess", "OpenSpiel backgammon", "OpenSpiel search"}
    for bar in (bar for name in fm.game_names() for bar in bars_of(fm.load(name).book.package)):
        assert bar.figure in own
        assert bar.rival in rivals


@pytest.mark.parametrize(
    ("bar", "reached", "met"),
    [
        (Bar("a", 2, "b"), 2.0, True),
        (Bar("a", 2.1, "b"), 2.0, False),
        (Bar("a", 10), 10.0, True),
        (Bar("a", 9), 10.0, False),
        (Bar("c", 9), None, None),
        (Bar("a", 1, "c"), None, None),
    ],
)
def test_a_bar_is_met_missed_or_open(bar: Bar, reached: float | None, met: bool | None) -> None:
    values = {"a": 10.0, "b": 5.0}
    assert bar.reached(values) == reached
    assert bar.met(values) is met


def test_games_and_moves_are_those_that_were_played(game: fm.Game) -> None:
    for found in (measure.whole_games(game, 0.02), measure.stepped(game, 0.02)):
        assert found.games >= 1
        assert found.seconds >= 0.02
        assert 36 <= found.moves / found.games <= game.longest
    whole = measure.whole_games(game, 0)
    assert whole.moves == game.random_games(whole.games, seed=0).decisions


def test_simulations_are_counted(game: fm.Game) -> None:
    assert measure.simulations(game, 0.02) > 0


def test_a_copy_takes_some_time(game: fm.Game) -> None:
    assert 1e-9 < measure.state_copy(game, 0.01) < 1e-2


def test_interpreted_play_is_measured_in_a_process_of_its_own(game: fm.Game) -> None:
    found = measure.interpreted(game, 0.01)
    assert found.name == "interpreted"
    assert found.moves == game.random_games(found.games, seed=0).decisions


def test_a_start_is_measured_from_outside(
    game: fm.Game, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")
    start = measure.start(game, str(tmp_path))
    assert 0 < start.importing < start.seconds
    assert start.cpu > 0


def test_a_process_that_fails_says_why(game: fm.Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(measure, "CHILD", Path("nowhere.py"))
    with pytest.raises(fm.FormicariumError, match=r"failed: .*nowhere\.py"):
        measure.interpreted(game, 0.01)


def test_everything_is_measured_in_every_round(
    game: fm.Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    order = []

    def take(name: str, value: Any) -> Callable[..., Any]:
        def measurement(*_: object) -> Any:
            order.append(name)
            return value

        return measurement

    for name in ("whole_games", "stepped", "interpreted"):
        monkeypatch.setattr(measure, name, take(name, Measured(name, 100, 2, 4.0)))
    monkeypatch.setattr(measure, "simulations", take("search", 500.0))
    monkeypatch.setattr(figures, "openspiel_search", take("other search", 50.0))
    monkeypatch.setattr(measure, "state_copy", take("copy", 1e-6))
    monkeypatch.setattr(measure, "start", take("start", StartTimes(2.0, 1.0, 1.5)))
    monkeypatch.setattr(figures, "rivals", take("rivals", [Measured("Catanatron", 50, 1, 5.0)]))
    found = figures.collect(game, 1, True, lambda what: None)
    one_round = ["whole_games", "stepped", "search", "other search", "rivals", "interpreted"]
    one_round += ["copy", "start"]
    assert order == ["rivals", "start", "search", *one_round * figures.ROUNDS]
    assert found.values["search"] / found.values["OpenSpiel search"] == 10
    assert found.values["whole_games"] == 25
    assert found.values["Catanatron"] == 10
    assert found.values["state"] == len(game.start(0).to_bytes())
    assert found.own[-1].details == {"importing": 1.0, "cpu": 1.5}
    assert found.missing == ""


def test_rivals_that_are_not_there_are_left_out(
    game: fm.Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    def none_installed(seconds: float) -> list[Measured]:
        raise fm.MissingExtra("get them")

    monkeypatch.setattr(figures, "rivals", none_installed)
    assert figures._missing() == "get them"


@pytest.mark.skipif(
    not hasattr(os, "sched_getaffinity"), reason="a process may choose its cores on Linux only"
)
def test_one_core_is_used_and_all_are_given_back() -> None:
    before = os.sched_getaffinity(0)
    with machine.one_core() as where:
        (core,) = os.sched_getaffinity(0)
        assert where == f"core {core} alone"
    assert os.sched_getaffinity(0) == before


def test_where_cores_cannot_be_chosen_none_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(os, "sched_setaffinity", raising=False)
    with machine.one_core() as where:
        assert where == "any core"
