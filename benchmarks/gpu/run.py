"""Compare a GPU with the CPU byte for byte, then measure.

    bash benchmarks/gpu/run.sh

`run.sh` calls it. Needs Python with NumPy, the driver, and the folder that `prepare.py` made;
PyTorch, JAX and CuPy are used where they are there. One part at a time, each in a process of its
own, so that no failure takes others with it.
"""

import argparse
import importlib
import json
import subprocess
import sys
import time
import traceback
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

HERE = Path(sys.argv[sys.argv.index("--folder") + 1] if "--folder" in sys.argv else __file__)
HERE = HERE if HERE.is_dir() else HERE.parent
sys.path.insert(0, str(min(HERE.glob("*.zip"))))
runtime = importlib.import_module("formicarium_gpu")
arrays = importlib.import_module("formicarium_gpu.arrays")
driver = importlib.import_module("formicarium_gpu.driver")

COMPARED = (
    *("states", "observations", "masks", "codes", "finished", "rewards", "standings"),
    *("last_observations", "seats", "counts", "illegal"),
)
REDETERMINED, TURNED_ROUND, GIVEN = 50, 300, 700
LOW, MANY, FEW = (1 << 64) - 1, 1 << 18, 4096
WARM = 300  # steps, after which games are in all phases
STRIDE = 0x9E3779B97F4A7C15

# Of the issue: millions of steps with observations for networks, and of moves in whole games.
STEPS_ASKED = {"micropolis": 200, "minicity": 100, "myrmes": 20, "antics": 20}
MOVES_ASKED = {"micropolis": 2400, "minicity": 1080, "myrmes": 90, "antics": 240}
CORES = 10  # of the CPU, which Myrmes must outdo
OTHER_WAY = {
    False: {"grouped": True, "threads": 512, "share": 1024, "blocks": 2},
    True: {"grouped": False, "threads": 128, "share": 512, "blocks": 4},
}
WRONG, MISSED = 1, 2  # how a run ends where something is wrong, or only slower than was asked


def seed_of(seed: int, number: int) -> int:
    word = (seed + STRIDE * (number + 1)) & LOW
    word = ((word ^ (word >> 30)) * 0xBF58476D1CE4E5B9) & LOW
    word = ((word ^ (word >> 27)) * 0x94D049BB133111EB) & LOW
    return word ^ (word >> 31)


class Part:
    """One part of the work: what it found, kept in a file."""

    def __init__(self, options: argparse.Namespace) -> None:
        self.game, self.out, self.until = options.game, options.out, time.time() + options.seconds
        self.name = f"{options.part}-{options.game}" if options.game else options.part
        self.found: list[Any] = []

    def tell(self, **row: Any) -> None:
        self.found.append(row)
        (self.out / f"{self.name}.json").write_text(json.dumps(self.found, indent=1, default=str))
        print(self.name, *(f"{key}={value}" for key, value in row.items()), flush=True)

    def late(self, spare: float = 0) -> bool:
        return bool(time.time() + spare > self.until)

    def program(self, game: str = "") -> Any:
        return runtime.read(HERE / f"{game or self.game}.zip")

    def references(self) -> list[dict[str, Any]]:
        told = [json.loads(file.read_text()) for file in sorted(HERE.glob(f"{self.game}-*.json"))]
        return sorted(told, key=lambda each: (each["observation"], each["label"]))


# --- Correctness ----------------------------------------------------------------------------------


class Digests:
    """Digests on the GPU, as `checking.py` makes them on the CPU."""

    def __init__(self, program: Any, device: Any, size: int) -> None:
        self.program, self.device = program, device
        self.array = arrays.zeros(device, (size,), np.uint64)
        self.kernel = program.kernel(device, "add_digest")

    def add(self, array: Any, place: int) -> None:
        given = {"words": array, "digests": self.array, "place": place}
        self.kernel.launch(264, 256, self.program.words("add_digest", given))


def check(part: Part) -> None:
    """Every setting: whole games in both ways, then every step of a batch."""
    program = part.program()
    device = driver.opened()
    references = part.references()
    wanted = 2 * len(program.manifest["settings"])  # with both observations
    if len(references) < wanted:
        part.tell(label=f"{wanted - len(references)} references", result="the CPU was not done")
    for told in references:
        name = f"{told['label']}-{told['observation']}"
        if part.late(3):
            part.tell(label=name, result="no time left")
            continue
        began = time.time()
        try:
            games = ["equal", "equal"]
            if told["observation"] == "flat":
                games = [check_games(program, device, told, grouped) for grouped in (False, True)]
            steps = check_steps(part, program, device, told)
        except Exception as error:
            traceback.print_exc()
            part.tell(label=name, result=f"FAILED {type(error).__name__}: {error}"[:300])
            if "700" in str(error) or "716" in str(error) or "719" in str(error):
                return
            continue
        part.tell(
            label=name,
            tables=told["tables"],
            steps=told["steps"],
            games=games[0],
            grouped=games[1],
            result=steps,
            seconds=round(time.time() - began, 1),
        )


def check_games(program: Any, device: Any, told: dict[str, Any], grouped: bool) -> str:
    way = {"grouped": grouped, "threads": 128, "share": 512, "blocks": 2}
    series = runtime.play_series(
        program, told["label"], told["series"], told["seed"], device=device, way=way
    )
    digests = Digests(program, device, 2)
    digests.add(series.lengths, 0)
    digests.add(series.standings, 1)
    found = digests.array.numpy().tolist()
    return "equal" if found == [told["lengths"], told["standings"]] else "DIFFERS"


def check_steps(part: Part, program: Any, device: Any, told: dict[str, Any]) -> str:
    label, tables, seed = told["label"], told["tables"], told["seed"]
    wanted = np.load(HERE / f"{label}-{told['observation']}.npy")
    batch = runtime.DeviceBatch(
        program, label, tables, seed, device=device, observation=told["observation"]
    )
    digests = Digests(program, device, wanted.size)
    spoil = program.kernel(device, "spoil")
    for step in range(len(wanted)):
        own = seed_of(seed, step)
        batch.way["grouped"] = step % 3 != 2  # both ways, mixed
        if step % REDETERMINED == REDETERMINED - 1:
            batch.redetermine(own)
        if step == TURNED_ROUND:
            batch = batch.take(np.arange(tables)[::-1])
        if step == GIVEN:
            batch.start_from(rolled(batch.states))
        picks = batch.random_actions(own)
        spoil.launch(1, 32, program.words("spoil", {"picks": picks, "step": step}))
        batch.step(picks)
        for place, name in enumerate(COMPARED):
            digests.add(getattr(batch, name), step * len(COMPARED) + place)
    found = digests.array.numpy().reshape(wanted.shape)
    unlike = np.argwhere(found != wanted)
    if not len(unlike):
        return "equal"
    step = unlike[0][0]
    names = [COMPARED[place] for at, place in unlike if at == step]
    return (
        f"DIFFERS first at step {step} in {','.join(names)}; {len(set(unlike[:, 0]))} steps differ"
    )


def rolled(states: Any) -> Any:
    try:
        import torch

        return torch.roll(torch.from_dlpack(states), 1, 0).contiguous()
    except ImportError:
        return np.roll(states.numpy(), 1, axis=0)


# --- Other libraries, and faults ------------------------------------------------------------------


def share(part: Part) -> None:
    """Arrays go to other libraries and come back without a copy."""
    program = part.program("micropolis")
    label = next(iter(program.manifest["settings"]))
    for name, test in (("torch", with_torch), ("cupy", with_cupy), ("jax", with_jax)):
        try:
            batch = runtime.DeviceBatch(program, label, 4096, 7)
            part.tell(library=name, result=test(batch))
        except Exception as error:
            traceback.print_exc()
            part.tell(library=name, result=f"FAILED {type(error).__name__}: {error}"[:400])


NAMES = (*COMPARED, "scores")


def with_torch(batch: Any) -> str:
    import torch

    for name in NAMES:
        array = getattr(batch, name)
        seen = torch.from_dlpack(array)
        assert seen.data_ptr() == array.address, name
        assert (seen.cpu().numpy() == array.numpy()).all(), name
        other = torch.as_tensor(array, device="cuda")
        assert other.data_ptr() == array.address, name
    codes, counts = torch.from_dlpack(batch.codes), torch.from_dlpack(batch.counts)
    side = torch.cuda.Stream()
    for step in range(200):
        with torch.cuda.stream(side if step % 2 else torch.cuda.default_stream()):
            torch.cuda.current_stream().wait_stream(torch.cuda.default_stream())
            places = (torch.rand(4096, device="cuda") * counts).long().clamp(max=counts - 1)
            actions = codes.gather(1, places[:, None])[:, 0].contiguous()
            batch.step(actions if step % 4 else actions.long())
    refused = int(torch.from_dlpack(batch.illegal).sum())
    assert not refused, f"{refused} refused"
    return "same memory; 200 steps, none refused"


def with_cupy(batch: Any) -> str:
    import cupy

    for name in NAMES:
        array = getattr(batch, name)
        for seen in (cupy.from_dlpack(array), cupy.asarray(array)):
            assert seen.data.ptr == array.address, name
            assert (cupy.asnumpy(seen) == array.numpy()).all(), name
    batch.step(cupy.from_dlpack(batch.codes)[:, 0].copy())
    batch.step(cupy.from_dlpack(batch.random_actions(3)))
    refused = int(cupy.from_dlpack(batch.illegal).sum())
    assert not refused, f"{refused} refused"
    return "same memory"


def with_jax(batch: Any) -> str:
    import jax
    import jax.numpy as jnp

    for name in COMPARED:
        array = getattr(batch, name)
        if array.dtype.itemsize == 8 and not jax.config.read("jax_enable_x64"):
            jax.config.update("jax_enable_x64", True)
        seen = jax.dlpack.from_dlpack(array)
        assert seen.unsafe_buffer_pointer() == array.address, name
        assert (np.asarray(seen) == array.numpy()).all(), name
    for _ in range(20):
        batch.step(jnp.array(jax.dlpack.from_dlpack(batch.codes)[:, 0]))
    refused = int(batch.illegal.numpy().sum())
    assert not refused, f"{refused} refused"
    return "same memory; 20 steps"


def faults(part: Part) -> None:
    """What is wrong is refused in words, and the batch goes on."""
    program = part.program("micropolis")
    label = next(iter(program.manifest["settings"]))
    batch = runtime.DeviceBatch(program, label, 64, 7)
    before = batch.states.numpy()

    def other(**changes: Any) -> Any:
        return runtime.Program(program.manifest | changes, program.files)

    tries: dict[str, Any] = {
        "numpy": lambda: batch.step(np.zeros(64, np.int64)),
        "list": lambda: batch.step([0] * 64),
        "shape": lambda: batch.step(arrays.zeros(batch.device, (63,), np.int64)),
        "floats": lambda: batch.step(arrays.zeros(batch.device, (64,), np.float32)),
        "states": lambda: batch.start_from(arrays.zeros(batch.device, (64, 3), np.uint8)),
        "memory": lambda: runtime.DeviceBatch(program, label, 1 << 30, 7),
        "architecture": lambda: runtime.DeviceBatch(other(architecture=[10, 0]), label, 4, 7),
        "older": lambda: runtime.DeviceBatch(other(architecture=[8, 0]), label, 4, 7),
        "setting": lambda: runtime.DeviceBatch(program, "ants", 4, 7),
        "count": lambda: runtime.DeviceBatch(program, label, 0, 7),
        "device": lambda: runtime.DeviceBatch(program, label, 4, 7, device=9),
        "code": lambda: runtime.Program(
            program.manifest, dict.fromkeys(program.files, b"no code")
        ).kernel(batch.device, "step"),
        "file": lambda: runtime.read(__file__),
    }
    try:
        import torch

        tries["torch on the host"] = lambda: batch.step(torch.zeros(64, dtype=torch.int64))
        tries["not contiguous"] = lambda: batch.step(
            torch.zeros(128, dtype=torch.int64, device="cuda")[::2]
        )
    except ImportError:
        pass
    for name, attempt in tries.items():
        try:
            attempt()
            part.tell(fault=name, result="FAILED: nothing was said")
        except runtime.GpuError as error:
            part.tell(fault=name, result=f"said: {error}")
        except Exception as error:
            part.tell(fault=name, result=f"FAILED {type(error).__name__}: {error}"[:300])
    wrong = arrays.zeros(batch.device, (64,), np.int64)
    wrong.put(np.full(64, -5))
    batch.step(wrong)
    same = (batch.states.numpy() == before).all() and (batch.illegal.numpy() == 1).all()
    part.tell(fault="illegal actions", result="counted, games unchanged" if same else "FAILED")


# --- Speed ----------------------------------------------------------------------------------------


def main_label(part: Part) -> str:
    """Four players, standard rulings, as it was measured before."""
    labels = list(part.program().manifest["settings"])
    wanted = (each for each in labels if each.split("-")[1] == "4" and each.endswith("standard"))
    return str(next(wanted))


def games(part: Part) -> None:
    """Whole random games, as they are shipped, and the other way."""
    program, device, label = part.program(), driver.opened(), main_label(part)
    for name in program.manifest["kernels"]:
        part.tell(kernel=name, **program.kernel(device, name).properties())
    own = program.manifest["way"]
    for way in (own, OTHER_WAY[own["grouped"]]):
        if part.late(2):
            return
        try:
            row = played(program, device, label, MANY, way)
        except Exception as error:
            row = {**way, "result": f"FAILED {type(error).__name__}: {error}"[:300]}
        part.tell(shipped=way is own, **row)


def played(
    program: Any, device: Any, label: str, count: int, way: dict[str, Any]
) -> dict[str, Any]:
    best, moves = 1e9, 0
    began = time.time()
    while best == 1e9 or time.time() - began < 0.6:
        device.wait()
        start = time.perf_counter()
        series = runtime.play_series(program, label, count, 1, device=device, way=way)
        device.wait()
        best = min(best, time.perf_counter() - start)
        moves = moves or int(series.lengths.numpy().sum())
    return {
        **way,
        "games": count,
        "ms": round(best * 1000, 1),
        "Mmoves/s": round(moves / best / 1e6, 1),
    }


def steps(part: Part) -> None:
    """Steps of a batch, as they are shipped."""
    device, label, program = driver.opened(), main_label(part), part.program()
    plan = [(MANY, "network"), (4 * MANY, "network"), (MANY, "flat"), (FEW, "network")]
    for count, observation in plan:
        if observation == "network" and "step_network" not in program.manifest["kernels"]:
            part.tell(result=f"FAILED: no kernel, {observation}")
            continue
        batch = runtime.DeviceBatch(program, label, count, 1, observation=observation)
        for step in range(WARM):
            batch.step(batch.random_actions(step))
        for looking in (True, False):
            if part.late(1):
                return
            batch.looking = looking
            seconds = stepped(batch, device)
            part.tell(
                observation=observation,
                games=count,
                looking=looking,
                us=round(seconds * 1e6, 1),
                **{"Msteps/s": round(count / seconds / 1e6, 2)},
            )


def stepped(batch: Any, device: Any) -> float:
    taken: list[float] = []
    for repeat in range(2):
        device.wait()
        start = time.perf_counter()
        for step in range(10):
            batch.step(batch.random_actions(repeat * 10 + step))
        device.wait()
        taken.append((time.perf_counter() - start) / 10)
    return min(taken)


def profile(part: Part) -> None:
    """Active threads per instruction, by ncu."""
    metrics = (
        "smsp__thread_inst_executed_per_inst_executed.ratio,smsp__inst_executed.sum,"
        "smsp__issue_active.avg.pct_of_peak_sustained_active,gpu__time_duration.sum,"
        "smsp__average_warps_issue_stalled_no_instruction_per_issue_active.ratio,"
        "smsp__average_warps_issue_stalled_long_scoreboard_per_issue_active.ratio,"
        "smsp__average_warps_issue_stalled_barrier_per_issue_active.ratio,"
        "smsp__average_warps_issue_stalled_lg_throttle_per_issue_active.ratio,"
        "l1tex__throughput.avg.pct_of_peak_sustained_active,lts__throughput.avg.pct_of_peak_sustained_elapsed,"
        "dram__throughput.avg.pct_of_peak_sustained_elapsed,launch__registers_per_thread"
    )
    found = sorted(Path("/").glob("opt/nvidia/nsight-compute/*/ncu")) + sorted(
        Path("/usr/local").glob("cuda*/bin/ncu")
    )
    ncu = str(found[0]) if found else "ncu"
    for way in ("plain", "grouped", "step", "grouped-step"):
        command = [
            ncu,
            "--clock-control",
            "none",
            "--csv",
            "--page",
            "raw",
            "--metrics",
            metrics,
            "-k",
            "regex:games|step",
            "--launch-skip",
            "40" if "step" in way else "0",
            "--launch-count",
            "1",
            sys.executable,
            __file__,
            "once",
            "--folder",
            str(HERE),
            "--game",
            part.game,
            "--out",
            str(part.out),
            "--way",
            way,
        ]
        try:
            done = subprocess.run(
                command,
                capture_output=True,
                text=True,
                timeout=min(60, max(5, part.until - time.time())),
            )
            (part.out / f"ncu-{part.game}-{way}.csv").write_text(done.stdout + done.stderr)
            lines = [line for line in done.stdout.splitlines() if line.startswith('"')]
            import csv

            table = list(csv.reader(lines))
            row = dict(zip(table[0], table[-1], strict=False)) if table else {}
            wanted = metrics.split(",")
            short = {each.split("__")[-1]: row[each] for each in wanted if each in row}
            part.tell(way=way, **short) if short else part.tell(
                way=way, result=(done.stdout + done.stderr)[-300:]
            )
        except Exception as error:
            part.tell(way=way, result=f"FAILED {type(error).__name__}: {error}"[:300])


def once(part: Part, way: str) -> None:
    """What ncu looks at."""
    program, device, label = part.program(), driver.opened(), main_label(part)
    if "step" in way:
        observation = "network" if "step_network" in program.manifest["kernels"] else "flat"
        batch = runtime.DeviceBatch(program, label, 65536, 1, observation=observation)
        batch.way["grouped"] = way != "step"
        for step in range(60):
            batch.step(batch.random_actions(step))
    elif way == "little":
        batch = runtime.DeviceBatch(program, label, 300, 1)
        for step in range(30):
            batch.step(batch.random_actions(step))
        batch.redetermine(1)
        batch = batch.take(np.arange(300)[::-1])
        batch.start_from(batch.states)
        for grouped in (False, True):
            how = {"grouped": grouped, "threads": 64, "share": 128, "blocks": 1}
            runtime.play_series(program, label, 500, 1, device=device, way=how, keeping=True)
    else:
        how = {"grouped": way == "grouped", "threads": 256, "share": 1024, "blocks": 4}
        how |= {} if way == "grouped" else {"threads": 64}
        runtime.play_series(program, label, 65536, 1, device=device, way=how)
    device.wait()


def sanitize(part: Part) -> None:
    """No kernel reads or writes beside its memory, or races in shared memory."""
    for tool in ("memcheck", "racecheck"):
        found = sorted(Path("/usr/local").glob("cuda*/bin/compute-sanitizer"))
        command = [
            str(found[0]) if found else "compute-sanitizer",
            "--tool",
            tool,
            sys.executable,
            __file__,
            "once",
            "--folder",
            str(HERE),
            "--game",
            part.game,
            "--out",
            str(part.out),
            "--way",
            "little",
        ]
        try:
            done = subprocess.run(
                command, capture_output=True, text=True, timeout=max(5, part.until - time.time())
            )
            (part.out / f"{tool}-{part.game}.txt").write_text(done.stdout + done.stderr)
            part.tell(
                tool=tool, result=(done.stdout.strip().splitlines() or [done.stderr[-200:]])[-1]
            )
        except Exception as error:
            part.tell(tool=tool, result=f"FAILED {type(error).__name__}"[:300])


def summary(part: Part) -> int:
    """Short tables of all that was found, and how the run ends."""
    print(driver.opened().name, "CUDA", driver.opened().version)
    found = {
        file.stem: json.loads(file.read_text())
        for file in sorted(part.out.glob("*.json"))
        if file.stem != "summary"
    }
    for name, rows in found.items():
        try:
            tell_of(name, rows)
        except Exception:  # the others are told nevertheless
            traceback.print_exc()
    wrong = [f"{name}: {row}" for name, rows in found.items() for row in rows if is_wrong(row)]
    missed = [*tell_bars(found)]
    for each in wrong:
        print("WRONG", each[:300])
    return WRONG if wrong else MISSED if missed else 0


def is_wrong(row: dict[str, Any]) -> bool:
    """Whether a row tells of bytes that differ, or of something that failed."""
    said = " ".join(str(value) for value in row.values())
    return "DIFFERS" in said or "FAILED" in said


def tell_bars(found: dict[str, list[dict[str, Any]]]) -> Iterator[str]:
    """What was asked, and what was found; yields what was missed, or is not there."""
    lines: list[tuple[str, float, float]] = []
    for game, asked in STEPS_ASKED.items():
        rows = found.get(f"steps-{game}", [])
        seen = [row for row in rows if row.get("looking") and row["observation"] == "network"]
        lines.append(
            (f"{game}, Msteps/s", asked, max((row["Msteps/s"] for row in seen), default=0))
        )
    for game, asked in MOVES_ASKED.items():
        rows = [row for row in found.get(f"games-{game}", []) if row.get("shipped")]
        best = max((row.get("Mmoves/s", 0) for row in rows), default=0)
        lines.append((f"{game}, Mmoves/s", asked, best))
        if game == "myrmes" and (beside := found.get("beside-myrmes")):
            lines.append((f"myrmes, beside {CORES} cores", beside[0]["Mmoves/s"], best))
    for game in STEPS_ASKED:
        rows = found.get(f"check-{game}", [])
        lines.append((f"{game}, settings equal", max(len(rows), 1), equal(rows)))
    for name, bar, reached in lines:
        met = "met" if reached >= bar else "MISSED"
        print(f"{name:28} asked {bar:9,.1f}   found {reached:9,.1f}   {met}")
        if reached < bar:
            yield name


def equal(rows: list[dict[str, Any]]) -> int:
    """How many settings have the same bytes."""
    return sum(row["result"] == row.get("games") == row.get("grouped") == "equal" for row in rows)


def tell_of(name: str, rows: list[dict[str, Any]]) -> None:
    """What one part found."""
    kind = name.split("-")[0]
    if kind == "check":
        print(name, f"{equal(rows)} of {len(rows)} equal")
        for row in rows:
            both = row["result"], row.get("games"), row.get("grouped")
            if both != ("equal", "equal", "equal"):
                print("   ", row["label"], *both)
    elif kind in ("share", "faults", "sanitize", "house", "beside", "policy"):
        for row in rows:
            print(name, *row.values())
    elif kind == "profile":
        for row in rows:
            told = [f"{key[:28]}={value[:9]}" for key, value in row.items() if key != "way"]
            print(name, row.get("way"), *told)
    elif kind in ("games", "steps"):
        for row in rows:
            if "kernel" not in row:
                print(name, *(f"{key}={value}" for key, value in row.items()))


def main() -> int:
    options = argparse.ArgumentParser()
    options.add_argument("part")
    options.add_argument("--folder")
    options.add_argument("--game", default="")
    options.add_argument("--out", type=Path, default=Path("build/gpu-found"))
    options.add_argument("--seconds", type=float, default=60)
    options.add_argument("--way", default="")
    chosen = options.parse_args()
    chosen.out.mkdir(parents=True, exist_ok=True)
    part = Part(chosen)
    if chosen.part == "once":
        once(part, chosen.way)
    elif chosen.part == "summary":
        return summary(part)
    else:
        {each.__name__: each for each in (check, share, faults, games, steps, profile, sanitize)}[
            chosen.part
        ](part)
    return 0


if __name__ == "__main__":
    sys.exit(main())
