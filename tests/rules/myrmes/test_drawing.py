"""The picture of a position: what lies is shown, what is joined looks joined, no line is torn."""

from __future__ import annotations

import io
from typing import Any

import pytest
from rich.console import Console

import formicarium as fm
from formicarium.core.compiled import INTERPRETED
from formicarium.core.text import LANGUAGES, phrases
from formicarium.games.myrmes.components import HEX_COLUMNS, NUMBER_OF
from formicarium.games.myrmes.drawing import (
    CUBES,
    GARDEN,
    INK,
    MARGIN,
    NEUTRAL_SHADES,
    PITCH,
    SHADES,
    SIDE,
    SPECIALS,
    TUNNEL,
    WORKER,
    Picture,
)
from tests.rules.myrmes.helpers import atelier, empty, garden, pheromone, play, position, special
from tests.rules.myrmes.helpers import stroll as stroll_through
from tests.rules.myrmes.reckoning import HEXES, PREY, STARTS, TERRAIN, Doc, area, kind_of

WIDE, NARROW = 100, 80
OUT = {"phase": "garden", "worker": "c4"}


def drawing(state: fm.State, eye: int | None = 0, language: str = "en") -> Picture:
    return Picture(
        state.game.parts_row, state.view(eye), phrases(state.game.book.package, language)
    )


def lines(
    state: fm.State, width: int = WIDE, eye: int | None = 0, language: str = "en"
) -> list[str]:
    return [line.plain.rstrip() for line in drawing(state, eye, language).lines(width)]


def cell(state: fm.State, name: str) -> str:
    """The characters of a hex."""
    shown = [line.plain.ljust(GARDEN) for line in drawing(state).garden()]
    row = next(line for line in shown if line.startswith(f" {name[0]} "))
    left = MARGIN + PITCH * HEX_COLUMNS[NUMBER_OF[name]][1]
    return row[left : left + 4]


def styles(state: fm.State, name: str) -> str:
    """How the middle of a hex is painted."""
    row = next(line for line in drawing(state).garden() if line.plain.startswith(f" {name[0]} "))
    at = MARGIN + PITCH * HEX_COLUMNS[NUMBER_OF[name]][1] + 1
    return str(next(span.style for span in reversed(row.spans) if span.start <= at < span.end))


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("width", ["wide", "narrow"])
def test_an_empty_garden_shows_what_its_hexes_yield(players: int, width: str) -> None:
    state = position(players=players, options={"two_player_area": width})
    here = area(players, narrow=width == "narrow")
    for name in HEXES:
        if name in STARTS[players]:
            seat = STARTS[players].index(name)
            assert cell(state, name) == f"{seat + 1}{TUNNEL}  "
        elif name in here:
            kind = TERRAIN[name]
            sign = {"W": "≈", "M": "°"}.get(kind) or CUBES[kind_of(name)][0]
            assert cell(state, name) == f" {sign}  "
        elif any(other[0] == name[0] for other in here):
            assert cell(state, name).strip() == ""


@pytest.mark.parametrize(("language", "letters"), [("en", "LTS"), ("de", "MTS"), ("fr", "CTA")])
def test_prey_has_its_letter_in_every_language(language: str, letters: str) -> None:
    kinds = ["ladybug", "termite", "spider"]
    state = position(prey=dict(zip(PREY[:3], kinds, strict=True)))
    shown = lines(state, language=language)
    told = [line[GARDEN] for line in shown if "−" in line]  # what it costs is told as well
    assert "".join(told) == letters
    rows = "".join(line[:GARDEN] for line in shown[:16])
    assert [rows.count(letter) for letter in letters] == [1, 1, 1]


def test_a_tile_is_joined_within_and_between_rows() -> None:
    tiles = [pheromone("d5 e4", 0), empty("c7 c8", 1), special("farm", "g2 g3 h3", 2)]
    state = position(tiles=[*tiles, special("subcolony", "l5 l6 k5 k4", None)])
    assert [cell(state, name) for name in ("d5", "e4")] == ["╷▲  ", "1▪╵ "]
    assert [cell(state, name) for name in ("c7", "c8")] == ["2·  ", " ·  "]
    assert [cell(state, name) for name in ("g2", "g3", "h3")] == [
        f"3{SPECIALS['farm']}╷ ",
        f"╷{SPECIALS['farm']}  ",
        f"╵{SPECIALS['farm']}╵ ",
    ]
    assert cell(state, "k4") == f"-{SPECIALS['subcolony']}╷ "
    assert styles(state, "d5") == INK + SHADES[0][0]
    assert styles(state, "k4") == INK + NEUTRAL_SHADES[0]


def test_tiles_of_one_owner_that_touch_look_different() -> None:
    state = position(tiles=[pheromone("c2 c3"), pheromone("c4 c5"), pheromone("c9 c10", 1)])
    assert styles(state, "c2") == INK + SHADES[0][0]
    assert styles(state, "c4") == INK + SHADES[0][1]
    assert styles(state, "c9") == INK + SHADES[1][0]


@pytest.mark.parametrize(
    ("worker", "shown"), [("c4", f" ▪{WORKER} "), ("d4", f"1{TUNNEL}{WORKER} "), ("g2", " ·@ ")]
)
def test_the_worker_stands_beside_what_lies_there(worker: str, shown: str) -> None:
    tiles = [empty("g2 g3")]
    state = garden(worker, tiles=tiles)
    assert cell(state, worker)[1:3] == shown[1:3]


def test_the_worker_is_seen_on_a_tile_joined_on_both_sides() -> None:
    state = garden("f7", {"earth": 1}, tiles=[empty("f7 g6 g7")])
    assert cell(state, "f7") == f"╷·╷{WORKER}"


def test_start_spaces_are_marked_while_they_are_chosen() -> None:
    state = position(phase="start", options={"start_spaces": "chosen"})
    assert [cell(state, name) for name in STARTS[4]] == [" ◌  "] * 4
    play(state, "d10")
    assert cell(state, "d10") == f"1{TUNNEL}  "


def test_what_a_turn_looks_like() -> None:
    state = garden(
        "l5",
        {"level": 1, "event": 0, "earth": 1, "soldiers": 2, "rooms": [0], "workers": 1},
        {"event": 4, "done": {"1": 1}, "food": 3, "placed": {"larvae": 1, "atelier": 2}},
        players=2,
        options={"cubes": "limited"},
        season="summer",
        prey={"h4": "spider"},
        first=1,
        seat=0,
        moves=2,
    )
    assert lines(state) == [
        "     1   2   3   4   5   6   7   8   9   10  11  12  13  Year 1, summer",
        " h   ♣   ▪   °   S   °   ♣   °   ♣   °   ♣   °   ▪   ♣   spring -  summer 5  autumn 5",
        " i     ▪   ♣   ♣   ≈   ♣   ♣   ♣   ♣   ≈   ♣   ♣   ▪     the winter takes 4 food",
        " j   °   ♣   °   ▲   ≈   °   ♣   °   ≈   ▲   °   ♣   °   special tiles left: 8 ✿⚒  8 ⌂",
        " k     ▪   ≈   °   ▪   ♣   ≈   ≈   ♣   ▪   °   ≈   ▪     cubes left: ♣ 27 ▪ 14 ▲ 15",
        " l       ▲   °  1◉   ▲@  ♣   ≈   ♣   ▲  2◉   °   ▲",
        " m         ♣   ▪   ▪   ♣   °   °   ♣   ▪   ▪   ♣         "
        "objectives (+5★ for all who were earlier)",
        " n               ♣   ▪   °   ▲   °   ▪   ♣               1   +6★ 2 discard 3 food",
        " o                     ▲   ♣   ♣   ▲                     "
        "2   +6★   discard 2 earth or stone",
        " " * GARDEN + "3   +9★   discard 5 food",
        " " * GARDEN + "4   +9★   discard 3 stone",
        " " * GARDEN + "5  +12★   discard 5 stone",
        " " * GARDEN + "6  +12★   discard 6 earth or stone",
        "",
        " " * GARDEN + "♣ food  ▪ earth  ▲ stone  ° mushroom",
        " " * GARDEN + "≈ water  ◉ tunnel  ✿ aphid farm",
        " " * GARDEN + "⚒ scavenging  ⌂ sub-colony  @ worker",
        " " * GARDEN + "S spider  −2 soldiers  +1♣ +4★",
        "",
        "    score  level   ♣  ▪  ▲     larvae  workers  soldiers  nurses  prey  markers",
        "1▶     10   I→II   0  1  0 /4       1        1         2       3     0        4",
        "    event 0: one level deeper  workers in rooms 0",
        "    up to 4 hexes:  pair 6  line 2  triangle 2  rhombus 2  pistol 2  trapezoid 2"
        "  pyramid 1",
        "2 ⚑    10      0   3  0  0 /4       1        2         0       3     0        4",
        "    event 4: 3 more steps  nurses: larvae 1, atelier 2",
        "",
        "1  now the worker in the garden acts · worker on l5, 2 movement points left",
    ]


def asked(state: fm.State, eye: int = 0) -> str:
    """The question at the end of the picture."""
    return lines(state, eye=eye)[-1]


def test_the_picture_ends_with_the_question() -> None:
    brood = position({"larvae": 1})
    assert asked(brood) == "1  now the event must be chosen"
    play(brood, "event 5", by=0)
    assert asked(brood) == "1  now say how many nurses go to the larvae"
    play(brood, "larvae 0; workers 0; soldiers 0", by=0)
    assert asked(brood) == "1  now say how many nurses go to the atelier"
    assert asked(brood, eye=1) == "2  now the event must be chosen"
    assert "now" not in "".join(lines(brood, eye=None))


@pytest.mark.parametrize(
    ("fields", "line", "question"),
    [
        (OUT, "lay pair", "worker on c4, 3 movement points left · laying: pair"),
        ({**OUT, "moves": 1}, "", "worker on c4, 1 movement point left"),
        ({"phase": "pay", "objective": 2}, "", "must be paid · 2 still due"),
        ({"phase": "discard"}, "earth", "must be discarded · 1 too many"),
        ({"phase": "winter"}, "convert", "turned into food · food missing: 3"),
    ],
)
def test_the_question_tells_what_is_left(fields: Doc, line: str, question: str) -> None:
    cubes = {"garden": 0, "pay": 2, "discard": 3, "winter": 0}[fields["phase"]]
    me = {"larvae": 9, "earth": cubes, "stone": cubes}
    state = position(me, **fields)
    assert asked(play(state, line, by=0)).endswith(question)


@pytest.mark.parametrize(
    ("objective", "tiles", "question"),
    [
        (6, [special("farm", "g2 g3 h3"), special("farm", "c2 c3 d3")], "a special tile"),
        (7, [empty("c2 c3"), empty("c4 c5"), empty("c6 c7"), empty("c8 c9")], "of the group"),
    ],
)
def test_tiles_to_give_up_are_asked_for_by_kind(
    objective: int, tiles: list[Doc], question: str
) -> None:
    options = {"pheromone_price": "tiles"}
    state = atelier(tiles=tiles, objectives=[1, objective, 8, 9, 15, 16], options=options)
    assert question in asked(play(state, "objective 2"))


@pytest.mark.parametrize("language", LANGUAGES[:1] if INTERPRETED else LANGUAGES)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_nothing_is_torn_or_left_out(players: int, language: str) -> None:
    game = fm.load("myrmes", players=players)
    for number, doc in enumerate(stroll_through(players, seed=20 + players, rich=True)):
        if number % 89 and doc["phase"] != "over":
            continue
        state = game.position(doc)
        for width in (WIDE, NARROW):
            shown = lines(state, width, 0, language)
            assert max(map(len, shown[:-1])) <= width
            text = "\n".join(shown)
            assert text.count(TUNNEL) == 1 + sum(len(seat["tunnels"]) for seat in doc["seats"])
            assert "{" not in text
            if width == WIDE:
                assert max(len(line) for line in shown[:20]) <= GARDEN + SIDE


def test_it_can_be_printed() -> None:
    state = garden("c4")
    console = Console(file=io.StringIO(), width=NARROW, color_system=None)
    console.print(drawing(state))
    printed: Any = console.file
    told = [line.rstrip() for line in printed.getvalue().splitlines()]
    assert told == lines(state, NARROW)
