"""Lists of tables, as people see them."""

from typing import Any

import msgspec
from sqlalchemy import (
    CompoundSelect,
    Connection,
    Select,
    UnaryExpression,
    and_,
    desc,
    func,
    or_,
    select,
    union,
    update,
)

from formicarium.server.domain.daily import PERSON, DailyGame, counts_until
from formicarium.server.domain.people import NO_NAME, NOBODY, Names
from formicarium.server.store import schema
from formicarium.server.store.blocks import kept_apart
from formicarium.server.store.database import Database
from formicarium.server.store.entries import (
    DailyList,
    DailyResult,
    Ending,
    ListedSeat,
    Listing,
    Result,
    Summary,
)
from formicarium.server.store.people import names_in
from formicarium.server.store.results import Finished, keep_endings
from formicarium.server.store.schema import endings, results, seats, tables
from formicarium.server.store.texts import findable, near

GOING_ON = ("waiting", "playing")  # tables at which something can still be done
PAGE = 50  # tables on a page of a list, and what administrators are shown
MOST_WAITING = 100  # tables that are counted where somebody must decide
NEWEST: tuple[UnaryExpression[Any], ...] = (desc(tables.c.shown), desc(tables.c.id))
# Without a clock comes last, and there who has waited longest first.
URGENT: tuple[UnaryExpression[Any], ...] = (
    tables.c.deadline.is_(None).asc(),
    tables.c.deadline.asc(),
    tables.c.shown.asc(),
    tables.c.id.asc(),
)
OTHERWISE = {
    "options",
    "rated",
    "result",
    "seats",
    "names",
}  # parts of a summary that are read otherwise
AS_KEPT = [name for name in Summary.__struct_fields__ if name not in OTHERWISE]


class _Listed(msgspec.Struct):
    """What lists show of a head that has no column."""

    options: dict[str, str]
    rated: bool = False


class KeepsLists(Database):
    """What tables there are for whom."""

    async def summaries(self, listing: Listing, person: int, page: int = 0) -> list[Summary]:
        """A page of a list, counted from 0, newest change that all know of first.

        `mine`: all where the person sits or that the person made; `open`: public ones that may be
        joined; `live`: public ones that are played; `archive`: what is over, public or mine. Locked
        ones are listed for their own people only. `waiting`: where the person must decide, and
        those first where a clock runs out first.
        """
        first = URGENT if listing == "waiting" else NEWEST
        chosen = _listed(listing, person).order_by(*first).limit(PAGE).offset(near(page * PAGE))
        return await self._read(lambda connection: _summaries(connection, chosen))

    async def waiting_for(self, person: int) -> list[str]:
        """The tables at which somebody must decide, the most urgent first: a hundred at most."""
        found = select(tables.c.id).where(_waits_for(person)).order_by(*URGENT).limit(MOST_WAITING)
        return await self._read(lambda connection: [*connection.scalars(found)])

    async def summary(self, table: str) -> Summary | None:
        """One table as lists show it."""
        chosen = select(tables).where(tables.c.id == findable(table))
        return next(iter(await self._read(lambda one: _summaries(one, chosen))), None)

    async def daily_begun(self, day: int) -> tuple[str, int] | None:
        """The game that was begun first on a day as that of the day, and for how many."""
        query = (
            select(tables.c.game, tables.c.players)
            .where(schema.IS_DAILY, tables.c.daily == day)
            .order_by(tables.c.created, tables.c.id)
            .limit(1)
        )

        def action(connection: Connection) -> tuple[str, int] | None:
            row = connection.execute(query).first()
            return None if row is None else (row.game, row.players)

        return await self._read(action)

    async def daily_results(self, daily: DailyGame, person: int, most: int) -> DailyList:
        """The games of a day that were played to their end in time: the best, and one's own."""
        best_first = (desc(results.c.points), tables.c.shown, tables.c.id)
        found = (
            select(tables.c.id, seats.c.person, tables.c.result, tables.c.shown)
            .add_columns(
                func.rank().over(order_by=desc(results.c.points)).label("place"),
                func.row_number().over(order_by=best_first).label("number"),
                func.count().over().label("played"),
            )
            .join(seats, and_(seats.c.table_id == tables.c.id, seats.c.seat == PERSON))
            .join(endings, endings.c.table_id == tables.c.id)
            .join(results, and_(results.c.ending == endings.c.number, results.c.seat == PERSON))
            .where(schema.IS_DAILY, tables.c.daily == daily.day, tables.c.status == "over")
            .where(tables.c.game == daily.game, tables.c.players == daily.players)
            .where(seats.c.kind == "person", tables.c.shown < counts_until(daily.day))
        ).subquery()
        query = (
            select(found)
            .where(or_(found.c.number <= most, *([found.c.person == person] if person else [])))
            .order_by(found.c.number)
        )
        return await self._read(lambda connection: _daily_list(connection, query))

    async def tables_of(self, person: int) -> list[str]:
        """Tables where somebody has a seat and the game is not over, the last changed first."""
        sits = select(seats.c.table_id).where(seats.c.person == person)
        query = (
            select(tables.c.id)
            .where(tables.c.id.in_(sits), tables.c.status.in_(GOING_ON))
            .order_by(desc(tables.c.shown))
        )
        return await self._read(lambda connection: [*connection.scalars(query)])

    async def seats_kept_for(self, person: int, host: int) -> tuple[int, int]:
        """How many seats are kept for somebody where no game has begun: by all, and by one host."""
        kept = and_(seats.c.person == person, seats.c.kind == "open")
        hosts = select(tables.c.host).join(seats, tables.c.id == seats.c.table_id)
        waiting = hosts.where(kept, tables.c.status == "waiting")
        found = await self._read(lambda connection: [*connection.scalars(waiting)])
        return len(found), found.count(host)

    async def have_met(self, person: int, other: int) -> bool:
        """Whether there is a table to which two people belong."""
        shared = select(tables.c.id).where(
            tables.c.id.in_(belonging_to(person)), tables.c.id.in_(belonging_to(other))
        )
        found = await self._read(lambda connection: connection.scalar(shared.limit(1)))
        return found is not None

    async def keep_result(self, table: str, result: Result, ending: Ending) -> None:
        """Keep how a game ended that was over before results were kept."""
        text = msgspec.json.encode(result).decode()
        here = (tables.c.id == findable(table), tables.c.result.is_(None))
        change = update(tables).where(*here).values(result=text).returning(tables.c.shown)

        def action(connection: Connection, _again: bool) -> None:
            ended = connection.scalar(change)
            if ended is not None:  # nobody else was faster
                keep_endings(connection, [Finished(table, ended, ending)])

        await self._writer.do(f"result {table}", action)


def belonging_to(person: int) -> CompoundSelect[Any]:
    """Tables where somebody has a seat, or whose host she is."""
    sits = select(seats.c.table_id).where(seats.c.person == person, seats.c.person != NOBODY)
    made = select(tables.c.id).where(tables.c.host == person, tables.c.host != NOBODY)
    return union(sits, made)


def _waits_for(person: int) -> Any:
    """Whether a table is one at which somebody must decide: found by her seats."""
    sits = (
        select(seats.c.table_id)
        .join(tables, tables.c.id == seats.c.table_id)
        .where(schema.GOES_ON, seats.c.person == person, seats.c.person != NOBODY)
        .where(seats.c.kind == "person")
        .where(schema.MUST_DECIDE)
    )
    return tables.c.id.in_(sits)


def _listed(listing: Listing, person: int) -> Select[Any]:
    """The tables of a list, in no order yet."""
    query = select(tables)
    if listing == "waiting":
        return query.where(_waits_for(person))
    is_mine = tables.c.id.in_(belonging_to(person))
    if listing == "mine":
        return query.where(is_mine)
    if listing == "open":
        may_enter = and_(tables.c.status.in_(GOING_ON), tables.c.public, ~tables.c.locked)
        apart = kept_apart(person)
        beside = select(seats.c.table_id).where(seats.c.person.in_(apart), seats.c.kind == "person")
        others = and_(tables.c.host.not_in(apart), tables.c.id.not_in(beside))
        return query.where(schema.HAS_OPEN_SEAT, may_enter, others)
    if listing == "live":
        may_watch = and_(tables.c.public, or_(~tables.c.locked, is_mine))
        return query.where(tables.c.status == "playing", may_watch)
    for_all = and_(tables.c.public, ~tables.c.locked)
    return query.where(tables.c.status == "over", or_(for_all, is_mine))


def _summaries(connection: Connection, chosen: Select[Any]) -> list[Summary]:
    found = connection.execute(chosen).all()
    places: dict[str, list[ListedSeat]] = {row.id: [] for row in found}
    query = (
        select(seats.c.table_id, seats.c.kind, seats.c.person, seats.c.level)
        .where(seats.c.table_id.in_(places))
        .order_by(seats.c.table_id, seats.c.seat)
    )
    for table, *place in connection.execute(query):
        places[table].append(ListedSeat(*place))
    names = names_in(connection, {seat.person for sitting in places.values() for seat in sitting})
    return [_summary(row, tuple(places[row.id]), names) for row in found]


def _daily_list(connection: Connection, query: Select[Any]) -> DailyList:
    found = connection.execute(query).all()
    names = names_in(connection, {row.person for row in found})
    listed = [
        DailyResult(
            row.place,
            row.id,
            row.person,
            names.get(row.person, NO_NAME),
            msgspec.json.decode(row.result, type=Result),
            row.shown,
        )
        for row in found
    ]
    return DailyList(found[0].played if found else 0, listed)


def _summary(row: Any, places: tuple[ListedSeat, ...], names: Names) -> Summary:
    head = msgspec.json.decode(row.head, type=_Listed)
    return Summary(
        **{name: getattr(row, name) for name in AS_KEPT},
        options=head.options,
        rated=head.rated,
        result=None if row.result is None else msgspec.json.decode(row.result, type=Result),
        seats=places,
        names={seat.person: names[seat.person] for seat in places if seat.person in names},
    )
