"""Tables as the store keeps them: what a change writes, and snapshots that save replaying."""

import functools
import logging
from collections.abc import Sequence

import msgspec

from formicarium.core.compiled import digest_of
from formicarium.core.game import Game
from formicarium.server.domain.events import Event, Kind
from formicarium.server.domain.fold import ABOUT_REQUESTS, Memory
from formicarium.server.domain.seats import Sitter, Status
from formicarium.server.domain.table import Table
from formicarium.server.store.entries import Act, ListedSeat, Result, Snapshot, Write

# These change nothing about seats.
MOVES = (Kind.PLAYED, Kind.UNDONE, Kind.HINTED, *ABOUT_REQUESTS)

log = logging.getLogger("formicarium.server")


def write_of(
    table: Table,
    events: Sequence[Event],
    uses: str = "",
    tokens: dict[int, str] | None = None,
    is_told: bool = True,
    address: str = "",
    act: Act | None = None,
) -> Write:
    """Events with what lists of tables need to know."""
    bots = [number for number, seat in enumerate(table.seats) if seat.sitter == Sitter.BOT]
    return Write(
        table=table.head.id,
        events=tuple(events),
        status=table.status.value,
        is_told=is_told,
        result=result_of(table),
        public=table.head.public,
        locked=table.is_locked,
        host=table.host,
        to_act=_mask(table.to_act),
        bots=_mask(bots),
        deadline=min(table.deadlines().values(), default=None),
        seats=None if all(event.kind in MOVES for event in events) else _listed_seats(table),
        uses=uses,
        tokens=tokens or {},
        address=address if table.status in (Status.WAITING, Status.PLAYING) else "",
        act=act,
    )


def result_of(table: Table) -> Result | None:
    """How a game ended, if it has."""
    if table.status != Status.OVER:
        return None
    return Result(table.state.scores(), [*table.state.winners()])


def _listed_seats(table: Table) -> tuple[ListedSeat, ...]:
    return tuple(ListedSeat(seat.sitter.value, seat.person, seat.level) for seat in table.seats)


def _mask(seats: Sequence[int]) -> int:
    return sum(1 << seat for seat in seats)


def snapshot_of(table: Table) -> Snapshot | None:
    """What saves replaying a table; None while something can be taken back."""
    memory = table.memory()
    if memory is None:
        return None
    rules = edition(table.game.book.package)
    return Snapshot(memory.number, rules, msgspec.msgpack.encode(memory))


@functools.cache
def edition(package: str) -> str:
    """The sources that a memory depends on, by a short name."""
    return digest_of("formicarium.core", "formicarium.server", package)


def memory_in(snapshot: Snapshot | None, game: Game) -> Memory | None:
    """What a snapshot holds, if these very rules made it."""
    if snapshot is None or snapshot.rules != edition(game.book.package):
        return None
    try:
        memory = msgspec.msgpack.decode(snapshot.state, type=Memory)
    except msgspec.MsgspecError:
        log.warning("a snapshot is damaged; the game is replayed instead")
        return None
    return memory if len(memory.state) == game.book.state_layout.itemsize else None
