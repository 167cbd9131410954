"""Positions and records say everything, and undo goes back exactly."""

from __future__ import annotations

import json
import multiprocessing
import pickle

import pytest

import formicarium as fm
from tests.properties.lines import TABLES, Line, Table, game_at, on_random_games


def recorded(table: Table, line: Line) -> fm.Record:
    """The whole line as a record."""
    record = fm.Record(game_at(table, line.options), seed=line.seed)
    for seat, code in line.decisions(table):
        record.play(seat, code)
    return record


@on_random_games(70)
@pytest.mark.heavy
def test_a_position_comes_back_byte_for_byte(table: Table, line: Line) -> None:
    for state in line.looks(table):
        doc = state.to_position()
        read = json.loads(json.dumps(doc))
        assert read == doc
        assert state.game.position(read).to_bytes() == state.to_bytes()
        assert read == doc


@on_random_games(56)
def test_a_position_names_its_game(table: Table, line: Line) -> None:
    state = line.stop(table)
    again = fm.position(json.loads(json.dumps(state.to_position())))
    assert again == state
    assert again.game == state.game


@on_random_games(70)
@pytest.mark.heavy
def test_a_whole_game_comes_back_from_its_record(table: Table, line: Line) -> None:
    record = recorded(table, line)
    again = fm.Record.load(record.dump())
    assert again.state == record.state
    assert again.decisions == record.decisions
    assert again.dump() == record.dump()
    assert fm.Record.load(record.dump().encode()).state == record.state
    assert fm.Record.load(record.dump().replace("\n", "\r\n")).state == record.state


@on_random_games(105)
def test_an_unfinished_game_comes_back_from_its_record(table: Table, line: Line) -> None:
    whole = recorded(table, line)
    stop = line.choices[-1] % (len(whole.decisions) + 1)
    part = fm.Record(whole.game, seed=line.seed)
    for seat, code in whole.decisions[:stop]:
        part.play(seat, code)
    again = fm.Record.load(part.dump())
    assert again.state == part.state
    for seat, code in whole.decisions[stop:]:
        again.play(seat, code)
    assert again.dump() == whole.dump()


@on_random_games(70)
def test_a_record_may_begin_with_a_position(table: Table, line: Line) -> None:
    doc = line.stop(table).to_position()
    record = fm.Record(game_at(table, line.options), position=doc)
    for seat, code in line.play_on(record.state.copy()):
        record.play(seat, code)
    again = fm.Record.load(record.dump())
    assert again.state == record.state
    assert again.position == doc
    assert again.dump() == record.dump()


def test_a_record_does_not_hang_on_to_the_document_given() -> None:
    game = game_at(TABLES[0], 0)
    doc = game.start(seed=7).to_position()
    record = fm.Record(game, position=doc)
    before = record.dump()
    doc.clear()
    assert record.dump() == before
    assert record.start() == record.state


@on_random_games(35)
def test_a_replay_shows_every_state(table: Table, line: Line) -> None:
    record = recorded(table, line)
    shown = [(seat, action.code, state.to_bytes()) for seat, action, state in record.replay()]
    states = [state.to_bytes() for state in line.play(table)][1:]
    assert [(seat, code) for seat, code, _ in shown] == record.decisions
    assert [state for _, _, state in shown] == states


@on_random_games(84)
def test_undo_goes_back_exactly_one_step(table: Table, line: Line) -> None:
    record = fm.Record(game_at(table, line.options), seed=line.seed)
    for seat, code in line.decisions(table):
        before, decisions = record.state.to_bytes(), [*record.decisions]
        record.play(seat, code)
        if record.can_undo(seat):
            record.undo(seat)
            assert record.state.to_bytes() == before
            assert record.decisions == decisions
            record.play(seat, code)


@on_random_games(84)
def test_undo_goes_back_all_steps_of_a_turn(table: Table, line: Line) -> None:
    states, record = [], fm.Record(game_at(table, line.options), seed=line.seed)
    for seat, code in line.decisions(table):
        states.append(record.state.to_bytes())
        record.play(seat, code)
    seat = record.decisions[-1][0]
    while record.can_undo(seat):
        record.undo(seat)
        assert record.state.to_bytes() == states.pop()
    assert len(record.decisions) == len(states)


@on_random_games(84)
def test_what_may_not_be_undone_stays(table: Table, line: Line) -> None:
    """Not after something hidden has come to light, or somebody has decided who had to wait."""
    record = fm.Record(game_at(table, line.options), seed=line.seed)
    free: dict[int, tuple[int, ...]] = {}  # who could still take back, and who decided beside them
    for seat, code in line.decisions(table):
        fixed, beside = int(record.state.row.barrier), record.state.to_act
        record.play(seat, code)
        free = {other: with_it for other, with_it in free.items() if seat in with_it} | {
            seat: beside
        }
        if record.state.row.barrier != fixed:
            free = {}
        after, decisions = record.state.to_bytes(), [*record.decisions]
        for other in range(table.players):
            assert record.can_undo(other) == (other in free)
            if not record.can_undo(other):
                with pytest.raises(fm.IllegalAction):
                    record.undo(other)
        assert record.state.to_bytes() == after
        assert record.decisions == decisions


def test_nothing_can_be_undone_before_anything_was_done() -> None:
    record = fm.Record(game_at(TABLES[0], 0), seed=7)
    for seat in record.state.to_act:
        assert not record.can_undo(seat)
        with pytest.raises(fm.IllegalAction):
            record.undo(seat)


@on_random_games(35)
def test_a_state_and_its_game_can_be_pickled(table: Table, line: Line) -> None:
    state = line.stop(table)
    again = pickle.loads(pickle.dumps(state))
    assert again == state
    assert again.game == state.game
    assert hash(again.game) == hash(state.game)
    for seat in again.to_act[:1]:
        again.play(seat, again.codes(seat)[0])
        assert again != state


@pytest.mark.compiled
@pytest.mark.heavy
def test_a_state_can_be_sent_to_another_process() -> None:
    """Ended there, it comes back as it would have ended here."""
    line = Line(3, 7, bytes(range(64)))
    states = [line.stop(table) for table in TABLES]
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        ended = pool.map(played_out, states)
    assert ended == [played_out(state) for state in states]
    assert all(state.is_over for state in ended)


def played_out(state: fm.State) -> fm.State:
    state = state.copy()
    while not state.is_over:
        state.play(state.to_act[0], state.codes(state.to_act[0])[-1])
    return state
