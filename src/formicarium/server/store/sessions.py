"""Sessions: what browsers hold, and whom they lead to. Only hashes of tokens are kept."""

from collections.abc import Collection
from typing import Any

import msgspec
from msgspec.structs import asdict
from sqlalchemy import ColumnElement, Connection, delete, desc, insert, select, union, update

from formicarium.server.store.database import BEAT, Database
from formicarium.server.store.entries import StoredSession
from formicarium.server.store.people import new_person
from formicarium.server.store.schema import (
    HAS_TOKEN,
    accounts,
    people,
    resets,
    seats,
    secrets,
    sessions,
    subscriptions,
)
from formicarium.server.store.texts import check, findable

HOUR, DAY = 3600.0, 86_400.0
CLOCK = "clock"  # the name of what is kept of it among the house's own things
REST = 7 * DAY  # a clock that goes on by more may have jumped, or the house was closed;
DOUBT = 30 * DAY  # so long, nothing is removed for its age

SESSION = [
    sessions.c[name] for name in ("token_hash", "person", "created", "seen", "device")
]  # in the order of `StoredSession`
TOKENS = (sessions.c.token_hash, seats.c.token_hash)  # by which people come


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
        """Begin a session of somebody whom older versions knew by a text.

        That is so until any session of hers is ended.
        """
        query = select(people.c.number).where(
            people.c.former == findable(former), people.c.gone.is_(None)
        )
        number = await self._read(lambda connection: connection.scalar(query))
        return None if number is None else await self.add_session(token_hash, number, device, at)

    async def session(self, token_hash: str) -> StoredSession | None:
        """The session with a token, unless it is ended."""
        return await self._read(lambda connection: _session(connection, findable(token_hash)))

    async def sessions_of(self, person: int) -> list[StoredSession]:
        """The sessions of somebody, those that were used last first."""
        query = select(*SESSION).where(sessions.c.person == person)
        query = query.order_by(desc(sessions.c.seen), sessions.c.token_hash)
        return await self._read(
            lambda connection: [StoredSession(*row) for row in connection.execute(query)]
        )

    async def living(self, hashes: Collection[str]) -> set[str]:
        """Which of these sessions, and tokens of seats, are not ended."""
        query = union(*(select(one).where(one.in_(hashes)) for one in TOKENS))
        return await self._read(lambda connection: {*connection.scalars(query)})

    async def tokens_of(self, person: int) -> list[str]:
        """The tokens of somebody's seats, by their hashes."""
        return await self._read(lambda connection: _tokens_of(connection, [person]))

    async def see_session(self, session: StoredSession, at: float) -> None:
        """A session is used, and its person is here."""
        here = update(sessions).where(sessions.c.token_hash == session.token_hash).values(seen=at)
        her = update(people).where(people.c.number == session.person).values(seen=at)

        def action(connection: Connection, _again: bool) -> None:
            connection.execute(here)
            connection.execute(her)

        await self._writer.do(f"session {session.token_hash}", action)

    async def end_session(self, person: int, token_hash: str) -> list[str]:
        """End a session of somebody; what is worth nothing now, by the hashes."""
        condition = sessions.c.token_hash == findable(token_hash)
        return await self._writer.do(
            f"session {token_hash}",
            lambda connection, _: end_where(connection, [person], condition),
        )

    async def end_sessions(self, person: int, but: str = "") -> list[str]:
        """End the sessions of somebody, all or all but one; what is worth nothing now."""

        def action(connection: Connection, _again: bool) -> list[str]:
            return end_all(connection, person, but)

        return await self._writer.do(f"sessions {person}", action)

    async def is_steady(self, now: float) -> bool:
        """Whether the clock has gone on as clocks do, for long: only then may things be too old.

        It is asked again and again. A clock that was years ahead or behind, or a house that was
        closed for weeks, is a reason to wait.
        """

        def action(connection: Connection, _again: bool) -> bool:
            last, until = _clock(connection)
            if not last - HOUR <= now <= last + REST:
                until = now + DOUBT
            value = msgspec.json.encode((now, until))
            connection.execute(BEAT, {"name": CLOCK, "value": value})
            return now >= until

        return await self._writer.do(CLOCK, action)

    async def last_time(self) -> float:
        """When it was last asked for the time; 0.0: never."""
        return (await self._read(_clock))[0]

    # --- Passwords --------------------------------------------------------------------------------

    async def change_password(self, person: int, password_hash: str, but: str = "") -> list[str]:
        """Another password for somebody's account, which ends her sessions, or all but one."""
        check(password_hash)

        def action(connection: Connection, _again: bool) -> list[str]:
            return _new_password(connection, person, password_hash, but)

        return await self._writer.do(f"sessions {person}", action)

    async def reset(self, token_hash: str, now: float) -> int | None:
        """Whose password a link is for; nobody's if it is used, a day old, or was never made."""
        return await self._read(lambda connection: _reset(connection, findable(token_hash), now))

    async def use_reset(
        self, token_hash: str, password_hash: str, now: float
    ) -> tuple[int, list[str]] | None:
        """Change a password by a link, which ends all sessions; whose, and which they were."""
        check(token_hash, password_hash)

        def action(connection: Connection, _again: bool) -> tuple[int, list[str]] | None:
            person = _reset(connection, token_hash, now)
            if person is None:
                return None
            return person, _new_password(connection, person, password_hash)

        return await self._writer.do(f"reset {token_hash}", action)


def end_all(connection: Connection, person: int, but: str = "") -> list[str]:
    """End the sessions of somebody, all or all but one, and what older versions gave her."""
    condition = (sessions.c.person == person) & (sessions.c.token_hash != but)
    return end_where(connection, [person], condition)


def end_where(
    connection: Connection, persons: Collection[int], condition: ColumnElement[bool]
) -> list[str]:
    """End sessions of people; what is worth nothing any more, by the hashes.

    Whoever ends one wants neither signed cookies of hers nor tokens of her seats to be good still.
    """
    connection.execute(update(people).where(people.c.number.in_(persons)).values(former=None))
    tokens = _tokens_of(connection, persons)
    connection.execute(update(seats).where(seats.c.token_hash.in_(tokens)).values(token_hash=""))
    return [*remove_where(connection, condition), *tokens]


def _tokens_of(connection: Connection, persons: Collection[int]) -> list[str]:
    hers = select(seats.c.token_hash).where(HAS_TOKEN, seats.c.person.in_(persons))
    return [*connection.scalars(hers)]


def remove_where(connection: Connection, condition: ColumnElement[bool]) -> list[str]:
    """End sessions and nothing else; which they were."""
    gone = delete(sessions).where(condition).returning(sessions.c.token_hash)
    ended = [*connection.scalars(gone)]
    connection.execute(delete(subscriptions).where(subscriptions.c.token_hash.in_(ended)))
    return ended


def _new_password(
    connection: Connection, person: int, password_hash: str, but: str = ""
) -> list[str]:
    change = update(accounts).where(accounts.c.person == person)
    connection.execute(change.values(password_hash=password_hash))
    connection.execute(delete(resets).where(resets.c.person == person))
    return end_all(connection, person, but)


def _session(connection: Connection, token_hash: str) -> StoredSession | None:
    query = select(*SESSION).where(sessions.c.token_hash == token_hash)
    row = connection.execute(query).one_or_none()
    return None if row is None else StoredSession(*row)


def new_reset(connection: Connection, token_hash: str, person: int, at: float) -> None:
    """A link for a new password, in place of earlier ones for the same person."""
    connection.execute(delete(resets).where(resets.c.person == person))
    fields = {"token_hash": token_hash, "person": person, "created": at}
    connection.execute(insert(resets), fields)


def _reset(connection: Connection, token_hash: str, now: float) -> int | None:
    is_good = resets.c.used.is_(None) & resets.c.created.between(now - DAY, now + DAY)
    query = select(resets.c.person).where(resets.c.token_hash == token_hash, is_good)
    return connection.scalar(query)


def _clock(connection: Connection) -> tuple[float, float]:
    """When it was last asked for the time, and until when the clock is doubted."""
    found: Any = connection.scalar(select(secrets.c.value).where(secrets.c.name == CLOCK))
    if found is None:
        return 0.0, 0.0
    return msgspec.json.decode(bytes(found), type=tuple[float, float])
