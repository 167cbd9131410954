"""What makes a turn a puzzle, and files of puzzles that cannot be read."""

from collections import Counter
from collections.abc import Callable
from datetime import date, timedelta

import msgspec
import pytest

import formicarium as fm
from formicarium.core.errors import IllegalAction
from formicarium.core.puzzles import (
    Aim,
    BadPuzzles,
    EndTest,
    Puzzle,
    PuzzleFile,
    PuzzleHead,
    Unproven,
    attempted,
    lines_of,
    proven,
    puzzle_of_day,
    read_puzzles,
    short_position,
    written_puzzles,
)
from formicarium.core.state import State


def turn_is_over(before: State, after: State, seat: int) -> bool:
    return bool(after.row.turns != before.row.turns)


def two_turns_are_over(before: State, after: State, seat: int) -> bool:
    return bool(after.row.turns > before.row.turns + 1)


def army(state: State, seat: int) -> dict[str, int]:
    return {"army": int(state.row.anthills[seat].army)}


def nothing(state: State, seat: int) -> dict[str, int]:
    return {"nothing": 0}


def tiles(state: State, seat: int) -> bytes:
    return bytes(state.row.anthills[seat].tiles.tobytes())


def luck(state: State, seat: int) -> dict[str, int]:
    return {"luck": int(state.row.rng) % 1000}


def aim(
    counts: Callable[[State, int], dict[str, int]] = army, is_over: EndTest = turn_is_over
) -> Aim:
    return Aim("army", lambda *_: True, is_over, counts, tiles)


START = fm.load("micropolis", players=2, first_leader="seat_1").start(seed=1)
LAST = START.copy()
LAST.play(0, "take 1")  # then the row is refilled after every second turn
PUZZLE = Puzzle(
    theme="free",
    aim="army",
    level=1,
    seat=0,
    players=2,
    position=short_position(START, 0),
    line=("take 1",),
    best=0,
    second=-1,
    lines=6,
    right=1,
    options={"first_leader": "seat_1"},
)
HEAD = PuzzleHead("micropolis", 2, 7, 1, "formicarium puzzles make micropolis")


def test_the_free_tile_keeps_the_army() -> None:
    proof = proven(START, 0, aim())
    assert proof.line == ("take 1",)
    assert [end.value for end in proof.ends] == [0, -1, -2, -2, -4, -5]


def test_without_a_lead_it_is_no_puzzle() -> None:
    with pytest.raises(Unproven, match="the best end brings 0, and another 0"):
        proven(START, 0, aim(nothing))


def test_what_depends_on_secrets_is_no_puzzle() -> None:
    with pytest.raises(Unproven, match="depends on what cannot be known"):
        proven(START, 0, aim(luck))


def test_what_comes_to_light_in_between_is_seen() -> None:
    """The row is refilled after a turn, and whoever has the largest army goes on."""
    anthills = [{"tiles": [12, 8, 29], "army": 1}, {"tiles": [60, 34], "army": 9}]
    state = START.game.position({"row": [51, 19], "anthills": anthills})
    assert state.to_act == (1,)
    with pytest.raises(Unproven, match="something hidden comes to light"):
        proven(state, 1, aim(is_over=two_turns_are_over))


def test_every_line_is_tried_once() -> None:
    found = [line.codes for line in lines_of([START], 0, turn_is_over)]
    assert sorted(found) == [(code,) for code in START.codes(0)]


def test_too_many_states(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("formicarium.core.puzzles.MOST_STATES", 3)
    with pytest.raises(Unproven, match="more than 3 states"):
        proven(START, 0, aim())


def test_a_short_position_shows_the_same() -> None:
    doc = short_position(LAST, 1)
    assert doc.keys().isdisjoint({"pile", "rng", "game", "players", "options"})
    state = LAST.game.position(doc)
    assert state.view(1) == LAST.view(1)


def test_a_line_is_tried_until_it_is_complete() -> None:
    begun = attempted(START.game, PUZZLE, aim(), [])
    assert (begun.is_over, begun.gains) == (False, {"army": 0})
    done = attempted(START.game, PUZZLE, aim(), ["take 2", "take 1"])
    assert (done.is_over, done.gains) == (True, {"army": -1})
    assert len(done.told) == 1
    assert not done.is_as_good_as(attempted(START.game, PUZZLE, aim(), PUZZLE.line))
    with pytest.raises(IllegalAction):
        attempted(START.game, PUZZLE, aim(), ["man yes"])


def test_a_file_is_read_as_it_was_written() -> None:
    file = PuzzleFile(HEAD, (PUZZLE, PUZZLE))
    assert read_puzzles(written_puzzles(file), "here") == file


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "here is empty"),
        ("{}", "here, line 1: .*game"),
        (written_puzzles(PuzzleFile(HEAD, (PUZZLE,)))[:-20], "here, line 2: "),
        (written_puzzles(PuzzleFile(HEAD, ())) + '{"seat": 1}', "here, line 2: .*theme"),
        (written_puzzles(PuzzleFile(HEAD, (PUZZLE,))).replace('"level":1', '"level":9'), "line 2"),
    ],
)
def test_a_file_that_cannot_be_read(text: str, message: str) -> None:
    with pytest.raises(BadPuzzles, match=message):
        read_puzzles(text, "here")


def test_a_puzzle_is_known_by_what_it_asks() -> None:
    assert msgspec.structs.replace(PUZZLE, level=3).mark == PUZZLE.mark
    assert msgspec.structs.replace(PUZZLE, seat=1).mark != PUZZLE.mark


def test_every_puzzle_has_its_day() -> None:
    counts = {"go": 3, "chess": 2, "none": 0}
    days = [date(2026, 1, 1) + timedelta(day) for day in range(12)]
    found = Counter(puzzle_of_day(day, counts) for day in days)
    assert found == {
        **{("go", number): 2 for number in (1, 2, 3)},
        **{("chess", number): 3 for number in (1, 2)},
    }
