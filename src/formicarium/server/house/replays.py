"""Games that are looked through from their beginning: aside, few at once, and gently."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Iterable, Iterator
from contextlib import asynccontextmanager
from typing import ParamSpec, TypeVar
from weakref import WeakValueDictionary

TOGETHER = 2  # at the same time
PIECE = 16  # events, about a millisecond; then whoever else has to be answered has her turn,
BREATH = 0.0002  # for which so many seconds are enough

P = ParamSpec("P")
T = TypeVar("T")


class Replays:
    """Turns at looking through games: one at a time for each address, few for all."""

    def __init__(self, together: int = TOGETHER) -> None:
        self._together = asyncio.Semaphore(together)
        self._of_address: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    async def look(self, address: str, look: Callable[P, T], *given: P.args, **more: P.kwargs) -> T:
        """What is found, when it is an address's turn."""
        async with self.turn(address):
            return await asyncio.to_thread(look, *given, **more)

    @asynccontextmanager
    async def turn(self, address: str) -> AsyncIterator[None]:
        """Wait until it is an address's turn."""
        mine = self._of_address.setdefault(address, asyncio.Lock())
        async with mine, self._together:
            yield


def gently(events: Iterable[T]) -> Iterator[T]:
    """The same events, for a thread: after each piece it lets go of the interpreter.

    Left alone, a thread that computes keeps the event loop waiting for 5 ms at every turn.
    """
    for place, event in enumerate(events):
        if place % PIECE == PIECE - 1:
            time.sleep(BREATH)
        yield event
