"""The application: all parts of the house, opened and closed in order."""

import asyncio
import logging
import secrets
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from importlib.metadata import version
from typing import Any

from litestar import Litestar, Request
from litestar.config.cors import CORSConfig
from litestar.connection import ASGIConnection
from litestar.datastructures import MutableScopeHeaders
from litestar.exceptions import NotFoundException
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.openapi.spec import Components, SecurityScheme
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from formicarium.server import logs
from formicarium.server.api import BODIES, routers
from formicarium.server.api.administration import is_administrator
from formicarium.server.api.errors import answer
from formicarium.server.api.link_tags import link_tags
from formicarium.server.api.lobby import lobby_socket
from formicarium.server.api.requests import StrictRequest, is_https
from formicarium.server.api.services import Services
from formicarium.server.api.sockets import table_socket
from formicarium.server.house.administration import Administration
from formicarium.server.house.fanout import fanout_for
from formicarium.server.house.house import House
from formicarium.server.house.jobs import Jobs
from formicarium.server.house.library import Library
from formicarium.server.house.mail import Mailer
from formicarium.server.house.notices import Notices
from formicarium.server.house.people import COOKIE, Passwords
from formicarium.server.house.post import Post
from formicarium.server.house.push import Push
from formicarium.server.house.readiness import Readiness, free_bytes
from formicarium.server.house.scheduler import Scheduler
from formicarium.server.house.spending import KIND, Spending
from formicarium.server.house.tasks import meanwhile
from formicarium.server.metrics import Metrics
from formicarium.server.settings import Settings
from formicarium.server.static import (
    PAGE,
    engine_file,
    game_file,
    page_requests,
    shown_to_strays,
)
from formicarium.server.store import Store
from formicarium.server.store.copies import Copies
from formicarium.server.store.errors import StoreError
from formicarium.server.workers.pool import Pool

MEASURING = 60.0  # seconds between two looks at the size of the database
LEAVING = 5.0  # seconds for sockets to be closed when the house is

HEADERS = {
    "Content-Security-Policy": (
        "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; img-src 'self' data:; "
        "worker-src 'self'; manifest-src 'self'; "
        "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    ),
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
}

HTTPS_ALWAYS = "max-age=31536000"  # seconds: whoever came by https does so for a year

ABOUT = """\
Tables, seats, games: everything that the page can do, a program can do as well.

A bot over HTTP: `GET /api/me` hands out a cookie. `POST /api/tables` makes a table and
`POST /api/tables/{id}/join` takes a seat; the answer to the latter has a token that can be sent as
`Authorization: Bearer …` instead of the cookie. Then `GET /api/tables/{id}` tells `to_act`, the
legal `actions` and the `version`; `POST /api/tables/{id}/play` decides:
`{"key": "made-up-1", "seat": 0, "action": "take 3", "version": 17}`. An answer 409 `conflict` has
the fresh `table`; a repeated `key` does nothing twice.

Who does not like to ask again and again opens the WebSocket `/api/tables/{id}/socket`: it sends
`{"type": "table", …}` whenever something has changed, `{"type": "chat", "lines": […]}`, and
`{"type": "waiting", "seconds": 3}` where bots wait for their turn to think; it takes the same
commands with their `type`: `{"type": "play", "key": …, …}`, answered by
`{"type": "done", "key": …, "version": …}` or `{"type": "refused", "key": …, "status": …, …}`.
"""

log = logging.getLogger("formicarium.server")


def create_app(settings: Settings) -> Litestar:
    """The application with these settings; its lifespan opens and closes the house."""
    metrics = Metrics()

    @asynccontextmanager
    async def lifespan(app: Litestar) -> AsyncIterator[None]:
        async with opened(settings, metrics) as services:
            app.state.services = services
            yield

    async def before_send(message: Message, scope: Scope) -> None:
        finish(message, scope, metrics)

    return Litestar(
        [
            *routers(settings),
            table_socket,
            lobby_socket,
            engine_file,
            game_file,
            *page_requests(PAGE, link_tags, is_administrator),
        ],
        lifespan=[lifespan],
        middleware=[named],
        before_send=[before_send],
        exception_handlers={
            Exception: answer,
            NotFoundException: shown_to_strays(PAGE, answer),
        },
        request_class=StrictRequest,
        request_max_body_size=settings.largest_body,
        cors_config=cors(settings),
        openapi_config=openapi(),
        logging_config=None,
    )


def named(app: ASGIApp) -> ASGIApp:
    """Every request has a name, which all that is logged about it carries."""

    async def handle(scope: Scope, receive: Receive, send: Send) -> None:
        before = logs.REQUEST.set(secrets.token_hex(8))
        try:
            await app(scope, receive, send)
        finally:
            logs.REQUEST.reset(before)

    return handle


@asynccontextmanager
async def opened(settings: Settings, metrics: Metrics) -> AsyncIterator[Services]:
    """All parts of the house, opened in order; they are closed the other way round."""
    async with AsyncExitStack() as closing:
        logs.set_up(settings)
        store = await closing.enter_async_context(opened_store(settings, metrics))
        library = Library()
        await library.start()
        fanout = fanout_for(settings.fanout, settings.database)
        house = House(
            store, library, metrics, fanout,
            most_events=settings.events_per_table, most_lines=settings.lines_per_table,
            grace=settings.grace_seconds,
        )  # fmt: skip
        spending = Spending(settings, fanout)
        house.ears[KIND] = spending.hear
        await house.open()
        closing.push_async_callback(house.close)
        # These two are stopped before it, so that nobody in the house waits for them.
        closing.push_async_callback(library.stop)
        pool = await closing.enter_async_context(opened_pool(settings, library, spending))
        administration = await closing.enter_async_context(administered(house, settings))
        scheduler = Scheduler(house, pool, settings, metrics, spending.bot_tables)
        await scheduler.start()
        closing.push_async_callback(scheduler.stop)
        post = await closing.enter_async_context(opened_post(house, settings))
        services = Services(
            settings=settings,
            store=store,
            library=library,
            house=house,
            jobs=Jobs(house, pool, metrics),
            metrics=metrics,
            readiness=Readiness(house, pool, settings),
            spending=spending,
            passwords=await asyncio.to_thread(Passwords),
            administration=administration,
            post=post,
            secret=house.sessions.secret,
        )
        await spending.start()
        closing.push_async_callback(spending.stop)
        closing.push_async_callback(dismiss, services)
        log.info("the house is open")
        yield services
        log.info("the house is closing")


@asynccontextmanager
async def administered(house: House, settings: Settings) -> AsyncIterator[Administration]:
    """What administrators decide, heard of while the house is open."""
    administration = Administration(house, settings.address_days)
    await administration.start()
    try:
        yield administration
    finally:
        await administration.stop()


@asynccontextmanager
async def opened_post(house: House, settings: Settings) -> AsyncIterator[Post]:
    """Who tells people what they wish to be told when they are not here."""
    push = Push(house.store, settings)
    await push.open()
    notices, post = Notices(house), Post(house, push, Mailer(settings))
    await notices.start()
    await post.start()
    try:
        yield post
    finally:
        await notices.stop()
        await post.stop()


@asynccontextmanager
async def opened_store(settings: Settings, metrics: Metrics) -> AsyncIterator[Store]:
    """The database, and what is measured of it."""
    store = await Store.open(settings.database)
    store.watch(metrics.committed)
    metrics.disk_free.set_function(lambda: free_bytes(settings))
    metrics.last_backup.set_function(lambda: Copies(settings).last() or 0.0)
    async with meanwhile(measure(store, metrics), store.close):
        yield store


async def measure(store: Store, metrics: Metrics) -> None:
    """Look now and then how large the database has become."""
    while True:
        with suppress(StoreError):  # then it is as large as it was
            metrics.database_size.set(await store.size())
        await asyncio.sleep(MEASURING)


@asynccontextmanager
async def opened_pool(
    settings: Settings, library: Library, spending: Spending
) -> AsyncIterator[Pool]:
    """The processes in which bots think, begun while the rest of the house is opened."""
    pool = Pool(settings.thinkers, library.ready_for_bots)
    pool.thought = spending.think
    async with meanwhile(begin_to_think(library, pool), pool.stop):
        yield pool


async def begin_to_think(library: Library, pool: Pool) -> None:
    """Start the bots' processes once the games are known; before, all would load the compiler."""
    await library.books()
    await pool.start()


async def dismiss(services: Services) -> None:
    """Send everybody away who looks at a table, and wait until they are gone."""
    services.house.dismiss()
    if services.talks:
        await asyncio.wait(services.talks, timeout=LEAVING)


def finish(message: Message, scope: Scope, metrics: Metrics) -> None:
    """What every answer has in common: headers, perhaps a cookie; and it is counted."""
    if message["type"] != "http.response.start":
        return
    headers = MutableScopeHeaders.from_message(message)
    for name, text in HEADERS.items():
        headers[name] = text
    headers.setdefault("Cache-Control", "no-store")
    if is_https(ASGIConnection(scope)):
        headers["Strict-Transport-Security"] = HTTPS_ALWAYS
    visitor = scope["state"].get("visitor")
    if visitor is not None:  # so that whatever keeps an answer knows whose it is
        headers["Person"] = str(visitor.person)
    cookie = scope["state"].get("cookie")
    if cookie is not None:
        headers.add("Set-Cookie", cookie)
    route = scope.get("path_template") or "unknown"
    metrics.http_requests.labels(route, str(message["status"])).inc()


class Description(JsonRenderPlugin):
    """The description of all requests as JSON."""

    def render(self, request: Request[Any, Any, Any], openapi_schema: dict[str, Any]) -> bytes:
        """Say as well that bodies have no fields but those that are named."""
        schemas = openapi_schema["components"]["schemas"]
        for body in BODIES:
            schemas[body.__name__]["additionalProperties"] = False
        return super().render(request, openapi_schema)


def cors(settings: Settings) -> CORSConfig | None:
    """Other pages that may talk to this house, as those who use them."""
    if not settings.origins:
        return None
    return CORSConfig(
        allow_origins=[*settings.origins],
        allow_methods=["GET", "POST", "PATCH", "DELETE"],
        allow_headers=["Content-Type", "Authorization"],
        allow_credentials=True,
    )


def openapi() -> OpenAPIConfig:
    """The description of all requests, at /schema."""
    return OpenAPIConfig(
        title="Formicarium",
        version=version("formicarium"),
        description=ABOUT,
        path="/schema",
        render_plugins=[Description(path=["/", "/openapi.json"])],
        use_handler_docstrings=True,
        components=Components(
            security_schemes={
                "cookie": SecurityScheme(
                    type="apiKey", name=COOKIE, security_scheme_in="cookie",
                    description="Handed out by GET /api/me and whatever else needs a person.",
                ),
                "seat": SecurityScheme(
                    type="http", scheme="bearer",
                    description="The token of a seat, for that seat alone.",
                ),
            }
        ),
    )  # fmt: skip
