"""What goes on beside everything else, until it is ended."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from typing import Any


async def end(task: "asyncio.Task[None] | None") -> None:
    """End a task, if it was begun, and wait until it is over."""
    if task is not None:
        task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await task


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
