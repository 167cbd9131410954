"""What went wrong, as one line and an exit code."""

import difflib
from collections.abc import Iterable

from formicarium.core.errors import BadComponents, BadPosition, BadRecord, FormicariumError

FAULTS_OF_A_FILE = (BadComponents, BadPosition, BadRecord)
FAULT_FOUND, WRONG_USE, INTERRUPTED, NOBODY_READS = 1, 2, 130, 141


class WrongUse(FormicariumError):
    """Something on the command line that cannot be done."""


def exit_code(error: FormicariumError) -> int:
    """1 where what was examined has a fault, 2 where the command itself was wrong."""
    return FAULT_FOUND if isinstance(error, FAULTS_OF_A_FILE) else WRONG_USE


def one_line(message: object) -> str:
    """A message without line breaks, however it was made."""
    return " ".join(str(message).split())


def near(name: str, names: Iterable[str]) -> str:
    """A hint at what may have been meant, to put behind a message."""
    found = difflib.get_close_matches(name, [*names], n=1)
    return f"; did you mean {found[0]}?" if found else ""
