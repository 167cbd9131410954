"""The picture of a Micropolis position: what is joined looks joined, and all that lies is shown."""

import io
from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from rich.console import Console

import formicarium as fm
from formicarium.core.layout import Row
from formicarium.core.text import LANGUAGES, phrases
from formicarium.games.micropolis.components import (
    ALL_FRUITS,
    ANTS_AT,
    FRUITS_AT,
    PORT_SETS,
    TILE,
    ants_of,
    fruits_of,
    gifts_of,
    queens_of,
)
from formicarium.games.micropolis.drawing import (
    ANT,
    DEAD_END,
    FRUIT_SIGNS,
    GIFT,
    QUEEN,
    Picture,
    gallery_colours,
    paint_tile,
)

# Where the signs of a line lead: left, right, or to the other level.
LINES = {"━": "lr", "╸": "l", "╺": "r", "┓": "lv", "┛": "lv", "┏": "rv", "┗": "rv"}
LINES |= {"┳": "lrv", "┻": "lrv"}
PORT_CELLS = ((0, 0), (1, 0), (0, -1), (1, -1))  # LO, LI, RO, RI


def partitions(ports: list[int]) -> Iterator[list[list[int]]]:
    """Every way to join openings to pieces of gallery."""
    if not ports:
        yield []
        return
    first, *rest = ports
    for others in partitions(rest):
        yield [[first], *others]
        for index, segment in enumerate(others):
            yield [*others[:index], [first, *segment], *others[index + 1 :]]


ALL_TILES = [*partitions([0, 1, 2, 3])]


def tile_with(segments: list[list[int]], ants: int) -> Row:
    """A tile with as many ants in each of its segments."""
    tile: Row = np.zeros(1, TILE)[0]
    for segment in segments:
        joined = sum(1 << port for port in segment)
        for ports in range(PORT_SETS):
            if ports & joined:
                tile.spread[ports] |= joined
                tile.holds[ports] += ants << ANTS_AT
    return tile


def painted(tile: Row, width: int) -> list[str]:
    return [level.plain for level in paint_tile(tile, width, str)]


def reached(levels: list[str], port: int) -> set[int]:
    """The openings that can be reached from an opening by following the lines."""
    width = len(levels[0])
    cells = [(level, column % width) for level, column in PORT_CELLS]
    seen = {cells[port]}
    todo = [cells[port]]
    while todo:
        for cell in neighbours(levels, *todo.pop()) - seen:
            seen.add(cell)
            todo.append(cell)
    return {other for other, cell in enumerate(cells) if cell in seen}


def neighbours(levels: list[str], level: int, column: int) -> set[tuple[int, int]]:
    return {
        cell
        for cell in ends(levels, level, column)
        if 0 <= cell[1] < len(levels[0]) and (level, column) in ends(levels, *cell)
    }


def ends(levels: list[str], level: int, column: int) -> set[tuple[int, int]]:
    """Where the line in a cell leads; what stands on a line does not interrupt it."""
    sign = levels[level][column] if 0 <= column < len(levels[0]) else " "
    left, right = (level, column - 1), (level, column + 1)
    if sign == "╲":
        return {left, (1, column + 1)} if level == 0 else {right, (0, column - 1)}
    if sign == "╱":
        return {right, (1, column - 1)} if level == 0 else {left, (0, column + 1)}
    if sign == " ":
        return set()
    ways = LINES.get(sign, "lr")
    found = {"l": left, "r": right, "v": (1 - level, column)}
    return {found[way] for way in ways}


@pytest.mark.parametrize("ants", [0, 1, 2, 10])
@pytest.mark.parametrize("width", range(5, 13))
def test_what_is_joined_looks_joined(width: int, ants: int) -> None:
    assert len(ALL_TILES) == 15
    for segments in ALL_TILES:
        levels = painted(tile_with(segments, ants), width)
        assert [len(level) for level in levels] == [width, width]
        for segment in segments:
            for port in segment:
                assert reached(levels, port) == {*segment}, (segments, levels)


def test_some_tiles_as_they_look() -> None:
    tiles = fm.load("micropolis").parts_row.tiles
    assert painted(tiles[44], 10) == ["━━━━♥━━━━━", "━••━╸ ╺••━"]
    assert painted(tiles[57], 10) == ["••••━┳━━━━", "━━━━━┻━━━━"]
    assert painted(tiles[22], 6) == ["━•╸ ┏•", "━━╸ ┗♛"]
    assert painted(tile_with([[0, 3], [1, 2]], 0), 8) == ["━━━╲╱━━━", "━━━╱╲━━━"]


@pytest.mark.parametrize("width", [10, 12])
def test_everything_on_a_tile_is_shown(width: int) -> None:
    tiles = fm.load("micropolis").parts_row.tiles
    for tile in tiles[1:]:
        shown = Counter("".join(painted(tile, width)))
        held = int(tile.holds[-1])
        assert shown[QUEEN[0]] == queens_of(held)
        assert shown[ANT[0]] == ants_of(held) - queens_of(held)
        assert shown[GIFT[0]] == gifts_of(held)
        for kind, (sign, _) in enumerate(FRUIT_SIGNS.values()):
            assert shown[sign] == fruits_of(held) >> kind & 1


def test_where_there_is_no_room() -> None:
    crowded = tile_with([[0], [1], [2], [3]], 9)
    assert "".join(painted(crowded, 5)).count("9") == 4
    crowded.holds[:] |= ALL_FRUITS << FRUITS_AT
    assert "…" in "".join(painted(crowded, 5))


def test_a_gallery_has_one_colour() -> None:
    game = fm.load("micropolis")
    colour = gallery_colours(game.parts_row, {"tiles": [61, 60], "lefts": 1})
    outer, inner = colour(0, 0b0101), colour(0, 0b1010)
    assert len({outer, inner, DEAD_END}) == 3
    assert [colour(1, 0b0101), colour(1, 0b1010)] == [outer, inner]
    assert gallery_colours(game.parts_row, {"tiles": [48], "lefts": 0})(0, 0b0001) == DEAD_END


def test_the_ends_of_a_complete_ring_meet() -> None:
    game = fm.load("micropolis")
    colour = gallery_colours(game.parts_row, {"tiles": [60, *range(44, 53)], "lefts": 4})
    assert colour(0, 0b0001) == colour(9, 0b0100) != DEAD_END


def shown(view: dict[str, Any], language: str) -> str:
    game = fm.load("micropolis")
    console = Console(file=io.StringIO(), width=80, color_system=None)
    console.print(Picture(game.parts_row, view, phrases(game.book.package, language)))
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


def stroll(**options: Any) -> Iterator[fm.State]:
    state = fm.load("micropolis", **options).start(seed=5)
    yield state
    dice = np.random.default_rng(5)
    while not state.is_over:
        seat = state.to_act[0]
        state.play(seat, int(dice.choice(state.codes(seat))))
        yield state


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    "options", [{"players": 2}, {"players": 6}, {"players": 3, "variant": "expert"}], ids=str
)
def test_every_position_can_be_drawn(options: dict[str, Any], language: str) -> None:
    for number, state in enumerate(stroll(**options)):
        if number not in (0, 1) and number % 19 and not state.is_over:
            continue
        view, say = state.view(None), phrases(state.game.book.package, language)
        out = shown(view, language)
        assert all(f" {tile} " in out for tile in view["row"])
        assert out.count(say("names.anthill")) == len(view["anthills"])
        assert say("names.leader") in out
        assert all(f"[{'●' * size}]" in out for size in garrisons(state))


def garrisons(state: fm.State) -> list[int]:
    tiles = [tile for anthill in state.view(None)["anthills"] for tile in anthill["manned"]]
    return [int(state.game.parts_row.tiles[tile].barracks) for tile in tiles]


@pytest.mark.parametrize("width", [61, 80, 100, 120, 200])
def test_frames_are_never_torn(width: int) -> None:
    say = phrases("formicarium.games.micropolis", "fr")
    for state in stroll(players=2):
        drawing = Picture(state.game.parts_row, state.view(None), say)
        lines = [line.plain for line in drawing.lines(width)]
        framed = [line for line in lines if line.startswith(("╭", "│", "╰", "┝", "┿"))]
        assert framed
        assert max(map(len, framed)) <= width


def test_what_a_turn_looks_like() -> None:
    position = {
        "game": "micropolis",
        "players": 2,
        "phase": "place",
        "anthills": [{"army": 3, "tiles": [7], "manned": [7], "tokens": 1}, {"tiles": [12]}],
        "row": [26, 36, 17, 57],
        "soldiers": [2, 0, 1, 0],
        "tile": 37,
    }
    state = fm.position(position)
    assert [*map(str.rstrip, shown(state.view(0), "en").splitlines())] == [
        "round 2 of 10  reserve 32●  1◈  pile 54",
        "",
        "  anthill 2  ●●●●●○○○○○ 5  1 tile  [○○]",
        "┝━━━━━━━━━━┥",
        "┝━━━━━━━━━━┥",
        "",
        "   1 free     2 −1●      3 −2●      4 −3●      in hand",
        "╭─── 26 ───┬─── 36 ───┬─── 17 ───┬─── 57 ───╮  ╭─── 37 ───╮",
        "│━━•━╸ ╺•━━│━━━━••━━━━│━━━━╸ ╺•━━│••••━┳━━━━│  │━━•━╸┏━━━━│",
        "│━━━━••━━━━│━━━━•━━━━━│━━━━•━━━━━│━━━━━┻━━━━│  │━━•━━┛╺••━│",
        "│nurse +1● │architect │  [○○○○]  │          │  │ officer  │",
        "╰──────────┴──────────┴──────────┴──────────╯  ╰──────────╯",
        "    +2●                   +1●",
        "",
        "▶ anthill 1  ●●●○○○○○○○ 3  ⚑ leader  ◈  1 tile",
        "╭─── 7 ────╮",
        "┝━━━━••━━━━┥",
        "┝━━━━•━━━━━┥",
        "│   [●●]   │",
        "╰──────────╯",
        "",
        "• ant  ● soldier  ◈ architect token",
    ]


def test_brackets_are_not_taken_for_markup() -> None:
    state = fm.position({"game": "micropolis", "players": 2, "row": [7, 8, 17, 12, 13, 14, 15]})
    out = shown(state.view(None), "en")
    assert out.count("[○○]") == 3
    assert "[○○○○]" in out
