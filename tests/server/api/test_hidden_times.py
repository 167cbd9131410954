"""When somebody decides in secret is a secret, too."""

from collections.abc import Iterator
from typing import Any

import pytest
from litestar.testing import TestClient

from tests.server.playing import Guest, house, two


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient[Any]]:
    with house(tmp_path_factory.mktemp("house"), games=("minicity",)) as client:
        yield client


def begun(ada: Guest, ben: Guest) -> str:
    """A game whose first phase is decided by all at once."""
    table = ada.make("me", "open", game="minicity")
    ben.do("join", table)
    ada.do("start", table)
    return table


def test_a_secret_step_moves_no_table(client: TestClient[Any]) -> None:
    ada, ben = two(client)
    older, newer = begun(ada, ben), begun(ada, ben)

    def lists() -> list[Any]:
        return [ben.get(f"/api/tables?list={name}")["tables"] for name in ("live", "mine")]

    def seen() -> Any:
        """All but the view: in this game one sees how many stones others have put down."""
        return ben.table(older) | {"view": None}

    before, document = lists(), seen()
    assert [one["id"] for one in before[0]] == [newer, older]
    steps = 0
    while 0 in ada.table(older)["to_act"]:
        assert lists() == before
        assert seen() == document
        ada.move(older)
        steps += 1
    assert steps > 1
    assert [one["id"] for one in lists()[0]] == [older, newer]  # that Ada is ready, all know
