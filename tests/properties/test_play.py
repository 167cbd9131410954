"""What holds in every game: what is legal, how it ends, and what it is worth."""

from __future__ import annotations

import itertools
import random
import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import formicarium as fm
from tests.properties.lines import LINES, Line, Table, on_random_games

MANY = 400  # illegal actions that are tried at a time
ROOT = Path(__file__).parents[2]
RULES = frozenset(
    number
    for file in (*ROOT.glob("docs/rules/*.md"), *ROOT.glob("examples/*/*/docs/*.md"))
    for number in re.findall(r"\*\*([A-Z]{2}-\d+\.\d+)\*\*", file.read_text("utf-8"))
)


@on_random_games(152)
def test_whoever_must_decide_can_and_nobody_else(table: Table, line: Line) -> None:
    for state in line.looks(table):
        for seat in range(table.players):
            codes = state.codes(seat)
            assert bool(codes) == (seat in state.to_act)
            assert codes == sorted({*codes})
            assert all(0 <= code < state.game.actions_size for code in codes)


@on_random_games(114)
def test_every_legal_action_succeeds(table: Table, line: Line) -> None:
    for state in line.looks(table):
        before = state.to_bytes()
        for seat in state.to_act:
            for code in state.codes(seat):
                after = state.copy()
                after.play(seat, code)
                assert after.to_bytes() != before
        assert state.to_bytes() == before


@on_random_games(152)
def test_every_other_action_is_refused_by_a_rule_and_changes_nothing(
    table: Table, line: Line
) -> None:
    state = line.stop(table)
    before = state.to_bytes()
    dice = random.Random(line.choices)
    for seat in range(table.players):
        legal = state.codes(seat)
        notations = [action.text for action in state.actions(seat)]
        illegal = [code for code in range(state.game.actions_size) if code not in legal]
        for code in dice.sample(illegal, min(MANY, len(illegal))):
            with pytest.raises(fm.IllegalAction) as refused:
                state.play(seat, code)
            assert refused.value.rule in RULES
            assert refused.value.rule in str(refused.value)
            assert refused.value.legal == notations
    assert state.to_bytes() == before


@on_random_games(114)
def test_an_action_can_be_played_by_code_notation_or_object(table: Table, line: Line) -> None:
    for state in line.looks(table):
        for seat in state.to_act:
            for action in state.actions(seat):
                assert state.code_of(action.text) == action.code
                assert state.code_of(action.text.upper().replace(" ", "  ")) == action.code
                by_code, by_notation, by_object = state.copy(), state.copy(), state.copy()
                by_code.play(seat, action.code)
                by_notation.play(seat, action.text)
                by_object.play(seat, action)
                assert by_code == by_notation == by_object


@on_random_games(70)
def test_every_action_can_be_told_in_every_language(table: Table, line: Line) -> None:
    for state in line.looks(table):
        for seat in state.to_act:
            for language in ("en", "de", "fr"):
                told = [action.describe(language) for action in state.actions(seat)]
                assert all(told)
                assert len(told) == len({*told})


@on_random_games(190)
def test_a_game_ends_in_time(table: Table, line: Line) -> None:
    *states, last = (state.is_over for state in line.play(table))
    assert last
    assert not any(states)
    assert len(states) <= line.start(table).game.longest


@on_random_games(140)
def test_points_are_those_of_the_breakdown(table: Table, line: Line) -> None:
    state = line.stop(table)
    seats = state.breakdown()["seats"]
    assert [seat["seat"] for seat in seats] == list(range(table.players))
    assert [seat["total"] for seat in seats] == state.scores()


@on_random_games(190)
def test_the_best_have_won(table: Table, line: Line) -> None:
    states = line.play(table)
    for state in itertools.islice(states, 5):
        assert state.winners() == ()
    *_, end = states
    scores, winners = end.scores(), end.winners()
    assert winners
    assert winners == tuple(sorted({*winners}))
    assert all(scores[seat] == max(scores) for seat in winners)


@on_random_games(114)
def test_a_copy_goes_its_own_way(table: Table, line: Line) -> None:
    for state in line.looks(table):
        before, copy = state.to_bytes(), state.copy()
        assert copy == state
        for seat in copy.to_act[:1]:
            copy.play(seat, copy.codes(seat)[-1])
            assert copy != state
        assert state.to_bytes() == before


@on_random_games(70)
def test_the_same_seed_gives_the_same_game(table: Table, line: Line) -> None:
    once = [state.to_bytes() for state in line.play(table)]
    assert once == [state.to_bytes() for state in line.play(table)]


@on_random_games(105)
def test_counting_adds_up_over_the_actions(table: Table, line: Line) -> None:
    state = line.stop(table)
    game = state.game
    for depth in (1, 2, 3):
        if len(state.to_act) > 1:
            return
        children = []
        for seat in state.to_act:
            for code in state.codes(seat):
                children.append(state.copy())
                children[-1].play(seat, code)
        expected = sum(game.perft(child, depth - 1) for child in children) if children else 1
        assert game.perft(state, depth) == expected


@settings(max_examples=20)
@given(line=LINES, games=st.integers(1, 8), first=st.integers(0, 5))
def test_a_series_does_not_depend_on_how_it_is_cut(line: Line, games: int, first: int) -> None:
    game = line.start(Table("micropolis", 3, "base")).game
    series = game.random_games(first + games, line.seed)
    part = game.random_games(games, line.seed, first)
    assert part.scores.tolist() == series.scores[first:].tolist()
    assert part.tie_breaks.tolist() == series.tie_breaks[first:].tolist()
    assert part.lengths.tolist() == series.lengths[first:].tolist()
    assert part.decisions == part.lengths.sum()
    assert (part.lengths <= game.longest).all()
