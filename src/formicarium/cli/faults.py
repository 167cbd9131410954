"""What went wrong, as one line and an exit code."""

import difflib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from formicarium.arena.workers import LostWorker
from formicarium.core.errors import BadComponents, BadPosition, BadRecord, FormicariumError
from formicarium.core.errors import one_line as one_line

FAULTS_OF_A_FILE = (BadComponents, BadPosition, BadRecord)
FAULT_FOUND, WRONG_USE, INTERRUPTED, NOBODY_READS = 1, 2, 130, 141


class WrongUse(FormicariumError):
    """Something on the command line that cannot be done."""


def exit_code(error: FormicariumError) -> int:
    """1 where what was examined has a fault, 2 where the command itself was wrong."""
    return FAULT_FOUND if isinstance(error, FAULTS_OF_A_FILE) else WRONG_USE


@contextmanager
def advising_fewer_workers() -> Iterator[None]:
    """Whoever loses a worker process here may have too many of them."""
    try:
        yield
    except LostWorker as error:
        raise WrongUse(f"{error}; try again with fewer --workers") from error


def near(name: str, names: Iterable[str]) -> str:
    """A hint at what may have been meant, to put behind a message."""
    found = difflib.get_close_matches(name, [*names], n=1)
    return f"; did you mean {found[0]}?" if found else ""
