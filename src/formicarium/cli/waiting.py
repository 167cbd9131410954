"""Waiting for the compiler, or for compiled code that takes long."""

import atexit
import os
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar

from formicarium.bots.aside import Aside
from formicarium.cli.faults import INTERRUPTED
from formicarium.cli.screen import Paper
from formicarium.core.text import Phrases

WORTH_A_WORD = 1.0  # seconds
STACK = 64 * 1024 * 1024  # bytes: on some systems the compiler needs more than a thread gets

Result = TypeVar("Result")


@contextmanager
def compiling(say: Phrases) -> Iterator[None]:
    """Say that the rules are being compiled, once that takes long enough to be worth a word."""
    aside = Paper(stderr=True)
    if not aside.is_terminal:
        yield
        return
    status = aside.status(say("compiling"))
    timer = threading.Timer(WORTH_A_WORD, status.start)
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
        timer.join()
        status.stop()


def interruptible(work: Callable[[], Result]) -> Result:
    """Do something that would not listen to the keyboard, and listen meanwhile.

    An interruption would be lost in compiled code, and leave the compiler in pieces.
    """
    before = threading.stack_size(STACK)
    labour = Aside(work)
    threading.stack_size(before)
    try:
        labour.join()
    except KeyboardInterrupt:
        atexit.register(leave_at_once)
        raise
    return labour.result()


def leave_at_once() -> None:
    """Let Python not tidy up around a thread that is still at work."""
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(INTERRUPTED)
