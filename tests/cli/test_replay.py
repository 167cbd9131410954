"""`formicarium replay`."""

from pathlib import Path

import pytest

import formicarium as fm
from tests.cli.conftest import Run


def test_every_decision_and_the_score_sheet(run: Run, recorded: Path) -> None:
    record = fm.Record.load(recorded.read_text("utf-8"))
    done = run("replay", recorded)
    assert (done.code, done.err) == (0, "")
    lines = done.out.splitlines()
    for number, (seat, action, _) in enumerate(record.replay(), 1):
        start = f"{number:>2}  seat {seat + 1}  {action.text} "
        assert any(line.startswith(start) for line in lines)
    for points in record.state.scores():
        assert str(points) in done.out
    assert "Victory: seat" in done.out or "Shared victory: seat" in done.out


@pytest.mark.parametrize(("language", "seat"), [("de", "Platz 1"), ("fr", "place 1")])
def test_other_languages(run: Run, recorded: Path, language: str, seat: str) -> None:
    assert seat in run("replay", recorded, "--language", language).out


def test_the_position_after_some_decisions(run: Run, recorded: Path) -> None:
    start = run("replay", recorded, "--at", 0)
    assert start.code == 0
    assert "0 tiles" in start.out
    last = len(fm.Record.load(recorded.read_text("utf-8")).decisions)
    end = run("replay", recorded, "--at", last)
    assert "10 tiles" in end.out
    beyond = run("replay", recorded, "--at", last + 1)
    assert beyond.code == 2
    assert beyond.err == (
        f"formicarium: --at {last + 1}: the record has {last} decisions; choose 0 to {last}\n"
    )
    assert beyond.out == ""


def test_step_by_step(run: Run, recorded: Path) -> None:
    three = run("replay", recorded, "--step", typed="\n\n")
    assert (three.code, three.err) == (0, "")
    assert three.out.count("population") == 3
    assert run("replay", recorded, "--step", typed="q\n").out.count("population") == 1
    decisions = len(fm.Record.load(recorded.read_text("utf-8")).decisions)
    assert (
        run("replay", recorded, "--step", typed="\n" * 500).out.count("population") == decisions + 1
    )
