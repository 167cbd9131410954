"""Who wishes to be told of what: known here, so that a move of all others costs nothing.

Whoever has wished for nothing is in no transaction and no query.
"""

import logging
from collections.abc import Collection, Iterable, Sequence

from formicarium.server.domain.events import Event, Kind
from formicarium.server.domain.seats import Sitter, Status
from formicarium.server.domain.table import Table
from formicarium.server.house.fanout import Fanout, News
from formicarium.server.house.live import Listener
from formicarium.server.store import Store
from formicarium.server.store.notices import NewNotice, NoticeKind

KIND = "wishes"  # of the news that somebody wishes for something else
ROUND = 60.0  # seconds after which it is read again, if news were lost on the way
LOOK = 2.0  # seconds after which it is noted again that somebody looks
BACK = 3600.0  # seconds that clocks of processes may differ by
NOBODY: frozenset[int] = frozenset()

log = logging.getLogger("formicarium.server")


class AtThePage:
    """Who has a table open: they are told at once where else it is their turn."""

    def __init__(self) -> None:
        self._listeners: dict[int, dict[Listener, str]] = {}

    def come(self, listener: Listener, table: str) -> None:
        """Somebody opens a table."""
        if listener.person:
            self._listeners.setdefault(listener.person, {})[listener] = table

    def go(self, listener: Listener) -> None:
        """Somebody closes it."""
        hers = self._listeners.get(listener.person, {})
        hers.pop(listener, None)
        if not hers:
            self._listeners.pop(listener.person, None)

    def stir(self, people: Iterable[int], table: str) -> None:
        """At a table it is others' turn now; who looks at that table sees it there."""
        for person in people:
            for listener, looks_at in self._listeners.get(person, {}).items():
                if looks_at != table:
                    listener.turns += 1
                    listener.changed.set()


class Wishers:
    """People who wish for something, as far as this process knows."""

    def __init__(self, store: Store, fanout: Fanout, grace: float) -> None:
        self.store = store
        self.fanout = fanout
        self.grace = grace  # seconds in which somebody may come by herself
        self.known: dict[int, frozenset[NoticeKind]] = {}
        self.seen: dict[int, float] = {}  # when it was last noted that they look at the page
        self._read = 0.0  # when that was last done

    async def open(self) -> None:
        """Know all of them."""
        await self._learn(0.0)

    async def look(self, now: float) -> None:
        """Now and then, read what others have changed."""
        if abs(now - self._read) >= ROUND:
            await self._learn(now - BACK)
            self._read = now

    async def change(self) -> None:
        """Somebody wishes for something else: know it here and elsewhere."""
        await self.hear()
        await self.fanout.tell(News("", KIND))

    async def hear(self) -> None:
        """Somebody wishes for something else."""
        await self._learn(self.store.clock() - BACK)

    async def _learn(self, since: float) -> None:
        for person, kinds in (await self.store.wishers(since)).items():
            if kinds:
                self.known[person] = kinds
            else:
                self.known.pop(person, None)

    async def see(self, person: int, now: float, language: str) -> None:
        """Somebody looks at the page; of who wishes for nothing, nothing is noted."""
        if person in self.known and abs(now - self.seen.get(person, 0.0)) >= LOOK:
            self.seen[person] = now
            await self.store.look(person, now, language)

    def notices(
        self,
        table: Table,
        events: Sequence[Event],
        before: frozenset[int],
        now: frozenset[int],
        *,
        here: Collection[int] | None = None,
    ) -> tuple[NewNotice, ...]:
        """What of events people are to be told; `before` and `now`: those who must decide.

        Not who is here: if nothing else is said, those by whom the events are.
        """
        if not self.known:
            return ()
        at, by = events[-1].at, {event.by for event in events} if here is None else here
        found: set[tuple[int, NoticeKind]] = set()
        if table.is_among_people:
            found |= {(person, "turn") for person in now - before}
            if table.status == Status.OVER:
                found |= {(seat.person, "over") for seat in table.seats if not seat.is_resigned}
        found |= {(event.person, "invitation") for event in events if event.kind == Kind.KEPT}
        return tuple(
            NewNotice(person, kind, at, at + self.grace)
            for person, kind in found
            if person not in by and kind in self.known.get(person, ())
        )


def deciding(table: Table) -> frozenset[int]:
    """The people who must decide at a table."""
    people = [
        table.seats[seat].person
        for seat in table.to_act
        if table.seats[seat].sitter == Sitter.PERSON
    ]
    return frozenset(people) if people else NOBODY
