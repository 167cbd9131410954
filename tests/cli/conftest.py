"""A terminal of 80 columns without colours, in English unless a test says otherwise."""

import io
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

import formicarium as fm
from formicarium.cli import main


class Done(NamedTuple):
    """What a command left behind."""

    code: int
    out: str
    err: str


Run = Callable[..., Done]


@pytest.fixture(autouse=True)
def plain_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("LC_ALL", "FORCE_COLOR", "TTY_COMPATIBLE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", "C.UTF-8")
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("NO_COLOR", "1")


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run a command as if it had been typed, with some lines of input."""

    def command(*arguments: object, typed: str = "") -> Done:
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        code = main([str(argument) for argument in arguments])
        out, err = capsys.readouterr()
        return Done(code, out, err)

    return command


@pytest.fixture
def recorded(tmp_path: Path) -> Path:
    """A whole game in a file."""
    record = fm.Record(fm.load("micropolis", players=2, first_leader="seat_1"), seed=7)
    while not record.state.is_over:
        seat = record.state.to_act[0]
        record.play(seat, record.state.codes(seat)[-1])
    file = tmp_path / "game.txt"
    file.write_text(record.dump(), "utf-8")
    return file
