"""Until when people were at tables, as far as any process knows."""

from collections.abc import Iterable, Sequence

from sqlalchemy import Connection, delete, select, text

from formicarium.server.store.database import Database
from formicarium.server.store.entries import Sighting
from formicarium.server.store.schema import sightings, tables

# Of what two processes know, the later is true; what lies ahead was kept by a clock that was wrong.
KEEP = text(
    "INSERT INTO sightings (table_id, person, until) VALUES (:table, :person, :until)"
    " ON CONFLICT (table_id, person) DO UPDATE SET until = excluded.until"
    " WHERE sightings.until < excluded.until OR sightings.until > excluded.until + 300"
)


class KeepsSightings(Database):
    """Who was seen where."""

    async def keep_sightings(self, found: Iterable[Sighting]) -> None:
        """Keep until when people are at tables."""
        rows = sorted((one._asdict() for one in found), key=lambda row: row["table"])
        if rows:
            await self._execute("sightings", KEEP, rows)

    async def sightings(self, names: Sequence[str]) -> list[Sighting]:
        """Until when anybody was at these tables."""
        query = select(sightings).where(sightings.c.table_id.in_(names))
        return await self._read(lambda found: [Sighting(*row) for row in found.execute(query)])

    async def forget_sightings(self) -> None:
        """Nobody waits for anybody at tables whose game is over."""
        played = select(tables.c.id).where(tables.c.status != "over")

        def action(connection: Connection, _again: bool) -> None:
            connection.execute(delete(sightings).where(sightings.c.table_id.not_in(played)))

        await self._writer.do("sightings", action)
