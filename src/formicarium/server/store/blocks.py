"""Whom somebody does not want to hear, or not to meet either."""

from collections.abc import Collection
from typing import Any

from sqlalchemy import Connection, Select, and_, delete, select, text, union

from formicarium.server.domain.people import NO_NAME
from formicarium.server.store.database import Database
from formicarium.server.store.entries import Blocked
from formicarium.server.store.people import names_in
from formicarium.server.store.schema import blocks
from formicarium.server.store.texts import near

MOST = 1000  # people whom one person can block

BLOCK = text(
    "INSERT INTO blocks (person, other, meets, at) VALUES (:person, :other, :meets, :at)"
    " ON CONFLICT (person, other) DO UPDATE SET meets = excluded.meets"
)


class KeepsBlocks(Database):
    """What people have decided about each other, each for herself."""

    async def block(self, person: int, other: int, meets: bool, at: float) -> bool:
        """Let somebody not hear another one any more, nor meet her if so; whether it fits."""
        fields = {"person": person, "other": other, "meets": meets, "at": at}
        mine = select(blocks.c.other).where(blocks.c.person == person)

        def action(connection: Connection, _again: bool) -> bool:
            known = {*connection.scalars(mine)}
            if len(known) >= MOST and other not in known:
                return False
            connection.execute(BLOCK, fields)
            return True

        return await self._writer.do(f"person {person}", action)

    async def unblock(self, person: int, other: int) -> None:
        """Let somebody hear and meet another one again."""
        mine = (blocks.c.person == person, blocks.c.other == near(other))
        await self._execute(f"person {person}", delete(blocks).where(*mine))

    async def blocks_of(self, person: int) -> list[Blocked]:
        """Whom somebody does not want to hear or meet, the first first."""
        query = select(blocks).where(blocks.c.person == person).order_by(blocks.c.at)

        def found(connection: Connection) -> list[Blocked]:
            rows = connection.execute(query).all()
            names = names_in(connection, {row.other for row in rows})
            return [
                Blocked(row.other, names.get(row.other, NO_NAME), row.meets, row.at) for row in rows
            ]

        return await self._read(found)

    async def apart_from(self, person: int) -> set[int]:
        """Who is not to meet somebody, by the wish of either."""
        return await self._read(lambda connection: {*connection.scalars(kept_apart(person))})


def kept_apart(person: int) -> Any:
    """The people who are not to meet somebody."""
    hers = select(blocks.c.other).where(blocks.c.person == person, ~blocks.c.meets)
    theirs = select(blocks.c.person).where(blocks.c.other == person, ~blocks.c.meets)
    return union(hers, theirs)


def unheard_by(person: int) -> Select[Any]:
    """The people whom somebody does not want to hear."""
    return select(blocks.c.other).where(blocks.c.person == person)


def pairs_apart(connection: Connection, persons: Collection[int]) -> set[frozenset[int]]:
    """Of some people, those two by two who are not to meet."""
    both = and_(blocks.c.person.in_(persons), blocks.c.other.in_(persons))
    query = select(blocks.c.person, blocks.c.other).where(both, ~blocks.c.meets)
    return {frozenset(pair) for pair in connection.execute(query)}
