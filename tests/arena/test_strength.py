"""The games behind docs/strength.md: chosen, played evenly, kept and added up."""

import time
from pathlib import Path

import msgspec
import pytest

from benchmarks.strength import page, places, sense
from benchmarks.strength.__main__ import Stage, staged, sums
from benchmarks.strength.conduct import Table, summed
from benchmarks.strength.contests import LEVELS, Contest, contests, job_of, table
from benchmarks.strength.habits import Habit
from benchmarks.strength.page import Result
from benchmarks.strength.series import Series, play
from formicarium.arena.balance import balance
from formicarium.bots.greedy import GreedyBot

CONTEST = Contest("levels", "micropolis", 2, "greedy", "random", 0.65, games=4)
TABLE = Table("micropolis", 2, wanted=2, seed=7)


def test_questions_are_asked_in_their_order_each_for_its_time() -> None:
    """A choice is one or more words that a series must have; the last word may be seconds."""
    every: list[Series] = [TABLE, *contests("micropolis"), Habit("micropolis", 2, "greedy", 1)]
    one, two, three = staged(every, "conduct 2.5, levels/easy order/3/hard, habits")
    assert (one.series, one.seconds) == ([TABLE], 2.5)
    assert [series.words - {"micropolis"} for series in two.series] == [
        {"levels", "2", "easy"},
        {"order", "3", "hard"},
    ]
    assert two.seconds == float("inf")
    assert three.series == every[-1:]
    assert [*staged(every, "")] == [Stage(every, float("inf"))]


def test_what_a_level_has_won_is_not_told_of_another_that_bears_its_name(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    contest = Contest("levels", "micropolis", 2, "hard", "greedy", 0.65)
    described = "micropolis-2-search-simulations-150-slips-0.05-greedy"
    assert contest.name == described
    level = next(one for one in contests("micropolis") if one.question == "levels")
    monkeypatch.setattr(page, "RESULTS", tmp_path / "results.json")
    result = Result(*level[:-1], 400, 0.7, (0.6, 0.8), 0.1, 0, "here")
    page.save_results({level.name: result, "micropolis-2-beginner-newcomer": result})
    assert page.load_results() == {level.name: result}


def test_places_go_as_far_as_levels_have_met(monkeypatch: pytest.MonkeyPatch) -> None:
    rungs = [one for one in contests("micropolis") if one.question == "levels"]
    assert [one.better for one in rungs] == [*LEVELS[1:]]
    found = {
        one.name: Result(*one[:-1], 400, 0.75, (0.7, 0.8), 0.1, 0, "here")
        for one in rungs
        if one.better != "expert"
    }
    monkeypatch.setattr(places, "load_results", lambda: found)
    ladder = places.ladder("micropolis")
    heights = places.places(ladder)
    assert [*heights] == ["newcomer", "beginner", "easy", "normal", "hard"]
    assert heights["normal"] == 25
    assert [*heights.values()] == sorted(heights.values())
    told = {one.level: one.against for one in places.measured(ladder)}
    assert told == {**dict(zip([*heights][1:], heights, strict=False)), "champion": "expert"}
    del found[rungs[1].name]
    assert places.places(places.ladder("micropolis")) == {}


def test_a_decision_is_silly_if_a_random_one_is_better_in_every_world() -> None:
    state = table("micropolis", 2).start(seed=5)
    seat = state.to_act[0]
    while len(state.codes(seat)) < 4:
        state.play(seat, state.codes(seat)[0])
        seat = state.to_act[0]
    judge = GreedyBot(worlds=sense.WORLDS)
    values = judge.values(state.redetermined(seat, 0), seat, 1)
    assert not sense.is_silly(judge, state, seat, max(values, key=lambda code: values[code]))
    assert sense.is_silly(judge, state, seat, min(values, key=lambda code: values[code]))
    met = sense.Sense("micropolis", "newcomer", 1000, 10, 0.001, 0.1)
    assert met.is_met
    assert not msgspec.structs.replace(met, silly=11).is_met
    assert not msgspec.structs.replace(met, seconds=0.021).is_met


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
