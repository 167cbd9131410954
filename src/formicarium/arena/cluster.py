"""The same work on a Ray cluster: on one machine, or on a thousand."""

import contextlib
import logging
import os
import sys
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import Any, TypeVar

from formicarium.arena.workers import AHEAD, LostWorker
from formicarium.core.errors import FormicariumError, MissingExtra

RETRIES = 20  # of a task whose machine or process was lost

Task = TypeVar("Task")
Result = TypeVar("Result")


class NoCluster(FormicariumError):
    """A cluster that does not answer."""


def ray_library() -> Any:
    """The library that knows clusters, which is an extra."""
    try:
        import ray
        import ray.exceptions
    except ImportError as error:
        message = "a cluster needs Ray; get it with: pip install 'formicarium[cluster]'"
        raise MissingExtra(message) from error
    return ray


def finished_on_cluster(
    work: Callable[[Task], Result],
    tasks: Iterable[Task],
    address: str | None = None,
    workers: int | None = None,
) -> Iterator[Result]:
    """The result of every task as soon as it is there, in any order.

    Without an address: the cluster that this machine is part of, else one that lasts as long as
    the work; with a number of workers always such a one. What a lost machine was working on is
    done again by another.
    """
    ray = ray_library()
    with contextlib.redirect_stdout(sys.stderr):  # where Ray tells what it has lost
        _join(ray, address, workers)
        try:
            yield from _results(ray, work, iter(tasks))
        finally:
            ray.shutdown()


def _results(ray: Any, work: Callable[[Task], Result], tasks: Iterator[Task]) -> Iterator[Result]:
    work_there = ray.put(work)  # once for each machine, not once for each task
    do = ray.remote(max_retries=RETRIES)(_do)
    waiting: list[Any] = []
    while True:
        room = AHEAD * max(1, int(ray.cluster_resources().get("CPU", 1))) - len(waiting)
        waiting += [do.remote(work_there, task) for task in islice(tasks, max(room, 0))]
        if not waiting:
            return
        done, waiting = ray.wait(waiting)
        try:
            yield from ray.get(done)
        except ray.exceptions.RayTaskError as error:
            raise error.cause from error
        except ray.exceptions.RayError as error:
            raise LostWorker(f"the cluster lost a worker for good: {_first_line(error)}") from error


def _do(work: Callable[[Task], Result], task: Task) -> Result:
    return work(task)


def _join(ray: Any, address: str | None, workers: int | None) -> None:
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # nobody is told what is played here
    quiet = {"log_to_driver": False, "logging_level": logging.ERROR, "include_dashboard": False}
    try:
        if workers is not None:
            ray.init(address="local", num_cpus=workers, **quiet)
        else:
            ray.init(address=address, **quiet)
    except (ConnectionError, ValueError, RuntimeError) as error:
        where = f" at {address}" if address else ""
        raise NoCluster(f"no Ray cluster answers{where}: {_first_line(error)}") from error


def _first_line(error: Exception) -> str:
    return (str(error).strip() or type(error).__name__).splitlines()[0]
