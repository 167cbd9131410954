"""Mini City in a terminal: everything that lies open is shown, in every phase and language."""

from __future__ import annotations

import io

import pytest
from rich.console import Console

import formicarium as fm
from formicarium.core.text import LANGUAGES, phrases
from tests.games.minicity.tables import SETTINGS, played, table

STONES, PLACES = "●■▲◆★", "○□△◇☆"


def picture(state: fm.State, seat: int | None, language: str = "en", width: int = 100) -> str:
    book = state.game.book
    drawing = book.draw(state.game.tables, state.view(seat), phrases(book.package, language))
    console = Console(file=io.StringIO(), width=width, color_system=None)
    with console.capture() as capture:
        console.print(drawing)
    return capture.get()


def hill(text: str) -> str:
    """The lines between the roads, or below the only one."""
    lines = text.splitlines()
    top = next(index for index, line in enumerate(lines) if line.strip().startswith("nw ≈"))
    return "\n".join(lines[top + 1 : top + 24])


@pytest.mark.parametrize(("players", "variant"), SETTINGS)
def test_every_phase_can_be_drawn(players: int, variant: str) -> None:
    phases = set()
    for state in played(table(players, variant, 1), seed=3):
        if state.view(None)["phase"] not in phases:
            phases.add(state.view(None)["phase"])
            for language in LANGUAGES:
                for seat in (None, *range(players)):
                    assert picture(state, seat, language)
    assert phases >= {"stock", "play", "move", "unload", "refill"}


@pytest.mark.parametrize("width", [80, 100, 140])
def test_every_chamber_and_its_places_are_shown(width: int) -> None:
    *_, state = played(table(3, "base", 0), seed=1)
    drawn = hill(picture(state, None, width=width))
    stored = state.view(None)["stored"].values()
    assert {*map(str, range(1, 50))} <= {*drawn.split()}
    assert sum(drawn.count(sign) for sign in STONES) == sum(stored)
    assert sum(drawn.count(sign) for sign in PLACES) == 100 - sum(stored)
    assert all(len(line) <= width for line in drawn.splitlines())


def test_every_ant_is_shown() -> None:
    state = table(2, "base", 0).start(seed=1)
    drawn = hill(picture(state, None)).split()
    assert all(drawn.count(letter) == 1 for letter in "rgyvb")


def test_only_the_own_hand_is_shown() -> None:
    state = table(2, "base", 0).start(seed=1)
    assert picture(state, 0).count("hand") == picture(state, 1).count("hand") == 1
    assert "hand" not in picture(state, None)


def test_a_card_that_lies_face_down_is_shown_to_its_owner_alone() -> None:
    doc = {
        "phase": "move",
        "north": "....rgv.....",
        "card": "nw",
        "as": "black",
        "seats": [{"friends": ["stick"]}],
    }
    state = table(2, "friends", 0).position(doc)
    assert "nw ≈ · · · · ? g v" in picture(state, 1)
    assert "nw ≈ · · · · r g v" in picture(state, 0)
    assert "the black ant may take 1 step" in picture(state, 1)
