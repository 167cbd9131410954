"""Antics! in a terminal: all that lies on the table is shown, in every phase and language."""

from __future__ import annotations

import copy
import functools
import io
import json
import re
from collections import Counter
from pathlib import Path

import pytest
from rich.console import Console
from rich.text import Text

import formicarium as fm
from formicarium.core.text import LANGUAGES, phrases
from formicarium.games.antics.drawing import (
    CHOSEN,
    FOOD_SIGNS,
    MARKED,
    PLAYERS,
    SOLDIER,
    SYMBOL_SIGNS,
    Picture,
)
from tests.rules.antics.helpers import game, line, offered, play, position, seat, stroll
from tests.rules.antics.reckoning import BOARD, PREY, Doc

PHASES = {"act", "scout", "tile", "hex", "lay", "hatch", "ants", "transport", "give"}
PHASES |= {"store", "return", "anteater", "over"}

# One position for each decision that random play seldom meets.
RARE: dict[str, Doc] = {
    "give": {
        "colonies": [{"workers": [5, 15], "carrying": ["brown 5"]}],
        "phase": "give",
        "steps": 2,
        "pick": "carry brown 5",
    },
    "store": {"colonies": [{"waiting": ["ladybird"]}], "phase": "store"},
    "anteater": {
        "colonies": [{}],
        "phase": "anteater",
        "display": ["blue . . . . .", "grey . . . . .", ". . . . . green"],
    },
}


def drawing(state: fm.State, language: str = "en") -> Picture:
    book = state.game.book
    say = phrases(book.package, language)
    drawn = book.draw(state.game.parts_row, state.view(None), say)
    assert isinstance(drawn, Picture)
    return drawn


def picture(state: fm.State, width: int = 100, language: str = "en") -> str:
    console = Console(file=io.StringIO(), width=width, color_system=None)
    with console.capture() as capture:
        console.print(drawing(state, language))
    return capture.get()


def chart(state: fm.State, width: int = 100) -> str:
    """The map alone."""
    return "\n".join(row.plain for row in drawing(state).map(width))


def hill(state: fm.State, number: int = 0, width: int = 100) -> str:
    """One hill without its title."""
    return "\n".join(row.plain for row in drawing(state).hill(number, width)[1:])


def styled(rows: list[Text], style: str) -> str:
    """All that is written in a style."""
    return " ".join(
        row.plain[span.start : span.end]
        for row in rows
        for span in row.spans
        if span.style == style
    )


def rare(name: str) -> fm.State:
    fields = dict(RARE[name])
    return position(*fields.pop("colonies"), **fields)


@functools.cache
def every_phase() -> dict[str, fm.State]:
    """A position of every phase."""
    found = {name: rare(name) for name in RARE}
    for state in stroll(game(3).start(seed=8), seed=8):
        phase = state.view(None)["phase"]
        if phase not in found:
            found[phase] = state.copy()
    return found


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_phase_can_be_drawn(language: str) -> None:
    assert {*every_phase()} == PHASES
    for state in every_phase().values():
        for width in (80, 100):
            drawn = picture(state, width, language)
            assert "{" not in drawn
            assert max(map(len, drawn.splitlines())) <= width


@pytest.mark.parametrize("width", [80, 100, 140])
def test_every_path_and_clearing_is_on_the_map(width: int) -> None:
    drawn = chart(position(), width)
    assert {*map(str, range(1, 41))} <= {*re.findall(r"\d+", re.sub(r"\(.*?\)", " ", drawn))}
    assert "gorge" in drawn
    assert "(⌂)" in drawn
    for clearing in (*range(1, 6), 8, 10, 12, 16):
        assert f"({clearing})" in drawn


def test_food_lies_where_it_lies() -> None:
    state = position(prey={"beetle": 1, "butterfly": 0}, players=3)
    drawn = chart(state)
    for kind in PREY:
        assert drawn.count(FOOD_SIGNS[kind][0]) == state.view(None)["prey"][kind]
    assert drawn.count(FOOD_SIGNS["green"][0]) == drawn.count(FOOD_SIGNS["brown"][0]) == 5
    assert "(22×)" in drawn
    assert "(25Ф)" in drawn


def test_ants_and_their_loads_are_on_the_map() -> None:
    first = {"workers": [2, 10, "gorge"], "soldiers": [2], "carrying": ["ladybird 10"]}
    second = {"workers": [2], "carrying": ["green 2"]}
    drawn = chart(position(first, second))
    assert f"2{PLAYERS[0]}{SOLDIER}{PLAYERS[1]}♠" in drawn
    assert f"10{PLAYERS[0]}♥" in drawn
    assert f"gorge{PLAYERS[0]}" in drawn


def test_several_workers_of_one_player_are_all_shown() -> None:
    state = position({"workers": [2, 2, 2]}, options={"workers": "several"})
    assert f"2{PLAYERS[0] * 3}" in chart(state)


def test_what_everybody_has() -> None:
    own = {"nests": {"red": 2}, "tiles": ["scout+fungus"], "stored": {"beetle": 5}, "brown": 2}
    own |= {"waiting": []}
    lines = picture(position(own)).splitlines()
    (row,) = (text for text in lines if text.startswith(f"▶ 1{PLAYERS[0]} ") and "hill" not in text)
    assert row.split() == ["▶", "1¹", "9", *"·····", "2", "◈♣", "Ф♦♦"]


def test_prey_that_waits_stands_in_brackets() -> None:
    state = position({"stored": {"beetle": 5}, "waiting": ["ladybird"]})
    assert "Ф(♥)" in picture(state)


def test_a_hill_seen_from_above() -> None:
    drawn = hill(position({"hill": ["scout+hatch 1,0 se"]}))
    assert [row.rstrip() for row in drawn.splitlines()] == [
        "  1▲1   2◈2╲  3✱1",
        "     6▲1╲  4○2",
        "        5►1",
    ]


def test_halves_of_a_tile_are_joined_while_nothing_covers_it() -> None:
    assert Counter(hill(position()))["─"] == Counter(hill(position()))["╱"] == 1
    covered = hill(position({"hill": ["scout+hatch 0,0 se", "ants+fungus 3,0 ne"]}))
    assert "─" not in covered  # the tile on 1 and 2
    assert covered.count("╲") == 1  # the tile above 1 and 6
    assert covered.count("╱") == 2  # 3 with 4, and the one on the ground


def test_a_hex_with_prey_shows_the_prey() -> None:
    drawn = hill(position({"stored": {"beetle": 5}}))
    assert "5Ф1" in drawn
    assert SYMBOL_SIGNS["transport"][0] not in drawn


def test_the_ground_beside_a_hill_bears_its_names() -> None:
    state = position({"tiles": ["scout+hatch"]}, phase="hex", steps=1, tile="scout+hatch")
    names = [name.replace(" ", "") for name in offered(state, "hex") if " " in name]
    drawn = hill(state)
    assert len(names) == 12
    assert all(name in drawn.split() for name in names)
    assert "1nw" not in hill(state, 1)


def test_no_name_stands_in_a_hole_of_one_hex() -> None:
    ring = ["scout+build 2,-1 e", "scout+ants 4,-1 se", "scout+fungus 3,1 w"]
    own = {"hill": ring, "tiles": ["scout+hatch"]}
    state = position(own, phase="hex", steps=1, tile="scout+hatch")
    names = [name.replace(" ", "") for name in offered(state, "hex") if " " in name]
    shown = [word for word in hill(state).split() if word[0].isdigit() and word[-1] in "ew"]
    assert sorted(shown) == sorted(names)
    assert "3e" not in names


def test_markers_and_the_chosen_place_stand_out() -> None:
    own = {"tiles": ["scout+hatch"]}
    on_hill = position(own, phase="lay", steps=1, tile="scout+hatch", spot="2", marked=[1])
    rows = drawing(on_hill).hill(0, 100)
    assert styled(rows, MARKED).split() == ["1▲1"]
    assert styled(rows, CHOSEN).split() == ["2◈1"]
    beside = position(own, phase="lay", steps=1, tile="scout+hatch", spot="3 e", marked=[1])
    assert styled(drawing(beside).hill(0, 100), CHOSEN) == " " * 5
    assert not styled(drawing(beside).hill(1, 100), MARKED)


def test_a_wide_hill_is_shown_in_strips() -> None:
    state = position({"hill": line(["scout+build", "scout+ants"] * 4)})
    drawn = hill(state, width=40)
    assert max(map(len, drawn.splitlines())) <= 40
    numbers = {int(number) for number in re.findall(r"(\d+)[^\w\s]\d", drawn)}
    assert numbers == {*range(1, 23)}


def test_hills_stand_side_by_side_the_own_one_last() -> None:
    state = position(seat=1)
    titles = [row for row in picture(state).splitlines() if "hill" in row]
    assert [word for word in titles[-1].split() if word[0].isdigit()][-1] == f"2{PLAYERS[1]}"
    assert titles[-1].count("▶") == 1


@pytest.mark.parametrize(
    ("players", "arrived", "meal"),
    [
        (3, 0, "eats prey\n"),
        (3, 1, "eats prey\n"),
        (3, 2, "eats ants"),
        (4, 2, "eats prey and ants"),
    ],
)
def test_what_the_next_anteater_eats(players: int, arrived: int, meal: str) -> None:
    rows = [f"{colour} . . . . ." for colour in ("blue", "grey", "green")[:arrived]]
    rows += [f". . . . . {colour}" for colour in ("blue", "grey", "green")[arrived:]]
    state = position(display=rows, players=players)
    assert meal in "\n".join(row.rstrip() for row in picture(state).splitlines())


@pytest.mark.parametrize(
    ("actions", "question"),
    [
        ("", "choose an action or end the turn"),
        ("use 1; use 2; take 1a; use 3", "all actions are used: end the turn"),
        ("use 2", "take a tile from field 1"),
    ],
)
def test_what_has_to_be_decided(actions: str, question: str) -> None:
    state = play(position(), actions)
    assert picture(state).splitlines()[-1].startswith(question)


def test_the_last_turns_are_announced() -> None:
    assert "4 more turns" in picture(position(last_turns=4))
    state = position(last_turns=1)
    while not state.is_over:
        state.play(seat(state), "end")
    assert "▶" not in picture(state)


def crowded() -> fm.State:
    """As much as there can be in the table of colonies."""
    full = dict(zip(PREY[:4], (2, 3, 4, 5), strict=True))
    nests = {"flower": 1, "grass": 2, "water": 2, "soil": 2, "stone": 2, "red": 2}
    hand = ["scout+build", "scout+ants", "build+hatch", "build+ants", "hatch+ants"] * 3
    own: Doc = {"tiles": hand, "nests": nests, "stored": full, "waiting": [*PREY[4:]]}
    other: Doc = {"tiles": ["scout+transport"] * 2, "nests": nests, "stored": full}
    return position({**own, "green": 4, "brown": 4}, other, other | {"green": 1}, marked=[1])


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("width", [80, 100])
def test_nothing_is_wider_than_the_terminal(language: str, width: int) -> None:
    display = ["blue . . . . .", ". yellow . . . .", ". . green . . ."]
    for state in (crowded(), position(display=display), position()):
        for row in drawing(state, language).lines(width):
            assert len(row) <= width


def test_what_is_too_wide_in_the_table_goes_on_below() -> None:
    drawn = [row.plain for row in drawing(crowded()).lines(80)]
    start = next(n for n, row in enumerate(drawn) if row.startswith(f"▶ 1{PLAYERS[0]}"))
    end = next(n for n, row in enumerate(drawn) if row.startswith(f"  2{PLAYERS[1]}"))
    block = " ".join(drawn[start:end])
    for kind in ("◈▲", "◈✱", "▲○", "▲✱", "○✱"):
        assert block.split().count(kind) == 3
    assert "Жλ‡Ф(ω♥)" in block
    assert (block.count("♠"), block.count("♦")) == (4, 4)


def test_an_anteater_tells_what_it_eats() -> None:
    lines = picture(position(display=[". . . . . red", ". . . . . grey", ". . . . . brown"]))
    assert all(sign in lines for sign in ("«red♥/‡", "«greyω/Ж", "«brownФ/λ"))
    german = picture(position(), language="de")
    assert "«blau‡/♥" in german


@pytest.mark.parametrize(
    ("own", "pick", "told"),
    [
        ({"workers": [5, 16, 21]}, "load 13", "Load from clearing 13: brown leaf"),
        ({"workers": [5, 15, 34, 33]}, "load 22", "Load from clearing 22: butterfly"),
        (
            {"workers": [5, 15], "carrying": ["brown 5"]},
            "carry brown 5",
            "Move on from path 5: brown leaf",
        ),
        (
            {"workers": [5, 15], "carrying": ["beetle 5"]},
            "carry beetle",
            "Move on from path 5: beetle",
        ),
        (
            {"workers": ["gorge", 30], "carrying": ["green gorge"]},
            "carry green gorge",
            "Move on from the gorge: green leaf",
        ),
    ],
)
def test_the_piece_that_is_given_away_is_named(own: Doc, pick: str, told: str) -> None:
    state = position(own, phase="give", steps=1, pick=pick)
    assert told in picture(state).splitlines()[-1]
    assert pick not in picture(state, language="de").splitlines()[-1]


@pytest.mark.rule("AN-1.6", "AN-16.6")
def test_nests_stand_in_the_order_of_the_board(tmp_path: Path) -> None:
    board = copy.deepcopy(BOARD)
    board["nests"].reverse()
    file = tmp_path / "board.json"
    file.write_text(json.dumps(board), "utf-8")
    table = fm.load("antics", players=3, components=file)
    own = {"nests": {"red": 3, "flower": 2}}
    drawn = picture(table.position({"colonies": [own, {}, {}]})).splitlines()
    head = next(n for n, row in enumerate(drawn) if "supply" in row)
    assert drawn[head].split()[1:7] == ["red", "stone", "soil", "water", "grass", "flower"]
    assert drawn[head + 1].split()[3:9] == ["3", *"····", "2"]
