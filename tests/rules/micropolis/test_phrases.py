"""Tiles bear no numbers: actions name them by what is on them, in three languages."""

import pytest

import formicarium as fm
from formicarium.core.text import LANGUAGES, phrases
from formicarium.games.micropolis.actions import tile_name
from tests.rules.micropolis.helpers import position

PACKAGE = "formicarium.games.micropolis"
NAMES = {
    2: "the barracks for 1 (cherry, 2 workers)",
    12: "the barracks for 2",
    19: "the queen (cherry, 1 worker)",
    29: "the nurse (2 eggs, lemon, 1 worker)",
    35: "the architect (fig)",
    52: "the pomegranate (1 worker)",
    56: "the tile with 5 workers",
}


@pytest.mark.rule("MP-1.7")
def test_a_tile_is_called_by_what_is_on_it() -> None:
    parts = fm.load("micropolis", players=2).parts_row
    assert {tile: tile_name(parts, tile, phrases(PACKAGE, "en")) for tile in NAMES} == NAMES
    told = [tile_name(parts, 52, phrases(PACKAGE, language)) for language in ("de", "fr")]
    assert told == ["den Granatapfel (1 Arbeiterin)", "la grenade (1 ouvrière)"]


@pytest.mark.rule("MP-3.11")
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_token_tells_tiles_that_look_alike_apart(language: str) -> None:
    row = [56, 58, 59, 57, 60, 61, 44]
    state = position(row=row, anthills=[{"tokens": 1}], in_round=1)
    told = [action.describe(language) for action in state.actions(state.to_act[0])]
    assert len({*told}) == len(told) > len(row)
