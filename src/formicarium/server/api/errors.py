"""What goes wrong, as an answer: a status, a name for programs, a sentence for people."""

import logging
import math
import secrets
from collections.abc import Iterator
from typing import Any

import msgspec
from litestar import Request, Response
from litestar.exceptions import (
    HTTPException,
    InternalServerException,
    MethodNotAllowedException,
    NotFoundException,
    ValidationException,
)
from litestar.routes import HTTPRoute

from formicarium.core.errors import (
    BadOption,
    BadPosition,
    BadRecord,
    FormicariumError,
    IllegalAction,
    UnknownGame,
)
from formicarium.server import logs
from formicarium.server.domain.seats import Refused
from formicarium.server.house.house import NoTable
from formicarium.server.house.library import GameFailed
from formicarium.server.house.people import BadName, BadPassword, NoAccounts, OwnName
from formicarium.server.store.errors import (
    BadWrite,
    DiskFull,
    LastAdministrator,
    NameTaken,
    NoChange,
    NoPerson,
    NoSuchLine,
    ReportedAlready,
    Unavailable,
    Used,
)
from formicarium.server.workers.rehearsal import RulesChanged

FORBIDDEN = (
    "not_yours",
    "not_host",
    "not_playing",
    "locked",
    "sent_away",
    "no_hints",
    "daily",
    "daily_first",
    "daily_past",
)  # refusals that waiting does not help against
AGAIN = 5  # seconds after which a database may have come back

log = logging.getLogger("formicarium.server")


class Trouble(msgspec.Struct, omit_defaults=True):
    """An error. `error` is for programs, `message` for people."""

    status: int
    error: str
    message: str
    table: dict[str, Any] | None = None  # of a conflict: the table as it is now
    rule: str | None = None  # of an illegal action: the number of the rule that forbids it,
    legal: list[str] | None = None  # and what would be legal
    until: float | None = None  # of a ban or a mute: when it is over; without it, never
    reason: str | None = None  # of a ban
    request: str | None = None  # of a fault of the server: what to look for in its log


class Problem(FormicariumError):
    """A request that is answered with an error."""

    def __init__(self, trouble: Trouble, wait: float = 0.0) -> None:
        super().__init__(trouble.message)
        self.trouble = trouble
        self.wait = wait  # seconds after which to try again


def problem(status: int, error: str, message: str, wait: float = 0.0, **more: Any) -> Problem:
    """An error with what belongs to it."""
    return Problem(Trouble(status, error, message, **more), wait)


# Kind of error, status, name.
KINDS: tuple[tuple[type[FormicariumError], int, str], ...] = (
    (UnknownGame, 400, "unknown_game"),
    (BadOption, 400, "bad_option"),
    (BadPosition, 400, "bad_position"),
    (BadRecord, 400, "bad_record"),
    (BadName, 400, "bad_name"),
    (BadPassword, 400, "bad_password"),
    (BadWrite, 400, "bad_text"),
    (NoAccounts, 403, "no_accounts"),
    (Used, 403, "bad_invitation"),
    (NoTable, 404, "not_found"),
    (NoPerson, 404, "no_person"),
    (NoSuchLine, 404, "not_found"),
    (NoChange, 409, "no_change"),
    (LastAdministrator, 409, "last_administrator"),
    (ReportedAlready, 409, "reported_already"),
    (NameTaken, 409, "name_taken"),
    (OwnName, 409, "name_taken"),
    (RulesChanged, 409, "rules_changed"),
    (GameFailed, 503, "game_failed"),
    (DiskFull, 503, "disk_full"),
    (Unavailable, 503, "unavailable"),
)

OURS: dict[type[FormicariumError], str] = {
    DiskFull: "the house's disk is full, so this was not done; nothing is lost, try again later",
    Unavailable: "the house cannot reach its database just now; try again in a moment",
}


def problem_of(error: Exception) -> Problem:
    """What an error is answered with."""
    if isinstance(error, Problem):
        return error
    if isinstance(error, Refused):
        status = 403 if error.error in FORBIDDEN else 409
        return problem(status, error.error, str(error))
    if isinstance(error, IllegalAction):
        return problem(
            422, "illegal_action", str(error), rule=error.rule or None, legal=error.legal
        )
    if isinstance(error, HTTPException):
        return _of_http(error)
    for kind, status, name in KINDS:
        if isinstance(error, kind):
            wait = AGAIN if status == 503 else 0.0
            return problem(status, name, OURS.get(kind, str(error)), wait)
    return _unforeseen(error)


def _of_http(error: HTTPException) -> Problem:
    """Errors that the framework finds."""
    if isinstance(error, ValidationException):
        return problem(400, "bad_request", "; ".join(_faults(error)) or "the request is malformed")
    if isinstance(error, NotFoundException):
        return problem(404, "not_found", "there is nothing at this address; /schema lists all")
    if isinstance(error, MethodNotAllowedException):
        return problem(405, "method_not_allowed", "this address does not take that method")
    if error.status_code == 413:
        return problem(413, "too_large", "the body is larger than this house accepts")
    if isinstance(error, InternalServerException) and "disconnected" in error.detail:
        return problem(400, "bad_request", "the body was cut short")
    if error.status_code < 500:
        return problem(error.status_code, "bad_request", error.detail)
    return _unforeseen(error)


def _faults(error: ValidationException) -> Iterator[str]:
    """What is wrong with which part of a request."""
    for fault in error.extra if isinstance(error.extra, list) else ():
        if fault.get("key") == "data":
            yield "a body of JSON is missing"
            continue
        yield f"{fault.get('key', 'the request')}: {fault.get('message', 'malformed')}"


def _unforeseen(error: Exception) -> Problem:
    name = logs.REQUEST.get() or secrets.token_hex(8)
    log.error("a request has failed", exc_info=error, extra={"request": name})
    return problem(500, "internal", f"something went wrong here; it was logged as {name}",
                   request=name)  # fmt: skip


def headers_of(found: Problem) -> dict[str, str]:
    """What an answer with an error says besides its body."""
    return {"Retry-After": str(math.ceil(found.wait))} if found.wait else {}


def methods_at(request: Request[Any, Any, Any]) -> list[str]:
    """The methods that an address takes."""
    path = request.scope["path"].strip("/").split("/")
    routes = [route for route in request.app.routes if isinstance(route, HTTPRoute)]
    return sorted({method for route in routes if _fits(route, path) for method in route.methods})


def _fits(route: HTTPRoute, path: list[str]) -> bool:
    """Whether a path is one of a route's, which has parameters where there is no text."""
    parts = route.path_components
    return len(parts) == len(path) and all(
        part == name or not isinstance(part, str) for part, name in zip(parts, path, strict=True)
    )


def answer(request: Request[Any, Any, Any], error: Exception) -> Response[Trouble]:
    """An error as a response."""
    found = problem_of(error)
    headers = headers_of(found)
    if found.trouble.status == 405:
        headers["Allow"] = ", ".join(methods_at(request))
    return Response(
        found.trouble,
        status_code=found.trouble.status,
        headers=headers,
        media_type="application/json",
    )
