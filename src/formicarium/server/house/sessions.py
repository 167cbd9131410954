"""Who holds which session.

A session is a row in the store, good until it is ended: no clock makes it invalid. It is remembered
here for a short while, so that a request costs no look into the store.
"""

import time
from collections import OrderedDict
from collections.abc import Callable
from typing import NamedTuple

from msgspec.structs import replace

from formicarium.server.house.people import former_of, hashed, is_token, new_token, sealed
from formicarium.server.store import Store
from formicarium.server.store.entries import StoredSession

REMEMBERED = 30.0  # seconds
MOST = 20_000  # sessions that are remembered
NOTED = 300.0  # seconds between two notes that a session is in use
DAY = 86_400.0


class Remembered(NamedTuple):
    """A session, and how long that may be relied on."""

    session: StoredSession
    until: float  # by a clock that nobody can set


class Sessions:
    """The sessions that this process has to do with."""

    def __init__(self, store: Store, secret: bytes, clock: Callable[[], float] = time.time) -> None:
        self.store = store
        self.secret = secret  # that cookies of version 0.1 and 0.2 are signed with
        self.now = clock
        self._known: OrderedDict[str, Remembered] = OrderedDict()

    async def held(self, token: str | None) -> StoredSession | None:
        """The session with a token; none if it is forged, cut, foreign or ended."""
        if not is_token(token):
            return None
        token_hash = hashed(token)
        known = self._known.get(token_hash)
        if known is not None and known.until > time.monotonic():
            return known.session
        found = await self.store.session(token_hash)
        self._remember(token_hash, found)
        return found

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
            self._remember(hashed(token), session)
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

    def _remember(self, token_hash: str, session: StoredSession | None) -> None:
        self._known.pop(token_hash, None)
        if session is not None:
            self._known[token_hash] = Remembered(session, time.monotonic() + REMEMBERED)
        if len(self._known) > MOST:
            self._known.popitem(last=False)
