"""What can be asked over HTTP: one file for each kind of request."""

from litestar import Router
from litestar.di import Provide
from litestar.handlers import HTTPRouteHandler
from litestar.openapi.datastructures import ResponseSpec
from msgspec import Struct

from formicarium.server.api import (
    administration,
    archive,
    blocks,
    bodies,
    commands,
    daily,
    games,
    guides,
    history,
    jobs,
    lessons,
    lobby,
    notices,
    operations,
    people,
    positions,
    preview,
    profiles,
    puzzles,
    reasons,
    reports,
    study,
    tables,
    variations,
    world,
)
from formicarium.server.api.errors import Trouble
from formicarium.server.api.requests import DEPENDENCIES, check_origin, check_rate
from formicarium.server.api.viewing import provide_glance
from formicarium.server.house import acts
from formicarium.server.settings import Settings

ERRORS = {
    400: "Something in the request is malformed; the message names it.",
    401: "No seat has this token.",
    403: "Not for this visitor.",
    404: "There is no such thing, or not for this visitor.",
    409: "Not now. A conflict has the table as it is.",
    413: "The body is too large.",
    415: "The body is not JSON.",
    422: "The rules of the game forbid it.",
    429: "Too many; Retry-After says when to come back.",
    500: "A fault of the server, which has logged it.",
    503: "The database does not answer, its disk is full, or a game is still being prepared; "
    "Retry-After says when to come back.",
}
RESPONSES = {
    status: ResponseSpec(Trouble, generate_examples=False, description=about)
    for status, about in ERRORS.items()
}

BODIES: tuple[type[Struct], ...] = (
    bodies.Credentials,
    bodies.Leaving,
    bodies.NewBlock,
    bodies.NewClock,
    bodies.NewInvitation,
    bodies.NewJob,
    bodies.NewName,
    bodies.NewPassword,
    bodies.NewPasswordByLink,
    bodies.NewReport,
    bodies.NewSeat,
    bodies.NewSharing,
    bodies.NewTable,
    lessons.Try,
    lobby.NewSeeker,
    notices.BrowserKeys,
    notices.MailToken,
    notices.NewAddress,
    notices.NewBrowser,
    notices.NewWishes,
    positions.Laid,
    positions.NewPicture,
    puzzles.PuzzleTry,
    reasons.AskedReasons,
    study.Study,
    variations.Variations,
    world.AskedWord,
    world.AskedWords,
    *commands.KINDS,
    *acts.ORDERS,
)

OF_TABLES = [
    *tables.REQUESTS,
    *commands.REQUESTS,
    *archive.REQUESTS,
    *preview.REQUESTS,
    *history.REQUESTS,
    *variations.REQUESTS,
    *world.REQUESTS,
    *reasons.REQUESTS,
]
OTHERS = [
    *games.REQUESTS,
    *guides.REQUESTS,
    *lessons.REQUESTS,
    *puzzles.REQUESTS,
    *study.REQUESTS,
    *daily.REQUESTS,
    *positions.REQUESTS,
    *people.REQUESTS,
    *jobs.REQUESTS,
    *reports.REQUESTS,
    *profiles.REQUESTS,
    *blocks.REQUESTS,
    *lobby.REQUESTS,
    *notices.REQUESTS,
]


def routers(settings: Settings) -> list[Router | HTTPRouteHandler]:
    """All requests but those for the page."""
    for request in (*OF_TABLES, *OTHERS, *administration.REQUESTS):
        request.responses = RESPONSES
    api = Router(
        "/api",
        route_handlers=[
            *OTHERS,
            Router("/tables", route_handlers=OF_TABLES),
            Router(
                "/admin",
                route_handlers=administration.REQUESTS,
                guards=[administration.only_administrators],
            ),
        ],
        dependencies={
            **DEPENDENCIES,
            "glance": Provide(provide_glance),
            "entrance": Provide(people.provide_entrance),
            "pupil": Provide(lessons.provide_pupil),
            "learner": Provide(lessons.provide_learner),
            "solver": Provide(puzzles.provide_solver),
        },
        guards=[check_origin, check_rate],
    )
    return [api, *operations.requests(settings)]
