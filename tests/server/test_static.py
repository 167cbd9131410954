"""The page that the server sends to browsers."""

from gzip import compress
from pathlib import Path
from typing import Any

import pytest
from litestar import Litestar, Request
from litestar.testing import TestClient

from formicarium.server.static import ADDRESSES, WORKER, page_requests

Client = TestClient[Any]

HTML = b"<!doctype html><head><title>Ants</title></head>"
SCRIPT = b"export const ants = 6;"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "assets").mkdir()
    (tmp_path / WORKER).write_bytes(WORKER_CODE)
    (tmp_path / "index.html").write_bytes(HTML)
    (tmp_path / "assets" / "ants-abc123.js").write_bytes(SCRIPT)
    (tmp_path / "assets" / "ants-abc123.js.gz").write_bytes(compress(SCRIPT))
    return tmp_path


WORKER_CODE = b"addEventListener('fetch', () => {});"


async def named(request: Request[Any, Any, Any]) -> str:
    return f"<meta content='{request.path_params.get('table', '')}'>"


async def nobody(request: Request[Any, Any, Any]) -> bool:
    return False


def browser(folder: Path) -> Client:
    return TestClient(Litestar(page_requests(folder, named, nobody), openapi_config=None))


@pytest.mark.parametrize("address", ADDRESSES)
def test_the_page_is_served_at_every_address_that_it_knows(folder: Path, address: str) -> None:
    with browser(folder) as client:
        answer = client.get(address.replace("{table:str}", "abc").replace("{game:str}", "myrmes"))
    table = b"abc" if "{table:str}" in address else b""
    tags = b"<meta content='" + table + b"'>"
    assert answer.content == HTML.replace(b"</head>", tags + b"</head>")
    assert answer.headers["content-type"].startswith("text/html")
    assert answer.headers["cache-control"] == "no-cache"


def test_files_are_shown_and_kept(folder: Path) -> None:
    with browser(folder) as client:
        script = client.get("/page/assets/ants-abc123.js")
    assert script.content == SCRIPT
    assert "javascript" in script.headers["content-type"]
    assert "immutable" in script.headers["cache-control"]
    assert "attachment" not in script.headers.get("content-disposition", "")


def test_what_lies_there_compressed_is_sent_so_to_those_who_can_read_it(folder: Path) -> None:
    with browser(folder) as client:
        path = "/page/assets/ants-abc123.js"
        small = client.get(path, headers={"Accept-Encoding": "gzip"})
        plain = client.get(path, headers={"Accept-Encoding": "identity"})
    assert (small.headers["content-encoding"], small.content) == ("gzip", SCRIPT)
    assert "content-encoding" not in plain.headers
    assert plain.content == SCRIPT
    assert small.headers["vary"] == "Accept-Encoding"


def test_the_worker_of_the_app_answers_for_all_addresses_and_is_asked_for_anew(
    folder: Path,
) -> None:
    with browser(folder) as client:
        worker = client.get(f"/{WORKER}")
    assert worker.content == WORKER_CODE
    assert "javascript" in worker.headers["content-type"]
    assert worker.headers["cache-control"] == "no-cache"


def test_nothing_else_is_sent(folder: Path) -> None:
    (folder.parent / "secret").write_text("seed")
    with browser(folder) as client:
        for path in ("/page/none.js", "/page/../secret", "/page/%2e%2e/secret", "/elsewhere"):
            assert client.get(path).status_code == 404


def test_a_house_without_a_page_has_its_api_alone(tmp_path: Path) -> None:
    assert page_requests(tmp_path, named, nobody) == []
