"""What people have tried in games that are over."""

from sqlalchemy import delete, select, text

from formicarium.server.store.database import Database
from formicarium.server.store.schema import variations
from formicarium.server.store.texts import check, findable

KEEP = text(
    "INSERT INTO variations (table_id, person, lines, changed)"
    " VALUES (:table, :person, :lines, :now)"
    " ON CONFLICT (table_id, person) DO UPDATE"
    " SET lines = excluded.lines, changed = excluded.changed"
)


class KeepsVariations(Database):
    """The lines that each person has tried in a game: one text, blanks between them."""

    async def keep_variations(self, table: str, person: int, lines: str, now: float) -> None:
        """Keep somebody's lines instead of those before; none: nothing is kept."""
        check(table, lines)
        if lines:
            fields = {"table": table, "person": person, "lines": lines, "now": now}
            await self._execute(f"variations {table}", KEEP, fields)
            return
        mine = (variations.c.table_id == table, variations.c.person == person)
        await self._execute(f"variations {table}", delete(variations).where(*mine))

    async def variations(self, table: str, person: int) -> str:
        """Somebody's lines; empty where there are none."""
        query = select(variations.c.lines).where(
            variations.c.table_id == findable(table), variations.c.person == person
        )
        return await self._read(lambda connection: connection.scalar(query) or "")
