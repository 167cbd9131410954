"""What is said at tables."""

from typing import Any

from sqlalchemy import Connection, desc, func, insert, select, text

from formicarium.server.domain.people import NO_NAME, NOBODY
from formicarium.server.store.blocks import unheard_by
from formicarium.server.store.database import Database
from formicarium.server.store.entries import ChatLine
from formicarium.server.store.people import names_in
from formicarium.server.store.schema import chat
from formicarium.server.store.texts import FAR, check, findable, near

LINES = 200  # of a chat that are read at once

COUNT_LINE = text(
    "INSERT INTO talks (table_id, lines) VALUES (:table, 1)"
    " ON CONFLICT (table_id) DO UPDATE SET lines = talks.lines + 1 RETURNING lines"
)


LINES_SO_FAR = text("SELECT lines FROM talks WHERE table_id = :table")


class KeepsTalk(Database):
    """The chats of a house."""

    async def say(
        self,
        table: str,
        person: int,
        text: str,
        at: float,
        key: str = "",
        most: int = FAR,
        hers: int = FAR,
    ) -> int:
        """Keep what somebody says; the number of the line. A repeated key says nothing anew.

        Where there are so many lines already, in all or of hers, nothing is kept, and the number
        is 0.
        """
        fields = {"table_id": table, "person": person, "text": text, "at": at, "key": key}

        def action(connection: Connection, again: bool) -> int:
            same = {"table_id": table, "key": key} if key else fields
            said = _same_line(connection, same) if key or again else None
            if said is not None:
                return said
            lines = connection.scalar(LINES_SO_FAR, {"table": table}) or 0
            if lines >= most or (lines >= hers and _lines_of(connection, table, person) >= hers):
                return 0
            number: int = connection.execute(COUNT_LINE, {"table": table}).scalar_one()
            connection.execute(insert(chat), {"number": number, **fields})
            return number

        check(table, text, key)
        return await self._writer.do(f"chat {table}", action)

    async def chat(
        self,
        table: str,
        since: int,
        before: int = FAR,
        most: int = LINES,
        listener: int = NOBODY,
    ) -> list[ChatLine]:
        """What was said at a table between two lines, in order: the last of it, if it is much.

        Whom the listener does not want to hear is left out.
        """
        query = (
            select(chat.c.number, chat.c.at, chat.c.person, chat.c.text)
            .where(chat.c.table_id == findable(table))
            .where(chat.c.number > near(since), chat.c.number < near(before))
            .order_by(desc(chat.c.number))
            .limit(most)
        )
        if listener != NOBODY:
            query = query.where(chat.c.person.not_in(unheard_by(listener)))

        def found(connection: Connection) -> list[ChatLine]:
            rows = connection.execute(query).all()[::-1]
            names = names_in(connection, {row.person for row in rows})
            return [
                ChatLine(row.number, row.at, row.person, names.get(row.person, NO_NAME), row.text)
                for row in rows
            ]

        return await self._read(found)


def _lines_of(connection: Connection, table: str, person: int) -> int:
    said = select(func.count()).where(chat.c.table_id == table, chat.c.person == person)
    return connection.scalar(said) or 0


def _same_line(connection: Connection, fields: dict[str, Any]) -> int | None:
    """The line that was written by the same request, or a commit that was never confirmed."""
    same = [chat.c[name] == value for name, value in fields.items()]
    return connection.scalar(select(chat.c.number).where(*same))
