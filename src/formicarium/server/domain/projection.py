"""What a viewer is shown of a table: the only way out.

A viewer is a seat, or None for a spectator. Whatever is shown depends on nothing that the viewer
may not know.
"""

from collections import deque
from collections.abc import Collection, Iterable, Iterator
from typing import Any

import msgspec

from formicarium.core.rulebook import Document
from formicarium.core.state import State
from formicarium.server.domain.events import Event, Kind
from formicarium.server.domain.fold import Notice
from formicarium.server.domain.people import NO_NAME, NOBODY, Names
from formicarium.server.domain.seating import Seen
from formicarium.server.domain.seats import Sitter, Status
from formicarium.server.domain.table import Table

# Kinds of lines that tell who came, or which bot
TELLING_WHO = frozenset(
    (
        *(Kind.KEPT, Kind.SEATED, Kind.RENAMED, Kind.STARTED),
        *(Kind.RESIGNED, Kind.EXPIRED, Kind.REPLACED, Kind.SENT_AWAY, Kind.HOSTED),
        *(Kind.ASKED, Kind.AGREED, Kind.DECLINED),
    )
)


class Projection:
    """What all viewers of a table are shown at one moment, each part made once."""

    def __init__(
        self, table: Table, names: Names, online: Collection[int] = (), seen: Seen | None = None
    ) -> None:
        self.table = table
        self.names = names  # what people are called
        self.online = online  # the people who look at it
        self.seen = seen or {}  # when others last did
        self._common: Document = {}
        self._views: dict[int | None, Document] = {}
        self._encoded: dict[int | None, msgspec.Raw] = {}  # the same as JSON
        self._actions: dict[tuple[int, str], list[Document]] = {}
        self._frames: dict[tuple[int | None, int, str, int | None], bytes] = {}

    def document(
        self, seat: int | None, person: int, language: str, log: Iterable[Notice] = ()
    ) -> Document:
        """The table as somebody may see it from a seat of hers, or as a spectator.

        Without a language, nothing is put into words.
        """
        table = self.table
        viewer = table.spectator if seat is None else seat
        return self.common() | {
            "version": table.versions[viewer],
            "host": person != NOBODY and table.host == person,
            "sent_away": person in table.sent_away,
            "seats": seats(table, person, self.names, self.online, self.seen),
            "requests": requests(table, person, self.names),
            "seat": seat,
            "view": self.view(seat),
            "actions": self.actions(seat, language),
            "can_undo": seat is not None and table.can_undo(seat),
            "log": [entry(notice, viewer, language, self.names) for notice in log],
        }

    def frame(
        self, seat: int | None, person: int, language: str, since: int | None
    ) -> bytes | None:
        """The document with what happened since a version, as it travels over a socket.

        It is made once for all who have nothing to do with the table. None: the log of so long ago
        must be read first.
        """
        table = self.table
        known = person if table.knows(person) else NOBODY
        key = (seat, known, language, since)
        if key not in self._frames:
            viewer = table.spectator if seat is None else seat
            log = () if since is None else table.notices(viewer, since)
            if log is None:
                return None
            document = self.document(seat, known, language, log)
            document["view"] = self._encoded_view(seat)
            self._frames[key] = framed(document)
        return self._frames[key]

    def common(self) -> Document:
        """What everybody is told alike."""
        if not self._common:
            table, head = self.table, self.table.head
            self._common = {
                "id": head.id,
                "status": str(table.status),
                "game": head.game,
                "players": head.players,
                "options": table.game.options,
                "rules": head.rules,
                "locked": table.is_locked,
                "public": head.public,
                "by_link": head.by_link,
                "host_seat": host_seat(table),
                "host_away_since": self._host_away_since(),
                "clock": head.clock,
                "patience": head.waits(),
                "hints": table.allows_hints,
                "rated": head.rated,
                "follows": head.follows or None,
                "daily": head.daily or None,
                "to_act": table.to_act,
                "points": points(table),
                **outcome(table),
            }
        return self._common

    def _host_away_since(self) -> float | None:
        """Since when those who sit here wait for their host, if they do."""
        table = self.table
        if table.host in self.online or table.status == Status.OVER or not decides_openly(table):
            return None
        return table.missed_since(self.seen)

    def view(self, seat: int | None) -> Document | None:
        """The position, once the game has begun."""
        if not self.table.is_started:
            return None
        seat = self._eyes(seat)
        if seat not in self._views:
            self._views[seat] = self.table.state.view(seat)
        return self._views[seat]

    def _encoded_view(self, seat: int | None) -> msgspec.Raw:
        """The position as it travels, put into JSON once for all who see the same."""
        eyes = self._eyes(seat)
        if eyes not in self._encoded:
            self._encoded[eyes] = msgspec.Raw(msgspec.json.encode(self.view(seat)))
        return self._encoded[eyes]

    def _eyes(self, seat: int | None) -> int | None:
        """Whose view a seat has: where all lies open, everybody's."""
        return None if self.table.game.book.is_open else seat

    def actions(self, seat: int | None, language: str) -> list[Document]:
        """What a seat can decide now."""
        if seat is None or seat not in self.table.to_act:
            return []
        if (seat, language) not in self._actions:
            self._actions[seat, language] = actions(self.table, seat, language)
        return self._actions[seat, language]


def framed(document: Document) -> bytes:
    """A document as a message of a socket."""
    return msgspec.json.encode({"type": "table", **document})


def actions(table: Table, seat: int, language: str) -> list[Document]:
    """What a seat can decide now, in words if there is a language."""
    state, codes = table.state, table.codes(seat)
    if not language:
        return [{"code": code, "text": state.notation(code)} for code in codes]
    return [
        {"code": action.code, "text": action.text, "words": action.describe(language)}
        for action in [state.action(seat, code) for code in codes]
    ]


def decides_openly(table: Table) -> bool:
    """Whether no two decide at once: how often others have begun anew would be a secret."""
    return len(table.to_act) < 2 and not table.unseen


def away_since(table: Table, number: int, online: Collection[int], seen: Seen) -> float | None:
    """Since when others wait for somebody who is away, if they do."""
    place = table.seats[number]
    is_away = place.sitter == Sitter.PERSON and place.person not in online
    if number not in table.to_act or not is_away:
        return None
    if decides_openly(table):
        return table.waited_since(number, seen)
    return max(place.since, seen.get(place.person, 0.0))  # when she decided last is a secret


def seats(
    table: Table, person: int, names: Names, online: Collection[int], seen: Seen
) -> list[Document]:
    """Who sits where."""
    deadlines, is_alone = table.deadlines(), decides_openly(table)
    return [
        {
            "kind": str(seat.sitter),
            **names.get(seat.person, NO_NAME).shown(),
            "level": seat.level or None,
            "mine": seat.sitter == Sitter.PERSON and seat.person == person,
            "returns": bool(person) and seat.awaits(person),
            "online": seat.sitter == Sitter.PERSON and seat.person in online,
            "away_since": away_since(table, number, online, seen),
            "late": seat.is_late,
            "hints": seat.hints,
            "deadline": deadlines.get(number) if is_alone or seat.person == person else None,
        }
        for number, seat in enumerate(table.seats)
    ]


def requests(table: Table, person: int, names: Names) -> list[Document]:
    """Who would like to take which seat that was left, and who has not agreed to it yet."""
    return [
        {
            "number": request.number,
            "seat": request.seat,
            **names.get(request.person, NO_NAME).shown(),
            "mine": request.person == person,
            "waits_for": [
                number
                for number, seat in enumerate(table.seats)
                if seat.sitter == Sitter.PERSON and seat.person not in request.agreed
            ],
        }
        for request in table.requests.values()
    ]


def host_seat(table: Table) -> int | None:
    """Where the host sits, if she does."""
    return next(iter(table.seats_of(table.host)), None)


def points(table: Table) -> list[int] | None:
    """The points of all seats as they stand, by no more than a spectator may know."""
    return spectators_points(table.state) if table.is_started else None


def spectators_points(state: State) -> list[int]:
    """The points of all seats in a state, likewise."""
    return (state if state.game.book.is_open else state.redetermined(None, 0)).scores()


def outcome(table: Table) -> Document:
    """How the game ended; before that, nothing is told, above all not the seed."""
    if table.status != Status.OVER:
        return dict.fromkeys(("scores", "breakdown", "winners", "ranks", "seed"))
    state = table.state
    return {
        "scores": state.scores(),
        "breakdown": state.breakdown(),
        "winners": state.winners(),
        "ranks": state.ranks(),
        # As text: it may have more digits than a browser's numbers.
        "seed": None if table.head.seed is None else str(table.head.seed),
    }


def entry(notice: Notice, viewer: int, language: str, names: Names) -> Document:
    """A line of the log; people are called in it what they are called now."""
    event = notice.event
    line: dict[str, Any] = {
        "version": notice.versions[viewer],
        "kind": kind_of(notice),
        "seat": event.seat,
        "at": event.at,
    }
    if notice.code is not None and notice.before is not None:
        line["code"] = notice.code
        line["text"] = notice.words("")
        if language:
            line["words"] = notice.words(language)
    if event.kind in TELLING_WHO:
        line |= names.get(event.person, NO_NAME).shown() | {"level": event.level or None}
    return line


def kind_of(notice: Notice) -> str:
    """What happened, as far as those who are told may know."""
    if not notice.is_decided:
        return str(notice.event.kind)
    return "decided" if notice.event.kind == Kind.PLAYED else "reconsiders"


def first_lines(
    again: Table, events: Iterable[Event], viewer: int, since: int, language: str, most: int
) -> list[Notice]:
    """What a viewer was told first after a version, found by replaying a table's events.

    It takes long, and so does putting it into words: both are done here, aside.
    """
    told = _told(again, events, viewer, since)
    return _worded((notice for _, notice in zip(range(most), told, strict=False)), language)


def newest_lines(
    again: Table, events: Iterable[Event], viewer: int, since: int, language: str, most: int
) -> list[Notice]:
    """As `first_lines`, but what a viewer was told last."""
    return _worded(deque(_told(again, events, viewer, since), most), language)


def _told(again: Table, events: Iterable[Event], viewer: int, since: int) -> Iterator[Notice]:
    """What a viewer was told after a version, in order: each notice has the next version."""
    for event in events:
        for notice in again.apply(event):
            if notice.versions.get(viewer, 0) > since:
                yield notice


def _worded(notices: Iterable[Notice], language: str) -> list[Notice]:
    told = [*notices]
    for notice in told:
        notice.words(language)
        notice.words("")
    return told
