"""Tables that somebody wishes for: anew, or the same game once more."""

import secrets
from collections.abc import Collection, Sequence
from typing import Any

import msgspec

from formicarium.core.errors import require
from formicarium.core.game import Game
from formicarium.core.rulebook import Document
from formicarium.server.domain.daily import DailyGame
from formicarium.server.domain.events import Clock, Event, Head
from formicarium.server.domain.people import NOBODY
from formicarium.server.domain.seats import Seat, Sitter
from formicarium.server.domain.table import Table

TERMS = (
    "public",
    "by_link",
    "clock",
    "patience",
    "hints",
    "rated",
)  # that a plan and a table share


class SeatPlan(msgspec.Struct, frozen=True):
    """Who is to sit on a seat of a new table."""

    kind: str  # "me", "person", "open", "bot", or "kept" for somebody who may come
    level: str = ""
    person: int = NOBODY


class TablePlan(msgspec.Struct, frozen=True, kw_only=True):
    """A table as somebody wishes for it."""

    person: int  # who is host
    game: str
    players: int | None = None
    options: dict[str, str] = {}
    seats: Sequence[SeatPlan] = ()  # those that are not named stay open
    public: bool = True
    by_link: bool = False
    clock: Clock | None = None
    patience: float | None = None
    hints: bool = False
    rated: bool = False
    position: Document | None = None  # where to begin, instead of a new game
    follows: str = ""
    daily: DailyGame | None = None  # whose seed it has
    table: str = ""  # how it is to be called; else at random
    address: str = ""  # of whoever makes it


def random_name() -> str:
    """A name that nobody guesses; without dashes, as a command line takes "-x" for an option."""
    return secrets.token_urlsafe(16).replace("-", "_")


def laid(plan: TablePlan, game: Game, now: float) -> tuple[Table, list[Event]]:
    """A table by a plan, and what happens there at once."""
    position = None if plan.position is None else drawn_anew(game, plan.position)
    head = Head(
        id=plan.table or random_name(),
        game=game.name,
        players=game.players,
        options=game.options,
        rules=game.book.version,
        components=game.fingerprint,
        host=plan.person,
        created=now,
        seed=None if position is not None else _seed(plan),
        position=position,
        follows=plan.follows,
        daily=plan.daily.day if plan.daily else 0,
        **terms_of(plan),
    )
    table = Table(head, game)
    return table, _first_events(table, plan)


def once_more(
    old: Table, person: int, table: str, address: str, apart: Collection[int] = ()
) -> TablePlan:
    """The same game again: whoever asks has her seats, those of other people are kept for them.

    Nothing is kept for people who are not to meet her.
    """
    head = old.head
    return TablePlan(
        person=person,
        game=head.game,
        players=head.players,
        options={**old.game.book.options_of(head.rules), **head.options},
        seats=[_seat_again(seat, person, apart) for seat in old.seats],
        position=head.position,
        follows=head.id,
        table=table,
        address=address,
        **terms_of(head),
    )


def terms_of(made: TablePlan | Head) -> dict[str, Any]:
    """On what terms people play at a table, and again at the next."""
    return {name: getattr(made, name) for name in TERMS}


def drawn_anew(game: Game, position: Document) -> Document:
    """A position in which all that is hidden is otherwise: who wrote it knows it no more."""
    state = game.position(position)
    require(not state.is_over, "the game is over in this position: nothing is left to play")
    return state.redetermined(None, secrets.randbits(63)).to_position()


def _seed(plan: TablePlan) -> int:
    return plan.daily.seed if plan.daily else secrets.randbits(63)


def _seat_again(seat: Seat, person: int, apart: Collection[int]) -> SeatPlan:
    """Who is to sit where somebody sat in the game before."""
    if not seat.person:
        return SeatPlan(str(seat.sitter), seat.level)
    if seat.person == person:
        return SeatPlan("me")
    return SeatPlan("open") if seat.person in apart else SeatPlan("kept", person=seat.person)


def _first_events(table: Table, plan: TablePlan) -> list[Event]:
    """Those who sit down at once, and the beginning if nobody is missing."""
    events, at = [], table.head.created

    def happen(event: Event) -> None:
        table.apply(event)
        events.append(event)

    for number, seat in enumerate(plan.seats):
        if seat.kind in ("me", "person"):
            happen(table.sit(number, seat.person or plan.person, at, ""))
        elif seat.kind == "kept":
            happen(table.keep(number, seat.person, at))
        elif seat.kind == "bot":
            happen(table.seat_bot(number, seat.level, plan.person, at, ""))
    if all(seat.sitter != Sitter.OPEN for seat in table.seats):
        happen(table.start(table.host, at, ""))
    return events
