"""One thread that writes: what waits while a transaction is committed makes up the next one."""

import asyncio
import contextlib
import threading
import time
from collections.abc import Callable, Sequence
from queue import Empty, SimpleQueue
from typing import Any, NamedTuple, TypeVar

from sqlalchemy import Connection, Engine

from formicarium.server.store.appending import Rows, bad_write, is_written, refusal, write_all
from formicarium.server.store.engines import PATIENCE, Fortune, in_short, passes, persist
from formicarium.server.store.errors import StoreError, Unavailable

MOST = 500  # writes in one transaction
CROWD = 8  # writes that came together: more will come at once,
PAUSE = 0.01  # so this many seconds of waiting make one commit of many

Answer = TypeVar("Answer")
Action = Callable[[Connection, bool], Answer]  # the flag: it may have been done already
Committed = Callable[[int, float], None]  # is told how many writes, and how long it took


class Asked(NamedTuple):
    """Something to be written, and who waits for it."""

    future: asyncio.Future[Any]
    rows: Rows | None  # of a table's events,
    action: Action[Any] | None = None  # or anything else,
    order: str = ""  # done in this order, so that two processes never wait for each other


class Writer:
    """The only one in this process that writes into the database. Answers mean: it is durable."""

    def __init__(self, engine: Engine, patience: float = PATIENCE) -> None:
        self.engine = engine
        self.patience = patience
        self.loop = asyncio.get_running_loop()
        self.is_closed = False
        self.committed: Committed = lambda writes, seconds: None
        self._fortune = Fortune("written")
        self._queue: SimpleQueue[Asked | None] = SimpleQueue()
        self._thread = threading.Thread(target=self._work, name="formicarium-writer", daemon=True)
        self._thread.start()

    async def append(self, rows: Rows) -> None:
        """Write the events of a table."""
        await self._ask(Asked(self.loop.create_future(), rows))

    async def do(self, order: str, action: Action[Answer]) -> Answer:
        """Do anything else in a transaction; what it raises leaves no trace in the database."""
        answer: Answer = await self._ask(Asked(self.loop.create_future(), None, action, order))
        return answer

    async def close(self) -> None:
        """Write what is waiting, then stop."""
        if not self.is_closed:
            self.is_closed = True
            self._queue.put(None)
        await asyncio.to_thread(self._thread.join)

    def _ask(self, asked: Asked) -> asyncio.Future[Any]:
        if self.is_closed:
            raise Unavailable("the store is closed")
        self._queue.put(asked)
        return asked.future

    def _work(self) -> None:
        open_, together = True, 0
        while open_:
            if together >= CROWD and not self.is_closed:
                time.sleep(PAUSE)
            batch, open_ = self._next_batch()
            together = len(batch)
            if batch:
                begun = time.monotonic()
                self._answer(batch, self._outcomes(batch))
                self.committed(len(batch), time.monotonic() - begun)

    def _next_batch(self) -> tuple[list[Asked], bool]:
        """All that waits now, and whether more may come."""
        batch: list[Asked] = []
        asked = self._queue.get()
        with contextlib.suppress(Empty):
            while asked is not None:
                batch.append(asked)
                if len(batch) == MOST:
                    break
                asked = self._queue.get_nowait()
        return batch, asked is not None

    def _outcomes(self, batch: Sequence[Asked]) -> list[object]:
        try:
            outcomes = persist(lambda tries: self._transaction(batch, tries > 0), self.patience)
            self._fortune.note()
            return outcomes
        except StoreError as error:
            return self._failed(batch, error)
        except Exception as error:
            return self._failed(batch, Unavailable(f"the database fails: {in_short(error)}"))

    def _failed(self, batch: Sequence[Asked], error: StoreError) -> list[object]:
        if isinstance(error, Unavailable):
            self._fortune.note(error)
        return [error] * len(batch)

    def _transaction(self, batch: Sequence[Asked], again: bool) -> list[object]:
        """What comes of each: an answer, or an exception."""
        outcomes: dict[int, object] = {}
        writes = {place: asked.rows for place, asked in enumerate(batch) if asked.rows is not None}
        others = [place for place, asked in enumerate(batch) if asked.action is not None]
        with self.engine.begin() as connection:
            if writes:
                results = _written(connection, [*writes.values()], again)
                outcomes |= zip(writes, results, strict=True)
            for place in sorted(others, key=lambda place: batch[place].order):
                outcomes[place] = _done(connection, batch[place], again)
        return [outcomes[place] for place in range(len(batch))]

    def _answer(self, batch: Sequence[Asked], outcomes: Sequence[object]) -> None:
        futures = [asked.future for asked in batch]
        # If the loop is closed, nobody waits any more.
        with contextlib.suppress(RuntimeError):
            self.loop.call_soon_threadsafe(_resolve, futures, outcomes)


def _resolve(futures: Sequence[asyncio.Future[Any]], outcomes: Sequence[object]) -> None:
    for future, outcome in zip(futures, outcomes, strict=True):
        if future.done():
            continue
        if isinstance(outcome, Exception):
            future.set_exception(outcome)
        else:
            future.set_result(outcome)


def _written(connection: Connection, writes: Sequence[Rows], again: bool) -> list[object]:
    """Write all at once; if that fails, each half by itself, until only the guilty are left."""
    error = _tried(connection, lambda: write_all(connection, writes))
    if not isinstance(error, Exception):
        return [None] * len(writes)
    if len(writes) == 1:
        return [_judged(connection, writes[0], error, again)]
    half = len(writes) // 2
    first = _written(connection, writes[:half], again)
    return first + _written(connection, writes[half:], again)


def _judged(connection: Connection, rows: Rows, error: Exception, again: bool) -> object:
    """Why a write fails, or nothing if it had been done before."""

    def reason() -> StoreError | None:
        if again and is_written(connection, rows):
            return None
        return refusal(connection, rows, error)

    found = _tried(connection, reason)
    return bad_write(found) if isinstance(found, Exception) else found


def _done(connection: Connection, asked: Asked, again: bool) -> object:
    assert asked.action is not None
    action = asked.action
    outcome = _tried(connection, lambda: action(connection, again))
    return bad_write(outcome) if isinstance(outcome, Exception) else outcome


def _tried(connection: Connection, action: Callable[[], object]) -> object:
    """What an action answers, or the exception that it raised, with nothing of it left.

    If it is the database that fails, all of the transaction has to be done again.
    """
    savepoint = connection.begin_nested()
    try:
        answer = action()
    except Exception as error:
        if passes(error):
            raise
        savepoint.rollback()
        return error
    savepoint.commit()
    return answer
