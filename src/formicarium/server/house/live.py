"""A table that lies in memory, and those who look at it."""

import asyncio
from collections.abc import Callable, Set

from formicarium.server.domain.people import Names
from formicarium.server.domain.projection import Projection
from formicarium.server.domain.table import Table

Hook = Callable[["LiveTable", int], None]  # something about a table and a person
NONE: Set[int] = frozenset()  # people: nearly always, and it takes no room at each table


class Listener:
    """Somebody who looks at a table all the time."""

    def __init__(self, person: int, session: str = "") -> None:
        self.person = person
        self.session = session  # by which she came, or the token of a seat, as a hash
        self.changed = asyncio.Event()
        self.lines = 0  # of the chat that have been sent
        self.turns = 0  # how often it became, or was no more, her turn at other tables
        self.is_dismissed = False  # the house is closing
        self.is_expelled = False  # her session is ended
        self.farewell = ""  # why else she is sent away, if she is


class LiveTable:
    """A table that lies in memory."""

    def __init__(
        self, table: Table, names: Names, now: float, remembered: int, address: str = ""
    ) -> None:
        self.table = table
        self.names = dict(names)  # of everybody who has ever sat here
        self.address = address  # of whoever made it, while that is known
        self.lock = asyncio.Lock()
        self.shown = Projection(table, self.names)
        self.listeners: set[Listener] = set()
        self.remembered = remembered  # the event of the last snapshot
        self.used = now
        self.talk = 0  # lines that were said while it lay here
        self.seen: dict[int, float] = {}  # when people were last here, or will have been,
        self.kept: dict[int, float] = {}  # and what is kept of it by this process
        self.elsewhere: Set[int] = NONE  # who looks at it at another process
        # Hooks hold no table, or one that is forgotten would stay until garbage is looked for
        self.on_coming: Hook = lambda live, person: None  # somebody comes who was away
        self.on_going: Hook = lambda live, person: None  # or goes
        self.comings = 0  # of people who sit here, and goings, and new names
        self.is_gone = False
        self.waits: float | None = None  # about how many seconds its bots wait for their turn
        self.on_look: Callable[[], None] = lambda: None  # somebody comes where nobody looked

    @property
    def is_settled(self) -> bool:
        """Whether all that happened is stored, and may be shown."""
        return not (self.is_gone or self.lock.locked())

    def change(self) -> None:
        """What was shown is old; wake all who look."""
        self.shown = Projection(self.table, self.names, self.online, self.seen)
        self.wake()

    def add_listener(self, listener: Listener) -> None:
        """Somebody begins to look."""
        was_here, was_watched = listener.person in self.here, bool(self.listeners)
        self.listeners.add(listener)
        if not was_watched:
            self.on_look()
        if not was_here:
            self.on_coming(self, listener.person)
            self._announce(listener.person)

    def remove_listener(self, listener: Listener) -> None:
        """Somebody looks no more."""
        self.listeners.discard(listener)
        if listener.person not in self.here:
            self.on_going(self, listener.person)
            self._announce(listener.person)

    def set_back(self, now: float, latest: float) -> set[int]:
        """Times that lie ahead were told by a clock that was wrong; of whom there were any.

        Those of sightings may lie ahead a little.
        """
        for times in (self.seen, self.kept):
            times |= {person: now for person, until in times.items() if until > latest}
        ahead = self.table.set_back(now, self.seen)
        if ahead:
            self.stir()
        return ahead

    def see(self, person: int, at: float) -> None:
        """Somebody was here at that time."""
        self.seen[person] = max(at, self.seen.get(person, 0.0))

    def hear_of(self, seen: dict[int, float], now: float) -> None:
        """Until when people are here as far as all processes know."""
        before = self.online
        others = {one: until for one, until in seen.items() if until > self.kept.get(one, 0.0)}
        self.elsewhere = {person for person, until in others.items() if until > now} or NONE
        for person, until in seen.items():
            self.see(person, until)
        if self.online != before:
            self.stir()

    def _announce(self, person: int) -> None:
        """Let all see whether somebody who sits here is at the table."""
        if any(seat.person == person for seat in self.table.seats):
            self.stir()

    def rename(self, names: Names) -> None:
        """People are called otherwise; everybody sees that at once, and in what was said before."""
        self.names |= names
        self.stir()
        self.retell()

    def stir(self) -> None:
        """Something has changed that is no event."""
        self.comings += 1
        self.change()

    def hear_talk(self) -> None:
        """Something was said; wake all who look."""
        self.talk += 1
        self.wake()

    def retell(self) -> None:
        """What was said is told anew, since it has changed."""
        for listener in self.listeners:
            listener.lines = 0
        self.hear_talk()

    def wait(self, seconds: float | None) -> None:
        """Bots wait for their turn to think, or do so no more; whoever looks is told."""
        if seconds != self.waits:
            self.waits = seconds
            self.wake()

    def wake(self) -> None:
        for listener in self.listeners:
            listener.changed.set()

    @property
    def here(self) -> set[int]:
        """Who looks at the table through this process."""
        return {listener.person for listener in self.listeners}

    @property
    def online(self) -> Set[int]:
        """Who looks at the table now."""
        return self.here | self.elsewhere or NONE
