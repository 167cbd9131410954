"""Who I am: guests, names, accounts."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

import msgspec
from litestar import Request, delete, get, patch, post
from litestar.di import NamedDependency
from litestar.params import JSONBody, SkipValidation

from formicarium.server.api.bodies import (
    Credentials,
    Leaving,
    NewName,
    NewPassword,
    NewPasswordByLink,
    SessionName,
)
from formicarium.server.api.errors import problem
from formicarium.server.api.requests import (
    FOR_ALL,
    Anybody,
    Somebody,
    TheServices,
    begin_session,
    hand_cookie,
)
from formicarium.server.api.services import EVENT, Services
from formicarium.server.api.visitors import Visitor
from formicarium.server.domain.people import guest_name
from formicarium.server.house import people
from formicarium.server.limits import Counted
from formicarium.server.store.acts import ending
from formicarium.server.store.entries import Account, Decided, OwnData

BAD_LINK = "this link was used already, or is older than a day; ask for another one"

T = TypeVar("T")


class BanDocument(msgspec.Struct):
    """That I can only look, and why."""

    until: float | None  # null: for ever
    reason: str


class Me(msgspec.Struct):
    """Who I am."""

    name: str
    named: bool  # whether I have said so myself; else the house calls me a guest
    account: str | None  # its name, if I have one
    accounts: bool  # whether people can have accounts here
    administrator: bool = False
    ban: BanDocument | None = None  # whether I can only look


@get("/me", summary="Who I am", operation_id="me")
async def who_am_i(services: TheServices, somebody: Somebody) -> Me:
    """Say who I am. The first time, I am a guest and am handed a cookie."""
    return await me(services, somebody.herself())


@patch("/me", summary="Another name", operation_id="rename")
async def rename(services: TheServices, somebody: Somebody, data: JSONBody[NewName]) -> Me:
    """Take another name, which I have everywhere from now on: at all my tables, in all talk."""
    person, name = somebody.herself(), people.clean_name(data.name)
    known = await services.store.person(person)
    if known is not None and known.name == name:
        return await me(services, person)
    services.check_may_rename(somebody)
    services.check_space(somebody)
    services.keep(somebody, EVENT)
    if await services.store.tables_of(person):
        services.pay(Counted.CHAT, somebody)  # everybody there hears of it
    await services.store.rename(person, name)
    await services.house.finished(services.house.rename(person))
    return await me(services, person)


@dataclass(frozen=True, slots=True)
class Entrance:
    """Where somebody comes in as whom an account is of, or goes."""

    request: Request[Any, Any, Any]
    services: Services
    visitor: Visitor

    def knock(self) -> None:
        """Whether anybody can come in here; that she tries is counted."""
        people.check_accounts(self.services.settings)
        self.services.pay(Counted.LOGIN, self.visitor)

    async def enter(self, person: int) -> Visitor:
        """Be somebody from now on."""
        return await begin_session(self.request, self.visitor, person)

    async def leave(self) -> None:
        """End the session by which somebody has come; a seat's token ends none."""
        visitor = self.visitor
        if visitor.session and visitor.token is None:
            await self.services.sessions.end(visitor.person, visitor.session)

    def go(self) -> None:
        """Be nobody whom the house knows."""
        hand_cookie(self.request, "")


async def provide_entrance(
    request: Request[Any, Any, Any], services: TheServices, visitor: Anybody
) -> Entrance:
    """What requests have in common after which I am somebody else."""
    return Entrance(request, services, visitor)


TheEntrance = NamedDependency[SkipValidation[Entrance]]


@post("/accounts", summary="Make an account", operation_id="make_account")
async def make_account(
    services: TheServices, somebody: Somebody, data: JSONBody[Credentials]
) -> Me:
    """Make an account of the guest that I am, so that I can log in elsewhere."""
    person, name = somebody.herself(), people.clean_name(data.name)
    if await account_of(services, somebody) is not None:
        raise problem(409, "has_account", "you have an account already; log out first")
    if name != (await me(services, person)).name:
        services.check_may_rename(somebody)
    password = data.password
    hashed = await slowly(services, lambda: services.passwords.hashed(password))
    await services.store.add_account(name, hashed, person)
    await services.house.finished(services.house.rename(person))
    return await me(services, person)


@patch("/accounts", summary="Another password", operation_id="change_password")
async def change_password(
    services: TheServices, somebody: Somebody, data: JSONBody[NewPassword]
) -> Me:
    """Take another password for my account; whoever is logged in elsewhere is so no more."""
    person, account = somebody.herself(), await account_of(services, somebody)
    if account is None:
        raise problem(409, "no_account", "you have no account; make one first")
    old, new, stored = data.old, data.new, account.password_hash
    verdict = await slowly(services, lambda: services.passwords.check(old, stored))
    if not verdict.is_right:
        raise problem(401, "bad_login", "the old password is wrong")
    hashed = await slowly(services, lambda: services.passwords.hashed(new))
    ended = await services.store.change_password(person, hashed, but=somebody.session)
    await services.sessions.ended(ended)
    return await me(services, person)


@post("/session", status_code=200, summary="Log in", operation_id="log_in")
async def log_in(entrance: TheEntrance, data: JSONBody[Credentials]) -> Me:
    """Become the person that an account is of; the cookie says so from now on."""
    entrance.knock()
    services = entrance.services
    account = await services.store.account(people.cleaned(data.name))
    stored = None if account is None else account.password_hash
    password = data.password
    verdict = await slowly(services, lambda: services.passwords.check(password, stored))
    if account is None or not verdict.is_right:
        raise problem(401, "bad_login", "the name or the password is wrong")
    if verdict.renewed is not None:
        await services.store.renew_hash(account, verdict.renewed)
    herself = await entrance.enter(account.person)
    known = await services.store.account_of(account.person)
    if known is None or known.password_hash not in (stored, verdict.renewed):
        await services.sessions.end(herself.person, herself.session)  # it was changed meanwhile
        entrance.go()
        raise problem(401, "bad_login", "the name or the password is wrong")
    await entrance.leave()
    return await me(services, account.person)


@delete("/session", summary="Log out", operation_id="log_out")
async def log_out(entrance: TheEntrance) -> None:
    """End my session, here and in the house. A guest without an account cannot come back."""
    await entrance.leave()
    entrance.go()


# --- Sessions -------------------------------------------------------------------------------------


class SessionDocument(msgspec.Struct):
    """A browser in which I am myself."""

    id: str
    device: str  # in a few words; empty: nobody knows
    created: float
    seen: float  # when it was last used, to a few minutes
    this: bool  # whether it is the one that asks


@get("/sessions", summary="My sessions", operation_id="list_sessions")
async def list_sessions(services: TheServices, somebody: Somebody) -> list[SessionDocument]:
    """List the browsers in which I am myself, those that were used last first."""
    return await sessions_of(services, somebody)


@delete("/sessions/{session:str}", summary="End a session", operation_id="end_session")
async def end_session(services: TheServices, visitor: Anybody, session: SessionName) -> None:
    """End a session of mine: that browser does not know me any more."""
    mine = await services.store.sessions_of(visitor.herself())
    found = next((one for one in mine if one.id == session), None)
    if found is None:
        raise problem(404, "no_session", "you have no such session, or not any more")
    await services.sessions.end(visitor.person, found.token_hash)


@delete("/sessions", summary="End all other sessions", operation_id="end_sessions")
async def end_sessions(services: TheServices, visitor: Anybody) -> None:
    """End all my sessions but this one."""
    if visitor.herself():
        await services.sessions.end_all(visitor.person, but=visitor.session)


@post("/password-reset", status_code=200, summary="A new password", operation_id="reset_password")
async def reset_password(entrance: TheEntrance, data: JSONBody[NewPasswordByLink]) -> Me:
    """Choose another password by a link, once; all my sessions end, and I am logged in here."""
    entrance.knock()
    services = entrance.services
    token_hash, now = people.hashed(data.token), services.house.now()
    if await services.store.reset(token_hash, now) is None:
        raise problem(403, "bad_link", BAD_LINK)
    password = data.password
    hashed = await slowly(services, lambda: services.passwords.hashed(password))
    used = await services.store.use_reset(token_hash, hashed, now)
    if used is None:
        raise problem(403, "bad_link", BAD_LINK)
    person, ended = used
    await services.sessions.ended(ended)
    await entrance.enter(person)
    return await me(services, person)


# --- What is kept of me ---------------------------------------------------------------------------


class MyData(msgspec.Struct):
    """All that is kept of me, and nothing of others."""

    person: OwnData
    sessions: list[SessionDocument]


@get("/me/data", summary="All that is kept of me", operation_id="my_data")
async def my_data(services: TheServices, visitor: Anybody) -> MyData:
    """Give all that is kept of me: who I am, my sessions, my tables, what I have said."""
    services.pay(Counted.LOGIN, visitor)
    found = await services.store.data_of(visitor.herself())
    if found is None:
        raise problem(404, "not_found", "nothing is kept of you")
    return MyData(found, await sessions_of(services, visitor))


@delete("/me", summary="Forget me", operation_id="forget_me")
async def forget_me(entrance: TheEntrance, data: JSONBody[Leaving]) -> None:
    """Forget me for good. Records of my games stay, without my name; bots play on for me."""
    services, person = entrance.services, entrance.visitor.herself()
    services.pay(Counted.LOGIN, entrance.visitor)
    account, given = await services.store.account_of(person), data.password or ""
    if account is not None:
        stored = account.password_hash
        verdict = await slowly(services, lambda: services.passwords.check(given, stored))
        if not verdict.is_right:
            raise problem(401, "bad_login", "the password is wrong")
    if person:
        await services.house.finished(services.house.forget(person))
    entrance.go()


# --- In common ------------------------------------------------------------------------------------


async def me(services: Services, person: int) -> Me:
    """Somebody, as she is told herself."""
    account, known = await services.store.account_of(person), await services.store.person(person)
    return Me(
        name=(known and known.name) or guest_name(person),
        named=known is not None and known.name != "",
        account=None if account is None else account.name,
        accounts=services.settings.accounts,
        administrator=services.administration.is_administrator(person),
        ban=ban_told(services.administration.ban_of(person)),
    )


async def account_of(services: Services, visitor: Visitor) -> Account | None:
    """The account of a visitor, where there can be any; who asks has tried to log in."""
    people.check_accounts(services.settings)
    services.pay(Counted.LOGIN, visitor)
    return await services.store.account_of(visitor.herself())


def ban_told(ban: Decided | None) -> BanDocument | None:
    """A ban, as whoever has it is told."""
    return None if ban is None else BanDocument(ending(ban.banned_until), ban.ban_reason)


async def sessions_of(services: Services, visitor: Visitor) -> list[SessionDocument]:
    """Somebody's sessions, as she is told of them."""
    return [
        SessionDocument(
            one.id, one.device, one.created, one.seen, one.token_hash == visitor.session
        )
        for one in await services.store.sessions_of(visitor.herself())
    ]


async def slowly(services: Services, work: Callable[[], T]) -> T:
    """Hash in a thread, few at a time."""
    async with services.hashing:
        return await asyncio.to_thread(work)


# What even those may do who can only look
for request in (log_in, log_out, end_session, end_sessions, reset_password, forget_me):
    request.opt[FOR_ALL] = True

REQUESTS = [
    who_am_i,
    rename,
    make_account,
    change_password,
    log_in,
    log_out,
    list_sessions,
    end_session,
    end_sessions,
    reset_password,
    my_data,
    forget_me,
]
