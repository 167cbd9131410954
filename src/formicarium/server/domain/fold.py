"""What the events of a table have made of it, and who is told what of them.

Nothing here knows a clock, a network or a database. An event was checked before it happened (see
`table`): `apply` adds it, whatever it is, and says what is told of it to whom.
"""

from collections import Counter, deque
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

import msgspec
import numpy as np

from formicarium.core.game import Game
from formicarium.core.record import Record
from formicarium.core.state import State
from formicarium.server.domain.clocks import deadline, run_clocks
from formicarium.server.domain.events import Event, Head, Kind
from formicarium.server.domain.people import NOBODY
from formicarium.server.domain.seats import Conflict, Request, Seat, Sitter, Status

ABOUT_REQUESTS = (Kind.ASKED, Kind.WITHDRAWN, Kind.AGREED, Kind.DECLINED)
OF_A_GAME = (Kind.PLAYED, Kind.UNDONE, Kind.HINTED)
RECENT = 8  # notices that are kept at hand; older ones are found by replaying the events


class Notice(msgspec.Struct, frozen=True):
    """Something that viewers are told, each at a version of its own."""

    event: Event
    versions: dict[int, int]  # viewer -> its version; who is not here is not told
    code: int | None = None  # of an action, if all of these viewers may know it
    before: State | None = None  # what the action was played in
    is_decided: bool = False  # no more than that the seat has now decided
    said: dict[str, str] = {}  # in each language, once somebody asked

    def words(self, language: str) -> str:
        """An action as it is told afterwards; without a language, in notation."""
        if self.before is None or self.code is None or self.event.seat is None:
            return ""
        if language not in self.said:
            state = self.before.copy()  # what words need of it is not kept
            action = state.action(self.event.seat, self.code)
            self.said[language] = action.recount(language) if language else action.text
        return self.said[language]


class Memory(msgspec.Struct, frozen=True):
    """A table as it was after an event: secret, like the state in it."""

    number: int
    versions: list[int]
    concerns: list[int]
    times: list[tuple[float, float, float]]  # of each seat: `began`, `used`, `spent`
    state: bytes


@dataclass(slots=True)
class Fold:
    """One game with its seats, as its events have made it."""

    head: Head
    game: Game
    number: int = 0  # of the last event
    seats: list[Seat] = field(default_factory=list)
    is_started: bool = False
    is_locked: bool = False
    is_closed: bool = False
    host: int = NOBODY  # who made it; when she is gone, somebody else
    signs: dict[int, float] = field(default_factory=dict)  # when people last did something here
    doings: Counter[int] = field(default_factory=Counter)  # how often, beside playing
    sent_away: dict[int, float] = field(default_factory=dict)  # people who are not wanted: since
    requests: dict[int, Request] = field(default_factory=dict)  # for seats that were left, by whom
    requested: int = 0  # how many there have been
    versions: list[int] = field(default_factory=list)  # of the seats, and of spectators at the end
    concerns: list[int] = field(default_factory=list)  # the version since which a seat's choice is
    stepped: int = 0  # the number of the last event by which the game went on, or back
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
        if self.head.options == (options := self.game.options):  # with names that all tables share
            self.head = msgspec.structs.replace(self.head, options=options)
        self.record = Record(self.game, self.head.seed, self.head.position)
        self.host = self.head.host
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

    def seats_of(self, person: int) -> list[int]:
        """The seats that somebody plays now."""
        return [
            number
            for number, seat in enumerate(self.seats)
            if seat.sitter == Sitter.PERSON and seat.person == person
        ]

    def belongs_to(self, person: int) -> bool:
        """Whether somebody is host here, or has a seat."""
        sits = any(seat.person == person for seat in self.seats)
        return person != NOBODY and (sits or person == self.host)

    def knows(self, person: int) -> bool:
        """Whether somebody is told something here that strangers are not."""
        return self.belongs_to(person) or person in self.requests or person in self.sent_away

    @property
    def players(self) -> set[int]:
        """The people who play now."""
        return {seat.person for seat in self.seats if seat.sitter == Sitter.PERSON}

    @property
    def is_among_people(self) -> bool:
        """Whether two or more play here, or may come back."""
        people = {seat.person for seat in self.seats if seat.person and not seat.is_resigned}
        return len(people) > 1

    @property
    def allows_hints(self) -> bool:
        """Whether a seat may ask for hints: alone always, among people where the table says so.

        The game of a day is played without, and so is whatever is rated.
        """
        if self.head.daily or self.head.rated:
            return False
        return self.head.hints or not self.is_among_people

    def has_hint(self, seat: int) -> bool:
        """Whether a seat was given a hint since the game went on: all know of it."""
        return self.seats[seat].hinted > self.stepped

    def has_seen_cards(self, person: int, seat: int) -> bool:
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
        """Whether a seat may take its last decision back; in a rated game, within its turn."""
        is_free = self.status == Status.PLAYING and not self.head.daily
        is_its_turn = not self.head.rated or seat in self.to_act
        return is_free and is_its_turn and self.record.can_undo(seat)

    def deadlines(self) -> dict[int, float]:
        """When the time of each person who must decide is over, if there is a clock."""
        clock = self.head.clock
        if clock is None:
            return {}
        return {
            number: deadline(clock, self.seats[number])
            for number in self.to_act
            if self.seats[number].sitter == Sitter.PERSON and not self.seats[number].is_late
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

    # --- Events -----------------------------------------------------------------------------------

    def apply(self, event: Event) -> list[Notice]:
        """Add an event that has been checked; what is to be told of it."""
        if event.number != self.number + 1:
            raise Conflict(f"event {event.number} does not follow event {self.number}")
        self.number = event.number
        thinking = self._thinking()
        self._note_step(event)
        if event.kind == Kind.PLAYED:
            notices = self._played(event)
        elif event.kind == Kind.UNDONE:
            notices = self._undone(event)
        else:
            notices = self._changed(event)
        self._settle()
        run_clocks(self.seats, event, thinking, self._thinking())
        self._forget_times()
        self._note_doing(event)
        if event.key:
            self.keys[event.key] = event.answer or self.answer_to(event)
        self.recent.extend(notices)
        return notices

    def _note_doing(self, event: Event) -> None:
        if event.by:
            self.signs[event.by] = event.at
        if event.by and event.kind not in OF_A_GAME:
            self.doings[event.by] += 1

    def _note_step(self, event: Event) -> None:
        if event.kind in (Kind.PLAYED, Kind.UNDONE):
            self.stepped = event.number
            seat = self.seats[_of(event.seat)]
            seat.is_late = False
            is_her_clock = seat.sitter == Sitter.PERSON and not event.by
            seat.missed = seat.missed + 1 if is_her_clock else 0

    def set_back(self, now: float, seen: Mapping[int, float]) -> set[int]:
        """Times that lie ahead were told by a clock that was wrong: they count as now.

        Or as when somebody was last seen, by a clock that was right. Of whom there were any.
        """
        ahead = {person for person, at in self.signs.items() if at > now}
        for person in ahead:
            self.signs[person] = min(now, seen.get(person, now))
        for seat in self.seats:
            if max(seat.began, seat.since) > now:
                last = self.signs.get(seat.person, now)
                seat.began, seat.since = min(seat.began, last), min(seat.since, last)
        return ahead

    def _settle(self) -> None:
        """Note what follows from where the game stands now."""
        self.to_act = self.state.to_act if self.is_started and not self.is_closed else ()
        if self.is_closed:
            self.status = Status.CLOSED
        elif self.is_started:
            self.status = Status.PLAYING if self.to_act else Status.OVER
        self._codes = None

    def answer_to(self, event: Event) -> int:
        """The version that the one who caused an event sees then.

        How much another seat has seen may be a secret: who is told of it as spectators are.
        """
        seat = event.seat
        if seat is None or (event.by and event.by not in self.seats[seat].sitters):
            return self.versions[self.spectator]
        return self.versions[seat]

    def _thinking(self) -> list[int]:
        """The seats of people who must decide."""
        return [seat for seat in self.to_act if self.seats[seat].sitter == Sitter.PERSON]

    def _forget_times(self) -> None:
        """How long was thought about each decision matters while one can be taken back."""
        if self.record.is_settled:
            for place in self.seats:
                del place.spent[:-1]

    def _played(self, event: Event) -> list[Notice]:
        seat, code = _of(event.seat), _of(event.code)
        waiting = self.state.to_act
        at_once = len(waiting) > 1 or bool(self.unseen)
        is_secret = self.game.book.is_secret
        hidden = is_secret is not None and is_secret(self.state.row, code)
        before = self.record.played(seat, code)
        has_finished = seat in waiting and seat not in self.state.to_act
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
        """Seats, the host, the beginning, the door."""
        if event.kind == Kind.STARTED:
            self._begin(event.level)
        elif event.kind in (Kind.LOCKED, Kind.UNLOCKED):
            self.is_locked = event.kind == Kind.LOCKED
        elif event.kind == Kind.CLOSED:
            self.is_closed = True
        elif event.kind == Kind.HOSTED:
            self.host = event.person
        elif event.kind in ABOUT_REQUESTS:
            self._change_request(event)
        elif event.kind != Kind.RENAMED:
            self._change_seat(event, self.seats[_of(event.seat)])
        started = event.kind == Kind.STARTED
        return [Notice(event, self._tell(range(len(self.versions)), concerns=started))]

    def _begin(self, level: str) -> None:
        """The game begins; bots take the seats that are open."""
        self.is_started = True
        for seat in self.seats:
            if seat.sitter == Sitter.OPEN:
                seat.sitter, seat.person, seat.level = Sitter.BOT, NOBODY, level

    def _change_seat(self, event: Event, seat: Seat) -> None:
        if event.kind == Kind.LEFT:
            seat.clear()
        elif event.kind == Kind.SENT_AWAY:
            self._send_away(event)
        elif event.kind == Kind.KEPT:
            seat.person = event.person
        elif event.kind == Kind.SEATED:
            self._seat(event, seat)
        elif event.kind == Kind.HINTED:
            seat.hints, seat.hinted = seat.hints + 1, event.number
        elif event.kind == Kind.EXPIRED and not event.level:
            seat.is_late = True
        elif event.level:  # resigned, out of time, or away
            seat.sitter, seat.level = Sitter.BOT, event.level
            seat.is_resigned = event.kind == Kind.RESIGNED
            seat.has_left = True

    def _seat(self, event: Event, seat: Seat) -> None:
        """Somebody takes a seat, with time of her own, or comes back; no other can ask for it."""
        self.seats_by_key[event.key] = _of(event.seat)
        if seat.person != event.person:
            seat.since, seat.spent, seat.has_left = event.at, [0.0] * len(seat.spent), False
        seat.has_left |= bool(event.level and event.person) and self.is_started
        seat.sitter = Sitter.BOT if event.level else Sitter.PERSON
        seat.person, seat.level = event.person, event.level
        seat.is_resigned = seat.is_late = False
        seat.missed = 0
        if event.person:
            seat.sitters.add(event.person)
            self.sent_away.pop(event.person, None)
            self.requests.pop(event.person, None)
        for request in [*self.requests.values()]:
            if request.seat == event.seat:
                del self.requests[request.person]

    def _send_away(self, event: Event) -> None:
        """Somebody loses all seats that she has."""
        self.sent_away[event.person] = event.at
        for seat in self.seats:
            if seat.person == event.person:
                seat.clear()

    def _change_request(self, event: Event) -> None:
        person = event.person
        if event.kind == Kind.ASKED:
            self.requested += 1
            self.requests[person] = Request(self.requested, _of(event.seat), person)
        elif event.kind == Kind.AGREED:
            self.requests[person].agreed.add(event.by)
        else:
            del self.requests[person]
        if event.kind == Kind.DECLINED:
            self.sent_away[person] = event.at

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

    # --- Memories ---------------------------------------------------------------------------------

    def memory(self) -> "Memory | None":
        """What saves replaying all events so far; None while something can be taken back."""
        if self.unseen or not self.record.is_settled:
            return None
        times = [(seat.began, seat.used, seat.spent[-1]) for seat in self.seats]
        return Memory(self.number, self.versions[:], self.concerns[:], times, self.state.to_bytes())

    def remember(self, memory: "Memory", events: Sequence[Event]) -> None:
        """Be as after these events, without replaying what was played."""
        for event in events:
            self._note_step(event)
            if event.kind not in (Kind.PLAYED, Kind.UNDONE):
                self._changed(event)
            self._note_doing(event)
            if event.key:
                self.keys[event.key] = event.answer
        self.number = memory.number
        self.versions, self.concerns = memory.versions[:], memory.concerns[:]
        for seat, (began, used, spent) in zip(self.seats, memory.times, strict=True):
            seat.began, seat.used, seat.spent = began, used, [spent]
        self.record.decisions = standing(events)
        self.record.state = State(self.game, np.frombuffer(memory.state, np.uint8).copy())
        self._settle()


def standing(events: Iterable[Event]) -> list[tuple[int, int]]:
    """The decisions that were not taken back."""
    decisions: list[tuple[int, int]] = []
    for event in events:
        if event.kind == Kind.PLAYED:
            decisions.append((_of(event.seat), _of(event.code)))
        elif event.kind == Kind.UNDONE:
            backwards = reversed(range(len(decisions)))
            del decisions[next(place for place in backwards if decisions[place][0] == event.seat)]
    return decisions


def _of(value: int | None) -> int:
    """A number that events of this kind always have."""
    assert value is not None
    return value
