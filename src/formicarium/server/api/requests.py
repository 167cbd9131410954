"""How a request is understood: who asks, whether they may, in which language, with what body."""

import re
from typing import Any, TypeVar
from urllib.parse import urlsplit

import msgspec
from litestar import Request
from litestar.datastructures import Cookie
from litestar.di import NamedDependency, Provide
from litestar.handlers import BaseRouteHandler
from litestar.params import SkipValidation

from formicarium.core.text import LANGUAGES
from formicarium.server.api.bodies import AskedLanguage
from formicarium.server.api.errors import problem
from formicarium.server.api.services import Connection, Services, services_of
from formicarium.server.api.visitors import Claim, Visitor
from formicarium.server.domain.people import NOBODY
from formicarium.server.domain.seats import Sitter
from formicarium.server.house import people
from formicarium.server.limits import Counted, client_address
from formicarium.server.store.entries import StoredSession

SAFE = ("GET", "HEAD", "OPTIONS")  # methods that change nothing
FOR_ALL = "for_all"  # requests that even those may send who can only look
USUAL_PORTS = (80, 443)
PLACE = re.compile(r" - at `\$\.?(.*)`$")
LANGUAGE = re.compile(r"\s*([a-z]{2})(?:-[\w-]+)?\s*(?:;\s*q\s*=\s*([\d.]+))?\s*", re.IGNORECASE)

T = TypeVar("T")


# --- Who asks -------------------------------------------------------------------------------------


def address_of(connection: Connection) -> str:
    """Where a request comes from."""
    peer = connection.client.host if connection.client else ""
    forwarded = ",".join(connection.headers.getall("x-forwarded-for", []))
    return client_address(peer, forwarded, services_of(connection).settings.trusted_proxies)


async def identified(connection: Connection) -> Visitor:
    """Whoever sends a request, by cookie and address."""
    known: Visitor | None = connection.scope["state"].get("visitor")
    if known is not None:
        return known
    services, address = services_of(connection), address_of(connection)
    session = await session_of(connection)
    if session is None:
        visitor = Visitor(NOBODY, address)
    else:
        if services.sessions.is_due(session):
            services.house.aside(services.sessions.note(session))  # nobody waits for that
        visitor = Visitor(session.person, address, session=session.token_hash)
    connection.scope["state"]["visitor"] = visitor
    return visitor


async def session_of(connection: Connection) -> StoredSession | None:
    """The session that a cookie leads to; a browser that might forget the cookie gets it anew."""
    sessions, cookie = services_of(connection).sessions, connection.cookies.get(people.COOKIE)
    session = await sessions.held(cookie)
    if session is not None and cookie and sessions.is_aging(session):
        hand_cookie(connection, cookie)
    if session is not None:
        return session
    exchanged = await sessions.exchange(cookie, device_of(connection))
    if exchanged is None:
        return None
    token, session = exchanged
    hand_cookie(connection, token)
    return session


def device_of(connection: Connection) -> str:
    """What somebody uses, in a few words."""
    return people.device_of(connection.headers.get("user-agent", ""))


async def visitor_of(connection: Connection) -> Visitor:
    """Whoever sends a request: by a seat's token if there is one, else by cookie."""
    visitor = await identified(connection)
    scheme, _, token = connection.headers.get("authorization", "").partition(" ")
    if not token or scheme.lower() != "bearer":
        return visitor
    services = services_of(connection)
    token_hash = people.hashed(token.strip())
    found = await services.store.seat_of(token_hash)
    if found is None:
        raise problem(401, "bad_token", "no seat has this token, or not any more")
    claim = Claim(*found)
    seat = (await services.house.live(claim.table)).table.seats[claim.seat]
    if seat.sitter != Sitter.PERSON:
        raise problem(
            401, "bad_token", "a bot plays this seat now; whoever has the cookie can join"
        )
    return Visitor(seat.person, visitor.address, claim, token_hash)


async def provide_visitor(request: Request[Any, Any, Any]) -> Visitor:
    """Whoever asks; perhaps nobody whom the house knows."""
    visitor = await visitor_of(request)
    if request.method not in SAFE and FOR_ALL not in request.route_handler.opt:
        services_of(request).check_may_act(visitor)
    return visitor


async def provide_somebody(
    request: Request[Any, Any, Any], visitor: NamedDependency[SkipValidation[Visitor]]
) -> Visitor:
    """Whoever asks, with a cookie if there was none."""
    return await with_session(request, visitor)


async def provide_services(request: Request[Any, Any, Any]) -> Services:
    """The house's own things."""
    return services_of(request)


async def with_session(connection: Connection, visitor: Visitor) -> Visitor:
    """The visitor, made a guest if the house does not know her."""
    if visitor.person:
        return visitor
    services_of(connection).check_may_come(visitor)
    services_of(connection).pay_for_guest(visitor)
    return await begin_session(connection, visitor, None)


async def begin_session(connection: Connection, visitor: Visitor, person: int | None) -> Visitor:
    """The visitor is that person from now on, or else a new guest."""
    sessions = services_of(connection).sessions
    token, session = await sessions.begin(person, device_of(connection))
    hand_cookie(connection, token)
    visitor = Visitor(session.person, visitor.address, session=session.token_hash)
    connection.scope["state"]["visitor"] = visitor
    return visitor


def hand_cookie(connection: Connection, token: str) -> None:
    """Let the answer, whatever it is, hold the token of a session; none: ""."""
    settings = services_of(connection).settings
    is_secure = people.needs_secure(settings, is_https(connection))
    biscuit = people.new_cookie(token, is_secure) if token else people.old_cookie(is_secure)
    connection.scope["state"]["cookie"] = Cookie(**biscuit).to_header(header="")


def is_https(connection: Connection) -> bool:
    """Whether the visitor came by https, as the last proxy says if there is one."""
    scheme: str = connection.scope["scheme"]
    if services_of(connection).settings.trusted_proxies:
        named: str = connection.headers.get("x-forwarded-proto", scheme)
        scheme = named.rpartition(",")[2].strip()
    return scheme in ("https", "wss")


async def provide_spoken(request: Request[Any, Any, Any], language: AskedLanguage = None) -> str:
    """The language of the answer."""
    return language_of(request, language)


async def provide_wording(request: Request[Any, Any, Any], language: AskedLanguage = None) -> str:
    """The language of the answer; none for programs that want no words."""
    return wording_of(request, language)


TheServices = NamedDependency[SkipValidation[Services]]
Anybody = NamedDependency[SkipValidation[Visitor]]  # perhaps without a cookie
Somebody = NamedDependency[SkipValidation[Visitor]]  # with one
SpokenLanguage = NamedDependency[SkipValidation[str]]  # a language,
Wording = NamedDependency[SkipValidation[str]]  # or "" for programs that want no words

DEPENDENCIES = {
    "services": Provide(provide_services),
    "visitor": Provide(provide_visitor),
    "somebody": Provide(provide_somebody),
    "spoken": Provide(provide_spoken),
    "wording": Provide(provide_wording),
}


# --- Who may ask ----------------------------------------------------------------------------------


def check_origin(connection: Connection, _handler: BaseRouteHandler) -> None:
    """Pages of others can change nothing here."""
    if connection.scope.get("method") in SAFE:
        return
    origin = connection.headers.get("origin")
    if origin is not None and not _is_ours(origin, connection):
        raise problem(403, "foreign_origin", "other pages may not do that in your name")


def check_is_meant(connection: Connection, _handler: BaseRouteHandler) -> None:
    """What others are told of is asked for by a page or a program, never by a browser alone.

    One that follows a link, or looks ahead, sends the cookie along (`SameSite=Lax`).
    """
    headers = connection.headers
    purposes = f"{headers.get('purpose', '')} {headers.get('sec-purpose', '')}"
    if headers.get("sec-fetch-mode") == "navigate" or "prefetch" in purposes:
        raise problem(403, "not_meant", "this is told to all at the table; the page asks for it")


async def check_rate(connection: Connection, _handler: BaseRouteHandler) -> None:
    """Nobody may ask for too much; that counts before it is looked up who it is."""
    services = services_of(connection)
    services.pay_for_address(Counted.REQUEST, address_of(connection))
    services.pay_for_person(Counted.REQUEST, await identified(connection))


def _is_ours(origin: str, connection: Connection) -> bool:
    if origin in services_of(connection).settings.origins:
        return True
    here = _site(f"//{connection.headers.get('host', '')}")
    return here is not None and _site(origin) == here


def _site(address: str) -> tuple[str, int | None] | None:
    """The host and the port of an address. A proxy may have turned https into http.

    >>> _site("https://house.local:443"), _site("//house.local"), _site("null")
    (('house.local', None), ('house.local', None), None)
    """
    try:
        parts = urlsplit(address)
        port = None if parts.port in USUAL_PORTS else parts.port
    except ValueError:
        return None
    return (parts.hostname, port) if parts.hostname else None


# --- Bodies ---------------------------------------------------------------------------------------


class StrictRequest(Request[Any, Any, Any]):
    """A request whose body is exactly what its handler declares: no guessing, no conversion."""

    async def json(self) -> Any:
        """The body, as the handler's `data` wants it."""
        kind = self.headers.get("content-type", "").partition(";")[0].strip().lower()
        if kind != "application/json":
            raise problem(
                415, "not_json", "send a body of JSON with Content-Type: application/json"
            )
        expected = self.route_handler.parsed_fn_signature.parameters["data"].annotation
        return decoded(await self.body(), msgspec.json.Decoder(expected))


def decoded(data: bytes | str, decoder: "msgspec.json.Decoder[T]") -> T:
    """JSON of one kind; `Problem` names the field that is wrong."""
    try:
        return decoder.decode(data)
    except msgspec.ValidationError as error:
        raise problem(400, "bad_request", _sentence(str(error))) from error
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise problem(400, "not_json", "the body is not JSON in UTF-8") from error
    except RecursionError as error:
        raise problem(400, "not_json", "the body is nested too deeply") from error


def _sentence(reason: str) -> str:
    """What msgspec found, with the field at the front.

    >>> _sentence("Expected `int`, got `str` - at `$.seats[0].level`")
    'seats[0].level: expected `int`, got `str`'
    """
    place = PLACE.search(reason)
    what = reason[: place.start()] if place else reason
    name = place[1] if place and place[1] else "the body"
    return f"{name}: {what[:1].lower()}{what[1:]}"


# --- Languages ------------------------------------------------------------------------------------


def language_of(connection: Connection, asked: str | None) -> str:
    """The language that is asked for, or that the browser prefers; English where we speak none."""
    if asked is not None:
        return asked if asked in LANGUAGES else LANGUAGES[0]
    return preferred(connection.headers.get("accept-language", ""))


def wording_of(connection: Connection, asked: str | None) -> str:
    """As `language_of`; for programs that ask for none, nothing is put into words."""
    return "" if asked == "none" else language_of(connection, asked)


def preferred(header: str) -> str:
    """The language of ours that a browser likes best.

    >>> preferred("nl, de-CH;q=0.7, fr;q=0.9"), preferred("nl"), preferred("")
    ('fr', 'en', 'en')
    """
    best, most = LANGUAGES[0], 0.0
    for part in header[:200].split(","):
        found = LANGUAGE.fullmatch(part)
        if found is None or found[1].lower() not in LANGUAGES:
            continue
        try:
            liked = float(found[2] or 1)
        except ValueError:
            continue
        if liked > most:
            best, most = found[1].lower(), liked
    return best
