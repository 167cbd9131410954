"""A table: the sum of its events, and which commands it accepts.

Nothing here knows a clock, a network or a database. A command is checked and becomes an event;
`apply`, which a table has from `Fold`, adds it. Commands about seats are in `seating`.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from formicarium.core.errors import IllegalAction
from formicarium.core.game import Game
from formicarium.server.domain.clocks import has_time_again
from formicarium.server.domain.events import Event, Head, Kind
from formicarium.server.domain.fold import OF_A_GAME, Memory
from formicarium.server.domain.seating import SUBSTITUTE, Seating
from formicarium.server.domain.seats import Conflict, Refused, Sitter

# The game itself, what it may have to wait for, and its end
GOES_ON = (Kind.STARTED, Kind.PLAYED, Kind.RESIGNED, Kind.EXPIRED, Kind.REPLACED, Kind.CLOSED)
# All that can happen in the game of a day: it is one try, and nobody else has to do with it
DAILY = (Kind.PLAYED, Kind.RESIGNED, Kind.CLOSED)
GOING = (Kind.SENT_AWAY, Kind.WITHDRAWN)  # as often as people have come
MOST_DOINGS = 200  # of one person at a table, beside the game: no real one has nearly so many


@dataclass(slots=True)
class Table(Seating):
    """One game with its seats, and what may happen there next."""

    # --- Commands: each is checked, and becomes an event ------------------------------------------

    def start(self, person: int, at: float, key: str, level: str = "") -> Event:
        """The host begins the game; bots of a level, if she names one, take the open seats."""
        self._require_host(person)
        if self.is_started:
            raise Refused("started", "the game has already begun")
        if level:
            self.unless_rated()
        if not level and any(seat.sitter == Sitter.OPEN for seat in self.seats):
            raise Refused("open_seats", "there are open seats; wait for people, or seat bots there")
        return self._event(Kind.STARTED, at, by=person, key=key, level=level)

    def play(
        self, seat: int, action: int | str, version: int, person: int, at: float, key: str
    ) -> Event:
        """A seat decides."""
        self._require_turn(seat, version, person)
        return self._event(Kind.PLAYED, at, seat, by=person, key=key, code=self._code(seat, action))

    def undo(self, seat: int, version: int, person: int, at: float, key: str) -> Event:
        """A seat takes its last decision back."""
        self._require_owner(seat, person)
        self._require_running()
        self._unless_daily()
        self._require_version(seat, version)
        if not self.can_undo(seat):
            raise Refused(
                "no_undo",
                "this cannot be taken back: something was revealed, or others have decided since",
            )
        if not has_time_again(self.head.clock, self.seats[seat], seat in self.to_act, at):
            raise Refused("no_time", "there is no time left to decide that again")
        return self._event(Kind.UNDONE, at, seat, by=person, key=key)

    def resign(self, seat: int, person: int, at: float, key: str) -> Event:
        """A person gives up; a bot plays on for her."""
        self._require_owner(seat, person)
        self._require_running()
        return self._event(Kind.RESIGNED, at, seat, by=person, key=key, level=SUBSTITUTE)

    def lock(self, locked: bool, person: int, at: float, key: str) -> Event:
        """The host lets nobody else in, or everybody again."""
        self._require_host(person)
        if locked == self.is_locked:
            raise Refused("no_change", f"this table is {'locked' if locked else 'open'} already")
        return self._event(Kind.LOCKED if locked else Kind.UNLOCKED, at, by=person, key=key)

    # --- What the house does by itself ------------------------------------------------------------

    def bot_play(self, seat: int, code: int, version: int, at: float, key: str) -> Event:
        """A bot decides."""
        if self.seats[seat].sitter != Sitter.BOT or seat not in self.to_act:
            raise Conflict("the table has changed while the bot was thinking")
        self._require_version(seat, version)
        return self._event(Kind.PLAYED, at, seat, key=key, code=self._code(seat, code))

    def expire(self, seat: int, at: float, key: str) -> Event:
        """A person's time is over: a bot takes her seat until she comes back, or others may say so.

        At a table where that means that she gives up, she has.
        """
        self._require_late(seat, at)
        then = self.head.clock.then if self.head.clock else "bot"
        kind = Kind.RESIGNED if then == "resign" else Kind.EXPIRED
        level = "" if then == "nothing" else SUBSTITUTE
        return self._event(kind, at, seat, key=key, level=level)

    def pass_for(self, seat: int, code: int, version: int, at: float, key: str) -> Event:
        """A person's time is over: this one decision is taken for her."""
        self._require_late(seat, at)
        self._require_version(seat, version)
        return self._event(Kind.PLAYED, at, seat, key=key, code=self._code(seat, code))

    # --- Checks -----------------------------------------------------------------------------------

    def check_length(self, event: Event, most: int) -> None:
        """Where very much has happened, no more than the game itself can: it comes to its end.

        The host goes on to decide who sits there. Nobody has more than her share: one who comes
        and goes all the time does not keep the others out.
        """
        if event.kind in (*GOES_ON, *GOING) or self._frees_or_fills(event):
            return
        is_beside = event.kind not in OF_A_GAME
        if is_beside and self.doings[event.by] >= MOST_DOINGS:
            raise Refused("long_table", "you have done so much at this table that you can but play")
        if self.number >= most and not (is_beside and event.by == self.host):
            raise Refused(
                "long_table",
                "so much has happened at this table that only the game itself goes on; play it to"
                " its end, or resign",
            )

    def _frees_or_fills(self, event: Event) -> bool:
        """Whether somebody gets up before the game, or takes a seat that is missing in it."""
        if not self.is_started:
            return event.kind == Kind.LEFT
        place = None if event.seat is None else self.seats[event.seat]
        return event.kind == Kind.SEATED and place is not None and place.sitter == Sitter.OPEN

    def check_daily(self, event: Event) -> None:
        """Nothing but playing, or giving up, happens in the game of a day."""
        if event.kind not in DAILY:
            self._unless_daily()

    def _unless_daily(self) -> None:
        if self.head.daily:
            raise Refused(
                "daily",
                "the game of the day is one try: nothing is taken back, nobody else comes, and no"
                " bot takes over",
            )

    def _require_version(self, seat: int, version: int) -> None:
        if version > self.versions[seat] or version < self.concerns[seat]:
            raise Conflict(
                f"the table has changed: it is at version {self.versions[seat]}, not {version}"
            )

    def _require_turn(self, seat: int, version: int, person: int) -> None:
        self._require_owner(seat, person)
        self._require_running()
        self._require_version(seat, version)
        if seat not in self.to_act:
            raise Refused("not_your_turn", "others have to decide now")

    def _require_late(self, seat: int, at: float) -> None:
        deadline = self.deadlines().get(seat)
        if deadline is None or deadline > at:
            raise Conflict("the clock of that seat has not run out")

    def _code(self, seat: int, action: int | str) -> int:
        """The code of a legal action; `IllegalAction` says which rule forbids another."""
        code = self.state.code_of(action)
        if code is None or code not in self.codes(seat):
            self.state.copy().play(seat, action)
            raise IllegalAction(f"{action!r} is not legal now")
        return code


def folded(
    head: Head,
    game: Game,
    events: Sequence[Event],
    memory: "Memory | None" = None,
    pace: Callable[[Sequence[Event]], Iterable[Event]] = iter,
) -> Table:
    """The table that events have made, quicker from a memory of what the first of them made."""
    table = Table(head, game)
    first = 0 if memory is None else memory.number
    if memory is not None:
        table.remember(memory, events[:first])
    for event in pace(events[first:]):
        table.apply(event)
    return table
