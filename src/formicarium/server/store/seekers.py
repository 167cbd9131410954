"""Who would like to play now, and with whom: one transaction pairs people and makes their table."""

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations, islice

from sqlalchemy import Connection, delete, select, text, update

from formicarium.server.domain.clocks import DAY
from formicarium.server.domain.events import Head
from formicarium.server.store.acts import in_turn
from formicarium.server.store.appending import rows, write_all
from formicarium.server.store.blocks import pairs_apart
from formicarium.server.store.database import Database
from formicarium.server.store.entries import Paired, Seeker, Write
from formicarium.server.store.schema import IS_LOOKING, seekers
from formicarium.server.store.texts import check

# Seconds after which who says nothing does not wait any more: a page that nobody sees is let speak
# once a minute; a game by the day begins when others come, and who has asked for it is told.
SILENT = {"live": 100.0, "days": 3 * DAY}
UNTOLD = 600.0  # seconds in which somebody can still be told where her table is
WITH_BOTS = 20.0  # seconds, after which bots take free seats if she likes
LOOKED_AT = 24  # people who wait longest
TRIES = 2000  # groups of them

Make = Callable[[Sequence[int], str], tuple[Head, Write]]  # of people, and a level of bots

SEEK = text(
    "INSERT INTO seekers (person, key, game, players, pace, rated, level, since, alive)"
    " VALUES (:person, :key, :game, :players, :pace, :rated, :level, :now, :now)"
    " ON CONFLICT (person) DO UPDATE SET alive = excluded.alive,"
    " key = excluded.key, game = excluded.game, players = excluded.players, pace = excluded.pace,"
    " rated = excluded.rated, level = excluded.level,"
    " since = CASE WHEN seekers.key = excluded.key THEN seekers.since ELSE excluded.since END,"
    " table_id = CASE WHEN seekers.key = excluded.key THEN seekers.table_id ELSE '' END"
)


class KeepsSeekers(Database):
    """People who would like to play now."""

    async def seek(self, seeker: Seeker, now: float, make: Make) -> Paired:
        """Look for others with the same wish, and if there are enough, let them sit down.

        Whoever waits asks again and again, with the same key; who has been seated by it is told
        the same table as often as she asks, for a while.
        """

        def action(connection: Connection, _again: bool) -> Paired:
            in_turn(connection)
            _forget_silent(connection, now)
            connection.execute(SEEK, {**seeker._asdict(), "now": now})
            mine = connection.execute(
                select(seekers).where(seekers.c.person == seeker.person)
            ).one()
            if mine.table_id:  # she is told again, if that answer is lost
                return Paired(mine.table_id)
            is_late = now - mine.since >= WITH_BOTS
            return _paired(connection, seeker, is_late, make, now)

        check(seeker.key, seeker.game, seeker.pace, seeker.level)
        return await self._writer.do("seekers", action)

    async def sought_by(self, person: int, now: float) -> Seeker | None:
        """What somebody looks for, if she still waits for it."""
        query = select(*(seekers.c[name] for name in Seeker._fields), seekers.c.alive)
        row = await self._one(query.where(IS_LOOKING, seekers.c.person == person))
        if row is None or row.alive < now - SILENT[row.pace]:
            return None
        return Seeker(*row[:-1])

    async def give_up(self, person: int) -> None:
        """Somebody does not want to wait any more."""
        await self._execute("seekers", delete(seekers).where(seekers.c.person == person))


def _forget_silent(connection: Connection, now: float) -> None:
    for pace, seconds in SILENT.items():
        silent = (IS_LOOKING, seekers.c.pace == pace, seekers.c.alive < now - seconds)
        connection.execute(delete(seekers).where(*silent))
    told = (seekers.c.table_id != "", seekers.c.alive < now - UNTOLD)
    connection.execute(delete(seekers).where(*told))


def _paired(
    connection: Connection, seeker: Seeker, is_late: bool, make: Make, now: float
) -> Paired:
    found = _others(connection, seeker)
    group = next(_groups(connection, seeker, found, seeker.players), None)
    level = ""
    if group is None and seeker.level and is_late:
        level = seeker.level
        patient = [person for person, liked in found if liked]
        found = [(person, level) for person in patient]
        sizes = range(min(len(found) + 1, seeker.players), 0, -1)
        group = next(one for size in sizes for one in _groups(connection, seeker, found, size))
    if group is None:
        return Paired("", waiting=len(found) + 1)
    head, write = make(group, level)
    write_all(connection, [rows(write, head)])
    seated = seekers.c.person.in_(group)
    connection.execute(update(seekers).where(seated).values(table_id=head.id, alive=now))
    return Paired(head.id, tuple(group))


def _others(connection: Connection, seeker: Seeker) -> list[tuple[int, str]]:
    """Who else wishes for the same, and for which bots; who waits longest is first."""
    same = [
        seekers.c[name] == getattr(seeker, name) for name in ("game", "players", "pace", "rated")
    ]
    query = select(seekers.c.person, seekers.c.level).where(IS_LOOKING, *same)
    query = query.where(seekers.c.person != seeker.person).order_by(
        seekers.c.since, seekers.c.person
    )
    return [(*row,) for row in connection.execute(query.limit(LOOKED_AT))]


def _groups(
    connection: Connection, seeker: Seeker, found: Sequence[tuple[int, str]], size: int
) -> Iterator[list[int]]:
    """Groups of so many people who may all meet."""
    others = [person for person, _ in found]
    apart = pairs_apart(connection, [seeker.person, *others])
    for group in islice(combinations(others, size - 1), TRIES):
        people = [*group, seeker.person]
        if not any(frozenset(pair) in apart for pair in combinations(people, 2)):
            yield people
