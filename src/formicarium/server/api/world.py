"""Games as bytes, for an engine on somebody's own device.

While a game runs that is a world of one seat: what it may not know is drawn anew, by a seed that
depends on nothing hidden. When it is over, it is every state as it was.
"""

import asyncio
import base64
import hashlib
import zlib
from collections.abc import Iterable, Sequence
from typing import Annotated, Any

import msgspec
from litestar import get, post
from litestar.params import JSONBody
from msgspec import Meta

from formicarium.bots.judgement import ToldChances, judgement_for
from formicarium.core.game import Game
from formicarium.core.record import Record
from formicarium.core.state import State
from formicarium.server.api.archive import finished
from formicarium.server.api.bodies import AskedSeat, Body, Since, TableName
from formicarium.server.api.errors import Problem, problem
from formicarium.server.api.history import STEPS
from formicarium.server.api.requests import (
    Anybody,
    Somebody,
    SpokenLanguage,
    TheServices,
    check_is_meant,
)
from formicarium.server.api.viewing import seat_for, table_for
from formicarium.server.domain.events import Event, Kind
from formicarium.server.domain.seats import Refused
from formicarium.server.domain.table import Table
from formicarium.server.house.replays import gently
from formicarium.server.limits import Counted
from formicarium.wasm.manifest import layout_digest

MOST = 400  # states that are sent at once; they differ little, and so take little room
MOST_WORDS = 2000  # actions that are put into words at once

Packed = Annotated[str, Meta(description="Bytes, compressed by zlib, as base64.")]


class Footing(msgspec.Struct, kw_only=True):
    """What states belong to. A module of other rules or another layout cannot read them."""

    game: str
    rules: int  # the version of the rulebook
    layout: str  # a digest of what states and parts look like
    players: int
    parts: Packed  # of the table's component set
    telling: ToldChances  # how what a search finds is told as a chance of winning


class World(Footing):
    """A game as a seat may know it: in this state all else is made up."""

    seat: int
    version: int  # of the table, as the seat sees it
    state: Packed


class StateStep(msgspec.Struct):
    """Something that happened in a game; its version is the number of the event."""

    version: int
    kind: str  # started, played or undone
    seat: int | None
    code: int | None  # of the action that was played


class States(Footing):
    """A part of a finished game: its steps, and the state that each led to, one after the other."""

    steps: list[StateStep]
    states: Packed
    more: bool  # whether there are further steps


class AskedWord(Body):
    """An action of a finished game: after how many decisions, and its code."""

    at: Annotated[int, Meta(ge=0, le=1_000_000, examples=[0])]
    code: Annotated[int, Meta(ge=0, le=2**31, examples=[0])]


class AskedWords(Body):
    """Actions that are to be put into words."""

    actions: Annotated[list[AskedWord], Meta(max_length=MOST_WORDS)]


class Wording(msgspec.Struct):
    """An action in notation and in words."""

    text: str
    words: str


class Words(msgspec.Struct):
    """What was asked for, in the same order."""

    actions: list[Wording]


@get(
    "/{table:str}/world",
    guards=[check_is_meant],
    summary="A world to think about",
    operation_id="show_world",
)
async def show_world(
    services: TheServices, somebody: Somebody, table: TableName, seat: AskedSeat = None
) -> World:
    """Give a state in which all is drawn anew that my seat may not know, for an engine of my own.

    It is given to whoever may have a hint now, and counts as one.
    """
    live = await table_for(services, somebody, table)
    mine = seat_for(somebody, live.table, seat)
    if mine is None:
        raise Refused("not_yours", "only those who have a seat can ask that")
    services.pay(Counted.JOB, somebody)
    state, version = await services.jobs.hintable(table, mine, somebody.person)
    seed = world_seed(services.house.secret, table, mine, version)
    return await asyncio.to_thread(world_of, state, mine, version, seed)


def world_seed(secret: bytes, table: str, seat: int, version: int) -> int:
    """The seed by which all is drawn that a seat may not know: whoever asks twice sees the same.

    >>> world_seed(b"house", "abc", 0, 7) == world_seed(b"house", "abc", 0, 7)
    True
    """
    asked = f"world {table} {seat} {version}".encode()
    return int.from_bytes(hashlib.blake2b(asked, key=secret[:64], digest_size=8).digest())


def world_of(state: State, seat: int, version: int, seed: int) -> World:
    """A state as a seat may know it."""
    known = state.redetermined(seat, seed).to_bytes()
    return World(**footing(state.game), seat=seat, version=version, state=packed(known))


def footing(game: Game) -> dict[str, Any]:
    """What the states of a game belong to."""
    return {
        "game": game.name,
        "rules": game.book.version,
        "layout": layout_digest(game.book),
        "players": game.players,
        "parts": packed(game.parts_bytes.tobytes()),
        "telling": judgement_for(game.book).telling_for(game),
    }


def packed(data: bytes) -> str:
    """Bytes as they travel.

    >>> zlib.decompress(base64.b64decode(packed(b"ant")))
    b'ant'
    """
    return base64.b64encode(zlib.compress(data)).decode()


# --- Games that are over --------------------------------------------------------------------------


@get("/{table:str}/states", summary="All states", operation_id="show_states")
async def show_states(
    services: TheServices, visitor: Anybody, table: TableName, since: Since = None
) -> States:
    """Give the states of a finished game as bytes: those of the steps after an event, 400 at most.

    The steps are those of `history` with `open`.
    """
    await finished(services, visitor, table)
    async with services.house.held(table) as live:
        head, game, number = live.table.head, live.table.game, live.table.number

    def replay(events: Sequence[Event]) -> States:
        return states_of(Table(head, game), gently(events), since or 0)

    async with services.house.replays.turn(visitor.address):
        events = await services.store.events_since(table, 0)
        return await asyncio.to_thread(replay, events[:number])


def states_of(again: Table, events: Iterable[Event], since: int) -> States:
    """The states after an event, as a table goes through them once more."""
    steps: list[StateStep] = []
    states: list[bytes] = []
    for event in events:
        again.apply(event)
        if event.kind in STEPS and event.number > since:
            code = event.code if event.kind == Kind.PLAYED else None
            steps.append(StateStep(event.number, str(event.kind), event.seat, code))
            states.append(again.state.to_bytes())
        if len(steps) > MOST:
            break
    told = packed(b"".join(states[:MOST]))
    more = len(steps) > MOST
    return States(**footing(again.game), steps=steps[:MOST], states=told, more=more)


@post("/{table:str}/words", status_code=200, summary="Words", operation_id="show_words")
async def show_words(
    services: TheServices,
    visitor: Anybody,
    table: TableName,
    data: JSONBody[AskedWords],
    spoken: SpokenLanguage,
) -> Words:
    """Put actions of a finished game into words, whether or not they were taken."""
    record = await finished(services, visitor, table)
    for asked in data.actions:
        if asked.at >= len(record.decisions):
            raise no_such_action(asked.at, asked.code)
    return await services.house.replays.look(visitor.address, worded, record, data.actions, spoken)


def worded(record: Record, asked: Sequence[AskedWord], language: str) -> Words:
    """Actions in words, each as it would have been said when it could be decided."""
    told: dict[tuple[int, int], Wording] = {}
    wanted: dict[int, set[int]] = {}
    for one in asked:
        wanted.setdefault(one.at, set()).add(one.code)
    state = record.start()
    for at, (seat, code) in enumerate(gently(record.decisions)):
        legal = {*state.codes(seat)} if at in wanted else set()
        for asked_code in wanted.get(at, ()):
            if asked_code not in legal:
                raise no_such_action(at, asked_code)
            action = state.action(seat, asked_code)
            told[at, asked_code] = Wording(action.text, action.describe(language))
        state.play(seat, code)
    return Words([told[one.at, one.code] for one in asked])


def no_such_action(at: int, code: int) -> Problem:
    """Nobody could have decided that."""
    told = f"after {at} decisions nobody could have decided code {code}"
    return problem(400, "bad_request", f"actions: {told}")


REQUESTS = [show_world, show_states, show_words]
