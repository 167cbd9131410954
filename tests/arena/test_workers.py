"""The same work by several processes: in any order, and nothing of it gets lost."""

import os
import signal
import time
from collections.abc import Generator
from itertools import islice

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
