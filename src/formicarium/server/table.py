"""A table: the sum of its events, and which commands it accepts.

Nothing here knows a clock, a network or a database. A command is checked and becomes an event;
`apply` adds an event to the table, and says who is told what.
"""

from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

import msgspec
import numpy as np

from formicarium.core.errors import FormicariumError, IllegalAction
from formicarium.core.game import Game
from formicarium.core.record import Record
from formicarium.core.state import State
from formicarium.server.events import Event, Head, Kind

RECENT = 8  # notices that are kept at hand; older ones are found by replaying the events
SUBSTITUTE = "normal"  # the bot that plays on for somebody who is gone


class Refused(FormicariumError):
    """A command that the table does not accept: `error` names the reason for programs."""

    def __init__(self, error: str, message: str) -> None:
        super().__init__(message)
        self.error = error


class Conflict(Refused):
    """A command about a table that has changed since."""

    def __init__(self, message: str) -> None:
        super().__init__("conflict", message)


class Status(StrEnum):
    """How far a table is."""

    WAITING = "waiting"
    PLAYING = "playing"
    OVER = "over"


class Sitter(StrEnum):
    """Who sits on a seat."""

    OPEN = "open"
    PERSON = "person"
    BOT = "bot"


@dataclass(slots=True)
class Seat:
    """A place at the table."""

    sitter: Sitter = Sitter.OPEN
    person: str = ""  # whose seat it is; with a bot or nobody on it, who may come (back)
    name: str = ""
    level: str = ""  # of the bot
    began: float = 0.0  # when it last had to decide anew
    used: float = 0.0  # seconds that it has thought in this game
    is_resigned: bool = False  # its person does not come back
    sitters: set[str] = field(default_factory=set)  # everybody who has played it

    def awaits(self, person: str) -> bool:
        """Whether a bot plays until that person comes back, or the seat is kept for her."""
        is_hers = bool(person) and self.person == person and not self.is_resigned
        return is_hers and self.sitter != Sitter.PERSON

    @property
    def is_kept(self) -> bool:
        """Whether nobody sits here, and one person alone may."""
        return self.sitter == Sitter.OPEN and bool(self.person)


class Notice(msgspec.Struct, frozen=True):
    """Something that viewers are told, each at a version of its own."""

    event: Event
    versions: dict[int, int]  # viewer -> its version; who is not here is not told
    code: int | None = None  # of an action, if all of these viewers may know it
    before: State | None = None  # what the action was played in
    is_decided: bool = False  # no more than that the seat has now decided
    said: dict[str, str] = {}  # in each language, once somebody asked

    def words(self, language: str) -> str:
        """An action as a sentence; without a language, in notation."""
        if self.before is None or self.code is None or self.event.seat is None:
            return ""
        if language not in self.said:
            action = self.before.action(self.event.seat, self.code)
            self.said[language] = action.describe(language) if language else action.text
        return self.said[language]


class Memory(msgspec.Struct, frozen=True):
    """A table as it was after an event: secret, like the state in it."""

    number: int
    versions: list[int]
    concerns: list[int]
    times: list[tuple[float, float]]
    state: bytes


@dataclass(slots=True)
class Table:
    """One game with its seats, as its events have made it."""

    head: Head
    game: Game
    number: int = 0  # of the last event
    seats: list[Seat] = field(default_factory=list)
    is_started: bool = False
    is_locked: bool = False
    versions: list[int] = field(default_factory=list)  # of the seats, and of spectators at the end
    concerns: list[int] = field(default_factory=list)  # the version since which a seat's choice is
    keys: dict[str, int] = field(default_factory=dict)  # requests so far, and their answers
    seats_by_key: dict[str, int] = field(default_factory=dict)  # which requests took which seats
    unseen: list[Notice] = field(default_factory=list)  # decided, and not yet known to others
    recent: deque[Notice] = field(default_factory=lambda: deque(maxlen=RECENT))
    record: Record = field(init=False)
    # What follows from where the game stands, and is asked for many times at each decision:
    status: Status = field(init=False, default=Status.WAITING)
    to_act: tuple[int, ...] = field(init=False, default=())  # the seats that must decide now
    # What the one of them can decide that was asked about last: a seat, and its codes.
    _codes: tuple[int, tuple[int, ...]] | None = field(
        init=False, default=None, repr=False, compare=False
    )

    def __post_init__(self) -> None:
        self.record = Record(self.game, self.head.seed, self.head.position)
        self.seats = [Seat() for _ in range(self.game.players)]
        self.versions = [0] * (self.game.players + 1)
        self.concerns = [0] * self.game.players

    # --- What it is like --------------------------------------------------------------------------

    @property
    def state(self) -> State:
        """Where the game stands: a secret."""
        return self.record.state

    @property
    def spectator(self) -> int:
        """Where the version of spectators stands."""
        return self.game.players

    def seats_of(self, person: str) -> list[int]:
        """The seats that somebody plays now."""
        return [
            number
            for number, seat in enumerate(self.seats)
            if seat.sitter == Sitter.PERSON and seat.person == person
        ]

    def belongs_to(self, person: str) -> bool:
        """Whether somebody is host here, or has a seat."""
        return person == self.head.host or any(seat.person == person for seat in self.seats)

    def has_seen_cards(self, person: str, seat: int) -> bool:
        """Whether somebody plays another seat, or has, but never this one."""
        if person in self.seats[seat].sitters:
            return False
        return any(person in other.sitters for other in self.seats)

    def bots_to_act(self) -> list[tuple[int, str]]:
        """The seats at which a bot must decide now, and which."""
        return [
            (seat, self.seats[seat].level)
            for seat in self.to_act
            if self.seats[seat].sitter == Sitter.BOT
        ]

    def codes(self, seat: int) -> tuple[int, ...]:
        """What a seat can decide now."""
        if self._codes is None or self._codes[0] != seat:
            self._codes = seat, tuple(self.state.codes(seat))
        return self._codes[1]

    def can_undo(self, seat: int) -> bool:
        """Whether a seat may take its last decision back."""
        return self.status == Status.PLAYING and self.record.can_undo(seat)

    def deadlines(self) -> dict[int, float]:
        """When the time of each person who must decide is over, if there is a clock."""
        clock = self.head.clock
        if clock is None:
            return {}
        return {
            number: seat.began + clock.seconds - (seat.used if clock.per == "game" else 0.0)
            for number, seat in enumerate(self.seats)
            if number in self.to_act and seat.sitter == Sitter.PERSON
        }

    def notices(self, viewer: int, since: int) -> list[Notice] | None:
        """What a viewer was told after a version; None if that is too long ago."""
        missing = self.versions[viewer] - since
        told: list[Notice] = []
        for notice in reversed(self.recent):
            if len(told) >= missing:
                break
            if viewer in notice.versions:
                told.append(notice)
        return told[::-1] if len(told) >= missing else None

    # --- Commands: each is checked, and becomes an event ------------------------------------------

    def sit(self, seat: int, person: str, name: str, at: float, key: str) -> Event:
        """A person takes an open seat, or comes back to her own."""
        place = self.seats[self._checked(seat)]
        if place.sitter != Sitter.OPEN and not place.awaits(person):
            raise Refused("seat_taken", f"seat {seat + 1} is taken")
        if place.is_kept and not place.awaits(person):
            raise Refused("seat_taken", f"seat {seat + 1} is kept for {place.name}")
        if self.is_started and not place.awaits(person) and self.has_seen_cards(person, seat):
            raise Refused("another_seat", "who plays a game has seen too much for another seat")
        if self.is_locked and not self.belongs_to(person):
            raise Refused("locked", "the host has locked this table")
        self._unless_over()
        return self._event(Kind.SEATED, at, seat, by=person, key=key, person=person, name=name)

    def seat_bot(self, seat: int, level: str, person: str, at: float, key: str) -> Event:
        """A bot takes an open seat, by the host's wish, or a person's own, by hers."""
        place = self.seats[self._checked(seat)]
        self._unless_over()
        if place.sitter == Sitter.PERSON:
            self._require_owner(seat, person)
        elif self.is_started and place.sitter == Sitter.BOT:
            raise Refused("seat_taken", f"seat {seat + 1} is taken")
        else:
            self._require_host(person)
        kept = place.person if place.sitter == Sitter.PERSON else ""
        name = place.name if kept else ""
        return self._event(
            Kind.SEATED, at, seat, by=person, key=key, person=kept, name=name, level=level
        )

    def leave(self, seat: int, person: str, at: float, key: str) -> Event:
        """A person gets up or declines, or the host sends a bot away; the seat is open again."""
        place = self.seats[self._checked(seat)]
        self._unless_over()
        if place.is_kept:
            if not place.awaits(person):
                self._require_host(person)
        elif place.sitter == Sitter.BOT and not self.is_started:
            self._require_host(person)
        else:
            self._require_owner(seat, person)
        return self._event(Kind.LEFT, at, seat, by=person, key=key)

    def start(self, person: str, at: float, key: str) -> Event:
        """The host begins the game."""
        self._require_host(person)
        if self.is_started:
            raise Refused("started", "the game has already begun")
        if any(seat.sitter == Sitter.OPEN for seat in self.seats):
            raise Refused("open_seats", "there are open seats; wait for people, or seat bots there")
        return self._event(Kind.STARTED, at, by=person, key=key)

    def play(
        self, seat: int, action: int | str, version: int, person: str, at: float, key: str
    ) -> Event:
        """A seat decides."""
        self._require_turn(seat, version, person)
        return self._event(Kind.PLAYED, at, seat, by=person, key=key, code=self._code(seat, action))

    def undo(self, seat: int, version: int, person: str, at: float, key: str) -> Event:
        """A seat takes its last decision back."""
        self._require_owner(seat, person)
        self._require_running()
        self._require_version(seat, version)
        if not self.can_undo(seat):
            raise Refused(
                "no_undo",
                "this cannot be taken back: something was revealed, or others have decided since",
            )
        return self._event(Kind.UNDONE, at, seat, by=person, key=key)

    def resign(self, seat: int, person: str, at: float, key: str) -> Event:
        """A person gives up; a bot plays on for her."""
        self._require_owner(seat, person)
        self._require_running()
        return self._event(Kind.RESIGNED, at, seat, by=person, key=key, level=SUBSTITUTE)

    def lock(self, locked: bool, person: str, at: float, key: str) -> Event:
        """The host lets nobody else in, or everybody again."""
        self._require_host(person)
        return self._event(Kind.LOCKED if locked else Kind.UNLOCKED, at, by=person, key=key)

    # --- What the house does by itself ------------------------------------------------------------

    def keep(self, seat: int, person: str, name: str, at: float) -> Event:
        """A seat is for nobody but one person, until she comes or declines."""
        return self._event(Kind.KEPT, at, seat, person=person, name=name)

    def bot_play(self, seat: int, code: int, version: int, at: float, key: str) -> Event:
        """A bot decides."""
        if self.seats[seat].sitter != Sitter.BOT or seat not in self.to_act:
            raise Conflict("the table has changed while the bot was thinking")
        self._require_version(seat, version)
        return self._event(Kind.PLAYED, at, seat, key=key, code=self._code(seat, code))

    def expire(self, seat: int, at: float, key: str) -> Event:
        """A person's time is over: a bot takes her seat until she comes back."""
        self._require_late(seat, at)
        return self._event(Kind.EXPIRED, at, seat, key=key, level=SUBSTITUTE)

    def pass_for(self, seat: int, code: int, version: int, at: float, key: str) -> Event:
        """A person's time is over: this one decision is taken for her."""
        self._require_late(seat, at)
        self._require_version(seat, version)
        return self._event(Kind.PLAYED, at, seat, key=key, code=self._code(seat, code))

    # --- Events -----------------------------------------------------------------------------------

    def apply(self, event: Event) -> list[Notice]:
        """Add an event that has been checked; what is to be told of it."""
        if event.number != self.number + 1:
            raise Conflict(f"event {event.number} does not follow event {self.number}")
        self.number = event.number
        waiting = set(self.to_act)
        if event.kind == Kind.PLAYED:
            notices = self._played(event)
        elif event.kind == Kind.UNDONE:
            notices = self._undone(event)
        else:
            notices = self._changed(event)
        self._settle()
        self._run_clocks(event, waiting)
        if event.key:
            self.keys[event.key] = event.answer or self.answer_to(event)
        self.recent.extend(notices)
        return notices

    def _settle(self) -> None:
        """Note what follows from where the game stands now."""
        self.to_act = self.state.to_act if self.is_started else ()
        if self.is_started:
            self.status = Status.PLAYING if self.to_act else Status.OVER
        self._codes = None

    def answer_to(self, event: Event) -> int:
        """The version that the one who caused an event sees then."""
        return self.versions[self.spectator if event.seat is None else event.seat]

    def _played(self, event: Event) -> list[Notice]:
        seat, code = _of(event.seat), _of(event.code)
        before = self.state.copy()
        at_once = len(before.to_act) > 1 or bool(self.unseen)
        is_secret = self.game.book.is_secret
        hidden = is_secret is not None and is_secret(before.record, code)
        self.record.play(seat, code)
        has_finished = seat in before.to_act and seat not in self.state.to_act
        is_revealed = self.state.is_over or self.state.barrier != before.barrier
        notices = [Notice(event, self._tell([seat], concerns=True), code, before)]
        others = self._all_but(seat)
        if at_once:
            if has_finished and not is_revealed:
                notices.append(Notice(event, self._tell(others), is_decided=True))
            self.unseen.append(Notice(event, {}, code, before))
        elif hidden:
            notices.append(Notice(event, self._tell(others, concerns=True)))
        else:
            notices[0].versions.update(self._tell(others, concerns=True))
        if is_revealed:
            notices.extend(self._reveal())
        return notices

    def _undone(self, event: Event) -> list[Notice]:
        seat, waiting = _of(event.seat), self.state.to_act
        self.record.undo(seat)
        notices = [Notice(event, self._tell([seat], concerns=True))]
        if self.unseen:
            last = max(i for i, one in enumerate(self.unseen) if one.event.seat == seat)
            del self.unseen[last]
            if self.state.to_act != waiting:
                notices.append(Notice(event, self._tell(self._all_but(seat)), is_decided=True))
        else:
            notices[0].versions.update(self._tell(self._all_but(seat), concerns=True))
        return notices

    def _reveal(self) -> list[Notice]:
        """Everybody learns what the others have decided at the same time."""
        notices = [
            Notice(one.event, self._tell(self._all_but(one.event.seat)), one.code, one.before)
            for one in self.unseen
        ]
        self.unseen.clear()
        self.concerns = self.versions[:-1]
        return notices

    def _changed(self, event: Event) -> list[Notice]:
        """Seats, the beginning, the door."""
        if event.kind == Kind.STARTED:
            self.is_started = True
        elif event.kind in (Kind.LOCKED, Kind.UNLOCKED):
            self.is_locked = event.kind == Kind.LOCKED
        else:
            self._change_seat(event, self.seats[_of(event.seat)])
        started = event.kind == Kind.STARTED
        return [Notice(event, self._tell(range(len(self.versions)), concerns=started))]

    def _change_seat(self, event: Event, seat: Seat) -> None:
        if event.kind == Kind.LEFT:
            seat.sitter, seat.person, seat.name, seat.level = Sitter.OPEN, "", "", ""
        elif event.kind == Kind.KEPT:
            seat.person, seat.name = event.person, event.name
        elif event.kind == Kind.SEATED:
            self.seats_by_key[event.key] = _of(event.seat)
            seat.sitter = Sitter.BOT if event.level else Sitter.PERSON
            seat.person, seat.name, seat.level = event.person, event.name, event.level
            seat.is_resigned = False
            if event.person:
                seat.sitters.add(event.person)
        elif event.level:  # resigned, or out of time
            seat.sitter, seat.level = Sitter.BOT, event.level
            seat.is_resigned = event.kind == Kind.RESIGNED

    def _run_clocks(self, event: Event, waiting: set[int]) -> None:
        """Those who decided have used their time; those who now must decide begin to."""
        for number, seat in enumerate(self.seats):
            decided = number == event.seat and event.kind == Kind.PLAYED
            if number in waiting and decided:
                seat.used += event.at - seat.began
            if number in self.to_act and (number not in waiting or decided):
                seat.began = event.at

    def _tell(self, viewers: Iterable[int], concerns: bool = False) -> dict[int, int]:
        """One more change for these viewers; their versions."""
        told = {}
        for viewer in viewers:
            self.versions[viewer] += 1
            told[viewer] = self.versions[viewer]
            if concerns and viewer < len(self.concerns):
                self.concerns[viewer] = told[viewer]
        return told

    def _all_but(self, seat: int | None) -> list[int]:
        return [viewer for viewer in range(len(self.versions)) if viewer != seat]

    def _event(
        self,
        kind: Kind,
        at: float,
        seat: int | None = None,
        by: str = "",
        key: str = "",
        code: int | None = None,
        person: str = "",
        name: str = "",
        level: str = "",
    ) -> Event:
        return Event(self.number + 1, kind, at, seat, code, by, key, 0, person, name, level)

    # --- Memories ---------------------------------------------------------------------------------

    def memory(self) -> "Memory | None":
        """What saves replaying all events so far; None while something can be taken back."""
        seats = range(len(self.seats))
        if self.unseen or any(self.record.can_undo(seat) for seat in seats):
            return None
        times = [(seat.began, seat.used) for seat in self.seats]
        return Memory(self.number, self.versions[:], self.concerns[:], times, self.state.to_bytes())

    def remember(self, memory: "Memory", events: Sequence[Event]) -> None:
        """Be as after these events, without replaying what was played."""
        for event in events:
            if event.kind not in (Kind.PLAYED, Kind.UNDONE):
                self._changed(event)
            if event.key:
                self.keys[event.key] = event.answer
        self.number = memory.number
        self.versions, self.concerns = memory.versions[:], memory.concerns[:]
        for seat, (began, used) in zip(self.seats, memory.times, strict=True):
            seat.began, seat.used = began, used
        self.record.decisions = standing(events)
        self.record.state = State(self.game, np.frombuffer(memory.state, np.uint8).copy())
        self._settle()

    # --- Checks -----------------------------------------------------------------------------------

    def _checked(self, seat: int) -> int:
        if not 0 <= seat < len(self.seats):
            raise Refused(
                "no_seat", f"there is no seat {seat}; seats are 0 to {len(self.seats) - 1}"
            )
        return seat

    def _require_host(self, person: str) -> None:
        if person != self.head.host:
            raise Refused("not_host", "only the host of this table can do that")

    def _require_owner(self, seat: int, person: str) -> None:
        place = self.seats[self._checked(seat)]
        if place.sitter != Sitter.PERSON or place.person != person:
            raise Refused("not_yours", f"seat {seat + 1} is not yours")

    def _require_running(self) -> None:
        if self.status == Status.WAITING:
            raise Refused("not_started", "the game has not begun yet")
        self._unless_over()

    def _unless_over(self) -> None:
        if self.status == Status.OVER:
            raise Refused("over", "the game is over")

    def _require_version(self, seat: int, version: int) -> None:
        if version > self.versions[seat] or version < self.concerns[seat]:
            raise Conflict(
                f"the table has changed: it is at version {self.versions[seat]}, not {version}"
            )

    def _require_turn(self, seat: int, version: int, person: str) -> None:
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


def standing(events: Iterable[Event]) -> list[tuple[int, int]]:
    """The decisions that were not taken back."""
    decisions: list[tuple[int, int]] = []
    for event in events:
        if event.kind == Kind.PLAYED:
            decisions.append((_of(event.seat), _of(event.code)))
        elif event.kind == Kind.UNDONE:
            last = max(place for place, (seat, _) in enumerate(decisions) if seat == event.seat)
            del decisions[last]
    return decisions


def _of(value: int | None) -> int:
    """A number that events of this kind always have."""
    assert value is not None
    return value


def folded(
    head: Head, game: Game, events: Sequence[Event], memory: "Memory | None" = None
) -> Table:
    """The table that events have made, quicker from a memory of what the first of them made."""
    table = Table(head, game)
    first = 0 if memory is None else memory.number
    if memory is not None:
        table.remember(memory, events[:first])
    for event in events[first:]:
        table.apply(event)
    return table
