"""What I am told when I am not here: what I wish for, and where I am reached."""

from datetime import datetime
from typing import Annotated
from urllib.parse import quote
from zoneinfo import ZoneInfo

import msgspec
from litestar import delete, get, post, put
from litestar.params import JSONBody, QueryParameter
from litestar.response import Redirect
from msgspec import Meta

from formicarium.server.api.bodies import Body
from formicarium.server.api.errors import problem
from formicarium.server.api.requests import (
    FOR_ALL,
    Anybody,
    Somebody,
    SpokenLanguage,
    TheServices,
)
from formicarium.server.api.services import EVENT, Services
from formicarium.server.api.visitors import Visitor
from formicarium.server.house.mail import OFF_PAGE
from formicarium.server.house.people import hashed
from formicarium.server.house.post import person_of
from formicarium.server.house.push import BadEndpoint
from formicarium.server.limits import Counted
from formicarium.server.store.errors import TooMany
from formicarium.server.store.notices import KINDS, NoticeKind, Subscription, Wishes

ADDRESS = (
    r"^[^@\s<>(),;:\"\[\]\\\x00-\x1f\x7f-\U0010ffff]{1,64}"
    r"@[A-Za-z0-9-]{1,63}(\.[A-Za-z0-9-]{1,63})+$(?!\n)"
)
BAD_LINK = "this link was used already, or is older than a day; ask for another one"

Minute = Annotated[int, Meta(ge=0, le=1439, description="A minute of my day.", examples=[1320])]
Kinds = Annotated[list[NoticeKind], Meta(max_length=len(KINDS))]
Token = Annotated[str, Meta(min_length=1, max_length=100, description="What the link ends in.")]


class NewWishes(Body):
    """What I wish to be told of. Where people are at the table together, there is never mail."""

    push: Kinds = []
    mail: Kinds = []
    live: Annotated[
        bool, Meta(description="Whether my browsers tell me of games with minutes to think, too.")
    ] = False
    zone: Annotated[str, Meta(min_length=1, max_length=60, examples=["Europe/Berlin"])] = "UTC"
    quiet_from: Minute = 0
    quiet_until: Minute = 0
    pause: Annotated[
        int, Meta(ge=60, le=86_400, description="Seconds between two messages.", examples=[900])
    ] = 900


class BrowserKeys(Body):
    """For whom messages are sealed."""

    p256dh: Annotated[str, Meta(max_length=100)]
    auth: Annotated[str, Meta(max_length=40)]


class NewBrowser(Body):
    """A browser that takes messages, as it says itself."""

    endpoint: Annotated[str, Meta(max_length=1000)]
    keys: BrowserKeys


class NewAddress(Body):
    """Where I read mail."""

    address: Annotated[str, Meta(pattern=ADDRESS, max_length=254, examples=["ada@example.org"])]


class MailToken(Body):
    """A link that came by mail."""

    token: Token


class WishesDocument(msgspec.Struct):
    """What I wish to be told of, and where."""

    push: list[NoticeKind]
    mail: list[NoticeKind]
    live: bool
    zone: str
    quiet_from: int
    quiet_until: int
    pause: int
    key: str  # of the house, for browsers
    here: bool  # whether this browser takes messages,
    browsers: int  # and how many do
    mails: bool  # whether this house sends mails
    address: str  # where I have said that I read them
    pending: str  # where I have not said so yet


class WaitingDocument(msgspec.Struct):
    """The tables that wait for me."""

    tables: list[str]  # the most urgent first


@get("/me/notices", summary="What I am told", operation_id="my_wishes")
async def my_wishes(services: TheServices, visitor: Anybody) -> WishesDocument:
    """Tell what I wish to be told when I am not here: at first, nothing."""
    return await wishes_told(services, visitor)


@put("/me/notices", summary="Be told something", operation_id="wish")
async def wish(
    services: TheServices, somebody: Somebody, data: JSONBody[NewWishes], spoken: SpokenLanguage
) -> WishesDocument:
    """Wish to be told something when I am not here, in the language of this request."""
    try:
        datetime.now(ZoneInfo(data.zone))
    except (OSError, ValueError, LookupError) as error:
        raise problem(400, "bad_request", "zone: there is no such time zone") from error
    services.check_space(somebody)
    services.keep(somebody, EVENT)
    chosen = Wishes(
        person=somebody.herself(),
        push=frozenset(data.push),
        mail=frozenset(data.mail),
        live=data.live,
        language=spoken,
        zone=data.zone,
        quiet_from=data.quiet_from,
        quiet_until=data.quiet_until,
        pause=data.pause,
    )
    await services.store.keep_wishes(chosen, services.house.now())
    await services.house.wishers.change()
    return await wishes_told(services, somebody)


@post("/me/browser", status_code=200, summary="Tell this browser", operation_id="take_messages")
async def take_messages(
    services: TheServices, somebody: Somebody, data: JSONBody[NewBrowser]
) -> WishesDocument:
    """Let this browser take messages, until its session is ended."""
    try:
        services.post.push.check(data.endpoint, data.keys.p256dh, data.keys.auth)
    except BadEndpoint as error:
        raise problem(400, "bad_request", f"endpoint: {error}") from error
    if not somebody.session:
        raise problem(403, "seat_token", "a seat's token cannot do that; use the cookie")
    services.pay(Counted.NOTICE, somebody)
    services.check_space(somebody)
    services.keep(somebody, EVENT * 2)
    now = services.house.now()
    browser = Subscription(
        0,
        somebody.herself(),
        somebody.session,
        data.endpoint,
        data.keys.p256dh,
        data.keys.auth,
        now,
    )
    try:
        await services.store.subscribe(browser, now)
    except TooMany as error:
        raise problem(409, "too_many_browsers", str(error)) from error
    return await wishes_told(services, somebody)


@delete("/me/browser", status_code=200, summary="Tell it no more", operation_id="leave_messages")
async def leave_messages(services: TheServices, visitor: Anybody) -> WishesDocument:
    """Let this browser take no messages any more."""
    await services.store.unsubscribe(visitor.herself(), visitor.session)
    return await wishes_told(services, visitor)


# --- Mail -----------------------------------------------------------------------------------------


@post("/me/mail", status_code=200, summary="My address", operation_id="name_address")
async def name_address(
    services: TheServices, somebody: Somebody, data: JSONBody[NewAddress]
) -> WishesDocument:
    """Name an address for mail: a link is sent there, and used once it is confirmed."""
    if not services.post.mailer.is_able:
        raise problem(409, "no_mail", "this house sends no mail")
    services.pay(Counted.MAIL, somebody)
    services.check_space(somebody)
    services.keep(somebody, EVENT * 2)
    known = hashed(f"{services.secret.hex()} {mailbox(data.address)}")
    try:
        await services.store.ask_address(
            somebody.herself(), data.address, known, services.house.now()
        )
    except TooMany as error:
        raise problem(429, "too_many", str(error)) from error
    return await wishes_told(services, somebody)


@delete("/me/mail", status_code=200, summary="No more mail", operation_id="drop_address")
async def drop_address(services: TheServices, visitor: Anybody) -> WishesDocument:
    """Get no more mail; the address is forgotten."""
    if visitor.herself():
        await services.store.drop_address(visitor.person, services.house.now())
        await services.house.wishers.change()
    return await wishes_told(services, visitor)


@post("/mail/confirm", summary="Confirm an address", operation_id="confirm_address")
async def confirm_address(
    services: TheServices, visitor: Anybody, data: JSONBody[MailToken]
) -> None:
    """Say by a link that came by mail that the address is mine."""
    services.pay(Counted.LOGIN, visitor)
    wishes = await services.store.wishes(person_of(data.token))
    now = services.house.now()
    if not services.post.tokens.is_confirm(data.token, wishes, now):
        raise problem(403, "bad_link", BAD_LINK)
    if not await services.store.confirm_address(wishes.person, wishes.pending, wishes.asked):
        raise problem(403, "bad_link", BAD_LINK)


@post("/mail/off", summary="No more mail, by a link", operation_id="end_mails")
async def end_mails(
    services: TheServices,
    visitor: Anybody,
    token: Annotated[str, QueryParameter(name="token", min_length=1, max_length=100)],
) -> None:
    """End all mails by what stands in each of them: without a cookie, and as often as one likes."""
    services.pay(Counted.LOGIN, visitor)
    wishes = await services.store.wishes(person_of(token))
    if services.post.tokens.is_off(token, wishes):
        await services.store.drop_address(wishes.person, services.house.now())
        await services.house.wishers.change()


@get("/mail/off", include_in_schema=False)
async def ask_to_end_mails(
    token: Annotated[str, QueryParameter(name="token", min_length=1, max_length=100)],
) -> Redirect:
    """Lead whoever follows that link in a browser to a page that asks: nothing ends by looking."""
    return Redirect(OFF_PAGE + quote(token))


def mailbox(address: str) -> str:
    """Where mail to an address goes, however it is written: many services look at no more of it.

    >>> mailbox("Ada.Lovelace+ants@Example.org")
    'adalovelace@example.org'
    """
    local, _, domain = address.lower().rpartition("@")
    return f"{local.partition('+')[0].replace('.', '')}@{domain}"


# --- What waits -----------------------------------------------------------------------------------


@get("/me/waiting", summary="What waits for me", operation_id="waiting")
async def waiting(
    services: TheServices,
    visitor: Anybody,
    here: Annotated[
        bool,
        QueryParameter(
            name="here",
            description="Whether I look at the page now: then I need not be told, and later in the "
            "language of this request.",
        ),
    ] = False,
    *,
    spoken: SpokenLanguage,
) -> WaitingDocument:
    """Tell which tables wait for me, the most urgent first."""
    person = visitor.herself()
    if not person:
        return WaitingDocument([])
    if here:
        await services.house.wishers.see(person, services.house.now(), spoken)
    return WaitingDocument(await services.store.waiting_for(person))


async def wishes_told(services: Services, visitor: Visitor) -> WishesDocument:
    """What somebody wishes, as she is told herself."""
    person = visitor.herself()
    found = await services.store.wishes(person)
    browsers = await services.store.subscriptions(person)
    return WishesDocument(
        push=sorted(found.push),
        mail=sorted(found.mail),
        live=found.live,
        zone=found.zone,
        quiet_from=found.quiet_from,
        quiet_until=found.quiet_until,
        pause=found.pause,
        key=services.post.push.public_key,
        here=bool(visitor.session) and any(one.token_hash == visitor.session for one in browsers),
        browsers=len(browsers),
        mails=services.post.mailer.is_able,
        address=found.address,
        pending=found.pending,
    )


# What even those may do who can only look
for request in (leave_messages, drop_address, confirm_address, end_mails):
    request.opt[FOR_ALL] = True

REQUESTS = [
    my_wishes,
    wish,
    take_messages,
    leave_messages,
    name_address,
    drop_address,
    confirm_address,
    end_mails,
    ask_to_end_mails,
    waiting,
]
