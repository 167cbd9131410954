"""The games behind docs/strength.md: chosen, played evenly, kept and added up."""

import time
from pathlib import Path

import pytest

from benchmarks.strength.__main__ import Stage, staged, sums
from benchmarks.strength.conduct import Table, summed
from benchmarks.strength.contests import Contest, contests, job_of
from benchmarks.strength.habits import Habit
from benchmarks.strength.series import Series, play
from formicarium.arena.balance import balance

CONTEST = Contest("levels", "micropolis", 2, "greedy", "random", 0.65, games=4)
TABLE = Table("micropolis", 2, wanted=2, seed=7)


def test_questions_are_asked_in_their_order_each_for_its_time() -> None:
    """A choice is one or more words that a series must have; the last word may be seconds."""
    every: list[Series] = [TABLE, *contests("micropolis"), Habit("micropolis", 2, "greedy", 1)]
    one, two, three = staged(every, "conduct 2.5, levels/easy order/3/hard, habits")
    assert (one.series, one.seconds) == ([TABLE], 2.5)
    assert [series.name for series in two.series] == [
        "micropolis-2-easy-beginner",
        "micropolis-3-hard-normal",
    ]
    assert two.seconds == float("inf")
    assert three.series == every[-1:]
    assert [*staged(every, "")] == [Stage(every, float("inf"))]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_better_bot_sits_everywhere_and_at_larger_tables_alone(players: int) -> None:
    """So many games as are asked for, or a round more, and none that would not be counted."""
    contest = Contest("order", "micropolis", players, "greedy", "random", 0.5, games=7)
    job = job_of(contest)
    assert 7 <= len(contest.numbers) < 7 + players
    for one in contest.rounds:
        matches = [job.match(number) for number in one]
        seats = [
            seat for match in matches for seat, bot in enumerate(match.seats) if bot == "greedy"
        ]
        assert sorted(seats) == [*range(players)]
        assert len({match.seed for match in matches}) == 1


def test_what_was_played_is_kept_and_only_the_rest_is_played_later(tmp_path: Path) -> None:
    """A stage without time begins nothing; a line that was cut off is played again."""
    every: list[Series] = [CONTEST, TABLE]
    play([Stage(every, 0)], tmp_path, 1, float("inf"))
    assert not CONTEST.journal(tmp_path).rows
    play([Stage(every, float("inf"))], tmp_path, 1, float("inf"))
    before = TABLE.journal(tmp_path).rows
    assert [*before] == [0, 1]
    file = tmp_path / f"{TABLE.name}.jsonl"
    file.write_bytes(file.read_bytes()[:-20])
    assert [*TABLE.journal(tmp_path).rows] == [0]
    play([Stage(every, float("inf"))], tmp_path, 1, time.monotonic() + 100)
    after = TABLE.journal(tmp_path).rows
    assert [*after] == [0, 1]
    one, other = (
        summed(TABLE.game, 2, balance(TABLE.study, (rows[0].played, rows[1].played)))
        for rows in (before, after)
    )
    assert one == other
    ((_, result),) = sums([CONTEST], tmp_path, crowd=1.0)
    assert (result.matches, result.forfeits) == (4, 0)
