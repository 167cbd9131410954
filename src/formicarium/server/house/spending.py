"""What people and addresses use of a house, in all its processes.

Every process counts for itself, and tells the others now and then what was spent at it since, and
how many sockets it has, and tables at which bots play alone. What is heard is added to one's own;
what is lost on the way makes the count less exact, and nothing else.
"""

import asyncio
import logging
import time
from collections.abc import Callable, Iterator
from heapq import nlargest

import msgspec

from formicarium.server.house.fanout import Alone, Fanout, News
from formicarium.server.house.tasks import end
from formicarium.server.limits import (
    Counted,
    Crowd,
    Elsewhere,
    Limits,
    Who,
    rates_of,
    rates_of_address,
)
from formicarium.server.settings import Settings

KIND = "spent"  # of the news
ROUND = 0.5  # seconds between two of them
SILENT = 5.0  # seconds after which a process that says nothing is gone
PIECE = 80  # people or addresses in one of them: PostgreSQL takes 8,000 bytes
PIECES = 20  # at most in a round, with those who spent most

log = logging.getLogger("formicarium.server")


class Spent(msgspec.Struct, omit_defaults=True):
    """What one process tells the others."""

    people: list[tuple[Counted, Who, float]] = []
    addresses: list[tuple[Counted, Who, float]] = []
    crowds: dict[str, tuple[int, dict[str, int]]] = {}  # all, and of the addresses with most


class Spending:
    """Who has used how much."""

    def __init__(
        self,
        settings: Settings,
        fanout: Fanout | None = None,
        clock: Callable[[], float] = time.time,
    ) -> None:
        self.people = Limits(rates_of(settings))
        self.addresses = Limits(rates_of_address(settings))
        self.sockets = Crowd(
            settings.sockets_per_person, settings.sockets_per_address, settings.sockets
        )
        self.bot_tables = Crowd(1, settings.bot_tables_per_address)  # at which bots play alone
        self.crowds = {"sockets": self.sockets, "bot_tables": self.bot_tables}
        self.fanout = fanout or Alone()
        self.now = clock
        self._telling: asyncio.Task[None] | None = None

    def think(self, address: str, seconds: float) -> None:
        """A bot, a hint or an analysis has thought for somebody at an address, if it is known."""
        if address:
            self.addresses.spend(Counted.THINKING, address, self.now(), seconds)

    async def start(self) -> None:
        """Tell the others from now on, if there can be any."""
        if not isinstance(self.fanout, Alone):
            await self.tell()
            self._telling = asyncio.create_task(self._tell_for_ever())

    async def stop(self) -> None:
        """Tell no more."""
        await end(self._telling)

    async def _tell_for_ever(self) -> None:
        while True:
            await asyncio.sleep(ROUND)
            await self.tell()

    async def tell(self) -> None:
        """Tell the others what was spent here since the last time, and what there is now."""
        for crowd in self.crowds.values():
            crowd.forget(self.now() - SILENT)
        for part in self._parts():
            await self.fanout.tell(News("", KIND, payload=msgspec.to_builtins(part)))

    def _parts(self) -> Iterator[Spent]:
        for name, crowd in self.crowds.items():
            yield Spent(crowds={name: (crowd.here, crowd.largest(PIECE))})
        for piece in _pieces(self.people):
            yield Spent(people=piece)
        for piece in _pieces(self.addresses):
            yield Spent(addresses=piece)

    def hear(self, news: News) -> None:
        """Another process has spent something."""
        try:
            spent = msgspec.convert(news.payload, Spent)
        except msgspec.ValidationError as error:  # perhaps a worker of another version
            log.warning("what another process has spent is not understood: %s", error)
            return
        now = self.now()
        for name, (together, largest) in spent.crowds.items():
            if name in self.crowds:
                self.crowds[name].hear(news.sender, Elsewhere(now, together, largest))
        for limits, told in ((self.people, spent.people), (self.addresses, spent.addresses)):
            for kind, who, amount in told:
                if kind in limits.rates:
                    limits.hear(kind, who, now, amount)


def _pieces(limits: Limits) -> Iterator[list[tuple[Counted, Who, float]]]:
    """What was spent since the last time; of too much, what weighs most."""
    news = limits.taken_news()
    weighed = nlargest(PIECE * PIECES, news, key=lambda one: one[2] * limits.rates[one[0]].seconds)
    for first in range(0, len(weighed), PIECE):
        yield weighed[first : first + PIECE]
