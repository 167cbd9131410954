"""Recorded games of rich colonies end as they did; see `rich` for how they were made."""

from __future__ import annotations

import pytest

import formicarium as fm
from tests.games.myrmes.rich import OPTIONS, file_of

KINDS = {"event", "larvae", "workers", "soldiers", "atelier", "hatch", "room", "lay", "clean"}
KINDS |= {"convert", "done", "tunnel", "level", "nurse", "objective", "food", "earth", "stone"}


@pytest.mark.parametrize("players", OPTIONS)
def test_a_recorded_game_ends_as_it_did(players: int) -> None:
    text = file_of(players).read_text("utf-8")
    record = fm.Record.load(text)
    assert record.state.is_over
    assert record.dump() == text  # its last line tells the points


def test_everything_happens_in_them() -> None:
    played = set()
    for players in OPTIONS:
        record = fm.Record.load(file_of(players).read_text("utf-8"))
        written = record.start().notation
        played |= {written(code).split()[0] for _, code in record.decisions}
    assert played >= KINDS
