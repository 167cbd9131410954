"""Pictures of what a seat sees."""

from __future__ import annotations

import io
import random
import re
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest
from rich.console import Console

import formicarium as fm
from formicarium.core.drawing import COLUMNS, picture
from formicarium.envs import rendering
from tests.envs.tables import at_some_tables, game_of
from tests.properties.lines import Table


def some_state(game: fm.Game, decisions: int = 25) -> fm.State:
    state, dice = game.start(seed=3), random.Random(3)
    for _ in range(decisions):
        seat = state.to_act[0]
        state.play(seat, dice.choice(state.codes(seat)))
    return state


@at_some_tables
def test_every_game_can_be_drawn(table: Table) -> None:
    state = some_state(game_of(table))
    text, image = rendering.as_text(state, 0), rendering.as_pixels(state, 0)
    svg = str(rendering.drawn(state, 0, "svg"))
    assert len(text.splitlines()) > 10
    assert ElementTree.fromstring(svg).tag.endswith("svg")
    assert "http" not in re.sub(r'xmlns="[^"]+"', "", svg)
    assert image.shape == (864, 600, 3)
    assert image.dtype == np.uint8
    assert len(np.unique(image.astype(int) @ (1 << 16, 1 << 8, 1))) > 3


@at_some_tables
@pytest.mark.heavy
def test_no_picture_shows_a_secret(table: Table) -> None:
    state = some_state(game_of(table))
    for mode in ("ansi", "svg", "rgb_array"):
        for seat in (1, None):
            other = state.redetermined(seat, 5)
            shown: Any = rendering.drawn(state, seat, mode)
            again: Any = rendering.drawn(other, seat, mode)
            assert np.array_equal(shown, again)


@at_some_tables
def test_every_sign_is_known(table: Table) -> None:
    """Whatever a game draws has dots of its own, not those of an unknown sign."""
    state = some_state(game_of(table))
    console = Console(file=io.StringIO(), width=COLUMNS, color_system=None)
    with console.capture() as captured:
        console.print(picture(state, 0))
    unknown = rendering.dots_of("\N{SNOWMAN}")
    for sign in {*captured.get()} - {" ", "\n", rendering.UNKNOWN}:
        assert rendering.dots_of(sign).any(), sign
        assert not np.array_equal(rendering.dots_of(sign), unknown), sign


@pytest.mark.parametrize(
    ("sign", "rows", "columns"),
    [
        ("━", {6, 7}, {*range(6)}),
        ("│", {*range(12)}, {3}),
        ("└", {*range(7)}, {3, 4, 5}),
        ("╴", {6}, {0, 1, 2, 3}),
        ("⣀", {10, 11}, {1, 2, 4, 5}),
        (" ", set(), set()),
    ],
)
def test_lines_and_dots_lie_where_their_names_say(
    sign: str, rows: set[int], columns: set[int]
) -> None:
    there = np.argwhere(rendering.dots_of(sign))
    assert {int(row) for row, _ in there} == rows
    assert {int(column) for _, column in there} == columns


def test_an_accent_may_be_missing() -> None:
    assert np.array_equal(rendering.dots_of("é"), rendering.dots_of("e"))


def test_a_person_is_shown_text(capsys: pytest.CaptureFixture[str]) -> None:
    state = some_state(fm.load("micropolis", players=2))
    assert rendering.drawn(state, 0, "human") is None
    assert "anthill" in capsys.readouterr().out
