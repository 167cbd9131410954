"""For those who run the house: is it well, and what does it count."""

import asyncio
import hmac
from typing import Any

import msgspec
from litestar import Litestar, Request, Response, get
from litestar.enums import ScopeType
from litestar.handlers import HTTPRouteHandler
from litestar.response.base import ASGIResponse
from litestar.types import ASGIApp, Receive, Scope, Send

from formicarium.server.api.errors import problem
from formicarium.server.api.services import services_of
from formicarium.server.house.readiness import WELL
from formicarium.server.metrics import CONTENT_TYPE
from formicarium.server.settings import Settings
from formicarium.server.store.errors import StoreError

PATIENCE = 5.0  # seconds for the database to answer
METRICS = "/metrics"


class Health(msgspec.Struct):
    """How the house is."""

    status: str  # ok, or ill
    store: str
    games: dict[str, str]  # how far each is prepared


class ReadyReport(msgspec.Struct):
    """Whether the house can do what it is there for."""

    status: str  # ready, or not ready
    message: str  # what is wrong, in a sentence
    parts: dict[str, str]  # disk, database and thinkers: ok, or what is wrong


@get("/healthz", summary="Is it well?", operation_id="health")
async def health(request: Request[Any, Any, Any]) -> Response[Health]:
    """Say whether the database answers, and how far the games are."""
    services = services_of(request)
    games = {name: told["stage"] for name, told in services.library.progress().items()}
    try:
        await asyncio.wait_for(services.store.head("nothing"), PATIENCE)
    except (StoreError, TimeoutError):
        return Response(Health("ill", "does not answer", games), status_code=503)
    return Response(Health("ok", "ok", games))


@get("/readyz", summary="Can it be played in?", operation_id="ready")
async def ready(request: Request[Any, Any, Any]) -> Response[ReadyReport]:
    """Write and read back, look at the disk and the bots; say what is wrong, with status 503."""
    parts = await services_of(request).readiness.parts()
    wrong = [f"{name} {how}" for name, how in parts.items() if how != WELL]
    if wrong:
        return Response(ReadyReport("not ready", "; ".join(wrong), parts), status_code=503)
    return Response(ReadyReport("ready", "all is well", parts))


@get(METRICS, summary="Metrics", operation_id="metrics", include_in_schema=False)
async def metrics(request: Request[Any, Any, Any]) -> Response[bytes]:
    """Give what Prometheus reads, to whoever has the token: it counts hidden steps, too."""
    services = services_of(request)
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    wanted = services.settings.metrics_token.encode()
    is_known = hmac.compare_digest(token.strip().encode(), wanted)
    if scheme.lower() != "bearer" or not is_known:
        raise problem(401, "bad_token", "metrics are told to whoever sends their token")
    return Response(services.metrics.exposition(), headers={"Content-Type": CONTENT_TYPE})


def requests(settings: Settings) -> list[HTTPRouteHandler]:
    """What can be asked about the house; metrics only where there is a token to ask with."""
    return [health, ready, *([metrics] if settings.metrics_token else [])]


def with_door(app: Litestar, port: int) -> ASGIApp:
    """The application; who comes by a port of its own is told the metrics, and nothing else."""

    async def handle(scope: Scope, receive: Receive, send: Send) -> None:
        if _port(scope) != port:
            await app(scope, receive, send)
        elif scope["type"] == ScopeType.HTTP:
            status, body = 404, b"only /metrics is here"
            if (scope["method"], scope["path"]) == ("GET", METRICS):
                status, body = 200, app.state.services.metrics.exposition()
            headers = {"Content-Type": CONTENT_TYPE}
            await ASGIResponse(body=body, status_code=status, headers=headers)(scope, receive, send)
        else:
            await send({"type": "websocket.close", "code": 1008, "reason": None})

    return handle


def _port(scope: Scope) -> int | None:
    """The port by which somebody came: the socket's own, whatever a request says."""
    server = scope.get("server")
    return server[1] if server else None
