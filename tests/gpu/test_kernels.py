"""Every game compiles for a GPU, here, where there need be none."""

import functools
import importlib.util
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import formicarium as fm
from formicarium import gpu
from formicarium.gpu import kernels
from tests.series import digest, final_states
from tests.tiers import sample

needs_compiler = pytest.mark.skipif(
    importlib.util.find_spec("numba_cuda") is None, reason="needs the extra gpu"
)


@functools.cache
def kernel_of(name: str) -> str:
    return gpu.ptx(fm.load(name))


@pytest.fixture(params=sample(fm.game_names(), 2))
def ptx(request: pytest.FixtureRequest) -> str:
    return kernel_of(request.param)


@pytest.mark.compiled
@pytest.mark.xdist_group("kernels")  # made once, which takes half a minute
@needs_compiler
class TestEveryGame:
    def test_has_one_kernel_under_its_plain_name(self, ptx: str) -> None:
        assert re.findall(r"\.entry (\w+)\(", ptx) == [gpu.KERNEL]

    def test_takes_what_the_launching_script_passes(self, ptx: str) -> None:
        """Four lists (7 words each), two numbers, and points by game, seat and kind (11 words)."""
        declared = re.findall(r"^\t\.param \.(\w+) ", ptx, re.MULTILINE)
        assert declared == ["u64"] * (4 * 7 + 2 + 11)

    def test_is_made_for_the_capability_asked_for(self, ptx: str) -> None:
        assert re.search(r"^\.target sm_90$", ptx, re.MULTILINE)

    def test_asks_for_no_newer_driver_than_that_of_cuda_13(self, ptx: str) -> None:
        assert re.search(r"^\.version (8\.\d|9\.0)$", ptx, re.MULTILINE)

    def test_calls_nothing_outside_itself(self, ptx: str) -> None:
        """No heap, no printing, no exceptions: all of these would be external functions."""
        assert not re.findall(r"^\.extern .*", ptx, re.MULTILINE)
        assert not re.findall(r"malloc|printf|errcode|NRT_", ptx)

    @pytest.mark.skipif(shutil.which("ptxas") is None, reason="needs ptxas")
    def test_is_accepted_by_the_assembler(self, ptx: str, tmp_path: Path) -> None:
        source = tmp_path / "kernel.ptx"
        source.write_text(ptx, "ascii")
        command = ["ptxas", "-arch=sm_90", str(source), "-o", str(tmp_path / "kernel.cubin")]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        assert (done.returncode, done.stderr) == (0, "")


@needs_compiler
@pytest.mark.parametrize("name", sample(fm.game_names(), 1))
def test_a_simulated_gpu_plays_the_games_of_the_cpu(name: str) -> None:
    game, games, seed, first = fm.load(name), 5, 7, 1000
    assert simulated(name, games, seed, first) == {
        "states": digest(final_states(game, games, seed, first)),
        "lengths": digest(game.random_games(games, seed, first).lengths),
        "standing": digest(standing(game, games, seed, first)),
    }


@pytest.mark.compiled
@needs_compiler
def test_another_capability_can_be_asked_for_and_numba_is_left_as_it_was() -> None:
    from numba.cuda import api, dispatcher

    text = gpu.ptx(fm.load("micropolis"), capability=(8, 0))
    assert re.search(r"^\.target sm_80$", text, re.MULTILINE)
    assert dispatcher.get_current_device is api.get_current_device


def test_without_numba_cuda_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    game = fm.load(fm.game_names()[0])
    monkeypatch.setattr(kernels, "INTERPRETED", False)
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    with pytest.raises(
        fm.MissingExtra, match=re.escape('numba-cuda: pip install "formicarium[gpu]"')
    ):
        gpu.ptx(game)


@needs_compiler
def test_without_nvidias_libraries_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    from cuda.pathfinder import DynamicLibNotFoundError

    def without(*_: object) -> str:
        raise DynamicLibNotFoundError("no libnvvm")

    game = fm.load(fm.game_names()[0])
    monkeypatch.setattr(kernels, "INTERPRETED", False)
    monkeypatch.setattr(kernels, "_compiled", without)
    with pytest.raises(fm.MissingExtra, match=re.escape('pip install "formicarium[gpu]"')):
        gpu.ptx(game)


def test_without_compiled_rules_there_is_no_kernel(monkeypatch: pytest.MonkeyPatch) -> None:
    game = fm.load(fm.game_names()[0])
    monkeypatch.setattr(kernels, "INTERPRETED", True)
    with pytest.raises(fm.FormicariumError, match="NUMBA_DISABLE_JIT"):
        gpu.ptx(game)


def simulated(name: str, *numbers: int) -> object:
    """Digests of what the kernel writes in the simulator."""
    script = Path(__file__).with_name("simulate.py")
    command = [sys.executable, str(script), name, *map(str, numbers)]
    switches = {"NUMBA_ENABLE_CUDASIM": "1", "NUMBA_DISABLE_JIT": "1"}
    done = subprocess.run(
        command, env=os.environ | switches, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def standing(game: fm.Game, games: int, seed: int, first: int) -> np.ndarray:
    """Points and tie-breaks of each game of a series, as a kernel writes them."""
    series = game.random_games(games, seed, first)
    return np.stack([series.scores, series.tie_breaks], axis=2)
