"""One house for all tests of a file; they are at tables of their own."""

from collections.abc import Iterator
from typing import Any

import pytest
from litestar.testing import TestClient

from tests.server.playing import house


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient[Any]]:
    with house(tmp_path_factory.mktemp("house"), origins=("https://friends.example",)) as client:
        yield client
