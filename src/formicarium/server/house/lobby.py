"""The tables with a free seat, as all see them move who look at the first page.

A process reads the list once for all who look there, a second after something has changed at most,
and tells the other processes that it has.
"""

import asyncio
from collections.abc import Collection, Sequence

import msgspec

from formicarium.server.domain.events import Event
from formicarium.server.domain.people import NOBODY
from formicarium.server.domain.table import Table
from formicarium.server.house.fanout import Fanout, News
from formicarium.server.house.live import Listener
from formicarium.server.house.tasks import end, go_round
from formicarium.server.house.writes import MOVES
from formicarium.server.store import Store
from formicarium.server.store.entries import Summary

CHANGED, PAIRED, APART = "lobby", "paired", "apart"  # kinds of news
PAUSE = 1.0  # seconds between two looks at the list

Told = list[tuple[Summary, msgspec.Raw]]  # tables, and what everybody is told of each


class Guest(Listener):
    """Somebody who looks at the lobby."""

    def __init__(self, person: int, session: str = "") -> None:
        super().__init__(person, session)
        self.table = ""  # where she has been seated
        self.apart: set[int] | None = None  # whom she is not to meet, once it was looked up


class Lobby:
    """What those see who look for a table."""

    def __init__(self, store: Store, fanout: Fanout) -> None:
        self.store = store
        self.fanout = fanout
        self.guests: set[Guest] = set()
        self.open: Sequence[Summary] = ()
        self.looks = 0  # how often the list was read,
        self.told: tuple[int, Told] | None = None  # and the list then, with JSON
        self._is_old = True  # here,
        self._is_news = False  # and by what has happened in this process
        self._rounds: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Look at the list from now on, as long as anybody does."""
        self._rounds = asyncio.create_task(go_round(self._round, PAUSE, "the lobby was not read"))

    async def stop(self) -> None:
        """Look no more."""
        await end(self._rounds)

    def come(self, guest: Guest) -> None:
        """Somebody begins to look."""
        if not self.guests:
            self._is_old = True
        self.guests.add(guest)
        guest.changed.set()

    def go(self, guest: Guest) -> None:
        """Somebody looks no more."""
        self.guests.discard(guest)

    def note(self, table: Table, events: Sequence[Event]) -> None:
        """Something has happened at a table; perhaps it is in the list now, or no more."""
        if table.head.public and (not events or any(one.kind not in MOVES for one in events)):
            self._is_old = self._is_news = True

    def part(self, people: Collection[int]) -> None:
        """People have decided anew whom they want to meet."""
        for guest in self.guests:
            if guest.person in people:
                guest.apart = None
                guest.changed.set()

    def hear(self, news: News) -> None:
        """Another process has changed the list, or paired people."""
        if news.kind == CHANGED:
            self._is_old = True
        elif news.kind == APART and isinstance(news.payload, list):
            self.part(news.payload)
        elif isinstance(news.payload, dict):
            self._tell_paired(news.payload.get("people") or (), str(news.payload.get("table")))

    async def parted(self, people: Sequence[int]) -> None:
        """The same, told to the other processes as well."""
        self.part(people)
        await self.fanout.tell(News("", APART, payload=[*people]))

    async def paired(self, people: Sequence[int], table: str) -> None:
        """People have been seated at a table: tell those who look, here and elsewhere."""
        self._tell_paired(people, table)
        payload = {"people": [*people], "table": table}
        await self.fanout.tell(News("", PAIRED, payload=payload))

    def _tell_paired(self, people: Sequence[int], table: str) -> None:
        for guest in self.guests:
            if guest.person != NOBODY and guest.person in people:
                guest.table = table
                guest.changed.set()

    async def _round(self) -> None:
        if self._is_news:
            self._is_news = False
            await self.fanout.tell(News("", CHANGED))
        if self._is_old and self.guests:
            await self._look()

    async def _look(self) -> None:
        self._is_old = False
        try:
            self.open = await self.store.summaries("open", NOBODY)
        except BaseException:  # look again in a moment
            self._is_old = True
            raise
        self.looks += 1
        for guest in self.guests:
            guest.changed.set()
