"""What the tests of all environments share: every table of every game, and some of them."""

from __future__ import annotations

from typing import Any

import pytest

import formicarium as fm
from formicarium.core.game import rulebook
from tests.properties.lines import TABLES, Table, game_at


def is_usual(table: Table) -> bool:
    """Whether as many play as usual."""
    book = rulebook(table.game)
    return table.players == (book.usual_players or book.players.start)


# One table of each game and variant, if possible with the usual number of players.
SOME = tuple(
    {(table.game, table.variant): table for table in sorted(TABLES, key=is_usual)}.values()
)

at_all_tables = pytest.mark.parametrize("table", TABLES, ids=str)
at_some_tables = pytest.mark.parametrize("table", SOME, ids=str)


def settings_of(table: Table) -> dict[str, Any]:
    """A table as environments are told about it."""
    return {"players": table.players} | ({"variant": table.variant} if table.variant else {})


def game_of(table: Table) -> fm.Game:
    """A table with the usual options."""
    return game_at(table, 0)
