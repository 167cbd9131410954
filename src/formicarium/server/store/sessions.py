"""Sessions: what browsers hold, and whom they lead to. Only hashes of tokens are kept."""

from msgspec.structs import asdict
from sqlalchemy import Connection, insert, select, update

from formicarium.server.store.database import Database
from formicarium.server.store.entries import StoredSession
from formicarium.server.store.people import new_person
from formicarium.server.store.schema import people, sessions
from formicarium.server.store.texts import check, findable

SESSION = (
    sessions.c.token_hash,
    sessions.c.person,
    sessions.c.created,
    sessions.c.seen,
    sessions.c.device,
)


class KeepsSessions(Database):
    """The sessions of a house."""

    async def add_session(
        self, token_hash: str, person: int | None, device: str, at: float
    ) -> StoredSession:
        """Begin a session of somebody; without a person, of a new guest."""
        check(token_hash, device)

        def action(connection: Connection, _again: bool) -> StoredSession:
            known = _session(connection, token_hash)
            if known is not None:
                return known
            number = new_person(connection, at) if person is None else person
            session = StoredSession(token_hash, number, at, at, device)
            connection.execute(insert(sessions), asdict(session))
            return session

        return await self._writer.do(f"session {token_hash}", action)

    async def exchange(
        self, former: str, token_hash: str, device: str, at: float
    ) -> StoredSession | None:
        """Begin a session of somebody whom older versions knew by a text, once."""
        query = select(people.c.number).where(
            people.c.former == findable(former), people.c.gone.is_(None)
        )
        number = await self._read(lambda connection: connection.scalar(query))
        return None if number is None else await self.add_session(token_hash, number, device, at)

    async def session(self, token_hash: str) -> StoredSession | None:
        """The session with a token, unless it is ended."""
        return await self._read(lambda connection: _session(connection, findable(token_hash)))

    async def see_session(self, session: StoredSession, at: float) -> None:
        """A session is used, and its person is here."""
        here = update(sessions).where(sessions.c.token_hash == session.token_hash).values(seen=at)
        her = update(people).where(people.c.number == session.person).values(seen=at)

        def action(connection: Connection, _again: bool) -> None:
            connection.execute(here)
            connection.execute(her)

        await self._writer.do(f"session {session.token_hash}", action)


def _session(connection: Connection, token_hash: str) -> StoredSession | None:
    query = select(*SESSION).where(sessions.c.token_hash == token_hash)
    row = connection.execute(query).one_or_none()
    return None if row is None else StoredSession(*row)
