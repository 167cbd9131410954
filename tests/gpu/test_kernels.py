"""Every game compiles for a GPU, here, where there need be none."""

import functools
import importlib.util
import itertools
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import formicarium as fm
from formicarium import gpu
from formicarium.gpu import building, kernels
from tests.tiers import sample

ROOT = Path(__file__).parents[2]

needs_compiler = pytest.mark.skipif(
    importlib.util.find_spec("numba_cuda") is None, reason="needs the extra gpu"
)


Which = tuple[str, str]  # game and kernel


@functools.cache
def kernel_of(which: Which) -> str:
    name, kernel = which
    return gpu.ptx(fm.load(name), kernel)


# Of what takes long to compile one, and of what does not.
LARGE = ("grouped_games", "random_games", "step", "step_network")
SMALL = sorted({*gpu.KERNELS} - {*LARGE})


@pytest.fixture(
    params=[
        *sample([*itertools.product(fm.game_names(), LARGE)], 1),
        *sample([*itertools.product(fm.game_names(), SMALL)], 1),
    ]
)
def which(request: pytest.FixtureRequest) -> Which:
    chosen: Which = request.param
    return chosen


@pytest.fixture
def ptx(which: Which) -> str:
    return kernel_of(which)


@pytest.mark.compiled
@pytest.mark.xdist_group("kernels")  # made once, which takes half a minute
@needs_compiler
class TestEveryGame:
    def test_has_one_kernel_under_its_plain_name(self, which: Which, ptx: str) -> None:
        assert re.findall(r"\.entry (\w+)\(", ptx) == [which[1]]

    def test_takes_what_is_passed(self, which: Which, ptx: str) -> None:
        """A word for each number, and for an array five and two for each dimension."""
        name, kernel = which
        taken = kernels.parameters(fm.load(name), kernel)
        words = sum(5 + 2 * one.dimensions if one.dimensions else 1 for one in taken)
        entry = re.search(r"\.entry \w+\(([^)]*)\)", ptx)
        assert entry is not None
        assert re.findall(r"\.param \.(\w+) ", entry[1]) == ["u64"] * words

    def test_rounds_after_every_multiplication(self, ptx: str) -> None:
        assert not re.findall(r"\bfma\.", ptx)

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


WAYS = ("games", "grouped", "batch", "opponents", "network", "nodes")


@needs_compiler
@pytest.mark.parametrize(("name", "what"), sample([*itertools.product(fm.game_names(), WAYS)], 2))
@pytest.mark.heavy
def test_a_simulated_gpu_plays_as_the_cpu_does(name: str, what: str) -> None:
    program = [sys.executable, "-m", "tests.gpu.simulate", name, what]
    switches = {"NUMBA_ENABLE_CUDASIM": "1", "NUMBA_DISABLE_JIT": "1"}
    done = subprocess.run(
        program, cwd=ROOT, env=os.environ | switches, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


@pytest.mark.compiled
@needs_compiler
def test_another_capability_can_be_asked_for_and_numba_is_left_as_it_was() -> None:
    from numba.cuda import api, dispatcher

    text = gpu.ptx(fm.load("micropolis"), "forget", capability=(8, 0))
    assert re.search(r"^\.target sm_80$", text, re.MULTILINE)
    assert dispatcher.get_current_device is api.get_current_device


def test_only_what_is_needed_is_built() -> None:
    flat, other = (kernels.kernels_of_batch(kind) for kind in ("flat", "network"))
    assert {*flat} ^ {*other} == {"step", "step_network"}
    assert {*flat} | {*other} | {"random_games", "grouped_games"} == {*gpu.KERNELS}
    assert {building.kernel_of_series(fm.load(name)) for name in fm.game_names()} <= {
        "random_games",
        "grouped_games",
    }


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

    def without(*_: object, **__: object) -> str:
        raise DynamicLibNotFoundError("no libnvvm")

    game = fm.load(fm.game_names()[0])
    monkeypatch.setattr(kernels, "INTERPRETED", False)
    monkeypatch.setattr("numba.cuda.compile", without)
    with pytest.raises(fm.MissingExtra, match=re.escape('pip install "formicarium[gpu]"')):
        gpu.ptx(game)


def test_without_compiled_rules_there_is_no_kernel(monkeypatch: pytest.MonkeyPatch) -> None:
    game = fm.load(fm.game_names()[0])
    monkeypatch.setattr(kernels, "INTERPRETED", True)
    with pytest.raises(fm.FormicariumError, match="NUMBA_DISABLE_JIT"):
        gpu.ptx(game)
