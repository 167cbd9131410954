"""Section 6: the river."""

from __future__ import annotations

import pytest

from tests.rules.minicity.helpers import (
    box,
    game,
    hand,
    look,
    moving,
    north,
    phase,
    play,
    plays,
    position,
    reach,
    refuse,
    seat,
    stored,
    stroll,
    texts,
)
from tests.rules.minicity.reckoning import ANTS, LETTERS

NINE = ".bbbbbbbbb.."


@pytest.mark.rule("MC-6.1", "MC-6.2")
@pytest.mark.parametrize(
    ("row", "end"),
    [
        (".bbbbbgv....", "nw"),
        (NINE, "nw"),
        (".bbbbbbbbbb.", "nw"),
        (".bbbbbbbbbb.", "ne"),
        (".....gvyyyy.", "ne"),
    ],
)
def test_the_road_is_cleared_after_unloading(row: str, end: str) -> None:
    state = position(north=row, hand="rgyv", box={"yellow": 3}, pile="yvrrr")
    before = look(state, "discard")
    play(state, f"play red {end}; go 8")
    # First she unloads; so long all cards lie there.
    lying = north(state)
    assert "r" in (lying[0], lying[-1])
    play(state, "unload 2")
    assert stored(state, 8) == 3
    assert north(state) == ".....yv....."
    assert look(state, "pile") == "rrr"
    cards = before + row.replace(".", "") + "r"
    assert look(state, "discard") == "".join(sorted(cards, key=LETTERS.index))


@pytest.mark.rule("MC-6.1")
@pytest.mark.parametrize(
    ("row", "end", "after"),
    [
        (NINE, "ne", ".bbbbbbbbbr."),
        ("..bbbbgv....", "nw", ".rbbbbgv...."),
        (".....gvyyy..", "ne", ".....gvyyyr."),
        (".....gvyyyy.", "nw", "....rgvyyyy."),
    ],
)
def test_only_the_last_field_is_at_the_river(row: str, end: str, after: str) -> None:
    # Fact sheet: nine cards on fields 2 to 10; a card on field 11 clears nothing.
    state = position(north=row, hand="rgyv", box={"pink": 5})
    play(state, f"play red {end}; go 8")
    assert north(state) == after
    assert look(state, "discard") == ""


@pytest.mark.rule("MC-6.1", "MC-3.4")
def test_field_twelve_only_after_field_eleven() -> None:
    state = position(north=NINE, hand="rrgv", box={"pink": 5})
    play(state, "play red ne; go 8")
    assert north(state) == ".bbbbbbbbbr."
    play(state, "play red ne")
    assert north(state) == ".bbbbbbbbbrr"
    assert reach(state) == 2
    play(state, "go 3")
    assert len(north(state).strip(".")) == 2


@pytest.mark.rule("MC-6.2")
@pytest.mark.parametrize("pair", ["rr", "gb", "yr"])
def test_two_new_cards_that_move_nothing(pair: str) -> None:
    state = position(north=".bbbbbgv....", hand="rgyv", box={"pink": 5}, pile=pair + "v")
    play(state, "play red nw; go 8")
    assert north(state) == f".....{pair}....."
    assert look(state, "ants") == dict(zip(ANTS, (8, 19, 25, 44, 46), strict=True))
    assert phase(state) == "play"


@pytest.mark.rule("MC-6.3")
@pytest.mark.parametrize(
    ("end", "cleared", "kept"), [("nw", "north", "south"), ("sw", "south", "north")]
)
def test_the_other_road_remains(end: str, cleared: str, kept: str) -> None:
    state = position(
        players=3,
        north=".bbbbbgv....",
        south=".yyyyygvv...",
        hand="rgyv",
        box={"pink": 4},
        pile="rgyv",
    )
    rest = look(state, kept)
    play(state, f"play red {end}; go 8")
    assert look(state, cleared) == ".....rg....."
    assert look(state, kept) == rest


@pytest.mark.rule("MC-6.4")
def test_the_turn_goes_on() -> None:
    state = position(north=".bbbbbgv....", hand="rgyv", box={"pink": 5, "green": 2}, pile="rgy" * 5)
    play(state, "play red nw; go 8")
    assert (seat(state), plays(state), hand(state)) == (0, 1, "gyv")
    assert "end" in texts(state)
    play(state, "play grey ne")
    assert north(state) == ".....rgg...."
    assert reach(state) == 2


@pytest.mark.rule("MC-6.4", "MC-3.12")
def test_the_third_card_at_the_river_ends_the_turn_as_ever() -> None:
    state = position(
        north=".bbbbbgv....", plays=2, hand="rg", box={"pink": 5, "green": 2}, pile="rgyvbrgyvb"
    )
    play(state, "play red nw; go 8")
    assert seat(state) == 1
    assert north(state) == ".....rg....."
    assert hand(state) == "gyvb"


@pytest.mark.rule("MC-6.5", "MC-4.2")
def test_no_run_is_longer_than_eleven() -> None:
    state = play(position(north=".bbbbbbbbbb.", hand="bbbb"), "play black nw")
    assert north(state) == "bbbbbbbbbbb."
    assert reach(state) == 11


@pytest.mark.rule("MC-6.5")
@pytest.mark.parametrize("seed", range(3))
def test_rows_in_random_games(seed: int) -> None:
    longest = 0
    for _, _, _, state in stroll(game(3).start(seed), seed=seed, most=200):
        doc = state.to_position()
        for row in (doc["north"], doc["south"]):
            longest = max(longest, len(row.strip(".")))
            at_river = row[0] != "." or row[-1] != "."
            assert not at_river or doc["phase"] in ("move", "unload", "over")
    assert 6 <= longest <= 11


@pytest.mark.rule("MC-6.1")
def test_nothing_is_cleared_while_the_ant_moves() -> None:
    state = position(**moving(1, card="nw", north="rbbbbbgv....", box={"yellow": 2}))
    assert refuse(state, "end") == "MC-4.11"
    play(state, "go 8")
    assert (north(state), phase(state)) == ("rbbbbbgv....", "unload")
    assert box(state)[0] == 2
