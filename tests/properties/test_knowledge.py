"""No one sees what they may not see: views, observations and redetermination."""

from __future__ import annotations

import json

import formicarium as fm
from formicarium.core.state import State
from tests.properties.lines import Line, Table, on_random_games


def eyes(table: Table) -> tuple[int | None, ...]:
    """Every seat, and a spectator."""
    return (*range(table.players), None)


def seeds(line: Line) -> tuple[int, int]:
    return line.seed, line.seed ^ 1


@on_random_games(114)
def test_a_view_is_json_and_names_no_generator(table: Table, line: Line) -> None:
    state = line.stop(table)
    generator = int(state.row.rng)
    for eye in eyes(table):
        view = state.view(eye)
        assert json.loads(json.dumps(view)) == view
        assert "rng" not in view
        assert str(generator) not in json.dumps(view)
        assert hex(generator) not in json.dumps(view)


@on_random_games(114)
def test_a_view_does_not_change_when_hidden_things_do(table: Table, line: Line) -> None:
    state = line.stop(table)
    for eye in eyes(table):
        for seed in seeds(line):
            other = state.redetermined(eye, seed)
            assert other.view(eye) == state.view(eye)
            assert other.view(None) == state.view(None)
            assert other.to_act == state.to_act
            assert other.is_over == state.is_over


@on_random_games(152)
def test_an_observation_is_bounded_and_tells_no_secret(table: Table, line: Line) -> None:
    for state in line.looks(table):
        for seat in range(table.players):
            seen = state.observe(seat)
            assert (abs(seen) <= 1).all()
            other = state.redetermined(seat, line.seed)
            assert other.observe(seat).tobytes() == seen.tobytes()
            for_networks = other.observe(seat, "network").tobytes()
            assert for_networks == state.observe(seat, "network").tobytes()


@on_random_games(152)
def test_redetermination_keeps_what_a_seat_can_do(table: Table, line: Line) -> None:
    for state in line.looks(table):
        for seat in range(table.players):
            other = state.redetermined(seat, line.seed)
            assert other.codes(seat) == state.codes(seat)
            assert other.scores() == state.scores()


@on_random_games(152)
def test_redetermination_follows_from_the_view_and_the_seed(table: Table, line: Line) -> None:
    """Two states that a seat cannot tell apart become the same one."""
    one, two = seeds(line)
    for state in line.looks(table):
        for eye in eyes(table):
            unlike = state.redetermined(eye, one)
            assert unlike.redetermined(eye, two) == state.redetermined(eye, two)


@on_random_games(114)
def test_looking_leaves_the_state_alone(table: Table, line: Line) -> None:
    state = line.stop(table)
    before = state.to_bytes()
    for eye in eyes(table):
        state.redetermined(eye, line.seed)
        state.view(eye)
    for seat in range(table.players):
        state.observe(seat)
        state.actions(seat)
    state.to_position()
    state.breakdown()
    state.scores()
    state.game.perft(state, 2)
    assert state.to_bytes() == before


@on_random_games(114)
def test_a_redetermined_game_can_be_played_to_its_end(table: Table, line: Line) -> None:
    state = line.stop(table).redetermined(0, line.seed)
    decisions = list(line.play_on(state))
    assert state.is_over
    assert state.winners()
    assert len(decisions) <= state.game.longest


def reopened(state: State, seat: int) -> State:
    """The same position, with what others have decided in secret still to come."""
    after = state.copy()
    assert state.game.book.reopen is not None
    state.game.book.reopen(state.game.parts_row, after.row, seat)
    return after


def check_known(state: State, after: State, seat: int) -> None:
    """What a seat sees is the same but for who has answered, and that it has a full box then."""
    before, now = state.observe(seat), after.observe(seat)
    for name, part in state.game.observation.items():
        size = 1 if name in ("in_turn", "stocked") else None  # of itself it knows all
        assert now[part][:size].tobytes() == before[part][:size].tobytes(), name


@on_random_games(152)
def test_what_others_decided_in_secret_is_taken_back_and_nothing_else(
    table: Table, line: Line
) -> None:
    for state in line.looks(table):
        for seat in range(table.players):
            after = reopened(state, seat)
            check_known(state, after, seat)
            assert after.codes(seat) == state.codes(seat)
            assert after.scores() == state.scores()
            assert {*after.to_act} >= {*state.to_act}
            assert (seat in after.to_act) == (seat in state.to_act)
            assert reopened(after, seat) == after
            elsewhere = reopened(state.redetermined(seat, line.seed), seat)
            assert elsewhere.redetermined(seat, 1) == after.redetermined(seat, 1)


@on_random_games(114)
def test_a_reopened_game_is_a_legal_one_that_comes_to_its_end(table: Table, line: Line) -> None:
    state = reopened(line.stop(table), 0)
    assert fm.position(state.to_position()) == state
    assert all(state.codes(seat) for seat in state.to_act)
    assert len([*line.play_on(state)]) <= state.game.longest
    assert state.is_over
