"""What goes on beside everything else, until it is ended."""

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Iterator
from typing import Any

from formicarium.core.errors import FormicariumError
from formicarium.server.store.errors import Unavailable

log = logging.getLogger("formicarium.server")


async def end(task: "asyncio.Task[None] | None") -> None:
    """End a task, if it was begun, and wait until it is over."""
    if task is not None:
        task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await task


async def go_round(look: Callable[[], Awaitable[object]], pause: float, failed: str) -> None:
    """Do something again and again, and rest each time before; what fails is logged."""
    while True:
        await asyncio.sleep(pause)
        with logged(failed):
            await look()


@contextlib.contextmanager
def logged(failed: str) -> Iterator[None]:
    """Something that nobody waits for: if it fails, that is logged, and life goes on."""
    try:
        yield
    except Unavailable:
        pass  # the store has said so, once for all
    except FormicariumError as error:
        log.warning("%s: %s", failed, error)
    except Exception:
        log.exception(failed)


@contextlib.asynccontextmanager
async def meanwhile(
    work: Coroutine[Any, Any, None], then: Callable[[], Awaitable[None]]
) -> AsyncIterator[None]:
    """Do something as long as something else lasts, then close what it was done with."""
    task = asyncio.create_task(work)
    try:
        yield
    finally:
        task.cancel()
        await then()
