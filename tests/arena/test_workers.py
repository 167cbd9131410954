"""The same work by several processes: in any order, and nothing of it gets lost."""

import contextlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import Generator
from itertools import islice
from pathlib import Path

import pytest

from formicarium.arena.workers import LostWorker, finished


def double(number: int) -> int:
    return 2 * number


def die_at_seven(number: int) -> int:
    if number == 7:
        time.sleep(1)
        os.kill(os.getpid(), signal.SIGKILL)
    return number


def fail_at_two(number: int) -> int:
    if number == 2:
        raise ValueError("two")
    return number


def sleep_long(number: int) -> int:
    time.sleep(60 if number else 0)
    return number


def large(number: int) -> bytes:
    return bytes(64 << 20)


def longer(task: bytes) -> bytes:
    return task + bytes(1 << 20)


class Particular(Exception):
    """An error that cannot be made again from what it says."""

    def __init__(self, one: str, two: str) -> None:
        super().__init__(f"{one} and {two}")


def fail_particularly(number: int) -> int:
    raise Particular("salt", "pepper")


def give_back_a_function(number: int) -> object:
    return lambda: number


@pytest.mark.parametrize("workers", [1, 3])
def test_every_task_is_done_once(workers: int) -> None:
    assert sorted(finished(double, range(40), workers)) == [*range(0, 80, 2)]
    assert [*finished(double, [], workers)] == []


def test_a_worker_that_dies_takes_no_finished_work_with_it() -> None:
    results = finished(die_at_seven, range(8), 2)
    assert sorted(islice(results, 7)) == [*range(7)]
    with pytest.raises(LostWorker, match="a worker process died"):
        next(results)


@pytest.mark.parametrize("workers", [1, 2])
def test_an_error_in_a_worker_is_an_error_here(workers: int) -> None:
    with pytest.raises(ValueError, match="two"):
        [*finished(fail_at_two, range(4), workers)]


def test_who_stops_listening_does_not_wait() -> None:
    begun = time.monotonic()
    results = finished(sleep_long, range(10), 2)
    assert next(results) == 0
    assert isinstance(results, Generator)
    results.close()
    assert time.monotonic() - begun < 30


def test_an_error_tells_where_it_comes_from() -> None:
    with pytest.raises(ValueError, match="two") as caught:
        [*finished(fail_at_two, range(4), 2)]
    assert "in fail_at_two" in caught.value.__notes__[0]


def test_finished_work_comes_before_an_error() -> None:
    results = finished(fail_at_two, range(5), 2)
    found: list[int] = []
    with pytest.raises(ValueError, match="two"):
        found.extend(results)
    assert {0, 1} <= {*found}


def test_an_error_that_cannot_travel_is_told_in_words() -> None:
    with pytest.raises(RuntimeError, match="salt and pepper"):
        [*finished(fail_particularly, range(4), 2)]


def test_a_result_that_cannot_travel_is_an_error() -> None:
    with pytest.raises(Exception, match="pickle"):
        [*finished(give_back_a_function, range(4), 2)]


def test_large_tasks_and_large_results_do_not_wait_for_each_other() -> None:
    tasks = [bytes([number]) + bytes(1 << 20) for number in range(12)]
    results = [*finished(longer, tasks, 2)]
    assert sorted(result[0] for result in results) == [*range(12)]


PROGRAM = """
from formicarium.arena.workers import finished
from tests.arena.test_workers import large
if __name__ == "__main__":
    try:
        for _ in finished(large, range(1000), 3):
            print("one", flush=True)
    except KeyboardInterrupt:
        print("interrupted", flush=True)
"""


def test_an_interruption_ends_the_work_while_results_are_on_their_way(tmp_path: Path) -> None:
    """The results are so large that some process is always writing one."""
    script = tmp_path / "script.py"
    script.write_text(PROGRAM, "utf-8")
    root = Path(__file__).parents[2]
    with subprocess.Popen(
        [sys.executable, script],
        env=os.environ | {"PYTHONPATH": os.pathsep.join([str(root), *sys.path])},
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "one\n"
        os.killpg(process.pid, signal.SIGINT)
        try:
            told, _ = process.communicate(timeout=60)
        finally:
            with contextlib.suppress(ProcessLookupError):  # usually all have gone
                os.killpg(process.pid, signal.SIGKILL)
    assert told.endswith("interrupted\n")
    assert process.returncode == 0
