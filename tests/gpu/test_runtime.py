"""What runs kernels: memory that others take over, bundles, and what is said where no GPU is."""

from __future__ import annotations

import ctypes
import gc
import json
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import formicarium as fm
from formicarium import gpu
from formicarium.gpu import building, kernels
from formicarium.gpu.runtime import DeviceBatch, GpuError, Program, arrays, driver, read
from formicarium.gpu.runtime.batch import way_for

OUT_OF_MEMORY, NO_DEVICE, UNKNOWN = 2, 100, 999


class Memory:
    def __init__(self, device: Host, size: int) -> None:
        self.device, self.kept = device, np.zeros(size, np.uint8)
        self.address, self.size = self.kept.ctypes.data, size


class Host:
    """A device whose memory is the host's."""

    kind, number, capability, processors = arrays.CPU, 0, (9, 0), 1

    def allocate(self, size: int) -> Memory:
        return Memory(self, size)

    def write(self, address: int, source: int, size: int) -> None:
        ctypes.memmove(address, source, size)

    read = write


def array(values: Any, item: Any = np.int64) -> arrays.Array:
    given = np.asarray(values, item)
    made = arrays.zeros(Host(), given.shape, item)  # type: ignore[arg-type]
    made.put(given)
    return made


class TestArrays:
    @pytest.mark.parametrize("item", [np.uint8, np.int32, np.int64, np.float32, np.bool_])
    def test_are_taken_over_without_a_copy(self, item: Any) -> None:
        mine = array([[1, 0, 1], [0, 1, 1]], item)
        seen = np.from_dlpack(mine)
        assert seen.dtype == item
        assert seen.ctypes.data == mine.address
        assert seen.tolist() == mine.numpy().tolist()

    def test_outlive_whoever_made_them(self) -> None:
        lent = len(arrays._lent)
        seen = np.from_dlpack(array([1, 2, 3]))
        gc.collect()
        assert seen.tolist() == [1, 2, 3]
        assert len(arrays._lent) == lent + 1
        del seen
        assert len(arrays._lent) == lent

    def test_that_nobody_takes_are_not_kept(self) -> None:
        lent = len(arrays._lent)
        capsule = array([1]).__dlpack__()
        assert len(arrays._lent) == lent + 1
        del capsule
        assert len(arrays._lent) == lent

    def test_rows_and_columns_are_the_same_memory(self) -> None:
        table = array([[1, 2], [3, 4], [5, 6]])
        column = arrays.Array(table.memory, (3,), np.int64, table.strides[:1])
        assert table.row(1).numpy().tolist() == [3, 4]
        assert column.numpy().tolist() == np.from_dlpack(column).tolist() == [1, 3, 5]

    def test_of_the_host_have_no_address_on_a_gpu(self) -> None:
        assert not hasattr(array([1]), "__cuda_array_interface__")

    @pytest.mark.parametrize(
        ("given", "said"),
        [
            ([1, 2], "an array on the GPU is needed, not list"),
            (np.zeros(2), "must be int64, not float64"),
            (np.zeros(3, np.int64), r"must have the shape \(2,\), not \(3,\)"),
            (np.zeros(4, np.int64)[::2], "must be contiguous"),
        ],
    )
    def test_of_others_must_fit(self, given: Any, said: str) -> None:
        with pytest.raises(GpuError, match=f"answers.*{said}"):
            arrays.taken(given, Host(), "answers", (2,), np.int64)  # type: ignore[arg-type]

    def test_of_another_device_are_refused(self) -> None:
        class Gpu(Host):
            kind = arrays.CUDA

        with pytest.raises(GpuError, match="must lie on GPU 0, where the games are"):
            arrays.taken(np.zeros(2), Gpu(), "answers", (2,), None)  # type: ignore[arg-type]

    def test_of_others_are_read_where_they_lie(self) -> None:
        given = np.arange(6, dtype=np.int32).reshape(2, 3)
        taken = arrays.taken(given, Host(), "x", (2, 3), np.int32)  # type: ignore[arg-type]
        assert (taken.address, taken.strides) == (given.ctypes.data, (12, 4))


class Library:
    """A driver that answers one question badly."""

    def __init__(self, bad: str, answer: int, **numbers: int) -> None:
        self.bad, self.answer, self.numbers = bad, answer, numbers

    def __getattr__(self, name: str) -> Any:
        def call(*arguments: Any) -> int:
            if name in self.numbers:
                arguments[0]._obj.value = self.numbers[name]
            return self.answer if name == self.bad else 0

        return call


WELL = {"cuDeviceGetCount": 1, "cuDriverGetVersion": 13000, "cuMemAlloc_v2": 64}


class TestWithoutAGpu:
    def test_it_is_said_at_once(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Before anything is compiled."""
        monkeypatch.setattr(driver, "LIBRARIES", ("libnone.so.0",))
        monkeypatch.setattr(building, "code_of", None)
        driver.opened.cache_clear()
        game = fm.load("micropolis", players=2)
        for attempt in (
            lambda: gpu.Batch(game, 4),
            lambda: gpu.random_games(game, 4, 1),
            lambda: game.random_games(4, 1, device="cuda"),
        ):
            with pytest.raises(fm.FormicariumError, match="no NVIDIA driver is installed here"):
                attempt()

    def test_an_unknown_device_is_named(self) -> None:
        with pytest.raises(fm.BadOption, match="device='tpu' is not known; choose one of: cpu, cu"):
            fm.load("micropolis").random_games(4, 1, device="tpu")

    @pytest.mark.parametrize(
        ("bad", "answer", "said"),
        [
            ("cuInit", NO_DEVICE, "no GPU is here"),
            ("cuMemAlloc_v2", OUT_OF_MEMORY, "not enough memory"),
            ("cuModuleLoadData", driver.NO_IMAGE, "built for another architecture"),
            ("cuModuleLoadData", driver.NEWER_PTX, "speaks CUDA 13.0, which is too old"),
            ("cuModuleLoadData", UNKNOWN, r"says to cuModuleLoadData: unknown error \(999\)"),
        ],
    )
    def test_what_the_driver_refuses_is_told(self, bad: str, answer: int, said: str) -> None:
        def use() -> None:
            device = driver.Device(Library(bad, answer, **WELL))
            device.allocate(64)
            device.loaded(b"code")

        with pytest.raises(GpuError, match=said):
            use()

    def test_too_old_a_driver_is_told_before_anything_is_made(self) -> None:
        with pytest.raises(GpuError, match=r"speaks CUDA 12\.9, which is too old: .* CUDA 13\.0"):
            driver.Device(Library("", 0, **WELL | {"cuDriverGetVersion": 12090}))

    def test_a_gpu_that_is_not_there_is_named(self) -> None:
        with pytest.raises(GpuError, match="there is no GPU number 3 here"):
            driver.Device(Library("", 0, **WELL), 3)


@pytest.fixture(scope="module")
def program() -> Program:
    code = dict.fromkeys(kernels.KERNELS, ("cubin", b"code"))
    games = {str(players): fm.load("micropolis", players=players) for players in (2, 3)}
    return building.described(games, code, kernels.HOPPER)


@pytest.fixture
def bundle(program: Program, tmp_path: Path) -> Path:
    file = tmp_path / "micropolis.zip"
    building.write_bundle(program, file)
    return file


class TestBundles:
    def test_hold_all_that_they_were_made_of(self, program: Program, bundle: Path) -> None:
        found = read(bundle)
        assert found.files == program.files
        assert json.dumps(found.manifest) == json.dumps(program.manifest)

    def test_are_imported_from_where_the_package_is_not(self, bundle: Path) -> None:
        """And there errors are as clear."""
        code = (
            "import sys; sys.path[:] = [sys.argv[1], *(p for p in sys.path if 'formic' not in p)]\n"
            "sys.modules['formicarium'] = sys.modules['numba'] = None\n"
            "import formicarium_gpu as there\n"
            "there.driver.LIBRARIES = ()\n"
            "try: there.DeviceBatch(there.bundle(), '2', 4)\n"
            "except there.GpuError as error: sys.stdout.write(str(error))"
        )
        code = code.replace("there.driver", "sys.modules['formicarium_gpu.driver']")
        done = subprocess.run(
            [sys.executable, "-c", code, str(bundle)], capture_output=True, text=True, check=False
        )
        assert "no NVIDIA driver is installed here" in done.stdout, done.stderr

    def test_that_are_damaged_are_refused(self, bundle: Path, tmp_path: Path) -> None:
        other = tmp_path / "other.zip"
        with zipfile.ZipFile(bundle) as whole, zipfile.ZipFile(other, "w") as damaged:
            for name in whole.namelist():
                content = whole.read(name)
                damaged.writestr(name, b"xxxx" if name == "step.cubin" else content)
        with pytest.raises(GpuError, match=r"is damaged: step\.cubin is not what was built"):
            read(other)

    def test_of_other_sources_are_refused(
        self, program: Program, bundle: Path, tmp_path: Path
    ) -> None:
        assert gpu.read_bundle(bundle).manifest == program.manifest
        old = tmp_path / "old.zip"
        building.write_bundle(Program(program.manifest | {"sources": "x"}, program.files), old)
        with pytest.raises(GpuError, match=r"old\.zip was built from other sources of micropolis"):
            gpu.read_bundle(old)

    @pytest.mark.parametrize("content", [b"", b"PK", b"x" * 1000])
    def test_that_are_none_are_refused(self, content: bytes, tmp_path: Path) -> None:
        file = tmp_path / "file"
        file.write_bytes(content)
        with pytest.raises(GpuError, match="is no bundle of kernels"):
            read(file)

    def test_of_another_architecture_are_refused(self, program: Program) -> None:
        other = Program(program.manifest | {"architecture": [10, 0]}, program.files)
        with pytest.raises(GpuError, match="built for sm_100, and this GPU is sm_90"):
            other.kernel(Host(), "step")  # type: ignore[arg-type]

    def test_name_the_settings_that_they_have(self, program: Program) -> None:
        with pytest.raises(GpuError, match="no setting '4', only 2, 3"):
            DeviceBatch(program, "4", 8, device=Host())

    @pytest.mark.parametrize(
        ("wrong", "said"),
        [
            ({"count": 0}, "at least one game"),
            ({"count": 2, "seed": -1}, "seed=-1 must be"),
            ({"count": 2, "reward": "ants"}, "reward='ants' is not a choice"),
            ({"count": 2, "opponents": "ants"}, "opponents='ants'"),
            ({"count": 2, "observation": "ants"}, "observation='ants': there are 'flat' and"),
        ],
    )
    def test_what_cannot_be_is_refused(
        self, program: Program, wrong: dict[str, Any], said: str
    ) -> None:
        with pytest.raises(GpuError, match=said):
            DeviceBatch(program, "2", **wrong, device=Host())


class Idle(Host):
    """A device on which kernels do nothing; it counts how many were begun."""

    begun = 0

    def clear(self, address: int, size: int) -> None:
        ctypes.memset(address, 0, size)

    def loaded(self, code: bytes) -> Idle:
        return self

    def kernel(self, name: str) -> Idle:
        return self

    def launch(self, blocks: int, threads: int, words: list[int]) -> None:
        self.begun += 1


class TestWrongArrays:
    @pytest.fixture
    def idle(self) -> Idle:
        return Idle()

    @pytest.fixture
    def batch(self, program: Program, idle: Idle) -> DeviceBatch:
        return DeviceBatch(program, "2", 4, device=idle)

    @pytest.mark.parametrize(
        ("actions", "said"),
        [
            ([0, 1, 2, 3], "actions: an array on the GPU is needed, not list"),
            (np.zeros(4), "actions must be int32 or int64, not float64"),
            (np.zeros(4, np.int16), "actions must be int32 or int64, not int16"),
            (np.zeros(3, np.int64), r"actions must have the shape \(4,\), not \(3,\)"),
            (np.zeros((4, 1), np.int64), r"actions must have the shape \(4,\), not \(4, 1\)"),
            (np.zeros(8, np.int64)[::2], "actions must be contiguous"),
        ],
    )
    def test_are_no_actions(self, batch: DeviceBatch, idle: Idle, actions: Any, said: str) -> None:
        """And nothing is begun on the GPU."""
        begun = idle.begun
        with pytest.raises(GpuError, match=said):
            batch.step(actions)
        assert idle.begun == begun

    @pytest.mark.parametrize("rows", [[-1], [4], [], np.array([0, 9])])
    def test_are_no_rows(self, batch: DeviceBatch, rows: Any) -> None:
        with pytest.raises(GpuError, match="rows must be numbers of games, from 0 to 3"):
            batch.take(rows)

    @pytest.mark.parametrize("rows", [np.zeros(2, np.float32), np.zeros((2, 2), np.int64)])
    def test_of_rows_must_fit_on_the_gpu_too(self, batch: DeviceBatch, rows: Any) -> None:
        with pytest.raises(GpuError, match="rows must"):
            batch.take(array(rows, rows.dtype))

    @pytest.mark.parametrize(
        "states", [np.zeros((3, 8), np.uint8), np.zeros(4, np.int64), array([[1, 2]], np.uint8)]
    )
    def test_are_no_states(self, batch: DeviceBatch, states: Any) -> None:
        with pytest.raises(GpuError, match="states must"):
            batch.start_from(states)

    def test_have_no_room_for_games(self, program: Program, batch: DeviceBatch) -> None:
        three_players = DeviceBatch(program, "3", 4, device=Idle())
        for other, at in ((three_players, 0), (batch.copy(), 2), (batch.copy(), -1)):
            with pytest.raises(GpuError, match="with room for 3 from number"):
                batch.take([0, 1, 2], out=other, at=at)


def test_a_game_without_observations_for_networks_has_none_on_a_gpu(program: Program) -> None:
    other = Program(program.manifest | {"network": 0}, program.files)
    with pytest.raises(GpuError, match="this game has none for networks"):
        DeviceBatch(other, "2", 4, device=Host(), observation="network")


@pytest.mark.parametrize("name", ["sm_60", "sm90", "hopper", ""])
def test_an_architecture_that_is_none_is_refused(name: str) -> None:
    with pytest.raises(fm.BadOption, match="is no architecture that kernels can be built for"):
        building.architecture(name)


@pytest.mark.parametrize(("count", "share"), [(4, 128), (1200, 300), (10_000, 512)])
def test_blocks_are_large_where_there_are_many_games(count: int, share: int) -> None:
    wanted = {"grouped": True, "threads": min(share, 256), "share": share}
    assert way_for(count, processors=1) == wanted
