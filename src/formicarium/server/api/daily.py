"""The game of the day: the same for everybody, one try, and how others did."""

from datetime import UTC, datetime
from typing import Annotated

import msgspec
from litestar import get, post
from litestar.params import JSONBody, QueryParameter
from msgspec import Meta

from formicarium.server.api.bodies import Body
from formicarium.server.api.errors import problem
from formicarium.server.api.requests import Anybody, Somebody, TheServices
from formicarium.server.api.services import GAME, Services
from formicarium.server.api.tables import Made, prepared
from formicarium.server.domain.daily import (
    LEVEL,
    PERSON,
    SECONDS,
    DailyGame,
    begun_game,
    counts_until,
    day_of,
    game_of,
)
from formicarium.server.domain.seats import Refused
from formicarium.server.house.daily import begin_try, candidate, is_done, is_open, own_try
from formicarium.server.limits import Counted
from formicarium.server.store.entries import DailyList, DailyResult, Summary

LISTED = 100  # results of a day, and one's own
LAST_DAY = 10_000_000


class DailyTry(Body):
    """Which game of a day is to be played."""

    day: (
        Annotated[int, Meta(ge=1, le=LAST_DAY, description="Only today's can be begun.")] | None
    ) = None


class ResultDocument(msgspec.Struct):
    """How somebody ended the game of a day."""

    place: int  # among all; whoever has as many points shares it
    name: str
    guest: bool  # without an account: anybody might be called so
    gone: bool  # who has left the house, and her name with her
    mine: bool
    points: int
    scores: list[int]  # of all seats; the first is hers
    won: bool
    ended: float
    table: str  # whose replay is to be seen by whoever is done with that game


class MyTry(msgspec.Struct):
    """My own game of a day."""

    table: str
    done: bool  # over, or given up
    place: int | None  # in the list, if it is there


class DayDocument(msgspec.Struct):
    """The game of a day, and how it was played."""

    day: int  # in days since 1970,
    date: str  # and as it is written, by UTC
    today: int  # which day it is now, by the clock of the house
    game: str
    players: int
    level: str  # of the bots
    ends: float  # when the next game begins
    counts_until: float  # when a game that was begun must be over to be listed
    mine: MyTry | None
    open: bool  # whether I may see how others played
    count: int  # of all who have played it to its end
    results: list[ResultDocument]  # the most points first


@get("/daily", summary="The game of the day", operation_id="show_daily")
async def show_daily(
    services: TheServices,
    visitor: Anybody,
    day: Annotated[
        int | None,
        QueryParameter(
            name="day", ge=1, le=LAST_DAY, description="In days since 1970; without it, today."
        ),
    ] = None,
) -> DayDocument:
    """Tell the game of a day, how everybody did and whether I have played it."""
    today, person = day_of(services.house.now()), visitor.herself()
    asked = today if day is None else day
    if asked > today:
        raise problem(404, "not_found", "the game of that day is still to come")
    daily = await daily_game(services, asked)
    found = await services.house.store.daily_results(daily, person, LISTED)
    mine = await own_try(services.house, asked, person) if person else None
    return DayDocument(
        day=asked,
        date=datetime.fromtimestamp(asked * SECONDS, UTC).date().isoformat(),
        today=today,
        game=daily.game,
        players=daily.players,
        level=LEVEL,
        ends=(asked + 1) * SECONDS,
        counts_until=counts_until(asked),
        mine=None if mine is None else _my_try(mine, found),
        open=is_open(asked, services.house.now(), mine),
        count=found.played,
        results=[_played(one, person) for one in found.results],
    )


@post("/daily", summary="Play the game of the day", operation_id="play_daily")
async def play_daily(services: TheServices, somebody: Somebody, data: JSONBody[DailyTry]) -> Made:
    """Begin my one try at the game of today, or go on with it."""
    house, person = services.house, somebody.herself()
    today = day_of(house.now())
    day = today if data.day is None else data.day
    mine = await own_try(house, day, person)
    if mine is not None:
        return Made(mine.id)
    if day != today:
        raise Refused("daily_past", "the game of that day can only be begun on that day")
    daily = await daily_game(services, day)
    services.check_thinking(somebody)
    services.check_space(somebody)
    services.pay(Counted.TABLE, somebody)
    await prepared(services, daily.game)
    name = await begin_try(house, daily, person, somebody.address)
    services.keep(somebody, GAME)
    return Made(name)


async def daily_game(services: Services, day: int) -> DailyGame:
    """The game of a day: what was begun, or else one of those that are installed here."""
    books, house = await services.library.books(), services.house
    begun = await house.store.daily_begun(day)
    if begun is None or (day == day_of(house.now()) and begun[0] not in books):
        return game_of(day, [candidate(book) for book in books.values()])
    game, players = begun
    return begun_game(day, game, players, books[game].version if game in books else 0)


def _my_try(mine: Summary, found: DailyList) -> MyTry:
    place = next((one.place for one in found.results if one.table == mine.id), None)
    return MyTry(mine.id, is_done(mine), place)


def _played(one: DailyResult, person: int) -> ResultDocument:
    scores = one.result.scores
    return ResultDocument(
        one.place,
        *one.called,
        mine=bool(person) and one.person == person,
        points=scores[PERSON],
        scores=scores,
        won=PERSON in one.result.winners,
        ended=one.ended,
        table=one.table,
    )


REQUESTS = [show_daily, play_daily]
