"""A thread that does one thing after the other, and can be left behind where one of them hangs."""

import atexit
import contextlib
import threading
from collections.abc import Callable
from concurrent.futures import Future
from queue import Empty, SimpleQueue
from typing import Any, TypeVar

STACK = 64 * 1024 * 1024  # bytes: on some systems the compiler needs more than a thread gets
LEAVING = 30.0  # seconds that the end of the program waits for what is being done

Result = TypeVar("Result")


class Errands:
    """Things to do aside, in their order."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._waiting: SimpleQueue[tuple[Future[Any], Callable[[], Any]] | None] = SimpleQueue()
        self._begin()
        # Compilers do not bear that the program ends around them; who was left behind is not asked.
        atexit.register(self._finish)

    def take(self, work: Callable[[], Result]) -> Future[Result]:
        """Do this, too."""
        outcome: Future[Result] = Future()
        self._waiting.put((outcome, work))
        return outcome

    def leave_behind(self) -> None:
        """What is being done hangs: another thread goes on with the rest."""
        self._begin()

    def close(self) -> None:
        """Begin with nothing more."""
        with contextlib.suppress(Empty):
            while errand := self._waiting.get_nowait():
                errand[0].cancel()
        self._waiting.put(None)

    def _begin(self) -> None:
        """Start a thread; whichever was started before ends with what it is doing."""
        self._thread = threading.Thread(target=self._work, name=self._name, daemon=True)
        before = threading.stack_size(STACK)
        try:
            self._thread.start()
        finally:
            threading.stack_size(before)

    def _work(self) -> None:
        while errand := self._waiting.get():
            outcome, work = errand
            if outcome.set_running_or_notify_cancel():
                try:
                    outcome.set_result(work())
                except BaseException as error:
                    outcome.set_exception(error)
            if threading.current_thread() is not self._thread:
                return  # it was left behind

    def _finish(self) -> None:
        self._waiting.put(None)
        self._thread.join(LEAVING)
