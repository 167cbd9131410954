"""Section 19: the board and the component set."""

from __future__ import annotations

import copy
import json
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

import formicarium as fm
from tests.rules.myrmes.helpers import atelier, gained, game, own, phase, play, texts
from tests.rules.myrmes.reckoning import (
    FORMS,
    HEXES,
    HUNTS,
    LEFT,
    OBJECTIVES,
    PREY,
    RIGHT,
    ROWS,
    SPECIALS,
    STARTS,
    TERRAIN,
    TOP,
    Doc,
    area,
)

FOLDER = Path(__file__).parents[3] / "src/formicarium/games/myrmes/components"
BOARD: Doc = json.loads((FOLDER / "board.json").read_text("utf-8"))
PIECES: Doc = json.loads((FOLDER / "pieces.json").read_text("utf-8"))
Change = Callable[[Doc], None]


def write(folder: Path, name: str, change: Change) -> Path:
    """A copy of one of our two files with a change."""
    changed = copy.deepcopy({"board": BOARD, "pieces": PIECES}[name])
    change(changed)
    file = folder / f"{name}.json"
    file.write_text(json.dumps(changed), "utf-8")
    return file


@pytest.mark.rule("MY-19.1")
@pytest.mark.parametrize(
    ("players", "counts"),
    [(4, (58, 31, 26, 18, 18)), (3, (44, 25, 18, 15, 16)), (2, (31, 19, 14, 9, 9))],
)
def test_terrain(players: int, counts: tuple[int, ...]) -> None:
    found = Counter(TERRAIN[name] for name in area(players))
    assert tuple(found[kind] for kind in "GMESW") == counts


@pytest.mark.rule("MY-19.2", "MY-19.1")
def test_the_rows_of_the_board() -> None:
    assert BOARD["rows"] == {row: line for row, (_, line) in ROWS.items()}
    assert len(HEXES) == 151


@pytest.mark.rule("MY-19.2")
def test_left_and_right_are_mirrored() -> None:
    for row, (first, line) in ROWS.items():
        last = first + len(line) - 1
        assert line == line[::-1]
        assert first + last == (14 if row in "bdfhjln" else 13)


@pytest.mark.rule("MY-19.3", "MY-2.10")
def test_prey_spaces() -> None:
    assert sorted(BOARD["prey"]) == sorted(PREY)
    assert {TERRAIN[name] for name in PREY} == {"G"}
    assert sorted(game().start(seed=1).to_position()["prey"]) == sorted(PREY)


@pytest.mark.rule("MY-19.4", "MY-2.3")
def test_the_three_pieces() -> None:
    pieces = {name: sorted(cells) for name, cells in BOARD["pieces"].items()}
    assert pieces == {"top": sorted(TOP), "left": sorted(LEFT), "right": sorted(RIGHT)}
    assert [len(cells) for cells in (TOP, LEFT, RIGHT)] == [11, 11, 11]
    assert sorted(mirrored(name) for name in LEFT) == sorted(RIGHT)


def mirrored(name: str) -> str:
    return f"{name[0]}{(14 if name[0] in 'bdfhjln' else 13) - int(name[1:])}"


@pytest.mark.rule("MY-2.6", "MY-19.5")
def test_start_spaces() -> None:
    assert BOARD["starts"] == {str(players): spaces for players, spaces in STARTS.items()}


@pytest.mark.rule("MY-1.7", "MY-1.8", "MY-1.13", "MY-8.2", "MY-11.2")
def test_pieces_and_points() -> None:
    assert PIECES["pheromones"] == {
        form: {"pieces": count, "points": points} for form, (_, count, points) in FORMS.items()
    }
    assert PIECES["specials"]["two_sided"] == PIECES["specials"]["subcolonies"] == 8
    assert PIECES["specials"]["points"] == {kind: row[3] for kind, row in SPECIALS.items()}
    assert PIECES["prey"] == {
        kind: {"tokens": 6, "soldiers": soldiers, "food": food, "points": points}
        for kind, (soldiers, food, points) in HUNTS.items()
    }


@pytest.mark.rule("MY-14.16", "MY-1.14")
def test_the_list_of_objectives() -> None:
    found = {
        row["id"]: (row["level"], row["ask"], row.get("need", row.get("pay", 0)), row.get("pay", 0))
        for row in PIECES["objectives"]
    }
    assert found == {
        number: (1 + (number > 7) + (number > 14), *row) for number, row in OBJECTIVES.items()
    }


@pytest.mark.rule("MY-19.5")
def test_another_board_replaces_ours(tmp_path: Path) -> None:
    def change(board: Doc) -> None:
        board["rows"]["c"] = "GEEGWMGEEG"

    file = write(tmp_path, "board", change)
    doc = {"game": "myrmes", "players": 4, "phase": "garden", "worker": "c5"}
    ours = game().position(doc)
    theirs = fm.load("myrmes", players=4, components=file).position(doc)
    assert "c6" in texts(ours)
    assert "c6" not in texts(theirs)


@pytest.mark.rule("MY-19.5")
def test_other_pieces_replace_ours(tmp_path: Path) -> None:
    def change(pieces: Doc) -> None:
        pieces["pheromones"]["pair"] = {"pieces": 1, "points": 5}
        pieces["prey"]["spider"] = {"tokens": 6, "soldiers": 3, "food": 4, "points": 7}

    file = write(tmp_path, "pieces", change)
    theirs = fm.load("myrmes", players=4, components=file)
    doc = {
        "game": "myrmes",
        "players": 4,
        "phase": "garden",
        "worker": "e4",
        "prey": {"e5": "spider"},
        "seats": [{"soldiers": 3}],
    }
    state = play(theirs.position(doc), "e5; lay pair; e4 e5")
    assert gained(state) == {"hunting": 7, "pheromones": 5}
    assert (own(state)["food"], own(state)["soldiers"], own(state)["left"]["pair"]) == (4, 0, 0)


@pytest.mark.rule("MY-19.5")
def test_other_objectives_replace_ours(tmp_path: Path) -> None:
    def change(pieces: Doc) -> None:
        pieces["objectives"][0] = {"id": 1, "level": 1, "ask": "food", "pay": 1}

    file = write(tmp_path, "pieces", change)
    doc = atelier({"food": 2}).to_position()
    theirs = fm.load("myrmes", players=4, components=file).position(doc)
    play(theirs, "objective 1")
    assert (phase(theirs), own(theirs)["food"]) == ("atelier", 1)


@pytest.mark.rule("MY-19.5")
def test_both_may_be_replaced(tmp_path: Path) -> None:
    files: list[str | Path] = [
        write(tmp_path, name, lambda changed: None) for name in ("board", "pieces")
    ]
    same = fm.load("myrmes", players=2, components=files)
    assert same.start(seed=1).to_position() == game(2).start(seed=1).to_position()


def no_row(board: Doc) -> None:
    del board["rows"]["h"]


def short_row(board: Doc) -> None:
    board["rows"]["h"] = "GEMGMGMGMGME"


def unknown_terrain(board: Doc) -> None:
    board["rows"]["a"] = "MGXM"


def unknown_prey_space(board: Doc) -> None:
    board["prey"][0] = "z9"


def doubled_prey_space(board: Doc) -> None:
    board["prey"][0] = board["prey"][1]


def prey_on_water(board: Doc) -> None:
    board["prey"][0] = "d7"


def more_prey_than_tokens(board: Doc) -> None:
    board["prey"].append("c5")


def overlapping_pieces(board: Doc) -> None:
    board["pieces"]["left"].append("a5")


def unknown_piece_hex(board: Doc) -> None:
    board["pieces"]["top"][0] = "q1"


def too_few_starts(board: Doc) -> None:
    board["starts"]["4"].pop()


def doubled_start(board: Doc) -> None:
    board["starts"]["2"] = ["l4", "l4"]


def start_outside(board: Doc) -> None:
    board["starts"]["3"][0] = "b6"


def start_outside_the_narrow_area(board: Doc) -> None:
    board["starts"]["2"][0] = "l3"


def start_in_water(board: Doc) -> None:
    board["starts"]["4"][0] = "d7"


def start_on_prey(board: Doc) -> None:
    board["starts"]["4"][0] = "e5"


def start_without_a_way(board: Doc) -> None:
    board["rows"]["a"] = "MWGM"
    board["rows"]["b"] = "GWWSGEG"
    board["starts"]["4"][0] = "a5"


def no_form(pieces: Doc) -> None:
    del pieces["pheromones"]["line"]


def unknown_form(pieces: Doc) -> None:
    pieces["pheromones"]["star"] = {"pieces": 1, "points": 1}


def too_many_pieces(pieces: Doc) -> None:
    pieces["pheromones"]["pair"]["pieces"] = 13


def negative_points(pieces: Doc) -> None:
    pieces["pheromones"]["pair"]["points"] = -1


def too_many_special_tiles(pieces: Doc) -> None:
    pieces["specials"]["two_sided"] = 21


def too_many_soldiers(pieces: Doc) -> None:
    pieces["prey"]["spider"]["soldiers"] = 9


def too_few_tokens(pieces: Doc) -> None:
    pieces["prey"]["spider"]["tokens"] = 0


def no_objective(pieces: Doc) -> None:
    pieces["objectives"].pop()


def doubled_objective(pieces: Doc) -> None:
    pieces["objectives"][1]["id"] = 1


def objective_of_another_level(pieces: Doc) -> None:
    pieces["objectives"][6]["level"] = 2


def unknown_ask(pieces: Doc) -> None:
    pieces["objectives"][0]["ask"] = "honey"


def more_paid_than_needed(pieces: Doc) -> None:
    pieces["objectives"][12].update(need=2, pay=3)


def all_special_tiles_given(pieces: Doc) -> None:
    pieces["objectives"][5].update(need=2, pay=2)


def group_with_pay(pieces: Doc) -> None:
    pieces["objectives"][6].update(need=4, pay=1)


def too_deep_a_colony(pieces: Doc) -> None:
    pieces["objectives"][18].update(need=4, pay=2)


BROKEN: list[tuple[str, Change]] = [
    *(
        ("board", change)
        for change in (
            no_row,
            short_row,
            unknown_terrain,
            unknown_prey_space,
            doubled_prey_space,
            prey_on_water,
            more_prey_than_tokens,
            overlapping_pieces,
            unknown_piece_hex,
            too_few_starts,
            doubled_start,
            start_outside,
            start_outside_the_narrow_area,
            start_in_water,
            start_on_prey,
            start_without_a_way,
        )
    ),
    *(
        ("pieces", change)
        for change in (
            no_form,
            unknown_form,
            too_many_pieces,
            negative_points,
            too_many_special_tiles,
            too_many_soldiers,
            too_few_tokens,
            no_objective,
            doubled_objective,
            objective_of_another_level,
            unknown_ask,
            more_paid_than_needed,
            all_special_tiles_given,
            group_with_pay,
            too_deep_a_colony,
        )
    ),
]


@pytest.mark.rule("MY-19.5")
@pytest.mark.parametrize(("name", "change"), BROKEN, ids=[change.__name__ for _, change in BROKEN])
def test_a_broken_set_is_refused(tmp_path: Path, name: str, change: Change) -> None:
    with pytest.raises(fm.BadComponents):
        fm.load("myrmes", players=2, components=write(tmp_path, name, change))


@pytest.mark.rule("MY-19.5")
def test_what_is_no_set_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "nothing.json"
    for content in ("", "[]", '{"kind": "myrmes/tea"}', '{"kind": "myrmes/board"}'):
        file.write_text(content, "utf-8")
        with pytest.raises(fm.BadComponents):
            fm.load("myrmes", players=2, components=file)


@pytest.mark.rule("MY-2.11", "MY-19.5")
def test_a_balanced_mix_makes_do_with_the_tokens_there_are(tmp_path: Path) -> None:
    def change(pieces: Doc) -> None:
        for kind, tokens in (("ladybug", 1), ("termite", 4), ("spider", 13)):
            pieces["prey"][kind]["tokens"] = tokens

    file = write(tmp_path, "pieces", change)
    table = fm.load("myrmes", players=3, prey_mix="balanced", components=file)
    for seed in range(5):
        prey = Counter(table.start(seed).to_position()["prey"].values())
        assert prey == {"ladybug": 1, "termite": 4, "spider": 7}


@pytest.mark.rule("MY-17.1")
def test_no_game_is_longer_than_can_be_proved() -> None:
    assert [game(players).longest for players in (2, 3, 4)] == [9416, 14124, 18832]


@pytest.mark.rule("MY-12.2", "MY-19.5")
def test_the_first_hex_of_another_board_can_be_harvested(tmp_path: Path) -> None:
    file = write(tmp_path, "board", lambda board: board["rows"].update(a="EGGM"))
    tiles = [{"cells": ["a5", "a6", "a7"]}]
    doc: Doc = {"game": "myrmes", "players": 4, "phase": "harvest", "tiles": tiles}
    state = fm.load("myrmes", players=4, components=file).position(doc)
    assert texts(state) == ["a5", "a6"]
    assert own(play(state, "a5"))["earth"] == 1
