"""What a viewer is shown of a table: the only way out.

A viewer is a seat, or None for a spectator. Whatever is shown depends on nothing that the viewer
may not know.
"""

from collections.abc import Collection, Iterable
from typing import Any

from formicarium.core.rulebook import Document
from formicarium.server.events import Event, Kind
from formicarium.server.table import Notice, Sitter, Status, Table


class Shown:
    """What all viewers of a table are shown at one moment, each part made once."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self._views: dict[int | None, Document] = {}
        self._points: list[int] | None = None
        self._actions: dict[tuple[int, str], list[Document]] = {}

    def document(
        self,
        seat: int | None,
        person: str,
        language: str,
        log: Iterable[Notice] = (),
        online: Collection[str] = (),
    ) -> Document:
        """The table as somebody may see it from a seat of hers, or as a spectator.

        Without a language, nothing is put into words.
        """
        table, head = self.table, self.table.head
        viewer = table.spectator if seat is None else seat
        return {
            "id": head.id,
            "version": table.versions[viewer],
            "status": str(table.status),
            "game": head.game,
            "players": head.players,
            "options": table.game.options,
            "rules": head.rules,
            "host": head.host == person,
            "locked": table.is_locked,
            "public": head.public,
            "clock": head.clock,
            "follows": head.follows or None,
            "seats": seats(table, person, online),
            "seat": seat,
            "view": self.view(seat),
            "to_act": table.to_act,
            "actions": self.actions(seat, language),
            "can_undo": seat is not None and table.can_undo(seat),
            "points": self.points(),
            **outcome(table),
            "log": [entry(notice, viewer, language) for notice in log],
        }

    def view(self, seat: int | None) -> Document | None:
        """The position, once the game has begun."""
        if not self.table.is_started:
            return None
        if self.table.game.book.is_open:
            seat = None
        if seat not in self._views:
            self._views[seat] = self.table.state.view(seat)
        return self._views[seat]

    def points(self) -> list[int] | None:
        """The points of all seats as they stand, by no more than a spectator may know."""
        if not self.table.is_started:
            return None
        if self._points is None:
            self._points = self.table.state.redetermined(None, 0).scores()
        return self._points

    def actions(self, seat: int | None, language: str) -> list[Document]:
        """What a seat can decide now."""
        if seat is None or seat not in self.table.to_act:
            return []
        if (seat, language) not in self._actions:
            self._actions[seat, language] = [
                {"code": action.code, "text": action.text}
                | ({"words": action.describe(language)} if language else {})
                for action in self.table.state.actions(seat)
            ]
        return self._actions[seat, language]


def seats(table: Table, person: str, online: Collection[str]) -> list[Document]:
    """Who sits where."""
    deadlines, is_alone = table.deadlines(), len(table.to_act) < 2 and not table.unseen
    return [
        {
            "kind": str(seat.sitter),
            "name": seat.name,
            "level": seat.level or None,
            "mine": seat.sitter == Sitter.PERSON and seat.person == person,
            "returns": bool(person) and seat.awaits(person),
            "online": seat.sitter == Sitter.PERSON and seat.person in online,
            # Where several decide at once, how often others have begun anew is a secret.
            "deadline": deadlines.get(number) if is_alone or seat.person == person else None,
        }
        for number, seat in enumerate(table.seats)
    ]


def outcome(table: Table) -> Document:
    """How the game ended; before that, nothing is told, above all not the seed."""
    if table.status != Status.OVER:
        return {"scores": None, "breakdown": None, "winners": None, "seed": None}
    state = table.state
    return {
        "scores": state.scores(),
        "breakdown": state.breakdown(),
        "winners": state.winners(),
        # As text: it may have more digits than a browser's numbers.
        "seed": None if table.head.seed is None else str(table.head.seed),
    }


def entry(notice: Notice, viewer: int, language: str) -> Document:
    """A line of the log."""
    event = notice.event
    line: dict[str, Any] = {
        "version": notice.versions[viewer],
        "kind": kind_of(notice),
        "seat": event.seat,
        "at": event.at,
    }
    if notice.code is not None and notice.before is not None:
        line["code"] = notice.code
        line["text"] = notice.before.notation(notice.code)
        if language:
            line["words"] = notice.words(language)
    if event.kind in (Kind.KEPT, Kind.SEATED, Kind.RESIGNED, Kind.EXPIRED):
        line |= {"name": event.name, "level": event.level or None}
    return line


def kind_of(notice: Notice) -> str:
    """What happened, as far as those who are told may know."""
    if not notice.is_decided:
        return str(notice.event.kind)
    return "decided" if notice.event.kind == Kind.PLAYED else "reconsiders"


def whole_log(table: Table, events: Iterable[Event], viewer: int, since: int) -> list[Notice]:
    """All that a viewer was told after a version, found by replaying a table's events."""
    again = Table(table.head, table.game)
    told = [notice for event in events for notice in again.apply(event)]
    mine = [notice for notice in told if notice.versions.get(viewer, 0) > since]
    return sorted(mine, key=lambda notice: notice.versions[viewer])
