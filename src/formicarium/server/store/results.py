"""Results of games: kept with the event that ends one, and what is counted from them."""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from itertools import groupby
from typing import Any, NamedTuple

from sqlalchemy import (
    Connection,
    Row,
    Select,
    Table,
    case,
    delete,
    func,
    insert,
    select,
    text,
    tuple_,
    update,
)

from formicarium.server.store import schema
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
FEW = 100  # people whose meetings are counted anew together
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
    connection: Connection,
    figures: Bookkeeping,
    without: Collection[int] = frozenset(),
    piece: "Piece | None" = None,
) -> None:
    """Write what was counted, or a piece of it; nothing about those who are gone."""
    for table, rows in _rows(figures):
        if piece is not None and table not in piece.tables:
            continue
        kept = [
            row
            for row in rows
            if row["person"] not in without
            and row.get("opponent") not in without
            and (piece is None or all(row[name] in piece.which[name] for name in piece.which))
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


class Piece(NamedTuple):
    """Figures that are counted anew by themselves, so that others may write meanwhile."""

    games: Select[Any]  # that they are counted from
    tables: tuple[Table, ...]
    which: dict[str, Collection[Any]]  # of their rows: what may stand in a column
    note: Callable[[Bookkeeping, Ended], None]  # counts one of them


class Recount(NamedTuple):
    """What games say of people, up to the last of them when so many were annulled."""

    figures: Bookkeeping
    last: int
    annulled: int


def rebuild(connection: Connection) -> int:
    """Count everything anew from the results that are kept; how many games there are."""
    for piece in pieces(connection):
        replace(connection, piece, counted(connection, piece))
    return standing_games(connection)


def standing_games(connection: Connection) -> int:
    """How many games count."""
    return connection.scalar(select(func.count()).where(~endings.c.annulled)) or 0


def pieces(connection: Connection) -> list[Piece]:
    """All that follows from results: of each game by itself, and whom people have met."""
    found: list[Piece] = []
    for game in connection.scalars(select(endings.c.game).distinct().order_by(endings.c.game)):
        games = _standing().where(endings.c.game == game)
        of_one = (changes, ratings, tallies)
        found.append(Piece(games, of_one, {"game": [game]}, Bookkeeping.count))
    newest = connection.scalar(select(func.max(people.c.number))) or 0
    for first in range(0, newest, FEW):
        some = range(first + 1, first + FEW + 1)
        theirs = select(results.c.ending).where(
            schema.HAS_PERSON, results.c.person.between(some[0], some[-1])
        )
        games = _standing().where(endings.c.number.in_(theirs))
        found.append(Piece(games, (meetings,), {"person": some}, Bookkeeping.count_games))
    return found


def counted(connection: Connection, piece: Piece) -> Recount:
    """Count a piece, and write nothing: it takes long in a large house."""
    found = Recount(Bookkeeping(), *_so_far(connection))
    for ended in _ended(connection, piece.games, 0, found.last):
        piece.note(found.figures, ended)
    return found


def replace(connection: Connection, piece: Piece, found: Recount, again: bool = False) -> None:
    """Write a piece in place of what was there, with the games that have ended meanwhile."""
    in_turn(connection)
    last, annulled = _so_far(connection)
    if again or annulled != found.annulled:
        found = counted(connection, piece)
    for ended in _ended(connection, piece.games, found.last, last):
        piece.note(found.figures, ended)
    for table in piece.tables:
        (here,) = (table.c[name].in_([*values]) for name, values in piece.which.items())
        connection.execute(delete(table).where(here))
    _store(connection, found.figures, _all_gone(connection), piece)


def _so_far(connection: Connection) -> tuple[int, int]:
    """The last game, and how many are annulled."""
    is_annulled = case((endings.c.annulled, 1), else_=0)
    last, count = connection.execute(
        select(func.max(endings.c.number), func.sum(is_annulled))
    ).one()
    return last or 0, int(count or 0)


# --- Annulling ------------------------------------------------------------------------------------


class RatedAnew(NamedTuple):
    """How good all are as if one game had never been played: those who played since."""

    since: int
    people: set[int]
    counted: Recount


def annul(connection: Connection, table: str, anew: RatedAnew | None = None) -> bool:
    """A game counts no more; whether it did. Ratings are as if it had never been played.

    `anew`: what was found out before, while others could write.
    """
    in_turn(connection)
    found = _counting(connection, table)
    if found is None:
        return False
    last, annulled = _so_far(connection)
    if anew is None or anew.counted.annulled != annulled:
        anew = rated_anew(connection, table)
    connection.execute(
        update(endings).where(endings.c.number == found.number).values(annulled=True)
    )
    here = select(results.c.person).where(results.c.ending == found.number, results.c.person != 0)
    _recount(connection, {*connection.scalars(here)})
    if anew is not None:
        _write_ratings(connection, found.game, found.measure, anew, last)
    return True


def _counting(connection: Connection, table: str) -> Row[Any] | None:
    """A game that counts."""
    here = (endings.c.table_id == table, ~endings.c.annulled)
    return connection.execute(select(endings).where(*here)).one_or_none()


def rated_anew(connection: Connection, table: str) -> RatedAnew | None:
    """Rate all games anew that ended since one of them, without that one, and write nothing.

    Of who is gone it is not known any more how good she was: with her games one begins at the
    first of all.
    """
    found = _counting(connection, table)
    if found is None or not found.measure:
        return None
    game, measure = found.game, found.measure
    since = 0 if _has_missing(connection, game, measure) else found.number
    known = Recount(Bookkeeping(), *_so_far(connection))
    same = (changes.c.game == game, changes.c.measure == measure, changes.c.ending >= since)
    people = {*connection.scalars(select(changes.c.person).distinct().where(*same))}
    for some in _pieces(people):
        known.figures.ratings.update(_rated_before(connection, some, game, measure, since))
    query = _measured(game, measure).where(endings.c.number != found.number)
    for ended in _ended(connection, query, since, known.last):
        known.figures.rate(ended)
    return RatedAnew(since, people, known)


def _write_ratings(
    connection: Connection, game: str, measure: str, anew: RatedAnew, last: int
) -> None:
    """Write ratings in place of those that were there, with the games that ended meanwhile."""
    figures, known = Bookkeeping(), {*anew.people}
    figures.ratings.update(anew.counted.figures.ratings)
    figures.changes = [*anew.counted.figures.changes]
    for ended in _ended(connection, _measured(game, measure), anew.counted.last, last):
        new = {seat.person for seat in ended.seats} - known
        figures.ratings.update(_rated_before(connection, [*new], game, measure, ended.number))
        known |= new
        figures.rate(ended)
    for some in _pieces(known):
        rated = (ratings.c.game == game, ratings.c.measure == measure, ratings.c.person.in_(some))
        connection.execute(delete(ratings).where(*rated))
    later = (changes.c.game == game, changes.c.measure == measure, changes.c.ending >= anew.since)
    connection.execute(delete(changes).where(*later))
    _store(connection, figures, _all_gone(connection))


def _measured(game: str, measure: str) -> Select[Any]:
    return _standing().where(endings.c.game == game, endings.c.measure == measure)


def _recount(connection: Connection, persons: Collection[int]) -> None:
    """Count the games of a few people anew, but not how good they are."""
    for table in (tallies, meetings):
        connection.execute(delete(table).where(table.c.person.in_(persons)))
    figures = Bookkeeping()
    theirs = select(results.c.ending).where(results.c.person.in_(persons))
    last, _ = _so_far(connection)
    for ended in _ended(connection, _standing().where(endings.c.number.in_(theirs)), 0, last):
        figures.count_games(ended)
    for counted in (figures.tallies, figures.meetings):
        for key in [key for key in counted if key[0] not in persons]:
            del counted[key]  # type: ignore[arg-type]
    _store(connection, figures, _all_gone(connection))


def _all_gone(connection: Connection) -> set[int]:
    return {*connection.scalars(select(people.c.number).where(people.c.gone.is_not(None)))}


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
    connection: Connection, persons: Sequence[int], game: str, measure: str, since: int
) -> Iterator[tuple[RatingKey, Rated]]:
    """How good people were before a game."""
    here = (changes.c.game == game, changes.c.measure == measure, changes.c.person.in_(persons))
    counts: dict[int, int] = {}
    before = select(changes).where(*here, changes.c.ending < since)
    query = before.order_by(changes.c.person, changes.c.ending)
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


def _ended(connection: Connection, query: Select[Any], since: int, last: int) -> Iterator[Ended]:
    """Games after one of them up to another, some thousands at once: there may be very many."""
    for first in range(since, last, AT_ONCE):
        some = (endings.c.number > first, endings.c.number <= min(first + AT_ONCE, last))
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
