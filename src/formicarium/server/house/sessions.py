"""Who holds which session.

A session is a row in the store, good until it is ended: no clock makes it invalid. It is remembered
here for a short while, so that a request costs no look into the store; when it is ended, all
processes are told, and its sockets are closed.
"""

import time
from collections import OrderedDict
from collections.abc import Callable, Collection, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from formicarium.server.house.fanout import Fanout, News
from formicarium.server.house.people import former_of, hashed, is_token, new_token, sealed
from formicarium.server.store import Store
from formicarium.server.store.entries import StoredSession

REMEMBERED = 30.0  # seconds
MOST = 20_000  # sessions that are remembered
NOTED = 300.0  # seconds between two notes that a session is in use
DAY = 86_400.0
ENDED = "ended"  # news: sessions are no more
PIECE = 100  # of them in one piece: PostgreSQL takes 8,000 bytes


class Remembered(NamedTuple):
    """A session, and how long that may be relied on."""

    session: StoredSession
    until: float  # by a clock that nobody can set


class Sessions:
    """The sessions that this process has to do with."""

    def __init__(self, store: Store, fanout: Fanout, clock: Callable[[], float]) -> None:
        self.store = store
        self.secret = b""  # that cookies of version 0.1 and 0.2 are signed with
        self.fanout = fanout
        self.now = clock
        self.on_end: Callable[[Collection[str]], None] = lambda hashes: None  # who closes sockets
        self._known: OrderedDict[str, Remembered] = OrderedDict()
        self._looked = 0.0  # when it was last made sure which of them are ended
        self._ended: OrderedDict[str, None] = OrderedDict()  # lately

    async def held(self, token: str | None) -> StoredSession | None:
        """The session with a token; none if it is forged, cut, foreign or ended."""
        if not is_token(token):
            return None
        token_hash = hashed(token)
        known = self._known.get(token_hash)
        if known is not None and known.until > time.monotonic():
            return known.session
        return self._remember(token_hash, await self.store.session(token_hash))

    async def begin(self, person: int | None, device: str) -> tuple[str, StoredSession]:
        """A new session of somebody, or of a new guest, with its token."""
        token = new_token()
        session = await self.store.add_session(hashed(token), person, device, self.now())
        self._remember(session.token_hash, session)
        return token, session

    async def exchange(self, cookie: str | None, device: str) -> tuple[str, StoredSession] | None:
        """A session for a signed cookie of version 0.1 or 0.2, the same however often it is asked.

        A page asks for many things at once, and all with the same cookie.
        """
        former = former_of(cookie, self.secret)
        if former is None:
            return None
        token = sealed(f"session {cookie}", self.secret)
        session = await self.held(token)
        if session is None:
            session = await self.store.exchange(former, hashed(token), device, self.now())
            session = self._remember(hashed(token), session)
        return None if session is None else (token, session)

    def is_aging(self, session: StoredSession) -> bool:
        """Whether a browser should be told anew to keep its cookie."""
        return abs(self.now() - session.seen) > DAY

    def is_due(self, session: StoredSession) -> bool:
        """Whether to note again that a session is in use, whichever way the clock has jumped."""
        return abs(self.now() - session.seen) >= NOTED

    async def note(self, session: StoredSession) -> None:
        """Note that a session is in use."""
        now = self.now()
        self._remember(session.token_hash, replace(session, seen=now))
        await self.store.see_session(session, now)

    async def open(self) -> None:
        """Begin to know signed cookies."""
        self.secret = await self.store.secret("cookies")

    # --- The end ----------------------------------------------------------------------------------

    async def end(self, person: int, token_hash: str) -> None:
        """End one session of somebody."""
        await self.ended([token_hash, *await self.store.end_session(person, token_hash)])

    async def end_all(self, person: int, but: str = "") -> None:
        """End the sessions of somebody, all or all but one."""
        await self.ended(await self.store.end_sessions(person, but))

    async def ended(self, hashes: Sequence[str]) -> None:
        """Sessions, or tokens of seats, are worth nothing any more: here and at other processes."""
        self.forget(hashes)
        for first in range(0, len(hashes), PIECE):
            await self.fanout.tell(News("", ENDED, payload=hashes[first : first + PIECE]))

    def hear(self, news: News) -> None:
        """Another process has ended sessions."""
        self.forget(news.payload)

    def is_ended(self, token_hash: str) -> bool:
        """Whether a session was ended lately."""
        return token_hash in self._ended

    async def look_after(self, held: Collection[str]) -> None:
        """Now and then, of sessions that are in use, forget those whose end was not heard of."""
        if held and time.monotonic() > self._looked + REMEMBERED:
            self._looked = time.monotonic()
            self.forget({*held} - await self.store.living(held))

    def known_of(self, person: int) -> set[str]:
        """The sessions of somebody that are remembered here, by their hashes."""
        return {one for one, known in self._known.items() if known.session.person == person}

    def forget(self, hashes: Collection[str]) -> None:
        """Sessions are ended: know them no more."""
        for token_hash in hashes:
            self._known.pop(token_hash, None)
            self._ended[token_hash] = None
        while len(self._ended) > MOST:
            self._ended.popitem(last=False)
        if hashes:
            self.on_end(hashes)

    def _remember(self, token_hash: str, session: StoredSession | None) -> StoredSession | None:
        """What was found, unless the session was ended meanwhile."""
        self._known.pop(token_hash, None)
        if session is None or self.is_ended(token_hash):
            return None
        self._known[token_hash] = Remembered(session, time.monotonic() + REMEMBERED)
        if len(self._known) > MOST:
            self._known.popitem(last=False)
        return session
