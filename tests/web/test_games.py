"""Every game and variant, from the first decision to the last, on its board in the browser."""

from typing import Any

import pytest

from tests.web.conftest import Visit

pytestmark = pytest.mark.xdist_group("web")

THOROUGH = pytest.mark.thorough
GAMES: list[Any] = [
    ("micropolis", 2, {}),
    pytest.param("micropolis", 3, {"edition": "french"}, marks=THOROUGH),
    pytest.param("micropolis", 2, {"variant": "expert"}, marks=THOROUGH),
    pytest.param("myrmes", 2, {}, marks=THOROUGH),
    pytest.param("antics", 3, {}, marks=THOROUGH),
    pytest.param("antics", 2, {"variant": "unofficial_two"}, marks=THOROUGH),
    pytest.param("minicity", 2, {}, marks=THOROUGH),
    pytest.param("minicity", 3, {"variant": "friends"}, marks=THOROUGH),
]


@pytest.mark.parametrize(("game", "players", "options"), GAMES)
def test_a_whole_game_against_bots(
    visit: Visit, game: str, players: int, options: dict[str, str]
) -> None:
    ada = visit()
    table = ada.make(game, "me", *["beginner"] * (players - 1), options=options)
    assert ada.sit(table).play() > 5
    ada.page.get_by_role("link", name="Replay").wait_for()
    assert ada.ask(f"/api/tables/{table}")["status"] == "over"
