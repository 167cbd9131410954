"""What every answer says to browsers, whatever was asked: headers, cookies, kinds of content."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from litestar.routes import HTTPRoute
from litestar.testing import TestClient

from formicarium.server import app
from tests.server.playing import Guest, house

Client = TestClient[Any]

YEAR = 31_536_000  # seconds
PLACES = {
    "game": "micropolis",
    "chapter": "row",
    "table": "nothing",
    "job": "nothing",
    "session": "nothing",
    "number": "1",
    "person": "1",
    "name": "assets/ants-1.js",
    "path": "openapi.json",
}
STRAY = ("/nowhere", "/api/nowhere", "/page/assets/none.js", "/favicon.ico")


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    """A house with a page, behind one proxy."""
    page = tmp_path_factory.mktemp("page")
    (page / "assets").mkdir()
    (page / "index.html").write_text("<!doctype html><head></head>", "utf-8")
    for name in ("ants-1.js", "ants-1.css", "ants-1.txt", "ants-1.png"):
        (page / "assets" / name).write_text("", "utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(app, "PAGE", page)
        with house(tmp_path_factory.mktemp("house"), trusted_proxies=1) as client:
            yield client


def answers(client: Client, **headers: str) -> Iterator[httpx.Response]:
    """What every route answers to every method, and what there is where there is no route."""
    for route in client.app.routes:
        if isinstance(route, HTTPRoute):
            path = re.sub(r"\{(\w+)(:\w+)?\}", lambda found: PLACES[found[1]], route.path_format)
            for method in {*route.methods, "PUT"}:
                yield Guest(client).ask(method, path.replace("//", "/"), **headers)
    for path in (*STRAY, *(f"/page/assets/ants-1.{kind}" for kind in ("css", "txt", "png"))):
        yield Guest(client).ask("GET", path, accept="text/html", **headers)


@pytest.mark.parametrize("scheme", ["https", "http"])
def test_every_answer_of_every_route_is_guarded(client: Client, scheme: str) -> None:
    found = [*answers(client, x_forwarded_proto=scheme)]
    assert len(found) > 60
    assert {answer.status_code for answer in found} >= {200, 400, 404, 405}
    for answer in found:
        where = f"{answer.request.method} {answer.request.url.path}"
        headers = answer.headers
        policy = headers["content-security-policy"]
        assert "default-src 'self'" in policy, where
        assert "frame-ancestors 'none'" in policy, where
        assert "unsafe" not in policy.replace("script-src 'self' 'wasm-unsafe-eval';", ""), where
        assert headers["x-content-type-options"] == "nosniff", where
        assert headers["referrer-policy"] == "same-origin", where
        assert headers["cache-control"], where
        assert "server" not in headers, where
        assert headers.get("content-type", "").count("charset") <= 1, where
        assert ("strict-transport-security" in headers) is (scheme == "https"), where
        for cookie in headers.get_list("set-cookie"):
            check_cookie(cookie, is_secure=scheme == "https")


def check_cookie(cookie: str, is_secure: bool) -> None:
    name, *attributes = cookie.split("; ")
    assert name.startswith("formicarium=")
    told = {attribute.lower() for attribute in attributes}
    assert {"httponly", "samesite=lax", "path=/"} <= told
    assert ("secure" in told) is is_secure
    assert not any(attribute.startswith("domain") for attribute in told)


@pytest.mark.parametrize("scheme", ["https", "http"])
def test_a_cookie_that_is_handed_out_or_taken_back_has_its_attributes(
    client: Client, scheme: str
) -> None:
    guest = Guest(client)
    for method, path in (("GET", "/api/me"), ("DELETE", "/api/session")):
        answer = guest.ask(method, path, x_forwarded_proto=scheme)
        (cookie,) = answer.headers.get_list("set-cookie")
        check_cookie(cookie, is_secure=scheme == "https")


def test_whoever_came_by_https_comes_so_for_a_year(client: Client) -> None:
    headers = Guest(client).ask("GET", "/", x_forwarded_proto="http, https").headers
    found = re.match(r"max-age=(\d+)", headers["strict-transport-security"])
    assert found
    assert int(found[1]) >= YEAR


def test_without_a_proxy_nobody_can_pretend(tmp_path: Path) -> None:
    with house(tmp_path) as client:
        answer = Guest(client).ask("GET", "/api/me", x_forwarded_proto="https")
        assert "strict-transport-security" not in answer.headers


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("/", "text/html; charset=utf-8"),
        ("/nowhere", "text/html; charset=utf-8"),
        ("/page/assets/ants-1.js", "text/javascript; charset=utf-8"),
        ("/page/assets/ants-1.css", "text/css; charset=utf-8"),
        ("/page/assets/ants-1.png", "image/png"),
    ],
)
def test_the_kind_of_content_is_said_once(client: Client, path: str, kind: str) -> None:
    answer = Guest(client).ask("GET", path, accept="text/html")
    assert answer.headers.get_list("content-type") == [kind]
