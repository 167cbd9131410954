"""The same work by one process or several.

Each process has a pipe of its own. In one that all share, a result that is cut off because its
process was ended would be waited for for ever.
"""

import contextlib
import multiprocessing
import os
import pickle
import queue
import signal
import threading
import traceback
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from multiprocessing.connection import Connection, wait
from typing import Any, TypeVar

from formicarium.core.compiled import be_quiet
from formicarium.core.errors import FormicariumError

AHEAD = 4  # tasks that a worker has at a time, so that none is ever idle
NO_MORE = b""  # in place of a task

Task = TypeVar("Task")
Result = TypeVar("Result")


class LostWorker(FormicariumError):
    """A process that died at its work, perhaps because memory ran out."""


def finished(
    work: Callable[[Task], Result], tasks: Iterable[Task], workers: int, ahead: int = AHEAD
) -> Iterator[Result]:
    """The result of every task as soon as it is there, in any order.

    With few tasks `ahead`, those that take long are not given out long before they are begun.

    >>> [*finished(abs, [-1, 2], workers=1)]
    [1, 2]
    """
    return map(work, tasks) if workers == 1 else _in_processes(work, iter(tasks), workers, ahead)


def _in_processes(
    work: Callable[[Task], Result], tasks: Iterator[Task], workers: int, ahead: int
) -> Iterator[Result]:
    crew: list[_Worker] = []
    try:
        for _ in range(workers):
            crew.append(_Worker(work))
            crew[-1].give(islice(tasks, ahead))
        yield from _results(crew, tasks)
    finally:
        for worker in crew:
            worker.dismiss()
        for worker in crew:
            worker.process.join()


def _results(crew: "list[_Worker]", tasks: Iterator[Any]) -> Iterator[Any]:
    """All results; when one is an error, those that are there already come before it."""
    failure: Exception | None = None
    while busy := {worker.pipe: worker for worker in crew if worker.waiting}:
        ready = wait(busy, None if failure is None else 0)
        if not ready:
            break
        for worker in [worker for pipe, worker in busy.items() if pipe in ready]:
            try:
                result = worker.result()
            except Exception as error:
                failure = failure or error
                continue
            yield result
            if failure is None:
                worker.give(islice(tasks, 1))
    if failure is not None:
        raise failure


class _Worker:
    """A process, seen from the one that started it."""

    def __init__(self, work: Callable[[Any], Any]) -> None:
        context = multiprocessing.get_context("spawn")
        self.pipe, other = context.Pipe()
        self.process = context.Process(target=_serve, args=(work, other))
        self.waiting = 0  # results that are still to come
        self.process.start()
        other.close()  # so that the pipe ends when the process does

    def give(self, tasks: Iterable[Any]) -> None:
        """Tasks to do, one after the other."""
        for task in tasks:
            self.waiting += 1
            self._send(pickle.dumps(task))

    def result(self) -> Any:
        """The next result; what went wrong with its task is raised."""
        try:
            answer = self.pipe.recv_bytes()
        except (EOFError, OSError):
            self.waiting = 0
            raise LostWorker("a worker process died, perhaps because memory ran out") from None
        self.waiting -= 1
        result, error = pickle.loads(answer)
        if error is not None:
            raise error
        return result

    def dismiss(self) -> None:
        """Let the process go, at once if nobody asks for its results any more."""
        if self.waiting:
            self.process.terminate()
        else:
            self._send(NO_MORE)
        self.pipe.close()

    def _send(self, message: bytes) -> None:
        with contextlib.suppress(OSError):  # who has died is missed when a result is asked for
            self.pipe.send_bytes(message)


# --- In a worker process --------------------------------------------------------------------------


def _serve(work: Callable[[Any], Any], pipe: Connection) -> None:
    """Do one task after the other; leave it to the parent to be interrupted."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    be_quiet()  # or all of them would say the same
    tasks: queue.SimpleQueue[bytes] = queue.SimpleQueue()
    threading.Thread(target=_listen, args=(pipe, tasks), daemon=True).start()
    while (task := tasks.get()) != NO_MORE:
        pipe.send_bytes(_answer(work, task))


def _listen(pipe: Connection, tasks: "queue.SimpleQueue[bytes]") -> None:
    """Take tasks as they come, so that neither side waits for the other; never outlive it."""
    try:
        while (task := pipe.recv_bytes()) != NO_MORE:
            tasks.put(task)
    except (EOFError, OSError):
        os._exit(1)
    tasks.put(NO_MORE)


def _answer(work: Callable[[Any], Any], task: bytes) -> bytes:
    """The result of a task and no error, or the other way round."""
    try:
        return pickle.dumps((work(pickle.loads(task)), None))
    except Exception as error:
        return _explained(error)


def _explained(error: Exception) -> bytes:
    """An error with the lines that it comes from, in words alone if nothing else can be sent."""
    lines = traceback.format_exc()
    error.add_note(f"In a worker process:\n{lines}")
    try:
        answer = pickle.dumps((None, error))
        pickle.loads(answer)
    except Exception:
        return pickle.dumps((None, RuntimeError(lines)))
    return answer
