"""Whether a copy of a database can be gone on with: it is whole, and all its tables are."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec

from formicarium.core.errors import FormicariumError, UnknownGame, one_line
from formicarium.server.domain.table import folded
from formicarium.server.house.library import GameFailed, Library
from formicarium.server.store import Store
from formicarium.server.store.backup import Contents, copy_aside, looked_into
from formicarium.server.workers.rehearsal import RulesChanged


class Examined(msgspec.Struct):
    """What is in a copy, and which of its tables cannot be gone on with."""

    contents: Contents
    whole: int = 0  # tables whose games were played through again
    resting: dict[str, str] = {}  # tables whose rules are not installed here, and why,
    broken: dict[str, str] = {}  # and those whose events are no game


async def examined(file: Path) -> Examined:
    """Look at a copy; `BadDatabase` if it is none, or damaged. The file stays as it is."""
    found = Examined(looked_into(file))
    async with _opened_aside(file) as store, _library() as library:
        for table in found.contents.tables:
            try:
                await _play_through(store, library, table)
                found.whole += 1
            except (RulesChanged, GameFailed, UnknownGame) as error:
                found.resting[table] = one_line(error)
            except (FormicariumError, ValueError, LookupError, msgspec.MsgspecError) as error:
                found.broken[table] = one_line(error)
    return found


async def _play_through(store: Store, library: Library, table: str) -> None:
    stored = await store.load(table)
    if stored is None:
        raise LookupError("it cannot be found")
    head, numbers = stored.head, [event.number for event in stored.events]
    if numbers != [*range(1, len(numbers) + 1)]:
        raise LookupError("events are missing")
    game = await library.game(head.game, head.players, head.options, head.rules, head.components)
    folded(head, game, stored.events)


@asynccontextmanager
async def _opened_aside(file: Path) -> AsyncIterator[Store]:
    """A copy of the copy, brought up to date: that must work as well."""
    with TemporaryDirectory(prefix="formicarium-") as folder:
        twin = Path(folder, "twin.sqlite")
        copy_aside(file, twin)
        store = await Store.open(f"sqlite:///{twin.as_posix()}")
        try:
            yield store
        finally:
            await store.close()


@asynccontextmanager
async def _library() -> AsyncIterator[Library]:
    library = Library()
    await library.start()
    try:
        yield library
    finally:
        await library.stop()
