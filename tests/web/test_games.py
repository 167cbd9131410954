"""Every game and variant, from the first decision to the last, on its board in the browser."""

from typing import Any

import pytest

from tests.tiers import sample
from tests.web.conftest import Visit

pytestmark = pytest.mark.xdist_group("web games")

GAMES: list[Any] = [
    ("micropolis", 2, {}),
    ("micropolis", 3, {"edition": "french"}),
    ("micropolis", 2, {"variant": "expert"}),
    ("myrmes", 2, {}),
    ("antics", 3, {}),
    ("antics", 2, {"variant": "unofficial_two"}),
    ("minicity", 2, {}),
    ("minicity", 3, {"variant": "friends"}),
]


@pytest.mark.parametrize(("game", "players", "options"), [GAMES[0], *sample(GAMES[1:], 0)])
def test_a_whole_game_against_bots(
    visit: Visit, game: str, players: int, options: dict[str, str]
) -> None:
    ada = visit()
    table = ada.make(game, "me", *["normal"] * (players - 1), options=options)
    assert ada.sit(table).play() > 5
    ada.page.get_by_role("link", name="Analyse").wait_for()
    assert ada.ask(f"/api/tables/{table}")["status"] == "over"
