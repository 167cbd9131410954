"""`formicarium perft`."""

import json
import signal
import subprocess
import sys
from pathlib import Path

import pytest

import formicarium as fm
from tests.cli.conftest import Run


def figures(out: str) -> list[list[str]]:
    return [line.replace(",", "").split() for line in out.splitlines()[1:]]


def test_a_line_for_every_depth(run: Run) -> None:
    done = run("perft", "micropolis", "--depth", 4, "--players", 3, "--seed", 5)
    assert (done.code, done.err) == (0, "")
    game = fm.load("micropolis", players=3)
    state = game.start(seed=5)
    counts = [(int(depth), int(lines)) for depth, lines, *_ in figures(done.out)]
    assert counts == [(depth, game.perft(state, depth)) for depth in range(1, 5)]


def test_the_count_behind_each_action(run: Run) -> None:
    game = fm.load("micropolis")
    state = game.start(seed=0)
    done = run("perft", "micropolis", "--depth", 3, "--divide")
    counts = dict(line.replace(",", "").rsplit(maxsplit=1) for line in done.out.splitlines()[:-1])
    assert [*counts] == [action.text for action in state.actions(state.to_act[0])]
    assert sum(map(int, counts.values())) == game.perft(state, 3)
    assert int(done.out.split()[-1].replace(",", "")) == game.perft(state, 3)


def test_from_a_position(run: Run, tmp_path: Path) -> None:
    state = fm.load("micropolis", players=4).start(seed=11)
    file = tmp_path / "position.json"
    file.write_text(json.dumps(state.to_position()), "utf-8")
    done = run("perft", "micropolis", "--depth", 2, "--position", file)
    assert int(figures(done.out)[1][1]) == state.game.perft(state, 2)


@pytest.mark.heavy
def test_a_long_count_can_be_interrupted() -> None:
    command = [sys.executable, "-m", "formicarium", "perft", "micropolis", "--depth", "200"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout
        assert process.stderr
        while process.stdout.readline().split()[:1] != [b"9"]:
            pass
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=30) == 130
        assert process.stderr.read() == b""
