"""The same work by one process or several."""

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from itertools import islice
from typing import Any, TypeVar

from formicarium.core.errors import FormicariumError

AHEAD = 4  # tasks that wait for each worker, so that none is ever idle

Task = TypeVar("Task")
Result = TypeVar("Result")


class LostWorker(FormicariumError):
    """A process that died at its work, perhaps because memory ran out."""


def finished(
    work: Callable[[Task], Result], tasks: Iterable[Task], workers: int
) -> Iterator[Result]:
    """The result of every task as soon as it is there, in any order.

    >>> [*finished(abs, [-1, 2], workers=1)]
    [1, 2]
    """
    return map(work, tasks) if workers == 1 else _in_processes(work, iter(tasks), workers)


def _in_processes(
    work: Callable[[Task], Result], tasks: Iterator[Task], workers: int
) -> Iterator[Result]:
    others = multiprocessing.active_children()
    context = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(workers, context, initializer=_begin, initargs=(work,))
    waiting: set[Future[Result]] = set()
    try:
        waiting |= {pool.submit(_do, task) for task in islice(tasks, AHEAD * workers)}
        while waiting:
            done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
            yield from [future.result() for future in done if future.exception() is None]
            for future in done:
                future.result()  # raises, if it failed
            waiting |= {pool.submit(_do, task) for task in islice(tasks, len(done))}
    except BrokenProcessPool as error:
        raise LostWorker("a worker process died, perhaps because memory ran out") from error
    finally:
        if waiting:  # and nobody will ask for it any more
            for process in multiprocessing.active_children():
                if process not in others:
                    process.terminate()
        pool.shutdown(cancel_futures=True)


# In a worker process: what it does with a task.
_here: list[Callable[[Any], Any]] = []


def _begin(work: Callable[[Any], Any]) -> None:
    """Remember the work; leave it to the parent to be interrupted, and never outlive it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_leave_with_parent, daemon=True).start()
    _here.append(work)


def _leave_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _do(task: Any) -> Any:
    return _here[0](task)
