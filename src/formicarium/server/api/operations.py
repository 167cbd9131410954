"""For those who run the house: is it well, and what does it count."""

import asyncio
from typing import Any

import msgspec
from litestar import Request, Response, get

from formicarium.server.api.errors import problem
from formicarium.server.api.services import services_of
from formicarium.server.metrics import CONTENT_TYPE
from formicarium.server.store.errors import StoreError

LOOPBACK = ("127.0.0.1", "::1", "testclient")
PATIENCE = 5.0  # seconds for the database to answer


class Health(msgspec.Struct):
    """How the house is."""

    status: str  # ok, or ill
    store: str
    games: dict[str, str]  # how far each is prepared


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


@get("/metrics", summary="Metrics", operation_id="metrics", media_type="text/plain")
async def metrics(request: Request[Any, Any, Any]) -> Response[bytes]:
    """Give what Prometheus reads, to whoever asks on this machine: it counts hidden steps, too."""
    address = request.client.host if request.client else ""
    if address not in LOOPBACK:
        raise problem(403, "not_here", "metrics are told on this machine only")
    return Response(services_of(request).metrics.exposition(), media_type=CONTENT_TYPE)


REQUESTS = [health, metrics]
