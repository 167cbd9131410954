"""Who is at which table, in all processes, and until when others were there.

A process keeps in the store until when somebody who looks at a table is there for sure: when she
comes, and once in a minute as long as she looks. So any process knows who is away, after a restart
as well; what was kept last may promise too much by as long as it lasts.
"""

from collections.abc import Collection
from typing import TYPE_CHECKING

from formicarium.server.domain.seating import Seen
from formicarium.server.domain.seats import Status
from formicarium.server.domain.table import Table
from formicarium.server.house.fanout import Alone, News
from formicarium.server.house.live import LiveTable
from formicarium.server.store.entries import Sighting

if TYPE_CHECKING:
    from formicarium.server.house.house import House

KIND = "people"  # of the news that somebody has come to a table
BEAT = 60.0  # seconds after which it is kept again that somebody looks
LASTS = 90.0  # seconds for which that is believed
APART = 300.0  # seconds by which the clocks of processes may differ


class Presence:
    """Those who look at tables, as far as others wait for them."""

    def __init__(self, house: "House") -> None:
        self.house = house
        self.beaten = 0.0  # when all who look were last kept

    def follow(self, live: LiveTable, seen: dict[int, float]) -> None:
        """Hear of all who come to a table, and go; when others were there, the store has told."""
        live.seen = self._believed(seen)
        if not isinstance(self.house.fanout, Alone):
            live.hear_of(live.seen.copy(), self.house.now())
        self._set_back(live)
        live.on_coming, live.on_going = self._come, self._go

    async def seen(self, live: LiveTable) -> Seen:
        """When people were last at a table: those who look at it, now."""
        await self._refresh([live.table.head.id])
        self._set_back(live)
        now = self.house.now()
        return live.seen | dict.fromkeys(live.here, now)

    async def beat(self, now: float) -> None:
        """Once in a minute, keep who looks at tables here, and read who does elsewhere."""
        if abs(now - self.beaten) < BEAT:
            return
        self.beaten = now
        lives = [*self.house.tables.values()]
        for live in lives:
            self._set_back(live)
        await self._keep(
            [(live, person) for live in lives for person in live.here if _matters(live, person)]
        )
        await self._refresh([live.table.head.id for live in lives if is_shared(live.table)])

    def hear(self, news: News) -> None:
        """Somebody has come to a table at another process."""
        if news.table in self.house.tables:
            self.house.aside(self._refresh([news.table]))

    def _come(self, live: LiveTable, person: int) -> None:
        is_kept = live.kept.get(person, 0.0) >= self.house.now() + LASTS - BEAT
        if _matters(live, person) and not is_kept:
            self.house.aside(self._welcome(live, person))

    def _go(self, live: LiveTable, person: int) -> None:
        live.see(person, self.house.now())

    async def _welcome(self, live: LiveTable, person: int) -> None:
        await self._keep([(live, person)])
        await self.house.fanout.tell(News(live.table.head.id, KIND))

    async def _keep(self, found: Collection[tuple[LiveTable, int]]) -> None:
        until = self.house.now() + LASTS
        for live, person in found:
            live.kept[person] = until
        await self.house.store.keep_sightings(
            [Sighting(live.table.head.id, person, until) for live, person in found]
        )

    async def _refresh(self, tables: Collection[str]) -> None:
        """Read who looks at tables elsewhere."""
        if isinstance(self.house.fanout, Alone) or not tables:
            return
        found, now = await self.house.store.sightings([*tables]), self.house.now()
        for name in tables:
            live = self.house.tables.get(name)
            if live is not None:
                seen = {one.person: one.until for one in found if one.table == name}
                live.hear_of(self._believed(seen), now)

    def _believed(self, seen: dict[int, float]) -> dict[int, float]:
        """Until when people were there; what a clock has kept that was wrong tells nothing."""
        latest = self._latest()
        return {person: until for person, until in seen.items() if until <= latest}

    def _set_back(self, live: LiveTable) -> None:
        """If the clock was ahead, what it has told counts as now, and so it does later on."""
        table = live.table
        found = [
            Sighting(table.head.id, one, table.signs[one])
            for one in live.set_back(self.house.now(), self._latest())
            if _matters(live, one)
        ]
        if found:
            self.house.aside(self.house.store.keep_sightings(found))

    def _latest(self) -> float:
        """Until when somebody may be there, as far as anybody can know now."""
        return self.house.now() + LASTS + APART


def _matters(live: LiveTable, person: int) -> bool:
    """Whether others may wait for somebody: who plays alone is waited for by nobody."""
    table = live.table
    return table.status != Status.OVER and table.belongs_to(person) and is_shared(table)


def is_shared(table: Table) -> bool:
    """Whether a table belongs to two people or more."""
    return len({table.host, *(seat.person for seat in table.seats if seat.person)}) > 1
