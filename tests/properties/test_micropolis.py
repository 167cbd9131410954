"""Micropolis: pieces are conserved and limits hold, whatever is played and by whatever options."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings

import formicarium as fm
from tests.properties.lines import LINES, TABLES, Line, Table, game_at
from tests.rules.micropolis.reckoning import TILES, posts

Doc = dict[str, Any]

MICROPOLIS = [table for table in TABLES if table.game == "micropolis"]
at_every_table = pytest.mark.parametrize("table", MICROPOLIS, ids=str)


def positions(table: Table, line: Line) -> Iterator[Doc]:
    for state in line.play(table):
        yield state.to_position()


def soldiers(doc: Doc) -> int:
    """Wherever they are."""
    hills = doc["anthills"]
    armies = sum(hill["army"] for hill in hills)
    barracks = sum(posts(tile) for hill in hills for tile in hill["manned"])
    return int(doc["reserve"] + sum(doc["soldiers"]) + armies + barracks)


def tokens(doc: Doc) -> int:
    return int(doc["tokens"] + sum(hill["tokens"] for hill in doc["anthills"]))


def tiles_lying(doc: Doc) -> int:
    return sum(len(hill["tiles"]) for hill in doc["anthills"])


@at_every_table
@settings(max_examples=25)
@given(line=LINES)
@pytest.mark.heavy
def test_pieces_are_conserved_and_limits_hold(table: Table, line: Line) -> None:
    docs = list(positions(table, line))
    assert (soldiers(docs[0]), tokens(docs[0])) == (45, 2)
    for doc in docs:
        check_supply(doc)
        check_armies(doc)
        check_barracks(doc)
        check_tiles(doc)
    for before, after in pairwise(docs):
        check_losses(before, after)
    check_end(docs, table)


def check_supply(doc: Doc) -> None:
    """Nothing is counted below zero but what is unlimited."""
    assert doc["reserve"] >= 0 or doc["options"]["soldiers"] == "unlimited"
    assert doc["tokens"] >= 0 or doc["options"]["architects"] == "unlimited"
    assert min(doc["soldiers"], default=0) >= 0
    assert all(hill["tokens"] >= 0 for hill in doc["anthills"])


def check_armies(doc: Doc) -> None:
    """An army has no more than ten, but where the table lets it in the middle of its own turn."""
    late = doc["options"]["cap"] == "after_effect" and doc["phase"] in ("place", "man", "sentinel")
    for number, hill in enumerate(doc["anthills"]):
        assert 0 <= hill["army"] <= (45 if late and number == doc["anthill"] else 10)


def check_barracks(doc: Doc) -> None:
    """Only what lies there and has posts can be full, and that once."""
    for hill in doc["anthills"]:
        assert {*hill["manned"]} <= {tile for tile in hill["tiles"] if posts(tile)}
        assert len(hill["manned"]) == len({*hill["manned"]})


def check_tiles(doc: Doc) -> None:
    """Every tile is somewhere exactly once."""
    hand = [doc["tile"]] if doc["phase"] == "place" else []
    built = [tile for hill in doc["anthills"] for tile in hill["tiles"]]
    assert Counter([*doc["row"], *doc["pile"], *hand, *built]) == Counter([*TILES])


def check_losses(before: Doc, after: Doc) -> None:
    """Soldiers and tokens stay the same in number, unless the table takes them out of the game."""
    options = after["options"]
    lost, spent = soldiers(before) - soldiers(after), tokens(before) - tokens(after)
    assert lost == 0 or (options["surplus"] == "removed" and lost > 0)
    assert spent == 0 or (options["spent_token"] == "removed" and spent == 1)


def check_end(docs: list[Doc], table: Table) -> None:
    """The game is over when everybody has built all of her tiles, and not before."""
    each = 20 if table.variant == "expert" else 10
    assert [doc["phase"] == "over" for doc in docs] == [False] * (len(docs) - 1) + [True]
    assert tiles_lying(docs[-1]) == table.players * each
    assert all(len(hill["tiles"]) == 10 for hill in docs[-1]["anthills"])


@at_every_table
@settings(max_examples=25)
@given(line=LINES)
def test_barracks_hold_all_their_soldiers_or_none(table: Table, line: Line) -> None:
    for state in line.play(table):
        assert {*state.row.anthills["manned"].flatten().tolist()} <= {0, 1}


@at_every_table
@settings(max_examples=40)
@given(line=LINES)
def test_the_larger_army_wins_a_tie(table: Table, line: Line) -> None:
    *_, state = line.play(table)
    doc, scores = state.to_position(), state.scores()
    each = len(doc["anthills"]) // table.players
    options = doc["options"]
    by_sum = (options["edition"], options["french_tie_break"]) == ("french", "sum")
    combine = sum if by_sum else max
    armies = [hill["army"] for hill in doc["anthills"]]
    standing = [
        (points, combine(armies[seat * each : seat * each + each]))
        for seat, points in enumerate(scores)
    ]
    best = max(standing)
    assert state.winners() == tuple(seat for seat, own in enumerate(standing) if own == best)


@at_every_table
@settings(max_examples=15)
@given(line=LINES)
def test_a_step_can_be_taken_back_until_the_row_is_refilled(table: Table, line: Line) -> None:
    record = fm.Record(game_at(table, line.options), seed=line.seed)
    for seat, code in line.decisions(table):
        hidden = int(record.state.row.pile_length)
        record.play(seat, code)
        assert record.can_undo(seat) == (int(record.state.row.pile_length) == hidden)


@at_every_table
@settings(max_examples=15)
@given(line=LINES)
def test_redetermination_shuffles_the_pile_and_nothing_else(table: Table, line: Line) -> None:
    state = line.stop(table)
    true = state.to_position()
    guess = state.redetermined(line.seed % table.players, line.seed).to_position()
    assert sorted(guess["pile"]) == sorted(true["pile"])
    assert {**guess, "pile": [], "rng": ""} == {**true, "pile": [], "rng": ""}


@at_every_table
@settings(max_examples=25)
@given(line=LINES)
def test_nobody_sees_the_pile(table: Table, line: Line) -> None:
    """The view has its length; tiles that lie there are named nowhere in the view."""
    state = line.stop(table)
    pile = state.to_position()["pile"]
    for eye in (*range(table.players), None):
        view = state.view(eye)
        assert "pile" not in view
        assert view["pile_length"] == len(pile)
        built = [tile for hill in view["anthills"] for tile in hill["tiles"]]
        assert not {*pile} & {*view["row"], *built, view.get("tile")}


def test_redetermination_can_bring_every_order_of_the_pile() -> None:
    state = fm.load("micropolis", players=6).start(seed=1)
    while state.row.pile_length > 6:
        state.play(state.to_act[0], state.codes(state.to_act[0])[0])
    piles = {state.redetermined(0, seed).row.pile.tobytes() for seed in range(9000)}
    assert len(piles) == 6 * 5 * 4 * 3 * 2


def test_the_generator_is_forgotten() -> None:
    """Else a bot could read the order of tiles that are still to be shuffled."""
    state = fm.load("micropolis", players=2).start(seed=1)
    assert state.redetermined(0, 5).row.rng != state.row.rng
    assert len({int(state.redetermined(0, seed).row.rng) for seed in range(50)}) == 50
