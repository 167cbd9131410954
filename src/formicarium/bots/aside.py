"""Work in a thread of its own, which can be waited for, or left alone."""

import threading
from collections.abc import Callable
from typing import Generic, TypeVar

Result = TypeVar("Result")


class Aside(threading.Thread, Generic[Result]):
    """Something that is being done, and what came of it as soon as that is there.

    >>> work = Aside(lambda: 6 * 7)
    >>> work.join(timeout=60)
    >>> work.is_done, work.result()
    (True, 42)
    """

    def __init__(self, work: Callable[[], Result]) -> None:
        super().__init__(daemon=True)
        self.error: BaseException | None = None
        self._work = work
        self._done: list[Result] = []
        self.start()

    def run(self) -> None:
        """What the thread does."""
        try:
            self._done.append(self._work())
        except BaseException as error:
            self.error = error

    @property
    def is_done(self) -> bool:
        """Whether it has come to an end, good or bad."""
        return bool(self._done) or self.error is not None

    def result(self) -> Result:
        """What came of it; an error is raised here."""
        if self.error is not None:
            raise self.error
        return self._done[0]
