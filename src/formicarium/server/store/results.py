"""Results of games: kept with the event that ends one, and what is counted from them."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import groupby
from typing import Any, NamedTuple

from sqlalchemy import Connection, Select, Table, delete, func, insert, select, text, tuple_, update

from formicarium.server.store.acts import in_turn
from formicarium.server.store.entries import Ending, Placed
from formicarium.server.store.figures import (
    Bookkeeping,
    Ended,
    Meeting,
    RatingKey,
    Tally,
)
from formicarium.server.store.ratings import Rated
from formicarium.server.store.schema import (
    changes,
    endings,
    meetings,
    people,
    ratings,
    results,
    tallies,
)

MANY = 500  # rows, or people, of one statement
AT_ONCE = 5000  # games that are read together

KEYS: dict[str, tuple[str, ...]] = {
    "tallies": ("person", "game", "players"),
    "meetings": ("person", "opponent", "level"),
    "ratings": ("person", "game", "measure"),
    "changes": ("person", "game", "measure", "ending"),
}

Fields = dict[str, Any]


class Finished(NamedTuple):
    """A game that ends, as it is written."""

    table: str
    ended: float
    ending: Ending


# --- Games that end -------------------------------------------------------------------------------


def keep_endings(connection: Connection, batch: Sequence[Finished]) -> None:
    """Keep how games ended, and count them; what happens at a table afterwards ends none again.

    All processes take turns, so that games have one order: later ratings follow from earlier ones.
    """
    known = {*_known(connection, [one.table for one in batch])} if batch else set()
    new = [one for one in batch if one.table not in known]
    if not new:
        return
    in_turn(connection)
    for one in new:
        ended = _kept(connection, one)
        figures = Bookkeeping()
        _recall(connection, figures, ended)
        figures.count(ended)
        _store(connection, figures)


def _known(connection: Connection, names: Sequence[str]) -> Iterable[str]:
    return connection.scalars(select(endings.c.table_id).where(endings.c.table_id.in_(names)))


def _kept(connection: Connection, one: Finished) -> Ended:
    ending = one.ending
    row = {
        "table_id": one.table,
        "game": ending.game,
        "players": len(ending.seats),
        "ended": one.ended,
        "fresh": ending.fresh,
        "measure": ending.measure,
    }
    number: int = connection.execute(insert(endings).returning(endings.c.number), row).scalar_one()
    gone = {*_gone(connection, [seat.person for seat in ending.seats])}
    seats = tuple(seat._replace(person=0) if seat.person in gone else seat for seat in ending.seats)
    connection.execute(
        insert(results),
        [{"ending": number, "seat": place, **seat._asdict()} for place, seat in enumerate(seats)],
    )
    return Ended(number, ending.game, len(seats), ending.fresh, ending.measure, seats)


def _gone(connection: Connection, numbers: Iterable[int]) -> Iterable[int]:
    wanted = people.c.number.in_({*numbers})
    return connection.scalars(select(people.c.number).where(wanted, people.c.gone.is_not(None)))


def _recall(connection: Connection, figures: Bookkeeping, ended: Ended) -> None:
    """Fill in what is known of those who have played."""
    persons = {seat.person for seat in ended.seats if seat.person}
    mine = tallies.c.person.in_(persons)
    same = (tallies.c.game == ended.game, tallies.c.players == ended.players)
    for row in connection.execute(select(tallies).where(mine, *same)):
        figures.tallies[row.person, row.game, row.players] = Tally(*row[3:])
    others = {(seat.person, "" if seat.person else seat.level) for seat in ended.seats}
    met = tuple_(meetings.c.opponent, meetings.c.level).in_([*others])
    for row in connection.execute(select(meetings).where(meetings.c.person.in_(persons), met)):
        figures.meetings[row.person, row.opponent, row.level] = Meeting(*row[3:])
    rated = (ratings.c.game == ended.game, ratings.c.measure == ended.measure)
    for row in connection.execute(select(ratings).where(ratings.c.person.in_(persons), *rated)):
        figures.ratings[row.person, row.game, row.measure] = Rated(row.mu, row.sigma, row.games)


# --- What is counted, as rows ---------------------------------------------------------------------


def _store(
    connection: Connection, figures: Bookkeeping, without: Collection[int] = frozenset()
) -> None:
    """Write what was counted; nothing about those who are gone."""
    for table, rows in _rows(figures):
        kept = [
            row
            for row in rows
            if row["person"] not in without and row.get("opponent") not in without
        ]
        for first in range(0, len(kept), MANY):
            connection.execute(_written(table), kept[first : first + MANY])


def _rows(figures: Bookkeeping) -> Iterator[tuple[Table, list[Fields]]]:
    def row(table: Table, key: Sequence[Any], value: Fields) -> Fields:
        return {**dict(zip(KEYS[table.name], key, strict=True)), **value}

    yield (
        tallies,
        [row(tallies, key, _fields(tally)) for key, tally in figures.tallies.items()],
    )
    yield (
        meetings,
        [row(meetings, key, _fields(meeting)) for key, meeting in figures.meetings.items()],
    )
    yield (
        ratings,
        [
            row(ratings, key, {**_fields(rated), "sure": rated.sure})
            for key, rated in figures.ratings.items()
        ],
    )
    yield (
        changes,
        [
            row(changes, (*key, number), {"mu": rated.mu, "sigma": rated.sigma})
            for key, number, rated in figures.changes
        ],
    )


def _fields(value: Tally | Meeting | Rated) -> Fields:
    return {name: getattr(value, name) for name in value.__struct_fields__}


def _written(table: Table) -> Any:
    """A row in place of the one before."""
    keys = KEYS[table.name]
    names = [column.name for column in table.c]
    values = ", ".join(f":{name}" for name in names)
    changed = ", ".join(f"{name} = excluded.{name}" for name in names if name not in keys)
    return text(
        f"INSERT INTO {table.name} ({', '.join(names)}) VALUES ({values})"
        f" ON CONFLICT ({', '.join(keys)}) DO UPDATE SET {changed}"
    )


# --- Counting anew --------------------------------------------------------------------------------


def rebuild(connection: Connection) -> int:
    """Count everything anew from the results that are kept; how many games there are."""
    in_turn(connection)
    for table in (changes, ratings, meetings, tallies):
        connection.execute(delete(table))
    figures, count = Bookkeeping(), 0
    for ended in _ended(connection, _standing()):
        figures.count(ended)
        count += 1
    _store(connection, figures, _all_gone(connection))
    return count


def annul(connection: Connection, table: str) -> bool:
    """A game counts no more; whether it did. Ratings are as if it had never been played."""
    counted = (endings.c.table_id == table, ~endings.c.annulled)
    found = connection.execute(select(endings).where(*counted)).one_or_none()
    if found is None:
        return False
    connection.execute(
        update(endings).where(endings.c.number == found.number).values(annulled=True)
    )
    here = select(results.c.person).where(results.c.ending == found.number, results.c.person != 0)
    _recount(connection, {*connection.scalars(here)})
    if found.measure:
        _rate_again(connection, found.game, found.measure, found.number)
    return True


def _recount(connection: Connection, persons: Collection[int]) -> None:
    """Count the games of a few people anew, but not how good they are."""
    for table in (tallies, meetings):
        connection.execute(delete(table).where(table.c.person.in_(persons)))
    figures = Bookkeeping()
    theirs = select(results.c.ending).where(results.c.person.in_(persons))
    for ended in _ended(connection, _standing().where(endings.c.number.in_(theirs))):
        figures.count_games(ended)
    for counted in (figures.tallies, figures.meetings):
        for key in [key for key in counted if key[0] not in persons]:
            del counted[key]  # type: ignore[arg-type]
    _store(connection, figures, _all_gone(connection))


def _all_gone(connection: Connection) -> set[int]:
    return {*connection.scalars(select(people.c.number).where(people.c.gone.is_not(None)))}


def _rate_again(connection: Connection, game: str, measure: str, since: int) -> None:
    """Rate all games anew that ended since one of them, and that one no more.

    Of who is gone it is not known any more how good she was: with her games one begins at the
    first of all.
    """
    same = (changes.c.game == game, changes.c.measure == measure)
    figures = Bookkeeping()
    if _has_missing(connection, game, measure):
        since = 0
    later = (changes.c.ending >= since, *same)
    concerned = {*connection.scalars(select(changes.c.person).distinct().where(*later))}
    connection.execute(delete(changes).where(*later))
    rated = (ratings.c.game == game, ratings.c.measure == measure)
    for some in _pieces(concerned):
        connection.execute(delete(ratings).where(*rated, ratings.c.person.in_(some)))
        figures.ratings.update(_rated_before(connection, some, game, measure))
    query = _standing().where(endings.c.game == game, endings.c.measure == measure)
    for ended in _ended(connection, query, since):
        figures.rate(ended)
    _store(connection, figures, _all_gone(connection))


def _has_missing(connection: Connection, game: str, measure: str) -> bool:
    """Whether anybody who is gone has played games of that kind."""
    query = (
        select(results.c.person)
        .join(endings, endings.c.number == results.c.ending)
        .join(people, people.c.number == results.c.person)
        .where(endings.c.game == game, endings.c.measure == measure, people.c.gone.is_not(None))
    )
    return connection.scalar(query.limit(1)) is not None


def _rated_before(
    connection: Connection, persons: Sequence[int], game: str, measure: str
) -> Iterator[tuple[RatingKey, Rated]]:
    """How good people were by the changes that are left."""
    here = (changes.c.game == game, changes.c.measure == measure, changes.c.person.in_(persons))
    counts: dict[int, int] = {}
    query = select(changes).where(*here).order_by(changes.c.person, changes.c.ending)
    for row in connection.execute(query):
        counts[row.person] = counts.get(row.person, 0) + 1
        yield (
            (row.person, row.game, row.measure),
            Rated(row.mu, row.sigma, counts[row.person]),
        )


def _standing() -> Select[Any]:
    """Games that count, in the order in which they ended, seat by seat."""
    return (
        select(
            endings.c.number,
            endings.c.game,
            endings.c.players,
            endings.c.fresh,
            endings.c.measure,
            results.c.person,
            results.c.level,
            results.c.points,
            results.c.place,
            results.c.has_left,
        )
        .join(results, results.c.ending == endings.c.number)
        .where(~endings.c.annulled)
        .order_by(endings.c.number, results.c.seat)
    )


def _ended(connection: Connection, query: Select[Any], since: int = 0) -> Iterator[Ended]:
    """Games after one of them, some thousands at once: a house may have very many."""
    last = connection.scalar(select(func.max(endings.c.number))) or 0
    for first in range(since, last, AT_ONCE):
        some = (endings.c.number > first, endings.c.number <= first + AT_ONCE)
        rows = connection.execute(query.where(*some))
        for _, seats in groupby(rows, key=lambda row: row.number):
            one, *more = seats
            number, game, players, fresh, measure = one[:5]
            places = tuple(Placed(*row[5:]) for row in (one, *more))
            yield Ended(number, game, players, fresh, measure, places)


def _pieces(persons: Collection[int]) -> Iterator[list[int]]:
    """A few people at a time."""
    ordered = sorted(persons)
    for first in range(0, len(ordered), MANY):
        yield ordered[first : first + MANY]


# --- Forgetting -----------------------------------------------------------------------------------


def forget_figures(connection: Connection, numbers: Collection[int]) -> None:
    """Leave nothing of what was counted for people; how others ended stays, by their number."""
    for table in (tallies, meetings, ratings, changes):
        connection.execute(delete(table).where(table.c.person.in_(numbers)))
    connection.execute(delete(meetings).where(meetings.c.opponent.in_(numbers)))
