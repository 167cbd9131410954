"""Section 4: scout."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.rules.antics.helpers import (
    fields,
    on_display,
    phase,
    play,
    position,
    refuse,
    rows,
    texts,
    tiles,
    tower,
)

# Every field with a kind of tile of its own.
STRIPES = [
    "scout+build scout+ants build+hatch build+ants hatch+ants blue",
    "scout+build scout+ants build+hatch build+ants hatch+ants grey",
    "scout+build scout+ants build+hatch build+ants hatch+ants green",
]
FIELDS = ["scout+build", "scout+ants", "build+hatch", "build+ants", "hatch+ants"]


@pytest.mark.rule("AN-4.1")
@pytest.mark.parametrize("level", [1, 2, 3, 4, 5])
def test_a_tile_from_each_field_up_to_the_level(level: int) -> None:
    state = position(display=STRIPES, phase="scout", level=level)
    play(state, "; ".join(f"take {field}b" for field in range(1, level + 1)))
    assert phase(state) == "act"
    assert Counter(tiles(state)) == Counter(FIELDS[:level])
    assert rows(state)[1] == [*[None] * level, *FIELDS[level:], "grey"]


@pytest.mark.rule("AN-4.1")
@pytest.mark.parametrize("level", [1, 2, 3, 4, 5])
def test_the_hex_decides_how_far(level: int) -> None:
    pile = tower(
        "scout+hatch",
        "scout+hatch",
        "scout+fungus",
        "scout+transport",
        "scout+fungus",
        "scout+transport",
        "scout+transport",
    )[: (0, 1, 3, 5, 7)[level - 1]]
    state = position({"hill": pile}, display=STRIPES)
    hexes = state.view(0)["colonies"][0]["hexes"]
    scouts = [h["hex"] for h in hexes if (h["symbol"], h["level"]) == ("scout", level)]
    play(state, f"use {scouts[0]}")
    play(state, "; ".join(f"take {field}a" for field in range(1, level + 1)))
    assert (phase(state), len(tiles(state))) == ("act", level)


@pytest.mark.rule("AN-4.1")
@pytest.mark.parametrize("action", ["take 2a", "take 3b", "take 5c"])
def test_the_fields_are_asked_one_after_the_other(action: str) -> None:
    state = position(phase="scout", level=5)
    assert refuse(state, action) == "AN-4.1"


@pytest.mark.rule("AN-4.2")
@pytest.mark.parametrize("action", ["done", "end", "use 4", "hero hatch"])
def test_scouting_cannot_be_made_smaller(action: str) -> None:
    state = play(position(phase="scout", level=3), "take 1a")
    assert texts(state) == ["take 2a", "take 2b", "take 2c"]
    assert refuse(state, action) == "AN-4.2"


@pytest.mark.rule("AN-4.3")
def test_one_chooses_among_the_rows() -> None:
    display = [
        "scout+build . . . . blue",
        "build+ants . . . . grey",
        "hatch+fungus . . . . green",
    ]
    for row, tile in (("a", "scout+build"), ("b", "build+ants"), ("c", "hatch+fungus")):
        state = position(display=display)
        play(state, "hero scout")
        assert texts(state) == ["take 1a", "take 1b", "take 1c"]
        play(state, f"take 1{row}")
        assert tiles(state) == [tile]
        assert [lane[0] is None for lane in rows(state)] == [row == name for name in "abc"]


@pytest.mark.rule("AN-4.3")
def test_a_single_tile_is_taken_unasked() -> None:
    display = ["- . . . . blue", "build+ants . . . . grey", "- . . . . green"]
    state = play(position(display=display), "hero scout")
    assert (phase(state), tiles(state)) == ("act", ["build+ants"])


@pytest.mark.rule("AN-4.4")
def test_an_empty_field_gives_nothing() -> None:
    display = ["- - scout+ants . . blue", "- - . . . grey", "- build+ants . . . green"]
    state = position({"hill": ["scout+hatch 1,0 se"]}, display=display)
    play(state, "use 2")
    assert (phase(state), tiles(state)) == ("act", ["build+ants"])
    play(state, "hero scout")
    assert (phase(state), tiles(state)) == ("act", ["build+ants"])


@pytest.mark.rule("AN-4.4", "AN-4.5")
def test_gaps_and_anteaters_are_not_taken() -> None:
    state = position(display=["- . . . . blue", "grey . . . . .", ". . . . . green"])
    play(state, "hero scout")
    assert (phase(state), len(tiles(state))) == ("act", 1)
    state = position(display=["- . . . . blue", ". . . . . grey", ". . . . . green"])
    play(state, "hero scout")
    assert texts(state) == ["take 1b", "take 1c"]
    assert refuse(state, "take 1a") == "AN-4.4"
    state = position(display=["blue . . . . .", ". . . . . grey", ". . . . . green"])
    play(state, "hero scout")
    assert texts(state) == ["take 1b", "take 1c"]
    assert refuse(state, "take 1a") == "AN-4.5"


@pytest.mark.rule("AN-4.5")
def test_a_field_with_all_three_anteaters_gives_nothing() -> None:
    display = [". blue . . . .", ". grey . . . .", ". green . . . ."]
    state = position({"hill": ["scout+hatch 1,0 se"]}, display=display)
    play(state, "use 2; take 1c")
    assert (phase(state), len(tiles(state))) == ("act", 1)


@pytest.mark.rule("AN-4.6")
def test_fields_behind_anteaters_stay_within_reach() -> None:
    display = ["blue . . . . .", "grey . . . . .", ". green . . . ."]
    state = position(display=display, phase="scout", level=5, scout_field=3)
    play(state, "take 3a; take 4b; take 5c")
    assert (phase(state), len(tiles(state))) == ("act", 3)


@pytest.mark.rule("AN-4.7")
def test_a_second_scout_finds_less() -> None:
    state = position({"hill": ["scout+hatch 1,0 se"]}, display=STRIPES)
    play(state, "use 2; take 1b; take 2b")
    before = rows(state)
    assert before[1] == [None, None, *FIELDS[2:], "grey"]
    play(state, "hero scout")
    assert texts(state) == ["take 1a", "take 1c"]


@pytest.mark.rule("AN-4.8")
def test_field_6_is_never_scouted() -> None:
    display = [". . . . blue scout+build", ". . . . grey .", ". . . . green ."]
    state = position(display=display, phase="scout", level=5)
    play(state, "take 1a; take 2a; take 3a; take 4a")
    assert phase(state) == "act"
    assert rows(state)[0] == [None] * 4 + ["blue", "scout+build"]
    assert state.code_of("take 6a") is None


@pytest.mark.rule("AN-4.9")
def test_no_limit_during_the_turn() -> None:
    state = position({"tiles": ["scout+build"] * 3, "hill": ["scout+hatch 1,0 se"]})
    play(state, "use 2; take 1a; take 2a; hero scout; take 1b")
    assert len(tiles(state)) == 6


@pytest.mark.rule("AN-4.10", "AN-4.7")
def test_daniel_scouts_at_level_3_and_then_at_level_2() -> None:
    # Scout on level 3 of hex 7, and on level 2 of hex 2.
    hill = ["scout+fungus -1,3 w", "build+fungus -1,4 w", "scout+fungus -1,3 se"]
    hill += ["build+fungus -2,3 se", "scout+fungus -1,3 w", "scout+hatch 1,0 se"]
    state = position({"hill": hill}, display=STRIPES)
    play(state, "use 7; take 1a; take 2c; take 3b")
    assert tiles(state) == ["scout+build", "scout+ants", "build+hatch"]
    assert on_display(state) == 12
    play(state, "use 2")
    assert texts(state) == ["take 1b", "take 1c"]
    play(state, "take 1b")
    assert texts(state) == ["take 2a", "take 2b"]
    play(state, "take 2a")
    assert tiles(state) == [*["scout+build"] * 2, *["scout+ants"] * 2, "build+hatch"]
    assert rows(state) == [
        [None, None, "build+hatch", "build+ants", "hatch+ants", "blue"],
        [None, "scout+ants", None, "build+ants", "hatch+ants", "grey"],
        ["scout+build", None, "build+hatch", "build+ants", "hatch+ants", "green"],
    ]
    assert fields(state, "taken") == [True]


@pytest.mark.rule("AN-4.10", "AN-4.3")
def test_a_third_time_the_last_tiles_come_unasked() -> None:
    display = ["- - . . . blue", "- - . . . grey", "build+fungus scout+hatch . . . green"]
    state = play(position({"hill": ["scout+build 1,0 se"]}, display=display), "use 2")
    assert tiles(state) == ["scout+hatch", "build+fungus"]
