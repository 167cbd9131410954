"""Tables as the store keeps them: what a change writes, and snapshots that save replaying."""

import functools
import logging
from collections.abc import Sequence

import msgspec

from formicarium.core.compiled import digest_of
from formicarium.core.game import Game
from formicarium.server.domain.events import Event, Kind
from formicarium.server.domain.fold import ABOUT_REQUESTS, Memory
from formicarium.server.domain.seats import Seat, Sitter, Status
from formicarium.server.domain.table import Table
from formicarium.server.store.entries import (
    BOTS,
    PEOPLE,
    Act,
    Ending,
    ListedSeat,
    Placed,
    Result,
    Snapshot,
    Write,
)
from formicarium.server.store.notices import NewNotice

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
    notices: tuple[NewNotice, ...] = (),
) -> Write:
    """Events with what lists of tables need to know."""
    bots = [number for number, seat in enumerate(table.seats) if seat.sitter == Sitter.BOT]
    return Write(
        table=table.head.id,
        events=tuple(events),
        status=table.status.value,
        is_told=is_told,
        result=result_of(table),
        ending=ending_of(table),
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
        notices=notices,
    )


def result_of(table: Table) -> Result | None:
    """How a game ended, if it has."""
    if table.status != Status.OVER:
        return None
    return Result(table.state.scores(), [*table.state.winners()])


def ending_of(table: Table) -> Ending | None:
    """What is kept of a game to be read without it, if it is over."""
    if table.status != Status.OVER:
        return None
    scores, places = table.state.scores(), table.state.ranks()
    return Ending(
        game=table.head.game,
        fresh=table.head.position is None,
        measure=_measure(table),
        seats=tuple(
            Placed(seat.person, seat.level, points, place, _has_left(seat))
            for seat, points, place in zip(table.seats, scores, places, strict=True)
        ),
    )


def _measure(table: Table) -> str:
    """By what a game measures those who have played it, if at all.

    By people where it is rated; by bots where one person has played alone among them from the
    beginning to the end. The bots of a day think less than others of their level.
    """
    head = table.head
    if head.rated:
        return PEOPLE
    if head.daily or head.position is not None or table.game.players == 1:
        return ""
    sat = [seat for seat in table.seats if seat.sitters or seat.person]
    is_alone = len(sat) == 1 and sat[0].sitters == {sat[0].person} and not _has_left(sat[0])
    return BOTS if is_alone else ""


def _has_left(seat: Seat) -> bool:
    """Whether somebody let a bot play for her."""
    return bool(seat.person) and (seat.has_left or seat.sitter != Sitter.PERSON)


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
