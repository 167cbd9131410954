"""A game once more from its beginning, as a viewer was shown it; when it is over, all of it."""

import asyncio
from collections.abc import Iterable, Sequence
from typing import Annotated, Any, cast

import msgspec
from litestar import get
from litestar.params import QueryParameter

from formicarium.core.rulebook import Document
from formicarium.core.state import State
from formicarium.server.api.bodies import Since, Until
from formicarium.server.api.documents import LineDocument
from formicarium.server.api.errors import problem
from formicarium.server.api.requests import Wording
from formicarium.server.api.viewing import Glance, TheGlance
from formicarium.server.domain.events import Event, Kind
from formicarium.server.domain.people import Names
from formicarium.server.domain.projection import entry, points
from formicarium.server.domain.seats import Refused, Status
from formicarium.server.domain.table import Table
from formicarium.server.house.replays import gently

MOST = 60  # steps that are told at once
FAR = 2**53  # no version is as large
STEPS = (Kind.STARTED, Kind.PLAYED, Kind.UNDONE)


class StepDocument(LineDocument):
    """Something that happened in a game, and where it led."""

    event: int  # at which it was shown; `version` counts what the viewer was shown
    view: dict[str, Any]
    scores: list[int]  # as they stood then, by what all may know
    to_act: list[int]  # who had to decide then


class History(msgspec.Struct):
    """A part of a game."""

    seat: int | None  # from which it is seen
    steps: list[StepDocument]
    more: bool  # whether there are further steps up to the version that was asked for


@get("/{table:str}/history", summary="The game again", operation_id="show_history")
async def show_history(
    glance: TheGlance,
    since: Since = None,
    until: Until = None,
    everything: Annotated[
        bool,
        QueryParameter(
            name="open",
            description="All that was hidden, too, when the game is over; versions are events.",
        ),
    ] = False,
    *,
    wording: Wording,
) -> History:
    """Show the steps of a game after a version, at most 60, each with the view that it led to.

    While a game runs, that is what was shown then. When it is over, anybody may look from any seat.
    """
    await glance.live()
    services = glance.services
    async with services.house.held(glance.table) as live:
        mine = looked_from(glance, live.table, everything)
        table_now, number, names = live.table, live.table.number, live.names
    again = Table(table_now.head, table_now.game)
    first, last = since or 0, FAR if until is None else until

    def replay(events: Sequence[Event]) -> list[Document]:
        if everything:
            return laid_open(again, gently(events), first, last, wording, names)
        return seen(again, gently(events), mine, first, last, wording, names)

    async with services.house.replays.turn(glance.visitor.address):
        events = await services.store.events_since(glance.table, 0)
        steps = await asyncio.to_thread(replay, events[:number])
    return History(mine, cast("list[StepDocument]", steps[:MOST]), len(steps) > MOST)


def looked_from(glance: Glance, table: Table, everything: bool) -> int | None:
    """The seat from which a visitor looks: one of hers, or any when the game is over."""
    is_over, asked = table.status == Status.OVER, glance.asked
    if everything and not is_over:
        raise Refused("not_over", "what is hidden is shown when the game is over")
    if everything:
        return None
    if asked is not None and asked >= table.game.players:
        raise problem(400, "bad_request", f"seat: seats are 0 to {table.game.players - 1}")
    return asked if is_over and asked is not None else glance.seat(table)


def seen(
    again: Table,
    events: Iterable[Event],
    seat: int | None,
    since: int,
    until: int,
    language: str,
    names: Names,
) -> list[Document]:
    """The steps that a viewer was shown, each as it was shown then."""
    viewer = again.spectator if seat is None else seat
    steps: list[Document] = []
    for event in events:
        notices = again.apply(event)
        told = [one for one in notices if since < one.versions.get(viewer, 0) <= until]
        if event.kind in STEPS and told:
            where = standing(again, again.state.view(seat)) | {"event": event.number}
            told.sort(key=lambda one: one.versions[viewer])
            steps += [entry(one, viewer, language, names) | where for one in told]
        if len(steps) > MOST:
            break
    return steps


def laid_open(
    again: Table, events: Iterable[Event], since: int, until: int, language: str, names: Names
) -> list[Document]:
    """All steps in the order in which they were taken, with all that was hidden."""
    steps: list[Document] = []
    for event in events:
        own = again.apply(event)[0]  # what the one who did it was told
        if event.kind in STEPS and since < event.number <= until:
            viewer = again.spectator if event.seat is None else event.seat
            number = {"version": event.number, "event": event.number}
            line = entry(own, viewer, language, names) | number
            steps.append(line | standing(again, open_view(again.state)))
        if len(steps) > MOST:
            break
    return steps


def standing(table: Table, view: Document) -> Document:
    """Where a game stood: what was seen, the points, and who had to decide."""
    return {
        "view": view,
        "scores": table.state.scores() if table.status == Status.OVER else points(table),
        "to_act": table.to_act,
    }


def open_view(state: State) -> Document:
    """What all seats know together: where a view says null, somebody may know more."""
    whole: Document = state.view(None)
    for seat in range(state.game.players):
        whole = _filled(whole, state.view(seat))
    return whole


def _filled(known: Any, other: Any) -> Any:
    if known is None:
        return other
    if isinstance(known, dict) and isinstance(other, dict):
        return {key: _filled(known.get(key), other.get(key)) for key in (*known, *other)}
    if isinstance(known, list) and isinstance(other, list) and len(known) == len(other):
        return [_filled(one, two) for one, two in zip(known, other, strict=True)]
    return known


REQUESTS = [show_history]
