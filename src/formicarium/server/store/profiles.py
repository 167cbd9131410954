"""What people have played and how they did, to be read at once: no game is replayed for it."""

from collections.abc import Collection, Iterator, Sequence
from functools import partial
from typing import Any

import msgspec
from sqlalchemy import Connection, Row, Select, desc, exists, or_, select, text

from formicarium.server.domain.people import NO_NAME, NOBODY, Called
from formicarium.server.store import schema
from formicarium.server.store.database import Database
from formicarium.server.store.entries import (
    PEOPLE,
    Acquaintance,
    BoardLine,
    Placed,
    PlayedGame,
    RatedGame,
    RatingPoint,
    Sharing,
    Total,
)
from formicarium.server.store.people import names_in
from formicarium.server.store.ratings import Rated
from formicarium.server.store.results import (
    Piece,
    Recount,
    counted,
    pieces,
    replace,
    standing_games,
)
from formicarium.server.store.schema import (
    changes,
    endings,
    meetings,
    ratings,
    results,
    sharing,
    tables,
    tallies,
)
from formicarium.server.store.texts import FAR, findable, near

PAGE = 20  # games on a page
MOST_POINTS = 500  # of a curve, the newest
MOST_MET = 100  # people, those who were met last
BOARD = 100  # people on a board

SHARE = text(
    "INSERT INTO sharing (person, games, wins, rating) VALUES (:person, :games, :wins, :rating)"
    " ON CONFLICT (person) DO UPDATE SET games = excluded.games, wins = excluded.wins,"
    " rating = excluded.rating"
)


class KeepsProfiles(Database):
    """What is known of people as players."""

    async def rebuild_figures(self) -> int:
        """Count anew all that follows from results; how many games there are.

        Others write meanwhile: each piece is counted before it is written.
        """
        for piece in await self._read(pieces):
            found = await self._read(partial(counted, piece=piece))
            await self._writer.do("figures", partial(_replaced, piece, found))
        return await self._read(standing_games)

    async def sharing_of(self, person: int) -> Sharing:
        """What of somebody everybody may see."""
        return await self._read(lambda connection: sharing_in(connection, near(person)))

    async def share(self, person: int, chosen: Sharing) -> None:
        """Let everybody see so much of somebody from now on."""
        await self._execute(
            f"person {person}", SHARE, {"person": person, **msgspec.structs.asdict(chosen)}
        )

    async def totals(self, person: int) -> list[Total]:
        """How often somebody has played each game, with how many, and won."""
        query = (
            select(tallies, endings.c.table_id)
            .join(endings, endings.c.number == tallies.c.best_ending, isouter=True)
            .where(tallies.c.person == person)
            .order_by(tallies.c.game, tallies.c.players)
        )

        def found(connection: Connection) -> list[Total]:
            return [
                Total(row.game, row.players, row.played, row.won, row.best, row.table_id)
                for row in connection.execute(query)
            ]

        return await self._read(found)

    async def acquaintances(self, person: int) -> list[Acquaintance]:
        """Whom somebody has played with, and bots of which levels, those met last first."""
        query = (
            select(meetings, endings.c.table_id, endings.c.ended)
            .join(endings, endings.c.number == meetings.c.last)
            .where(meetings.c.person == person)
            .order_by(desc(meetings.c.last))
            .limit(MOST_MET)
        )

        def found(connection: Connection) -> list[Acquaintance]:
            return [
                Acquaintance(
                    row.opponent,
                    called,
                    row.level,
                    row.played,
                    row.ahead,
                    row.behind,
                    row.table_id,
                    row.ended,
                )
                for row, called in _named(connection, query, "opponent")
            ]

        return await self._read(found)

    async def games_of(
        self, person: int, before: int = FAR, for_all: bool = True
    ) -> list[PlayedGame]:
        """A page of somebody's games, the newest first: `before` one, by its number.

        For all: those alone that lists show to everybody.
        """
        mine = (
            select(results.c.ending)
            .distinct()
            .join(endings, endings.c.number == results.c.ending)
            .join(tables, tables.c.id == endings.c.table_id)
            .where(schema.HAS_PERSON, results.c.person == person, results.c.ending < near(before))
            .order_by(desc(results.c.ending))
            .limit(PAGE)
        )
        if for_all:
            mine = mine.where(tables.c.public, ~tables.c.locked)
        return await self._read(lambda connection: _games(connection, mine))

    async def ratings_of(self, person: int) -> list[RatedGame]:
        """How good somebody is at each game, beside people and beside bots."""
        query = select(ratings).where(ratings.c.person == person).order_by(ratings.c.game)

        def found(connection: Connection) -> list[RatedGame]:
            return [
                RatedGame(row.game, row.measure, Rated(row.mu, row.sigma, row.games))
                for row in connection.execute(query)
            ]

        return await self._read(found)

    async def curve(self, person: int, game: str, measure: str = PEOPLE) -> list[RatingPoint]:
        """How good somebody was after each game, the oldest first."""
        query = (
            select(changes.c.ending, endings.c.ended, changes.c.mu, changes.c.sigma)
            .join(endings, endings.c.number == changes.c.ending)
            .where(changes.c.person == person, changes.c.game == findable(game))
            .where(changes.c.measure == measure)
            .order_by(desc(changes.c.ending))
            .limit(MOST_POINTS)
        )
        return await self._read(
            lambda connection: [RatingPoint(*row) for row in connection.execute(query)][::-1]
        )

    async def board(self, game: str) -> list[BoardLine]:
        """The best at a game who want to be seen there, and have played it often enough."""
        is_shown = exists().where(sharing.c.person == ratings.c.person, sharing.c.rating)
        query = (
            select(ratings)
            .where(schema.IS_ON_BOARD, ratings.c.game == findable(game), is_shown)
            .order_by(desc(ratings.c.sure), desc(ratings.c.person))
            .limit(BOARD)
        )

        def found(connection: Connection) -> list[BoardLine]:
            return [
                BoardLine(row.person, called, Rated(row.mu, row.sigma, row.games))
                for row, called in _named(connection, query, "person")
            ]

        return await self._read(found)

    async def seen_of(self, numbers: Collection[int]) -> set[int]:
        """Of some people, those of whom everybody may see something."""
        query = select(sharing.c.person).where(
            sharing.c.person.in_(numbers), or_(sharing.c.games, sharing.c.wins, sharing.c.rating)
        )
        return await self._read(lambda connection: {*connection.scalars(query)})


def _replaced(piece: Piece, found: Recount, connection: Connection, again: bool) -> None:
    replace(connection, piece, found, again)


def sharing_in(connection: Connection, person: int) -> Sharing:
    """What of somebody everybody may see."""
    query = select(sharing.c.games, sharing.c.wins, sharing.c.rating)
    found = connection.execute(query.where(sharing.c.person == person)).one_or_none()
    return Sharing() if found is None else Sharing(*found)


def _named(
    connection: Connection, query: Select[Any], whose: str
) -> Iterator[tuple[Row[Any], Called]]:
    """What is found, and how those are called whom a column of it names."""
    rows = connection.execute(query).all()
    people = [getattr(row, whose) for row in rows]
    names = names_in(connection, {*people})
    return zip(rows, (names.get(person, NO_NAME) for person in people), strict=True)


def _games(connection: Connection, chosen: Select[Any]) -> list[PlayedGame]:
    numbers = [*connection.scalars(chosen)]
    seats: dict[int, list[Placed]] = {number: [] for number in numbers}
    query = select(results).where(results.c.ending.in_(numbers))
    for row in connection.execute(query.order_by(results.c.ending, results.c.seat)):
        seats[row.ending].append(Placed(*row[2:]))
    names = names_in(connection, _people_in(seats.values()))
    found = select(
        endings.c.number,
        endings.c.table_id.label("table"),
        endings.c.game,
        endings.c.ended,
        (endings.c.measure == PEOPLE).label("rated"),
        endings.c.annulled,
    ).where(endings.c.number.in_(numbers))
    return [
        PlayedGame(**row._mapping, seats=tuple(seats[row.number]), names=names)
        for row in connection.execute(found.order_by(desc(endings.c.number)))
    ]


def _people_in(seats: Collection[Sequence[Placed]]) -> set[int]:
    return {seat.person for sitting in seats for seat in sitting} - {NOBODY}
