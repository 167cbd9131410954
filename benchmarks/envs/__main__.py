"""How many steps a second: our vector environment beside those of others, in one run.

A step is one decision: the action is chosen at random among those that the mask allows, played, and
the next observation and mask are written. ``python -m benchmarks.envs --seconds 2 --rounds 3``.
"""

import argparse
import os
import statistics
from collections.abc import Callable
from contextlib import nullcontext
from functools import partial

import numpy as np

import formicarium as fm
from benchmarks.envs.rivals import Stepper, rivals, speed
from formicarium.bench.machine import description, one_core
from formicarium.core.errors import MissingExtra
from formicarium.envs.batch import Batch
from formicarium.envs.gymnasium import FormicariumVectorEnv

TABLES = 1024
RIVAL = "PettingZoo connect_four"
FASTEST = "micropolis"
TIMES, STEPS = 20, 1_000_000  # the bars


def ours(name: str, threads: int) -> Stepper:
    """The vector environment of a game for the usual number of players."""
    batch, dice = Batch(fm.load(name), TABLES, seed=0, threads=threads), np.random.default_rng(0)

    def play() -> int:
        batch.step(batch.random_actions(dice))
        return batch.count

    return play


def ours_in_gymnasium(name: str) -> Stepper:
    """The same through Gymnasium, which is handed a copy of everything."""
    envs, dice = FormicariumVectorEnv(name, TABLES, opponents=None), np.random.default_rng(0)
    envs.reset(seed=0)

    def play() -> int:
        envs.step(envs.batch.random_actions(dice))
        return envs.num_envs

    return play


def contestants() -> dict[str, tuple[int, Callable[[], Stepper]]]:
    """Everything that is measured: its name, the cores that it may use, and what makes it."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else 2
    found: dict[str, tuple[int, Callable[[], Stepper]]] = {}
    for name in fm.game_names():
        title = f"formicarium {name}, {fm.load(name).players} players"
        found[f"{title}, one core"] = 1, partial(ours, name, 1)
        if cores > 1:
            found[f"{title}, two cores"] = 2, partial(ours, name, 2)
        found[f"{title}, through Gymnasium"] = 1, partial(ours_in_gymnasium, name)
    found |= {name: (1, maker) for name, maker in rivals()}
    return found


def main() -> None:
    asked = argparse.ArgumentParser(prog="python -m benchmarks.envs", description=__doc__)
    asked.add_argument("--seconds", type=float, default=1.0, help="for each line in each round")
    asked.add_argument("--rounds", type=int, default=3)
    asked.add_argument("--only", default="", help="lines whose name holds this")
    given = asked.parse_args()
    print(", ".join(f"{name} {value}" for name, value in description().items()))
    speeds = measured(given.seconds, given.rounds, given.only)
    rival = speeds.get(RIVAL)
    for name, steps in speeds.items():
        times = f"{steps / rival:8,.1f} x" if rival else ""
        print(f"{name:50} {steps:12,.0f} steps/s {times}")
    report_bars(speeds)


def measured(seconds: float, rounds: int, only: str) -> dict[str, float]:
    """Steps per second of everything that is installed: medians of rounds taken in turn."""
    steppers: dict[str, tuple[int, Stepper]] = {}
    for name, (cores, maker) in contestants().items():
        if only in name:
            try:
                with one_core() if cores == 1 else nullcontext():
                    steppers[name] = cores, maker()
            except MissingExtra as error:
                print(f"{name}: {error}")
    found: dict[str, list[float]] = {name: [] for name in steppers}
    for _ in range(rounds):
        for name, (cores, stepper) in steppers.items():
            with one_core() if cores == 1 else nullcontext():
                found[name].append(speed(stepper, seconds))
    return {name: statistics.median(speeds) for name, speeds in found.items()}


def report_bars(speeds: dict[str, float]) -> None:
    """Whether the bars are met; a missed one is told, nothing more."""
    for name, steps in speeds.items():
        if name.startswith("formicarium") and "one core" in name and RIVAL in speeds:
            told(f"times PettingZoo's connect four: {name}", steps / speeds[RIVAL], TIMES)
        if name.startswith(f"formicarium {FASTEST}") and "two cores" in name:
            told(f"steps/s: {name}", steps, STEPS)


def told(what: str, reached: float, bar: float) -> None:
    verdict = "met" if reached >= bar else "missed"
    print(f"{verdict}: {reached:,.0f} {what} (bar: {bar:,})")


if __name__ == "__main__":
    main()
