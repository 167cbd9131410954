"""Whole games in the hand: by touch alone, upright and on its side, never by the list."""

from itertools import product

import pytest

from tests.tiers import sample
from tests.web.conftest import Touch
from tests.web.touching import LYING, UPRIGHT

pytestmark = pytest.mark.xdist_group("web touch")

GAMES = [("micropolis", 2), ("minicity", 2), ("antics", 3), ("myrmes", 2)]
# Upright things move, on its side they do not.
FORMS = [(UPRIGHT, "fast"), (LYING, "off")]


@pytest.mark.parametrize(
    ("game", "players", "viewport", "speed"),
    [(*game, *form) for game, form in sample([*product(GAMES, FORMS)], 1)],
)
def test_a_whole_game_by_touch(
    touch: Touch, game: str, players: int, viewport: dict[str, int], speed: str
) -> None:
    motion = "reduce" if speed == "off" else "no-preference"
    ada = touch(speed, viewport=viewport, reduced_motion=motion)
    table = ada.make(game, "me", *["beginner"] * (players - 1))
    ada.sit(table).play_by_touch()
    assert ada.ask(f"/api/tables/{table}")["status"] == "over"
