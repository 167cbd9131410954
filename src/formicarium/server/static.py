"""The page: its files, the modules it thinks with, and the addresses under which it appears.

The files are built from `web/` into the folder `page`; a house without them has only its API.
"""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from litestar import MediaType, Request, Response, get
from litestar.exceptions import NotFoundException
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath
from litestar.response import File

from formicarium.server.house import engines, game_files
from formicarium.server.house.files import SentFile

PAGE = Path(__file__).with_name("page")
ADDRESSES = [
    "/",
    "/tables",
    "/reset",
    "/mail",
    "/daily",
    "/position",
    "/analysis",
    "/people",
    "/people/{number:str}",
    "/boards/{game:str}",
    "/t/{table:str}",
    "/t/{table:str}/replay",
    "/new/{game:str}",
    "/rules/{game:str}",
    "/learn/{game:str}",
    "/puzzles",
    "/puzzles/{game:str}",
    "/puzzles/{game:str}/{number:str}",
]
FOR_FEW = "/admin"  # an address that is not there for everybody
HEAD_ENDS = b"</head>"
WORKER = "service-worker.js"  # it answers for the whole house, so it lies at its root
COMPRESSED = ".gz"  # what the build lays beside every text
FOREVER = "public, max-age=31536000, immutable"  # for files whose names change with their contents

KINDS = {  # of files: what a system says about them may be wrong; texts are sent as UTF-8
    **game_files.KINDS,
    ".html": "text/html",
    ".ico": "image/x-icon",
    ".map": "application/json",
    ".txt": "text/plain",
    ".wasm": "application/wasm",
    ".webmanifest": "application/manifest+json",
}


Tags = Callable[[Request[Any, Any, Any]], Awaitable[str]]
Entrance = Callable[[Request[Any, Any, Any]], Awaitable[bool]]


def page_requests(folder: Path, tags: Tags, is_one_of_few: Entrance) -> list[HTTPRouteHandler]:
    """The page, if it lies there. Nothing is served but the files that are found now.

    `tags` says what other places show of a link to an address; it goes into the page's head. For
    whom one address is there at all, `is_one_of_few` says.
    """
    files = {
        file.relative_to(folder).as_posix(): file for file in folder.rglob("*") if file.is_file()
    }
    if "index.html" not in files:
        return []

    html = files["index.html"].read_bytes()

    @get(ADDRESSES, include_in_schema=False, media_type=MediaType.HTML)
    async def index(request: Request[Any, Any, Any]) -> Response[bytes]:
        told = (await tags(request)).encode()
        return Response(
            html.replace(HEAD_ENDS, told + HEAD_ENDS, 1),
            headers={"Cache-Control": "no-cache"},
            media_type=MediaType.HTML,
        )

    @get(FOR_FEW, include_in_schema=False, media_type=MediaType.HTML)
    async def index_for_few(request: Request[Any, Any, Any]) -> Response[bytes]:
        if not await is_one_of_few(request):
            raise NotFoundException
        return Response(html, headers={"Cache-Control": "no-cache"}, media_type=MediaType.HTML)

    @get("/page/{name:path}", include_in_schema=False)
    async def file(request: Request[Any, Any, Any], name: FromPath[Path]) -> File:
        wanted = files.get(name.as_posix().lstrip("/"))
        if wanted is None:
            raise NotFoundException
        is_lasting = wanted.parent.name == "assets"
        return served(wanted, request, FOREVER if is_lasting else "no-cache")

    @get(f"/{WORKER}", include_in_schema=False)
    async def worker(request: Request[Any, Any, Any]) -> File:
        if WORKER not in files:
            raise NotFoundException
        return served(files[WORKER], request, "no-cache")

    return [index, index_for_few, file, worker]


@get(f"{engines.FOLDER}/{{name:str}}", include_in_schema=False)
async def engine_file(request: Request[Any, Any, Any], name: FromPath[str]) -> Response[bytes]:
    """A module of a game, or its manifest."""
    services = request.app.state.services
    books = await services.library.books()
    return lasting(request, await asyncio.to_thread(services.engines.file, name, books.values()))


@get(f"{game_files.FOLDER}/{{name:path}}", include_in_schema=False)
async def game_file(request: Request[Any, Any, Any]) -> Response[bytes]:
    """What a game brings for the page."""
    services = request.app.state.services
    books = await services.library.books()
    return lasting(
        request,
        await asyncio.to_thread(services.game_files.file, request.url.path, books.values()),
    )


def lasting(request: Request[Any, Any, Any], found: SentFile | None) -> Response[bytes]:
    """A file that a browser keeps until there is another one of its kind."""
    if found is None:
        raise NotFoundException
    headers = {"Cache-Control": FOREVER, "Vary": "Accept-Encoding"}
    if "gzip" not in request.headers.get("Accept-Encoding", ""):
        return Response(found.content, headers=headers, media_type=found.kind)
    headers["Content-Encoding"] = "gzip"
    return Response(found.small, headers=headers, media_type=found.kind)


def shown_to_strays(
    folder: Path, answer: Callable[[Request[Any, Any, Any], Exception], Response[Any]]
) -> Callable[[Request[Any, Any, Any], Exception], Response[Any]]:
    """An answer to whoever browses to an address that there is not: the page, which says so.

    Programs get the usual answer.
    """
    index = folder / "index.html"

    def found_nothing(request: Request[Any, Any, Any], error: Exception) -> Response[Any]:
        if "text/html" not in request.headers.get("Accept", "") or not index.is_file():
            return answer(request, error)
        return Response(
            index.read_bytes(),
            status_code=404,
            headers={"Cache-Control": "no-cache"},
            media_type=MediaType.HTML,
        )

    return found_nothing


def served(file: Path, request: Request[Any, Any, Any], caching: str) -> File:
    """A file of the page, compressed if it lies there so and the browser can read it."""
    headers = {"Cache-Control": caching, "Vary": "Accept-Encoding"}
    sent = file
    small = file.with_name(file.name + COMPRESSED)
    if "gzip" in request.headers.get("Accept-Encoding", "") and small.is_file():
        sent, headers["Content-Encoding"] = small, "gzip"
    return File(
        sent,
        content_disposition_type="inline",
        headers=headers,
        media_type=KINDS.get(file.suffix, "application/octet-stream"),
    )
