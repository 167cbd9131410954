"""Administrators: what they order is done and written into the audit log, and every process hears.

What an order changes and its line in the log are written together, so neither is ever there alone.
A house looks every second for acts that it does not know yet, whoever has written them: itself,
another process of the house, or the command line beside it. What follows for people who look and
play is done then, and only then.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine
from datetime import UTC, datetime
from typing import Any, NamedTuple

from msgspec.structs import replace

from formicarium.server.domain.events import Event
from formicarium.server.domain.people import NO_NAME
from formicarium.server.domain.table import Table
from formicarium.server.house import people
from formicarium.server.house.acts import (
    Annul,
    Appoint,
    Ban,
    BarAddress,
    Close,
    Delete,
    Demote,
    EndSessions,
    GiveToBot,
    Handle,
    Mute,
    Order,
    Promote,
    Rename,
    ResetPassword,
    Unban,
    Unmute,
    Unsay,
    name_of_act,
)
from formicarium.server.house.fanout import News
from formicarium.server.house.house import House
from formicarium.server.house.tasks import end, go_round
from formicarium.server.store.acts import ADMINISTRATOR, FOR_EVER
from formicarium.server.store.entries import Act, Decided
from formicarium.server.workers.pool import check_level

KIND = "acts"  # of the news
# Where a link for a new password leads, with its token behind a #: that is sent to no server, and
# so is in no log.
NEW_PASSWORD = "/reset"
ROUND = 1.0  # seconds between two looks for acts of others
DAY = 86_400.0  # seconds
NOTHING = Decided()
ON_TABLES = ("close", "give_to_bot", "appoint")
PLACES = ("seat", "line", "report")  # what acts are about, beside people and tables

log = logging.getLogger("formicarium.server")


class Carried(NamedTuple):
    """An order that was carried out."""

    act: Act
    link: str = ""  # told once, to whoever ordered it


Work = Callable[[Any, Act], Awaitable[Act]]


class Administration:
    """What administrators have decided, as this process knows it, and what they order."""

    def __init__(self, house: House, address_days: float) -> None:
        self.house = house
        self.store = house.store
        self.address_days = address_days  # so long may one be barred at most; 0: for ever
        self.decided: dict[int, Decided] = {}  # about people
        self.barred: dict[str, float] = {}  # addresses, and until when
        self.barring: dict[int, float] = {}  # people whose next address will be barred
        self.seen = 0  # the last act that this process knows of
        self._looking = asyncio.Lock()
        self._rounds: asyncio.Task[None] | None = None
        self._works: dict[type[Order], Work] = {
            Promote: lambda _, act: self.store.decide(act, role=ADMINISTRATOR),
            Demote: lambda _, act: self.store.decide(act, role=""),
            Ban: lambda _, act: self.store.decide(
                act, banned_until=act.until, ban_reason=act.reason
            ),
            Unban: lambda _, act: self.store.unban(act),
            BarAddress: lambda _, act: self.store.note(act),
            Mute: lambda _, act: self.store.decide(act, muted_until=act.until),
            Unmute: lambda _, act: self.store.decide(act, muted_until=0.0),
            Rename: self._rename,
            EndSessions: lambda _, act: self.store.end_sessions_by_act(act),
            Delete: lambda _, act: self.store.forget_by_act(act),
            Unsay: lambda _, act: self.store.unsay(act),
            Handle: lambda _, act: self.store.handle_report(act),
            Annul: lambda _, act: self.store.annul_by_act(act),
            Close: self._close,
            GiveToBot: self._give_to_bot,
            Appoint: self._appoint,
        }
        # What follows here from acts about people
        self._follows: dict[str, Callable[[int], Coroutine[Any, Any, None]]] = {
            "rename": house.rename,
            "end_sessions": house.drop_sessions,
            "delete": self._deleted,
            "ban": self._banned,
        }

    async def start(self) -> None:
        """Know what is decided, and listen for what will be."""
        self.house.ears[KIND] = lambda _: self.house.aside(self.look())
        self.seen = await self.store.last_act()
        await self._read()
        for table, person in await self.store.lost_seats(self.house.now()):
            self.house.aside(self.house.vacate(table, person))
        failed = "acts of administrators could not be looked at"
        self._rounds = asyncio.create_task(go_round(self.look, ROUND, failed))

    async def stop(self) -> None:
        """Listen no more."""
        await end(self._rounds)

    # --- What is decided --------------------------------------------------------------------------

    def is_administrator(self, person: int) -> bool:
        """Whether somebody may order something."""
        found = self.decided.get(person, NOTHING)
        return found.role == ADMINISTRATOR and found.banned_until <= self.house.now()

    def ban_of(self, person: int) -> Decided | None:
        """Until when somebody is banned, and why, if she is."""
        found = self.decided.get(person, NOTHING)
        return found if found.banned_until > self.house.now() else None

    def mute_of(self, person: int) -> float | None:
        """Until when somebody says nothing, if so."""
        until = self.decided.get(person, NOTHING).muted_until
        return until if until > self.house.now() else None

    def is_barred(self, address: str) -> bool:
        """Whether no new guests come from an address."""
        return self.barred.get(address, 0.0) > self.house.now()

    def notice(self, person: int, address: str) -> None:
        """Somebody who is banned shows up: perhaps her address is to be barred."""
        until = self.barring.get(person, 0.0)
        if until > self.house.now() and self.barred.get(address, 0.0) < until:
            self.barred[address] = until
            self.house.aside(self.store.bar(address, person, until))

    # --- Orders -----------------------------------------------------------------------------------

    async def carry_out(self, order: Order, by: int = 0) -> Carried:
        """Do what an administrator orders; 0: the command line does."""
        act = Act(
            kind=name_of_act(type(order)),
            at=self.house.now(),
            by=by,
            person=getattr(order, "person", 0),
            table=getattr(order, "table", ""),
            until=self._until(order),
            reason=people.cleaned(order.reason),
            place=next((getattr(order, name) for name in PLACES if hasattr(order, name)), None),
        )
        link = ""
        if isinstance(order, ResetPassword):
            token = people.new_token()
            link = f"{NEW_PASSWORD}#{token}"
            done = await self.store.reset_by_act(act, people.hashed(token))
        else:
            done = await self._works[type(order)](order, act)
        log.info("administration: %s", told(done))
        if self._rounds is not None:
            await self.look()
            await self.house.fanout.tell(News("", KIND))
        return Carried(done, link)

    def _until(self, order: Order) -> float | None:
        """When it is over what an order brings, if that is a matter of time."""
        if isinstance(order, BarAddress):
            days = min(order.days, self.address_days or order.days)
            return self.house.now() + days * DAY
        if isinstance(order, Ban | Mute):
            return FOR_EVER if order.days is None else self.house.now() + order.days * DAY
        return None

    async def _rename(self, order: Rename, act: Act) -> Act:
        return await self.store.rename_by_act(act, people.clean_name(order.name))

    async def _close(self, order: Close, act: Act) -> Act:
        return await self._at_table(act, lambda table, at: table.close(act.by, at))

    async def _give_to_bot(self, order: GiveToBot, act: Act) -> Act:
        level = check_level(order.level)
        return await self._at_table(
            act, lambda table, at: table.dismiss(order.seat, act.by, at, level=level)
        )

    async def _appoint(self, order: Appoint, act: Act) -> Act:
        return await self._at_table(act, lambda table, at: table.appoint(order.seat, act.by, at))

    async def _at_table(self, act: Act, check: Callable[[Table, float], Event]) -> Act:
        """Something happens at a table, and the log says that an administrator wanted it so."""
        live = await self.house.live(act.table)
        if act.place is not None and act.place < len(live.table.seats):
            person = live.table.seats[act.place].person
            act = replace(act, person=person, name=live.names.get(person, NO_NAME).name)
        await self.house.command(act.table, "", check, act=act)
        return act

    # --- What follows -----------------------------------------------------------------------------

    async def look(self) -> None:
        """Find acts that this process does not know yet, and do what follows from them here."""
        async with self._looking:
            new = await self.store.acts_since(self.seen)
            if not new:
                return
            await self._read()
            for act in new:
                self.seen = act.number
                self._follow(act)

    async def _read(self) -> None:
        now = self.house.now()
        self.decided = await self.store.decided()
        self.barred = await self.store.barred(now)
        self.barring = await self.store.barring(now)

    def _follow(self, act: Act) -> None:
        if act.kind in ON_TABLES:
            self.house.hear(News(act.table, "events"))
        elif act.kind == "unsay":
            self.house.retell(act.table)
        elif act.kind in self._follows:
            self.house.aside(self._follows[act.kind](act.person))

    async def _deleted(self, person: int) -> None:
        """Somebody is forgotten: here as well."""
        await self.house.drop_sessions(person)
        await self._get_up(person)
        await self.house.rename(person)

    async def _banned(self, person: int) -> None:
        """Bots take the seats of who is sent away from all tables, and she waits for no game."""
        ban = self.ban_of(person)
        if ban is not None:
            self.house.send_away(person, ban_in_words(ban))
            await self.store.give_up(person)
            await self._get_up(person)

    async def _get_up(self, person: int) -> None:
        for table in await self.store.tables_of(person):
            await self.house.vacate(table, person)


def in_words(until: float) -> str:
    """Until when something is so, as a sentence ends."""
    if until >= FOR_EVER:
        return "for ever"
    return f"until {datetime.fromtimestamp(until, UTC):%Y-%m-%d %H:%M} UTC"


def ban_in_words(ban: Decided) -> str:
    """A ban as the one who has it is told."""
    reason = f": {ban.ban_reason}" if ban.ban_reason else ""
    return f"you are banned {in_words(ban.banned_until)}{reason}"


def told(act: Act) -> str:
    """An act as the server's log tells it: by numbers, without names."""
    about = f" person {act.person}" if act.person else f" table {act.table}" if act.table else ""
    return f"{act.kind}{about} by {act.by or 'command line'}"
